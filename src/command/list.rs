//! `families` and `subjects`: prints the registries, one line each.

use clap::Args;
use serde::Serialize;

use super::Outcome;
use crate::report::style::{HEADING, painted};
use crate::{family, subject};

pub(super) const FAMILY_EXAMPLES: [&str; 2] = ["families", "families --json"];
pub(super) const SUBJECT_EXAMPLES: [&str; 2] = ["subjects", "subjects --json"];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Print JSON: [{name, about}], with `scope`, the number of cases of a family that enumerates
    /// them, or with `is_bound`, whether a subject must keep the promises
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Family {
    name: &'static str,
    about: &'static str,
    scope: Option<u64>,
}

#[derive(Serialize)]
struct Subject {
    name: &'static str,
    about: &'static str,
    is_bound: bool,
}

pub(super) fn families(arguments: &Arguments) -> Outcome {
    let families = family::all().iter().map(|family| Family {
        name: family.name,
        about: family.about,
        scope: family.scope,
    });
    if arguments.json {
        return Outcome::json(&families.collect::<Vec<_>>());
    }
    Outcome::fine(
        families
            .map(|family| line(family.name, family.about))
            .collect(),
    )
}

pub(super) fn subjects(arguments: &Arguments) -> Outcome {
    let subjects = subject::all();
    let subjects = subjects.iter().map(|subject| Subject {
        name: subject.name(),
        about: subject.about(),
        is_bound: subject.is_bound(),
    });
    if arguments.json {
        return Outcome::json(&subjects.collect::<Vec<_>>());
    }
    Outcome::fine(
        subjects
            .map(|subject| line(subject.name, subject.about))
            .collect(),
    )
}

fn line(name: &str, about: &str) -> String {
    let name = painted(HEADING, format_args!("{name:<20}"));
    format!("{name} {about}\n")
}
