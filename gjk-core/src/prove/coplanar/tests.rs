//! Each test is a claim about vertices that are coplanar up to rounding.

use super::super::core_distance;
use super::super::tests::candidate_of;
use super::{Table, Vertex};
use crate::arithmetic::{Precise, Space};
use crate::body::Shape;
use crate::decide::Decision;
use crate::decide::tests::distance_beyond;
use crate::difference::tests::{between, pair_of};
use crate::shape::{Hull, Point};
use crate::support::{Feature, SupportMapping};
use crate::tests::numbers;
use glam::DVec3;
use std::vec;
use std::vec::Vec;

const NORMAL: DVec3 = DVec3::new(0.48, 0.6, 0.64);

/// Corners that are coplanar up to these rises, times 2^-50: of a shape whose difference from the
/// origin has its nearest face about there.
fn nearly_coplanar_corners(rises: &[f64; 5]) -> Vec<DVec3> {
    let places = [
        [-1.0, -0.9],
        [1.1, -1.0],
        [0.9, 1.2],
        [-1.2, 0.8],
        [0.1, 0.2],
    ];
    let across = [DVec3::new(0.8, 0.0, -0.6), DVec3::new(-0.36, 0.8, -0.48)];
    let corner = |([x, y], rise): (&[f64; 2], &f64)| {
        NORMAL * (3.0 + rise * 2f64.powi(-50)) + across[0] * *x + across[1] * *y
    };
    places.iter().zip(rises).map(corner).collect()
}

/// The simplices that faces are searched from.
const STARTS: [&[u32]; 6] = [&[0], &[0, 1], &[0, 1, 2], &[3, 2, 1], &[4, 0, 1], &[2, 3]];

/// How often the distance of two shapes is proved to the last digit, from simplices along a
/// direction; what is proved is right.
fn proved_to_the_last_digit<P: Space>(
    a: &impl Shape<Vector = DVec3>,
    b: &impl Shape<Vector = DVec3>,
    starts: impl Iterator<Item = Vec<[u32; 2]>>,
    direction: DVec3,
) -> usize {
    between(a, b, |difference| {
        let decision = Decision::of(difference, &[], 99).unwrap();
        let proofs = starts.filter(|start| {
            let pairs: Vec<_> = start.iter().map(|pair| (*pair, 1.0)).collect();
            let mut candidate = candidate_of::<P>(difference, &pairs);
            candidate.weigh(&candidate.nearest().weights);
            let proof = core_distance(difference, direction, &mut candidate, true);
            let Some(proof) = proof else {
                return false;
            };
            let distance = proof.distance;
            let off = distance_beyond(&decision, [distance.value.hi, distance.value.lo]);
            assert!(off.abs() <= distance.error, "{off:e} {:e}", distance.error);
            // The plane is across the normal, on the other side.
            assert!(proof.normal.dot(NORMAL) < 0.0);
            distance.error <= 2f64.powi(-60) * difference.scaling.size
        });
        proofs.count()
    })
}

/// The same of corners and the origin, from the simplices of the list.
fn proved_before_the_origin<P: Space>(corners: &[DVec3], direction: DVec3) -> usize {
    let hull = Hull::new(corners).unwrap();
    let origin = Point::new(DVec3::ZERO).unwrap();
    let starts = STARTS
        .iter()
        .map(|start| start.iter().map(|corner| [*corner, 0]).collect());
    proved_to_the_last_digit::<P>(&hull, &origin, starts, direction)
}

// Claim: of corners that are coplanar up to a last digit the face is found that none of them is
// below, whatever simplex over the foot of the origin it is searched from, and its distance is
// proved to the last digit.
#[test]
fn the_lowest_face_is_found_from_any_simplex() {
    let mut number = numbers();
    for _ in 0..200 {
        let rises = core::array::from_fn(|_| number());
        let corners = nearly_coplanar_corners(&rises);
        let found = [
            proved_before_the_origin::<DVec3>(&corners, NORMAL),
            proved_before_the_origin::<Precise>(&corners, NORMAL),
        ];
        assert!(found.iter().all(|count| *count >= 3), "{found:?}");
    }
}

// Claim: where the direction leans, so that corners which are near the plane do not look so along
// it, what is proved is right all the same; and something is.
#[test]
fn directions_that_lean_are_corrected() {
    let mut number = numbers();
    let mut found = 0;
    for round in 0..200 {
        let much = 2f64.powi(round % 14);
        let rises = core::array::from_fn(|_| number() * much);
        let lean = DVec3::new(number(), number(), number()) * 2f64.powi(-20 - round % 20);
        found +=
            proved_before_the_origin::<Precise>(&nearly_coplanar_corners(&rises), NORMAL + lean);
    }
    assert!(found > 100, "{found}");
}

// Claim: so it is where both shapes have a face that leans, and what one rises the other falls: the
// parts of a vertex of the difference cancel, their errors do not.
#[test]
fn faces_that_lean_alike_are_proved() {
    let mut number = numbers();
    let mut found = 0;
    for round in 0..400 {
        let lean = 2f64.powi(round % 10);
        let mut corners = |offset: f64, side: f64| -> Vec<DVec3> {
            let rises = core::array::from_fn(|_| number() * 0.1);
            let face = nearly_coplanar_corners(&rises).into_iter();
            face.map(|corner| {
                let x = corner.dot(DVec3::new(0.8, 0.0, -0.6));
                (corner + NORMAL * (offset + x * lean * 2f64.powi(-50))) * side
            })
            .collect()
        };
        let (a, b) = (
            Hull::new(corners(0.0, 1.0)).unwrap(),
            Hull::new(corners(-1.0, -1.0)).unwrap(),
        );
        let starts = (0..25).map(|number| vec![[number / 5, number % 5]]);
        found += proved_to_the_last_digit::<Precise>(&a, &b, starts, NORMAL);
    }
    assert!(found > 1000, "{found}");
}

/// Points of any coordinates.
struct Any(Vec<DVec3>);

impl SupportMapping for Any {
    type Vector = DVec3;

    fn support(&self, _: DVec3) -> DVec3 {
        self.0[0]
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        match feature {
            Feature::Vertex(number) => self.0[number as usize],
            Feature::Piece(..) => self.0[0],
        }
    }

    fn extent(&self) -> f64 {
        100.0
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(self.0.len() as u32)
    }
}

crate::body::shapes! { [] Any: DVec3, |core| crate::Body::new(core); }

// Claim: a vertex that is not finite, and more near vertices than there is room for, are left to
// other means; vertices that are clearly higher take no room.
#[test]
fn what_does_not_fit_is_left() {
    let table = |count: usize, last: DVec3, higher: usize| {
        let mut points: Vec<DVec3> = (1..count)
            .map(|i| DVec3::new(i as f64, (i * i) as f64 * 0.01, 1.0))
            .collect();
        points.push(last);
        points.extend((0..higher).map(|i| DVec3::new(i as f64, 0.0, 2.0)));
        between(
            &Any(points),
            &Point::new(DVec3::ZERO).unwrap(),
            |difference| {
                let pair = pair_of(difference, [0; 2]);
                let mut table = Table::<24> {
                    of: [[Vertex::default(); 24]; 2],
                    counts: [0; 2],
                    place: DVec3::ZERO,
                    size: 0.0,
                    reach: 0.0,
                };
                let is_filled = table.fill(difference, DVec3::Z, &pair).is_some();
                is_filled.then_some(table.counts)
            },
        )
    };
    for (count, higher) in [(5, 0), (24, 0), (24, 9)] {
        assert_eq!(table(count, DVec3::Z, higher), Some([count, 1]));
    }
    assert!(table(25, DVec3::Z, 0).is_none());
    for none in [f64::NAN, f64::NEG_INFINITY] {
        assert!(table(5, DVec3::new(0.0, 0.0, none), 0).is_none(), "{none}");
    }
}

// Claim: what is proved of a face is right though its foot is some last digits beyond an edge, and
// the first vertex of the candidate, opposite to that edge, has no weight but for rounding.
#[test]
fn means_stay_within_the_face() {
    let mut number = numbers();
    let mut proved = 0;
    for round in 0..20_000 {
        let height = (2f64.powi(-20 - (round % 24)) / f64::EPSILON).round() * f64::EPSILON;
        let beyond = 1.0 + f64::from(round % 5) * f64::EPSILON;
        let corners = [
            DVec3::new(-number().abs(), number(), 0.0),
            DVec3::new(1.0, -number().abs(), 0.0),
            DVec3::new(1.0, number().abs(), 0.0),
            DVec3::new(-number().abs(), number(), 0.0),
        ];
        let y = corners[1].y + (corners[2].y - corners[1].y) * (0.5 + 0.4 * number());
        let (hull, point) = (
            Hull::new(corners),
            Point::new(DVec3::new(beyond, y, height)),
        );
        between(&hull.unwrap(), &point.unwrap(), |difference| {
            let decision = Decision::of(difference, &[], 99).unwrap();
            let pairs = [[0, 0], [1, 0], [2, 0]].map(|pair| (pair, 1.0));
            let mut candidate = candidate_of::<Precise>(difference, &pairs);
            candidate.weigh(&candidate.nearest().weights);
            if let Some(proof) = core_distance(difference, -DVec3::Z, &mut candidate, true) {
                let value = [proof.distance.value.hi, proof.distance.value.lo];
                let off = distance_beyond(&decision, value);
                assert!(off.abs() <= proof.distance.error, "{round}: {off:e}");
                proved += 1;
            }
        });
    }
    assert!(proved > 1000, "{proved}");
}
