//! Shapes, poses and answers as JSON: reading gives the same value, and what a constructor refuses
//! is refused with the same message.

use std::fmt::Debug;

use gjk_core::{
    Aabb, Arithmetic, Axis, Ball, Capsule, ClosestPoints, Cone, Cuboid, Cylinder, Ellipsoid,
    Feature, Hull, PackedHull, Point, Polytope, Pose, Pose2, Pose3, Posed, Proximity, Rounded,
    Scaled, Segment, Settings, Simplex, Status, Stretched, Triangle, closest_points,
};
use glam::{DMat2, DMat3, DQuat, DVec2, DVec3, Vec2, Vec3};
use serde::Deserialize;
use serde::de::value::{self, MapDeserializer};
use serde_json::{from_str, to_string};

type Vertices = Vec<DVec3>;
type Numbers = Vec<u32>;

/// Asserts that `value` is written as `text` and reads back.
fn round_trip<T>(value: T, text: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    let written = to_string(&value).unwrap();
    assert_eq!(written, text);
    assert_eq!(from_str::<T>(&written).unwrap(), value);
}

/// Asserts that `text` is refused as a `T`, with a message that begins like this.
fn refused<T: serde::de::DeserializeOwned + Debug>(text: &str, message: &str) {
    let error = from_str::<T>(text).unwrap_err().to_string();
    assert!(error.starts_with(message), "{text}: {error}");
}

// Every shape, in the storages of f32 and f64, in 2D and in 3D.
#[test]
fn shapes_round_trip() {
    let (p, q) = (Vec2::new(0.1, 2.0), DVec3::new(0.1, 1e-310, -0.0));
    round_trip(Point::new(p).unwrap(), r#"{"position":[0.1,2.0]}"#);
    round_trip(
        Segment::new([q, DVec3::X]).unwrap(),
        r#"{"points":[[0.1,1e-310,-0.0],[1.0,0.0,0.0]]}"#,
    );
    round_trip(
        Triangle::new([p, p, Vec2::X]).unwrap(),
        r#"{"points":[[0.1,2.0],[0.1,2.0],[1.0,0.0]]}"#,
    );
    round_trip(
        Ball::new(p, 0.1).unwrap(),
        r#"{"center":[0.1,2.0],"radius":0.1}"#,
    );
    round_trip(
        Capsule::new(DVec2::ZERO, DVec2::X, 0.5).unwrap(),
        r#"{"core":{"points":[[0.0,0.0],[1.0,0.0]]},"radius":0.5}"#,
    );
    round_trip(
        Cuboid::new(Vec3::ONE).unwrap(),
        r#"{"half_extents":[1.0,1.0,1.0]}"#,
    );
    round_trip(
        Aabb::new(DVec2::ZERO, DVec2::ONE).unwrap(),
        r#"{"least":[0.0,0.0],"greatest":[1.0,1.0]}"#,
    );
    round_trip(
        Ellipsoid::new(DVec2::new(3.0, 0.0)).unwrap(),
        r#"{"radii":[3.0,0.0]}"#,
    );
    round_trip(
        Cylinder::new(Axis::Y, 0.1f32, 2.0).unwrap(),
        r#"{"axis":"Y","half_height":0.1,"radius":2.0}"#,
    );
    round_trip(
        Cone::new(Axis::Z, 0.1, 2.0).unwrap(),
        r#"{"axis":"Z","half_height":0.1,"radius":2.0}"#,
    );
    round_trip(
        Hull::new(vec![Vec2::X, Vec2::Y]).unwrap(),
        r#"{"points":[[1.0,0.0],[0.0,1.0]]}"#,
    );
    round_trip(
        PackedHull::new(vec![Vec2::X, Vec2::Y]).unwrap(),
        r#"{"hull":{"points":[[1.0,0.0],[0.0,1.0]]}}"#,
    );
    round_trip(
        Polytope::new(vec![DVec2::X, DVec2::Y], vec![0, 1, 2], vec![1, 0]).unwrap(),
        r#"{"hull":{"points":[[1.0,0.0],[0.0,1.0]]},"starts":[0,1,2],"neighbours":[1,0]}"#,
    );
    round_trip(
        Rounded::new(Cuboid::new(Vec2::ONE).unwrap(), 0.5).unwrap(),
        r#"{"core":{"half_extents":[1.0,1.0]},"radius":0.5}"#,
    );
}

// A deserialised hull has its centre and its extent, though they are not written.
#[test]
fn hulls_are_whole() {
    use gjk_core::Shape;
    let hull = Hull::new(vec![DVec3::X, DVec3::Y * 5.0, DVec3::Z]).unwrap();
    let read: Hull<DVec3, Vertices> = from_str(&to_string(&hull).unwrap()).unwrap();
    assert_eq!(
        (read.body().center(), read.body().extent()),
        (hull.body().center(), hull.body().extent())
    );
}

// Poses, and shapes in them; scaled and stretched shapes.
#[test]
fn poses_round_trip() {
    round_trip(
        Pose2::IDENTITY,
        r#"{"rotation":null,"translation":[0.0,0.0]}"#,
    );
    let turn = DQuat::from_rotation_x(0.3);
    let cuboid = Cuboid::new(Vec3::ONE).unwrap();
    let scaled = Scaled::new(cuboid, 3.0).unwrap();
    let read: Scaled<Cuboid<Vec3>> = from_str(&to_string(&scaled).unwrap()).unwrap();
    assert_eq!(read, scaled);
    let matrix = DMat3::from_diagonal(DVec3::new(1.0, 2.0, 3.0));
    let stretched = Stretched::new(cuboid, matrix).unwrap();
    let read: Stretched<Cuboid<Vec3>> = from_str(&to_string(&stretched).unwrap()).unwrap();
    assert_eq!(read, stretched);
    for pose in [
        Pose::from_rotation(turn, DVec3::ONE).unwrap(),
        Pose::from_matrix(DMat3::from_quat(turn), DVec3::Z).unwrap(),
        Pose3::IDENTITY,
    ] {
        assert_eq!(from_str::<Pose3>(&to_string(&pose).unwrap()).unwrap(), pose);
        let posed = Posed::new(Cuboid::new(Vec3::ONE).unwrap(), pose);
        let read: Posed<Cuboid<Vec3>> = from_str(&to_string(&posed).unwrap()).unwrap();
        assert_eq!(read, posed);
    }
}

// An answer read back is the same, and its simplex serves as a warm start.
#[test]
fn answers_round_trip() {
    let a = Hull::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]).unwrap();
    let b = Cylinder::new(Axis::X, 1.0, 0.5).unwrap();
    for place in [DVec3::new(3.0, 2.0, 1.0), DVec3::new(0.1, 0.0, 0.2)] {
        let b = Posed::new(b, Pose::from_translation(place).unwrap());
        let answer = closest_points(&a, &b);
        let text = to_string(&answer).unwrap();
        let read: ClosestPoints<DVec3> = from_str(&text).unwrap();
        assert_eq!(read, answer);
        let settings = Settings::default().warm_start(read.simplex);
        let expected = Settings::default().warm_start(answer.simplex);
        assert_eq!(
            settings.closest_points(&a, &b),
            expected.closest_points(&a, &b)
        );
    }
}

// The names of outcomes are written as words.
#[test]
fn outcomes_round_trip() {
    round_trip(Status::BeyondMaxDistance, r#""BeyondMaxDistance""#);
    round_trip(Proximity::Near, r#""Near""#);
    round_trip(Arithmetic::DoubleDouble, r#""DoubleDouble""#);
    round_trip(Feature::<DVec2>::Vertex(7), r#"{"Vertex":7}"#);
    round_trip(Feature::Piece(2, DVec2::X), r#"{"Piece":[2,[1.0,0.0]]}"#);
}

// What a constructor refuses is refused, by the text of its error.
#[test]
fn bad_shapes_are_refused() {
    let negative = "a radius is negative";
    refused::<Ball<DVec2>>(r#"{"center":[0,0],"radius":-1}"#, negative);
    refused::<Ellipsoid<DVec2>>(r#"{"radii":[1,-1]}"#, negative);
    refused::<Rounded<Point<DVec2>>>(r#"{"core":{"position":[0,0]},"radius":-1}"#, negative);
    let capsule = r#"{"core":{"points":[[0,0],[1,0]]},"radius":-1}"#;
    refused::<Capsule<Vec2>>(capsule, negative);
    let negative = "a half extent is negative";
    refused::<Cuboid<Vec2>>(r#"{"half_extents":[1,-1]}"#, negative);
    refused::<Cone<f64>>(r#"{"axis":"X","half_height":-1,"radius":1}"#, negative);
    refused::<Cylinder<f32>>(r#"{"axis":"X","half_height":-1,"radius":1}"#, negative);
    let reversed = r#"{"least":[0,0],"greatest":[1,-1]}"#;
    refused::<Aabb<DVec2>>(reversed, "the corners of a box are reversed");
    refused::<Hull<DVec3, Vertices>>(r#"{"points":[]}"#, "a hull needs at least one vertex");
    let one_sided = r#"{"hull":{"points":[[0,0,0],[1,0,0]]},"starts":[0,1,2],"neighbours":[1,1]}"#;
    refused::<Polytope<DVec3, Vertices, Numbers>>(one_sided, "a vertex lists a neighbour");
}

// So is what no constructor makes of other shapes: a negative scale, a stretched radius, and a pose
// that mirrors or is nowhere.
#[test]
fn bad_scales_and_poses_are_refused() {
    let matrix = |matrix: DMat2| to_string(&matrix).unwrap();
    let negative = r#"{"shape":{"half_extents":[1,1]},"factor":-1}"#;
    refused::<Scaled<Cuboid<DVec2>>>(negative, "a scale is negative");
    let ball = r#"{"center":[0,0],"radius":1}"#;
    let stretched = format!(r#"{{"shape":{ball},"matrix":{}}}"#, matrix(DMat2::IDENTITY));
    refused::<Stretched<Ball<DVec2>>>(&stretched, "a shape with a radius cannot be stretched");
    let mirror = matrix(DMat2::from_diagonal(DVec2::new(1.0, -1.0)));
    let pose = format!(r#"{{"rotation":{mirror},"translation":[0,0]}}"#);
    refused::<Pose2>(&pose, "not a rotation");
    let posed = format!(r#"{{"shape":{ball},"pose":{pose}}}"#);
    refused::<Posed<Ball<DVec2>>>(&posed, "not a rotation");
    let nowhere = [("translation", vec![f64::NAN, 0.0])].into_iter();
    let nowhere = MapDeserializer::<_, value::Error>::new(nowhere);
    let error = Pose2::deserialize(nowhere).unwrap_err();
    assert_eq!(error.to_string(), "a number is NaN or infinite");
}

// NaN and infinity, which other formats than JSON have, are refused.
#[test]
fn numbers_that_are_not_finite_are_refused() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let point = |field| {
            let fields = [(field, vec![bad, 0.0])].into_iter();
            MapDeserializer::<_, value::Error>::new(fields)
        };
        let refused = "a number is NaN or infinite";
        let error = Point::<DVec2>::deserialize(point("position")).unwrap_err();
        assert_eq!(error.to_string(), refused);
        let error = Cuboid::<Vec2>::deserialize(point("half_extents")).unwrap_err();
        assert_eq!(error.to_string(), refused);
        let error = Ellipsoid::<DVec2>::deserialize(point("radii")).unwrap_err();
        assert_eq!(error.to_string(), refused);
    }
}

// Unknown, missing and duplicate fields are refused.
#[test]
fn other_fields_are_refused() {
    type Disc = Ball<DVec2>;
    refused::<Disc>(
        r#"{"center":[0,0],"radius":1,"mass":1}"#,
        "unknown field `mass`",
    );
    refused::<Disc>(r#"{"center":[0,0]}"#, "missing field `radius`");
    refused::<Disc>(r#"{"center":[0,0,0],"radius":1}"#, "trailing characters");
    refused::<Disc>(
        r#"{"center":[0,0],"radius":1,"radius":2}"#,
        "duplicate field",
    );
}

// A simplex of five pairs is refused, and so is a negative weight.
#[test]
fn bad_simplices_are_refused() {
    let pair = |weight: &str| {
        let feature = r#"{"Vertex":0}"#;
        format!(
            r#"{{"a":[0,0],"b":[0,0],"weight":{weight},"feature_a":{feature},"feature_b":{feature}}}"#
        )
    };
    let list = |count: usize| format!("[{}]", vec![pair("0.25"); count].join(","));
    let four: Simplex<DVec2> = from_str(&list(4)).unwrap();
    assert_eq!(four.pairs().len(), 4);
    refused::<Simplex<DVec2>>(&list(5), "invalid length 5, expected at most four pairs");
    refused::<Simplex<DVec2>>(&format!("[{}]", pair("-1")), "a weight is negative");
}
