//! A scene: bodies, their poses in each frame, and their candidate pairs.

mod crowd;
mod iterations;
mod ours;
#[cfg(feature = "peers")]
mod parry;

use std::rc::Rc;

use glam::{DQuat, DVec3};

use super::contender::Contender;
use super::motion::Frame;
use super::primitive::Primitive;

pub use crowd::{BODIES, CANDIDATES_WANTED};
pub use iterations::Iterations;
pub(super) use ours::posed;
pub use ours::{OURS, OURS_COARSE, Shares, decided};

/// Bodies, and the candidate pairs of each frame.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The shape of each body.
    pub shapes: Vec<Primitive>,
    /// The poses of all bodies, by frame.
    pub frames: Vec<Vec<Frame>>,
    /// All candidate pairs, frame after frame.
    pub candidates: Rc<[Candidate]>,
    /// The number of pairs of bodies that are a candidate in any frame.
    pub slots: usize,
}

/// Two bodies in a frame that may be near each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The frame.
    pub frame: usize,
    /// The number of the first body.
    pub a: usize,
    /// The number of the second body.
    pub b: usize,
    /// The number of the pair: the same in all frames.
    pub slot: usize,
}

/// All contenders that take a scene.
pub fn scene_contenders() -> Vec<Contender<Scene>> {
    let ours = ours::contenders().into_iter();
    #[cfg(feature = "peers")]
    let ours = ours.chain(parry::contenders());
    ours.collect()
}

/// The pose with each number rounded to `f32`, the format of engines.
pub(super) fn stored(turn: DQuat, shift: DVec3) -> Frame {
    Frame {
        turn: turn.as_quat().as_dquat(),
        shift: shift.as_vec3().as_dvec3(),
    }
}
