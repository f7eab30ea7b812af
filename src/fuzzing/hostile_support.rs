//! Broken support mappings, as no case file can hold: every query must end, in time, with an honest
//! status.
//!
//! A mapping returns what the bytes say: a point of a real shape, the same point again, a multiple
//! of the direction, or any numbers, including NaN, infinity, huge and subnormal ones. It lies
//! about its centre, its extent, its radius and its origin, and returns ids of points that it does
//! not have. Then nothing can be promised about the distance. What remains:
//!
//! - no query panics, and each ends within its iteration limit;
//! - the mapping is evaluated once for each iteration, and a few times more if the scale changes or
//!   a simplex is reused; after each evaluation up to three points slide;
//! - an answer is finite and its bounds are in order, or its status is `NotFinite` and its numbers
//!   are NaN;
//! - an observer sees each iteration once.

use std::cell::Cell;
use std::fmt::Debug;

use arbitrary::{Result, Unstructured};
use gjk_core::{
    Body, ClosestPoints, Cuboid, Feature, Pose, Settings, Shape, Simplex, Status, StepKind, Stored,
    SupportMapping, Vector,
};
use glam::{DVec2, DVec3};

/// Numbers that are hard for arithmetic.
const TELLING: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    1e300,
    -1e-300,
    1e150,
    1e-17,
];

/// How many answers a mapping has before it starts again.
const ANSWERS_MAX: usize = 24;

/// A search changes its scale at most about twenty times, with one more evaluation each time; the
/// first evaluation precedes the first iteration. Once per scale, contact is looked for around four
/// faces, two evaluations each, and six edges with four.
const QUESTIONS_BEYOND_LIMIT: u32 = 21 * (1 + 4 * 2 + 6 * 4);

/// `proximity` of curved shapes also looks for four corners around the origin, of five sizes.
const SEARCHES_OF_PROXIMITY: u32 = 1 + 4 * 5;

/// The points after an evaluation: those that slide, as many as a simplex has beside its newest, and
/// those of up to sixteen pieces, each in `f64` and in double-double.
const POINTS_OF_QUESTION: u32 = 3 + 2 * 16 + 2 * 8;

/// A reused simplex has up to four points.
const POINTS_OF_SIMPLEX: u32 = 4;

/// Any bytes as two mappings, at least one of them broken, and settings: every query of every kind.
/// Returns whether there were enough bytes.
pub fn hostile_support(data: &[u8]) -> bool {
    let bytes = &mut Unstructured::new(data);
    let survived = match bytes.arbitrary() {
        Ok(true) => survive::<DVec2>(bytes),
        Ok(false) => survive::<DVec3>(bytes),
        Err(error) => Err(error),
    };
    survived.is_ok()
}

/// A 2D or 3D vector from a few numbers.
pub(super) trait Drawn: Vector + Stored<Wide = Self> + 'static {
    fn of(numbers: [f64; 3]) -> Self;
}

impl Drawn for DVec2 {
    fn of([x, y, _]: [f64; 3]) -> Self {
        Self::new(x, y)
    }
}

impl Drawn for DVec3 {
    fn of(numbers: [f64; 3]) -> Self {
        numbers.into()
    }
}

fn survive<V: Drawn>(bytes: &mut Unstructured) -> Result<()> {
    let (a, other) = (Hostile::<V>::drawn(bytes)?, Hostile::<V>::drawn(bytes)?);
    let honest = Cuboid::new(V::of([1.0, 2.0, 0.5])).expect("a box");
    let alone = bytes.ratio(1, 2)?;
    let mut settings = drawn_settings::<V>(bytes)?;
    let margin = number(bytes)?;
    // Twice: the second time from the simplex of the first.
    for _ in 0..2 {
        let simplex = if alone {
            ask(&settings, margin, &a, &honest, || a.reset());
            ask(&settings, margin, &honest, &a, || a.reset())
        } else {
            ask(&settings, margin, &a, &other, || {
                a.reset();
                other.reset();
            })
        };
        settings.query = settings.query.warm_start(simplex);
    }
    Ok(())
}

/// Settings, and the limits they set.
#[derive(Debug)]
struct Limited<V> {
    query: Settings<V>,
    max_iterations: u32,
}

fn drawn_settings<V: Drawn>(bytes: &mut Unstructured) -> Result<Limited<V>> {
    let mut query = Settings::default();
    let mut max_iterations = Settings::<V>::MAX_ITERATIONS;
    if bytes.ratio(1, 2)? {
        let limit = bytes.int_in_range(0..=40)?;
        // Fewer than two counts as two.
        max_iterations = limit.max(2);
        query = query.max_iterations(limit);
    }
    if bytes.ratio(1, 3)? {
        query = query.relative_tolerance(number(bytes)?);
    }
    if bytes.ratio(1, 3)? {
        query = query.absolute_tolerance(number(bytes)?);
    }
    if bytes.ratio(1, 3)? {
        query = query.max_distance(number(bytes)?);
    }
    if bytes.ratio(1, 3)? {
        query = query.start(vector(bytes)?);
    }
    Ok(Limited {
        query,
        max_iterations,
    })
}

/// All queries, each starting with the first answer of the mappings, and their promises. Returns
/// the last simplex.
fn ask<V: Drawn>(
    settings: &Limited<V>,
    margin: f64,
    a: &(impl Shape<Vector = V> + Counts + Debug),
    b: &(impl Shape<Vector = V> + Counts + Debug),
    reset: impl Fn(),
) -> Simplex<V> {
    let context = || format!("{a:?}\n{b:?}\n{settings:?} margin {margin:?}");
    let in_time = |searches: u32| {
        for [features, points] in [a.counts(), b.counts()] {
            let questions = searches * (settings.max_iterations + QUESTIONS_BEYOND_LIMIT);
            assert!(features <= questions, "{features} questions\n{}", context());
            let points_max = questions * (1 + POINTS_OF_QUESTION) + POINTS_OF_SIMPLEX;
            assert!(points <= points_max, "{points} points\n{}", context());
        }
        reset();
    };
    reset();
    let query = &settings.query;
    let _ = query.intersects(a, b);
    in_time(1);
    let _ = query.proximity(a, b, margin);
    in_time(SEARCHES_OF_PROXIMITY);
    let distance = query.distance(a, b);
    assert!(
        distance.is_nan() || distance >= 0.0,
        "{distance}\n{}",
        context()
    );
    in_time(1);
    let mut seen = 0;
    let answer = query.observed(a, b, |step| {
        seen += u32::from(step.kind.is_iteration());
        let is_exact = step.kind == StepKind::Exact;
        assert!(is_exact || step.number == seen, "{}", context());
    });
    in_time(1);
    assert_eq!(answer.iterations, seen, "{}", context());
    assert!(seen <= settings.max_iterations, "{seen}\n{}", context());
    let origins = [a.body().origin(), b.body().origin()].map(Vector::largest_coordinate);
    let far = origins
        .into_iter()
        .fold(a.body().radius().max(b.body().radius()), f64::max);
    if let Some(lie) = dishonesty(&answer, far) {
        panic!("{lie}\n{answer:?}\n{}", context());
    }
    answer.simplex
}

/// What is dishonest about an answer. `far` is the largest number in the origins and the radii.
pub(super) fn dishonesty<V: Vector>(answer: &ClosestPoints<V>, far: f64) -> Option<&'static str> {
    let numbers = [answer.distance, answer.lower, answer.upper];
    if answer.status == Status::NotFinite {
        let all_nan = numbers.iter().all(|number| number.is_nan());
        return (!all_nan || answer.normal.is_some()).then_some("NotFinite, with numbers");
    }
    // The sum of the largest numbers may be infinite although the distance is not.
    let pairs = answer.simplex.pairs();
    let points = pairs.iter().flat_map(|pair| [pair.a, pair.b]);
    let largest = points.map(Vector::largest_coordinate).fold(far, f64::max);
    let may_overflow = largest > f64::MAX / 8.0;
    let finite = numbers.iter().all(|number| number.is_finite());
    if !finite {
        return Some("not finite, and does not say so");
    }
    let between = answer.lower <= answer.distance && answer.distance <= answer.upper;
    if !(0.0 <= answer.lower && between) {
        return Some("the bounds are not in order");
    }
    let finite = answer.point_a.is_finite() && answer.point_b.is_finite();
    if !finite && !may_overflow {
        return Some("a witness is not finite");
    }
    let is_unit = |normal: V| (normal.length() - 1.0).abs() <= 4.0 * f64::EPSILON;
    if !answer.normal.is_none_or(is_unit) {
        return Some("the normal is not a unit vector");
    }
    let sum: f64 = pairs.iter().map(|pair| pair.weight).sum();
    let positive = pairs.iter().all(|pair| pair.weight > 0.0);
    if !positive || (sum - 1.0).abs() > 8.0 * f64::EPSILON {
        return Some("the weights are not those of a mean");
    }
    None
}

/// The number of evaluations of a mapping for features and for points.
trait Counts {
    fn counts(&self) -> [u32; 2];
}

/// An honest shape need not count: the two are evaluated together.
impl<V> Counts for Cuboid<V> {
    fn counts(&self) -> [u32; 2] {
        [0; 2]
    }
}

/// One answer of a mapping.
#[derive(Clone, Copy, Debug)]
enum Answer<V> {
    /// The support point of a box.
    Right,
    /// Whatever this is.
    Point(V),
    /// A multiple of the direction.
    Along(f64),
    /// Nearly the previous answer, moved by this.
    Moved(V),
}

/// A broken mapping.
#[derive(Debug)]
struct Hostile<V: Copy> {
    answers: Vec<Answer<V>>,
    features: Vec<Option<Feature<V>>>,
    origin: V,
    center: V,
    extent: f64,
    radius: f64,
    /// The number of pieces whose points it states in double-double.
    pieces: u32,
    last: Cell<V>,
    feature_count: Cell<u32>,
    point_count: Cell<u32>,
}

impl<V: Drawn> Hostile<V> {
    fn drawn(bytes: &mut Unstructured) -> Result<Self> {
        let mut answers = vec![drawn_answer(bytes)?];
        let mut features = Vec::new();
        while answers.len() < ANSWERS_MAX && bytes.ratio(7, 8)? {
            answers.push(drawn_answer(bytes)?);
        }
        while features.len() < ANSWERS_MAX && bytes.ratio(1, 2)? {
            features.push(drawn_feature(bytes)?);
        }
        let lies = bytes.ratio(1, 2)?;
        let mut lie = |truth: f64| if lies { number(bytes) } else { Ok(truth) };
        let (extent, radius) = (lie(1.0)?, lie(0.0)?);
        let (origin, center) = if lies {
            (vector(bytes)?, vector(bytes)?)
        } else {
            (V::ZERO, V::ZERO)
        };
        let pieces = if lies { bytes.int_in_range(0..=20)? } else { 0 };
        Ok(Self {
            answers,
            features,
            origin,
            center,
            extent,
            radius,
            pieces,
            last: Cell::new(V::ZERO),
            feature_count: Cell::new(0),
            point_count: Cell::new(0),
        })
    }

    /// Restarts, so that each query meets the same answers.
    fn reset(&self) {
        self.last.set(V::ZERO);
        self.feature_count.set(0);
        self.point_count.set(0);
    }

    fn answer(&self, direction: V) -> V {
        let count = self.point_count.get();
        self.point_count.set(count + 1);
        let point = match self.answers[count as usize % self.answers.len()] {
            Answer::Right => Cuboid::new(V::of([1.0; 3]))
                .expect("a box")
                .support(direction),
            Answer::Point(point) => point,
            Answer::Along(factor) => direction * factor,
            Answer::Moved(by) => self.last.get() + by,
        };
        self.last.set(point);
        point
    }
}

impl<V: Drawn> SupportMapping for Hostile<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.answer(direction)
    }

    fn farthest(&self, direction: V, _near: u32) -> (Feature<V>, V) {
        let count = self.feature_count.get();
        self.feature_count.set(count + 1);
        let named = self.features.get(count as usize % ANSWERS_MAX);
        let name = named
            .copied()
            .flatten()
            .unwrap_or(Feature::Piece(0, direction));
        (name, self.point(name))
    }

    fn point(&self, feature: Feature<V>) -> V {
        match feature {
            Feature::Piece(_, direction) => self.answer(direction),
            _ => self.answer(V::X),
        }
    }

    fn precise_point(&self, piece: u32, direction: V) -> Option<[V; 2]> {
        let rest = self.last.get();
        (piece < self.pieces).then(|| [self.answer(direction), rest])
    }

    fn center(&self) -> V {
        self.center
    }

    fn extent(&self) -> f64 {
        self.extent
    }
}

impl<V: Drawn> Shape for Hostile<V> {
    type Vector = V;

    fn body(&self) -> Body<'_, V> {
        let body = Body::new(self).rounded(self.radius);
        // An origin that is not finite cannot be in a pose.
        match Pose::from_translation(self.origin) {
            Ok(place) => body.posed(&place),
            Err(_) => body,
        }
    }
}

impl<V: Copy> Counts for Hostile<V> {
    fn counts(&self) -> [u32; 2] {
        [self.feature_count.get(), self.point_count.get()]
    }
}

fn drawn_answer<V: Drawn>(bytes: &mut Unstructured) -> Result<Answer<V>> {
    Ok(match bytes.int_in_range(0..=7)? {
        0..=2 => Answer::Right,
        3..=4 => Answer::Point(vector(bytes)?),
        5..=6 => Answer::Along(number(bytes)?),
        _ => Answer::Moved(vector(bytes)?),
    })
}

/// An id that is unrelated to the direction, or `None`: the honest id.
fn drawn_feature<V: Drawn>(bytes: &mut Unstructured) -> Result<Option<Feature<V>>> {
    Ok(match bytes.int_in_range(0..=2)? {
        0 => None,
        1 => Some(Feature::Vertex(bytes.arbitrary()?)),
        _ => Some(Feature::Piece(bytes.arbitrary()?, vector(bytes)?)),
    })
}

fn vector<V: Drawn>(bytes: &mut Unstructured) -> Result<V> {
    Ok(V::of([number(bytes)?, number(bytes)?, number(bytes)?]))
}

/// A number: usually a small one, one that is hard for arithmetic, or any bits.
pub(super) fn number(bytes: &mut Unstructured) -> Result<f64> {
    Ok(match bytes.int_in_range(0..=7)? {
        0..=4 => f64::from(bytes.int_in_range(-8i8..=8)?) / 2.0,
        5..=6 => *bytes.choose(&TELLING)?,
        _ => f64::from_bits(bytes.arbitrary()?),
    })
}
