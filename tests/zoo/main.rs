//! The bug zoo: our own algorithm, each time with one bug that another project had. The judge must
//! find each of them, by the property that it is meant for.
//!
//! `search.rs`, `simplex.rs`, `body.rs` and `subject.rs` repeat the first phase of `gjk-core`,
//! short enough to break at one place; `bugs.rs` is the list. Without a bug the same search is
//! right in every case in which a bug was sought. So a failure is the bug.
//!
//! `tests/judge` has bugs of another kind: wrong answers, one for each property.

mod body;
mod bugs;
mod corpus;
mod diagnosis;
mod host;
mod search;
mod simplex;
mod subject;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use bugs::{Bug, Entry, ZOO};
use gjk_harness::family::{self, Family};
use gjk_harness::judge::{PROPERTIES, judge_case};
use gjk_harness::subject::Subject;
use subject::Variant;

/// The seed of all cases.
const SEED: u64 = 1;

/// The search without a bug is judged in this many cases of each family, or more if a bug needs
/// them.
const SOUND_CASES: u64 = 150;

/// A bug that needs more cases than this counts as missed.
const CASES_MAX: u64 = 400;

/// The broken properties of a case; none if the subject does not answer. Only promises count: the
/// records are those of `gjk-core`, which answers polytopes exactly.
fn broken(family: &Family, index: u64, bug: Bug) -> BTreeSet<&'static str> {
    let case = family::case_from_seed(family, SEED, index);
    let Some(judgement) = judge_case(&case, "", &Variant(bug)) else {
        return BTreeSet::new();
    };
    let names = judgement.broken().map(|(property, _)| property.name);
    names.collect()
}

/// How many cases the judge needs to find a bug, and the properties broken then.
fn found(entry: &Entry) -> Option<(u64, BTreeSet<&'static str>)> {
    let family = family::find(entry.family).expect("a family");
    (0..CASES_MAX).find_map(|index| {
        let broken = broken(family, index, entry.bug);
        (!broken.is_empty()).then_some((index + 1, broken))
    })
}

/// Claim: the judge finds every bug, by the property that is meant for it, in the number of cases
/// that the snapshot lists; and finds the search without a bug right in all of these cases.
#[test]
fn every_bug_is_caught() {
    let mut text = String::new();
    let mut most: BTreeMap<&str, u64> = BTreeMap::new();
    for entry in ZOO {
        let name = format!("{:?}", entry.bug);
        let Some((cases, broken)) = found(entry) else {
            panic!("{name}: missed in {CASES_MAX} cases of {}", entry.family);
        };
        assert!(
            broken.contains(entry.property),
            "{name}: case {cases} of {} breaks {broken:?} but not {}",
            entry.family,
            entry.property
        );
        let _ = writeln!(
            text,
            "{name:<18} {cases:>3} of {:<12} {:<14} {}: {}",
            entry.family, entry.property, entry.happened, entry.about
        );
        let family = most.entry(entry.family).or_insert(SOUND_CASES);
        *family = cases.max(*family);
    }
    for (name, cases) in most {
        let family = family::find(name).expect("a family");
        let mut answered = 0;
        for index in 0..cases {
            let broken = broken(family, index, Bug::None);
            assert!(
                broken.is_empty(),
                "{name} {index}: {broken:?} without a bug"
            );
            let case = family::case_from_seed(family, SEED, index);
            answered += u64::from(Variant(Bug::None).answer(&case).is_some());
        }
        let _ = writeln!(
            text,
            "{:<18} {cases:>3} of {name:<12} {answered} answered, none broken",
            "without a bug"
        );
    }
    insta::assert_snapshot!("zoo", text);
}

/// Claim: each bug is in the list once, and its property exists.
#[test]
fn the_list_is_sound() {
    for (index, entry) in ZOO.iter().enumerate() {
        assert!(entry.bug != Bug::None, "{}", entry.about);
        assert!(ZOO[..index].iter().all(|other| other.bug != entry.bug));
        assert!(PROPERTIES.iter().any(|p| p.name == entry.property));
    }
}
