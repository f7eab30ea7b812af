//! Rules about the sources: numbers of the judge, clocks in tests, and claims.

use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Lit};

use crate::{files, read};

/// The named numbers of the judge outside its budget. None of them is a tolerance of `gjk-core`.
const NUMBERS: [(&str, &str); 16] = [
    // Tried: maximum distances, tolerances, margins, motions.
    ("cutoff.rs", "PARTS"),
    // The ratio of errors of the same size, for shrinking.
    ("defect.rs", "FACTOR"),
    // The tolerance of a source that states none, for its own demands.
    ("expectation.rs", "DEFAULT_TOLERANCE"),
    // The distance of centres below which the laws of swap and mirror do not apply.
    ("laws.rs", "CENTERS"),
    ("laws.rs", "MOVE"),
    // From here on an error is printed as a relative one.
    ("precision.rs", "MANY"),
    ("proximity.rs", "MARGINS"),
    // A depth for which a quick estimate is enough.
    ("proximity.rs", "ALLOWED"),
    // How far a step may lead of which rounding hides that it leads nearer.
    ("termination.rs", "FARTHER"),
    ("tolerance.rs", "RELATIVE"),
    // The motion of cores in the search for a shallow direction.
    ("truth.rs", "MOVED"),
    // The margin by which a length is clearly shorter than another.
    ("unit.rs", "ROUGH"),
    ("warm_start.rs", "WITHIN"),
    ("warm_start.rs", "MOVED"),
    ("warm_start.rs", "TURNED"),
    ("warm_start.rs", "TURNED_ANGLE"),
];

/// Numbers that need no name.
const PLAIN: [f64; 3] = [0.0, 1.0, 2.0];

/// Claim: outside the budget the judge has no numbers but plain ones and those on the list above.
#[test]
fn numbers_of_the_judge_are_named() {
    let mut named = Vec::new();
    for file in files("src/judge", ".rs") {
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        if name != "budget.rs" {
            let mut numbers = Numbers::default();
            numbers.visit_file(&syn::parse_file(&read(&file)).expect("a sound file"));
            assert_eq!(
                numbers.nameless,
                [0.0; 0],
                "numbers without a name in {}",
                file.display()
            );
            named.extend(
                numbers
                    .named
                    .into_iter()
                    .map(|number| (name.to_owned(), number)),
            );
        }
    }
    let known = NUMBERS.map(|(file, name)| (file.to_owned(), name.to_owned()));
    assert_eq!(
        named, known,
        "named numbers of the judge, and those on the list"
    );
}

/// Words that a test must not use: they read a clock, wait for it, or bring another seed.
const FORBIDDEN: [&str; 6] = [
    "Instant",
    "SystemTime",
    "sleep",
    "thread_rng",
    "from_os_rng",
    "RandomState",
];

/// Code that times queries, saves a campaign as it runs, disconnects slow clients, or gives up on a
/// program that hangs.
const CLOCKED: [&str; 4] = [
    "src/speed/",
    "src/command/",
    "src/explore/http.rs",
    "src/subject/process/",
];

/// Claim: no test reads a clock or draws its own seed, and neither does the code under test except
/// for the list; every run of proptest has a fixed seed.
#[test]
fn tests_are_deterministic() {
    let mut sources = rust_files(&["src", "tests", "gjk-core/tests", "gjk-reference/tests"]);
    sources.extend(rust_files(&["gjk-core/src", "gjk-reference/src"]));
    let mut seeded = 0;
    for file in sources {
        let text = read(&file);
        let uses = |word: &str| {
            [":: ", "::", "("]
                .iter()
                .any(|end| text.contains(&format!("{word}{end}")))
        };
        let clocked = CLOCKED.iter().any(|folder| file.starts_with(folder));
        if !clocked {
            let found: Vec<_> = FORBIDDEN.iter().filter(|word| uses(word)).collect();
            assert!(found.is_empty(), "{} uses {found:?}", file.display());
        }
        let count = |word: &str, end: &str| text.matches(&format!("{word}{end}")).count();
        let runs = count("proptest!", " {") + count("TestRunner", "::new");
        assert_eq!(
            runs,
            count("RngSeed", "::Fixed"),
            "runs and seeds of {}",
            file.display()
        );
        seeded += runs;
    }
    assert!(seeded >= 3, "only {seeded} runs of proptest found");
}

/// With fewer tests the search for them is wrong.
const TESTS_MIN: usize = 400;

/// Claim: every test has a comment above it or as its first line, which in `tests/` says `Claim`.
#[test]
fn tests_say_what_they_claim() {
    let mut tests = 0;
    for file in rust_files(&["src", "tests", "gjk-core", "gjk-reference"]) {
        let text = read(&file);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for at in (0..lines.len()).filter(|at| lines[*at] == "#[test]") {
            tests += 1;
            let is_head = |line: &&&str| line.starts_with("//") || line.starts_with("#[");
            let above = lines[..at].iter().rev().take_while(is_head);
            let inside = lines[at..]
                .iter()
                .skip_while(|line| !line.ends_with('{'))
                .skip(1)
                .take(1);
            let said: Vec<&str> = above
                .chain(inside)
                .filter(|line| line.starts_with("//"))
                .copied()
                .collect();
            let claims = said.iter().any(|line| line.contains("Claim"));
            let says = if file.starts_with("tests") {
                claims
            } else {
                !said.is_empty()
            };
            assert!(says, "{}:{} says nothing", file.display(), at + 1);
        }
    }
    assert!(tests >= TESTS_MIN, "only {tests} tests found");
}

fn rust_files(folders: &[&str]) -> Vec<PathBuf> {
    folders
        .iter()
        .flat_map(|folder| files(Path::new(folder), ".rs"))
        .collect()
}

/// The numbers of a file that are not plain, without those of its tests.
#[derive(Default)]
struct Numbers {
    /// The constants that hold some.
    named: Vec<String>,
    nameless: Vec<f64>,
}

impl<'ast> Visit<'ast> for Numbers {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !item.attrs.iter().any(is_cfg) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let mut inner = Self::default();
        inner.visit_expr(&item.expr);
        if !inner.nameless.is_empty() {
            self.named.push(item.ident.to_string());
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Expr::Lit(literal) = expression
            && let Lit::Float(number) = &literal.lit
        {
            let number: f64 = number.base10_parse().expect("a number");
            if !PLAIN.contains(&number) {
                self.nameless.push(number);
            }
        }
        visit::visit_expr(self, expression);
    }
}

fn is_cfg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}
