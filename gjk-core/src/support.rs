//! The support mapping: all that the solver ever asks of a shape.

use crate::arithmetic::float::larger;
use crate::direction::scaled_to;
use crate::vector::Vector;

/// A convex shape, given by its support mapping.
///
/// The shape is the convex set of all points within [`radius`](Support::radius) of the *core*: the
/// set that [`support`](Support::support) describes, moved by [`origin`](Support::origin). Most
/// shapes are their own core and need `support` only:
///
/// ```
/// use gjk_core::{Support, distance};
/// use glam::DVec3;
///
/// /// The convex hull of the curve (cos t, sin t, 0): a flat disc.
/// struct Disc;
///
/// impl Support for Disc {
///     type Vector = DVec3;
///     fn support(&self, direction: DVec3) -> DVec3 {
///         direction.with_z(0.0).normalize_or_zero()
///     }
/// }
///
/// let point = gjk_core::Point::new(DVec3::new(0.0, 3.0, 0.0)).unwrap();
/// assert_eq!(distance(&Disc, &point), 2.0);
/// ```
///
/// The solver promises to end for every implementation, correct or not.
///
/// A shape with vertices can say which vertex it answers with, by [`feature`](Support::feature) and
/// [`point`](Support::point): then a warm start costs it nothing, and it may search from the last
/// vertex on. The default names a point by the direction in which it is farthest.
pub trait Support {
    /// [`DVec2`](glam::DVec2) for a shape in the plane, [`DVec3`](glam::DVec3) in space.
    type Vector: Vector;

    /// A point of the core that is farthest in `direction`, relative to
    /// [`origin`](Support::origin).
    ///
    /// `direction` is not zero and need not be unit; the solver's own directions have a largest
    /// coordinate from 2^-100 to 1/4. Where several points are farthest any of them will do, but
    /// the same direction should give the same point.
    fn support(&self, direction: Self::Vector) -> Self::Vector;

    /// A name of the point that [`support`](Support::support) gives for `direction`. `near` names
    /// the answer to an earlier direction, which is often a similar one; the answer must not depend
    /// on it but for ties.
    ///
    /// ```
    /// use gjk_core::{Feature, Support};
    /// use glam::DVec2;
    ///
    /// /// The unit square, by the numbers of its corners: bit 0 for x, bit 1 for y.
    /// struct Square;
    ///
    /// impl Support for Square {
    ///     type Vector = DVec2;
    ///     fn support(&self, direction: DVec2) -> DVec2 {
    ///         self.point(self.feature(direction, None))
    ///     }
    ///     fn feature(&self, direction: DVec2, _: Option<Feature<DVec2>>) -> Feature<DVec2> {
    ///         Feature::Vertex(u32::from(direction.x > 0.0) + 2 * u32::from(direction.y > 0.0))
    ///     }
    ///     fn point(&self, feature: Feature<DVec2>) -> DVec2 {
    ///         let Feature::Vertex(corner) = feature else { return DVec2::ZERO };
    ///         DVec2::new((corner & 1).into(), (corner >> 1 & 1).into())
    ///     }
    /// }
    /// assert_eq!(Square.support(DVec2::ONE), DVec2::ONE);
    /// ```
    fn feature(
        &self,
        direction: Self::Vector,
        _near: Option<Feature<Self::Vector>>,
    ) -> Feature<Self::Vector> {
        Feature::Direction(direction)
    }

    /// The point that a feature names, relative to [`origin`](Support::origin): for one that
    /// [`feature`](Support::feature) gave, the support point of its direction. For any other, of
    /// another shape say, some point of the core.
    fn point(&self, feature: Feature<Self::Vector>) -> Self::Vector {
        match feature {
            Feature::Direction(direction) => self.support(direction),
            Feature::Vertex(_) => self.support(Self::Vector::X),
        }
    }

    /// A [name](Support::feature) and the [point](Support::point) that it names, for shapes that have both at hand at once:
    /// a list of few vertices can choose the farthest point itself, and need not wait for its number to look it up. The
    /// default asks for the one and then for the other, and must not be told from it.
    #[inline(always)]
    fn feature_with_point(
        &self,
        direction: Self::Vector,
        near: Option<Feature<Self::Vector>>,
    ) -> (Feature<Self::Vector>, Self::Vector) {
        let feature = self.feature(direction, near);
        (feature, self.point(feature))
    }

    /// Where the frame of [`support`](Support::support) stands in the world. The solver adds it to
    /// the difference of two supports, not to the supports, so a shape far from the origin of the
    /// world loses no digits. Zero unless the shape says otherwise.
    fn origin(&self) -> Self::Vector {
        Self::Vector::ZERO
    }

    /// Some point inside or near the core, relative to [`origin`](Support::origin). It only chooses
    /// the first direction. Zero unless the shape says otherwise.
    fn center(&self) -> Self::Vector {
        Self::Vector::ZERO
    }

    /// The largest coordinate that a point of the core has as seen from
    /// [`center`](Support::center), or a larger number; of a shape in a rotated pose, along the axes that
    /// it had before. It tells the solver how far rounding may have
    /// led the choice of [`support`](Support::support) astray. Zero, which is for shapes that do not
    /// know it, unless the shape says otherwise; a shape with a
    /// [`vertex_count`](Support::vertex_count) says it.
    fn extent(&self) -> f64 {
        0.0
    }

    /// The number of vertices, if the core is the convex hull of vertices: of the points that
    /// [`Feature::Vertex`] names, numbered from zero, by [`point`](Support::point). Then the answers
    /// of the solver are [exact](crate#exact-answers). None unless the shape says otherwise.
    fn vertex_count(&self) -> Option<u32> {
        None
    }

    /// Whether all vertices but these are lower than the first of these in `direction`, by so much that
    /// rounding cannot have made it up and by `margin` at least, which is a part of
    /// [`extent`](Support::extent) times the direction; for shapes with a
    /// [`vertex_count`](Support::vertex_count). `false` where that is not known. The default looks at
    /// all vertices.
    fn others_are_lower(&self, direction: Self::Vector, vertices: &[u32], margin: f64) -> bool {
        others_are_lower(self, direction, vertices, margin)
    }

    /// How far the shape reaches beyond its core. Zero unless the shape says otherwise; what is
    /// negative counts as zero.
    fn radius(&self) -> f64 {
        0.0
    }
}

/// [`Support::others_are_lower`] by a look at all vertices.
pub(crate) fn others_are_lower<S: Support + ?Sized>(
    shape: &S,
    direction: S::Vector,
    vertices: &[u32],
    margin: f64,
) -> bool {
    let (Some(count), Some(first)) = (shape.vertex_count(), vertices.first()) else {
        return false;
    };
    let point = |vertex| shape.point(Feature::Vertex(vertex));
    let (direction, along) = scaled_to(shape.extent(), direction);
    let margin = clear_margin(shape.extent(), along, margin);
    let top = point(*first);
    (0..count)
        .all(|vertex| vertices.contains(&vertex) || (top - point(vertex)).dot(direction) > margin)
}

/// By how much a vertex is clearly lower than another one in a direction: by that part of the extent of their
/// shape, and by 2^-44 of it, times thrice the largest coordinate of the direction, or the sum of all. Heights as
/// seen from the centre are off by 2^-50 of that, those of vertices that are rotated by 2^-46. That coordinate is
/// `along`.
#[inline]
pub(crate) fn clear_margin(extent: f64, along: f64, margin: f64) -> f64 {
    const CLEAR: f64 = 1.0 / (1u64 << 44) as f64;
    // Beyond this the differences of points may overflow.
    const LARGEST: f64 = f64::MAX / 8.0;
    if extent > LARGEST {
        return f64::INFINITY;
    }
    // The direction first: a part of a subnormal size would underflow.
    3.0 * larger(CLEAR, margin) * (extent * along)
}

/// What names a point of a shape's core whatever pose the shape is in.
///
/// More kinds of names may come. A shape of one's own needs an arm for names that it never gave in
/// any case: they come from a simplex of other shapes.
///
/// ```
/// use gjk_core::{Feature, Pose, Posed, Segment, Support};
/// use glam::DVec2;
///
/// let segment = Segment::new(DVec2::ZERO, DVec2::X).unwrap();
/// let end = segment.feature(DVec2::new(1.0, 5.0), None);
/// assert_eq!(end, Feature::Vertex(1));
/// let turned = Posed::new(segment, Pose::from_angle(0.5, DVec2::ONE).unwrap());
/// assert_eq!(turned.point(end), DVec2::from_angle(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Feature<V> {
    /// The vertex with this number.
    Vertex(u32),
    /// The support point in this direction, in the innermost frame of the shape.
    Direction(V),
}

impl<V> Feature<V> {
    /// The same name, of a direction in other coordinates.
    #[inline]
    pub(crate) fn map<W>(self, other: impl Fn(V) -> W) -> Feature<W> {
        match self {
            Self::Vertex(number) => Feature::Vertex(number),
            Self::Direction(direction) => Feature::Direction(other(direction)),
        }
    }
}

/// Passes every method on to a shape behind a pointer.
macro_rules! support_by_deref {
    ($($pointer:ty),*) => {$(
        impl<S: Support + ?Sized> Support for $pointer {
            type Vector = S::Vector;

            fn support(&self, direction: S::Vector) -> S::Vector {
                (**self).support(direction)
            }

            fn feature(
                &self,
                direction: S::Vector,
                near: Option<Feature<S::Vector>>,
            ) -> Feature<S::Vector> {
                (**self).feature(direction, near)
            }

            fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
                (**self).point(feature)
            }

            fn feature_with_point(
                &self,
                direction: S::Vector,
                near: Option<Feature<S::Vector>>,
            ) -> (Feature<S::Vector>, S::Vector) {
                (**self).feature_with_point(direction, near)
            }

            fn origin(&self) -> S::Vector {
                (**self).origin()
            }

            fn center(&self) -> S::Vector {
                (**self).center()
            }

            fn extent(&self) -> f64 {
                (**self).extent()
            }

            fn vertex_count(&self) -> Option<u32> {
                (**self).vertex_count()
            }

            #[inline]
            fn others_are_lower(
                &self,
                direction: S::Vector,
                vertices: &[u32],
                margin: f64,
            ) -> bool {
                (**self).others_are_lower(direction, vertices, margin)
            }

            fn radius(&self) -> f64 {
                (**self).radius()
            }
        }
    )*};
}

support_by_deref!(&S);

#[cfg(feature = "std")]
support_by_deref!(std::boxed::Box<S>, std::rc::Rc<S>, std::sync::Arc<S>);

#[cfg(test)]
mod tests;
