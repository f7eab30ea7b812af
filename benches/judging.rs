//! How many cases are judged per second, on all cores: 3D hulls of eight vertices each, stored in
//! `f64`, from the family `uniform`.
//!
//! `cargo bench --bench judging` prints the rate as elements a second. A case is answered, its
//! exact truth is proved, and every claim of the answer is judged; in a campaign also one law or
//! setting in turn, with `--all-laws` all of them.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gjk_harness::case::{Case, Dim, Kind, Scalar, Shape};
use gjk_harness::family;
use gjk_harness::judge::{Trial, Truth, judge, judge_in_turn};
use gjk_harness::subject::{GjkCore, Subject};
use rayon::prelude::*;

/// Cases in a round.
const CASES: usize = 8192;

/// Rounds to time.
const SAMPLES: usize = 10;

/// The vertices of each shape. The family has hulls of at least this many, which are cut.
const VERTICES: usize = 8;

/// The cases that a thread takes at a time, as in a campaign.
const CHUNK: usize = 64;

fn judging(criterion: &mut Criterion) {
    let cases = cases();
    let mut group = criterion.benchmark_group("judging 8 + 8 vertices");
    group.sample_size(SAMPLES);
    group.throughput(Throughput::Elements(CASES as u64));
    group.bench_function("laws in turn", |bencher| {
        bencher.iter(|| run(&cases, |trial, turn| judge_in_turn(trial, turn).holds()));
    });
    group.bench_function("all laws", |bencher| {
        bencher.iter(|| run(&cases, |trial, _| judge(trial).holds()));
    });
    group.finish();
}

/// Judges all cases on all cores; every one of them holds.
fn run(cases: &[Case], holds: impl Fn(&Trial<'_>, u64) -> bool + Sync) {
    let held: usize = cases
        .par_chunks(CHUNK)
        .map(|chunk| {
            let held = chunk.iter().enumerate().filter(|(index, case)| {
                let answer = GjkCore.answer(case).expect("an answer");
                let truth = Truth::proposed(case, answer.simplex()).expect("a truth");
                let trial = Trial {
                    case,
                    family: "uniform",
                    subject: &GjkCore,
                    answer: &answer,
                    truth: &truth,
                };
                holds(&trial, *index as u64)
            });
            held.count()
        })
        .sum();
    assert_eq!(held, cases.len());
}

fn cases() -> Vec<Case> {
    let uniform = family::find("uniform").expect("a family");
    let drawn = (0..).map(|index| family::case_from_seed(uniform, 1, index));
    let in_space = drawn.filter(|case| (case.dim, case.scalar) == (Dim::Three, Scalar::F64));
    in_space
        .filter_map(|mut case| {
            cut(&mut case.a)?;
            cut(&mut case.b)?;
            Some(case)
        })
        .take(CASES)
        .collect()
}

/// Cuts the shape to the right number of vertices; `None` if it is no hull, or too small.
fn cut(shape: &mut Shape) -> Option<()> {
    let Kind::Hull { points } = &mut shape.kind else {
        return None;
    };
    points.truncate(VERTICES);
    (points.len() == VERTICES).then_some(())
}

criterion_group!(benches, judging);
criterion_main!(benches);
