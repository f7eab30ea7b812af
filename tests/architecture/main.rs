//! The rules of `ARCHITECTURE.md` that can be checked on the sources, the manifests and the pages.

mod arrows;
mod code;
mod core;
mod fuzzing;
mod packages;
mod papers;
mod reference;

use std::fs;
use std::path::{Path, PathBuf};

/// The text of a file, from the root of the repository.
fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below `folder` whose names end with `ending`, in the order of their paths.
fn files(folder: impl AsRef<Path>, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder.as_ref(), ending, &mut found);
    assert!(
        !found.is_empty(),
        "no {ending} in {}",
        folder.as_ref().display()
    );
    found.sort();
    found
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
}

/// The lines of the first block in `text` that is fenced by three backticks and `info`.
fn fenced<'t>(text: &'t str, info: &str) -> Vec<&'t str> {
    let fence = format!("```{info}");
    let lines = text.lines().skip_while(|line| *line != fence).skip(1);
    let block: Vec<&str> = lines.take_while(|line| *line != "```").collect();
    assert!(!block.is_empty(), "no block {fence}");
    block
}
