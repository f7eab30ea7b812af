//! Does the verdict equal the exact one?

use super::{Finding, Property, Trial, error, fails};
use crate::subject::End;

/// The error is the distance of the shapes from the claimed class: their distance or their depth.
pub(super) const PROPERTY: Property = Property {
    name: "verdict",
    about: "the verdict, intersecting or separated, is exact; both queries agree",
    asks_again: false,
    check,
};

fn check(trial: &Trial<'_>) -> Option<Finding> {
    // A stopped query made no claim; `termination` judges that.
    if trial.answer.end == End::IterationLimit {
        return None;
    }
    let claim = trial.answer.intersects;
    if let Some(distance) = trial.answer.claimed_distance()
        && (distance == 0.0) != claim
    {
        return fails(format!(
            "intersects is {claim}, but the distance is {distance:e}"
        ));
    }
    let truth = trial.truth;
    let normal = trial.answer.closest.as_ref().and_then(|c| c.normal);
    let claimed = trial.answer.claimed_distance().unwrap_or(f64::NAN);
    match truth.verdict_error(claim, normal) {
        Some(gap) if claim => error(gap / truth.unit, 0.0, None),
        Some(depth) if depth > 0.0 => error(depth / truth.unit, claimed, [-depth, -depth]),
        // Touching is intersecting, but within the band of an ulp; and so are shapes that the exact
        // numbers do not decide.
        Some(_) => within_band(claimed),
        None if truth.contact.is_none() => within_band(claimed),
        None => Some(Finding::Holds),
    }
}

/// A wrong verdict in words, by the exact distance or, negative, the depth of the shapes.
pub(super) fn words(proved: [f64; 2]) -> String {
    let [lower, upper] = proved;
    match lower < 0.0 {
        true => format!("says separated; the shapes overlap by {:.2e}", -lower),
        false => format!("says intersecting; the shapes are {upper:.2e} apart"),
    }
}

fn within_band(claimed: f64) -> Option<Finding> {
    Some(Finding::Error {
        ulps: 0.0,
        claimed,
        proved: Some([0.0, 0.0]),
    })
}

#[cfg(test)]
mod tests {
    use crate::case::{Case, json};
    use crate::judge::judge_case;
    use crate::report::{failure, style};
    use crate::subject::{Answer, Subject};

    /// Always gives the same verdict, and no distance.
    struct Fixed(bool);

    impl Subject for Fixed {
        fn name(&self) -> &'static str {
            "fixed"
        }

        fn answer(&self, _case: &Case) -> Option<Answer> {
            Some(Answer::boolean(self.0))
        }
    }

    /// Claim: the report of a wrong verdict states it, and by how much it is wrong, without numbers
    /// that nobody claimed. A ball and a point, 1 apart and 0.5 deep.
    #[test]
    fn a_wrong_verdict_is_stated() {
        for (x, claim, words) in [
            (
                2.0,
                true,
                "says intersecting; the shapes are 1.00e0 apart: ",
            ),
            (
                0.5,
                false,
                "says separated; the shapes overlap by 5.00e-1: ",
            ),
        ] {
            let text = format!(
                r#"{{"id":"x","dim":3,"scalar":"f64","a":{{"kind":"sphere","radius":1}},
                "b":{{"kind":"point","p":[{x},0,0]}},"expect":{{}}}}"#
            );
            let case = json::read(&text).expect("a case");
            let judgement = judge_case(&case, "grid", &Fixed(claim)).expect("a judgement");
            let broken: Vec<_> = judgement.broken().collect();
            let report = failure::findings(&case, "grid", &Fixed(claim), &broken);
            let report = style::plain(&report);
            let lines: Vec<&str> = report.lines().collect();
            assert!(lines[0].starts_with("verdict "), "{report}");
            assert!(
                lines[1].starts_with(&format!("  error    {words}")),
                "{report}"
            );
            assert_eq!(lines.len(), 2, "{report}");
        }
    }
}
