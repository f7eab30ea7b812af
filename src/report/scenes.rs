//! The times of a scene, as a table and as JSON.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde_json::{Value, json};

use super::speed::{ALONE, names_of, nanoseconds, times_of};
use super::style::{self, HEADING, painted};
use crate::speed::{
    Entry, Iterations, Kind, OURS, Race, Role, Scene, Shares, geometric_mean, named,
};

/// The text below the table.
pub const LEGEND: &str = "\
ns a pair: the median of the rounds, each the best of some passes over all candidates of all frames. Ratios
are ours (gjk-core, with default settings) over theirs, medians of the rounds; below 1 ours is faster. Cold
queries use nothing of the frame before. Compare times within one run only.";

/// A scene, and the times of its queries.
pub struct Measured {
    /// The processor.
    pub cpu: String,
    /// The scene.
    pub scene: Scene,
    /// The shares of its pairs that are apart, near and overlapping.
    pub shares: Shares,
    /// One race for each query.
    pub races: Vec<Race>,
}

impl Measured {
    /// The description of the scene, and one line for each query.
    pub fn text(&self) -> String {
        let Self {
            cpu, scene, shares, ..
        } = self;
        let [bodies, frames] = [scene.shapes.len(), scene.frames.len()];
        let candidates = scene.candidates.len() / frames;
        let lie = format!(
            "{:.0} % apart, {:.1} % near (within 0.01), {:.0} % overlapping; {:.2} % decided by exact arithmetic",
            shares.apart, shares.near, shares.overlapping, shares.decided
        );
        let title = painted(HEADING, "ns a pair");
        let table = style::table(&self.table(), |_| false);
        let alone = match self.peers().is_empty() {
            true => format!("\n{ALONE}\n"),
            false => String::new(),
        };
        format!(
            "CPU: {cpu}\n\n{bodies} bodies in {frames} frames, {candidates} candidate pairs a frame: {lie}\n\n\
             {title}\n\n{table}\n\n{LEGEND}\n{alone}"
        )
    }

    fn table(&self) -> Table {
        let entries = || self.races.iter().flat_map(|race| &race.entries);
        let (names, peers) = (names_of(entries()), self.peers());
        let mut table = Table::new();
        table.load_style(ASCII_MARKDOWN);
        let over = peers.iter().map(|peer| format!("over {peer}"));
        let head = [""].iter().chain(&names).map(|name| (*name).to_owned());
        table.set_header(head.chain(over));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for race in &self.races {
            let times = names.iter().map(|name| {
                let entry = named(&race.entries, name);
                entry.map_or("-".to_owned(), |entry| nanoseconds(entry.median()))
            });
            let ratios = peers.iter().map(|peer| two(ratio(race, peer)));
            let query = [race.query.name().to_owned()];
            table.add_row(query.into_iter().chain(times).chain(ratios));
        }
        let blank = names.iter().map(|_| String::new());
        let means = peers.iter().map(|peer| two(self.mean(peer)));
        let name = ["geometric mean".to_owned()];
        table.add_row(name.into_iter().chain(blank).chain(means));
        table
    }

    fn peers(&self) -> Vec<&'static str> {
        let entries = self.races.iter().flat_map(|race| &race.entries);
        names_of(entries.filter(|entry| entry.role == Role::Peer))
    }

    /// The geometric mean of ours over that peer.
    fn mean(&self, peer: &str) -> Option<f64> {
        let ratios: Option<Vec<f64>> = self.races.iter().map(|race| ratio(race, peer)).collect();
        Some(geometric_mean(ratios?.into_iter()))
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let queries = self.races.iter().map(|race| {
            let contenders = times_of(&race.entries, ours(&race.entries));
            json!({ "query": race.query, "contenders": contenders })
        });
        let means = self.peers().into_iter().map(|peer| {
            let mean = self.mean(peer);
            json!({ "name": peer, "ours_over_this": mean })
        });
        let Shares {
            apart,
            near,
            overlapping,
            decided,
        } = self.shares;
        json!({
            "cpu": self.cpu,
            "bodies": self.scene.shapes.len(),
            "frames": self.scene.frames.len(),
            "candidates": self.scene.candidates.len(),
            "shares": { "apart": apart, "near": near, "overlapping": overlapping, "decided": decided },
            "queries": queries.collect::<Vec<_>>(),
            "means": means.collect::<Vec<_>>(),
        })
    }
}

/// The mean iterations of each two kinds of shapes, as a table.
pub fn iterations(found: &[Iterations]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(["apart", "pairs", "cold", "warm"]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for of in found {
        let [a, b] = of.kinds.map(Kind::name);
        let [cold, warm] = [of.cold, of.warm].map(|mean| two((of.pairs > 0).then_some(mean)));
        table.add_row([format!("{a}, {b}"), of.pairs.to_string(), cold, warm]);
    }
    style::table(&table, |_| false)
}

/// Ours with default settings.
pub(super) fn ours(entries: &[Entry]) -> Option<&Entry> {
    named(entries, OURS)
}

/// Ours over that contender.
fn ratio(race: &Race, name: &str) -> Option<f64> {
    let ours = ours(&race.entries)?;
    Some(ours.ratio(named(&race.entries, name)?)[1])
}

/// Two decimals; a dash for `None`.
pub(super) fn two(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.2}"))
}
