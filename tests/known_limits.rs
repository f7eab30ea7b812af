//! Known bugs, until they are mended.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use gjk_harness::case::files;
use gjk_harness::judge::judge_case;
use gjk_harness::subject::GjkCore;

/// The folder of their cases.
const KNOWN: &str = "tests/cases/known";

/// The properties that each of them breaks.
const BROKEN: [(&str, &[&str]); 0] = [];

/// Claim: every known case breaks exactly its listed properties, and every case is listed. If this
/// fails because a bug is mended, move the case to `tests/cases/kept/`.
#[test]
fn known_cases_are_as_broken_as_known() {
    let entries = fs::read_dir(KNOWN).expect("the folder");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let is_paper = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    // A folder without cases would be refused; an empty list is not.
    let paths: Vec<PathBuf> = paths.filter(|path| !is_paper(path)).collect();
    let cases = files::read_cases(&paths).expect("sound cases");
    assert_eq!(cases.len(), BROKEN.len());
    for located in cases {
        let case = located.case;
        let judgement = judge_case(&case, "", &GjkCore).expect("a case to judge");
        let broken: BTreeSet<_> = judgement
            .strictly_broken()
            .map(|(property, _)| property.name)
            .collect();
        let known = BROKEN.iter().find(|(id, _)| *id == case.id);
        let known = known.map(|(_, properties)| properties.iter().copied().collect());
        assert_eq!(Some(broken), known, "{}", case.id);
    }
}
