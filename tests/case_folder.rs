//! Case files on disk: folders are read in a fixed order, an empty result is an error, and a file
//! is written as a whole or not at all.

mod scratch;

use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use gjk_harness::case::files::{self, Located};
use gjk_harness::case::{Kind, json};
use scratch::Folder;

/// A valid case on one line.
const SOUND: &str = concat!(
    r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[1,2,3]},"#,
    r#""b":{"kind":"hull","points":[[0,0,0],[1,0,0]]},"expect":{}}"#
);

/// Claim: folders are read in the order of names, whatever else they contain, such as a schema, and
/// blank lines count as lines.
#[test]
fn folders_are_read_in_order() {
    let folder = Folder::new("order");
    fs::create_dir(folder.join("b")).expect("a folder");
    fs::write(
        folder.join("c.jsonl"),
        format!("\n{}\n\n{SOUND}\n", SOUND.replace("\"x\"", "\"y\"")),
    )
    .expect("written");
    fs::write(folder.join("b").join("z.json"), SOUND).expect("written");
    fs::write(folder.join("a.json"), format!("\n\n{SOUND}")).expect("written");
    fs::write(folder.join("README.md"), "no case").expect("written");
    fs::write(folder.join("case.schema.json"), "{}").expect("written");
    let read = files::read_cases(slice::from_ref(&*folder)).expect("sound cases");
    let places: Vec<(PathBuf, usize)> = read
        .into_iter()
        .map(|located| (located.file, located.line))
        .collect();
    let expected = [
        ("a.json", 3),
        ("b/z.json", 1),
        ("c.jsonl", 2),
        ("c.jsonl", 4),
    ]
    .map(|(name, line)| (folder.join(name), line));
    assert_eq!(places, expected);
}

/// Claim: a path without a case is an error, never an empty success.
#[test]
fn nothing_to_read_is_an_error() {
    let folder = Folder::new("nothing");
    let refused = |path: &Path| {
        let error = files::read_cases(&[path.to_path_buf()])
            .expect_err("refused")
            .to_string();
        error
            .strip_prefix(&format!("{}: ", path.display()))
            .expect("the path first")
            .to_string()
    };
    assert_eq!(refused(&folder), "the folder holds no case");
    fs::write(folder.join("blank.jsonl"), "\n \n").expect("written");
    assert_eq!(
        refused(&folder.join("blank.jsonl")),
        "the file holds no case"
    );
    fs::write(folder.join("case.txt"), SOUND).expect("written");
    assert_eq!(
        refused(&folder.join("case.txt")),
        "a case file ends in .json or .jsonl"
    );
    assert!(refused(&folder.join("absent.json")).contains("os error 2"));
    fs::write(folder.join("latin.json"), b"{\n\"id\": \"\xff\"}").expect("written");
    let error = files::read_cases(&[folder.join("latin.json")])
        .expect_err("refused")
        .to_string();
    assert!(error.ends_with("latin.json:2: not UTF-8 text"), "{error}");
}

/// Claim: a written case reads back, replaces the old one, creates its folder and leaves nothing
/// else behind; one that would not read back leaves no trace.
#[test]
fn writing_is_all_or_nothing() {
    let above = Folder::new("write");
    let folder = above.join("new");
    let path = folder.join("case.json");
    let mut case = json::read(SOUND).expect("a sound case");
    files::write_case(&path, &case).expect("written");
    case.a.kind = Kind::Sphere { radius: 0.1 };
    files::write_case(&path, &case).expect("written over");
    let read = files::read_cases(slice::from_ref(&path)).expect("a sound case");
    assert_eq!(
        read,
        [Located {
            case: case.clone(),
            file: path.clone(),
            line: 1
        }]
    );
    let text = fs::read_to_string(&path).expect("there");
    assert!(text.ends_with("}\n") && text.lines().count() > 10, "{text}");

    case.a.kind = Kind::Sphere { radius: f64::NAN };
    let error = files::write_case(&path, &case)
        .expect_err("a NaN")
        .to_string();
    assert!(
        error.ends_with("a.radius: expected a finite number, found null"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&path).expect("there"), text);
    case.a.kind = Kind::Sphere { radius: 1.0 };
    fs::create_dir(folder.join("taken.json")).expect("a folder");
    files::write_case(&folder.join("taken.json"), &case).expect_err("a folder has that name");
    let names = fs::read_dir(&folder)
        .expect("there")
        .map(|entry| entry.expect("there").file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["case.json", "taken.json"]);
    let lines = folder.join("case.jsonl");
    let error = files::write_case(&lines, &case)
        .expect_err("wrong form")
        .to_string();
    assert_eq!(
        error,
        format!("{}: a case is written to a .json file", lines.display())
    );
}
