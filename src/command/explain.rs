//! `explain`: the steps of a query on a case, as text, as a page, as a picture, or as the data of
//! these. A page shows several subjects side by side.

use std::path::{Path, PathBuf};

use clap::Args;

use super::names::{self, Names};
use super::program::Programs;
use super::{CaseArgument, CommandError, Outcome, select};
use crate::case::{Case, files};
use crate::family;
use crate::judge::unanswered;
use crate::report::{failure, page, picture, trace};
use crate::story::Story;
use crate::subject::Subject;

pub(super) const EXAMPLES: [&str; 4] = [
    "explain near_contact-1-4711",
    "explain tests/cases/named --id 2d-worked-example --html case.html",
    "explain range-1-8 --subject two-points-unclamped",
    "explain range-1-8 --subject textbook --html case.html",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArgument,
    /// The subject that answers; repeat the flag for several, side by side on a page. `textbook` is
    /// gjk-core and all textbook subjects, `all` is all subjects [default: gjk-core]
    #[arg(long, value_parser = Names(names::subjects_or_groups), hide_possible_values = true)]
    subject: Vec<String>,
    #[command(flatten)]
    programs: Programs,
    /// Write a page for a browser to this file, ending in .html: both shapes, their Minkowski
    /// difference, each step in it, the proof, and the verdicts
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a picture to this file, ending in .svg: both shapes, and the search in their Minkowski
    /// difference
    #[arg(long, value_name = "FILE", conflicts_with = "html")]
    svg: Option<PathBuf>,
    /// Print JSON, the data of the page: {id, dim, case, subject, contact, depth, world,
    /// difference, scenes, wrong, answer, exact, rulings, …}; with several subjects a list
    #[arg(long, conflicts_with_all = ["html", "svg"])]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    if let Some(file) = &arguments.html {
        require(file, "a page", "html")?;
    }
    if let Some(file) = &arguments.svg {
        require(file, "a picture", "svg")?;
    }
    let case = select::case(&arguments.case)?;
    let asked = select::asked(&arguments.subject, &arguments.programs)?;
    let mut subjects = asked.subjects.clone();
    if subjects.len() > 1 {
        // A 2D textbook has no column for a 3D case.
        subjects.retain(|subject| !matches!(subject.attempt(&case), Ok(None)));
        if subjects.is_empty() {
            let reason = format!("{}: no subject supports these shapes", case.id);
            return Err(CommandError::Usage(reason));
        }
    }
    if !arguments.json && arguments.html.is_none() && arguments.svg.is_none() {
        let mut outcome = Outcome::fine(String::new());
        for (index, subject) in subjects.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n" };
            outcome = outcome
                .and(Outcome::fine(gap.to_owned()))
                .and(text(&case, *subject)?);
        }
        return Ok(outcome);
    }
    let story = |subject: &&dyn Subject| Story::of(&case, family::of_case(&case), *subject);
    let stories: Vec<Story> = subjects.iter().map(story).collect();
    // A missing answer fails in every format.
    let failed = stories.iter().any(Story::is_unanswered);
    let (file, text) = match (&arguments.html, &arguments.svg, &*stories) {
        (Some(file), ..) => (file, page::html(&stories)),
        (None, Some(file), [story]) => (file, picture::svg(story)),
        (None, Some(_), _) => {
            let reason = "a picture shows one subject: choose it with --subject";
            return Err(CommandError::Usage(reason.to_owned()));
        }
        (None, None, stories) => {
            // A list if several subjects were given, even if only one supports the shapes.
            let json = match stories {
                [story] if asked.subjects.len() == 1 => Outcome::json(story),
                stories => Outcome::json(&stories),
            };
            return Ok(Outcome { failed, ..json });
        }
    };
    files::write_whole(file, &text)?;
    let text = format!("wrote {}; open it in a browser\n", file.display());
    Ok(Outcome { text, failed })
}

/// Refuses a file with another ending: cases or a text may be overwritten by mistake.
fn require(file: &Path, what: &str, ending: &str) -> Result<(), CommandError> {
    if file.extension().is_some_and(|found| found == ending) {
        return Ok(());
    }
    let file = file.display();
    Err(CommandError::Usage(format!(
        "{file}: {what} ends in .{ending}"
    )))
}

/// The text of one subject, or why it gave no answer.
fn text(case: &Case, subject: &dyn Subject) -> Result<Outcome, CommandError> {
    let family = family::of_case(case);
    let answer = match subject.attempt(case) {
        Ok(answer) => answer,
        Err(none) => {
            let judgement = unanswered(&none);
            let broken: Vec<_> = judgement.broken().collect();
            let text = failure::text(case, family, subject, &broken, None, None);
            return Ok(Outcome { text, failed: true });
        }
    };
    let Some(answer) = answer else {
        if let Some(reason) = subject.refusal(case) {
            let (id, name) = (&case.id, subject.name());
            return Err(CommandError::Usage(format!(
                "{id}: {name} refuses {reason}"
            )));
        }
        return Err(CommandError::Usage(format!(
            "{}: {} does not support a {} or a {}",
            case.id,
            subject.name(),
            case.a.kind.name(),
            case.b.kind.name()
        )));
    };
    let story = Story::of_answer(case, family, subject, answer);
    Ok(Outcome {
        text: trace::text(&story),
        failed: story.is_unanswered(),
    })
}
