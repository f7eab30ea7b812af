//! Finds a direction and members of two cores that nearly prove their distance.
//!
//! What: as `min_norm`, with members that the solids make on demand in place of vertices: keeps up
//! to four differences of members, finds the point of their hull that is nearest to zero, and adds
//! the difference that lies far against it, until none lies noticeably closer.
//! Why it is right: it need not be. The length of the nearest point is proved by the members, and
//! the direction proves what it proves.
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

/// Directions are shortened to this many binary digits: 2^-70 of a right angle moves a support
/// value by less than the width that an enclosure is to have.
const DIRECTION_BITS: usize = 70;

/// The search ends when the next difference is closer by less than 2^-60 of the largest difference
/// that was seen. The lower bound is then about that close to the upper bound.
const WIDTH_BITS: usize = 60;

/// The search ends after this many steps, whatever the width. Typical pairs take less than 20.
const STEPS_MAX: usize = 300;

/// After this many steps the search takes the proposals of plain floats. Shapes that meet in flat
/// faces and by construction have ended by then, undisturbed by what floats round.
const STEPS_ALONE: usize = 6;

/// What the search ends with.
pub(crate) struct Found {
    /// Differences of members whose weighted mean is the point nearest to zero that was found.
    pub(crate) corners: Vec<Vector>,
    /// Their weights and the exact direction to that point; zero when the point is zero.
    pub(crate) face: Face,
    /// The last direction that was not zero, as long as it is, from B to A.
    pub(crate) exact_direction: Vector,
    /// How many differences were made after the first.
    pub(crate) steps: usize,
}

impl Found {
    /// The last direction, shortened.
    pub(crate) fn direction(&self) -> Vector {
        vector::shortened(&self.exact_direction, DIRECTION_BITS)
    }

    /// The length of the weighted mean of the differences of members: members of convex sets have
    /// their means among them, so the cores are not farther apart.
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

/// The directions that plain floats propose, in whole numbers; without those that are none.
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

/// From the origin of B to that of A; along x if they are the same.
fn between_origins(bodies: &Bodies) -> Vector {
    let between = vector::sub(bodies.a.origin(), bodies.b.origin());
    if vector::is_zero(&between) {
        [Int::ONE, Int::ZERO, Int::ZERO]
    } else {
        between
    }
}

/// The difference of the members that were made in this step.
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
