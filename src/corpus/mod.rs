//! The released corpus: cases with their exact answers, to judge a GJK in any language.
//!
//! It has all stored reported failures, former bugs and worst cases; and of each family as many
//! cases again, half in order and half those that most textbook subjects fail, by the stored answer
//! only. A case that nobody fails shows nothing, and cases that everybody fails are of one sort.
//! `tests/zoo/corpus.rs` counts failures.

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

/// The version of the selection and the format: a change of either raises it.
pub const VERSION: &str = "1.0.24";

/// The file of the corpus, relative to the root of the repository.
pub const FILE: &str = "corpus/cases.jsonl";

/// The stored cases in it, relative to the root of the repository.
const FOLDERS: [&str; 3] = ["tests/cases/field", "tests/cases/kept", "tests/cases/worst"];

/// The seed of its families: the number of the issue that asked for it, used by no other campaign.
const SEED: u64 = 34;

/// The number of candidates of a family.
const CANDIDATES: u64 = 400;

/// How many of them are taken in order.
const PLAIN: usize = 86;

/// How many more are taken, those that most subjects fail.
const TELLING: usize = 86;

/// The longest line of a generated case, in bytes, so that five thousand lines are a file of a few
/// megabytes. Stored cases may be longer.
const LINE_MAX: usize = 4096;

/// The case with its exact answer, without other claims. `None` if there is no such answer: for a
/// shape cast, and for lengths beyond the largest float.
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

/// All cases of the corpus, in the order of its file. Once `is_enough`, it leaves out what is not
/// computed yet.
///
/// It reads stored cases, so it must run at the root of the repository.
pub fn cases(is_enough: &(dyn Fn() -> bool + Sync)) -> Result<Vec<Case>, CaseError> {
    let folders = FOLDERS.map(PathBuf::from);
    if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
        return Err(CaseError::Path {
            path: missing.clone(),
            message: "no such folder; run it at the root of the repository",
        });
    }
    let stored = files::read_cases(&folders)?;
    let stored: Vec<Case> = stored
        .into_par_iter()
        .filter(|_| !is_enough())
        .filter_map(|located| answered(&located.case))
        .collect();
    let families = family::all().par_iter();
    let chosen: Vec<Vec<Case>> = families.map(|family| chosen(family, is_enough)).collect();
    Ok([vec![stored], chosen].concat().concat())
}

/// The cases of a family: the first ones, and of the next those that most textbook subjects fail,
/// in the order of their indices; the earlier of equals.
fn chosen(family: &Family, is_enough: &(dyn Fn() -> bool + Sync)) -> Vec<Case> {
    let indices = (0..CANDIDATES).into_par_iter();
    let candidates = indices.filter(|_| !is_enough()).filter_map(|index| {
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

/// The number of textbook subjects that fail a case.
fn failures(case: &Case) -> usize {
    let Some(exact) = &case.exact else { return 0 };
    let failing = |subject: &&_| fails(exact, &Subject::attempt(*subject, case)) == Some(true);
    TEXTBOOK.iter().filter(failing).count()
}
