//! The text of a broken verdict, and of a new worst.

use std::fmt::Write;
use std::path::Path;

use super::style::{BROKEN, HEADING, HOLDS, NEW_WORST, painted};
use super::{harness, hex};
use crate::case::{Case, Shape};
use crate::judge::budget::{Line, number_in_row, raised};
use crate::judge::{Breach, Property};
use crate::subject::Subject;

/// Where the budget stands, for the reader of a failure.
const BUDGET_FILE: &str = "src/judge/budget.rs";

/// Where the worst cases of each family are kept, a file for each.
const WORST_FOLDER: &str = "tests/cases/worst";

/// The subject that commands judge when none is named.
pub const DEFAULT_SUBJECT: &str = "gjk-core";

/// What is broken where an exact answer that stands in a file is not the exact one: no subject is.
pub const STORED: &str = "stored answer";

/// The text of an exact answer that stands beside a case and is wrong.
pub fn stored(case: &Case, wrong: &str) -> String {
    let shapes = format!("{}/{}", case.a.kind.name(), case.b.kind.name());
    let heading = painted(HEADING, STORED);
    let state = painted(BROKEN, "BROKEN");
    let mut text = String::new();
    line(&mut text, format!("{heading}  {shapes}  {state}"));
    line(&mut text, format!("  error    {wrong}"));
    text
}

/// What was claimed, what is proved, and of a new worst which record to change.
pub fn findings(
    case: &Case,
    family: &str,
    subject: &dyn Subject,
    found: &[(&Property, &Breach)],
) -> String {
    let scalar = case.scalar.name();
    let shapes = format!("{}/{}", case.a.kind.name(), case.b.kind.name());
    let mut text = String::new();
    for (property, breach) in found {
        let state = match breach.record() {
            Some(_) => painted(NEW_WORST, "NEW WORST"),
            None => painted(BROKEN, "BROKEN"),
        };
        line(
            &mut text,
            format!(
                "{} {shapes}  {scalar}  {family}  {}  {state}",
                painted(HEADING, format_args!("{:<12}", property.name)),
                subject.name(),
            ),
        );
        if let Some(claimed) = breach.claimed {
            line(
                &mut text,
                format!("  claimed  {:<24} {claimed:e}", hex(claimed)),
            );
        }
        if let Some([lower, upper]) = breach.proved {
            let proved = format!("[{}, {}]  {lower:e}", hex(lower), hex(upper));
            line(&mut text, format!("  proved   {}", painted(HOLDS, proved)));
        }
        let place = match breach.budget {
            // Nobody else has a number there to look at.
            Some(budget) if subject.is_bound() => format!("   {BUDGET_FILE}:{}", budget.line),
            _ => String::new(),
        };
        line(&mut text, format!("  error    {}{place}", breach.reason));
        for said in &breach.said {
            line(&mut text, format!("  stderr   {}", one_line(said)));
        }
        if let (Some(record), Some(ulps)) = (breach.record(), breach.ulps) {
            line(&mut text, format!("  change   {}", change(&record, ulps)));
        }
    }
    text
}

/// The findings, and how to see them again. `file` is where the case is kept, if it is; `shrunk`
/// says from what it was shrunk.
pub fn text(
    case: &Case,
    family: &str,
    subject: &dyn Subject,
    found: &[(&Property, &Breach)],
    file: Option<&Path>,
    shrunk: Option<&str>,
) -> String {
    let mut text = findings(case, family, subject, found);
    if let Some(file) = file {
        let (file, harness) = (file.display(), harness());
        let [subjects, whose] = flags(subject);
        let shrunk = shrunk
            .map(|from| format!("   (shrunk from {from})"))
            .unwrap_or_default();
        line(&mut text, format!("  case     {file}{shrunk}"));
        line(
            &mut text,
            format!("  again    {harness} check {file}{subjects}"),
        );
        line(
            &mut text,
            format!("  trace    {harness} explain {file}{whose}"),
        );
        line(
            &mut text,
            format!("  picture  {harness} explain {file}{whose} --html case.html"),
        );
        let mut records = found.iter().filter_map(|(_, breach)| breach.record());
        let keep = match records.find_map(|record| record.family) {
            // The file is one line, as those of the folder are.
            Some(family) => format!("cat {file} >> {WORST_FOLDER}/{family}.jsonl"),
            None => format!("{harness} keep {file} NAME"),
        };
        line(&mut text, format!("  keep     {keep}"));
    }
    text
}

/// The flags that name the subject: to commands that take several, and to those that take one.
fn flags(subject: &dyn Subject) -> [String; 2] {
    match (subject.name(), subject.command()) {
        (DEFAULT_SUBJECT, _) => Default::default(),
        (_, Some(command)) => {
            let quote = if command.contains('\'') { '"' } else { '\'' };
            let flag = format!(" --subject-command {quote}{command}{quote}");
            [flag.clone(), flag]
        }
        (name, None) => [format!(" --subjects {name}"), format!(" --subject {name}")],
    }
}

/// Where a record stands, and what it becomes: the change that a new worst asks for.
fn change(record: &Line, error_ulps: f64) -> String {
    let property = record.property;
    let number = number_in_row(property).unwrap_or_default();
    format!(
        "{BUDGET_FILE}:{}: {property} of {}, number {number} in the row: {:.2} becomes {:.2}",
        record.line,
        record.family.unwrap_or_default(),
        record.ulps,
        raised(property, error_ulps)
    )
}

/// How many points a case has, for the note on shrinking.
pub fn size(case: &Case) -> String {
    format!("{} vertices", vertices(case))
}

/// How many points a case has. A curved shape counts as one, its centre.
pub fn vertices(case: &Case) -> usize {
    let count = |shape: &Shape| {
        let core = shape.core(case.dim);
        core.vertices().map_or(1, |vertices| vertices.len())
    };
    count(&case.a) + count(&case.b)
}

/// What anybody wrote, without what would move the cursor of a terminal.
fn one_line(text: &str) -> String {
    let shown = |c: char| match c.is_control() {
        true => c.escape_default().collect(),
        false => vec![c],
    };
    text.chars().flat_map(shown).collect()
}

fn line(text: &mut String, line: String) {
    let _ = writeln!(text, "{line}");
}
