//! Exact arithmetic: signs of products of vectors, without rounding.
//!
//! A vector is a `sum` of floats. Each product is a `form`, evaluated as an estimate in `f64` with
//! a bound of its error or, if that leaves the sign open, as an `int`. `scaled` has the leading
//! digits of an integer of any exponent. `height` compares two points.

mod form;
mod height;
mod int;
mod scaled;
mod sum;

pub(crate) use form::Form;
pub(crate) use height::is_higher;
#[cfg(test)]
pub(crate) use int::Int;
pub(crate) use scaled::Scaled;
pub(crate) use sum::Sum;
