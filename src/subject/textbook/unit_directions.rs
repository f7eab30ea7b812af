//! The newest point first, with each direction normalised before it is searched in.
//!
//! Source: the article of the Cinkes library on its GJK, with mappings for cone and cylinder and
//! shapes in poses.
//!
//! To watch for: a zero vector, which has no direction. Normalising it gives NaN, for which no
//! comparison holds, so the loop goes on with whatever vertex comes first.

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
