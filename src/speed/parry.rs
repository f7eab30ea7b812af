//! parry 0.31 in its four crates, by its ordinary public API: hulls of `from_convex_hull`, with
//! `query::distance`, `query::intersection_test` and `query::closest_points`.
//!
//! For coherent motion its API has a start direction: the last separating direction is passed to
//! `closest_points_support_map_support_map_with_params`. (A stored simplex has the points of the
//! last frame, and would answer about them.)

use std::hint::black_box;
use std::rc::Rc;

use glam::{DVec3, Vec3};

use super::contender::{Contender, Pass, Role};
use super::corpus::Cell;
use super::motion::Frame;
use super::query::Query;
use crate::case::Dim;

pub(super) const CONTENDERS: [Contender; 4] = [
    Contender::new("parry2d", Role::Peer, plane_single::passes),
    Contender::new("parry2d-f64", Role::Peer, plane_double::passes),
    Contender::new("parry3d", Role::Peer, space_single::passes),
    Contender::new("parry3d-f64", Role::Peer, space_double::passes),
];

/// A hull that lost more of its vertices would be another shape. (The families of the tables lose
/// none; of tens of thousands of points on a sphere some are too near to a face for parry.)
const KEPT_PERCENT: usize = 99;

/// The passes, which have the same names in all four crates. `DIM`, `Built`, `hull`, `vector` and
/// `pose` are of the dimension.
macro_rules! passes {
    ($parry:ident, $shape:ident) => {
        use $parry::math::{Pose, Real, Rotation, Vector};
        use $parry::query::closest_points::closest_points_support_map_support_map_with_params;
        use $parry::query::gjk::{GJKResult, VoronoiSimplex};
        use $parry::query::{closest_points, distance, intersection_test};
        use $parry::shape::$shape;

        use super::*;

        /// Two shapes, and the poses of the second in the frames of its motion.
        struct Built {
            a: $shape,
            b: $shape,
            poses: Vec<Pose>,
        }

        pub(super) fn passes(cell: &Cell) -> Vec<Pass> {
            if cell.dim() != DIM {
                return Vec::new();
            }
            let hull = |points: &[Vec3]| {
                let points: Vec<_> = points.iter().copied().map(vector).collect();
                let hull = $shape::from_convex_hull(&points)?;
                (hull.points().len() * 100 >= points.len() * KEPT_PERCENT).then_some(hull)
            };
            let pairs = cell.pairs.iter().map(|pair| {
                Some(Built {
                    a: hull(&pair.a)?,
                    b: hull(&pair.b)?,
                    poses: pair.frames.iter().map(pose).collect(),
                })
            });
            let Some(pairs) = pairs.collect::<Option<Rc<[Built]>>>() else {
                return Vec::new();
            };
            let frames = cell.pairs.first().map_or(0, |pair| pair.frames.len());
            let at = Pose::IDENTITY;
            vec![
                Pass::new(Query::Distance, &pairs, move |pair| {
                    distance(&at, &pair.a, &at, &pair.b)
                }),
                Pass::new(Query::Boolean, &pairs, move |pair| {
                    intersection_test(&at, &pair.a, &at, &pair.b)
                }),
                Pass::new(Query::ClosestPoints, &pairs, move |pair| {
                    closest_points(&at, &pair.a, &at, &pair.b, Real::MAX)
                }),
                Pass::in_motion(&pairs, frames, |pair, frame, last: &mut Option<Vector>| {
                    let answer = closest_points_support_map_support_map_with_params(
                        &pair.poses[frame],
                        &pair.a,
                        &pair.b,
                        Real::MAX,
                        &mut VoronoiSimplex::new(),
                        *last,
                    );
                    if let GJKResult::ClosestPoints(_, _, direction) = answer {
                        *last = Some(direction);
                    }
                    black_box(answer);
                }),
            ]
        }
    };
}

macro_rules! plane {
    ($module:ident, $parry:ident) => {
        mod $module {
            passes!($parry, ConvexPolygon);

            const DIM: Dim = Dim::Two;

            fn vector(p: Vec3) -> Vector {
                Vector::new(p.x.into(), p.y.into())
            }

            fn pose(frame: &Frame) -> Pose {
                let toward = frame.turn * DVec3::X;
                let rotation = Rotation::from_cos_sin_unchecked(toward.x as Real, toward.y as Real);
                let shift = Vector::new(frame.shift.x as Real, frame.shift.y as Real);
                Pose::from_parts(shift, rotation)
            }
        }
    };
}

macro_rules! space {
    ($module:ident, $parry:ident) => {
        mod $module {
            passes!($parry, ConvexPolyhedron);

            const DIM: Dim = Dim::Three;

            fn vector(p: Vec3) -> Vector {
                Vector::new(p.x.into(), p.y.into(), p.z.into())
            }

            fn pose(frame: &Frame) -> Pose {
                let [x, y, z, w] = frame.turn.to_array().map(|number| number as Real);
                let [right, up, ahead] = frame.shift.to_array().map(|number| number as Real);
                let rotation = Rotation::from_xyzw(x, y, z, w);
                Pose::from_parts(Vector::new(right, up, ahead), rotation)
            }
        }
    };
}

plane!(plane_single, parry2d);
plane!(plane_double, parry2d_f64);
space!(space_single, parry3d);
space!(space_double, parry3d_f64);
