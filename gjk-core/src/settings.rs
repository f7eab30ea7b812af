//! The settings of a query, and the queries with settings.

use core::marker::PhantomData;

use crate::body::{Body, Shape};
use crate::closest::ClosestPoints;
use crate::difference::Difference;
use crate::direction::moderate;
use crate::propose::Candidate;
use crate::proximity::Proximity;
use crate::question::{Goal, Question, Start};
use crate::simplex::Simplex;
use crate::solve::{Solution, Status, solve};
use crate::step::Step;
use crate::vector::Vector;

/// The settings of a query. The defaults give the most accurate answer.
///
/// ```
/// use gjk_core::{Point, Settings};
/// use glam::DVec3;
///
/// let settings = Settings::default().relative_tolerance(1e-3).max_iterations(32);
/// let a = Point::new(DVec3::ZERO).unwrap();
/// let b = Point::new(DVec3::new(0.0, 3.0, 4.0)).unwrap();
/// assert_eq!(settings.distance(&a, &b), 5.0);
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings<V> {
    question: Question,
    start: Start,
    vector: PhantomData<V>,
}

impl<V: Vector> Default for Settings<V> {
    fn default() -> Self {
        Self {
            question: Question::of(Goal::ClosestPoints, Self::MAX_ITERATIONS),
            start: Start::Centers,
            vector: PhantomData,
        }
    }
}

impl<V: Vector> Settings<V> {
    /// The default iteration limit. Random polytopes have needed at most 31, and those that a
    /// search for the worst has found at most 43. Of curved shapes that nearly touch or overlap one
    /// in a hundred needs more than 44, and of 250,000 none more than 142.
    pub const MAX_ITERATIONS: u32 = Question::MAX_ITERATIONS;

    /// Stop when `upper - lower` is at most `tolerance` times the distance and the shapes are
    /// certainly apart. Zero, the default, means as accurate as rounding allows. NaN and negative
    /// numbers count as zero. [`intersects`](Self::intersects) and
    /// [`proximity`](Self::proximity) ignore it.
    ///
    /// ```
    /// use gjk_core::{Ellipsoid, Point, Settings};
    /// use glam::DVec3;
    ///
    /// let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    /// let point = Point::new(DVec3::new(4.0, 5.0, 6.0)).unwrap();
    /// let coarse = Settings::default().relative_tolerance(0.01).closest_points(&ellipsoid, &point);
    /// assert!(coarse.upper - coarse.lower <= 0.01 * coarse.distance);
    /// ```
    pub fn relative_tolerance(mut self, tolerance: f64) -> Self {
        self.question.relative_tolerance = f64::max(0.0, tolerance);
        self
    }

    /// The same for `upper - lower` itself, in the unit of the coordinates. With both tolerances,
    /// the first that is met stops the search.
    ///
    /// ```
    /// use gjk_core::{Ellipsoid, Point, Settings};
    /// use glam::DVec3;
    ///
    /// let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    /// let point = Point::new(DVec3::new(4.0, 5.0, 6.0)).unwrap();
    /// let coarse = Settings::default().absolute_tolerance(0.01).closest_points(&ellipsoid, &point);
    /// assert!(coarse.upper - coarse.lower <= 0.01);
    /// ```
    pub fn absolute_tolerance(mut self, tolerance: f64) -> Self {
        self.question.absolute_tolerance = f64::max(0.0, tolerance);
        self
    }

    /// Stop after this many iterations, each a support evaluation of either shape, with
    /// [`IterationLimit`](crate::Status::IterationLimit). Numbers below two count as two. (Not
    /// counted: those that measure a shape without an [extent](crate::SupportMapping::extent); two
    /// points nearby at most, of each shape in each iteration, which tell how curved surfaces bend;
    /// those that prove contact at the faces and edges of the last simplex; and those with which
    /// [`proximity`](Self::proximity) of curved shapes searches around the origin.) With 16 or less a
    /// search has no portal steps, and may need more iterations.
    ///
    /// ```
    /// use gjk_core::{Ellipsoid, Point, Settings, Status};
    /// use glam::DVec3;
    ///
    /// let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    /// let point = Point::new(DVec3::new(4.0, 5.0, 6.0)).unwrap();
    /// let answer = Settings::default().max_iterations(3).closest_points(&ellipsoid, &point);
    /// assert_eq!((answer.status, answer.iterations), (Status::IterationLimit, 3));
    /// assert!(answer.lower < answer.upper);
    /// ```
    pub fn max_iterations(mut self, max_iterations: u32) -> Self {
        self.question.max_iterations = max_iterations.max(2);
        self
    }

    /// Shapes farther apart than this are of no interest. Stop as soon as a plane separates them by
    /// more, with [`BeyondMaxDistance`](crate::Status::BeyondMaxDistance): then the lower bound is
    /// at least `max_distance`, and the distance may be only an upper bound.
    ///
    /// For polytopes and sphere-swept polytopes this status is [exact](crate#exact-answers): they
    /// have it exactly if they are farther apart, unless the iteration limit ends the search
    /// earlier. Others are farther apart up to the error of the lower bound. The default is
    /// infinity. NaN counts as infinity, negative numbers as zero. [`intersects`](Self::intersects)
    /// and [`proximity`](Self::proximity) ignore it.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Settings, Status};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let pose = Pose::from_translation(DVec3::new(70.0, 30.0, 20.0)).unwrap();
    /// let answer = Settings::default()
    ///     .max_distance(5.0)
    ///     .closest_points(&cuboid, &Posed::new(cuboid, pose));
    /// assert_eq!(answer.status, Status::BeyondMaxDistance);
    /// assert!(answer.lower > 5.0);
    /// ```
    pub fn max_distance(mut self, max_distance: f64) -> Self {
        // The smaller of NaN and infinity is infinity.
        let max_distance = f64::min(f64::INFINITY, max_distance);
        self.question.horizon = f64::max(0.0, max_distance);
        self
    }

    /// Search along `direction` first, a guess of the vector from the second shape to the first, of
    /// any length: the opposite of the [`normal`](ClosestPoints::normal) of an answer. Any guess
    /// leads to the same distance within its bounds; a good one saves iterations. It replaces an
    /// earlier start. A direction that is zero or not finite is no guess: the search starts from
    /// the centres.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Point, Settings};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let point = Point::new(DVec3::new(0.9, 0.9, 4.0)).unwrap();
    /// let guess = Settings::default().start(DVec3::NEG_Z);
    /// assert_eq!(guess.distance(&cuboid, &point), 3.0);
    /// ```
    pub fn start(self, direction: V) -> Self {
        let usable = direction.is_finite() && direction.largest_coordinate() > 0.0;
        let start = match usable {
            true => Start::Direction(moderate(direction.in_space())),
            false => Start::Centers,
        };
        Self { start, ..self }
    }

    /// Start from the simplex of an earlier answer about the same two shapes, which may have moved
    /// since. After a small motion one or two iterations are left. For polytopes whose closest
    /// points stay on the same vertices, edges or faces, it is one, without a support evaluation: a
    /// vertex scan proves the distance.
    ///
    /// Only the feature ids of the simplex are used (see [`Feature`](crate::Feature)): its points
    /// are recomputed. So any simplex, even one of other shapes, leads to the same distance within
    /// its bounds. [`update`](Self::update) is faster if the last answer is available. A ball
    /// or a point beside a curved shape does not use it: from the centres its search takes half the
    /// steps.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Settings, closest_points};
    /// use glam::{DQuat, DVec3};
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let at = |angle: f64| {
    ///     let position = DVec3::new(4.0 + angle, 1.0, 0.5);
    ///     Posed::new(cuboid, Pose::from_rotation(DQuat::from_rotation_z(angle), position).unwrap())
    /// };
    /// let first = closest_points(&cuboid, &at(0.30));
    /// let next = Settings::default().warm_start(first.simplex).closest_points(&cuboid, &at(0.31));
    /// assert_eq!(next.iterations, 1);
    /// ```
    pub fn warm_start(self, simplex: Simplex<V>) -> Self {
        let start = Start::Simplex(simplex.names());
        Self { start, ..self }
    }

    /// Prove a simplex that was found by another search. For polytopes and sphere-swept polytopes
    /// no search is run, unless none of its vertices exists, and exact arithmetic
    /// [decides](crate#exact-answers) what the simplex does not prove. So the answer keeps all
    /// promises, whatever the simplex is; a good one only saves time. (Of several closest points it
    /// may be other ones, and bounds are neighbours of the distance or equal to it.) Other shapes
    /// use it as a [`warm_start`](Self::warm_start).
    ///
    /// ```
    /// use gjk_core::{Aabb, Point, Settings, Simplex, closest_points};
    /// use glam::DVec2;
    ///
    /// let square = Aabb::new(DVec2::ZERO, DVec2::ONE).unwrap();
    /// let point = Point::new(DVec2::new(3.0, 0.3)).unwrap();
    /// // A box names its corners by bits, set for the least coordinates: (1, 1) and (1, 0).
    /// let right = Simplex::of_vertices(&[[0, 0], [2, 0]]);
    /// let wrong = Simplex::of_vertices(&[[3, 0]]);
    /// for simplex in [right, wrong] {
    ///     let answer = Settings::default().proposal(simplex).closest_points(&square, &point);
    ///     assert_eq!((answer.distance, answer.iterations), (2.0, 0));
    /// }
    /// ```
    pub fn proposal(self, simplex: Simplex<V>) -> Self {
        let start = Start::Proposal(simplex.names());
        Self { start, ..self }
    }

    /// [`intersects`](crate::intersects) with these settings. At the iteration limit it is `false`,
    /// unless the search has shown an intersection by then; [`proximity`](Self::proximity) tells
    /// shapes apart from shapes of which that is not known.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Settings};
    /// use glam::DVec3;
    ///
    /// let a = Cuboid::new(DVec3::ONE).unwrap();
    /// let b = Posed::new(a, Pose::from_translation(DVec3::new(4.0, 0.5, 0.5)).unwrap());
    /// assert!(!Settings::default().max_iterations(8).intersects(&a, &b));
    /// ```
    #[must_use]
    pub fn intersects(&self, a: impl Shape<Vector = V>, b: impl Shape<Vector = V>) -> bool {
        let question = Question::of(Goal::Intersection, self.question.max_iterations);
        self.solution(&a.body(), &b.body(), &question).meets()
    }

    /// [`proximity`](crate::proximity) with these settings. At the iteration limit it is
    /// [`Near`](Proximity::Near), unless the search has shown more by then.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Proximity, Settings};
    /// use glam::DVec3;
    ///
    /// let a = Cuboid::new(DVec3::ONE).unwrap();
    /// let b = Posed::new(a, Pose::from_translation(DVec3::new(4.0, 0.5, 0.5)).unwrap());
    /// let settings = Settings::default().max_iterations(8);
    /// assert_eq!(settings.proximity(&a, &b, 1.0), Proximity::Separated);
    /// assert_eq!(settings.proximity(&a, &b, 3.0), Proximity::Near);
    /// ```
    #[must_use]
    pub fn proximity(
        &self,
        a: impl Shape<Vector = V>,
        b: impl Shape<Vector = V>,
        margin: f64,
    ) -> Proximity {
        let mut question = Question::of(Goal::Proximity, self.question.max_iterations);
        question.horizon = f64::max(0.0, margin);
        let solution = self.solution(&a.body(), &b.body(), &question);
        match solution.status {
            Status::BeyondMaxDistance => Proximity::Separated,
            _ if solution.meets() => Proximity::Overlapping,
            _ => Proximity::Near,
        }
    }

    /// [`distance`](crate::distance) with these settings. At the iteration limit it is an upper
    /// bound, and beyond the maximum distance it may be one; with a tolerance it is between the
    /// bounds that [`closest_points`](Self::closest_points) returns.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Settings};
    /// use glam::DVec3;
    ///
    /// let a = Cuboid::new(DVec3::ONE).unwrap();
    /// let b = Posed::new(a, Pose::from_translation(DVec3::new(4.0, 0.5, 0.5)).unwrap());
    /// assert_eq!(Settings::default().relative_tolerance(1e-3).distance(&a, &b), 2.0);
    /// ```
    #[must_use]
    pub fn distance(&self, a: impl Shape<Vector = V>, b: impl Shape<Vector = V>) -> f64 {
        let question = Question {
            goal: Goal::Distance,
            ..self.question
        };
        let solution = self.solution(&a.body(), &b.body(), &question);
        solution.bounds.distance
    }

    /// [`closest_points`](crate::closest_points) with these settings.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Settings, Status};
    /// use glam::DVec3;
    ///
    /// let a = Cuboid::new(DVec3::ONE).unwrap();
    /// let b = Posed::new(a, Pose::from_translation(DVec3::new(4.0, 0.5, 0.5)).unwrap());
    /// let answer = Settings::default().max_distance(10.0).closest_points(&a, &b);
    /// assert_eq!((answer.status, answer.distance), (Status::Converged, 2.0));
    /// ```
    #[must_use]
    pub fn closest_points(
        &self,
        a: impl Shape<Vector = V>,
        b: impl Shape<Vector = V>,
    ) -> ClosestPoints<V> {
        let mut answer = ClosestPoints::unknown();
        self.answer(&a.body(), &b.body(), &self.start, None, &mut answer);
        answer
    }

    /// [`closest_points`](crate::closest_points) with these settings. `observer` sees every
    /// [`Step`]; without one, none is prepared.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Point, Settings};
    /// use glam::DVec3;
    ///
    /// let mut gaps = Vec::new();
    /// Settings::default().observed(
    ///     &Cuboid::new(DVec3::ONE).unwrap(),
    ///     &Point::new(DVec3::new(3.0, 2.0, 0.5)).unwrap(),
    ///     |step| if step.kind.is_iteration() { gaps.push(step.upper - step.lower) },
    /// );
    /// assert_eq!(gaps.last(), Some(&0.0));
    /// ```
    pub fn observed(
        &self,
        a: impl Shape<Vector = V>,
        b: impl Shape<Vector = V>,
        mut observer: impl FnMut(&Step),
    ) -> ClosestPoints<V> {
        let mut answer = ClosestPoints::unknown();
        let watch = Some(&mut observer as _);
        self.answer(&a.body(), &b.body(), &self.start, watch, &mut answer);
        answer
    }

    /// Updates an answer about the same two shapes after they have moved. It becomes the answer of
    /// [`closest_points`](Self::closest_points) with a [`warm_start`](Self::warm_start) from its
    /// simplex; a start in these settings is ignored.
    ///
    /// Any answer may be updated, even one about other shapes: the start costs time only.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Settings};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let at = |x: f64| Posed::new(cuboid, Pose::from_translation(DVec3::new(x, 4.0, 4.0)).unwrap());
    /// let settings = Settings::default().max_distance(10.0);
    /// let mut answer = settings.closest_points(&cuboid, &at(3.0));
    /// settings.update(&mut answer, &cuboid, &at(4.0));
    /// assert_eq!(answer.distance, 12f64.sqrt());
    /// ```
    pub fn update(
        &self,
        answer: &mut ClosestPoints<V>,
        a: impl Shape<Vector = V>,
        b: impl Shape<Vector = V>,
    ) {
        let start = Start::Simplex(answer.simplex.names());
        self.answer(&a.body(), &b.body(), &start, None, answer);
    }

    /// Stores the answer about the closest points of two bodies. Compiled once, not for each pair
    /// of kinds of shapes.
    #[inline(never)]
    fn answer(
        &self,
        a: &Body<'_, V>,
        b: &Body<'_, V>,
        start: &Start,
        watch: Option<&mut dyn FnMut(&Step)>,
        answer: &mut ClosestPoints<V>,
    ) {
        let difference = Difference::new(a, b);
        let mut candidate = Candidate::empty();
        let solution = solve(&difference, &self.question, start, watch, &mut candidate);
        answer.take(solution, &candidate, &difference);
    }

    /// The solution for two bodies, if a number or a verdict is the answer. Compiled once.
    #[inline(never)]
    fn solution(&self, a: &Body<'_, V>, b: &Body<'_, V>, question: &Question) -> Solution {
        let difference = Difference::new(a, b);
        let mut candidate = Candidate::empty();
        solve(&difference, question, &self.start, None, &mut candidate)
    }
}

#[cfg(test)]
mod tests;
