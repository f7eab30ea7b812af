//! Finds a direction and members of two cores that nearly prove their distance.
//!
//! What: as in `min_norm`, with members that the solids compute on demand instead of vertices. It
//! keeps up to four differences of members, finds the point of their hull nearest to zero, and adds
//! a difference far against it, until none is significantly nearer.
//! Why it is right: it need not be. The members prove that the distance is at most the length of
//! the nearest point, and the direction proves its gap.
//! Source: Wolfe (1976), as in `min_norm`; for curved shapes Gilbert and Foo, "Computing the
//! distance between general convex objects in three-dimensional space", IEEE Transactions on
//! Robotics and Automation 6 (1990).
//! Cost: for each step two members, and up to 8 faces.

use super::body::Bodies;
use super::proposal;
use super::shape::Curved;

use crate::distance::Distance;
use crate::face::Face;
use crate::float;
use crate::int::Int;
use crate::min_norm::{self, Difference};
use crate::pair;
use crate::vector::{self, Vector};

/// Directions are shortened to this many binary digits: 2^-70 of a right angle changes a support
/// value by less than the intended width of an enclosure.
const DIRECTION_BITS: usize = 70;

/// The search ends when the next difference is nearer by less than 2^-60 of the largest difference
/// so far. The lower bound is then about that close to the upper bound.
const WIDTH_BITS: usize = 60;

/// The search ends after this many steps, at any width. Typical pairs take fewer than 20.
const STEPS_MAX: usize = 300;

/// After this many steps the search uses the proposals in floats. Searches of shapes that touch in
/// flat faces, by construction, have ended by then, unaffected by rounding in floats.
const STEPS_ALONE: usize = 6;

/// The result of the search.
pub(crate) struct Found {
    /// Differences of members whose weighted mean is the nearest point found.
    pub(crate) corners: Vec<Vector>,
    /// Their weights and the exact direction to that point; zero if the point is zero.
    pub(crate) face: Face,
    /// The last nonzero direction, in full length, from B to A.
    pub(crate) exact_direction: Vector,
    /// The number of differences after the first.
    pub(crate) steps: usize,
}

impl Found {
    /// The last direction, shortened.
    pub(crate) fn direction(&self) -> Vector {
        vector::shortened(&self.exact_direction, DIRECTION_BITS)
    }

    /// The length of the weighted mean of the differences of members. Convex sets contain the means
    /// of their members, so the cores are at most this far apart.
    pub(crate) fn length(&self, exponent: i64) -> Distance {
        let mut total = Int::ZERO;
        let mut sum = vector::ZERO;
        for (corner, weight) in self.corners.iter().zip(&self.face.weights) {
            assert!(weight.is_positive(), "the weights make a mean");
            sum = vector::add(&sum, &vector::scale(corner, weight));
            total += weight;
        }
        Distance::from_square(vector::dot(&sum, &sum), total.squared(), exponent)
    }
}

/// Searches for the nearest point to zero of the difference of the two cores, which are those of
/// the shapes `a` and `b`.
pub(crate) fn nearest(bodies: &Bodies, a: &Curved, b: &Curved) -> Found {
    let mut exact_direction = between_origins(bodies);
    let first = bodies.difference(&exact_direction);
    let mut largest = vector::dot(&first, &first);
    let mut face = Face {
        weights: vec![Int::ONE],
        direction: first.clone(),
    };
    let mut kept = vec![difference(first, 0)];
    let mut proposals: Vec<Vector> = Vec::new();
    let mut steps = 0;
    while steps < STEPS_MAX && !vector::is_zero(&face.direction) {
        exact_direction = face.direction.clone();
        if steps == STEPS_ALONE {
            proposals = proposed(a, b);
        }
        steps += 1;
        let proposal = proposals.pop();
        let is_proposed = proposal.is_some();
        let direction = match proposal {
            Some(direction) => direction,
            None => vector::shortened(&exact_direction, DIRECTION_BITS),
        };
        let next = bodies.difference(&direction);
        let ahead = vector::dot(&exact_direction, &vector::sub(&kept[0].point, &next));
        largest = largest.max(vector::dot(&next, &next));
        if ahead.is_positive() && !is_slight(&ahead, &exact_direction, &largest) {
            kept.insert(0, difference(next, steps));
            face = min_norm::nearest_face(&mut kept);
        } else if !is_proposed {
            break;
        }
    }
    let mut corners = Vec::with_capacity(kept.len());
    for kept in kept {
        corners.push(kept.point);
    }
    Found {
        corners,
        face,
        exact_direction,
        steps,
    }
}

/// The directions proposed in floats, as integers, without those that are zero or not finite.
fn proposed(a: &Curved, b: &Curved) -> Vec<Vector> {
    let mut proposed = Vec::new();
    for direction in proposal::directions(a, b) {
        if float::is_finite(&direction) && direction != [0.0; 3] {
            let exponent = float::lowest_exponent(&direction);
            proposed.push(pair::to_vector(&direction, exponent));
        }
    }
    proposed
}

/// From the origin of B to that of A; along x if they coincide.
fn between_origins(bodies: &Bodies) -> Vector {
    let between = vector::sub(bodies.a.origin(), bodies.b.origin());
    if vector::is_zero(&between) {
        [Int::ONE, Int::ZERO, Int::ZERO]
    } else {
        between
    }
}

/// The difference of the members of this step.
fn difference(point: Vector, step: usize) -> Difference {
    Difference {
        a: step,
        b: step,
        point,
    }
}

/// Whether `ahead / |direction|` is at most 2^-[`WIDTH_BITS`] of the root of `largest`.
fn is_slight(ahead: &Int, direction: &Vector, largest: &Int) -> bool {
    let square = vector::dot(direction, direction);
    ahead.squared().shl(2 * WIDTH_BITS) <= &square * largest
}
