//! The arithmetic of the solver: `f64` and double-double, numbers and 3D vectors. It knows nothing
//! of shapes.

mod double_double;
mod estimate;
mod float;
mod ring;
mod space;

pub(crate) use double_double::{DoubleDouble, Precise};
pub(crate) use estimate::Estimate;
pub(crate) use float::{
    ROUNDOFF, exponent_above, larger, odd_mantissa_and_exponent, power_of_two, power_of_two_over,
    squares_safely,
};
pub(crate) use ring::{Ring, cross, dot};
pub use space::Arithmetic;
pub(crate) use space::{Scalar, Space, largest_coordinate, sum_of_products};
