//! The counts of a small campaign, as text: a change of the algorithm that no named case shows
//! appears here, as more iterations, a larger error, or a case that needs the second phase.

use std::fmt::Write;

use gjk_harness::campaign;
use gjk_harness::family;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::subject::GjkCore;

/// Enough for a histogram, few enough for a debug build.
const CASES: u64 = 400;

// Claim: for a fixed seed the iterations and the worst errors of each family are the reviewed ones.
#[test]
fn a_campaign_counts_what_was_reviewed() {
    let plan = Plan {
        seed: 1,
        first: 0,
        cases: CASES,
        families: family::all().iter().collect(),
        subjects: vec![&GjkCore],
        shard: Shard::WHOLE,
        laws: Laws::All,
    };
    let mut text = String::new();
    for row in campaign::run(&plan, &|_| {}) {
        let tally = &row.tally;
        assert_eq!(tally.new_worst, 0, "{}", row.family);
        let _ = writeln!(
            text,
            "{}: {} cases, {} broken",
            row.family, tally.cases, tally.broken
        );
        let _ = writeln!(
            text,
            "  exactly     {} separated, {} touching, {} overlapping",
            tally.separated, tally.touching, tally.overlapping
        );
        let _ = writeln!(
            text,
            "  search      {} in a second phase, {} stalled",
            tally.second_phase, tally.stalled
        );
        let histogram: Vec<_> = tally
            .iterations
            .iter()
            .map(|(n, cases)| format!("{n}: {cases}"))
            .collect();
        let _ = writeln!(text, "  iterations  {}", histogram.join(", "));
        for (name, property) in &tally.properties {
            if property.within > 0 {
                let _ = writeln!(
                    text,
                    "  {name:<14} {:.2} ulps at worst, {} exact of {}",
                    property.worst_ulps,
                    property.proved,
                    property.proved + property.within
                );
            }
        }
    }
    insta::assert_snapshot!("campaign", text);
}
