//! The number of instructions of queries: the same in every run, whatever the load of the machine.
//!
//! `cargo install gungraun-runner --version 0.20.0` (the version of `gungraun` in `Cargo.lock`), then
//! `cargo bench --features instructions --bench instructions`; needs valgrind. Each figure is that of a pass
//! over [`PAIRS`] pairs (in the warm start: over all frames of their motion).
#![allow(missing_docs, reason = "for what the macros of gungraun make")]

use gjk_harness::speed::{Cell, Family, Pass, Placement, Query, contenders};
use gungraun::{library_benchmark, library_benchmark_group, main};

/// Pairs of each case.
const PAIRS: usize = 8;

/// A pass of `gjk-core`, after one that prepares the answers of a warm start.
fn pass(family: &str, placement: Placement, query: Query) -> Pass {
    let family = Family::find(family).expect("a family");
    let cell = Cell::with_pairs(family, placement, PAIRS);
    let ours = contenders()
        .into_iter()
        .find(|one| one.name == "gjk-core-hull");
    let passes = ours.map_or(Vec::new(), |ours| ours.passes(&cell));
    let mut of_query = passes.into_iter().filter(|pass| pass.query == query);
    let mut pass = of_query.next().expect("a query that it knows");
    pass.run();
    pass
}

#[library_benchmark(setup = pass)]
#[bench::distance_far_sphere20("sphere20", Placement::Far, Query::Distance)]
#[bench::distance_near_box("box", Placement::Near, Query::Distance)]
#[bench::distance_near_sphere20("sphere20", Placement::Near, Query::Distance)]
#[bench::distance_near_sphere64("sphere64", Placement::Near, Query::Distance)]
#[bench::distance_deep_sphere20("sphere20", Placement::Deep, Query::Distance)]
#[bench::distance_near_poly8("poly8", Placement::Near, Query::Distance)]
#[bench::boolean_far_sphere64("sphere64", Placement::Far, Query::Boolean)]
#[bench::boolean_near_sphere20("sphere20", Placement::Near, Query::Boolean)]
#[bench::boolean_deep_box("box", Placement::Deep, Query::Boolean)]
#[bench::boolean_near_poly8("poly8", Placement::Near, Query::Boolean)]
#[bench::closest_points_near_sphere20("sphere20", Placement::Near, Query::ClosestPoints)]
#[bench::closest_points_deep_sphere64("sphere64", Placement::Deep, Query::ClosestPoints)]
#[bench::warm_start_near_sphere20("sphere20", Placement::Near, Query::Warm)]
fn query(mut pass: Pass) -> Pass {
    pass.run();
    // Dropped outside the count.
    pass
}

library_benchmark_group!(name = queries, benchmarks = query);
main!(library_benchmark_groups = queries);
