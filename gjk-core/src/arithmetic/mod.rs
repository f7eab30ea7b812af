//! The arithmetic of the solver: `f64` and double-double, numbers and 3D vectors. It knows nothing
//! of shapes.

pub(crate) mod double_double;
mod estimate;
pub(crate) mod float;
pub(crate) mod ring;
mod space;

pub(crate) use double_double::{DoubleDouble, Precise};
pub(crate) use estimate::Estimate;
pub use space::Arithmetic;
pub(crate) use space::{Scalar, Space, largest_coordinate, sum_of_products};
