//! `completions`: a script of completions for a shell.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::{Cli, Outcome};

pub(super) const EXAMPLES: [&str; 2] = [
    "completions bash > ~/.local/share/bash-completion/completions/gjk-harness",
    "completions fish > ~/.config/fish/completions/gjk-harness.fish",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, name, &mut script);
    Outcome::fine(String::from_utf8_lossy(&script).into_owned())
}
