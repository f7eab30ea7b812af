//! The vector types of the interface: `Vector` and `Stored`, in 2D and in 3D.

use gjk_core::{Stored, Vector};
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

// Length, largest and least coordinate of a 3-4-5 vector, negative coordinates included.
#[test]
fn sizes() {
    let (flat, solid) = (DVec2::new(3.0, -4.0), DVec3::new(-4.0, 0.0, 3.0));
    assert_eq!((Vector::length(flat), Vector::length(solid)), (5.0, 5.0));
    assert_eq!(
        (flat.largest_coordinate(), solid.largest_coordinate()),
        (4.0, 4.0)
    );
    assert_eq!(
        (flat.least_coordinate(), solid.least_coordinate()),
        (-4.0, -4.0)
    );
}

// The coordinates are returned in order, with a zero third one in 2D.
#[test]
fn coordinates_are_given_in_order() {
    assert_eq!(DVec2::new(1.0, 2.0).coordinates(), [1.0, 2.0, 0.0]);
    assert_eq!(DVec3::new(1.0, 2.0, 3.0).coordinates(), [1.0, 2.0, 3.0]);
}

// A vector has its coordinates, and in 2D the third one is ignored.
#[test]
fn vectors_are_made_of_coordinates() {
    let coordinates = [1.0, -2.0, 3.0];
    assert_eq!(DVec2::of_coordinates(coordinates), DVec2::new(1.0, -2.0));
    assert_eq!(
        DVec3::of_coordinates(coordinates),
        DVec3::new(1.0, -2.0, 3.0)
    );
}

// A vector is nowhere above another if no coordinate is; NaN never is.
#[test]
fn nowhere_above() {
    assert!(DVec2::new(1.0, 2.0).is_nowhere_above(DVec2::new(1.0, 3.0)));
    assert!(!DVec2::new(1.0, 4.0).is_nowhere_above(DVec2::new(2.0, 3.0)));
    assert!(DVec3::ZERO.is_nowhere_above(-DVec3::ZERO));
    for i in 0..3 {
        let mut above = DVec3::ZERO;
        above[i] = f64::from_bits(1);
        assert!(!above.is_nowhere_above(DVec3::ZERO));
        above[i] = f64::NAN;
        assert!(!above.is_nowhere_above(DVec3::ZERO));
    }
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

// Products are those of the coordinates.
#[test]
fn products() {
    assert_eq!(
        DVec2::new(2.0, 3.0).times(DVec2::new(5.0, -7.0)),
        DVec2::new(10.0, -21.0)
    );
    let product = DVec3::new(2.0, 3.0, 0.0).times(DVec3::new(5.0, -7.0, 1.0));
    assert_eq!(product, DVec3::new(10.0, -21.0, 0.0));
}

// A corner takes the coordinate of the side of the sign; zero of either sign is the upper one.
#[test]
fn corners() {
    let (least, greatest) = (DVec3::new(-1.0, -2.0, -3.0), DVec3::new(4.0, 5.0, 6.0));
    let signs = DVec3::new(-0.1, 0.0, 7.0);
    assert_eq!(signs.negative_bits(), 0b001);
    assert_eq!(
        DVec3::corner(signs.negative_bits(), least, greatest),
        DVec3::new(-1.0, 5.0, 6.0)
    );
    let bits = DVec2::new(-0.0, -1e-300).negative_bits();
    let corner = DVec2::corner(bits, least.truncate(), greatest.truncate());
    assert_eq!(corner, DVec2::new(4.0, -2.0));
}
