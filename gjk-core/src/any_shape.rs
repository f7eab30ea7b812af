//! Shapes whose kind is known at run time only.

use crate::body::{Body, Place, Shape};
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;

/// A [`Shape`] of a kind that is known at run time only: every shape is one, behind a reference, a
/// `Box` or an `Arc`.
///
/// ```
/// use gjk_core::{AnyShape, Ball, Cuboid, Pose, Posed, distance};
/// use glam::DVec3;
///
/// let there = Pose::from_translation(DVec3::new(5.0, 0.0, 0.0)).unwrap();
/// let bodies: Vec<Box<dyn AnyShape<Vector = DVec3>>> = vec![
///     Box::new(Ball::new(DVec3::ZERO, 1.0).unwrap()),
///     Box::new(Posed::new(Cuboid::new(DVec3::ONE).unwrap(), there)),
/// ];
/// assert_eq!(distance(&bodies[0], &bodies[1]), 3.0);
/// ```
pub trait AnyShape {
    /// [`Shape::Vector`].
    type Vector: Vector;

    #[doc(hidden)]
    fn place(&self) -> Place<Self::Vector>;

    #[doc(hidden)]
    fn core_support(&self, direction: Self::Vector) -> Self::Vector;

    #[doc(hidden)]
    fn core_farthest(
        &self,
        direction: Self::Vector,
        near: Option<Feature<Self::Vector>>,
    ) -> (Feature<Self::Vector>, Self::Vector);

    #[doc(hidden)]
    fn core_point(&self, feature: Feature<Self::Vector>) -> Self::Vector;

    #[doc(hidden)]
    fn core_center(&self) -> Self::Vector;

    #[doc(hidden)]
    fn core_extent(&self) -> f64;

    #[doc(hidden)]
    fn core_vertex_count(&self) -> Option<u32>;

    #[doc(hidden)]
    fn core_others_are_lower(&self, direction: Self::Vector, vertices: &[u32], margin: f64)
    -> bool;
}

impl<S: Shape> AnyShape for S {
    type Vector = S::Vector;

    fn place(&self) -> Place<S::Vector> {
        self.body().place()
    }

    fn core_support(&self, direction: S::Vector) -> S::Vector {
        self.body().core().support(direction)
    }

    fn core_farthest(
        &self,
        direction: S::Vector,
        near: Option<Feature<S::Vector>>,
    ) -> (Feature<S::Vector>, S::Vector) {
        self.body().core().farthest(direction, near)
    }

    fn core_point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.body().core().point(feature)
    }

    fn core_center(&self) -> S::Vector {
        self.body().core().center()
    }

    fn core_extent(&self) -> f64 {
        self.body().core().extent()
    }

    fn core_vertex_count(&self) -> Option<u32> {
        self.body().core().vertex_count()
    }

    fn core_others_are_lower(&self, direction: S::Vector, vertices: &[u32], margin: f64) -> bool {
        self.body()
            .core()
            .others_are_lower(direction, vertices, margin)
    }
}

impl<V: Vector> Shape for dyn AnyShape<Vector = V> + '_ {
    type Vector = V;
    type Core = Self;

    fn body(&self) -> Body<'_, Self> {
        Body::at(self, self.place())
    }
}

impl<V: Vector> SupportMapping for dyn AnyShape<Vector = V> + '_ {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.core_support(direction)
    }

    fn farthest(&self, direction: V, near: Option<Feature<V>>) -> (Feature<V>, V) {
        self.core_farthest(direction, near)
    }

    fn point(&self, feature: Feature<V>) -> V {
        self.core_point(feature)
    }

    fn center(&self) -> V {
        self.core_center()
    }

    fn extent(&self) -> f64 {
        self.core_extent()
    }

    fn vertex_count(&self) -> Option<u32> {
        self.core_vertex_count()
    }

    fn others_are_lower(&self, direction: V, vertices: &[u32], margin: f64) -> bool {
        self.core_others_are_lower(direction, vertices, margin)
    }
}
