//! How a query runs, and the queries with settings.

use crate::answer::Answer;
use crate::closest::ClosestPoints;
use crate::difference::Difference;
use crate::gjk::{Goal, Limits, Search};
use crate::observer::Observer;
use crate::support::Support;
use crate::vector::Vector;

/// How a query runs. The default answers as exactly as `f64` can hold.
///
/// ```
/// use gjk_core::{Point, Settings};
/// use glam::DVec3;
///
/// let settings = Settings::default().tolerance(1e-3).max_iterations(32);
/// let a = Point::new(DVec3::ZERO).unwrap();
/// let b = Point::new(DVec3::new(0.0, 3.0, 4.0)).unwrap();
/// assert_eq!(settings.distance(&a, &b), 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings<V> {
    tolerance: f64,
    max_iterations: u32,
    start: Option<V>,
}

impl<V> Settings<V> {
    /// The iteration limit of the default settings. No polytope of our campaigns needs a tenth of
    /// it.
    pub const MAX_ITERATIONS: u32 = 256;
}

impl<V> Default for Settings<V> {
    fn default() -> Self {
        Self {
            tolerance: 0.0,
            max_iterations: Self::MAX_ITERATIONS,
            start: None,
        }
    }
}

impl<V: Vector> Settings<V> {
    /// Stop when `upper - lower` is at most `tolerance` times the distance. Zero, the default, asks
    /// for all that rounding allows. NaN and negative numbers count as zero.
    #[must_use]
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self {
            tolerance: f64::max(0.0, tolerance),
            ..self
        }
    }

    /// Stop after so many evaluations of both support mappings, with
    /// [`IterationLimit`](crate::Status::IterationLimit). Less than two counts as two. (Not
    /// counted: a shape whose vertices differ in size by 2^120 or more is asked again when the
    /// larger ones show up.)
    #[must_use]
    pub fn max_iterations(self, max_iterations: u32) -> Self {
        Self {
            max_iterations: max_iterations.max(2),
            ..self
        }
    }

    /// Search first along `direction`, a guess of the vector from the second shape to the first.
    /// Any guess leads to the same distance within its bounds, a good one in fewer iterations. A
    /// direction that is zero or not finite is ignored.
    #[must_use]
    pub fn start(self, direction: V) -> Self {
        let usable = direction.is_finite() && direction.largest_coordinate() > 0.0;
        Self {
            start: usable.then_some(direction),
            ..self
        }
    }

    /// [`intersects`](crate::intersects) with these settings. At the iteration limit, the best that
    /// is known by then.
    pub fn intersects<A, B>(&self, a: &A, b: &B) -> bool
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let answer = self.run(a, b, Goal::Verdict, &mut ());
        answer.intersects()
    }

    /// [`distance`](crate::distance) with these settings: the upper bound where the search stops
    /// early.
    pub fn distance<A, B>(&self, a: &A, b: &B) -> f64
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let answer = self.run(a, b, Goal::Distance, &mut ());
        answer.distance()
    }

    /// [`closest_points`](crate::closest_points) with these settings.
    pub fn closest_points<A, B>(&self, a: &A, b: &B) -> ClosestPoints<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        self.observed(a, b, &mut ())
    }

    /// [`closest_points`](crate::closest_points) with these settings, showing every iteration to
    /// `observer` (a closure will do).
    ///
    /// ```
    /// use gjk_core::{Cuboid, Iteration, Point, Settings};
    /// use glam::DVec3;
    ///
    /// let mut gaps = Vec::new();
    /// Settings::default().observed(
    ///     &Cuboid::new(DVec3::ONE).unwrap(),
    ///     &Point::new(DVec3::new(3.0, 2.0, 0.5)).unwrap(),
    ///     &mut |iteration: &Iteration<DVec3>| gaps.push(iteration.upper - iteration.lower),
    /// );
    /// assert_eq!(gaps.last(), Some(&0.0));
    /// ```
    pub fn observed<A, B>(&self, a: &A, b: &B, observer: &mut impl Observer<V>) -> ClosestPoints<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let answer = self.run(a, b, Goal::ClosestPoints, observer);
        answer.closest_points()
    }

    fn run<A, B>(&self, a: &A, b: &B, goal: Goal, observer: &mut impl Observer<V>) -> Answer<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let difference = Difference::new(a, b);
        let start = self.start.unwrap_or_else(|| difference.between_centers());
        let (tolerance, max_iterations) = (self.tolerance, self.max_iterations);
        let limits = Limits {
            goal,
            tolerance,
            max_iterations,
        };
        let mut search = Search::new(difference, start, limits, observer);
        let ending = search.run();
        Answer::new(&search, ending)
    }
}
