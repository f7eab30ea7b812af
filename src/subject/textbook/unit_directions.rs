//! The newest point first, with every direction normalised.
//!
//! Source: the article of the Cinkes library on its GJK, with mappings for cone and cylinder and
//! shapes in poses.
//!
//! Weakness: a zero vector has no direction. Normalising it gives NaN, for which every comparison
//! is false, so the loop continues with whatever vertex comes first.

use super::mappings::Difference;
use super::{Outcome, newest_first, search};
use crate::case::Case;

pub(super) fn run(case: &Case) -> Option<Outcome> {
    let difference = Difference::of(case)?;
    Some(search::run(
        &difference,
        |d| d / d.length(),
        |simplex| newest_first::reduce(simplex, case.dim),
    ))
}
