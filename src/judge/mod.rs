//! The judge: is an answer right? One file per property; each compares a claim with exact numbers.

mod bounds;
pub mod budget;
mod cutoff;
mod defect;
mod distance;
mod exact;
mod expectation;
mod laws;
mod normal;
mod precision;
mod proximity;
mod simplex;
mod termination;
mod transform;
pub(crate) mod truth;
mod unit;
mod verdict;
mod warm_start;
mod witnesses;

pub use defect::{Defect, Way, examined};
pub use expectation::{is_about_source, unjudged};
pub use precision::{in_ulps_of, told};
pub use truth::Truth;

use crate::case::Case;
use crate::subject::{Answer, NoAnswer, Subject, guarded};
use budget::Line;

/// A claim that every answer makes, and how it is checked.
pub struct Property {
    /// Its name in tables and in the budget.
    pub name: &'static str,
    /// What is claimed, in a line.
    pub about: &'static str,
    /// Whether the check asks the subject again: about the case under another setting, or about
    /// another one made from it. That takes most of the time.
    pub asks_again: bool,
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
    exact::VERDICT,
    exact::DISTANCE,
    exact::BOUNDS,
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

/// The name of the property that says of a trace whether the search goes on; without a trace it is
/// not judged, which is said where its verdict would stand.
pub const TERMINATION: &str = termination::PROPERTY.name;

pub use termination::repeated;

/// A subject's answer to a case, beside the truth.
pub struct Trial<'t> {
    /// The case.
    pub case: &'t Case,
    /// The family that the case is judged as: it selects the records.
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
    /// The claim is off by `ulps`, of the unit that the property names, in `f64`.
    Error {
        ulps: f64,
        claimed: f64,
        /// The exact distance if it is not said: it takes time, and only reports want it.
        proved: Option<[f64; 2]>,
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
        /// The error in ulps of what the subject computes in.
        ulps: f64,
    },
    /// It is off by more than was measured in the family, and by no more than is promised.
    NewWorst(Breach),
    /// It does not hold: more than the promise, or wrong in a way that has no measure.
    Broken(Breach),
}

/// Why a verdict is broken, or a new worst.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// What was claimed, where that is a number.
    pub claimed: Option<f64>,
    /// What is proved, where that is a number: an enclosure.
    pub proved: Option<[f64; 2]>,
    /// The error in ulps of what the subject computes in, where there is one.
    pub ulps: Option<f64>,
    /// The number of the budget that it exceeds: a promise, or the record where it is a new worst.
    pub budget: Option<Line>,
    /// In words.
    pub reason: String,
    /// The last lines that a program which gave no answer wrote to its standard error.
    pub said: Vec<String>,
}

impl Breach {
    /// The record that is exceeded, where no promise is.
    pub fn record(&self) -> Option<Line> {
        self.budget.filter(|line| line.family.is_some())
    }
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
        self.strictly_broken()
            .filter(|(_, breach)| breach.record().is_none())
    }

    /// The properties that are off by more than was measured, within the promise.
    pub fn new_worsts(&self) -> impl Iterator<Item = (&'static Property, &Breach)> {
        self.strictly_broken()
            .filter(|(_, breach)| breach.record().is_some())
    }

    /// What fails where records count as promises: the properties that are broken or a new worst.
    pub fn strictly_broken(&self) -> impl Iterator<Item = (&'static Property, &Breach)> {
        self.verdicts
            .iter()
            .filter_map(|(index, verdict)| match verdict {
                Verdict::Broken(breach) | Verdict::NewWorst(breach) => {
                    Some((&PROPERTIES[*index], breach))
                }
                Verdict::Proved | Verdict::Within { .. } => None,
            })
    }

    /// Whether there is a verdict about the property of that name.
    pub fn is_about(&self, name: &str) -> bool {
        let mut indices = self.verdicts.iter().map(|(index, _)| *index);
        indices.any(|index| PROPERTIES[index].name == name)
    }

    /// Whether no property is broken.
    pub fn holds(&self) -> bool {
        self.broken().next().is_none()
    }
}

/// Judges an answer by all properties; that of a guest by those that need no other answer, since
/// it promised nothing about those.
pub fn judge(trial: &Trial<'_>) -> Judgement {
    judge_by(trial, |_| true)
}

/// Judges an answer by everything that it says itself, and by one of the properties that ask the
/// subject again: `turn` says which, counted from zero and on without end.
pub fn judge_in_turn(trial: &Trial<'_>, turn: u64) -> Judgement {
    let again = || PROPERTIES.iter().filter(|property| property.asks_again);
    let chosen = again().nth((turn % again().count() as u64) as usize);
    judge_by(trial, |property| {
        !property.asks_again || chosen.is_some_and(|chosen| chosen.name == property.name)
    })
}

fn judge_by(trial: &Trial<'_>, applies: impl Fn(&Property) -> bool) -> Judgement {
    let mut verdicts = Vec::with_capacity(PROPERTIES.len());
    for (index, property) in PROPERTIES.iter().enumerate() {
        let is_owed = trial.subject.is_bound() || !property.asks_again;
        if !(applies(property) && is_owed) {
            continue;
        }
        if let Some(finding) = (property.check)(trial) {
            verdicts.push((index, rule(property, trial, finding)));
        }
    }
    Judgement { verdicts }
}

/// Judges what `subject` answers to `case`; `None` if the truth or the subject does not know its
/// shapes.
pub fn judge_case(case: &Case, family: &str, subject: &dyn Subject) -> Option<Judgement> {
    let answer = subject.answer(case)?;
    let truth = Truth::proposed(case, answer.simplex())?;
    Some(judge(&Trial {
        case,
        family,
        subject,
        answer: &answer,
        truth: &truth,
    }))
}

/// What one property makes of an answer: zero where it holds exactly, its error in ulps, infinity
/// where it fails in a way that has no measure. `None` where it has nothing to judge.
pub fn error_of(property: &Property, trial: &Trial<'_>) -> Option<f64> {
    Some(match (property.check)(trial)? {
        Finding::Holds => 0.0,
        Finding::Error { ulps, .. } if ulps.is_nan() => f64::INFINITY,
        Finding::Error { ulps, .. } => in_ulps_of(trial.subject.scalar(), ulps),
        Finding::Fails { .. } => f64::INFINITY,
    })
}

/// Judges what a subject answered, as [`Subject::attempt`] returned it. Where there is no answer, or the
/// subject panics when it is asked again, `termination` is broken. With a `turn` as [`judge_in_turn`] does.
/// `None` if the subject does not know the shapes.
pub fn examine(
    case: &Case,
    family: &str,
    subject: &dyn Subject,
    answer: Result<Option<Answer>, NoAnswer>,
    truth: &Truth,
    turn: Option<u64>,
) -> Option<(Result<Answer, NoAnswer>, Judgement)> {
    let judged = answer.and_then(|answer| {
        let Some(answer) = answer else {
            return Ok(None);
        };
        let judgement = guarded(|| {
            let trial = Trial {
                case,
                family,
                subject,
                answer: &answer,
                truth,
            };
            match turn {
                Some(turn) => judge_in_turn(&trial, turn),
                None => judge(&trial),
            }
        });
        let judgement = judgement.map_err(NoAnswer::panic)?;
        Ok(Some((Ok(answer), judgement)))
    });
    judged.unwrap_or_else(|none| {
        let judgement = unanswered(&none);
        Some((Err(none), judgement))
    })
}

/// What the judge says where there is no answer.
pub fn unanswered(none: &NoAnswer) -> Judgement {
    let property = &termination::PROPERTY;
    let index = PROPERTIES.iter().position(|p| p.name == property.name);
    let verdict = Verdict::Broken(Breach {
        said: none.said.clone(),
        ..breach(none.to_string())
    });
    Judgement {
        verdicts: index.map(|index| (index, verdict)).into_iter().collect(),
    }
}

/// A breach that has no measure.
fn breach(reason: String) -> Breach {
    Breach {
        claimed: None,
        proved: None,
        ulps: None,
        budget: None,
        reason,
        said: Vec::new(),
    }
}

/// What the budget makes of a finding.
fn rule(property: &Property, trial: &Trial<'_>, finding: Finding) -> Verdict {
    match finding {
        Finding::Holds => Verdict::Proved,
        Finding::Fails { reason } => Verdict::Broken(breach(reason)),
        Finding::Error {
            ulps,
            claimed,
            proved,
        } => {
            // What is not a number is as wrong as can be, and compares with other errors.
            let ulps = if ulps.is_nan() { f64::INFINITY } else { ulps };
            let scalar = trial.subject.scalar();
            let ulps = in_ulps_of(scalar, ulps);
            let promise = budget::promise(property.name);
            // Records are of what is bound: a guest is held to the promises alone.
            let is_bound = trial.subject.is_bound();
            let record = budget::record(property.name, trial.family).filter(|_| is_bound);
            if ulps <= record.unwrap_or(promise).ulps {
                return Verdict::Within { ulps };
            }
            let measured_by = |line: Line, reason: String| Breach {
                claimed: Some(claimed),
                proved: Some(proved.unwrap_or_else(|| trial.truth.distance())),
                ulps: Some(ulps),
                budget: Some(line),
                ..breach(reason)
            };
            let promised = promise.ulps;
            match record {
                Some(record) if ulps <= promised => {
                    let measured = record.ulps;
                    let reason = format!(
                        "{} > measured {measured} ulps, promised {promised} ulps",
                        told(scalar, ulps)
                    );
                    Verdict::NewWorst(measured_by(record, reason))
                }
                _ => {
                    let reason = format!("{} > promised {promised} ulps", told(scalar, ulps));
                    Verdict::Broken(measured_by(promise, reason))
                }
            }
        }
    }
}

/// `Holds` for an error of zero. What is proved is the exact distance where it is `None`.
fn error(ulps: f64, claimed: f64, proved: impl Into<Option<[f64; 2]>>) -> Option<Finding> {
    Some(if ulps == 0.0 {
        Finding::Holds
    } else {
        Finding::Error {
            ulps,
            claimed,
            proved: proved.into(),
        }
    })
}

fn fails(reason: impl Into<String>) -> Option<Finding> {
    Some(Finding::Fails {
        reason: reason.into(),
    })
}
