//! The times of pairs of primitives: means, the worst cells, and all cells.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde_json::{Value, json};

use super::scenes::{ours, two};
use super::speed::{ALONE, names_of, nanoseconds, times_of};
use super::style::{self, HEADING, painted};
use crate::speed::{
    Entry, Gap, Kind, OURS_COARSE, Orientation, PAIRS, PrimitiveCell, Query, Race, Role, decided,
    fastest, geometric_mean, named,
};

/// The text below the tables.
pub const LEGEND: &str = "\
Ratios are medians of the rounds, and geometric means of the cells; below 1 ours is faster. `fastest` is the
faster peer of each cell. `slower` counts the cells in which ours is slower. `times general`: ours over ours
for the same kinds and gap in general position. Compare times within one run only.";

/// The number of worst cells to print.
const WORST: usize = 10;

/// The queries, in the order of the tables.
const QUERIES: [Query; 3] = [Query::Distance, Query::ClosestPoints, Query::Boolean];

/// One query in one cell.
struct Line {
    cell: PrimitiveCell,
    query: Query,
    entries: Vec<Entry>,
    /// Ours over ours in general position; `None` for general position.
    over_general: Option<f64>,
}

impl Line {
    fn name(&self) -> String {
        format!("{} {}", self.query.name(), self.cell.name())
    }

    fn ours(&self) -> Option<&Entry> {
        ours(&self.entries)
    }

    fn peer(&self) -> Option<&Entry> {
        fastest(&self.entries, Role::Peer)
    }

    /// Ours over the fastest peer.
    fn ratio(&self) -> Option<f64> {
        Some(self.ours()?.ratio(self.peer()?)[1])
    }
}

/// The times of the queries of all cells.
pub struct Measured {
    cpu: String,
    lines: Vec<Line>,
    /// The share of pairs in each cell that exact arithmetic decides.
    decided: Vec<(PrimitiveCell, f64)>,
}

impl Measured {
    /// The result after the last round.
    pub fn new(cpu: String, races: Vec<(PrimitiveCell, Vec<Race>)>) -> Self {
        let share = |cell: PrimitiveCell| (cell, decided(&cell.scene(PAIRS)));
        let decided = races.iter().map(|(cell, _)| share(*cell)).collect();
        let lines = races.into_iter().flat_map(|(cell, races)| {
            races.into_iter().map(move |race| Line {
                cell,
                query: race.query,
                entries: race.entries,
                over_general: None,
            })
        });
        let mut lines: Vec<Line> = lines.collect();
        let over_general = |line: &Line| {
            if line.cell.orientation == Orientation::General {
                return None;
            }
            let cell = PrimitiveCell {
                orientation: Orientation::General,
                ..line.cell
            };
            let is_same = |other: &&Line| other.cell == cell && other.query == line.query;
            Some(line.ours()?.ratio(lines.iter().find(is_same)?.ours()?)[1])
        };
        let ratios: Vec<Option<f64>> = lines.iter().map(over_general).collect();
        for (line, ratio) in lines.iter_mut().zip(ratios) {
            line.over_general = ratio;
        }
        Self {
            cpu,
            lines,
            decided,
        }
    }

    /// The means and the worst cells; before them all cells, if requested.
    pub fn text(&self, all: bool) -> String {
        let mut text = format!("CPU: {}\n\n", self.cpu);
        let mut add = |title: &str, table: Table| {
            let (title, table) = (painted(HEADING, title), style::table(&table, |_| false));
            text += &format!("{title}\n\n{table}\n\n");
        };
        if all {
            add("All cells, ns a pair", self.cells());
        }
        let alone = self.lines.iter().all(|line| line.peer().is_none());
        if !alone {
            add("Ours over theirs, by query and orientation", self.queries());
        }
        add("By pair of kinds", self.kinds());
        if !alone {
            let worst = self.worst("times fastest", &Line::ratio);
            add("Where ours is slowest against the fastest peer", worst);
        }
        let worst = self.worst("times general", &|line| line.over_general);
        add("Where ours is slowest against general position", worst);
        add(
            "Pairs decided by exact arithmetic, in percent",
            self.decided_by_gap(),
        );
        text += &format!("{LEGEND}\n");
        if alone {
            text += &format!("\n{ALONE}\n");
        }
        text
    }

    /// A line for each query, contender of ours and peer.
    fn queries(&self) -> Table {
        let orientations = Orientation::ALL.map(Orientation::name);
        let mut table = table(
            &[
                &["query", "ours", "over"][..],
                &orientations,
                &["all", "slower"],
            ]
            .concat(),
            3,
        );
        let (ours, peers) = (self.names(Role::Ours), self.names(Role::Peer));
        let bases = peers.into_iter().map(Some).chain([None]);
        let bases: Vec<Option<&str>> = bases.collect();
        for query in QUERIES {
            for (name, base) in ours
                .iter()
                .flat_map(|name| bases.iter().map(move |base| (*name, *base)))
            {
                // The contender with a tolerance is compared with the fastest peer only.
                if name == OURS_COARSE && base.is_some() {
                    continue;
                }
                let ratio = |line: &Line| {
                    let base = match base {
                        Some(base) => named(&line.entries, base)?,
                        None => line.peer()?,
                    };
                    Some(named(&line.entries, name)?.ratio(base)[1])
                };
                let mean = |orientation: Option<Orientation>| {
                    self.mean(
                        |line| {
                            let here = Some(line.cell.orientation);
                            line.query == query && (orientation.is_none() || orientation == here)
                        },
                        ratio,
                    )
                };
                let asked = self.lines.iter().filter(|line| line.query == query);
                let ratios: Vec<f64> = asked.filter_map(ratio).collect();
                if ratios.is_empty() {
                    continue;
                }
                let slower = ratios.iter().filter(|ratio| **ratio > 1.0).count();
                let heads = [query.name(), name, base.unwrap_or("fastest")].map(str::to_owned);
                let means = Orientation::ALL.map(|orientation| two(mean(Some(orientation))));
                let ends = [two(mean(None)), format!("{slower} of {}", ratios.len())];
                table.add_row(heads.into_iter().chain(means).chain(ends));
            }
        }
        table
    }

    /// A line for each pair of kinds.
    fn kinds(&self) -> Table {
        let over =
            Orientation::ALL.map(|orientation| format!("{}, times fastest", orientation.name()));
        let general = Orientation::ORDINARY
            .map(|orientation| format!("{}, times general", orientation.name()));
        let heads: Vec<&str> = over.iter().chain(&general).map(String::as_str).collect();
        let mut table = table(&[&["pair"][..], &heads].concat(), 1);
        for kinds in Kind::pairs() {
            let mean = |orientation: Orientation, ratio: &dyn Fn(&Line) -> Option<f64>| {
                let is_here =
                    |line: &Line| line.cell.kinds == kinds && line.cell.orientation == orientation;
                two(self.mean(is_here, ratio))
            };
            let [a, b] = kinds.map(Kind::name);
            let over = Orientation::ALL.map(|orientation| mean(orientation, &Line::ratio));
            let general = Orientation::ORDINARY
                .map(|orientation| mean(orientation, &|line| line.over_general));
            table.add_row([format!("{a}-{b}")].into_iter().chain(over).chain(general));
        }
        table
    }

    /// A line for each orientation: the share of pairs that exact arithmetic decides.
    fn decided_by_gap(&self) -> Table {
        let mut table = table(&[&[""][..], &Gap::ALL.map(Gap::name)].concat(), 1);
        for orientation in Orientation::ALL {
            let shares = Gap::ALL.map(|gap| {
                let cells = self.decided.iter();
                let here = cells
                    .filter(|(cell, _)| cell.orientation == orientation && cell.gap == gap)
                    .map(|(_, share)| 100.0 * share);
                let here: Vec<f64> = here.collect();
                format!("{:.1}", here.iter().sum::<f64>() / here.len().max(1) as f64)
            });
            table.add_row([orientation.name().to_owned()].into_iter().chain(shares));
        }
        table
    }

    /// The cells with the largest ratios.
    fn worst(&self, head: &str, ratio: &dyn Fn(&Line) -> Option<f64>) -> Table {
        let mut worst: Vec<(f64, &Line)> = self
            .lines
            .iter()
            .filter_map(|line| Some((ratio(line)?, line)))
            .collect();
        worst.sort_by(|(p, _), (q, _)| q.total_cmp(p));
        let names = self.all_names();
        let mut table = table(&[&["cell"][..], &names, &[head]].concat(), 1);
        for (ratio, line) in worst.into_iter().take(WORST) {
            let times = times(line, &names).into_iter();
            let name = [line.name()].into_iter();
            table.add_row(name.chain(times).chain([two(Some(ratio))]));
        }
        table
    }

    /// A line for each query in each cell.
    fn cells(&self) -> Table {
        let names = self.all_names();
        let ends = ["times fastest", "times general"];
        let mut table = table(&[&["cell"][..], &names, &ends].concat(), 1);
        for line in &self.lines {
            let times = times(line, &names).into_iter();
            let ratios = [line.ratio(), line.over_general].map(two);
            table.add_row([line.name()].into_iter().chain(times).chain(ratios));
        }
        table
    }

    /// The geometric mean over some lines; `None` over none.
    fn mean(
        &self,
        wanted: impl Fn(&Line) -> bool,
        ratio: impl Fn(&Line) -> Option<f64>,
    ) -> Option<f64> {
        let lines = self.lines.iter().filter(|line| wanted(line));
        let ratios: Vec<f64> = lines.filter_map(ratio).collect();
        (!ratios.is_empty()).then(|| geometric_mean(ratios.into_iter()))
    }

    fn all_names(&self) -> Vec<&'static str> {
        names_of(self.lines.iter().flat_map(|line| &line.entries))
    }

    fn names(&self, role: Role) -> Vec<&'static str> {
        let entries = self.lines.iter().flat_map(|line| &line.entries);
        names_of(entries.filter(|entry| entry.role == role))
    }

    /// All cells as JSON.
    pub fn json(&self) -> Value {
        let cells = self.lines.iter().map(|line| {
            json!({
                "kinds": line.cell.kinds,
                "orientation": line.cell.orientation,
                "gap": line.cell.gap,
                "query": line.query,
                "over_general": line.over_general,
                "contenders": times_of(&line.entries, line.ours()),
            })
        });
        json!({ "cpu": self.cpu, "cells": cells.collect::<Vec<_>>() })
    }
}

/// The times of those contenders; a dash for a contender without the query.
fn times(line: &Line, names: &[&str]) -> Vec<String> {
    let time = |name: &&str| match named(&line.entries, name) {
        Some(entry) => nanoseconds(entry.median()),
        None => "-".to_owned(),
    };
    names.iter().map(time).collect()
}

/// A table whose first columns are words, and the others numbers.
fn table(heads: &[&str], words: usize) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(heads);
    for column in table.column_iter_mut().skip(words) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::style::plain;
    use crate::speed::OURS;

    fn line(orientation: Orientation, ours: f64, peer: f64) -> Line {
        let entry = |name, role, time| Entry {
            name,
            role,
            rounds: vec![time],
        };
        Line {
            cell: PrimitiveCell {
                kinds: [Kind::Ball, Kind::Hull],
                orientation,
                gap: Gap::Near,
            },
            query: Query::Distance,
            entries: vec![
                entry(OURS, Role::Ours, ours),
                entry(OURS_COARSE, Role::Ours, ours / 2.0),
                entry("slow", Role::Peer, 3.0 * peer),
                entry("fast", Role::Peer, peer),
            ],
            over_general: None,
        }
    }

    // Claim: the fastest peer of a cell counts, and ours is the contender with default settings,
    // though the one with a tolerance is faster.
    #[test]
    fn ours_is_exact_and_the_peer_the_fastest() {
        assert_eq!(line(Orientation::Round, 8.0, 2.0).ratio(), Some(4.0));
    }

    // Claim: the worst cell comes first, by its name, and the means are geometric.
    #[test]
    fn the_worst_cell_comes_first() {
        let measured = Measured {
            cpu: "C".to_owned(),
            lines: vec![
                line(Orientation::General, 1.0, 2.0),
                line(Orientation::Round, 8.0, 2.0),
            ],
            decided: Vec::new(),
        };
        let worst = plain(&measured.worst("ratio", &Line::ratio).to_string());
        let first = worst.lines().nth(2).expect("a row");
        assert!(
            first.contains("distance ball-hull16 round near 1e-3"),
            "{worst}"
        );
        let queries = plain(&measured.queries().to_string());
        let fastest = queries.lines().find(|line| line.contains("fastest"));
        let words: Vec<&str> = fastest.expect("a row").split('|').map(str::trim).collect();
        // General 0.5, round 4, their mean the root of 2.
        assert_eq!(words[4..10], ["0.50", "-", "4.00", "-", "1.41", "1 of 2"]);
    }
}
