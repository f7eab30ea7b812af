//! A race: one query on the same pairs, by each contender in turn.

use super::contender::{Contender, Pass};
use super::entry::Entry;
use super::query::Query;

/// Passes of a contender in a round, of which the best counts: other processes run on the machine
/// too.
const PASSES: usize = 3;

/// One query, and the contenders that support it.
pub struct Race {
    /// The query.
    pub query: Query,
    /// The times so far, one entry for each contender.
    pub entries: Vec<Entry>,
    /// One for each entry.
    passes: Vec<Pass>,
}

impl Race {
    /// A race for each query that one of the contenders supports, before the first round.
    pub fn all<C>(pairs: &C, contenders: &[Contender<C>], queries: &[Query]) -> Vec<Self> {
        let all = contenders.iter().flat_map(|contender| {
            let passes = contender.passes(pairs).into_iter();
            passes.map(move |pass| (contender, pass))
        });
        let mut all: Vec<_> = all.collect();
        let races = queries.iter().map(|&query| {
            let asked = all.extract_if(.., |(_, pass)| pass.query == query);
            let (entries, passes) = asked
                .map(|(contender, pass)| {
                    let entry = Entry {
                        name: contender.name,
                        role: contender.role,
                        rounds: Vec::new(),
                    };
                    (entry, pass)
                })
                .unzip();
            Self {
                query,
                entries,
                passes,
            }
        });
        races.filter(|race| !race.entries.is_empty()).collect()
    }

    /// A round: each contender in turn.
    pub fn round(&mut self) {
        for (entry, pass) in self.entries.iter_mut().zip(&mut self.passes) {
            entry.rounds.push(best(pass));
        }
    }
}

/// Nanoseconds per query, from the best time of each lap in some passes, after one that warms the
/// caches.
fn best(pass: &mut Pass) -> f64 {
    let mut best = vec![f64::INFINITY; pass.laps];
    for number in 0..=PASSES {
        for (lap, best) in best.iter_mut().enumerate() {
            let time = pass.run_lap(lap).as_nanos() as f64;
            if number > 0 {
                *best = best.min(time);
            }
        }
    }
    best.iter().sum::<f64>() / pass.queries as f64
}
