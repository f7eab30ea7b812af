//! Why a shape or a pose was refused.

use core::fmt;

/// Why a constructor refused its arguments. One variant per cause; its text is one line.
///
/// ```
/// use gjk_core::{Ball, ShapeError};
/// use glam::DVec3;
///
/// let refused = Ball::new(DVec3::ZERO, -1.0).unwrap_err();
/// assert_eq!(refused, ShapeError::NegativeRadius);
/// assert_eq!(refused.to_string(), "a radius is negative");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ShapeError {
    /// A coordinate, a radius or a matrix entry is NaN or infinite.
    NotFinite,
    /// The vertex list of a hull is empty.
    NoVertices,
    /// A radius is negative.
    NegativeRadius,
    /// A half extent of a box, or the half height of a cylinder or cone, is negative.
    NegativeExtent,
    /// A coordinate of the least corner of a box exceeds that of the greatest corner.
    CornersReversed,
    /// The lists of neighbours do not fit the vertices or each other.
    MalformedLists,
    /// A list has the index of a vertex that does not exist.
    NoSuchVertex,
    /// A vertex lists a neighbour that does not list it.
    OneSidedEdge,
    /// Two neighbours have the same coordinates.
    EqualVertices,
    /// One of several vertices has no neighbours.
    IsolatedVertex,
    /// The quaternion is zero, or the square of its length overflows or underflows; or a matrix
    /// scales, shears or mirrors: use [`Scaled`](crate::Scaled) or [`Stretched`](crate::Stretched).
    NotARotation,
    /// A scale factor is negative.
    NegativeScale,
    /// A shape with a radius cannot be stretched; [`Stretched`](crate::Stretched) lists the
    /// alternatives.
    SweptShape,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number is NaN or infinite",
            Self::NoVertices => "a hull needs at least one vertex",
            Self::NegativeRadius => "a radius is negative",
            Self::NegativeExtent => "a half extent is negative",
            Self::CornersReversed => "the corners of a box are reversed",
            Self::MalformedLists => "the lists of neighbours do not fit the vertices",
            Self::NoSuchVertex => "a list has the index of a vertex that does not exist",
            Self::OneSidedEdge => "a vertex lists a neighbour that does not list it",
            Self::EqualVertices => "two neighbours have the same coordinates",
            Self::IsolatedVertex => "a vertex has no neighbours",
            Self::NotARotation => "not a rotation, nor near one; to scale, use Scaled or Stretched",
            Self::NegativeScale => "a scale is negative",
            Self::SweptShape => {
                "a shape with a radius cannot be stretched: stretch its core and round that, or use an Ellipsoid"
            }
        })
    }
}

impl core::error::Error for ShapeError {}
