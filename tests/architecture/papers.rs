//! The pages: links, names of files and tests, and the width of prose.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::{fenced, files, read};

/// The pages outside `docs/`.
const PAPERS: [&str; 8] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "gjk-core/README.md",
    "gjk-reference/README.md",
    "tests/cases/README.md",
    "corpus/README.md",
];

/// A name between backticks that begins like this is that of a file or folder.
const FOLDERS: [&str; 15] = [
    ".cargo/",
    ".ci/",
    ".clusterfuzzlite/",
    ".github/",
    "adapters/",
    "benches/",
    "corpus/",
    "docs/",
    "drivers/",
    "examples/",
    "fuzz/",
    "gjk-core/",
    "gjk-reference/",
    "src/",
    "tests/",
];

/// Claim: every link of the pages leads to a file, and to its heading if it names one.
#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for paper in papers() {
        for link in read(&paper)
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if link.starts_with("http") {
                continue;
            }
            links += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let folder = paper.parent().expect("a folder");
            let target = if file.is_empty() {
                paper.clone()
            } else {
                folder.join(file)
            };
            assert!(target.exists(), "{}: no {link}", paper.display());
            let found =
                heading.is_empty() || headings(&target).iter().any(|other| other == heading);
            assert!(found, "{}: no heading {link}", paper.display());
        }
    }
    assert!(links > 20, "only {links} links found");
}

/// Claim: every file, folder and test that the pages name between backticks exists, and so do those
/// of the map in `ARCHITECTURE.md`.
#[test]
fn what_the_papers_name_exists() {
    let (mut names, mut tests) = (0, 0);
    for paper in papers() {
        let text = read(&paper);
        for name in quoted(&text).filter(|name| is_path(name)) {
            names += 1;
            let (file, test) = name.split_once("::").unwrap_or((name, ""));
            let file = file.split(':').next().expect("a name");
            let beside = paper.parent().expect("a folder").join(file);
            assert!(
                Path::new(file).exists() || beside.exists(),
                "{}: no {name}",
                paper.display()
            );
            if !test.is_empty() {
                tests += 1;
                let is_there = read(file).contains(&format!("fn {test}("));
                assert!(is_there, "{}: no {name}", paper.display());
            }
        }
    }
    assert!(
        names > 60 && tests > 20,
        "only {names} names and {tests} tests found"
    );
    let architecture = read("ARCHITECTURE.md");
    for line in fenced(&architecture, "text") {
        let name = line.split(' ').next().expect("a word");
        assert!(Path::new(name).exists(), "ARCHITECTURE.md: no {name}");
    }
}

/// Claim: every function and test that `docs/mutants.md` names between backticks exists.
#[test]
fn what_finds_a_fault_exists() {
    let folders = ["gjk-core", "gjk-reference", "src", "tests"];
    let sources = folders.into_iter().flat_map(|folder| files(folder, ".rs"));
    let mut known = BTreeSet::new();
    for source in sources.map(read) {
        let words: Vec<&str> = source.split(|c: char| !is_of_a_name(c)).collect();
        let defined = words.windows(2).filter(|pair| DEFINING.contains(&pair[0]));
        known.extend(defined.map(|pair| pair[1].to_string()));
    }
    let text = read("docs/mutants.md");
    let names = quoted(&text).filter(|name| {
        let is_name = name.chars().all(|c| is_of_a_name(c) || c == ':');
        is_name && name.contains('_') && *name == name.to_lowercase()
    });
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 100, "only {} names found", names.len());
    for name in names {
        let last = name.rsplit(':').next().expect("a word");
        assert!(known.contains(last), "docs/mutants.md: no {name}");
    }
}

/// The words that come before a new name.
const DEFINING: [&str; 3] = ["fn", "mod", "let"];

/// Whether a character is part of a name.
fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The most columns of prose in the pages, and of comments in the sources.
const COLUMNS: [usize; 2] = [100, 120];

/// Claim: ratios in words are those of the measured tables: of scenes, and the least and largest of
/// random polytopes and of primitives.
#[test]
fn ratios_in_words_are_those_of_the_tables() {
    let page = read("docs/speed.md");
    let rows = |start: &str, columns: usize| {
        let lines = page.lines().filter(|line| line.starts_with(start));
        let rows = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
        let rows: Vec<_> = rows.filter(|row| row.len() == columns + 2).collect();
        assert!(!rows.is_empty(), "no row {start} of {columns} columns");
        rows
    };
    let scene = |query: &str| rows(query, 7)[0][6];
    let [distance, boolean, points, warm] = [
        "| distance",
        "| boolean",
        "| closest points",
        "| warm start",
    ]
    .map(scene);
    let ends = |ratios: Vec<&str>| {
        let ratios = ratios
            .iter()
            .map(|ratio| ratio.parse::<f64>().expect(ratio));
        let least = ratios.clone().fold(f64::INFINITY, f64::min);
        format!("{least:.2} to {:.2}", ratios.fold(0.0, f64::max))
    };
    let polytopes = |dim: &str, peer: usize| {
        let rows = rows(&format!("| {dim}, "), 6);
        ends(rows.iter().map(|row| row[peer + 1]).collect())
    };
    let of_pairs = ["| distance", "| boolean", "| closest points"].map(|query| rows(query, 9));
    let of_pairs = of_pairs.iter().flatten();
    let over_parry = of_pairs.filter(|row| [row[2], row[3]] == ["gjk-core", "parry3d"]);
    let primitives = ends(over_parry.map(|row| row[8]).collect());
    for (paper, words) in [
        (
            "docs/speed.md",
            format!(
                "takes {boolean} of `parry3d`'s time for an intersection test, {distance} for a \
                 distance, {points} for closest points, and {warm} from a warm start"
            ),
        ),
        (
            "README.md",
            format!(
                "takes {} of parry's time on random polytopes in 3D, {} in 2D, and {primitives} on \
                 primitives",
                polytopes("3D", 1),
                polytopes("2D", 3)
            ),
        ),
    ] {
        let text: Vec<_> = read(paper).split_whitespace().map(String::from).collect();
        assert!(text.join(" ").contains(&words), "{paper}: {words}");
    }
}

/// Claim: prose of the pages, and comments of the sources, fit their columns. Tables, code blocks,
/// headings and a single long word such as a link are exempt.
#[test]
fn prose_fits_its_columns() {
    let mut prose = 0;
    // That page is still to be wrapped.
    for paper in papers().iter() {
        let mut fenced = false;
        for line in read(paper).lines() {
            let word = line.trim_start();
            fenced ^= word.starts_with("```");
            if !fenced && !word.starts_with(['|', '#', '<', '!', '`']) {
                prose += 1;
                assert_fits(paper, line, COLUMNS[0]);
            }
        }
    }
    assert!(prose > 1000, "only {prose} lines of prose found");
    let mut comments = 0;
    for folder in [
        "src",
        "tests",
        "gjk-core",
        "gjk-reference",
        "examples",
        "fuzz",
        "benches",
    ] {
        for source in files(folder, ".rs") {
            for line in read(&source).lines() {
                if line.trim_start().starts_with("//") {
                    comments += 1;
                    assert_fits(&source, line, COLUMNS[1]);
                }
            }
        }
    }
    assert!(comments > 5000, "only {comments} comments found");
}

fn assert_fits(file: &Path, line: &str, columns: usize) {
    let width = line.chars().count();
    let is_one_word = line.split_whitespace().count() < 3;
    assert!(
        width <= columns || is_one_word,
        "{}: {width} columns, not {columns}: {line}",
        file.display()
    );
}

fn papers() -> Vec<PathBuf> {
    let mut papers: Vec<PathBuf> = PAPERS.iter().map(PathBuf::from).collect();
    papers.extend(files("docs", ".md"));
    papers
}

/// What a page has between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a name between backticks is that of one file or folder.
fn is_path(name: &str) -> bool {
    FOLDERS.iter().any(|folder| name.starts_with(folder)) && !name.contains([' ', '*', '\n', '{'])
}

/// The headings of a page, as links spell them: lower case, with hyphens for blanks, without other
/// characters.
fn headings(paper: &Path) -> Vec<String> {
    let text = read(paper);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let spell = |letter: char| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter
            .is_alphanumeric()
            .then(|| letter.to_ascii_lowercase()),
    };
    headings
        .map(|line| {
            line.trim_start_matches('#')
                .trim()
                .chars()
                .filter_map(spell)
                .collect()
        })
        .collect()
}
