//! A shape as a query sees it: a core, a radius, and where it stands.

use crate::place::{Map, Place, Size};
use crate::pose::Pose;
use crate::support::{Feature, SupportMapping, others_are_lower};
use crate::vector::Vector;

/// A convex shape.
///
/// All that a query asks of it is its [`Body`], so nothing can be forgotten that a shape around it
/// should have passed on. [`AnyShape`](crate::AnyShape) is for shapes whose kind is known at run
/// time only.
pub trait Shape {
    /// [`DVec2`](glam::DVec2) for a shape in the plane, [`DVec3`](glam::DVec3) in space.
    type Vector: Vector;

    /// What has the support mapping: the shape itself, or what it was made of.
    type Core: SupportMapping<Vector = Self::Vector> + ?Sized;

    /// The core with its radius, where it stands.
    fn body(&self) -> Body<'_, Self::Core>;
}

/// The convex set of all points within a radius of a core, in a pose.
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

/// Least numbers, to which rotated vertices are rounded where they are subnormal, are so small a part of this
/// size that no margin shows it: 2^-62.
const UNROUNDED: f64 = f64::MIN_POSITIVE * (1u64 << 10) as f64;

/// The margins of looks at vertices have room for the rounding of rotated ones up to so many extents from the origin of
/// their frame.
const NEAR: f64 = 8.0;

/// Up to so many extents from there it is added to the margin.
const FAR: f64 = 1024.0;

/// What rotated vertices are rounded by there, in [margins](crate::support::clear_margin): two of them by
/// `6√3 u(1 + 1024√3)` extents times the length of the direction, which is `√3` times its largest coordinate at most,
/// and a margin is of three of those.
const FAR_ROUNDING: f64 = 1.0 / (1u64 << 38) as f64;

impl<'s, C: SupportMapping + ?Sized> Body<'s, C> {
    /// The core as it is.
    #[inline(always)]
    pub fn new(core: &'s C) -> Self {
        let size = Size {
            center: core.center(),
            extent: core.extent(),
            vertex_count: core.vertex_count(),
        };
        let place = Place {
            radius: 0.0,
            origin: C::Vector::ZERO,
            map: None,
            size,
        };
        Self { core, place }
    }

    /// With so much more around it. What is negative in sum counts as zero.
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

    /// In a pose, after those that it is in already. Two poses become one: the matrices are
    /// multiplied in `f64`.
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

    /// With a radius so many times as large.
    #[inline(always)]
    pub(crate) fn grown(mut self, factor: f64) -> Self {
        self.place.radius *= factor;
        self
    }

    /// Under a linear map, which maps no radius.
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

    /// All but the core.
    #[inline(always)]
    pub(crate) fn place(&self) -> Place<C::Vector> {
        self.place
    }

    /// A core in a place.
    #[inline(always)]
    pub(crate) fn at(core: &'s C, place: Place<C::Vector>) -> Self {
        Self { core, place }
    }

    /// Another core in the place of this one, for a shape that changes what a shape within answers.
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
        let size = Body::new(core).place.size;
        Body::at(core, Place { size, ..self.place })
    }

    /// The core, as it is without a pose.
    #[inline(always)]
    pub fn core(&self) -> &'s C {
        self.core
    }

    /// How far the shape reaches beyond its core.
    #[inline(always)]
    pub fn radius(&self) -> f64 {
        if self.place.radius < 0.0 {
            0.0
        } else {
            self.place.radius
        }
    }

    /// Where the origin of the core lies. The solver adds it to the difference of two support
    /// points, not to the points, so a shape far from the origin of the world loses no digits.
    #[inline(always)]
    pub fn origin(&self) -> C::Vector {
        self.place.origin
    }

    /// A point of the core that is farthest in `direction`, relative to [`origin`](Self::origin).
    #[inline]
    pub fn support(&self, direction: C::Vector) -> C::Vector {
        self.farthest(direction, None).1
    }

    /// [`SupportMapping::farthest`] of the core as it is turned, relative to
    /// [`origin`](Self::origin).
    #[inline(always)]
    pub fn farthest(
        &self,
        direction: C::Vector,
        near: Option<Feature<C::Vector>>,
    ) -> (Feature<C::Vector>, C::Vector) {
        // The point of M K that is farthest in direction d is M times the point of K that is
        // farthest in the direction of M transposed times d, for every matrix M.
        match &self.place.map {
            Some(map) => {
                let direction = direction.transposed_by(&map.matrix);
                let (feature, point) = self.core.farthest(direction, near);
                (feature, map.matrix * point)
            }
            None => self.core.farthest(direction, near),
        }
    }

    /// [`SupportMapping::slide`] in a direction of the world.
    #[inline(always)]
    pub(crate) fn slide_to(
        &self,
        direction: C::Vector,
    ) -> impl Fn(Feature<C::Vector>) -> Feature<C::Vector> {
        let direction = match &self.place.map {
            Some(map) => direction.transposed_by(&map.matrix),
            None => direction,
        };
        let core = self.core;
        move |feature| core.slide(feature, direction)
    }

    /// [`SupportMapping::point`] of the core as it is turned, relative to [`origin`](Self::origin).
    #[inline(always)]
    pub fn point(&self, feature: Feature<C::Vector>) -> C::Vector {
        self.turned(self.core.point(feature))
    }

    /// [`SupportMapping::center`] of the core as it is turned, relative to
    /// [`origin`](Self::origin).
    #[inline(always)]
    pub fn center(&self) -> C::Vector {
        self.turned(self.place.size.center)
    }

    #[inline(always)]
    fn turned(&self, point: C::Vector) -> C::Vector {
        match &self.place.map {
            Some(map) => map.matrix * point,
            None => point,
        }
    }

    /// [`SupportMapping::extent`]: of a turned core along the axes that it had before.
    #[inline(always)]
    pub fn extent(&self) -> f64 {
        let Size { extent, center, .. } = self.place.size;
        match &self.place.map {
            Some(map) if !map.rigid => {
                // The centre may come to lie at the origin, and the rounding of vertices does not;
                // nor does that of least numbers under a map of this one.
                let size = extent + center.largest_coordinate() + UNROUNDED;
                C::Vector::stretch_of(&map.matrix) * size
            }
            _ => extent,
        }
    }

    /// [`SupportMapping::vertex_count`].
    #[inline(always)]
    pub fn vertex_count(&self) -> Option<u32> {
        self.place.size.vertex_count
    }

    /// [`SupportMapping::others_are_lower`] of the core as it is turned.
    #[inline(always)]
    pub fn others_are_lower(&self, direction: C::Vector, vertices: &[u32], margin: f64) -> bool {
        let count = self.vertex_count();
        if count.is_some_and(|count| count as usize == vertices.len()) {
            return true;
        }
        match &self.place.map {
            Some(map) => self.others_are_lower_under(map, direction, vertices, margin),
            None => self.core.others_are_lower(direction, vertices, margin),
        }
    }

    // Clearly lower in the frame of the core is lower in the world, unless the core is so small or so far
    // from the origin of its frame that the rounding of rotated vertices could be seen. Where it is not quite so far
    // others are to be lower by that as well.
    #[inline(always)]
    fn others_are_lower_under(
        &self,
        map: &Map<C::Vector>,
        direction: C::Vector,
        vertices: &[u32],
        margin: f64,
    ) -> bool {
        let Size { extent, center, .. } = self.place.size;
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
            let (count, extent) = (self.vertex_count(), self.extent());
            others_are_lower(count, extent, point, direction, vertices, margin)
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

/// Makes types that have a support mapping shapes that are their own core.
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
