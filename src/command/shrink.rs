//! `shrink`: makes a broken case smaller while it stays broken.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::names::{self, Names};
use super::program::Programs;
use super::{CaseArgument, CommandError, Outcome, progress, select};
use crate::case::shrink::ATTEMPTS_MAX;
use crate::case::{Case, CaseError, files, json};
use crate::family;
use crate::judge::{Breach, Defect, Judgement, PROPERTIES, Property, examined, unanswered};
use crate::report::failure::{self, UNSEEN};
use crate::subject::{NoAnswer, Subject};
use crate::tally::{Failure, Name};

/// The most attempts with a program to shrink a case of a campaign: a second or two if an answer
/// takes milliseconds.
const ATTEMPTS_OF_PROGRAMS: usize = 500;

pub(super) const EXAMPLES: [&str; 2] = [
    "shrink case.json --output small.json",
    "shrink range-1-8 --subject two-points-unclamped --json",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArgument,
    /// Where to write the result [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The subject whose answer is broken
    #[arg(long, default_value = "gjk-core", value_parser = Names(names::subjects), hide_possible_values = true, conflicts_with = "subject_command")]
    subject: String,
    #[command(flatten)]
    programs: Programs,
    /// Print JSON: {subject, broken, vertices_before, vertices, file, case}; without it and
    /// --output the case only
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let case = select::case(&arguments.case)?;
    let family = family::of_case(&case);
    if let Some(file) = &arguments.output {
        // Fail now, not at the end, if the file cannot be written.
        files::check_case(file)?;
    }
    let asked = select::one(&arguments.subject, &arguments.programs)?;
    let Some(subject) = asked.subjects.first() else {
        return Err(CommandError::Usage("no subject".to_owned()));
    };
    let broken = broken_properties(&case, family, *subject);
    if broken.is_empty() {
        return Err(CommandError::Usage(format!(
            "{}: no promise is found broken, so there is nothing to shrink{}",
            case.id,
            kept_whole(&case, family, *subject)
        )));
    }
    let Some(small) = shrunk(&case, family, *subject, &broken, ATTEMPTS_MAX) else {
        return Err(CommandError::Usage(format!(
            "{}: only `{}` is broken, which is about exactly these shapes, so there is nothing to shrink",
            case.id,
            broken.join("`, `")
        )));
    };
    let file = arguments.output.as_deref();
    if let Some(file) = file {
        files::write_case(file, &small)?;
    }
    let outcome = if arguments.json {
        Outcome::json(&json!({
            "subject": subject.name(),
            "broken": broken_properties(&small, family, *subject),
            "vertices_before": failure::vertices(&case),
            "vertices": failure::vertices(&small),
            "file": file.map(|file| file.display().to_string()),
            "case": small,
        }))
    } else if file.is_some() {
        let before = size_before(&case, &small);
        Outcome::fine(report(&small, family, *subject, file, before.as_deref()))
    } else {
        Outcome::fine(json::write(&small).map_err(|fault| CommandError::Usage(fault.to_string()))?)
    };
    Ok(Outcome {
        failed: true,
        ..outcome
    })
}

/// Shrinks a failure of a campaign and saves it in the folder; returns the text about it.
///
/// A program gets fewer attempts than a subject in this process. It is started again before, and
/// once the case is shrunk: the commands that the text names ask a new process too.
pub(super) fn save_failure(failure: &Failure, subject: &dyn Subject, folder: &Path) -> String {
    let (case, family) = (&failure.case, failure.family);
    subject.restart();
    if subject.command().is_some()
        && let Err(none) = subject.attempt(case)
    {
        return save_unanswered(case, family, subject, &none, folder);
    }
    let attempts_max = match subject.command() {
        Some(_) => ATTEMPTS_OF_PROGRAMS,
        None => ATTEMPTS_MAX,
    };
    let mut small = case.clone();
    if let Some(shrunk) = shrunk(case, family, subject, &failure.properties, attempts_max) {
        let id = case.id.clone();
        let shrunk = Case { id, ..shrunk };
        subject.restart();
        if !broken_properties(&shrunk, family, subject).is_empty() {
            small = shrunk;
        }
    }
    let judgement = examined(&small, family, subject);
    let mut broken: Vec<_> = judgement.iter().flat_map(Judgement::broken).collect();
    let unseen = Breach::in_words(UNSEEN);
    if broken.is_empty() {
        let is_meant = |property: &&Property| failure.properties.iter().any(|n| n == property.name);
        broken.extend(PROPERTIES.iter().filter(is_meant).map(|p| (p, &unseen)));
    }
    let file = folder.join(format!("{}.json", file_stem(&small, subject)));
    let before = size_before(case, &small);
    match files::write_case(&file, &small) {
        Ok(()) => failure::text(
            &small,
            family,
            subject,
            &broken,
            Some(&file),
            before.as_deref(),
        ),
        Err(error) => {
            let text = failure::text(&small, family, subject, &broken, None, None);
            text + &not_saved(&small, &error)
        }
    }
}

/// Saves a case that a program did not answer; returns the text about it. It is not shrunk: each
/// attempt may take the whole time limit, or restart the program.
pub(super) fn save_unanswered(
    case: &Case,
    family: &str,
    subject: &dyn Subject,
    none: &NoAnswer,
    folder: &Path,
) -> String {
    let judgement = unanswered(none);
    let broken: Vec<_> = judgement.broken().collect();
    let file = folder.join(format!("{}.json", file_stem(case, subject)));
    let text = |file| failure::text(case, family, subject, &broken, file, None);
    match files::write_case(&file, case) {
        Ok(()) => text(Some(&*file)),
        Err(error) => text(None) + &not_saved(case, &error),
    }
}

/// Saves the new worst case of some properties in the folder; returns the text about it. It is not
/// shrunk, as the record is of this case. Also returns whether it breaks a promise, which is then
/// shown.
pub(super) fn keep_new_worst(
    worst: &Failure,
    subject: &dyn Subject,
    folder: &Path,
) -> (String, bool) {
    let (case, family) = (&worst.case, worst.family);
    let judgement = examined(case, family, subject);
    let is_broken = judgement.as_ref().is_some_and(|found| !found.holds());
    let is_asked = |property: &Property| worst.properties.iter().any(|name| name == property.name);
    let found = judgement.iter().flat_map(Judgement::strictly_broken);
    let found: Vec<_> = found
        .filter(|(property, breach)| match is_broken {
            true => breach.record().is_none(),
            false => is_asked(property),
        })
        .collect();
    let properties = worst.properties.join(", ");
    if found.is_empty() {
        // Counted by another program, whose ledger was merged or resumed.
        let text = format!(
            "{}: counted as a new worst of {properties}, which this program does not reproduce\n",
            case.id
        );
        return (text, false);
    }
    // One line, like the files of worst cases.
    let file = folder.join(format!("{}.jsonl", file_stem(case, subject)));
    let text = |file| failure::text(case, family, subject, &found, file, None);
    let text = match files::write_cases(&file, std::slice::from_ref(case)) {
        Ok(()) => text(Some(&*file)),
        Err(error) => text(None) + &not_saved(case, &error),
    };
    (text, is_broken)
}

/// The size of a case, if it could be shrunk.
fn size_before(case: &Case, small: &Case) -> Option<String> {
    (small != case).then(|| failure::size(case))
}

/// The file name of a case. Two subjects may fail on the same case, and each shrinks it
/// differently.
fn file_stem(case: &Case, subject: &dyn Subject) -> String {
    match subject.name() {
        failure::DEFAULT_SUBJECT => case.id.clone(),
        other => format!("{}.{other}", case.id),
    }
}

fn not_saved(case: &Case, error: &CaseError) -> String {
    format!("  case     {}, not saved: {error}\n", case.id)
}

/// Why a case that is a new worst and breaks nothing is not shrunk.
fn kept_whole(case: &Case, family: &str, subject: &dyn Subject) -> String {
    let judgement = examined(case, family, subject);
    let new_worsts = judgement.iter().flat_map(Judgement::new_worsts);
    let names: Vec<_> = new_worsts.map(|(property, _)| property.name).collect();
    match &*names {
        [] => String::new(),
        names => format!("; a new worst of {} is not shrunk", names.join(", ")),
    }
}

/// The shrunk case, which must show the gravest of these broken properties as [`Defect`] describes.
/// `None` if all of them compare with the source of the case, which does not hold for smaller
/// shapes.
fn shrunk(
    case: &Case,
    family: &str,
    subject: &dyn Subject,
    broken: &[Name],
    attempts_max: usize,
) -> Option<Case> {
    let judgement = examined(case, family, subject)?;
    let is_meant = |property: &Property| broken.iter().any(|name| name == property.name);
    let found = judgement
        .broken()
        .filter(|(property, _)| is_meant(property));
    let defect = Defect::gravest(found)?;
    let bar = progress::bar(attempts_max as u64, "attempts at most");
    Some(defect.shrunk(case, family, subject, attempts_max, &|| bar.inc(1)))
}

fn broken_properties(case: &Case, family: &str, subject: &dyn Subject) -> Vec<Name> {
    examined(case, family, subject)
        .map(|judgement| {
            judgement
                .broken()
                .map(|(property, _)| property.name.into())
                .collect()
        })
        .unwrap_or_default()
}

fn report(
    case: &Case,
    family: &str,
    subject: &dyn Subject,
    file: Option<&Path>,
    before: Option<&str>,
) -> String {
    let Some(judgement) = examined(case, family, subject) else {
        return String::new();
    };
    let broken: Vec<_> = judgement.broken().collect();
    failure::text(case, family, subject, &broken, file, before)
}
