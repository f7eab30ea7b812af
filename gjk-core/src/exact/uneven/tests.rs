//! Faces of vertices that are level but for rounding.

use super::{MOST, OF_LENGTHS, OF_RISES, OF_TURN, leaving, turn_of};
use crate::closest::SIMPLEX_MAX;
use crate::difference::Difference;
use crate::double_double::DoubleDouble;
use crate::exact::Proved;
use crate::float::ROUNDOFF;
use crate::goal::{Ending, Goal, Limits, Start};
use crate::pose::{Pose, Posed};
use crate::search::Search;
use crate::shape::{Cuboid, Hull, Point};
use crate::space::Space;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;
use glam::{DQuat, DVec2, DVec3};
use std::vec::Vec;

/// What the end of a search finds on an uneven face, if that is one, and what is decided without rounding; with
/// the normals.
fn found<V: Vector, A: Support<Vector = V>, B: Support<Vector = V>>(
    a: &A,
    b: &B,
) -> (Option<(Proved, V)>, (Proved, V)) {
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(a, b);
    let limits = Limits::of(Goal::ClosestPoints, 100);
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Centers,
        &mut simplex,
    );
    // Also where it stalled and was proved then.
    assert_eq!(search.run(&mut simplex), Ending::Converged);
    let by_itself = search.proved_on_uneven_face(&mut simplex);
    let by_itself = by_itself.map(|proved| (proved, search.direction / search.direction.length()));
    assert!(simplex.count() < SIMPLEX_MAX);
    search.decide(&mut simplex).expect("a decision");
    let decided = (search.proved.expect("a proof"), search.direction);
    (by_itself, decided)
}

/// What is read from a search between two boxes in rotated poses, a face of the one so far over a face of the other,
/// when it is at its end.
fn over_a_face<R>(
    gap: f64,
    tolerance: f64,
    read: impl FnOnce(&mut Search<'_, Turned, Turned, DVec3, ()>, &mut Vertices<DVec3>) -> R,
) -> R {
    turned_over_a_face(0.7, gap, tolerance, read)
}

/// The same of boxes turned by another angle.
fn turned_over_a_face<R>(
    angle: f64,
    gap: f64,
    tolerance: f64,
    read: impl FnOnce(&mut Search<'_, Turned, Turned, DVec3, ()>, &mut Vertices<DVec3>) -> R,
) -> R {
    let cuboid = Cuboid::new(DVec3::new(1.0, 0.7, 0.5)).unwrap();
    let turn = DQuat::from_rotation_x(0.3) * DQuat::from_rotation_y(angle);
    let a = Pose::from_rotation(turn, DVec3::ZERO).unwrap();
    let b = Pose::from_rotation(turn, turn * DVec3::new(0.25, 0.125, 1.0 + gap)).unwrap();
    let (a, b) = (Posed::new(cuboid, a), Posed::new(cuboid, b));
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(&a, &b);
    let limits = Limits {
        tolerance,
        ..Limits::of(Goal::ClosestPoints, 100)
    };
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Centers,
        &mut simplex,
    );
    search.run(&mut simplex);
    read(&mut search, &mut simplex)
}

type Turned = Posed<Cuboid<DVec3>>;

/// Whether the distance on an uneven face is found, and if so is next to the one that is decided.
fn agrees<V: Vector, A: Support<Vector = V>, B: Support<Vector = V>>(a: &A, b: &B) -> bool {
    let (by_itself, (decided, decided_normal)) = found(a, b);
    let Some((proved, normal)) = by_itself else {
        return false;
    };
    let off = proved
        .distance
        .to_bits()
        .abs_diff(decided.distance.to_bits());
    assert!(off <= 1, "{proved:?} {decided:?}");
    assert!(proved.lower <= decided.lower && decided.upper <= proved.upper);
    assert!(proved.upper <= proved.lower.next_up().next_up());
    let turned = (normal - decided_normal).length();
    assert!(turned <= 4.0 * f64::EPSILON, "{turned:e}");
    true
}

// Claim: boxes in rotated poses that face each other, a face and a corner, two edges or two faces, have the
// distance that is decided without rounding, and the normal; in the plane too.
#[test]
fn rotated_boxes_agree_with_what_is_decided() {
    let cuboid = Cuboid::new(DVec3::new(1.0, 0.7, 0.5)).unwrap();
    let square = Cuboid::new(DVec2::new(1.0, 0.7)).unwrap();
    let [mut in_space, mut in_the_plane] = [0; 2];
    for i in 0..200 {
        let x = f64::from(i);
        for spin in [0.0, 0.37 * x] {
            let turn = DQuat::from_rotation_x(x) * DQuat::from_rotation_y(0.7 * x);
            let aside = [0.3 * (1.3 * x).sin(), 0.2 * (2.1 * x).cos()];
            let gap = 10f64.powi(-i % 8);
            let center = DVec3::new(x, 1.0, 2.0);
            let a = Pose::from_rotation(turn, center).unwrap();
            let offset = turn * DVec3::new(aside[0], aside[1], 1.0 + gap);
            let turn = turn * DQuat::from_rotation_z(spin);
            let b = Pose::from_rotation(turn, center + offset).unwrap();
            in_space += u32::from(agrees(&Posed::new(cuboid, a), &Posed::new(cuboid, b)));

            let angle = Pose::from_angle(x, DVec2::ZERO).unwrap();
            let offset = DVec2::from_angle(x).rotate(DVec2::new(aside[0], 1.4 + gap));
            let there = Pose::from_angle(x + std::f64::consts::PI, offset).unwrap();
            in_the_plane += u32::from(agrees(
                &Posed::new(square, angle),
                &Posed::new(square, there),
            ));
        }
    }
    assert!(in_space > 360, "{in_space} of 400");
    assert!(in_the_plane > 360, "{in_the_plane} of 400");
}

// Claim: there may be so many vertices that are level and no more, of either shape, and none that is far below.
#[test]
fn not_all_faces_are_stepped_on() {
    let turn = DQuat::from_rotation_x(0.3) * DQuat::from_rotation_y(0.7);
    let pose = Pose::from_rotation(turn, DVec3::ZERO).unwrap();
    let prism = |corners: usize| {
        let corner = |i: usize| {
            let angle = i as f64 * std::f64::consts::TAU / corners as f64;
            let rim = DVec2::from_angle(angle);
            [rim.extend(1.0), rim.extend(2.0)]
        };
        let corners: Vec<DVec3> = (0..corners).flat_map(corner).collect();
        Posed::new(Hull::new(corners).unwrap(), pose)
    };
    let origin = Point::new(turn * DVec3::new(0.1, 0.2, 0.3)).unwrap();
    for (corners, expected) in [(MOST, true), (MOST + 1, false)] {
        assert_eq!(agrees(&prism(corners), &origin), expected);
        assert_eq!(agrees(&origin, &prism(corners)), expected);
    }
}

// Claim: where nothing is proved, as among more vertices than count, the simplex is the one from before.
#[test]
fn nothing_is_left_changed() {
    over_a_face(1e-3, 0.0, |search, simplex| {
        let features: Vec<_> = simplex.features().collect();
        let turned = search.direction + DVec3::X * (search.direction.length() * 2.0 * super::TURN);
        for (direction, is_found) in [(search.direction, true), (turned, false)] {
            search.direction = direction;
            let found = search.proved_on_uneven_face(simplex);
            assert_eq!(found.is_some(), is_found);
            assert!(simplex.features().eq(features.iter().copied()));
        }
    });
}

// Claim: weights add up to one but for a rounding, of whatever sum they were. Kept from a search that ended with two
// last digits more.
#[test]
fn weights_add_up() {
    over_a_face(1e-3, 0.0, |search, simplex| {
        let mut weights = *simplex.weights();
        weights[0] += 8.0 * f64::EPSILON;
        simplex.keep(&weights);
        search.proved_on_uneven_face(simplex).unwrap();
        let sum: DoubleDouble<f64> = simplex.weights()[..3]
            .iter()
            .fold(DoubleDouble::from(-1.0), |sum, weight| {
                sum + DoubleDouble::from(*weight)
            });
        assert!(sum.hi.abs() <= f64::EPSILON, "{sum:?}");
    });
}

// Claim: where other vertices have the nearest point they become the simplex, unless their height is not known well
// enough, as beside vertices that are very long.
#[test]
fn steps_that_prove_nothing_are_taken_back() {
    let mut steps = 0;
    for i in 0..20 {
        turned_over_a_face(f64::from(i), 1e-3, 1e-9, |search, simplex| {
            let before = *simplex;
            let is_as_before = |simplex: &Vertices<DVec3>| {
                simplex.features().eq(before.features()) && simplex.weights() == before.weights()
            };
            let reach = search.reach;
            search.reach = reach * 2f64.powi(40);
            assert!(search.proved_on_uneven_face(simplex).is_none());
            assert!(is_as_before(simplex));
            search.reach = reach;
            let found = search.proved_on_uneven_face(simplex);
            steps += u32::from(found.is_some() && !is_as_before(simplex));
        });
    }
    assert!(steps > 5, "{steps}");
}

// Claim: a vertex that is higher than the others by more than rounding, but level by the measure of what counts, makes
// the error larger by the rounding of its height.
#[test]
fn higher_vertices_add_their_rounding() {
    let error = |rise: f64| {
        let corners = [
            [-2.0, -1.0, 0.0],
            [0.0, 0.0, rise],
            [2.0, -1.0, 0.0],
            [0.0, 2.0, 0.0],
        ];
        let hull = Hull::new(corners.map(|corner| DVec3::from(corner) + DVec3::Z * 3.0)).unwrap();
        let origin = Point::new(DVec3::ZERO).unwrap();
        let (mut simplex, mut blind) = (Vertices::empty(), ());
        let mut difference = Difference::new(&hull, &origin);
        let limits = Limits::of(Goal::Distance, 100);
        let mut search = Search::start(
            &mut difference,
            limits,
            &mut blind,
            &Start::Direction(DVec3::Z),
            &mut simplex,
        );
        search.run(&mut simplex);
        let (claim, _) = search.claim_on_uneven_face(&mut simplex).unwrap();
        claim.height.error / search.difference.scale()
    };
    let rise = 2f64.powi(-33);
    let ratio = (error(rise) - error(0.0)) / (OF_RISES * rise);
    assert!((0.99..2.01).contains(&ratio), "{ratio}");
}

// Claim: the error of a height has room for those of the corners and for those of the ways, and the latter by how
// the direction is turned; here it has little besides.
#[test]
fn errors_have_their_parts() {
    over_a_face(0.5, 0.0, |search, simplex| {
        let length = search.direction.length();
        // The diagonal of the face that is level, of both boxes.
        let breadth = 4.0 * DVec2::new(1.0, 0.7).length() * search.difference.scale();
        for turn in [0.0, 2f64.powi(-50), 2f64.powi(-40)] {
            let across = search.direction.cross(DVec3::X).normalize() * length;
            search.direction += across * turn;
            let (claim, normal) = search.claim_on_uneven_face(simplex).unwrap();
            let turned = (search.direction - normal).length();
            let lengths = OF_LENGTHS * (search.reach + search.upper);
            // A diagonal may be as uneven as the turn makes it.
            let uneven = breadth * turned / length;
            let ways = OF_LENGTHS * breadth + OF_TURN * uneven;
            let parts = claim.height.error / (lengths + ways);
            assert!((1.0 - 1e-9..2.6).contains(&parts), "{turn:e} {parts}");
            assert!((turned - turn * length).abs() <= 8.0 * ROUNDOFF * length);
            search.direction = normal;
        }
    });
}

// Claim: the mean is that of the simplex and along the normal, and where weights are not known well enough for it to
// be as long as the face is high nothing is proved but the distance. Kept from a ball beside a thin triangle, whose
// closest points were twelve last digits too near.
#[test]
fn means_are_as_long_as_faces_are_high() {
    over_a_face(1e-3, 0.0, |search, simplex| {
        let mean: DVec3 = simplex.mean(search.difference).rounded();
        assert!((search.mean - mean).length() <= 4.0 * ROUNDOFF * mean.length());
        let normal = search.direction.normalize();
        let beside = mean - normal * mean.dot(normal);
        assert!(beside.length() <= 64.0 * ROUNDOFF * search.reach);
        assert_eq!(search.lower, search.upper);

        // The first weight is less by so much.
        let exact = *simplex;
        for (part, is_near) in [(2f64.powi(-36), true), (2f64.powi(-26), false)] {
            let mut weights = *exact.weights();
            weights[0] -= part;
            weights[1] += part;
            for (goal, is_found) in [(Goal::Distance, true), (Goal::ClosestPoints, is_near)] {
                *simplex = exact;
                simplex.keep(&weights);
                search.limits.goal = goal;
                let found = search.proved_on_uneven_face(simplex);
                assert_eq!(found.is_some(), is_found, "{part:e} {goal:?}");
            }
        }
    });
}

// Claim: where a tolerance asks for no more than that there is a distance, nothing is looked for among what is level.
#[test]
fn tolerant_searches_leave_it() {
    for (tolerance, is_proved) in [(0.0, true), (1e-9, false)] {
        over_a_face(1e-3, tolerance, |search, _| {
            assert_eq!(search.proved.is_some(), is_proved);
        });
    }
}

// Claim: a turn has the products with two vectors that it is made for, and is in their plane; in the plane, with
// one vector and along it.
#[test]
fn turns_make_rises_level() {
    let (e, f) = (DVec3::new(3.0, 1.0, -2.0), DVec3::new(1.0, 4.0, 2.0));
    let turn = turn_of([e, f], [0.5, -2.0]);
    assert!((turn.dot(e) - 0.5).abs() < 1e-14 && (turn.dot(f) + 2.0).abs() < 1e-14);
    assert!(turn.dot(e.cross(f)).abs() < 1e-14);
    // What is said of the second one does not count.
    let turn = turn_of([DVec2::new(3.0, 4.0), DVec2::ZERO], [50.0, 7.0]);
    assert!((turn - DVec2::new(6.0, 8.0)).length() < 1e-14);
}

// Claim: the point that leaves is the one without which the others, with the new one, are met by the line through
// the origin; also if they are in the other order. In the plane the third point is none.
#[test]
fn the_point_that_leaves() {
    let up = DVec3::new(0.0, 0.0, 2.0);
    let corners = [[-1.0, -1.0], [2.0, -1.0], [-1.0, 2.0]].map(|[x, y]| DVec3::new(x, y, 3.0));
    for (other, place) in [([-2.0, -2.0], 0), ([8.0, -1.0], 1), ([-1.0, 8.0], 2)] {
        let other = DVec3::new(other[0], other[1], 2.0);
        let (found, share) = leaving(up, corners, other);
        assert_eq!(found, place);
        assert!(share > 0.0 && share <= 1.0 / 3.0, "{share}");
        let [p, q, r] = corners;
        let (found, mirrored) = leaving(up, [q, p, r], other);
        assert_eq!(found, [1, 0, 2][place]);
        assert!((mirrored - share).abs() < 1e-15);
    }
    let ends = [[-3.0, 1.0], [1.0, 1.0], [0.0, 0.0]].map(DVec2::from);
    for (x, place, share) in [(-1.0, 0, 0.5), (3.0, 1, 0.5), (-7.0, 0, 0.125)] {
        let found = leaving(DVec2::Y, ends, DVec2::new(x, 0.5));
        assert_eq!(found, (place, share));
    }
}
