//! The adversarial search: it changes cases, step by step, towards the worst that they can do.
//!
//! Random-mutation hill climbing: a climb starts from the worst of a few cases of a family, and
//! takes each change that does not make the score smaller. Equal scores are taken too: an error is
//! level nearly everywhere, and a climb that stands still on such a plain finds no way up. Climbs
//! know nothing of each other, and each has random numbers of its own, so the number of threads
//! changes nothing.
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
use crate::subject::Subject;
use random::Random;

/// What a hunt does.
pub struct Plan {
    /// Selects the starts and the changes; the same seed finds the same.
    pub seed: u64,
    /// How many climbs.
    pub climbs: u64,
    /// How many changes each of them tries.
    pub steps: u64,
    /// Where climbs start, in turn.
    pub families: Vec<&'static Family>,
    /// What is to become large.
    pub goal: Goal,
    /// Whose answers are judged.
    pub subject: &'static dyn Subject,
}

/// What a climb makes as large as it can.
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

    /// The names of all goals. What a source demands of its own shapes is none.
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

    /// How bad a case is; infinite where the property fails in a way that has no measure, and where there
    /// is no answer though one is due. `None`
    /// if the subject, the truth or the property has nothing to say about it.
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
        error_of(property, &trial)
    }
}

/// A case that no family made is judged by the promises.
pub const NO_FAMILY: &str = "";

/// The worst case of a climb.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The case; its id names goal, seed and climb.
    pub case: Case,
    /// The family that the climb started from.
    pub family: &'static str,
    /// How bad it is.
    pub score: f64,
}

/// A climb starts from the worst of so many cases.
const STARTS: u64 = 16;

/// Runs all climbs on the threads of the current pool, and returns what they found, the worst
/// first. `progress` is called with the number of changes tried since the last call, from any
/// thread.
pub fn run(plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Vec<Found> {
    let climbs = (0..plan.climbs).into_par_iter();
    let mut found: Vec<Found> = climbs
        .filter_map(|number| climb(plan, number, progress))
        .collect();
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    found
}

/// One climb; `None` if no start has a score.
fn climb(plan: &Plan, number: u64, progress: &(dyn Fn(u64) + Sync)) -> Option<Found> {
    let family = plan.families[number as usize % plan.families.len()];
    let mut random = Random::new(family::mix(plan.goal.name(), plan.seed, number));
    let starts = (0..STARTS).map(|k| plan_start(plan, family, number * STARTS + k));
    let mut best = starts.flatten().reduce(|best, other| {
        if other.score > best.score {
            other
        } else {
            best
        }
    })?;
    for step in 0..plan.steps {
        if best.score.is_infinite() {
            progress(plan.steps - step);
            break;
        }
        progress(1);
        let case = mutate::neighbour(&mut random, &best.case);
        if let Some(score) = plan.goal.score(&case, plan.subject)
            && score >= best.score
            && json::is_valid(&case)
        {
            best = Found {
                case,
                score,
                ..best
            };
        }
    }
    let goal = plan.goal.name().replace(|c: char| !c.is_alphanumeric(), "");
    best.case.id = format!("hunt-{goal}-{}-{number}", plan.seed);
    Some(best)
}

/// A case of a family, without what its source knows of it.
fn plan_start(plan: &Plan, family: &'static Family, index: u64) -> Option<Found> {
    let case = family::case_from_seed(family, plan.seed, index);
    let score = plan.goal.score(&case, plan.subject)?;
    Some(Found {
        case,
        family: family.name,
        score,
    })
}
