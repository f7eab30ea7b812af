//! The positions and sizes of two shapes.

use glam::DVec3;

use crate::body::Body;
use crate::support::SupportMapping;
use crate::vector::Vector;

/// The positions and sizes of two shapes, the first before the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The origins, which are added to the points of the cores.
    pub(crate) origins: [DVec3; 2],
    /// Points in or near the cores, relative to the origins.
    pub(crate) centers: [DVec3; 2],
    /// The extents of the cores from the centres along any axis.
    pub(crate) extents: [f64; 2],
    /// The radii around the cores.
    pub(crate) radii: [f64; 2],
    /// The numbers of vertices, if both cores are polytopes.
    pub(crate) counts: Option<[u32; 2]>,
    /// Whether the shapes are 2D.
    pub(crate) planar: bool,
}

impl Frame {
    /// The frame of two bodies.
    #[inline(always)]
    pub(crate) fn of<V, A, B>(a: &Body<'_, A>, b: &Body<'_, B>) -> Self
    where
        V: Vector,
        A: SupportMapping<Vector = V> + ?Sized,
        B: SupportMapping<Vector = V> + ?Sized,
    {
        Self {
            origins: [a.origin().in_space(), b.origin().in_space()],
            centers: [a.center().in_space(), b.center().in_space()],
            extents: [a.extent(), b.extent()],
            radii: [a.radius(), b.radius()],
            counts: a.vertex_count().zip(b.vertex_count()).map(|(a, b)| [a, b]),
            planar: V::DIMENSION < 3,
        }
    }

    /// The difference of two points that are relative to the origins.
    #[inline(always)]
    pub(crate) fn between(&self, [a, b]: [DVec3; 2]) -> DVec3 {
        (a - b) + (self.origins[0] - self.origins[1])
    }
}
