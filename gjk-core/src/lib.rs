//! The Gilbert–Johnson–Keerthi algorithm: do two convex shapes meet, how far apart are they, and
//! where are they closest? In the plane and in space, for shapes stored in `f32` or `f64`.
//!
//! ```
//! use gjk_core::{Capsule, Hull, closest_points};
//! use glam::Vec3;
//!
//! let hull = Hull::new([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap();
//! let capsule = Capsule::new(Vec3::new(2.0, 0.0, -1.0), Vec3::new(2.0, 0.0, 1.0), 0.5).unwrap();
//! let answer = closest_points(&hull, &capsule);
//! assert_eq!(answer.distance, 0.5);
//! assert!(answer.lower <= answer.distance && answer.distance <= answer.upper);
//! ```
//!
//! - **Shapes** are exact: a finite float is an exact real number, a hull is the convex hull of its
//!   vertices, and touching is intersecting, at distance zero. Anything that implements [`Support`]
//!   is a shape.
//! - **Arithmetic** is `f64` whatever the shapes are stored in; where `f64` cannot close the gap
//!   between the bounds, double-double takes over.
//! - **No absolute epsilon** exists: multiplying all coordinates by a power of two multiplies the
//!   answer by it, bit for bit.
//! - **Every query ends**, without panic, for every input.
//!
//! # Vertex lists
//!
//! Three shapes give the convex hull of a list of points. [`Hull`] takes any list as it is.
//! `PackedHull` keeps a copy of any list that it reads several points at a time, and answers the
//! same. [`Polytope`] climbs along the edges of the hull, which are given or found by
//! `Polytope::from_points`. A query from scratch is fastest with hulls up to some 16 points, with
//! packed hulls up to some 100, and with polytopes beyond, cold and after a warm start.
//!
//! Nanoseconds of a cold distance query between two hulls near each other, for `f32` points on a
//! sphere, on one core of an x86-64 server (`speed growth` in the repository measures them):
//!
//! | points | `Hull` | `PackedHull` | `Polytope` |
//! | ---: | ---: | ---: | ---: |
//! | 8 | 822 | 911 | 1812 |
//! | 64 | 2757 | 1903 | 3221 |
//! | 256 | 8443 | 4476 | 4016 |
//! | 1024 | 29,509 | 11,788 | 5068 |
//! | 16,384 | 634,085 | 231,193 | 13,070 |
//! | 100,000 | 3,986,335 | 1,943,973 | 28,475 |
//!
//! # Features
//!
//! The crate is `no_std` without an allocator and depends on `glam` alone, unless a feature says
//! otherwise. One of `std` and `libm`
//! must be on: they are where square roots come from.
//!
//! - `std` (default): the standard library, and with it [`Support`] for boxed and shared shapes and
//!   [`Polytope::from_faces`], and `PackedHull`;
//! - `hull`: `Polytope::from_points`, and with it `std` and the crate `robust` for predicates;
//! - `libm`: the crate of that name, for targets without the standard library;
//! - `serde`: shapes, poses and answers can be written and read. Reading goes through the
//!   constructors: what those refuse is refused, and no shape that was read is malformed.
//!   [`Settings`] are code and are not written.
//!
//! The vectors of other libraries come in through `mint`: enable the feature `mint-05` of `glam`,
//! and its vectors, quaternions and matrices convert with `into`.

#![no_std]

#[cfg(any(feature = "std", test))]
extern crate std;

mod accumulator;
mod answer;
mod bounds;
mod closest;
mod difference;
mod double_double;
mod error;
mod gjk;
mod goal;
mod inside;
mod nearest;
mod observer;
mod pose;
mod proximity;
mod query;
mod secant;
#[cfg(feature = "serde")]
mod serial;
mod settings;
mod shape;
#[cfg(feature = "hull")]
mod skeleton;
mod space;
mod support;
mod vector;
mod vertices;

pub use closest::{ClosestPoints, Simplex, Status, SupportPair};
pub use error::ShapeError;
pub use observer::{Iteration, Observer};
pub use pose::{Pose, Pose2, Pose3, Posed};
pub use proximity::Proximity;
pub use query::{closest_points, distance, intersects, proximity};
pub use settings::Settings;
#[cfg(feature = "std")]
pub use shape::PackedHull;
pub use shape::{
    Aabb, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Polytope, Rounded,
    Segment, Triangle,
};
pub use space::Arithmetic;
pub use support::{Feature, Support};
pub use vector::{Coordinate, Stored, Vector};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
