//! Each test is a claim about a step of the search.

use super::{Ending, ROUNDOFF, Search, is_direction};
use crate::closest::SupportPair;
use crate::difference::{Difference, SIZE};
use crate::goal::{Goal, Limits, Start};
use crate::shape::{Hull, Point};
use crate::space::{Scalar, Space};
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
fn pair_of<A: Support<Vector = DVec2>>(
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

/// Calls `look` with the search between the hull of some points and the origin, which has begun at a simplex
/// of the first so many of them.
fn started_at<T>(
    points: &[DVec2],
    count: u32,
    look: impl FnOnce(&mut Search<'_, Polygon, Point<DVec2>, DVec2, ()>, &mut Vertices<DVec2>) -> T,
) -> T {
    with_search(points, |search, simplex| {
        for number in 0..count {
            let pair = pair_of(search, number);
            simplex.grow(&pair, search.difference.point(&pair));
            simplex.admit();
        }
        search.support = *simplex.pair(0);
        search.reach = simplex.reach();
        search.span = search.difference.span();
        look(search, simplex)
    })
}

// Claim: a search that starts with the nearest edge has nothing to do: of polytopes, asked for a distance. Not
// where a vertex is below, nor with a simplex that fills the plane.
#[test]
fn a_start_may_be_the_end() {
    let edge = [DVec2::new(-1.0, 2.0), DVec2::new(3.0, 2.5)];
    let triangle = |other| [edge[0], edge[1], other];
    let ends = |points: &[DVec2], count| {
        started_at(points, count, |search, simplex| {
            search.starts_at_the_end(simplex)
        })
    };
    assert!(ends(&edge, 2) && ends(&triangle(DVec2::Y * 5.0), 2));
    assert!(!ends(&triangle(DVec2::Y), 2) && !ends(&triangle(DVec2::Y * 5.0), 3));
    // Of an edge across an axis the certificate would ask nothing but the numbers of vertices.
    let level = [DVec2::new(-1.0, 2.0), DVec2::new(3.0, 2.0)];
    for (goal, polytopes, expected) in [
        (Goal::ClosestPoints, true, true),
        (Goal::Distance, true, true),
        (Goal::Verdict, true, false),
        (Goal::ClosestPoints, false, false),
    ] {
        started_at(&level, 2, |search, simplex| {
            (search.limits.goal, search.polytopes) = (goal, polytopes);
            let found = search.starts_at_the_end(simplex);
            assert_eq!(found, expected, "{goal:?} {polytopes}");
        });
    }
}

// Claim: the direction of a search that has nothing to do separates the shapes by the distance but for one and
// a half roundoffs of the largest length, whichever vertex is the first. That is proved by the tilt,
// which may be of the other side: so some edges are searched that lean by no more.
#[test]
fn a_start_that_leans_is_no_end() {
    let (mut accepted, mut refused) = (0, 0);
    for i in (1..400).map(f64::from) {
        let along = DVec2::from_angle(0.1 + i * 0.37) * (1.0 + i);
        let across = along.perp() / (i * i);
        let edge = [across - along * 0.01, across + along];
        for points in [edge, [edge[1], edge[0]]] {
            started_at(&points, 2, |search, simplex| {
                if !search.starts_at_the_end(simplex) {
                    refused += 1;
                    return;
                }
                accepted += 1;
                let length = search.direction.length();
                let precise = <DVec2 as Vector>::Precise::lifted(search.direction);
                for point in simplex.points().iter().take(2) {
                    let height = <DVec2 as Vector>::Precise::lifted(*point).dot(precise);
                    let missing = (search.upper - height.rounded() / length) / search.reach;
                    assert!(missing <= 1.5 * ROUNDOFF, "{i}: {}", missing / ROUNDOFF);
                }
            });
        }
    }
    assert!(accepted > 100 && refused > 10, "{accepted} {refused}");
}
