//! What the end of a search leaves in doubt.

use glam::DVec2;

use crate::bounds::Closing;
use crate::closest::SupportPair;
use crate::gjk::tests::with_search;
use crate::goal::{Ending, Goal};
use crate::support::Feature;

/// What the end of a search leaves in doubt, and what it notes as proved: of polytopes or of other shapes,
/// at an edge five away or at a triangle around the origin.
fn doubt(
    polytopes: bool,
    goal: Goal,
    ending: Ending,
    [is_closed, is_tolerant, is_beyond]: [bool; 3],
) -> (bool, Option<f64>) {
    let around = ending == Ending::Intersecting && is_closed;
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
        search.reach = simplex.reach();
        search.span = search.difference.span();
        search.direction = DVec2::new(3.0, 4.0) * search.difference.scale();
        search.bound(simplex);
        if !is_closed {
            search.closing = None;
        }
        if !is_beyond {
            search.lower = 0.0;
            let gap = search.upper;
            search.closing = search.closing.map(|closing| Closing { gap, ..closing });
        }
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
    for state in 0..8 {
        let [is_closed, is_tolerant, is_beyond] = [1, 2, 4].map(|bit| state & bit != 0);
        let look = |polytopes, goal| {
            doubt(
                polytopes,
                goal,
                Ending::Converged,
                [is_closed, is_tolerant, is_beyond],
            )
        };
        // The gap between the bounds is that of the search, or the whole distance.
        let proved = (is_closed && is_beyond).then_some(5.0);
        let leaves = proved.is_none() && !(is_tolerant && is_beyond);
        assert_eq!(look(true, Goal::Distance), (leaves, proved), "{state}");
        for goal in [Goal::Verdict, margin] {
            assert_eq!(look(true, goal), (true, None), "{state}");
        }
        for goal in [Goal::Distance, Goal::ClosestPoints, Goal::Verdict, margin] {
            assert_eq!(look(false, goal), (false, None), "{state}");
        }
    }
}

// Claim: what stalled or drowned is always in doubt, an overlap of polytopes unless it is certain, and what a
// plane or a limit ended is not.
#[test]
fn other_endings_are_doubtful_or_not() {
    for polytopes in [true, false] {
        for goal in [Goal::Verdict, Goal::ClosestPoints] {
            let look = |ending, is_closed| doubt(polytopes, goal, ending, [is_closed, false, true]);
            assert!(look(Ending::Drowned, true).0 && look(Ending::Stalled, true).0);
            assert!(!look(Ending::Intersecting, true).0);
            assert_eq!(look(Ending::Intersecting, false).0, polytopes);
            for ending in [Ending::Separated, Ending::Beyond, Ending::IterationLimit] {
                assert_eq!(look(ending, true), (false, None));
            }
        }
    }
}
