//! The released corpus: cases with their exact answers, for whoever judges a GJK in any language.
//!
//! What is chosen, and why so few rules: all that is stored of the field, of what was broken once
//! and of the worst cases; and of each family as many again, one half as they come and the other
//! half those that most textbook subjects fail, by the stored answer alone. What nobody fails
//! teaches nothing, and what everybody fails is only one sort. `tests/zoo/corpus.rs` counts who
//! fails how many.

mod answer;
mod failure;
mod stored;

use std::path::PathBuf;

use rayon::prelude::*;

use crate::case::{Case, CaseError, Expect, files, json};
use crate::family::{self, Family};
use crate::subject::{Subject, TEXTBOOK};

pub use answer::exact;
pub use failure::{GRANTED, fails};
pub use stored::wrong;

/// The version of what is chosen and of its form: a change of either raises it.
pub const VERSION: &str = "1.0.1";

/// Where the corpus lies, below the root of the repository.
pub const FILE: &str = "corpus/cases.jsonl";

/// Stored cases that belong to it, below the root of the repository.
const FOLDERS: [&str; 3] = ["tests/cases/field", "tests/cases/kept", "tests/cases/worst"];

/// The seed of its families: the number of the issue that asked for it, and no seed of another
/// campaign.
const SEED: u64 = 34;

/// How many cases of a family are looked at.
const CANDIDATES: u64 = 400;

/// How many of them are taken as they come.
const PLAIN: usize = 86;

/// How many more are taken that most subjects fail.
const TELLING: usize = 86;

/// The longest line of a case out of a family, in bytes: five thousand lines are to be a file of a
/// few megabytes. Stored cases are taken whatever their length.
const LINE_MAX: usize = 4096;

/// The case with its exact answer and without what others say of it. `None` where there is no
/// such answer: to a shape cast, and to lengths beyond the largest float.
pub fn answered(case: &Case) -> Option<Case> {
    if case.query.is_some() {
        return None;
    }
    Some(Case {
        exact: Some(exact(case)?),
        expect: Expect::default(),
        reference: None,
        ..case.clone()
    })
}

/// All cases of the corpus, in the order of its file.
///
/// Stored cases are read, so it is made at the root of the repository.
pub fn cases() -> Result<Vec<Case>, CaseError> {
    let stored = files::read_cases(&FOLDERS.map(PathBuf::from))?;
    let stored: Vec<Case> = stored
        .into_par_iter()
        .filter_map(|located| answered(&located.case))
        .collect();
    let chosen: Vec<Vec<Case>> = family::all().par_iter().map(chosen).collect();
    Ok([vec![stored], chosen].concat().concat())
}

/// The cases of a family: the first ones, and of the next those that most textbook subjects fail,
/// in the order of their indices; the earlier ones where as many do.
fn chosen(family: &Family) -> Vec<Case> {
    let candidates = (0..CANDIDATES).into_par_iter().filter_map(|index| {
        let case = answered(&family::case_from_seed(family, SEED, index))?;
        let length = json::write_line(&case).ok()?.len();
        (length <= LINE_MAX).then_some((index, case))
    });
    let mut plain: Vec<(u64, Case)> = candidates.collect();
    let mut rest = plain.split_off(PLAIN.min(plain.len()));
    rest.par_sort_by_cached_key(|(index, case)| (std::cmp::Reverse(failures(case)), *index));
    rest.truncate(TELLING);
    plain.append(&mut rest);
    plain.sort_by_key(|(index, _)| *index);
    plain.into_iter().map(|(_, case)| case).collect()
}

/// How many textbook subjects fail a case.
fn failures(case: &Case) -> usize {
    let Some(exact) = &case.exact else { return 0 };
    let failing = |subject: &&_| fails(exact, &Subject::attempt(*subject, case)) == Some(true);
    TEXTBOOK.iter().filter(failing).count()
}
