//! Solids of revolution: cylinders and cones.

use glam::{DVec3, Vec3Swizzles};

use crate::arithmetic::{Precise, power_of_two_over};
use crate::direction::{near_one, precise_unit, unit};
use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping};
use crate::vector::Coordinate;

/// A coordinate axis of the frame of a shape. There are three, so a `match` on them may be
/// exhaustive.
///
/// ```
/// use gjk_core::{Axis, Cylinder, SupportMapping};
/// use glam::DVec3;
///
/// let lying = Cylinder::new(Axis::X, 5.0, 1.0).unwrap();
/// assert_eq!(lying.support(DVec3::X), DVec3::new(5.0, 0.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// The vector in the frame whose third axis is this one.
    fn upright(self, vector: DVec3) -> DVec3 {
        match self {
            Self::X => vector.yzx(),
            Self::Y => vector.zxy(),
            Self::Z => vector,
        }
    }

    /// The inverse of [`upright`](Self::upright).
    fn turned(self, upright: DVec3) -> DVec3 {
        // Three turns are none.
        self.upright(self.upright(upright))
    }
}

/// The support mapping of a solid of revolution by its `circles`: its pieces, circles around the
/// axis, each with its radius and height, of which it is the hull.
macro_rules! support_by_circles {
    () => {
        type Vector = DVec3;

        fn support(&self, direction: DVec3) -> DVec3 {
            self.farthest(direction, 0).1
        }

        #[inline(always)]
        fn point(&self, feature: Feature<DVec3>) -> DVec3 {
            let (piece, direction) = match feature {
                Feature::Piece(piece, direction) => (piece, direction),
                Feature::Vertex(_) => (0, DVec3::X),
            };
            let circles = self.circles();
            let [radius, height] = *circles.get(piece as usize).unwrap_or(&circles[0]);
            // The centre of the circle, if the direction is along the axis.
            let outwards = unit(self.axis.upright(direction).xy());
            self.axis.turned((outwards * radius).extend(height))
        }

        fn precise_point(&self, piece: u32, direction: DVec3) -> Option<[DVec3; 2]> {
            let [radius, height] = *self.circles().get(piece as usize)?;
            let across = Precise::from(self.axis.upright(direction).with_z(0.0));
            let point = precise_unit(across).stretched(DVec3::splat(radius));
            Some([point.hi.with_z(height), point.lo].map(|part| self.axis.turned(part)))
        }

        fn extent(&self) -> f64 {
            f64::max(self.half_height.into(), self.radius.into())
        }
    };
}

/// A solid cylinder in 3D, centred at the origin of its frame. Use [`Posed`](crate::Posed) to move
/// and rotate it.
///
/// Support points on the rims are off their circles by four roundoffs (2^-53) of the radius at
/// most.
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

/// The rims among the pieces of a cylinder; piece 0 is the circle around its middle.
const UPPER_RIM: u32 = 1;
const LOWER_RIM: u32 = 2;

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

    /// The axis.
    ///
    /// ```
    /// use gjk_core::{Axis, Cylinder};
    ///
    /// let cylinder = Cylinder::new(Axis::Y, 2.0f32, 1.0).unwrap();
    /// assert_eq!(cylinder.axis(), Axis::Y);
    /// assert_eq!((cylinder.half_height(), cylinder.radius()), (2.0, 1.0));
    /// ```
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// The radius and height of each circle.
    #[inline(always)]
    fn circles(&self) -> [[f64; 2]; 3] {
        let (half_height, radius): (f64, f64) = (self.half_height.into(), self.radius.into());
        [[radius, 0.0], [radius, half_height], [radius, -half_height]]
    }

    /// Half of the length along the axis.
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius.
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Coordinate> SupportMapping for Cylinder<T> {
    support_by_circles!();

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
}

/// A solid cone in 3D. The origin of its frame is halfway between base and apex; use
/// [`Posed`](crate::Posed) to move and rotate it.
///
/// Support points on the rim of the base are off its circle by four roundoffs (2^-53) of the radius
/// at most.
///
/// ```
/// use gjk_core::{Axis, Cone, Point, distance};
/// use glam::DVec3;
///
/// let cone = Cone::new(Axis::Y, 2.0, 1.0).unwrap();
/// let above = Point::new(DVec3::new(0.0, 5.0, 0.0)).unwrap();
/// let below = Point::new(DVec3::new(0.5, -4.0, 0.0)).unwrap();
/// assert_eq!(distance(&cone, &above), 3.0);
/// assert_eq!(distance(&cone, &below), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<T> {
    pub(crate) axis: Axis,
    pub(crate) half_height: T,
    pub(crate) radius: T,
}

/// The pieces of a cone: the apex, a circle of radius zero, and the rim of the base.
const APEX: u32 = 0;
const RIM: u32 = 1;

impl<T: Coordinate> Cone<T> {
    /// The cone with its apex at `half_height` along `axis`, and its base, a disc of `radius`, at
    /// `-half_height`. Zeros make it a disc, a segment or a point.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeExtent`] for the half height,
    /// [`ShapeError::NegativeRadius`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Axis, Cone, ShapeError, SupportMapping};
    /// use glam::DVec3;
    ///
    /// let cone = Cone::new(Axis::Z, 2.0, 1.0).unwrap();
    /// assert_eq!(cone.support(DVec3::Z), DVec3::new(0.0, 0.0, 2.0));
    /// assert_eq!(cone.support(DVec3::X), DVec3::new(1.0, 0.0, -2.0));
    /// assert_eq!(Cone::new(Axis::Z, -2.0, 1.0), Err(ShapeError::NegativeExtent));
    /// ```
    pub fn new(axis: Axis, half_height: T, radius: T) -> Result<Self, ShapeError> {
        Ok(Self {
            axis,
            half_height: super::checks::size(half_height, ShapeError::NegativeExtent)?,
            radius: super::checks::radius(radius)?,
        })
    }

    /// The axis.
    ///
    /// ```
    /// use gjk_core::{Axis, Cone};
    ///
    /// let cone = Cone::new(Axis::Y, 2.0f32, 1.0).unwrap();
    /// assert_eq!(cone.axis(), Axis::Y);
    /// assert_eq!((cone.half_height(), cone.radius()), (2.0, 1.0));
    /// ```
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// The radius and height of each circle.
    #[inline(always)]
    fn circles(&self) -> [[f64; 2]; 2] {
        let (half_height, radius): (f64, f64) = (self.half_height.into(), self.radius.into());
        [[0.0, half_height], [radius, -half_height]]
    }

    /// Half of the length along the axis.
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius of the base.
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Coordinate> SupportMapping for Cone<T> {
    support_by_circles!();

    #[inline(always)]
    fn farthest(&self, direction: DVec3, _near: u32) -> (Feature<DVec3>, DVec3) {
        let upright = near_one(self.axis.upright(direction));
        let (half_height, radius): (f64, f64) = (self.half_height.into(), self.radius.into());
        // How far the apex and the base reach, with the sizes brought near 1 so that no product
        // leaves the range.
        let scale = power_of_two_over(self.extent());
        let apex = half_height * scale * upright.z;
        let base = radius * scale * upright.xy().length() - apex;
        let feature = Feature::Piece(if apex >= base { APEX } else { RIM }, direction);
        (feature, self.point(feature))
    }
}
