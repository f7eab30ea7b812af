//! Four routes to the exact distance agree: min-norm, hull by candidate normals, hull by insertion,
//! and enumeration of feature pairs; the two hulls also agree on depth and on membership.
//!
//! With optimisation and no debug assertions (`cargo test --release`) the small scope is run in
//! full; otherwise a fixed stride of it.

mod cases;
mod enumeration;
mod refusal;

use cases::{Random, SMALL_SCOPE};
use gjk_reference::{Distance, HalfSpace, Hull, Int, Nearest, Pair, exact_support_gap, vector};
use std::cmp::Ordering;
use std::thread;

/// Every how manieth case of the small scope is solved by min-norm.
const MIN_NORM_STRIDE: usize = if cfg!(debug_assertions) { 11 } else { 1 };

/// Every how manieth case of the small scope is solved by all four routes, at about 3,000 cases in
/// a second on each core: all of them take minutes. Prime to 27 and 255, so that each offset and
/// each subset occurs.
const ALL_ROUTES_STRIDE: usize = if cfg!(debug_assertions) { 307 } else { 1 };

/// Every how manieth case of the small scope has its depth checked against all directions.
const DEPTH_STRIDE: usize = if cfg!(debug_assertions) { 1013 } else { 53 };

/// Claim: min-norm solves every case of the small scope with a certificate, without which it does
/// not return. The 807,295 cases at distance zero are as many as an earlier program had counted,
/// which shares no line with this crate. The others are counted by what the plane through the
/// nearest point touches of the difference: a vertex, an edge or a face. No search decides that.
#[test]
fn solves_the_small_scope() {
    let mut together = 0;
    let mut touched = [0; 3];
    let mut index = 0;
    while index < SMALL_SCOPE {
        let pair = cases::small_scope(index);
        let nearest = Nearest::of(&pair);
        if nearest.distance.is_zero() {
            together += 1;
        } else {
            let outward = vector::negate(&nearest.numerators);
            touched[HalfSpace::touching(&pair, outward).rank] += 1;
        }
        index += MIN_NORM_STRIDE;
    }
    if MIN_NORM_STRIDE == 1 {
        assert_eq!(SMALL_SCOPE, 1_755_675);
        assert_eq!(together, 807_295);
        assert_eq!(touched, [18_240, 245_016, 685_124]);
    }
}

/// Claim: all routes agree on the small scope, in debug builds on a fixed share of it. The cases
/// are dealt out to as many threads as there are cores.
#[test]
fn agrees_on_the_small_scope() {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || {
                let mut index = first * ALL_ROUTES_STRIDE;
                while index < SMALL_SCOPE {
                    agree(
                        &cases::small_scope(index),
                        &format!("case {index} of the small scope"),
                    );
                    index += threads * ALL_ROUTES_STRIDE;
                }
            });
        }
    });
}

/// Claim: all routes agree on 600 random pairs of solid shapes, many of which overlap.
#[test]
fn agrees_on_random_pairs() {
    let mut random = Random::new(1);
    let mut overlapping = 0;
    for index in 0..600 {
        let pair = cases::random_pair(&mut random);
        let hull = agree(&pair, &format!("random case {index}"));
        assert_eq!(hull.rank(), 3);
        if hull.contains_origin() {
            overlapping += 1;
        }
    }
    assert_eq!(overlapping, 257);
}

/// Claim: all routes agree on 20,000 pairs of points on small grids, of every rank.
#[test]
fn agrees_on_degenerate_pairs() {
    let mut random = Random::new(2);
    let mut ranks = [0; 4];
    let mut touching = 0;
    for index in 0..20_000 {
        let pair = cases::degenerate_pair(&mut random);
        let hull = agree(&pair, &format!("degenerate case {index}"));
        ranks[hull.rank()] += 1;
        if hull.contains_origin() && hull.depth().is_zero() {
            touching += 1;
        }
    }
    assert_eq!(ranks, [2050, 6195, 8081, 3674]);
    assert_eq!(touching, 2991);
}

/// Claim: all routes agree on pairs with more vertices than `Hull::of` takes candidates for.
#[test]
fn agrees_on_larger_pairs() {
    let mut random = Random::new(3);
    for index in 0..10 {
        let pair = cases::ball_pair(&mut random, 12);
        agree(&pair, &format!("larger case {index}"));
    }
}

/// Claim: all routes agree when the coordinates of one case differ by factors up to 2^200.
#[test]
fn agrees_on_mixed_exponents() {
    let mut random = Random::new(4);
    let mut together = 0;
    for index in 0..100 {
        let pair = cases::mixed_exponent_pair(&mut random);
        let hull = agree(&pair, &format!("mixed case {index}"));
        if hull.contains_origin() {
            together += 1;
        }
    }
    assert_eq!(together, 23);
}

/// Claim: the depth is the least over every direction that a facet of the small scope can have.
/// These are cross products of vectors of -1, 0 and 1, so their coordinates are -2 to 2; in the
/// plane the same holds of the directions with z = 0, and of the shadows of the shapes.
#[test]
fn depth_is_the_least_over_all_directions() {
    let mut index = 0;
    let mut deep = 0;
    while index < SMALL_SCOPE {
        let pair = cases::small_scope(index);
        let hull = Hull::of(&pair);
        let least = least_overlap(&pair, true);
        assert_eq!(hull.contains_origin(), least.is_some(), "case {index}");
        if let Some(least) = least {
            assert_eq!(hull.depth(), least, "case {index}");
            deep += usize::from(!least.is_zero());
        }
        if let Some(least) = least_overlap(&pair, false) {
            let planar = Hull::of_planar(&pair);
            assert!(planar.contains_origin(), "case {index}");
            assert_eq!(planar.depth(), least, "case {index} in the plane");
        }
        index += DEPTH_STRIDE;
    }
    assert!(deep > 0);
}

/// The least overlap along the directions of small whole numbers, if none separates the shapes.
fn least_overlap(pair: &Pair, in_space: bool) -> Option<Distance> {
    let mut least: Option<Distance> = None;
    for code in 0..125 {
        let direction = [code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2];
        if direction == [0; 3] || (!in_space && direction[2] != 0) {
            continue;
        }
        let gap = exact_support_gap(pair, &direction.map(Int::from_i64))?;
        if gap.sign() == Ordering::Greater {
            return None;
        }
        if least.as_ref().is_none_or(|least| gap.length() < least) {
            least = Some(gap.length().clone());
        }
    }
    least
}

/// Asserts that all routes agree on the pair, and returns its hull.
fn agree(pair: &Pair, name: &str) -> Hull {
    let distance = Nearest::of(pair).distance;
    let tried = Hull::by_candidate_normals(pair);
    let built = Hull::by_insertion(pair);
    assert_eq!(tried.distance(), distance, "candidate normals, {name}");
    assert_eq!(built.distance(), distance, "insertion, {name}");
    assert_eq!(
        tried.contains_origin(),
        distance.is_zero(),
        "membership, {name}"
    );
    assert_eq!(
        built.contains_origin(),
        distance.is_zero(),
        "membership, {name}"
    );
    assert_eq!(tried.depth(), built.depth(), "depth, {name}");
    assert_eq!(
        tried.half_spaces().len(),
        built.half_spaces().len(),
        "facets, {name}"
    );
    for facet in tried.half_spaces() {
        let same = built
            .half_spaces()
            .iter()
            .any(|other| other.a == facet.a && other.b == facet.b);
        assert!(same, "facet of {:?} and {:?}, {name}", facet.a, facet.b);
    }
    match enumeration::distance(pair) {
        Some(enumerated) => assert_eq!(enumerated, distance, "enumeration, {name}"),
        None => assert!(distance.is_zero(), "enumeration refused, {name}"),
    }
    tried
}
