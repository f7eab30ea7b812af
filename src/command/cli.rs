//! The arguments, and what is said of those that are wrong.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::examples::examples;
use super::{
    campaign, check, completions, explain, explore, export, hunt, keep, list, report, shrink,
    speed, touch_band,
};

/// Cross-checks gjk-core against the exact reference.
///
/// Without a subcommand it runs a campaign. Exit code: 0 all promises hold, 1 a promise is broken or,
/// with --strict, an error is larger than measured, 2 bad usage or input.
#[derive(Debug, Parser)]
#[command(
    name = "gjk-harness",
    version,
    override_usage = "gjk-harness [OPTIONS]\n       gjk-harness <COMMAND>",
    after_help = examples(&campaign::EXAMPLES)
)]
pub struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) campaign: campaign::Arguments,
    /// When to colour: `auto` does on a terminal, never where NO_COLOR is set, and always where
    /// CLICOLOR_FORCE is
    // Read by `color`, before the parser.
    #[arg(long = "color", global = true, value_name = "WHEN", default_value_t)]
    _color: ColorChoice,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Judge many generated cases of every family, on all cores (the default)
    #[command(after_help = examples(&campaign::EXAMPLES))]
    Campaign(campaign::Arguments),
    /// Put the results of campaigns together
    #[command(after_help = examples(&report::EXAMPLES))]
    Report(report::Arguments),
    /// Judge the cases of files and folders
    #[command(after_help = examples(&check::EXAMPLES))]
    Check(check::Arguments),
    /// Change cases step by step towards the largest error or the most iterations
    #[command(after_help = examples(&hunt::EXAMPLES))]
    Hunt(hunt::Arguments),
    /// Show the iterations of a query on a case, as text or as a page to step through
    #[command(after_help = examples(&explain::EXAMPLES))]
    Explain(explain::Arguments),
    /// Drag shapes in the browser, and see the answer follow
    #[command(after_help = examples(&explore::EXAMPLES))]
    Explore(explore::Arguments),
    /// Write cases with their exact answers to a file, for programs in any language
    #[command(after_help = examples(&export::EXAMPLES))]
    Export(export::Arguments),
    /// Make a broken case smaller, as long as it stays broken
    #[command(after_help = examples(&shrink::EXAMPLES))]
    Shrink(shrink::Arguments),
    /// Store a case in tests/cases/kept, where `cargo test` replays it
    #[command(after_help = examples(&keep::EXAMPLES))]
    Keep(keep::Arguments),
    /// Show how false verdicts grow as the gap between shapes goes to zero
    #[command(after_help = examples(&touch_band::EXAMPLES))]
    TouchBand(touch_band::Arguments),
    /// Measure how long queries take, beside other crates and the limit of the hardware
    #[command(after_help = examples(&speed::EXAMPLES))]
    Speed(speed::Arguments),
    /// List the families
    #[command(after_help = examples(&list::FAMILY_EXAMPLES))]
    Families(list::Arguments),
    /// List the subjects
    #[command(after_help = examples(&list::SUBJECT_EXAMPLES))]
    Subjects(list::Arguments),
    /// Print a script that completes commands in a shell
    #[command(after_help = examples(&completions::EXAMPLES))]
    Completions(completions::Arguments),
}

impl Cli {
    /// Reads the arguments, the first of which is the name of the program.
    pub fn read(arguments: &[OsString]) -> Result<Self, clap::Error> {
        let command = Self::command();
        let matches = command.clone().try_get_matches_from(arguments)?;
        refuse_misplaced(command, &matches)?;
        Self::from_arg_matches(&matches)
    }
}

/// Refuses what stands before a subcommand and would be lost there. The parser could, but then it
/// would refuse `--color` there too.
fn refuse_misplaced(mut command: clap::Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, below)) = matches.subcommand() else {
        return Ok(());
    };
    let is_given = |argument: &&clap::Arg| {
        let source = matches.value_source(argument.get_id().as_str());
        !argument.is_global_set() && source == Some(ValueSource::CommandLine)
    };
    let given = command.get_arguments().find(is_given);
    let flag = given.map(|argument| argument.get_long().unwrap_or(argument.get_id().as_str()));
    if let Some(flag) = flag {
        let message = format!("'--{flag}' stands before '{name}': flags go behind the subcommand");
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    match command.find_subcommand(name) {
        Some(subcommand) => refuse_misplaced(subcommand.clone(), below),
        None => Ok(()),
    }
}

/// What the parser refuses, and what it proposes instead; its texts have several paragraphs, of
/// which the last say how to ask for help.
pub fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let is_message = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more");
    let lines = text.lines().take_while(is_message).map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let message = lines.join(" ").replace(" tip: ", "; ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let has_tip = message.contains("; ");
    match error.kind() {
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand if has_tip => message.to_owned(),
        ErrorKind::UnknownArgument
        | ErrorKind::InvalidSubcommand
        | ErrorKind::MissingRequiredArgument
        | ErrorKind::MissingSubcommand => format!("{message}; --help shows what there is"),
        _ => message.to_owned(),
    }
}
