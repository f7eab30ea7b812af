//! The time of a query: the pairs and contenders of `cargo run --release -- speed`, by criterion.
//!
//! `cargo bench --features peers --bench queries -- 3D/distance/sphere20/near` measures the cells
//! whose names contain the argument; without it all of them, in about five minutes. Times are per
//! query.

use std::cell::LazyCell;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use gjk_harness::case::Dim;
use gjk_harness::speed::{Cell, Contender, FAMILIES, Pass, Placement, Query, contenders};

/// The time of one contender on one cell.
const WARM_UP: Duration = Duration::from_millis(30);
const MEASUREMENT: Duration = Duration::from_millis(120);

/// Samples of each.
const SAMPLES: usize = 10;

/// Resamples for the printed interval.
const RESAMPLES: usize = 5000;

fn queries(criterion: &mut Criterion) {
    for family in FAMILIES {
        for placement in Placement::ALL {
            let dim = if family.dim() == Dim::Two { "2D" } else { "3D" };
            let example = Cell::with_pairs(family, placement, 1);
            let cell = LazyCell::new(|| Cell::new(family, placement));
            for query in Query::ALL {
                let name = format!("{dim}/{}/{family}/{}", query.name(), placement.name());
                let mut group = criterion.benchmark_group(name);
                group.sample_size(SAMPLES);
                group.nresamples(RESAMPLES);
                group.warm_up_time(WARM_UP);
                group.measurement_time(MEASUREMENT);
                for contender in contenders() {
                    if pass(&contender, &example, query).is_some() {
                        measure(&mut group, &contender, &cell, query);
                    }
                }
                group.finish();
            }
        }
    }
}

fn measure<F: FnOnce() -> Cell>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    contender: &Contender,
    cell: &LazyCell<Cell, F>,
    query: Query,
) {
    group.bench_function(contender.name, |bencher| {
        let mut pass = pass(contender, cell, query).expect("a query that it knows");
        bencher.iter_custom(|queries| {
            // Whole passes only; the time is scaled to the requested number of queries.
            let passes = queries.div_ceil(pass.queries as u64);
            let start = Instant::now();
            for _ in 0..passes {
                pass.run();
            }
            let asked = passes * pass.queries as u64;
            start.elapsed().mul_f64(queries as f64 / asked as f64)
        });
    });
}

fn pass(contender: &Contender, cell: &Cell, query: Query) -> Option<Pass> {
    let mut passes = contender.passes(cell).into_iter();
    passes.find(|pass| pass.query == query)
}

criterion_group!(benches, queries);
criterion_main!(benches);
