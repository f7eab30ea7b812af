//! The exact cases: curved shapes that touch, and overlap that two bounds do not show.
//!
//! What: tries a fixed list of directions in which shapes often touch, each with its opposite:
//! those of the search, across the face that it ended with, the axes of the world and of both
//! shapes, and between the origins. Each gives a lower bound of the distance and a difference of
//! members; the hull of these differences gives an upper bound and shows overlap.
//! Why it is right: a hull of differences of members is a part of the difference of the cores. If
//! zero lies inside the part, it lies inside the whole. If zero belongs to the part and a direction
//! has a gap that is not below zero, then zero is on the boundary.
//! Cost: about 40 differences and as many gaps.

use super::body::Bodies;
use super::enclosure;
use super::search::Found;
use crate::contact::Contact;
use crate::distance::Distance;
use crate::int::Int;
use crate::min_norm::Nearest;
use crate::pair::Pair;
use crate::vector::{self, Vector};
use std::cmp::Ordering;

/// Directions that touching by construction makes have few binary digits; a search that came near
/// them has them by rounding to so many.
const SIMPLE_BITS: usize = 12;

/// What the exact cases prove: bounds of the distance of the cores, and how the shapes lie to each
/// other.
pub(crate) struct Settled {
    pub(crate) lower: Distance,
    pub(crate) upper: Distance,
    pub(crate) contact: Option<Contact>,
}

/// Tries the exact cases for shapes whose contact the bounds leave open.
pub(crate) fn settle(bodies: &Bodies, found: &Found, radii: [f64; 2], planar: bool) -> Settled {
    let directions = directions(bodies, found, planar);
    let part = part_of_difference(bodies, found, &directions);
    let nearest = Nearest::of(&part);
    let upper = nearest.distance.clone();
    let share_a_point = upper.is_zero();
    let mut lower = Distance::from_square(Int::ZERO, Int::ONE, bodies.exponent);
    if radii == [0.0; 2] && share_a_point {
        let contact = if planar {
            Contact::of_planar(&part, &nearest)
        } else {
            Contact::of(&part, &nearest)
        };
        if contact == Contact::Overlapping {
            let contact = Some(contact);
            return Settled {
                lower,
                upper,
                contact,
            };
        }
    }
    let mut contact = None;
    for direction in &directions {
        let gap = bodies.gap(direction);
        if gap.sign() == Ordering::Less {
            continue;
        }
        lower = lower.max(gap.length().clone());
        if radii == [0.0; 2] && share_a_point {
            contact = Some(Contact::Touching);
        } else {
            contact = enclosure::contact_by(&lower, &upper, radii);
        }
        if contact.is_some() {
            break;
        }
    }
    Settled {
        lower,
        upper,
        contact,
    }
}

/// The hull of differences of members in all directions, and of those that the search ended with,
/// beside the single point zero.
fn part_of_difference(bodies: &Bodies, found: &Found, directions: &[Vector]) -> Pair {
    let mut points: Vec<Vector> = Vec::new();
    for corner in &found.corners {
        push_new(&mut points, corner.clone());
    }
    for direction in directions {
        push_new(&mut points, bodies.difference(direction));
    }
    Pair::from_vectors(points, vec![vector::ZERO], bodies.exponent)
}

/// The directions that are tried, each with its opposite; in the plane only those in the plane.
fn directions(bodies: &Bodies, found: &Found, planar: bool) -> Vec<Vector> {
    let mut candidates = vec![found.direction(), found.exact_direction.clone()];
    candidates.push(vector::shortened(&found.exact_direction, SIMPLE_BITS));
    let mut axes = Vec::new();
    for axis in 0..3 {
        let mut along = vector::ZERO;
        along[axis] = Int::ONE;
        axes.push(along);
    }
    match found.corners.as_slice() {
        [p, q, r] => candidates.push(vector::cross(&vector::sub(q, p), &vector::sub(r, p))),
        [p, q] => {
            for axis in &axes {
                candidates.push(vector::cross(&vector::sub(q, p), axis));
            }
        }
        _ => {}
    }
    candidates.extend(axes);
    candidates.extend(bodies.a.columns().clone());
    candidates.extend(bodies.b.columns().clone());
    candidates.push(vector::sub(bodies.a.origin(), bodies.b.origin()));

    let mut directions = Vec::new();
    for candidate in candidates {
        let across_the_plane = planar && !candidate[2].is_zero();
        if !vector::is_zero(&candidate) && !across_the_plane {
            push_new(&mut directions, vector::negate(&candidate));
            push_new(&mut directions, candidate);
        }
    }
    directions
}

fn push_new(vectors: &mut Vec<Vector>, vector: Vector) {
    if !vectors.contains(&vector) {
        vectors.push(vector);
    }
}
