//! The certificate, at simplices where one condition after another decides.

mod errors;
mod level;

use super::{LOOK, Proved};
use crate::Rounded;
use crate::bounds::Closing;
use crate::closest::SupportPair;
use crate::difference::Difference;
use crate::float::ROUNDOFF;
use crate::goal::{Goal, Limits, Start};
use crate::search::Search;
use crate::shape::{Hull, Point};
use crate::support::{Feature, Support};
use crate::vector::Vector;
use crate::vertices::Vertices;
use glam::{DVec2, DVec3};
use std::vec::Vec;

/// A pair of vertices of two shapes, and its weight.
type Weighted = ([u32; 2], f64);

/// What is read from a search that stands at a simplex of these pairs, with that direction, and with a
/// gap of so many roundoffs of the largest length between its bounds.
fn standing<V: Vector, A: Support<Vector = V>, B: Support<Vector = V>, R>(
    (a, b): (&A, &B),
    goal: Goal,
    pairs: &[Weighted],
    direction: V,
    gap: f64,
    read: impl FnOnce(&mut Search<'_, A, B, V, ()>, &mut Vertices<V>) -> R,
) -> R {
    let limits = Limits::of(goal, 9);
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(a, b);
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Direction(direction),
        &mut simplex,
    );
    search.span = search.difference.span();
    for (vertices, weight) in pairs {
        let pair = search.difference.pair(vertices.map(Feature::Vertex));
        let point = search.difference.point(&pair);
        simplex.grow(
            &SupportPair {
                weight: *weight,
                ..pair
            },
            point,
        );
        simplex.admit();
        search.support = pair;
    }
    search.reach = simplex.reach();
    search.direction = direction * search.difference.scale();
    search.bound(&simplex);
    let gap = gap * ROUNDOFF * search.reach;
    search.lower = search.upper - gap;
    search.closing = search.closing.map(|closing| Closing { gap, ..closing });
    read(&mut search, &mut simplex)
}

/// What such a search proves of its simplex if all other vertices are beyond.
fn proved<V: Vector, A: Support<Vector = V>, B: Support<Vector = V>>(
    shapes: (&A, &B),
    goal: Goal,
    pairs: &[Weighted],
    direction: V,
    gap: f64,
) -> Option<Proved> {
    standing(shapes, goal, pairs, direction, gap, |search, simplex| {
        let claim = search.claim(simplex)?;
        let holds = search.surely_holds(&claim, simplex);
        holds
            .then(|| claim.proves(search.difference.radii(), &search.limits))
            .flatten()
    })
}

/// The distance that such a search proves by itself, and the one that is decided from there without rounding.
fn decided<V: Vector, A: Support<Vector = V>, B: Support<Vector = V>>(
    shapes: (&A, &B),
    pairs: &[Weighted],
    direction: V,
) -> [Option<f64>; 2] {
    let goal = Goal::Distance;
    standing(shapes, goal, pairs, direction, 0.0, |search, simplex| {
        assert!(search.claim(simplex).is_some());
        search.certify(simplex);
        let by_itself = search.proved;
        search.decide(simplex);
        [by_itself, search.proved].map(|found| found.map(|found| found.distance))
    })
}

/// A vector turned away from the axes, and made five times as long.
fn turned([x, y]: [f64; 2]) -> DVec2 {
    DVec2::new(4.0 * x + 3.0 * y, 4.0 * y - 3.0 * x)
}

/// The distance of two hulls in the plane that is so proved, all turned.
fn distance<const M: usize, const N: usize>(
    [a, b]: [&[[f64; 2]]; 2],
    radii: [f64; 2],
    (pairs, weights): ([[u32; 2]; M], [f64; N]),
    direction: [f64; 2],
) -> Option<f64> {
    let [a, b] = [(a, radii[0]), (b, radii[1])].map(|(points, radius)| {
        let points: Vec<DVec2> = points.iter().map(|point| turned(*point)).collect();
        Rounded::new(Hull::new(points).unwrap(), 5.0 * radius).unwrap()
    });
    let pairs: Vec<Weighted> = pairs.into_iter().zip(weights).collect();
    let direction = turned(direction);
    let found = proved((&a, &b), Goal::Distance, &pairs, direction, 0.0)?;
    Some(found.distance / 5.0)
}

const ORIGIN: &[[f64; 2]] = &[[0.0, 0.0]];
const ENDS: [[u32; 2]; 2] = [[0, 0], [1, 0]];
const HALVES: [f64; 2] = [0.5, 0.5];
const UP: [f64; 2] = [0.0, 1.0];

// Claim: a vertex that is not clearly beyond the plane leaves it open whether the simplex is the
// nearest face; of the first shape and of the second.
#[test]
fn other_vertices_are_looked_at() {
    for (off, known) in [
        (2f64.powi(-40), true),
        (2f64.powi(-46), false),
        (-0.5, false),
    ] {
        let above = [[-1.0, 3.0], [1.0, 3.0], [0.5, 3.0 + off]];
        let found = distance([&above, ORIGIN], [0.0; 2], (ENDS, HALVES), UP);
        assert_eq!(found, known.then_some(3.0), "{off:e}");
        let below = [[-1.0, -3.0], [1.0, -3.0], [0.5, -3.0 - off]];
        let pairs = [[0, 0], [0, 1]];
        let found = distance([ORIGIN, &below], [0.0; 2], (pairs, HALVES), UP);
        assert_eq!(found, known.then_some(3.0), "{off:e}");
    }
}

// Claim: a vertex is clear of the plane of the simplex if it is by more than that leans: of an edge in
// the plane by the heights of its ends, not by where their mean is beside the direction. Of a corner the
// plane leans as its place does beside the direction.
#[test]
fn other_vertices_are_clear_of_what_leans() {
    let lean = 2f64.powi(-37);
    for (off, direction, known) in [(-40, 0.0, true), (-40, lean, false), (-30, lean, true)] {
        let above = [[-1.0, 3.0], [1.0, 3.0], [0.5, 3.0 + 2f64.powi(off)]];
        let found = distance([&above, ORIGIN], [0.0; 2], (ENDS, HALVES), [direction, 1.0]);
        assert_eq!(found, known.then_some(3.0), "{off} {direction:e}");
    }
    let beside = [0.5 + 2f64.powi(-30), 0.5 - 2f64.powi(-30)];
    for (off, known) in [(-20, true), (-40, true), (-46, false)] {
        let above = [[-1.0, 3.0], [1.0, 3.0], [0.5, 3.0 + 2f64.powi(off)]];
        let found = distance([&above, ORIGIN], [0.0; 2], (ENDS, beside), UP);
        assert_eq!(found, known.then_some(3.0), "{off}");
    }
    for (off, known) in [(-20, true), (-33, false)] {
        let above = [[0.0, 3.0], [1.0, 3.0 + 2f64.powi(off)]];
        let corner = ([[0, 0]], [1.0]);
        let found = distance([&above, ORIGIN], [0.0; 2], corner, [2f64.powi(-30), 1.0]);
        assert_eq!(found, known.then_some(3.0), "{off}");
    }
}

// Claim: what a look has shown need not be looked at again; but if it has shown less than is needed, it is.
#[test]
fn looks_show_no_more_than_their_margin() {
    let above = [[0.0, 3.0], [1.0, 3.0 + 2f64.powi(-33)]].map(turned);
    let (above, origin) = (Hull::new(above).unwrap(), Hull::new([DVec2::ZERO]).unwrap());
    let leaning = turned([2f64.powi(-30), 1.0]);
    let corner = [([0, 0], 1.0)];
    standing(
        (&above, &origin),
        Goal::Distance,
        &corner,
        leaning,
        0.0,
        |search, simplex| {
            let claim = search.claim(simplex).unwrap();
            let holds = [0.0, LOOK, 1.0].map(|beyond| {
                search.beyond = beyond;
                search.surely_holds(&claim, simplex)
            });
            assert_eq!(holds, [false, false, true]);
        },
    );
}

// Claim: two edges that lean the same way by almost nothing have pairs at one height that are not
// lowest together; pairs that have vertices in common are. So it is with three pairs.
#[test]
fn pairs_are_joined() {
    let lean = 2f64.powi(-30);
    let above = [[-1.0, 3.0 + lean], [1.0, 3.0 - lean]];
    let below = [[-0.5, lean], [0.5, -lean]];
    let apart = ([[0, 0], [1, 1]], HALVES);
    assert_eq!(distance([&above, &below], [0.0; 2], apart, UP), None);
    // Of these, which are nearer, it is proved among the vertices that are level.
    let [a, b] = [above, below].map(|edge| Hull::new(edge.map(turned)).unwrap());
    let pairs = [([0, 0], 0.5), ([1, 1], 0.5)];
    let [by_itself, nearer] = decided((&a, &b), &pairs, turned(UP));
    assert!(nearer.is_some_and(|nearer| nearer < 15.0));
    assert_eq!(by_itself, nearer);
    let [above, below] = [above, below].map(|edge| edge.map(|[x, y]| [x, y.round()]));
    let joined = ([[0, 1], [1, 1]], [0.25, 0.75]);
    assert_eq!(distance([&above, &below[..]], [0.0; 2], joined, UP), None);
    assert_eq!(
        distance([&above, &below[1..]], [0.0; 2], (ENDS, [0.25, 0.75]), UP),
        Some(3.0)
    );
    let [a, b] = [(1.0, 3.0), (-0.5, 0.0)].map(|(size, z)| {
        Hull::new(
            [[2.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]]
                .map(|[x, y]| turned_in_space([x * size, y * size, z])),
        )
        .unwrap()
    });
    let found = |pairs: [[u32; 2]; 3], weights: [f64; 3]| {
        let pairs: Vec<Weighted> = pairs.into_iter().zip(weights).collect();
        let up = turned_in_space([0.0, 0.0, 1.0]);
        proved((&a, &b), Goal::Distance, &pairs, up, 1.0).map(|found| found.distance)
    };
    let weights = [0.5, 0.25, 0.25];
    assert_eq!(found([[0, 0], [1, 1], [2, 2]], weights), None);
}

fn turned_in_space([x, y, z]: [f64; 3]) -> DVec3 {
    let turned = turned([x, z]);
    DVec3::new(turned.x, 5.0 * y, turned.y)
}

// Claim: where other vertices are too near the plane of a simplex for a margin, the distance is proved all the same,
// of either shape: of a triangle by a look at what is level, and of an edge or a corner without rounding. A vertex
// that is below by one digit makes it less.
#[test]
fn vertices_near_the_plane_are_decided() {
    let origin = Hull::new([DVec3::ZERO]).unwrap();
    let corners = [[2.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]];
    let least = f64::EPSILON * 16.0;
    let third = 1.0 / 3.0;
    // The mean of the corners that count, in the middle of the shape, and these in pairs with the origin.
    for (count, weights) in [(3, [third; 3]), (2, [0.5, 0.5, 0.0]), (1, [1.0, 0.0, 0.0])] {
        let mean = match count {
            3 => [0.0, 0.0],
            2 => [0.5, 1.0],
            _ => corners[0],
        };
        for (off, holds) in [(0.0, true), (least, true), (-least, false)] {
            let at = |[x, y]: [f64; 2], z: f64| [x - mean[0], y - mean[1], z];
            let mut points: Vec<[f64; 3]> = corners.map(|corner| at(corner, 3.0)).to_vec();
            points.push(at([0.0, 0.5], 3.0 + off));
            let above = Hull::new(
                points
                    .iter()
                    .map(|p| turned_in_space(*p))
                    .collect::<Vec<_>>(),
            );
            let below = Hull::new(
                points
                    .iter()
                    .map(|p| -turned_in_space(*p))
                    .collect::<Vec<_>>(),
            );
            let (above, below) = (above.unwrap(), below.unwrap());
            let up = turned_in_space([0.0, 0.0, 1.0]);
            let pairs = |shape: usize| {
                let pair = |number: u32| if shape == 0 { [number, 0] } else { [0, number] };
                let pairs = (0..count).map(move |number| (pair(number), weights[number as usize]));
                pairs.collect::<Vec<Weighted>>()
            };
            let first = decided((&above, &origin), &pairs(0), up);
            let second = decided((&origin, &below), &pairs(1), up);
            for [by_itself, decided] in [first, second] {
                // Of an edge or a corner it makes it less by no digit of the distance.
                let expected = holds || count < 3;
                assert_eq!(
                    decided == Some(15.0),
                    expected,
                    "{count} {off:e} {decided:?}"
                );
                assert_eq!(by_itself, decided);
            }
            let goal = Goal::Distance;
            assert!(proved((&above, &origin), goal, &pairs(0), up, 0.0).is_none());
        }
    }
}

// Claim: where the last direction leans, so that one corner of the face is lower than another, it becomes the normal of the
// face, rounded, if that is asked for; else it stays. With a third vertex in that line and without. Kept from the normals of
// a search that were off by more than those of the exact steps that they came in the place of.
#[test]
fn decided_faces_have_their_normal() {
    // The distance is the root of five, which is no number, so its bounds are proved.
    let [along, across] = [DVec2::new(1.0, 2.0), DVec2::new(2.0, -1.0)];
    let leaning = along + across * 2f64.powi(-40);
    let normal = along.normalize();
    for (off, goal, is_asked) in [
        (0.0, Goal::ClosestPoints, true),
        (0.0, Goal::Distance, false),
        (1.0, Goal::ClosestPoints, true),
        (1.0, Goal::Distance, false),
    ] {
        let above = [[-1.0, 1.0], [1.0, 1.0], [0.5, 1.0 + off]];
        let above = Hull::new(above.map(|[x, y]| across * x + along * y)).unwrap();
        let origin = Point::new(DVec2::ZERO).unwrap();
        let pairs = ENDS.map(|pair| (pair, 0.5));
        let shapes = (&above, &origin);
        let [before, after] = standing(shapes, goal, &pairs, leaning, 0.0, |search, simplex| {
            let before = search.direction;
            search.certify(simplex);
            assert!(search.proved.is_some(), "{off} {goal:?}");
            [before, search.direction]
        });
        if is_asked {
            let after = after.normalize();
            assert!((after - normal).length() <= f64::EPSILON, "{after}");
            assert!((before.normalize() - normal).length() > 2f64.powi(-41));
        } else {
            assert_eq!(before, after, "{off} {goal:?}");
        }
    }
}

// Claim: of a triangle and a point, the height of its plane is proved.
#[test]
fn triangles_are_proved() {
    let corners = [
        [2.0, 0.0, 3.0],
        [-1.0, 2.0, 3.0],
        [-1.0, -2.0, 3.0],
        [0.0, 0.0, 4.0],
    ];
    let above = Hull::new(corners.map(turned_in_space)).unwrap();
    let origin = Hull::new([DVec3::ZERO]).unwrap();
    let third = 1.0 / 3.0;
    let pairs = [([0, 0], third), ([1, 0], third), ([2, 0], third)];
    let found = |direction, gap| {
        let direction = turned_in_space(direction);
        let found = proved((&above, &origin), Goal::Distance, &pairs, direction, gap);
        found.map(|found| found.distance / 5.0)
    };
    let up = [0.0, 0.0, 1.0];
    assert_eq!(found(up, 1.0), Some(3.0));
    // A gap that is not closed, and a direction that leans, prove nothing.
    assert_eq!(found(up, 1.25), Some(3.0));
    assert_eq!(found(up, 1.75), None);
    let leaning = |lean: i32| found([2f64.powi(lean), 0.0, 1.0], 1.0);
    assert_eq!(leaning(-44), Some(3.0));
    assert_eq!(leaning(-27), None);
}
