//! The kinds of shape, and the points and lengths that each is made of.

use glam::DVec3;

/// The kinds of shape that a case file knows.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A single point.
    Point {
        /// The point.
        p: DVec3,
    },
    /// The segment between two points, which may coincide.
    Segment {
        /// One end.
        p0: DVec3,
        /// The other end.
        p1: DVec3,
    },
    /// The triangle of three points, which may be collinear.
    Triangle {
        /// The corners.
        points: [DVec3; 3],
    },
    /// A box (2D: a rectangle) around the origin of its frame, along the axes of its frame.
    Box {
        /// Half of each side; zero is allowed, negative is not.
        half_extents: DVec3,
    },
    /// A ball (2D: a disc) around the origin of its frame.
    Sphere {
        /// Its radius, not negative.
        radius: f64,
    },
    /// All points within `radius` of a segment.
    Capsule {
        /// One end of the core segment.
        p0: DVec3,
        /// The other end.
        p1: DVec3,
        /// Its radius, not negative.
        radius: f64,
    },
    /// The convex hull of a list of points: at least one, in any order, duplicates allowed.
    Hull {
        /// The points.
        points: Vec<DVec3>,
    },
    /// A solid cylinder around the origin of its frame.
    Cylinder {
        /// The radius of its discs.
        radius: f64,
        /// Half its height.
        half_height: f64,
        /// The direction of its axis in its frame: 0, 1 or 2 for x, y, z.
        axis: usize,
    },
    /// An ellipsoid around the origin of its frame, along the axes of its frame.
    Ellipsoid {
        /// Its semi-axes.
        radii: DVec3,
    },
}

impl Kind {
    /// The names of all kinds, as a case file spells them.
    pub const NAMES: [&'static str; 9] = [
        "point",
        "segment",
        "triangle",
        "box",
        "sphere",
        "capsule",
        "hull",
        "cylinder",
        "ellipsoid",
    ];

    /// The names of the kinds that the plane does not have.
    pub const NAMES_3D_ONLY: [&'static str; 2] = ["cylinder", "ellipsoid"];

    /// The name of this kind, as a case file spells it.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Point { .. } => "point",
            Kind::Segment { .. } => "segment",
            Kind::Triangle { .. } => "triangle",
            Kind::Box { .. } => "box",
            Kind::Sphere { .. } => "sphere",
            Kind::Capsule { .. } => "capsule",
            Kind::Hull { .. } => "hull",
            Kind::Cylinder { .. } => "cylinder",
            Kind::Ellipsoid { .. } => "ellipsoid",
        }
    }

    /// The points that it is made of, in its frame; none for a kind around the origin.
    pub fn points_mut(&mut self) -> Vec<&mut DVec3> {
        match self {
            Kind::Point { p } => vec![p],
            Kind::Segment { p0, p1 } | Kind::Capsule { p0, p1, .. } => vec![p0, p1],
            Kind::Triangle { points } => points.iter_mut().collect(),
            Kind::Hull { points } => points.iter_mut().collect(),
            _ => vec![],
        }
    }

    /// Its lengths: radii, half extents, half height, semi-axes.
    pub fn lengths_mut(&mut self) -> Vec<&mut f64> {
        match self {
            Kind::Sphere { radius } | Kind::Capsule { radius, .. } => vec![radius],
            Kind::Cylinder {
                radius,
                half_height,
                ..
            } => vec![radius, half_height],
            Kind::Box {
                half_extents: DVec3 { x, y, z },
            }
            | Kind::Ellipsoid {
                radii: DVec3 { x, y, z },
            } => vec![x, y, z],
            _ => vec![],
        }
    }
}
