//! Pairs near contact that no family draws: faults planted in the solver, and faults that it had,
//! survived all families. Judged by the exact reference.

mod curved;
mod level_sides;
mod numbers;

use gjk_harness::case::{Case, Dim, Expect, Scalar, Shape};
use gjk_harness::judge::judge_case;
use gjk_harness::subject::GjkCore;

/// Judges `gjk-core` on a pair of shapes by the records of the family `hair`, and asserts that no
/// promise is broken.
fn keeps_every_promise(id: String, a: Shape, b: Shape) {
    let case = Case {
        id,
        dim: Dim::Three,
        scalar: Scalar::F64,
        a,
        b,
        expect: Expect::default(),
        reference: None,
        exact: None,
        query: None,
        other: Default::default(),
    };
    let judgement = judge_case(&case, "hair", &GjkCore).expect("a judgement");
    let broken: Vec<_> = judgement.broken().map(|(what, _)| what.name).collect();
    assert!(broken.is_empty(), "{}: {broken:?} {case:?}", case.id);
}
