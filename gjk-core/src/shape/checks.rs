//! What constructors check.

use crate::error::ShapeError;
use crate::vector::{Coordinate, Stored, Vector};

/// Refuses points that are not finite.
pub(super) fn finite<V: Stored>(points: &[V]) -> Result<(), ShapeError> {
    let all_are = points.iter().all(|point| point.wide().is_finite());
    all_are.then_some(()).ok_or(ShapeError::NotFinite)
}

/// The radius, if it is finite and not negative.
pub(super) fn radius<T: Coordinate>(radius: T) -> Result<T, ShapeError> {
    size(radius, ShapeError::NegativeRadius)
}

/// The size, if it is finite and not negative.
pub(super) fn size<T: Coordinate>(size: T, negative: ShapeError) -> Result<T, ShapeError> {
    let wide: f64 = size.into();
    match size {
        _ if !wide.is_finite() => Err(ShapeError::NotFinite),
        _ if wide < 0.0 => Err(negative),
        _ => Ok(size),
    }
}

/// An extent, or the least normal number for zero, which would mean that it is to be measured.
pub(super) fn known(size: f64) -> f64 {
    if size > 0.0 { size } else { f64::MIN_POSITIVE }
}
