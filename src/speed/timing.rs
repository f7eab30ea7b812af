//! The clock: contenders take turns, round by round, and so do cells.

use std::time::Instant;

use super::contender::{Contender, Pass, Role};
use super::corpus::Cell;
use super::family::Family;
use super::placement::Placement;
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

impl Row {
    /// The fastest of our contenders.
    pub fn ours(&self) -> Option<&Entry> {
        self.fastest(Role::Ours)
    }

    /// The fastest peer.
    pub fn fastest_peer(&self) -> Option<&Entry> {
        self.fastest(Role::Peer)
    }

    /// The contender of that name.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    fn fastest(&self, role: Role) -> Option<&Entry> {
        let entries = self.entries.iter().filter(|entry| entry.role == role);
        entries.min_by(|p, q| p.median().total_cmp(&q.median()))
    }
}

/// The times of one contender.
#[derive(Clone, Debug, PartialEq)]
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

/// The passes of all contenders over a cell, and how long they have taken so far. Rounds of several cells may take turns
/// too, so that what slows the machine down for a while does not fall on all rounds of one.
pub struct Clock {
    rows: Vec<Row>,
    /// One for each entry of each row.
    passes: Vec<Vec<Pass>>,
}

impl Clock {
    /// All that these contenders know of these queries, on a cell, before the first round.
    pub fn new(cell: &Cell, contenders: &[Contender], queries: &[Query]) -> Self {
        let all = contenders.iter().flat_map(|contender| {
            let passes = contender.passes(cell).into_iter();
            passes.map(move |pass| (contender, pass))
        });
        let mut clock = Self {
            rows: Vec::new(),
            passes: Vec::new(),
        };
        let mut all: Vec<_> = all.collect();
        for &query in queries {
            let asked: Vec<_> = all
                .extract_if(.., |(_, pass)| pass.query == query)
                .collect();
            if asked.is_empty() {
                continue;
            }
            let entry = |(contender, _): &(&Contender, Pass)| Entry {
                name: contender.name,
                role: contender.role,
                rounds: Vec::new(),
            };
            clock.rows.push(Row {
                family: cell.family,
                placement: cell.placement,
                query,
                entries: asked.iter().map(entry).collect(),
            });
            let passes = asked.into_iter().map(|(_, pass)| pass);
            clock.passes.push(passes.collect());
        }
        clock
    }

    /// A round: each contender in turn.
    pub fn round(&mut self) {
        for (row, passes) in self.rows.iter_mut().zip(&mut self.passes) {
            for (entry, pass) in row.entries.iter_mut().zip(passes) {
                entry.rounds.push(best(pass));
            }
        }
    }

    /// The times of all rounds.
    pub fn rows(self) -> Vec<Row> {
        self.rows
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::contenders;

    fn entry(rounds: &[f64]) -> Entry {
        Entry {
            name: "",
            role: Role::Ours,
            rounds: rounds.to_vec(),
        }
    }

    // Claim: medians are those of the numbers in order, however they came.
    #[test]
    fn medians() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }

    // Claim: ratios are taken round by round, because a machine is slower in some rounds.
    #[test]
    fn ratios_are_those_of_the_rounds() {
        let [least, middle, most] = entry(&[2.0, 30.0, 8.0]).ratio(&entry(&[1.0, 10.0, 2.0]));
        assert_eq!([least, middle, most], [2.0, 3.0, 4.0]);
    }

    // Claim: every query of a cell is timed as often as asked, by whoever knows it.
    #[test]
    fn every_query_is_timed() {
        let family = Family::find("tetra").expect("a family");
        let cell = Cell::with_pairs(family, Placement::Near, 2);
        let mut clock = Clock::new(&cell, &contenders(), &Query::ALL);
        clock.round();
        clock.round();
        let rows = clock.rows();
        assert_eq!(
            rows.iter().map(|row| row.query).collect::<Vec<_>>(),
            Query::ALL
        );
        for entry in rows.iter().flat_map(|row| &row.entries) {
            assert_eq!(entry.rounds.len(), 2, "{}", entry.name);
            assert!(entry.rounds.iter().all(|time| *time >= 0.0));
        }
        assert!(rows.iter().all(|row| row.ours().is_some()));
        assert_eq!(rows[0].fastest_peer().is_some(), cfg!(feature = "peers"));
    }
}
