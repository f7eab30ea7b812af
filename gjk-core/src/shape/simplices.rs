//! Points, segments and triangles; balls and capsules, which are around the first two.

use super::hull::Hull;
use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping};
use crate::vector::Stored;

/// A single point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V> {
    pub(crate) position: V,
}

impl<V: Stored> Point<V> {
    /// The point at `position`, in the frame of the shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Point, ShapeError, distance};
    /// use glam::DVec2;
    ///
    /// let point = |x, y| Point::new(DVec2::new(x, y));
    /// assert_eq!(distance(&point(0.0, 0.0).unwrap(), &point(3.0, 4.0).unwrap()), 5.0);
    /// assert_eq!(point(f64::NAN, 0.0), Err(ShapeError::NotFinite));
    /// ```
    pub fn new(position: V) -> Result<Self, ShapeError> {
        super::checks::finite(&[position])?;
        Ok(Self { position })
    }

    /// The position.
    ///
    /// ```
    /// use gjk_core::Point;
    /// use glam::Vec3;
    ///
    /// assert_eq!(Point::new(Vec3::Y).unwrap().position(), Vec3::Y);
    /// ```
    pub fn position(&self) -> V {
        self.position
    }
}

impl<V: Stored> SupportMapping for Point<V> {
    type Vector = V::Wide;

    fn support(&self, _direction: V::Wide) -> V::Wide {
        self.position.wide()
    }

    fn farthest(&self, _direction: V::Wide, _near: u32) -> (Feature<V::Wide>, V::Wide) {
        (Feature::Vertex(0), self.position.wide())
    }

    fn center(&self) -> V::Wide {
        self.position.wide()
    }

    /// Zero would mean that it is to be measured.
    fn extent(&self) -> f64 {
        f64::MIN_POSITIVE
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(1)
    }
}

/// The segment between two points, which may coincide.
///
/// ```
/// use gjk_core::{Segment, distance};
/// use glam::DVec3;
///
/// let a = Segment::new([DVec3::NEG_X, DVec3::X]).unwrap();
/// let b = Segment::new([DVec3::new(0.0, -1.0, 2.0), DVec3::new(0.0, 1.0, 2.0)]).unwrap();
/// assert_eq!(distance(&a, &b), 2.0);
/// ```
pub type Segment<V> = Hull<V, [V; 2]>;

/// The triangle of three points, which may be collinear or coincide.
///
/// ```
/// use gjk_core::{Point, Triangle, distance};
/// use glam::Vec3;
///
/// let triangle = Triangle::new([Vec3::ZERO, Vec3::X, Vec3::Y]).unwrap();
/// let above = Point::new(Vec3::new(0.25, 0.25, 2.0)).unwrap();
/// assert_eq!(distance(&triangle, &above), 2.0);
/// ```
pub type Triangle<V> = Hull<V, [V; 3]>;

/// All points within a radius of a centre: a ball; in 2D a disc. Its core is the centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Stored> {
    pub(crate) center: Point<V>,
    pub(crate) radius: V::Scalar,
}

impl<V: Stored> Ball<V> {
    /// The ball around `center`, in the frame of the shape. A `radius` of zero makes it a point.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeRadius`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Ball, ShapeError, distance};
    /// use glam::Vec3;
    ///
    /// let a = Ball::new(Vec3::ZERO, 1.0).unwrap();
    /// let b = Ball::new(Vec3::new(0.0, 3.0, 4.0), 0.5).unwrap();
    /// assert_eq!(distance(&a, &b), 3.5);
    /// assert_eq!(Ball::new(Vec3::ZERO, -1.0), Err(ShapeError::NegativeRadius));
    /// ```
    pub fn new(center: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        let center = Point::new(center)?;
        let radius = super::checks::radius(radius)?;
        Ok(Self { center, radius })
    }

    /// The centre.
    ///
    /// ```
    /// use gjk_core::Ball;
    /// use glam::Vec3;
    ///
    /// let ball = Ball::new(Vec3::Y, 0.5).unwrap();
    /// assert_eq!((ball.center(), ball.radius()), (Vec3::Y, 0.5));
    /// ```
    pub fn center(&self) -> V {
        self.center.position
    }

    /// The radius.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

/// All points within a radius of a segment. Its core is the segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Stored> {
    pub(crate) core: Segment<V>,
    pub(crate) radius: V::Scalar,
}

impl<V: Stored> Capsule<V> {
    /// The capsule around the segment from `start` to `end`, in the frame of the shape. Equal ends
    /// make it a ball, a `radius` of zero makes it a segment.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeRadius`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Capsule, Point, distance};
    /// use glam::DVec2;
    ///
    /// let capsule = Capsule::new(DVec2::ZERO, DVec2::new(4.0, 0.0), 1.0).unwrap();
    /// let point = Point::new(DVec2::new(2.0, 5.0)).unwrap();
    /// assert_eq!(distance(&capsule, &point), 4.0);
    /// ```
    pub fn new(start: V, end: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        let core = Segment::new([start, end])?;
        let radius = super::checks::radius(radius)?;
        Ok(Self { core, radius })
    }

    /// The segment in its middle.
    ///
    /// ```
    /// use gjk_core::Capsule;
    /// use glam::Vec3;
    ///
    /// let capsule = Capsule::new(Vec3::ZERO, Vec3::Y, 0.5).unwrap();
    /// assert_eq!(capsule.segment().points(), [Vec3::ZERO, Vec3::Y]);
    /// assert_eq!(capsule.radius(), 0.5);
    /// ```
    pub fn segment(&self) -> &Segment<V> {
        &self.core
    }

    /// The radius.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}
