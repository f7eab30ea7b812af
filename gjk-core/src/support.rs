//! The support mapping: all that the solver ever asks of a core.

use crate::arithmetic::float::larger;
use crate::direction::scaled_to;
use crate::vector::Vector;

/// The support mapping of a convex core: which of its points is farthest in a direction.
///
/// A smooth core needs [`support`](Self::support) only. As a [`Shape`](crate::Shape) it is its own
/// core, in a [`Body`](crate::Body) that may be rounded and posed. Where one function says it all,
/// [`Smooth`](crate::Smooth) makes a shape of a closure.
///
/// ```
/// use gjk_core::{Body, Shape, SupportMapping, distance};
/// use glam::DVec3;
///
/// /// The convex hull of the curve (cos t, sin t, 0): a flat disc.
/// struct Disc;
///
/// impl SupportMapping for Disc {
///     type Vector = DVec3;
///     fn support(&self, direction: DVec3) -> DVec3 {
///         direction.with_z(0.0).normalize_or_zero()
///     }
/// }
///
/// impl Shape for Disc {
///     type Vector = DVec3;
///     type Core = Self;
///     fn body(&self) -> Body<'_, Self> {
///         Body::new(self)
///     }
/// }
///
/// let point = gjk_core::Point::new(DVec3::new(0.0, 3.0, 0.0)).unwrap();
/// assert_eq!(distance(&Disc, &point), 2.0);
/// ```
///
/// The solver promises to end for every implementation, correct or not.
///
/// A core with vertices says which vertex it answers with, by [`farthest`](Self::farthest),
/// [`point`](Self::point) and [`vertex_count`](Self::vertex_count): then the answers are
/// [exact](crate#exact-answers), and a warm start costs it nothing.
pub trait SupportMapping {
    /// [`DVec2`](glam::DVec2) for a core in the plane, [`DVec3`](glam::DVec3) in space.
    type Vector: Vector;

    /// A point of the core that is farthest in `direction`.
    ///
    /// `direction` is not zero and need not be unit; the solver's own directions have a largest
    /// coordinate from 2^-100 to 1/4. Where several points are farthest any of them will do, but
    /// the same direction should give the same point.
    fn support(&self, direction: Self::Vector) -> Self::Vector;

    /// The [`support`](Self::support) point with its name. `near` names the answer to an earlier
    /// direction, which is often a similar one; the answer must not depend on it but for ties. The
    /// default names a point by the direction in which it is farthest.
    ///
    /// ```
    /// use gjk_core::{Feature, SupportMapping};
    /// use glam::DVec2;
    ///
    /// /// The unit square, by the numbers of its corners: bit 0 for x, bit 1 for y.
    /// struct Square;
    ///
    /// impl SupportMapping for Square {
    ///     type Vector = DVec2;
    ///     fn support(&self, direction: DVec2) -> DVec2 {
    ///         self.farthest(direction, None).1
    ///     }
    ///     fn farthest(
    ///         &self,
    ///         direction: DVec2,
    ///         _: Option<Feature<DVec2>>,
    ///     ) -> (Feature<DVec2>, DVec2) {
    ///         let corner = u32::from(direction.x > 0.0) + 2 * u32::from(direction.y > 0.0);
    ///         (Feature::Vertex(corner), self.point(Feature::Vertex(corner)))
    ///     }
    ///     fn point(&self, feature: Feature<DVec2>) -> DVec2 {
    ///         let Feature::Vertex(corner) = feature else { return DVec2::ZERO };
    ///         DVec2::new((corner & 1).into(), (corner >> 1 & 1).into())
    ///     }
    ///     fn extent(&self) -> f64 {
    ///         1.0
    ///     }
    ///     fn vertex_count(&self) -> Option<u32> {
    ///         Some(4)
    ///     }
    /// }
    /// assert_eq!(Square.support(DVec2::ONE), DVec2::ONE);
    /// ```
    #[inline(always)]
    fn farthest(
        &self,
        direction: Self::Vector,
        _near: Option<Feature<Self::Vector>>,
    ) -> (Feature<Self::Vector>, Self::Vector) {
        (Feature::Direction(direction), self.support(direction))
    }

    /// The point that a feature names: for one that [`farthest`](Self::farthest) gave, the support
    /// point of its direction. For any other, of another core say, some point of this one.
    fn point(&self, feature: Feature<Self::Vector>) -> Self::Vector {
        match feature {
            Feature::Direction(direction) => self.support(direction),
            Feature::Vertex(_) => self.support(Self::Vector::X),
        }
    }

    /// The feature on the same smooth piece of the surface as another, as far as possible in a direction: a rim of a
    /// cylinder keeps to itself where the support mapping would jump to the other. It guides the search on curved
    /// shapes, and no answer rests on it. A core whose surface is one smooth piece need not say anything.
    ///
    /// ```
    /// use gjk_core::{Axis, Cylinder, Feature, SupportMapping};
    /// use glam::DVec3;
    ///
    /// let cylinder = Cylinder::new(Axis::Z, 2.0, 1.0).unwrap();
    /// let above = Feature::Direction(DVec3::new(1.0, 0.0, 0.1));
    /// let slid = cylinder.slide(above, DVec3::new(0.0, 1.0, -0.1));
    /// assert_eq!(cylinder.point(slid), DVec3::new(0.0, 1.0, 2.0));
    /// ```
    fn slide(
        &self,
        feature: Feature<Self::Vector>,
        direction: Self::Vector,
    ) -> Feature<Self::Vector> {
        match feature {
            Feature::Vertex(_) => feature,
            Feature::Direction(_) => Feature::Direction(direction),
        }
    }

    /// Some point inside or near the core. It only chooses the first direction. Zero unless the core
    /// says otherwise.
    fn center(&self) -> Self::Vector {
        Self::Vector::ZERO
    }

    /// The largest coordinate that a point of the core has as seen from [`center`](Self::center), or
    /// a larger number. It tells the solver how far rounding may have led the choice of
    /// [`support`](Self::support) astray. Zero, which is for cores that do not know it, unless the
    /// core says otherwise; one with a [`vertex_count`](Self::vertex_count) says it.
    fn extent(&self) -> f64 {
        0.0
    }

    /// The number of vertices, if the core is the convex hull of vertices: of the points that
    /// [`Feature::Vertex`] names, numbered from zero, by [`point`](Self::point). Then the answers
    /// of the solver are [exact](crate#exact-answers). None unless the core says otherwise.
    fn vertex_count(&self) -> Option<u32> {
        None
    }

    /// Whether all vertices but these are lower than the first of these in `direction`, by so much
    /// that rounding cannot have made it up and by `margin` at least, which is a part of
    /// [`extent`](Self::extent) times the direction; for cores with a
    /// [`vertex_count`](Self::vertex_count). `false` where that is not known. The default looks at
    /// all vertices.
    fn others_are_lower(&self, direction: Self::Vector, vertices: &[u32], margin: f64) -> bool {
        let point = |vertex| self.point(Feature::Vertex(vertex));
        let count = self.vertex_count();
        others_are_lower(count, self.extent(), point, direction, vertices, margin)
    }
}

/// [`SupportMapping::others_are_lower`] by a look at all vertices.
pub(crate) fn others_are_lower<V: Vector>(
    count: Option<u32>,
    extent: f64,
    point: impl Fn(u32) -> V,
    direction: V,
    vertices: &[u32],
    margin: f64,
) -> bool {
    let (Some(count), Some(first)) = (count, vertices.first()) else {
        return false;
    };
    let (direction, along) = scaled_to(extent, direction);
    let margin = clear_margin(extent, along, margin);
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

/// What names a point of a core whatever pose the shape is in.
///
/// More kinds of names may come. A core of one's own needs an arm for names that it never gave in
/// any case: they come from a simplex of other shapes.
///
/// ```
/// use gjk_core::{Feature, Pose, Posed, Segment, Shape};
/// use glam::DVec2;
///
/// let segment = Segment::new(DVec2::ZERO, DVec2::X).unwrap();
/// let (end, _) = segment.body().farthest(DVec2::new(1.0, 5.0), None);
/// assert_eq!(end, Feature::Vertex(1));
/// let turned = Posed::new(segment, Pose::from_angle(0.5, DVec2::ONE).unwrap());
/// assert_eq!(turned.body().point(end), DVec2::from_angle(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Feature<V> {
    /// The vertex with this number.
    Vertex(u32),
    /// The support point in this direction, in the frame of the core.
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

#[cfg(test)]
mod tests;
