//! A small campaign on exact verdicts, over all families that docs/promises.md names.

use gjk_harness::campaign;
use gjk_harness::family;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::subject::GjkCore;

/// Families with contact, near contact, or numbers that leave rounding no room.
const FAMILIES: [&str; 11] = [
    "kissing",
    "near_contact",
    "exhaustive",
    "parallel",
    "identical",
    "near_degenerate",
    "full_mantissa",
    "mixed_exponents",
    "range",
    "cancellation",
    "hair",
];

/// Cases of each family.
const CASES: u64 = 1000;

/// The seed, different from that of the command.
const SEED: u64 = 11;

/// The exact properties.
const EXACT: [&str; 3] = ["exact verdict", "exact distance", "exact bounds"];

/// Claim: for every pair of polytopes or sphere-swept polytopes the verdict of gjk-core is exact,
/// its distance is within one ulp of itself, and its bounds enclose the exact one. 1,000 cases of
/// each of eleven families, all of them such pairs, and at least a fifth of them touching.
#[test]
fn polytopes_are_answered_exactly() {
    let plan = Plan {
        seed: SEED,
        first: 0,
        cases: CASES,
        families: FAMILIES
            .map(|name| family::find(name).expect("a family"))
            .to_vec(),
        subjects: vec![&GjkCore],
        shard: Shard::WHOLE,
        laws: Laws::InTurn,
    };
    let rows = campaign::run(&plan, &|_| {});
    let (mut text, mut broken, mut touching) = (String::new(), 0, 0);
    for row in &rows {
        text += &format!("{:<15}", row.family);
        for name in EXACT {
            let property = &row.tally.properties[name];
            let judged = property.proved + property.within + property.broken;
            assert_eq!(judged, CASES, "{}: {name}", row.family);
            text += &format!(" {name} {:>4} broken", property.broken);
            broken += property.broken;
        }
        touching += row.tally.touching;
        text.push('\n');
    }
    assert!(broken == 0, "{text}");
    let cases = CASES * FAMILIES.len() as u64;
    assert!(touching > cases / 5, "{touching} of {cases} touch");
}

/// Claim: the command of the promises names these families.
#[test]
fn the_promises_name_the_families() {
    let promises = include_str!("../docs/promises.md");
    let named = format!("--families {}", FAMILIES.join(","));
    assert!(promises.contains(&named), "no `{named}`");
}
