//! The iterations of the named cases, as text tables: what a change of the algorithm does to them
//! shows as a diff. `cargo insta review` goes through the differences and takes over those that are
//! meant.
//!
//! The numbers are written by us, in the shortest form that reads back to the same bits, so a
//! snapshot differs exactly if a bit does. Debug and release builds give the same.

use std::path::PathBuf;

use gjk_harness::case::files;
use gjk_harness::judge::Truth;
use gjk_harness::report::{style::plain, trace};
use gjk_harness::subject::{GjkCore, Subject};

// Claim: each named case takes the iterations that were reviewed, to the last bit. One snapshot a
// case.
#[test]
fn named_cases_take_the_reviewed_path() {
    let cases = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    assert_eq!(cases.len(), 26);
    for located in cases {
        let case = located.case;
        let answer = GjkCore.answer(&case).expect("a shape that gjk-core knows");
        let text = plain(&trace::text(&case, &answer, Truth::of(&case).as_ref()));
        insta::assert_snapshot!(case.id.clone(), text);
    }
}
