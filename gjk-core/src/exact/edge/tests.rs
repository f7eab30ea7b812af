//! Each test is a claim about an edge that ends a search.

use crate::closest::{Simplex, SupportPair};
use crate::difference::Difference;
use crate::exact::certificate::STEEPEST;
use crate::exact::{OPEN_GAP, Proved};
use crate::float::ROUNDOFF;
use crate::goal::{Goal, Limits, Start};
use crate::pose::{Pose, Posed};
use crate::random::numbers;
use crate::search::Search;
use crate::search::tests::{Polygon, pair_of};
use crate::settings::Settings;
use crate::shape::{Hull, Point, Rounded};
use crate::space::{Scalar, Space};
use crate::support::{Feature, Support};
use crate::vector::Vector;
use crate::vertices::Vertices;
use glam::{DQuat, DVec2, DVec3};
use std::vec::Vec;

type Precise = <DVec2 as Vector>::Precise;

/// Calls `look` with the search between the hull of some points and another point, which stands at the edge of the first two.
fn at_edge<T>(
    points: &[DVec2],
    seen_from: DVec2,
    look: impl FnOnce(&mut Search<'_, Polygon, Point<DVec2>, DVec2, ()>, &mut Vertices<DVec2>) -> T,
) -> T {
    let a = Hull::new(points.to_vec()).unwrap();
    let b = Point::new(seen_from).unwrap();
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(&a, &b);
    let limits = Limits::of(Goal::ClosestPoints, 9);
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Direction(DVec2::Y),
        &mut simplex,
    );
    for number in [0, 1] {
        let pair = pair_of(&search, number);
        simplex.grow(&pair, search.difference.point(&pair));
        simplex.admit();
    }
    search.reach = simplex.reach();
    search.span = search.difference.span();
    look(&mut search, &mut simplex)
}

/// What is proved where a search starts from the edge of the first two vertices of a hull to the origin.
fn proved_on(points: &[DVec2], goal: Goal) -> Option<Proved> {
    at_edge(points, DVec2::ZERO, |search, simplex| {
        search.limits.goal = goal;
        let ends = search.ends_on_an_edge(simplex);
        assert_eq!(ends, search.proved.is_some());
        search.proved
    })
}

/// The ends of the edge, to twice the digits.
fn ends_of(
    search: &Search<'_, Polygon, Point<DVec2>, DVec2, ()>,
    simplex: &Vertices<DVec2>,
) -> [Precise; 2] {
    [0, 1].map(|i| search.difference.point(simplex.pair(i)))
}

/// The ends of an edge of length five that passes the origin at five times that height, turned: the nearest point is that
/// part of the way on.
fn edge(height: f64, part: f64) -> [DVec2; 2] {
    let (along, across) = (DVec2::new(4.0, 3.0), DVec2::new(-3.0, 4.0));
    [
        across * height - along * part,
        across * height + along * (1.0 - part),
    ]
}

fn is_proved(points: &[DVec2]) -> bool {
    proved_on(points, Goal::ClosestPoints).is_some()
}

/// Whether two shapes are nearest at an edge that is proved; by how much its ends differ in height then, in roundoffs of the
/// largest length. What is proved is what is decided without rounding, and the weights are those of the nearest point, but
/// for so many roundoffs.
fn proves_what_is_so<V: Vector>(
    a: &impl Support<Vector = V>,
    b: &impl Support<Vector = V>,
    most_beside: f64,
) -> Option<f64> {
    let answer = Settings::default().closest_points(a, b);
    if answer.simplex.pairs().len() != 2 {
        return None;
    }
    let limits = Limits::of(Goal::ClosestPoints, 99);
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(a, b);
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Simplex(answer.simplex),
        &mut simplex,
    );
    search.span = search.difference.span();
    if !search.ends_on_an_edge(&mut simplex) {
        return None;
    }
    let found = search.proved.unwrap();
    let (direction, roundoff) = (search.direction, ROUNDOFF * search.reach);
    let length = direction.length();
    let [p, q] = [0, 1].map(|i| {
        let point: V::Precise = search.difference.point(simplex.pair(i));
        point.dot(V::Precise::lifted(direction))
    });
    let mean = simplex.mean(search.difference).rounded();
    let beside = mean - direction * (mean.dot(direction) / (length * length));
    let beside = Vector::length(beside) / roundoff;
    assert!(beside <= most_beside, "{beside}");
    let off = (Vector::length(mean) - search.upper).abs();
    // The mean is rounded, and its length.
    assert!(off <= 4.0 * roundoff, "{off}");
    search.decide(&mut simplex).unwrap();
    let exact = search.proved.unwrap();
    let bounds = |proved: Proved| [proved.lower, proved.distance, proved.upper];
    assert_eq!(bounds(found), bounds(exact));
    // The direction is the one that was proved to lean no more than it may, and not rounded since.
    let tilt = (p - q).rounded().abs() / length / roundoff;
    assert!(tilt <= OPEN_GAP, "{tilt}");
    Some(tilt)
}

/// Places some way from the origin of the world, the same again and again.
fn places() -> impl Iterator<Item = f64> {
    [0.0, 1.0, 1e3, 1e7].into_iter().cycle().take(2000)
}

// Claim: what an edge proves is what is decided without rounding, in any pose, and its weights are those of the nearest
// point. The heights of its ends differ by no more than its normal may.
#[test]
fn edges_prove_what_is_so() {
    let (mut number, mut count, mut leaning) = (numbers(), 0, 0);
    for far in places() {
        let mut polygon = |place: DVec2| {
            let corners: Vec<DVec2> = (0..3).map(|_| DVec2::new(number(), number())).collect();
            let pose = Pose::from_angle(3.0 * number(), place).unwrap();
            Posed::new(Hull::new(corners).unwrap(), pose)
        };
        let place = DVec2::new(far, -0.3 * far);
        let (a, b) = (polygon(place), polygon(place + DVec2::new(1.5, 1.0)));
        if let Some(tilt) = proves_what_is_so(&a, &b, 16.0) {
            (count, leaning) = (count + 1, leaning + u32::from(tilt > 0.0));
        }
    }
    assert!(count > 400 && leaning > 200, "{count} {leaning}");
}

// Claim: so does an edge in space, near contact too, whose normal is rounded.
#[test]
fn edges_in_space_prove_what_is_so() {
    let (mut number, mut count, mut near) = (numbers(), 0, 0);
    for (far, apart) in places().zip([1.0, 0.7, 0.5].into_iter().cycle()) {
        let mut polytope = |place: DVec3| {
            let mut point = || DVec3::new(number(), number(), number());
            let corners: Vec<DVec3> = (0..4).map(|_| point()).collect();
            let turn = DQuat::from_scaled_axis(3.0 * point());
            let pose = Pose::from_rotation(turn, place).unwrap();
            Posed::new(Hull::new(corners).unwrap(), pose)
        };
        let place = DVec3::new(far, -0.3 * far, 0.2 * far);
        let way = DVec3::new(1.5, 1.0, -0.6) * apart;
        let (a, b) = (polytope(place), polytope(place + way));
        if proves_what_is_so(&a, &b, 32.0).is_some() {
            (count, near) = (count + 1, near + u32::from(apart == 0.5));
        }
    }
    assert!(count > 400 && near > 20, "{count} {near}");
}

// Claim: the distance of an edge is known, and its weights are, wherever the nearest point is inside. Not beyond an end,
// nor so near to one that rounding could tell.
#[test]
fn the_nearest_point_is_inside() {
    for part in [0.25, 0.5, 0.75, 2f64.powi(-40), 1.0 - 2f64.powi(-40)] {
        let found = proved_on(&edge(3.1, part), Goal::ClosestPoints).unwrap();
        assert!(found.lower < 15.5 && 15.5 < found.upper || found.distance == 15.5);
        assert!(found.upper <= found.lower.next_up().next_up());
    }
    for part in [0.0, 1.0, -0.25, 1.25, 2f64.powi(-50), 1.0 - 2f64.powi(-50)] {
        assert!(!is_proved(&edge(3.1, part)), "{part}");
    }
}

// Claim: an edge faces the origin from either side and either way round, and no other vertex may be below it, nor about
// as high.
#[test]
fn no_other_vertex_is_below() {
    for sign in [1.0, -1.0] {
        let [p, q] = edge(3.1 * sign, 0.25);
        let other = |height: f64| DVec2::new(-3.0, 4.0) * (height * sign) + DVec2::new(0.4, 0.3);
        for (p, q) in [(p, q), (q, p)] {
            assert!(is_proved(&[p, q, other(3.2)]));
            for height in [3.0, 3.1, -3.2, 3.1 + 2f64.powi(-40)] {
                assert!(!is_proved(&[p, q, other(height)]), "{height}");
            }
        }
    }
}

// Claim: across an axis the edge is left to what compares coordinates, and at the origin there is none to prove.
#[test]
fn edges_across_an_axis_are_left() {
    for (p, q) in [
        (DVec2::new(-1.0, 2.0), DVec2::new(1.0, 2.0)),
        (DVec2::new(2.0, -1.0), DVec2::new(2.0, 1.0)),
        (DVec2::new(-1.0, -2.0), DVec2::new(1.0, 2.0)),
    ] {
        assert!(proved_on(&[p, q], Goal::Distance).is_none());
    }
}

/// Whether an edge of these pairs of vertices is seen to be the nearest face of the difference of two hulls.
fn ends_on([a, b]: [&Hull<DVec2, [DVec2; 2]>; 2], pairs: [[u32; 2]; 2]) -> bool {
    let mut start = Simplex::EMPTY;
    for [first, second] in pairs {
        start.push(SupportPair {
            feature_a: Feature::Vertex(first),
            feature_b: Feature::Vertex(second),
            ..SupportPair::EMPTY
        });
    }
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(a, b);
    let limits = Limits::of(Goal::Distance, 9);
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Simplex(start),
        &mut simplex,
    );
    search.ends_on_an_edge(&mut simplex)
}

// Claim: the ends differ in a vertex of one shape only, of the first or of the second: an edge of each is of no face but by
// chance.
#[test]
fn edges_are_of_one_shape() {
    let long = Hull::new(edge(3.1, 0.25)).unwrap();
    let short = Hull::new([DVec2::ZERO, DVec2::new(0.3, 0.1)]).unwrap();
    assert!(ends_on([&long, &short], [[0, 0], [1, 0]]));
    assert!(ends_on([&short, &long], [[0, 0], [0, 1]]));
    for pairs in [[[0, 0], [1, 1]], [[0, 1], [1, 0]], [[0, 0], [0, 0]]] {
        assert!(!ends_on([&long, &short], pairs), "{pairs:?}");
    }
}

// Claim: the ends may differ in height by one and a half roundoffs of the largest length, with what their heights err by;
// and the weights are not below twice what rounding and the lean of the edge may move the nearest point by. For each the
// last that is taken and the first that is not, as the largest length grows.
#[test]
fn leans_and_weights_have_limits() {
    // The first end has more digits than the way to the second has room for.
    let ends = [
        DVec2::new(0.012_345_678_912_345_67, 0.007_654_321_987_654_32),
        DVec2::new(4.1, 3.3),
    ];
    let way = ends[1] - ends[0];
    let seen = ends[0] + way * 2f64.powi(-28) - way.perp() * 3.1;
    let with_reach = |of: &dyn Fn([f64; 4]) -> f64| {
        at_edge(&ends, seen, |search, simplex| {
            let [p, q] = ends_of(search, simplex);
            let way = q.rounded() - p.rounded();
            let across = Precise::lifted(way.perp());
            let tilt = (q - p).dot(across).rounded().abs() / way.length();
            let upper = p.dot(across).rounded() / way.length();
            let weight = -p.rounded().dot(way) / way.dot(way);
            search.limits.goal = Goal::Distance;
            (search.reach, search.span) = (of([tilt, upper, way.length(), weight]), 0.0);
            search.ends_on_an_edge(simplex)
        })
    };
    let height_error = 20.0 * 2f64.powi(-78);
    let by_tilt =
        |factor: f64| with_reach(&|[tilt, ..]| factor * tilt / (1.5 * ROUNDOFF - height_error));
    assert!(by_tilt(1.0 + 1e-8) && !by_tilt(1.0 - 1e-8));
    let by_weight = |factor: f64| {
        with_reach(&|[tilt, upper, length, weight]| {
            let left = 0.5 * weight * length - upper * tilt / length;
            factor * left / (16.0 * ROUNDOFF + upper * height_error / length)
        })
    };
    assert!(by_weight(1.0 - 1e-6) && !by_weight(1.0 + 1e-6));
}

// Claim: a short edge leans by what rounding leaves of its ends: it may by 2^-36, and where it leans its weights are known
// that much worse.
#[test]
fn short_edges_lean() {
    // In these numbers the tails of two ends may be half a unit, either way.
    let unit = 2f64.powi(-51);
    let seen = DVec2::new(0.5 * unit, 0.5 * unit);
    let is_proved = |length: f64, part: f64| {
        let way = DVec2::new(0.8, 0.6) * length;
        let rounded = |point: DVec2| (point / (2.0 * unit)).round() * (2.0 * unit);
        let start = rounded(DVec2::new(-2.1, 2.8) - way * part);
        // An odd number of units on: that tail is the other way.
        let ends = [start, start + rounded(way) + DVec2::Y * unit];
        at_edge(&ends, seen, |search, simplex| {
            search.limits.goal = Goal::Distance;
            search.reach = 8.0 * search.difference.scale();
            let [p, q] = ends_of(search, simplex);
            let tail = (DVec2::halves(q)[1] - DVec2::halves(p)[1]).length();
            assert!(tail >= 0.5 * unit * search.difference.scale());
            search.ends_on_an_edge(simplex)
        })
    };
    // Their tails differ by half a unit to one and a half: 2^-36 is that over 2^-16 to 2^-14.
    assert!(is_proved(2f64.powi(-12), 0.5) && !is_proved(2f64.powi(-18), 0.5));
    // By 3.5 times 2^-40 the nearest point may be elsewhere: some 1e-8 of an edge of 2^-12. Rounding alone moves it by 1e-10.
    assert!(is_proved(2f64.powi(-12), 1e-6) && !is_proved(2f64.powi(-12), 1e-9));
}

// Claim: an edge is left that is too short beside the largest length and the numbers that it is made of, and one whose
// distance is not known to an ulp beside the largest length. For each the last that is taken and the first that is not.
#[test]
fn rounding_leaves_no_doubt() {
    // Five long, level, and fifteen away.
    let with = |reach: f64, span: f64| {
        at_edge(&edge(3.0, 0.25), DVec2::ZERO, |search, simplex| {
            let scale = search.difference.scale();
            (search.reach, search.span) = (reach * scale, span * scale);
            search.limits.goal = Goal::Distance;
            search.ends_on_an_edge(simplex)
        })
    };
    let steepest = 2f64.powi(30) * 5.0;
    for (factor, expected) in [(1.0 - 1e-12, true), (1.0 + 1e-12, false)] {
        assert_eq!(with(16.0, steepest * factor - 16.0), expected);
    }
    let (distance, ulp, of_lengths) = (15.0, 2f64.powi(-49), 10.0 * 2f64.powi(-78));
    let most = ulp / of_lengths - distance;
    // Its ends may differ in height by what these are known to.
    let lean = 2.0 * of_lengths * most / 5.0;
    let of_lean = (16.0 * ROUNDOFF * most + distance * lean) * lean;
    let most = most - of_lean / of_lengths;
    assert!(with(most * (1.0 - 1e-9), 0.0) && !with(most * (1.0 + 1e-9), 0.0));
}

type Rod = Rounded<Hull<DVec3, [DVec3; 2]>>;

/// Calls `look` with the search between a rounded edge in space and the origin, which stands at the edge.
fn at_rod<T>(
    ends: [DVec3; 2],
    radius: f64,
    look: impl FnOnce(&mut Search<'_, Rod, Point<DVec3>, DVec3, ()>, &mut Vertices<DVec3>) -> T,
) -> T {
    let rod = Rounded::new(Hull::new(ends).unwrap(), radius).unwrap();
    let origin = Point::new(DVec3::ZERO).unwrap();
    let mut start = Simplex::EMPTY;
    for number in [0, 1] {
        start.push(SupportPair {
            feature_a: Feature::Vertex(number),
            ..SupportPair::EMPTY
        });
    }
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(&rod, &origin);
    let limits = Limits::of(Goal::ClosestPoints, 9);
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Simplex(start),
        &mut simplex,
    );
    look(&mut search, &mut simplex)
}

// Claim: in space an edge is left that is so near the origin, beside the largest length, that its normal may lean by 2^-36:
// the last that is taken and the first that is not. So is one that is too short beside the numbers that it is made of. Its
// nearest point is inside, either end the nearer one.
#[test]
fn normals_in_space_lean() {
    // Of length seven, with the nearest point a third of the way on or two.
    let (way, across) = (DVec3::new(2.0, 3.0, 6.0), DVec3::new(3.0, -2.0, 0.0));
    let (height, length) = (across.length(), 7.0);
    for [forth, back] in [[1.0, 2.0], [2.0, 1.0]] {
        let ends = [across * 3.0 - way * forth, across * 3.0 + way * back];
        let with_reach = |reach: f64| {
            at_rod(ends, 0.0, |search, simplex| {
                (search.reach, search.span) = (reach * search.difference.scale(), 0.0);
                search.ends_on_an_edge(simplex)
            })
        };
        let most = 2f64.powi(12) * 3.0 * height;
        assert!(with_reach(most * (1.0 - 1e-6)) && !with_reach(most * (1.0 + 1e-6)));
        // An edge of three such ways may be that much shorter than the numbers that it is made of.
        let with_size = |size: f64| {
            at_rod(ends, 0.0, |search, simplex| {
                search.span = size * search.difference.scale() - search.reach;
                search.ends_on_an_edge(simplex)
            })
        };
        let most = STEEPEST * 3.0 * length;
        assert!(with_size(most * (1.0 - 1e-6)) && !with_size(most * (1.0 + 1e-6)));
        at_rod(ends, 0.0, |search, simplex| {
            assert!(search.ends_on_an_edge(simplex));
            let weights = [back, forth].map(|part| part / 3.0);
            for (weight, expected) in simplex.weights().iter().zip(weights) {
                assert!((weight - expected).abs() < 4.0 * f64::EPSILON);
            }
            let off = search.upper - 3.0 * height * search.difference.scale();
            assert!(off.abs() < 4.0 * ROUNDOFF * length);
        });
    }
    for [forth, back] in [[0.0, 3.0], [3.0, 0.0], [-1.0, 4.0], [4.0, -1.0]] {
        let ends = [across * 3.0 - way * forth, across * 3.0 + way * back];
        assert!(!at_rod(ends, 0.0, |search, simplex| search.ends_on_an_edge(simplex)));
    }
}

// Claim: a radius in space is laid off along the mean, which is known in more digits than the normal; without one, or where no
// points are asked for, the normal will do.
#[test]
fn radii_are_laid_off_along_the_mean() {
    let ends = [DVec3::new(-1.1, 2.3, 0.7), DVec3::new(3.3, 1.9, -0.4)];
    for (radius, goal, is_known) in [
        (0.5, Goal::ClosestPoints, true),
        (0.0, Goal::ClosestPoints, false),
        (0.5, Goal::Distance, false),
    ] {
        at_rod(ends, radius, |search, simplex| {
            search.limits.goal = goal;
            assert!(search.ends_on_an_edge(simplex));
            let mean = simplex.near_mean(search.difference, search.reach);
            assert_ne!(mean, search.nearest);
            let expected = if is_known { mean } else { search.nearest };
            assert_eq!(search.mean, expected, "{radius} {goal:?}");
        });
    }
}
