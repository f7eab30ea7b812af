//! `explore`: the explain page, live, in the browser.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::number::whole;
use super::{CaseArgument, CommandError, Outcome, select};
use crate::explore::{Explorer, first_case, refuse_large};

/// The folder of failures and saved cases.
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
    /// Which case, if the file holds several
    #[arg(long, requires = "case")]
    id: Option<String>,
    /// The port on this machine; 0 is any free port
    #[arg(long, default_value_t = 0, value_parser = whole(0..=u16::MAX.into()))]
    port: u64,
    /// Only print the address, do not open the browser
    #[arg(long)]
    no_open: bool,
    /// The folder for saved cases
    #[arg(long, value_name = "FOLDER", default_value = FOLDER)]
    save: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let case = match &arguments.case {
        Some(place) => {
            let case = select::case(&CaseArgument {
                case: place.clone(),
                id: arguments.id.clone(),
            })?;
            refuse_large(&case).map_err(|why| {
                let id = arguments.id.iter().map(|id| format!("{id}: "));
                CommandError::Usage(format!("{place}: {}{why}", id.collect::<String>()))
            })?;
            case
        }
        None => first_case(),
    };
    if arguments.save.is_file() {
        let folder = arguments.save.display();
        let message = format!("--save {folder}: a folder is needed, and this is a file");
        return Err(CommandError::Usage(message));
    }
    let explorer = Explorer::bind(arguments.port as u16, case, arguments.save.clone())
        .map_err(|error| CommandError::Usage(format!("--port {}: {error}", arguments.port)))?;
    let url = explorer.url();
    // The page is served even if standard output is closed.
    let _ =
        writeln!(io::stdout(), "{url} (press Ctrl-C to stop)").and_then(|()| io::stdout().flush());
    if !arguments.no_open {
        // The printed address is enough if there is no browser.
        let _ = open::that_detached(&url);
    }
    explorer.serve();
    Ok(Outcome::fine(String::new()))
}
