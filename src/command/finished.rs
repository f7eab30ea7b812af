//! The output of a finished campaign: text and files.

mod programs;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::known::Known;
use super::program::Asked;
use super::{CommandError, Outcome, ledger_file, progress, scoreboard, shrink};
use crate::campaign;
use crate::case::files;
use crate::diagnosis;
use crate::family::{self, Family};
use crate::ledger::{Ledger, Row};
use crate::plan::Plan;
use crate::report::site::{self, Site};
use crate::report::table;
use crate::touch_band::{PAIRS_ALL, curves};

/// The folder of broken cases.
pub(super) const FOLDER: &str = "target/gjk-harness";

/// What to do after the last case.
#[derive(Debug, Default, Args)]
pub(super) struct After {
    /// Exit with 1 also if an error exceeds the record of its family, with all promises kept, or if
    /// a program breaks a promise
    #[arg(long)]
    strict: bool,
    /// Save the worst case of each property, one file per family, in this folder
    #[arg(long, value_name = "FOLDER")]
    keep_worst: Option<PathBuf>,
    /// Write a report to this folder: pages with tables, charts and the worst cases
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    #[command(flatten)]
    known: Known,
}

impl After {
    /// Checks before the campaign that the files can be written. It leaves nothing behind but the
    /// folders above that of the report.
    pub(super) fn check(&self, plan: &Plan) -> Result<(), CommandError> {
        if let Some(folder) = &self.report {
            site::check(folder)?;
        }
        if let Some(folder) = &self.keep_worst {
            if self.report.as_ref() == Some(folder) {
                let reason = "--keep-worst and --report need different folders";
                return Err(CommandError::Usage(reason.to_owned()));
            }
            for family in &plan.families {
                files::check_whole(&worst_file(folder, family))?;
            }
        }
        self.known.check()
    }

    /// The flags whose files are written only at the end of a campaign.
    pub(super) fn written_at_the_end(&self) -> Vec<&'static str> {
        let flags = [
            ("--keep-worst", self.keep_worst.is_some()),
            ("--report", self.report.is_some()),
            ("--known --bless", self.known.is_blessed()),
        ];
        let given = flags.into_iter().filter(|(_, is_given)| *is_given);
        given.map(|(flag, _)| flag).collect()
    }
}

/// The text to print. The worst cases and the report are written to their folders, if given.
pub(super) fn finished(
    plan: &Plan,
    ledger: &Ledger,
    asked: Option<&Asked>,
    as_json: bool,
    after: &After,
) -> Result<Outcome, CommandError> {
    let rows = &ledger.rows;
    let unjudged = campaign::unjudged_families(plan, rows);
    let bound = plan.subjects.iter().filter(|subject| subject.is_bound());
    let bound: Vec<_> = bound.map(|subject| subject.name()).collect();
    // A subject that supports only some shapes was judged on the families with these.
    let is_silent = unjudged.len() == plan.families.len();
    if is_silent || !(unjudged.is_empty() || bound.is_empty()) {
        // A ledger may have no row.
        let names = match unjudged.is_empty() {
            true => "any family".to_owned(),
            false => unjudged.join(", "),
        };
        let why = programs::nothing_judged(plan, ledger);
        return Err(CommandError::Usage(format!(
            "no case of {names} was judged: {why}"
        )));
    }
    // A file that cannot be written, on a full disk for instance, must not lose the results of a
    // night.
    let mut unsaved = Vec::new();
    if let Some(folder) = &after.keep_worst {
        unsaved.extend(keep_worst(plan, rows, folder).err());
    }
    let report = after.report.as_deref();
    if let Some(folder) = report {
        unsaved.extend(write_report(plan, ledger, asked, folder).err());
    }
    forgive(asked);
    let broken = |row: &Row| row.tally.broken > 0 && bound.contains(&&*row.subject);
    let mut failed = rows.iter().any(broken);
    let ledger = &with_diagnoses(plan, ledger);
    let mut text = if as_json {
        ledger_file::text(ledger)
    } else if bound.len() < plan.subjects.len() {
        let folder = Path::new(FOLDER).join("scoreboard");
        let kept = scoreboard::keep_worst(plan, rows, &folder);
        let text = scoreboard::text(rows, kept.is_ok().then_some(&folder));
        unsaved.extend(kept.err().map(CommandError::from));
        text
    } else {
        format!("{}\n{}\n", table::text(rows), table::LEGEND)
    };
    if !as_json {
        for subject in &bound {
            let _ = writeln!(text, "\n{}", table::bits(rows, subject));
        }
    }
    if !unjudged.is_empty() && !as_json {
        // A program that was given up did not get the cases of some families.
        let why = match ledger.given_up.is_empty() {
            true => "with supported shapes",
            false => "judged",
        };
        let _ = writeln!(text, "\nNo case {why}: {}", unjudged.join(", "));
    }
    let (programs, is_wrong) = programs::told(plan, ledger, Path::new(FOLDER), after.strict);
    failed |= is_wrong;
    let mut reports = programs;
    reports += &save_failures(plan, rows, Path::new(FOLDER));
    let (new_worsts, is_broken) = keep_new_worsts(plan, rows, Path::new(FOLDER));
    failed |= is_broken;
    reports += &new_worsts;
    for (subject, likenesses) in &ledger.behaves_like {
        let _ = write!(reports, "\n{}", diagnosis::text(subject, likenesses));
    }
    match after.known.compare(plan, ledger) {
        Ok(None) => {}
        Ok(Some(compared)) => {
            failed = compared.is_worse || is_broken;
            reports += &compared.text;
        }
        Err(error) => unsaved.push(error),
    }
    failed |= after.strict && !new_worsts.is_empty();
    failed |= !ledger.given_up.is_empty();
    if !as_json {
        text += &reports;
        if let Some(folder) = report.filter(|_| unsaved.is_empty()) {
            let _ = writeln!(text, "\nThe report: {}/index.html", folder.display());
        }
    }
    match unsaved.into_iter().next() {
        None => Ok(Outcome { text, failed }),
        Some(error) => Err(CommandError::Incomplete {
            text,
            error: error.to_string(),
        }),
    }
}

/// The ledger with the diagnosis of each failing subject.
fn with_diagnoses(plan: &Plan, ledger: &Ledger) -> Ledger {
    let mut ledger = ledger.clone();
    for subject in &plan.subjects {
        let likenesses = diagnosis::behaves_like(&ledger.profile(subject.name()));
        if !likenesses.is_empty() {
            let name = subject.name().into();
            ledger.behaves_like.insert(name, likenesses);
        }
    }
    ledger
}

/// Lets programs that were given up answer the cases that are shown.
fn forgive(asked: Option<&Asked>) {
    if let Some(asked) = asked {
        asked.forgive();
    }
}

/// Writes the report, and counts the touch bands for it.
fn write_report(
    plan: &Plan,
    ledger: &Ledger,
    asked: Option<&Asked>,
    folder: &Path,
) -> Result<(), CommandError> {
    let bar = progress::bar(PAIRS_ALL, "pairs");
    let curves = curves(&plan.subjects, &|done| bar.inc(done));
    drop(bar);
    // Not before the touch bands, which have many pairs.
    forgive(asked);
    let site = Site {
        ledger,
        subjects: &plan.subjects,
        curves: &curves,
    };
    Ok(site::write(&site, folder)?)
}

/// Shrinks and saves the broken cases; returns the text about them.
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

/// The text below new worst cases.
const NEW_WORSTS: &str =
    "\nA new worst exceeds a record, not a promise: it fails with --strict only.\n";

/// Saves the new worst cases unchanged and returns the text about them; also whether one of them
/// breaks a promise in a law that was not its turn.
fn keep_new_worsts(plan: &Plan, rows: &[Row], folder: &Path) -> (String, bool) {
    let (mut text, mut is_broken) = (String::new(), false);
    for worst in campaign::new_worsts(plan, rows) {
        for subject in &plan.subjects {
            if subject.name() == worst.subject && subject.is_bound() {
                let (report, breaks) = shrink::keep_new_worst(&worst, *subject, folder);
                let _ = write!(text, "\n{report}");
                is_broken |= breaks;
            }
        }
    }
    if !text.is_empty() {
        text += NEW_WORSTS;
    }
    (text, is_broken)
}

/// The file of the worst cases of a family.
fn worst_file(folder: &Path, family: &Family) -> PathBuf {
    folder.join(format!("{}.jsonl", family.name))
}

/// Saves the worst case of each property as `FAMILY.jsonl` in the folder; no file if there is no
/// error, since none is read without a case.
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
        if !cases.is_empty() {
            files::write_cases(&worst_file(folder, family), &cases)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;
    use crate::judge::budget;
    use crate::plan::{Laws, Shard};
    use crate::report::style::plain;
    use crate::subject::{Answer, GjkCore, Subject};

    /// A subject whose distances are too large by a billionth.
    struct TooFar;

    impl Subject for TooFar {
        fn name(&self) -> &'static str {
            "too-far"
        }

        fn about(&self) -> &'static str {
            "a bug"
        }

        fn is_bound(&self) -> bool {
            true
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

    fn plan(family: &str, subject: &'static dyn Subject) -> Plan {
        Plan {
            seed: 1,
            first: 0,
            cases: 30,
            families: vec![family::find(family).expect("a family")],
            subjects: vec![subject],
            shard: Shard::WHOLE,
            laws: Laws::InTurn,
        }
    }

    fn reports(folder: &Path) -> String {
        let plan = plan("uniform", &TooFar);
        let rows = campaign::run(&plan, &|_| {});
        save_failures(&plan, &rows, folder)
    }

    /// Answers of `gjk-core` with the first weight too large by this many ulps of one.
    struct Heavy(f64);

    /// For the family `grid` the sum of the weights was measured within 1 ulp; promised are 3.
    static NEW_WORST: Heavy = Heavy(2.0);
    static BROKEN: Heavy = Heavy(8.0);

    impl Subject for Heavy {
        fn name(&self) -> &'static str {
            "heavy"
        }

        fn about(&self) -> &'static str {
            "a bug"
        }

        fn is_bound(&self) -> bool {
            true
        }

        fn answer(&self, case: &Case) -> Option<Answer> {
            let mut answer = GjkCore.answer(case)?;
            let simplex = answer.closest.as_mut().map(|closest| &mut closest.simplex);
            if let Some(first) = simplex.and_then(|simplex| simplex.first_mut()) {
                first.weight += self.0 * f64::EPSILON;
            }
            Some(answer)
        }
    }

    /// The same, and its distance query alone is wrong, which some laws ask for.
    struct AlsoMoved;

    impl Subject for AlsoMoved {
        fn name(&self) -> &'static str {
            "also-moved"
        }

        fn is_bound(&self) -> bool {
            true
        }

        fn answer(&self, case: &Case) -> Option<Answer> {
            NEW_WORST.answer(case)
        }

        fn distance(&self, case: &Case) -> Option<f64> {
            Some(1.0 + 2.0 * GjkCore.distance(case)?)
        }
    }

    /// Claim: a campaign fails if a new worst turns out to break a promise in a law that was not
    /// its turn, even without `--strict`. The first case of `grid`.
    #[test]
    fn a_new_worst_that_is_broken_fails() {
        let plan = Plan {
            cases: 1,
            ..plan("grid", &AlsoMoved)
        };
        let rows = campaign::run(&plan, &|_| {});
        let tally = &rows[0].tally;
        assert_eq!((tally.new_worst, tally.broken), (1, 0));
        let outcome = outcome(&plan, false);
        assert!(outcome.failed, "{}", outcome.text);
    }

    /// The end of a campaign by its flags.
    #[derive(clap::Parser)]
    struct Flags {
        #[command(flatten)]
        after: After,
    }

    /// Claim: such a worst fails a campaign with a list of known failures too, as its kind is in
    /// none.
    #[test]
    fn a_broken_worst_is_no_known_failure() {
        let name = format!("gjk-harness-no-known-{}.json", std::process::id());
        let list = std::env::temp_dir().join(name);
        std::fs::write(&list, "{}").expect("a list");
        let known = ["", "--known", list.to_str().expect("a path")];
        let after = <Flags as clap::Parser>::parse_from(known).after;
        for (subject, failed) in [(&AlsoMoved as &dyn Subject, true), (&NEW_WORST, false)] {
            let plan = Plan {
                cases: 1,
                ..plan("grid", subject)
            };
            let outcome = outcome_after(&plan, &after);
            assert_eq!(outcome.failed, failed, "{}", outcome.text);
        }
        std::fs::remove_file(&list).expect("a file of our own");
    }

    /// The outcome of a campaign of a subject on `grid`.
    fn ended(subject: &'static Heavy, strict: bool) -> Outcome {
        outcome(&plan("grid", subject), strict)
    }

    fn outcome(plan: &Plan, strict: bool) -> Outcome {
        let after = After {
            strict,
            ..After::default()
        };
        outcome_after(plan, &after)
    }

    fn outcome_after(plan: &Plan, after: &After) -> Outcome {
        let mut ledger = Ledger::new(plan);
        while campaign::advance(plan, &mut ledger, &|_| {}, &|| false) {}
        finished(plan, &ledger, None, false, after).expect("a result")
    }

    /// Claim: errors beyond the record and within the promise fail a campaign only with `--strict`;
    /// a broken promise fails it always. Either message names the number, and the first one what it
    /// becomes: more, and within the promise.
    #[test]
    fn only_promises_fail_unless_strict() {
        let record = budget::record("simplex", "grid").expect("a record");
        let promise = budget::promise("simplex");
        let number = budget::number_in_row("simplex").expect("a column");
        for (subject, strict, failed) in [
            (&NEW_WORST, false, false),
            (&NEW_WORST, true, true),
            (&BROKEN, false, true),
            (&BROKEN, true, true),
        ] {
            let outcome = ended(subject, strict);
            let text = plain(&outcome.text);
            assert_eq!(outcome.failed, failed, "{strict}: {text}");
            let is_broken = subject.0 > promise.ulps;
            let line = match is_broken {
                true => format!(
                    "ulps > promised 3 ulps   src/judge/budget.rs:{}\n",
                    promise.line
                ),
                false => format!(
                    "  change   src/judge/budget.rs:{}: simplex of grid, number {number} in the row: {:.2} becomes ",
                    record.line, record.ulps
                ),
            };
            let (_, rest) = text
                .split_once(&line)
                .unwrap_or_else(|| panic!("no `{line}` in\n{text}"));
            if !is_broken {
                let becomes = rest.lines().next().expect("a number");
                let becomes: f64 = becomes.parse().expect("a number");
                assert!(becomes > record.ulps && becomes <= promise.ulps, "{text}");
            }
        }
    }

    /// Claim: for each property with a new worst, the worst case is saved, unchanged and on one
    /// line. A case that cannot be saved is reported nevertheless.
    #[test]
    fn a_new_worst_is_kept_whole() {
        let name = format!("gjk-harness-worst-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let plan = plan("grid", &NEW_WORST);
        let rows = campaign::run(&plan, &|_| {});
        let tally = &rows[0].tally;
        assert_eq!((tally.broken, &tally.failures), (0, &Default::default()));
        assert!(tally.new_worst > 1, "{}", tally.new_worst);
        let (text, is_broken) = keep_new_worsts(&plan, &rows, &folder);
        let saved = files::read_cases(std::slice::from_ref(&folder)).expect("a saved case");
        std::fs::remove_dir_all(&folder).expect("a folder of our own");
        let [saved] = &*saved else {
            panic!("{} cases, {text}", saved.len());
        };
        let worst = tally.properties["simplex"].worst_index.expect("an index");
        let drawn = family::case_from_seed(plan.families[0], plan.seed, worst);
        assert_eq!(saved.case, drawn);
        let file = saved.file.display();
        let keep = format!("  keep     cat {file} >> tests/cases/worst/grid.jsonl\n");
        assert!(text.contains(&keep), "no `{keep}` in\n{text}");
        assert!(!is_broken && text.ends_with(NEW_WORSTS), "{text}");

        let (unfit, _) = keep_new_worsts(&plan, &rows, Path::new("Cargo.toml"));
        assert!(unfit.contains("not saved: Cargo.toml/"), "{unfit}");
        assert!(unfit.contains("  change   "), "{unfit}");
    }

    /// Claim: a family without an error gets no file of worst cases, as no command reads one
    /// without a case. A subject of right verdicts has no number that could be off.
    #[test]
    fn no_worst_case_is_no_file() {
        struct Verdicts;

        impl Subject for Verdicts {
            fn name(&self) -> &'static str {
                "verdicts"
            }

            fn answer(&self, case: &Case) -> Option<Answer> {
                Some(Answer::boolean(GjkCore.answer(case)?.intersects))
            }
        }

        let name = format!("gjk-harness-no-worst-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).expect("a new folder");
        let plan = plan("grid", &Verdicts);
        let rows = campaign::run(&plan, &|_| {});
        let kept = keep_worst(&plan, &rows, &folder);
        let files = std::fs::read_dir(&folder).expect("a folder").count();
        std::fs::remove_dir_all(&folder).expect("a folder of our own");
        assert_eq!((kept.is_ok(), files), (true, 0));
    }

    // A subject outside the registry is reported like any other: shrunk, saved under its own name,
    // and with commands that judge it again. A case that cannot be saved is reported nevertheless.
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
