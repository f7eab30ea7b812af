//! The required times: floors, and goals beyond them.

use serde::Serialize;

use super::contender::Role;
use super::entry::Entry;
use super::query::Query;
use super::timing::Row;
use crate::case::Dim;

/// Up to this many vertices the limit scans; above it climbs.
const SCANNED: usize = 64;

/// A largest ratio: ours, the fastest of our contenders, over a base.
pub struct Bar {
    /// The requirement.
    pub what: &'static str,
    /// Whether a change that misses it is refused. Otherwise it is a goal.
    pub floor: bool,
    /// The largest ratio.
    pub most: f64,
    /// How the cells are combined.
    pub over: Over,
    /// The base of the ratio; `None` for a cell to which the bar does not apply.
    against: fn(&Row) -> Option<&Entry>,
}

/// How the ratios of many cells become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// The largest counts.
    EachCell,
    /// The geometric mean counts.
    GeometricMean,
}

/// The bars.
pub static BARS: [Bar; 7] = [
    Bar {
        what: "each cell: not slower than the fastest peer",
        floor: true,
        most: 1.0,
        over: Over::EachCell,
        against: Row::fastest_peer,
    },
    Bar {
        what: "3D, cold: 2.5 times as fast as parry3d-f64 in the geometric mean",
        floor: true,
        most: 1.0 / 2.5,
        over: Over::GeometricMean,
        against: |row| cold(row, Dim::Three).then(|| row.entry("parry3d-f64"))?,
    },
    Bar {
        what: "3D distance, up to 64 vertices: within 2 limit-scan-seq",
        floor: false,
        most: 2.0,
        over: Over::EachCell,
        against: |row| {
            (is(row, Query::Distance) && small(row)).then(|| row.entry("limit-scan-seq"))?
        },
    },
    Bar {
        what: "3D distance, above 64 vertices: within 3 limit-hill-k4",
        floor: false,
        most: 3.0,
        over: Over::EachCell,
        against: |row| {
            (is(row, Query::Distance) && !small(row)).then(|| row.entry("limit-hill-k4"))?
        },
    },
    Bar {
        what: "3D boolean: within 0.4 parry3d",
        floor: false,
        most: 0.4,
        over: Over::EachCell,
        against: |row| is(row, Query::Boolean).then(|| row.entry("parry3d"))?,
    },
    Bar {
        what: "3D warm start: within 2 limit-warm-k4",
        floor: false,
        most: 2.0,
        over: Over::EachCell,
        against: |row| is(row, Query::Warm).then(|| row.entry("limit-warm-k4"))?,
    },
    Bar {
        what: "2D, cold: within 0.4 parry2d",
        floor: false,
        most: 0.4,
        over: Over::EachCell,
        against: |row| cold(row, Dim::Two).then(|| row.entry("parry2d"))?,
    },
];

fn is(row: &Row, query: Query) -> bool {
    row.family.dim() == Dim::Three && row.query == query
}

fn small(row: &Row) -> bool {
    row.family.vertices <= SCANNED
}

fn cold(row: &Row, dim: Dim) -> bool {
    row.family.dim() == dim && row.query != Query::Warm
}

/// The outcome of a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome<'a> {
    /// The ratio that counts.
    pub ratio: f64,
    /// The cells whose ratio is above the bar.
    pub above: usize,
    /// The cells to which the bar applies.
    pub cells: usize,
    /// The cell with the largest ratio.
    pub worst: &'a Row,
    /// Its ratio.
    pub worst_ratio: f64,
}

impl Bar {
    /// The base of the ratio of a cell; `None` if the bar does not apply.
    pub fn base<'a>(&self, row: &'a Row) -> Option<&'a Entry> {
        (self.against)(row)
    }

    /// Whether the base in this cell is a model of the limit.
    pub fn is_limit(&self, row: &Row) -> bool {
        self.base(row).is_some_and(|base| base.role == Role::Limit)
    }

    /// The ratio of a cell to which the bar applies.
    pub fn ratio(&self, row: &Row) -> Option<f64> {
        let [_, median, _] = row.ours()?.ratio(self.base(row)?);
        Some(median)
    }

    /// The outcome; `None` if the bar applies to no row.
    pub fn outcome<'a>(&self, rows: &'a [Row]) -> Option<Outcome<'a>> {
        let cells = rows.iter().filter_map(|row| Some((row, self.ratio(row)?)));
        let cells: Vec<(&Row, f64)> = cells.collect();
        let (worst, worst_ratio) = cells.iter().copied().max_by(|p, q| p.1.total_cmp(&q.1))?;
        let ratios = || cells.iter().map(|(_, ratio)| *ratio);
        Some(Outcome {
            ratio: match self.over {
                Over::EachCell => worst_ratio,
                Over::GeometricMean => geometric_mean(ratios()),
            },
            above: ratios().filter(|ratio| *ratio > self.most).count(),
            cells: cells.len(),
            worst,
            worst_ratio,
        })
    }
}

/// The geometric mean; NaN for no numbers.
pub fn geometric_mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = numbers.map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::{Family, Placement};

    fn row(family: &str, query: Query, times: &[(&'static str, Role, f64)]) -> Row {
        Row {
            family: Family::find(family).expect("a family"),
            placement: Placement::Near,
            query,
            entries: times
                .iter()
                .map(|(name, role, time)| Entry {
                    name,
                    role: *role,
                    rounds: vec![*time; 3],
                })
                .collect(),
        }
    }

    fn bar(what: &str) -> &'static Bar {
        let named = |bar: &&Bar| bar.what.contains(what);
        BARS.iter().find(named).expect("a bar")
    }

    // Claim: the mean of a ratio and its reciprocal is one, as it should be for ratios.
    #[test]
    fn the_mean_of_ratios_is_geometric() {
        assert!((geometric_mean([0.1, 10.0].into_iter()) - 1.0).abs() < 1e-15);
        assert!((geometric_mean([2.0, 4.0, 8.0].into_iter()) - 4.0).abs() < 1e-14);
    }

    // Claim: our fastest is compared with the fastest peer; the largest ratio counts, with its
    // cell.
    #[test]
    fn the_worst_cell_counts() {
        let rows = [
            row(
                "box",
                Query::Boolean,
                &[
                    ("gjk-core", Role::Ours, 9.0),
                    ("gjk-core-2", Role::Ours, 6.0),
                    ("parry3d", Role::Peer, 4.0),
                    ("parry3d-f64", Role::Peer, 8.0),
                    ("limit-scan-seq", Role::Limit, 1.0),
                ],
            ),
            row(
                "tetra",
                Query::Boolean,
                &[("gjk-core", Role::Ours, 1.0), ("parry3d", Role::Peer, 2.0)],
            ),
        ];
        let outcome = bar("fastest peer").outcome(&rows).expect("two cells");
        assert_eq!((outcome.ratio, outcome.above, outcome.cells), (1.5, 1, 2));
        assert_eq!(outcome.worst, &rows[0]);
        let mean = bar("geometric mean").outcome(&rows).expect("a cell");
        assert_eq!(mean.cells, 1);
        assert!((mean.ratio - 0.75).abs() < 1e-15);
    }

    // Claim: each bar applies to the cells that it names and to no other.
    #[test]
    fn bars_are_about_their_cells() {
        let times = [
            ("gjk-core", Role::Ours, 1.0),
            ("parry2d", Role::Peer, 1.0),
            ("parry3d", Role::Peer, 1.0),
            ("parry3d-f64", Role::Peer, 1.0),
            ("limit-scan-seq", Role::Limit, 1.0),
            ("limit-hill-k4", Role::Limit, 1.0),
            ("limit-warm-k4", Role::Limit, 1.0),
        ];
        let about = |family: &str, query| {
            let row = row(family, query, &times);
            BARS.each_ref().map(|bar| bar.ratio(&row).is_some())
        };
        let [yes, no] = [true, false];
        assert_eq!(
            about("sphere64", Query::Distance),
            [yes, yes, yes, no, no, no, no]
        );
        assert_eq!(
            about("sphere256", Query::Distance),
            [yes, yes, no, yes, no, no, no]
        );
        assert_eq!(
            about("box", Query::Boolean),
            [yes, yes, no, no, yes, no, no]
        );
        assert_eq!(
            about("box", Query::ClosestPoints),
            [yes, yes, no, no, no, no, no]
        );
        assert_eq!(about("box", Query::Warm), [yes, no, no, no, no, yes, no]);
        assert_eq!(
            about("poly8", Query::Boolean),
            [yes, no, no, no, no, no, yes]
        );
        assert_eq!(about("poly8", Query::Warm), [yes, no, no, no, no, no, no]);
    }

    // Claim: without peers there is nothing to compare with, and no bar has an outcome.
    #[test]
    fn alone_there_is_no_bar() {
        let rows = [row(
            "box",
            Query::Distance,
            &[("gjk-core", Role::Ours, 1.0)],
        )];
        assert!(BARS.iter().all(|bar| bar.outcome(&rows).is_none()));
    }
}
