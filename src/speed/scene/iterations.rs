//! How many iterations the pairs of a scene take, by the kinds of their shapes.

use gjk_core::{ClosestPoints, closest_points};
use glam::DVec3;

use super::{Scene, ours};
use crate::speed::primitive::Kind;

/// The mean iterations of the pairs of two kinds that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iterations {
    /// The two kinds.
    pub kinds: [Kind; 2],
    /// How many such pairs there are in all frames.
    pub pairs: usize,
    /// The mean of queries that know nothing of the frame before.
    pub cold: f64,
    /// The mean of updates of the answer of the frame before.
    pub warm: f64,
}

impl Iterations {
    /// Those of a scene, for each two kinds.
    pub fn of(scene: &Scene) -> Vec<Self> {
        let mut answers: Vec<Option<ClosestPoints<DVec3>>> = vec![None; scene.slots];
        let mut counted = Vec::new();
        ours::visit(scene, |a, b, pair| {
            let cold = closest_points(a, b);
            let last = &mut answers[pair.slot];
            let warm = last.take().map(|mut answer| {
                answer.update(a, b);
                answer
            });
            if cold.distance > 0.0 {
                let counts = [Some(cold.iterations), warm.map(|answer| answer.iterations)];
                counted.push((kinds(scene, [pair.a, pair.b]), counts));
            }
            *last = Some(warm.unwrap_or(cold));
        });
        Kind::pairs()
            .map(|kinds| {
                let own = || counted.iter().filter(move |(of, _)| *of == kinds);
                let mean = |which: usize| mean(own().filter_map(|(_, counts)| counts[which]));
                Self {
                    kinds,
                    pairs: own().count(),
                    cold: mean(0),
                    warm: mean(1),
                }
            })
            .collect()
    }
}

/// The kinds of two bodies, in the order of the tables.
fn kinds(scene: &Scene, bodies: [usize; 2]) -> [Kind; 2] {
    let [a, b] = bodies.map(|body| scene.shapes[body].kind());
    [a.min(b), a.max(b)]
}

/// The mean of some counts; NaN if there are none.
fn mean(counts: impl Iterator<Item = u32>) -> f64 {
    let (sum, count) = counts.fold((0.0, 0.0), |(sum, count), next| {
        (sum + f64::from(next), count + 1.0)
    });
    sum / count
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: every pair that is apart is counted with its two kinds, and takes an iteration at
    // least; a warm start takes fewer, unless it starts as a cold query does.
    #[test]
    fn pairs_are_counted_by_their_kinds() {
        let scene = Scene::crowd(300);
        let found = Iterations::of(&scene);
        assert_eq!(found.len(), 15);
        let mut apart = 0;
        ours::visit(&scene, |a, b, _| {
            apart += usize::from(gjk_core::distance(a, b) > 0.0);
        });
        let counted: usize = found.iter().map(|of| of.pairs).sum();
        assert_eq!(counted, apart);
        for of in found {
            let starts_anew = of.kinds == [Kind::Ball, Kind::Cylinder];
            let is_less = of.warm < 0.9 * of.cold || starts_anew;
            assert!(of.pairs > 0 && of.cold >= 1.0 && is_less, "{of:?}");
        }
    }
}
