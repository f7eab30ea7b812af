//! Mappings for these tests alone: of a smooth shape, of one that does not say that it is a polytope, of one that
//! counts, and of no shape at all.

use std::cell::Cell;

use gjk_core::{Feature, Point, Support};
use glam::DVec3;

/// A smooth shape: the search converges to it but never lands on it.
pub(crate) struct Ellipsoid {
    pub(crate) axes: DVec3,
}

impl Support for Ellipsoid {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.axes * (self.axes * direction).normalize_or_zero()
    }
}

pub(crate) const ELLIPSOID: Ellipsoid = Ellipsoid {
    axes: DVec3::new(3.0, 2.0, 0.5),
};

pub(crate) fn point(x: f64, y: f64, z: f64) -> Point<DVec3> {
    Point::new(DVec3::new(x, y, z)).unwrap()
}

/// A shape that does not say that it is a polytope: the solver answers as for a curved one.
#[derive(Debug)]
pub(crate) struct Unnumbered<S>(pub(crate) S);

impl<S: Support> Support for Unnumbered<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.0.support(direction)
    }

    fn feature(
        &self,
        direction: S::Vector,
        near: Option<Feature<S::Vector>>,
    ) -> Feature<S::Vector> {
        self.0.feature(direction, near)
    }

    fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.0.point(feature)
    }

    fn origin(&self) -> S::Vector {
        self.0.origin()
    }

    fn center(&self) -> S::Vector {
        self.0.center()
    }

    fn extent(&self) -> f64 {
        self.0.extent()
    }

    fn radius(&self) -> f64 {
        self.0.radius()
    }
}

/// A shape that counts its evaluations.
pub(crate) struct Counted<S> {
    shape: S,
    pub(crate) count: Cell<u32>,
}

impl<S> Counted<S> {
    pub(crate) fn new(shape: S) -> Self {
        let count = Cell::new(0);
        Self { shape, count }
    }
}

impl<S: Support> Support for Counted<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.shape.support(direction)
    }

    fn feature(
        &self,
        direction: S::Vector,
        near: Option<Feature<S::Vector>>,
    ) -> Feature<S::Vector> {
        self.count.set(self.count.get() + 1);
        self.shape.feature(direction, near)
    }

    fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.shape.point(feature)
    }

    fn origin(&self) -> S::Vector {
        self.shape.origin()
    }

    fn center(&self) -> S::Vector {
        self.shape.center()
    }

    fn extent(&self) -> f64 {
        self.shape.extent()
    }

    fn vertex_count(&self) -> Option<u32> {
        self.shape.vertex_count()
    }

    fn others_are_lower(&self, direction: S::Vector, vertices: &[u32], margin: f64) -> bool {
        self.shape.others_are_lower(direction, vertices, margin)
    }

    fn radius(&self) -> f64 {
        self.shape.radius()
    }
}

/// A mapping of some other kind than a support mapping.
pub(crate) struct Hostile<F> {
    pub(crate) mapping: F,
    pub(crate) count: Cell<u32>,
}

impl<F: Fn(u32, DVec3) -> DVec3> Support for Hostile<F> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.count.set(self.count.get() + 1);
        (self.mapping)(self.count.get(), direction)
    }
}
