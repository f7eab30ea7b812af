//! `explain`: the iterations of a query on a case, as a text table, as a page to step through, as a
//! picture, or as the story that these are made from.

use std::path::PathBuf;

use clap::Args;

use super::names::{self, Names};
use super::program::Programs;
use super::{CaseArgument, CommandError, Outcome, select};
use crate::case::{Case, files};
use crate::family;
use crate::judge::{Truth, unanswered};
use crate::report::{failure, page, picture, trace};
use crate::story::Story;
use crate::subject::Subject;

pub(super) const EXAMPLES: [&str; 3] = [
    "explain near_contact-1-4711",
    "explain tests/cases/named --id 2d-worked-example --html case.html",
    "explain range-1-8 --subject two-points-unclamped",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArgument,
    /// Whose query
    #[arg(long, default_value = "gjk-core", value_parser = Names(names::subjects), hide_possible_values = true, conflicts_with = "subject_command")]
    subject: String,
    #[command(flatten)]
    programs: Programs,
    /// Write a page to this file, to be opened in a browser: both shapes, their Minkowski difference,
    /// each iteration in it, and what the judge says
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a picture to this file: both shapes, and the search in their Minkowski difference
    #[arg(long, value_name = "FILE", conflicts_with = "html")]
    svg: Option<PathBuf>,
    /// Print JSON: all that the page shows, {id, dim, case, subject, contact, world, difference, columns,
    /// scenes, answer, exact, rulings, …}
    #[arg(long, conflicts_with_all = ["html", "svg"])]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let case = select::case(&arguments.case)?;
    let asked = select::one(&arguments.subject, &arguments.programs)?;
    let subjects = &asked.subjects;
    if !arguments.json && arguments.html.is_none() && arguments.svg.is_none() {
        let mut outcome = Outcome::fine(String::new());
        for subject in subjects {
            outcome = outcome.and(table(&case, *subject)?);
        }
        return Ok(outcome);
    }
    let &[subject] = &**subjects else {
        return Err(CommandError::Usage(
            "a story is of one subject: choose it with --subject".to_owned(),
        ));
    };
    let story = Story::of(&case, family::of_case(&case), subject);
    let (file, text) = match (&arguments.html, &arguments.svg) {
        (Some(file), _) => (file, page::html(&story)),
        (None, Some(file)) => (file, picture::svg(&story)),
        (None, None) => return Ok(Outcome::json(&story)),
    };
    files::write_whole(file, &text)?;
    Ok(Outcome::fine(format!(
        "wrote {}; open it in a browser\n",
        file.display()
    )))
}

/// The text table of one subject, or why it gave no answer.
fn table(case: &Case, subject: &dyn Subject) -> Result<Outcome, CommandError> {
    let answer = match subject.attempt(case) {
        Ok(answer) => answer,
        Err(none) => {
            let judgement = unanswered(&none);
            let broken: Vec<_> = judgement.broken().collect();
            let text = failure::text(case, family::of_case(case), subject, &broken, None, None);
            return Ok(Outcome { text, failed: true });
        }
    };
    let Some(answer) = answer else {
        return Err(CommandError::Usage(format!(
            "{}: {} does not know a {} or a {}",
            case.id,
            subject.name(),
            case.a.kind.name(),
            case.b.kind.name()
        )));
    };
    let text = trace::text(case, &answer, Truth::of(case).as_ref());
    Ok(Outcome::fine(text))
}
