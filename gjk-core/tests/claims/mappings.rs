//! Mappings for these tests: a smooth shape, a polytope that does not report its vertices, one that
//! counts, and a broken one.

use std::cell::Cell;

use gjk_core::{Body, Feature, Point, Pose, Shape, SupportMapping};
use glam::DVec3;

/// Implements `Shape` for types with a support mapping, as their own core.
macro_rules! own_core {
    (<$($of:ident: $bound:path),*> $shape:ty) => {
        impl<$($of: $bound),*> gjk_core::Shape for $shape {
            type Vector = <Self as gjk_core::SupportMapping>::Vector;

            fn body(&self) -> gjk_core::Body<'_, Self::Vector> {
                gjk_core::Body::new(self)
            }
        }
    };
}
pub(crate) use own_core;

/// The body of a core that takes the place of another body, with its pose.
pub(crate) fn in_place_of<'s, C: SupportMapping>(
    core: &'s C,
    other: &Body<'_, C::Vector>,
) -> Body<'s, C::Vector> {
    let there = Pose::from_translation(other.origin()).unwrap();
    Body::new(core).rounded(other.radius()).posed(&there)
}

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
        self.0.body().support(direction)
    }

    fn farthest(&self, direction: S::Vector, near: u32) -> (Feature<S::Vector>, S::Vector) {
        self.0.body().farthest(direction, near)
    }

    fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.0.body().point(feature)
    }

    fn center(&self) -> S::Vector {
        self.0.body().center()
    }

    fn extent(&self) -> f64 {
        self.0.body().extent()
    }
}

impl<S: Shape> Shape for Unnumbered<S> {
    type Vector = S::Vector;

    fn body(&self) -> Body<'_, S::Vector> {
        in_place_of(self, &self.0.body())
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
        self.shape.body().support(direction)
    }

    fn farthest(&self, direction: S::Vector, near: u32) -> (Feature<S::Vector>, S::Vector) {
        self.count.set(self.count.get() + 1);
        self.shape.body().farthest(direction, near)
    }

    fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.shape.body().point(feature)
    }

    fn precise_point(&self, piece: u32, direction: S::Vector) -> Option<[S::Vector; 2]> {
        self.shape.body().precise_point(piece, direction)
    }

    fn center(&self) -> S::Vector {
        self.shape.body().center()
    }

    fn extent(&self) -> f64 {
        self.shape.body().extent()
    }

    fn vertex_count(&self) -> Option<u32> {
        self.shape.body().vertex_count()
    }

    fn others_are_lower(&self, direction: S::Vector, vertices: &[u32]) -> bool {
        self.shape.body().others_are_lower(direction, vertices)
    }
}

impl<S: Shape> Shape for Counted<S> {
    type Vector = S::Vector;

    fn body(&self) -> Body<'_, S::Vector> {
        in_place_of(self, &self.shape.body())
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
