//! The Gilbert–Johnson–Keerthi algorithm (GJK): do two convex shapes intersect, how far apart are
//! they, and which points are closest? In 2D and 3D, for shapes stored in `f32` or `f64`.
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
//! - **Shapes** are exact closed sets. A finite float is an exact real number, a hull is the convex
//!   hull of its vertices, and touching is intersecting, at distance zero. A [`Shape`] is a core
//!   with a radius in a pose; [`Smooth`] makes one from any support mapping.
//! - **Arithmetic** is `f64`, whatever the shapes are stored in. If rounding leaves a doubt,
//!   polytopes are decided [exactly](#exact-answers), and other shapes are searched in
//!   double-double. Each operation must round to the nearest `f64`, which is Rust's default; x86
//!   without SSE2 does not, and is refused.
//! - **Scale**: there is no absolute epsilon. Multiplying all coordinates by a power of two
//!   multiplies the answer by it, bit for bit, if nothing underflows.
//! - **Termination**: every query ends without a panic, for every input.
//!
//! # Exact answers
//!
//! **What is exact.** The intersection test of every query, the answers of [`proximity`], and
//! whether the distance exceeds [`max_distance`](Settings::max_distance). The distance is within
//! one ulp of itself, even if it is the last digit of a coordinate or the least positive number.
//! `lower` and `upper` enclose it and are at most two ulps apart. If they are equal, the distance
//! is that number. If not, it lies strictly between them.
//!
//! **For which shapes.** Points, segments, triangles, boxes, hulls and polytopes, in 2D and 3D.
//! Balls, capsules and [`Rounded`] shapes over these: the distance of the cores is compared with
//! the sum of the radii. Your own shapes with a [`vertex_count`](SupportMapping::vertex_count).
//!
//! **Limits.** Coordinates may be any finite numbers up to 10^307, unless the
//! [extent](SupportMapping::extent) that a stretched shape reports overflows, or a translation and
//! a point are so large that no scale fits both. Larger ones keep the verdict and the bounds, but
//! not the common points, unless a difference of two or the sum of the extents overflows: then the
//! status is [`NotFinite`](Status::NotFinite), and nothing is known. [`closest_points`] has it too
//! where the distance is not below the largest number, whatever the maximum distance is.
//! Cylinders, cones and ellipsoids have points that no `f64` represents; they keep the bounds of
//! [`ClosestPoints`]. A query that [`max_iterations`](Settings::max_iterations) stops may be
//! undecided. With a [relative](Settings::relative_tolerance) or
//! [absolute](Settings::absolute_tolerance) tolerance it is still exact whether they intersect, and
//! the bounds differ by the tolerance at most.
//!
//! **How.** The search in `f64` only proposes a simplex. The shapes are apart if a plane separates
//! them by more than all rounding errors together. They intersect if the signs of volumes show that
//! a simplex contains the origin. A distance is proved from both sides, in double-double: a plane
//! with no vertex of the Minkowski difference below it is a lower bound, and the weighted mean of
//! the simplex an upper bound. If further vertices are coplanar within rounding, as the corners of
//! a face of a rotated box, a linear program among them finds the nearest face (with more than 512
//! of a shape, integers do). Each bound is a lemma in `docs/proofs.md` of the sources.
//!
//! If no proof answers the question, the same search runs in exact arithmetic. Coordinates are sums
//! of up to four `f64`. Each sign comes from an estimate in `f64` with an error bound, or else from
//! integers of up to 12,636 bits. This is the idea of J. R. Shewchuk,
//! "Adaptive precision floating-point arithmetic and fast robust geometric predicates", Discrete &
//! Computational Geometry 18 (1997), with integers of a fixed capacity instead of expansions, as
//! these do not underflow.
//!
//! **Why it ends.** Each step of the exact search decreases the exact distance of its face, and
//! there are finitely many faces. The steps are limited too: to 256, or a higher iteration limit.
//!
//! **What it costs.** No allocation. A clear intersection test costs nothing more. A distance costs
//! the proof and one scan of all vertices along the last direction, which usually replaces the last
//! support evaluation. Exact steps scan all vertices of both shapes. Coordinates of very different
//! sizes need integers of the largest capacity, and up to 192 kilobytes of stack (384 in a build
//! without optimisation). On average over a pair of shapes, bodies in parallel or stacked poses
//! take up to 1.4 times as long as in general position; contact in round numbers, which integers
//! decide, takes up to 8 times as long. A distance below 5 * 10^-14 of the largest length needs
//! integers for its last digit, and 15 to 30 µs: of boxes some ulps apart, and above a floor of two
//! kilometres from 5 * 10^-11 metres on. With a [tolerance](Settings::absolute_tolerance) it takes
//! 0.2 to 2.5 µs.
//!
//! **Poses.** A rotated vertex is rounded to `f64` before the solver sees it, and the answers are
//! exact for the rounded vertices. The same pose gives the same bits, but two bodies that touch in
//! one pose may not touch after both are rotated. A translation is not rounded; those of nested
//! poses are rotated and added in `f64`.
//!
//! # Ulps of other shapes
//!
//! Cylinders, cones, ellipsoids and your own shapes without vertices are answered within some
//! *ulps*: units in the last place, in `f64`, of a length. It is the largest of these:
//!
//! - the largest length in the Minkowski difference of the two shapes;
//! - of a rotated shape, its largest coordinate in its own frame; four times that if the shape is
//!   your own, as each point is rotated in `f64`;
//! - of a stretched shape, the same times the largest row of its matrix.
//!
//! An answer may be off by four least positive numbers, if that is more; if the size of a shape is
//! below the least normal number, times the factor by which the shape is scaled or stretched. Where
//! a translation takes back the coordinates of a shape, lengths below 2^-90 of these count as none.
//!
//! The points of your own shapes are those that their support mappings return, however these round
//! them. If a shape has no [precise points](SupportMapping::precise_point), and rounding hides every
//! plane between two, a gap of up to 128 ulps may count as contact.
//!
//! Where a curved shape is closest, the distance hardly changes along its surface. So an answer
//! with that distance may have points beside the closest ones: by about the root of an ulp, a
//! hundred millionth of the size. The normal is turned by up to twice the root of an ulp over the
//! gap: by 3 * 10^-8 at a gap of the size of the shapes, by a thousandth at a billionth of it. (The
//! normal of the [cores](Body::core) of rounded shapes keeps its digits in contact.)
//!
//! # Vertex lists
//!
//! Three shapes give the convex hull of a list of points. [`Hull`] takes any list. `PackedHull`
//! keeps a copy that it scans several points at a time, with the same answers. [`Polytope`] climbs
//! along the edges of the hull, which `Polytope::from_points` finds. A cold query is fastest with a
//! hull up to about 8 points in 2D; with a packed hull up to about 100 points, or about 200 with
//! the feature `simd` on a processor that has AVX2; and with a polytope beyond that, also after a
//! warm start.
//!
//! Nanoseconds of a cold distance query between two hulls near each other, for `f32` points on a
//! sphere, on one core of an x86-64 server, with `simd` (`speed growth` in the repository measures
//! them):
//!
//! | points | `Hull` | `PackedHull` | `Polytope` |
//! | ---: | ---: | ---: | ---: |
//! | 8 | 532 | 491 | 943 |
//! | 64 | 1573 | 920 | 1409 |
//! | 256 | 5933 | 2410 | 2103 |
//! | 1024 | 26,245 | 8740 | 3118 |
//! | 16,384 | 623,238 | 198,986 | 9945 |
//! | 100,000 | 4,140,915 | 1,374,333 | 25,032 |
//!
//! # Features
//!
//! The crate is `no_std` without an allocator and depends on `glam` alone (which is
//! `gjk_core::glam` too, in the right version), unless a feature adds more. One of `std` and `libm`
//! must be on, for square roots.
//!
//! - `std` (default): the standard library; [`Shape`] for boxed and shared shapes,
//!   `Polytope::from_points`, and `PackedHull`;
//! - `simd`: on x86-64 processors with AVX2 and FMA, detected at run time, a `PackedHull` scans
//!   four points at a time instead of two. The answers are the same, bit for bit. Enables `std` and
//!   the crate `pulp`;
//! - `libm`: square roots from the crate `libm`, for targets without the standard library, with the
//!   same bits (sines and cosines of [`Pose::from_angle`] may differ);
//! - `serde`: shapes, poses and answers can be serialised and deserialised; [`Smooth`],
//!   [`Settings`] and [`Step`] cannot. Deserialisation uses the constructors, so a malformed shape
//!   is refused. JSON has no NaN: an answer that is [`NotFinite`](Status::NotFinite) is written
//!   there, but not read. Enable the feature `float_roundtrip` of `serde_json`: without it some
//!   numbers are read with other last digits, as another shape.
//!
//! Vectors of other libraries convert through `mint`: enable the feature `mint-05` of `glam`, and
//! convert its vectors, quaternions and matrices with `into`.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(
    clippy::neg_cmp_op_on_partial_ord,
    reason = "a comparison with NaN is false: `!(x > y)` is meant, and `x <= y` is not"
)]

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("enable the feature `std` or `libm` of gjk-core, for square roots");

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("gjk-core needs a target with SSE2, as i686: x87 does not round to f64");

#[cfg(any(feature = "std", test))]
extern crate std;

mod arithmetic;
mod body;
mod bounds;
mod closest;
mod decide;
mod difference;
mod direction;
mod error;
mod exact;
mod operand;
mod pose;
mod propose;
mod prove;
mod proximity;
mod query;
mod question;
#[cfg(feature = "serde")]
mod serial;
mod settings;
mod shape;
mod simplex;
#[cfg(feature = "std")]
mod skeleton;
mod solve;
mod step;
mod support;
#[cfg(test)]
mod tests;
mod vector;
mod witness;

pub use arithmetic::Arithmetic;
pub use body::{Body, Shape};
pub use closest::ClosestPoints;
pub use error::ShapeError;
pub use glam;
pub use pose::{Pose, Pose2, Pose3};
pub use proximity::Proximity;
pub use query::{closest_points, distance, intersects, proximity};
pub use settings::Settings;
#[cfg(feature = "std")]
pub use shape::PackedHull;
pub use shape::{
    Aabb, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Polytope, Posed,
    Rounded, Scaled, Segment, Smooth, Stretched, Triangle,
};
pub use simplex::{Simplex, SupportPair};
pub use solve::Status;
pub use step::{Step, StepKind};
pub use support::{Feature, SupportMapping};
pub use vector::{Coordinate, Stored, Vector};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
