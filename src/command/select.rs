//! From words on the command line to families, subjects and cases.

use std::path::PathBuf;

use super::{CaseArgument, CommandError};
use crate::case::{Case, files};
use crate::family::{self, Family};
use crate::subject::{self, Subject};

/// The families of that names, or all.
pub(super) fn families(names: &[String]) -> Result<Vec<&'static Family>, CommandError> {
    if names.is_empty() {
        return Ok(family::all().iter().collect());
    }
    names
        .iter()
        .map(|name| {
            family::find(&name.replace('-', "_")).ok_or_else(|| {
                let known: Vec<_> = family::all().iter().map(|family| family.name).collect();
                unknown("family", name, &known)
            })
        })
        .collect()
}

/// The subjects of that names, or `gjk-core`; `all` is all of them.
pub(super) fn subjects(names: &[String]) -> Result<Vec<&'static dyn Subject>, CommandError> {
    if names.is_empty() {
        return Ok(vec![&subject::GjkCore]);
    }
    if names == ["all"] {
        return Ok(subject::all());
    }
    names
        .iter()
        .map(|name| {
            subject::find(name).ok_or_else(|| {
                let known: Vec<_> = subject::all()
                    .iter()
                    .map(|subject| subject.name())
                    .collect();
                unknown("subject", name, &known)
            })
        })
        .collect()
}

/// The case that the argument names.
pub(super) fn case(argument: &CaseArgument) -> Result<Case, CommandError> {
    let path = PathBuf::from(&argument.case);
    if !path.exists() && argument.id.is_none() {
        if let Some(case) = campaign_case(&argument.case) {
            return Ok(case);
        }
        if path.extension().is_none() {
            return Err(CommandError::Usage(format!(
                "{}: neither a file nor the id of a campaign case, such as near_contact-1-4711",
                argument.case
            )));
        }
    }
    let mut cases: Vec<Case> = files::read_cases(&[path])?
        .into_iter()
        .map(|located| located.case)
        .collect();
    if let Some(id) = &argument.id {
        return cases
            .into_iter()
            .find(|case| &case.id == id)
            .ok_or_else(|| {
                CommandError::Usage(format!("{}: no case has the id `{id}`", argument.case))
            });
    }
    match (cases.pop(), cases.len()) {
        (Some(case), 0) => Ok(case),
        (_, others) => Err(CommandError::Usage(format!(
            "{}: holds {} cases; choose one with --id",
            argument.case,
            others + 1
        ))),
    }
}

/// The family that the budget of a case is looked up for: the first part of its id, if that is one.
pub(super) fn family_of(case: &Case) -> &'static str {
    let name = case.id.split('-').next().unwrap_or_default();
    family::find(name).map_or("", |family| family.name)
}

/// The case of an id such as `near_contact-1-4711`.
fn campaign_case(id: &str) -> Option<Case> {
    let mut parts = id.rsplitn(3, '-');
    let index = parts.next()?.parse().ok()?;
    let seed = parts.next()?.parse().ok()?;
    let family = family::find(&parts.next()?.replace('-', "_"))?;
    Some(family::case_from_seed(family, seed, index))
}

fn unknown(what: &str, name: &str, known: &[&str]) -> CommandError {
    CommandError::Usage(format!(
        "no {what} is called `{name}`; there are {}",
        known.join(", ")
    ))
}
