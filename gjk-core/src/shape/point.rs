use crate::error::ShapeError;
use crate::support::Support;
use crate::vector::Stored;

/// A single point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V> {
    position: V,
}

impl<V: Stored> Point<V> {
    /// The point at `position`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`].
    pub fn new(position: V) -> Result<Self, ShapeError> {
        let [position] = super::finite([position])?;
        Ok(Self { position })
    }

    /// Where it is.
    pub fn position(&self) -> V {
        self.position
    }
}

impl<V: Stored> Support for Point<V> {
    type Vector = V::Wide;

    fn support(&self, _direction: V::Wide) -> V::Wide {
        self.position.wide()
    }

    fn center(&self) -> V::Wide {
        self.position.wide()
    }
}
