//! `explain`: the iterations of a query on a case, as a text table.

use clap::Args;

use super::{CaseArgument, CommandError, Outcome, select};
use crate::judge::Truth;
use crate::report::trace;

pub(super) const EXAMPLES: [&str; 3] = [
    "explain near_contact-1-4711",
    "explain tests/cases/named --id 2d-worked-example",
    "explain range-1-8 --subject two-points-unclamped",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    case: CaseArgument,
    /// Whose query
    #[arg(long, default_value = "gjk-core")]
    subject: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let case = select::case(&arguments.case)?;
    let mut text = String::new();
    for subject in select::subjects(std::slice::from_ref(&arguments.subject))? {
        let Some(answer) = subject.answer(&case) else {
            return Err(CommandError::Usage(format!(
                "{}: {} does not know a {} or a {}",
                case.id,
                subject.name(),
                case.a.kind.name(),
                case.b.kind.name()
            )));
        };
        text += &trace::text(&case, &answer, Truth::of(&case).as_ref());
    }
    Ok(Outcome::fine(text))
}
