//! The contenders.

use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::corpus::Cell;
use super::query::Query;

/// The role of a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// `gjk-core` with one of its shapes.
    Ours,
    /// Another crate.
    Peer,
    /// A model of the hardware limit, not a GJK.
    Limit,
}

/// A way to answer queries about pairs, which are a `C`.
pub struct Contender<C = Cell> {
    /// Its name in tables.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// Builds the shapes of the pairs, untimed, for each supported query. To add a contender, write
    /// this and add a line to the list of its module.
    prepare: fn(&C) -> Vec<Pass>,
}

impl<C> Contender<C> {
    pub(super) const fn new(name: &'static str, role: Role, prepare: fn(&C) -> Vec<Pass>) -> Self {
        Self {
            name,
            role,
            prepare,
        }
    }

    /// Its passes over that cell, one for each supported query.
    pub fn passes(&self, pairs: &C) -> Vec<Pass> {
        (self.prepare)(pairs)
    }
}

/// The pairs of a lap, which takes a fifth of a millisecond: a task switch every few milliseconds
/// spoils one lap of many. No cell of the tables has more.
const LAP: usize = 128;

/// One query about all pairs of a cell in turn.
pub struct Pass {
    /// The query.
    pub query: Query,
    /// The number of queries in a pass.
    pub queries: usize,
    /// The number of laps, each of which is timed separately.
    pub(super) laps: usize,
    run: Box<dyn FnMut(usize) -> Duration>,
}

impl Pass {
    /// Queries each pair.
    pub(super) fn new<T: 'static, R>(
        query: Query,
        pairs: &Rc<[T]>,
        mut ask: impl FnMut(&T) -> R + 'static,
    ) -> Self {
        let ask = move |(): &(), pair: &T| ask(pair);
        Self::of_bodies(query, pairs, laps(0..pairs.len()), (), |(), _| (), ask)
    }

    /// Queries each pair of these bodies in laps. `move_to` moves the bodies to where they are at
    /// the first pair of a lap, before the clock starts.
    pub(super) fn of_bodies<T: 'static, B: 'static, R>(
        query: Query,
        pairs: &Rc<[T]>,
        laps: Vec<Range<usize>>,
        mut bodies: B,
        mut move_to: impl FnMut(&mut B, &T) + 'static,
        mut ask: impl FnMut(&B, &T) -> R + 'static,
    ) -> Self {
        let pairs = Rc::clone(pairs);
        Self {
            query,
            queries: pairs.len(),
            laps: laps.len(),
            run: Box::new(move |lap| {
                let pairs = &pairs[laps[lap].clone()];
                move_to(&mut bodies, &pairs[0]);
                timed(|| {
                    for pair in pairs {
                        black_box(&ask(&bodies, black_box(pair)));
                    }
                })
            }),
        }
    }

    /// Queries each pair in each of these frames; `ask` keeps for each pair the state for its next
    /// frame.
    pub(super) fn in_motion<T: 'static, S: Default + 'static>(
        pairs: &Rc<[T]>,
        frames: usize,
        ask: impl Fn(&T, usize, &mut S) + 'static,
    ) -> Self {
        let pairs = Rc::clone(pairs);
        let mut states: Vec<S> = pairs.iter().map(|_| S::default()).collect();
        Self {
            query: Query::Warm,
            queries: pairs.len() * frames,
            laps: 1,
            run: Box::new(move |_| {
                timed(|| {
                    for frame in 0..frames {
                        for (pair, state) in pairs.iter().zip(&mut states) {
                            ask(black_box(pair), frame, state);
                            black_box(state);
                        }
                    }
                })
            }),
        }
    }

    /// Runs it.
    pub fn run(&mut self) {
        (0..self.laps).for_each(|lap| {
            self.run_lap(lap);
        });
    }

    /// Runs one lap, and returns its time. The laps run in order.
    pub(super) fn run_lap(&mut self, lap: usize) -> Duration {
        (self.run)(lap)
    }
}

/// These pairs in laps.
pub(super) fn laps(pairs: Range<usize>) -> Vec<Range<usize>> {
    let starts = pairs.clone().step_by(LAP);
    starts.map(|from| from..pairs.end.min(from + LAP)).collect()
}

/// The time that this takes.
fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
