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
//!   vertices, and touching is intersecting, at distance zero. A [`Shape`] is a core with a radius in
//!   a pose; [`Smooth`] makes one of any support mapping.
//! - **Arithmetic** is `f64` whatever the shapes are stored in. Where that leaves a doubt, polytopes
//!   are decided [exactly](#exact-answers), and other shapes in double-double.
//! - **No absolute epsilon** exists: multiplying all coordinates by a power of two multiplies the
//!   answer by it, bit for bit.
//! - **Every query ends**, without panic, for every input.
//!
//! # Exact answers
//!
//! **What is exact.** Whether two shapes have a common point is decided as if there were no rounding, by
//! every query, and so are the three answers of [`proximity`], and whether the distance exceeds
//! [`max_distance`](Settings::max_distance). The distance is within one ulp of
//! itself, be it a last digit of the coordinates or the least positive number, and `lower` and
//! `upper` enclose it and are at most two ulps apart. Where they are equal the distance is that number; where they
//! are not it may be one of them, as no query pays for exact arithmetic to find out.
//!
//! **For which shapes.** For points, segments, triangles, boxes, hulls and polytopes in the plane and in
//! space; for balls, capsules and [`Rounded`] shapes over these, whose cores have a distance that is
//! compared with the sum of the radii; and for a shape of one's own that has a
//! [`vertex_count`](SupportMapping::vertex_count). All finite coordinates will do, unless the distance
//! overflows, or a translation and a point are so large that no scale fits both. Cylinders, cones and
//! ellipsoids have points that no `f64` holds: they keep the bounds of
//! [`ClosestPoints`]. A query that is cut short by
//! [`max_iterations`](Settings::max_iterations) may not have decided yet, and one with a
//! [`tolerance`](Settings::tolerance) has the exact verdict and a distance within that.
//!
//! **How.** The search in `f64` only proposes a simplex. A verdict stands if a plane separates the shapes by more than
//! all rounding errors together, or if the signs of volumes show that a simplex holds the origin. A distance is proved
//! from both sides: no point of the Minkowski difference is nearer than a plane that none of its vertices is below, and
//! the mean of the simplex is no nearer than the answer, both in double-double. Where other vertices are level with
//! the simplex but for rounding, as the corners of a face of a rotated box, a linear program among them finds the
//! face that none of them is below. Each bound is a lemma of `docs/proofs.md` in the sources. What is left open
//! is decided by the same search without rounding: coordinates are sums of up to four `f64`, and each sign is read
//! off an estimate with its error in `f64`, then in double-double, then off integers of up to 12,672 bits (the idea of
//! J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", Discrete &
//! Computational Geometry 18 (1997), with integers of a fixed capacity in place of expansions, as these do not
//! underflow).
//!
//! **Why it ends.** Every step of that search makes the exact distance of its face less, and there are
//! finitely many faces; the iteration limit holds beside.
//!
//! **What it costs.** No allocation. A verdict that is not in doubt costs nothing more. A distance costs a look at
//! all vertices along the last direction, mostly instead of the last evaluation, and the proof. Bodies in parallel or
//! stacked take up to twice as long as in general position, in the mean of a pair of shapes; in contact in round
//! numbers, which integers decide, up to nine times.
//! Exact steps look at all vertices of both shapes. Coordinates of very different sizes need integers of
//! the largest capacity, and those up to 128 kilobytes of stack.
//!
//! **Poses.** A rotated vertex is rounded to `f64` before the solver sees it, and the answers are exact
//! for the rounded vertices: the same bits for the same pose, but two bodies that touch in one
//! pose need not touch where both are turned together. Translations are not rounded. So exactness
//! spares a simulation with rotations all the cases that are wrong by more than its poses are; it
//! does not make `sin` and `cos` exact.
//!
//! # Vertex lists
//!
//! Three shapes give the convex hull of a list of points. [`Hull`] takes any list as it is.
//! `PackedHull` keeps a copy of any list that it reads several points at a time, and answers the
//! same. [`Polytope`] climbs along the edges of the hull, which are given or found by
//! `Polytope::from_points`. A query from scratch is fastest with hulls up to some 8 points in the plane, with
//! packed hulls up to some 100, or some 600 with the feature `simd` on a processor that has AVX2, and
//! with polytopes beyond, cold and after a warm start.
//!
//! Nanoseconds of a cold distance query between two hulls near each other, for `f32` points on a
//! sphere, on one core of an x86-64 server, with `simd` (`speed growth` in the repository measures them):
//!
//! | points | `Hull` | `PackedHull` | `Polytope` |
//! | ---: | ---: | ---: | ---: |
//! | 8 | 393 | 344 | 956 |
//! | 64 | 1339 | 691 | 1283 |
//! | 256 | 5462 | 1473 | 2324 |
//! | 1024 | 24,967 | 4311 | 2757 |
//! | 16,384 | 607,704 | 86,318 | 9804 |
//! | 100,000 | 4,063,342 | 596,703 | 28,224 |
//!
//! # Features
//!
//! The crate is `no_std` without an allocator and depends on `glam` alone, unless a feature says
//! otherwise. One of `std` and `libm`
//! must be on: they are where square roots come from.
//!
//! - `std` (default): the standard library, and with it [`Shape`] for boxed and shared shapes and
//!   [`Polytope::from_faces`], and `PackedHull`;
//! - `hull`: `Polytope::from_points`, and with it `std` and the crate `robust` for predicates;
//! - `simd`: on an x86-64 processor with AVX2 and FMA, whatever the build is for, a `PackedHull` of many points looks at
//!   eight of them at a time, instead of four, and the start of a search between small polytopes runs as compiled for such
//!   a processor; the answers are the same, bit for bit. With it `std` and the crate `pulp`, which asks the processor;
//! - `libm`: square roots of the crate of that name, for targets without the standard library; the bits are the same;
//! - `serde`: shapes, poses and answers can be written and read. Reading goes through the
//!   constructors: what those refuse is refused, and no shape that was read is malformed.
//!   [`Settings`] are code and are not written.
//!
//! The vectors of other libraries come in through `mint`: enable the feature `mint-05` of `glam`,
//! and its vectors, quaternions and matrices convert with `into`.

#![no_std]
#![expect(
    clippy::neg_cmp_op_on_partial_ord,
    reason = "a comparison with NaN is false: `!(x > y)` is meant, and `x <= y` is not"
)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod accumulator;
mod any_shape;
mod arithmetic;
mod body;
mod bounds;
mod closest;
mod decide;
mod difference;
mod direction;
mod error;
#[cfg(feature = "std")]
mod lanes;
mod observer;
mod place;
mod pose;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod processor;
mod propose;
mod prove;
mod proximity;
mod query;
mod question;
#[cfg(test)]
mod random;
#[cfg(feature = "serde")]
mod serial;
mod settings;
mod shape;
#[cfg(feature = "hull")]
mod skeleton;
mod solve;
mod stored;
mod support;
mod vector;
mod witness;

pub use any_shape::AnyShape;
pub use arithmetic::Arithmetic;
pub use body::{Body, Shape};
pub use closest::{ClosestPoints, Simplex, Status, SupportPair};
pub use error::ShapeError;
pub use observer::{ExactStep, Iteration, Observer, Proof};
pub use pose::{Pose, Pose2, Pose3};
pub use proximity::Proximity;
pub use query::{closest_points, distance, intersects, proximity};
pub use question::{Claim, StepKind};
pub use settings::Settings;
#[cfg(feature = "std")]
pub use shape::PackedHull;
pub use shape::{
    Aabb, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Polytope, Posed,
    Rounded, Scaled, Segment, Smooth, Stretched, Triangle,
};
pub use stored::{Coordinate, Stored};
pub use support::{Feature, SupportMapping};
pub use vector::Vector;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
