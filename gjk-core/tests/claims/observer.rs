//! What an observer sees of a query.

use crate::common::Numbers;
use crate::mappings::{ELLIPSOID, Unnumbered, point};
use gjk_core::{
    Arithmetic, Axis, Ball, ClosestPoints, Cone, Cuboid, Ellipsoid, Hull, Pose, Posed, Rounded,
    Segment, Settings, Shape, Step, StepKind, Triangle, closest_points, distance,
};
use glam::{DQuat, DVec3};

/// Observes the iterations of a query, and asserts the promises to observers.
fn observed<A: Shape<Vector = DVec3>, B: Shape<Vector = DVec3>>(a: &A, b: &B) -> Vec<Step> {
    let (answer, seen) = shown(Settings::default(), a, b);
    let seen = seen.of(StepKind::is_iteration);
    assert_eq!(answer.iterations as usize, seen.len());
    assert_eq!(seen[0].length_squared, [f64::INFINITY, 0.0]);
    assert!(seen[0].simplex.pairs().is_empty());
    assert_eq!(seen[0].upper, f64::INFINITY);
    for (i, step) in seen.iter().enumerate() {
        assert_eq!(step.number as usize, i + 1);
    }
    for pair in seen.windows(2) {
        let [before, after] = [pair[0], pair[1]];
        assert!(!after.simplex.pairs().is_empty());
        let off = (after.upper - after.nearest.length()).abs();
        let is_precise = after.arithmetic == Arithmetic::DoubleDouble;
        assert!(off == 0.0 || is_precise && off <= 2.0 * f64::EPSILON * after.upper);
        if after.kind == StepKind::Portal {
            assert!([StepKind::Start, StepKind::Portal].contains(&before.kind));
        } else if before.arithmetic != after.arithmetic {
            assert_eq!(after.arithmetic, Arithmetic::DoubleDouble);
        } else if before.kind != StepKind::Portal {
            let ([high, low], [high_after, low_after]) =
                (before.length_squared, after.length_squared);
            let is_same = (high_after, low_after) == (high, low);
            let may_stay = before.kind == StepKind::Newton || after.kind == StepKind::OffAxis;
            assert!(
                (high_after, low_after) < (high, low) || is_same && may_stay,
                "{before:?}\n{after:?}"
            );
            assert_eq!(high_after == 0.0, after.upper == 0.0);
        }
    }
    seen
}

// Claim: lengths of a step are in the unit of the shapes: of hulls 2^20 times as large the steps
// are the same and their lengths 2^20 times as large, those of portals too.
#[test]
fn steps_have_the_unit_of_the_shapes() {
    let mut numbers = Numbers::new(7);
    let mut portals = 0;
    for round in 0..100 {
        let (a, b) = (numbers.points(8, 9), numbers.points(8, 9));
        let by = DVec3::X * (round % 20) as f64;
        let steps = |size: f64| {
            let hull = |points: &[DVec3], by: DVec3| {
                Hull::new(points.iter().map(|p| (*p + by) * size).collect::<Vec<_>>()).unwrap()
            };
            let mut steps = Vec::new();
            let (a, b) = (hull(&a, DVec3::ZERO), hull(&b, by));
            Settings::default().observed(&a, &b, |step| steps.push(*step));
            steps
        };
        let (one, large) = (steps(1.0), steps(2f64.powi(20)));
        assert_eq!(one.len(), large.len());
        for (p, q) in one.iter().zip(&large) {
            assert_eq!((p.kind, p.number), (q.kind, q.number));
            let by = 2f64.powi(20);
            let lengths = [p.lower * by, p.upper * by];
            assert_eq!([q.lower, q.upper], lengths, "{p:?}");
            if p.kind != StepKind::Start {
                assert_eq!(q.nearest, p.nearest * by, "{p:?}");
            }
            portals += u32::from(p.kind == StepKind::Portal);
        }
    }
    assert!(portals > 50, "{portals}");
}

// Claim: the lower bound of an evaluation is the height of its support point along its direction,
// those of portals too.
#[test]
fn lower_bounds_are_those_of_the_support_points() {
    let mut numbers = Numbers::new(8);
    let (mut portals, mut others) = (0, 0);
    for round in 0..100 {
        let by = DVec3::X * f64::from(round % 20);
        let a = Hull::new(numbers.points(8, 9)).unwrap();
        let b = numbers.points(8, 9).into_iter().map(|p| p + by);
        let b = Hull::new(b.collect::<Vec<_>>()).unwrap();
        Settings::default().observed(&a, &b, |step| {
            let evaluates = step.kind.is_iteration() && step.kind != StepKind::VertexScan;
            let Some(support) = step.support.filter(|_| evaluates) else {
                return;
            };
            let w = support.a - support.b;
            let height = step.direction.dot(w) / step.direction.length();
            let off = (step.lower - height).abs();
            assert!(off <= 8.0 * f64::EPSILON * w.length(), "{step:?}");
            let count = match step.kind {
                StepKind::Portal => &mut portals,
                _ => &mut others,
            };
            *count += 1;
        });
    }
    assert!(portals > 50 && others > 100, "{portals} {others}");
}

// Iterations are numbered from 1, portals come first, lengths strictly decrease within a phase,
// except once after a step of Newton, and there are at most two phases, double-double after double.
#[test]
fn observer_sees_progress() {
    let mut numbers = Numbers::new(6);
    let mut precise = 0;
    for round in 0..500 {
        let a = numbers.points(6, 9).into_iter().map(|p| p / 3.0);
        let a = Hull::new(a.collect::<Vec<_>>()).unwrap();
        let b = Hull::new(numbers.points(5, 3)).unwrap();
        let by = DVec3::X * (round % 7) as f64;
        let b = Posed::new(b, Pose::from_translation(by).unwrap());
        let seen = observed(&Unnumbered(a), &b);
        precise += u32::from(
            seen.iter()
                .any(|i| i.arithmetic == Arithmetic::DoubleDouble),
        );
    }
    assert!(precise > 0);
    observed(&ELLIPSOID, &point(4.0, 5.0, 6.0));
}

// Lengths for an observer are in the unit of the shapes.
#[test]
fn observer_sees_lengths_of_the_shapes() {
    for unit in [2f64.powi(-600), 1.0, 2f64.powi(600)] {
        let (a, b) = (point(0.0, 0.0, unit), point(3.0 * unit, 4.0 * unit, unit));
        let (_, seen) = shown(Settings::default(), &a, &b);
        let last = *seen.of(StepKind::is_iteration).last().unwrap();
        assert_eq!((last.lower, last.upper), (5.0 * unit, 5.0 * unit));
        assert_eq!(last.nearest, DVec3::new(-3.0, -4.0, 0.0) * unit);
    }
}

// The vertex scan that ends a search is an iteration, also if it is the only one.
#[test]
fn a_look_is_shown() {
    // An irrational distance, so no exact arithmetic is needed to compare it with a float.
    let (at_a, at_b) = (DVec3::X, DVec3::new(4.0, 5.0, 0.0));
    let a = Hull::new([DVec3::ZERO, at_a]).unwrap();
    let b = Hull::new([at_b, DVec3::new(5.0, 6.0, 0.0)]).unwrap();
    let first = closest_points(&a, &b);
    let (again, seen) = shown(Settings::default().warm_start(first.simplex), &a, &b);
    assert_eq!((again.iterations, seen.order().as_str()), (1, "sP"));
    let look = seen.0[0];
    let distance = 34f64.sqrt();
    assert_eq!(
        (look.number, look.lower, look.upper),
        (1, distance, distance)
    );
    assert_eq!(look.nearest, DVec3::new(-3.0, -5.0, 0.0));
    assert_eq!(
        look.simplex.pairs()[0].feature_a,
        first.simplex.pairs()[0].feature_a
    );
    let support = look.support.unwrap();
    assert_eq!((support.a, support.b), (at_a, at_b));
    assert_eq!(look.kind, StepKind::VertexScan);
}

/// All that is observed of a query, in order.
#[derive(Default)]
struct Seen(Vec<Step>);

impl Seen {
    /// One letter for each step: `s` for a vertex scan, `i` for another iteration, `x` for an exact
    /// step, `P` for the proof that answers, `p` for one that does not.
    fn order(&self) -> String {
        let last = self.0.len() - 1;
        let letter = |(place, step): (usize, &Step)| match step.kind {
            StepKind::VertexScan => 's',
            StepKind::Exact => 'x',
            kind if kind.is_iteration() => 'i',
            _ if place == last => 'P',
            _ => 'p',
        };
        self.0.iter().enumerate().map(letter).collect()
    }

    /// Its proofs.
    fn proofs(&self) -> Vec<Step> {
        self.of(|kind| !kind.is_iteration() && kind != StepKind::Exact)
    }

    /// Its steps of some kinds.
    fn of(&self, is_wanted: impl Fn(StepKind) -> bool) -> Vec<Step> {
        let steps = self.0.iter().copied();
        steps.filter(|step| is_wanted(step.kind)).collect()
    }
}

/// The observations of a query, whose answer must equal that of an unobserved one.
fn shown(
    settings: Settings<DVec3>,
    a: &dyn Shape<Vector = DVec3>,
    b: &dyn Shape<Vector = DVec3>,
) -> (ClosestPoints<DVec3>, Seen) {
    let mut seen = Seen::default();
    let answer = settings.observed(a, b, |step| seen.0.push(*step));
    assert_eq!(answer, settings.closest_points(a, b));
    (answer, seen)
}

// Claim: the proof that answers a query comes last, with the plane normal to that of the answer and
// an interval around its distance: two boxes face to face.
#[test]
fn a_proof_is_shown() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let other = Posed::new(
        cube,
        Pose::from_translation(DVec3::new(0.5, 0.25, 5.1)).unwrap(),
    );
    let (answer, seen) = shown(Settings::default(), &cube, &other);
    assert!(
        seen.order().ends_with('P') && !seen.order().contains('x'),
        "{}",
        seen.order()
    );
    let proof = *seen.proofs().last().unwrap();
    assert_eq!(
        (proof.kind, proof.arithmetic),
        (StepKind::SupportingPlane, Arithmetic::Double)
    );
    assert!(proof.lower <= answer.lower && answer.upper <= proof.upper);
    assert!(proof.upper - proof.lower < 1e-14);
    assert_eq!(Some(-proof.direction.normalize()), answer.normal);
    assert_eq!(proof.support, None);
}

// Claim: proofs without a plane are observed as well: a simplex around the origin, also of curved
// shapes, and radii larger than the distance of the cores.
#[test]
fn other_proofs_are_shown() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let at = |x: f64| Pose::from_translation(DVec3::new(x, 0.5, 0.25)).unwrap();
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let near = Posed::new(cube, at(1.5));
    for a in [&cube as &dyn Shape<Vector = DVec3>, &ellipsoid] {
        let (answer, seen) = shown(Settings::default(), a, &near);
        assert!(
            answer.intersects() && seen.order().ends_with('P'),
            "{}",
            seen.order()
        );
        let proof = *seen.proofs().last().unwrap();
        assert_eq!(proof.kind, StepKind::ContainsOrigin);
        assert_eq!(proof.direction, DVec3::ZERO);
    }
    let (ball, rounded) = (
        Ball::new(DVec3::ZERO, 3.0).unwrap(),
        Rounded::new(cube, 1.0).unwrap(),
    );
    let (answer, seen) = shown(Settings::default(), &ball, &Posed::new(rounded, at(4.0)));
    assert!(answer.intersects());
    assert!(seen.order().ends_with('P'), "{}", seen.order());
    let Step {
        kind, lower, upper, ..
    } = *seen.proofs().last().unwrap();
    assert!(lower <= upper && upper < 4.0, "{lower} {upper}");
    assert_eq!(kind, StepKind::RadiiOverlap);
    // The bounds enclose a length that no number is: the root of five.
    let (a, b) = (
        Ball::new(DVec3::ZERO, 1.0).unwrap(),
        Ball::new(DVec3::new(1.0, 2.0, 0.0), 2.0).unwrap(),
    );
    let (_, seen) = shown(Settings::default(), &a, &b);
    let Step { lower, upper, .. } = *seen.proofs().last().unwrap();
    assert!(
        lower * lower < 5.0 && 5.0 < upper * upper,
        "{lower} {upper}"
    );
}

fn segment(p: [f64; 3], q: [f64; 3]) -> Segment<DVec3> {
    Segment::new([DVec3::from(p), DVec3::from(q)]).unwrap()
}

/// They touch, which no rounded number shows.
fn crossing_segments() -> (Segment<DVec3>, Segment<DVec3>) {
    (
        segment([-1.0, -3.0, 0.0], [1.0, 3.0, 0.0]),
        segment([-7.0, 1.0, 0.0], [7.0, -1.0, 0.0]),
    )
}

// Claim: exact steps come after the proof that leaves the question open, numbered from one; the
// last has the simplex and the normal of the answer and no support points. Crossing segments touch;
// a maximum distance equal to the distance is decided as well.
#[test]
fn exact_steps_are_shown() {
    let (a, b) = crossing_segments();
    let (answer, seen) = shown(Settings::default(), &a, &b);
    assert!(
        answer.intersects() && seen.order().ends_with('x'),
        "{}",
        seen.order()
    );
    let exact = seen.of(|kind| kind == StepKind::Exact);
    let last = exact.last().unwrap();
    assert_eq!((last.lower, last.upper), (0.0, 0.0));
    assert_eq!((last.direction, last.support), (DVec3::ZERO, None));
    assert_eq!(last.simplex, answer.simplex);
    for (index, step) in exact.iter().enumerate() {
        assert_eq!(step.number as usize, index + 1);
        assert_eq!(step.arithmetic, Arithmetic::Exact);
        assert_eq!(step.support.is_none(), index + 1 == exact.len());
    }

    let apart = segment([0.0, 5.0, 0.0], [1.0, 7.0, 0.0]);
    let settings = Settings::default().max_distance(4.5);
    let (answer, seen) = shown(settings, &segment([0.0, 0.5, 0.0], [0.0, 0.0, 1.0]), &apart);
    assert_eq!(answer.distance, 4.5);
    let last = *seen.0.last().unwrap();
    assert_eq!(last.kind, StepKind::Exact, "{}", seen.order());
    assert_eq!((last.lower, last.upper), (4.5, 4.5));
    assert_eq!(last.direction, DVec3::NEG_Y);
    assert!(
        !seen.order().contains("xi") && !seen.order().contains("xP"),
        "{}",
        seen.order()
    );
}

// Claim: a vertex scan comes before its proof, an open proof before what it leaves open, for any
// shapes, and the intervals of all proofs enclose the distance of the cores.
#[test]
fn what_is_shown_has_an_order() {
    let mut numbers = Numbers::new(7);
    let (mut scans, mut exact, mut open) = (0, 0, 0);
    for round in 0..400 {
        let scale = [1.0, 3.0][round % 2];
        let [a, mut b] = [(); 2].map(|()| numbers.points(5, 4));
        b.iter_mut().for_each(|p| p.x += (round % 5) as f64 * 3.0);
        let [a, b] = [a, b].map(|points| {
            Hull::new(points.into_iter().map(|p| p / scale).collect::<Vec<_>>()).unwrap()
        });
        let (answer, seen) = shown(Settings::default(), &a, &b);
        scans += u32::from(seen.order().contains("sP"));
        exact += u32::from(seen.order().contains('x'));
        open += u32::from(seen.order().contains('p'));
        assert!(
            seen.order().ends_with('P') || seen.order().ends_with('x'),
            "{}",
            seen.order()
        );
        assert!(
            seen.order().matches('P').count() <= 1 && !seen.order().contains("xP"),
            "{}",
            seen.order()
        );
        for Step { lower, upper, .. } in seen.proofs() {
            assert!(
                lower <= answer.upper && answer.lower <= upper,
                "{lower} {upper} {answer:?}"
            );
        }
    }
    assert!(
        scans > 50 && exact > 3 && open > 0,
        "{scans} {exact} {open}"
    );
}

// Claim: a vertex scan that does not end the search is neither shown nor counted: where radii take
// nearly all of the distance of the cores, it does not tell which number is left.
#[test]
fn a_scan_that_settles_nothing_is_not_shown() {
    let corners = [[3.0, -1.0, 0.5], [-2.0, 3.0, 1.0], [-1.0, -3.0, -0.5]];
    let [p, q, r] = corners.map(DVec3::from);
    let triangle = Triangle::new([p, q, r]).unwrap();
    let above = point(0.3, 0.1, 2.7);
    let cores = distance(&triangle, &above);
    let (mut scans, mut others) = (0, 0);
    for digits in 1..48 {
        let radius = cores * (1.0 - 2f64.powi(-digits));
        let rounded = Rounded::new(triangle, radius).unwrap();
        let (answer, seen) = shown(Settings::default(), &rounded, &above);
        let order = seen.order();
        let after_scan = order.split_once('s').map(|(_, after)| after);
        assert!(
            !after_scan.is_some_and(|after| after.contains(['i', 's'])),
            "{order}"
        );
        let iterations = seen.of(StepKind::is_iteration).len();
        assert_eq!(answer.iterations as usize, iterations, "{order}");
        match after_scan {
            Some(_) => scans += 1,
            None => others += 1,
        }
    }
    assert!(scans > 10 && others > 0, "{scans} {others}");
}

// Claim: a plane that answers a query between curved shapes has its lower bound not above its upper
// one, though rounding may cross the bounds of the search; and they are those of the answer.
#[test]
fn the_bounds_of_a_plane_between_curved_shapes_are_in_order() {
    let mut numbers = Numbers::new(5);
    let mut planes = 0;
    for _ in 0..200 {
        let place = numbers.point(90) / 16.0 + DVec3::X * 8.0;
        let rotation = DQuat::from_axis_angle(DVec3::Y, numbers.integer(90) / 64.0);
        let pose = Pose::from_rotation(rotation, place).unwrap();
        let cone = Posed::new(Cone::new(Axis::Z, 1.5, 0.75).unwrap(), pose);
        let (answer, seen) = shown(Settings::default(), &ELLIPSOID, &cone);
        for step in seen.of(|kind| kind == StepKind::SupportingPlane) {
            planes += 1;
            assert!(step.lower <= step.upper, "{} {}", step.lower, step.upper);
            assert_eq!([step.lower, step.upper], [answer.lower, answer.upper]);
        }
    }
    assert!(planes > 100, "{planes}");
}
