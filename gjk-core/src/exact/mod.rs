//! Exact arithmetic: signs of products of vectors, without rounding.
//!
//! A vector is a `sum` of floats. Each product is a `form`, evaluated in a `ring`: an estimate in
//! `f64` with a bound of its error or, if that leaves the sign open, an `int`. `scaled` has the
//! leading digits of an integer of any exponent.

pub(crate) mod form;
pub(crate) mod int;
pub(crate) mod ring;
pub(crate) mod scaled;
pub(crate) mod sum;
