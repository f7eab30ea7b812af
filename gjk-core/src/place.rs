//! Where a core stands, and how large it is.

use crate::vector::Vector;

/// All of a body but its core.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Place<V: Vector> {
    /// How far the shape reaches beyond its core.
    pub(crate) radius: f64,
    /// Where the origin of the frame of the core lies.
    pub(crate) origin: V,
    /// How the axes of that frame lie, if not along those of the world.
    pub(crate) map: Option<Map<V>>,
    /// What the core says of its size, in that frame.
    pub(crate) size: Size<V>,
}

/// What a core says of its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size<V> {
    pub(crate) center: V,
    pub(crate) extent: f64,
    pub(crate) vertex_count: Option<u32>,
}

/// A linear map of a core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map<V: Vector> {
    pub(crate) matrix: V::Matrix,
    /// Whether it is known to keep lengths.
    pub(crate) rigid: bool,
}

impl<V: Vector> Place<V> {
    /// That of a core of no size at the origin.
    pub(crate) const ORIGIN: Self = Self {
        radius: 0.0,
        origin: V::ZERO,
        map: None,
        size: Size {
            center: V::ZERO,
            extent: 0.0,
            vertex_count: None,
        },
    };

    /// The same, copied number by number: a copy as a whole of what was only just written, number by number, waits for
    /// it, and that takes as long as a step of a search.
    #[inline(always)]
    #[expect(
        clippy::manual_map,
        reason = "with `copied` the map is copied whether there is one or not"
    )]
    pub(crate) fn apart(&self) -> Self {
        let apart = |vector: V| V::of_coordinates(vector.coordinates());
        let Size {
            center,
            extent,
            vertex_count,
        } = self.size;
        Self {
            radius: self.radius,
            origin: apart(self.origin),
            map: match &self.map {
                Some(map) => Some(*map),
                None => None,
            },
            size: Size {
                center: apart(center),
                extent,
                vertex_count,
            },
        }
    }
}
