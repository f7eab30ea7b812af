//! Each test is a claim about the bounds that a simplex proves.

use super::{Along, length};
use crate::closest::SupportPair;
use crate::difference::Difference;
use crate::double_double::DoubleDouble;
use crate::goal::{Goal, Limits, Start};
use crate::search::Search;
use crate::search::tests::with_search;
use crate::shape::{Hull, Point, Rounded};
use crate::space::{Scalar, Space};
use crate::support::{Feature, Support};
use crate::vector::Vector;
use crate::vertices::Vertices;
use glam::{DVec2, DVec3};

fn along<V: Vector>(direction: V, point: V) -> f64 {
    let along = Along::new(direction);
    along.length_of(along.height([point, V::ZERO]))
}

// Claim: heights are rounded once, however long the direction is beside them. A formula that took
// the height for near the length of the direction lost as many digits as it was shorter: a
// secant step of length 1 made the distance of shapes 2^-7 apart wrong by ten ulps.
#[test]
fn heights_do_not_depend_on_the_length_of_the_direction() {
    for k in [1.0, 3.0, 1e6 + 1.0, 1.0 / 1024.0, 7e-9] {
        for m in [1.0, 5.0, 1e9 + 7.0, 1.0 / 64.0] {
            let point = DVec2::new(3.0 * m, 4.0 * m);
            let found = along(DVec2::new(3.0, 4.0) * k, point);
            // The coordinates of the direction are rounded, which turns it by less than an ulp.
            assert!(
                (found - 5.0 * m).abs() <= f64::EPSILON * 5.0 * m,
                "{k} {m}: {found}"
            );
            if k.fract() == 0.0 {
                assert_eq!(found, 5.0 * m, "{k} {m}");
            }
        }
    }
}

// Claim: a height is known to 6 · 2^-78 of the two lengths, whatever cancels, for points of twice the digits of
// `f64`: so it is against sums of products that nothing rounds to 2^-100.
#[test]
fn heights_have_the_error_that_is_said() {
    let mut worst = 0.0;
    for i in (0..20_000).map(f64::from) {
        let [a, b, c] = [0.37, 0.73, 1.19].map(|step| (step * i + 0.1).sin());
        let direction = DVec3::new(a, b, c);
        // Across the direction every other time, but for what is rounded.
        let point = DVec3::new(c + a * a, b.exp(), a * c - 1.5);
        let point = if i % 2.0 == 0.0 {
            point
        } else {
            direction.cross(point)
        };
        let point = <DVec3 as Vector>::Precise::sum(point, point * (b * f64::EPSILON / 2.0));
        let [highs, lows] = DVec3::halves(point);
        let height = Along::new(direction).height([highs, lows]);
        let mut exact = DoubleDouble::from(0.0);
        for axis in 0..3 {
            exact = exact + DoubleDouble::product(direction[axis], highs[axis]);
            exact = exact + DoubleDouble::product(direction[axis], lows[axis]);
        }
        let found = DoubleDouble::sum(height.number, height.rest);
        let error = (found - exact).rounded().abs() / (direction.length() * highs.length());
        worst = f64::max(worst, error);
    }
    let allowed = 6.0 * 2f64.powi(-78);
    assert!(
        worst <= allowed && worst > allowed / 64.0,
        "{:e}",
        worst / allowed
    );
}

// Claim: a height keeps the digits that cancel.
#[test]
fn heights_keep_what_cancels() {
    let tiny = 2f64.powi(-70);
    let direction = DVec3::new(1.0, 1.0 + f64::EPSILON, tiny);
    let point = DVec3::new(1.0 + f64::EPSILON, -1.0, 1.0);
    let product = Along::new(direction).height([point, DVec3::ZERO]);
    assert_eq!(product.number + product.rest, tiny);
}

/// A search between a shape of two vertices and a point, with both in its simplex by these weights.
fn of_weights<'q, A: Support<Vector = DVec2>>(
    difference: &'q mut Difference<'q, A, Point<DVec2>, DVec2>,
    goal: Goal,
    weights: [f64; 2],
    simplex: &mut Vertices<DVec2>,
    blind: &'q mut (),
) -> Search<'q, A, Point<DVec2>, DVec2, ()> {
    let limits = Limits::of(goal, 9);
    let start = Start::Direction(-DVec2::Y);
    let mut search = Search::start(difference, limits, blind, &start, simplex);
    for (end, weight) in (0..).zip(weights) {
        let pair = search
            .difference
            .pair([Feature::Vertex(end), Feature::Vertex(0)]);
        let point = search.difference.point(&pair);
        simplex.grow(&SupportPair { weight, ..pair }, point);
        simplex.admit();
        search.support = pair;
    }
    search.reach = simplex.reach();
    search
}

/// The bounds of the segment from (-`reach`, 1) to (3 `reach`, 1) by the mean (0, 1) of its ends and
/// a direction that leans by `lean` from (0, 1), and the gap between them, if heights give any.
fn of_a_segment(reach: f64, lean: f64) -> Option<[f64; 3]> {
    let ends = [DVec2::new(-reach, 1.0), DVec2::new(3.0 * reach, 1.0)];
    let (a, b) = (Hull::new(ends).unwrap(), Point::new(DVec2::ZERO).unwrap());
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let weights = [0.75, 0.25];
    let mut difference = Difference::new(&a, &b);
    let mut search = of_weights(
        &mut difference,
        Goal::Distance,
        weights,
        &mut simplex,
        &mut blind,
    );
    let scale = search.difference.scale();
    search.direction = DVec2::new(lean, 1.0) * scale;
    search
        .bound_by_heights(&simplex)
        .then(|| [search.lower, search.upper, search.gap()].map(|length| length / scale))
}

// Claim: the upper bound is the length of the mean, not its height, and the lower one the height of
// the support point, here that of the far end, where the direction leans a little; the gap is what is
// between them.
#[test]
fn bounds_hold_where_the_direction_leans() {
    for lean in [0.0, 1.0, -1.0].map(|sign| sign * 2f64.powi(-15)) {
        let [lower, upper, gap] = of_a_segment(1.0, lean).unwrap();
        assert!((upper - 1.0).abs() <= f64::EPSILON, "{lean:e}: {upper}");
        let height = (1.0 + 3.0 * lean) / lean.hypot(1.0);
        assert!((lower - height).abs() <= f64::EPSILON, "{lean:e}: {lower}");
        let off = gap - (1.0 - height);
        assert!(off.abs() <= f64::EPSILON, "{lean:e}: {gap}");
    }
}

// Claim: the gap is that between the bounds before they are rounded, which may put them an ulp apart. The
// search for a pair of triangles went on without rounding for no other reason.
#[test]
fn the_gap_is_not_that_of_rounded_bounds() {
    let b = Point::new(DVec2::ZERO).unwrap();
    let mut apart = 0;
    for turn in (1..2000).map(|i| DVec2::from_angle(f64::from(i))) {
        let ends = [DVec2::new(-0.3, 0.7), DVec2::new(0.1, 0.7)].map(|end| turn.rotate(end));
        let a = Hull::new(ends).unwrap();
        let (mut simplex, mut blind) = (Vertices::empty(), ());
        let mut difference = Difference::new(&a, &b);
        let mut search = of_weights(
            &mut difference,
            Goal::Distance,
            [0.25, 0.75],
            &mut simplex,
            &mut blind,
        );
        search.direction = simplex.near_mean(search.difference, search.reach);
        search.bound(&simplex);
        let w: <DVec2 as Vector>::Precise = search.difference.point(&search.support);
        let below = simplex.mean(search.difference) - w;
        let height = below.dot(Space::lifted(search.direction)).rounded();
        let gap = height / search.direction.length();
        // Heights are known to 6 · 2^-78 of the lengths, which are below one.
        assert!((search.gap() - gap).abs() <= 2f64.powi(-75), "{turn}");
        apart += u32::from(search.upper - search.lower > 2.0 * gap.abs());
    }
    assert!(apart > 50, "{apart}");
}

// Claim: heights give no bounds where the direction leans so much, or the vertices are so far, that
// rounding or the next term of the series could be seen.
#[test]
fn heights_are_not_trusted_too_far() {
    assert!(of_a_segment(1.0, 2f64.powi(-14)).is_some());
    assert!(of_a_segment(1.0, 2f64.powi(-14) * 1.25).is_none());
    assert!(of_a_segment(1.0, 2f64.powi(-14) * -1.25).is_none());
    // The heights of the ends differ by 2^-8.
    assert!(of_a_segment(127.0, 2f64.powi(-17)).is_some());
    assert!(of_a_segment(129.0, 2f64.powi(-17)).is_none());
    assert!(of_a_segment(129.0, -(2f64.powi(-17))).is_none());
}

/// The bounds by the length of the first of two points and a direction that leans from it, in units of
/// the search, if it gives any; and those by heights.
fn of_a_vertex(points: [DVec2; 2], lean: f64, support: u32) -> [Option<[f64; 2]>; 2] {
    with_search(&points, |search, simplex| {
        let pair = |number| [Feature::Vertex(number), Feature::Vertex(0)];
        let [vertex, support] = [0, support].map(|number| search.difference.pair(pair(number)));
        // Points that have digits after those of `f64`.
        search
            .difference
            .shift_by(DVec2::new(1.0, -0.75) * f64::EPSILON / 40.0);
        let point: DVec2 = search.difference.point(&vertex);
        simplex.grow(
            &SupportPair {
                weight: 1.0,
                ..vertex
            },
            point,
        );
        simplex.admit();
        (search.support, search.direction) = (support, point + point.perp() * lean);
        let by_length = search
            .bound_by_length(simplex)
            .then_some([search.lower, search.upper]);
        let by_heights = search
            .bound_by_heights(simplex)
            .then_some([search.lower, search.upper]);
        [by_length, by_heights]
    })
}

// Claim: a vertex by itself has its length for both bounds, to the same digits as by heights; but not where
// another one is the support point, or the direction leans by more than 2^-40.
#[test]
fn a_vertex_is_bounded_by_its_length() {
    let mut leaning = 0;
    for i in (1..400).map(f64::from) {
        let point = DVec2::from_angle(i) * (1.0 + i * 0.37);
        for lean in [0.0, 2f64.powi(-43), -(2f64.powi(-42))] {
            let [by_length, by_heights] = of_a_vertex([point, point * 2.0], lean, 0);
            assert_eq!(by_length, by_heights, "{i} {lean:e}");
            leaning += u32::from(lean != 0.0 && by_length.is_some());
        }
        let far = [2f64.powi(-40), -(2f64.powi(-39))];
        assert!(
            far.iter()
                .all(|lean| of_a_vertex([point, point * 2.0], *lean, 0)[0].is_none())
        );
        assert!(of_a_vertex([point, point * 2.0], 0.0, 1)[0].is_none());
    }
    assert_eq!(leaning, 2 * 399);
}

// Claim: where radii are laid off along it the mean is rounded once; `f64` alone would round it with
// every edge, here away from the axis, and the witness points with it.
#[test]
fn the_mean_that_radii_are_laid_off_along_is_rounded_once() {
    let ends = [DVec2::new(-0.3, 0.7), DVec2::new(0.1, 0.7)];
    let a = Rounded::new(Hull::new(ends).unwrap(), 0.01).unwrap();
    let b = Point::new(DVec2::ZERO).unwrap();
    for weight in (1..40).map(|i| f64::from(i) / 41.0) {
        let (mut simplex, mut blind) = (Vertices::empty(), ());
        let weights = [1.0 - weight, weight];
        let mut difference = Difference::new(&a, &b);
        let mut search = of_weights(
            &mut difference,
            Goal::ClosestPoints,
            weights,
            &mut simplex,
            &mut blind,
        );
        search.direction = simplex.near_mean(search.difference, search.reach);
        search.bound(&simplex);
        let exact = simplex.mean(search.difference).rounded();
        assert_eq!(search.mean, exact, "{weight}");
    }
}

// Claim: a length is that of the double-double, rounded once.
#[test]
fn lengths_are_rounded_once() {
    let point = DVec3::new(2.0, 3.0, 6.0);
    assert_eq!(
        length::<DVec3, _>(<DVec3 as Vector>::Precise::lifted(point)),
        7.0
    );
    let below = <DVec3 as Vector>::Precise::sum(point, point * -2f64.powi(-60));
    assert_eq!(length::<DVec3, _>(below), 7.0);
    assert_eq!(
        length::<DVec3, _>(<DVec3 as Vector>::Precise::lifted(DVec3::ZERO)),
        0.0
    );
}

// Claim: so it is where the square root of the rounded squares is off, as for the diagonals of some
// large boxes, all of integers.
#[test]
fn diagonals_are_integers() {
    let mut off = 0;
    for i in (0..100).map(f64::from) {
        let (k, m, n) = (
            54_000_001.0 + i,
            53_000_000.0 + 7.0 * i,
            55_000_000.0 + 3.0 * i,
        );
        let box_of = DVec3::new(2.0 * k * n, 2.0 * m * n, k * k + m * m - n * n);
        let diagonal = k * k + m * m + n * n;
        off += u32::from(box_of.length() != diagonal);
        let found = length::<DVec3, _>(<DVec3 as Vector>::Precise::lifted(box_of));
        assert_eq!(found, diagonal, "{box_of}");
    }
    assert!(off > 5, "{off}");
}

// Claim: what a point has beside its rounded coordinates counts in its height.
#[test]
fn heights_have_what_points_have_beside() {
    let rest = DVec2::new(3.0, -7.0) * 2f64.powi(-60);
    let height = Along::new(DVec2::new(2.0, 3.0)).height([DVec2::new(3.0, -2.0), rest]);
    assert_eq!(height.number + height.rest, -15.0 * 2f64.powi(-60));
}
