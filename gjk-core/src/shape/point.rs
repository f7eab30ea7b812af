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

    #[inline(always)]
    fn support(&self, _direction: V::Wide) -> V::Wide {
        self.position.wide()
    }

    #[inline(always)]
    fn farthest(&self, _direction: V::Wide, _near: u32) -> (Feature<V::Wide>, V::Wide) {
        (Feature::Vertex(0), self.position.wide())
    }

    #[inline(always)]
    fn center(&self) -> V::Wide {
        self.position.wide()
    }

    /// Zero would mean unknown.
    #[inline(always)]
    fn extent(&self) -> f64 {
        f64::MIN_POSITIVE
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(1)
    }
}
