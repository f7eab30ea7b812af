//! The exact cases: curved shapes that touch, and overlap that two bounds do not show.
//!
//! What: it tries a fixed list of directions in which shapes often touch, each with its opposite:
//! those of the search, perpendicular to its last face, the axes of the world, the normals of the
//! planes of both frames, and perpendicular to the axes of cylinders and cones. Each gives a lower
//! bound of the distance, and members of both cores. The hulls of these members show overlap, and
//! prove common points.
//! Why it is right: a hull of members is a part of its core. If the parts overlap, so do the cores.
//! If the parts have a common point and a direction has a gap of at least zero, the cores touch.
//! The same holds if the distance of the parts is the sum of the radii, and a direction has that
//! gap.
//! Cost: about 30 gaps, as many members, and the exact distance of two hulls of them.

use super::body::{Bodies, Body};
use super::search::Found;
use crate::contact::Contact;
use crate::distance::Distance;
use crate::int::Int;
use crate::min_norm::Nearest;
use crate::pair::Pair;
use crate::vector::{self, Vector};
use std::cmp::Ordering;

/// Shapes that touch by construction often do so along directions with coordinates in a ratio of
/// small integers. A search near such a direction finds it by rounding to multiples of this share
/// of its longest coordinate. This many shares represent every ratio to an integer up to 16, as 16
/// times their least common multiple: 24 binary digits, fewer than a finished search has right.
const SHARES: i64 = 16 * 720_720;

/// The result of the exact cases: bounds of the distance of the cores, and the contact of the
/// shapes.
pub(crate) struct Settled {
    pub(crate) lower: Distance,
    /// The direction of the lower bound; that of the search if it is zero.
    pub(crate) direction: Vector,
    pub(crate) upper: Distance,
    pub(crate) contact: Option<Contact>,
}

/// Tries the exact cases for shapes whose contact the bounds leave open.
pub(crate) fn settle(bodies: &Bodies, found: &Found, radii: [f64; 2], planar: bool) -> Settled {
    let directions = directions(bodies, found, planar);
    let mut settled = Settled {
        lower: Distance::from_square(Int::ZERO, Int::ONE, bodies.exponent),
        direction: found.direction(),
        upper: found.length(bodies.exponent),
        contact: None,
    };
    if radii == [0.0; 2] && overlaps(bodies, found, &directions, planar) {
        settled.upper = settled.lower.clone();
        settled.contact = Some(Contact::Overlapping);
        return settled;
    }
    let mut separates = false;
    for direction in &directions {
        let gap = bodies.gap(direction);
        if gap.sign() != Ordering::Less {
            separates = true;
            if *gap.length() > settled.lower {
                settled.lower = gap.length().clone();
                settled.direction = direction.clone();
            }
        }
    }
    match settled.lower.cmp_sum(&radii) {
        Ordering::Greater => settled.contact = Some(Contact::Separated),
        Ordering::Equal if separates => {
            let upper = distance_of_parts(bodies, &directions);
            settled.upper = settled.upper.min(upper);
            if settled.upper == settled.lower {
                settled.contact = Some(Contact::Touching);
            }
        }
        _ => {}
    }
    settled
}

/// Whether zero is inside the hull of differences of members: one for each direction, and those of
/// the last face of the search.
fn overlaps(bodies: &Bodies, found: &Found, directions: &[Vector], planar: bool) -> bool {
    let mut points: Vec<Vector> = Vec::new();
    for corner in &found.corners {
        push_new(&mut points, corner.clone());
    }
    for direction in directions {
        push_new(&mut points, bodies.difference(direction));
    }
    let part = Pair::from_vectors(points, vec![vector::ZERO], bodies.exponent);
    let nearest = Nearest::of(&part);
    let contact = if planar {
        Contact::of_planar(&part, &nearest)
    } else {
        Contact::of(&part, &nearest)
    };
    contact == Contact::Overlapping
}

/// The distance of the hulls of the members of either core in all directions.
fn distance_of_parts(bodies: &Bodies, directions: &[Vector]) -> Distance {
    let part_a = part(&bodies.a, directions);
    let part_b = part(&bodies.b, directions);
    Nearest::of(&Pair::from_vectors(part_a, part_b, bodies.exponent)).distance
}

/// Members of the core in all directions; all vertices of a hull.
fn part(body: &Body, directions: &[Vector]) -> Vec<Vector> {
    if let Some(vertices) = body.vertices() {
        return vertices;
    }
    let mut members = Vec::new();
    for direction in directions {
        for corner in body.corners(direction) {
            push_new(&mut members, corner);
        }
    }
    members
}

/// The directions to try, each with its opposite; in 2D only those in the plane.
fn directions(bodies: &Bodies, found: &Found, planar: bool) -> Vec<Vector> {
    let mut candidates = vec![found.direction()];
    candidates.push(simplified(&found.direction()));
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
    let between = vector::sub(bodies.a.origin(), bodies.b.origin());
    let mut standing = Vec::new();
    for body in [&bodies.a, &bodies.b] {
        // Perpendicular to the discs and sides, also if the columns are not orthogonal.
        let [p, q, r] = body.columns();
        candidates.push(vector::cross(p, q));
        candidates.push(vector::cross(q, r));
        candidates.push(vector::cross(r, p));
        if let Some(axis) = body.axis() {
            // The component of the offset of the origins that is perpendicular to the axis.
            candidates.push(vector::cross(&vector::cross(axis, &between), axis));
            standing.push(axis);
        }
    }
    if let [axis_a, axis_b] = standing.as_slice() {
        candidates.push(vector::cross(axis_a, axis_b));
    }

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

/// The direction with each coordinate rounded to the nearest multiple of 1/[`SHARES`] of the
/// longest.
fn simplified(direction: &Vector) -> Vector {
    let [x, y, z] = direction;
    let longest = x.magnitude().max(y.magnitude()).max(z.magnitude());
    let mut simplified = vector::ZERO;
    for axis in 0..3 {
        let shares = &direction[axis] * &Int::from_i64(2 * SHARES);
        simplified[axis] = (&shares + &longest).div_floor(&longest.shl(1));
    }
    simplified
}

fn push_new(vectors: &mut Vec<Vector>, vector: Vector) {
    if !vectors.contains(&vector) {
        vectors.push(vector);
    }
}
