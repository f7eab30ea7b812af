//! The exact answer about two convex polytopes: distance, penetration depth, and the hull of their
//! Minkowski difference, in integer arithmetic. For curved shapes, proved intervals.
//!
//! A finite float is an exact real number, so a set of finite points is an exact polytope. [`Pair`]
//! converts both shapes to integers in one unit, a power of two; nothing is rounded after that.
//! There is no division, no square root and no tolerance: a [`Distance`] is the fraction of its
//! square, compared by multiplying out. Curved shapes have no such fraction: their roots and
//! quotients are rounded to the safe side and checked.
//!
//! | file | what |
//! |---|---|
//! | [`certificate`] | the root of trust: proves a distance, however it was found |
//! | [`claim`] | a claimed distance of a pair of shapes |
//! | [`gap`] | lower bounds: the gap or depth that a direction proves |
//! | [`min_norm`] | finds the nearest point of the difference, for any number of vertices |
//! | [`hull`] | the whole difference as half-spaces: depth, membership, and the distance again |
//! | [`curved`] | cylinders, cones, ellipsoids, rounded shapes: bounds of their distance |
//! | [`distance`] | an exact length, and its comparison with a rounded one |
//!
//! ```
//! use gjk_reference::{Nearest, Pair, Polytope};
//! use std::cmp::Ordering;
//!
//! let triangle = [[4.0, 11.0, 0.0], [4.0, 5.0, 0.0], [9.0, 9.0, 0.0]];
//! let square = [[8.0, 6.0, 0.0], [10.0, 2.0, 0.0], [13.0, 1.0, 0.0], [15.0, 6.0, 0.0]];
//! let a = Polytope { points: &triangle, origin: [0.0; 3] };
//! let b = Polytope { points: &square, origin: [0.0; 3] };
//! let distance = Nearest::of(&Pair::new(&a, &b)?).distance;
//! // The squared distance is 121/41, so the distance is 1.71791138...
//! assert_eq!(distance.cmp_sum(&[1.7179]), Ordering::Greater);
//! assert_eq!(distance.cmp_sum(&[1.7180]), Ordering::Less);
//! # Ok::<(), gjk_reference::InputError>(())
//! ```
#![forbid(unsafe_code)]

mod approx;
mod candidate_normals;
pub mod certificate;
pub mod claim;
pub mod contact;
pub mod curved;
pub mod distance;
mod face;
mod float;
pub mod gap;
pub mod half_space;
pub mod hull;
mod incremental_hull;
pub mod int;
mod lowest;
pub mod min_norm;
pub mod pair;
pub mod vector;
pub mod witness;

pub use certificate::Corner;
pub use claim::{certify, upper_bound};
pub use contact::Contact;
pub use curved::{Curved, Enclosure, Solid};
pub use distance::Distance;
pub use gap::{Gap, exact_support_gap, separates_by, support_gap};
pub use half_space::HalfSpace;
pub use hull::Hull;
pub use int::Int;
pub use min_norm::Nearest;
pub use pair::{InputError, Pair, Polytope, Side};
pub use witness::{point_distance, point_excess};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
