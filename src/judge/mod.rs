//! The judge: is an answer right? One file per property; each compares a claim with exact numbers.

mod bounds;
pub mod budget;
mod cutoff;
mod distance;
mod expectation;
mod laws;
mod normal;
mod proximity;
mod simplex;
mod termination;
mod transform;
mod truth;
mod verdict;
mod warm_start;
mod witnesses;

pub use expectation::{is_about_source, unjudged};
pub use truth::Truth;

use crate::case::Case;
use crate::subject::{Answer, Subject, guarded};
use budget::Line;

/// A claim that every answer makes, and how it is checked.
pub struct Property {
    /// Its name in tables and in the budget.
    pub name: &'static str,
    /// What is claimed, in a line.
    pub about: &'static str,
    check: fn(&Trial<'_>) -> Option<Finding>,
}

/// All properties, in the order of the report.
pub const PROPERTIES: &[Property] = &[
    verdict::PROPERTY,
    distance::PROPERTY,
    distance::ROUNDED,
    bounds::LOWER,
    bounds::UPPER,
    bounds::GAP,
    witnesses::MEMBERSHIP,
    witnesses::APART,
    normal::UNIT,
    normal::SEPARATES,
    simplex::PROPERTY,
    termination::PROPERTY,
    proximity::PROPERTY,
    cutoff::PROPERTY,
    warm_start::PROPERTY,
    laws::SWAP,
    laws::SCALE,
    laws::FLIP,
    laws::PERMUTATION,
    laws::EXTRA_VERTICES,
    laws::TRANSLATION,
    expectation::SOURCE,
    expectation::REFERENCE,
];

impl Property {
    /// Whether it compares the answer with that to a changed case. Their names, and no others, begin
    /// with `law: `.
    pub fn is_law(&self) -> bool {
        self.name.starts_with("law: ")
    }
}

/// A subject's answer to a case, beside the truth.
pub struct Trial<'t> {
    /// The case.
    pub case: &'t Case,
    /// The family that the case is judged as: it selects the budget.
    pub family: &'t str,
    /// Who answered.
    pub subject: &'t dyn Subject,
    /// What the subject said.
    pub answer: &'t Answer,
    /// What is true.
    pub truth: &'t Truth,
}

/// What a property found, before the budget is asked.
#[derive(Clone, Debug, PartialEq)]
enum Finding {
    /// The claim holds exactly.
    Holds,
    /// The claim is off by `ulps`, of the unit that the property names.
    Error {
        ulps: f64,
        claimed: f64,
        proved: [f64; 2],
    },
    /// The claim is wrong in a way that no budget covers.
    Fails { reason: String },
}

/// What the judge says of one property of one answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It holds exactly.
    Proved,
    /// It is off by so many ulps, which the budget allows.
    Within {
        /// The error in ulps.
        ulps: f64,
    },
    /// It does not hold.
    Broken(Breach),
}

/// Why a verdict is broken.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// What was claimed, where that is a number.
    pub claimed: Option<f64>,
    /// What is proved, where that is a number: an enclosure.
    pub proved: Option<[f64; 2]>,
    /// The error in ulps, where there is one.
    pub ulps: Option<f64>,
    /// The budget that it exceeds.
    pub budget: Option<Line>,
    /// In words.
    pub reason: String,
}

/// What the judge says of one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// A verdict for each property that applies, with its index in [`PROPERTIES`].
    pub verdicts: Vec<(usize, Verdict)>,
}

impl Judgement {
    /// The broken properties.
    pub fn broken(&self) -> impl Iterator<Item = (&'static Property, &Breach)> {
        self.verdicts
            .iter()
            .filter_map(|(index, verdict)| match verdict {
                Verdict::Broken(breach) => Some((&PROPERTIES[*index], breach)),
                _ => None,
            })
    }

    /// Whether no property is broken.
    pub fn holds(&self) -> bool {
        self.broken().next().is_none()
    }
}

/// Judges an answer by all properties; that of a guest by those that need no other answer, since
/// it promised nothing about those.
pub fn judge(trial: &Trial<'_>) -> Judgement {
    let mut verdicts = Vec::with_capacity(PROPERTIES.len());
    for (index, property) in PROPERTIES.iter().enumerate() {
        if property.is_law() && !trial.subject.is_bound() {
            continue;
        }
        if let Some(finding) = (property.check)(trial) {
            verdicts.push((index, rule(property, trial.family, finding)));
        }
    }
    Judgement { verdicts }
}

/// Judges what `subject` answers to `case`; `None` if the truth or the subject does not know its
/// shapes.
pub fn judge_case(case: &Case, family: &str, subject: &dyn Subject) -> Option<Judgement> {
    let truth = Truth::of(case)?;
    let answer = subject.answer(case)?;
    Some(judge(&Trial {
        case,
        family,
        subject,
        answer: &answer,
        truth: &truth,
    }))
}

/// Asks a subject and judges its answer. A panic is caught: it leaves no answer and breaks
/// `termination`. `None` if the subject does not know the shapes.
pub fn examine(
    case: &Case,
    family: &str,
    subject: &dyn Subject,
    truth: &Truth,
) -> Option<(Option<Answer>, Judgement)> {
    let examined = guarded(|| {
        let answer = subject.answer(case)?;
        let judgement = judge(&Trial {
            case,
            family,
            subject,
            answer: &answer,
            truth,
        });
        Some((Some(answer), judgement))
    });
    examined.unwrap_or_else(|message| Some((None, panicked(&message))))
}

fn panicked(message: &str) -> Judgement {
    let finding = Finding::Fails {
        reason: format!("panic: {message}"),
    };
    let property = &termination::PROPERTY;
    let index = PROPERTIES.iter().position(|p| p.name == property.name);
    let verdict = rule(property, "", finding);
    Judgement {
        verdicts: index.map(|index| (index, verdict)).into_iter().collect(),
    }
}

fn rule(property: &Property, family: &str, finding: Finding) -> Verdict {
    match finding {
        Finding::Holds => Verdict::Proved,
        Finding::Fails { reason } => Verdict::Broken(Breach {
            claimed: None,
            proved: None,
            ulps: None,
            budget: None,
            reason,
        }),
        Finding::Error {
            ulps,
            claimed,
            proved,
        } => {
            // What is not a number is as wrong as can be, and compares with other errors.
            let ulps = if ulps.is_nan() { f64::INFINITY } else { ulps };
            let line = budget::line(property.name, family);
            if ulps <= line.ulps {
                return Verdict::Within { ulps };
            }
            Verdict::Broken(Breach {
                claimed: Some(claimed),
                proved: Some(proved),
                ulps: Some(ulps),
                reason: format!("{ulps:.2} ulps > budget {} ulps", line.ulps),
                budget: Some(line),
            })
        }
    }
}

/// `Holds` for an error of zero.
fn error(ulps: f64, claimed: f64, proved: [f64; 2]) -> Option<Finding> {
    Some(if ulps == 0.0 {
        Finding::Holds
    } else {
        Finding::Error {
            ulps,
            claimed,
            proved,
        }
    })
}

fn fails(reason: impl Into<String>) -> Option<Finding> {
    Some(Finding::Fails {
        reason: reason.into(),
    })
}
