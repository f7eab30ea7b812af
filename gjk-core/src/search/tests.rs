//! Each test is a claim about the course of a search.

use super::Search;
use crate::closest::SupportPair;
use crate::difference::{Difference, SIZE};
use crate::goal::{Ending, Goal, Limits, Start};
use crate::shape::{Hull, Point};
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
    let mut search = Search::start(&mut difference, limits, &mut blind, &start, &mut simplex);
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
