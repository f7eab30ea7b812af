//! The clock: contenders take turns, round by round.

use std::time::Instant;

use serde::Serialize;

use super::contender::{Contender, Pass, Role};
use super::corpus::{Cell, Placement};
use super::family::Family;
use super::query::Query;

/// Passes of a contender in a round, of which the best counts: others run on the machine too.
const PASSES: usize = 3;

/// The times of all contenders on one query in one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The family of the cell.
    pub family: Family,
    /// The placement of the cell.
    pub placement: Placement,
    /// The query.
    pub query: Query,
    /// One for each contender that knows the query.
    pub entries: Vec<Entry>,
}

/// The times of one contender.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is compared as.
    pub role: Role,
    /// Nanoseconds per query in each round.
    pub rounds: Vec<f64>,
}

impl Entry {
    /// Nanoseconds per query: the median of the rounds.
    pub fn median(&self) -> f64 {
        median(&self.rounds)
    }

    /// How many times as long as `other` it takes: the median of the rounds, and the least and the
    /// largest of them.
    pub fn ratio(&self, other: &Self) -> [f64; 3] {
        let pairs = self.rounds.iter().zip(&other.rounds);
        let ratios: Vec<f64> = pairs.map(|(mine, other)| mine / other).collect();
        [
            ratios.iter().copied().fold(f64::INFINITY, f64::min),
            median(&ratios),
            ratios.iter().copied().fold(0.0, f64::max),
        ]
    }
}

/// Times every query of every contender on a cell: so many rounds, at least one.
pub fn measure(cell: &Cell, contenders: &[Contender], rounds: usize) -> Vec<Row> {
    let mut passes: Vec<(&Contender, Pass)> = contenders
        .iter()
        .flat_map(|contender| {
            let passes = contender.passes(cell).into_iter();
            passes.map(move |pass| (contender, pass))
        })
        .collect();
    let queries = Query::ALL.into_iter().filter_map(|query| {
        let asked = passes.iter_mut().filter(|(_, pass)| pass.query == query);
        let mut asked: Vec<_> = asked
            .map(|(contender, pass)| {
                let entry = Entry {
                    name: contender.name,
                    role: contender.role,
                    rounds: Vec::new(),
                };
                (entry, pass)
            })
            .collect();
        for _ in 0..rounds.max(1) {
            for (entry, pass) in &mut asked {
                entry.rounds.push(best(pass));
            }
        }
        (!asked.is_empty()).then(|| Row {
            family: cell.family,
            placement: cell.placement,
            query,
            entries: asked.into_iter().map(|(entry, _)| entry).collect(),
        })
    });
    queries.collect()
}

/// Nanoseconds per query in the best of some passes, after one that warms the caches.
fn best(pass: &mut Pass) -> f64 {
    pass.run();
    let times = (0..PASSES).map(|_| {
        let start = Instant::now();
        pass.run();
        start.elapsed().as_nanos() as f64 / pass.queries as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

/// The middle number; of an even count the mean of the two in the middle. NaN if there is none.
pub(super) fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}
