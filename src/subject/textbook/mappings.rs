//! Support mappings as in the articles: the farthest point of a shape in a direction.
//!
//! Written for the textbook subjects only, independent of `gjk-core`. Nothing is guarded that an
//! article leaves open: a direction of length zero divides by zero if there is a radius.

use glam::{DMat3, DVec3};

use crate::case::{Case, Dim, Kind, Shape};

/// A shape in its pose.
pub(super) struct Placed {
    mapping: Mapping,
    rotation: DMat3,
    position: DVec3,
}

/// A shape in its own frame.
enum Mapping {
    /// Points with a radius: polygon and hull, sphere and capsule.
    Cloud { points: Vec<DVec3>, radius: f64 },
    /// An axis-aligned box.
    Aabb { min: DVec3, max: DVec3 },
    /// A cylinder around an axis of the frame.
    Cylinder {
        radius: f64,
        half_height: f64,
        axis: DVec3,
    },
    /// A cone around an axis of the frame, its apex on the positive side.
    Cone {
        radius: f64,
        half_height: f64,
        axis: DVec3,
    },
}

impl Placed {
    /// The shape of a case; `None` for kinds that no article has.
    pub(super) fn new(shape: &Shape, dim: Dim) -> Option<Self> {
        let (rotation, position) = match &shape.pose {
            Some(pose) => (pose.matrix(dim), pose.position),
            None => (DMat3::IDENTITY, DVec3::ZERO),
        };
        Some(Self {
            mapping: Mapping::new(&shape.kind)?,
            rotation,
            position,
        })
    }

    /// Rotates the direction into the frame of the shape, finds the point there, and rotates it
    /// back.
    pub(super) fn farthest(&self, direction: DVec3) -> DVec3 {
        let local = self.rotation.transpose() * direction;
        self.rotation * self.mapping.farthest(local) + self.position
    }

    /// Its position in the world.
    pub(super) fn center(&self) -> DVec3 {
        self.rotation * self.mapping.center() + self.position
    }

    /// The vertices in the world and the radius around them, for articles that support nothing
    /// else; `None` for a cylinder or a cone.
    pub(super) fn vertices(&self) -> Option<(Vec<DVec3>, f64)> {
        let (points, radius) = match &self.mapping {
            Mapping::Cloud { points, radius } => (points.clone(), *radius),
            Mapping::Aabb { min, max } => {
                let corners = [
                    *min,
                    DVec3::new(max.x, min.y, max.z),
                    *max,
                    DVec3::new(min.x, max.y, min.z),
                ];
                (corners.to_vec(), 0.0)
            }
            Mapping::Cylinder { .. } | Mapping::Cone { .. } => return None,
        };
        let world = |p: &DVec3| self.rotation * *p + self.position;
        Some((points.iter().map(world).collect(), radius))
    }
}

impl Mapping {
    fn new(kind: &Kind) -> Option<Self> {
        let cloud = |points: &[DVec3], radius| Mapping::Cloud {
            points: points.to_vec(),
            radius,
        };
        Some(match kind {
            Kind::Point { p } => cloud(&[*p], 0.0),
            Kind::Segment { p0, p1 } => cloud(&[*p0, *p1], 0.0),
            Kind::Triangle { points } => cloud(points, 0.0),
            Kind::Hull { points } | Kind::Mesh { points, .. } => cloud(points, 0.0),
            Kind::Sphere { radius } => cloud(&[DVec3::ZERO], *radius),
            Kind::Capsule { p0, p1, radius } => cloud(&[*p0, *p1], *radius),
            Kind::Box { half_extents } => Mapping::Aabb {
                min: -*half_extents,
                max: *half_extents,
            },
            Kind::Aabb { min, max } => Mapping::Aabb {
                min: *min,
                max: *max,
            },
            &Kind::Cylinder {
                radius,
                half_height,
                axis,
            } => Mapping::Cylinder {
                radius,
                half_height,
                axis: DVec3::AXES[axis],
            },
            &Kind::Cone {
                radius,
                half_height,
                axis,
            } => Mapping::Cone {
                radius,
                half_height,
                axis: DVec3::AXES[axis],
            },
            Kind::Ellipsoid { .. } | Kind::Rounded { .. } => return None,
        })
    }

    fn farthest(&self, direction: DVec3) -> DVec3 {
        match self {
            Mapping::Cloud { points, radius } => {
                let vertex = first_farthest(points, direction);
                if *radius == 0.0 {
                    vertex
                } else {
                    vertex + direction * (radius / direction.length())
                }
            }
            Mapping::Aabb { min, max } => DVec3::select(direction.cmpge(DVec3::ZERO), *max, *min),
            Mapping::Cylinder {
                radius,
                half_height,
                axis,
            } => {
                let along = direction.dot(*axis);
                let side = if along >= 0.0 { 1.0 } else { -1.0 };
                axis * (side * half_height) + rim(direction, along, *axis, *radius)
            }
            Mapping::Cone {
                radius,
                half_height,
                axis,
            } => {
                let along = direction.dot(*axis);
                let height = 2.0 * half_height;
                let slope = radius / (radius * radius + height * height).sqrt();
                if along > direction.length() * slope {
                    axis * half_height
                } else {
                    axis * -half_height + rim(direction, along, *axis, *radius)
                }
            }
        }
    }

    fn center(&self) -> DVec3 {
        match self {
            Mapping::Cloud { points, .. } => points.iter().sum::<DVec3>() / points.len() as f64,
            Mapping::Aabb { min, max } => (min + max) / 2.0,
            Mapping::Cylinder { .. } | Mapping::Cone { .. } => DVec3::ZERO,
        }
    }
}

/// The first of the farthest points: a later one must be strictly farther.
fn first_farthest(points: &[DVec3], direction: DVec3) -> DVec3 {
    let mut farthest = points[0];
    for point in &points[1..] {
        if point.dot(direction) > farthest.dot(direction) {
            farthest = *point;
        }
    }
    farthest
}

/// The point of a circle around the axis that is farthest; its centre for a direction along the axis.
fn rim(direction: DVec3, along: f64, axis: DVec3, radius: f64) -> DVec3 {
    let across = direction - axis * along;
    let length = across.length();
    if length > 0.0 {
        across * (radius / length)
    } else {
        DVec3::ZERO
    }
}

/// The Minkowski difference of two shapes.
pub(super) struct Difference {
    /// The first shape.
    pub(super) a: Placed,
    /// The second shape.
    pub(super) b: Placed,
}

/// A point of the difference, and the points of the shapes that it comes from.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// On the first shape.
    pub(super) a: DVec3,
    /// On the second shape.
    pub(super) b: DVec3,
}

impl Pair {
    /// The point of the difference.
    pub(super) fn point(self) -> DVec3 {
        self.a - self.b
    }
}

impl Difference {
    /// The difference of the shapes of a case; `None` if a mapping is missing.
    pub(super) fn of(case: &Case) -> Option<Self> {
        Some(Self {
            a: Placed::new(&case.a, case.dim)?,
            b: Placed::new(&case.b, case.dim)?,
        })
    }

    /// The farthest point of the first shape, and that of the second against the direction.
    pub(super) fn pair(&self, direction: DVec3) -> Pair {
        Pair {
            a: self.a.farthest(direction),
            b: self.b.farthest(-direction),
        }
    }
}
