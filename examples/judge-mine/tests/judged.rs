//! The GJK of this crate, judged.

use gjk_harness::case::Case;
use gjk_harness::subject::{Answer, Subject};

struct Mine;

impl Subject for Mine {
    fn name(&self) -> &'static str {
        "mine"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let [a, b] = case.polytopes()?;
        Some(Answer::measured(judge_mine::distance(&a, &b)))
    }
}

/// It fails: the GJK has a bug, and the report shows it.
#[test]
fn my_gjk_is_right() {
    gjk_harness::judge(&Mine)
        .families("uniform")
        .cases(1000)
        .tolerance(1e-9)
        .run();
}
