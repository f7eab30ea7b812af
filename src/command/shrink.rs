//! `shrink`: makes a broken case smaller, as long as it stays broken.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{CaseArgument, CommandError, Outcome, select};
use crate::case::shrink::shrink;
use crate::case::{Case, files, json};
use crate::judge::judge_case;
use crate::report::failure;
use crate::subject::{self, Subject};
use crate::tally::Failure;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArgument,
    /// Where to write the result [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Whose answer is broken
    #[arg(long, default_value = "gjk-core")]
    subject: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let case = select::case(&arguments.case)?;
    let family = select::family_of(&case);
    let subjects = select::subjects(std::slice::from_ref(&arguments.subject))?;
    let Some(subject) = subjects.first() else {
        return Err(CommandError::Usage("no subject".to_owned()));
    };
    let broken = broken_properties(&case, family, *subject);
    if broken.is_empty() {
        return Err(CommandError::Usage(format!(
            "{}: no promise is broken, so there is nothing to shrink",
            case.id
        )));
    }
    let small = shrunk(&case, family, *subject, &broken);
    let text = match &arguments.output {
        Some(file) => {
            files::write_case(file, &small)?;
            report(
                &small,
                family,
                *subject,
                Some(file),
                Some(&failure::size(&case)),
            )
        }
        None => json::write(&small).map_err(|fault| CommandError::Usage(fault.to_string()))?,
    };
    Ok(Outcome { text, broken: true })
}

/// Shrinks a failure of a campaign, saves it in the folder and says so.
pub(super) fn save_failure(failure: &Failure, folder: &Path) -> Result<String, CommandError> {
    let Some(subject) = subject::find(failure.subject) else {
        return Ok(String::new());
    };
    let small = shrunk(&failure.case, failure.family, subject, &failure.properties);
    let small = Case {
        id: failure.case.id.clone(),
        ..small
    };
    let file = folder.join(format!("{}.json", small.id));
    files::write_case(&file, &small)?;
    let before = failure::size(&failure.case);
    Ok(report(
        &small,
        failure.family,
        subject,
        Some(&file),
        Some(&before),
    ))
}

fn shrunk(case: &Case, family: &str, subject: &dyn Subject, broken: &[&'static str]) -> Case {
    shrink(case, &mut |smaller| {
        broken_properties(smaller, family, subject)
            .iter()
            .any(|name| broken.contains(name))
    })
}

fn broken_properties(case: &Case, family: &str, subject: &dyn Subject) -> Vec<&'static str> {
    judge_case(case, family, subject)
        .map(|judgement| {
            judgement
                .broken()
                .map(|(property, _)| property.name)
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
    let Some(judgement) = judge_case(case, family, subject) else {
        return String::new();
    };
    let broken: Vec<_> = judgement.broken().collect();
    failure::text(case, family, subject.name(), &broken, file, before)
}
