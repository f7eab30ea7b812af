//! Shapes whose nearest faces are coplanar within rounding, points on faces, and shapes far from
//! the origin of their frame: the cases that are hardest to prove, judged by the exact reference.
//!
//! Faults planted in the proofs of `gjk-core` survived all families, and were found by a search
//! over such pairs: see `docs/mutants.md`.

use gjk_harness::case::{Kind, Pose, Rotation, Shape};
use glam::{DVec2, DVec3};

use crate::keeps_every_promise;
use crate::numbers::Numbers;

/// A hull in this pose.
fn hull(points: Vec<DVec3>, position: DVec3, rotation: Rotation) -> Shape {
    Shape {
        kind: Kind::Hull { points },
        pose: Some(Pose {
            position,
            rotation,
            other: Default::default(),
        }),
        other: Default::default(),
    }
}

/// The shape with a radius.
fn rounded(shape: Shape, radius: f64) -> Shape {
    let kind = Kind::Rounded {
        shape: Box::new(shape.kind),
        radius,
        other: Default::default(),
    };
    Shape { kind, ..shape }
}

/// Two faces on either side of a gap: points, edges, triangles, parallelograms, slivers and grids,
/// some of whose corners are off their plane by some ulps, each with a few vertices behind it; and
/// that gap.
fn facing(numbers: &mut Numbers) -> ([Shape; 2], f64) {
    let (turn, gap) = (numbers.turn(), numbers.power(-45, 0));
    let mut side = |from: f64, behind: f64| -> Vec<DVec3> {
        let place = DVec2::new(numbers.part(), numbers.part()) * 0.3;
        let corners = match numbers.below(6) {
            0 => vec![DVec2::ZERO],
            1 => vec![
                DVec2::new(-1.0, numbers.part()),
                DVec2::new(1.2, numbers.part()),
            ],
            2 => [[-1.0, -0.7], [1.1, -0.6], [0.1, 1.3]]
                .map(DVec2::from)
                .to_vec(),
            3 => [[-1.0, -0.7], [1.0, -0.9], [1.3, 0.5], [-0.7, 0.7]]
                .map(DVec2::from)
                .to_vec(),
            4 => [[-1.0, 0.0], [1.2, 0.0], [0.3, numbers.power(-45, -8)]]
                .map(DVec2::from)
                .to_vec(),
            _ => (0..36)
                .map(|_| DVec2::new(numbers.integer(4), numbers.integer(4)) / 4.0)
                .collect(),
        };
        let mut points: Vec<DVec3> = corners
            .iter()
            .map(|corner| {
                let off = numbers.integer(3) * numbers.power(-52, -44);
                let off = if numbers.below(3) == 0 { off } else { 0.0 };
                (*corner + place).extend(from + off)
            })
            .collect();
        for _ in 0..numbers.below(4) {
            let depth = behind * (1.5 + numbers.part());
            points.push(DVec3::new(numbers.part(), numbers.part(), depth));
        }
        points.iter().map(|point| turn * *point).collect()
    };
    let (mut a, b) = (side(gap, 1.0), side(0.0, -1.0));
    let mut places = [DVec3::ZERO; 2];
    if numbers.below(2) == 0 {
        let far = numbers.vector() * numbers.power(0, 20);
        let off = far * numbers.power(-35, -25);
        a.iter_mut().for_each(|point| *point -= off);
        places = [far + off, far];
    }
    let a = hull(a, places[0], Rotation::Identity);
    ([a, hull(b, places[1], Rotation::Identity)], gap)
}

/// Two hulls, one with a vertex at a point of the other, or next to it, as near as 2^-60.
fn touching(numbers: &mut Numbers) -> ([Shape; 2], f64) {
    let thin = [1.0, numbers.power(-50, -5)][numbers.below(2)];
    let turn = numbers.turn();
    let mut points = |count: usize| -> Vec<DVec3> {
        let mut point = || turn * (numbers.vector() * DVec3::new(1.0, thin, thin.sqrt()));
        (0..count).map(|_| point()).collect()
    };
    let (mut a, b) = (points(4), points(5));
    let weights: Vec<f64> = b.iter().map(|_| numbers.part().abs()).collect();
    let sum: f64 = weights.iter().sum();
    let mean: DVec3 = b.iter().zip(&weights).map(|(p, w)| *p * (*w / sum)).sum();
    let near = [mean, b[0]][numbers.below(2)];
    let off = numbers.vector() * numbers.power(-60, -36);
    let step = near - a[0] + off * numbers.below(2) as f64;
    a.iter_mut().for_each(|point| *point += step);
    let shapes = [a, b].map(|points| hull(points, DVec3::ZERO, Rotation::Identity));
    (shapes, off.length())
}

/// Two hulls, of which the first is far from the origin of its frame and its pose brings it back,
/// rotated or not.
fn far(numbers: &mut Numbers) -> ([Shape; 2], f64) {
    let far = numbers.vector() * numbers.power(0, 50);
    let count = 1 + numbers.below(6);
    let a = (0..count).map(|_| far + numbers.vector()).collect();
    let b = (0..5).map(|_| numbers.vector()).collect();
    let turn = numbers.turn();
    let turned = numbers.below(2) == 0;
    let rotation = if turned {
        Rotation::Quaternion(turn)
    } else {
        Rotation::Identity
    };
    let back = if turned { turn * far } else { far };
    let way = numbers.vector() * numbers.power(-20, 2);
    let a = hull(a, way - back, rotation);
    ([a, hull(b, DVec3::ZERO, Rotation::Identity)], way.length())
}

/// Claim: every promise holds for such pairs, with and without radii: 600 of each kind.
#[test]
fn level_sides_keep_every_promise() {
    let mut numbers = Numbers::new(1);
    for round in 0..600 {
        for (name, make) in [
            ("facing", facing as fn(&mut Numbers) -> ([Shape; 2], f64)),
            ("touching", touching),
            ("far", far),
        ] {
            let ([mut a, b], gap) = make(&mut numbers);
            if numbers.below(3) == 0 {
                let part = [1.0, 0.5, 1.0 + numbers.integer(2) * f64::EPSILON];
                a = rounded(a, gap * part[numbers.below(3)]);
            }
            keeps_every_promise(format!("{name}-{round}"), a, b);
        }
    }
}
