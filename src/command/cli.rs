//! The command-line arguments, and errors in them.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::examples::examples;
use super::{
    campaign, check, completions, explain, explore, export, hunt, keep, list, report, shrink,
    speed, touch_band,
};

/// Judges a GJK against exact arithmetic.
///
/// Without a subcommand it runs a campaign. Exit code: 0 all promises hold; 1 a promise is broken
/// or, with --strict, an error exceeds its record; 2 bad usage or input; 130 stopped by Ctrl-C.
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
    /// When to use colour: `auto` does on a terminal, never with NO_COLOR, always with
    /// CLICOLOR_FORCE
    // Read by `color`, before the parser.
    #[arg(long = "color", global = true, value_name = "WHEN", default_value_t)]
    _color: ColorChoice,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Judge many generated cases of every family, on all cores (the default)
    #[command(after_help = examples(&campaign::EXAMPLES))]
    Campaign(campaign::Arguments),
    /// Combine the results of campaigns
    // Without its subcommand it is an error like others, not a page of help.
    #[command(after_help = examples(&report::EXAMPLES), arg_required_else_help = false)]
    Report(report::Arguments),
    /// Judge the cases in files and folders
    #[command(after_help = examples(&check::EXAMPLES))]
    Check(check::Arguments),
    /// Search for the cases with the largest error or the most iterations, by changing cases step
    /// by step
    #[command(after_help = examples(&hunt::EXAMPLES))]
    Hunt(hunt::Arguments),
    /// Show the steps of a query on a case, as text or as a page
    #[command(after_help = examples(&explain::EXAMPLES))]
    Explain(explain::Arguments),
    /// Drag shapes in the browser, with the answer and its steps live
    #[command(after_help = examples(&explore::EXAMPLES))]
    Explore(explore::Arguments),
    /// Write cases with their exact answers to a file, for programs in any language
    #[command(after_help = examples(&export::EXAMPLES))]
    Export(export::Arguments),
    /// Make a broken case smaller while it stays broken
    #[command(after_help = examples(&shrink::EXAMPLES))]
    Shrink(shrink::Arguments),
    /// Store a case in tests/cases/kept, where `cargo test` replays it
    #[command(after_help = examples(&keep::EXAMPLES))]
    Keep(keep::Arguments),
    /// Show how the share of wrong verdicts grows as the gap between shapes goes to zero
    #[command(after_help = examples(&touch_band::EXAMPLES))]
    TouchBand(touch_band::Arguments),
    /// Measure how long queries take, compared with other crates and the limit of the hardware
    #[command(after_help = examples(&speed::EXAMPLES))]
    Speed(speed::Arguments),
    /// List the families
    #[command(after_help = examples(&list::FAMILY_EXAMPLES))]
    Families(list::Arguments),
    /// List the subjects
    #[command(after_help = examples(&list::SUBJECT_EXAMPLES))]
    Subjects(list::Arguments),
    /// Print a script of completions for a shell
    #[command(after_help = examples(&completions::EXAMPLES))]
    Completions(completions::Arguments),
}

impl Cli {
    /// Parses the arguments, the first of which is the name of the program.
    pub fn read(arguments: &[OsString]) -> Result<Self, clap::Error> {
        let command = with_negative_numbers(Self::command());
        let matches = command.clone().try_get_matches_from(arguments)?;
        refuse_misplaced(command, &matches)?;
        Self::from_arg_matches(&matches)
    }
}

/// Takes a word such as `-1` after a flag as its value, so that the error names the flag.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes = |argument: &clap::Arg| {
        argument.get_long().is_some() && argument.get_action().takes_values()
    };
    command
        .mut_args(|argument| {
            let is_value = takes(&argument);
            argument.allow_negative_numbers(is_value)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Refuses flags before a subcommand, which would be ignored. The parser could do it, but would
/// then refuse `--color` there too.
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
        let message = format!("'--{flag}' is before '{name}': put flags after the subcommand");
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    match command.find_subcommand(name) {
        Some(subcommand) => refuse_misplaced(subcommand.clone(), below),
        None => Ok(()),
    }
}

/// The message of the parser and its suggestion, in one line. Its text has several paragraphs, and
/// the last ones explain how to get help.
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
        | ErrorKind::MissingSubcommand => format!("{message}; see --help"),
        _ => message.to_owned(),
    }
}
