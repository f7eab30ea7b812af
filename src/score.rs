//! The score of a subject on a family: its faults, and its worst case.
//!
//! The judge tests promises; a score counts what a user would suffer from: wrong verdicts, wrong
//! distances, queries that do not end. So it applies to subjects that promise nothing.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::case::Scalar;
use crate::judge::{Truth, budget, in_ulps_of};
use crate::subject::{Answer, End, NoAnswer, Why};

/// The faults of one subject on one family.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Score {
    /// Wrong verdicts.
    pub wrong: u64,
    /// Wrong verdicts about shapes whose gap or depth exceeds one ulp.
    pub clearly_wrong: u64,
    /// Queries stopped by their step limit, and programs that hung.
    pub endless: u64,
    /// Queries that panicked, and programs that crashed, told an error or wrote nonsense.
    pub panics: u64,
    /// Queries with a number that is not finite, inside or in the answer.
    pub not_finite: u64,
    /// The largest error of a distance, or gap or depth behind a wrong verdict, in ulps of the
    /// largest length in the subject's precision. JSON has no infinity; there it is null.
    #[serde(deserialize_with = "or_infinite")]
    pub error_ulps: f64,
    /// The same, relative to the largest length, rounded down to a power of two.
    #[serde(deserialize_with = "or_infinite")]
    pub error_relative: f64,
    /// The worst case.
    pub worst: Option<Worst>,
}

/// The worst case of a score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    /// The fault.
    pub fault: Fault,
    /// The error in ulps of the largest length; zero if there is no number.
    #[serde(deserialize_with = "or_infinite")]
    pub ulps: f64,
    /// The index of the case, the first of equally bad ones.
    pub index: u64,
}

/// The faults of an answer, from bad to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// A wrong distance.
    Error,
    /// A wrong verdict.
    Verdict,
    /// A number that is not finite.
    NotFinite,
    /// No answer, since the query did not end.
    Endless,
    /// No answer, since the query panicked.
    Panic,
    /// No answer, since a program hung, crashed, told an error or wrote nonsense.
    Unanswered,
}

impl Worst {
    /// A wrong verdict counts like an error of an ulp at least: else rounding would hide it.
    fn rank(&self) -> (Fault, f64) {
        match self.fault {
            Fault::Verdict => (Fault::Error, self.ulps.max(1.0)),
            fault => (fault, self.ulps),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Fault::Error => "the largest error",
            Fault::Verdict => "a wrong verdict",
            Fault::NotFinite => "a number that is not finite",
            Fault::Endless => "an endless loop",
            Fault::Panic => "a panic",
            Fault::Unanswered => "no answer",
        })
    }
}

impl Score {
    /// Counts the answer to the case number `index`, or its absence.
    pub fn count(
        &mut self,
        index: u64,
        truth: &Truth,
        scalar: Scalar,
        answer: Result<&Answer, &NoAnswer>,
    ) {
        let answer = match answer {
            Ok(answer) => answer,
            Err(none) => return self.count_unanswered(index, none.why),
        };
        let ends = [Some(answer.end), answer.closest.as_ref().map(|c| c.end)];
        if ends.contains(&Some(End::IterationLimit)) {
            self.endless += 1;
            self.offer(Fault::Endless, 0.0, index);
        }
        if ends.contains(&Some(End::NotFinite)) || !is_finite(answer) {
            self.not_finite += 1;
            self.offer(Fault::NotFinite, 0.0, index);
        }
        let is_wrong =
            answer.end != End::IterationLimit && self.count_verdict(index, truth, scalar, answer);
        if let Some(distance) = answer.claimed_distance().filter(|d| d.is_finite()) {
            let [least, greatest] = truth.distance_error(distance);
            let error = f64::max(least.abs(), greatest.abs());
            let fault = if is_wrong {
                Fault::Verdict
            } else {
                Fault::Error
            };
            if error > 0.0 {
                self.offer_error(fault, error / truth.unit, scalar, index);
            }
        }
    }

    fn count_unanswered(&mut self, index: u64, why: Why) {
        let (count, fault) = match why {
            Why::Hang => (&mut self.endless, Fault::Unanswered),
            Why::Crash | Why::Error | Why::Nonsense => (&mut self.panics, Fault::Unanswered),
            Why::Panic => (&mut self.panics, Fault::Panic),
        };
        *count += 1;
        self.offer(fault, 0.0, index);
    }

    /// Counts the verdict; returns whether it is wrong.
    fn count_verdict(
        &mut self,
        index: u64,
        truth: &Truth,
        scalar: Scalar,
        answer: &Answer,
    ) -> bool {
        let normal = answer.closest.as_ref().and_then(|c| c.normal);
        let Some(error) = truth.verdict_error(answer.intersects, normal) else {
            return false;
        };
        self.wrong += 1;
        let ulps = self.offer_error(Fault::Verdict, error / truth.unit, scalar, index);
        self.clearly_wrong += u64::from(ulps > budget::promise("verdict").ulps);
        true
    }

    /// Adds the score of other cases of the same subject and family.
    pub fn add(&mut self, other: &Score) {
        self.wrong += other.wrong;
        self.clearly_wrong += other.clearly_wrong;
        self.endless += other.endless;
        self.panics += other.panics;
        self.not_finite += other.not_finite;
        self.error_ulps = self.error_ulps.max(other.error_ulps);
        self.error_relative = self.error_relative.max(other.error_relative);
        if let Some(worst) = other.worst {
            self.offer(worst.fault, worst.ulps, worst.index);
        }
    }

    /// Offers an error in ulps of `f64`; returns it in those of the subject.
    fn offer_error(&mut self, fault: Fault, ulps: f64, scalar: Scalar, index: u64) -> f64 {
        self.error_relative = self.error_relative.max(ulps * f64::EPSILON);
        let ulps = in_ulps_of(scalar, ulps);
        self.offer(fault, ulps, index);
        ulps
    }

    /// Keeps the worse case, and the first of equally bad ones.
    fn offer(&mut self, fault: Fault, ulps: f64, index: u64) {
        self.error_ulps = self.error_ulps.max(ulps);
        let new = Worst { fault, ulps, index };
        let worse = self.worst.is_none_or(|own| {
            let (rank, old) = (new.rank(), own.rank());
            rank > old || (rank == old && index < own.index)
        });
        if worse {
            self.worst = Some(new);
        }
    }
}

/// Reads a number that JSON cannot represent, which is null there, as infinity.
pub(crate) fn or_infinite<'de, D: Deserializer<'de>>(value: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(value)?.unwrap_or(f64::INFINITY))
}

/// Whether the distances and the closest points are finite.
fn is_finite(answer: &Answer) -> bool {
    let closest = answer.closest.as_ref();
    let points = closest.and_then(|c| c.points).into_iter().flatten();
    answer.distance.is_none_or(f64::is_finite)
        && closest.is_none_or(|c| c.distance.is_finite())
        && points.into_iter().all(|p| p.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: of equally bad cases the first is the worst, in whatever order they are counted.
    #[test]
    fn the_first_of_equals_is_the_worst() {
        for indices in [[3, 7], [7, 3]] {
            let mut score = Score::default();
            for index in indices {
                let mut one = Score::default();
                one.offer(Fault::Panic, 0.0, index);
                score.add(&one);
            }
            assert_eq!(score.worst.map(|worst| worst.index), Some(3), "{indices:?}");
        }
    }

    /// Claim: a wrong verdict is worse than the error of a distance below an ulp, and not than a
    /// larger one.
    #[test]
    fn rounding_hides_no_verdict() {
        for (ulps, worst) in [(0.75, Fault::Verdict), (1.5, Fault::Error)] {
            let mut score = Score::default();
            score.offer(Fault::Error, ulps, 3);
            score.offer(Fault::Verdict, 0.25, 7);
            score.offer(Fault::Error, ulps, 9);
            assert_eq!(score.worst.map(|worst| worst.fault), Some(worst), "{ulps}");
            assert_eq!(score.error_ulps, ulps);
        }
    }

    /// Claim: a wrong verdict is clear if the gap that it misses is above an ulp of the largest
    /// length. A point beyond the end of a segment of the length one.
    #[test]
    fn wrong_verdicts_are_clear_above_an_ulp() {
        for (ulps, is_clear) in [(0.5, 0), (1.5, 1), (4.0, 1)] {
            let gap = ulps * f64::EPSILON;
            let text = format!(
                r#"{{"id":"x","dim":3,"scalar":"f64","b":{{"kind":"point","p":[{gap:e},0,0]}},
                "a":{{"kind":"segment","p0":[-1,0,0],"p1":[0,0,0]}},"expect":{{}}}}"#
            );
            let case = crate::case::json::read(&text).expect("a case");
            let truth = Truth::of(&case).expect("a truth");
            let mut score = Score::default();
            score.count(0, &truth, Scalar::F64, Ok(&Answer::boolean(true)));
            assert_eq!((score.wrong, score.clearly_wrong), (1, is_clear), "{ulps}");
        }
    }
}
