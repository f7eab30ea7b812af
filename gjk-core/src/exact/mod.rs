//! Exact arithmetic: signs of products of vectors, without rounding.
//!
//! A vector is a `sum` of floats. Each product is a `form`, evaluated as an estimate in `f64` with a
//! bound of its error or, if that leaves the sign open, as an `int`. `scaled` has the leading digits
//! of an integer of any exponent. `height` compares two points.

pub(crate) mod form;
pub(crate) mod height;
pub(crate) mod int;
pub(crate) mod scaled;
pub(crate) mod sum;
