//! Shapes whose kind is known only at run time.

use crate::body::{Body, Shape};
use crate::place::Place;
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;

/// A [`Shape`] whose kind is known only at run time, behind a reference, a `Box` or an `Arc`. Every
/// shape implements it.
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
    fn core_farthest(
        &self,
        direction: Self::Vector,
        near: Option<Feature<Self::Vector>>,
    ) -> (Feature<Self::Vector>, Self::Vector);

    #[doc(hidden)]
    fn core_slide(
        &self,
        feature: Feature<Self::Vector>,
        direction: Self::Vector,
    ) -> Feature<Self::Vector>;

    #[doc(hidden)]
    fn core_point(&self, feature: Feature<Self::Vector>) -> Self::Vector;

    #[doc(hidden)]
    fn core_others_are_lower(&self, direction: Self::Vector, vertices: &[u32], margin: f64)
    -> bool;
}

impl<S: Shape> AnyShape for S {
    type Vector = S::Vector;

    fn place(&self) -> Place<S::Vector> {
        self.body().place()
    }

    fn core_farthest(
        &self,
        direction: S::Vector,
        near: Option<Feature<S::Vector>>,
    ) -> (Feature<S::Vector>, S::Vector) {
        self.body().core().farthest(direction, near)
    }

    fn core_slide(&self, feature: Feature<S::Vector>, direction: S::Vector) -> Feature<S::Vector> {
        self.body().core().slide(feature, direction)
    }

    fn core_point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.body().core().point(feature)
    }

    fn core_others_are_lower(&self, direction: S::Vector, vertices: &[u32], margin: f64) -> bool {
        let body = self.body();
        body.core().others_are_lower(direction, vertices, margin)
    }
}

impl<V: Vector> Shape for dyn AnyShape<Vector = V> + '_ {
    type Vector = V;
    type Core = Self;

    #[inline(always)]
    fn body(&self) -> Body<'_, Self> {
        Body::at(self, self.place())
    }
}

impl<V: Vector> SupportMapping for dyn AnyShape<Vector = V> + '_ {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.core_farthest(direction, None).1
    }

    fn farthest(&self, direction: V, near: Option<Feature<V>>) -> (Feature<V>, V) {
        self.core_farthest(direction, near)
    }

    fn point(&self, feature: Feature<V>) -> V {
        self.core_point(feature)
    }

    fn slide(&self, feature: Feature<V>, direction: V) -> Feature<V> {
        self.core_slide(feature, direction)
    }

    fn center(&self) -> V {
        self.place().size.center
    }

    fn extent(&self) -> f64 {
        self.place().size.extent
    }

    fn vertex_count(&self) -> Option<u32> {
        self.place().size.vertex_count
    }

    fn others_are_lower(&self, direction: V, vertices: &[u32], margin: f64) -> bool {
        self.core_others_are_lower(direction, vertices, margin)
    }
}

#[cfg(test)]
mod tests {
    use super::AnyShape;
    use crate::shape::{Capsule, Segment};
    use crate::support::{Feature, SupportMapping};
    use glam::DVec3;

    // Claim: through a pointer to any shape, the answers are those of its core.
    #[test]
    fn the_core_answers() {
        let capsule = Capsule::new(DVec3::ZERO, DVec3::X, 0.5).unwrap();
        let core = Segment::new(DVec3::ZERO, DVec3::X).unwrap();
        let any: &dyn AnyShape<Vector = DVec3> = &capsule;
        let place = any.place();
        assert_eq!((place.radius, place.size.vertex_count), (0.5, Some(2)));
        let direction = DVec3::new(0.25, 0.5, 0.0);
        let found = any.core_farthest(direction, None);
        assert_eq!(found, core.farthest(direction, None));
        let slid = any.core_slide(Feature::Direction(DVec3::Y), direction);
        assert_eq!(slid, Feature::Direction(direction));
        assert_eq!(any.core_point(Feature::Vertex(0)), DVec3::ZERO);
        assert!(any.core_others_are_lower(DVec3::X, &[1], 0.0));
        assert!(!any.core_others_are_lower(DVec3::X, &[0], 0.0));
    }
}
