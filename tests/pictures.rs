//! The named 2D cases as pictures: a change of the algorithm shows as another path.
//! `cargo insta review` names the old and the new picture, to open in a browser, and accepts
//! intended changes; GitHub shows them side by side.
//!
//! The numbers under a picture are those of `tests/traces.rs`, to the last bit. Its coordinates are
//! rounded to a hundredth of a pixel.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gjk_harness::case::{Dim, files};
use gjk_harness::report::picture;
use gjk_harness::story::Story;
use gjk_harness::subject::{self, GjkCore};

// Claim: each named 2D case is searched along the reviewed path. One picture per case.
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

// Claim: text of a case is text in its picture, and no markup.
#[test]
fn words_of_a_case_are_no_markup() {
    let mut located = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    let mut case = located.remove(0).case;
    case.id = "</text><script>alert(1)</script>&".to_owned();
    let picture = picture::svg(&Story::of(&case, "", &GjkCore));
    assert!(!picture.contains("<script"), "{picture}");
    assert!(picture.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;"));
}

// Claim: the picture of a subject that gives no answer says why, here that it knows no flat shapes.
#[test]
fn a_missing_answer_is_explained() {
    let located = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    let flat = located.iter().find(|located| located.case.dim == Dim::Two);
    let subject = subject::find("voronoi-regions").expect("the subject");
    let picture = picture::svg(&Story::of(&flat.expect("a case").case, "", subject));
    let words = "voronoi-regions: no answer, it does not support these shapes";
    assert!(picture.contains(words), "{picture}");
}

// Claim: the command draws a picture of a 3D case too.
#[test]
fn the_command_draws_what_is_in_space() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("boxes.svg");
    let output = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
        .args(["explain", "tests/cases/named/traces.jsonl"])
        .args(["--id", "3d-boxes-overlap", "--svg"])
        .arg(&file)
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{output:?}");
    let picture = fs::read_to_string(&file).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    // Three faces of a box are visible.
    assert_eq!(picture.matches("class=\"a side\"").count(), 3, "{picture}");
}
