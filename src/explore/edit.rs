//! Edits of a case.

use glam::{DMat3, DVec3};
use serde::Deserialize;
use serde_json::{Map, Number, Value};

use super::contact;
use super::default_kind::default_kind;
use super::dimension::{to_plane, to_space};
use super::pose::{middle, turn};
use crate::case::{Case, Dim, Expect, Kind, Pose, Scalar, Shape, json};

/// A change of a case. Shapes are counted from zero, vectors are lengths in the world.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Edit {
    /// Moves a shape, by its pose.
    Move { shape: usize, by: [f64; 3] },
    /// Rotates a shape about its centre, by radians.
    Turn {
        shape: usize,
        axis: [f64; 3],
        angle: f64,
    },
    /// Moves the vertex of a shape that is nearest to a point of the world.
    Vertex {
        shape: usize,
        near: [f64; 3],
        by: [f64; 3],
    },
    /// Replaces a shape by one of another kind, of about the same size and at the same position.
    Kind { shape: usize, kind: String },
    /// Sets a number of a shape: `pointer` is its JSON pointer (RFC 6901) in the case, such as
    /// `/b/pose/pos/0`.
    Number { pointer: String, value: Number },
    /// Converts the case to 2D or 3D.
    Dim { dim: u8 },
    /// Stores the shapes in another format.
    Scalar { scalar: String },
    /// Moves the second shape until both touch, exactly if a float allows it.
    Snap {},
    /// Moves the second shape by ulps: away from the first one, or towards it.
    Nudge { ulps: i32 },
}

impl Edit {
    /// The number that it sets, if any.
    pub(super) fn pointer(&self) -> Option<&str> {
        match self {
            Self::Number { pointer, .. } => Some(pointer),
            _ => None,
        }
    }
}

/// The case after an edit, and a note about it.
pub(super) struct Edited {
    pub(super) case: Case,
    pub(super) note: Option<String>,
}

/// The first part of the id of an edited case. No family has this name: an edited case belongs to
/// none.
const EDITED: &str = "edited-";

/// Makes an edit. Claims of the source no longer hold and are dropped. An invalid edit is refused,
/// in one line.
pub(super) fn edited(case: &Case, edit: &Edit) -> Result<Edited, String> {
    let mut case = case.clone();
    if !case.id.starts_with(EDITED) {
        case.id.insert_str(0, EDITED);
    }
    case.expect = Expect::default();
    (case.reference, case.exact) = (None, None);
    (case.query, case.other) = (None, Map::new());
    let dim = case.dim;
    let mut note = None;
    match edit {
        Edit::Move { shape, by } => {
            shape_mut(&mut case, *shape)?.pose_mut().position += flat(*by, dim);
        }
        Edit::Turn { shape, axis, angle } => {
            let axis = DVec3::from_array(*axis);
            turn(shape_mut(&mut case, *shape)?, axis, *angle, dim);
        }
        Edit::Vertex { shape, near, by } => {
            let shape = shape_mut(&mut case, *shape)?;
            move_vertex(shape, flat(*near, dim), flat(*by, dim), dim)?;
        }
        Edit::Kind { shape, kind } => {
            replace_kind(shape_mut(&mut case, *shape)?, kind, dim)?;
        }
        Edit::Number { pointer, value } => case = with_number(&case, pointer, value)?,
        Edit::Dim { dim: 2 } => to_plane(&mut case),
        Edit::Dim { dim: 3 } => to_space(&mut case),
        Edit::Dim { dim } => return Err(format!("dim: expected 2 or 3, found {dim}")),
        Edit::Scalar { scalar } => {
            case.scalar = match scalar.as_str() {
                "f32" => Scalar::F32,
                "f64" => Scalar::F64,
                other => return Err(format!("scalar: expected f32 or f64, found {other:?}")),
            }
        }
        Edit::Snap {} => note = Some(contact::snap(&mut case)?),
        Edit::Nudge { ulps } => note = Some(contact::nudge(&mut case, *ulps)?),
    }
    Ok(Edited {
        case: stored(&json::value(&case))?,
        note,
    })
}

/// A case as in its file: rounded to its format, and refused if that is impossible.
fn stored(value: &Value) -> Result<Case, String> {
    json::read(&value.to_string()).map_err(|fault| format!("{}: {}", fault.field, fault.message))
}

fn shape_mut(case: &mut Case, index: usize) -> Result<&mut Shape, String> {
    match index {
        0 => Ok(&mut case.a),
        1 => Ok(&mut case.b),
        _ => Err(format!("shape: expected 0 or 1, found {index}")),
    }
}

fn flat([x, y, z]: [f64; 3], dim: Dim) -> DVec3 {
    DVec3::new(x, y, if dim == Dim::Two { 0.0 } else { z })
}

fn move_vertex(shape: &mut Shape, near: DVec3, by: DVec3, dim: Dim) -> Result<(), String> {
    let placed = shape.pose.as_ref();
    let matrix = placed.map_or(DMat3::IDENTITY, |pose| pose.matrix(dim));
    let origin = placed.map_or(DVec3::ZERO, |pose| pose.position);
    let as_hull = match shape.kind.innermost() {
        // A moved corner may change the edges.
        Kind::Mesh { points, .. } => Some(points.clone()),
        _ => None,
    };
    if let Some(points) = as_hull {
        *shape.kind.innermost_mut() = Kind::Hull { points };
    }
    let name = shape.kind.name();
    if matches!(shape.kind.innermost(), Kind::Aabb { .. }) {
        return Err(format!("shape: the vertices of a {name} cannot be moved"));
    }
    let points = shape.kind.points_mut().into_iter();
    let distance = |p: &DVec3| (matrix * *p + origin).distance_squared(near);
    let nearest = points.min_by(|p, q| distance(p).total_cmp(&distance(q)));
    let Some(vertex) = nearest else {
        return Err(format!("shape: a {name} has no vertices"));
    };
    // The inverse of a rotation is its transpose.
    *vertex += matrix.transpose() * by;
    Ok(())
}

fn replace_kind(shape: &mut Shape, name: &str, dim: Dim) -> Result<(), String> {
    let core = shape.core(dim);
    let [low, high] = core.extremes();
    let reach = ((high - low) / 2.0).max_element() + core.radius;
    // A power of two, so that the numbers are short.
    let size = if reach > 0.0 {
        reach.log2().round().exp2()
    } else {
        1.0
    };
    let Some(kind) = default_kind(name, size, dim) else {
        return Err(format!("kind: there is no {name:?} in this dimension"));
    };
    let origin = shape.pose.as_ref().map_or(DVec3::ZERO, |p| p.position);
    let position = origin + middle(shape, dim);
    *shape = Shape {
        kind,
        pose: Some(Pose {
            position,
            ..Pose::default()
        }),
        other: Map::new(),
    };
    Ok(())
}

fn with_number(case: &Case, pointer: &str, value: &Number) -> Result<Case, String> {
    let mut whole = json::value(case);
    let is_of_shape = pointer.starts_with("/a/") || pointer.starts_with("/b/");
    match whole.pointer_mut(pointer).filter(|_| is_of_shape) {
        Some(Value::Number(number)) => *number = value.clone(),
        _ => {
            return Err(format!("pointer: no number of a shape is at {pointer:?}"));
        }
    }
    stored(&whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::shelf;

    fn edit(text: &str) -> Edit {
        serde_json::from_str(text).expect(text)
    }

    fn after(case: &Case, text: &str) -> Case {
        edited(case, &edit(text)).map(|done| done.case).expect(text)
    }

    fn refused(case: &Case, text: &str) -> String {
        edited(case, &edit(text))
            .map(|done| done.case.id)
            .expect_err(text)
    }

    fn named(id: &str) -> Case {
        shelf::find(&shelf::first(), id).expect(id)
    }

    // Claim: a shape that is moved there and back is where it was, bit for bit, and its own numbers
    // never change; the expectations of its source are dropped.
    #[test]
    fn moves_leave_the_numbers_of_a_shape() {
        let case = shelf::first();
        let moved = after(&case, r#"{"edit":"move","shape":1,"by":[0.1,0.2,7]}"#);
        assert_eq!(moved.b.kind, case.b.kind);
        assert_eq!(moved.origins()[1], DVec3::new(0.1, 0.2, 0.0));
        assert_eq!(
            (moved.id.as_str(), moved.expect.clone()),
            ("edited-2d-worked-example", Expect::default())
        );
        let back = after(&moved, r#"{"edit":"move","shape":1,"by":[-0.1,-0.2,0]}"#);
        assert_eq!((back.origins()[1], back.id), (DVec3::ZERO, moved.id));
    }

    // Claim: a shape rotates about its centre, in 2D by its angle and in 3D by its quaternion.
    #[test]
    fn shapes_turn_around_their_middle() {
        for (id, axis) in [
            ("2d-worked-example", "[0,0,1]"),
            ("3d-vertex-above-face", "[1,2,3]"),
        ] {
            let case = named(id);
            let quarter =
                format!(r#"{{"edit":"turn","shape":0,"axis":{axis},"angle":1.5707963267948966}}"#);
            let turned = after(&case, &quarter);
            let place = |case: &Case| case.origins()[0] + middle(&case.a, case.dim);
            let mut four = turned.clone();
            for _ in 0..3 {
                four = after(&four, &quarter);
            }
            assert!(turned.a.core(case.dim) != case.a.core(case.dim), "{id}");
            assert!(place(&four).distance(place(&case)) < 1e-12, "{id}");
            let corner = |case: &Case| {
                let core = case.a.core(case.dim);
                DVec3::from_array(core.vertices().expect("vertices")[0]) + case.origins()[0]
            };
            assert!(corner(&four).distance(corner(&case)) < 1e-12, "{id}");
            assert!(place(&turned).distance(place(&case)) < 1e-12, "{id}");
        }
    }

    // Claim: the nearest vertex follows the hand in the world, for any rotation of the shape, and
    // no other moves; a mesh becomes a hull; shapes without vertices refuse.
    #[test]
    fn a_vertex_follows_the_hand() {
        let turned = after(
            &shelf::first(),
            r#"{"edit":"turn","shape":0,"axis":[0,0,1],"angle":0.5}"#,
        );
        let corners = |case: &Case| {
            let core = case.a.core(case.dim);
            let origin = case.origins()[0];
            let list = core.vertices().expect("vertices").to_vec();
            list.into_iter()
                .map(|v| DVec3::from_array(v) + origin)
                .collect::<Vec<_>>()
        };
        let before = corners(&turned);
        let near = (before[1] + DVec3::splat(0.125)).to_array();
        let text = format!(r#"{{"edit":"vertex","shape":0,"near":{near:?},"by":[1,2,0]}}"#);
        let after_it = corners(&after(&turned, &text));
        assert_eq!((after_it[0], after_it[2]), (before[0], before[2]));
        assert!(after_it[1].distance(before[1] + DVec3::new(1.0, 2.0, 0.0)) < 1e-12);

        let mesh = after(
            &named("3d-vertex-above-face"),
            r#"{"edit":"kind","shape":0,"kind":"mesh"}"#,
        );
        let pulled = after(
            &mesh,
            r#"{"edit":"vertex","shape":0,"near":[9,9,9],"by":[1,0,0]}"#,
        );
        assert_eq!((mesh.a.kind.name(), pulled.a.kind.name()), ("mesh", "hull"));
        for kind in ["sphere", "box", "aabb"] {
            let case = after(
                &mesh,
                &format!(r#"{{"edit":"kind","shape":0,"kind":"{kind}"}}"#),
            );
            let words = refused(
                &case,
                r#"{"edit":"vertex","shape":0,"near":[0,0,0],"by":[1,0,0]}"#,
            );
            assert!(words.contains(kind), "{words}");
        }
    }

    // Claim: a number is set by its pointer, rounded to the format of the case. An invalid case is
    // refused with the name of the field, and nothing else of the case can be set.
    #[test]
    fn numbers_are_set_by_their_place() {
        let case = shelf::first();
        let set = after(
            &case,
            r#"{"edit":"number","pointer":"/a/points/1/0","value":4.1}"#,
        );
        let single = after(&set, r#"{"edit":"scalar","scalar":"f32"}"#);
        let first = |mut case: Case| case.a.kind.points_mut()[1].x;
        assert_eq!(
            (first(set), first(single.clone())),
            (4.1, f64::from(4.1f32))
        );
        assert_eq!(single.scalar, Scalar::F32);
        let ball = after(&case, r#"{"edit":"kind","shape":1,"kind":"sphere"}"#);
        for (case, pointer, value, words) in [
            (&case, "/a/points/7/0", "1", "/a/points/7/0"),
            (&case, "/dim", "3", "/dim"),
            (&case, "/a/kind", "3", "/a/kind"),
            (&ball, "/b/radius", "-1", "b.radius"),
            (&single, "/a/points/1/0", "1e300", "a.points[1][0]"),
        ] {
            let text = format!(r#"{{"edit":"number","pointer":"{pointer}","value":{value}}}"#);
            let refusal = refused(case, &text);
            assert!(refusal.contains(words), "{refusal}");
        }
    }

    // Claim: every kind can be converted to 2D, to 3D and back, and stays valid; kinds of 3D become
    // flat ones.
    #[test]
    fn dimensions_change() {
        let mut case = named("3d-vertex-above-face");
        case = after(
            &case,
            r#"{"edit":"turn","shape":0,"axis":[0,0,1],"angle":0.5}"#,
        );
        for kind in Kind::NAMES {
            let solid = after(
                &case,
                &format!(r#"{{"edit":"kind","shape":0,"kind":"{kind}"}}"#),
            );
            let flat = after(&solid, r#"{"edit":"dim","dim":2}"#);
            assert_eq!(flat.dim, Dim::Two, "{kind}");
            let again = after(&flat, r#"{"edit":"dim","dim":3}"#);
            let expected = match kind {
                "mesh" => "hull",
                "cylinder" => "box",
                "cone" => "triangle",
                same => same,
            };
            assert_eq!((again.dim, again.a.kind.name()), (Dim::Three, expected));
        }
        assert!(refused(&case, r#"{"edit":"dim","dim":4}"#).contains("dim"));
        assert!(refused(&case, r#"{"edit":"kind","shape":2,"kind":"box"}"#).contains("shape"));
        assert!(refused(&case, r#"{"edit":"kind","shape":0,"kind":"torus"}"#).contains("torus"));
        assert!(refused(&case, r#"{"edit":"scalar","scalar":"f16"}"#).contains("f16"));
    }

    // Claim: a number beyond the range of its format is refused with the name of the field.
    #[test]
    fn nothing_leaves_the_range() {
        let mut case = shelf::first();
        case = after(&case, r#"{"edit":"move","shape":1,"by":[1.7e308,0,0]}"#);
        let words = refused(&case, r#"{"edit":"move","shape":1,"by":[1.7e308,0,0]}"#);
        assert!(words.starts_with("b.pose.pos[0]: "), "{words}");
    }
}
