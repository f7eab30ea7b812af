//! Coordinates packed in lanes, to scan several points at a time: few points in `f64`, whose result
//! is final, and many points in `f32`, whose result is final unless projections are close.

mod machine;
mod narrow;
mod wide;

pub(crate) use narrow::{Narrow, NarrowLanes};
pub(crate) use wide::WideLanes;
