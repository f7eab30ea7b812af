use glam::DVec3;

use super::axis::Axis;
use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping};
use crate::vector::Coordinate;

/// A solid cylinder in 3D, centred at the origin of its frame. Use [`Posed`](crate::Posed) to move
/// and rotate it.
///
/// Support points on the rims are rounded to within one ulp of the larger of radius and half
/// height.
///
/// ```
/// use gjk_core::{Axis, Ball, Cylinder, distance};
/// use glam::Vec3;
///
/// let cylinder = Cylinder::new(Axis::Z, 2.0f32, 1.0).unwrap();
/// let ball = Ball::new(Vec3::new(5.0, 0.0, 1.5), 1.0).unwrap();
/// assert_eq!(distance(&cylinder, &ball), 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<T> {
    pub(crate) axis: Axis,
    pub(crate) half_height: T,
    pub(crate) radius: T,
}

/// The pieces of its surface.
const SIDE: u32 = 0;
const UPPER_RIM: u32 = 1;
const LOWER_RIM: u32 = 2;

/// Their heights, in half heights of the cylinder.
const HEIGHTS: [f64; 3] = [0.0, 1.0, -1.0];

impl<T: Coordinate> Cylinder<T> {
    /// The cylinder along `axis` from `-half_height` to `half_height`, with `radius` around the
    /// axis. Zeros make it a disc, a segment or a point.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeExtent`] for the half height,
    /// [`ShapeError::NegativeRadius`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Axis, Cylinder, ShapeError, SupportMapping};
    /// use glam::DVec3;
    ///
    /// let cylinder = Cylinder::new(Axis::X, 2.0, 1.0).unwrap();
    /// assert_eq!(cylinder.support(DVec3::new(1.0, 1.0, 0.0)), DVec3::new(2.0, 1.0, 0.0));
    /// assert_eq!(Cylinder::new(Axis::X, 2.0, -1.0), Err(ShapeError::NegativeRadius));
    /// ```
    pub fn new(axis: Axis, half_height: T, radius: T) -> Result<Self, ShapeError> {
        Ok(Self {
            axis,
            half_height: super::checks::size(half_height, ShapeError::NegativeExtent)?,
            radius: super::checks::radius(radius)?,
        })
    }
}

impl<T: Coordinate> SupportMapping for Cylinder<T> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.farthest(direction, 0).1
    }

    #[inline(always)]
    fn farthest(&self, direction: DVec3, _near: u32) -> (Feature<DVec3>, DVec3) {
        // Perpendicular to the axis a whole line is farthest: take its midpoint, which is symmetric
        // under mirroring.
        let z = self.axis.upright(direction).z;
        // Without branches, which would be unpredictable.
        let piece = u32::from(z > 0.0) * UPPER_RIM + u32::from(z < 0.0) * LOWER_RIM;
        let feature = Feature::Piece(piece, direction);
        (feature, self.point(feature))
    }

    #[inline(always)]
    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        let (piece, direction) = match feature {
            Feature::Piece(piece, direction) => (piece, direction),
            Feature::Vertex(_) => (SIDE, DVec3::X),
        };
        let half_height: f64 = self.half_height.into();
        let height = half_height * HEIGHTS.get(piece as usize).unwrap_or(&0.0);
        self.axis.rim(direction, self.radius.into(), height)
    }

    fn extent(&self) -> f64 {
        f64::max(self.half_height.into(), self.radius.into())
    }
}
