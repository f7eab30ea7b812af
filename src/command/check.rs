//! `check`: judges stored cases.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use super::names::{self, Names};
use super::program::{GiveUp, Programs, given_up};
use super::{CommandError, Outcome, progress, select};
use crate::case::Case;
use crate::case::files::{self, Located};
use crate::corpus;
use crate::family;
use crate::judge::{Breach, Property, Truth, counted, examine, unanswered, unjudged};
use crate::report::failure;
use crate::report::style::{BROKEN, HOLDS, NEW_WORST, painted};
use crate::subject::Subject;

pub(super) const EXAMPLES: [&str; 3] = [
    "check tests/cases/field",
    "check target/gjk-harness/grid-1-7.json --subjects all",
    "check tests/cases/worst --strict --json",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Case files (.json, .jsonl) and folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// These subjects, separated by commas, or `all` [default: gjk-core]
    #[arg(long, alias = "subject", value_delimiter = ',', value_parser = Names(names::subjects_or_all), hide_possible_values = true)]
    subjects: Vec<String>,
    #[command(flatten)]
    programs: Programs,
    #[command(flatten)]
    give_up: GiveUp,
    /// Exit with 1 also if an error exceeds the record of the family in the id
    #[arg(long)]
    strict: bool,
    /// Print JSON, a line for each case: {id, subject, verdict: holds, new worst, broken or not
    /// judged, detail, file, line}
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    if let Some(path) = arguments.paths.iter().find(|path| !path.exists()) {
        if path.as_os_str() == "-" {
            let reason = "-: cases are read from files and folders, not from standard input";
            return Err(CommandError::Usage(reason.to_owned()));
        }
        return Err(CommandError::Usage(format!(
            "{}: no such file or folder; stored cases are in tests/cases",
            path.display()
        )));
    }
    let cases = files::read_cases(&arguments.paths)?;
    let mut text = String::new();
    let (mut failed, mut is_judged) = (false, false);
    let asked = select::asked(&arguments.subjects, &arguments.programs)?;
    asked.limit(arguments.give_up);
    let bar = progress::bar((cases.len() * asked.subjects.len()) as u64, "cases");
    for &subject in &asked.subjects {
        let mut summary = Summary::default();
        let mut not_asked = 0;
        for located in &cases {
            let mut checked = check(&located.case, subject);
            if asked.has_given_up() {
                not_asked += asked.take_given_up().values().sum::<u64>();
                let reason = "given up";
                checked = Checked::NotJudged { reason };
            }
            if arguments.json {
                let _ = writeln!(text, "{}", checked.json(located, subject));
            } else if let Checked::NewWorst(found) | Checked::Broken(found) = &checked {
                let place = format!("{}:{}", located.file.display(), located.line);
                let _ = writeln!(
                    text,
                    "{}  case     {place}: {}\n",
                    found.report, located.case.id
                );
            }
            summary.count(&located.case, &checked);
            bar.inc(1);
        }
        is_judged |= summary.judged() > 0;
        failed |= summary.broken > 0 || (arguments.strict && summary.new_worst > 0);
        failed |= not_asked > 0;
        if !arguments.json {
            text += &summary.text(subject);
            if not_asked > 0 {
                let line = given_up(subject.name(), &counted(not_asked, "case"));
                let _ = writeln!(text, "{line}");
            }
        }
    }
    if !is_judged {
        let error = "no case was judged".to_owned();
        return Err(CommandError::Incomplete { text, error });
    }
    Ok(Outcome { text, failed })
}

/// The result for one case.
enum Checked {
    Holds,
    /// An error that exceeds the record of its family, and breaks no promise.
    NewWorst(Found),
    Broken(Found),
    NotJudged {
        reason: &'static str,
    },
}

/// What the judge found broken.
struct Found {
    report: String,
    properties: Vec<&'static str>,
}

fn check(case: &Case, subject: &dyn Subject) -> Checked {
    if let Some(reason) = unjudged(case) {
        return Checked::NotJudged { reason };
    }
    let family = family::of_case(case);
    let truth = Truth::of(case);
    if let Some(wrong) = corpus::wrong(case, truth.as_ref()) {
        return Checked::Broken(Found {
            report: failure::stored(case, &wrong),
            properties: vec![failure::STORED],
        });
    }
    // Run even without a truth: a query must always end.
    let judgement = match (subject.attempt(case), truth) {
        (Ok(None), _) => None,
        (Err(none), None) => Some(unanswered(&none)),
        (Ok(Some(_)), None) => {
            let reason = "without an exact answer";
            return Checked::NotJudged { reason };
        }
        (answer, Some(truth)) => {
            examine(case, family, subject, answer, &truth, None).map(|(_, judgement)| judgement)
        }
    };
    let Some(judgement) = judgement else {
        return Checked::NotJudged {
            reason: "not supported by the subject",
        };
    };
    let told = |found: &[(&Property, &Breach)]| Found {
        report: failure::text(case, family, subject, found, None, None),
        properties: found.iter().map(|(property, _)| property.name).collect(),
    };
    let broken: Vec<_> = judgement.broken().collect();
    let new_worsts: Vec<_> = judgement.new_worsts().collect();
    match (&*broken, &*new_worsts) {
        ([], []) => Checked::Holds,
        ([], new_worsts) => Checked::NewWorst(told(new_worsts)),
        (broken, _) => Checked::Broken(told(broken)),
    }
}

impl Checked {
    fn json(&self, located: &Located, subject: &dyn Subject) -> serde_json::Value {
        let (verdict, detail) = match self {
            Self::Holds => ("holds", serde_json::Value::Null),
            Self::NewWorst(found) => ("new worst", serde_json::json!(found.properties)),
            Self::Broken(found) => ("broken", serde_json::json!(found.properties)),
            Self::NotJudged { reason } => ("not judged", serde_json::json!(reason)),
        };
        serde_json::json!({
            "id": located.case.id,
            "subject": subject.name(),
            "verdict": verdict,
            "detail": detail,
            "file": located.file.display().to_string(),
            "line": located.line,
        })
    }
}

#[derive(Default)]
struct Summary {
    cases: u64,
    holds: u64,
    new_worst: u64,
    broken: u64,
    not_judged: BTreeMap<&'static str, u64>,
    /// Judged cases whose source states a penetration depth, which `gjk-core` does not compute.
    depths: u64,
}

impl Summary {
    fn count(&mut self, case: &Case, checked: &Checked) {
        self.cases += 1;
        match checked {
            Checked::Holds => self.holds += 1,
            Checked::NewWorst(_) => self.new_worst += 1,
            Checked::Broken(_) => self.broken += 1,
            Checked::NotJudged { reason } => {
                *self.not_judged.entry(reason).or_default() += 1;
                return;
            }
        }
        self.depths += u64::from(case.expect.signed_distance.is_some_and(|depth| depth < 0.0));
    }

    fn judged(&self) -> u64 {
        self.holds + self.new_worst + self.broken
    }

    fn text(&self, subject: &dyn Subject) -> String {
        let hold = match self.holds {
            1 => "1 holds".to_owned(),
            holds => format!("{holds} hold"),
        };
        let broken = format!("{} broken", self.broken);
        let (hold, broken) = match self.broken {
            0 => (painted(HOLDS, hold), broken),
            _ => (hold, painted(BROKEN, broken)),
        };
        let new_worst = match self.new_worst {
            0 => String::new(),
            count => painted(NEW_WORST, format_args!("{count} new worst")) + ", ",
        };
        let mut text = format!(
            "{}: {}, {hold}, {new_worst}{broken}, {} not judged",
            subject.name(),
            counted(self.cases, "case"),
            self.not_judged.values().sum::<u64>()
        );
        if !self.not_judged.is_empty() {
            let reasons: Vec<_> = self
                .not_judged
                .iter()
                .map(|(reason, count)| format!("{count} {reason}"))
                .collect();
            let _ = write!(text, " ({})", reasons.join(", "));
        }
        text.push('\n');
        if self.depths > 0 {
            let _ = writeln!(
                text,
                "the sources of {} state a penetration depth: the verdict is judged, the depth is not",
                counted(self.depths, "judged case")
            );
        }
        text
    }
}
