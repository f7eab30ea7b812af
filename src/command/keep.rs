//! `keep`: stores a case where `cargo test` replays it.

use std::path::Path;

use clap::Args;

use super::{CaseArgument, CommandError, Outcome, select};
use crate::case::{Case, files, json};

/// Where kept cases live, below the root of the repository.
const FOLDER: &str = "tests/cases/kept";

pub(super) const EXAMPLES: [&str; 2] = [
    "keep target/gjk-harness/grid-1-7.json name-of-the-bug",
    "keep near_contact-1-4711 a-case-of-a-campaign",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArgument,
    /// What to call it: letters, digits, `-`, `_` and `.`; it becomes the id and the name of the
    /// file
    name: String,
    /// Print JSON: {id, file}
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let case = Case {
        id: arguments.name.clone(),
        ..select::case(&arguments.case)?
    };
    if !json::is_valid(&case) {
        return Err(CommandError::Usage(format!(
            "`{}` cannot be the name of a case: letters, digits, `-`, `_` and `.` can",
            arguments.name
        )));
    }
    let folder = Path::new(FOLDER);
    if !folder.is_dir() {
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
    if arguments.json {
        let kept = serde_json::json!({ "id": case.id, "file": file });
        return Ok(Outcome::json(&kept));
    }
    Ok(Outcome::fine(format!(
        "kept as {}; `cargo test` replays it\n",
        file.display()
    )))
}
