//! A convex shape: a core, a radius and a pose.

mod placed;

use core::fmt;
use core::marker::PhantomData;

use glam::DVec3;

use crate::arithmetic::larger;
use crate::operand::Name;
use crate::pose::Pose;
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;
pub(crate) use placed::{Placed, ROUNDED};

/// A convex shape.
///
/// A query sees only its [`Body`], so a wrapper cannot lose a radius or a pose. It takes any shape:
/// a reference is one too. Shapes of several kinds can be an `enum` of yours (`examples/mixed.rs`),
/// or behind pointers to `dyn Shape`:
///
/// ```
/// use gjk_core::{Ball, Cuboid, Pose, Posed, Shape, distance};
/// use glam::DVec3;
///
/// let there = Pose::from_translation(DVec3::new(5.0, 0.0, 0.0)).unwrap();
/// let bodies: Vec<Box<dyn Shape<Vector = DVec3>>> = vec![
///     Box::new(Ball::new(DVec3::ZERO, 1.0).unwrap()),
///     Box::new(Posed::new(Cuboid::new(DVec3::ONE).unwrap(), there)),
/// ];
/// assert_eq!(distance(&bodies[0], &bodies[1]), 3.0);
/// ```
pub trait Shape {
    /// [`DVec2`](glam::DVec2) for a shape in 2D, [`DVec3`](glam::DVec3) in 3D.
    type Vector: Vector;

    /// The core with its radius, in its pose.
    fn body(&self) -> Body<'_, Self::Vector>;
}

/// A core, a radius and a pose: the convex set of all points within the radius of the posed core.
///
/// It borrows its core, and belongs to one thread: send the shape, and make the body where it is
/// asked about.
///
/// ```
/// use gjk_core::{Ball, Body, Pose3, Posed, Shape};
/// use glam::DVec3;
///
/// let ball = Ball::new(DVec3::ZERO, 2.0).unwrap();
/// let there = Pose3::from_translation(DVec3::X).unwrap();
/// let posed = Posed::new(ball, there);
/// let body = posed.body();
/// assert_eq!((body.radius(), body.origin()), (2.0, DVec3::X));
/// ```
#[must_use]
#[derive(Clone, Copy)]
pub struct Body<'s, V> {
    pub(crate) placed: Placed<'s>,
    vector: PhantomData<V>,
}

impl<V> fmt::Debug for Body<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Body")
    }
}

impl<'s, V: Vector> Body<'s, V> {
    /// The core itself: radius zero, no pose.
    ///
    /// A shape that watches or changes the support points of another is a core of its own, in the
    /// place of the other:
    ///
    /// ```
    /// use gjk_core::{Body, Cuboid, Feature, Pose, Shape, SupportMapping, closest_points};
    /// use std::cell::Cell;
    ///
    /// struct Counted<S>(S, Cell<u32>);
    ///
    /// impl<S: Shape> SupportMapping for Counted<S> {
    ///     type Vector = S::Vector;
    ///     fn support(&self, direction: S::Vector) -> S::Vector {
    ///         self.farthest(direction, 0).1
    ///     }
    ///     fn farthest(&self, direction: S::Vector, near: u32) -> (Feature<S::Vector>, S::Vector) {
    ///         self.1.set(self.1.get() + 1);
    ///         self.0.body().farthest(direction, near)
    ///     }
    ///     fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
    ///         self.0.body().point(feature)
    ///     }
    ///     // And alike: center, extent, vertex_count, others_are_lower, precise_point.
    /// #   fn center(&self) -> S::Vector { self.0.body().center() }
    /// #   fn extent(&self) -> f64 { self.0.body().extent() }
    /// #   fn vertex_count(&self) -> Option<u32> { self.0.body().vertex_count() }
    /// }
    ///
    /// impl<S: Shape> Shape for Counted<S> {
    ///     type Vector = S::Vector;
    ///     fn body(&self) -> Body<'_, S::Vector> {
    ///         let inner = self.0.body();
    ///         let there = Pose::from_translation(inner.origin()).unwrap_or(Pose::IDENTITY);
    ///         Body::new(self).rounded(inner.radius()).posed(&there)
    ///     }
    /// }
    ///
    /// let cube = Cuboid::new(glam::DVec3::ONE).unwrap();
    /// let counted = Counted(cube, Cell::new(0));
    /// assert_eq!(closest_points(&counted, &cube), closest_points(&cube, &cube));
    /// assert!(counted.1.get() > 0);
    /// ```
    pub fn new<C: SupportMapping<Vector = V>>(core: &'s C) -> Self {
        Self {
            placed: Placed::new(core),
            vector: PhantomData,
        }
    }

    /// With `radius` added around it. A sum below zero counts as zero; with NaN every answer is
    /// [`NotFinite`](crate::Status::NotFinite).
    ///
    /// ```
    /// use gjk_core::{Body, Point};
    /// use glam::DVec2;
    ///
    /// let point = Point::new(DVec2::ONE).unwrap();
    /// assert_eq!(Body::new(&point).rounded(2.0).rounded(1.0).radius(), 3.0);
    /// ```
    pub fn rounded(mut self, radius: f64) -> Self {
        self.placed.radius = larger(self.placed.radius + radius, 0.0);
        self
    }

    /// Without its radius: the core in its pose. Where two shapes overlap and their cores do not,
    /// the closest points of the cores tell the normal, the depth and the points of the overlap.
    ///
    /// ```
    /// use gjk_core::{Ball, Capsule, Shape, closest_points};
    /// use glam::DVec3;
    ///
    /// let a = Capsule::new(DVec3::ZERO, DVec3::X * 4.0, 1.0).unwrap();
    /// let b = Ball::new(DVec3::new(3.0, 1.5, 0.0), 1.0).unwrap();
    /// let (a, b) = (a.body(), b.body());
    /// let cores = closest_points(&a.core(), &b.core());
    /// assert_eq!(a.radius() + b.radius() - cores.distance, 0.5);
    /// let normal = cores.normal.unwrap();
    /// let deepest = [cores.point_a + normal * a.radius(), cores.point_b - normal * b.radius()];
    /// assert_eq!(deepest, [DVec3::new(3.0, 1.0, 0.0), DVec3::new(3.0, 0.5, 0.0)]);
    /// ```
    pub fn core(mut self) -> Self {
        self.placed.radius = 0.0;
        self
    }

    /// In a pose, applied after the poses it already has. Two poses are composed: their matrices
    /// are multiplied in `f64`.
    ///
    /// ```
    /// use gjk_core::{Body, Point, Pose2};
    /// use glam::DVec2;
    ///
    /// let point = Point::new(DVec2::ONE).unwrap();
    /// let there = Pose2::from_translation(DVec2::X).unwrap();
    /// assert_eq!(Body::new(&point).posed(&there).posed(&there).origin(), DVec2::X * 2.0);
    /// ```
    #[inline(always)]
    pub fn posed(mut self, pose: &Pose<V>) -> Self {
        if let Some(matrix) = &pose.rotation {
            self.placed.map(V::matrix_in_space(matrix), true);
        }
        self.placed.origin += pose.translation.in_space();
        self
    }

    /// The radius: how far the shape extends beyond its core.
    pub fn radius(&self) -> f64 {
        self.placed.radius
    }

    /// The origin of the frame of the core, in world coordinates. The solver adds it to the
    /// difference of two support points, not to each point, so a shape far from the origin of the
    /// world loses no digits.
    pub fn origin(&self) -> V {
        V::of_space(self.placed.origin)
    }

    /// A point of the posed core that is farthest in `direction`, relative to
    /// [`origin`](Self::origin). The largest coordinate of the direction should be from 2^-120 to
    /// 2^120, so that a rotation loses none of its digits.
    ///
    /// A core that passes this on should not be rotated again, as a second rounding is more than
    /// what is certain allows for: pose the body, which composes the poses.
    pub fn support(&self, direction: V) -> V {
        self.farthest(direction, 0).1
    }

    /// [`SupportMapping::farthest`] of the posed core, relative to [`origin`](Self::origin).
    pub fn farthest(&self, direction: V, near: u32) -> (Feature<V>, V) {
        let (mut name, mut point) = (Name::Vertex(0), DVec3::ZERO);
        self.placed
            .farthest(direction.in_space(), near, &mut name, &mut point);
        (name.map(V::of_space), V::of_space(point))
    }

    /// [`SupportMapping::point`] of the posed core, relative to [`origin`](Self::origin).
    pub fn point(&self, feature: Feature<V>) -> V {
        V::of_space(self.placed.point(feature.map(V::in_space)))
    }

    /// [`SupportMapping::precise_point`] of the posed core, relative to [`origin`](Self::origin).
    /// The direction is in the frame of the core, as in its [`Feature`].
    pub fn precise_point(&self, piece: u32, direction: V) -> Option<[V; 2]> {
        let name = Name::Piece(piece, direction.in_space());
        let point = self.placed.precise_point(name)?;
        Some([V::of_space(point.hi), V::of_space(point.lo)])
    }

    /// [`SupportMapping::center`] of the posed core, relative to [`origin`](Self::origin).
    pub fn center(&self) -> V {
        V::of_space(self.placed.center())
    }

    /// [`SupportMapping::extent`]. A rotated core keeps the extent along its own axes, but for the
    /// rounding of its vertices; a core that wraps this body may pass it on.
    pub fn extent(&self) -> f64 {
        self.placed.rounded_extent()
    }

    /// [`SupportMapping::vertex_count`].
    pub fn vertex_count(&self) -> Option<u32> {
        self.placed.vertex_count
    }

    /// [`SupportMapping::others_are_lower`] of the posed core. If a pose rotates it, all vertices
    /// are compared.
    pub fn others_are_lower(&self, direction: V, vertices: &[u32]) -> bool {
        self.placed
            .rounded_are_lower(direction.in_space(), vertices)
    }
}

/// Implements `Shape` for types: of each its vectors, and its body.
macro_rules! shapes {
    ($(
        $(#[$when:meta])?
        [$($generics:tt)*] $type:ty: $vector:ty, |$shape:ident| $body:expr;
    )*) => {$(
        $(#[$when])?
        impl<$($generics)*> $crate::Shape for $type {
            type Vector = $vector;

            fn body(&self) -> $crate::Body<'_, $vector> {
                let $shape = self;
                $body
            }
        }
    )*};
}
pub(crate) use shapes;

// A body can be stored and asked about, as long as its shape lives, and so can pointers to a shape.
shapes! {
    [V: Vector] Body<'_, V>: V, |body| *body;
    [S: Shape + ?Sized] &S: S::Vector, |shape| (**shape).body();
    #[cfg(feature = "std")]
    [S: Shape + ?Sized] std::boxed::Box<S>: S::Vector, |shape| (**shape).body();
    #[cfg(feature = "std")]
    [S: Shape + ?Sized] std::rc::Rc<S>: S::Vector, |shape| (**shape).body();
    #[cfg(feature = "std")]
    [S: Shape + ?Sized] std::sync::Arc<S>: S::Vector, |shape| (**shape).body();
}
