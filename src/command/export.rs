//! `export`: writes cases with their exact answers, for programs without exact arithmetic.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use super::names::{self, Names};
use super::number::whole;
use super::threads::{JOBS, in_pool};
use super::{CommandError, Outcome, interrupt, progress, select};
use crate::case::files::Lines;
use crate::case::json;
use crate::corpus;
use crate::family::{self, Family};
use crate::judge::counted;
use crate::plan::INDICES;

/// The default number of cases of each family: a file that an editor can open.
const CASES: u64 = 100;

/// The number of cases in memory at a time.
const CHUNK: u64 = 4096;

pub(super) const EXAMPLES: [&str; 2] = [
    "export --families uniform,kissing --cases 1000 --seed 7 --output target/cases.jsonl",
    "export --corpus --output corpus/cases.jsonl   # the released corpus, to the byte",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only these families, separated by commas
    #[arg(long, alias = "family", value_delimiter = ',', value_parser = Names(names::families), hide_possible_values = true)]
    families: Vec<String>,
    /// How many cases of each family, such as 1000 or 1e6 [default: 100]
    #[arg(long, value_parser = whole(1..=INDICES))]
    cases: Option<u64>,
    /// Selects the cases: the same seed, the same file, on every machine [default: 1]
    #[arg(long, value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// The released corpus: stored cases, and some of each family. Run it at the root of the
    /// repository
    #[arg(long, conflicts_with_all = ["families", "cases", "seed"])]
    corpus: bool,
    /// The output file, ending in .jsonl: one case per line. It is replaced as a whole or not at
    /// all
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How many threads [default: one for each core]
    #[arg(long, value_parser = whole(1..=JOBS))]
    jobs: Option<u64>,
    /// Print JSON: {file, cases}; after Ctrl-C the file is null
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let families = select::families(&arguments.families)?;
    let cases = arguments.cases.unwrap_or(CASES);
    interrupt::listen();
    // Fail now, not at the end, if the file cannot be written.
    let mut lines = Lines::create(&arguments.output)?;
    let written = in_pool(arguments.jobs, || match arguments.corpus {
        true => write_corpus(&mut lines),
        false => write_families(&mut lines, &families, cases, arguments.seed.unwrap_or(1)),
    })??;
    let file = arguments.output.display().to_string();
    let is_stopped = interrupt::is_asked();
    if !is_stopped {
        lines.finish()?;
    }
    let outcome = match (arguments.json, is_stopped) {
        (true, true) => Outcome::json(&json!({ "file": null, "cases": 0 })),
        (true, false) => Outcome::json(&json!({ "file": file, "cases": written })),
        (false, true) => Outcome::fine(format!("Stopped: {file} is not written\n")),
        (false, false) => {
            let count = counted(written, "case");
            Outcome::fine(format!("{count} with exact answers: {file}\n"))
        }
    };
    match is_stopped {
        true => Err(CommandError::Stopped(outcome.text)),
        false => Ok(outcome),
    }
}

/// Writes the released corpus until Ctrl-C, and returns its number of cases.
fn write_corpus(lines: &mut Lines) -> Result<u64, CommandError> {
    let cases = corpus::cases(&interrupt::is_asked)?;
    cases.iter().try_for_each(|case| lines.push(case))?;
    Ok(cases.len() as u64)
}

/// Writes this many cases of each family until Ctrl-C, and returns the total.
fn write_families(
    lines: &mut Lines,
    families: &[&Family],
    cases: u64,
    seed: u64,
) -> Result<u64, CommandError> {
    let count = cases * families.len() as u64;
    let bar = progress::bar(count, "cases");
    for family in families {
        for first in (0..cases).step_by(CHUNK as usize) {
            if interrupt::is_asked() {
                return Ok(count);
            }
            let indices = first..cases.min(first + CHUNK);
            let texts: Vec<Option<String>> = (indices.clone().into_par_iter())
                .map(|index| {
                    bar.inc(1);
                    let case = corpus::answered(&family::case_from_seed(family, seed, index))?;
                    json::write_line(&case).ok()
                })
                .collect();
            for (index, text) in indices.zip(texts) {
                // Generated cases have an answer and can be written.
                let none = || format!("{}-{seed}-{index} has no exact answer", family.name);
                lines.push_line(&text.ok_or_else(|| CommandError::Usage(none()))?)?;
            }
        }
    }
    Ok(count)
}
