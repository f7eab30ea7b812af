//! parry 0.31 in its four crates: `query::intersection_test`, `query::distance` and
//! `query::closest_points`, with the shapes behind `dyn Shape`.
//!
//! Its dispatcher uses closed forms for balls and segments, separating axes for two cuboids, and
//! its GJK otherwise. That GJK ends if its bounds differ by the square root of ten machine epsilons
//! of the distance (1.1e-3 in `f32`, 4.7e-8 in `f64`), reports shapes nearer than ten machine
//! epsilons (absolutely) as intersecting, and gives up after 100 iterations.
//!
//! Hulls are those of `from_convex_hull`. It gets no hull that it cannot build, or that loses a
//! vertex.

use glam::{DQuat, DVec3};

use super::{Found, cos_sin, is_whole, position, quaternion};
use crate::case::{Case, Dim, Kind, Pose as CasePose, Scalar};
use crate::subject::guarded;

pub(super) fn plane_f32(case: &Case) -> Option<Found> {
    let fits = case.dim == Dim::Two && case.scalar == Scalar::F32;
    fits.then(|| plane_single::ask(case)).flatten()
}

pub(super) fn plane_f64(case: &Case) -> Option<Found> {
    let fits = case.dim == Dim::Two;
    fits.then(|| plane_double::ask(case)).flatten()
}

pub(super) fn space_f32(case: &Case) -> Option<Found> {
    let fits = case.dim == Dim::Three && case.scalar == Scalar::F32;
    fits.then(|| space_single::ask(case)).flatten()
}

pub(super) fn space_f64(case: &Case) -> Option<Found> {
    let fits = case.dim == Dim::Three;
    fits.then(|| space_double::ask(case)).flatten()
}

/// The queries, which have the same names in all four crates. `shape` and `pose` are of the
/// dimension.
macro_rules! queries {
    ($parry:ident) => {
        use $parry::math::{Pose, Real, Rotation, Vector};
        use $parry::query::{self, ClosestPoints};
        use $parry::shape::{Ball, Capsule, Cuboid, Segment, Shape, Triangle};

        use super::*;

        pub(super) fn ask(case: &Case) -> Option<Found> {
            let (a, turn_a) = shape(&case.a.kind)?;
            let (b, turn_b) = shape(&case.b.kind)?;
            let (at_a, at_b) = (
                pose(case.a.pose.as_ref(), turn_a)?,
                pose(case.b.pose.as_ref(), turn_b)?,
            );
            let (a, b) = (a.as_ref(), b.as_ref());
            let verdict = query::intersection_test(&at_a, a, &at_b, b).ok()?;
            let distance = query::distance(&at_a, a, &at_b, b).ok()?;
            let points = match query::closest_points(&at_a, a, &at_b, b, Real::MAX).ok()? {
                ClosestPoints::WithinMargin(p, q) => Some([spatial(p), spatial(q)]),
                _ => None,
            };
            Some(Found {
                intersects: verdict.intersecting,
                distance: f64::from(distance.distance),
                points,
            })
        }

        /// Shapes with the same names.
        fn common(kind: &Kind) -> Option<Box<dyn Shape>> {
            Some(match kind {
                Kind::Segment { p0, p1 } => Box::new(Segment::new(vector(*p0), vector(*p1))),
                Kind::Triangle { points } => {
                    let [p, q, r] = points.map(vector);
                    Box::new(Triangle::new(p, q, r))
                }
                Kind::Box { half_extents } => Box::new(Cuboid::new(vector(*half_extents))),
                Kind::Sphere { radius } => Box::new(Ball::new(*radius as Real)),
                Kind::Capsule { p0, p1, radius } => {
                    Box::new(Capsule::new(vector(*p0), vector(*p1), *radius as Real))
                }
                Kind::Hull { points } | Kind::Mesh { points, .. } => Box::new(hull(points)?),
                _ => return None,
            })
        }
    };
}

macro_rules! plane {
    ($module:ident, $parry:ident) => {
        mod $module {
            queries!($parry);
            use $parry::shape::ConvexPolygon;

            /// The least number of points whose hull is not flat.
            const POINTS_MIN: usize = 3;

            fn shape(kind: &Kind) -> Option<(Box<dyn Shape>, ())> {
                Some((common(kind)?, ()))
            }

            fn hull(points: &[DVec3]) -> Option<ConvexPolygon> {
                if points.len() < POINTS_MIN {
                    return None;
                }
                let vectors: Vec<Vector> = points.iter().copied().map(vector).collect();
                // It panics if all points are collinear.
                let hull = guarded(|| ConvexPolygon::from_convex_hull(&vectors)).ok()??;
                is_whole(hull.points().iter().copied().map(spatial), points).then_some(hull)
            }

            fn pose(pose: Option<&CasePose>, _turn: ()) -> Option<Pose> {
                let toward = cos_sin(pose)?;
                let rotation = Rotation::from_cos_sin_unchecked(toward.x as Real, toward.y as Real);
                Some(Pose::from_parts(vector(position(pose)), rotation))
            }

            fn vector(p: DVec3) -> Vector {
                Vector::new(p.x as Real, p.y as Real)
            }

            fn spatial(p: Vector) -> DVec3 {
                DVec3::new(f64::from(p.x), f64::from(p.y), 0.0)
            }
        }
    };
}

macro_rules! space {
    ($module:ident, $parry:ident) => {
        mod $module {
            queries!($parry);
            use $parry::shape::{Cone, ConvexPolyhedron, Cylinder};

            /// The least number of points whose hull is not flat.
            const POINTS_MIN: usize = 4;

            /// The shape, and its rotation in its own frame: cylinders and cones of the crate are
            /// along y, the apex of a cone on the positive side.
            fn shape(kind: &Kind) -> Option<(Box<dyn Shape>, DQuat)> {
                Some(match *kind {
                    Kind::Cylinder {
                        radius,
                        half_height,
                        axis,
                    } => {
                        let cylinder = Cylinder::new(half_height as Real, radius as Real);
                        (Box::new(cylinder), from_y(axis))
                    }
                    Kind::Cone {
                        radius,
                        half_height,
                        axis,
                    } => {
                        let cone = Cone::new(half_height as Real, radius as Real);
                        (Box::new(cone), from_y(axis))
                    }
                    _ => (common(kind)?, DQuat::IDENTITY),
                })
            }

            fn hull(points: &[DVec3]) -> Option<ConvexPolyhedron> {
                if points.len() < POINTS_MIN {
                    return None;
                }
                let vectors: Vec<Vector> = points.iter().copied().map(vector).collect();
                let hull = ConvexPolyhedron::from_convex_hull(&vectors)?;
                is_whole(hull.points().iter().copied().map(spatial), points).then_some(hull)
            }

            fn pose(pose: Option<&CasePose>, turn: DQuat) -> Option<Pose> {
                let [x, y, z, w] = (quaternion(pose)? * turn).to_array();
                let rotation = Rotation::from_xyzw(x as Real, y as Real, z as Real, w as Real);
                Some(Pose::from_parts(vector(position(pose)), rotation))
            }

            fn vector(p: DVec3) -> Vector {
                Vector::new(p.x as Real, p.y as Real, p.z as Real)
            }

            fn spatial(p: Vector) -> DVec3 {
                DVec3::new(f64::from(p.x), f64::from(p.y), f64::from(p.z))
            }
        }
    };
}

plane!(plane_single, parry2d);
plane!(plane_double, parry2d_f64);
space!(space_single, parry3d);
space!(space_double, parry3d_f64);

/// The cyclic permutation of axes that maps y to the axis: exact, and of either sense for a solid
/// of revolution.
fn from_y(axis: usize) -> DQuat {
    match axis {
        0 => DQuat::from_xyzw(-0.5, -0.5, -0.5, 0.5),
        1 => DQuat::IDENTITY,
        _ => DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5),
    }
}
