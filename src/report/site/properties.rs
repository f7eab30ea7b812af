//! The part of the first page about the properties: iterations and errors, for all families
//! together and for each.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::cell::{anchor, headings, link};
use super::chart::{self, Bin};
use super::kept::Kept;
use crate::family;
use crate::judge::{PROPERTIES, budget};
use crate::ledger::Row;
use crate::tally::{PropertyTally, QUARTERS_MAX};

/// The name of the sums over all families.
const ALL: &str = "all families";

/// The text below the tables and charts of errors.
const ERRORS: &str = "Errors are in ulps: units in the last place, in f64, of the largest length in the Minkowski difference of \
the two shapes, or of another unit that the property names. Each bar counts a quarter of an ulp, the first bar exact answers. \
Heights are logarithmic: every power of ten is one step higher, so that a single case is visible next to a million.";

/// All families together, then each.
pub(super) fn section(rows: &[&Row], kept: &[Kept]) -> Markup {
    html! {
        section #properties {
            h2 { "Properties" }
            p.legend { (ERRORS) }
            @for row in totals(rows) { (of_row(&row, kept)) }
            @for row in rows { (of_row(row, kept)) }
        }
    }
}

/// The iterations of a subject on a family, and the errors of each of its properties.
fn of_row(row: &Row, kept: &[Kept]) -> Markup {
    let tally = &row.tally;
    let about = family::find(&row.family).map_or("", |family| family.about);
    html! {
        details open[row.family == ALL] {
            summary {
                (row.family) " · " (row.subject)
                @if tally.new_worst > 0 { span { " " (tally.new_worst) " new worst" } }
                @if tally.broken > 0 { span.broken { " " (tally.broken) " broken" } }
                span.about { " " (about) }
            }
            // A link to an anchor opens the collapsed section around it.
            div.charts id=(anchor(row)) {
                figure {
                    figcaption { "Iterations" }
                    (chart::histogram(&iterations(&tally.iterations), "iterations"))
                }
                @if let Some(distance) = tally.properties.get("distance") {
                    figure {
                        figcaption { "Errors of the distance" }
                        (chart::histogram(&errors(distance), "ulps"))
                    }
                }
            }
            div.wide {
                table {
                    thead { tr {
                        th { "property" }
                        (headings(&["exact", "within", "new worst", "broken", "worst", "measured", "promised"]))
                        th { "errors" } th { "claim" }
                    } }
                    tbody {
                        @for property in PROPERTIES {
                            @if let Some(counted) = tally.properties.get(property.name) {
                                tr.broken[counted.broken > 0] {
                                    td { (property.name) }
                                    td.number { (counted.proved) }
                                    td.number { (counted.within) }
                                    td.number { (counted.new_worst) }
                                    td.number { (counted.broken) }
                                    td.number { (link(row, counted.worst_index, kept, &format!("{:.2}", counted.worst_ulps))) }
                                    td.number { (measured(property.name, &row.family)) }
                                    td.number { (format!("{:.2}", budget::promise(property.name).ulps)) }
                                    td { (chart::small_histogram(&errors(counted))) }
                                    td.about { (property.about) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The record of a property in a family, if there is one.
fn measured(property: &str, family: &str) -> String {
    match budget::record(property, family) {
        Some(record) => format!("{:.2}", record.ulps),
        None => "-".to_owned(),
    }
}

/// The sums over all families, for each subject. They have no worst case, whose index needs a
/// family.
fn totals(rows: &[&Row]) -> Vec<Row> {
    let mut totals: Vec<Row> = Vec::new();
    for row in rows {
        match totals.iter_mut().find(|total| total.subject == row.subject) {
            Some(total) => total.tally.add(&row.tally),
            None => totals.push(Row {
                family: ALL.into(),
                ..(*row).clone()
            }),
        }
    }
    totals
}

/// From zero iterations to the most that any case needed.
fn iterations(counts: &BTreeMap<u32, u64>) -> Vec<Bin> {
    let most = counts.keys().next_back().copied().unwrap_or(0);
    let bin = |n: u32| Bin {
        name: n.to_string(),
        count: counts.get(&n).copied().unwrap_or(0),
    };
    (0..=most).map(bin).collect()
}

/// The exact answers, then quarters of an ulp up to the largest error.
fn errors(property: &PropertyTally) -> Vec<Bin> {
    let most = property.errors.keys().next_back().copied();
    let exact = Bin {
        name: "exact".to_owned(),
        count: property.proved,
    };
    let bin = |quarters: u32| {
        let from = f64::from(quarters) / 4.0;
        Bin {
            name: match quarters {
                QUARTERS_MAX => format!("{from}…"),
                _ => from.to_string(),
            },
            count: property.errors.get(&quarters).copied().unwrap_or(0),
        }
    };
    let others = most.into_iter().flat_map(|most| 0..=most).map(bin);
    [exact].into_iter().chain(others).collect()
}
