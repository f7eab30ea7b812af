//! A shape as the solver sees it: a core, a radius and a pose.

use crate::arithmetic::float::larger;
use crate::place::{Map, Place};
use crate::pose::Pose;
use crate::support::{Feature, SupportMapping, others_are_lower};
use crate::vector::Vector;

/// A convex shape.
///
/// A query sees only its [`Body`], so a wrapper cannot lose a radius or a pose. Use
/// [`AnyShape`](crate::AnyShape) for shapes whose kind is known only at run time.
pub trait Shape {
    /// [`DVec2`](glam::DVec2) for a shape in 2D, [`DVec3`](glam::DVec3) in 3D.
    type Vector: Vector;

    /// The type with the support mapping: the shape itself, or the shape it wraps.
    type Core: SupportMapping<Vector = Self::Vector> + ?Sized;

    /// The core with its radius, in its pose.
    fn body(&self) -> Body<'_, Self::Core>;
}

/// A core, a radius and a pose: the convex set of all points within the radius of the posed core.
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
#[derive(Debug)]
pub struct Body<'s, C: SupportMapping + ?Sized> {
    core: &'s C,
    place: Place<C::Vector>,
}

impl<C: SupportMapping + ?Sized> Clone for Body<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: SupportMapping + ?Sized> Copy for Body<'_, C> {}

/// For coordinates above this, subnormal rounding of a rotated vertex is below 2^-62 of the size,
/// far below any margin.
const UNROUNDED: f64 = f64::MIN_POSITIVE * (1u64 << 10) as f64;

/// If the core is at most this many extents from the origin of its frame, the margin of a vertex
/// scan covers the rounding of rotated vertices.
const NEAR: f64 = 8.0;

/// Up to this many extents the rounding is added to the margin.
const FAR: f64 = 1024.0;

/// The rounding of rotated vertices up to `FAR` extents away, in units of the
/// [margin](crate::support::clear_margin): two vertices by `6√3 u(1 + 1024√3)` extents times the
/// length of the direction, which is at most `√3` times its largest coordinate; the margin has
/// three times that coordinate.
const FAR_ROUNDING: f64 = 1.0 / (1u64 << 38) as f64;

impl<'s, C: SupportMapping + ?Sized> Body<'s, C> {
    /// The core itself: radius zero, no pose.
    #[inline(always)]
    pub fn new(core: &'s C) -> Self {
        let place = Place {
            radius: 0.0,
            origin: C::Vector::ZERO,
            map: None,
            center: core.center(),
            extent: core.extent(),
            vertex_count: core.vertex_count(),
        };
        Self { core, place }
    }

    /// With `radius` added around it. A sum below zero counts as zero.
    ///
    /// ```
    /// use gjk_core::{Body, Point};
    /// use glam::DVec2;
    ///
    /// let point = Point::new(DVec2::ONE).unwrap();
    /// assert_eq!(Body::new(&point).rounded(2.0).rounded(1.0).radius(), 3.0);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn rounded(mut self, radius: f64) -> Self {
        self.place.radius += radius;
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
    #[must_use]
    #[inline(always)]
    pub fn posed(mut self, pose: &Pose<C::Vector>) -> Self {
        if let Some(matrix) = pose.rotation() {
            self = self.mapped(matrix, true);
        }
        let origin = self.place.origin;
        self.place.origin = if origin == C::Vector::ZERO {
            pose.translation()
        } else {
            origin + pose.translation()
        };
        self
    }

    /// With the radius multiplied by `factor`.
    #[inline(always)]
    pub(crate) fn grown(mut self, factor: f64) -> Self {
        self.place.radius *= factor;
        self
    }

    /// Under a linear map, which does not change the radius.
    #[inline(always)]
    pub(crate) fn mapped(mut self, matrix: &<C::Vector as Vector>::Matrix, rigid: bool) -> Self {
        let Place { origin, map, .. } = &mut self.place;
        if *origin != C::Vector::ZERO {
            *origin = *matrix * *origin;
        }
        *map = Some(match map {
            Some(inner) => Map {
                matrix: C::Vector::product(matrix, &inner.matrix),
                rigid: rigid && inner.rigid,
            },
            None => Map {
                matrix: *matrix,
                rigid,
            },
        });
        self
    }

    /// Everything but the core.
    #[inline(always)]
    pub(crate) fn place(&self) -> Place<C::Vector> {
        self.place
    }

    /// A core with this placement.
    #[inline(always)]
    pub(crate) fn at(core: &'s C, place: Place<C::Vector>) -> Self {
        Self { core, place }
    }

    /// Another core with the same radius and pose, for a wrapper that changes the answers of the
    /// core.
    ///
    /// ```
    /// use gjk_core::{Ball, Point, Shape};
    /// use glam::DVec2;
    ///
    /// let ball = Ball::new(DVec2::ZERO, 2.0).unwrap();
    /// let other = Point::new(DVec2::X).unwrap();
    /// assert_eq!(ball.body().with_core(&other).radius(), 2.0);
    /// ```
    #[inline(always)]
    pub fn with_core<'t, D>(&self, core: &'t D) -> Body<'t, D>
    where
        D: SupportMapping<Vector = C::Vector> + ?Sized,
    {
        let mut body = Body::new(core);
        body.place.radius = self.place.radius;
        body.place.origin = self.place.origin;
        body.place.map = self.place.map;
        body
    }

    /// The core, without a pose.
    #[inline(always)]
    pub fn core(&self) -> &'s C {
        self.core
    }

    /// The radius: how far the shape extends beyond its core.
    #[inline(always)]
    pub fn radius(&self) -> f64 {
        larger(self.place.radius, 0.0)
    }

    /// The origin of the frame of the core, in world coordinates. The solver adds it to the
    /// difference of two support points, not to each point, so a shape far from the origin of the
    /// world loses no digits.
    #[inline(always)]
    pub fn origin(&self) -> C::Vector {
        self.place.origin
    }

    /// A point of the posed core that is farthest in `direction`, relative to
    /// [`origin`](Self::origin).
    #[inline]
    pub fn support(&self, direction: C::Vector) -> C::Vector {
        self.farthest(direction, None).1
    }

    /// [`SupportMapping::farthest`] of the posed core, relative to [`origin`](Self::origin).
    #[inline(always)]
    pub fn farthest(
        &self,
        direction: C::Vector,
        near: Option<Feature<C::Vector>>,
    ) -> (Feature<C::Vector>, C::Vector) {
        // For every matrix M: the support point of M K in direction d is M times the support point
        // of K in the direction of M transposed times d.
        match &self.place.map {
            Some(map) => {
                let direction = direction.transposed_by(&map.matrix);
                let (feature, point) = self.core.farthest(direction, near);
                (feature, map.matrix * point)
            }
            None => self.core.farthest(direction, near),
        }
    }

    /// [`SupportMapping::point`] of the posed core, relative to [`origin`](Self::origin).
    #[inline(always)]
    pub fn point(&self, feature: Feature<C::Vector>) -> C::Vector {
        self.turned(self.core.point(feature))
    }

    /// [`SupportMapping::center`] of the posed core, relative to [`origin`](Self::origin).
    #[inline(always)]
    pub fn center(&self) -> C::Vector {
        self.turned(self.place.center)
    }

    #[inline(always)]
    fn turned(&self, point: C::Vector) -> C::Vector {
        match &self.place.map {
            Some(map) => map.matrix * point,
            None => point,
        }
    }

    /// [`SupportMapping::extent`]. A rotated core keeps the extent along its own axes.
    #[inline(always)]
    pub fn extent(&self) -> f64 {
        let Place { extent, center, .. } = self.place;
        match &self.place.map {
            Some(map) if !map.rigid => {
                // The map may move the centre to the origin, but not the rounding of the vertices,
                // nor that of subnormal numbers under a map of this one.
                let size = extent + center.largest_coordinate() + UNROUNDED;
                C::Vector::stretch_of(&map.matrix) * size
            }
            _ => extent,
        }
    }

    /// [`SupportMapping::vertex_count`].
    #[inline(always)]
    pub fn vertex_count(&self) -> Option<u32> {
        self.place.vertex_count
    }

    /// [`SupportMapping::others_are_lower`] of the posed core.
    #[inline(always)]
    pub fn others_are_lower(&self, direction: C::Vector, vertices: &[u32], margin: f64) -> bool {
        let count = self.vertex_count();
        if count.is_some_and(|count| count as usize == vertices.len()) {
            return true;
        }
        let Some(map) = &self.place.map else {
            return self.core.others_are_lower(direction, vertices, margin);
        };
        // Clearly lower in the frame of the core means lower in the world, unless the core is so
        // small, or so far from the origin of its frame, that the rounding of rotated vertices
        // matters. At medium distances the rounding is added to the margin.
        let Place { extent, center, .. } = self.place;
        let way = center.largest_coordinate();
        if map.rigid && way <= FAR * extent && extent >= UNROUNDED {
            let direction = direction.transposed_by(&map.matrix);
            let rounding = if way <= NEAR * extent {
                0.0
            } else {
                FAR_ROUNDING
            };
            self.core
                .others_are_lower(direction, vertices, margin + rounding)
        } else {
            let point = |vertex| self.point(Feature::Vertex(vertex));
            count.is_some_and(|count| {
                others_are_lower(0..count, self.extent(), point, direction, vertices, margin)
            })
        }
    }
}

/// Shapes behind a pointer.
macro_rules! shape_by_deref {
    ($($pointer:ty),*) => {$(
        impl<S: Shape + ?Sized> Shape for $pointer {
            type Vector = S::Vector;
            type Core = S::Core;

            #[inline(always)]
            fn body(&self) -> Body<'_, S::Core> {
                (**self).body()
            }
        }
    )*};
}

shape_by_deref!(&S);

#[cfg(feature = "std")]
shape_by_deref!(std::boxed::Box<S>, std::rc::Rc<S>, std::sync::Arc<S>);

/// Implements `Shape` for types with a support mapping, as their own core.
macro_rules! shape_by_own_core {
    ($($(#[$when:meta])? <$($of:ident: $bound:path),*> $shape:ty;)*) => {$(
        $(#[$when])?
        impl<$($of: $bound),*> $crate::Shape for $shape {
            type Vector = <Self as $crate::SupportMapping>::Vector;
            type Core = Self;

            #[inline(always)]
            fn body(&self) -> $crate::Body<'_, Self> {
                $crate::Body::new(self)
            }
        }
    )*};
}
pub(crate) use shape_by_own_core;
