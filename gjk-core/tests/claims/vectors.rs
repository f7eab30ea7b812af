//! The vector types of the interface: `Vector` and `Stored`, in 2D and in 3D.

use gjk_core::{Aabb, Feature, Shape, Stored, Vector};
use glam::{DMat2, DMat3, DVec2, DVec3, Vec2, Vec3};

// Widening to f64 is exact: every f32 is the same number afterwards, subnormal ones included.
#[test]
fn widening_is_exact() {
    for x in [0.1f32, f32::MAX, f32::from_bits(1), -0.0] {
        assert_eq!(Vec2::new(x, 1.0).wide(), DVec2::new(f64::from(x), 1.0));
        assert_eq!(Vec3::splat(x).wide(), DVec3::splat(f64::from(x)));
    }
    assert_eq!(DVec2::new(0.1, 0.2).wide(), DVec2::new(0.1, 0.2));
    assert_eq!(DVec3::new(0.1, 0.2, 0.3).wide(), DVec3::new(0.1, 0.2, 0.3));
}

// Length and largest coordinate of a 3-4-5 vector, negative coordinates included.
#[test]
fn sizes() {
    let (flat, solid) = (DVec2::new(3.0, -4.0), DVec3::new(-4.0, 0.0, 3.0));
    assert_eq!((Vector::length(flat), Vector::length(solid)), (5.0, 5.0));
    assert_eq!(
        (flat.largest_coordinate(), solid.largest_coordinate()),
        (4.0, 4.0)
    );
}

// In space a vector of the plane has the height zero, and back in the plane it has none.
#[test]
fn the_plane_lies_in_space() {
    let (flat, solid) = (DVec2::new(1.0, -2.0), DVec3::new(1.0, -2.0, 3.0));
    assert_eq!(flat.in_space(), solid.with_z(0.0));
    assert_eq!(solid.in_space(), solid);
    assert_eq!(
        (DVec2::of_space(solid), DVec3::of_space(solid)),
        (flat, solid)
    );
}

// Vectors and matrices with a coordinate that is NaN or infinite are not finite, wherever it is.
#[test]
fn finiteness() {
    assert!(Vector::is_finite(DVec2::MAX) && Vector::is_finite(DVec3::MIN));
    assert!(DVec2::is_finite_matrix(&DMat2::IDENTITY));
    assert!(DVec3::is_finite_matrix(&DMat3::IDENTITY));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for i in 0..9 {
            let mut entries = [1.0; 9];
            entries[i] = bad;
            assert!(!DVec3::is_finite_matrix(&DMat3::from_cols_array(&entries)));
        }
        for i in 0..4 {
            let mut entries = [1.0; 4];
            entries[i] = bad;
            assert!(!DVec2::is_finite_matrix(&DMat2::from_cols_array(&entries)));
        }
        assert!(!Vector::is_finite(DVec2::new(0.0, bad)));
        assert!(!Vector::is_finite(DVec3::new(0.0, 0.0, bad)));
    }
}

// The corner of a box takes the coordinate of the side of the sign; zero of either sign is the
// greater one.
#[test]
fn corners() {
    let (least, greatest) = (DVec3::new(-1.0, -2.0, -3.0), DVec3::new(4.0, 5.0, 6.0));
    let solid = Aabb::new(least, greatest).unwrap();
    let (corner, point) = solid.body().farthest(DVec3::new(-0.1, 0.0, 7.0), 0);
    assert_eq!(
        (corner, point),
        (Feature::Vertex(1), DVec3::new(-1.0, 5.0, 6.0))
    );
    let flat = Aabb::new(least.truncate(), greatest.truncate()).unwrap();
    let corner = flat.body().support(DVec2::new(-0.0, -1e-300));
    assert_eq!(corner, DVec2::new(4.0, -2.0));
}
