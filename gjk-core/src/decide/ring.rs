//! The arithmetic that a sign is decided in: estimates with their errors, or integers.

use core::ops::{Add, Mul, Neg, Sub};

use crate::arithmetic::{Estimate, Scalar};

/// Numbers that can be added and multiplied. A [form](super::form) is written once and evaluated in
/// any of them.
pub(crate) trait Ring:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
}

impl Ring for f64 {}

impl<S: Scalar> Ring for Estimate<S> {}

/// The dot product.
pub(crate) fn dot<R: Ring>(p: &[R; 3], q: &[R; 3]) -> R {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

/// The cross product.
pub(crate) fn cross<R: Ring>(p: &[R; 3], q: &[R; 3]) -> [R; 3] {
    [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ]
}
