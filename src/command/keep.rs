//! `keep`: stores a case where `cargo test` replays it, or in another folder.

use std::path::{Path, PathBuf};

use clap::Args;

use super::names::{self, Names};
use super::program::Programs;
use super::{CaseArgument, CommandError, Outcome, select};
use crate::case::{Case, files, json};
use crate::family;
use crate::judge::examined;
use crate::subject::{GjkCore, Subject};

/// The folder of kept cases, relative to the root of the repository.
const FOLDER: &str = "tests/cases/kept";

pub(super) const EXAMPLES: [&str; 3] = [
    "keep target/gjk-harness/grid-1-7.json name-of-the-bug",
    "keep near_contact-1-4711 a-case-of-a-campaign",
    "keep small.json no-clamp --folder gjk-cases --subject two-points-unclamped",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArgument,
    /// The name: letters, digits, `-`, `_` and `.`; it becomes the id and the file name
    name: String,
    /// The folder [default: tests/cases/kept, for gjk-core]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// The subject that fails on the case. It must break a promise, and `observed` in the file
    /// states which
    #[arg(long, value_parser = Names(names::subjects), hide_possible_values = true, conflicts_with = "subject_command")]
    subject: Option<String>,
    #[command(flatten)]
    programs: Programs,
    /// Print JSON: {id, file}
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let mut case = select::case(&arguments.case)?;
    if let Some(observed) = observed(&case, arguments)? {
        case.other.insert("observed".to_owned(), observed.into());
    }
    let is_ours = arguments
        .subject
        .as_deref()
        .is_none_or(|name| name == GjkCore.name());
    if arguments.folder.is_none() && !(is_ours && arguments.programs.count() == 0) {
        let reason = format!("{FOLDER} is for failures of gjk-core; choose another with --folder");
        return Err(CommandError::Usage(reason));
    }
    case.id.clone_from(&arguments.name);
    if !json::is_valid(&case) {
        return Err(CommandError::Usage(format!(
            "`{}` cannot be the name of a case: use letters, digits, `-`, `_` and `.`",
            arguments.name
        )));
    }
    let folder = arguments.folder.as_deref().unwrap_or(Path::new(FOLDER));
    if arguments.folder.is_none() && !folder.is_dir() {
        return Err(CommandError::Usage(format!(
            "{FOLDER}: no such folder; run this at the root of the repository"
        )));
    }
    let file = folder.join(format!("{}.json", arguments.name));
    if file.exists() {
        return Err(CommandError::Usage(format!(
            "{}: exists already; choose another name",
            file.display()
        )));
    }
    files::write_case(&file, &case)?;
    let file = file.display().to_string();
    if arguments.json {
        let kept = serde_json::json!({ "id": case.id, "file": file });
        return Ok(Outcome::json(&kept));
    }
    Ok(Outcome::fine(match &arguments.folder {
        None => format!("kept as {file}; `cargo test` replays it\n"),
        Some(folder) => format!("kept as {file}; `check {}` judges it\n", folder.display()),
    }))
}

/// What the given subject or program gets wrong.
fn observed(case: &Case, arguments: &Arguments) -> Result<Option<String>, CommandError> {
    let asked = match &arguments.subject {
        None if arguments.programs.count() == 0 => return Ok(None),
        name => select::one(name.as_deref().unwrap_or_default(), &arguments.programs)?,
    };
    let Some(&subject) = asked.subjects.first() else {
        return Err(CommandError::Usage("no subject".to_owned()));
    };
    let judgement = examined(case, family::of_case(case), subject);
    let broken = judgement.iter().flat_map(|judgement| judgement.broken());
    let broken: Vec<_> = broken
        .map(|(property, breach)| format!("{}: {}", property.name, breach.reason))
        .collect();
    if broken.is_empty() {
        return Err(CommandError::Usage(format!(
            "{}: {} breaks no promise, so there is no failure to keep",
            case.id,
            subject.name()
        )));
    }
    Ok(Some(format!("{}: {}", subject.name(), broken.join("; "))))
}
