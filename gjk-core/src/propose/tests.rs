//! Each test is a claim about the course of a search.

use super::{Candidate, Ending, Scan, Search};
use crate::Shape;
use crate::arithmetic::{Precise, ROUNDOFF, Space};
use crate::decide::Decision;
use crate::difference::tests::{between, from_origin, pair_of};
use crate::difference::{Difference, Name};
use crate::direction::moderate;
use crate::pose::Pose;
use crate::question::{Goal, Question, Start};
use crate::shape::{Axis, Cone, Cuboid, Hull, Point, Posed, Rounded};
use crate::simplex::Simplex;
use crate::solve::solve;
use crate::step::{Step, StepKind};
use crate::support::Feature;
use crate::tests::numbers;
use glam::{DVec2, DVec3};
use std::vec::Vec;

impl Question {
    /// The same with another horizon.
    pub(crate) fn within(self, horizon: f64) -> Self {
        Self { horizon, ..self }
    }
}

/// Calls `look` with the search between a shape and the origin, which has not begun, and an empty
/// candidate.
fn with_search<T>(
    shape: &impl Shape<Vector = DVec3>,
    question: Question,
    look: impl FnOnce(&mut Search<'_>, &mut Candidate<DVec3>) -> T,
) -> T {
    from_origin(shape, |difference| {
        let mut search = Search::new(difference, &question, None);
        look(&mut search, &mut Candidate::empty())
    })
}

/// The same for the hull of some points of the plane, and with a candidate of the first so many of
/// them.
fn started_at<T>(
    points: &[DVec2],
    count: u32,
    question: Question,
    look: impl FnOnce(&mut Search<'_>, &mut Candidate<DVec3>) -> T,
) -> T {
    let (hull, origin) = (Hull::new(points).unwrap(), Point::new(DVec2::ZERO).unwrap());
    between(&hull, &origin, |difference| {
        let mut search = Search::new(difference, &question, None);
        let mut candidate = Candidate::empty();
        let names: Vec<_> = (0..count).map(|i| Some(named(i, 0))).collect();
        search.start_from(&names, &mut candidate);
        look(&mut search, &mut candidate)
    })
}

fn named(a: u32, b: u32) -> [Name; 2] {
    [a, b].map(Feature::Vertex)
}

fn hull(points: &[[f64; 3]]) -> Hull<DVec3, Vec<DVec3>> {
    let points: Vec<DVec3> = points.iter().map(|p| DVec3::from(*p)).collect();
    Hull::new(points).unwrap()
}

const DISTANCE: Question = Question::of(Goal::Distance, 99);

// Claim: of a simplex of an earlier search a vertex is taken over once, and not at all where its
// point is not there. A shape that is no polytope has points of all names.
#[test]
fn a_start_takes_vertices_that_are_there() {
    let taken = |shape: &dyn Shape<Vector = DVec3>, names: [[Name; 2]; 6]| {
        from_origin(&shape, |difference| {
            let mut search = Search::new(difference, &DISTANCE, None);
            let mut candidate = Candidate::empty();
            search.start_from(&names.map(Some), &mut candidate);
            assert!(search.reach() > 0.0);
            candidate
                .pairs()
                .iter()
                .map(|pair| pair.names)
                .collect::<Vec<_>>()
        })
    };
    let ends = hull(&[[1.0, 64.0, 0.0], [2.0, 64.0, 0.0]]);
    let aside = Feature::Piece(0, DVec3::X);
    let names = [
        named(2, 0),
        [aside, Feature::Vertex(0)],
        named(1, 1),
        named(1, 0),
        named(0, 0),
        named(1, 0),
    ];
    assert_eq!(taken(&ends, names), [named(1, 0), named(0, 0)]);
    let cone = Cone::new(Axis::Z, 1.0, 1.0).unwrap();
    assert_eq!(taken(&cone, names)[..2], names[..2]);
}

// Claim: a start that has nothing to take over begins at the first support points from centre to
// centre, as one that knows nothing does, or along the given direction.
#[test]
fn a_start_of_nothing_is_a_start_from_the_centres() {
    let shape = hull(&[[3.0, 1.0, 0.0], [4.0, -1.0, 0.5], [5.0, 0.0, 1.0]]);
    let started = |start: Start| {
        with_search(&shape, DISTANCE, |search, candidate| {
            assert_eq!(search.start(&start, candidate), Ok(()));
            assert_eq!(candidate.count(), 1);
            (
                candidate.pairs()[0].vertices(),
                search.iterations,
                search.direction,
                search.lower,
            )
        })
    };
    let expected = started(Start::Centers);
    assert_eq!(expected.1, 1);
    let across = with_search(&shape, DISTANCE, |search, _| {
        moderate(search.difference.scaling.middle)
    });
    assert_eq!(expected.2, across);
    assert_eq!(started(Start::Simplex([None; 4])), expected);
    let beside = Simplex::<DVec3>::of_vertices(&[[7, 0]]);
    assert_eq!(started(Start::Simplex(beside.names())), expected);
    let (vertices, iterations, direction, _) = started(Start::Direction(DVec3::NEG_X));
    assert_eq!((vertices, iterations), (Some([2, 0]), 1));
    assert_eq!(direction, DVec3::NEG_X);
}

// Claim: the first support points show that shapes are apart from the least gap on that rounding
// cannot make up, radii and the margin taken off, and not by a touch or an overlap; if that is
// asked.
#[test]
fn first_support_points_separate_what_is_apart() {
    let intersection = Question::of(Goal::Intersection, 99);
    let begun = |shape: &dyn Shape<Vector = DVec3>, question: Question| {
        with_search(&shape, question, |search, candidate| {
            search.start(&Start::Centers, candidate).err()
        })
    };
    let at = |x: f64| {
        let pose = Pose::from_translation(DVec3::X * x).unwrap();
        Posed::new(Cuboid::new(DVec3::ONE).unwrap(), pose)
    };
    for (gap, is_separated) in [
        (3.0, true),
        (1e-12, true),
        (1e-15, false),
        (0.0, false),
        (-0.5, false),
    ] {
        let expected = is_separated.then_some(Ending::Beyond);
        assert_eq!(begun(&at(1.0 + gap), intersection), expected, "{gap:e}");
        assert_eq!(begun(&at(1.0 + gap), DISTANCE), None, "{gap:e}");
    }
    let rounded = |x: f64| Rounded::new(at(x), 0.5).unwrap();
    let by = |margin| Question::of(Goal::Proximity, 99).within(margin);
    assert_eq!(begun(&rounded(1.75), by(0.125)), Some(Ending::Beyond));
    assert_eq!(begun(&rounded(1.75), by(0.25)), None);
    assert_eq!(begun(&rounded(1.4), by(0.0)), None);
}

// Claim: every search ends, at the limit at the latest, with points of the difference for its upper
// bound and a plane for its lower one, whatever it was cut short by: against the distance that is
// decided without rounding; in either arithmetic.
#[test]
fn searches_end_with_bounds_that_enclose() {
    let mut number = numbers();
    let (mut limited, mut converged) = (0, 0);
    for round in 0..300u32 {
        let mut point = |x: f64| DVec3::new(number() + x, number(), number());
        let a = Hull::new([point(0.0), point(0.0), point(0.0), point(0.0), point(0.0)]).unwrap();
        let b = Hull::new([point(2.0), point(2.0), point(2.0), point(1.2)]).unwrap();
        between(&a, &b, |difference| {
            let decision = Decision::of(difference, &[], 99).unwrap();
            let distance = decision.distance() * difference.scaling.scale;
            let limit = 2 + round % 7;
            let question = Question::of(Goal::Distance, limit);
            let mut search = Search::new(difference, &question, None);
            let mut candidate = Candidate::empty();
            search.start(&Start::Centers, &mut candidate).unwrap();
            let ending = if round % 2 == 0 {
                search.descend(&mut candidate, Scan::Never)
            } else {
                let mut precise = Candidate::<Precise>::like(&candidate, difference);
                let ending = search.descend(&mut precise, Scan::Never);
                candidate = Candidate::like(&precise, difference);
                ending
            };
            assert!(search.iterations <= limit);
            let certain = difference.scaling.certain;
            if decision.cores_meet() {
                assert!(search.lower <= certain);
                return;
            }
            assert!(search.lower - certain <= distance, "{round}");
            assert!(candidate.mean_length() + certain >= distance, "{round}");
            limited += u32::from(ending == Ending::Limit);
            if ending == Ending::Converged {
                converged += 1;
                assert!(search.upper - search.lower <= certain, "{round}");
            }
        });
    }
    assert!(limited > 50 && converged > 100, "{limited} {converged}");
}

// Claim: beside a direction that leans from it a point is longer than it looks along it: by the
// part `1 - cos` of its length, however long the direction is.
#[test]
fn slants_are_parts_of_the_length() {
    with_search(&hull(&[[0.0, 1.0, 0.0]]), DISTANCE, |search, _| {
        let nearest = DVec3::Y * 8.0;
        (search.upper, search.direction, search.length) = (8.0, nearest, 8.0);
        assert_eq!(search.gap(nearest, nearest, nearest), 0.0);
        for angle in [1e-3f64, -0.02] {
            for length in [0.5, 3.0] {
                search.length = length;
                search.direction = DVec3::new(angle.sin(), angle.cos(), 0.0) * length;
                let expected = 8.0 * (1.0 - angle.cos());
                let off = (search.gap(nearest, nearest, nearest) - expected).abs();
                assert!(off <= 1e-8 * expected, "{angle} {length}: {off:e}");
            }
        }
    });
}

// Claim: where the weights of a first simplex underflow, here of two vertices that differ by so
// little that the square of that has no inverse, the search starts from the centres, with the lower
// bound that its first support point shows; the answer is the same.
#[test]
fn a_simplex_whose_weights_underflow_is_left() {
    let tiny = 2f64.powi(-530);
    let corners = [
        DVec2::new(1.0, tiny),
        DVec2::new(1.0, -tiny),
        DVec2::new(0.5, 1.0),
    ];
    started_at(&corners, 2, DISTANCE, |search, candidate| {
        assert!(!candidate.nearest().squared.is_finite());
        search.descend(candidate, Scan::Never);
        assert!(search.iterations > 0 && search.upper.is_finite());
        let start = Start::Simplex(Simplex::<DVec3>::of_vertices(&[[0, 0], [1, 0]]).names());
        let (hull, origin) = (
            Hull::new(corners).unwrap(),
            Point::new(DVec2::ZERO).unwrap(),
        );
        between(&hull, &origin, |difference| {
            let (mut candidate, mut lower) = (Candidate::empty(), f64::NAN);
            let mut watch = |step: &Step| {
                if step.kind == StepKind::Start {
                    lower = step.lower;
                }
            };
            let watch: &mut dyn FnMut(&Step) = &mut watch;
            let solution = solve(difference, &DISTANCE, &start, Some(watch), &mut candidate);
            assert_eq!(solution.bounds.distance, 0.8f64.sqrt());
            assert!(0.5 < lower && lower < 0.9, "{lower}");
        });
    });
}

// Claim: a search of polytopes that starts with the nearest edge has nothing to do where a scan
// will tell; not with a simplex that fills the plane, which may hold the origin, nor where a
// verdict is asked, or a tolerance.
#[test]
fn a_start_may_be_the_end() {
    let points = [[-1.0, 2.0], [3.0, 2.5], [0.0, 5.0], [0.0, -9.0]].map(DVec2::from);
    let ends = |points: &[DVec2], count, question| {
        started_at(points, count, question, |search, candidate| {
            let ending = search.descend(candidate, Scan::AtOnce);
            (ending, search.iterations)
        })
    };
    let above = &points[..3];
    assert_eq!(ends(above, 2, DISTANCE), (Ending::Likely, 0));
    let around = [points[0], points[1], points[3]];
    assert_eq!(ends(&around, 3, DISTANCE), (Ending::Contact, 0));
    let verdict = Question::of(Goal::Intersection, 99);
    assert_eq!(ends(above, 2, verdict), (Ending::Beyond, 1));
    let tolerant = Question {
        relative_tolerance: 0.1,
        ..DISTANCE
    };
    assert_eq!(ends(above, 2, tolerant), (Ending::Converged, 1));
}

// Claim: a search whose bounds are near each other ends where a scan will likely tell that they
// have met. How near is near follows from the number of vertices.
#[test]
fn near_bounds_end_by_a_vertex_scan() {
    let scan = |vertices: usize, lean: f64| {
        let nearest = DVec2::new(lean, 1.0) * 1.5;
        let mut points = std::vec![nearest * 2.0; vertices];
        points[0] = nearest;
        let hull = Hull::new(&points[..]).unwrap();
        from_origin(&hull, |difference| {
            let mut search = Search::new(difference, &DISTANCE, None);
            let mut candidate = Candidate::empty();
            let start = Start::Direction(DVec3::Y);
            search.start(&start, &mut candidate).unwrap();
            let ending = search.descend(&mut candidate, Scan::Likely);
            (ending == Ending::Likely, search.iterations)
        })
    };
    // The first lower bound is the height along the axis, the upper one the length: `√(1 + lean²)`.
    // With the origin there are 24 vertices or 48; the gap is near up to a 24th or a 96th of the
    // length.
    assert_eq!([0.27, -0.29].map(|lean| scan(23, lean)), [(true, 1); 2]);
    assert_eq!([0.31, -0.33].map(|lean| scan(23, lean).1), [2; 2]);
    assert_eq!([0.13, 0.15].map(|lean| scan(47, lean).1), [1, 2]);
}

// Claim: a search ends in contact where its nearest point is the origin or the simplex fills the
// space, below noise where that is so short that its direction is lost, which in double-double is
// much later.
#[test]
fn endings_at_a_simplex() {
    let ending = |points: &[DVec2], count| {
        started_at(points, count, DISTANCE, |search, candidate| {
            search.descend(candidate, Scan::Never)
        })
    };
    let far = DVec2::new(9.0, 9.0);
    assert_eq!(ending(&[DVec2::ZERO, far], 1), Ending::Contact);
    assert_eq!(
        ending(&[DVec2::new(-1.0, -2.0), DVec2::new(1.0, 2.0)], 2),
        Ending::Contact
    );
    let beside = [DVec2::new(-1.0, -2.0), DVec2::new(1.0, 2.0 + 1e-14)];
    assert_eq!(ending(&beside, 2), Ending::BelowNoise);
    started_at(&beside, 2, DISTANCE, |search, candidate| {
        let mut precise = Candidate::<Precise>::like(candidate, search.difference);
        assert_eq!(search.descend(&mut precise, Scan::Never), Ending::Converged);
    });
    let nan = [
        DVec2::new(f64::MAX, f64::MAX),
        DVec2::new(f64::MAX, -f64::MAX),
    ];
    assert_ne!(ending(&nan, 2), Ending::Contact);
}

// Claim: radii that reach beyond the nearest point end a search, if that is certain, whatever is
// asked.
#[test]
fn radii_end_a_search() {
    let ending = |height: f64, radius: f64, goal: Goal| {
        let edge = Hull::new([[-1.0, height], [1.0, height]].map(DVec2::from)).unwrap();
        let rounded = Rounded::new(edge, radius).unwrap();
        from_origin(&rounded, |difference| {
            let question = Question::of(goal, 99);
            let mut search = Search::new(difference, &question, None);
            let mut candidate = Candidate::empty();
            search
                .start(&Start::Direction(DVec3::Y), &mut candidate)
                .unwrap();
            search.descend(&mut candidate, Scan::Never)
        })
    };
    assert_eq!(ending(3.0, 3.5, Goal::Intersection), Ending::RadiiOverlap);
    assert_eq!(ending(3.0, 3.5, Goal::Distance), Ending::RadiiOverlap);
    assert_eq!(
        ending(3.0, 3.0 + 1e-15, Goal::Intersection),
        Ending::Converged
    );
    assert_eq!(ending(3.0, 3.0, Goal::Distance), Ending::Converged);
    assert_eq!(ending(1e-15, 1.0, Goal::Distance), Ending::RadiiOverlap);
    assert_eq!(ending(3.0, 3.5, Goal::ClosestPoints), Ending::RadiiOverlap);
    assert_eq!(
        ending(1e-15, 1.0, Goal::ClosestPoints),
        Ending::RadiiOverlap
    );
}

// Claim: what is certain of polytopes is larger than all that rounds: a plane that a search finds
// is never beyond the distance by more, wherever the shapes stand, nor is a mean nearer.
#[test]
fn certain_is_larger_than_rounding() {
    let mut number = numbers();
    let mut most = 0.0;
    for round in 0..400 {
        let mut vector = || DVec3::new(number(), number(), number());
        let far = vector() * [0.0, 1.0, 1e3, 1e6][round % 4];
        let at = |place: DVec3| Pose::from_translation(place).unwrap();
        let a = Posed::new(Hull::new([vector(), vector(), vector()]).unwrap(), at(far));
        let b = Posed::new(
            Hull::new([vector(), vector()]).unwrap(),
            at(far + vector() * 3.0),
        );
        between(&a, &b, |difference: &mut Difference<'_>| {
            let decision = Decision::of(difference, &[], 99).unwrap();
            let distance = decision.distance() * difference.scaling.scale;
            let mut search = Search::new(difference, &DISTANCE, None);
            let mut candidate = Candidate::empty();
            search.start(&Start::Centers, &mut candidate).unwrap();
            search.descend(&mut candidate, Scan::Never);
            if !decision.cores_meet() {
                let beyond = f64::max(search.lower - distance, distance - candidate.mean_length());
                most = f64::max(most, beyond / difference.scaling.certain);
                let length = pair_of(difference, [0, 0]);
                assert!(difference.point(&length).rounded().length() <= difference.scaling.size);
            }
        });
    }
    assert!(most > 0.0 && most < 0.25, "{most}");
}

// Claim: where the shapes are certainly apart, a tolerance makes the gap that is small enough a
// part of the least possible distance, or a length in the unit of the coordinates, less what is in
// doubt. Elsewhere and without one it is what rounding leaves.
#[test]
fn tolerances_grant_a_gap() {
    let shape = Rounded::new(hull(&[[3.0, 1.0, 0.0], [4.0, -1.0, 0.5]]), 0.5).unwrap();
    for (relative, absolute, distance, granted) in [
        (0.0, 0.0, 1.5, 0.0),
        (0.25, 0.0, 1.5, 0.375),
        (0.0, 0.5, 1.5, 0.5),
        (0.25, 0.5, 1.5, 0.5),
        (0.25, 0.125, 1.5, 0.375),
        (0.25, 0.0, 0.0, 0.0),
        (0.0, 0.5, 0.0, 0.0),
    ] {
        let question = Question {
            relative_tolerance: relative,
            absolute_tolerance: absolute,
            ..DISTANCE
        };
        with_search(&shape, question, |search, _| {
            let scale = search.difference.scaling.scale;
            let lower = distance * scale + search.radius;
            (search.reach_squared, search.lower, search.upper) = (4.0, lower, 3.0 * lower);
            let rounding = 3.0 * ROUNDOFF * 2.0;
            let granted = granted * scale - 2.0 * search.certain;
            assert_eq!(search.allowed_gap(3.0), f64::max(rounding, granted));
        });
    }
}

// Claim: a search without a nearest point starts again only if there is time for it.
#[test]
fn no_search_starts_again_at_the_limit() {
    let point = Point::new(DVec3::X).unwrap();
    let limit = 9;
    for (iterations, expected) in [(limit - 1, Ending::Limit), (limit, Ending::Stalled)] {
        let question = Question::of(Goal::Distance, limit);
        with_search(&point, question, |search, candidate| {
            candidate.push(DVec3::NAN);
            search.iterations = iterations;
            assert_eq!(search.descend(candidate, Scan::Never), expected);
            assert_eq!(search.iterations, limit);
        });
    }
}
