//! What the manifests say: dependencies, lints, the oldest Rust, licences.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{files, read};

/// The two crates that are published from a folder of their own; the harness is the root.
const PUBLISHED: [&str; 2] = ["gjk-core", "gjk-reference"];

/// Claim: the crates depend on what `ARCHITECTURE.md` names, in the order of names, and nothing else.
#[test]
fn the_crates_depend_on_what_is_named() {
    assert_eq!(dependencies("gjk-core", false), ["glam"]);
    assert_eq!(
        dependencies("gjk-core", true),
        ["libm", "pulp", "robust", "serde"]
    );
    assert_eq!(dependencies("gjk-reference", false), ["dashu-int"]);
    assert!(dependencies("gjk-reference", true).is_empty());
}

/// Claim: what judges a GJK in a test of another crate brings no server, no plots and no command
/// line: the harness depends on what is here without its feature `cli`.
#[test]
fn the_library_is_small() {
    assert_eq!(
        dependencies("gjk-harness", false),
        [
            "anstyle",
            "arbitrary",
            "gjk-core",
            "gjk-reference",
            "glam",
            "libm",
            "rand_xoshiro",
            "rayon",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "strsim",
            "thiserror",
            "xxhash-rust",
        ]
    );
}

/// Claim: the workspace forbids unsafe code, and every package takes its lints, but for the fuzz
/// targets, of which none holds the word.
#[test]
fn no_code_is_unsafe() {
    assert!(read("Cargo.toml").contains("\nunsafe_code = \"forbid\"\n"));
    for manifest in [
        "Cargo.toml",
        "gjk-core/Cargo.toml",
        "gjk-reference/Cargo.toml",
    ] {
        assert!(
            read(manifest).contains("\n[lints]\nworkspace = true\n"),
            "{manifest}"
        );
    }
    for file in files("fuzz/fuzz_targets", ".rs") {
        assert!(!read(&file).contains("unsafe"), "{}", file.display());
    }
}

/// Claim: the papers, the workflow and the manifests name one oldest Rust.
#[test]
fn the_oldest_rust_is_one() {
    let packages = packages();
    let oldest = packages[0]["rust_version"].as_str().expect("a version");
    for package in &packages {
        assert_eq!(package["rust_version"], oldest, "{}", package["name"]);
    }
    for paper in [
        "README.md",
        "CONTRIBUTING.md",
        "gjk-core/README.md",
        "gjk-reference/README.md",
    ] {
        assert!(
            read(paper).contains(&format!("{oldest} or newer")),
            "{paper}"
        );
    }
    assert!(read(".github/workflows/ci.yml").contains(&format!("\"{oldest}\"")));
}

/// Claim: the licences that the manifests name lie at the root and in each crate that is published,
/// the same to the byte.
#[test]
fn licences_are_the_same_everywhere() {
    for package in packages() {
        assert_eq!(
            package["license"], "MIT OR Apache-2.0",
            "{}",
            package["name"]
        );
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let text = read(licence);
        assert!(text.contains("License"), "{licence} is none");
        for folder in PUBLISHED {
            assert_eq!(
                read(Path::new(folder).join(licence)),
                text,
                "{folder}/{licence}"
            );
        }
    }
}

/// The names of what a package depends on, without what only its tests need.
fn dependencies(package: &str, optional: bool) -> Vec<String> {
    let packages = packages();
    let package = packages
        .iter()
        .find(|other| other["name"] == package)
        .expect("a package");
    let all = package["dependencies"].as_array().expect("a list").iter();
    let chosen = all.filter(|other| other["kind"].is_null() && other["optional"] == optional);
    let names = chosen.map(|other| other["name"].as_str().expect("a name").to_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The packages of the workspace, as cargo reads their manifests.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--no-deps", "--format-version=1"])
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("a list").clone()
}
