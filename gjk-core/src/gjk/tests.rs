//! Each test is a claim about a step of the search.

use super::{Ending, Search, is_direction};
use crate::closest::SupportPair;
use crate::difference::{Difference, SIZE};
use crate::float::ROUNDOFF;
use crate::goal::{Goal, Limits, Start};
use crate::shape::{Hull, Point};
use crate::space::Scalar;
use crate::support::{Feature, Support};
use crate::vector::Vector;
use crate::vertices::Vertices;
use glam::DVec2;
use std::vec::Vec;

pub(crate) type Polygon = Hull<DVec2, Vec<DVec2>>;

/// Calls `look` with the search between the hull of some points and the origin, which has not begun,
/// and with an empty simplex.
pub(crate) fn with_search<T>(
    points: &[DVec2],
    look: impl FnOnce(&mut Search<'_, Polygon, Point<DVec2>, DVec2, ()>, &mut Vertices<DVec2>) -> T,
) -> T {
    let (a, b) = (
        Hull::new(points.to_vec()).unwrap(),
        Point::new(DVec2::ZERO).unwrap(),
    );
    let limits = Limits::of(Goal::ClosestPoints, 9);
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let start = Start::Direction(DVec2::Y);
    let mut difference = Difference::new(&a, &b);
    let mut search = Search::new(&mut difference, limits, &mut blind);
    search.start(&start, &mut simplex);
    look(&mut search, &mut simplex)
}

/// The pair of a point of the hull and the origin.
pub(crate) fn pair_of<A: Support<Vector = DVec2>>(
    search: &Search<'_, A, Point<DVec2>, DVec2, ()>,
    number: u32,
) -> SupportPair<DVec2> {
    search
        .difference
        .pair([Feature::Vertex(number), Feature::Vertex(0)])
}

// Claim: a roundoff is the most that one rounding changes 1 by, and no more.
#[test]
fn a_roundoff_is_half_an_ulp() {
    assert_eq!(1.0 + ROUNDOFF, 1.0);
    assert_eq!(1.0 + ROUNDOFF.next_up(), 1.0f64.next_up());
    assert_eq!(f64::UNIT_ROUNDOFF, ROUNDOFF);
}

// Claim: a direction has a length, and one that is a number.
#[test]
fn what_is_a_direction() {
    assert!(is_direction(DVec2::new(0.0, -3.0)));
    for none in [DVec2::ZERO, DVec2::NAN, DVec2::X * f64::INFINITY] {
        assert!(!is_direction(none), "{none}");
    }
}

// Claim: beside a direction that leans from it a point is longer than it looks along it: by the part
// `1 - cos` of its length, however long the direction is.
#[test]
fn slants_are_parts_of_the_length() {
    with_search(&[DVec2::Y], |search, _| {
        (search.nearest, search.upper) = (DVec2::Y * 8.0, 8.0);
        search.direction = search.nearest;
        assert_eq!(search.slant(), 0.0);
        for angle in [1e-3f64, -0.02] {
            for length in [0.5, 3.0] {
                search.direction = DVec2::new(angle.sin(), angle.cos()) * length;
                let expected = 8.0 * (1.0 - angle.cos());
                let off = (search.slant() - expected).abs();
                assert!(off <= 1e-8 * expected, "{angle} {length}: {off:e}");
            }
        }
    });
}

// Claim: a gap of two roundoffs is closed, but in `f64` while a vertex has come that might lead on.
#[test]
fn a_new_vertex_may_lead_on() {
    let below = DVec2::Y * (1.0 - 2.0 * ROUNDOFF);
    let settled = |grown: bool, precise: bool| {
        with_search(&[DVec2::Y, below], |search, simplex| {
            let scale = search.difference.scale();
            let (top, lower) = (pair_of(search, 0), pair_of(search, 1));
            simplex.grow(&SupportPair { weight: 1.0, ..top }, DVec2::Y * scale);
            simplex.admit();
            if grown {
                simplex.grow(&lower, below * scale);
            }
            (search.support, search.direction, search.reach) = (lower, DVec2::Y * scale, scale);
            if precise {
                let mut precise =
                    Vertices::<<DVec2 as Vector>::Precise>::of(simplex, search.difference);
                search.settle(&mut precise, &None)
            } else {
                search.settle(simplex, &None)
            }
        })
    };
    assert_eq!(settled(false, false), Ending::Converged);
    assert_eq!(settled(true, false), Ending::Stalled);
    assert_eq!(settled(false, true), Ending::Converged);
    assert_eq!(settled(true, true), Ending::Converged);
}

// Claim: a change of scale takes the lengths known so far along, makes the next direction one that can
// be asked in, and leaves the shortest vertex of a simplex that the new scale makes too small.
#[test]
fn a_change_of_scale_takes_lengths_along() {
    for (exponent, kept) in [(200, 2), (300, 1)] {
        let far = DVec2::new(2f64.powi(exponent), 3.0);
        let corners = [DVec2::new(0.5, 2.0), DVec2::Y, far];
        with_search(&corners, |search, simplex| {
            for number in [0, 1] {
                let pair = pair_of(search, number);
                simplex.grow(
                    &SupportPair {
                        weight: 0.5,
                        ..pair
                    },
                    search.difference.point(&pair),
                );
                simplex.admit();
            }
            let old = search.difference.scale();
            search.support = pair_of(search, 2);
            (search.lower, search.upper, search.reach) = (-3.0, 5.0, 2f64.powi(60));
            search.nearest = DVec2::new(3.0, 4.0) * 2f64.powi(-80);
            assert_eq!(search.outgrown(simplex), Ending::Rescaled);
            let factor = search.difference.scale() / old;
            assert!(factor < 2f64.powi(-100));
            assert_eq!((search.lower, search.upper), (-3.0 * factor, 5.0 * factor));
            let newest: DVec2 = search.difference.point(&search.support);
            assert_eq!(search.reach, newest.length());
            let direction = search.direction.largest_coordinate();
            assert!((SIZE..2.0 * SIZE).contains(&direction), "{direction}");
            assert_eq!(search.direction, search.nearest);
            assert_eq!(simplex.count(), kept, "{exponent}");
            assert_eq!(simplex.pair(kept - 1).a, DVec2::Y);
        });
    }
}

// Claim: points up to the largest coordinate that the solver takes need no change of scale.
#[test]
fn large_points_keep_the_scale() {
    let far = DVec2::X * 2f64.powi(100);
    let above = DVec2::Y * 5.0;
    with_search(
        &[DVec2::ONE, above + far, above - far],
        |search, simplex| {
            let scale = search.difference.scale();
            search.run(simplex);
            assert_eq!(search.difference.scale(), scale);
            assert!(search.reach > 2f64.powi(90), "{}", search.reach);
        },
    );
}

// Claim: where the weights of a first simplex underflow, here of two vertices that differ by so little
// that the square of that has no inverse, the search goes on from one of them.
#[test]
fn a_simplex_whose_weights_underflow_is_left() {
    let tiny = 2f64.powi(-530);
    let corners = [
        DVec2::new(1.0, tiny),
        DVec2::new(1.0, -tiny),
        DVec2::new(0.5, 1.0),
    ];
    with_search(&corners, |search, simplex| {
        for number in [0, 1] {
            let pair = pair_of(search, number);
            simplex.grow(&pair, search.difference.point(&pair));
            simplex.admit();
        }
        search.reach = simplex.reach();
        assert!(!simplex.nearest(search.reach).squared.is_finite());
        assert_eq!(search.run(simplex), Ending::Converged);
        let expected = 0.8f64.sqrt() * search.difference.scale();
        assert!((search.upper - expected).abs() <= f64::EPSILON * expected);
    });
}
