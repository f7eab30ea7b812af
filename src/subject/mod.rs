//! Subjects: `gjk-core`, and any other algorithm that implements [`Subject`].

mod gjk_core;
mod guard;
mod liar;
mod no_answer;
#[cfg(feature = "peers")]
mod peers;
mod process;
mod proposer;
mod textbook;

pub use self::gjk_core::{Dynamic, GjkCore, shapes_in_plane, shapes_in_space};
pub use self::guard::guarded;
pub(crate) use self::guard::message;
pub use self::liar::{LIARS, Liar};
pub use self::no_answer::{NoAnswer, Why};
#[cfg(feature = "peers")]
pub use self::peers::{PEERS, Peer};
pub use self::process::{Process, StartError};
pub use self::textbook::{TEXTBOOK, Textbook};

use std::time::Duration;

use glam::DVec3;

use crate::case::{Case, Scalar};

/// An algorithm that answers cases.
///
/// [`judge`](crate::judge()) judges a type that implements this trait; a line in [`all`] gives it a
/// name on the command line. Only the name and [`Subject::answer`] are required.
pub trait Subject: Sync {
    /// Its name, in reports, in files and on the command line.
    fn name(&self) -> &'static str;

    /// A description in one line.
    fn about(&self) -> &'static str {
        "a GJK"
    }

    /// Its answer; `None` for a case with shapes that it does not support.
    fn answer(&self, case: &Case) -> Option<Answer>;

    /// Its answers to some cases, in order, or why an answer is missing: a panic is caught, a
    /// program may hang. All at once, since a program is faster in batches.
    fn attempts(&self, cases: &[Case]) -> Vec<Result<Option<Answer>, NoAnswer>> {
        let attempt = |case| guarded(|| self.answer(case)).map_err(NoAnswer::panic);
        cases.iter().map(attempt).collect()
    }

    /// The same for one case.
    fn attempt(&self, case: &Case) -> Result<Option<Answer>, NoAnswer> {
        let mut answers = self.attempts(std::slice::from_ref(case));
        answers.pop().unwrap_or(Ok(None))
    }

    /// Starts it again, if it is a program: its next answers do not depend on earlier cases.
    fn restart(&self) {}

    /// The command that starts it, if it is a program.
    fn command(&self) -> Option<&str> {
        None
    }

    /// Its time limit for one answer, if it is a program.
    fn time_limit(&self) -> Option<Duration> {
        None
    }

    /// The answer of its distance query alone: [`Answer::distance`] without the other answers.
    fn distance(&self, case: &Case) -> Option<f64> {
        self.answer(case)?.distance
    }

    /// Its closest points under a setting; `None` if it does not have that setting.
    fn answer_with(&self, _case: &Case, _setting: Setting<'_>) -> Option<Closest> {
        None
    }

    /// Its precision: errors are measured in ulps of this format. One in `f32` should not answer a
    /// case that it would round ([`is_in_f32`](crate::case::json::is_in_f32)).
    fn scalar(&self) -> Scalar {
        Scalar::F64
    }

    /// Whether it makes the promises of `gjk-core`: then a campaign that breaks one has failed. The
    /// errors of other subjects are counted for the scoreboard, and no law is tried on them.
    fn is_bound(&self) -> bool {
        false
    }

    /// Whether it promises exactness for polytopes and sphere-swept polytopes: the verdict at any
    /// gap, the distance within an ulp of itself, the bounds.
    fn is_exact(&self) -> bool {
        false
    }

    /// Which shape of a case it refuses, and why, though it supports its kind.
    fn refusal(&self, _case: &Case) -> Option<String> {
        None
    }

    /// Whether the shapes are farther apart than `margin`, near each other, or overlap; `None` if
    /// it has no such query.
    fn proximity(&self, _case: &Case, _margin: f64) -> Option<Proximity> {
        None
    }
}

/// A setting of a query for closest points.
#[derive(Clone, Copy, Debug)]
pub enum Setting<'c> {
    /// Start from the last simplex of the query about this case.
    WarmStart(&'c Case),
    /// Stop if the shapes are known to be farther apart.
    MaxDistance(f64),
    /// Both at once.
    WarmStartWithin(&'c Case, f64),
    /// Stop as soon as the bounds are near enough to each other, by either of two limits.
    Tolerance {
        /// In parts of the distance.
        relative: f64,
        /// In the unit of the case.
        absolute: f64,
    },
}

/// An answer with a third case for the uncertain ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proximity {
    /// Certainly farther apart than the margin.
    Separated,
    /// Within the margin, or too close to its ends to decide.
    Near,
    /// Certainly with a common point.
    Overlapping,
}

/// All subjects.
pub fn all() -> Vec<&'static dyn Subject> {
    let mut subjects: Vec<&'static dyn Subject> = vec![&GjkCore];
    subjects.extend(TEXTBOOK.iter().map(|textbook| textbook as &dyn Subject));
    #[cfg(feature = "peers")]
    subjects.extend(PEERS.iter().map(|peer| peer as &dyn Subject));
    subjects
}

/// The subject with this name, including [liars](LIARS).
pub fn find(name: &str) -> Option<&'static dyn Subject> {
    let liars = LIARS.iter().map(|liar| liar as &dyn Subject);
    all()
        .into_iter()
        .chain(liars)
        .find(|subject| subject.name() == name)
}

/// The answer of a subject to a case. In 2D every z is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The answer of its boolean query; meaningless if `end` is the iteration limit.
    pub intersects: bool,
    /// How the boolean query ended.
    pub end: End,
    /// The answer of its distance query, if it has one.
    pub distance: Option<f64>,
    /// The answer of its query for closest points, if it has one.
    pub closest: Option<Closest>,
    /// The iterations of that query, if it reports them.
    pub steps: Vec<Step>,
    /// Its proofs, if it reports them.
    pub evidence: Evidence,
}

impl Answer {
    /// A verdict only.
    pub fn boolean(intersects: bool) -> Self {
        Self {
            intersects,
            end: End::Converged,
            distance: None,
            closest: None,
            steps: Vec::new(),
            evidence: Evidence::default(),
        }
    }

    /// A distance, zero if the shapes have a common point.
    pub fn measured(distance: f64) -> Self {
        Self {
            distance: Some(distance),
            ..Self::boolean(distance == 0.0)
        }
    }

    /// The distance that it claims: of the distance query, or else of the one for closest points.
    pub fn claimed_distance(&self) -> Option<f64> {
        let closest = self.closest.as_ref().map(|closest| closest.distance);
        self.distance.or(closest)
    }

    /// No answer, since the subject stopped at a limit of its own.
    pub fn gave_up() -> Self {
        Self {
            end: End::IterationLimit,
            ..Self::boolean(false)
        }
    }

    /// Whether the shapes have a common point; `None` if a limit ended the boolean query.
    pub fn verdict(&self) -> Option<bool> {
        (self.end != End::IterationLimit).then_some(self.intersects)
    }

    /// The pairs of core points that span the closest points; empty if they are not reported.
    pub fn simplex(&self) -> &[Vertex] {
        self.closest
            .as_ref()
            .map_or(&[], |closest| &closest.simplex)
    }
}

/// Closest points and their proof. A subject leaves out what it does not report.
#[derive(Clone, Debug, PartialEq)]
pub struct Closest {
    /// How the query ended.
    pub end: End,
    /// The distance.
    pub distance: f64,
    /// The bounds of the distance.
    pub bounds: Option<[f64; 2]>,
    /// The closest points of the two shapes, or a common point twice.
    pub points: Option<[DVec3; 2]>,
    /// The unit normal from the first shape to the second. With bounds it is judged as their proof:
    /// of shapes that intersect only a plane between them has one, not the way out of an overlap.
    /// Without them it is judged by the distance, if that is not zero.
    pub normal: Option<DVec3>,
    /// The pairs of core points that span the closest points of the cores, relative to the origins
    /// of the [`Core`](crate::case::Core)s.
    pub simplex: Vec<Vertex>,
    /// The number of iterations.
    pub iterations: u32,
}

/// A pair of core points and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// The vertex of the first core.
    pub a: DVec3,
    /// The vertex of the second core.
    pub b: DVec3,
    /// The weight.
    pub weight: f64,
}

/// How a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// With the requested accuracy.
    Converged,
    /// Stopped by rounding.
    Stalled,
    /// Stopped by its iteration limit.
    IterationLimit,
    /// The shapes are farther apart than the maximum distance.
    BeyondMaxDistance,
    /// By a number that is not finite.
    NotFinite,
}

/// One iteration of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its phase, from 0. Lengths of different phases do not compare.
    pub phase: u32,
    /// Why its direction was chosen.
    pub kind: StepKind,
    /// The name of the phase.
    pub arithmetic: &'static str,
    /// The shapes that the points of this step belong to.
    pub frame: Frame,
    /// The simplex at the beginning of the iteration; empty at the start. Weights are NaN if the
    /// subject computes none.
    pub simplex: Vec<Vertex>,
    /// The direction, of any length, along which the first shape has its support point, and the
    /// second against it.
    pub direction: DVec3,
    /// The support points.
    pub support: [DVec3; 2],
    /// The nearest point; `None` for a boolean search.
    pub measured: Option<Measured>,
}

impl Step {
    /// An iteration of a search on whole shapes: its pairs of points, the direction, and the new
    /// pair.
    pub fn of(simplex: &[[DVec3; 2]], direction: DVec3, support: [DVec3; 2]) -> Self {
        let vertex = |[a, b]: &[DVec3; 2]| Vertex {
            a: *a,
            b: *b,
            // It is not reported.
            weight: f64::NAN,
        };
        Self {
            phase: 0,
            kind: match simplex {
                [] => StepKind::Start,
                _ => StepKind::Nearest,
            },
            arithmetic: "own",
            frame: Frame::Shapes,
            simplex: simplex.iter().map(vertex).collect(),
            direction,
            support,
            measured: None,
        }
    }
}

/// The proofs and exact steps of a query, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// The proofs.
    pub proofs: Vec<Proof>,
    /// The exact steps, which come last.
    pub exact: Vec<ExactStep>,
}

/// A proof of a query, about its cores.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The number of iterations before it.
    pub after: usize,
    /// Its statement about the simplex.
    pub claim: Claim,
    /// The arithmetic that proposed the simplex.
    pub arithmetic: &'static str,
    /// The simplex.
    pub simplex: Vec<Vertex>,
    /// The normal of the plane, from the first shape to the second, of any length.
    pub normal: Option<DVec3>,
    /// The vertices of each core that lie in the plane, up to rounding.
    pub coplanar: [Vec<DVec3>; 2],
    /// The bounds of the distance of the cores.
    pub bounds: [f64; 2],
    /// Whether it answered the question.
    pub settles: bool,
}

/// The statement of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The plane through the simplex supports the difference.
    SupportingPlane,
    /// The simplex contains the origin, alone or with support points around it.
    ContainsOrigin,
    /// The simplex is nearer to the origin than the sum of the radii.
    RadiiOverlap,
}

/// A step in exact arithmetic, for the cores.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactStep {
    /// The simplex that spans the nearest point.
    pub simplex: Vec<Vertex>,
    /// The unit vector along which the first core has its support point; zero if the nearest point
    /// is the origin.
    pub direction: DVec3,
    /// The distance of the nearest point from the origin.
    pub distance: f64,
    /// The support points; `None` in the last step.
    pub support: Option<[DVec3; 2]>,
}

/// Why the direction of a step was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// The search starts: there is no simplex yet.
    Start,
    /// Against the normal of a portal, a simplex through which a ray to the origin passes.
    Portal,
    /// Towards the origin from the simplex, as in every GJK.
    Nearest,
    /// A step of Newton's method on a curved shape; the next length may be the same.
    Newton,
    /// From a simplex that is no nearer, as far as rounding tells.
    OffAxis,
    /// A scan of all vertices, which ends the search.
    VertexScan,
}

impl StepKind {
    /// Whether the direction is not that of the nearest point.
    pub fn is_off_axis(self) -> bool {
        matches!(self, StepKind::Newton | StepKind::OffAxis)
    }
}

/// The nearest point of an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The point of the simplex that is nearest to the origin.
    pub nearest: DVec3,
    /// Its squared length as an unevaluated sum, in the subject's own unit.
    pub length_squared: [f64; 2],
    /// The bounds of the distance so far; infinite if there is none.
    pub bounds: [f64; 2],
}

/// The shapes that the points of a step belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The [`Core`](crate::case::Core)s, relative to their origins and without their radii.
    Cores,
    /// The shapes in the world, radii included.
    Shapes,
}

impl Frame {
    /// The origins, in the world, of the points of each shape.
    pub fn origins(self, case: &Case) -> [DVec3; 2] {
        match self {
            Frame::Cores => case.origins(),
            Frame::Shapes => [DVec3::ZERO; 2],
        }
    }
}
