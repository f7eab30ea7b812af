use crate::error::ShapeError;
use crate::support::{Feature, Support};
use crate::vector::Stored;

/// The segment between two points, which may coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V> {
    ends: [V; 2],
}

impl<V: Stored> Segment<V> {
    /// The segment from `start` to `end`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`].
    pub fn new(start: V, end: V) -> Result<Self, ShapeError> {
        let ends = super::finite([start, end])?;
        Ok(Self { ends })
    }
}

impl<V: Stored> Support for Segment<V> {
    type Vector = V::Wide;

    super::support_by_vertices!(ends);

    fn center(&self) -> V::Wide {
        super::mean(&self.ends)
    }

    fn extent(&self) -> f64 {
        super::extent(&self.ends, self.center())
    }
}
