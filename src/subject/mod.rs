//! What is judged: `gjk-core`, and any other algorithm that implements [`Subject`].

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

use glam::DVec3;

use crate::case::{Case, Scalar};

/// An algorithm that answers cases.
///
/// [`judge`](crate::judge()) judges a type that implements this trait; a line in [`all`] gives it a
/// name on the command line. Its name and [`Subject::answer`] are all that is due.
pub trait Subject: Sync {
    /// Its name, in reports, in files and on the command line.
    fn name(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str {
        "a GJK"
    }

    /// Its answer; `None` for a case with shapes that it does not know.
    fn answer(&self, case: &Case) -> Option<Answer>;

    /// Its answers to some cases, in their order, and why there is none where one was due: a panic is
    /// caught, a program may hang. All at once, since a program is asked sooner in batches.
    fn attempts(&self, cases: &[Case]) -> Vec<Result<Option<Answer>, NoAnswer>> {
        let attempt = |case| guarded(|| self.answer(case)).map_err(NoAnswer::panic);
        cases.iter().map(attempt).collect()
    }

    /// The same for one case.
    fn attempt(&self, case: &Case) -> Result<Option<Answer>, NoAnswer> {
        let mut answers = self.attempts(std::slice::from_ref(case));
        answers.pop().unwrap_or(Ok(None))
    }

    /// The command that starts it, where it is a program of its own.
    fn command(&self) -> Option<&str> {
        None
    }

    /// The answer of its distance query alone: [`Answer::distance`] of a case whose other answers
    /// nobody asks for.
    fn distance(&self, case: &Case) -> Option<f64> {
        self.answer(case)?.distance
    }

    /// Its closest points under a setting; `None` if it does not have that setting.
    fn answer_with(&self, _case: &Case, _setting: Setting<'_>) -> Option<Closest> {
        None
    }

    /// The format that it computes in: its errors are measured in ulps of that.
    fn scalar(&self) -> Scalar {
        Scalar::F64
    }

    /// Whether it makes the promises of `gjk-core`: then a campaign that breaks one has failed. What
    /// makes none is a guest: its errors are counted for the scoreboard, and no law is tried on it.
    fn is_bound(&self) -> bool {
        false
    }

    /// Whether what it says of polytopes, and of sphere-swept polytopes, is exact: the verdict at any gap,
    /// the distance within its own last place, the bounds.
    fn is_exact(&self) -> bool {
        false
    }

    /// Whether the shapes are farther apart than `margin`, near each other, or overlap; `None` if it
    /// has no such query.
    fn proximity(&self, _case: &Case, _margin: f64) -> Option<Proximity> {
        None
    }
}

/// A setting of a query for closest points.
#[derive(Clone, Copy, Debug)]
pub enum Setting<'c> {
    /// Search on from the last simplex of the query about this case.
    WarmStart(&'c Case),
    /// Stop when the shapes are known to be farther apart.
    MaxDistance(f64),
}

/// An answer that says so where it is not certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proximity {
    /// Farther apart than the margin, for certain.
    Separated,
    /// Within the margin, or too close to its ends to tell.
    Near,
    /// A common point, for certain.
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

/// The subject of that name, [liars](LIARS) too.
pub fn find(name: &str) -> Option<&'static dyn Subject> {
    let liars = LIARS.iter().map(|liar| liar as &dyn Subject);
    all()
        .into_iter()
        .chain(liars)
        .find(|subject| subject.name() == name)
}

/// What a subject says about a case. In 2D every z is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The answer of its boolean query; it means nothing where `end` is the iteration limit.
    pub intersects: bool,
    /// How the boolean query ended.
    pub end: End,
    /// The answer of its distance query, if it has one.
    pub distance: Option<f64>,
    /// The answer of its query for closest points, if it has one.
    pub closest: Option<Closest>,
    /// The iterations of that query, if it shows them.
    pub steps: Vec<Step>,
    /// What it proved, if it shows that.
    pub evidence: Evidence,
}

impl Answer {
    /// Yes or no, and nothing else.
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

    /// A distance, zero where the shapes have a common point.
    pub fn measured(distance: f64) -> Self {
        Self {
            distance: Some(distance),
            ..Self::boolean(distance == 0.0)
        }
    }

    /// No answer, since a limit of the subject itself ended the query.
    pub fn gave_up() -> Self {
        Self {
            end: End::IterationLimit,
            ..Self::boolean(false)
        }
    }

    /// Whether the shapes have a common point; `None` where a limit ended the boolean query.
    pub fn verdict(&self) -> Option<bool> {
        (self.end != End::IterationLimit).then_some(self.intersects)
    }

    /// The pairs of core points that span the closest points; empty where they are not told.
    pub fn simplex(&self) -> &[Vertex] {
        self.closest
            .as_ref()
            .map_or(&[], |closest| &closest.simplex)
    }
}

/// Closest points and what proves them. A subject leaves out what it does not know.
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
    /// The unit normal from the first shape to the second.
    pub normal: Option<DVec3>,
    /// The pairs of core points that span the closest points of the cores, relative to the origins
    /// of the [`Core`](crate::case::Core)s.
    pub simplex: Vec<Vertex>,
    /// How many iterations it took.
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
    /// With the accuracy that was asked for.
    Converged,
    /// Rounding stopped it.
    Stalled,
    /// Its iteration limit stopped it.
    IterationLimit,
    /// The shapes are farther apart than the distance of interest.
    BeyondMaxDistance,
    /// It met a number that is not finite.
    NotFinite,
}

/// One iteration of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The phase that it belongs to, from 0. Lengths of different phases do not compare.
    pub phase: u32,
    /// Why it asked in its direction.
    pub kind: StepKind,
    /// The name of the phase.
    pub arithmetic: &'static str,
    /// What the points of this step are points of.
    pub frame: Frame,
    /// The simplex that the iteration starts from; empty at the start. Weights are not a number
    /// where the subject computes none.
    pub simplex: Vec<Vertex>,
    /// The direction in which the first shape was asked for its farthest point, and the second the
    /// other way; of any length.
    pub direction: DVec3,
    /// The support points that were found.
    pub support: [DVec3; 2],
    /// What is known of the nearest point; `None` for a search that asks for yes or no.
    pub measured: Option<Measured>,
}

impl Step {
    /// An iteration of a search on the shapes themselves, which had these pairs of points, asked in
    /// a direction, and found this pair.
    pub fn of(simplex: &[[DVec3; 2]], direction: DVec3, support: [DVec3; 2]) -> Self {
        let vertex = |[a, b]: &[DVec3; 2]| Vertex {
            a: *a,
            b: *b,
            // It is not told.
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

/// What a query proved beside its iterations, in the order that it did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// The proofs.
    pub proofs: Vec<Proof>,
    /// The steps without rounding, which come last.
    pub exact: Vec<ExactStep>,
}

/// A proof of a query, about its cores.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// How many iterations came before it.
    pub after: usize,
    /// What it claims of its simplex.
    pub claim: Claim,
    /// The arithmetic that proposed the simplex.
    pub arithmetic: &'static str,
    /// The simplex.
    pub simplex: Vec<Vertex>,
    /// The normal of the plane, from the first shape to the second, of any length.
    pub normal: Option<DVec3>,
    /// The vertices of each core that lie in the plane, up to rounding.
    pub coplanar: [Vec<DVec3>; 2],
    /// Two lengths that the distance of the cores lies between.
    pub bounds: [f64; 2],
    /// Whether it answered the question.
    pub settles: bool,
}

/// What a proof claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The plane through the simplex supports the difference.
    SupportingPlane,
    /// The simplex contains the origin.
    ContainsOrigin,
    /// The simplex is nearer to the origin than the sum of the radii.
    RadiiOverlap,
}

/// A step of a search without rounding, in the cores.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactStep {
    /// The simplex that spans the nearest point.
    pub simplex: Vec<Vertex>,
    /// The unit vector in which the first core was asked for its farthest point; zero if the nearest point is the origin.
    pub direction: DVec3,
    /// How far the nearest point is from the origin.
    pub distance: f64,
    /// The support points; none in the last step.
    pub support: Option<[DVec3; 2]>,
}

/// Why a step asked in its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// The search starts: there is no simplex yet.
    Start,
    /// Across a portal, a simplex that a ray to the origin passes.
    Portal,
    /// Towards the origin from the simplex, as in every GJK.
    Nearest,
    /// A secant step on a smooth shape; the next length may be the same.
    Secant,
    /// A little off the nearest point, for rounding; the next length may be the same.
    OffAxis,
    /// A scan of all vertices, which ends the search.
    VertexScan,
}

impl StepKind {
    /// Whether the direction is not that of the nearest point.
    pub fn is_off_axis(self) -> bool {
        matches!(self, StepKind::Secant | StepKind::OffAxis)
    }
}

/// What an iteration knows of the nearest point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The point of the Minkowski difference that is nearest to the origin so far: that of the
    /// simplex.
    pub nearest: DVec3,
    /// Its squared length as an unevaluated sum, in a unit of the subject's own.
    pub length_squared: [f64; 2],
    /// The bounds of the distance that are known now; infinite where none is.
    pub bounds: [f64; 2],
}

/// What the points of a step are points of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The [`Core`](crate::case::Core)s, relative to their origins and without their radii.
    Cores,
    /// The shapes in the world, radii included.
    Shapes,
}

impl Frame {
    /// Where the points of each shape are relative to in the world.
    pub fn origins(self, case: &Case) -> [DVec3; 2] {
        match self {
            Frame::Cores => case.origins(),
            Frame::Shapes => [DVec3::ZERO; 2],
        }
    }
}
