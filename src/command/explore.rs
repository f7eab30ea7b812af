//! `explore`: the explain page, live, in the browser.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::{CaseArgument, CommandError, Outcome, select};
use crate::explore::{Explorer, first_case};

/// Where failures and saved cases go.
const FOLDER: &str = "target/gjk-harness";

pub(super) const EXAMPLES: [&str; 3] = [
    "explore",
    "explore near_contact-1-4711",
    "explore case.json --save tests/cases/kept --no-open --port 8080",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A case file, or the id of a campaign case such as near_contact-1-4711 [default: an example]
    case: Option<String>,
    /// Which case, where the file holds several
    #[arg(long, requires = "case")]
    id: Option<String>,
    /// The port on this machine; 0 is any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Do not open the browser, only print where the page is
    #[arg(long)]
    no_open: bool,
    /// Where saved cases go
    #[arg(long, value_name = "FOLDER", default_value = FOLDER)]
    save: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let case = match &arguments.case {
        Some(case) => select::case(&CaseArgument {
            case: case.clone(),
            id: arguments.id.clone(),
        })?,
        None => first_case(),
    };
    let explorer = Explorer::bind(arguments.port, case, arguments.save.clone())
        .map_err(|error| CommandError::Usage(format!("--port {}: {error}", arguments.port)))?;
    let url = explorer.url();
    // Where nobody reads it, the page is there all the same.
    let _ = writeln!(io::stdout(), "{url} (Ctrl-C ends it)").and_then(|()| io::stdout().flush());
    if !arguments.no_open {
        // The address stands above for whoever has no browser here.
        let _ = open::that_detached(&url);
    }
    explorer.serve();
    Ok(Outcome::fine(String::new()))
}
