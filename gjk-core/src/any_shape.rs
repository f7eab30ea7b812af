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

    /// Coordinates are passed in registers and the result is written in place, to avoid a
    /// store-forwarding stall in each step of a search.
    #[doc(hidden)]
    fn core_farthest(
        &self,
        x: f64,
        y: f64,
        z: f64,
        near: Option<Feature<Self::Vector>>,
        found: &mut (Feature<Self::Vector>, Self::Vector),
    );

    #[doc(hidden)]
    fn core_point(&self, feature: Feature<Self::Vector>, found: &mut Self::Vector);

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
        x: f64,
        y: f64,
        z: f64,
        near: Option<Feature<S::Vector>>,
        found: &mut (Feature<S::Vector>, S::Vector),
    ) {
        let direction = S::Vector::of_coordinates([x, y, z]);
        *found = self.body().core().farthest(direction, near);
    }

    fn core_point(&self, feature: Feature<S::Vector>, found: &mut S::Vector) {
        *found = self.body().core().point(feature);
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

    #[inline(always)]
    fn body(&self) -> Body<'_, Self> {
        Body::at(self, self.place().apart())
    }
}

impl<V: Vector> SupportMapping for dyn AnyShape<Vector = V> + '_ {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.farthest(direction, None).1
    }

    fn farthest(&self, direction: V, near: Option<Feature<V>>) -> (Feature<V>, V) {
        let [x, y, z] = direction.coordinates();
        let mut found = (Feature::Vertex(0), V::ZERO);
        self.core_farthest(x, y, z, near, &mut found);
        found
    }

    fn point(&self, feature: Feature<V>) -> V {
        let mut found = V::ZERO;
        self.core_point(feature, &mut found);
        found
    }

    fn center(&self) -> V {
        self.place().center
    }

    fn extent(&self) -> f64 {
        self.place().extent
    }

    fn vertex_count(&self) -> Option<u32> {
        self.place().vertex_count
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
        assert_eq!((place.radius, place.vertex_count), (0.5, Some(2)));
        let mut found = (Feature::Vertex(7), DVec3::ONE);
        any.core_farthest(0.25, 0.5, 0.0, None, &mut found);
        assert_eq!(found, core.farthest(DVec3::new(0.25, 0.5, 0.0), None));
        let mut point = DVec3::ONE;
        any.core_point(Feature::Vertex(0), &mut point);
        assert_eq!(point, DVec3::ZERO);
        assert!(any.core_others_are_lower(DVec3::X, &[1], 0.0));
        assert!(!any.core_others_are_lower(DVec3::X, &[0], 0.0));
    }
}
