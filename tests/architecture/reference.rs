//! The imports between files of `gjk-reference`. Code for tests only is skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use syn::visit::{self, Visit};
use syn::{Item, UseTree, Visibility};

use crate::arrows::is_test_only;
use crate::{fenced, files, read};

/// The sources of the crate.
const SOURCES: &str = "gjk-reference/src";

/// The files that the certificate may use.
const CERTIFICATE_USES: [&str; 2] = ["int", "vector"];

/// Claim: a file of `gjk-reference` uses only those in lines above its own in the block of
/// `ARCHITECTURE.md`, where all are listed; so there is no import cycle.
#[test]
fn the_reference_has_no_circle() {
    let text = read("ARCHITECTURE.md");
    let layers = fenced(&text, "reference");
    let layer = |module: &str| {
        let found = layers
            .iter()
            .position(|line| line.split(' ').any(|name| name == module));
        found.unwrap_or_else(|| panic!("{module} is in no layer of ARCHITECTURE.md"))
    };
    let arrows = arrows(SOURCES);
    let listed = layers.iter().flat_map(|line| line.split(' '));
    assert_eq!(
        listed.collect::<BTreeSet<_>>(),
        arrows.keys().map(String::as_str).collect()
    );
    let mut backwards = BTreeSet::new();
    let mut count = 0;
    for (module, used) in &arrows {
        count += used.len();
        let back = used.iter().filter(|used| layer(used) >= layer(module));
        backwards.extend(back.map(|used| (module, used)));
    }
    assert!(count > 2 * arrows.len(), "only {count} arrows found");
    assert_eq!(backwards, BTreeSet::new(), "arrows that run back");
}

/// Claim: the certificate, which proves every distance, uses integers and integer vectors, and
/// nothing else of the crate.
#[test]
fn the_certificate_stands_alone() {
    let arrows = arrows(SOURCES);
    let below = |module: &str| -> Vec<&str> { arrows[module].iter().map(String::as_str).collect() };
    assert_eq!(below("certificate"), CERTIFICATE_USES);
    assert_eq!(below("vector"), ["int"]);
    assert_eq!(below("int"), [""; 0]);
}

/// Each file but the root, as its path without the extension, and the files that it uses.
pub(crate) fn arrows(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut sources = BTreeMap::new();
    for file in files(folder, ".rs") {
        let path = file.strip_prefix(folder).expect("a source");
        let path = path.with_extension("");
        let name = path.to_str().expect("a plain path");
        // By convention a file `tests.rs` is of tests only.
        if name != "lib" && !name.ends_with("tests") {
            let module = name.strip_suffix("/mod").unwrap_or(name).to_owned();
            sources.insert(module, file);
        }
    }
    let known: BTreeSet<&String> = sources.keys().collect();
    let uses = |(module, file): (&String, &PathBuf)| {
        let mut paths = Paths::default();
        paths.visit_file(&syn::parse_file(&read(file)).expect("a sound file"));
        let is_folder = file.ends_with("mod.rs");
        let mut used = BTreeSet::new();
        for path in &paths.0 {
            used.extend(target(path, module, is_folder, &known));
        }
        used.remove(module);
        (module.clone(), used)
    };
    sources.iter().map(uses).collect()
}

/// The file that a path leads to, if it is one of the crate.
fn target(
    path: &[String],
    module: &str,
    is_folder: bool,
    known: &BTreeSet<&String>,
) -> Option<String> {
    let mut at: Vec<&str> = module.split('/').collect();
    let mut rest = path.iter().map(String::as_str).peekable();
    let first = rest.next()?;
    match first {
        "crate" => at.clear(),
        "self" => {}
        "super" => {
            at.pop();
            while rest.next_if_eq(&"super").is_some() {
                at.pop();
            }
        }
        // The name of a file in the folder, or of another crate.
        _ if is_folder => at.push(first),
        _ => return None,
    }
    at.extend(rest);
    // The longest beginning that is a file: the rest are names in it. The root does not count.
    (1..=at.len())
        .rev()
        .map(|length| at[..length].join("/"))
        .find(|name| known.contains(name))
}

/// The paths of a file, each from its beginning.
#[derive(Default)]
struct Paths(BTreeSet<Vec<String>>);

impl Paths {
    fn tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&with(&path.ident), &path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
            UseTree::Name(name) if name.ident == "self" => drop(self.0.insert(before.to_vec())),
            UseTree::Name(name) => drop(self.0.insert(with(&name.ident))),
            UseTree::Rename(name) => drop(self.0.insert(with(&name.ident))),
            UseTree::Glob(_) => drop(self.0.insert(before.to_vec())),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test_only(attributes) {
            visit::visit_item(self, item);
        }
    }

    /// `pub(super)` states who may use an item, not what it uses.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        self.0.insert(names.collect());
        visit::visit_path(self, path);
    }
}

/// Claim: paths are followed to their file, from a file, a folder and one of its files.
#[test]
fn paths_lead_to_files() {
    let names = ["alpha", "beta", "beta/gamma"].map(str::to_owned);
    let known: BTreeSet<&String> = names.iter().collect();
    let leads = |path: &str, module: &str, is_folder: bool| {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        target(&path, module, is_folder, &known)
    };
    assert_eq!(
        leads("crate::alpha::f", "beta", true).as_deref(),
        Some("alpha")
    );
    assert_eq!(
        leads("super::alpha", "beta", true).as_deref(),
        Some("alpha")
    );
    assert_eq!(
        leads("gamma::T", "beta", true).as_deref(),
        Some("beta/gamma")
    );
    assert_eq!(
        leads("super::T", "beta/gamma", false).as_deref(),
        Some("beta")
    );
    let further = leads("super::super::alpha::T", "beta/gamma", false);
    assert_eq!(further.as_deref(), Some("alpha"));
    assert_eq!(leads("std::fmt", "alpha", false), None);
    assert_eq!(leads("crate::T", "alpha", false), None);
}
