//! The certificate, at simplices where one condition after another decides.

use super::{
    Claim, Estimate, KNOWN, LEAN, LEANS, Needs, OF_BESIDE, OF_REACH, OF_TILT, Proved, STEEPEST,
    WELL_KNOWN, axis_of,
};
use crate::Rounded;
use crate::bounds::Closing;
use crate::closest::SupportPair;
use crate::difference::Difference;
use crate::double_double::DoubleDouble;
use crate::gjk::{ROUNDOFF, Search};
use crate::goal::{Goal, Limits, Start};
use crate::pose::{Pose, Posed};
use crate::shape::{Ball, Hull, Point};
use crate::space::Scalar;
use crate::support::{Feature, Support};
use crate::vector::{Stored, Vector};
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
    read: impl FnOnce(&mut Search<'_, A, B, V, ()>, &Vertices<V>) -> R,
) -> R {
    let limits = Limits::of(goal, 9);
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(a, b);
    let mut search = Search::new(&mut difference, limits, &mut blind);
    search.start(&Start::Direction(direction), &mut simplex);
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
    search.lower = search.upper - gap * ROUNDOFF * search.reach;
    read(&mut search, &simplex)
}

/// What such a search proves without an exact sign.
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
        holds.then(|| search.proved_by(&claim)).flatten()
    })
}

/// Whether no vertex is below the simplex of such a search, exactly, and the distance that it proves at all.
fn decided<V: Vector, A: Support<Vector = V>, B: Support<Vector = V>>(
    shapes: (&A, &B),
    pairs: &[Weighted],
    direction: V,
) -> (bool, Option<f64>) {
    let goal = Goal::Distance;
    standing(shapes, goal, pairs, direction, 0.0, |search, simplex| {
        assert!(search.claim(simplex).is_some());
        let is_lowest = search.lowest_face(simplex).is_some();
        let found = search.certificate(simplex);
        (is_lowest, found.map(|found| found.distance))
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

// Claim: two edges that lean the same way by almost nothing have pairs at one height that are not
// lowest together; pairs that have vertices in common are. So it is with three pairs.
#[test]
fn pairs_are_joined() {
    let lean = 2f64.powi(-30);
    let above = [[-1.0, 3.0 + lean], [1.0, 3.0 - lean]];
    let below = [[-0.5, lean], [0.5, -lean]];
    let apart = ([[0, 0], [1, 1]], HALVES);
    assert_eq!(distance([&above, &below], [0.0; 2], apart, UP), None);
    // So exact signs say of these.
    let [a, b] = [above, below].map(|edge| Hull::new(edge.map(turned)).unwrap());
    let pairs = [([0, 0], 0.5), ([1, 1], 0.5)];
    assert_eq!(decided((&a, &b), &pairs, turned(UP)), (false, None));
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

// Claim: where other vertices are too near the plane of a simplex for a margin, exact signs tell whether one
// is below: of a triangle, of an edge and of a corner, of either shape, by no digit. A vertex that is at
// most as near as that proves the distance, one that is below nothing.
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
            let expected = (holds, holds.then_some(15.0));
            let first = decided((&above, &origin), &pairs(0), up);
            let second = decided((&origin, &below), &pairs(1), up);
            assert_eq!([first, second], [expected; 2], "{count} {off:e}");
            let goal = Goal::Distance;
            assert!(proved((&above, &origin), goal, &pairs(0), up, 0.0).is_none());
        }
    }
}

// Claim: where exact signs decide the direction becomes the normal of the face, rounded, however the search leaned,
// if it is asked for; else, and where no sign was needed, it stays. Kept from the normals of a search that
// were off by more than those of the exact steps that they came in the place of.
#[test]
fn decided_faces_have_their_normal() {
    // The distance is the root of five, which is no number, so its bounds are proved.
    let [along, across] = [DVec2::new(1.0, 2.0), DVec2::new(2.0, -1.0)];
    let leaning = along + across * 2f64.powi(-40);
    let normal = along.normalize();
    for (off, goal, is_asked) in [
        (0.0, Goal::ClosestPoints, true),
        (0.0, Goal::Distance, false),
        (1.0, Goal::ClosestPoints, false),
    ] {
        let above = [[-1.0, 1.0], [1.0, 1.0], [0.5, 1.0 + off]];
        let above = Hull::new(above.map(|[x, y]| across * x + along * y)).unwrap();
        let origin = Point::new(DVec2::ZERO).unwrap();
        let pairs = ENDS.map(|pair| (pair, 0.5));
        let shapes = (&above, &origin);
        let [before, after] = standing(shapes, goal, &pairs, leaning, 0.0, |search, simplex| {
            let before = search.direction;
            assert!(search.certificate(simplex).is_some(), "{off} {goal:?}");
            [before, search.direction]
        });
        if is_asked {
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

// Claim: across an axis other vertices may lie in the plane of the simplex, of either shape, but not
// below, by no digit; and what is left of the heights is a number, or between two.
#[test]
fn levels_are_proved() {
    let gap = 2f64.powi(-23);
    let found = |off: [f64; 2], goal, place: f64| {
        let [x, z] = [[-1.0, 1.0], [gap, gap + 1.0]];
        let above = [
            [x[0], z[0]],
            [x[1], z[0]],
            [0.5, z[0] + off[0]],
            [0.0, z[1]],
        ];
        let below = [[0.25, 0.0], [-0.75, off[1]], [0.0, -1.0]];
        let [above, below] = [&above[..], &below[..]].map(|points| {
            let points: Vec<DVec2> = points.iter().map(|point| DVec2::from(*point)).collect();
            Hull::new(points).unwrap()
        });
        let pose = Pose::from_translation(DVec2::Y * place).unwrap();
        let pairs = [([0, 0], 0.375), ([1, 0], 0.625)];
        let above = Posed::new(above, pose);
        proved((&above, &below), goal, &pairs, DVec2::Y, 9.0)
    };
    let least = f64::from_bits(1);
    for (off, known) in [
        ([0.0, 0.0], true),
        ([gap, -gap], true),
        ([-2f64.powi(-75), 0.0], false),
        ([0.0, least], false),
        ([-gap / 2.0, 0.0], false),
        ([0.0, gap / 2.0], false),
    ] {
        let distance = found(off, Goal::Distance, 0.0).map(|found| found.distance);
        assert_eq!(distance, known.then_some(gap), "{off:?}");
    }
    let bounds = |place: f64| {
        let found = found([0.0; 2], Goal::ClosestPoints, place).unwrap();
        [found.lower, found.distance, found.upper]
    };
    assert_eq!(bounds(0.0), [gap; 3]);
    assert_eq!(bounds(0.5), [0.5 + gap; 3]);
    // More digits than a number has.
    let tiny = 2f64.powi(-80);
    assert_eq!(bounds(tiny), [gap, gap, gap.next_up()]);
    assert_eq!(bounds(-tiny), [gap.next_down(), gap, gap]);
    // An edge that is not joined to others is in no plane.
    let corner = Hull::new([DVec2::ZERO, DVec2::new(1.0, 0.0)]).unwrap();
    let origin = Point::new(-DVec2::Y).unwrap();
    let pairs = [([0, 0], 1.0)];
    assert!(proved((&corner, &origin), Goal::Distance, &pairs, DVec2::Y, 0.0).is_none());
}

// Claim: the height of a level is that of both shapes and their places, along an axis and against it, and
// what four numbers leave of a float is on the right side of it.
#[test]
fn levels_are_sums_of_four() {
    let bounds = |sign: f64, [a, b, place_a, place_b]: [f64; 4]| {
        let hull = |y: f64, outwards: f64| {
            let points = [[-1.0, y], [2.0, y], [0.0, y + outwards]];
            Hull::new(points.map(|[x, y]| DVec2::new(x, sign * y))).unwrap()
        };
        let pose = |y: f64| Pose::from_translation(DVec2::Y * (sign * y)).unwrap();
        let above = Posed::new(hull(a, 1.0), pose(place_a));
        let below = Posed::new(hull(b, -1.0), pose(place_b));
        let pairs = [([0, 1], 0.5), ([1, 0], 0.5)];
        let up = DVec2::Y * sign;
        let found = proved((&above, &below), Goal::ClosestPoints, &pairs, up, 9.0).unwrap();
        [found.lower, found.distance, found.upper]
    };
    let two = 2f64;
    for sign in [1.0, -1.0] {
        assert_eq!(bounds(sign, [0.75, 0.25, 2.0, -1.0]), [3.5; 3]);
        assert_eq!(bounds(sign, [0.75, -0.25, -2.0, -4.0]), [3.0; 3]);
        let [half, tiny] = [f64::EPSILON, 2f64.powi(-60)];
        // 2 + 2^-52 is in the middle between two numbers.
        let less = bounds(sign, [1.0 + half, tiny * tiny, 1.0, tiny]);
        assert_eq!(less, [two, two, two.next_up()]);
        let more = bounds(sign, [1.0 + half, -tiny * tiny, 1.0, -tiny]);
        assert_eq!(more, [two, two.next_up(), two.next_up()]);
    }
}

// Claim: the height of a level is known exactly if the sum of two points is a number and so is that of their
// places, or if that of the places is zero; else its error is a part of it, at any size.
#[test]
fn levels_know_their_error() {
    let error = |size: f64, [a, b, place_a, place_b]: [f64; 4]| {
        let hull = |y: f64| Hull::new([-1.0, 2.0].map(|x| DVec2::new(x, y) * size)).unwrap();
        let pose = |y: f64| Pose::from_translation(DVec2::Y * (y * size)).unwrap();
        let above = Posed::new(hull(a), pose(place_a));
        let below = Posed::new(hull(b), pose(place_b));
        let pairs = [([0, 1], 0.5), ([1, 0], 0.5)];
        let goal = Goal::Distance;
        let found = standing(
            (&above, &below),
            goal,
            &pairs,
            DVec2::Y,
            9.0,
            |search, simplex| search.height_of_level(simplex).unwrap(),
        );
        found.error / size
    };
    let tiny = 2f64.powi(-60);
    let part = DoubleDouble::<f64>::UNIT_ROUNDOFF;
    for size in [1.0, 2f64.powi(20), 2f64.powi(-20)] {
        assert_eq!(error(size, [2.0, 1.0, 3.0, 1.0]), 0.0);
        assert_eq!(error(size, [2.0, tiny, 0.0, 0.0]), 0.0);
        for inexact in [
            [2.0, tiny, 3.0, 1.0],
            [2.0, -2.0, 1.0, tiny],
            [2.0, tiny, 4.0, 2.0 * tiny],
        ] {
            let height = inexact[0] - inexact[1] + inexact[2] - inexact[3];
            assert_eq!(error(size, inexact), part * height, "{inexact:?}");
        }
    }
}

// Claim: radii that reach beyond a level leave no distance, whatever the size. Among the least numbers
// the part of it that an error may be underflows: what was left, less than nothing, was once called
// the distance.
#[test]
fn radii_beyond_a_level_leave_nothing() {
    for size in [1.0, f64::MIN_POSITIVE] {
        let edge = Hull::new([[-1.0, 1.0], [1.0, 1.0]].map(|p| DVec2::from(p) * size)).unwrap();
        let found = |radius: f64| {
            let ball = Ball::new(DVec2::ZERO, radius * size).unwrap();
            let pairs = [([0, 0], 0.5), ([1, 0], 0.5)];
            let up = DVec2::Y * size;
            let found = proved((&edge, &ball), Goal::Distance, &pairs, up, 0.0);
            found.map(|found| found.distance / size)
        };
        assert_eq!(found(0.0), Some(1.0));
        assert_eq!(found(1.0), None);
        assert_eq!(found(2.0), None);
    }
}

// Claim: an axis has one coordinate.
#[test]
fn axes_have_one_coordinate() {
    let tiny = f64::from_bits(1);
    assert_eq!(axis_of(DVec3::Y * -3.0), Some((1, -1.0)));
    assert_eq!(axis_of(DVec2::X * tiny), Some((0, 1.0)));
    assert_eq!(axis_of(DVec3::new(0.0, tiny, 1.0)), None);
    assert_eq!(axis_of(DVec3::ZERO), None);
}

// Claim: the nearest point must be in the inside by more than the plane may lean: the mean of these
// weights is beside the nearest point, by a part of the edge.
#[test]
fn weights_are_larger_than_their_error() {
    let edge = |part: f64, beside: f64| {
        // The origin is below the first end, but for a part of the length.
        let ends = [[-2.0 * part, 3.0], [2.0 - 2.0 * part, 3.0]];
        let part = part + beside;
        let weights = [1.0 - part, part];
        distance([&ends, ORIGIN], [0.0; 2], (ENDS, weights), UP)
    };
    assert_eq!(edge(2f64.powi(-20), 0.0), Some(3.0));
    assert_eq!(edge(2f64.powi(-20), 2f64.powi(-40)), Some(3.0));
    assert_eq!(edge(2f64.powi(-40), 2f64.powi(-40)), None);
    // Weights that are no larger than rounding.
    assert_eq!(edge(2f64.powi(-50), 0.0), None);
    assert_eq!(edge(-(2f64.powi(-44)), 2f64.powi(-43)), None);
}

// Claim: what is too short beside the numbers that it is computed from has no slope to go by.
#[test]
fn short_edges_have_no_slope() {
    let edge = |length: i32| {
        let half = 2f64.powi(length - 1);
        let far = [9.0, 9.0];
        distance(
            [&[[-half, 3.0], [half, 3.0], far], ORIGIN],
            [0.0; 2],
            (ENDS, HALVES),
            UP,
        )
    };
    assert_eq!(edge(-20), Some(3.0));
    assert_eq!(edge(-32), None);
}

// Claim: radii are taken off, and where they leave little of the distance it is not known.
#[test]
fn little_is_not_known() {
    let above = [[-1.0, 3.0], [1.0, 3.0]];
    let beyond = |radii| distance([&above, ORIGIN], radii, (ENDS, HALVES), UP);
    assert_eq!(beyond([0.5, 0.125]), Some(2.375));
    assert_eq!(beyond([2.0, 1.0 - 2f64.powi(-10)]), Some(2f64.powi(-10)));
    assert_eq!(beyond([2.0, 1.0 - 2f64.powi(-30)]), None);
    assert_eq!(beyond([2.0, 1.0]), None);
    assert_eq!(beyond([2.0, 1.5]), None);
}

// Claim: the bounds are the neighbours of a distance that is no number, and a number has none.
#[test]
fn bounds_are_neighbours() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    let (mut less, mut more) = (0, 0);
    for x in (1..40).map(f64::from) {
        let point = Point::new(DVec2::new(1.0, x)).unwrap();
        let pairs = [([0, 0], 1.0)];
        let direction = DVec2::new(1.0, x);
        let found = proved(
            (&point, &origin),
            Goal::ClosestPoints,
            &pairs,
            direction,
            0.0,
        )
        .unwrap();
        let square = 1.0 + x * x;
        let root = square.sqrt();
        let rest = f64::mul_add(root, root, -square);
        let expected = if rest > 0.0 {
            less += 1;
            [root.next_down(), root, root]
        } else {
            more += 1;
            [root, root, root.next_up()]
        };
        assert_eq!([found.lower, found.distance, found.upper], expected, "{x}");
    }
    assert!(less > 9 && more > 9, "{less} {more}");
    let point = Point::new(DVec2::new(3.0, 4.0)).unwrap();
    let direction = DVec2::new(3.0, 4.0);
    let of = |goal| proved((&point, &origin), goal, &[([0, 0], 1.0)], direction, 0.0);
    assert!(of(Goal::ClosestPoints).is_none());
    assert_eq!(of(Goal::Distance).map(|found| found.distance), Some(5.0));
}

/// What a claim is made of beside its simplex, in lengths of that edge.
#[derive(Clone, Copy)]
struct Measures {
    /// The length of the mean.
    upper: f64,
    reach: f64,
    span: f64,
    tilt: f64,
    /// What the mean has beside the direction.
    beside: f64,
}

const NEAR: Measures = Measures {
    upper: 1.0,
    reach: 1.0,
    span: 0.0,
    tilt: 0.0,
    beside: 0.0,
};

/// The claim about an edge of this least weight, its error in lengths of the edge, in the plane or in space.
fn claimed<V: Vector + Stored<Wide = V>>(
    [first, second]: [V; 2],
    direction: V,
    least_weight: f64,
    measures: Measures,
) -> Option<Claim> {
    let edge = Hull::new([first, second]).unwrap();
    let origin = Point::new(V::ZERO).unwrap();
    let pairs = [([0, 0], 1.0 - least_weight), ([1, 0], least_weight)];
    standing(
        (&edge, &origin),
        Goal::Distance,
        &pairs,
        direction,
        0.0,
        |search, simplex| {
            let length = 1.0 / simplex.slope_squared().unwrap().sqrt();
            search.upper = measures.upper * length;
            search.lower = search.upper;
            search.reach = measures.reach * length;
            search.span = measures.span * length;
            search.closing = Some(Closing {
                rest: 0.0,
                beside_squared: (measures.beside * length) * (measures.beside * length),
                tilt: measures.tilt * length,
            });
            let mut claim = search.claim(simplex)?;
            claim.height.error /= length;
            Some(claim)
        },
    )
}

fn claimed_in_the_plane(least_weight: f64, measures: Measures) -> Option<Claim> {
    let ends = [[-1.0, 3.0], [1.0, 3.0]].map(turned);
    claimed(ends, turned(UP), least_weight, measures)
}

/// What is just less than a limit, and what is just more.
fn about(limit: f64) -> [f64; 2] {
    [0.99, 1.01].map(|part| part * limit)
}

// Claim: a simplex is too short for a claim beside the largest length and the span together.
#[test]
fn steepness_is_that_of_reach_and_span() {
    let half = STEEPEST / 2.0;
    for [reach, span] in [[half, half], [half / 2.0, 3.0 * half / 2.0]] {
        let found = about(1.0).map(|part| {
            let measures = Measures {
                reach: reach * part,
                span: span * part,
                ..NEAR
            };
            claimed_in_the_plane(0.5, measures).is_some()
        });
        assert_eq!(found, [true, false], "{reach} {span}");
    }
}

// Claim: twice what the nearest point may be off, in lengths of the edge, is the least that a weight may
// be: by rounding, by how the edge leans over the length of the mean, and by what that has beside the
// direction, of which the square of a sum takes `√3`.
#[test]
fn each_part_of_the_error_is_weighed() {
    let factor = 2.0 * 3f64.sqrt();
    let far = Measures {
        upper: 1024.0,
        reach: 1024.0,
        ..NEAR
    };
    let tilt = 2f64.powi(-24);
    let beside = 2f64.powi(-20);
    for (measures, off) in [
        (far, OF_BESIDE * 2048.0),
        (Measures { tilt, ..far }, tilt * 1024.0),
        (Measures { beside, ..far }, beside),
    ] {
        let limits = about(factor * off);
        let found = limits.map(|weight| claimed_in_the_plane(weight, measures).is_some());
        assert_eq!(found, [false, true], "{off:e}");
    }
}

/// The lean that a margin makes up for.
fn lean_of(claim: &Claim) -> Option<f64> {
    match claim.needs {
        Needs::Margin(margin) => Some(margin / LEANS),
        _ => None,
    }
}

// Claim: an edge in the plane leans by how its ends differ in height, and by how far these may be off
// besides, as a part of the largest length. In space it leans by what the mean has beside the direction, over
// the length of that mean.
#[test]
fn leans_have_two_parts() {
    let reach = STEEPEST / 2.0;
    let unknown = OF_REACH * reach;
    let found = about(LEAN[0]).map(|lean| {
        let tilt = lean - unknown;
        let measures = Measures {
            reach,
            tilt,
            ..NEAR
        };
        lean_of(&claimed_in_the_plane(0.5, measures).unwrap())
    });
    assert_eq!(found, [Some(LEAN[0]), Some(LEAN[1])]);
    let in_space = |upper: f64, lean: f64| {
        let measures = Measures {
            upper,
            reach: upper,
            beside: lean * upper / 3f64.sqrt(),
            ..NEAR
        };
        let ends = [[-1.0, 0.0, 3.0], [1.0, 0.0, 3.0]].map(turned_in_space);
        let up = turned_in_space([0.0, 0.0, 1.0]);
        lean_of(&claimed(ends, up, 0.5, measures).unwrap())
    };
    for upper in [1.0, 1024.0, 1.0 / 1024.0] {
        let found = about(LEAN[1]).map(|lean| in_space(upper, lean));
        assert_eq!(found, [Some(LEAN[1]), Some(LEAN[2])], "{upper}");
    }
}

// Claim: the error of a height has a part of the largest length, one of the differences in height, and the
// square of what the mean has beside the direction, over its length.
#[test]
fn errors_have_three_parts() {
    let error = |upper, reach, tilt, beside| {
        let measures = Measures {
            upper,
            reach,
            tilt,
            beside,
            ..NEAR
        };
        let claim = claimed_in_the_plane(0.5, measures).unwrap();
        claim.height.error
    };
    let [short, tilt, beside] = [-20, -40, -20].map(|k| 2f64.powi(k));
    for (found, expected) in [
        (error(1.0, 128.0, 0.0, 0.0), OF_REACH * 128.0),
        (
            error(short, short, tilt, 0.0),
            OF_REACH * short + OF_TILT * tilt,
        ),
        (error(8.0, 8.0, 0.0, beside), 3.0 * beside * beside / 8.0),
    ] {
        let [least, most] = about(expected);
        assert!(least < found && found < most, "{found:e} {expected:e}");
    }
}

// Claim: an error may be that part of a distance at any size, also of one that a radius has been taken off
// from, which adds next to nothing. The bounds are the neighbours on either side if the distance may be a
// number or not, and are left open if the error is so small that it likely is one.
#[test]
fn errors_are_parts_of_the_height() {
    for size in [1.0, 2f64.powi(40), 2f64.powi(-40)] {
        let found = |goal, height: f64, radius: f64, error: f64| {
            let point = Point::new(DVec2::Y * size).unwrap();
            let ball = Ball::new(DVec2::ZERO, radius * size).unwrap();
            let pairs = [([0, 0], 1.0)];
            let claim = Claim {
                height: Estimate {
                    value: DoubleDouble::from(height * size),
                    error: error * size,
                },
                scale: 1.0,
                needs: Needs::Nothing,
            };
            let up = DVec2::Y * size;
            let proved = standing((&point, &ball), goal, &pairs, up, 0.0, |search, _| {
                search.proved_by(&claim)
            });
            proved.map(|proved| [proved.lower, proved.distance, proved.upper].map(|x| x / size))
        };
        let distance = |height, radius, error| {
            found(Goal::Distance, height, radius, error).map(|[_, distance, _]| distance)
        };
        let known = [Some(1.0), None];
        assert_eq!(about(KNOWN).map(|error| distance(1.0, 0.0, error)), known);
        assert_eq!(about(KNOWN).map(|error| distance(1.5, 0.5, error)), known);
        assert_eq!(distance(0.5, 0.5, 0.0), None);
        let bounds = |error| found(Goal::ClosestPoints, 1.0, 0.0, error);
        let one = 1f64;
        let around = [one.next_down(), one, one.next_up()];
        assert_eq!(about(WELL_KNOWN).map(bounds), [None, Some(around)]);
        assert_eq!(bounds(0.0), Some([1.0; 3]));
    }
}
