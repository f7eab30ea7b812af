//! Mappings for these tests: a smooth shape, a polytope that does not report its vertices, one that
//! counts, and a broken one.

use std::cell::Cell;

use gjk_core::{Body, Feature, Point, Shape, SupportMapping};
use glam::DVec3;

/// Implements `Shape` for types with a support mapping, as their own core.
macro_rules! own_core {
    (<$($of:ident: $bound:path),*> $shape:ty) => {
        impl<$($of: $bound),*> gjk_core::Shape for $shape {
            type Vector = <Self as gjk_core::SupportMapping>::Vector;
            type Core = Self;

            fn body(&self) -> gjk_core::Body<'_, Self> {
                gjk_core::Body::new(self)
            }
        }
    };
}
pub(crate) use own_core;

/// A smooth shape: the search converges to it but never reaches it.
pub(crate) struct Ellipsoid {
    pub(crate) axes: DVec3,
}

impl SupportMapping for Ellipsoid {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.axes * (self.axes * direction).normalize_or_zero()
    }
}

own_core!(<> Ellipsoid);

pub(crate) const ELLIPSOID: Ellipsoid = Ellipsoid {
    axes: DVec3::new(3.0, 2.0, 0.5),
};

pub(crate) fn point(x: f64, y: f64, z: f64) -> Point<DVec3> {
    Point::new(DVec3::new(x, y, z)).unwrap()
}

/// A polytope that does not report its vertices: the solver treats it as curved.
#[derive(Debug)]
pub(crate) struct Unnumbered<S>(pub(crate) S);

impl<S: Shape> SupportMapping for Unnumbered<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.0.body().core().support(direction)
    }

    fn farthest(
        &self,
        direction: S::Vector,
        near: Option<Feature<S::Vector>>,
    ) -> (Feature<S::Vector>, S::Vector) {
        self.0.body().core().farthest(direction, near)
    }

    fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.0.body().core().point(feature)
    }

    fn center(&self) -> S::Vector {
        self.0.body().core().center()
    }

    fn extent(&self) -> f64 {
        self.0.body().core().extent()
    }
}

impl<S: Shape> Shape for Unnumbered<S> {
    type Vector = S::Vector;
    type Core = Self;

    fn body(&self) -> Body<'_, Self> {
        self.0.body().with_core(self)
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

impl<S: Shape> SupportMapping for Counted<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.shape.body().core().support(direction)
    }

    fn farthest(
        &self,
        direction: S::Vector,
        near: Option<Feature<S::Vector>>,
    ) -> (Feature<S::Vector>, S::Vector) {
        self.count.set(self.count.get() + 1);
        self.shape.body().core().farthest(direction, near)
    }

    fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.shape.body().core().point(feature)
    }

    fn center(&self) -> S::Vector {
        self.shape.body().core().center()
    }

    fn extent(&self) -> f64 {
        self.shape.body().core().extent()
    }

    fn vertex_count(&self) -> Option<u32> {
        self.shape.body().core().vertex_count()
    }

    fn others_are_lower(&self, direction: S::Vector, vertices: &[u32], margin: f64) -> bool {
        self.shape
            .body()
            .core()
            .others_are_lower(direction, vertices, margin)
    }
}

impl<S: Shape> Shape for Counted<S> {
    type Vector = S::Vector;
    type Core = Self;

    fn body(&self) -> Body<'_, Self> {
        self.shape.body().with_core(self)
    }
}

/// A broken support mapping.
pub(crate) struct Hostile<F> {
    pub(crate) mapping: F,
    pub(crate) count: Cell<u32>,
}

impl<F: Fn(u32, DVec3) -> DVec3> SupportMapping for Hostile<F> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.count.set(self.count.get() + 1);
        (self.mapping)(self.count.get(), direction)
    }
}

own_core!(<F: Fn(u32, DVec3) -> DVec3> Hostile<F>);
