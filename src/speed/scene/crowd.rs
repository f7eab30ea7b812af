//! Many bodies of all kinds, rotating and moving through each other, and a broad phase.

use std::collections::BTreeMap;

use glam::{DQuat, DVec3, Vec3};

use super::{Candidate, Scene, stored};
use crate::case::Dim;
use crate::speed::draw::Draw;
use crate::speed::motion::{Frame, Pace, frames};
use crate::speed::primitive::{Kind, Primitive};

/// Bodies of the scene.
pub const BODIES: usize = 2000;

/// The intended number of candidate pairs of each frame, for that many bodies.
pub const CANDIDATES_WANTED: usize = 4000;

/// Selects the scene.
const SEED: u64 = 32;

/// The edge of the cube in which the centres of [`BODIES`] begin, found by trial for the intended
/// number of candidate pairs.
const EDGE: f64 = 20.3;

/// The least and the largest length of a body: half of a height, or a radius.
const LENGTHS: [f64; 2] = [0.25, 0.75];

/// Points of a hull.
const POINTS: usize = 16;

/// Bodies are candidates if the distance of their bounding spheres is at most this. A broad phase
/// needs a margin, so that it need not run in each frame.
const MARGIN: f64 = 0.1;

/// The motion between two frames: 1.1 degrees and a hundredth of the length of a body, which at 60
/// frames a second is a rotation in five seconds.
const PACE: Pace = Pace {
    turn: 0.01,
    shift: 0.01,
};

impl Scene {
    /// The first bodies, as dense as [`BODIES`] are.
    pub fn crowd(bodies: usize) -> Self {
        let mut draw = Draw::new(SEED);
        let edge = EDGE * (bodies as f64 / BODIES as f64).cbrt();
        let kinds = Kind::ALL.into_iter().cycle().take(bodies);
        let shapes: Vec<_> = kinds.map(|kind| shape(kind, &mut draw)).collect();
        let paths = shapes.iter().map(|shape| path(shape, edge, &mut draw));
        let paths: Vec<Vec<Frame>> = paths.collect();
        let count = paths.first().map_or(0, Vec::len);
        let frames = (0..count).map(|frame| paths.iter().map(|path| path[frame]).collect());
        let frames: Vec<Vec<Frame>> = frames.collect();

        let reaches: Vec<f64> = shapes.iter().map(Primitive::reach).collect();
        let mut slots = BTreeMap::new();
        let mut candidates = Vec::new();
        for (number, frame) in frames.iter().enumerate() {
            for [a, b] in near(frame, &reaches) {
                let next = slots.len();
                candidates.push(Candidate {
                    frame: number,
                    a,
                    b,
                    slot: *slots.entry([a, b]).or_insert(next),
                });
            }
        }
        Self {
            shapes,
            frames,
            candidates: candidates.into(),
            slots: slots.len(),
        }
    }
}

fn shape(kind: Kind, draw: &mut Draw) -> Primitive {
    let [low, high] = LENGTHS;
    let mut length = || draw.between(low, high) as f32;
    let lengths = Vec3::new(length(), length(), length());
    if kind == Kind::Hull {
        // An irregular hull: the prism of `Primitive` is too regular for random poses.
        let point = |_| draw.direction(Dim::Three).as_vec3() * lengths;
        return Primitive::Hull {
            points: (0..POINTS).map(point).collect(),
        };
    }
    Primitive::new(kind, lengths)
}

/// The pose of a body in each frame.
fn path(shape: &Primitive, edge: f64, draw: &mut Draw) -> Vec<Frame> {
    let turn: DQuat = draw.turn(Dim::Three);
    let place: DVec3 = draw.vector(Dim::Three, edge / 2.0);
    let motion = frames(Dim::Three, place, shape.reach() * 2.0, PACE, draw);
    let at = |moved: &Frame| stored(moved.turn * turn, moved.turn * place + moved.shift);
    motion.iter().map(at).collect()
}

/// The pairs whose bounding spheres are within the margin of each other: a sweep along x.
fn near(frame: &[Frame], reaches: &[f64]) -> Vec<[usize; 2]> {
    let low = |body: usize| frame[body].shift.x - reaches[body];
    let mut order: Vec<usize> = (0..frame.len()).collect();
    order.sort_by(|p, q| low(*p).total_cmp(&low(*q)));
    let mut pairs = Vec::new();
    for (at, &p) in order.iter().enumerate() {
        let end = frame[p].shift.x + reaches[p] + MARGIN;
        for &q in order[at + 1..].iter().take_while(|q| low(**q) <= end) {
            let far = reaches[p] + reaches[q] + MARGIN;
            if frame[p].shift.distance_squared(frame[q].shift) <= far * far {
                pairs.push([p.min(q), p.max(q)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative tolerance of the number of candidates.
    const OFF: f64 = 0.05;

    // Claim: the scene has the intended number of candidates, in every frame.
    #[test]
    fn candidates_are_as_many_as_wanted() {
        let scene = Scene::crowd(BODIES);
        let wanted = CANDIDATES_WANTED as f64;
        for frame in 0..scene.frames.len() {
            let here = scene.candidates.iter().filter(|pair| pair.frame == frame);
            let count = here.count() as f64;
            assert!((count / wanted - 1.0).abs() < OFF, "{frame}: {count}");
        }
    }

    // Claim: the sweep finds the pairs that a comparison of all pairs finds.
    #[test]
    fn the_sweep_misses_none() {
        let scene = Scene::crowd(100);
        let reaches: Vec<f64> = scene.shapes.iter().map(Primitive::reach).collect();
        let frame = &scene.frames[0];
        let mut all = Vec::new();
        for p in 0..frame.len() {
            for q in p + 1..frame.len() {
                let gap = frame[p].shift.distance(frame[q].shift) - reaches[p] - reaches[q];
                if gap <= MARGIN {
                    all.push([p, q]);
                }
            }
        }
        assert!(!all.is_empty());
        assert_eq!(near(frame, &reaches), all);
    }

    // Claim: a pair keeps its slot from frame to frame, and no other pair has it.
    #[test]
    fn slots_are_those_of_pairs() {
        let scene = Scene::crowd(200);
        let mut pairs = vec![None; scene.slots];
        for pair in scene.candidates.iter() {
            let bodies = Some([pair.a, pair.b]);
            assert!([None, bodies].contains(&pairs[pair.slot]));
            pairs[pair.slot] = bodies;
        }
        assert!(pairs.iter().all(Option::is_some));
    }

    // Claim: all numbers are `f32`, and the same each time.
    #[test]
    fn poses_are_stored_as_engines_do() {
        let [once, again] = [50, 50].map(Scene::crowd);
        assert_eq!(once.frames, again.frames);
        for frame in once.frames.iter().flatten() {
            assert_eq!(*frame, stored(frame.turn, frame.shift));
        }
    }
}
