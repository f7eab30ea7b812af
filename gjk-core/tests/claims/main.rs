//! The promises of gjk-core to its users, one file for each subject.
//!
//! All files are one program, which is linked once.

mod answers;
mod bodies;
mod boxed_shapes;
mod cancellation;
mod common;
mod common_points;
mod contains;
mod cut_short;
mod exact;
mod extremes;
mod far_vertices;
mod features;
mod foreign_starts;
mod from_points;
mod hostile;
mod last_digits;
mod looks;
mod loose_extents;
mod mappings;
mod max_distance;
mod normals;
mod observer;
mod packed_hull;
mod paths;
mod polytope;
mod precise;
mod proposals;
mod proximity;
mod rounding;
mod scale;
#[cfg(feature = "serde")]
mod serde;
mod settings;
mod shapes;
mod sliding;
mod solids;
mod support;
mod turned;
mod updates;
mod vectors;
mod warm_start;
