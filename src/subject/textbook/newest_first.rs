//! The newest point first: a boolean GJK with a case each for line, triangle and tetrahedron.
//!
//! Source: Iain Winter, "GJK: Collision detection algorithm in 2D/3D", 2020. In 2D the last branch
//! of the triangle says yes. Only regions next to the newest point are tested.
//!
//! Weaknesses: an origin exactly on a line or a face gives a direction of length zero, and then
//! `w·d <= 0` reports touching shapes as separated; rounding can make the loop cycle for ever.

use glam::DVec3;

use super::Outcome;
use super::mappings::Difference;
use super::search::{self, Reduced};
use crate::case::{Case, Dim};

pub(super) fn run(case: &Case) -> Option<Outcome> {
    let difference = Difference::of(case)?;
    Some(search::run(
        &difference,
        |d| d,
        |simplex| reduce(simplex, case.dim),
    ))
}

/// The part of the simplex to keep, its newest point first.
pub(super) fn reduce(simplex: &[DVec3], dim: Dim) -> Reduced {
    match *simplex {
        [a, b] => line(a, b),
        [a, b, c] => triangle(a, b, c, dim),
        [a, b, c, d] => tetrahedron([a, b, c, d]),
        _ => Reduced::Contains,
    }
}

fn line(a: DVec3, b: DVec3) -> Reduced {
    let (ab, ao) = (b - a, -a);
    if ab.dot(ao) > 0.0 {
        Reduced::go_on(&[a, b], ab.cross(ao).cross(ab))
    } else {
        Reduced::go_on(&[a], ao)
    }
}

fn triangle(a: DVec3, b: DVec3, c: DVec3, dim: Dim) -> Reduced {
    let (ab, ac, ao) = (b - a, c - a, -a);
    let normal = ab.cross(ac);
    if normal.cross(ac).dot(ao) > 0.0 {
        if ac.dot(ao) > 0.0 {
            Reduced::go_on(&[a, c], ac.cross(ao).cross(ac))
        } else {
            line(a, b)
        }
    } else if ab.cross(normal).dot(ao) > 0.0 {
        line(a, b)
    } else if dim == Dim::Two {
        Reduced::Contains
    } else if normal.dot(ao) > 0.0 {
        Reduced::go_on(&[a, b, c], normal)
    } else {
        Reduced::go_on(&[a, c, b], -normal)
    }
}

fn tetrahedron([a, b, c, d]: [DVec3; 4]) -> Reduced {
    for [p, q] in [[b, c], [c, d], [d, b]] {
        let outward = (p - a).cross(q - a);
        if outward.dot(-a) > 0.0 {
            return triangle(a, p, q, Dim::Three);
        }
    }
    Reduced::Contains
}
