//! A shape as a JSON value. A number is the shortest decimal that reads back to the same bits in
//! the case's scalar: the `f32` nearest to a tenth is written `0.1`. In a case with an exact answer
//! it has the digits of an `f64`, `0.10000000149011612`.

use glam::{DMat3, DQuat, DVec3};
use serde_json::{Map, Number, Value};

use super::{Dim, Kind, Pose, Rotation, Scalar, Shape};

/// The format in which the numbers of a shape are written.
pub(super) struct Form {
    pub(super) dim: Dim,
    pub(super) scalar: Scalar,
}

impl Form {
    pub(super) fn shape(&self, shape: &Shape) -> Value {
        let mut map = Map::new();
        self.kind(&shape.kind, &mut map);
        if let Some(pose) = &shape.pose {
            put(&mut map, "pose", self.pose(pose));
        }
        map.extend(shape.other.clone());
        Value::Object(map)
    }

    fn kind(&self, kind: &Kind, map: &mut Map<String, Value>) {
        put(map, "kind", kind.name());
        match kind {
            Kind::Point { p } => put(map, "p", self.vector(p)),
            Kind::Segment { p0, p1 } => {
                put(map, "p0", self.vector(p0));
                put(map, "p1", self.vector(p1));
            }
            Kind::Triangle { points } => put(map, "points", self.vectors(points)),
            Kind::Box { half_extents } => put(map, "half_extents", self.vector(half_extents)),
            Kind::Sphere { radius } => put(map, "radius", self.number(*radius)),
            Kind::Capsule { p0, p1, radius } => {
                put(map, "p0", self.vector(p0));
                put(map, "p1", self.vector(p1));
                put(map, "radius", self.number(*radius));
            }
            Kind::Hull { points } => put(map, "points", self.vectors(points)),
            Kind::Cylinder {
                radius,
                half_height,
                axis,
            }
            | Kind::Cone {
                radius,
                half_height,
                axis,
            } => {
                put(map, "radius", self.number(*radius));
                put(map, "half_height", self.number(*half_height));
                put(map, "axis", ["x", "y", "z"].get(*axis).copied());
            }
            Kind::Ellipsoid { radii } => put(map, "radii", self.vector(radii)),
            Kind::Aabb { min, max } => {
                put(map, "min", self.vector(min));
                put(map, "max", self.vector(max));
            }
            Kind::Rounded {
                shape,
                radius,
                other,
            } => {
                let mut inner = Map::new();
                self.kind(shape, &mut inner);
                inner.extend(other.clone());
                put(map, "radius", self.number(*radius));
                put(map, "shape", Value::Object(inner));
            }
            Kind::Mesh { points, neighbours } => {
                put(map, "points", self.vectors(points));
                put(map, "neighbours", neighbours.clone());
            }
        }
    }

    fn pose(&self, pose: &Pose) -> Value {
        let mut map = Map::new();
        put(&mut map, "pos", self.vector(&pose.position));
        match &pose.rotation {
            Rotation::Identity => {}
            Rotation::Angle(angle) => put(&mut map, "rot", self.number(*angle)),
            Rotation::Quaternion(quaternion) => put(&mut map, "rot", self.quaternion(quaternion)),
            Rotation::Matrix { matrix, quaternion } => {
                if let Some(quaternion) = quaternion {
                    put(&mut map, "rot", self.quaternion(quaternion));
                }
                put(&mut map, "mat", self.matrix(matrix));
            }
        }
        map.extend(pose.other.clone());
        Value::Object(map)
    }

    pub(super) fn matrix(&self, matrix: &DMat3) -> Value {
        (0..3)
            .map(|row| self.numbers(&matrix.row(row).to_array()))
            .collect()
    }

    fn quaternion(&self, quaternion: &DQuat) -> Value {
        self.numbers(&quaternion.to_array())
    }

    pub(super) fn vectors(&self, points: &[DVec3]) -> Value {
        points.iter().map(|point| self.vector(point)).collect()
    }

    fn vector(&self, v: &DVec3) -> Value {
        match self.dim {
            Dim::Two => self.numbers(&[v.x, v.y]),
            Dim::Three => self.numbers(&[v.x, v.y, v.z]),
        }
    }

    pub(super) fn numbers(&self, numbers: &[f64]) -> Value {
        numbers.iter().map(|number| self.number(*number)).collect()
    }

    fn number(&self, number: f64) -> Value {
        shortest(number, self.scalar)
    }
}

/// The shortest decimal that reads back to the same bits.
pub(super) fn shortest(number: f64, scalar: Scalar) -> Value {
    /// Integers up to here are written without a point; beyond it an exponent is shorter.
    const WHOLE_MAX: f64 = 1e15;
    if number.fract() == 0.0 && number.abs() <= WHOLE_MAX && number.to_bits() != (-0.0f64).to_bits()
    {
        return (number as i64).into();
    }
    let decimal = match scalar {
        Scalar::F64 => number,
        Scalar::F32 => shortest_f32(number),
    };
    Number::from_f64(decimal).map_or(Value::Null, Value::Number)
}

/// The `f64` whose shortest decimal is that of the `f32`. Reading rounds twice, to `f64` and then
/// to `f32`; if that ever misses the `f32`, all its digits are written instead.
fn shortest_f32(number: f64) -> f64 {
    let single = number as f32;
    match format!("{single:e}").parse::<f64>() {
        Ok(decimal) if f64::from(single) == number && decimal as f32 == single => decimal,
        _ => number,
    }
}

pub(super) fn put(map: &mut Map<String, Value>, key: &str, value: impl Into<Value>) {
    map.insert(key.to_string(), value.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: the decimal is the shortest of the scalar, zero keeps its sign, and NaN does not
    /// become a number.
    #[test]
    fn numbers_are_written_short() {
        let text = |number, scalar| shortest(number, scalar).to_string();
        assert_eq!(text(f64::from(0.1f32), Scalar::F32), "0.1");
        assert_eq!(text(f64::from(0.1f32), Scalar::F64), "0.10000000149011612");
        assert_eq!(text(f64::from(f32::from_bits(1)), Scalar::F32), "1e-45");
        assert_eq!(text(5e-324, Scalar::F64), "5e-324");
        assert_eq!(text(-0.0, Scalar::F32), "-0.0");
        assert_eq!(text(-3.0, Scalar::F64), "-3");
        assert_eq!(text(1e300, Scalar::F64), "1e+300");
        assert_eq!(text(f64::NAN, Scalar::F64), "null");
        assert_eq!(text(f64::INFINITY, Scalar::F32), "null");
    }
}
