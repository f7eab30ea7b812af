//! The shrinker: its result must fail like the given case, cost no more, and be a valid case.

use std::hash::{DefaultHasher, Hash, Hasher};

use arbitrary::{Result, Unstructured};

use crate::case::shrink::shrink_within;
use crate::case::simpler::cost;
use crate::case::{Case, json};
use crate::subject::{GjkCore, Subject};

/// Bytes for the reason to fail; the case is made of the others.
const REASON_BYTES: usize = 16;

/// A search to the end would take too long for one input.
const ATTEMPTS_MAX: usize = 50;

/// Any bytes as a case and a reason for it to fail. Returns whether they held both.
pub fn shrinking(data: &[u8]) -> bool {
    let Some((head, rest)) = data.split_at_checked(REASON_BYTES) else {
        return false;
    };
    let Ok(reason) = Reason::drawn(&mut Unstructured::new(head)) else {
        return false;
    };
    let Some(case) = super::draw(rest, |_| true, |_| true).filter(|case| reason.covers(case, case))
    else {
        return false;
    };
    let small = shrink_within(ATTEMPTS_MAX, &case, &mut |simpler| {
        reason.covers(simpler, &case)
    });
    let context = || format!("{reason:?}\n{case:?}\n{small:?}");
    assert!(reason.covers(&small, &case), "does not fail\n{}", context());
    assert!(cost(&small) <= cost(&case), "costs more\n{}", context());
    assert!(json::is_valid(&small), "no file can hold it\n{}", context());
    let kept = |case: &Case| (case.id.clone(), case.dim, case.scalar);
    assert_eq!(kept(&small), kept(&case), "{}", context());
    true
}

/// Why a case fails.
#[derive(Debug)]
struct Reason {
    /// It has the verdict of the first case.
    verdict: bool,
    /// It takes as many iterations.
    iterations: bool,
    /// Its two shapes, with this number, hash to no multiple of four: single steps of the shrinker
    /// lead nowhere, for no reason that it could guess.
    number: u32,
}

impl Reason {
    fn drawn(bytes: &mut Unstructured) -> Result<Self> {
        Ok(Self {
            verdict: bytes.arbitrary()?,
            iterations: bytes.arbitrary()?,
            number: bytes.arbitrary()?,
        })
    }

    fn covers(&self, case: &Case, first: &Case) -> bool {
        let mut hasher = DefaultHasher::new();
        let shapes = format!("{:?}{:?}", case.a, case.b);
        (shapes, self.number).hash(&mut hasher);
        if hasher.finish().is_multiple_of(4) {
            return false;
        }
        let (Some(answer), Some(wanted)) = (GjkCore.answer(case), GjkCore.answer(first)) else {
            return false;
        };
        (!self.verdict || answer.intersects == wanted.intersects)
            && (!self.iterations || answer.steps.len() == wanted.steps.len())
    }
}
