//! What an observer sees of a search.

use crate::common::Numbers;
use crate::mappings::{ELLIPSOID, Unnumbered, point};
use gjk_core::{
    Arithmetic, ClosestPoints, Hull, Iteration, Observer, Pose, Posed, Settings, Shape,
    closest_points,
};
use glam::DVec3;

/// Watches a search, and asserts what an observer may rely on.
fn observed<A: Shape<Vector = DVec3>, B: Shape<Vector = DVec3>>(
    a: &A,
    b: &B,
) -> (ClosestPoints<DVec3>, Vec<Iteration<DVec3>>) {
    let mut seen = Vec::new();
    let answer = Settings::default().observed(a, b, &mut |iteration: &Iteration<DVec3>| {
        seen.push(*iteration)
    });
    assert_eq!(answer, closest_points(a, b));
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
        assert_eq!(after.upper, after.nearest.length());
        if before.arithmetic == after.arithmetic {
            let ([high, low], [high_after, low_after]) =
                (before.length_squared, after.length_squared);
            assert!(
                (high_after, low_after) < (high, low),
                "{before:?}\n{after:?}"
            );
            assert_eq!(high_after == 0.0, after.upper == 0.0);
        } else {
            assert_eq!(after.arithmetic, Arithmetic::DoubleDouble);
        }
    }
    (answer, seen)
}

// What an observer sees: numbers from 1, lengths that strictly decrease within a phase, at most two
// phases, double-double after double.
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
        let (_, seen) = observed(&Unnumbered(a), &b);
        precise += u32::from(
            seen.iter()
                .any(|i| i.arithmetic == Arithmetic::DoubleDouble),
        );
    }
    assert!(precise > 0);
    observed(&ELLIPSOID, &point(4.0, 5.0, 6.0));
}

// An observer is whatever implements the trait: one of its own, a closure, or the empty one.
#[test]
fn observers_are_of_any_kind() {
    #[derive(Default)]
    struct Last(Option<Iteration<DVec3>>);
    impl Observer<DVec3> for Last {
        fn observe(&mut self, iteration: &Iteration<DVec3>) {
            self.0 = Some(*iteration);
        }
    }
    let (a, b) = (point(0.0, 0.0, 0.0), point(3.0, 4.0, 0.0));
    let mut own = Last::default();
    let answer = Settings::default().observed(&a, &b, &mut own);
    let last = own.0.unwrap();
    assert_eq!((last.number, last.upper), (answer.iterations, 5.0));
    let mut seen = 0;
    let mut closure = |iteration: &Iteration<DVec3>| seen = iteration.number;
    closure.observe(&last);
    assert_eq!(seen, last.number);
    ().observe(&last);
    assert_eq!(Settings::default().observed(&a, &b, &mut ()), answer);
}

// An observer that does not want to see anything is not told anything, and changes no answer.
#[test]
fn observers_may_look_away() {
    struct Away;
    impl Observer<DVec3> for Away {
        fn observe(&mut self, _: &Iteration<DVec3>) {
            panic!("it looked away");
        }
        fn watches(&self) -> bool {
            false
        }
    }
    assert!(!Observer::<DVec3>::watches(&()));
    assert!(Observer::<DVec3>::watches(&|_: &Iteration<DVec3>| ()));
    let (a, b) = (point(0.0, 0.0, 0.0), point(3.0, 4.0, 0.0));
    let answer = Settings::default().observed(&a, &b, &mut Away);
    assert_eq!(answer, Settings::default().closest_points(&a, &b));
}

// What an observer sees is in the unit of the shapes.
#[test]
fn observer_sees_lengths_of_the_shapes() {
    for unit in [2f64.powi(-600), 1.0, 2f64.powi(600)] {
        let (a, b) = (point(0.0, 0.0, unit), point(3.0 * unit, 4.0 * unit, unit));
        let mut last = None;
        Settings::default().observed(&a, &b, &mut |iteration: &Iteration<DVec3>| {
            last = Some(*iteration)
        });
        let last = last.unwrap();
        assert_eq!((last.lower, last.upper), (5.0 * unit, 5.0 * unit));
        assert_eq!(last.nearest, DVec3::new(-3.0, -4.0, 0.0) * unit);
    }
}

// The look that ends a search is shown as an iteration, also where it is the only one.
#[test]
fn a_look_is_shown() {
    // A distance that is no number, so no exact arithmetic is needed to see on which side of it one is.
    let (at_a, at_b) = (DVec3::X, DVec3::new(4.0, 5.0, 0.0));
    let a = Hull::new([DVec3::ZERO, at_a]).unwrap();
    let b = Hull::new([at_b, DVec3::new(5.0, 6.0, 0.0)]).unwrap();
    let first = closest_points(&a, &b);
    let mut seen = Vec::new();
    let again = Settings::default().warm_start(first.simplex).observed(
        &a,
        &b,
        &mut |iteration: &Iteration<DVec3>| seen.push(*iteration),
    );
    assert_eq!((again.iterations, seen.len()), (1, 1));
    let [look] = seen[..] else { return };
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
    assert_eq!((look.support_a, look.support_b), (at_a, at_b));
}
