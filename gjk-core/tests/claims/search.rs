//! How a search runs: its settings, what an observer sees, and that it ends for every mapping.

use std::cell::Cell;

use crate::common::{LEAST_DIRECTION, Numbers, Unnumbered};
use gjk_core::{
    Arithmetic, Ball, ClosestPoints, Cuboid, Hull, Iteration, Observer, Point, Pose, Posed,
    Settings, Status, Support, closest_points, distance, intersects,
};
use glam::{DVec2, DVec3};

/// A smooth shape: the search converges to it but never lands on it.
struct Ellipsoid {
    axes: DVec3,
}

impl Support for Ellipsoid {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.axes * (self.axes * direction).normalize_or_zero()
    }
}

const ELLIPSOID: Ellipsoid = Ellipsoid {
    axes: DVec3::new(3.0, 2.0, 0.5),
};

fn point(x: f64, y: f64, z: f64) -> Point<DVec3> {
    Point::new(DVec3::new(x, y, z)).unwrap()
}

/// A shape that counts its evaluations.
struct Counted<S> {
    shape: S,
    count: Cell<u32>,
}

impl<S: Support> Support for Counted<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.count.set(self.count.get() + 1);
        self.shape.support(direction)
    }

    fn center(&self) -> S::Vector {
        self.shape.center()
    }
}

fn counted<S: Support>(shape: S) -> Counted<S> {
    let count = Cell::new(0);
    Counted { shape, count }
}

// A tolerance is met, bounds the true error, and costs fewer iterations the larger it is.
#[test]
fn tolerance_trades_iterations() {
    let b = point(4.0, 5.0, 6.0);
    let exact = distance(&ELLIPSOID, &b);
    let mut iterations = u32::MAX;
    for tolerance in [0.0, 1e-9, 1e-3, 0.3] {
        let answer = Settings::default()
            .tolerance(tolerance)
            .closest_points(&ELLIPSOID, &b);
        assert_eq!(answer.status, Status::Converged, "{tolerance}");
        let slack = f64::max(tolerance * answer.distance, 16.0 * f64::EPSILON);
        assert!(answer.upper - answer.lower <= slack, "{tolerance}");
        assert!(answer.lower <= exact + 1e-14 && exact <= answer.upper + 1e-14);
        assert!(answer.iterations < iterations, "{tolerance}");
        iterations = answer.iterations;
    }
    // The tolerance is relative to the distance of the shapes, not of their cores.
    let large = Ellipsoid {
        axes: DVec3::new(30.0, 20.0, 5.0),
    };
    let center = DVec3::new(100.0, 80.0, 60.0);
    let between = distance(&large, &Point::new(center).unwrap());
    let ball = Ball::new(center, between - 0.125).unwrap();
    let settings = Settings::default().tolerance(0.1);
    let answer = settings.closest_points(&large, &ball);
    assert!(answer.lower <= 0.126 && answer.upper >= 0.124, "{answer:?}");
    assert!(
        answer.upper - answer.lower <= 0.1 * answer.distance,
        "{answer:?}"
    );
    // And so it is at every scale.
    let unscaled = settings.closest_points(&ELLIPSOID, &b);
    for scale in [2f64.powi(-30), 2f64.powi(30)] {
        let axes = ELLIPSOID.axes * scale;
        let b = Point::new(b.position() * scale).unwrap();
        let scaled = settings.closest_points(&Ellipsoid { axes }, &b);
        assert_eq!(scaled.iterations, unscaled.iterations);
        assert_eq!(scaled.distance, unscaled.distance * scale);
    }
    // What makes no sense counts as zero.
    for tolerance in [-1.0, f64::NAN] {
        let settings = Settings::default().tolerance(tolerance);
        assert_eq!(settings, Settings::<DVec3>::default());
    }
}

// The limit stops after exactly so many evaluations, says so, and leaves bounds that hold.
#[test]
fn iteration_limit_is_honoured() {
    let (a, b) = (counted(ELLIPSOID), point(4.0, 5.0, 6.0));
    let full = closest_points(&a, &b);
    assert_eq!(a.count.get(), full.iterations);
    assert!(full.iterations > 8);
    for limit in 0..full.iterations {
        a.count.set(0);
        let answer = Settings::default()
            .max_iterations(limit)
            .closest_points(&a, &b);
        assert_eq!(answer.status, Status::IterationLimit, "{limit}");
        assert_eq!(answer.iterations, limit.max(2));
        assert_eq!(a.count.get(), limit.max(2));
        assert!(answer.lower <= full.distance + 1e-14 && full.distance <= answer.upper + 1e-14);
        assert!(answer.upper.is_finite() && answer.distance == answer.upper);
        assert!(!answer.intersects());
        let between = (answer.point_b - answer.point_a).length();
        assert!((between - answer.distance).abs() <= 1e-14, "{limit}");
    }
    let unlimited = Settings::default().max_iterations(u32::MAX);
    assert_eq!(unlimited.closest_points(&a, &b), full);
}

// With a tolerance of zero a smooth shape stops by itself, well before the limit, apart or
// overlapping.
#[test]
fn smooth_shapes_stop_by_themselves() {
    let mut numbers = Numbers::new(5);
    for _ in 0..500 {
        let b = Point::new(numbers.point(24) / 7.0).unwrap();
        let answer = closest_points(&ELLIPSOID, &b);
        assert!(
            matches!(answer.status, Status::Converged | Status::Stalled),
            "{b:?} {answer:?}"
        );
        assert!(answer.iterations < 100, "{b:?} {answer:?}");
        let scaled = b.position() / ELLIPSOID.axes;
        assert_eq!(answer.intersects(), scaled.length() <= 1.0, "{b:?}");
        assert_eq!(intersects(&ELLIPSOID, &b), answer.intersects());
    }
}

// A start direction changes the path, not the answer; one without a direction is ignored.
#[test]
fn start_direction_is_only_a_guess() {
    let (a, b) = (
        Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap(),
        point(4.0, 6.0, 3.0),
    );
    for x in -1..=1 {
        for y in -1..=1 {
            for scale in [1e-300, 1.0, 1e300] {
                let start = DVec3::new(f64::from(x), f64::from(y), 0.25) * scale;
                assert_eq!(Settings::default().start(start).distance(&a, &b), 5.0);
            }
        }
    }
    // The first support point is that of the start: the corner of the box farthest against it.
    let mut first = None;
    Settings::default()
        .start(DVec3::new(-1.0, 1.0, -1.0))
        .observed(&a, &b, &mut |iteration: &Iteration<DVec3>| {
            first.get_or_insert(iteration.support_a);
        });
    assert_eq!(first, Some(DVec3::new(1.0, -2.0, 3.0)));
    // Without one it is the direction between the centres.
    let mut first = None;
    Settings::default().observed(&a, &b, &mut |iteration: &Iteration<DVec3>| {
        first.get_or_insert(iteration.nearest);
    });
    let between = first.unwrap();
    assert_eq!(between / between.x, DVec3::new(4.0, 6.0, 3.0) / 4.0);
    assert!(between.x < 0.0);
    // Poses move the centres.
    let by = Pose::from_translation(DVec3::new(-2.0, 6.0, 0.0)).unwrap();
    let mut first = None;
    Settings::default().observed(&Posed::new(a, by), &b, &mut |iteration: &Iteration<
        DVec3,
    >| {
        first.get_or_insert(iteration.nearest);
    });
    let between = first.unwrap();
    assert_eq!(between / -between.x, DVec3::new(-1.0, 0.0, -0.5));
    for start in [
        DVec3::ZERO,
        DVec3::NAN,
        DVec3::INFINITY,
        DVec3::new(1.0, f64::NAN, 0.0),
    ] {
        assert_eq!(Settings::default().start(start), Settings::default());
    }
}

// Mappings are asked along directions whose largest coordinate is between 2^-100 and 1/4, whatever the
// size of the shapes or the start direction.
#[test]
fn directions_are_of_moderate_size() {
    for unit in [
        2f64.powi(-1000),
        2f64.powi(-40),
        1.0,
        2f64.powi(40),
        2f64.powi(1000),
    ] {
        let checked = Hostile {
            mapping: |_, direction: DVec3| {
                let largest = direction.abs().max_element();
                assert!(
                    (LEAST_DIRECTION..=0.25).contains(&largest),
                    "{unit:e}: {direction}"
                );
                ELLIPSOID.support(direction) * unit
            },
            count: Cell::new(0),
        };
        let b = point(4.0 * unit, 5.0 * unit, 6.0 * unit);
        let start = Settings::default().start(DVec3::new(unit, 0.0, 1e-9 * unit));
        assert!(start.distance(&checked, &b) > 5.0 * unit);
        assert!(start.distance(&b, &checked) > 5.0 * unit);
    }
}

/// Watches a search, and asserts what an observer may rely on.
fn observed<A: Support<Vector = DVec3>, B: Support<Vector = DVec3>>(
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

// Thin overlaps and gaps far below what f64 keeps of a dot product: double-double finds them.
#[test]
fn thin_gaps_are_found() {
    let plate = |z: f64| {
        let corners = [(1.0, 0.3), (-0.7, 0.9), (-0.2, -1.1)];
        corners.map(|(x, y)| DVec3::new(x, y, z + 0.25 * x - 0.5 * y))
    };
    for exponent in [-20, -30, -40] {
        let gap = 2f64.powi(exponent);
        let (a, b) = (
            Hull::new(plate(0.0)).unwrap(),
            Hull::new(plate(gap)).unwrap(),
        );
        let answer = closest_points(&a, &b);
        // The plates z = x/4 - y/2 + c are gap / |(1/4, -1/2, -1)| apart.
        let expected = gap / 1.3125f64.sqrt();
        assert!(
            (answer.distance - expected).abs() <= 4.0 * f64::EPSILON,
            "{exponent}: {answer:?}"
        );
        assert!(!intersects(&a, &b), "{exponent}");
    }
}

/// A mapping of some other kind than a support mapping.
struct Hostile<F> {
    mapping: F,
    count: Cell<u32>,
}

impl<F: Fn(u32, DVec3) -> DVec3> Support for Hostile<F> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.count.set(self.count.get() + 1);
        (self.mapping)(self.count.get(), direction)
    }
}

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
            // Each change of scale asks once more, and there are at most 20.
            assert!(a.count.get() <= limit + 20, "{} of {limit}", a.count.get());
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

// Mappings that are no support mappings end too, within the limit and with a status.
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
    // One good answer, then ever larger ones that are no points.
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
    // It always claims to have come a little nearer: only the limit ends that.
    let creeping = |count: u32, _| DVec3::new(9.0 - f64::from(count) / 512.0, 0.0, 0.0);
    assert_eq!(survive(creeping), Status::IterationLimit);
}

// What is not finite meets nothing and has no distance.
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

/// The triangle (1, 0), (-1, -2^-60), (-2^145, 2^200) with exact heights.
struct Spike;

impl Support for Spike {
    type Vector = DVec2;

    fn support(&self, direction: DVec2) -> DVec2 {
        let far = DVec2::new(-(2f64.powi(145)), 2f64.powi(200));
        let corners = [DVec2::X, DVec2::new(-1.0, -(2f64.powi(-60))), far];
        let mut best = corners[0];
        for corner in corners {
            if (corner - best).dot(direction) > 0.0 {
                best = corner;
            }
        }
        best
    }
}

// A vertex that is too large for the scale of the search and is found late, in double-double,
// changes the scale, wherever the iteration limit falls.
#[test]
fn late_large_vertices_change_the_scale() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    for limit in 2..16 {
        let settings = Settings::default().start(DVec2::Y).max_iterations(limit);
        let answer = settings.closest_points(&Spike, &origin);
        assert_ne!(answer.status, Status::NotFinite, "{limit}");
        assert!(answer.distance <= 1.5, "{limit}: {answer:?}");
        assert!(!answer.simplex.pairs().is_empty());
        assert_eq!(answer.intersects(), answer.upper == 0.0, "{limit}");
        let length = answer.point_a.length();
        assert!(
            (length - answer.distance).abs() <= 1e-9,
            "{limit}: {answer:?}"
        );
    }
}

/// The hull of a few points, chosen by exact differences.
struct Chosen([DVec3; 6]);

impl Support for Chosen {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        let higher = |best: DVec3, corner: DVec3| {
            if (corner - best).dot(direction) > 0.0 {
                corner
            } else {
                best
            }
        };
        self.0.into_iter().reduce(higher).unwrap()
    }
}

/// Searches that meet a far vertex late, which changes the scale, with all lengths times `scale`. In
/// the second the simplex that it meets has vertices of two sizes: the smaller of them are too small
/// then, though the largest is not.
fn late_far_vertices(scale: f64) -> [(ClosestPoints<DVec3>, DVec3); 2] {
    let first = [
        DVec3::new(-1.0, 3.0, 0.0),
        DVec3::new(-3.0, -2.0, 0.0),
        DVec3::new(3.0, 2.0, 2.0),
        DVec3::new(-5.0, 1.0, -1.0),
        DVec3::new(3.0, -2.0, 6.0),
        DVec3::new(3.0, -1.0, 0.0) * 2f64.powi(255),
    ];
    let second = [
        DVec3::new(-3.0, 4.0, -1.0),
        DVec3::new(6.0, -2.0, -5.0),
        DVec3::new(5.0, 2.0, 5.0),
        DVec3::new(6.0, -2.0, 1.0),
        DVec3::new(0.0, 1.0, -2.0) * 2f64.powi(26),
        DVec3::new(-3.0, 2.0, 1.0) * 2f64.powi(259),
    ];
    let answer = |vertices: [DVec3; 6], b: DVec3, direction: DVec3| {
        let b = Point::new(b * scale).unwrap();
        let a = Chosen(vertices.map(|vertex| vertex * scale));
        let start = Settings::default().start(direction);
        (start.closest_points(&a, &b), b.position())
    };
    [
        answer(
            first,
            DVec3::new(-2.0, 2.0, -1.0),
            DVec3::new(3.0, 9.0, -3.0),
        ),
        answer(
            second,
            DVec3::new(5.0, 0.0, 2.0),
            DVec3::new(-9.0, -12.0, -3.0),
        ),
    ]
}

// The simplex has a vertex, and the witnesses are points of the shapes, also where the scale
// changes.
#[test]
fn a_change_of_scale_keeps_the_simplex() {
    for (answer, b) in late_far_vertices(1.0) {
        assert!(!answer.simplex.pairs().is_empty(), "{answer:?}");
        assert_eq!(answer.point_b, b);
    }
}

// A change of scale is the same whatever the scale was before: the answer is scaled bit for bit.
#[test]
fn a_change_of_scale_has_no_size() {
    for exponent in [-255, -130, 17, 700] {
        let scale = 2f64.powi(exponent);
        for ((answer, _), (scaled, _)) in
            late_far_vertices(1.0).iter().zip(late_far_vertices(scale))
        {
            let lengths = |x: &ClosestPoints<DVec3>| [x.distance, x.lower, x.upper];
            assert_eq!(lengths(&scaled), lengths(answer).map(|x| x * scale));
            assert_eq!(scaled.point_a, answer.point_a * scale);
            assert_eq!(
                (scaled.status, scaled.iterations),
                (answer.status, answer.iterations)
            );
        }
    }
}

// The limit holds in double-double as well: a search that goes on there takes no iteration more.
#[test]
fn the_second_phase_heeds_the_limit() {
    // The second answer leads nowhere in f64, and its plane is far behind the first.
    let a = Hostile {
        mapping: |_, _| DVec3::new(4.0, -3.5, -3.0),
        count: Cell::new(0),
    };
    let b = Hostile {
        mapping: |count, direction: DVec3| match count % 3 {
            2 => DVec3::new(-3.5, 2.0, 1.0),
            _ => direction.signum(),
        },
        count: Cell::new(0),
    };
    let mut over = 0;
    for limit in 2..8 {
        a.count.set(0);
        b.count.set(0);
        let settings = Settings::default().max_iterations(limit);
        over = over.max(
            settings
                .closest_points(&a, &b)
                .iterations
                .saturating_sub(limit),
        );
    }
    assert_eq!(over, 0);
}

// A radius that is no number is a mapping that misbehaves: the status says so.
#[test]
fn radii_that_are_not_finite_are_not_finite() {
    struct Radius(f64);
    impl Support for Radius {
        type Vector = DVec3;
        fn support(&self, _direction: DVec3) -> DVec3 {
            DVec3::X * 5.0
        }
        fn radius(&self) -> f64 {
            self.0
        }
    }
    for radius in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let answer = closest_points(&Radius(radius), &point(0.0, 0.0, 0.0));
        let honest = answer.status == Status::NotFinite || answer.distance.is_finite();
        assert!(honest, "{radius}: {answer:?}");
        assert!(answer.status == Status::NotFinite || answer.point_a.is_finite());
    }
}
