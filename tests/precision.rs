//! A subject in `f32` is judged in ulps of `f32`, and its errors are printed in them.

use gjk_harness::campaign;
use gjk_harness::case::{Case, Scalar};
use gjk_harness::family;
use gjk_harness::judge::examined;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::subject::{Answer, Evidence, GjkCore, Subject};

/// Returns the distance of `gjk-core` rounded to `f32`, times a factor, with the precision
/// `scalar`.
struct Rounded {
    scalar: Scalar,
    factor: f32,
}

impl Subject for Rounded {
    fn name(&self) -> &'static str {
        "rounded"
    }

    fn about(&self) -> &'static str {
        "in f32"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let answer = GjkCore
            .answer(case)
            .filter(|_| case.scalar == Scalar::F32)?;
        let distance = answer.distance? as f32 * self.factor;
        Some(Answer {
            distance: Some(f64::from(distance)),
            closest: None,
            steps: Vec::new(),
            evidence: Evidence::default(),
            ..answer
        })
    }

    fn scalar(&self) -> Scalar {
        self.scalar
    }
}

static IN_F32: Rounded = Rounded {
    scalar: Scalar::F32,
    factor: 1.0,
};

/// Claim: a distance rounded to `f32` breaks nothing for a subject in `f32`, and the promised
/// distance for one in `f64`; the relative error of the score is the same.
#[test]
fn a_subject_is_judged_in_its_own_ulps() {
    static IN_F64: Rounded = Rounded {
        scalar: Scalar::F64,
        ..IN_F32
    };
    let plan = Plan {
        seed: 1,
        first: 0,
        cases: 300,
        families: vec![family::find("uniform").expect("a family")],
        subjects: vec![&IN_F32, &IN_F64],
        shard: Shard::WHOLE,
        laws: Laws::InTurn,
    };
    let rows = campaign::run(&plan, &|_| {});
    let [in_f32, in_f64] = [0, 1].map(|place| &rows[place].tally);
    assert!(in_f32.cases > 100, "{}", in_f32.cases);
    assert_eq!(in_f32.broken, 0, "{:?}", in_f32.failures);
    assert!(in_f64.properties["distance"].broken > 50);
    let [own, others] = [in_f32, in_f64].map(|tally| &tally.score);
    assert!(own.error_ulps < 1.0 && others.error_ulps > 1e6);
    assert_eq!(own.error_relative, others.error_relative);
    assert_eq!(own.error_ulps * Scalar::F32.epsilon(), own.error_relative);
}

/// Claim: for many ulps of `f32` the relative error is printed first.
#[test]
fn an_error_is_told_relative_first() {
    let uniform = family::find("uniform").expect("a family");
    for (factor, words) in [
        (1.0 + 1e-4, "ulps of f32) > promised 2 ulps"),
        (2.0, "e-1 > promised 2.4e-7 (2 ulps)"),
    ] {
        let subject = Rounded { factor, ..IN_F32 };
        let cases = (0..300).map(|index| family::case_from_seed(uniform, 1, index));
        let reasons = cases.filter_map(|case| {
            let judgement = examined(&case, "uniform", &subject)?;
            let (_, breach) = judgement.broken().next()?;
            Some(breach.reason.clone())
        });
        let reasons: Vec<String> = reasons.collect();
        assert!(
            reasons
                .iter()
                .all(|reason| reason.starts_with("relative error "))
        );
        assert!(
            reasons.iter().any(|reason| reason.ends_with(words)),
            "{reasons:?}"
        );
    }
}
