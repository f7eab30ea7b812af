//! The adversarial search: it changes cases, step by step, to make them as bad as possible.
//!
//! Random-mutation hill climbing: a climb starts from the worst of a few cases of a family, and
//! accepts each change that does not decrease the score. Equal scores are accepted too: an error is
//! constant nearly everywhere, and a climb that stays put on such a plateau finds no way up. Climbs
//! are independent, and each has its own random numbers, so the number of threads changes nothing.
//!
//! Source: M. Mitchell, J. H. Holland, S. Forrest, "When will a genetic algorithm outperform hill
//! climbing?", Advances in Neural Information Processing Systems 6 (1994), section 4.

mod mutate;
mod random;
mod size;
mod whole;

use rayon::prelude::*;

use crate::case::{Case, json};
use crate::family::{self, Family};
use crate::judge::{PROPERTIES, Property, Trial, Truth, budget, error_of, is_about_source};
use crate::subject::{Subject, guarded};
use random::Random;

/// The plan of a hunt.
pub struct Plan {
    /// Selects the starts and the changes; the same seed finds the same cases.
    pub seed: u64,
    /// How many climbs.
    pub climbs: u64,
    /// How many changes each of them tries.
    pub steps: u64,
    /// Where climbs start, in turn.
    pub families: Vec<&'static Family>,
    /// What to maximise.
    pub goal: Goal,
    /// The subject.
    pub subject: &'static dyn Subject,
}

/// The score that a climb maximises.
#[derive(Clone, Copy)]
pub enum Goal {
    /// The iterations of the query for closest points.
    Iterations,
    /// The error of a property, in its ulps.
    Error(&'static Property),
}

impl Goal {
    /// The name of [`Goal::Iterations`].
    pub const ITERATIONS: &'static str = "iterations";

    /// The goal of that name: `iterations`, or a property that has a line in the budget.
    pub fn find(name: &str) -> Option<Goal> {
        if name == Self::ITERATIONS {
            return Some(Goal::Iterations);
        }
        let property = PROPERTIES.iter().find(|property| property.name == name)?;
        Self::names()
            .any(|known| known == name)
            .then_some(Goal::Error(property))
    }

    /// The names of all goals. Demands of a source are no goal.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let properties = budget::properties().filter(|name| !is_about_source(name));
        std::iter::once(Self::ITERATIONS).chain(properties)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Goal::Iterations => Self::ITERATIONS,
            Goal::Error(property) => property.name,
        }
    }

    /// The score of a case; infinite if the property fails without a measure, or if an expected
    /// answer is missing. `None` if the subject, the truth or the property does not apply.
    pub fn score(self, case: &Case, subject: &dyn Subject) -> Option<f64> {
        let property = match self {
            Goal::Iterations => {
                return match subject.attempt(case) {
                    Ok(answer) => Some(f64::from(answer?.closest?.iterations)),
                    Err(_) => Some(f64::INFINITY),
                };
            }
            Goal::Error(property) => property,
        };
        let truth = Truth::of(case)?;
        let answer = match subject.attempt(case) {
            Ok(answer) => answer?,
            Err(_) => return Some(f64::INFINITY),
        };
        let trial = Trial {
            case,
            family: NO_FAMILY,
            subject,
            answer: &answer,
            truth: &truth,
        };
        // A property may ask the subject again.
        guarded(|| error_of(property, &trial)).unwrap_or(Some(f64::INFINITY))
    }
}

/// A case of no family is judged by the promises.
pub const NO_FAMILY: &str = "";

/// The worst case of a climb.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The case; its id names goal, seed and climb.
    pub case: Case,
    /// The family that the climb started from.
    pub family: &'static str,
    /// Its score.
    pub score: f64,
    /// The worst case before, if the score is infinite: a program that gave no answer may have been
    /// ended by Ctrl-C.
    pub before: Option<Box<Found>>,
}

impl Found {
    /// The next worst case of a climb.
    fn then(self, next: Found) -> Found {
        let is_leap = next.score.is_infinite() && self.score.is_finite();
        Found {
            before: is_leap.then(|| Box::new(self)),
            ..next
        }
    }
}

/// A climb starts from the worst of this many cases.
const STARTS: u64 = 16;

/// Runs all climbs on the threads of the current pool, and returns their results, the worst first.
/// `progress` is called with the number of changes tried since the last call, from any thread.
///
/// Once `is_enough`, climbs end where they are, and what was measured meanwhile does not count:
/// Ctrl-C reaches programs too, so their missing answers mean nothing.
pub fn run(
    plan: &Plan,
    progress: &(dyn Fn(u64) + Sync),
    is_enough: &(dyn Fn() -> bool + Sync),
) -> Vec<Found> {
    let climbs = (0..plan.climbs).into_par_iter();
    let mut found: Vec<Found> = climbs
        .take_any_while(|_| !is_enough())
        .filter_map(|number| climb(plan, number, progress, is_enough))
        .collect();
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    found
}

/// One climb; `None` if no start has a score.
fn climb(
    plan: &Plan,
    number: u64,
    progress: &(dyn Fn(u64) + Sync),
    is_enough: &(dyn Fn() -> bool + Sync),
) -> Option<Found> {
    let family = plan.families[number as usize % plan.families.len()];
    let mut random = Random::new(family::mix(plan.goal.name(), plan.seed, number));
    let starts = (0..STARTS).map(|k| plan_start(plan, family, number * STARTS + k));
    let mut best: Option<Found> = None;
    for start in starts.take_while(|_| !is_enough()).flatten() {
        best = match best {
            Some(best) if start.score > best.score => Some(best.then(start)),
            Some(best) => Some(best),
            None => Some(start),
        };
        // Nothing is worse, and a program that hangs takes its time.
        if best.as_ref().is_some_and(|best| best.score.is_infinite()) {
            break;
        }
    }
    let mut best = best?;
    for step in 0..plan.steps {
        if best.score.is_infinite() {
            progress(plan.steps - step);
            break;
        }
        progress(1);
        let case = mutate::neighbour(&mut random, &best.case);
        let score = plan.goal.score(&case, plan.subject);
        if is_enough() {
            break;
        }
        if let Some(score) = score
            && score >= best.score
            && json::is_valid(&case)
        {
            best = best.then(Found {
                case,
                family: family.name,
                score,
                before: None,
            });
        }
    }
    let goal = plan.goal.name().replace(|c: char| !c.is_alphanumeric(), "");
    best.case.id = format!("hunt-{goal}-{}-{number}", plan.seed);
    if let Some(before) = &mut best.before {
        before.case.id.clone_from(&best.case.id);
    }
    Some(best)
}

/// A case of a family, without the knowledge of its source.
fn plan_start(plan: &Plan, family: &'static Family, index: u64) -> Option<Found> {
    let case = family::case_from_seed(family, plan.seed, index);
    let score = plan.goal.score(&case, plan.subject)?;
    Some(Found {
        case,
        family: family.name,
        score,
        before: None,
    })
}
