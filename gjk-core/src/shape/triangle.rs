use super::hull::Hull;
use crate::error::ShapeError;
use crate::vector::Stored;

/// The triangle of three points, which may be collinear or coincide. Its core is their [`Hull`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V: Stored> {
    pub(crate) corners: Hull<V, [V; 3]>,
}

impl<V: Stored> Triangle<V> {
    /// The triangle with corners `p`, `q` and `r`, in the frame of the shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Point, Triangle, distance};
    /// use glam::Vec3;
    ///
    /// let triangle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y).unwrap();
    /// let above = Point::new(Vec3::new(0.25, 0.25, 2.0)).unwrap();
    /// assert_eq!(distance(&triangle, &above), 2.0);
    /// ```
    pub fn new(p: V, q: V, r: V) -> Result<Self, ShapeError> {
        Ok(Self {
            corners: Hull::new([p, q, r])?,
        })
    }
}
