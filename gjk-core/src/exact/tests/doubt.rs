//! What the end of a search leaves in doubt.

use glam::{DVec2, DVec3};

use crate::closest::SupportPair;
use crate::difference::Difference;
use crate::goal::{Ending, Goal, Limits, Start};
use crate::search::Search;
use crate::search::tests::with_search;
use crate::shape::{Ball, Cuboid};
use crate::support::Feature;
use crate::vertices::Vertices;

/// What the end of a search leaves in doubt, and what it notes as proved: of polytopes or of other shapes,
/// at an edge five away or at a triangle around the origin, beside a vertex that is so many times as long.
fn doubt(
    polytopes: bool,
    goal: Goal,
    ending: Ending,
    [around, is_tolerant]: [bool; 2],
    longer: f64,
) -> (bool, Option<f64>) {
    let corners = if around {
        [[-1.0, -1.0], [1.0, -1.0], [0.0, 2.0]]
    } else {
        [[-1.0, 7.0], [7.0, 1.0], [9.0, 9.0]]
    };
    with_search(&corners.map(DVec2::from), |search, simplex| {
        for (number, weight) in (0..if around { 3 } else { 2 }).zip([0.5; 3]) {
            let pair = search
                .difference
                .pair([number, 0].map(Feature::Vertex::<DVec2>));
            let point = search.difference.point(&pair);
            simplex.grow(&SupportPair { weight, ..pair }, point);
            simplex.admit();
            search.support = pair;
        }
        search.reach = simplex.reach() * longer;
        search.span = search.difference.span();
        search.direction = DVec2::new(3.0, 4.0) * search.difference.scale();
        search.bound(simplex);
        search.polytopes = polytopes;
        search.limits.goal = goal;
        search.limits.tolerance = if is_tolerant { 0.5 } else { 0.0 };
        let leaves = search.leaves_doubt(ending, simplex);
        (leaves, search.proved.map(|proved| proved.distance))
    })
}

// Claim: a search that converged leaves no doubt where it proves a distance, or where a tolerance asks for
// no more than a separating plane; of a verdict that is not by a plane there is always a doubt. It is about
// polytopes only.
#[test]
fn what_converged_is_proved_or_doubtful() {
    let margin = Goal::Proximity { margin: 1.0 };
    // Beside vertices so long the distance is known, or at least that there is one, or nothing.
    for (longer, is_clear, is_known, is_beyond) in [
        (1.0, true, true, true),
        (2f64.powi(40), false, true, true),
        (2f64.powi(60), false, false, false),
    ] {
        for is_tolerant in [false, true] {
            let look = |polytopes, goal| {
                doubt(
                    polytopes,
                    goal,
                    Ending::Converged,
                    [false, is_tolerant],
                    longer,
                )
            };
            // With a tolerance nobody looks for a face among level vertices.
            let is_proved = is_clear || (is_known && !is_tolerant);
            let proved = is_proved.then_some(5.0);
            let leaves = proved.is_none() && !(is_tolerant && is_beyond);
            assert_eq!(look(true, Goal::Distance), (leaves, proved), "{longer:e}");
            for goal in [Goal::Verdict, margin] {
                assert_eq!(look(true, goal), (true, None), "{longer:e}");
            }
            for goal in [Goal::Distance, Goal::ClosestPoints, Goal::Verdict, margin] {
                assert_eq!(look(false, goal), (false, None), "{longer:e}");
            }
        }
    }
}

// Claim: what drowned is always in doubt, and what stalled unless its simplex proves a distance that is asked for; an
// overlap of polytopes unless it is certain; and what a plane or a limit ended is not.
#[test]
fn other_endings_are_doubtful_or_not() {
    for polytopes in [true, false] {
        for goal in [Goal::Verdict, Goal::ClosestPoints] {
            let look = |ending, around| doubt(polytopes, goal, ending, [around, false], 1.0);
            assert!(look(Ending::Drowned, false).0);
            let proves = polytopes && goal == Goal::ClosestPoints;
            let proved = proves.then_some(5.0);
            assert_eq!(look(Ending::Stalled, false), (!proves, proved));
            assert!(!look(Ending::Intersecting, true).0);
            assert_eq!(look(Ending::Intersecting, false).0, polytopes);
            for ending in [Ending::Separated, Ending::Beyond, Ending::IterationLimit] {
                assert_eq!(look(ending, false), (false, None));
            }
        }
    }
}

// Claim: radii that overlap leave no doubt while the cores are apart, both by more than rounding can do. The distance
// is zero then, and nobody asks for the digits of that of the cores. Touching balls and touching cores are in doubt.
#[test]
fn overlap_by_radii_leaves_no_doubt() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    for (gap, is_certain) in [
        (0.5, true),
        (1.0 - 1e-9, true),
        (1.0 - 1e-15, false),
        (1.0, false),
        (1e-6, true),
        (0.0, false),
    ] {
        for goal in [Goal::Distance, Goal::ClosestPoints] {
            let ball = Ball::new(DVec3::new(0.25, 1.0 + gap, 0.125), 1.0).unwrap();
            let (mut simplex, mut blind) = (Vertices::empty(), ());
            let mut difference = Difference::new(&cuboid, &ball);
            let limits = Limits::of(goal, 99);
            let start = Start::Direction(-DVec3::Y);
            let mut search =
                Search::start(&mut difference, limits, &mut blind, &start, &mut simplex);
            search.run(&mut simplex);
            search.proved = None;
            for ending in [Ending::Converged, Ending::Stalled] {
                let is_settled = search.only_radii_overlap();
                assert_eq!(is_settled, is_certain, "{gap:e} {goal:?}");
                if is_settled {
                    assert!(!search.leaves_doubt(ending, &mut simplex));
                    let proved = search.proved.take();
                    assert_eq!(proved.map(|proved| proved.upper), Some(0.0));
                }
            }
        }
    }
}
