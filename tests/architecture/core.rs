//! The imports between modules of `gjk-core`: a file or folder directly in its sources. Code for
//! tests only is skipped.

use std::collections::{BTreeMap, BTreeSet};

use crate::reference::arrows;
use crate::{fenced, read};

/// The most lines of a file, without its tests.
const MOST_LINES: usize = 400;

/// Claim: a module of `gjk-core` uses only those in lines above its own in the block of
/// `ARCHITECTURE.md`, where all are listed; so there is no import cycle.
#[test]
fn the_core_has_no_circle() {
    let text = read("ARCHITECTURE.md");
    let layers = fenced(&text, "core");
    let layer = |room: &str| {
        let found = layers
            .iter()
            .position(|line| line.split(' ').any(|name| name == room));
        found.unwrap_or_else(|| panic!("{room} is in no layer of ARCHITECTURE.md"))
    };
    let room = |module: &str| module.split('/').next().expect("a name").to_owned();
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, used) in arrows("gjk-core/src") {
        let room_used = used.iter().map(|module| room(module));
        rooms.entry(room(&module)).or_default().extend(room_used);
    }
    let listed = layers.iter().flat_map(|line| line.split(' '));
    assert_eq!(
        listed.collect::<BTreeSet<_>>(),
        rooms.keys().map(String::as_str).collect()
    );
    let mut backwards = BTreeSet::new();
    let mut count = 0;
    for (room, used) in &rooms {
        count += used.len();
        let back = used
            .iter()
            .filter(|used| *used != room && layer(used) >= layer(room));
        backwards.extend(back.map(|used| (room, used)));
    }
    assert!(count > 2 * rooms.len(), "only {count} arrows found");
    assert_eq!(backwards, BTreeSet::new(), "arrows that run back");
}

/// Claim: no files of `gjk-core` use each other, directly or through others, the roots of folders
/// included. A root that only names what is in its files is not used for that.
#[test]
fn no_files_of_the_core_use_each_other() {
    let mut rooms = arrows("gjk-core/src");
    assert!(rooms.len() > 60, "only {} files", rooms.len());
    loop {
        // What uses nothing that is left, or is not used, is in no circle.
        let left: BTreeSet<String> = rooms.keys().cloned().collect();
        for used in rooms.values_mut() {
            used.retain(|other| left.contains(other));
        }
        let used: BTreeSet<String> = rooms.values().flatten().cloned().collect();
        rooms.retain(|room, uses| !uses.is_empty() && used.contains(room));
        if rooms.len() == left.len() {
            break;
        }
    }
    assert!(rooms.is_empty(), "in a circle, or between two: {rooms:#?}");
}

/// Claim: no file of `gjk-core` exceeds that length without its tests.
#[test]
fn no_file_of_the_core_is_long() {
    let long: Vec<_> = crate::files("gjk-core/src", ".rs")
        .into_iter()
        .filter(|file| !file.ends_with("tests.rs") && !file.iter().any(|part| part == "tests"))
        .map(|file| {
            let text = read(&file);
            let code = text.split("#[cfg(test)]\nmod tests").next();
            (code.map_or(0, |code| code.lines().count()), file)
        })
        .filter(|(lines, _)| *lines > MOST_LINES)
        .collect();
    assert!(long.is_empty(), "{long:?}");
}
