//! The examples at the end of a help text.

use clap::builder::Styles;

use crate::report::harness;

/// The end of a help text: examples.
pub(super) fn examples(commands: &[&str]) -> String {
    let harness = harness();
    let header = Styles::styled().get_header().to_owned();
    let lines = commands
        .iter()
        .map(|command| format!("\n  {harness} {command}"));
    format!("{header}Examples:{header:#}{}", lines.collect::<String>())
}
