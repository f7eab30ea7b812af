//! Each test is a claim about a simplex that holds the origin.

use std::vec::Vec;

use glam::{DVec2, DVec3};

use super::super::tests::candidate_of;
use super::{VERTEX_ERROR, contains_origin, find_simplex_around_origin};
use crate::arithmetic::{Precise, ROUNDOFF};
use crate::decide::Decision;
use crate::difference::Difference;
use crate::difference::tests::{between, from_origin};
use crate::pose::Pose;
use crate::propose::Candidate;
use crate::shape::{Cuboid, Hull, Point, Posed};
use crate::support::{Feature, SupportMapping};
use crate::tests::numbers;
use crate::vector::{Stored, Vector};

/// Calls `look` with the simplex of all vertices of a hull, and the origin beyond a place: both are
/// moved there.
pub(crate) fn holding<V: Vector + Stored<Wide = V>, T>(
    corners: &[V],
    place: V,
    look: impl FnOnce(&Difference<'_>, &mut Candidate<DVec3>) -> T,
) -> T {
    let pose = Pose::from_translation(place).unwrap();
    let hull = Posed::new(Hull::new(corners).unwrap(), pose);
    let origin = Point::new(place).unwrap();
    between(&hull, &origin, |difference| {
        let pairs: Vec<_> = (0..corners.len() as u32).map(|i| ([i, 0], 0.25)).collect();
        look(difference, &mut candidate_of(difference, &pairs))
    })
}

fn is_sure<V: Vector + Stored<Wide = V>>(corners: &[V]) -> bool {
    holding(corners, V::ZERO, |difference, candidate| {
        contains_origin(difference, candidate)
    })
}

/// The doubt of a volume of a vertex and two edges of these lengths.
fn doubt([p, q, r]: [f64; 3]) -> f64 {
    VERTEX_ERROR * ROUNDOFF * (p + q + r) * (q * r + 2.0 * p * (q + r))
}

/// Asserts that a simplex whose lowest side is that far below the origin holds it for certain from
/// some height on.
fn is_sure_from(least: f64, is_sure: impl Fn(f64) -> bool) {
    for (height, expected) in [
        (0.5, true),
        (least * 1.125, true),
        (least * 0.875, false),
        (0.0, false),
        (-least * 2.0, false),
        (-0.5, false),
        (-1.0, false),
    ] {
        assert_eq!(is_sure(height), expected, "{height}");
    }
}

// Claim: a simplex holds the origin for certain where all of its sides are farther from it than
// rounding may be wrong, whatever its size and the order of its vertices.
#[test]
fn the_origin_is_surely_inside() {
    for size in [2f64.powi(-20), 1.0, 2f64.powi(20)] {
        // The side and the origin make an area of twice the height; the third edge is as long as
        // the side.
        let least = doubt([1.0, 2.0, 2.0]) / 4.0;
        for (turn, mirrored) in [(0, false), (1, false), (2, false), (0, true), (1, true)] {
            is_sure_from(least, |height| {
                let mut triangle = [[-1.0, -height], [1.0, -height], [0.0, 1.0]];
                triangle.rotate_left(turn);
                if mirrored {
                    triangle.reverse();
                }
                is_sure(&triangle.map(|p| DVec2::from(p) * size))
            });
        }
        // A volume of six times the root of three and the height.
        let root = 3f64.sqrt();
        let least = doubt([2.0, 2.0 * root, 2.0 * root]) / (6.0 * root);
        for (turn, mirrored) in [(0, false), (1, true), (2, false), (3, true), (3, false)] {
            is_sure_from(least, |height| {
                let mut corners = [
                    [2.0, 0.0, -height],
                    [-1.0, root, -height],
                    [-1.0, -root, -height],
                    [0.0, 0.0, 1.0],
                ];
                corners.rotate_left(turn);
                if mirrored {
                    corners.swap(1, 2);
                }
                is_sure(&corners.map(|p| DVec3::from(p) * size))
            });
        }
    }
}

// Claim: what does not fill the space is not sure, nor are numbers that are none.
#[test]
fn what_has_no_inside_is_not_sure() {
    let triangle = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]];
    assert!(is_sure(&triangle.map(DVec2::from)));
    assert!(!is_sure(&triangle.map(|[x, y]| DVec3::new(x, y, 0.0))));
    assert!(!is_sure(
        &triangle[..2]
            .iter()
            .map(|p| DVec2::from(*p))
            .collect::<Vec<_>>()
    ));
    let flat = [[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0], [2.0, 2.0]];
    assert!(!is_sure(&flat.map(|[x, y]| DVec3::new(x, y, 0.0))));
}

// Claim: who is sure is right: near the limit too, wherever the shapes stand, as no rounding
// decides. Against the decision without rounding.
#[test]
fn who_is_sure_is_right() {
    let mut number = numbers();
    let (mut sure, mut outside) = (0, 0);
    for round in 0..1500 {
        let mut vector = || DVec3::new(number(), number(), number());
        let [p, q, r, s] = [vector(), vector(), vector(), vector()];
        // A point of a side, moved out of it a little, becomes the origin.
        let [u, v] = [0.2, 0.3];
        let place = p * u + q * v + r * (1.0 - u - v);
        let height = 2f64.powi(-40 - round % 20);
        let aside = place + (p + q + r - s * 3.0) * (height * f64::from(1 - 2 * (round % 2)));
        let far = vector() * [0.0, 1.0, 1e4][round as usize % 3];
        let corners = [p, q, r, s].map(|corner| corner - aside);
        holding(&corners, far, |difference, candidate| {
            let meets = Decision::of(difference, candidate.pairs(), 99)
                .unwrap()
                .cores_meet();
            let is_sure = contains_origin(difference, candidate);
            assert!(meets || !is_sure, "{round}");
            (sure, outside) = (sure + u32::from(is_sure), outside + u32::from(!meets));
        });
        let corners = [p, q, s].map(DVec3::truncate);
        let side = (p * 0.4 + q * 0.6).truncate();
        let aside = side + (side - s.truncate()) * height;
        holding(
            &corners.map(|p| p - aside),
            far.truncate(),
            |difference, candidate| {
                let meets = Decision::of(difference, candidate.pairs(), 99)
                    .unwrap()
                    .cores_meet();
                assert!(meets || !contains_origin(difference, candidate), "{round}");
            },
        );
    }
    assert!(sure > 100 && outside > 300, "{sure} {outside}");
}

/// Whether the vertices of a hull that are numbered, with others around them, contain the origin
/// for certain.
fn is_surrounded<V: Vector + Stored<Wide = V>>(corners: &[V], numbers: &[u32]) -> bool {
    holding(corners, V::ZERO, |difference, _| {
        let pairs: Vec<_> = numbers.iter().map(|i| ([*i, 0], 0.25)).collect();
        contains_origin(difference, &candidate_of(difference, &pairs))
    })
}

// Claim: the origin is certainly inside a box if it is on a triangle of corners or on a diagonal,
// within rounding and beyond, and as deep inside as volumes are large enough; not on a side or an
// edge of the box, or near a corner of the triangle.
#[test]
fn the_origin_may_be_on_a_side_of_the_simplex() {
    let corners = |center: DVec3| -> Vec<DVec3> {
        let cuboid = Cuboid::new(DVec3::ONE).unwrap();
        let corner = |i: u32| cuboid.point(Feature::Vertex(i)) - center;
        (0..8).map(corner).collect()
    };
    let unsure = VERTEX_ERROR * ROUNDOFF;
    for noise in [0.0, 1e-17, -1e-12, 1e-9] {
        let aside = DVec3::new(0.3, -0.7, 0.2) * noise;
        // A triangle across the box, with the origin well inside of it.
        let triangle = corners(DVec3::new(-0.25, -0.25, -0.5) + aside);
        assert!(is_surrounded(&triangle, &[6, 5, 3]), "{noise:e}");
        let diagonal = corners(aside);
        assert!(is_surrounded(&diagonal, &[0, 7]), "{noise:e}");
        assert!(is_surrounded(&diagonal, &[3, 4]), "{noise:e}");
        // On a side, in the middle of an edge of it, and next to a corner.
        let on_a_side = corners(DVec3::new(0.25, 0.125, 1.0));
        assert!(!is_surrounded(&on_a_side, &[0, 1, 3]), "{noise:e}");
        let on_an_edge = corners(DVec3::new(1.0, 0.125, 1.0));
        assert!(!is_surrounded(&on_an_edge, &[0, 2]), "{noise:e}");
        assert!(!is_surrounded(&diagonal, &[0]));
    }
    for part in [1e-3, unsure * 16.0, unsure / 64.0, 0.0, -1e-3] {
        // So far from the first corner along the diagonal.
        let center = DVec3::ONE * (1.0 - part);
        assert_eq!(
            is_surrounded(&corners(center), &[0, 7]),
            part > unsure,
            "{part:e}"
        );
    }
    // Around the axis of this one there are three vertices only.
    let around = [[1.0, 0.0, 0.1], [-0.5, 0.9, -0.2], [-0.6, -0.8, 0.0]];
    let axis = [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let bipyramid = [&axis[..], &around].concat();
    let bipyramid: Vec<DVec3> = bipyramid.into_iter().map(DVec3::from).collect();
    assert!(is_surrounded(&bipyramid, &[0, 1]));
    assert!(!is_surrounded(&bipyramid[..4], &[0, 1]));
    let square: Vec<DVec2> = corners(DVec3::ZERO)[..4]
        .iter()
        .map(|p| p.truncate())
        .collect();
    assert!(is_surrounded(&square, &[0, 3]) && !is_surrounded(&square, &[0, 1]));
    let lower: Vec<DVec2> = square.iter().map(|p| *p - DVec2::Y).collect();
    assert!(!is_surrounded(&lower, &[0, 1]));
}

// Claim: nothing is certain of vertices that are one point or in a line, or of hulls that are flat.
#[test]
fn what_is_flat_is_not_surrounded() {
    let flat = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    let flat = flat.map(|[x, y]| DVec3::new(x, y, 0.0));
    for numbers in [&[0, 2][..], &[0, 1, 2], &[1, 3], &[2], &[0, 0], &[0, 2, 2]] {
        assert!(!is_surrounded(&flat, numbers), "{numbers:?}");
    }
    let line = [DVec3::ONE, DVec3::ZERO, DVec3::NEG_ONE];
    for numbers in [&[0, 2][..], &[0, 1, 2], &[1]] {
        assert!(!is_surrounded(&line, numbers), "{numbers:?}");
    }
}

// Claim: who is surrounded is inside: of any faces and edges of hulls around a point of theirs, or
// a little beside it, next to the surface too. Against the decision without rounding.
#[test]
fn who_is_surrounded_is_inside() {
    let mut number = numbers();
    let (mut sure, mut outside, mut missed) = (0, 0, 0);
    for round in 0..3000u32 {
        let mut vector = || DVec3::new(number(), number(), number());
        let mut points: Vec<DVec3> = (0..6).map(|_| vector()).collect();
        if round % 3 == 0 {
            points = points.iter().map(|p| (*p * 4.0).round()).collect();
        }
        let count = 2 + round as usize % 2;
        // A mean of the first of them, a little towards or away from the others.
        let on = points[..count].iter().sum::<DVec3>() / count as f64;
        let all = points.iter().sum::<DVec3>() / 6.0;
        let height = [0.0, 1e-3, -1e-3, 2f64.powi(-40), -(2f64.powi(-48))][round as usize % 5];
        let place = on + (all - on) * height;
        let far = vector() * [0.0, 1.0, 1e4][round as usize % 3];
        let corners: Vec<DVec3> = points.iter().map(|p| *p - place).collect();
        holding(&corners, far, |difference, _| {
            let pairs: Vec<_> = (0..count as u32).map(|i| ([i, 0], 0.25)).collect();
            let candidate = candidate_of(difference, &pairs);
            let decision = Decision::of(difference, candidate.pairs(), 99).unwrap();
            let is_sure = contains_origin(difference, &candidate);
            assert!(decision.cores_meet() || !is_sure, "{round}");
            sure += u32::from(is_sure);
            outside += u32::from(!decision.cores_meet());
            missed += u32::from(decision.cores_meet() && !is_sure);
        });
    }
    assert!(sure > 700 && outside > 500, "{sure} {outside} {missed}");
}

/// A hull that must not be asked for a direction of no length.
struct Asked(Vec<DVec3>);

impl SupportMapping for Asked {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.farthest(direction, 0).1
    }

    fn farthest(&self, direction: DVec3, near: u32) -> (Feature<DVec3>, DVec3) {
        assert!(direction.length_squared() > 0.0, "{direction}");
        Hull::new(&self.0[..]).unwrap().farthest(direction, near)
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        Hull::new(&self.0[..]).unwrap().point(feature)
    }

    fn extent(&self) -> f64 {
        2.0
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(self.0.len() as u32)
    }
}

crate::body::shapes! { [] Asked: DVec3, |core| crate::Body::new(core); }

// Claim: shapes are asked for directions that have a length only: not across vertices that are one
// point, or in a line.
#[test]
fn no_direction_is_zero() {
    let hull = Asked([-1.0, 1.0, 0.5, -1.0].map(DVec3::splat).to_vec());
    from_origin(&hull, |difference| {
        for numbers in [&[0, 0][..], &[0, 3], &[0, 1, 2], &[0, 0, 1], &[2], &[0, 1]] {
            let pairs: Vec<_> = numbers.iter().map(|i| ([*i, 0], 0.25)).collect();
            assert!(!contains_origin(
                difference,
                &candidate_of(difference, &pairs)
            ));
        }
    });
}

/// Points with digits beyond `f64`, each a piece of its own. The first four are farthest along the
/// axes `across` an edge, in turn; the edge is that of the last two.
struct Digits {
    points: [[DVec3; 2]; 6],
    across: [DVec3; 2],
}

impl SupportMapping for Digits {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.farthest(direction, 0).1
    }

    fn farthest(&self, direction: DVec3, _near: u32) -> (Feature<DVec3>, DVec3) {
        let [x, y] = self.across.map(|axis| direction.dot(axis));
        let piece = match x.abs() > y.abs() {
            true => 2 * usize::from(x > 0.0),
            false => 1 + 2 * usize::from(y > 0.0),
        };
        (
            Feature::Piece(piece as u32, direction),
            self.points[piece][0],
        )
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        match feature {
            Feature::Piece(piece, _) => self.points[piece as usize % 6][0],
            Feature::Vertex(_) => self.points[0][0],
        }
    }

    fn precise_point(&self, piece: u32, _direction: DVec3) -> Option<[DVec3; 2]> {
        self.points.get(piece as usize).copied()
    }

    fn extent(&self) -> f64 {
        2.0
    }
}

crate::body::shapes! { [] Digits: DVec3, |core| crate::Body::new(core); }

// Claim: two support points near an edge may be on different sides of it though `f64` sees one
// point: a circle that turns by more than half between them does not surround the edge. Where they
// are one point, it may.
#[test]
fn digits_beyond_f64_tell_points_apart() {
    let (middle, half) = (DVec3::splat(0.5), DVec3::ONE);
    let [x, y] = [DVec3::new(0.0, 1.0, -1.0), DVec3::new(-2.0, 1.0, 1.0)].map(DVec3::normalize);
    // Seen along the edge: beside it, at an angle in degrees.
    let at = |angle: f64| {
        let (sin, cos) = angle.to_radians().sin_cos();
        x * cos + y * sin
    };
    let tiny = 2f64.powi(-55);
    for (angles, is_around) in [
        ([150.0, 235.0, 430.0, 460.0], false),
        ([150.0, 290.0, 290.0, 460.0], true),
    ] {
        let [p, q, r, s] = angles;
        // The origin is beside the edge, on the side where no point is if it is not surrounded.
        let aside = at(152.0) * 2f64.powi(-75);
        let points = [
            [at(p), DVec3::ZERO],
            [middle, at(q) * tiny],
            [middle, at(r) * tiny],
            [at(s), DVec3::ZERO],
            [-half, aside],
            [half, aside],
        ];
        let shape = Digits {
            points,
            across: [x, y],
        };
        from_origin(&shape, |difference| {
            let mut edge = Candidate::<Precise>::empty();
            for piece in [4, 5] {
                let pair = difference.pair([Feature::Piece(piece, DVec3::X), Feature::Vertex(0)]);
                edge.add(&pair, difference.point_in(&pair));
            }
            assert_eq!(find_simplex_around_origin(difference, &mut edge), is_around);
        });
    }
}

// Claim: of the simplices around an edge the one that contains the origin is taken, whichever it
// is: the origin is beside a diagonal of a cube, on any side of it.
#[test]
fn the_simplex_around_the_origin_is_taken() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    for turn in 0..8 {
        let angle = 0.1 + f64::from(turn) * core::f64::consts::FRAC_PI_4;
        let (x, y) = (DVec3::new(1.0, -1.0, 0.0), DVec3::new(1.0, 1.0, -2.0));
        let beside = (x * angle.cos() + y * angle.sin()) * 0.0625;
        between(&cube, &Point::new(beside).unwrap(), |difference| {
            let mut edge = Candidate::<Precise>::empty();
            for corner in [0, 7] {
                let pair = difference.pair([corner, 0].map(Feature::Vertex));
                edge.add(&pair, difference.point_in(&pair));
            }
            assert!(find_simplex_around_origin(difference, &mut edge), "{turn}");
            let off = edge.mean_of_pairs(difference).hi.length();
            assert!(off <= 2f64.powi(-90), "{turn}: {off:e}");
        });
    }
}
