//! A JSON value as a shape: kinds, poses, and every number in the dimension and scalar of its case.

use glam::{DMat3, DQuat, DVec3};
use serde_json::{Map, Value};

use super::fields::{Fields, finite, nearest};
use super::place::{At, Misfit};
use super::{Dim, Kind, Pose, Rotation, Scalar, Shape};

/// The format in which the numbers of a shape are read.
pub(super) struct Form {
    pub(super) dim: Dim,
    pub(super) scalar: Scalar,
}

impl Form {
    pub(super) fn shape(&self, value: Value, at: &At) -> Result<Shape, Misfit> {
        let mut fields = Fields::of(value, at)?;
        Ok(Shape {
            kind: self.kind(&mut fields, 0)?,
            pose: fields.optional("pose", |value, at| self.pose(value, at))?,
            other: fields.rest(&[])?,
        })
    }

    /// The kind, nested in `depth` rounded kinds.
    fn kind(&self, fields: &mut Fields, depth: usize) -> Result<Kind, Misfit> {
        let vector = |value, at: &At| self.vector(value, at);
        let vectors = |value, at: &At| self.vectors(value, at);
        let sizes = |value, at: &At| self.sizes(value, at);
        let size = |value, at: &At| self.size(value, at);
        match fields
            .required("kind", |value, at| self.kind_name(value, at))?
            .as_str()
        {
            "point" => Ok(Kind::Point {
                p: fields.required("p", vector)?,
            }),
            "segment" => Ok(Kind::Segment {
                p0: fields.required("p0", vector)?,
                p1: fields.required("p1", vector)?,
            }),
            "triangle" => Ok(Kind::Triangle {
                points: fields.required("points", |value, at| self.corners(value, at))?,
            }),
            "box" => Ok(Kind::Box {
                half_extents: fields.required("half_extents", sizes)?,
            }),
            "sphere" => Ok(Kind::Sphere {
                radius: fields.required("radius", size)?,
            }),
            "capsule" => Ok(Kind::Capsule {
                p0: fields.required("p0", vector)?,
                p1: fields.required("p1", vector)?,
                radius: fields.required("radius", size)?,
            }),
            "hull" => Ok(Kind::Hull {
                points: fields.required("points", vectors)?,
            }),
            "cylinder" => Ok(Kind::Cylinder {
                radius: fields.required("radius", size)?,
                half_height: fields.required("half_height", size)?,
                axis: fields.required("axis", axis)?,
            }),
            "ellipsoid" => Ok(Kind::Ellipsoid {
                radii: fields.required("radii", sizes)?,
            }),
            "cone" => Ok(Kind::Cone {
                radius: fields.required("radius", size)?,
                half_height: fields.required("half_height", size)?,
                axis: fields.required("axis", axis)?,
            }),
            "aabb" => {
                let min = fields.required("min", vector)?;
                let max = fields.required("max", |value, at| self.vector_from(min, value, at))?;
                Ok(Kind::Aabb { min, max })
            }
            "rounded" if depth == Kind::ROUNDED_MAX => At::Key(fields.at, "kind").misfit(format!(
                "rounded shapes can be nested at most {} deep",
                Kind::ROUNDED_MAX
            )),
            "rounded" => {
                let radius = fields.required("radius", size)?;
                let inner = |value, at: &At| self.rounded(value, at, depth + 1);
                let (shape, other) = fields.required("shape", inner)?;
                Ok(Kind::Rounded {
                    shape: Box::new(shape),
                    radius,
                    other,
                })
            }
            _ => {
                let points = fields.required("points", vectors)?;
                let lists = |value, at: &At| neighbours(points.len(), value, at);
                let neighbours = fields.required("neighbours", lists)?;
                Ok(Kind::Mesh { points, neighbours })
            }
        }
    }

    /// The inner kind of a rounded one, and its other fields. Only the outermost has a pose.
    fn rounded(
        &self,
        value: Value,
        at: &At,
        depth: usize,
    ) -> Result<(Kind, Map<String, Value>), Misfit> {
        let mut fields = Fields::of(value, at)?;
        let kind = self.kind(&mut fields, depth)?;
        if fields.map.contains_key("pose") {
            return At::Key(at, "pose")
                .misfit("belongs to the rounded shape, next to `shape`".to_string());
        }
        Ok((kind, fields.rest(&[])?))
    }

    fn kind_name(&self, value: Value, at: &At) -> Result<String, Misfit> {
        match value {
            Value::String(name) if Kind::NAMES.contains(&name.as_str()) => {
                if self.dim == Dim::Two && Kind::NAMES_3D_ONLY.contains(&name.as_str()) {
                    return at.misfit(format!("{name:?} exists in 3D only"));
                }
                Ok(name)
            }
            other => {
                let name = other.as_str().unwrap_or_default();
                match nearest(name, &Kind::NAMES) {
                    Some(near) => at.misfit(format!("no kind {name:?}; did you mean `{near}`?")),
                    None => at.expected(&format!("one of {}", Kind::NAMES.join(", ")), &other),
                }
            }
        }
    }

    fn pose(&self, value: Value, at: &At) -> Result<Pose, Misfit> {
        let mut fields = Fields::of(value, at)?;
        Ok(Pose {
            position: fields.required("pos", |value, at| self.vector(value, at))?,
            rotation: self.rotation(&mut fields)?,
            other: fields.rest(&[])?,
        })
    }

    fn rotation(&self, fields: &mut Fields) -> Result<Rotation, Misfit> {
        if self.dim == Dim::Two {
            if fields.map.contains_key("mat") {
                return At::Key(fields.at, "mat").misfit("exists in 3D only".to_string());
            }
            let angle = fields.optional("rot", |value, at| self.number(value, at))?;
            return Ok(angle.map_or(Rotation::Identity, Rotation::Angle));
        }
        let quaternion = fields.optional("rot", |value, at| self.quaternion(value, at))?;
        let matrix = fields.optional("mat", |value, at| self.matrix(value, at))?;
        Ok(match (matrix, quaternion) {
            (Some(matrix), quaternion) => Rotation::Matrix { matrix, quaternion },
            (None, Some(quaternion)) => Rotation::Quaternion(quaternion),
            (None, None) => Rotation::Identity,
        })
    }

    fn quaternion(&self, value: Value, at: &At) -> Result<DQuat, Misfit> {
        let [x, y, z, w] = self.numbers(value, at)?;
        let quaternion = DQuat::from_xyzw(x, y, z, w);
        // A square that is not a normal number has lost digits of the length.
        match quaternion.length_squared().is_normal() {
            true => Ok(quaternion),
            false if quaternion == DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0) => {
                at.misfit("expected a rotation, found the zero quaternion".to_string())
            }
            false => at.misfit("expected a rotation, found a quaternion too long or short".into()),
        }
    }

    pub(super) fn matrix(&self, value: Value, at: &At) -> Result<DMat3, Misfit> {
        let rows: [Value; 3] = items(value, at, "rows")?;
        let mut matrix = [[0.0; 3]; 3];
        for (index, row) in rows.into_iter().enumerate() {
            matrix[index] = self.numbers(row, &At::Index(at, index))?;
        }
        Ok(DMat3::from_cols_array_2d(&matrix).transpose())
    }

    fn corners(&self, value: Value, at: &At) -> Result<[DVec3; 3], Misfit> {
        let values: [Value; 3] = items(value, at, "points")?;
        let mut corners = [DVec3::ZERO; 3];
        for (index, corner) in values.into_iter().enumerate() {
            corners[index] = self.vector(corner, &At::Index(at, index))?;
        }
        Ok(corners)
    }

    pub(super) fn vectors(&self, value: Value, at: &At) -> Result<Vec<DVec3>, Misfit> {
        let values = array(value, at, "an array of points")?;
        if values.is_empty() {
            return at.misfit("expected at least one point, found none".to_string());
        }
        let points = values.into_iter().enumerate();
        points
            .map(|(index, point)| self.vector(point, &At::Index(at, index)))
            .collect()
    }

    fn sizes(&self, value: Value, at: &At) -> Result<DVec3, Misfit> {
        let sizes = self.vector(value, at)?;
        match sizes.to_array().iter().position(|size| *size < 0.0) {
            Some(index) => negative(sizes[index], &At::Index(at, index)),
            None => Ok(sizes),
        }
    }

    fn size(&self, value: Value, at: &At) -> Result<f64, Misfit> {
        let size = self.number(value, at)?;
        if size < 0.0 {
            negative(size, at)
        } else {
            Ok(size)
        }
    }

    /// A vector with no coordinate below that of `min`.
    fn vector_from(&self, min: DVec3, value: Value, at: &At) -> Result<DVec3, Misfit> {
        let max = self.vector(value, at)?;
        match (0..3).find(|index| max[*index] < min[*index]) {
            Some(index) => At::Index(at, index).misfit(format!(
                "expected at least {}, as in `min`, found {}",
                min[index], max[index]
            )),
            None => Ok(max),
        }
    }

    fn vector(&self, value: Value, at: &At) -> Result<DVec3, Misfit> {
        match self.dim {
            Dim::Two => self.numbers(value, at).map(|[x, y]| DVec3::new(x, y, 0.0)),
            Dim::Three => self.numbers(value, at).map(DVec3::from_array),
        }
    }

    pub(super) fn numbers<const N: usize>(
        &self,
        value: Value,
        at: &At,
    ) -> Result<[f64; N], Misfit> {
        let values: [Value; N] = items(value, at, "numbers")?;
        let mut numbers = [0.0; N];
        for (index, number) in values.into_iter().enumerate() {
            numbers[index] = self.number(number, &At::Index(at, index))?;
        }
        Ok(numbers)
    }

    fn number(&self, value: Value, at: &At) -> Result<f64, Misfit> {
        let number = finite(value.clone(), at)?;
        if self.scalar == Scalar::F64 {
            return Ok(number);
        }
        match f64::from(number as f32) {
            rounded if rounded.is_finite() => Ok(rounded),
            _ => at.expected("a number within the range of f32", &value),
        }
    }
}

fn items<const N: usize>(value: Value, at: &At, what: &str) -> Result<[Value; N], Misfit> {
    let Value::Array(values) = value else {
        return at.expected(&format!("{N} {what}"), &value);
    };
    let found = values.len();
    match values.try_into() {
        Ok(values) => Ok(values),
        Err(_) => at.misfit(format!("expected {N} {what}, found {found}")),
    }
}

/// A list of indices for each of `count` points.
fn neighbours(count: usize, value: Value, at: &At) -> Result<Vec<Vec<u32>>, Misfit> {
    let lists = array(value, at, "an array of lists")?;
    if lists.len() != count {
        let found = lists.len();
        return at.misfit(format!(
            "expected {count} lists, one per point, found {found}"
        ));
    }
    let list = |(place, value)| {
        let at = At::Index(at, place);
        let indices = array(value, &at, "an array of indices")?;
        let index = |(place, value)| index(count, value, &At::Index(&at, place));
        indices.into_iter().enumerate().map(index).collect()
    };
    lists.into_iter().enumerate().map(list).collect()
}

fn index(count: usize, value: Value, at: &At) -> Result<u32, Misfit> {
    match value.as_u64().map(u32::try_from) {
        Some(Ok(index)) if (index as usize) < count => Ok(index),
        _ => at.expected(
            &format!(
                "the index of a point, a whole number from 0 to {}",
                count - 1
            ),
            &value,
        ),
    }
}

fn array(value: Value, at: &At, what: &str) -> Result<Vec<Value>, Misfit> {
    match value {
        Value::Array(values) => Ok(values),
        other => at.expected(what, &other),
    }
}

fn axis(value: Value, at: &At) -> Result<usize, Misfit> {
    match value.as_str() {
        Some("x") => Ok(0),
        Some("y") => Ok(1),
        Some("z") => Ok(2),
        _ => at.expected("\"x\", \"y\" or \"z\"", &value),
    }
}

fn negative<T>(size: f64, at: &At) -> Result<T, Misfit> {
    at.misfit(format!(
        "expected a length that is not negative, found {size}"
    ))
}
