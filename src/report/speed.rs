//! The times of queries as tables in Markdown, and as JSON.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde_json::{Value, json};

use super::style::{self, BROKEN, HEADING, painted};
use crate::case::Dim;
use crate::speed::{
    BARS, Bar, Entry, FAMILIES, Family, Over, Placement, Query, Role, Row, geometric_mean,
};

/// The text below the tables.
pub const LEGEND: &str = "\
ns per query: the median of the rounds, each the best of some passes over the pairs of the cell. `times peer`:
our fastest over the fastest peer; `times limit`: over the limit in the goal of the cell; both are medians of
the rounds, and `!` marks a missed bar. Compare times within one run only.";

/// The text below the last table.
pub const MEANS: &str = "\
Ours over each peer, as the geometric mean of all families and placements; and the cells in which the fastest
peer is faster.";

/// Marks a missed bar.
const MARK: &str = "!";

/// The note if there is nothing to compare with.
pub const ALONE: &str = "No peers and no limit: build with --features peers to compare.";

/// One table for each dimension and query, and one of the bars.
pub fn text(cpu: &str, rows: &[Row]) -> String {
    let mut text = format!("CPU: {cpu}\n\n");
    for (dim, query) in groups() {
        let wanted = |row: &&Row| row.family.dim() == dim && row.query == query;
        let rows: Vec<&Row> = rows.iter().filter(wanted).collect();
        if !rows.is_empty() {
            let title = format!("{}, {}: ns per query", dimension(dim), query.name());
            let (title, table) = (painted(HEADING, title), styled(&times(&rows)));
            text += &format!("{title}\n\n{table}\n\n");
        }
    }
    match bars(rows) {
        Some(bars) => {
            let [bars, means] = [bars, means(rows)].map(|table| styled(&table));
            text + &format!("{LEGEND}\n\n{bars}\n\n{MEANS}\n\n{means}\n")
        }
        None => text + &format!("{LEGEND}\n\n{ALONE}\n"),
    }
}

/// The table with its marks in red.
fn styled(table: &Table) -> String {
    style::table(table, |_| false).replace(MARK, &painted(BROKEN, MARK))
}

/// Each query in each dimension.
fn groups() -> impl Iterator<Item = (Dim, Query)> {
    let dims = [Dim::Two, Dim::Three].into_iter();
    dims.flat_map(|dim| Query::ALL.map(|query| (dim, query)))
}

fn dimension(dim: Dim) -> &'static str {
    match dim {
        Dim::Two => "2D",
        Dim::Three => "3D",
    }
}

/// The times of one query in one dimension: columns are families.
fn times(rows: &[&Row]) -> Table {
    let measured = |family: &Family| rows.iter().any(|row| row.family == *family);
    let families: Vec<Family> = FAMILIES.into_iter().filter(measured).collect();
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    let header = ["placement", ""].map(str::to_owned).into_iter();
    table.set_header(header.chain(families.iter().map(Family::to_string)));
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for placement in Placement::ALL {
        let find = |family: &Family| {
            let here = |row: &&&Row| row.family == *family && row.placement == placement;
            rows.iter().find(here).copied()
        };
        let cells: Vec<Option<&Row>> = families.iter().map(find).collect();
        let mut line = |name: &str, cell: &dyn Fn(&Row) -> Option<String>| {
            let cells = cells.iter().map(|row| row.and_then(cell));
            let cells: Vec<Option<String>> = cells.collect();
            if cells.iter().any(Option::is_some) {
                let names = [placement.name(), name].map(str::to_owned).into_iter();
                let cells = cells.into_iter().map(|cell| cell.unwrap_or("-".to_owned()));
                table.add_row(names.chain(cells));
            }
        };
        for name in names(cells.iter().flatten().copied()) {
            line(name, &|row| {
                row.entry(name).map(|entry| nanoseconds(entry.median()))
            });
        }
        line("times peer", &|row| {
            let peer = row.fastest_peer()?;
            Some(ratio(row, peer, &|bar| !bar.is_limit(row)))
        });
        line("times limit", &|row| {
            let limit = BARS.iter().find(|bar| bar.is_limit(row))?;
            Some(ratio(row, limit.base(row)?, &|bar| bar.is_limit(row)))
        });
    }
    table
}

/// The contenders of the rows, in their order.
pub(super) fn names<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<&'static str> {
    names_of(rows.flat_map(|row| &row.entries))
}

/// The contenders of the entries, in their order.
pub(super) fn names_of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for entry in entries {
        if !names.contains(&entry.name) {
            names.push(entry.name);
        }
    }
    names
}

/// How many times as long ours takes, with a mark if that misses a bar.
fn ratio(row: &Row, base: &Entry, of: &dyn Fn(&Bar) -> bool) -> String {
    let ratio = row.ours().map_or(f64::NAN, |ours| ours.ratio(base)[1]);
    let each = BARS
        .iter()
        .filter(|bar| bar.over == Over::EachCell && of(bar));
    let missed = each.filter_map(|bar| Some(bar.ratio(row)? > bar.most));
    let mark = if missed.fold(false, |any, one| any | one) {
        MARK
    } else {
        ""
    };
    format!("{ratio:.2}{mark}")
}

/// Three digits.
pub(super) fn nanoseconds(time: f64) -> String {
    if time < 100.0 {
        format!("{time:.1}")
    } else {
        format!("{time:.0}")
    }
}

/// The outcome of each bar; `None` if there is nothing to compare with.
fn bars(rows: &[Row]) -> Option<Table> {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header([
        "",
        "ours at most",
        "is",
        "cells above",
        "worst cell",
        "its ratio",
    ]);
    for column in [1, 2, 3, 5] {
        table
            .column_mut(column)?
            .set_cell_alignment(CellAlignment::Right);
    }
    let mut any = false;
    for bar in &BARS {
        let Some(outcome) = bar.outcome(rows) else {
            continue;
        };
        any = true;
        let kind = if bar.floor { "floor" } else { "goal" };
        let mark = if outcome.ratio > bar.most { MARK } else { "" };
        table.add_row([
            format!("{kind}, {}", bar.what),
            format!("{:.2}", bar.most),
            format!("{:.2}{mark}", outcome.ratio),
            format!("{} of {}", outcome.above, outcome.cells),
            name(outcome.worst),
            format!("{:.2}", outcome.worst_ratio),
        ]);
    }
    any.then_some(table)
}

/// The geometric mean of ours over each peer: a line for each dimension and query.
fn means(rows: &[Row]) -> Table {
    let is_peer = |name: &&str| {
        let mut entries = rows.iter().filter_map(|row| row.entry(name));
        entries.any(|entry| entry.role == Role::Peer)
    };
    let names: Vec<&str> = names(rows.iter()).into_iter().filter(is_peer).collect();
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header([""].iter().chain(&names).chain(&["slower"]));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for (dim, query) in groups() {
        let wanted = |row: &&Row| row.family.dim() == dim && row.query == query;
        let rows: Vec<&Row> = rows.iter().filter(wanted).collect();
        if rows.is_empty() {
            continue;
        }
        let ratio = |row: &Row, base: Option<&Entry>| Some(row.ours()?.ratio(base?)[1]);
        let over = |name: &&str| {
            let ratios = rows.iter().filter_map(|row| ratio(row, row.entry(name)));
            let ratios: Vec<f64> = ratios.collect();
            match ratios.is_empty() {
                true => "-".to_owned(),
                false => format!("{:.2}", geometric_mean(ratios.into_iter())),
            }
        };
        let slower = |row: &&&Row| ratio(row, row.fastest_peer()).is_some_and(|ratio| ratio > 1.0);
        let slower = rows.iter().filter(slower).count();
        let slower = format!("{slower} of {}", rows.len());
        let line = [format!("{}, {}", dimension(dim), query.name())].into_iter();
        table.add_row(line.chain(names.iter().map(over)).chain([slower]));
    }
    table
}

fn name(row: &Row) -> String {
    let [query, placement] = [row.query.name(), row.placement.name()];
    format!("{query} {} {placement}", row.family)
}

/// The times and bars as JSON.
pub fn json(cpu: &str, rows: &[Row]) -> Value {
    let bars = BARS.iter().filter_map(|bar| {
        let outcome = bar.outcome(rows)?;
        Some(json!({
            "what": bar.what,
            "floor": bar.floor,
            "over": bar.over,
            "most": bar.most,
            "ratio": outcome.ratio,
            "holds": outcome.ratio <= bar.most,
            "above": outcome.above,
            "cells": outcome.cells,
            "worst_cell": name(outcome.worst),
            "worst_ratio": outcome.worst_ratio,
        }))
    });
    json!({
        "cpu": cpu,
        "bars": bars.collect::<Vec<_>>(),
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn row(row: &Row) -> Value {
    json!({
        "family": row.family.to_string(),
        "placement": row.placement,
        "query": row.query,
        "contenders": contenders(row),
    })
}

/// The times of a row as JSON.
pub(super) fn contenders(row: &Row) -> Vec<Value> {
    times_of(&row.entries, row.ours())
}

/// The times of some entries, and those of `ours` over them, as JSON.
pub(super) fn times_of(entries: &[Entry], ours: Option<&Entry>) -> Vec<Value> {
    let entries = entries.iter().map(|entry| {
        let spread = ours.map(|ours| ours.ratio(entry));
        json!({
            "name": entry.name,
            "role": entry.role,
            "nanoseconds": entry.median(),
            "rounds": entry.rounds,
            "ours_over_this": spread.map(|[least, median, most]| json!({
                "least": least, "median": median, "most": most,
            })),
        })
    });
    entries.collect()
}
