//! Shapes with any numbers: negative and reversed sizes, NaN and infinity, wrong lists of
//! neighbours, poses that are no motions.
//!
//! - A shape is refused exactly if it violates a condition of its constructor.
//! - An accepted shape returns for every direction the point of the returned id, for a polytope a
//!   vertex, from any starting id.
//! - Two such shapes are a query that ends, with an honest status.

use arbitrary::{Result, Unstructured};
use gjk_core::{
    Aabb, Ball, Cuboid, Feature, Polytope, Pose3, Settings, Shape as _, closest_points,
};
use glam::{DMat3, DQuat, DVec3};
use serde_json::Map;

use super::hostile_support::{Drawn, dishonesty, number};
use crate::case::numbers::numbers;
use crate::case::{Case, Core, Dim, Expect, Kind, Pose, Rotation, Scalar, Shape};
use crate::subject::{Dynamic, shapes_in_plane, shapes_in_space};

/// Points of a hull, and neighbours of a vertex.
const POINTS_MAX: usize = 8;
const NEIGHBOURS_MAX: usize = 3;

/// The number of directions for each shape.
const DIRECTIONS: usize = 4;

/// Any bytes as two shapes, valid or not. Returns whether there were enough bytes.
pub fn shapes(data: &[u8]) -> bool {
    let bytes = &mut Unstructured::new(data);
    let Ok(case) = case(bytes) else { return false };
    let sound = is_sound(&case.a, case.dim) && is_sound(&case.b, case.dim);
    let cores = || case.cores();
    let checked = match case.dim {
        Dim::Two => {
            let shapes = shapes_in_plane(&case);
            assert_eq!(shapes.is_some(), sound, "refused or not: {case:?}");
            shapes.map_or(Ok(()), |shapes| check(bytes, &shapes, &cores()))
        }
        Dim::Three => {
            let shapes = shapes_in_space(&case);
            assert_eq!(shapes.is_some(), sound, "refused or not: {case:?}");
            shapes.map_or(Ok(()), |shapes| check(bytes, &shapes, &cores()))
        }
    };
    reasons(&case.a);
    reasons(&case.b);
    checked.is_ok()
}

/// The promises of two accepted shapes.
fn check<V: Drawn>(
    bytes: &mut Unstructured,
    shapes: &[Dynamic<V>; 2],
    cores: &[Core; 2],
) -> Result<()> {
    for (shape, core) in shapes.iter().zip(cores) {
        let mut near = 0;
        for _ in 0..DIRECTIONS {
            let direction = V::of([number(bytes)?, number(bytes)?, number(bytes)?]);
            if !direction.is_finite() || direction == V::ZERO {
                continue;
            }
            let point = shape.body().support(direction);
            let name = shape.body().farthest(direction, 0).0;
            let same = |other: V| other == point || !point.is_finite();
            assert!(
                same(shape.body().point(name)),
                "{name:?} {direction:?} {core:?}"
            );
            let on_from = shape.body().point(shape.body().farthest(direction, near).0);
            let from_any = shape.body().point(Feature::Vertex(bytes.arbitrary()?));
            if let Feature::Vertex(vertex) = name {
                near = vertex;
            }
            for point in [point, on_from, from_any] {
                assert!(is_vertex(core, point), "{point:?} {direction:?} {core:?}");
            }
        }
    }
    let [a, b] = shapes;
    let answer = closest_points(a, b);
    let far = [a, b].map(|shape| {
        shape
            .body()
            .origin()
            .largest_coordinate()
            .max(shape.body().radius())
    });
    let lie = dishonesty(&answer, f64::max(far[0], far[1]));
    assert_eq!(lie, None, "{answer:?}\n{cores:?}");
    let in_time = answer.iterations <= Settings::<V>::MAX_ITERATIONS;
    assert!(in_time, "{answer:?}\n{cores:?}");
    Ok(())
}

/// Whether a point is a vertex of a core that has vertices. Results that overflowed in a pose of
/// huge numbers are not compared.
fn is_vertex<V: Drawn>(core: &Core, point: V) -> bool {
    let Some(vertices) = core.vertices() else {
        return true;
    };
    !point.is_finite() || vertices.iter().any(|vertex| V::of(*vertex) == point)
}

/// The errors of the constructors for a shape in `f64`, in one line each.
fn reasons(shape: &Shape) {
    let refusal = match &shape.kind {
        Kind::Sphere { radius } => Ball::new(DVec3::ZERO, *radius).err(),
        Kind::Box { half_extents } => Cuboid::new(*half_extents).err(),
        Kind::Aabb { min, max } => Aabb::new(*min, *max).err(),
        Kind::Mesh { points, neighbours } => {
            // Lists for nothing.
            let lists = neighbours.split_first();
            lists.and_then(|(first, others)| {
                Polytope::new(points.as_slice(), first.as_slice(), &others.concat()).err()
            })
        }
        _ => None,
    };
    let rotation = shape.pose.as_ref().and_then(|pose| match pose.rotation {
        Rotation::Quaternion(q) => Pose3::from_rotation(q, DVec3::ZERO).err(),
        _ => None,
    });
    for refusal in [refusal, rotation].into_iter().flatten() {
        let text = refusal.to_string();
        assert!(
            !text.is_empty() && !text.contains(char::is_control),
            "{text:?}"
        );
    }
}

/// Whether the constructors must accept a shape.
fn is_sound(shape: &Shape, dim: Dim) -> bool {
    let pose = shape.pose.as_ref();
    is_sound_kind(&shape.kind, dim) && pose.is_none_or(|pose| is_sound_pose(pose, dim))
}

fn is_sound_kind(kind: &Kind, dim: Dim) -> bool {
    let mut copy = kind.clone();
    let points: Vec<DVec3> = copy.points_mut().into_iter().map(|p| *p).collect();
    let lengths: Vec<f64> = copy.lengths_mut().into_iter().map(|x| *x).collect();
    let sized = |x: &f64| x.is_finite() && *x >= 0.0;
    points.iter().all(|p| p.is_finite())
        && lengths.iter().all(sized)
        && match kind {
            Kind::Hull { points } => !points.is_empty(),
            Kind::Aabb { min, max } => min.cmple(*max).all(),
            Kind::Mesh { points, neighbours } => !points.is_empty() && fit(points, neighbours),
            Kind::Rounded { shape, radius, .. } => {
                is_sound_kind(shape, dim) && (sum_of_radii(shape) + radius).is_finite()
            }
            Kind::Cylinder { .. } | Kind::Cone { .. } => dim == Dim::Three,
            _ => true,
        }
}

/// Whether the neighbours are other vertices that list this one.
fn fit(points: &[DVec3], neighbours: &[Vec<u32>]) -> bool {
    (0..).zip(neighbours).all(|(number, list)| {
        let fits = |other: &u32| {
            let place = *other as usize;
            place < points.len()
                && points[place] != points[number as usize]
                && neighbours[place].contains(&number)
        };
        (points.len() == 1 || !list.is_empty()) && list.iter().all(fits)
    })
}

/// The sum of the radii of a kind, added from the inside out.
fn sum_of_radii(kind: &Kind) -> f64 {
    match kind {
        Kind::Sphere { radius } | Kind::Capsule { radius, .. } => *radius,
        Kind::Rounded { shape, radius, .. } => sum_of_radii(shape) + radius,
        _ => 0.0,
    }
}

fn is_sound_pose(pose: &Pose, dim: Dim) -> bool {
    pose.position.is_finite()
        && match &pose.rotation {
            Rotation::Identity => true,
            Rotation::Angle(angle) => angle.is_finite() || dim == Dim::Three,
            Rotation::Quaternion(q) => q.is_finite() && q.length_squared().is_normal(),
            Rotation::Matrix { matrix, .. } => matrix.is_finite(),
        }
}

fn case(bytes: &mut Unstructured) -> Result<Case> {
    let dim = *bytes.choose(&[Dim::Two, Dim::Three])?;
    let scalar = *bytes.choose(&[Scalar::F32, Scalar::F64])?;
    let (a, b) = (shape(bytes, dim)?, shape(bytes, dim)?);
    let mut case = Case {
        id: super::CASE_ID.to_owned(),
        dim,
        scalar,
        a,
        b,
        expect: Expect::default(),
        reference: None,
        exact: None,
        query: None,
        other: Map::new(),
    };
    if scalar == Scalar::F32 {
        for shape in [&mut case.a, &mut case.b] {
            let points = shape.kind.points_mut();
            points.into_iter().for_each(|p| *p = p.as_vec3().as_dvec3());
        }
        for number in numbers(&mut case) {
            *number = scalar.round(*number);
        }
    }
    Ok(case)
}

fn shape(bytes: &mut Unstructured, dim: Dim) -> Result<Shape> {
    let kind = kind(bytes, dim)?;
    let radii = bytes.int_in_range(0..=5)?;
    // Usually none; two test that they add up.
    let kind = (4..=radii).try_fold(kind, |kind, _| {
        Ok::<_, arbitrary::Error>(Kind::Rounded {
            shape: Box::new(kind),
            radius: number(bytes)?,
            other: Map::new(),
        })
    })?;
    Ok(Shape {
        kind,
        pose: if bytes.arbitrary()? {
            Some(pose(bytes, dim)?)
        } else {
            None
        },
        other: Map::new(),
    })
}

fn kind(bytes: &mut Unstructured, dim: Dim) -> Result<Kind> {
    let axis = bytes.choose_index(3)?;
    Ok(match bytes.int_in_range(0..=11)? {
        0 => Kind::Point {
            p: vector(bytes, dim)?,
        },
        1 => Kind::Segment {
            p0: vector(bytes, dim)?,
            p1: vector(bytes, dim)?,
        },
        2 => Kind::Triangle {
            points: [
                vector(bytes, dim)?,
                vector(bytes, dim)?,
                vector(bytes, dim)?,
            ],
        },
        3 => Kind::Box {
            half_extents: vector(bytes, dim)?,
        },
        4 => Kind::Sphere {
            radius: number(bytes)?,
        },
        5 => Kind::Capsule {
            p0: vector(bytes, dim)?,
            p1: vector(bytes, dim)?,
            radius: number(bytes)?,
        },
        6 => Kind::Hull {
            points: points(bytes, dim)?,
        },
        7 => Kind::Cylinder {
            radius: number(bytes)?,
            half_height: number(bytes)?,
            axis,
        },
        8 => Kind::Cone {
            radius: number(bytes)?,
            half_height: number(bytes)?,
            axis,
        },
        9 => Kind::Ellipsoid {
            radii: vector(bytes, dim)?,
        },
        10 => Kind::Aabb {
            min: vector(bytes, dim)?,
            max: vector(bytes, dim)?,
        },
        _ => mesh(bytes, dim)?,
    })
}

/// Points with any neighbours, or with those of a ring, usually valid.
fn mesh(bytes: &mut Unstructured, dim: Dim) -> Result<Kind> {
    let points = points(bytes, dim)?;
    let count = points.len() as u32;
    let ring = bytes.ratio(2, 3)?;
    let list = |number: u32| {
        if ring && count > 1 {
            return Ok(vec![(number + 1) % count, (number + count - 1) % count]);
        }
        let length = bytes.int_in_range(0..=NEIGHBOURS_MAX)?;
        // One index too many, so that some refer to no vertex.
        (0..length).map(|_| bytes.int_in_range(0..=count)).collect()
    };
    let neighbours = (0..count).map(list).collect::<Result<_>>()?;
    Ok(Kind::Mesh { points, neighbours })
}

fn points(bytes: &mut Unstructured, dim: Dim) -> Result<Vec<DVec3>> {
    let count = bytes.int_in_range(0..=POINTS_MAX)?;
    (0..count).map(|_| vector(bytes, dim)).collect()
}

fn pose(bytes: &mut Unstructured, dim: Dim) -> Result<Pose> {
    let position = vector(bytes, dim)?;
    let rotation = match (bytes.int_in_range(0..=2)?, dim) {
        (0, _) => Rotation::Identity,
        (1, Dim::Two) => Rotation::Angle(number(bytes)?),
        (1, Dim::Three) => {
            Rotation::Quaternion(DQuat::from_vec4(vector(bytes, dim)?.extend(number(bytes)?)))
        }
        (_, Dim::Two) => matrix([vector(bytes, dim)?, vector(bytes, dim)?, DVec3::Z]),
        (_, Dim::Three) => matrix([
            vector(bytes, dim)?,
            vector(bytes, dim)?,
            vector(bytes, dim)?,
        ]),
    };
    Ok(Pose {
        position,
        rotation,
        other: Map::new(),
    })
}

fn matrix([x, y, z]: [DVec3; 3]) -> Rotation {
    Rotation::Matrix {
        matrix: DMat3::from_cols(x, y, z),
        quaternion: None,
    }
}

fn vector(bytes: &mut Unstructured, dim: Dim) -> Result<DVec3> {
    let (x, y) = (number(bytes)?, number(bytes)?);
    let z = if dim == Dim::Two { 0.0 } else { number(bytes)? };
    Ok(DVec3::new(x, y, z))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Claim: only a vertex of a polytope is taken for one. A box, its corner, and a point inside.
    #[test]
    fn a_point_inside_is_no_vertex() {
        let half_extents = DVec3::ONE;
        let shape = Shape {
            kind: Kind::Box { half_extents },
            pose: None,
            other: Map::new(),
        };
        let core = shape.core(Dim::Three);
        assert!(is_vertex(&core, half_extents));
        assert!(!is_vertex(&core, half_extents / 2.0));
    }

    /// Claim: shapes of every kind are drawn, in 2D and 3D, with and without a pose. 2000 strings of
    /// random bytes.
    #[test]
    fn every_kind_is_drawn() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut drawn = BTreeSet::new();
        for _ in 0..2000 {
            let mut bytes = [0; 1024];
            random.fill_bytes(&mut bytes);
            let case = case(&mut Unstructured::new(&bytes)).expect("bytes enough");
            for shape in [&case.a, &case.b] {
                let is_flat = case.dim == Dim::Two;
                for kind in [&shape.kind, shape.kind.innermost()] {
                    drawn.insert((kind.name(), is_flat, shape.pose.is_some()));
                }
            }
        }
        for name in Kind::NAMES {
            for is_flat in [false, true] {
                for is_posed in [false, true] {
                    let known = (name, is_flat, is_posed);
                    assert!(drawn.contains(&known), "{known:?}");
                }
            }
        }
    }
}
