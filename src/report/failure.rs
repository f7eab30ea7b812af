//! The text of a broken verdict, and of a new worst.

use std::fmt::Write;
use std::path::Path;

use super::style::{BROKEN, HEADING, HOLDS, NEW_WORST, painted};
use super::{harness, hex};
use crate::case::{Case, Shape};
use crate::judge::budget::{Line, number_in_row, raised};
use crate::judge::{Breach, Property, VERDICT, is_about_source};
use crate::subject::Subject;

/// The file of the budget, for the reader of a failure.
const BUDGET_FILE: &str = "src/judge/budget.rs";

/// The folder of the worst cases, one file for each family.
const WORST_FOLDER: &str = "tests/cases/worst";

/// The folder of kept cases in the reader's own project.
const OWN_FOLDER: &str = "gjk-cases";

/// The subject that commands judge by default.
pub const DEFAULT_SUBJECT: &str = "gjk-core";

/// The time limit of a program by default, in seconds.
pub const DEFAULT_TIME_LIMIT: &str = "5";

/// The reason of a failure that was counted, and that does not show again.
pub const UNSEEN: &str =
    "it does not show again: the answer depends on the cases before this one, or on chance";

/// The heading of a wrong exact answer in a file, which is no failure of a subject.
pub const STORED: &str = "stored answer";

/// The text of a wrong exact answer of a case.
pub fn stored(case: &Case, wrong: &str) -> String {
    let shapes = format!("{}/{}", case.a.kind.name(), case.b.kind.name());
    let heading = painted(HEADING, STORED);
    let state = painted(BROKEN, "BROKEN");
    let mut text = String::new();
    line(&mut text, format!("{heading}  {shapes}  {state}"));
    line(&mut text, format!("  error    {wrong}"));
    text
}

/// The claim, the truth, and for a new worst the record to change.
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
        let is_number = property.name != VERDICT;
        if let Some(claimed) = breach.claimed.filter(|_| is_number) {
            line(
                &mut text,
                format!("  claimed  {:<24} {claimed:e}", hex(claimed)),
            );
        }
        if let Some([lower, upper]) = breach.proved.filter(|_| is_number) {
            let proved = format!("[{}, {}]  {lower:e}", hex(lower), hex(upper));
            let whose = match is_about_source(property.name) {
                true => "the file says",
                false => "proved  ",
            };
            line(&mut text, format!("  {whose} {}", painted(HOLDS, proved)));
        }
        let place = match breach.budget {
            // Other subjects have no line in the budget.
            Some(budget) if subject.is_bound() => format!("   {BUDGET_FILE}:{}", budget.line),
            _ => String::new(),
        };
        let reason = one_line(&breach.reason);
        line(&mut text, format!("  error    {reason}{place}"));
        for said in &breach.said {
            line(&mut text, format!("  stderr   {}", one_line(said)));
        }
        if let (Some(record), Some(ulps)) = (breach.record(), breach.ulps) {
            line(&mut text, format!("  change   {}", change(&record, ulps)));
        }
    }
    text
}

/// The findings, and how to see them again. `file` is where the case was saved, if it was; `shrunk`
/// describes the original.
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
        let (file, harness) = (word(&file.display().to_string()), harness());
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
            // One line, like those in the files of the folder.
            Some(family) => format!("cat {file} >> {WORST_FOLDER}/{family}.jsonl"),
            // Only cases for gjk-core belong in the repository.
            None if subject.name() == DEFAULT_SUBJECT => format!("{harness} keep {file} NAME"),
            None => format!("{harness} keep {file} NAME --folder {OWN_FOLDER}{whose}"),
        };
        line(&mut text, format!("  keep     {keep}"));
    }
    text
}

/// The flags that select the subject: for commands that take several, and for those that take one.
fn flags(subject: &dyn Subject) -> [String; 2] {
    match (subject.name(), subject.command()) {
        (DEFAULT_SUBJECT, _) => Default::default(),
        (_, Some(command)) => {
            let limit = subject
                .time_limit()
                .map(|limit| limit.as_secs_f64().to_string());
            // A hang within the default limit would not show again without it.
            let limit = limit.filter(|seconds| seconds != DEFAULT_TIME_LIMIT);
            let limit = limit.map(|seconds| format!(" --time-limit {seconds}"));
            let flag = format!(
                " --subject-command {}{}",
                quoted(command),
                limit.unwrap_or_default()
            );
            [flag.clone(), flag]
        }
        (name, None) => [format!(" --subjects {name}"), format!(" --subject {name}")],
    }
}

/// Any text as one word of `sh`: a quote in it ends the quotes, follows escaped, and reopens them.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A path as one word of `sh`: in quotes if it has blanks or other special characters.
pub(super) fn word(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:\\".contains(c);
    match path.chars().all(is_plain) {
        true => path.to_owned(),
        false => quoted(path),
    }
}

/// The position of a record and its new number: the change for a new worst.
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

/// The number of points of a case, for the note on shrinking.
pub fn size(case: &Case) -> String {
    format!("{} vertices", vertices(case))
}

/// The number of points of a case. A curved shape counts as one, its centre.
pub fn vertices(case: &Case) -> usize {
    let count = |shape: &Shape| {
        let core = shape.core(case.dim);
        core.vertices().map_or(1, |vertices| vertices.len())
    };
    count(&case.a) + count(&case.b)
}

/// Any text, without characters that move the cursor of a terminal, or turn the direction of the
/// text.
fn one_line(text: &str) -> String {
    let shown = |c: char| match c {
        '"' | '\'' | '\\' => vec![c],
        _ => c.escape_debug().collect(),
    };
    text.chars().flat_map(shown).collect()
}

fn line(text: &mut String, line: String) {
    let _ = writeln!(text, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;
    use crate::judge::judge_case;
    use crate::report::style::plain;
    use crate::subject::{Answer, GjkCore};
    use std::time::Duration;

    /// Started by this command with this time limit, and supports nothing; without one it is in
    /// Rust.
    struct Started(Option<(&'static str, Duration)>);

    impl Subject for Started {
        fn name(&self) -> &'static str {
            "mine"
        }

        fn answer(&self, _case: &Case) -> Option<Answer> {
            None
        }

        fn command(&self) -> Option<&str> {
            self.0.map(|(command, _)| command)
        }

        fn time_limit(&self) -> Option<Duration> {
            self.0.map(|(_, limit)| limit)
        }
    }

    /// Claim: an answer that a file claims is not called proved. Two points, 5 apart, and a file
    /// that says 4.
    #[test]
    fn the_claim_of_a_file_is_no_proof() {
        let text = r#"{"id":"x","dim":2,"scalar":"f64","a":{"kind":"point","p":[0,0]},
            "b":{"kind":"point","p":[3,4]},"expect":{},"ref":{"signed_distance":4,"intersect":false}}"#;
        let case = json::read(text).expect("a case");
        let judgement = judge_case(&case, "grid", &GjkCore).expect("a judgement");
        let broken: Vec<_> = judgement.broken().collect();
        let report = plain(&findings(&case, "grid", &GjkCore, &broken));
        assert!(report.starts_with("independent "), "{report}");
        assert!(
            report.contains("\n  the file says [0x1p+2, 0x1p+2]  4e0\n"),
            "{report}"
        );
        assert!(!report.contains("proved"), "{report}");
    }

    /// Claim: the printed commands name the subject, as one word of a shell whatever quotes are in
    /// it, with its time limit unless that is the default, and keep the case in a folder of the
    /// reader's own.
    #[test]
    fn commands_can_be_pasted() {
        let text = r#"{"id":"x","dim":2,"scalar":"f64","a":{"kind":"point","p":[0,0]},
            "b":{"kind":"point","p":[3,4]},"expect":{}}"#;
        let case = json::read(text).expect("a case");
        for (command, flag) in [
            (None, " --subject mine"),
            (
                Some(("python3 x.py", Duration::from_secs(5))),
                " --subject-command 'python3 x.py'",
            ),
            (
                Some(("python3 x.py", Duration::from_millis(300))),
                " --subject-command 'python3 x.py' --time-limit 0.3",
            ),
            (
                Some((r#"x.py 'x y' "z""#, Duration::from_secs(5))),
                r#" --subject-command 'x.py '\''x y'\'' "z"'"#,
            ),
        ] {
            let file = Some(Path::new("a.json"));
            let report = super::text(&case, "grid", &Started(command), &[], file, None);
            let flags = flag.replace("--subject ", "--subjects ");
            for line in [
                format!(" check a.json{flags}\n"),
                format!(" keep a.json NAME --folder gjk-cases{flag}\n"),
                format!(" explain a.json{flag}\n"),
            ] {
                assert!(report.contains(&line), "no {line} in {report}");
            }
        }
        let file = Some(Path::new("my cases/a.json"));
        let report = super::text(&case, "grid", &Started(None), &[], file, None);
        assert!(report.contains(" check 'my cases/a.json' "), "{report}");
    }

    /// Claim: no text of a subject moves the cursor, or turns the direction of what follows; other
    /// letters stay as they are.
    #[test]
    fn texts_of_subjects_are_harmless() {
        let text = "\u{1b}[2Jé \u{202e}\"it's\" \\ ε\n\0";
        let shown = "\\u{1b}[2Jé \\u{202e}\"it's\" \\ ε\\n\\0";
        assert_eq!(one_line(text), shown);
    }
}
