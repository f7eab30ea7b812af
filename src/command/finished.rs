//! What a finished campaign prints and saves.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use super::{CommandError, Outcome, ledger_file, progress, scoreboard, shrink};
use crate::campaign;
use crate::case::files;
use crate::family;
use crate::ledger::{Ledger, Row};
use crate::plan::Plan;
use crate::report::site::{self, Site};
use crate::report::table;
use crate::touch_band::{PAIRS_ALL, curves};

/// Where broken cases are saved.
pub(super) const FOLDER: &str = "target/gjk-harness";

/// What to print; the worst cases and the report go into their folders, if there are any.
pub(super) fn finished(
    plan: &Plan,
    ledger: &Ledger,
    as_json: bool,
    worst: Option<&Path>,
    report: Option<&Path>,
) -> Result<Outcome, CommandError> {
    let rows = &ledger.rows;
    let unjudged = campaign::unjudged_families(plan, rows);
    if !unjudged.is_empty() {
        return Err(CommandError::Usage(format!(
            "no case of {} was judged: more --cases, or other subjects?",
            unjudged.join(", ")
        )));
    }
    if let Some(folder) = worst {
        keep_worst(plan, rows, folder)?;
    }
    if let Some(folder) = report {
        write_report(plan, ledger, folder)?;
    }
    let bound = plan.subjects.iter().filter(|subject| subject.is_bound());
    let bound: Vec<_> = bound.map(|subject| subject.name()).collect();
    let broken = |row: &Row| row.tally.broken > 0 && bound.contains(&&*row.subject);
    let broken = rows.iter().any(broken);
    let mut text = if as_json {
        ledger_file::text(ledger)
    } else if bound.len() < plan.subjects.len() {
        scoreboard::text(plan, rows, &Path::new(FOLDER).join("scoreboard"))?
    } else {
        format!("{}\n{}\n", table::text(rows), table::LEGEND)
    };
    let reports = save_failures(plan, rows, Path::new(FOLDER));
    if !as_json {
        text += &reports;
        if let Some(folder) = report {
            let _ = writeln!(text, "\nThe report: {}/index.html", folder.display());
        }
    }
    Ok(Outcome { text, broken })
}

/// Writes the report, for which the touch bands are counted too.
fn write_report(plan: &Plan, ledger: &Ledger, folder: &Path) -> Result<(), CommandError> {
    let bar = progress::bar(PAIRS_ALL, "pairs");
    let curves = curves(&plan.subjects, &|done| bar.inc(done));
    drop(bar);
    let site = Site {
        ledger,
        subjects: &plan.subjects,
        curves: &curves,
    };
    Ok(site::write(&site, folder)?)
}

/// Shrinks and saves where the campaign found a promise broken, and says so.
fn save_failures(plan: &Plan, rows: &[Row], folder: &Path) -> String {
    let mut text = String::new();
    for failure in campaign::failures(plan, rows) {
        for subject in &plan.subjects {
            if subject.name() == failure.subject && subject.is_bound() {
                let report = shrink::save_failure(&failure, *subject, folder);
                let _ = write!(text, "\n{report}");
            }
        }
    }
    text
}

/// Saves the worst case of each property as `FAMILY.jsonl` in the folder.
fn keep_worst(plan: &Plan, rows: &[Row], folder: &Path) -> Result<(), CommandError> {
    for family in &plan.families {
        let worst: BTreeSet<u64> = rows
            .iter()
            .filter(|row| row.family == family.name)
            .flat_map(|row| row.tally.properties.values())
            .filter(|property| property.worst_ulps > 0.0)
            .filter_map(|property| property.worst_index)
            .collect();
        let cases: Vec<_> = worst
            .into_iter()
            .map(|index| family::case_from_seed(family, plan.seed, index))
            .collect();
        files::write_cases(&folder.join(format!("{}.jsonl", family.name)), &cases)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;
    use crate::plan::{Laws, Shard};
    use crate::subject::{Answer, GjkCore, Subject};

    /// Claims every distance to be a billionth more than it is.
    struct TooFar;

    impl Subject for TooFar {
        fn name(&self) -> &'static str {
            "too-far"
        }

        fn about(&self) -> &'static str {
            "a bug"
        }

        fn answer(&self, case: &Case) -> Option<Answer> {
            let answer = GjkCore.answer(case)?;
            Some(Answer {
                distance: answer.distance.map(|distance| distance * (1.0 + 1e-9)),
                closest: None,
                ..answer
            })
        }
    }

    fn reports(folder: &Path) -> String {
        let plan = Plan {
            seed: 1,
            first: 0,
            cases: 30,
            families: vec![family::find("uniform").expect("a family")],
            subjects: vec![&TooFar],
            shard: Shard::WHOLE,
            laws: Laws::InTurn,
        };
        let rows = campaign::run(&plan, &|_| {});
        save_failures(&plan, &rows, folder)
    }

    // A subject that no registry knows is reported as any other: shrunk, saved under a name of its
    // own, and with commands that judge it again. What cannot be saved is reported all the same.
    #[test]
    fn failures_are_shrunk_saved_and_told() {
        let folder = std::env::temp_dir().join(format!("gjk-harness-{}", std::process::id()));
        let text = reports(&folder);
        let mut saved = files::read_cases(std::slice::from_ref(&folder)).expect("saved cases");
        std::fs::remove_dir_all(&folder).expect("a folder of our own");
        assert_eq!(saved.len(), 3, "{text}");
        let first = saved.remove(0);
        let file = first.file.display().to_string();
        assert!(file.ends_with(&format!("{}.too-far.json", first.case.id)));
        for line in [
            "BROKEN".to_owned(),
            format!("  case     {file}   (shrunk from "),
            format!("  again    cargo run --release -- check {file} --subjects too-far\n"),
            format!("  trace    cargo run --release -- explain {file} --subject too-far\n"),
            format!("explain {file} --subject too-far --html case.html\n"),
        ] {
            assert!(text.contains(&line), "no `{line}` in\n{text}");
        }

        let unfit = reports(Path::new("Cargo.toml"));
        assert_eq!(
            unfit.matches("not saved: Cargo.toml/").count(),
            3,
            "{unfit}"
        );
        assert_eq!(unfit.matches("  proved   ").count(), 3, "{unfit}");
    }
}
