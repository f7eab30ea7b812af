//! From names on the command line to families, subjects and cases.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;

use super::names::{self, nearest, unknown};
use super::program::{Asked, Programs};
use super::{CaseArgument, CommandError};
use crate::case::{Case, files};
use crate::family::{self, Family};
use crate::subject::{self, Subject};

/// The families with these names, or all.
pub(super) fn families(names: &[String]) -> Result<Vec<&'static Family>, CommandError> {
    if names.is_empty() {
        return Ok(family::all().iter().collect());
    }
    let families: Vec<_> = names
        .iter()
        .map(|name| family(name))
        .collect::<Result<_, _>>()?;
    refuse_twins("family", families.iter().map(|family| family.name))?;
    Ok(families)
}

/// The subjects with these names, or `gjk-core`; `all` is all of them, `textbook` is `gjk-core` and
/// the textbooks.
pub(super) fn subjects(names: &[String]) -> Result<Vec<&'static dyn Subject>, CommandError> {
    if names.is_empty() {
        return Ok(vec![&subject::GjkCore]);
    }
    if names == ["all"] {
        return Ok(subject::all());
    }
    if names == ["textbook"] {
        let textbooks = subject::TEXTBOOK.iter();
        let ours: &dyn Subject = &subject::GjkCore;
        return Ok([ours]
            .into_iter()
            .chain(textbooks.map(|textbook| textbook as &dyn Subject))
            .collect());
    }
    if let Some(group) = names
        .iter()
        .find(|name| ["all", "textbook"].contains(&&***name))
    {
        let reason = format!("`{group}` stands for several subjects; name no other beside it");
        return Err(CommandError::Usage(reason));
    }
    let subjects: Vec<_> = names
        .iter()
        .map(|name| subject(name))
        .collect::<Result<_, _>>()?;
    refuse_twins("subject", subjects.iter().map(|subject| subject.name()))?;
    Ok(subjects)
}

/// Refuses a name that is given twice: its cases would be counted twice.
pub(super) fn refuse_twins<T: Clone + Display + Ord>(
    what: &str,
    names: impl Iterator<Item = T>,
) -> Result<(), CommandError> {
    let mut known = BTreeSet::new();
    for name in names {
        if !known.insert(name.clone()) {
            return Err(CommandError::Usage(format!(
                "the {what} `{name}` is given twice"
            )));
        }
    }
    Ok(())
}

/// The subjects with these names, and the programs; without names the programs only.
pub(super) fn asked(names: &[String], programs: &Programs) -> Result<Asked, CommandError> {
    let subjects = match names {
        [] if programs.count() > 0 => Vec::new(),
        names => subjects(names)?,
    };
    Ok(Asked::new(subjects, programs.start()?))
}

/// The subject with this name, or the program if there is one.
pub(super) fn one(name: &str, programs: &Programs) -> Result<Asked, CommandError> {
    match programs.count() {
        0 => Ok(Asked::new(vec![subject(name)?], programs.start()?)),
        1 => asked(&[], programs),
        count => Err(CommandError::Usage(format!(
            "this command is for one subject; --subject-command is given {count} times"
        ))),
    }
}

fn subject(name: &str) -> Result<&'static dyn Subject, CommandError> {
    let mut known = names::subjects();
    if !cfg!(feature = "peers") {
        known.push("and other crates with --features peers");
    }
    subject::find(name).ok_or_else(|| unknown("subject", name, &known))
}

/// The case of the argument.
pub(super) fn case(argument: &CaseArgument) -> Result<Case, CommandError> {
    let path = PathBuf::from(&argument.case);
    if !path.exists() {
        let case = campaign_case(&argument.case)?;
        return match &argument.id {
            Some(_) => Err(CommandError::Usage(format!(
                "{}: --id is for a file that holds several cases",
                argument.case
            ))),
            None => Ok(case),
        };
    }
    let mut cases: Vec<Case> = files::read_cases(&[path])?
        .into_iter()
        .map(|located| located.case)
        .collect();
    if let Some(id) = &argument.id {
        return match cases.iter().position(|case| &case.id == id) {
            Some(place) => Ok(cases.swap_remove(place)),
            None => Err(no_id(&argument.case, id, &cases)),
        };
    }
    match cases.as_slice() {
        [_] => Ok(cases.swap_remove(0)),
        _ => Err(CommandError::Usage(format!(
            "{}: holds {} cases; choose one with --id, such as --id {}",
            argument.case,
            cases.len(),
            cases[0].id
        ))),
    }
}

/// The error if no case of the file has the id.
fn no_id(file: &str, id: &str, cases: &[Case]) -> CommandError {
    let ids: Vec<&str> = cases.iter().map(|case| &*case.id).collect();
    let near = nearest(id, &ids).map(|near| format!("; did you mean `{near}`?"));
    let near = near.unwrap_or_default();
    CommandError::Usage(format!("{file}: no case has the id `{id}`{near}"))
}

/// The case of an id such as `near_contact-1-4711`.
fn campaign_case(id: &str) -> Result<Case, CommandError> {
    let Some((name, seed, index)) = family::parts_of_id(id) else {
        return Err(CommandError::Usage(format!(
            "{id}: neither a file nor the id of a campaign case, such as near_contact-1-4711"
        )));
    };
    let family = family(name).map_err(|error| CommandError::Usage(format!("{id}: {error}")))?;
    Ok(family::case_from_seed(family, seed, index))
}

/// The family with this name, with `-` or `_`.
fn family(name: &str) -> Result<&'static Family, CommandError> {
    let found = family::find(&name.replace('-', "_"));
    found.ok_or_else(|| unknown("family", name, &names::families()))
}
