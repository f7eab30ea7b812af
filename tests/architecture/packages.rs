//! Rules about the manifests: dependencies, lints, the minimum Rust version, licences.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{files, read};

/// The two crates that are published from their own folder; the harness is the root.
const PUBLISHED: [&str; 2] = ["gjk-core", "gjk-reference"];

/// Claim: the crates have exactly the dependencies that `ARCHITECTURE.md` names, in the order of
/// names.
#[test]
fn the_crates_depend_on_what_is_named() {
    assert_eq!(dependencies("gjk-core", false), ["glam"]);
    assert_eq!(dependencies("gjk-core", true), ["libm", "pulp", "serde"]);
    assert_eq!(dependencies("gjk-reference", false), ["dashu-int"]);
    assert!(dependencies("gjk-reference", true).is_empty());
}

/// Claim: a GJK judged in a test of another crate brings no server, no plots and no command line:
/// these are the dependencies of the harness without its feature `cli`.
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

/// Claim: the workspace forbids unsafe code, and every package inherits its lints, except for the
/// fuzz targets, none of which contains the word.
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

/// Claim: the pages, the workflow and the manifests name one minimum Rust version.
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

/// Claim: the licences of the manifests are at the root and in each published crate, the same to
/// the byte.
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

/// The names of the dependencies of a package, without those of its tests.
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
