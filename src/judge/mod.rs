//! The judge: one file per property, which compares a claim with exact numbers.

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
mod tolerance;
mod transform;
pub(crate) mod truth;
mod unit;
mod verdict;
mod warm_start;
mod witnesses;

pub(crate) use defect::FACTOR;
pub use defect::{Defect, Way, examined};
pub use expectation::{is_about_source, unjudged};
use precision::told_beyond;
pub use precision::{counted, in_ulps_of, told};
pub use truth::Truth;

use crate::case::{Case, Scalar};
use crate::subject::{Answer, NoAnswer, Subject, guarded};
use budget::Line;

/// A claim of every answer, and its check.
pub struct Property {
    /// Its name in tables and in the budget.
    pub name: &'static str,
    /// The claim, in one line.
    pub about: &'static str,
    /// Whether the check runs the subject again, with another setting or on a case derived from
    /// this one. That takes most of the time.
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
    tolerance::PROPERTY,
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

/// The name of the property that judges a trace; without a trace it is not judged, and its place
/// says so.
pub const TERMINATION: &str = termination::PROPERTY.name;

/// The name of the property that judges the verdict; its reason states the verdict, not a number.
pub const VERDICT: &str = verdict::PROPERTY.name;

pub use termination::repeated;

/// A subject's answer to a case, and the truth.
pub struct Trial<'t> {
    /// The case.
    pub case: &'t Case,
    /// The family of the case, which selects the records.
    pub family: &'t str,
    /// The subject.
    pub subject: &'t dyn Subject,
    /// Its answer.
    pub answer: &'t Answer,
    /// The truth.
    pub truth: &'t Truth,
}

/// The result of a property, before the budget applies.
#[derive(Clone, Debug, PartialEq)]
enum Finding {
    /// The claim holds exactly.
    Holds,
    /// The claim is off by `ulps`, in the unit that the property names, in `f64`.
    Error {
        ulps: f64,
        claimed: f64,
        /// `None` for the exact distance: it takes time, and only reports need it.
        proved: Option<[f64; 2]>,
    },
    /// The claim is wrong beyond any budget.
    Fails { reason: String },
}

/// The verdict on one property of one answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It holds exactly.
    Proved,
    /// An error within the budget.
    Within {
        /// The error in ulps of the subject's precision.
        ulps: f64,
    },
    /// The error exceeds the record of the family, but not the promise.
    NewWorst(Breach),
    /// The error exceeds the promise, or has no measure.
    Broken(Breach),
}

/// Why a verdict is broken, or a new worst.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// The claim, if it is a number.
    pub claimed: Option<f64>,
    /// The truth, if it is a number: an interval.
    pub proved: Option<[f64; 2]>,
    /// The error in ulps of the subject's precision, if there is one.
    pub ulps: Option<f64>,
    /// The limit that it exceeds: a promise, or the record for a new worst.
    pub budget: Option<Line>,
    /// In words.
    pub reason: String,
    /// The last lines on standard error of a program that gave no answer.
    pub said: Vec<String>,
}

impl Breach {
    /// One that has no measure.
    pub(crate) fn in_words(reason: impl Into<String>) -> Self {
        Self {
            claimed: None,
            proved: None,
            ulps: None,
            budget: None,
            reason: reason.into(),
            said: Vec::new(),
        }
    }

    /// The exceeded record, if no promise is exceeded.
    pub fn record(&self) -> Option<Line> {
        self.budget.filter(|line| line.family.is_some())
    }

    /// The same breach of a tolerance, relative to the length that the property names, in place of
    /// a promise; the same if it has no measure.
    pub fn of_tolerance(&self, property: &Property, scalar: Scalar, tolerance: f64) -> Self {
        let (Some(ulps), Some(proved)) = (self.ulps, self.proved) else {
            return self.clone();
        };
        let relative = ulps * scalar.epsilon();
        let reason = format!("relative error {relative:.1e} > tolerance {tolerance:e}");
        Self {
            reason: stated(property, proved, reason),
            budget: None,
            ..self.clone()
        }
    }
}

/// The judgement of one answer.
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

    /// The properties that exceed their record, but not their promise.
    pub fn new_worsts(&self) -> impl Iterator<Item = (&'static Property, &Breach)> {
        self.strictly_broken()
            .filter(|(_, breach)| breach.record().is_some())
    }

    /// The properties that are broken or a new worst: the failures with `--strict`.
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

    /// Whether there is a verdict on the property with this name.
    pub fn is_about(&self, name: &str) -> bool {
        let mut indices = self.verdicts.iter().map(|(index, _)| *index);
        indices.any(|index| PROPERTIES[index].name == name)
    }

    /// Whether no property is broken.
    pub fn holds(&self) -> bool {
        self.broken().next().is_none()
    }
}

/// Judges an answer by all properties. For a subject that is not bound by the promises, by those
/// that need no second answer only.
pub fn judge(trial: &Trial<'_>) -> Judgement {
    judge_by(trial, |_| true)
}

/// Judges an answer by all properties that need no second answer, and by one of the others: `turn`
/// selects it, counted from zero without end.
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

/// Judges the answer of `subject` to `case`; `None` if the truth or the subject does not support
/// its shapes.
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

/// The error of an answer by one property: zero if it holds exactly, in ulps, infinity if it fails
/// without a measure. `None` if it does not apply.
pub fn error_of(property: &Property, trial: &Trial<'_>) -> Option<f64> {
    Some(match (property.check)(trial)? {
        Finding::Holds => 0.0,
        Finding::Error { ulps, .. } if ulps.is_nan() => f64::INFINITY,
        Finding::Error { ulps, .. } => in_ulps_of(trial.subject.scalar(), ulps),
        Finding::Fails { .. } => f64::INFINITY,
    })
}

/// Judges an answer as [`Subject::attempt`] returned it. If there is no answer, or the subject
/// panics in a second query, `termination` is broken. With a `turn` like [`judge_in_turn`]. `None`
/// if the subject does not support the shapes.
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

/// The judgement if there is no answer.
pub fn unanswered(none: &NoAnswer) -> Judgement {
    let property = &termination::PROPERTY;
    let index = PROPERTIES.iter().position(|p| p.name == property.name);
    let verdict = Verdict::Broken(Breach {
        said: none.said.clone(),
        ..Breach::in_words(none.to_string())
    });
    Judgement {
        verdicts: index.map(|index| (index, verdict)).into_iter().collect(),
    }
}

/// Applies the budget to a finding.
fn rule(property: &Property, trial: &Trial<'_>, finding: Finding) -> Verdict {
    match finding {
        Finding::Holds => Verdict::Proved,
        Finding::Fails { reason } => Verdict::Broken(Breach::in_words(reason)),
        Finding::Error {
            ulps,
            claimed,
            proved,
        } => {
            // NaN is the worst error, and must compare with others.
            let ulps = if ulps.is_nan() { f64::INFINITY } else { ulps };
            let scalar = trial.subject.scalar();
            let ulps = in_ulps_of(scalar, ulps);
            let promise = budget::promise(property.name);
            // Records are for subjects that are bound by the promises; others are judged by the
            // promises alone.
            let is_bound = trial.subject.is_bound();
            let record = budget::record(property.name, trial.family).filter(|_| is_bound);
            if ulps <= record.unwrap_or(promise).ulps {
                return Verdict::Within { ulps };
            }
            let proved = proved.unwrap_or_else(|| trial.truth.distance());
            let measured_by = |line: Line, reason: String| Breach {
                claimed: Some(claimed),
                proved: Some(proved),
                ulps: Some(ulps),
                budget: Some(line),
                ..Breach::in_words(stated(property, proved, reason))
            };
            let promised = promise.ulps;
            match record {
                Some(record) if ulps <= promised => {
                    let reason = told_beyond(scalar, ulps, "measured", record.ulps);
                    let reason = format!("{reason}, promised {}", counted(promised, "ulp"));
                    Verdict::NewWorst(measured_by(record, reason))
                }
                _ => {
                    let reason = told_beyond(scalar, ulps, "promised", promised);
                    Verdict::Broken(measured_by(promise, reason))
                }
            }
        }
    }
}

/// The reason of a breach; that of a wrong verdict begins with the verdict.
fn stated(property: &Property, proved: [f64; 2], reason: String) -> String {
    match property.name {
        VERDICT => format!("{}: {reason}", verdict::words(proved)),
        _ => reason,
    }
}

/// `Holds` for an error of zero. `None` for `proved` means the exact distance.
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
