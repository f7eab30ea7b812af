//! Exact arithmetic: signs of products of vectors, without rounding.
//!
//! A vector is a `sum` of floats. Each product is a `form`, evaluated as an estimate in `f64` with
//! a bound of its error or, if that leaves the sign open, as an `int`. `big_float` has the leading
//! digits of an integer of any exponent. `height` compares two points.

mod big_float;
mod form;
mod height;
mod int;
mod sum;

pub(crate) use big_float::BigFloat;
pub(crate) use form::Form;
pub(crate) use height::is_higher;
#[cfg(test)]
pub(crate) use int::Int;
pub(crate) use sum::Sum;
