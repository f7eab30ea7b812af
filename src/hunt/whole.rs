//! Changes of a whole shape: its size, its position, its kind, its storage.

use glam::{DQuat, DVec3};
use serde_json::Map;

use super::random::Random;
use super::size::{binade, largest, mantissa_bits};
use crate::case::{Case, Dim, Kind, Pose, Rotation, Scalar, Shape};
use crate::subject::{GjkCore, Subject};

/// Scales a shape or both, in its frame and its position.
pub(super) fn scale(random: &mut Random, case: &mut Case) {
    let factor = random.power(-6, 6);
    if random.one_in(2) {
        scale_shape(&mut case.a, factor);
        scale_shape(&mut case.b, factor);
    } else {
        scale_shape(random.side(case), factor);
    }
}

fn scale_shape(shape: &mut Shape, factor: f64) {
    let points = shape.kind.points_mut();
    points.into_iter().for_each(|p| *p *= factor);
    let lengths = shape.kind.lengths_mut();
    lengths.into_iter().for_each(|length| *length *= factor);
    if let Some(pose) = &mut shape.pose {
        pose.position *= factor;
    }
}

/// Flattens a shape along an axis.
pub(super) fn flatten(random: &mut Random, case: &mut Case) {
    let factor = random.pick(&[0.0, 1.0, 1.0]) * random.power(-12, -1);
    let axis = random.below(3);
    let shape = random.side(case);
    as_hull(shape);
    let points = shape.kind.points_mut();
    points.into_iter().for_each(|p| p[axis] *= factor);
    if let Kind::Box { half_extents: v } | Kind::Ellipsoid { radii: v } = shape.kind.innermost_mut()
    {
        v[axis] *= factor;
    }
}

/// Moves the second shape along the line to the first: into contact, nearer, or a little beyond.
pub(super) fn slide(random: &mut Random, case: &mut Case) {
    let Some(closest) = GjkCore.answer(case).and_then(|answer| answer.closest) else {
        return;
    };
    let size = binade(largest(case));
    let any_way = random.vector(case.dim);
    let bits = mantissa_bits(case);
    let way = closest.normal.unwrap_or(any_way);
    let axis = way.abs().max_position();
    let across = DVec3::AXES[axis] * way[axis].signum();
    let way = random.pick(&[way, way, across]);
    let by = match random.below(4) {
        0 => -closest.distance,
        1 => -closest.distance + random.sign() * random.power(-bits - 2, -bits + 6) * size,
        2 => -closest.distance * random.power(-8, -1),
        _ => random.sign() * random.power(-bits, 0) * size,
    };
    stand_free(&mut case.b);
    case.b.translate(way * by);
}

/// Moves both shapes away from the origin, or back.
pub(super) fn move_both(random: &mut Random, case: &mut Case) {
    let way = random.vector(case.dim) * binade(largest(case)) * random.power(-20, 6);
    for shape in [&mut case.a, &mut case.b] {
        stand_free(shape);
        shape.translate(way);
    }
}

/// Rotates a shape in its pose, or removes the rotation.
pub(super) fn turn(random: &mut Random, case: &mut Case) {
    let dim = case.dim;
    let vector = random.vector(Dim::Three);
    let rotation = match (random.one_in(3), dim) {
        (true, _) => Rotation::Identity,
        (false, Dim::Two) => Rotation::Angle(vector.x * std::f64::consts::PI),
        (false, Dim::Three) => {
            let last = random.signed();
            Rotation::Quaternion(DQuat::from_vec4(vector.extend(last)))
        }
    };
    let shape = random.side(case);
    let position = shape.pose.as_ref().map_or(DVec3::ZERO, |p| p.position);
    let other = Map::new();
    shape.pose = Some(Pose {
        position,
        rotation,
        other,
    });
}

/// The same points as another kind; an ellipsoid becomes a ball.
pub(super) fn rename(random: &mut Random, case: &mut Case) {
    let dim = case.dim;
    let shape = random.side(case);
    let core = shape.core(dim);
    shape.kind = match shape.kind.clone() {
        Kind::Box { half_extents } if random.one_in(2) => Kind::Aabb {
            min: -half_extents,
            max: half_extents,
        },
        Kind::Sphere { radius } => rounded(Kind::Point { p: DVec3::ZERO }, radius),
        Kind::Capsule { p0, p1, radius } => rounded(Kind::Segment { p0, p1 }, radius),
        Kind::Ellipsoid { radii } => Kind::Sphere { radius: radii.x },
        kind @ (Kind::Rounded { .. } | Kind::Cylinder { .. } | Kind::Cone { .. }) => kind,
        Kind::Hull { points } => match *points.as_slice() {
            [p] => Kind::Point { p },
            [p0, p1] => Kind::Segment { p0, p1 },
            [p, q, r] => Kind::Triangle { points: [p, q, r] },
            _ => Kind::Hull { points },
        },
        // The rotation was applied to the points, so the pose only translates.
        _ => {
            if let Some(pose) = &mut shape.pose {
                pose.rotation = Rotation::Identity;
            }
            let vertices = core.vertices().unwrap_or_default().iter();
            let points = vertices.copied().map(DVec3::from_array).collect();
            Kind::Hull { points }
        }
    };
}

/// Adds, changes or removes the radius of a shape.
pub(super) fn round_off(random: &mut Random, case: &mut Case) {
    let radius = binade(largest(case)) * random.power(-30, 0) * (1.0 + random.signed().abs());
    let shape = random.side(case);
    shape.kind = match shape.kind.clone() {
        Kind::Rounded { shape, .. } if random.one_in(2) => *shape,
        Kind::Rounded { shape, .. } => rounded(*shape, radius),
        kind => rounded(kind, radius),
    };
}

pub(super) fn store_otherwise(_: &mut Random, case: &mut Case) {
    case.scalar = match case.scalar {
        Scalar::F32 => Scalar::F64,
        Scalar::F64 => Scalar::F32,
    };
}

/// Replaces one shape by the other one or its mirror image, or swaps the two.
pub(super) fn mirror_shape(random: &mut Random, case: &mut Case) {
    if random.one_in(2) {
        std::mem::swap(&mut case.a, &mut case.b);
        return;
    }
    case.b = case.a.clone();
    if random.one_in(2) {
        as_hull(&mut case.b);
        let points = case.b.kind.points_mut();
        points.into_iter().for_each(|p| *p = -*p);
    }
}

fn rounded(kind: Kind, radius: f64) -> Kind {
    Kind::Rounded {
        shape: Box::new(kind),
        radius,
        other: Map::new(),
    }
}

/// Turns a kind that consists of vertices into their hull, also inside a radius.
pub(super) fn as_hull(shape: &mut Shape) {
    let kind = shape.kind.innermost_mut();
    let points = match kind {
        Kind::Point { p } => vec![*p],
        Kind::Segment { p0, p1 } => vec![*p0, *p1],
        Kind::Triangle { points } => points.to_vec(),
        Kind::Mesh { points, .. } => std::mem::take(points),
        _ => return,
    };
    *kind = Kind::Hull { points };
}

/// Prepares a shape for motion: the vertices of a mesh stay fixed in its frame.
fn stand_free(shape: &mut Shape) {
    if shape.pose.is_none() && matches!(shape.kind.innermost(), Kind::Mesh { .. }) {
        as_hull(shape);
    }
}

#[cfg(test)]
mod tests {
    use gjk_reference::Contact;

    use super::*;
    use crate::judge::Truth;

    /// Claim: sliding brings shapes that are apart into contact, nearer, and a little apart again;
    /// each often. Two boxes that are 3 apart, 200 times.
    #[test]
    fn shapes_slide_into_contact() {
        let text = r#"{"id":"x","dim":3,"scalar":"f64","expect":{},
            "a":{"kind":"box","half_extents":[1,1,1]},
            "b":{"kind":"box","half_extents":[1,1,1],"pose":{"pos":[5,0.5,0.25]}}}"#;
        let apart = crate::case::json::read(text).expect("a case");
        let mut random = Random::new(1);
        let (mut touching, mut nearly, mut nearer) = (0, 0, 0);
        for _ in 0..200 {
            let mut case = apart.clone();
            slide(&mut random, &mut case);
            let truth = Truth::of(&case).expect("a truth");
            match truth.distance()[1] {
                _ if truth.contact == Some(Contact::Touching) => touching += 1,
                0.0 => {}
                gap if gap < 1e-9 => nearly += 1,
                gap => nearer += u32::from(gap < 3.0),
            }
        }
        assert!(
            touching > 20 && nearly > 10 && nearer > 20,
            "{touching} {nearly} {nearer}"
        );
    }
}
