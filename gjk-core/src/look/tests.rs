//! Each test is a claim about a look that ends a search.

use crate::bounds::length;
use crate::difference::Difference;
use crate::exact::LOOK;
use crate::float::ROUNDOFF;
use crate::goal::{Ending, Goal, Limits, Start};
use crate::search::Search;
use crate::search::tests::{Polygon, pair_of, with_search};
use crate::shape::{Hull, Point};
use crate::space::{Scalar, Space};
use crate::vector::Vector;
use crate::vertices::Vertices;
use glam::{DVec2, DVec3};
use std::vec;

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

/// Whether a search ends by a look, and how many iterations it takes.
fn outcome<A, B, V, O>(search: &Search<'_, A, B, V, O>) -> (bool, u32)
where
    A: ?Sized,
    B: ?Sized,
{
    (search.beyond > 0.0, search.iterations)
}

// Claim: a search that starts with the nearest edge has nothing to do: of polytopes, asked for a distance. Not
// where a vertex is below, nor with a simplex that fills the plane.
#[test]
fn a_start_may_be_the_end() {
    let edge = [DVec2::new(-1.0, 2.0), DVec2::new(3.0, 2.5)];
    let ends = |other, count| {
        started_at(&[edge[0], edge[1], other], count, |search, simplex| {
            search.support = pair_of(search, 2);
            let ends = search.starts_at_the_end(simplex);
            assert!(!ends || search.lower <= search.upper);
            ends.then(|| outcome(search))
        })
    };
    let above = DVec2::Y * 5.0;
    assert_eq!(ends(above, 2), Some((true, 1)));
    assert_eq!([ends(above, 3), ends(DVec2::Y, 2)], [None, None]);
    for (goal, polytopes, expected) in [
        (Goal::ClosestPoints, true, true),
        (Goal::Distance, true, true),
        (Goal::Verdict, true, false),
        (Goal::ClosestPoints, false, false),
    ] {
        started_at(&edge, 2, |search, simplex| {
            (search.limits.goal, search.polytopes) = (goal, polytopes);
            search.run(simplex);
            let expected = (expected, 1);
            assert_eq!(outcome(search), expected, "{goal:?} {polytopes}");
        });
    }
}

// Claim: an edge that ends a search has proved the distance: where it starts there, and after the last of three steps; in
// space too.
#[test]
fn edges_prove_the_distance() {
    let edge = [DVec2::new(-1.0, 2.0), DVec2::new(3.0, 2.5)];
    started_at(&edge, 2, |search, simplex| {
        assert!(search.starts_at_the_end(simplex) && search.proved.is_some());
        assert_eq!(outcome(search), (true, 1));
    });
    // Without portals, which few iterations leave no time for.
    with_search(&edge, |search, simplex| {
        assert_eq!(search.descend(simplex), Ending::Converged);
        assert!(search.proved.is_some() && simplex.count() == 2);
        assert_eq!(outcome(search), (true, 3));
    });

    let edge = Hull::new(edge.map(|end| end.extend(0.1))).unwrap();
    let origin = Point::new(DVec3::ZERO).unwrap();
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(&edge, &origin);
    let limits = Limits::of(Goal::ClosestPoints, 9);
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Direction(DVec3::Y),
        &mut simplex,
    );
    assert_eq!(search.descend(&mut simplex), Ending::Converged);
    assert!(search.proved.is_some() && simplex.count() == 2);
}

// Claim: a simplex at the origin has no direction to look in, so no search ends there by a look: neither at a vertex
// nor at an edge. (Two equal points once ended so, with NaN for bounds, and were decided exactly all the same.)
#[test]
fn no_look_is_taken_from_the_origin() {
    let points = [DVec2::ZERO, DVec2::new(-1.0, -2.0), DVec2::new(1.0, 2.0)];
    for (chosen, count) in [(&points[..1], 1), (&points[1..], 2)] {
        started_at(chosen, count, |search, simplex| {
            assert!(!search.starts_at_the_end(simplex), "{count}");
            assert_eq!(outcome(search), (false, 0));
        });
    }
}

// Claim: a search whose bounds are near each other takes a look to see that they have met, and one whose bounds
// are not takes an evaluation. How near is near follows from the number of vertices.
#[test]
fn near_bounds_meet_by_a_look() {
    let looks = |vertices: usize, lean: f64| {
        let nearest = DVec2::new(lean, 1.0) * 1.5;
        let mut points = vec![nearest * 2.0; vertices];
        points[0] = nearest;
        with_search(&points, |search, simplex| {
            search.run(simplex);
            outcome(search)
        })
    };
    // The first lower bound is the height along the axis, the upper one the length: `√(1 + lean²)`. With
    // the origin there are 24 vertices or 48; the gap is near up to a 24th or a 96th of the length.
    assert_eq!([0.27, -0.29].map(|lean| looks(23, lean)), [(true, 2); 2]);
    assert_eq!([0.31, -0.33].map(|lean| looks(23, lean)), [(false, 2); 2]);
    assert_eq!([0.13, 0.15].map(|lean| looks(47, lean).0), [true, false]);
}

// Claim: the direction of a search that ends by a look separates the shapes by its lower bound, which is the
// distance but for the gap that is noted, one and a half roundoffs of the largest length at most, whichever
// vertex is the first. That is proved by the tilt, which may be of the other side: so some edges are searched
// that lean by no more.
#[test]
fn what_leans_is_no_end() {
    let (mut accepted, mut refused) = (0, 0);
    for i in (1..400).map(f64::from) {
        let along = DVec2::from_angle(0.1 + i * 0.37) * (1.0 + i);
        let across = along.perp() / (i * i);
        let edge = [across - along * 0.01, across + along];
        for points in [edge, [edge[1], edge[0]]] {
            started_at(&points, 2, |search, simplex| {
                let next = simplex.nearest(search.reach);
                simplex.keep(&next.weights);
                (search.direction, search.upper) = (next.v, 1.0);
                if !search.closes_by_a_look(simplex, next.squared) {
                    assert_eq!((outcome(search), search.upper), ((false, 0), 1.0));
                    refused += 1;
                    return;
                }
                assert_eq!(search.beyond, LOOK);
                accepted += 1;
                let precise = <DVec2 as Vector>::Precise::lifted(search.direction);
                let mean = simplex.mean(search.difference);
                for point in simplex.points().iter().take(2) {
                    let point = <DVec2 as Vector>::Precise::lifted(*point);
                    let below = (mean - point).dot(precise).rounded() / length(precise);
                    assert!(below <= search.gap() + 2f64.powi(-75) * search.reach, "{i}");
                    let height = point.dot(precise).rounded() / length(precise);
                    // Three roundings in the height, two in the bound.
                    assert!(search.lower <= height + 5.0 * ROUNDOFF * height, "{i}");
                    let missing = (search.upper - height) / search.reach;
                    assert!(missing <= 1.5 * ROUNDOFF, "{i}: {}", missing / ROUNDOFF);
                }
            });
        }
    }
    assert!(accepted > 100 && refused > 10, "{accepted} {refused}");
}
