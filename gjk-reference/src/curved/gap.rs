//! Lower bounds: what a direction proves about two curved shapes.
//!
//! What: as for polytopes, `g / |u|`, where `g` is at most the least `u.a` minus the greatest `u.b`
//! over the cores. Roots in the support values are rounded so that `g` becomes less.
//! Why it is right: `|u| |a - b| >= u.(a - b) >= g` for all points (Cauchy-Schwarz), and a radius
//! decreases the distance of the shapes by at most itself.
//! Cost: two support values.

use super::body::Bodies;
use super::shape::Curved;
use crate::float;
use crate::gap::Gap;
use crate::pair;
use std::cmp::Ordering;

/// A lower bound of the gap between the cores of the two shapes, without radii, along a direction.
/// It is below the gap by at most 2^-64 of the size of the shapes, and equal to it if the roots are
/// integers.
///
/// `direction` points from B to A and need not be a unit vector. `None` for the zero direction, for
/// numbers that are not finite, and for shapes without exact meaning.
///
/// ```
/// use gjk_reference::curved::{Curved, Solid, support_gap};
/// use std::cmp::Ordering;
///
/// let solid = Solid::Cylinder { radius: 2.0, half_height: 1.0, axis: 2 };
/// let below = Curved::at(solid, [0.0, 0.0, 0.0]);
/// let above = Curved::at(solid, [0.5, 0.0, 5.0]);
/// let gap = support_gap(&above, &below, [0.0, 0.0, 1.0]).expect("the direction is not zero");
/// assert_eq!(gap.cmp_sum(&[3.0]), Ordering::Equal);
/// ```
pub fn support_gap(a: &Curved, b: &Curved, direction: [f64; 3]) -> Option<Gap> {
    if !float::is_finite(&direction) || direction == [0.0; 3] {
        return None;
    }
    let bodies = Bodies::new(a, b).ok()?;
    let exponent = float::lowest_exponent(&direction);
    Some(bodies.gap(&pair::to_vector(&direction, exponent)))
}

/// Whether the direction proves that the shapes, with radii, are at least the exact sum of `terms`
/// apart. A negative sum bounds how deep they overlap along the direction.
///
/// `direction` points from B to A and need not be a unit vector. `false` for bad input.
pub fn separates_by(a: &Curved, b: &Curved, direction: [f64; 3], terms: &[f64]) -> bool {
    for term in terms {
        if !term.is_finite() {
            return false;
        }
    }
    let mut terms = terms.to_vec();
    terms.push(a.radius);
    terms.push(b.radius);
    match support_gap(a, b, direction) {
        Some(gap) => gap.cmp_sum(&terms) != Ordering::Less,
        None => false,
    }
}
