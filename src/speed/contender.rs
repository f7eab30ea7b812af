//! Who is timed.

use std::hint::black_box;
use std::rc::Rc;

use serde::Serialize;

use super::corpus::Cell;
use super::query::Query;

/// What a contender is compared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// `gjk-core`, with one of its shapes.
    Ours,
    /// Another crate.
    Peer,
    /// A model of the least that the hardware needs: no GJK.
    Limit,
}

/// A way to answer queries.
#[derive(Clone, Copy)]
pub struct Contender {
    /// Its name in tables.
    pub name: &'static str,
    /// What it is compared as.
    pub role: Role,
    /// Builds the shapes of a cell, untimed, for each query that it knows. To add a contender is to
    /// write this and to add a line to the list of its module.
    prepare: fn(&Cell) -> Vec<Pass>,
}

impl Contender {
    pub(super) const fn new(
        name: &'static str,
        role: Role,
        prepare: fn(&Cell) -> Vec<Pass>,
    ) -> Self {
        Self {
            name,
            role,
            prepare,
        }
    }

    /// What it does in that cell: a pass for each query that it knows.
    pub fn passes(&self, cell: &Cell) -> Vec<Pass> {
        (self.prepare)(cell)
    }
}

/// One query about all pairs of a cell in turn.
pub struct Pass {
    /// The query.
    pub query: Query,
    /// How often it is asked in a pass.
    pub queries: usize,
    run: Box<dyn FnMut()>,
}

impl Pass {
    /// Asks about each pair.
    pub(super) fn new<T: 'static, R>(
        query: Query,
        pairs: &Rc<[T]>,
        ask: impl Fn(&T) -> R + 'static,
    ) -> Self {
        let pairs = Rc::clone(pairs);
        Self {
            query,
            queries: pairs.len(),
            run: Box::new(move || {
                for pair in pairs.iter() {
                    black_box(&ask(black_box(pair)));
                }
            }),
        }
    }

    /// Asks about each pair in each of so many frames; `ask` keeps of a pair what it wants to know
    /// in the next.
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
            run: Box::new(move || {
                for frame in 0..frames {
                    for (pair, state) in pairs.iter().zip(&mut states) {
                        ask(black_box(pair), frame, state);
                        black_box(state);
                    }
                }
            }),
        }
    }

    /// Does it.
    pub fn run(&mut self) {
        (self.run)();
    }
}
