//! Whether an answer fails a case, by the stored exact answer only.
//!
//! A reader of the corpus in another language can use the same test: `corpus/README.md` describes
//! it.

use crate::case::Exact;
use crate::subject::{Answer, NoAnswer};

/// The tolerance of a distance, in ulps of the largest length: the promise of `gjk-core` for shapes
/// of any kind.
pub const GRANTED: f64 = 2.0;

/// Whether an answer is wrong: it is missing, has another verdict, or a distance beyond the
/// tolerance. `None` if the subject does not support the shapes.
pub fn fails(exact: &Exact, attempt: &Result<Option<Answer>, NoAnswer>) -> Option<bool> {
    let answer = match attempt {
        Ok(answer) => answer.as_ref()?,
        Err(_) => return Some(true),
    };
    let Some(verdict) = answer.verdict() else {
        return Some(true);
    };
    let differs = exact
        .contact
        .intersects()
        .is_some_and(|meet| meet != verdict);
    let is_off = answer
        .distance
        .is_some_and(|claim| !is_granted(exact, claim));
    Some(differs || is_off)
}

/// Whether a distance is within the tolerance; NaN is not.
fn is_granted(exact: &Exact, claim: f64) -> bool {
    let [lower, upper] = exact.distance;
    let error = f64::max(lower - claim, claim - upper);
    claim >= 0.0 && error <= GRANTED * exact.ulp
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Relation;
    use crate::subject::{End, Evidence};

    fn answer(intersects: bool, distance: f64) -> Result<Option<Answer>, NoAnswer> {
        Ok(Some(Answer {
            intersects,
            end: End::Converged,
            distance: Some(distance),
            closest: None,
            steps: Vec::new(),
            evidence: Evidence::default(),
        }))
    }

    /// Claim: an answer within the tolerance holds; another verdict, a distance beyond it, NaN and
    /// a missing answer fail; unsupported shapes are not held against a subject.
    #[test]
    fn wrong_answers_fail() {
        let exact = Exact {
            contact: Relation::Separated,
            distance: [1.0, 1.0],
            squared_core_distance: None,
            radii: None,
            depth: None,
            squared_core_depth: None,
            ulp: 0.25,
            placed: [None, None],
        };
        assert_eq!(fails(&exact, &answer(false, 1.5)), Some(false));
        assert_eq!(fails(&exact, &answer(false, 0.5)), Some(false));
        for (verdict, distance) in [(true, 1.0), (false, 1.75), (false, f64::NAN), (false, -1.0)] {
            assert_eq!(
                fails(&exact, &answer(verdict, distance)),
                Some(true),
                "{distance}"
            );
        }
        let touching = Exact {
            contact: Relation::Touching,
            distance: [0.0, 0.0],
            ..exact.clone()
        };
        assert_eq!(fails(&touching, &answer(true, 0.25)), Some(false));
        assert_eq!(fails(&touching, &answer(true, -0.25)), Some(true));
        let mut endless = answer(false, 1.0);
        if let Ok(Some(answer)) = &mut endless {
            answer.end = End::IterationLimit;
        }
        assert_eq!(fails(&exact, &endless), Some(true));
        assert_eq!(
            fails(&exact, &Err(NoAnswer::panic("a panic".into()))),
            Some(true)
        );
        assert_eq!(fails(&exact, &Ok(None)), None);
        let open = Exact {
            contact: Relation::Open,
            ..exact
        };
        assert_eq!(fails(&open, &answer(true, 1.0)), Some(false));
    }
}
