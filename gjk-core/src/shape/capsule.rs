use super::segment::Segment;
use crate::error::ShapeError;
use crate::vector::Stored;

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
        Self::around(Segment::new(start, end)?, radius)
    }

    /// The capsule around a segment.
    pub(crate) fn around(core: Segment<V>, radius: V::Scalar) -> Result<Self, ShapeError> {
        let radius = super::checks::radius(radius)?;
        Ok(Self { core, radius })
    }
}
