//! The kinds of shapes, with their points and lengths.

use glam::DVec3;
use serde_json::{Map, Value};

/// The kinds of shapes in a case file.
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
    /// A box (2D: a rectangle) centred at the origin of its frame, along its axes.
    Box {
        /// Half of each side; zero is allowed, negative is not.
        half_extents: DVec3,
    },
    /// A ball (2D: a disc) centred at the origin of its frame.
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
    /// A solid cylinder centred at the origin of its frame, 3D only.
    Cylinder {
        /// The radius of its discs.
        radius: f64,
        /// Half its height.
        half_height: f64,
        /// The direction of its axis in its frame: 0, 1 or 2 for x, y, z.
        axis: usize,
    },
    /// An ellipsoid (2D: an ellipse) centred at the origin of its frame, along its axes.
    Ellipsoid {
        /// Its semi-axes, not negative.
        radii: DVec3,
    },
    /// A solid cone, 3D only: the disc is at `-half_height` along the axis, the apex at
    /// `half_height`.
    Cone {
        /// The radius of its disc, not negative.
        radius: f64,
        /// Half its height, not negative.
        half_height: f64,
        /// The direction from the disc to the apex in its frame: 0, 1 or 2 for x, y, z.
        axis: usize,
    },
    /// A box (2D: a rectangle) along the axes of its frame, between two corners.
    Aabb {
        /// The corner of the least coordinates.
        min: DVec3,
        /// The corner of the largest coordinates, none below that of `min`.
        max: DVec3,
    },
    /// All points within `radius` of a shape of another kind.
    Rounded {
        /// The inner kind; at most [`Kind::ROUNDED_MAX`] are nested.
        shape: Box<Kind>,
        /// The radius, not negative.
        radius: f64,
        /// Unknown fields of the inner kind, unchanged.
        other: Map<String, Value>,
    },
    /// The convex hull of a list of points with the edges of the hull, 3D only.
    Mesh {
        /// The points: at least one.
        points: Vec<DVec3>,
        /// For each point the indices of its neighbours along the edges of the hull.
        neighbours: Vec<Vec<u32>>,
    },
}

impl Kind {
    /// The names of all kinds in case files.
    pub const NAMES: [&'static str; 13] = [
        "point",
        "segment",
        "triangle",
        "box",
        "sphere",
        "capsule",
        "hull",
        "cylinder",
        "ellipsoid",
        "cone",
        "aabb",
        "rounded",
        "mesh",
    ];

    /// The names of the kinds that exist in 3D only.
    pub const NAMES_3D_ONLY: [&'static str; 3] = ["cylinder", "cone", "mesh"];

    /// How deep rounded kinds may be nested: enough for tests, too few to exhaust the stack.
    pub const ROUNDED_MAX: usize = 4;

    /// The name of this kind in case files.
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
            Kind::Cone { .. } => "cone",
            Kind::Aabb { .. } => "aabb",
            Kind::Rounded { .. } => "rounded",
            Kind::Mesh { .. } => "mesh",
        }
    }

    /// The innermost kind of nested rounded kinds; otherwise this kind.
    pub fn innermost(&self) -> &Kind {
        match self {
            Kind::Rounded { shape, .. } => shape.innermost(),
            plain => plain,
        }
    }

    /// The same, to be changed.
    pub fn innermost_mut(&mut self) -> &mut Kind {
        match self {
            Kind::Rounded { shape, .. } => shape.innermost_mut(),
            plain => plain,
        }
    }

    /// Its points, in its frame; none for a kind without points.
    pub fn points_mut(&mut self) -> Vec<&mut DVec3> {
        match self {
            Kind::Point { p } => vec![p],
            Kind::Segment { p0, p1 } | Kind::Capsule { p0, p1, .. } => vec![p0, p1],
            Kind::Triangle { points } => points.iter_mut().collect(),
            Kind::Hull { points } | Kind::Mesh { points, .. } => points.iter_mut().collect(),
            Kind::Aabb { min, max } => vec![min, max],
            Kind::Rounded { shape, .. } => shape.points_mut(),
            Kind::Box { .. }
            | Kind::Sphere { .. }
            | Kind::Cylinder { .. }
            | Kind::Ellipsoid { .. }
            | Kind::Cone { .. } => vec![],
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
            }
            | Kind::Cone {
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
            Kind::Rounded { shape, radius, .. } => {
                let mut lengths = shape.lengths_mut();
                lengths.push(radius);
                lengths
            }
            Kind::Point { .. }
            | Kind::Segment { .. }
            | Kind::Triangle { .. }
            | Kind::Hull { .. }
            | Kind::Aabb { .. }
            | Kind::Mesh { .. } => vec![],
        }
    }
}
