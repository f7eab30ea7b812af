//! What a proof encloses, whoever proposes.

use std::vec::Vec;

use glam::{DQuat, DVec3};

use super::{Effort, Proof, core_distance};
use crate::arithmetic::{Precise, Space};
use crate::decide::Decision;
use crate::decide::tests::distance_beyond;
use crate::difference::Difference;
use crate::difference::tests::{between, pair_of};
use crate::pose::{Pose, Posed};
use crate::propose::Candidate;
use crate::random::numbers;
use crate::shape::Hull;

/// A pair of vertices of two shapes, and its weight.
type Weighted = ([u32; 2], f64);

/// A candidate of these.
pub(super) fn candidate_of<P: Space>(
    difference: &Difference<'_>,
    pairs: &[Weighted],
) -> Candidate<P> {
    let mut candidate = Candidate::empty();
    for (vertices, weight) in pairs {
        let pair = pair_of(difference, *vertices);
        candidate.put(pair, difference.point_in(&pair), (*weight).into());
    }
    candidate
}

/// What is proved of it.
fn proved<P: Space>(
    difference: &Difference<'_>,
    direction: DVec3,
    pairs: &[Weighted],
    effort: Effort,
) -> Option<Proof> {
    let mut candidate = candidate_of::<P>(difference, pairs);
    core_distance(difference, direction, &mut candidate, effort)
}

/// By what part of its error a proof is off from the distance that is decided without rounding. No more than one, that is the
/// claim of all that follows.
fn part_of_error(difference: &Difference<'_>, proof: &Proof, pairs: &[Weighted]) -> f64 {
    let pairs: Vec<_> = pairs
        .iter()
        .map(|(vertices, _)| pair_of(difference, *vertices))
        .collect();
    let decision = Decision::of(difference, &pairs, 999).unwrap();
    let distance = &proof.distance;
    distance_beyond(&decision, [distance.value.hi, distance.value.lo]).abs() / distance.error
}

/// What the side of a shape is that faces the other one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Vertex,
    Edge,
    Triangle,
    Parallelogram,
    /// A triangle as thin as a power of two.
    Sliver(i32),
    Hexagon,
}

const SIDES: [Side; 8] = [
    Side::Vertex,
    Side::Edge,
    Side::Triangle,
    Side::Parallelogram,
    Side::Sliver(-10),
    Side::Sliver(-25),
    Side::Sliver(-40),
    Side::Hexagon,
];

impl Side {
    /// Its corners in the plane, around a place near the origin.
    fn corners(self, number: &mut impl FnMut() -> f64) -> Vec<[f64; 2]> {
        let mut place = [number() * 0.3, number() * 0.3];
        let turn = 4.0 * number();
        let (sin, cos) = turn.sin_cos();
        let shape: Vec<[f64; 2]> = match self {
            Side::Vertex => std::vec![[0.0, 0.0]],
            Side::Edge => std::vec![[-1.0, 0.0], [1.2, 0.0]],
            Side::Triangle => std::vec![[-1.0, -0.7], [1.1, -0.6], [0.1, 1.3]],
            Side::Parallelogram => std::vec![[-1.0, -0.7], [1.0, -0.9], [1.3, 0.5], [-0.7, 0.7]],
            Side::Sliver(thin) => std::vec![[-1.0, 0.0], [1.2, 0.0], [0.3, 2f64.powi(thin)]],
            Side::Hexagon => (0..6)
                .map(|i| f64::from(i) * core::f64::consts::FRAC_PI_3)
                .map(|angle| [angle.cos(), angle.sin()])
                .collect(),
        };
        if self == Side::Vertex {
            place = [0.0; 2];
        }
        shape
            .iter()
            .map(|[x, y]| [cos * x - sin * y + place[0], sin * x + cos * y + place[1]])
            .collect()
    }
}

/// Two shapes whose sides face each other across a gap, level but for the rounding of a rotation, and where they stand.
struct Facing {
    vertices: [Vec<DVec3>; 2],
    places: [DVec3; 2],
    /// How many vertices are of the sides.
    counts: [u32; 2],
    /// From the second shape to the first, but for rounding.
    normal: DVec3,
}

impl Facing {
    fn new(sides: [Side; 2], gap: f64, far: f64, number: &mut impl FnMut() -> f64) -> Self {
        let mut vector = || DVec3::new(number(), number(), number());
        let turn = DQuat::from_scaled_axis(vector() * 3.0);
        let place = vector() * far;
        let places = [place, place + vector() * far * 2f64.powi(-30)];
        let mut counts = [0; 2];
        let vertices = [0, 1].map(|shape| {
            // The first is above the gap, the second below.
            let (from, to) = if shape == 0 { (gap, 1.0) } else { (0.0, -1.0) };
            let corners = sides[shape].corners(number);
            counts[shape] = corners.len() as u32;
            let mut points: Vec<DVec3> = corners
                .iter()
                .map(|[x, y]| DVec3::new(*x, *y, from))
                .collect();
            for _ in 0..3 {
                let depth = to * (1.5 + number());
                points.push(DVec3::new(number(), number(), depth));
            }
            let stands = |p: &DVec3| turn * *p + (places[1] - places[shape]);
            points.iter().map(stands).collect()
        });
        Self {
            vertices,
            places,
            counts,
            normal: turn * DVec3::Z,
        }
    }

    /// Calls `look` with their difference.
    fn look<T>(&self, look: impl FnOnce(&mut Difference<'_>) -> T) -> T {
        let [a, b] = [0, 1].map(|shape| {
            let hull = Hull::new(&self.vertices[shape][..]).unwrap();
            Posed::new(hull, Pose::from_translation(self.places[shape]).unwrap())
        });
        between(&a, &b, look)
    }
}

/// Weights that are no less than zero and sum up to one, but for rounding: some next to nothing.
fn weigh(names: &[[u32; 2]], number: &mut impl FnMut() -> f64) -> Vec<Weighted> {
    let mut weights: Vec<f64> = names.iter().map(|_| number().powi(4)).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    names.iter().copied().zip(weights).collect()
}

// Claim: whoever proposes, what is proved encloses the distance: for sides of all kinds across gaps of all sizes, far from the
// origin and near it, candidates of any vertices and weights, and directions that are more or less the right one.
#[test]
fn proofs_enclose_the_distance_whoever_proposes() {
    let mut number = numbers();
    let (mut proofs, mut largest) = (0, 0.0);
    for round in 0..3000usize {
        let sides = [SIDES[round % 8], SIDES[round / 8 % 8]];
        let gap = 10f64.powi(-1 - (round % 12) as i32);
        let far = [0.0, 1.0, 1e3, 1e7][round % 4];
        let facing = Facing::new(sides, gap, far, &mut number);
        facing.look(|difference| {
            let mut vector = || DVec3::new(number(), number(), number());
            let direction = facing.normal + vector() * 2f64.powi(-16 - (round % 45) as i32);
            let mut index =
                |count: u32| ((number().abs() * f64::from(count)) as u32).min(count - 1);
            let count = 1 + round % 3;
            let names: Vec<[u32; 2]> = (0..count).map(|_| facing.counts.map(&mut index)).collect();
            let pairs = weigh(&names, &mut number);
            let effort = [Effort::Level, Effort::Look][usize::from(round % 5 == 0)];
            let proof = match round % 2 {
                0 => proved::<DVec3>(difference, direction, &pairs, effort),
                _ => proved::<Precise>(difference, direction, &pairs, effort),
            };
            if let Some(proof) = proof {
                let part = part_of_error(difference, &proof, &pairs);
                assert!(
                    part <= 1.0,
                    "{round}: {part} {sides:?} {gap:e} {far:e} {pairs:?}"
                );
                (proofs, largest) = (proofs + 1, f64::max(largest, part));
            }
        });
    }
    assert!(proofs > 1000, "{proofs}");
    assert!(largest > 0.25, "{largest}");
}
