//! The judge on gjk-core with proposers that lie.

use gjk_harness::campaign;
use gjk_harness::family;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::subject::{LIARS, Liar, Subject};

/// Cases of each family for each liar.
const CASES: u64 = 60;

/// Claim: every promise of gjk-core holds if the proposed simplex is random, or the worst there is:
/// 60 cases of each family, by all laws but two. Most are polytopes, which are not searched then.
#[test]
fn no_liar_breaks_a_promise() {
    let plan = Plan {
        seed: 17,
        first: 0,
        cases: CASES,
        families: family::all().iter().collect(),
        subjects: LIARS.iter().map(|liar| liar as &dyn Subject).collect(),
        shard: Shard::WHOLE,
        laws: Laws::All,
    };
    let rows = campaign::run(&plan, &|_| {});
    let (mut text, mut cases) = (String::new(), 0);
    for row in &rows {
        for (name, property) in &row.tally.properties {
            if property.broken > 0 && Liar::is_bound_by(name) {
                text += &format!(
                    "{} {} {name}: {}\n",
                    row.subject, row.family, property.broken
                );
            }
        }
        cases += row.tally.cases;
    }
    assert!(text.is_empty(), "{text}");
    assert!(cases > 2 * CASES * 20, "{cases}");
}
