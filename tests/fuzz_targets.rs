//! The fuzz targets on stable Rust: the same functions, on fixed bytes.

use std::fs;
use std::path::{Path, PathBuf};

use gjk_harness::case::files;
use gjk_harness::fuzzing;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Byte strings per target.
const INPUTS: usize = 500;
/// The longest byte string. The largest case takes less, so some strings have several draws.
const BYTES_MAX: u64 = 2048;
/// Mutations of each stored case.
const MUTATIONS: usize = 8;
/// Bytes with a meaning in JSON, which reach deeper than random ones.
const TELLING: &[u8] = b"{}[]\",:-+.eE0129nt\\ \n\x00\x7f\xc3\xff";

/// Claim: no bytes break a promise in 3D. 500 strings; nearly all give a case.
#[test]
fn distance_3d() {
    assert_reached(fuzzing::distance_3d, INPUTS * 9 / 10);
}

/// Claim: no bytes break a promise in 2D. 500 strings; most give a 2D case within the draws.
#[test]
fn distance_2d() {
    assert_reached(fuzzing::distance_2d, INPUTS * 2 / 3);
}

/// Claim: no bytes break a verdict. 500 strings; nearly all give a case.
#[test]
fn intersects() {
    assert_reached(fuzzing::intersects, INPUTS * 9 / 10);
}

/// Claim: no bytes make a liar's proposal break a promise. 500 strings; nearly all give a case.
#[test]
fn liars() {
    assert_reached(fuzzing::liars, INPUTS * 9 / 10);
}

/// Claim: hulls in contact, and off it by ulps, have the exact verdict and distance. 500 strings;
/// nearly all give two hulls.
#[test]
fn exact_contact() {
    assert_reached(fuzzing::exact_contact, INPUTS * 9 / 10);
}

/// Claim: all stored files are cases for the function that the fuzz target calls.
#[test]
fn case_file_takes_the_stored_files() {
    let files = stored_files();
    assert!(files.len() > 20, "{} files", files.len());
    let found: usize = files.iter().map(|bytes| fuzzing::case_file(bytes)).sum();
    let cases = files::read_cases(&[PathBuf::from("tests/cases")]).expect("sound cases");
    assert_eq!(found, cases.len());
}

/// Claim: a stored case that is cut off or changed in a few places is a case or an error, never a
/// panic. Every case, cut once and changed eight times; both outcomes must be common.
#[test]
fn case_file_takes_damaged_cases() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut inputs, mut sound) = (0, 0);
    for file in stored_files() {
        for case in cases_in(&file) {
            fuzzing::case_file(&case[..below(&mut random, case.len())]);
            for _ in 0..MUTATIONS {
                inputs += 1;
                sound += usize::from(fuzzing::case_file(&damaged(&mut random, case)) > 0);
            }
        }
    }
    assert!(inputs > 2000, "{inputs} inputs");
    assert!(
        (inputs / 10..inputs * 9 / 10).contains(&sound),
        "{sound} of {inputs} are sound"
    );
}

/// Claim: bytes that never were a case are an error. 500 random strings, and the empty one.
#[test]
fn case_file_takes_any_bytes() {
    assert_eq!(fuzzing::case_file(&[]), 0);
    for bytes in strings() {
        assert_eq!(fuzzing::case_file(&bytes), 0);
    }
}

/// Claim: no broken mapping, in 2D or 3D, makes a query panic, run on or answer dishonestly. 500
/// strings; nearly all give two mappings.
#[test]
fn hostile_support() {
    assert_reached(fuzzing::hostile_support, INPUTS * 9 / 10);
}

/// Claim: no settings make the bounds, the status, the verdict or a certain answer wrong. 500
/// strings; nearly all give settings and a case.
#[test]
fn settings() {
    assert_reached(fuzzing::settings, INPUTS * 9 / 10);
}

/// Claim: shapes of any numbers are refused exactly if a number is wrong; accepted ones keep the
/// contract of a support mapping. 500 strings; most give two shapes.
#[test]
fn shapes() {
    assert_reached(fuzzing::shapes, INPUTS * 9 / 10);
}

/// Claim: a list of points is one shape, however it is stored. 500 strings; two in three give all
/// three shapes, as every list of integers with a point does.
#[test]
fn vertex_lists() {
    assert_reached(fuzzing::vertex_lists, INPUTS * 2 / 3);
}

/// Claim: the methods of the reference agree on the exact answer. 500 strings; most give a small
/// enough case within the draws.
#[test]
fn reference() {
    assert_reached(fuzzing::reference, INPUTS / 2);
}

/// Claim: the result of the shrinker fails as before, and can be stored. 500 strings; two in three
/// give a case and a reason that applies to it.
#[test]
fn shrinking() {
    assert_reached(fuzzing::shrinking, INPUTS * 2 / 3);
}

/// Calls the target with all strings; at least `floor` of them must give a judged case.
fn assert_reached(target: fn(&[u8]) -> bool, floor: usize) {
    let reached = strings().filter(|bytes| target(bytes)).count();
    println!("{reached} of {INPUTS} led to a judged case");
    assert!(reached >= floor, "{reached} of {INPUTS}, expected {floor}");
}

/// Random strings of random length.
fn strings() -> impl Iterator<Item = Vec<u8>> {
    (0..INPUTS).map(|index| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(index as u64);
        let mut bytes = vec![0; (random.next_u64() % (BYTES_MAX + 1)) as usize];
        random.fill_bytes(&mut bytes);
        bytes
    })
}

/// The cases of a file: the whole file if it is one case, or else its lines.
fn cases_in(file: &[u8]) -> Vec<&[u8]> {
    if fuzzing::case_file(file) == 1 {
        return vec![file];
    }
    let lines = file.split(|byte| *byte == b'\n');
    lines.filter(|line| !line.is_empty()).collect()
}

/// One to three bytes changed, inserted or removed.
fn damaged(random: &mut Xoshiro256PlusPlus, case: &[u8]) -> Vec<u8> {
    let mut bytes = case.to_vec();
    for _ in 0..=below(random, 3) {
        let place = below(random, bytes.len() + 1);
        let byte = TELLING[below(random, TELLING.len())];
        match below(random, 3) {
            0 if place < bytes.len() => bytes[place] = byte,
            1 if place < bytes.len() => drop(bytes.remove(place)),
            _ => bytes.insert(place, byte),
        }
    }
    bytes
}

fn below(random: &mut Xoshiro256PlusPlus, end: usize) -> usize {
    (random.next_u64() % end as u64) as usize
}

/// The bytes of every file below `tests/cases/` with cases, in a fixed order.
fn stored_files() -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    case_files(Path::new("tests/cases"), &mut paths);
    paths.sort();
    let read = |path: &PathBuf| fs::read(path).expect("a readable file");
    paths.iter().map(read).collect()
}

fn case_files(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            case_files(&path, paths);
        } else if path
            .extension()
            .is_some_and(|ext| ext == "json" || ext == "jsonl")
        {
            paths.push(path);
        }
    }
}
