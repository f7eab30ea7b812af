//! `shrink`: makes a broken case smaller, as long as it stays broken.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::names::{self, Names};
use super::{CaseArgument, CommandError, Outcome, progress, select};
use crate::case::shrink::{ATTEMPTS_MAX, shrink};
use crate::case::{Case, files, json};
use crate::family;
use crate::judge::{Judgement, Truth, examine, is_about_source};
use crate::report::failure;
use crate::subject::{Subject, guarded};
use crate::tally::{Failure, Name};

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
    /// Whose answer is broken
    #[arg(long, default_value = "gjk-core", value_parser = Names(names::subjects), hide_possible_values = true)]
    subject: String,
    /// Print JSON: {subject, broken, vertices_before, vertices, file, case}; without it and --output
    /// the case alone
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let case = select::case(&arguments.case)?;
    let family = family::of_case(&case);
    let subjects = select::subjects(std::slice::from_ref(&arguments.subject))?;
    let Some(subject) = subjects.first() else {
        return Err(CommandError::Usage("no subject".to_owned()));
    };
    let broken = broken_properties(&case, family, *subject);
    if broken.is_empty() {
        return Err(CommandError::Usage(format!(
            "{}: no promise is found broken, so there is nothing to shrink",
            case.id
        )));
    }
    if broken.iter().all(|name| is_about_source(name)) {
        return Err(CommandError::Usage(format!(
            "{}: only `{}` is broken, which speaks of these very shapes, so there is nothing to shrink",
            case.id,
            broken.join("`, `")
        )));
    }
    let small = shrunk(&case, family, *subject, &broken);
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
            "file": file,
            "case": small,
        }))
    } else if file.is_some() {
        let before = failure::size(&case);
        Outcome::fine(report(&small, family, *subject, file, Some(&before)))
    } else {
        Outcome::fine(json::write(&small).map_err(|fault| CommandError::Usage(fault.to_string()))?)
    };
    Ok(Outcome {
        broken: true,
        ..outcome
    })
}

/// Shrinks a failure of a campaign, saves it in the folder and says so, or why it could not be
/// saved.
pub(super) fn save_failure(failure: &Failure, subject: &dyn Subject, folder: &Path) -> String {
    let small = shrunk(&failure.case, failure.family, subject, &failure.properties);
    let small = Case {
        id: failure.case.id.clone(),
        ..small
    };
    // Two subjects may fail on the same case, and each shrinks it its own way.
    let name = match subject.name() {
        failure::DEFAULT_SUBJECT => small.id.clone(),
        other => format!("{}.{other}", small.id),
    };
    let file = folder.join(format!("{name}.json"));
    let before = failure::size(&failure.case);
    match files::write_case(&file, &small) {
        Ok(()) => report(&small, failure.family, subject, Some(&file), Some(&before)),
        Err(error) => {
            let report = report(&small, failure.family, subject, None, None);
            format!("{report}  case     {}, not saved: {error}\n", small.id)
        }
    }
}

/// The case made smaller, as long as one of the broken properties stays broken. Those that compare
/// with the source of the case do not count: the source says nothing about smaller shapes.
fn shrunk(case: &Case, family: &str, subject: &dyn Subject, broken: &[Name]) -> Case {
    let bar = progress::bar(ATTEMPTS_MAX as u64, "attempts at most");
    shrink(case, &mut |smaller| {
        bar.inc(1);
        broken_properties(smaller, family, subject)
            .iter()
            .any(|name| broken.contains(name) && !is_about_source(name))
    })
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

/// The judgement, that of a panic included.
fn examined(case: &Case, family: &str, subject: &dyn Subject) -> Option<Judgement> {
    let truth = Truth::of(case)?;
    let answer = guarded(|| subject.answer(case));
    let (_, judgement) = examine(case, family, subject, answer, &truth, None)?;
    Some(judgement)
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
    failure::text(case, family, subject.name(), &broken, file, before)
}
