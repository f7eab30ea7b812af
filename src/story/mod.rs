//! The story of a query: the data of its pictures, computed once and ready to be drawn.
//!
//! A picture has two views. The *world* has the two shapes with their support points and closest
//! points. The *difference* has their Minkowski difference, in which the search moves towards the
//! origin. Each view has its own unit, a power of two, in which everything has a size of about one.
//! So shapes of any size can be drawn, and the numbers next to the picture are those of the case,
//! as text.

mod depth;
mod fault;
mod mesh;
mod names;
mod sample;
mod scene;
mod view;
pub mod words;

use glam::DVec3;
use serde::Serialize;
use serde_json::Value;

use crate::case::{Case, Dim, json};
use crate::judge::{self, PROPERTIES, TERMINATION, Truth, Verdict};
use crate::subject::{Answer, Frame, NoAnswer, Subject};

pub use depth::Depth;
pub use mesh::Mesh;
pub use scene::Scene;
use scene::Stage;
use view::View;
use words::{Line, Row};

/// A point of a picture, in the unit of its view.
pub type Point = [f64; 3];

/// A query about a case, to be drawn.
#[derive(Clone, Debug, Serialize)]
pub struct Story {
    /// The id of the case.
    pub id: String,
    /// Two or three.
    pub dim: u8,
    /// The case in the file format.
    pub case: Value,
    /// The name of the subject.
    pub subject: &'static str,
    /// The exact contact of the shapes.
    pub contact: Contact,
    /// The verdict of the subject; `None` if it gives none.
    pub intersects: Option<bool>,
    /// The shapes in the world.
    pub world: World,
    /// Their Minkowski difference.
    pub difference: Difference,
    /// The penetration depth; `None` if the shapes do not overlap.
    pub depth: Option<Depth>,
    /// The steps; empty for a subject that does not report them.
    pub scenes: Vec<Scene>,
    /// Whether the answer is wrong: the verdict, or a judged property.
    pub is_wrong: bool,
    /// The index of the first wrong step, if the answer is wrong.
    pub wrong: Option<usize>,
    /// The answer, or why there is none.
    pub answer: Vec<Row>,
    /// The points of the answer.
    pub lines: Vec<Line>,
    /// The exact answer.
    pub exact: Vec<Row>,
    /// The verdict on each property; empty if the judge was not run.
    pub rulings: Vec<Ruling>,
}

/// The exact contact of two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// Apart.
    Separated,
    /// With common points, but no common interior points.
    Touching,
    /// With common interior points.
    Overlapping,
    /// Curved, and too near to contact to decide.
    Undecided,
    /// Unknown, since a length exceeds the largest float.
    TooLarge,
}

/// The shapes in the world, relative to a point of interest.
#[derive(Clone, Debug, Serialize)]
pub struct World {
    /// The two shapes.
    pub shapes: [Mesh; 2],
    /// Their cores, in which the search moves, if they are smaller.
    pub cores: [Option<Mesh>; 2],
    /// The closest points.
    pub points: Option<[Point; 2]>,
    /// The unit normal from the first to the second.
    pub normal: Option<Point>,
    /// The origin of all points, as a point of the case.
    pub center: Point,
    /// The length in the case of the unit length here.
    pub unit: f64,
}

/// The Minkowski difference that the search moves in, relative to the origin.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The difference: of the cores, or of the shapes for a search without cores.
    pub shape: Mesh,
    /// The sum of the radii around the cores: the shapes intersect if the difference is no farther
    /// from the origin.
    pub radius: f64,
    /// The simplex of the answer.
    pub simplex: Vec<Point>,
    /// The nearest point of the difference to the origin, by the answer.
    pub nearest: Option<Point>,
    /// Bounds of the exact distance from the origin.
    pub distance: Option<[f64; 2]>,
    /// The length in the case of the unit length here.
    pub unit: f64,
}

/// The verdict on a property.
#[derive(Clone, Debug, Serialize)]
pub struct Ruling {
    /// The name of the property.
    pub property: &'static str,
    /// Its claim.
    pub about: &'static str,
    /// Its outcome.
    pub outcome: Outcome,
    /// The error, or the reason.
    pub detail: String,
}

/// The outcome of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It holds exactly.
    Proved,
    /// The error is within the budget.
    Within,
    /// The error exceeds the record of the family, but not the promise.
    NewWorst,
    /// It is broken.
    Broken,
    /// It was not judged.
    NotJudged,
}

impl Story {
    /// The story of `subject` on a case of `family`.
    pub fn of(case: &Case, family: &str, subject: &dyn Subject) -> Self {
        Self::told(case, Some(family), subject, subject.attempt(case))
    }

    /// The same with a given answer.
    pub fn of_answer(case: &Case, family: &str, subject: &dyn Subject, answer: Answer) -> Self {
        Self::told(case, Some(family), subject, Ok(Some(answer)))
    }

    /// The same without the judge, which takes most of the time.
    pub fn unjudged(case: &Case, subject: &dyn Subject) -> Self {
        Self::told(case, None, subject, subject.attempt(case))
    }

    /// Whether the subject gave no answer to a case that it supports.
    pub fn is_unanswered(&self) -> bool {
        self.is_wrong && self.intersects.is_none()
    }

    fn told(
        case: &Case,
        family: Option<&str>,
        subject: &dyn Subject,
        told: Result<Option<Answer>, NoAnswer>,
    ) -> Self {
        let answer = told.as_ref().ok().and_then(Option::as_ref);
        let truth = Truth::proposed(case, answer.map(Answer::simplex).unwrap_or_default());
        let steps = answer.map(|answer| &*answer.steps).unwrap_or_default();
        let frame = steps.first().map_or(Frame::Cores, |step| step.frame);
        let bodies = sample::bodies(case);
        let points = answer.and_then(|answer| answer.closest.as_ref()?.points);
        let world = View::of_world(&bodies, points);
        let apart = View::of_difference(&bodies);
        let contact = truth.as_ref().map_or(Contact::TooLarge, Contact::of);
        let intersects = answer.and_then(Answer::verdict);
        let stage = Stage {
            case,
            world: &world,
            difference: &apart,
        };
        let mut scenes = answer
            .map(|answer| stage.scenes(answer))
            .unwrap_or_default();
        let difference = difference_of(&bodies, &apart, frame, answer, truth.as_ref(), case.dim);
        let views = [&apart, &world];
        let depth = Depth::of(
            truth.as_ref(),
            &difference.shape,
            frame,
            views,
            case.dim,
            family.is_some(),
        );
        let answer_rows = match (&told, answer) {
            (Ok(_), Some(answer)) => words::answer_rows(answer),
            (Ok(_), None) => vec![Row::new("no answer", "it does not support these shapes")],
            (Err(none), _) => words::unanswered_rows(none),
        };
        let lines = answer.map(|answer| words::answer_lines(case, answer));
        let exact = words::exact_rows(truth.as_ref());
        // A subject that does not support the shapes owes none.
        let no_verdict = intersects.is_none() && !matches!(told, Ok(None));
        let rulings = match (&truth, family) {
            (Some(truth), Some(family)) => rulings(case, family, subject, told.clone(), truth),
            _ => Vec::new(),
        };
        let is_broken = |ruling: &Ruling| ruling.outcome == Outcome::Broken;
        let is_wrong =
            no_verdict || contact.contradicts(intersects) || rulings.iter().any(is_broken);
        let mut wrong = None;
        if let (true, Some(answer)) = (is_wrong, answer)
            && let Some((index, fault)) = fault::first(case, answer, &scenes, truth.as_ref())
        {
            scenes[index].fault = Some(fault);
            wrong = Some(index);
        }
        Story {
            id: case.id.clone(),
            dim: match case.dim {
                Dim::Two => 2,
                Dim::Three => 3,
            },
            case: json::value(case),
            subject: subject.name(),
            contact,
            intersects,
            depth,
            scenes,
            is_wrong,
            wrong,
            world: world_of(&bodies, &world, answer, case.dim),
            difference,
            answer: answer_rows,
            lines: lines.unwrap_or_default(),
            exact,
            rulings,
        }
    }
}

fn world_of(bodies: &[sample::Body; 2], view: &View, answer: Option<&Answer>, dim: Dim) -> World {
    let closest = answer.and_then(|answer| answer.closest.as_ref());
    let shown = |p: DVec3| view.point(p, DVec3::ZERO);
    let is_finite = |points: &[DVec3; 2]| points.iter().all(|p| p.is_finite());
    World {
        shapes: [0, 1].map(|i| mesh::shape(&bodies[i], view, dim)),
        cores: [0, 1].map(|i| (bodies[i].radius > 0.0).then(|| mesh::core(&bodies[i], view, dim))),
        points: closest.and_then(|closest| Some(closest.points.filter(is_finite)?.map(shown))),
        normal: closest
            .and_then(|closest| Some(closest.normal.filter(|n| n.is_finite())?.to_array())),
        center: view.center(),
        unit: view.unit(),
    }
}

fn difference_of(
    bodies: &[sample::Body; 2],
    view: &View,
    frame: Frame,
    answer: Option<&Answer>,
    truth: Option<&Truth>,
    dim: Dim,
) -> Difference {
    let radius = match frame {
        Frame::Cores => view.length(bodies[0].radius) + view.length(bodies[1].radius),
        Frame::Shapes => 0.0,
    };
    let closest = answer.and_then(|answer| answer.closest.as_ref());
    let origins = bodies.each_ref().map(|body| body.origin);
    let simplex = answer.map(Answer::simplex).unwrap_or_default().iter();
    let simplex = simplex.map(|pair| view.difference([pair.a, pair.b], origins));
    // Along the normal, and not between the closest points, whose difference has lost digits.
    let nearest = closest.and_then(|closest| {
        let depth = view.length(closest.distance) + radius;
        let nearest = -closest.normal? * depth;
        nearest.is_finite().then(|| nearest.to_array())
    });
    let distance = truth.map(|truth| match frame {
        Frame::Cores => [
            truth.core_distance[0].bounds().0,
            truth.core_distance[1].bounds().1,
        ],
        Frame::Shapes => truth.distance(),
    });
    Difference {
        shape: mesh::difference(bodies, frame, view, dim),
        radius,
        simplex: simplex.collect(),
        nearest,
        distance: distance.map(|bounds| bounds.map(|bound| view.length(bound))),
        unit: view.unit(),
    }
}

fn rulings(
    case: &Case,
    family: &str,
    subject: &dyn Subject,
    told: Result<Option<Answer>, NoAnswer>,
    truth: &Truth,
) -> Vec<Ruling> {
    let Some((_, judgement)) = judge::examine(case, family, subject, told, truth, None) else {
        return Vec::new();
    };
    let is_silent = !judgement.is_about(TERMINATION);
    let verdicts = judgement.verdicts.into_iter();
    let mut rulings: Vec<_> = verdicts
        .map(|(index, verdict)| {
            let (outcome, detail) = match verdict {
                Verdict::Proved => (Outcome::Proved, String::new()),
                Verdict::Within { ulps } => (Outcome::Within, judge::told(subject.scalar(), ulps)),
                Verdict::NewWorst(breach) => (Outcome::NewWorst, breach.reason),
                Verdict::Broken(breach) => (Outcome::Broken, breach.reason),
            };
            Ruling {
                property: PROPERTIES[index].name,
                about: PROPERTIES[index].about,
                outcome,
                detail,
            }
        })
        .collect();
    let termination = PROPERTIES
        .iter()
        .find(|property| property.name == TERMINATION);
    if let Some(property) = termination.filter(|_| is_silent) {
        rulings.push(Ruling {
            property: property.name,
            about: property.about,
            outcome: Outcome::NotJudged,
            detail: "the trace has no simplices".to_owned(),
        });
    }
    rulings
}

impl Contact {
    fn of(truth: &Truth) -> Self {
        match truth.contact {
            Some(gjk_reference::Contact::Separated) => Contact::Separated,
            Some(gjk_reference::Contact::Touching) => Contact::Touching,
            Some(gjk_reference::Contact::Overlapping) => Contact::Overlapping,
            None => Contact::Undecided,
        }
    }

    /// Whether a verdict is wrong.
    pub fn contradicts(self, intersects: Option<bool>) -> bool {
        match self {
            Contact::Separated => intersects == Some(true),
            Contact::Touching | Contact::Overlapping => intersects == Some(false),
            Contact::Undecided | Contact::TooLarge => false,
        }
    }
}
