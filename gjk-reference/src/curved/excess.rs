//! The distance of a point outside a curved core.
//!
//! What: an upper bound of the distance of a point from the core; zero for a proved member.
//! Why it is right: zero is returned only if the preimage of the point satisfies the inequality of
//! the solid exactly, or if the point is a mean of exact members. Any other bound is the exact
//! distance from a mean of exact members.
//! Cost: a few products for a member of a core that the matrix does not flatten; otherwise a
//! search.

use super::body::Bodies;
use super::enclosure::Enclosure;
use super::shape::{Curved, Solid};
use crate::distance::Distance;
use crate::float;
use crate::int::Int;
use crate::pair::{self, InputError};

/// An upper bound of the distance of the point `x` from the core of the shape, too large by at most
/// about 2^-58 of the distance of `x` from the farthest point of the core. So `x` is outside the
/// shape by at most this minus the radius.
///
/// An error names the number or size without exact meaning; it calls the shape `a`.
///
/// ```
/// use gjk_reference::curved::{Curved, Solid, excess};
///
/// let solid = Solid::Cone { radius: 1.0, half_height: 1.0, axis: 1 };
/// let cone = Curved::at(solid, [0.0; 3]);
/// assert!(excess(&cone, &[0.5, 0.0, 0.0])?.is_zero());
/// assert_eq!(excess(&cone, &[0.0, 3.0, 0.0])?.approx(), 2.0);
/// # Ok::<(), gjk_reference::InputError>(())
/// ```
pub fn excess(shape: &Curved, x: &[f64; 3]) -> Result<Distance, InputError> {
    if !float::is_finite(x) {
        return Err(InputError::ArgumentNotFinite { name: "the point" });
    }
    let point = Curved::at(Solid::Points(std::slice::from_ref(x)), [0.0; 3]);
    let bodies = Bodies::new(shape, &point)?;
    if bodies.a.contains(&pair::to_vector(x, bodies.exponent)) {
        return Ok(Distance::from_square(Int::ZERO, Int::ONE, 0));
    }
    Ok(Enclosure::of(shape, &point, false)?.upper)
}
