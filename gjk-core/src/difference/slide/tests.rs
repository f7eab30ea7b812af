//! Each test is a claim about pairs that slide.

use glam::{DQuat, DVec3};

use crate::difference::tests::between;
use crate::difference::{Difference, Pair};
use crate::pose::Pose;
use crate::shape::{Axis, Cone, Cylinder, Ellipsoid, Point, Posed};
use crate::support::Feature;

/// By how much the support point of a difference moves back as its direction moves by a step.
fn moved(difference: &Difference<'_>, still: [bool; 2], direction: DVec3, step: DVec3) -> DVec3 {
    let mut pair = Pair::EMPTY;
    difference.support(direction, [0; 2], &mut pair);
    let moved = difference.moved([(&pair, 1.0)].into_iter(), still, direction, step);
    moved / difference.scaling.scale
}

// Claim: points move by the radius of curvature times the turn, on either shape, in any pose; those
// of a shape that is still do not. At the end of an axis of length c, an ellipsoid has the radius
// a²/c along the axis of length a; a rim is flat across its circle.
#[test]
fn curved_points_move_by_the_radius_of_curvature() {
    let turn = DQuat::from_xyzw(0.2, -0.4, 0.1, 0.9).normalize();
    let pose = Pose::from_rotation(turn, DVec3::new(1.0, -2.0, 0.5)).unwrap();
    let ellipsoid = Posed::new(Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap(), pose);
    let cylinder = Posed::new(Cylinder::new(Axis::Z, 2.0, 1.5).unwrap(), pose);
    let origin = Point::new(DVec3::ZERO).unwrap();
    let assert_near = |moved: DVec3, expected: DVec3| {
        let off = moved.distance(turn * expected);
        assert!(off <= 1e-6, "{moved} for {expected}: {off:e}");
    };
    let no = [false; 2];
    for length in [1.0, 4.0] {
        let [x, y] = [DVec3::X, DVec3::Y].map(|step| turn * step * 0.01);
        let top = turn * DVec3::Z * length;
        for sign in [1.0, -1.0] {
            let check = |difference: &mut Difference<'_>| {
                assert_near(
                    moved(difference, no, top * sign, x),
                    DVec3::X * 0.09 / length,
                );
                assert_near(
                    moved(difference, no, top * sign, y),
                    DVec3::Y * 0.04 / length,
                );
                assert_eq!(moved(difference, [true; 2], top, y), DVec3::ZERO);
            };
            between(&ellipsoid, &origin, check);
            between(&origin, &ellipsoid, check);
        }
        let side = turn * DVec3::new(1.0, 0.0, 0.25) * length;
        between(&cylinder, &origin, |difference| {
            let around = moved(difference, no, side, y);
            assert_near(around, DVec3::Y * 0.015 / length);
            assert_near(moved(difference, no, side, top * 0.01), DVec3::ZERO);
        });
    }
}

// Claim: a shape that was last found at a vertex stays, also where the other slides.
#[test]
fn shapes_found_at_a_vertex_stay() {
    let cylinder = Cylinder::new(Axis::Z, 1.0, 2.0).unwrap();
    between(
        &cylinder,
        &Point::new(DVec3::new(5.0, 0.0, 3.0)).unwrap(),
        |difference| {
            let [mut before, mut found] = [Pair::EMPTY; 2];
            difference.support(DVec3::new(-1.0, 0.5, -1.0), [0; 2], &mut before);
            difference.support(DVec3::new(-1.0, 0.0, -1.0), [0; 2], &mut found);
            let still = difference.still(&[before, found], &found, DVec3::X, 1.0);
            assert_eq!(still, [false, true]);
            // A point that was found before the vertex does not slide to its direction.
            found.names[0] = Feature::Vertex(0);
            let still = difference.still(&[before, found], &found, DVec3::X, 1.0);
            assert_eq!(still, [true; 2]);
        },
    );
}

// Claim: the mean of two pairs moves by the weighted mean of their movements.
#[test]
fn a_mean_moves_by_the_weights() {
    let cone = Cone::new(Axis::Z, 1.0, 2.0).unwrap();
    between(&cone, &Point::new(DVec3::ZERO).unwrap(), |difference| {
        let ([mut apex, mut rim], to) = ([Pair::EMPTY; 2], DVec3::X);
        difference.support(DVec3::Z * -4.0, [0; 2], &mut apex);
        difference.support(to, [0; 2], &mut rim);
        assert_ne!(apex.points, rim.points);
        let weighted = [(&apex, 0.75), (&rim, 0.25)].into_iter();
        let moved = difference.moved(weighted, [false; 2], to, DVec3::Y * 0.01);
        let expected = DVec3::Y * (0.25 * 0.02) * difference.scaling.scale;
        assert!(moved.distance(expected) < 1e-9, "{moved} for {expected}");
    });
}
