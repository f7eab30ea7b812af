//! Everything about a body except its core.

use crate::vector::Vector;

/// Radius, pose and size of a body: everything except its core.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Place<V: Vector> {
    /// How far the shape extends beyond its core.
    pub(crate) radius: f64,
    /// The origin of the frame of the core, in world coordinates.
    pub(crate) origin: V,
    /// The linear part of the pose, if it is not the identity.
    pub(crate) map: Option<Map<V>>,
    /// What the core reports, in its frame.
    pub(crate) center: V,
    pub(crate) extent: f64,
    pub(crate) vertex_count: Option<u32>,
}

/// A linear map of a core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map<V: Vector> {
    pub(crate) matrix: V::Matrix,
    /// Whether it is known to preserve lengths.
    pub(crate) rigid: bool,
}

impl<V: Vector> Place<V> {
    /// A copy, number by number: copying the whole struct right after its fields were written would
    /// wait for them (a store-forwarding stall), about as long as one step of a search.
    #[inline(always)]
    #[expect(
        clippy::manual_map,
        reason = "with `copied` the map is copied whether there is one or not"
    )]
    pub(crate) fn apart(&self) -> Self {
        let apart = |vector: V| V::of_coordinates(vector.coordinates());
        Self {
            origin: apart(self.origin),
            center: apart(self.center),
            map: match &self.map {
                Some(map) => Some(*map),
                None => None,
            },
            ..*self
        }
    }
}
