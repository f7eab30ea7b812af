use super::hull::Hull;
use crate::error::ShapeError;
use crate::vector::Stored;

/// The segment between two points, which may coincide. Its core is their [`Hull`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V: Stored> {
    pub(crate) ends: Hull<V, [V; 2]>,
}

impl<V: Stored> Segment<V> {
    /// The segment from `start` to `end`, in the frame of the shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Segment, distance};
    /// use glam::DVec3;
    ///
    /// let a = Segment::new(DVec3::NEG_X, DVec3::X).unwrap();
    /// let b = Segment::new(DVec3::new(0.0, -1.0, 2.0), DVec3::new(0.0, 1.0, 2.0)).unwrap();
    /// assert_eq!(distance(&a, &b), 2.0);
    /// ```
    pub fn new(start: V, end: V) -> Result<Self, ShapeError> {
        Ok(Self {
            ends: Hull::new([start, end])?,
        })
    }
}
