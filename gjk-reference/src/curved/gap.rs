//! Lower bounds: what a direction proves about two curved shapes.
//!
//! What: as for polytopes, `g / |u|`, where `g` is not above the least `u.a` less the greatest
//! `u.b` over the cores: the roots in the support values are rounded to the side that makes `g`
//! less.
//! Why it is right: `|u| |a - b| >= u.(a - b) >= g` for all points, by Cauchy and Schwarz; and a
//! radius brings the shapes nearer by no more than itself.
//! Cost: two support values.

use super::body::Bodies;
use super::shape::Curved;
use crate::float;
use crate::gap::Gap;
use crate::pair;
use std::cmp::Ordering;

/// A lower bound of the gap that a direction sees between the cores of the two shapes, without
/// their radii. It is below the gap by at most 2^-64 of the size of the shapes, and is the gap
/// itself where the roots are whole numbers.
///
/// `direction` points from B to A and need not be unit. Nothing for the zero direction, for numbers
/// that are not finite, and for shapes that have no exact meaning.
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

/// Whether the direction proves that the shapes, with their radii, are at least the sum of `terms`
/// apart; the sum is taken exactly. A negative sum is a bound on how deep they overlap along it.
///
/// `direction` points from B to A and need not be unit. What is not a direction, not a number or
/// not a shape proves nothing: `false`.
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
