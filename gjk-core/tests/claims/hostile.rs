//! Every search ends, also for broken support mappings, with an honest status.

use std::cell::{Cell, RefCell};

use crate::common::Numbers;
use crate::mappings::{Hostile, point};
use gjk_core::{
    Body, Cuboid, Feature, Pose, Posed, Settings, Shape, Status, StepKind, SupportMapping,
    closest_points, distance, intersects,
};
use glam::DVec3;

/// Runs all queries with a hostile mapping and returns the status.
fn survive(mapping: impl Fn(u32, DVec3) -> DVec3) -> Status {
    let a = Hostile {
        mapping,
        count: Cell::new(0),
    };
    let unit = Cuboid::new(DVec3::ONE).unwrap();
    for limit in [2, 3, 7, 256] {
        let settings = Settings::default().max_iterations(limit);
        for query in 0..3 {
            a.count.set(0);
            match query {
                0 => drop(settings.intersects(&a, &unit)),
                1 => drop(settings.distance(&unit, &a)),
                _ => drop(settings.closest_points(&a, &unit)),
            }
            // Six measure it, a proof of contact asks around a side, and a step of Newton at two
            // points nearby.
            assert!(
                a.count.get() <= 3 * limit + 20,
                "{} of {limit}",
                a.count.get()
            );
        }
    }
    a.count.set(0);
    let answer = closest_points(&a, &unit);
    assert!(answer.iterations <= Settings::<DVec3>::MAX_ITERATIONS);
    assert_eq!(answer.status == Status::NotFinite, answer.distance.is_nan());
    assert!(answer.distance.is_nan() || answer.lower <= answer.upper);
    assert!(answer.simplex.pairs().iter().all(|pair| pair.weight > 0.0));
    answer.status
}

// One support point that is not a number ends the query as `NotFinite`, whichever it is: one that
// measures the core, the first, one of a portal, or one of the search.
#[test]
fn a_point_that_is_no_number_is_told() {
    let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 1.5)).unwrap();
    let near = Pose::from_translation(DVec3::new(2.3, 0.9, 0.4)).unwrap();
    let ask = |bad: u32| {
        let core = Hostile {
            mapping: |count, direction: DVec3| {
                let point = direction.normalize() * DVec3::new(1.0, 0.7, 1.2);
                if count == bad {
                    point.with_y(f64::NAN)
                } else {
                    point
                }
            },
            count: Cell::new(0),
        };
        let kinds = RefCell::new(Vec::new());
        let posed = Posed::new(&core, near);
        let answer = Settings::default().observed(&posed, &cuboid, |step| {
            if step.kind.is_iteration() {
                kinds.borrow_mut().push(step.kind);
            }
        });
        (answer.status, kinds.into_inner())
    };
    let (status, kinds) = ask(u32::MAX);
    assert_eq!(status, Status::Converged);
    for kind in [StepKind::Start, StepKind::Portal, StepKind::Nearest] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    // Answers are counted from one, and six measure the core: without one of these no step is taken.
    for bad in 1..=6 {
        assert_eq!(ask(bad), (Status::NotFinite, Vec::new()), "{bad}");
    }
    for bad in 0..kinds.len() {
        let (status, seen) = ask(bad as u32 + 7);
        assert_eq!(status, Status::NotFinite, "{bad}: {seen:?}");
        assert_eq!(seen, &kinds[..=bad]);
    }
}

// Broken support mappings end too, within the limit and with a status.
#[test]
fn hostile_mappings_end() {
    for seed in 0..50 {
        survive(|count, _| Numbers::new(seed * 1000 + u64::from(count)).point(3));
        survive(|count, _| Numbers::new(seed * 1000 + u64::from(count)).point(1 << 40) / 1e9);
        // Any bits at all.
        survive(|count, _| {
            let mut numbers = Numbers::new(seed * 1000 + u64::from(count));
            let mut bits = || f64::from_bits(numbers.bits());
            DVec3::new(bits(), bits(), bits())
        });
        // One NaN or infinity, after `seed` good answers.
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            survive(|count, direction| {
                let far = direction.signum() + DVec3::splat(5.0);
                if u64::from(count) == seed {
                    far.with_y(bad)
                } else {
                    far
                }
            });
        }
    }
    for sign in [1.0, -1.0] {
        survive(|count, _| DVec3::splat(sign * 2f64.powi(count as i32)));
        survive(|count, _| DVec3::X * sign * 2f64.powi(-(count as i32)));
        survive(|count, direction| direction * sign * 2f64.powi(count as i32 * 5));
        survive(|count, direction| direction * sign * 2f64.powi(count as i32 * 130 - 1000));
        survive(|_, direction| direction * sign * 1e308);
        survive(|_, direction| direction * sign * 1e-308);
        survive(|_, direction| direction * sign);
    }
    // One good answer, then ever larger ones that are not finite.
    survive(|count, _| match count {
        1 => DVec3::splat(5.0),
        _ => DVec3::new(f64::NAN, 2f64.powi(count as i32 * 2), 0.0),
    });
    assert_eq!(survive(|_, _| DVec3::splat(3.0)), Status::Converged);
    assert_eq!(survive(|_, _| DVec3::NAN), Status::NotFinite);
    assert_eq!(survive(|_, _| DVec3::INFINITY), Status::NotFinite);
    assert_eq!(
        survive(|_, _| DVec3::new(3.0, f64::NAN, 0.0)),
        Status::NotFinite
    );
    // It always claims to be a little nearer, on one of six sides: only the limit ends that.
    let creeping = |count: u32, _| {
        let [y, z] = [1.0 - 2.0 * f64::from(count % 2), f64::from(count % 3) - 1.0];
        DVec3::new(9.0 - f64::from(count) / 512.0, y, z)
    };
    assert_eq!(survive(creeping), Status::IterationLimit);
}

// Shapes that are not finite do not intersect and have no distance.
#[test]
fn not_finite_is_not_a_number() {
    let nan = Hostile {
        mapping: |_, _| DVec3::NAN,
        count: Cell::new(0),
    };
    let unit = Cuboid::new(DVec3::ONE).unwrap();
    assert!(!intersects(&nan, &unit) && !intersects(&unit, &nan));
    assert!(distance(&nan, &unit).is_nan());
    let answer = closest_points(&unit, &nan);
    assert!(answer.lower.is_nan() && answer.upper.is_nan() && !answer.intersects());
    assert_eq!(answer.normal, None);
}

// A NaN radius is a broken mapping: the status reports it.
#[test]
fn radii_that_are_not_finite_are_not_finite() {
    struct Radius(f64);
    impl SupportMapping for Radius {
        type Vector = DVec3;
        fn support(&self, _direction: DVec3) -> DVec3 {
            DVec3::X * 5.0
        }
    }
    impl Shape for Radius {
        type Vector = DVec3;
        fn body(&self) -> Body<'_, DVec3> {
            Body::new(self).rounded(self.0)
        }
    }
    for radius in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let answer = closest_points(&Radius(radius), &point(0.0, 0.0, 0.0));
        let honest = answer.status == Status::NotFinite || answer.distance.is_finite();
        assert!(honest, "{radius}: {answer:?}");
        assert!(answer.status == Status::NotFinite || answer.point_a.is_finite());
    }
}

// Claim: an answer is honest though an extent is so much too large that weights overflow, and names
// of vertices come and go: its points are numbers, or its status says that they are not.
#[test]
fn loose_extents_leave_honest_answers() {
    struct Loose(f64, Cell<u32>);

    impl SupportMapping for Loose {
        type Vector = DVec3;

        fn support(&self, direction: DVec3) -> DVec3 {
            Cuboid::new(DVec3::ONE).unwrap().support(direction)
        }

        fn farthest(&self, direction: DVec3, _near: u32) -> (Feature<DVec3>, DVec3) {
            self.1.set(self.1.get() + 1);
            if self.1.get() % 6 == 2 {
                (Feature::Vertex(9), self.support(DVec3::X))
            } else {
                (Feature::Piece(0, direction), self.support(direction))
            }
        }

        fn center(&self) -> DVec3 {
            DVec3::splat(2.0)
        }

        fn extent(&self) -> f64 {
            self.0
        }
    }

    impl Shape for Loose {
        type Vector = DVec3;

        fn body(&self) -> Body<'_, DVec3> {
            Body::new(self).rounded(2.0)
        }
    }

    let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 0.5)).unwrap();
    let mut honest = 0;
    for exponent in 0..1000 {
        let loose = Loose(2f64.powi(exponent), Cell::new(0));
        for place in [DVec3::new(2.0, 2.0, -0.5), DVec3::new(0.3, 0.7, -0.4)] {
            let moved = Posed::new(&loose, Pose::from_translation(place).unwrap());
            let mut answer = closest_points(&moved, &cuboid);
            for limit in [2, 2, 3, 3, 256, 256] {
                loose.1.set(0);
                let settings = Settings::default().max_iterations(limit);
                answer = settings
                    .warm_start(answer.simplex)
                    .closest_points(&moved, &cuboid);
                let is_number = !answer.point_a.is_nan() && !answer.point_b.is_nan();
                honest += u32::from(answer.status == Status::NotFinite);
                assert!(
                    is_number || answer.status == Status::NotFinite,
                    "{exponent}: {answer:?}"
                );
            }
        }
    }
    assert!(honest > 0);
}
