//! The cost to a user of one more pair of shape types: seconds to compile, and bytes of code.
//!
//! A query is generic over both shapes, so the compiler makes one for each pair of types. Programs
//! with 1, 4 and 16 pairs are generated and built in turns. Their difference is the cost of the
//! pairs, without that of Cargo, the linker and the standard library.

#[cfg(test)]
mod own;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The numbers of pairs of shape types of the programs.
pub const PAIRS: [u32; 3] = [1, 4, 16];

/// The shapes and queries of each program.
const OWN: &str = include_str!("build/own.rs");

/// The root of this workspace.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The folder of the programs, relative to the root. It has its own target folder.
const FOLDER: &str = "target/speed-build";

/// Why programs could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Cargo did not start.
    #[error("`speed build` compiles programs, and `{0}` could not be run: {1}")]
    NoCargo(String, io::Error),
    /// Cargo failed.
    #[error("a generated program was not built: {0}")]
    Failed(String),
    /// A file.
    #[error("{file}: {error}", file = .0.display(), error = .1)]
    File(PathBuf, io::Error),
}

/// A program, and its builds so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The number of pairs of shape types.
    pub pairs: u32,
    /// The seconds of each build of its own crate.
    pub seconds: Vec<f64>,
    /// The size of the stripped program.
    pub bytes: u64,
}

impl Program {
    /// The seconds of the fastest build: other processes run on the machine too.
    pub fn least(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The cost per pair of `self` beyond `fewer`: seconds and bytes.
    pub fn per_further_pair(&self, fewer: &Self) -> [f64; 2] {
        let pairs = f64::from(self.pairs) - f64::from(fewer.pairs);
        let bytes = self.bytes as f64 - fewer.bytes as f64;
        [(self.least() - fewer.least()) / pairs, bytes / pairs]
    }
}

/// The programs, and their builder.
pub struct Builds {
    cargo: OsString,
    folder: PathBuf,
    programs: Vec<Program>,
}

impl Builds {
    /// Writes the programs, and builds their dependencies.
    pub fn new(cargo: OsString) -> Result<Self, BuildError> {
        let root = Path::new(ROOT);
        let folder = root.join(FOLDER);
        write(&folder.join("Cargo.toml"), &workspace())?;
        // The versions of the workspace are available, so nothing is downloaded.
        let lock = root.join("Cargo.lock");
        let lock = fs::read_to_string(&lock).map_err(|error| BuildError::File(lock, error))?;
        write(&folder.join("Cargo.lock"), &lock)?;
        let core = root.join("gjk-core/Cargo.toml");
        let core = fs::read_to_string(&core).map_err(|error| BuildError::File(core, error))?;
        for pairs in PAIRS {
            let package = folder.join(name(pairs));
            write(&package.join("Cargo.toml"), &manifest(root, &core, pairs))?;
            write(&package.join("src/own.rs"), OWN)?;
            write(&package.join("src/main.rs"), &main(pairs))?;
        }
        let programs = PAIRS.map(|pairs| Program {
            pairs,
            seconds: Vec::new(),
            bytes: 0,
        });
        let builds = Self {
            cargo,
            folder,
            programs: programs.to_vec(),
        };
        builds.cargo(PAIRS[0])?;
        Ok(builds)
    }

    /// Rebuilds the crate of this program.
    pub fn build(&mut self, number: usize) -> Result<(), BuildError> {
        let pairs = self.programs[number].pairs;
        // Cargo compares modification times.
        let main_file = self.folder.join(name(pairs)).join("src/main.rs");
        write(&main_file, &main(pairs))?;
        let start = Instant::now();
        self.cargo(pairs)?;
        let seconds = start.elapsed().as_secs_f64();
        let binary = self.folder.join("target/release").join(name(pairs));
        let binary = binary.with_extension(std::env::consts::EXE_EXTENSION);
        let data = fs::metadata(&binary).map_err(|error| BuildError::File(binary, error))?;
        let program = &mut self.programs[number];
        program.seconds.push(seconds);
        program.bytes = data.len();
        Ok(())
    }

    /// What was measured.
    pub fn programs(self) -> Vec<Program> {
        self.programs
    }

    fn cargo(&self, pairs: u32) -> Result<(), BuildError> {
        let mut command = Command::new(&self.cargo);
        command
            .current_dir(&self.folder)
            .args(["build", "--release", "--offline", "--target-dir", "target"])
            .args(["--package", &name(pairs)]);
        let output = command.output().map_err(|error| {
            BuildError::NoCargo(self.cargo.to_string_lossy().into_owned(), error)
        })?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let reason = text.lines().find(|line| line.starts_with("error"));
        let reason = reason.unwrap_or("cargo gave no reason");
        Err(BuildError::Failed(reason.to_owned()))
    }
}

fn write(file: &Path, text: &str) -> Result<(), BuildError> {
    let folder = file.parent().unwrap_or(file);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(file, text));
    written.map_err(|error| BuildError::File(file.to_owned(), error))
}

fn name(pairs: u32) -> String {
    format!("pairs{pairs}")
}

/// The manifest of all programs: a workspace nested in another.
fn workspace() -> String {
    let members = PAIRS.map(|pairs| format!("{:?}", name(pairs))).join(", ");
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[profile.release]\nstrip = true\n"
    )
}

/// The manifest of a program. It needs the `glam` of `gjk-core`, whose manifest has the line.
fn manifest(root: &Path, core: &str, pairs: u32) -> String {
    let glam = core.lines().find(|line| line.starts_with("glam = "));
    format!(
        "[package]\nname = {:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         gjk-core = {{ path = {:?} }}\n{}\n",
        name(pairs),
        root.join("gjk-core"),
        glam.unwrap_or_default()
    )
}

/// A program that queries this many pairs; all of their types differ.
fn main(pairs: u32) -> String {
    let ask = |pair: u32| {
        let [a, b] = [2 * pair, 2 * pair + 1];
        format!("    sum += own::ask(own::Own::<{a}>, own::Own::<{b}>);\n")
    };
    let asks: String = (0..pairs).map(ask).collect();
    format!(
        "mod own;\n\nfn main() {{\n    let mut sum = 0.0;\n{asks}    println!(\"{{sum}}\");\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(pairs: u32, seconds: &[f64], bytes: u64) -> Program {
        Program {
            pairs,
            seconds: seconds.to_vec(),
            bytes,
        }
    }

    // Claim: the cost of a pair is the difference of two programs, in the fastest build of each.
    #[test]
    fn prices_are_differences() {
        let [one, four] = [program(1, &[2.0, 1.0], 1000), program(4, &[7.0, 9.0], 1600)];
        assert_eq!(four.per_further_pair(&one), [2.0, 200.0]);
    }

    // Claim: a generated program is valid Rust, and queries as many pairs as its name says.
    #[test]
    fn programs_ask_about_their_pairs() {
        for pairs in PAIRS {
            let text = main(pairs);
            assert!(syn::parse_file(&text).is_ok(), "{text}");
            assert_eq!(text.matches("own::ask").count(), pairs as usize);
        }
    }

    // Claim: the manifest of a program has the `glam` of `gjk-core`.
    #[test]
    fn programs_have_the_vectors_of_the_crate() {
        let root = Path::new(ROOT);
        let core = fs::read_to_string(root.join("gjk-core/Cargo.toml")).expect("its manifest");
        let manifest = manifest(root, &core, 4);
        let glam = manifest.lines().find(|line| line.starts_with("glam = "));
        let glam = glam.expect("a line");
        assert!(core.contains(glam) && glam.contains("version"), "{glam}");
        assert!(manifest.contains("name = \"pairs4\""), "{manifest}");
    }

    // Claim: the queries of the programs have an answer.
    #[test]
    fn the_shapes_of_programs_are_shapes() {
        // Boxes of half extents (1, 1, 1) and (2, 1, 1), the second 8 above the first.
        assert_eq!(own::ask(own::Own::<0>, own::Own::<1>), 6.0 + 6.0 + 0.0);
    }

    // Claim: without Cargo the reason is one line that names it.
    #[test]
    fn a_missing_cargo_is_named() {
        let builds = Builds {
            cargo: "no-such-cargo".into(),
            folder: PathBuf::from(ROOT),
            programs: Vec::new(),
        };
        let reason = builds.cargo(1).expect_err("no such program").to_string();
        assert!(reason.contains("`no-such-cargo`"), "{reason}");
        assert_eq!(reason.lines().count(), 1);
    }
}
