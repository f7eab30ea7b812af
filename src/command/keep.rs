//! `keep`: stores a case where `cargo test` replays it.

use std::path::Path;

use clap::Args;

use super::{CaseArgument, CommandError, Outcome, select};
use crate::case::{Case, files, json};

/// Where kept cases live, below the root of the repository.
const FOLDER: &str = "tests/cases/kept";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArgument,
    /// What to call it: letters, digits, `-`, `_` and `.`; it becomes the id and the name of the
    /// file
    name: String,
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
            "{}: exists already",
            file.display()
        )));
    }
    files::write_case(&file, &case)?;
    Ok(Outcome::fine(format!(
        "kept as {}; `cargo test` replays it\n",
        file.display()
    )))
}
