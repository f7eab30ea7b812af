//! `gjk-core` with a proposer that lies: its proofs and exact steps must keep the promises
//! nevertheless.

use super::gjk_core::Asked;
use super::proposer::Proposer;
use super::{Answer, Closest, Proximity, Setting, Subject};
use crate::case::Case;

/// The crate under test, which proves what a liar proposes.
pub struct Liar {
    name: &'static str,
    proposer: Proposer,
}

impl Liar {
    /// Whether a liar keeps that property. The laws that compare two queries bit for bit, one of
    /// them with the shapes swapped or mirrored, are about the search: a liar draws other random
    /// numbers for them.
    pub fn is_bound_by(property: &str) -> bool {
        !["law: swap", "law: flip"].contains(&property)
    }
}

/// All liars.
pub static LIARS: [Liar; 2] = [
    Liar {
        name: "gjk-core-random-proposal",
        proposer: Proposer::Random,
    },
    Liar {
        name: "gjk-core-worst-proposal",
        proposer: Proposer::Worst,
    },
];

impl Subject for Liar {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        "the crate under test, with a liar that proposes the simplices"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        Asked::of(case, self.proposer).answer()
    }

    fn distance(&self, case: &Case) -> Option<f64> {
        Asked::of(case, self.proposer).distance()
    }

    fn answer_with(&self, case: &Case, setting: Setting<'_>) -> Option<Closest> {
        Asked::of(case, self.proposer).answer_with(setting)
    }

    fn proximity(&self, case: &Case, margin: f64) -> Option<Proximity> {
        Asked::of(case, self.proposer).proximity(margin)
    }
}
