//! The times of queries as tables, in Markdown.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde_json::{Value, json};

use crate::case::Dim;
use crate::speed::{FAMILIES, Family, Placement, Query, Row};

/// One table for each dimension and query.
pub fn text(rows: &[Row]) -> String {
    let mut text = String::new();
    for dim in [Dim::Two, Dim::Three] {
        for query in Query::ALL {
            let of_table = rows
                .iter()
                .filter(|row| row.family.dim() == dim && row.query == query);
            let rows: Vec<&Row> = of_table.collect();
            if !rows.is_empty() {
                let number = if dim == Dim::Two { 2 } else { 3 };
                text += &format!(
                    "{number}D, {}: ns per query\n\n{}\n\n",
                    query.name(),
                    table(&rows)
                );
            }
        }
    }
    text
}

fn table(rows: &[&Row]) -> Table {
    let families: Vec<Family> = FAMILIES
        .into_iter()
        .filter(|family| rows.iter().any(|row| row.family == *family))
        .collect();
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    let header = ["placement".to_owned(), "".to_owned()].into_iter();
    table.set_header(header.chain(families.iter().map(Family::to_string)));
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for placement in Placement::ALL {
        let cells: Vec<Option<&Row>> = families
            .iter()
            .map(|family| {
                rows.iter()
                    .copied()
                    .find(|row| row.family == *family && row.placement == placement)
            })
            .collect();
        let mut names: Vec<&str> = Vec::new();
        for entry in cells.iter().flatten().flat_map(|row| &row.entries) {
            if !names.contains(&entry.name) {
                names.push(entry.name);
            }
        }
        for name in names {
            let line = [placement.name().to_owned(), name.to_owned()].into_iter();
            table.add_row(line.chain(cells.iter().map(|row| {
                let entry = row.and_then(|row| row.entries.iter().find(|e| e.name == name));
                entry.map_or("-".to_owned(), |entry| format!("{:.0}", entry.median()))
            })));
        }
    }
    table
}

/// The times, for programs.
pub fn json(rows: &[Row]) -> Value {
    let rows = rows.iter().map(|row| {
        json!({
            "family": row.family.to_string(),
            "placement": row.placement,
            "query": row.query,
            "entries": row.entries,
        })
    });
    rows.collect()
}
