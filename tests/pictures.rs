//! The named cases of the plane as pictures: what a change of the algorithm does to a search shows as
//! another path. `cargo insta review` names the old picture and the new one, to be opened in a browser,
//! and takes over what is meant; a review on the web shows them beside each other.
//!
//! The numbers under a picture are those of `tests/traces.rs`, to the last bit. Its coordinates are
//! rounded to a hundredth of a pixel.

use std::path::PathBuf;

use gjk_harness::case::files;
use gjk_harness::report::picture;
use gjk_harness::story::Story;
use gjk_harness::subject::GjkCore;

// Claim: each named case of the plane is searched along the path that was reviewed. One picture a
// case.
#[test]
fn named_cases_look_as_reviewed() {
    let cases = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    let stories = cases
        .iter()
        .map(|located| Story::of(&located.case, "", &GjkCore));
    let flat: Vec<Story> = stories.filter(|story| story.dim == 2).collect();
    assert_eq!(flat.len(), 9);
    for story in flat {
        let picture = picture::svg(&story).into_bytes();
        insta::assert_binary_snapshot!(&format!("{}.svg", story.id), picture);
    }
}
