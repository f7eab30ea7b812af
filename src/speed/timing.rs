//! The clock: contenders take turns, round by round, and so do cells.

use super::contender::{Contender, Role};
use super::corpus::Cell;
use super::entry::{Entry, fastest, named};
use super::family::Family;
use super::placement::Placement;
use super::query::Query;
use super::race::Race;

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
        fastest(&self.entries, Role::Ours)
    }

    /// The fastest peer.
    pub fn fastest_peer(&self) -> Option<&Entry> {
        fastest(&self.entries, Role::Peer)
    }

    /// The contender of that name.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        named(&self.entries, name)
    }
}

/// The races of all contenders over a cell. Rounds of several cells may take turns too, so that a
/// slowdown of the machine does not affect all rounds of one.
pub struct Clock {
    family: Family,
    placement: Placement,
    races: Vec<Race>,
}

impl Clock {
    /// The races on a cell, before the first round, for all queries that the contenders support.
    pub fn new(cell: &Cell, contenders: &[Contender], queries: &[Query]) -> Self {
        Self {
            family: cell.family,
            placement: cell.placement,
            races: Race::all(cell, contenders, queries),
        }
    }

    /// A round: each contender in turn.
    pub fn round(&mut self) {
        self.races.iter_mut().for_each(Race::round);
    }

    /// The times of all rounds.
    pub fn rows(self) -> Vec<Row> {
        let rows = self.races.into_iter().map(|race| Row {
            family: self.family,
            placement: self.placement,
            query: race.query,
            entries: race.entries,
        });
        rows.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::contenders;

    // Claim: every query of a cell is timed as often as requested, by every contender that supports
    // it.
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
