//! Any case: every kind, both dimensions and scalars, all rotations, all finite numbers.
//!
//! Unlike the families it ignores geometry, and covers everything that a file can hold.

use gjk_harness::case::{Case, Dim, Exact, Expect, Fraction, Kind, Placed, Pose};
use gjk_harness::case::{Reference, Relation, Rotation, Scalar, Shape};
use glam::{DMat3, DQuat, DVec3};
use proptest::prelude::*;
use serde_json::{Map, json};

fn shape(kind: Kind, pose: Option<Pose>) -> Shape {
    Shape {
        kind,
        pose,
        other: Map::new(),
    }
}

/// Any case that a file can hold.
pub(crate) fn any_case() -> impl Strategy<Value = Case> {
    (any::<bool>(), any::<bool>()).prop_flat_map(|(flat, single)| {
        let dim = if flat { Dim::Two } else { Dim::Three };
        let scalar = if single { Scalar::F32 } else { Scalar::F64 };
        let parts = (
            any_shape(dim, scalar),
            any_shape(dim, scalar),
            any_expect(),
            any_reference(),
            prop::option::of(any_exact(dim)),
        );
        parts.prop_map(move |(a, b, expect, reference, exact)| Case {
            id: "generated-1.5_x".to_string(),
            dim,
            scalar,
            a,
            b,
            expect,
            reference,
            exact,
            query: Some(json!({ "type": "shape_cast" })),
            other: Map::from_iter([("note".to_string(), json!("a \"note\"\nof two lines"))]),
        })
    })
}

fn any_expect() -> impl Strategy<Value = Expect> {
    let length = || prop::option::of(number(Scalar::F64).prop_map(f64::abs));
    let parts = (
        any::<Option<bool>>(),
        length(),
        prop::option::of(number(Scalar::F64)),
        length(),
    );
    parts.prop_map(|(intersect, distance, signed_distance, tol)| Expect {
        intersect,
        distance,
        signed_distance,
        tol,
        rtol: tol,
        other: Map::new(),
    })
}

fn any_reference() -> impl Strategy<Value = Option<Reference>> {
    let parts = (any::<bool>(), number(Scalar::F64));
    prop::option::of(parts.prop_map(|(intersect, signed_distance)| {
        let other = Map::from_iter([("witness_a".to_string(), json!([signed_distance]))]);
        Reference {
            intersect,
            signed_distance,
            other,
        }
    }))
}

fn any_exact(dim: Dim) -> impl Strategy<Value = Exact> {
    let two = || {
        let numbers = [number(Scalar::F64), number(Scalar::F64)];
        numbers.prop_map(|[x, y]| [x.abs().min(y.abs()), x.abs().max(y.abs())])
    };
    let fraction = || {
        let parts = (any::<u128>(), 1..u128::MAX);
        prop::option::of(parts.prop_map(|(num, den)| Fraction(format!("{num}/{den}"))))
    };
    let vertices = prop::collection::vec(vector(dim, Scalar::F64), 1..4);
    let columns = [(); 3].map(|()| vector(Dim::Three, Scalar::F64));
    let placed = prop_oneof![
        vertices.prop_map(Placed::Vertices),
        columns.prop_map(|[x, y, z]| Placed::Matrix(DMat3::from_cols(x, y, z))),
    ];
    let contact = prop::sample::select(vec![
        Relation::Separated,
        Relation::Touching,
        Relation::Overlapping,
        Relation::Open,
    ]);
    let numbers = (two(), prop::option::of(two()), prop::option::of(two()));
    let parts = (
        contact,
        numbers,
        [fraction(), fraction()],
        prop::option::of(placed),
    );
    parts.prop_map(|(contact, (distance, radii, depth), fractions, placed)| {
        let [squared_core_distance, squared_core_depth] = fractions;
        Exact {
            contact,
            distance,
            squared_core_distance,
            radii,
            depth,
            squared_core_depth,
            ulp: distance[0],
            placed: [placed, None],
        }
    })
}

fn any_shape(dim: Dim, scalar: Scalar) -> impl Strategy<Value = Shape> {
    let size = move || number(scalar).prop_map(f64::abs);
    let point = move || vector(dim, scalar);
    let both = prop_oneof![
        point().prop_map(|p| Kind::Point { p }),
        (point(), point()).prop_map(|(p0, p1)| Kind::Segment { p0, p1 }),
        [point(), point(), point()].prop_map(|points| Kind::Triangle { points }),
        point().prop_map(|p| Kind::Box {
            half_extents: p.abs()
        }),
        size().prop_map(|radius| Kind::Sphere { radius }),
        (point(), point(), size()).prop_map(|(p0, p1, radius)| Kind::Capsule { p0, p1, radius }),
        prop::collection::vec(point(), 1..9).prop_map(|points| Kind::Hull { points }),
        point().prop_map(|p| Kind::Ellipsoid { radii: p.abs() }),
        (point(), point()).prop_map(|(p, q)| Kind::Aabb {
            min: p.min(q),
            max: p.max(q)
        }),
    ];
    let space = prop_oneof![
        (size(), size(), 0usize..3).prop_map(|(radius, half_height, axis)| Kind::Cylinder {
            radius,
            half_height,
            axis
        }),
        (size(), size(), 0usize..3).prop_map(|(radius, half_height, axis)| Kind::Cone {
            radius,
            half_height,
            axis
        }),
        any_mesh(scalar),
    ];
    let plain = if dim == Dim::Two {
        both.boxed()
    } else {
        prop_oneof![3 => both, 1 => space].boxed()
    };
    let radii = prop_oneof![
        3 => Just(Vec::new()),
        1 => prop::collection::vec(size(), 1..=Kind::ROUNDED_MAX)
    ];
    let parts = (
        plain,
        radii,
        any::<bool>(),
        prop::option::of(any_pose(dim, scalar)),
    );
    parts.prop_map(|(plain, radii, noted, pose)| {
        let other = Map::from_iter(noted.then(|| ("note".to_string(), json!("inside"))));
        let kind = radii
            .into_iter()
            .fold(plain, |inner, radius| Kind::Rounded {
                shape: Box::new(inner),
                radius,
                other: other.clone(),
            });
        shape(kind, pose)
    })
}

/// Points with any neighbours: a file need not have those of a hull.
fn any_mesh(scalar: Scalar) -> impl Strategy<Value = Kind> {
    let list = prop::collection::vec(any::<prop::sample::Index>(), 0..4);
    prop::collection::vec((vector(Dim::Three, scalar), list), 1..9).prop_map(|items| {
        let count = items.len();
        let (points, lists): (Vec<_>, Vec<_>) = items.into_iter().unzip();
        let indices = |list: Vec<prop::sample::Index>| {
            let index = |index: prop::sample::Index| index.index(count) as u32;
            list.into_iter().map(index).collect()
        };
        let neighbours = lists.into_iter().map(indices).collect();
        Kind::Mesh { points, neighbours }
    })
}

fn any_pose(dim: Dim, scalar: Scalar) -> impl Strategy<Value = Pose> {
    let identity = Just(Rotation::Identity);
    let rotation = if dim == Dim::Two {
        prop_oneof![identity, number(scalar).prop_map(Rotation::Angle)].boxed()
    } else {
        // Of a usable length: squares of numbers of `f32` are normal.
        let part = move || match scalar {
            Scalar::F32 => number(scalar).boxed(),
            Scalar::F64 => (-9.0..9.0).boxed(),
        };
        let quaternion = move || {
            let nonzero = part().prop_filter("the zero quaternion", |w| *w != 0.0);
            (part(), part(), part(), nonzero).prop_map(|(x, y, z, w)| DQuat::from_xyzw(x, y, z, w))
        };
        let rows = [
            vector(dim, scalar),
            vector(dim, scalar),
            vector(dim, scalar),
        ];
        let matrix = rows.prop_map(|rows| DMat3::from_cols(rows[0], rows[1], rows[2]));
        let matrix = (matrix, prop::option::of(quaternion()))
            .prop_map(|(matrix, quaternion)| Rotation::Matrix { matrix, quaternion });
        prop_oneof![
            identity,
            quaternion().prop_map(Rotation::Quaternion),
            matrix
        ]
        .boxed()
    };
    (vector(dim, scalar), rotation).prop_map(|(position, rotation)| Pose {
        position,
        rotation,
        other: Map::new(),
    })
}

fn vector(dim: Dim, scalar: Scalar) -> impl Strategy<Value = DVec3> {
    [number(scalar), number(scalar), number(scalar)]
        .prop_map(move |[x, y, z]| DVec3::new(x, y, if dim == Dim::Two { 0.0 } else { z }))
}

/// Any finite number of the scalar: all bit patterns, and often the hard ones.
fn number(scalar: Scalar) -> BoxedStrategy<f64> {
    const SMALL: std::ops::Range<i32> = -4..5;
    let whole = SMALL.prop_map(f64::from);
    match scalar {
        Scalar::F32 => {
            let awkward = [
                -0.0,
                f32::from_bits(1),
                f32::MIN_POSITIVE,
                f32::MAX,
                f32::MIN,
                0.1,
                16777216.0,
            ];
            let bits = any::<u32>()
                .prop_map(f32::from_bits)
                .prop_filter("finite", |x| x.is_finite());
            prop_oneof![
                whole,
                prop::sample::select(awkward.to_vec()).prop_map(f64::from),
                bits.prop_map(f64::from)
            ]
            .boxed()
        }
        Scalar::F64 => {
            let awkward = [
                -0.0,
                f64::from_bits(1),
                f64::MIN_POSITIVE,
                f64::MAX,
                f64::MIN,
                0.1,
                1e15,
                1e22,
            ];
            let bits = any::<u64>()
                .prop_map(f64::from_bits)
                .prop_filter("finite", |x| x.is_finite());
            prop_oneof![whole, prop::sample::select(awkward.to_vec()), bits].boxed()
        }
    }
}
