use core::fmt;
use core::marker::PhantomData;

use crate::support::SupportMapping;
use crate::vector::Vector;

/// A shape given by one function: its support mapping.
///
/// ```
/// use gjk_core::{Smooth, distance};
/// use glam::DVec3;
///
/// // The convex hull of the curve (cos t, sin t, 0): a flat disc.
/// let disc = Smooth::new(|direction: DVec3| direction.with_z(0.0).normalize_or_zero());
/// let point = gjk_core::Point::new(DVec3::new(0.0, 3.0, 0.0)).unwrap();
/// assert_eq!(distance(&disc, &point), 2.0);
/// ```
///
/// Implement [`SupportMapping`] yourself to state more: the extent, the centre, the vertices.
#[derive(Clone, Copy)]
pub struct Smooth<V, F> {
    support: F,
    vector: PhantomData<V>,
}

impl<V: Vector, F: Fn(V) -> V> Smooth<V, F> {
    /// The shape with the support mapping `support`: for a nonzero direction of any length it
    /// returns a point that is farthest in that direction, in the frame of the shape. A mapping
    /// that returns NaN makes a query return NaN, and no mapping makes it panic or loop.
    ///
    /// ```
    /// use gjk_core::{Smooth, intersects};
    /// use glam::DVec2;
    ///
    /// let square = Smooth::new(|direction: DVec2| DVec2::ONE.copysign(direction));
    /// assert!(intersects(&square, &square));
    /// ```
    pub fn new(support: F) -> Self {
        Self {
            support,
            vector: PhantomData,
        }
    }
}

impl<V, F> fmt::Debug for Smooth<V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Smooth")
    }
}

impl<V: Vector, F: Fn(V) -> V> SupportMapping for Smooth<V, F> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        (self.support)(direction)
    }
}
