//! What the parts of an error leave of a claim.

use super::super::{Claim, Estimate, LEAN, LEANS, OF_BESIDE, OF_LENGTHS, OF_TILT, STEEPEST};
use super::{ENDS, HALVES, ORIGIN, UP, distance, proved, standing, turned, turned_in_space};
use crate::bounds::Closing;
use crate::double_double::DoubleDouble;
use crate::goal::Goal;
use crate::shape::{Ball, Hull, Point};
use crate::vector::{Stored, Vector};
use glam::DVec2;

// Claim: the nearest point must be in the inside by more than the plane may lean: the mean of these
// weights is beside the nearest point, by a part of the edge.
#[test]
fn weights_are_larger_than_their_error() {
    let edge = |part: f64, beside: f64| {
        // The origin is below the first end, but for a part of the length.
        let ends = [[-2.0 * part, 3.0], [2.0 - 2.0 * part, 3.0]];
        let part = part + beside;
        let weights = [1.0 - part, part];
        distance([&ends, ORIGIN], [0.0; 2], (ENDS, weights), UP)
    };
    assert_eq!(edge(2f64.powi(-20), 0.0), Some(3.0));
    assert_eq!(edge(2f64.powi(-20), 2f64.powi(-40)), Some(3.0));
    assert_eq!(edge(2f64.powi(-40), 2f64.powi(-40)), None);
    // Weights that are no larger than rounding.
    assert_eq!(edge(2f64.powi(-50), 0.0), None);
    assert_eq!(edge(-(2f64.powi(-44)), 2f64.powi(-43)), None);
}

// Claim: what is too short beside the numbers that it is computed from has no slope to go by.
#[test]
fn short_edges_have_no_slope() {
    let edge = |length: i32| {
        let half = 2f64.powi(length - 1);
        let far = [9.0, 9.0];
        distance(
            [&[[-half, 3.0], [half, 3.0], far], ORIGIN],
            [0.0; 2],
            (ENDS, HALVES),
            UP,
        )
    };
    assert_eq!(edge(-20), Some(3.0));
    assert_eq!(edge(-32), None);
}

// Claim: radii are taken off, and where they leave little of the distance it is not known.
#[test]
fn little_is_not_known() {
    let above = [[-1.0, 3.0], [1.0, 3.0]];
    let beyond = |radii| distance([&above, ORIGIN], radii, (ENDS, HALVES), UP);
    assert_eq!(beyond([0.5, 0.125]), Some(2.375));
    assert_eq!(beyond([2.0, 1.0 - 2f64.powi(-10)]), Some(2f64.powi(-10)));
    assert_eq!(beyond([2.0, 1.0 - 2f64.powi(-30)]), None);
    assert_eq!(beyond([2.0, 1.0]), None);
    assert_eq!(beyond([2.0, 1.5]), None);
}

// Claim: the bounds of a distance that is no number are the numbers next to it. Those of one that is a number, as far as
// the error tells, are its neighbours: which of the three it is nobody pays to know.
#[test]
fn bounds_are_neighbours() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    let (mut less, mut more) = (0, 0);
    for x in (1..40).map(f64::from) {
        let point = Point::new(DVec2::new(1.0, x)).unwrap();
        let pairs = [([0, 0], 1.0)];
        let direction = DVec2::new(1.0, x);
        let found = proved(
            (&point, &origin),
            Goal::ClosestPoints,
            &pairs,
            direction,
            0.0,
        )
        .unwrap();
        let square = 1.0 + x * x;
        let root = square.sqrt();
        let rest = f64::mul_add(root, root, -square);
        let expected = if rest > 0.0 {
            less += 1;
            [root.next_down(), root, root]
        } else {
            more += 1;
            [root, root, root.next_up()]
        };
        assert_eq!([found.lower, found.distance, found.upper], expected, "{x}");
    }
    assert!(less > 9 && more > 9, "{less} {more}");
    let point = Point::new(DVec2::new(3.0, 4.0)).unwrap();
    let direction = DVec2::new(3.0, 4.0);
    let of = |goal| proved((&point, &origin), goal, &[([0, 0], 1.0)], direction, 0.0);
    let found = of(Goal::ClosestPoints).unwrap();
    assert_eq!(
        [found.lower, found.distance, found.upper],
        [5f64.next_down(), 5.0, 5f64.next_up()]
    );
    assert_eq!(of(Goal::Distance).map(|found| found.distance), Some(5.0));
}

/// What a claim is made of beside its simplex, in lengths of that edge.
#[derive(Clone, Copy)]
struct Measures {
    /// The length of the mean.
    upper: f64,
    reach: f64,
    span: f64,
    tilt: f64,
    /// What the mean has beside the direction.
    beside: f64,
}

const NEAR: Measures = Measures {
    upper: 1.0,
    reach: 1.0,
    span: 0.0,
    tilt: 0.0,
    beside: 0.0,
};

/// The claim about an edge of this least weight, its error in lengths of the edge, in the plane or in space.
fn claimed<V: Vector + Stored<Wide = V>>(
    [first, second]: [V; 2],
    direction: V,
    least_weight: f64,
    measures: Measures,
) -> Option<Claim> {
    let edge = Hull::new([first, second]).unwrap();
    let origin = Point::new(V::ZERO).unwrap();
    let pairs = [([0, 0], 1.0 - least_weight), ([1, 0], least_weight)];
    standing(
        (&edge, &origin),
        Goal::Distance,
        &pairs,
        direction,
        0.0,
        |search, simplex| {
            let length = 1.0 / simplex.slope_squared().unwrap().sqrt();
            search.upper = measures.upper * length;
            search.lower = search.upper;
            search.reach = measures.reach * length;
            search.span = measures.span * length;
            search.closing = Some(Closing {
                rest: 0.0,
                beside_squared: (measures.beside * length) * (measures.beside * length),
                tilt: measures.tilt * length,
                gap: 0.0,
                above_lowest: 0.0,
            });
            let mut claim = search.claim(simplex)?;
            claim.height.error /= length;
            Some(claim)
        },
    )
}

fn claimed_in_the_plane(least_weight: f64, measures: Measures) -> Option<Claim> {
    let ends = [[-1.0, 3.0], [1.0, 3.0]].map(turned);
    claimed(ends, turned(UP), least_weight, measures)
}

/// What is just less than a limit, and what is just more.
fn about(limit: f64) -> [f64; 2] {
    [0.99, 1.01].map(|part| part * limit)
}

// Claim: a simplex is too short for a claim beside the largest length and the span together.
#[test]
fn steepness_is_that_of_reach_and_span() {
    let half = STEEPEST / 2.0;
    for [reach, span] in [[half, half], [half / 2.0, 3.0 * half / 2.0]] {
        let found = about(1.0).map(|part| {
            let measures = Measures {
                reach: reach * part,
                span: span * part,
                ..NEAR
            };
            claimed_in_the_plane(0.5, measures).is_some()
        });
        assert_eq!(found, [true, false], "{reach} {span}");
    }
}

// Claim: twice what the nearest point may be off, in lengths of the edge, is the least that a weight may
// be: by rounding, by how the edge leans over the length of the mean, and by what that has beside the
// direction, of which the square of a sum takes `√3`.
#[test]
fn each_part_of_the_error_is_weighed() {
    let factor = 2.0 * 3f64.sqrt();
    let far = Measures {
        upper: 1024.0,
        reach: 1024.0,
        ..NEAR
    };
    let tilt = 2f64.powi(-28);
    let beside = 2f64.powi(-20);
    for (measures, off) in [
        (far, OF_BESIDE * 2048.0),
        (Measures { tilt, ..far }, tilt * 1024.0),
        (Measures { beside, ..far }, beside),
    ] {
        let limits = about(factor * off);
        let found = limits.map(|weight| claimed_in_the_plane(weight, measures).is_some());
        assert_eq!(found, [false, true], "{off:e}");
    }
}

/// The lean that a margin makes up for.
fn lean_of(claim: &Claim) -> Option<f64> {
    claim.margin.map(|margin| margin / LEANS)
}

// Claim: an edge in the plane leans by how its ends differ in height, and by how far these may be off
// besides, as a part of the largest length. In space it leans by what the mean has beside the direction, over
// the length of that mean.
#[test]
fn leans_have_two_parts() {
    let reach = STEEPEST / 2.0;
    let unknown = 2.0 * OF_LENGTHS * reach;
    let found = about(LEAN[0]).map(|lean| {
        let tilt = lean - unknown;
        let measures = Measures {
            reach,
            tilt,
            ..NEAR
        };
        lean_of(&claimed_in_the_plane(0.5, measures).unwrap())
    });
    assert_eq!(found, [Some(LEAN[0]), Some(LEAN[1])]);
    let in_space = |upper: f64, lean: f64| {
        let measures = Measures {
            upper,
            reach: upper,
            beside: lean * upper / 3f64.sqrt(),
            ..NEAR
        };
        let ends = [[-1.0, 0.0, 3.0], [1.0, 0.0, 3.0]].map(turned_in_space);
        let up = turned_in_space([0.0, 0.0, 1.0]);
        lean_of(&claimed(ends, up, 0.5, measures).unwrap())
    };
    for upper in [1.0, 1024.0, 1.0 / 1024.0] {
        let found = about(LEAN[1]).map(|lean| in_space(upper, lean));
        assert_eq!(found, [Some(LEAN[1]), Some(LEAN[2])], "{upper}");
    }
}

// Claim: the error of a height has a part of the largest length, one of the differences in height, and the
// square of what the mean has beside the direction, over its length.
#[test]
fn errors_have_three_parts() {
    let error = |upper, reach, tilt, beside| {
        let measures = Measures {
            upper,
            reach,
            tilt,
            beside,
            ..NEAR
        };
        let claim = claimed_in_the_plane(0.5, measures).unwrap();
        claim.height.error
    };
    let [short, tilt, beside] = [-20, -40, -20].map(|k| 2f64.powi(k));
    for (found, expected) in [
        (error(1.0, 128.0, 0.0, 0.0), OF_LENGTHS * 129.0),
        (error(128.0, 128.0, 0.0, 0.0), OF_LENGTHS * 256.0),
        (
            error(short, short, tilt, 0.0),
            OF_LENGTHS * (short + short) + OF_TILT * tilt,
        ),
        (error(8.0, 8.0, 0.0, beside), 3.0 * beside * beside / 8.0),
    ] {
        let [least, most] = about(expected);
        assert!(least < found && found < most, "{found:e} {expected:e}");
    }
}

// Claim: a distance may be an ulp off with its error and its rounding, at any size, also one that a radius has
// been taken off from, which adds next to nothing. The bounds are the neighbours on either side if the distance may be a
// number or not, however small the error is, and that number if there is no error.
#[test]
fn errors_are_parts_of_the_height() {
    for size in [1.0, 2f64.powi(40), 2f64.powi(-40)] {
        let found = |goal, height: [f64; 2], radius: f64, error: f64| {
            let point = Point::new(DVec2::Y * size).unwrap();
            let ball = Ball::new(DVec2::ZERO, radius * size).unwrap();
            let pairs = [([0, 0], 1.0)];
            let claim = Claim {
                height: Estimate {
                    value: DoubleDouble::sum(height[0] * size, height[1] * size),
                    error: error * size,
                },
                scale: 1.0,
                margin: None,
            };
            let up = DVec2::Y * size;
            let proved = standing((&point, &ball), goal, &pairs, up, 0.0, |search, _| {
                claim.proves(search.difference.radii(), &search.limits)
            });
            proved.map(|proved| [proved.lower, proved.distance, proved.upper].map(|x| x / size))
        };
        let distance = |height, radius, error| {
            found(Goal::Distance, height, radius, error).map(|[_, distance, _]| distance)
        };
        let [half, ulp] = [f64::EPSILON / 2.0, f64::EPSILON];
        for (hi, lo, radius, most) in [
            (1.0, 0.0, 0.0, half),
            (1.5, 0.0, 0.5, half),
            (1.5, 0.0, 0.0, ulp),
            (1.5, 0.25 * ulp, 0.0, 0.75 * ulp),
            (1.5, -0.25 * ulp, 0.0, 0.75 * ulp),
        ] {
            let found = about(most).map(|error| distance([hi, lo], radius, error));
            assert_eq!(found, [Some(hi - radius), None], "{hi} {lo:e} {radius}");
        }
        assert_eq!(distance([0.5, 0.0], 0.5, 0.0), None);
        let bounds = |error| found(Goal::ClosestPoints, [1.0, 0.0], 0.0, error);
        let one = 1f64;
        let around = [one.next_down(), one, one.next_up()];
        assert_eq!(bounds(f64::MIN_POSITIVE), Some(around));
        assert_eq!(bounds(0.0), Some([1.0; 3]));
    }
}
