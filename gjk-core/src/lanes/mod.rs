//! Points whose coordinates stand side by side, for looking at several of them at a time: few of them in `f64`,
//! which tells at once which one is the highest, and many of them in `f32`, which mostly does.

mod machine;
mod narrow;
mod wide;

pub(crate) use narrow::{Narrow, NarrowLanes};
pub(crate) use wide::WideLanes;
