//! Case files: a case reads back to the bit, unknown fields of sources are kept, and errors are one
//! line with the file, the line and the field.

mod any_case;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::slice;

use any_case::any_case;
use gjk_harness::case::files::{self, Located};
use gjk_harness::case::{Case, Dim, Expect, Kind, Scalar, Shape, json};
use glam::DVec3;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Map, Value, json};

const FIELD: &str = "tests/cases/field";

/// A valid case on one line.
const SOUND: &str = concat!(
    r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[1,2,3]},"#,
    r#""b":{"kind":"hull","points":[[0,0,0],[1,0,0]]},"expect":{}}"#
);

fn field_cases() -> Vec<Located> {
    files::read_cases(&[PathBuf::from(FIELD)]).expect("the field cases are sound")
}

/// Claim: all reported failures are there, counted in total, by scalar and by kind.
#[test]
fn field_cases_are_complete() {
    let cases = field_cases();
    let (mut kinds, mut without_reference) = (BTreeMap::new(), 0);
    for Located { case, .. } in &cases {
        *kinds.entry(case.a.kind.name()).or_insert(0) += 1;
        *kinds.entry(case.b.kind.name()).or_insert(0) += 1;
        assert!(
            case.other.contains_key("source"),
            "{} has no source",
            case.id
        );
        without_reference += usize::from(case.reference.is_none());
    }
    assert_eq!(cases.len(), 271);
    // Most of these touch or overlap, and their sources state only that.
    assert_eq!(without_reference, 18);
    assert_eq!(
        cases
            .iter()
            .filter(|located| located.case.scalar == Scalar::F32)
            .count(),
        123
    );
    assert_eq!(
        cases
            .iter()
            .filter(|located| located.case.dim == Dim::Two)
            .count(),
        64
    );
    let expected = [
        ("aabb", 7),
        ("box", 191),
        ("capsule", 33),
        ("cylinder", 15),
        ("ellipsoid", 2),
        ("hull", 149),
        ("point", 45),
        ("segment", 21),
        ("sphere", 51),
        ("triangle", 28),
    ];
    assert_eq!(kinds, BTreeMap::from(expected));
    let mut ids: Vec<&str> = cases
        .iter()
        .map(|located| located.case.id.as_str())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 271, "an id stands in two files");
}

/// Claim: a case that is read, written and read again is the same, in both layouts. Compared to the
/// bit, through the text as well, as `==` ignores the sign of a zero.
#[test]
fn field_cases_round_trip() {
    for Located { case, .. } in field_cases() {
        assert_round_trip(&case);
    }
}

/// Claim: an `f64` case holds the numbers of the file, an `f32` case their rounding. Checked on the
/// points of the file, as the JSON parser reads them.
#[test]
fn numbers_are_those_of_the_file() {
    for Located { case, file, line } in field_cases() {
        let text = fs::read_to_string(&file).expect("read a moment ago");
        let raw: Value =
            serde_json::from_str(text.lines().nth(line - 1).expect("its line")).expect("JSON");
        for (shape, raw) in [(&case.a, &raw["a"]), (&case.b, &raw["b"])] {
            let Kind::Hull { points } = &shape.kind else {
                continue;
            };
            for (index, point) in points.iter().enumerate() {
                for part in 0..if case.dim == Dim::Two { 2 } else { 3 } {
                    let number = raw["points"][index][part].as_f64().expect("a number");
                    let expected = match case.scalar {
                        Scalar::F32 => f64::from(number as f32),
                        Scalar::F64 => number,
                    };
                    assert_eq!(point[part].to_bits(), expected.to_bits(), "{}", case.id);
                }
            }
        }
    }
}

/// Claim: notes survive at every nesting, and so do unused fields of the sources, in order.
#[test]
fn what_is_not_read_is_kept() {
    let text = r#"{"source":1,"id":"x","dim":3,"scalar":"f32",
        "a":{"kind":"sphere","radius":1,"note":"red","pose":{"pos":[0,0,0],"note":[1,{"k":null}]}},
        "b":{"kind":"rounded","radius":1,"note":1,"shape":{"note":2,"kind":"point","p":[1,2,3]}},
        "expect":{"hit":true},"ref":{"intersect":true,"signed_distance":-1,"method":"m"},
        "query":{"type":"shape_cast"},"class":0.1}"#;
    let case = json::read(text).expect("a sound case");
    assert_eq!(case.a.other["note"], "red");
    assert_eq!(case.b.other["note"], 1);
    let Kind::Rounded { other, .. } = &case.b.kind else {
        panic!("{:?} is not rounded", case.b.kind);
    };
    assert_eq!(other["note"], 2);
    assert_eq!(
        case.a.pose.as_ref().expect("a pose").other["note"],
        json!([1, { "k": null }])
    );
    assert_eq!(case.expect.other["hit"], true);
    assert_eq!(
        case.reference.as_ref().expect("a reference").other["method"],
        "m"
    );
    assert_eq!(case.query.as_ref().expect("a query")["type"], "shape_cast");
    assert_eq!(case.other.keys().collect::<Vec<_>>(), ["source", "class"]);
    assert_round_trip(&case);
}

/// Claim: each of the later kinds is read by its fields, and round-trips; ellipsoid, aabb and
/// rounded in 2D too.
#[test]
fn later_kinds_are_read() {
    let space = [
        (
            r#"{"kind":"cone","radius":0.1,"half_height":2,"axis":"y"}"#,
            Kind::Cone {
                radius: 0.1,
                half_height: 2.0,
                axis: 1,
            },
        ),
        (
            r#"{"kind":"aabb","min":[-1,0,2],"max":[0.5,0,3]}"#,
            Kind::Aabb {
                min: DVec3::new(-1.0, 0.0, 2.0),
                max: DVec3::new(0.5, 0.0, 3.0),
            },
        ),
        (
            r#"{"kind":"rounded","radius":0.25,"shape":{"kind":"rounded","radius":2,
                "shape":{"kind":"sphere","radius":1}}}"#,
            rounded(0.25, rounded(2.0, Kind::Sphere { radius: 1.0 })),
        ),
        (
            r#"{"kind":"mesh","points":[[0,0,0],[1,0,0]],"neighbours":[[1],[]]}"#,
            Kind::Mesh {
                points: vec![DVec3::ZERO, DVec3::X],
                neighbours: vec![vec![1], vec![]],
            },
        ),
    ];
    let plane = [
        (
            r#"{"kind":"ellipsoid","radii":[3,0.5]}"#,
            Kind::Ellipsoid {
                radii: DVec3::new(3.0, 0.5, 0.0),
            },
        ),
        (
            r#"{"kind":"aabb","min":[0,0],"max":[1,2]}"#,
            Kind::Aabb {
                min: DVec3::ZERO,
                max: DVec3::new(1.0, 2.0, 0.0),
            },
        ),
        (
            r#"{"kind":"rounded","radius":1,"shape":{"kind":"box","half_extents":[1,2]}}"#,
            rounded(
                1.0,
                Kind::Box {
                    half_extents: DVec3::new(1.0, 2.0, 0.0),
                },
            ),
        ),
    ];
    let space = space.map(|(text, kind)| (3, text, kind));
    let plane = plane.map(|(text, kind)| (2, text, kind));
    for (dim, text, kind) in space.into_iter().chain(plane) {
        let case = format!(
            r#"{{"id":"x","dim":{dim},"scalar":"f64","a":{text},"b":{text},"expect":{{}}}}"#
        );
        let case = json::read(&case).expect(text);
        assert_eq!(case.a, shape(kind));
        assert_round_trip(&case);
    }
}

/// Claim: a written case has the fields of the later kinds in the order of this test, an axis as a
/// letter, and numbers in the shortest form of the case's scalar.
#[test]
fn later_kinds_are_written_short() {
    let cone = r#"{"kind":"cone","radius":0.1,"half_height":2,"axis":"z"}"#;
    let rounded = concat!(
        r#"{"kind":"rounded","radius":0.3,"shape":"#,
        r#"{"kind":"aabb","min":[0,-0.0,0.7],"max":[0,0.1,1]}}"#
    );
    let mesh = r#"{"kind":"mesh","points":[[0,0,0.1],[1,0,0]],"neighbours":[[1],[0]]}"#;
    for text in [cone, rounded, mesh] {
        let case =
            format!(r#"{{"id":"x","dim":3,"scalar":"f32","a":{text},"b":{text},"expect":{{}}}}"#);
        let read = json::read(&case).expect(text);
        assert_eq!(json::write_line(&read).expect("a sound case"), case);
    }
}

/// Claim: a case that a file cannot hold is never written: numbers that are not `f32`, points off
/// the plane, shapes without points, rounded kinds nested too deep.
#[test]
fn unsound_cases_are_not_written() {
    let point = |x, y, z| Kind::Point {
        p: DVec3::new(x, y, z),
    };
    let sound = json::read(SOUND).expect("a sound case");
    let flat = Case {
        dim: Dim::Two,
        b: shape(point(0.0, 0.0, 0.0)),
        ..sound.clone()
    };
    let unsound = [
        Case {
            scalar: Scalar::F32,
            a: shape(point(0.1, 0.0, 0.0)),
            ..sound.clone()
        },
        Case {
            a: shape(point(0.0, 0.0, 1.0)),
            ..flat
        },
        Case {
            a: shape(Kind::Hull { points: Vec::new() }),
            ..sound.clone()
        },
        Case {
            a: shape(Kind::Sphere { radius: -1.0 }),
            ..sound.clone()
        },
        Case {
            a: shape(Kind::Aabb {
                min: DVec3::ONE,
                max: DVec3::X,
            }),
            ..sound.clone()
        },
        Case {
            a: shape(Kind::Mesh {
                points: vec![DVec3::ONE],
                neighbours: vec![vec![1]],
            }),
            ..sound.clone()
        },
        Case {
            a: shape((0..5).fold(point(0.0, 0.0, 0.0), |inner, _| rounded(1.0, inner))),
            ..sound.clone()
        },
        Case {
            id: String::new(),
            ..sound.clone()
        },
        Case {
            other: Map::from_iter([("expect".to_string(), json!({}))]),
            expect: Expect {
                tol: Some(1.0),
                ..Expect::default()
            },
            ..sound.clone()
        },
    ];
    assert!(json::is_valid(&sound));
    for case in unsound {
        assert!(!json::is_valid(&case), "{case:?}");
        assert!(json::write(&case).is_err(), "{case:?}");
        assert!(json::write_line(&case).is_err(), "{case:?}");
    }
}

/// Claim: any bytes are read as cases or an error, in either layout, at any nesting.
#[test]
fn any_bytes_can_be_read() {
    let case = json::read(SOUND).expect("a sound case");
    let pretty = json::write(&case).expect("a sound case");
    let lines = format!("{SOUND}\n\n{}", SOUND.replace("\"x\"", "\"y\""));
    assert_eq!(
        files::from_bytes(SOUND.as_bytes()).expect("one"),
        slice::from_ref(&case)
    );
    assert_eq!(files::from_bytes(pretty.as_bytes()).expect("one"), [case]);
    assert_eq!(files::from_bytes(lines.as_bytes()).expect("two").len(), 2);
    let refused = |bytes: &[u8]| files::from_bytes(bytes).expect_err("refused").to_string();
    assert_eq!(refused(b""), "bytes: the file holds no case");
    assert_eq!(refused(b"{\n\xff"), "bytes:2: not UTF-8 text");
    let mark = "bytes:1: begins with a byte order mark; save it as UTF-8 without one";
    assert_eq!(refused("\u{feff}{}".as_bytes()), mark);
    assert!(refused("[".repeat(1_000_000).as_bytes()).contains("recursion limit exceeded"));
    assert!(refused("{\"a\":".repeat(1_000_000).as_bytes()).contains("recursion limit exceeded"));
    assert_eq!(refused(b"{\"a\\nb\":}").lines().count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default()
    })]

    /// Claim: any case round-trips to the bit: all kinds, both scalars, all rotations, all finite
    /// numbers.
    #[test]
    fn generated_cases_round_trip(case in any_case()) {
        assert_round_trip(&case);
    }

    /// Claim: no bytes make the reader panic. Damaged cases reach deeper than random bytes.
    #[test]
    fn damaged_cases_do_not_panic(
        case in any_case(),
        place in any::<prop::sample::Index>(),
        byte: u8,
    ) {
        let mut bytes = json::write(&case).expect("a sound case").into_bytes();
        let index = place.index(bytes.len());
        bytes[index] = byte;
        let _ = files::from_bytes(&bytes);
        bytes.truncate(index);
        let _ = files::from_bytes(&bytes);
    }
}

fn assert_round_trip(case: &Case) {
    let text = json::write(case).expect("a sound case");
    let line = json::write_line(case).expect("a sound case");
    for written in [&text, &line] {
        let back = json::read(written).expect("its own text");
        assert_eq!(&back, case);
        assert_eq!(json::write(&back).expect("a sound case"), text);
        assert_eq!(bits(&back), bits(case));
    }
}

/// Every number of the shapes, as bits. `Debug` prints a float so that it reads back, with the sign
/// of zero.
fn bits(case: &Case) -> String {
    format!("{:?} {:?} {:?}", case.a, case.b, case.expect)
}

fn rounded(radius: f64, inner: Kind) -> Kind {
    Kind::Rounded {
        shape: Box::new(inner),
        radius,
        other: Map::new(),
    }
}

fn shape(kind: Kind) -> Shape {
    Shape {
        kind,
        pose: None,
        other: Map::new(),
    }
}
