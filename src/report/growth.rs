//! Time against the number of vertices: as a table in Markdown, and as a plot.

use std::error::Error;
use std::ops::Range;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use plotters::prelude::*;
use serde_json::{Value, json};

use super::speed::{contenders, names, nanoseconds};
use super::style::{self, HEADING, painted};
use crate::speed::Row;

/// The size of the plot, in pixels.
const SIZE: (u32, u32) = (800, 500);

/// The margin around the plot and for its numbers, in pixels.
const MARGIN: u32 = 16;
const NUMBERS: u32 = 64;

/// The size of letters, in pixels.
const LETTERS: u32 = 14;
const TITLE: u32 = 18;

/// The width of a line, and the size of a measured dot, in pixels.
const LINE: u32 = 2;
const DOT: u32 = 3;

/// The length of the sample line in the legend, in pixels.
const SAMPLE: i32 = 20;

/// One line for each number of vertices: nanoseconds per query.
pub fn text(cpu: &str, rows: &[Row]) -> String {
    let names = names(rows.iter());
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(["vertices"].iter().chain(&names));
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for row in rows {
        let times = names.iter().map(|name| {
            let time = row.entry(name).map(|entry| nanoseconds(entry.median()));
            time.unwrap_or("-".to_owned())
        });
        table.add_row([row.family.vertices.to_string()].into_iter().chain(times));
    }
    let title = painted(HEADING, "3D, distance, near: ns per query");
    let table = style::table(&table, |_| false);
    format!("CPU: {cpu}\n\n{title}\n\n{table}\n")
}

/// The same as JSON.
pub fn json(cpu: &str, rows: &[Row]) -> Value {
    let row = |row: &Row| json!({ "vertices": row.family.vertices, "contenders": contenders(row) });
    json!({ "cpu": cpu, "rows": rows.iter().map(row).collect::<Vec<_>>() })
}

/// The same as a plot in SVG, both axes logarithmic.
pub fn svg(cpu: &str, rows: &[Row]) -> Result<String, Box<dyn Error>> {
    let curves: Vec<Curve> = names(rows.iter())
        .into_iter()
        .map(|name| Curve::of(name, rows))
        .collect();
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (vertices, times): (Vec<f64>, Vec<f64>) = points().copied().unzip();

    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(MARGIN)
            .margin_right(NUMBERS / 2)
            .x_label_area_size(NUMBERS)
            .y_label_area_size(NUMBERS)
            .caption(
                format!("Distance of two hulls near each other, cold ({cpu})"),
                ("sans-serif", TITLE),
            )
            .build_cartesian_2d(span(&vertices).log_scale(), decades(&times).log_scale())?;
        chart
            .configure_mesh()
            .label_style(("sans-serif", LETTERS))
            .x_desc("vertices of each hull")
            .y_desc("ns per query")
            .x_label_formatter(&|vertices| format!("{vertices:.0}"))
            .y_label_formatter(&|time| format!("{time:.0}"))
            .draw()?;
        for (number, curve) in curves.iter().enumerate() {
            let color = Palette99::pick(number).to_rgba();
            let line = LineSeries::new(curve.points.iter().copied(), color.stroke_width(LINE));
            chart
                .draw_series(line.point_size(DOT))?
                .label(curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + SAMPLE, y)], color));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(("sans-serif", LETTERS))
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()?;
        area.present()?;
    }
    Ok(text)
}

/// The times of one contender, by vertices.
struct Curve {
    name: &'static str,
    points: Vec<(f64, f64)>,
}

impl Curve {
    fn of(name: &'static str, rows: &[Row]) -> Self {
        let points = rows.iter().filter_map(|row| {
            let time = row.entry(name)?.median();
            Some((row.family.vertices as f64, time))
        });
        Self {
            name,
            points: points.collect(),
        }
    }
}

/// From the least number to the largest.
fn span(numbers: &[f64]) -> Range<f64> {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(0.0, f64::max);
    least.min(most)..most
}

/// From the power of ten below all numbers to the one above them.
fn decades(numbers: &[f64]) -> Range<f64> {
    let Range { start, end } = span(numbers);
    let ten_to = |exponent: f64| 10f64.powf(exponent);
    // Times are at least a nanosecond.
    ten_to(start.max(1.0).log10().floor())..ten_to(end.max(1.0).log10().ceil())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::{Entry, Family, Placement, Query, Role, Solid};

    fn rows() -> [Row; 2] {
        [(8, 90.0), (1024, 12_345.0)].map(|(vertices, time)| Row {
            family: Family::new(Solid::Sphere, vertices),
            placement: Placement::Near,
            query: Query::Distance,
            entries: vec![Entry {
                name: "gjk-core",
                role: Role::Ours,
                rounds: vec![time],
            }],
        })
    }

    // Claim: the table has a line for each number of vertices.
    #[test]
    fn the_table_has_the_times() {
        let text = style::plain(&text("a cpu", &rows()));
        assert!(text.contains("| vertices | gjk-core |"), "{text}");
        assert!(text.contains("|        8 |     90.0 |"), "{text}");
        assert!(text.contains("|     1024 |    12345 |"), "{text}");
    }

    // Claim: the plot is an SVG that names the contenders and the processor.
    #[test]
    fn the_plot_is_an_svg() {
        let svg = svg("a cpu", &rows()).expect("a plot");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("gjk-core") && svg.contains("a cpu"));
        assert!(svg.contains("polyline"));
    }

    // Claim: the time axis ranges from a power of ten to a power of ten, the vertex axis from the
    // least to the most.
    #[test]
    fn axes_are_around_all_numbers() {
        assert_eq!(decades(&[20.0, 5.0, 700.0]), 1.0..1000.0);
        assert_eq!(decades(&[]), 1.0..1.0);
        assert_eq!(span(&[20.0, 5.0, 700.0]), 5.0..700.0);
    }
}
