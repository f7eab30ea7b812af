//! Every public function of `gjk-core` and `gjk-reference` has a test.
//!
//! Public are: free functions reachable from the root of the crate, by `pub mod` or `pub use`;
//! `pub` methods and associated functions of reachable types; and all methods of reachable traits.
//! The lists are read from the sources, so new functions are included.
//!
//! A test is a `#[test]` function of the same crate, not ignored, whose body calls the function:
//! `name(...)` for a free function, `Type::name(...)` for an associated function without `self`
//! (for one of a trait, of any type), `.name(...)`, `Type::name(...)` or `Trait::name(...)` for a
//! method. A call in a helper does not count, nor does a doc example: they show a function, but do
//! not test it.
//!
//! Types are not resolved, so `.name(...)` counts for every type with a method of that name that
//! the file of the test mentions. The test finds what was forgotten, not what was tested badly.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ImplItem, Item, ItemImpl, ItemMod, TraitItem, UseTree, Visibility};

/// With fewer public functions the list is wrong.
const CORE_FLOOR: usize = 60;
const REFERENCE_FLOOR: usize = 50;

/// Claim: every public function of `gjk-core` has a test.
#[test]
fn gjk_core_is_tested() {
    assert_tested("gjk-core", CORE_FLOOR);
}

/// Claim: every public function of `gjk-reference` has a test.
#[test]
fn gjk_reference_is_tested() {
    assert_tested("gjk-reference", REFERENCE_FLOOR);
}

/// Claim: the list has known public functions, and no known private ones.
#[test]
fn the_list_is_that_of_the_crate() {
    let functions = Sources::of(Path::new("gjk-core")).functions();
    let names: BTreeSet<String> = functions.iter().map(Function::to_string).collect();
    for public in [
        "closest_points",
        "Settings::warm_start",
        "Body::point",
        "Pose::from_angle",
    ] {
        assert!(names.contains(public), "{public} is missing");
    }
    for private in [
        "Pose::checked",
        "Search::propose",
        "Simplex::push",
        "nearest",
    ] {
        assert!(!names.contains(private), "{private} is not public");
    }
    let vector = Sources::of(Path::new("gjk-reference")).functions();
    assert!(vector.iter().any(|f| f.to_string() == "cross"));
}

/// Claim: calls are found anywhere in a body, also in macros, and nothing else is.
#[test]
fn calls_are_found() {
    let body: syn::Block = syn::parse_quote!({
        let x = Alpha::new(beta(1)).gamma();
        assert_eq!(x.delta(), vec![epsilon(2); 3], "{}", zeta(4));
        assert!(matches!(eta(x), Some(theta) if iota(theta)));
        let closure = |y| Kappa::<u32>::lambda(y);
        let not_called = mu;
    });
    let calls = Calls::in_block(&body);
    for called in [".gamma", ".delta", "beta", "epsilon", "zeta", "eta", "iota"] {
        assert!(calls.0.contains(called), "{called}");
    }
    assert!(calls.0.contains("Alpha::new") && calls.0.contains("Kappa::lambda"));
    assert!(!calls.0.contains("mu") && !calls.0.contains("theta"));
}

/// Panics with the names of the public functions of a crate that no test calls.
fn assert_tested(folder: &str, floor: usize) {
    let folder = Path::new(folder);
    let functions = Sources::of(folder).functions();
    assert!(
        functions.len() >= floor,
        "only {} public functions found in {}",
        functions.len(),
        folder.display()
    );
    let tests = tests_of(folder);
    assert!(!tests.is_empty(), "no tests in {}", folder.display());
    let untested: Vec<String> = functions
        .iter()
        .filter(|function| !tests.iter().any(|test| test.covers(function)))
        .map(|function| format!("{function}  ({})", function.file.display()))
        .collect();
    println!("{} functions, {} tests", functions.len(), tests.len());
    assert!(
        untested.is_empty(),
        "no test of {} calls\n  {}",
        folder.display(),
        untested.join("\n  ")
    );
}

/// A public function.
struct Function {
    /// The type or trait that it belongs to, with its aliases; none for a free function.
    owners: Vec<String>,
    name: String,
    takes_self: bool,
    of_trait: bool,
    file: PathBuf,
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.owners.first() {
            Some(owner) => write!(f, "{owner}::{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// The items of a crate, as its sources declare them.
#[derive(Default)]
struct Sources {
    /// Functions that are `pub` or in a trait, with their owner if there is one.
    functions: Vec<(Option<String>, Function)>,
    /// Names reachable from the root.
    reachable: BTreeSet<String>,
    /// Type aliases, by the name of the type.
    aliases: BTreeMap<String, Vec<String>>,
}

impl Sources {
    fn of(folder: &Path) -> Self {
        let mut sources = Self::default();
        let source = folder.join("src");
        sources.read(&source.join("lib.rs"), &source, true);
        sources
    }

    /// The functions reachable from the root, with their aliases.
    fn functions(self) -> Vec<Function> {
        let mut functions = Vec::new();
        for (owner, mut function) in self.functions {
            let key = owner.as_ref().unwrap_or(&function.name);
            if self.reachable.contains(key) {
                if let Some(owner) = owner {
                    let aliases = self.aliases.get(&owner).cloned().unwrap_or_default();
                    function.owners = vec![owner];
                    function.owners.extend(aliases);
                }
                functions.push(function);
            }
        }
        functions
    }

    /// Reads a file whose modules are in `folder`. `public`: all of its path is `pub`.
    fn read(&mut self, file: &Path, folder: &Path, public: bool) {
        let parsed = parse(file);
        self.items(&parsed.items, file, folder, public);
    }

    fn items(&mut self, items: &[Item], file: &Path, folder: &Path, public: bool) {
        for item in items {
            match item {
                Item::Mod(module) if !is_test_only(&module.attrs) => {
                    let public = public && is_pub(&module.vis);
                    self.module(module, file, folder, public);
                }
                Item::Use(import) if public && is_pub(&import.vis) => self.export(&import.tree),
                Item::Fn(function) if is_pub(&function.vis) => {
                    let name = function.sig.ident.to_string();
                    self.declare(&name, public);
                    self.function(None, false, &function.sig, file);
                }
                Item::Struct(item) if is_pub(&item.vis) => {
                    self.declare(&item.ident.to_string(), public);
                }
                Item::Enum(item) if is_pub(&item.vis) => {
                    self.declare(&item.ident.to_string(), public);
                }
                Item::Type(item) if is_pub(&item.vis) => {
                    if let Some(target) = type_name(&item.ty) {
                        let aliases = self.aliases.entry(target).or_default();
                        aliases.push(item.ident.to_string());
                    }
                }
                Item::Trait(item) if is_pub(&item.vis) => {
                    let name = item.ident.to_string();
                    self.declare(&name, public);
                    for item in &item.items {
                        if let TraitItem::Fn(method) = item {
                            self.function(Some(name.clone()), true, &method.sig, file);
                        }
                    }
                }
                Item::Impl(item) if item.trait_.is_none() => self.methods(item, file),
                _ => {}
            }
        }
    }

    fn module(&mut self, module: &ItemMod, file: &Path, folder: &Path, public: bool) {
        let name = module.ident.to_string();
        let folder = folder.join(&name);
        if let Some((_, items)) = &module.content {
            self.items(items, file, &folder, public);
            return;
        }
        let beside = folder.with_extension("rs");
        let inside = folder.join("mod.rs");
        let file = if beside.exists() { beside } else { inside };
        self.read(&file, &folder, public);
    }

    fn methods(&mut self, item: &ItemImpl, file: &Path) {
        let Some(owner) = type_name(&item.self_ty) else {
            return;
        };
        for item in &item.items {
            if let ImplItem::Fn(method) = item
                && is_pub(&method.vis)
            {
                self.function(Some(owner.clone()), false, &method.sig, file);
            }
        }
    }

    fn function(
        &mut self,
        owner: Option<String>,
        of_trait: bool,
        signature: &syn::Signature,
        file: &Path,
    ) {
        let function = Function {
            owners: Vec::new(),
            name: signature.ident.to_string(),
            takes_self: signature.receiver().is_some(),
            of_trait,
            file: file.to_owned(),
        };
        self.functions.push((owner, function));
    }

    fn declare(&mut self, name: &str, public: bool) {
        if public {
            self.reachable.insert(name.to_owned());
        }
    }

    fn export(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.export(&path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.export(tree)),
            UseTree::Name(name) => self.declare(&name.ident.to_string(), true),
            UseTree::Rename(_) | UseTree::Glob(_) => {
                panic!("a renamed or wildcard export cannot be followed here")
            }
        }
    }
}

/// A `#[test]` function that runs.
struct Test {
    calls: Calls,
    /// The text of its file, which shows the types it may mean.
    file: String,
}

impl Test {
    fn covers(&self, function: &Function) -> bool {
        let name = &function.name;
        if function.owners.is_empty() {
            return self.calls.0.contains(name);
        }
        let qualified = |owner: &String| self.calls.0.contains(&format!("{owner}::{name}"));
        if function.owners.iter().any(qualified) {
            return true;
        }
        let mentioned = |owner: &String| mentions(&self.file, owner);
        let by_method = format!(".{name}");
        let by_type = format!("::{name}");
        let called = |call: &String| {
            function.takes_self && *call == by_method
                || function.of_trait && call.ends_with(&by_type)
        };
        self.calls.0.iter().any(called) && function.owners.iter().any(mentioned)
    }
}

/// Whether `text` holds `word` as a word.
fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|other| other == word)
}

/// The calls of a body: `name`, `Owner::name` or `.name`.
#[derive(Default)]
struct Calls(BTreeSet<String>);

impl Calls {
    fn in_block(block: &syn::Block) -> Self {
        let mut calls = Self::default();
        calls.visit_block(block);
        calls
    }
}

impl<'ast> Visit<'ast> for Calls {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(function) = &*call.func {
            let mut segments = function.path.segments.iter().rev();
            let name = segments.next().map(|s| s.ident.to_string());
            let owner = segments.next().map(|s| s.ident.to_string());
            let name = name.unwrap_or_default();
            self.0.insert(match owner {
                // Types and traits begin with a capital, modules do not.
                Some(owner) if owner.starts_with(char::is_uppercase) => format!("{owner}::{name}"),
                _ => name,
            });
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.0.insert(format!(".{}", call.method));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let expressions = expressions.parse2(call.tokens.clone()).unwrap_or_default();
        for expression in &expressions {
            // Nested functions are visible only here.
            let mut inner = Calls::default();
            inner.visit_expr(expression);
            self.0.extend(inner.0);
        }
    }
}

/// All expressions in the arguments of a macro; other tokens are skipped.
fn expressions(input: ParseStream) -> syn::Result<Vec<Expr>> {
    let mut found = Vec::new();
    while !input.is_empty() {
        let ahead = input.fork();
        if let Ok(expression) = ahead.parse() {
            input.advance_to(&ahead);
            found.push(expression);
        } else {
            input.step(|cursor| {
                let (_, rest) = cursor.token_tree().ok_or_else(|| cursor.error("the end"))?;
                Ok(((), rest))
            })?;
        }
    }
    Ok(found)
}

/// The tests of a crate, in `src/` and in `tests/`.
fn tests_of(folder: &Path) -> Vec<Test> {
    let mut files = Vec::new();
    rust_files(&folder.join("src"), &mut files);
    rust_files(&folder.join("tests"), &mut files);
    let mut tests = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable file");
        tests_in(&parse(&file).items, &text, &mut tests);
    }
    tests
}

fn tests_in(items: &[Item], text: &str, tests: &mut Vec<Test>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                let items = module.content.iter().flat_map(|(_, items)| items);
                let items: Vec<Item> = items.cloned().collect();
                tests_in(&items, text, tests);
            }
            Item::Fn(function) => {
                let has = |name: &str| function.attrs.iter().any(|a| a.path().is_ident(name));
                if has("test") && !has("ignore") {
                    let calls = Calls::in_block(&function.block);
                    let file = text.to_owned();
                    tests.push(Test { calls, file });
                }
            }
            _ => {}
        }
    }
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn parse(file: &Path) -> syn::File {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn is_pub(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Whether the item is not part of the published crate: `#[cfg(test)]`.
fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}

/// The name of a type without its path and its parameters.
fn type_name(of: &syn::Type) -> Option<String> {
    match of {
        syn::Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    }
}
