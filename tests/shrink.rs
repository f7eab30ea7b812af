//! Shrinking: the result fails, can be stored, and is the simplest case that greedy steps reach; it
//! is the same every time, and shrinking always ends.

mod any_case;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use any_case::any_case;
use gjk_harness::case::shrink::{ATTEMPTS_MAX, shrink};
use gjk_harness::case::{Case, Expect, Kind, Pose, Rotation, Scalar, Shape, files, json};
use gjk_harness::corpus;
use glam::{DQuat, DVec3};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Map, json};

/// Claim: if every case fails, only two points at the origin and the origin of the case remain.
#[test]
fn a_failure_of_everything_shrinks_to_nothing() {
    let cases = files::read_cases(&[PathBuf::from("tests/cases/field")]).expect("sound cases");
    for located in cases {
        let mut case = located.case.clone();
        // It is about these shapes, and would be false for others.
        case.exact = corpus::exact(&case);
        let small = shrink(&case, &mut |_| true);
        let origin = point(0.0);
        assert_eq!(small.a, origin, "{}", small.id);
        assert_eq!(small.b, origin, "{}", small.id);
        assert_eq!(small.expect, Expect::default());
        assert!(small.reference.is_none() && small.query.is_none());
        assert!(small.exact.is_none());
        let mut left: Vec<&str> = small.other.keys().map(String::as_str).collect();
        left.sort_unstable();
        assert_eq!(left, ["note", "source"]);
        assert_eq!(small.id, located.case.id);
    }
}

/// Claim: a box that fails because it extends beyond x = 3 in the world becomes (4, 0, 0): its pose
/// is applied to its vertices, all but one are dropped, and the last is rounded to integers.
#[test]
fn a_placed_box_shrinks_to_one_vertex() {
    let turned = Rotation::Quaternion(DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9));
    let case = pair(
        shape(
            Kind::Box {
                half_extents: DVec3::new(1.5, 2.5, 0.5),
            },
            pose(10.25, turned),
        ),
        shape(Kind::Sphere { radius: 7.0 }, pose(-3.0, Rotation::Identity)),
    );
    let small = shrink(&case, &mut |case| reach(&case.a) > 3.0);
    assert_eq!(small.a, point(4.0));
    assert_eq!(small.b, point(0.0));
}

/// Claim: what the failure needs is kept: a round shape, its radius, the expectation of the file.
#[test]
fn what_the_failure_needs_is_kept() {
    let round = shape(
        Kind::Capsule {
            p0: DVec3::X,
            p1: DVec3::Y,
            radius: 9.7,
        },
        None,
    );
    let mut case = pair(
        round,
        shape(Kind::Point { p: DVec3::ONE }, pose(2.0, Rotation::Identity)),
    );
    case.expect = Expect {
        intersect: Some(true),
        ..Expect::default()
    };
    case.query = Some(json!("cast"));
    let small = shrink(&case, &mut |case| {
        let radius = match case.a.kind {
            Kind::Sphere { radius } | Kind::Capsule { radius, .. } => radius,
            _ => 0.0,
        };
        radius > 2.5 && case.expect.intersect.is_some()
    });
    assert_eq!(small.a, shape(Kind::Sphere { radius: 3.0 }, None));
    assert_eq!(small.b, point(0.0));
    assert_eq!(small.expect, case.expect);
    assert_eq!(small.query, None);
}

/// Claim: each of the later kinds becomes a point at the origin if every case fails, and keeps its
/// kind, with the simplest sizes, if the failure needs it.
#[test]
fn later_kinds_shrink() {
    let points = vec![DVec3::X, DVec3::new(0.3, 2.0, 0.0), DVec3::Z];
    let mesh = Kind::Mesh {
        points: points.clone(),
        neighbours: vec![vec![1, 2], vec![0, 2], vec![0, 1]],
    };
    let kinds = [
        (
            Kind::Cone {
                radius: 0.7,
                half_height: 3.3,
                axis: 1,
            },
            Kind::Cone {
                radius: 0.0,
                half_height: 0.0,
                axis: 1,
            },
        ),
        (
            Kind::Ellipsoid {
                radii: DVec3::new(1.5, 2.5, 0.3),
            },
            Kind::Ellipsoid { radii: DVec3::ZERO },
        ),
        (
            Kind::Aabb {
                min: DVec3::new(-1.5, 2.0, 0.1),
                max: DVec3::splat(7.3),
            },
            Kind::Aabb {
                min: DVec3::ZERO,
                max: DVec3::ZERO,
            },
        ),
        (
            rounded(
                0.7,
                rounded(
                    0.1,
                    Kind::Box {
                        half_extents: DVec3::ONE,
                    },
                ),
            ),
            rounded(0.0, Kind::Point { p: DVec3::ZERO }),
        ),
        (mesh.clone(), mesh),
    ];
    for (kind, least) in kinds {
        let turned = Rotation::Quaternion(DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9));
        let case = pair(shape(kind, pose(10.25, turned)), point(1.0));
        assert_eq!(shrink(&case, &mut |_| true).a, point(0.0));
        let name = case.a.kind.name();
        let small = shrink(&case, &mut |case| case.a.kind.name() == name);
        assert_eq!(small.a, shape(least, None));
    }
}

/// Claim: a mesh becomes the hull of its points or is unchanged, also inside a rounded shape and if
/// both shapes are moved: it never gets other points with the same neighbours.
#[test]
fn a_mesh_keeps_its_points() {
    let points = [DVec3::X, DVec3::new(0.3, 2.0, 0.0), DVec3::Z].map(|p| p + 1000.1);
    let mesh = Kind::Mesh {
        points: points.to_vec(),
        neighbours: vec![vec![1, 2], vec![0, 2], vec![0, 1]],
    };
    let case = pair(shape(rounded(2.5, mesh.clone()), None), point(1000.0));
    let mut hulls = 0;
    let small = shrink(&case, &mut |case| match case.a.kind.innermost() {
        Kind::Hull { points: found } => {
            hulls += usize::from(*found == points);
            false
        }
        kind => kind.name() == mesh.name(),
    });
    assert!(hulls > 0);
    assert_eq!(small.a, shape(mesh, None));
    assert_eq!(small.b, point(0.0));
}

/// Claim: a rounded shape becomes the kind it equals: sphere, capsule, or rounded once instead of
/// twice; and its unknown fields are dropped.
#[test]
fn rounded_shapes_get_plainer_names() {
    let segment = Kind::Segment {
        p0: DVec3::X,
        p1: DVec3::Y,
    };
    let kinds = [
        (Kind::Point { p: DVec3::X }, "sphere"),
        (segment, "capsule"),
        (
            rounded(
                3.0,
                Kind::Box {
                    half_extents: DVec3::ONE,
                },
            ),
            "rounded",
        ),
    ];
    for (inner, name) in kinds {
        let mut case = pair(shape(rounded(5.7, inner), None), point(0.0));
        if let Kind::Rounded { other, .. } = &mut case.a.kind {
            other.insert("note".to_string(), json!("red"));
        }
        // The radius is needed, and for each kind the points that span it.
        let small = shrink(&case, &mut |case| match &case.a.kind {
            Kind::Sphere { radius } => *radius > 5.0 && name == "sphere",
            Kind::Capsule { p0, p1, radius } => *radius > 5.0 && p0 != p1,
            Kind::Rounded { radius, .. } => *radius > 5.0,
            _ => false,
        });
        assert_eq!(small.a.kind.name(), name);
        let mut kind = small.a.kind.clone();
        assert_eq!(**kind.lengths_mut().last().expect("a radius"), 6.0);
        if let Kind::Rounded { shape, other, .. } = &kind {
            assert_eq!(**shape, Kind::Point { p: DVec3::ZERO });
            assert!(other.is_empty());
        }
    }
}

/// Claim: two shapes far from the origin move to it together if only their offset matters.
#[test]
fn both_shapes_move_to_the_origin() {
    let far = |x: f64| {
        shape(
            Kind::Point {
                p: DVec3::new(x, 1e6, -1e6),
            },
            None,
        )
    };
    let case = pair(far(1e6), far(1e6 + 5.0));
    let small = shrink(&case, &mut |case| match (&case.a.kind, &case.b.kind) {
        (Kind::Point { p: a }, Kind::Point { p: b }) => *b - *a == DVec3::new(5.0, 0.0, 0.0),
        _ => false,
    });
    assert_eq!(small.a, point(0.0));
    assert_eq!(small.b, point(5.0));
}

/// Claim: if no integer fails, the fewest bits are kept, and an `f32` stays one.
#[test]
fn numbers_lose_their_bits() {
    let x = f64::from(0.187_654_32_f32);
    let mut case = pair(
        shape(
            Kind::Point {
                p: DVec3::new(x, x, x),
            },
            None,
        ),
        point(0.0),
    );
    case.scalar = Scalar::F32;
    let small = shrink(&case, &mut |case| (0.11..0.2).contains(&reach(&case.a)));
    assert_eq!(small.a, point(0.125));
}

/// Claim: numbers that must stay equal are simplified together.
#[test]
fn equal_numbers_shrink_together() {
    let small = shrink(&pair(point(7.3), point(7.3)), &mut |case| {
        reach(&case.a) == reach(&case.b) && reach(&case.a) > 5.0
    });
    assert_eq!((reach(&small.a), reach(&small.b)), (6.0, 6.0));
}

/// Claim: the smallest integer is found by bisection, not by counting down.
#[test]
fn whole_numbers_are_halved() {
    let mut calls = 0;
    let small = shrink(&pair(point(1e6), point(0.0)), &mut |case| {
        calls += 1;
        reach(&case.a) >= 700_001.0
    });
    assert_eq!(reach(&small.a), 700_001.0);
    assert!(calls < 1000, "{calls} calls");
}

/// Claim: a result without a note gets one with its origin; an existing note is unchanged.
#[test]
fn a_note_names_the_origin() {
    let mut case = pair(
        shape(Kind::Sphere { radius: 1.0 }, None),
        shape(Kind::Sphere { radius: 1.0 }, None),
    );
    assert_eq!(
        shrink(&case, &mut |_| true).other["note"],
        "Shrunk from pair."
    );
    case.other.insert("note".to_string(), json!("by hand"));
    assert_eq!(shrink(&case, &mut |_| true).other["note"], "by hand");
}

/// Claim: the note is left out if the case does not fail with it.
#[test]
fn a_note_that_mends_the_failure_is_left_out() {
    let sphere = || shape(Kind::Sphere { radius: 1.0 }, None);
    let case = pair(sphere(), sphere());
    let small = shrink(&case, &mut |case| !case.other.contains_key("note"));
    assert_ne!((&small.a, &small.b), (&case.a, &case.b));
    assert!(small.other.is_empty(), "{small:?}");
}

/// Claim: a case that does not fail, or cannot be stored, is returned unchanged.
#[test]
fn a_sound_case_is_left_alone() {
    let sphere = |radius| shape(Kind::Sphere { radius }, None);
    let case = pair(sphere(1.0), sphere(2.0));
    assert_eq!(shrink(&case, &mut |_| false), case);
    let unsound = pair(sphere(-1.0), sphere(2.0));
    assert_eq!(shrink(&unsound, &mut |_| true), unsound);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default()
    })]

    /// Claim: "a vertex with x > 3" ends with one point at (4, 0, 0), for any two hulls.
    #[test]
    fn hulls_shrink_to_one_vertex(case in any_hulls()) {
        prop_assume!(reach(&case.a) > 3.0 || reach(&case.b) > 3.0);
        let small = shrink(&case, &mut |case| reach(&case.a) > 3.0 || reach(&case.b) > 3.0);
        let mut ends = [&small.a, &small.b].map(|shape| match &shape.kind {
            Kind::Point { p } => p.to_array(),
            kind => panic!("not a point: {kind:?}"),
        });
        ends.sort_by(|left, right| left[0].total_cmp(&right[0]));
        prop_assert_eq!(ends, [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]]);
    }

    /// Claim: for any case and any failure the result fails, can be stored, shrinks no further and
    /// is the same again; and the failure is tested at most as often as stated.
    #[test]
    fn results_are_sound(case in any_case(), salt: u64, share in 1u64..4) {
        let mut calls = 0;
        let mut fails = |case: &Case| {
            calls += 1;
            whim(case, salt) % 4 < share
        };
        let failed = fails(&case);
        let small = shrink(&case, &mut fails);
        prop_assert!(calls <= ATTEMPTS_MAX + 1);
        prop_assert!(!failed && small == case || failed && whim(&small, salt) % 4 < share);
        prop_assert!(json::is_valid(&small));
        prop_assert_eq!((&small.id, small.dim, small.scalar), (&case.id, case.dim, case.scalar));
        let again = shrink(&case, &mut |case| whim(case, salt) % 4 < share);
        prop_assert_eq!(&small, &again);
        let further = shrink(&small, &mut |case| whim(case, salt) % 4 < share);
        prop_assert_eq!(&small, &further);
    }
}

/// A failure without any rule.
fn whim(case: &Case, salt: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{:?} {:?} {:?} {salt}", case.a, case.b, case.expect).hash(&mut hasher);
    hasher.finish()
}

/// The largest x of a shape of points. Minus infinity for all others.
fn reach(shape: &Shape) -> f64 {
    let points = match &shape.kind {
        Kind::Point { p } => vec![*p],
        Kind::Segment { p0, p1 } => vec![*p0, *p1],
        Kind::Triangle { points } => points.to_vec(),
        Kind::Hull { points } => points.clone(),
        Kind::Box { half_extents: h } => vec![*h, -*h],
        _ => Vec::new(),
    };
    let placed = points.into_iter().map(|p| match &shape.pose {
        None => p,
        Some(Pose {
            position,
            rotation: Rotation::Quaternion(q),
            ..
        }) => q.normalize() * p + *position,
        Some(Pose { position, .. }) => p + *position,
    });
    placed.map(|p| p.x).fold(f64::NEG_INFINITY, f64::max)
}

fn any_hulls() -> impl Strategy<Value = Case> {
    let number = prop_oneof![(-9i32..10).prop_map(f64::from), -1e3..1e3];
    let point = [number.clone(), number.clone(), number].prop_map(DVec3::from_array);
    let hull =
        prop::collection::vec(point, 1..20).prop_map(|points| shape(Kind::Hull { points }, None));
    (hull.clone(), hull).prop_map(|(a, b)| pair(a, b))
}

fn rounded(radius: f64, inner: Kind) -> Kind {
    Kind::Rounded {
        shape: Box::new(inner),
        radius,
        other: Map::new(),
    }
}

fn pair(a: Shape, b: Shape) -> Case {
    let text = r#"{"id":"pair","dim":3,"scalar":"f64","a":{"kind":"point","p":[0,0,0]},
        "b":{"kind":"point","p":[0,0,0]},"expect":{}}"#;
    Case {
        a,
        b,
        ..json::read(text).expect("a sound case")
    }
}

fn shape(kind: Kind, pose: Option<Pose>) -> Shape {
    Shape {
        kind,
        pose,
        other: Map::new(),
    }
}

fn point(x: f64) -> Shape {
    let p = DVec3::new(x, 0.0, 0.0);
    shape(Kind::Point { p }, None)
}

fn pose(x: f64, rotation: Rotation) -> Option<Pose> {
    Some(Pose {
        position: DVec3::new(x, 0.0, 0.0),
        rotation,
        other: Map::new(),
    })
}
