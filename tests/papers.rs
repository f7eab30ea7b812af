//! Output of commands that pages quote, regenerated and compared.
//!
//! `cargo test --test papers` fails if a page differs from the output, and
//! `cargo test --test papers -- --bless` updates it. A block of a page is regenerated if the line
//! above it is a comment with a shell command:
//!
//! - `<!-- printed: gjk-harness families -->`: output that is always the same;
//! - `<!-- measured: gjk-harness speed build -->`: figures of a machine, which are not compared.
//!   `-- --bless --measured` updates them, from a release build.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let flags: Vec<String> = env::args().skip(1).collect();
    let has = |flag: &str| flags.iter().any(|given| given == flag);
    if cfg!(not(unix)) || has("--list") {
        return ExitCode::SUCCESS;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut blocks, mut wrong) = (0, 0);
    for paper in papers(root) {
        let text = fs::read_to_string(&paper).expect("a paper");
        let mut remade = Remade::of(root, has("--measured"));
        let new = remade.text(&text);
        blocks += remade.blocks;
        if new == text {
            continue;
        }
        let name = paper.strip_prefix(root).unwrap_or(&paper).display();
        if has("--bless") {
            fs::write(&paper, new).expect("a paper that can be written");
            println!("{name}: written");
        } else {
            wrong += 1;
            let differs = text.lines().zip(new.lines()).find(|(old, new)| old != new);
            let (old, new) = differs.unwrap_or(("the block ends", "there is more"));
            println!("{name} shows\n  {old}\nprinted is\n  {new}");
        }
    }
    assert!(blocks > 1, "only {blocks} blocks found");
    wrong += stale_lines(root);
    if wrong > 0 {
        println!("what is meant: cargo test --test papers -- --bless");
        return ExitCode::FAILURE;
    }
    println!("{blocks} blocks are as they are printed");
    ExitCode::SUCCESS
}

/// How many removed lines in the diff of the page about reviews are in no snapshot.
fn stale_lines(root: &Path) -> u32 {
    let read = |name: &str| fs::read_to_string(root.join(name)).expect("a file");
    let page = read("docs/reviewing.md");
    let snapshot = read("tests/snapshots/traces__2d-worked-example.snap");
    let source = read("gjk-core/src/propose/start.rs");
    let mut stale = 0;
    let mut old = 0;
    for block in page.split("```").skip(1).step_by(2) {
        let lines = block.lines().filter_map(|line| line.strip_prefix('-'));
        for line in lines {
            old += 1;
            if !snapshot
                .lines()
                .chain(source.lines())
                .any(|other| other == line)
            {
                println!("docs/reviewing.md shows a line that is no more\n  {line}");
                stale += 1;
            }
        }
    }
    assert!(old > 4, "only {old} old lines found");
    stale
}

/// All pages at the root and in `docs/`.
fn papers(root: &Path) -> Vec<PathBuf> {
    let mut papers = Vec::new();
    for folder in [root.to_owned(), root.join("docs")] {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "md") {
                papers.push(path);
            }
        }
    }
    papers.sort();
    papers
}

/// A page to regenerate.
struct Remade<'r> {
    root: &'r Path,
    /// Whether to measure again.
    measures: bool,
    /// How many blocks were regenerated.
    blocks: u32,
}

impl<'r> Remade<'r> {
    fn of(root: &'r Path, measures: bool) -> Self {
        Self {
            root,
            measures,
            blocks: 0,
        }
    }

    fn text(&mut self, text: &str) -> String {
        let mut made = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            made += line;
            made.push('\n');
            let Some(command) = self.command(line) else {
                continue;
            };
            let printed = self.printed(command);
            self.blocks += 1;
            // A block between fences, or a table, which ends at an empty line.
            match lines.next() {
                Some(fence) if fence.starts_with("```") => {
                    let _old = lines.by_ref().take_while(|line| *line != "```").count();
                    made += &format!("{fence}\n{printed}```\n");
                }
                _ => {
                    let _old = lines.by_ref().take_while(|line| !line.is_empty()).count();
                    made += &format!("{printed}\n");
                }
            }
        }
        made
    }

    /// The command of the next block, if it is to run.
    fn command<'l>(&self, line: &'l str) -> Option<&'l str> {
        let comment = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
        match comment.strip_prefix("measured: ") {
            Some(command) if self.measures => Some(command),
            _ => comment.strip_prefix("printed: "),
        }
    }

    /// The output of a command, for any exit code.
    fn printed(&self, command: &str) -> String {
        let built = Path::new(env!("CARGO_BIN_EXE_gjk-harness"));
        let mut places = vec![built.parent().expect("a folder").to_owned()];
        places.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(self.root)
            .env("PATH", env::join_paths(places).expect("a path"))
            .env("NO_COLOR", "1")
            .output()
            .expect("a shell");
        let printed = String::from_utf8(output.stdout).expect("text");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!printed.is_empty(), "{command} prints nothing: {said}");
        printed
            .lines()
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }
}
