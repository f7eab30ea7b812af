//! The worst cases that the adversarial search has found, and their neighbours.
//!
//! `hunt` changes cases step by step towards the largest error of a property or the most
//! iterations, and stores the end of each climb. A third of the cases are the stored ones, the
//! others are moved, scaled, swapped and rounded like those of `field`: near a worst case there are
//! more like it, and a change of the algorithm moves the worst case, but not far.

use std::sync::LazyLock;

use arbitrary::Result;

use super::source::Source;
use super::{draw, field};
use crate::case::Case;

/// The cases that are perturbed.
static SEEDS: LazyLock<Vec<Case>> = LazyLock::new(|| field::embedded(&FILES));

/// The share of cases that stay as they were found.
const PLAIN_PERCENT: u16 = 33;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let last = SEEDS.len() as u32 - 1;
    let case = &SEEDS[u.int_in_range(0..=last)? as usize];
    if draw::chance(u, PLAIN_PERCENT)? {
        return Ok(case.clone());
    }
    field::perturb(u, case)
}

/// All files of `tests/cases/adversarial/`, one for each goal.
const FILES: [&str; 2] = [
    include_str!("../../tests/cases/adversarial/errors.jsonl"),
    include_str!("../../tests/cases/adversarial/iterations.jsonl"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Kind;
    use crate::family::case_from_seed;
    use crate::family::find;

    /// A third stays as it was found, and every stored case occurs. Checked on 3,000 cases. None holds
    /// a mesh, whose edges would not be those of its hull when its vertices are moved.
    #[test]
    fn a_third_is_as_it_was_found() {
        const SAMPLE: u64 = 3000;
        let family = find("adversarial").expect("a family");
        let (mut plain, mut seen) = (0, vec![false; SEEDS.len()]);
        for index in 0..SAMPLE {
            let case = case_from_seed(family, 1, index);
            let stored = |seed: &Case| (&seed.a, &seed.b) == (&case.a, &case.b);
            if let Some(place) = SEEDS.iter().position(stored) {
                plain += 1;
                seen[place] = true;
            }
        }
        assert!((SAMPLE / 4..SAMPLE / 2).contains(&plain), "{plain}");
        assert!(seen.iter().all(|seen| *seen), "{seen:?}");
        for case in SEEDS.iter() {
            for shape in [&case.a, &case.b] {
                assert!(!matches!(shape.kind.innermost(), Kind::Mesh { .. }));
            }
        }
    }
}
