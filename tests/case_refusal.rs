//! A malformed case is refused in one line that names the file, the line and the field.

mod scratch;

use std::fs;
use std::slice;

use gjk_harness::case::{files, json};
use scratch::Folder;

/// A valid case on one line; each test damages it in one place.
const SOUND: &str = concat!(
    r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[1,2,3]},"#,
    r#""b":{"kind":"hull","points":[[0,0,0],[1,0,0]]},"expect":{}}"#
);

/// Claim: every refusal is one line that names file, line and field. The line is the second of the
/// file, as the first is a valid case.
#[test]
fn refusals_name_file_line_and_field() {
    let replaced = [
        (r#""dim":3"#, r#""dim":4"#, "dim: expected 2 or 3, found 4"),
        (
            r#""dim":3"#,
            r#""dim":2"#,
            "a.p: expected 2 numbers, found 3",
        ),
        (
            r#""f64""#,
            r#""f16""#,
            r#"scalar: expected "f32" or "f64", found "f16""#,
        ),
        (
            r#""id":"y""#,
            r#""id":"""#,
            r#"id: expected a name of letters, digits, `-`, `_` and `.`, found """#,
        ),
        (
            r#""id":"y""#,
            r#""id":"a b""#,
            r#"id: expected a name of letters, digits, `-`, `_` and `.`, found "a b""#,
        ),
        (
            r#""id":"y""#,
            r#""id":"x""#,
            r#"id: "x" is already used on line 1"#,
        ),
        (r#","expect":{}"#, "", "expect: missing"),
        (
            r#""expect":{}"#,
            r#""expct":{}"#,
            r#"expect: missing; is "expct" a misspelling of it?"#,
        ),
        // No misspelling, but another field.
        (
            r#""expect":{}"#,
            r#""exact":{"contact":"separated","intersects":false,"distance":[1,1],"ulp":1}"#,
            "expect: missing",
        ),
        (
            r#""expect":{}"#,
            r#""expect":{"intersects":true}"#,
            "expect.intersects: unknown field; did you mean `intersect`?",
        ),
        (
            "[1,2,3]",
            r#"[1,2,3],"center":[0,0,0]"#,
            "a.center: unknown field; known fields: kind, p, pose, note",
        ),
        (
            "[1,2,3]",
            r#"[1,2,3],"pose":{"pos":[0,0,0],"quaternion":[0,0,0,1]}"#,
            "a.pose.quaternion: unknown field; known fields: pos, rot, mat, note",
        ),
        (
            r#""dim":3"#,
            r#""dim":3,"notes":"one""#,
            "notes: unknown field; did you mean `note`?",
        ),
        (r#","p":[1,2,3]"#, "", "a.p: missing"),
        (
            "[1,2,3]",
            "[1,2,null]",
            "a.p[2]: expected a finite number, found null",
        ),
        (
            "[1,2,3]",
            r#"[1,"2",3]"#,
            r#"a.p[1]: expected a finite number, found "2""#,
        ),
        ("[1,2,3]", "[1,2]", "a.p: expected 3 numbers, found 2"),
        ("[1,2,3]", "7", "a.p: expected 3 numbers, found 7"),
        (
            "[1,2,3]",
            "[1,NaN,3]",
            "a.p[1]: column 61: expected value; JSON has no NaN",
        ),
        (
            "[1,2,3]",
            "[1,nan,3]",
            "a.p[1]: column 62: expected ident; JSON has no NaN",
        ),
        (
            "[1,2,3]",
            "[Infinity,2,3]",
            "a.p[0]: column 59: expected value; JSON has no Infinity",
        ),
        (
            "[1,2,3]",
            "[1,2,-inf]",
            "a.p[2]: column 64: invalid number; JSON has no Infinity",
        ),
        (
            "[1,2,3]",
            "[1,1e999,3]",
            "a.p[1]: column 65: number out of range",
        ),
        (
            "[[0,0,0],[1,0,0]]",
            "[]",
            "b.points: expected at least one point, found none",
        ),
        (
            "[[0,0,0],[1,0,0]]",
            "{}",
            "b.points: expected an array of points, found an object",
        ),
        (
            "[1,0,0]",
            "[1,[],0]",
            "b.points[1][1]: expected a finite number, found an array",
        ),
        (
            r#""point""#,
            r#""torus""#,
            "a.kind: expected one of point, segment, triangle, box, sphere, capsule, hull, \
             cylinder, ellipsoid, cone, aabb, rounded, mesh, found \"torus\"",
        ),
        (
            r#""expect":{}"#,
            r#""expect":{"intersect":1}"#,
            "expect.intersect: expected true or false, found 1",
        ),
        (
            r#""expect":{}"#,
            r#""expect":{"tol":-1}"#,
            "expect.tol: expected a number that is not negative, found -1",
        ),
        (
            r#""expect":{}"#,
            r#""expect":{"rtol":-1}"#,
            "expect.rtol: expected a number that is not negative, found -1",
        ),
        (
            r#""expect":{}"#,
            concat!(
                r#""expect":{},"exact":{"contact":"separated","intersects":false,"#,
                r#""distance":[1,1],"ulp":1,"a":{"vertices":[[1,2,3]],"matrx":0}}"#,
            ),
            "exact.a.matrx: unknown field; did you mean `matrix`?",
        ),
        (
            r#""expect":{}"#,
            r#""expect":{},"ref":{"intersect":true}"#,
            "ref.signed_distance: missing",
        ),
        (
            r#""expect":{}"#,
            r#""expect":{},"dim":3"#,
            "column 130: field \"dim\" appears twice",
        ),
        (
            r#""expect":{}}"#,
            r#""expect":{}"#,
            "column 124: EOF while parsing an object",
        ),
        (
            r#""expect":{}}"#,
            r#""expect":{}}}"#,
            "column 126: trailing characters",
        ),
    ];
    let sound = SOUND.replace(r#""x""#, r#""y""#);
    for (old, new, message) in replaced {
        assert!(sound.contains(old), "{old} is not in the sound case");
        assert_refused(&sound.replacen(old, new, 1), message);
    }
}

/// Claim: the same for fields that only some shapes and poses have.
#[test]
fn refusals_of_shapes_and_poses() {
    let shapes = [
        (
            r#"{"kind":"sphere","radius":-1}"#,
            "a.radius: expected a length that is not negative, found -1",
        ),
        (
            r#"{"kind":"box","half_extents":[1,-2,3]}"#,
            "a.half_extents[1]: expected a length that is not negative, found -2",
        ),
        (
            r#"{"kind":"ellipsoid","radii":[1,2,-3]}"#,
            "a.radii[2]: expected a length that is not negative, found -3",
        ),
        (
            r#"{"kind":"cylinder","radius":1,"half_height":1,"axis":3}"#,
            r#"a.axis: expected "x", "y" or "z", found 3"#,
        ),
        (
            r#"{"kind":"triangle","points":[[0,0,0]]}"#,
            "a.points: expected 3 points, found 1",
        ),
        (r#"{"kind":"segment","p0":[0,0,0]}"#, "a.p1: missing"),
        (
            r#"{"kind":"sphere","radus":1}"#,
            r#"a.radius: missing; is "radus" a misspelling of it?"#,
        ),
        (
            r#"{"kind":"shpere","radius":1}"#,
            r#"a.kind: no kind "shpere"; did you mean `sphere`?"#,
        ),
        (r#"{"p":[0,0,0]}"#, "a.kind: missing"),
        (r#"[]"#, "a: expected an object, found an array"),
        (
            r#"{"kind":"point","p":[0,0,0],"pose":{}}"#,
            "a.pose.pos: missing",
        ),
        (
            r#"{"kind":"point","p":[0,0,0],"pose":{"pos":[0,0,0],"rot":[0,0,0,0]}}"#,
            "a.pose.rot: expected a rotation, found the zero quaternion",
        ),
        (
            r#"{"kind":"point","p":[0,0,0],"pose":{"pos":[0,0,0],"rot":[1e300,0,0,0]}}"#,
            "a.pose.rot: expected a rotation, found a quaternion too long or short",
        ),
        (
            r#"{"kind":"point","p":[0,0,0],"pose":{"pos":[0,0,0],"rot":1.5}}"#,
            "a.pose.rot: expected 4 numbers, found 1.5",
        ),
        (
            r#"{"kind":"point","p":[0,0,0],"pose":{"pos":[0,0,0],"mat":[[1,0,0],[0,1],[0,0,1]]}}"#,
            "a.pose.mat[1]: expected 3 numbers, found 2",
        ),
    ];
    for (shape, message) in shapes {
        let sound = SOUND.replace(r#""x""#, r#""y""#);
        assert_refused(
            &sound.replace(r#"{"kind":"point","p":[1,2,3]}"#, shape),
            message,
        );
    }
}

/// Claim: the same for the later kinds: a cone with a size missing or negative, a box with reversed
/// corners, a rounded shape without an inner one, neighbours that do not exist.
#[test]
fn refusals_of_later_kinds() {
    let mesh = |neighbours: &str| {
        format!(r#"{{"kind":"mesh","points":[[0,0,0],[1,0,0]],"neighbours":{neighbours}}}"#)
    };
    let rounded = |inner: &str| format!(r#"{{"kind":"rounded","radius":1,"shape":{inner}}}"#);
    let point = r#"{"kind":"point","p":[0,0,0]}"#;
    let often = |count| (0..count).fold(point.to_string(), |inner, _| rounded(&inner));
    let shapes = [
        (
            r#"{"kind":"cone","radius":1,"axis":"x"}"#.to_string(),
            "a.half_height: missing",
        ),
        (
            r#"{"kind":"cone","radius":-1,"half_height":1,"axis":"x"}"#.to_string(),
            "a.radius: expected a length that is not negative, found -1",
        ),
        (
            r#"{"kind":"cone","radius":1,"half_height":1,"axis":"w"}"#.to_string(),
            r#"a.axis: expected "x", "y" or "z", found "w""#,
        ),
        (
            r#"{"kind":"aabb","min":[0,0,0],"max":[1,-2,-3]}"#.to_string(),
            "a.max[1]: expected at least 0, as in `min`, found -2",
        ),
        (
            r#"{"kind":"aabb","min":[0,0,0],"max":[1,2]}"#.to_string(),
            "a.max: expected 3 numbers, found 2",
        ),
        (
            r#"{"kind":"aabb","max":[0,0,0]}"#.to_string(),
            "a.min: missing",
        ),
        (
            r#"{"kind":"rounded","radius":1}"#.to_string(),
            "a.shape: missing",
        ),
        (
            rounded(point).replace(":1,", ":-1,"),
            "a.radius: expected a length that is not negative, found -1",
        ),
        (rounded("[]"), "a.shape: expected an object, found an array"),
        (
            rounded(r#"{"kind":"sphere","radius":null}"#),
            "a.shape.radius: expected a finite number, found null",
        ),
        (
            rounded(r#"{"kind":"point","p":[0,0,0],"pose":{"pos":[0,0,0]}}"#),
            "a.shape.pose: belongs to the rounded shape, next to `shape`",
        ),
        (
            often(5),
            "a.shape.shape.shape.shape.kind: rounded shapes can be nested at most 4 deep",
        ),
        (
            often(40),
            "a.shape.shape.shape.shape.kind: rounded shapes can be nested at most 4 deep",
        ),
        (
            r#"{"kind":"mesh","points":[],"neighbours":[]}"#.to_string(),
            "a.points: expected at least one point, found none",
        ),
        (
            mesh("7"),
            "a.neighbours: expected an array of lists, found 7",
        ),
        (
            mesh("[[1]]"),
            "a.neighbours: expected 2 lists, one per point, found 1",
        ),
        (
            mesh("[[1],0]"),
            "a.neighbours[1]: expected an array of indices, found 0",
        ),
        (
            mesh("[[1],[0,2]]"),
            "a.neighbours[1][1]: expected the index of a point, a whole number from 0 to 1, found 2",
        ),
        (
            mesh("[[-1],[0]]"),
            "a.neighbours[0][0]: expected the index of a point, a whole number from 0 to 1, found -1",
        ),
        (
            mesh("[[0.5],[0]]"),
            "a.neighbours[0][0]: expected the index of a point, a whole number from 0 to 1, found 0.5",
        ),
        (
            mesh("[[4294967296],[0]]"),
            "a.neighbours[0][0]: expected the index of a point, a whole number from 0 to 1, \
             found 4294967296",
        ),
    ];
    let sound = SOUND.replace(r#""x""#, r#""y""#);
    let with = |shape: &str| sound.replace(r#"{"kind":"point","p":[1,2,3]}"#, shape);
    for (shape, message) in shapes {
        assert_refused(&with(&shape), message);
    }
    json::read(&with(&often(4))).expect("as many as are allowed");
}

/// Claim: values that an `f32` or 2D case cannot have are refused.
#[test]
fn refusals_of_f32_and_the_plane() {
    let f32_case = SOUND.replace(r#""x""#, r#""y""#).replace("f64", "f32");
    assert_refused(
        &f32_case.replace("[1,2,3]", "[1,-1e39,3]"),
        "a.p[1]: expected a number within the range of f32, found -1e+39",
    );
    let flat =
        r#"{"id":"y","dim":2,"scalar":"f64","a":SHAPE,"b":{"kind":"point","p":[1,2]},"expect":{}}"#;
    let cylinder = r#"{"kind":"cylinder","radius":1,"half_height":1,"axis":"x"}"#;
    assert_refused(
        &flat.replace("SHAPE", cylinder),
        "a.kind: \"cylinder\" exists in 3D only",
    );
    let cone = r#"{"kind":"rounded","radius":1,"shape":{"kind":"cone"}}"#;
    assert_refused(
        &flat.replace("SHAPE", cone),
        "a.shape.kind: \"cone\" exists in 3D only",
    );
    assert_refused(
        &flat.replace("SHAPE", r#"{"kind":"mesh"}"#),
        "a.kind: \"mesh\" exists in 3D only",
    );
    assert_refused(
        &flat.replace("SHAPE", r#"{"kind":"ellipsoid","radii":[1,2,3]}"#),
        "a.radii: expected 2 numbers, found 3",
    );
    let matrix = r#"{"kind":"point","p":[0,0],"pose":{"pos":[0,0],"mat":[[1,0],[0,1]]}}"#;
    assert_refused(
        &flat.replace("SHAPE", matrix),
        "a.pose.mat: exists in 3D only",
    );
    let quaternion = r#"{"kind":"point","p":[0,0],"pose":{"pos":[0,0],"rot":[0,0,0,1]}}"#;
    assert_refused(
        &flat.replace("SHAPE", quaternion),
        "a.pose.rot: expected a finite number, found an array",
    );
}

/// Claim: in a file of many lines the line is that of the value, or of the object without the
/// field.
#[test]
fn refusals_in_a_long_file_name_the_exact_line() {
    let folder = Folder::new("long_file");
    let file = folder.join("case.json");
    let case = json::read(SOUND).expect("a sound case");
    let text = json::write(&case).expect("a sound case");
    let line = |needle: &str| {
        1 + text
            .lines()
            .position(|line| line.contains(needle))
            .expect("a line")
    };
    let refusals = [
        (
            "[1, 0, 0]",
            "[1, null, 0]",
            line("[1, 0, 0]"),
            "b.points[1][1]: expected a finite number, found null",
        ),
        (
            "[1, 0, 0]",
            "[1, +, 0]",
            line("[1, 0, 0]"),
            "b.points[1][1]: column 11: expected value",
        ),
        ("\"p\"", "\"q\"", line("\"a\""), "a.p: missing"),
        ("\"id\"", "\"name\"", 1, "id: missing"),
        (
            "\"hull\"",
            "\"cube\"",
            line("\"hull\""),
            "b.kind: expected one of",
        ),
    ];
    for (old, new, line, message) in refusals {
        fs::write(&file, text.replacen(old, new, 1)).expect("written");
        let error = files::read_cases(slice::from_ref(&file))
            .expect_err("refused")
            .to_string();
        assert!(
            error.starts_with(&format!("{}:{line}: {message}", file.display())),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1);
    }
}

/// Claim: a field missing from the case itself is reported at the beginning of the case.
#[test]
fn a_case_is_named_by_its_first_line() {
    let folder = Folder::new("first_line");
    let file = folder.join("case.json");
    fs::write(
        &file,
        format!("\n\n{}", SOUND.replace("\"id\"", "\"name\"")),
    )
    .expect("written");
    let error = files::read_cases(slice::from_ref(&file))
        .expect_err("refused")
        .to_string();
    assert_eq!(error, format!("{}:3: id: missing", file.display()));
}

/// The case is the second of a file; reading it must fail with this message for the second line.
fn assert_refused(case: &str, message: &str) {
    let folder = Folder::new(&format!("refused_{:?}", std::thread::current().id()));
    let file = folder.join("cases.jsonl");
    fs::write(&file, format!("{SOUND}\n{case}\n")).expect("written");
    let error = files::read_cases(slice::from_ref(&file))
        .expect_err(message)
        .to_string();
    assert_eq!(error, format!("{}:2: {message}", file.display()));
}
