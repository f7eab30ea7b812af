//! Which bugs fail the released corpus: every bug of the zoo, most of them by the stored answers
//! only.

use std::path::PathBuf;

use gjk_harness::case::{Case, files};
use gjk_harness::corpus::{self, FILE};
use gjk_harness::judge::judge_case;
use gjk_harness::subject::Subject;

use crate::bugs::{Bug, ZOO};
use crate::subject::Variant;

/// The least number of cases of the corpus that each bug fails.
const FAILURES_MIN: usize = 10;

/// Bugs that verdict and distance do not show: only the judge, which checks witness points,
/// normals, bounds, iterations and warm starts, finds them.
const UNSEEN: [Bug; 8] = [
    // Only a warm start shows these: the corpus has one query per case.
    Bug::StaleWarmStart,
    Bug::NewestPoint,
    Bug::ZeroAreaNormal,
    // The simplex and the witness points.
    Bug::RejectedSupport,
    Bug::EmptySimplex,
    Bug::SwappedWitnesses,
    // The normal.
    Bug::NormalByOrigins,
    Bug::NoNormal,
];

fn by_answer(case: &Case, bug: Bug) -> bool {
    let exact = case.exact.as_ref().expect("an exact answer");
    corpus::fails(exact, &Variant(bug).attempt(case)) == Some(true)
}

fn by_judge(case: &Case, bug: Bug) -> bool {
    let breaks = |bug| judge_case(case, "", &Variant(bug)).is_some_and(|found| !found.holds());
    breaks(bug) && !breaks(Bug::None)
}

/// Claim: every bug fails at least ten cases of the corpus that the search without a bug does not
/// fail, by verdict or distance; except for those on the list, for which the judge finds as many.
#[test]
fn every_bug_fails_the_corpus() {
    let cases = files::read_cases(&[PathBuf::from(FILE)]).expect(FILE);
    let cases: Vec<Case> = cases.into_iter().map(|located| located.case).collect();
    let is_sound = |case: &&Case| !by_answer(case, Bug::None);
    let sound: Vec<&Case> = cases.iter().filter(is_sound).collect();
    let few = |fails: fn(&Case, Bug) -> bool, bug| {
        let failed = sound.iter().filter(|case| fails(case, bug));
        failed.take(FAILURES_MIN).count() < FAILURES_MIN
    };
    let bugs = ZOO.iter().map(|entry| entry.bug);
    let unseen: Vec<Bug> = bugs.filter(|bug| few(by_answer, *bug)).collect();
    assert_eq!(unseen, UNSEEN, "bugs that the stored answers do not show");
    let missed: Vec<&Bug> = UNSEEN.iter().filter(|bug| few(by_judge, **bug)).collect();
    assert_eq!(
        missed,
        [&Bug::None; 0],
        "bugs that the judge does not find either"
    );
}
