//! The support mapping: all that the solver needs to know of a core.

use crate::arithmetic::power_of_two;
use crate::direction::scaled_to;
use crate::vector::Vector;

/// The support mapping of a convex core: its farthest point in a direction.
///
/// A smooth core needs [`support`](Self::support) only. As a [`Shape`](crate::Shape) it is its own
/// core, in a [`Body`](crate::Body) that may be rounded and posed. [`Smooth`](crate::Smooth) makes
/// a shape of a closure.
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
///     fn body(&self) -> Body<'_, DVec3> {
///         Body::new(self)
///     }
/// }
///
/// let point = gjk_core::Point::new(DVec3::new(0.0, 3.0, 0.0)).unwrap();
/// assert_eq!(distance(&Disc, &point), 2.0);
/// ```
///
/// Every query ends without a panic, whatever an implementation returns.
///
/// A core with vertices returns the index of its support vertex from [`farthest`](Self::farthest),
/// and implements [`point`](Self::point), [`extent`](Self::extent) and
/// [`vertex_count`](Self::vertex_count). Then the answers are [exact](crate#exact-answers), and a
/// warm start is cheap.
pub trait SupportMapping {
    /// [`DVec2`](glam::DVec2) for a core in 2D, [`DVec3`](glam::DVec3) in 3D.
    type Vector: Vector;

    /// A point of the core that is farthest in `direction`, both in the frame of the core.
    ///
    /// `direction` need not be a unit vector. Its largest coordinate is from 2^-120 to 2^120, so it
    /// is not zero, and its square neither overflows nor underflows. If several points are
    /// farthest, return any of them, but the same one for the same direction.
    fn support(&self, direction: Self::Vector) -> Self::Vector;

    /// The [`support`](Self::support) point with its feature id. `near` is the vertex that was
    /// farthest in an earlier direction, often a similar one, or else zero; for a core without a
    /// [`vertex_count`](Self::vertex_count) it may be any number. The answer may depend on it only
    /// in ties. The default id is the direction.
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
    ///         self.farthest(direction, 0).1
    ///     }
    ///     fn farthest(&self, direction: DVec2, _near: u32) -> (Feature<DVec2>, DVec2) {
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
    fn farthest(
        &self,
        direction: Self::Vector,
        _near: u32,
    ) -> (Feature<Self::Vector>, Self::Vector) {
        (Feature::Piece(0, direction), self.support(direction))
    }

    /// The point with this feature id: for an id returned by [`farthest`](Self::farthest), its
    /// support point. For any other id, such as one of another core, any point of this one.
    ///
    /// The search also moves points along smooth pieces of a surface: it asks for
    /// [`Feature::Piece`] with a number that [`farthest`](Self::farthest) returned, or any below
    /// four if the core has [precise points](Self::precise_point), and another direction, or one
    /// nearby, to see how the piece bends. A point on the upper rim of a cylinder then stays on
    /// that rim, where the support mapping would jump to the lower one. It only guides the search:
    /// any point of the core will do, but it must be one, as the upper bound is the distance of
    /// such points. The default knows one piece, and is right for a surface of one.
    ///
    /// ```
    /// use gjk_core::{Axis, Cylinder, Feature, SupportMapping};
    /// use glam::DVec3;
    ///
    /// let cylinder = Cylinder::new(Axis::Z, 2.0, 1.0).unwrap();
    /// let (above, _) = cylinder.farthest(DVec3::new(1.0, 0.0, 0.1), 0);
    /// let Feature::Piece(piece, _) = above else { unreachable!() };
    /// let slid = Feature::Piece(piece, DVec3::new(0.0, 1.0, -0.1));
    /// assert_eq!(cylinder.point(slid), DVec3::new(0.0, 1.0, 2.0));
    /// ```
    fn point(&self, feature: Feature<Self::Vector>) -> Self::Vector {
        match feature {
            Feature::Piece(_, direction) => self.support(direction),
            Feature::Vertex(_) => self.support(Self::Vector::X),
        }
    }

    /// The [`point`](Self::point) of [`Feature::Piece`] with this number and direction, to 100
    /// bits: the sum of two vectors, of which the second is small. `None` for a number that no
    /// piece has; pieces are numbered from zero. A core with these points has pieces only: points
    /// of a [`Feature::Vertex`] count as they are rounded, so what is certain of a shape that mixes
    /// both may be wrong by as much.
    ///
    /// A query that `f64` cannot settle asks for them, so its answer is that of the exact shape,
    /// and not of rounded points. Where [`farthest`](Self::farthest) cannot tell which piece is
    /// farther, the first four compete with all digits. The default is `None`: the core is what
    /// [`support`](Self::support) returns.
    ///
    /// ```
    /// use gjk_core::{Axis, Cylinder, SupportMapping};
    /// use glam::DVec3;
    ///
    /// let cylinder = Cylinder::new(Axis::Z, 2.0, 1.0).unwrap();
    /// let [rim, rest] = cylinder.precise_point(1, DVec3::new(1.0, 1.0, 0.5)).unwrap();
    /// // The root of a half is 0.707106781186547524400844362104849...
    /// assert_eq!((rim.x, rest.x), (0.7071067811865476, -4.833646656726457e-17));
    /// assert_eq!(cylinder.precise_point(3, DVec3::X), None);
    /// ```
    fn precise_point(&self, _piece: u32, _direction: Self::Vector) -> Option<[Self::Vector; 2]> {
        None
    }

    /// A point inside or near the core, which chooses the first direction of a search. Default: the
    /// origin of the frame.
    fn center(&self) -> Self::Vector {
        Self::Vector::ZERO
    }

    /// An upper bound of the magnitudes of the coordinates of points of the core relative to
    /// [`center`](Self::center), along the axes of its frame. It bounds the rounding error in the
    /// choice of a [`support`](Self::support) point, so it must be a true bound, up to rounding.
    /// One that is too large costs no verdict and no distance, but `proximity` is undecided for as
    /// many times more ulps, and common points may differ by some dozen ulps. More than 2^100 times
    /// too large, it makes numbers underflow.
    ///
    /// Default: zero. Then each query measures the core, as it does if the centre is not finite: it
    /// finds the support points along the axes, six more or four in 2D, and takes the extent and
    /// the centre of their box.
    fn extent(&self) -> f64 {
        0.0
    }

    /// The number of vertices, if the core is the convex hull of vertices: the points of
    /// [`Feature::Vertex`], numbered from zero, as [`point`](Self::point) returns them, which
    /// [`farthest`](Self::farthest) must name. Then the answers are [exact](crate#exact-answers).
    /// Default: `None`.
    fn vertex_count(&self) -> Option<u32> {
        None
    }

    /// Whether all vertices except `vertices` lie clearly lower in `direction` than the first of
    /// `vertices`: in spite of rounding, by at least 3 * 2^-44 times [`extent`](Self::extent) times
    /// the largest coordinate of the direction. For cores with a
    /// [`vertex_count`](Self::vertex_count). No vertex is listed twice. Return `false` if unknown.
    /// The default scans all vertices; without an extent it knows of none.
    fn others_are_lower(&self, direction: Self::Vector, vertices: &[u32]) -> bool {
        let (extent, point) = (self.extent(), |vertex| self.point(Feature::Vertex(vertex)));
        // Zero would leave no margin for rounding, and scale the direction until heights overflow.
        let known = self.vertex_count().filter(|_| extent > 0.0);
        known.is_some_and(|count| others_are_lower(0..count, extent, point, direction, vertices))
    }
}

/// [`SupportMapping::others_are_lower`] by looking at `others`, which may contain the vertices too.
pub(crate) fn others_are_lower<V: Vector>(
    mut others: impl Iterator<Item = u32>,
    extent: f64,
    point: impl Fn(u32) -> V,
    direction: V,
    vertices: &[u32],
) -> bool {
    let (direction, along) = scaled_to(extent, direction);
    let margin = clear_margin(extent, along);
    vertices.first().is_some_and(|first| {
        let top = point(*first);
        let is_lower = |vertex| (top - point(vertex)).dot(direction) > margin;
        others.all(|vertex| is_lower(vertex) || vertices.contains(&vertex))
    })
}

/// The margin of vertices that are clearly lower, as a part of three extents times the largest
/// coordinate of the direction (lemma 4).
pub(crate) const CLEAR: f64 = power_of_two(-44);

/// How much lower a vertex must be to be clearly lower: [`CLEAR`] times the extent, times three
/// times `along`, the largest coordinate of the direction (a bound of the sum of all). Projections
/// relative to the centre err by 2^-50 of that, the difference of two rotated vertices by 2^-45.
pub(crate) fn clear_margin(extent: f64, along: f64) -> f64 {
    // Beyond this, differences of points may overflow.
    const LARGEST: f64 = f64::MAX / 8.0;
    if extent > LARGEST {
        return f64::INFINITY;
    }
    // The direction first: a part of a subnormal extent would underflow.
    3.0 * CLEAR * (extent * along)
}

/// The id of a point of a core, independent of the pose of the shape.
///
/// Further kinds of ids may be added. Your own core must accept ids that it never returned: they
/// come from a simplex of other shapes.
///
/// ```
/// use gjk_core::{Feature, Pose, Posed, Segment, Shape};
/// use glam::DVec2;
///
/// let segment = Segment::new([DVec2::ZERO, DVec2::X]).unwrap();
/// let (end, _) = segment.body().farthest(DVec2::new(1.0, 5.0), 0);
/// assert_eq!(end, Feature::Vertex(1));
/// let turned = Posed::new(segment, Pose::from_angle(0.5, DVec2::ONE).unwrap());
/// assert_eq!(turned.body().point(end), DVec2::from_angle(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Feature<V> {
    /// The vertex with this index.
    Vertex(u32),
    /// The support point in this direction, in the frame of the core, on the smooth piece of the
    /// surface with this number.
    Piece(u32, V),
}

impl<V> Feature<V> {
    /// The index of a vertex; zero for a point that is none.
    pub(crate) fn number(&self) -> u32 {
        match self {
            Self::Vertex(number) => *number,
            Self::Piece(..) => 0,
        }
    }

    /// The same feature, with its direction in other coordinates.
    #[inline]
    pub(crate) fn map<W>(self, other: impl Fn(V) -> W) -> Feature<W> {
        match self {
            Self::Vertex(number) => Feature::Vertex(number),
            Self::Piece(number, direction) => Feature::Piece(number, other(direction)),
        }
    }
}

#[cfg(test)]
mod tests;
