//! Each test is a claim about lanes, on every machine available here. Points and directions are
//! small integers, so that projections are exact.

use super::{AtLeast, Highest, LANES, Narrow, NarrowLanes};
use crate::lanes::machine::{Compute, TwiceFour};
use crate::random::integers;
use crate::vector::Vector;
use glam::{DVec2, DVec3};
use std::vec::Vec;

/// The results on every machine.
fn everywhere<C: Compute>(compute: impl Fn() -> C) -> Vec<C::Output> {
    let outputs = std::vec![compute().on(TwiceFour)];
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    let outputs = {
        use crate::lanes::machine::eight::Computation;
        use crate::processor;
        let wide = processor::detected().map(|machine| {
            let compute = compute();
            processor::run(machine, Computation { machine, compute })
        });
        outputs.into_iter().chain(wide).collect()
    };
    outputs
}

fn points(count: usize, integer: &mut impl FnMut() -> f32) -> Vec<Narrow> {
    let mut point = || [integer(), integer(), integer()];
    (0..count).map(|_| point()).collect()
}

/// The projections of points, including the padding of the last block.
fn heights<V: Vector>(points: &[Narrow], direction: Narrow) -> Vec<f32> {
    let height = |point: &Narrow| {
        let products = point.iter().zip(direction).map(|(x, to)| x * to);
        products.take(V::DIMENSION).sum()
    };
    let mut heights: Vec<f32> = points.iter().map(height).collect();
    if let Some(last) = heights.last().copied() {
        heights.resize(points.len().next_multiple_of(LANES), last);
    }
    heights
}

fn the_highest_stands_alone<V: Vector>() {
    let mut integer = integers();
    let (mut alone, mut together) = (0, 0);
    for count in 1..60 {
        let points = points(count, &mut integer);
        let lanes = NarrowLanes::<V>::new(points.iter().copied());
        for _ in 0..30 {
            let direction = [integer(), integer(), integer()];
            let slack = integer() + 8.0;
            let heights = heights::<V>(&points, direction);
            let top = heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let least = top - slack;
            let mut high = (0..).zip(&heights).filter(|(_, height)| **height >= least);
            let (first, second) = (high.next(), high.next());
            let expected = match (first, second) {
                (Some((number, _)), None) => Ok(number),
                _ => Err(least),
            };
            *(if expected.is_ok() {
                &mut alone
            } else {
                &mut together
            }) += 1;
            let found = everywhere(|| Highest {
                lanes: &lanes,
                direction,
                slack,
            });
            for found in found {
                assert_eq!(found, expected, "{direction:?} of {points:?}");
            }
        }
    }
    assert!(alone > 300 && together > 300, "{alone} {together}");
}

// Claim: the highest point is found if and only if no other one is within `slack` of it, also one
// of the same lane of another block.
#[test]
fn the_highest_is_found_if_it_stands_alone() {
    the_highest_stands_alone::<DVec2>();
    the_highest_stands_alone::<DVec3>();
}

fn all_that_are_high_are_visited<V: Vector>() {
    let mut integer = integers();
    for count in 1..60 {
        let points = points(count, &mut integer);
        let lanes = NarrowLanes::<V>::new(points.iter().copied());
        for _ in 0..10 {
            let (direction, least) = ([integer(), integer(), integer()], 8.0 * integer());
            let heights = heights::<V>(&points, direction);
            assert_eq!(heights.len(), count + lanes.filling(count));
            let blocks: Vec<_> = (0..)
                .step_by(LANES)
                .zip(heights.chunks(LANES))
                .map(|(number, block)| {
                    let bits = block.iter().rev();
                    let bits = bits.fold(0, |bits, height| bits << 1 | u32::from(*height >= least));
                    (number, bits)
                })
                .collect();
            let visited = core::cell::RefCell::new(Vec::new());
            let rounds = everywhere(|| AtLeast {
                lanes: &lanes,
                direction,
                least,
                visit: |number, bits| visited.borrow_mut().push((number, bits)),
            });
            let visited = visited.into_inner();
            assert_eq!(
                visited,
                blocks.repeat(rounds.len()),
                "{direction:?} of {points:?}"
            );
            for (number, height) in heights.iter().enumerate() {
                assert_eq!(lanes.height(number, direction), *height);
            }
            assert!(lanes.height(heights.len(), direction).is_nan());
        }
    }
}

// Claim: exactly the points with at least a given projection are visited, for every such
// projection.
#[test]
fn what_is_high_is_visited() {
    all_that_are_high_are_visited::<DVec2>();
    all_that_are_high_are_visited::<DVec3>();
}
