//! Every stored case, judged: failures reported by users of other libraries, former bugs, and the
//! cases with the largest errors.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gjk_harness::case::files::{self, Located};
use gjk_harness::family;
use gjk_harness::fuzzing::judged;
use gjk_harness::judge::unjudged;
use gjk_harness::subject::GjkCore;

/// The number of reported failures.
const FIELD_CASES: usize = 271;
/// Those that cannot be judged, and why. A new query of `gjk-core` shortens this list.
const FIELD_UNJUDGED: [(&str, usize); 1] = [("asking for a shape cast", 14)];

/// Claim: gjk-core keeps every promise on the reported failures. All 271 cases are read, and the
/// number of cases that are not judged is pinned, so that none drops out unnoticed.
#[test]
fn field_cases_hold() {
    let cases = read("field");
    assert_eq!(cases.len(), FIELD_CASES);
    let (mut skipped, mut held) = (BTreeMap::new(), 0);
    for located in &cases {
        match unjudged(&located.case) {
            Some(reason) => *skipped.entry(reason).or_insert(0) += 1,
            None => held += usize::from(holds(located, "")),
        }
    }
    let without: usize = FIELD_UNJUDGED.iter().map(|(_, count)| count).sum();
    assert_eq!(skipped, BTreeMap::from(FIELD_UNJUDGED));
    assert_eq!(held, FIELD_CASES - without);
}

/// The number of bugs found and mended so far.
const KEPT_CASES: usize = 72;
/// The shortest note that could tell a story; the one that shrinking writes is shorter.
const STORY_LETTERS_MIN: usize = 30;

/// Claim: former bugs are mended. Every case that `keep` stored is judged, is named after its file,
/// and tells its story in a note.
#[test]
fn kept_cases_hold() {
    let cases = read("kept");
    assert_eq!(cases.len(), KEPT_CASES);
    for located in &cases {
        assert!(holds(located, ""), "{} is not judged", place(located));
        let stem = located.file.file_stem().and_then(|stem| stem.to_str());
        assert_eq!(stem, Some(located.case.id.as_str()));
        let note = located
            .case
            .other
            .get("note")
            .and_then(|note| note.as_str());
        let letters = note.map_or(0, str::len);
        assert!(letters >= STORY_LETTERS_MIN, "{}: {note:?}", place(located));
    }
}

/// Claim: the cases with the largest errors of each family are within the records of that family.
/// Every file is named after a family, and every family has one.
#[test]
fn worst_cases_hold() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for located in &read("worst") {
        let name = located.file.file_stem().and_then(|stem| stem.to_str());
        let name = name.expect("the name of a family").to_owned();
        assert!(holds(located, &name), "{} is not judged", place(located));
        *seen.entry(name).or_default() += 1;
    }
    let mut families: Vec<_> = family::all().iter().map(|family| family.name).collect();
    families.sort_unstable();
    assert!(seen.keys().eq(families), "{seen:?}");
}

/// Whether the case was judged. Panics with its position and the text of the failure if a promise
/// is broken, or a record of the family is exceeded.
fn holds(located: &Located, family: &str) -> bool {
    judged(&located.case, family, &GjkCore)
        .unwrap_or_else(|report| panic!("{}\n{report}", place(located)))
}

fn place(located: &Located) -> String {
    format!("{}:{}", located.file.display(), located.line)
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from("tests/cases").join(name)
}

fn read(name: &str) -> Vec<Located> {
    files::read_cases(&[folder(name)]).expect("sound cases")
}
