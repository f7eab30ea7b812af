//! Curved shapes in rotated poses, thin and ordinary, some ulps from contact.
//!
//! A needle as thick as the rounding of its points was found by `cargo-fuzz`. It was called
//! separated from a point that it contains.

use gjk_harness::case::{Kind, Pose, Rotation, Shape};
use glam::{DQuat, DVec3};

use crate::keeps_every_promise;
use crate::numbers::Numbers;

/// A length: one in three is ordinary, the others are down to 2^-54 of that.
fn length(numbers: &mut Numbers) -> f64 {
    let thin = [1.0, numbers.power(-54, 0), numbers.power(-54, 0)][numbers.below(3)];
    thin * (1.5 + 0.5 * numbers.part())
}

/// A cylinder, cone or ellipsoid along an axis.
fn solid(numbers: &mut Numbers, radius: f64, half_height: f64, axis: usize) -> Kind {
    match numbers.below(3) {
        0 => Kind::Cylinder {
            radius,
            half_height,
            axis,
        },
        1 => Kind::Cone {
            radius,
            half_height,
            axis,
        },
        _ => {
            let mut radii = DVec3::splat(radius);
            radii[axis] = half_height;
            Kind::Ellipsoid { radii }
        }
    }
}

/// A cylinder, cone or ellipsoid of any lengths.
fn curved(numbers: &mut Numbers) -> Kind {
    let (radius, half_height) = (length(numbers), length(numbers));
    let axis = numbers.below(3);
    match solid(numbers, radius, half_height, axis) {
        Kind::Ellipsoid { .. } => Kind::Ellipsoid {
            radii: DVec3::new(radius, half_height, length(numbers)),
        },
        solid => solid,
    }
}

/// A disc as good as flat.
fn disc(numbers: &mut Numbers) -> Kind {
    let (radius, axis) = (1.5 + 0.5 * numbers.part(), numbers.below(3));
    let half_height = [0.0, numbers.power(-54, -40)][numbers.below(2)];
    solid(numbers, radius, half_height, axis)
}

/// A disc, or any curved shape.
fn round(numbers: &mut Numbers) -> Kind {
    match numbers.below(2) {
        0 => disc(numbers),
        _ => curved(numbers),
    }
}

/// A curved shape with a radius.
fn rounded(numbers: &mut Numbers) -> Kind {
    Kind::Rounded {
        shape: Box::new(curved(numbers)),
        radius: numbers.power(-6, 0),
        other: Default::default(),
    }
}

/// The farthest point of a shape, up to rounding, in a direction of length one.
fn support(kind: &Kind, direction: DVec3) -> DVec3 {
    // The part of the direction along an axis, and the unit vector aside.
    let split = |axis: usize| {
        let along = direction[axis];
        let aside = direction - DVec3::AXES[axis] * along;
        (along, aside.normalize_or_zero())
    };
    match *kind {
        Kind::Point { p } => p,
        Kind::Hull { ref points } => {
            let height = |point: &DVec3| point.dot(direction);
            let highest = points.iter().max_by(|p, q| height(p).total_cmp(&height(q)));
            *highest.expect("points")
        }
        Kind::Ellipsoid { radii } => radii * (radii * direction).normalize_or_zero(),
        Kind::Cylinder {
            radius,
            half_height,
            axis,
        } => {
            let (along, aside) = split(axis);
            DVec3::AXES[axis] * half_height.copysign(along) + aside * radius
        }
        Kind::Cone {
            radius,
            half_height,
            axis,
        } => {
            let (along, aside) = split(axis);
            let (apex, rim) = (DVec3::AXES[axis] * half_height, aside * radius);
            if 2.0 * half_height * along > radius * direction.dot(aside) {
                apex
            } else {
                rim - apex
            }
        }
        Kind::Rounded {
            ref shape, radius, ..
        } => support(shape, direction) + direction * radius,
        _ => unreachable!("{kind:?} is not drawn here"),
    }
}

/// A direction in the frame of a shape: any, or along its axes and between two of them.
fn direction(numbers: &mut Numbers) -> DVec3 {
    let any = numbers.vector();
    let (along, aside) = (numbers.below(3), numbers.below(3));
    let direction = match numbers.below(3) {
        0 => any,
        1 => DVec3::AXES[along] * any[along].signum(),
        _ => DVec3::AXES[along] * any[along] + DVec3::AXES[aside] * any[aside],
    };
    direction.normalize_or_zero()
}

/// Puts the second shape where its farthest point against a direction is some ulps from the
/// farthest one of the first.
fn placed(numbers: &mut Numbers, a: Kind, b: Kind) -> [Shape; 2] {
    let turns = [
        numbers.turn(),
        [DQuat::IDENTITY, numbers.turn()][numbers.below(2)],
    ];
    let toward = turns[numbers.below(2)] * direction(numbers);
    let gap = numbers.part() * 4.0 * f64::EPSILON;
    let farthest =
        |kind: &Kind, turn: DQuat, toward: DVec3| turn * support(kind, turn.inverse() * toward);
    let position = farthest(&a, turns[0], toward) - farthest(&b, turns[1], -toward) + toward * gap;
    [
        posed(a, turns[0], DVec3::ZERO),
        posed(b, turns[1], position),
    ]
}

fn posed(kind: Kind, turn: DQuat, position: DVec3) -> Shape {
    Shape {
        kind,
        pose: Some(Pose {
            position,
            rotation: Rotation::Quaternion(turn),
            other: Default::default(),
        }),
        other: Default::default(),
    }
}

/// Claim: every promise holds for a curved shape near a point: 1,500.
#[test]
fn points_near_curved_shapes_keep_every_promise() {
    let mut numbers = Numbers::new(2);
    for round in 0..1500 {
        let (a, b) = (curved(&mut numbers), Kind::Point { p: DVec3::ZERO });
        let [a, b] = placed(&mut numbers, a, b);
        keeps_every_promise(format!("point-{round}"), a, b);
    }
}

/// Claim: the same for two curved shapes: 300.
#[test]
fn curved_shapes_near_each_other_keep_every_promise() {
    let mut numbers = Numbers::new(3);
    for round in 0..300 {
        let (a, b) = (curved(&mut numbers), curved(&mut numbers));
        let [a, b] = placed(&mut numbers, a, b);
        keeps_every_promise(format!("curved-{round}"), a, b);
    }
}

/// Claim: the same for a rounded curved shape near a point, 300, or another one, 200.
#[test]
fn rounded_curved_shapes_keep_every_promise() {
    let mut numbers = Numbers::new(6);
    for round in 0..500 {
        let (a, b) = match round % 5 {
            0 | 1 => (rounded(&mut numbers), rounded(&mut numbers)),
            _ => (rounded(&mut numbers), Kind::Point { p: DVec3::ZERO }),
        };
        let [a, b] = placed(&mut numbers, a, b);
        keeps_every_promise(format!("rounded-{round}"), a, b);
    }
}

/// Claim: every promise holds for a needle around a point of its axis, up to rounding: 2,000.
#[test]
fn points_on_the_axis_of_a_needle_keep_every_promise() {
    let mut numbers = Numbers::new(4);
    for round in 0..2000 {
        let (radius, half_height) = (numbers.power(-54, -44), 1.0 + numbers.part());
        let needle = solid(&mut numbers, radius, half_height, 2);
        let turn = numbers.turn();
        let on_axis = turn * DVec3::Z * half_height * numbers.part();
        let a = posed(needle, turn, DVec3::ZERO);
        let b = posed(Kind::Point { p: on_axis }, DQuat::IDENTITY, DVec3::ZERO);
        keeps_every_promise(format!("axis-{round}"), a, b);
    }
}

/// Claim: the same for a flat disc near a point, 1,000, and for two discs, 200.
#[test]
fn flat_discs_keep_every_promise() {
    let mut numbers = Numbers::new(5);
    for round in 0..1200 {
        let (a, b) = match round % 6 {
            0 => (disc(&mut numbers), disc(&mut numbers)),
            _ => (disc(&mut numbers), Kind::Point { p: DVec3::ZERO }),
        };
        let [a, b] = placed(&mut numbers, a, b);
        keeps_every_promise(format!("disc-{round}"), a, b);
    }
}

/// Claim: the same for a cone beside a point of a line from its apex to its rim, where both are
/// equally far but for rounding: 600.
#[test]
fn cones_beside_points_of_their_sides_keep_every_promise() {
    let mut numbers = Numbers::new(8);
    for round in 0..600 {
        let radius = 1.5 + 0.5 * numbers.part();
        let half_height = 1.5 + 0.5 * numbers.part();
        let cone = Kind::Cone {
            radius,
            half_height,
            axis: 2,
        };
        let (apex, rim) = (
            DVec3::Z * half_height,
            DVec3::new(radius, 0.0, -half_height),
        );
        let outward = DVec3::new(2.0 * half_height, 0.0, radius).normalize();
        let gap = numbers.part() * 0.25 * f64::EPSILON;
        let beside = apex.lerp(rim, 0.5 + 0.4 * numbers.part()) + outward * gap;
        let around = DQuat::from_rotation_z(3.0 * numbers.part());
        let turn = numbers.turn();
        let p = turn * around * beside;
        let a = posed(cone, turn, DVec3::ZERO);
        let b = posed(Kind::Point { p }, DQuat::IDENTITY, DVec3::ZERO);
        keeps_every_promise(format!("side-{round}"), a, b);
    }
}

/// Claim: the same for curved shapes near hulls: 300.
#[test]
fn curved_shapes_near_hulls_keep_every_promise() {
    let mut numbers = Numbers::new(6);
    for round in 0..300 {
        let points = (0..2 + numbers.below(6))
            .map(|_| numbers.vector())
            .collect();
        let (a, b) = (self::round(&mut numbers), Kind::Hull { points });
        let [a, b] = placed(&mut numbers, a, b);
        keeps_every_promise(format!("hull-{round}"), a, b);
    }
}

/// Claim: the same for balls of any size near curved shapes, so that a radius is compared with a
/// distance next to it: 300.
#[test]
fn balls_near_curved_shapes_keep_every_promise() {
    let mut numbers = Numbers::new(7);
    for round in 0..300 {
        let radius = [0.1, 0.5, 1.7, 3.0][numbers.below(4)] * (1.0 + 0.1 * numbers.part());
        let (a, point) = (self::round(&mut numbers), Kind::Point { p: DVec3::ZERO });
        let [a, at] = placed(&mut numbers, a, point);
        let position = at.pose.expect("a pose").position;
        let center = position + position.normalize_or_zero() * radius;
        let ball = posed(Kind::Sphere { radius }, DQuat::IDENTITY, center);
        keeps_every_promise(format!("ball-{round}"), a, ball);
    }
}
