//! Each test is a claim about a turn of the loop.

use super::is_direction;
use crate::closest::SupportPair;
use crate::float::ROUNDOFF;
use crate::goal::Ending;
use crate::search::tests::{pair_of, with_search};
use crate::vector::Vector;
use crate::vertices::Vertices;
use glam::DVec2;

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
                search.settle(&mut precise, None)
            } else {
                search.settle(simplex, None)
            }
        })
    };
    assert_eq!(settled(false, false), Ending::Converged);
    assert_eq!(settled(true, false), Ending::Stalled);
    assert_eq!(settled(false, true), Ending::Converged);
    assert_eq!(settled(true, true), Ending::Converged);
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
    // The look with which a warm start of polytopes begins leaves it, and the loop does.
    for looks in [true, false] {
        with_search(&corners, |search, simplex| {
            search.polytopes = looks;
            for number in [0, 1] {
                let pair = pair_of(search, number);
                simplex.grow(&pair, search.difference.point(&pair));
                simplex.admit();
            }
            search.reach = simplex.reach();
            assert!(!simplex.nearest(search.reach).squared.is_finite());
            let ending = if looks {
                search.run(simplex)
            } else {
                search.descend(simplex)
            };
            assert_eq!(ending, Ending::Converged);
            let expected = 0.8f64.sqrt() * search.difference.scale();
            assert!((search.upper - expected).abs() <= f64::EPSILON * expected);
        });
    }
}
