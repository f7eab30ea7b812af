//! A scene: bodies, their poses in each frame, and their candidate pairs.

mod crowd;
mod iterations;
mod ours;
#[cfg(feature = "peers")]
mod parry;

use std::ops::Range;
use std::rc::Rc;

use glam::{DQuat, DVec3};

use super::contender::{Contender, Pass, laps};
use super::motion::Frame;
use super::primitive::Primitive;
use super::query::Query;

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

impl Scene {
    /// The laps of a pass over all candidates, each within a frame.
    fn laps(&self) -> Vec<Range<usize>> {
        let frames = self.candidates.chunk_by(|p, q| p.frame == q.frame);
        let mut end = 0;
        let frames = frames.map(|pairs| {
            end += pairs.len();
            end - pairs.len()..end
        });
        frames.flat_map(laps).collect()
    }
}

/// The bodies of a scene as an engine keeps them: one list, and one pose for each body, which
/// changes from frame to frame.
#[derive(Clone)]
struct Bodies<B, P> {
    list: Vec<B>,
    /// The poses of all bodies, by frame.
    frames: Rc<[Vec<P>]>,
    /// The frame they are in.
    frame: usize,
    /// Moves a body to a pose.
    set: fn(&mut B, &P),
}

impl<B: Clone + 'static, P: Clone + 'static> Bodies<B, P> {
    /// Bodies in their poses of the first frame.
    fn new(list: Vec<B>, frames: Vec<Vec<P>>, set: fn(&mut B, &P)) -> Self {
        Self {
            list,
            frames: frames.into(),
            frame: 0,
            set,
        }
    }

    /// Moves them to the frame of a pair, if they are in another.
    fn move_to(&mut self, pair: &Candidate) {
        if self.frame != pair.frame {
            self.frame = pair.frame;
            for (body, pose) in self.list.iter_mut().zip(&self.frames[pair.frame]) {
                (self.set)(body, pose);
            }
        }
    }

    /// The bodies of a pair.
    fn of(&self, pair: &Candidate) -> [&B; 2] {
        [&self.list[pair.a], &self.list[pair.b]]
    }

    /// Queries all candidates of their scene.
    fn pass<R>(
        &self,
        query: Query,
        scene: &Scene,
        mut ask: impl FnMut([&B; 2], &Candidate) -> R + 'static,
    ) -> Pass {
        let ask = move |bodies: &Self, pair: &Candidate| ask(bodies.of(pair), pair);
        let (bodies, laps) = (self.clone(), scene.laps());
        Pass::of_bodies(query, &scene.candidates, laps, bodies, Self::move_to, ask)
    }
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    // Claim: bodies are in the frame of the pairs that a pass asks about, all of them in order, and
    // again in its next run. They move between laps, so none is of two frames.
    #[test]
    fn bodies_are_in_the_frame_of_their_pairs() {
        let scene = Scene::crowd(200);
        let (frames, candidates) = (scene.frames.clone(), Rc::clone(&scene.candidates));
        let poses = frames.iter().map(|frame| frame.to_vec()).collect();
        let bodies = Bodies::new(frames[0].clone(), poses, |body, pose| *body = *pose);
        let asked = Rc::new(Cell::new(0));
        let count = Rc::clone(&asked);
        let mut pass = bodies.pass(Query::Distance, &scene, move |bodies, pair| {
            let frame = &frames[pair.frame];
            assert_eq!(bodies, [&frame[pair.a], &frame[pair.b]]);
            assert_eq!(*pair, candidates[count.get() % candidates.len()]);
            count.set(count.get() + 1);
        });
        pass.run();
        pass.run();
        assert_eq!(asked.get(), 2 * scene.candidates.len());
    }
}
