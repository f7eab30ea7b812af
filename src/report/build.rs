//! The cost of one more pair of shape types, as a table and as JSON.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde_json::{Value, json};

use super::style::{self, HEADING, painted};
use crate::speed::Program;

/// Bytes of a kilobyte.
const KILO: f64 = 1000.0;

/// The text below the table.
pub const LEGEND: &str = "\
Each pair of shape types is queried for its distance, its closest points and its intersection. Seconds are
those of the fastest build of the program's own crate, kB those of the stripped program; the first program has
one pair. Seconds depend on the machine and its load.";

/// One line for each program.
pub fn text(cpu: &str, programs: &[Program]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header([
        "pairs",
        "seconds",
        "kB",
        "seconds a further pair",
        "kB a further pair",
    ]);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for (number, program) in programs.iter().enumerate() {
        let fewer = number.checked_sub(1).and_then(|fewer| programs.get(fewer));
        let further = fewer.map(|fewer| program.per_further_pair(fewer));
        let further = further.map(|[seconds, bytes]| [two(seconds), whole(bytes)]);
        let [seconds, bytes] = further.unwrap_or_else(|| ["-", "-"].map(str::to_owned));
        table.add_row([
            program.pairs.to_string(),
            two(program.least()),
            whole(program.bytes as f64),
            seconds,
            bytes,
        ]);
    }
    let title = painted(HEADING, "Seconds to compile and size, release profile");
    let table = style::table(&table, |_| false);
    format!("CPU: {cpu}\n\n{title}\n\n{table}\n\n{LEGEND}\n")
}

fn two(seconds: f64) -> String {
    format!("{seconds:.2}")
}

fn whole(bytes: f64) -> String {
    format!("{:.0}", bytes / KILO)
}

/// The same as JSON.
pub fn json(cpu: &str, programs: &[Program]) -> Value {
    let each = programs.iter().map(|program| {
        json!({
            "pairs": program.pairs,
            "seconds": program.seconds,
            "bytes": program.bytes,
        })
    });
    let further = programs.iter().zip(programs.iter().skip(1));
    let further = further.map(|(fewer, more)| {
        let [seconds, bytes] = more.per_further_pair(fewer);
        json!({ "from": fewer.pairs, "to": more.pairs, "seconds": seconds, "bytes": bytes })
    });
    json!({
        "cpu": cpu,
        "programs": each.collect::<Vec<_>>(),
        "per_further_pair": further.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::style::plain;

    // Claim: each line shows the cost of the pairs that the line before it does not have.
    #[test]
    fn prices_stand_beside_their_program() {
        let program = |pairs, seconds, bytes| Program {
            pairs,
            seconds: vec![seconds],
            bytes,
        };
        let programs = [program(1, 1.0, 400_000), program(4, 7.0, 1_000_000)];
        let text = plain(&text("", &programs));
        let lines: Vec<&str> = text.lines().filter(|line| line.contains(".00")).collect();
        let cells = |line: &str| -> Vec<String> {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        };
        assert_eq!(cells(lines[0]), ["1", "1.00", "400", "-", "-"]);
        assert_eq!(cells(lines[1]), ["4", "7.00", "1000", "2.00", "200"]);
    }
}
