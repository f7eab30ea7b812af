//! The imports between modules of the harness: paths that begin with `crate` or the name of another
//! crate. Code for tests only is skipped, as a test may use anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

use crate::reference::arrows;
use crate::{fenced, files, read};

/// The modules that use `gjk-core`.
const KNOW_GJK_CORE: [&str; 4] = ["fuzzing", "speed", "story", "subject"];

/// Claim: a module of `src/` uses only those in lines above its own in the block of
/// `ARCHITECTURE.md`, and all modules are listed there.
#[test]
fn arrows_run_one_way() {
    let text = read("ARCHITECTURE.md");
    let layers = fenced(&text, "layers");
    let layer = |module: &str| {
        let found = layers
            .iter()
            .position(|line| line.split(' ').any(|name| name == module));
        found.unwrap_or_else(|| panic!("{module} is in no layer of ARCHITECTURE.md"))
    };
    let modules = modules();
    let listed = layers.iter().flat_map(|line| line.split(' '));
    assert_eq!(
        listed.collect::<BTreeSet<_>>(),
        modules.iter().map(String::as_str).collect()
    );

    let mut backwards = BTreeSet::new();
    let mut arrows = 0;
    for module in &modules {
        for used in uses(module)
            .iter()
            .filter_map(|path| path.strip_prefix("crate::"))
        {
            arrows += 1;
            if used != module && layer(used) >= layer(module) {
                backwards.insert((module.clone(), used.to_owned()));
            }
        }
    }
    assert!(arrows > modules.len(), "only {arrows} arrows found");
    assert_eq!(backwards, BTreeSet::new(), "arrows that run back");
}

/// Claim: in the harness only subjects, timings, fuzz targets and stories use `gjk-core`; the
/// judge, the cases and the families do not.
#[test]
fn only_subjects_know_gjk_core() {
    let modules = modules();
    let knowing = modules
        .iter()
        .filter(|module| uses(module).contains("gjk_core"));
    assert_eq!(knowing.collect::<Vec<_>>(), KNOW_GJK_CORE);
}

/// Claim: no files of one folder of `src/` use each other, directly or through others. The root of the
/// folder, which all of them may use and which names all, does not count.
#[test]
fn no_files_of_a_folder_use_each_other() {
    let arrows = arrows("src");
    type Rooms<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;
    let mut folders: BTreeMap<Vec<&str>, Rooms> = BTreeMap::new();
    for (module, used) in &arrows {
        for other in used {
            let [one, other] = [module, other].map(|path| path.split('/').collect::<Vec<_>>());
            let shared = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
            // Without one of the two a module is the root of the folder.
            if let (Some(room), Some(used)) = (one.get(shared), other.get(shared)) {
                let rooms = folders.entry(one[..shared].to_vec()).or_default();
                rooms.entry(room).or_default().insert(used);
            }
        }
    }
    assert!(folders.len() > 10, "only {} folders", folders.len());
    let mut circles = BTreeMap::new();
    for (folder, mut rooms) in folders {
        // What uses nothing that is left is in no circle.
        loop {
            let left: BTreeSet<&str> = rooms.keys().copied().collect();
            for used in rooms.values_mut() {
                used.retain(|other| left.contains(other));
            }
            rooms.retain(|_, used| !used.is_empty());
            if rooms.len() == left.len() {
                break;
            }
        }
        if !rooms.is_empty() {
            circles.insert(folder, rooms);
        }
    }
    assert!(
        circles.is_empty(),
        "in a circle, or on the way to one: {circles:#?}"
    );
}

/// The modules at the root of the harness.
fn modules() -> BTreeSet<String> {
    let root = syn::parse_file(&read("src/lib.rs")).expect("a sound file");
    let modules = root.items.iter().filter_map(|item| match item {
        Item::Mod(module) if !is_test_only(&module.attrs) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.collect()
}

/// The imports of all files of a module: `crate::other`, or the name of another crate.
fn uses(module: &str) -> BTreeSet<String> {
    let mut paths = Paths::default();
    let file = format!("src/{module}.rs");
    if Path::new(&file).exists() {
        paths.file(&file);
    }
    let folder = format!("src/{module}");
    if Path::new(&folder).exists() {
        for file in files(&folder, ".rs") {
            // By convention a file of tests only.
            if !file.ends_with("tests.rs") {
                paths.file(file.to_str().expect("a plain path"));
            }
        }
    }
    paths.0
}

/// The beginnings of paths.
#[derive(Default)]
struct Paths(BTreeSet<String>);

impl Paths {
    fn file(&mut self, path: &str) {
        self.visit_file(&syn::parse_file(&read(path)).expect("a sound file"));
    }

    fn crate_wide(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => drop(self.0.insert(format!("crate::{}", path.ident))),
            UseTree::Name(name) => drop(self.0.insert(format!("crate::{}", name.ident))),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.crate_wide(tree)),
            UseTree::Rename(_) | UseTree::Glob(_) => panic!("cannot be followed here"),
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
            _ => return visit::visit_item(self, item),
        };
        if !is_test_only(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if let UseTree::Path(path) = &item.tree {
            if path.ident == "crate" {
                self.crate_wide(&path.tree);
            } else {
                self.0.insert(path.ident.to_string());
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut segments = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        match (segments.next(), segments.next()) {
            (Some(first), Some(second)) if first == "crate" => {
                self.0.insert(format!("crate::{second}"));
            }
            (Some(first), Some(_)) => drop(self.0.insert(first)),
            _ => {}
        }
        visit::visit_path(self, path);
    }
}

/// Whether the attributes restrict an item to tests.
pub(crate) fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is = |name: &str| {
            attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident(name))
        };
        attribute.path().is_ident("cfg") && (is("test") || is("doctest"))
    })
}
