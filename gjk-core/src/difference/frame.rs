//! The positions and sizes of two shapes.

use glam::DVec3;

use crate::body::Placed;

/// The positions and sizes of two shapes, the first before the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The origins, which are added to the points of the cores.
    pub(crate) origins: [DVec3; 2],
    /// Points in or near the cores, relative to the origins.
    pub(crate) centers: [DVec3; 2],
    /// The extents of the cores from the centres, along their own axes.
    pub(crate) extents: [f64; 2],
    /// The radii around the cores.
    pub(crate) radii: [f64; 2],
    /// The numbers of vertices, if both cores are polytopes.
    pub(crate) counts: Option<[u32; 2]>,
    /// Whether a shape is no polytope: then it rounds its points.
    pub(crate) is_curved: [bool; 2],
    /// Whether the shapes are 2D.
    pub(crate) planar: bool,
}

impl Frame {
    /// The frame of two bodies.
    #[inline(always)]
    pub(crate) fn of([a, b]: [&Placed<'_>; 2], planar: bool) -> Self {
        Self {
            origins: [a.origin, b.origin],
            centers: [a.center(), b.center()],
            extents: [a.extent(), b.extent()],
            radii: [a.radius, b.radius],
            counts: a.vertex_count.zip(b.vertex_count).map(|(a, b)| [a, b]),
            is_curved: [a.vertex_count.is_none(), b.vertex_count.is_none()],
            planar,
        }
    }

    /// The difference of two points that are relative to the origins.
    #[inline(always)]
    pub(crate) fn between(&self, [a, b]: [DVec3; 2]) -> DVec3 {
        (a - b) + (self.origins[0] - self.origins[1])
    }
}
