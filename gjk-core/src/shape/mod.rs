//! The shapes. Each is generic over its stored vector type, so that one definition serves `f32` and
//! `f64`, 2D and 3D.

mod boxes;
mod checks;
mod hull;
#[cfg(feature = "std")]
mod packed_hull;
mod polytope;
mod revolved;
mod simplices;
mod smooth;
mod wrapped;

pub use boxes::{Aabb, Cuboid};
pub use hull::Hull;
#[cfg(feature = "std")]
pub use packed_hull::PackedHull;
pub use polytope::Polytope;
pub use revolved::{Axis, Cone, Cylinder};
pub use simplices::{Ball, Capsule, Point, Segment, Triangle};
pub use smooth::{Ellipsoid, Smooth};
pub use wrapped::{Posed, Rounded, Scaled, Stretched};

use glam::{DMat3, DVec3};

use crate::body::{Body, Shape, shapes};
use crate::vector::{Coordinate, Stored, Vector};

shapes! {
    [V: Stored] Point<V>: V::Wide, |point| Body::new(point);
    [V: Stored] Cuboid<V>: V::Wide, |cuboid| Body::new(cuboid);
    [V: Stored] Aabb<V>: V::Wide, |aabb| Body::new(aabb);
    [V: Stored, S: AsRef<[V]>] Hull<V, S>: V::Wide, |hull| Body::new(hull);
    #[cfg(feature = "std")]
    [V: Stored, S: AsRef<[V]>] PackedHull<V, S>: V::Wide, |hull| Body::new(hull);
    [V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>] Polytope<V, S, N>: V::Wide,
        |polytope| Body::new(polytope);
    [V: Stored] Ellipsoid<V>: V::Wide, |ellipsoid| Body::new(ellipsoid);
    [T: Coordinate] Cylinder<T>: DVec3, |cylinder| Body::new(cylinder);
    [T: Coordinate] Cone<T>: DVec3, |cone| Body::new(cone);
    [V: Vector, F: Fn(V) -> V] Smooth<V, F>: V, |smooth| Body::new(smooth);
    [V: Stored] Ball<V>: V::Wide, |ball| Body::new(&ball.center).rounded(ball.radius.into());
    [V: Stored] Capsule<V>: V::Wide, |capsule| capsule.core.body().rounded(capsule.radius.into());
    [S: Shape] Rounded<S>: S::Vector, |rounded| rounded.core.body().rounded(rounded.radius);
    [S: Shape] Posed<S>: S::Vector, |posed| posed.shape.body().posed(&posed.pose);
    [S: Shape] Scaled<S>: S::Vector, |scaled| {
        let mut body = scaled.shape.body();
        body.placed.radius *= scaled.factor;
        body.placed.map(DMat3::from_diagonal(DVec3::splat(scaled.factor)), false);
        body
    };
    [S: Shape] Stretched<S>: S::Vector, |stretched| {
        let mut body = stretched.shape.body();
        body.placed.map(S::Vector::matrix_in_space(&stretched.matrix), false);
        body
    };
}
