//! How fast queries are: the same pairs for `gjk-core`, its peers, and a model of the hardware
//! limit.
//!
//! ```text
//! Family × Placement ──► Cell (pairs) ──► Contender ──► Pass (timed) ──► Row ──► Check, tables
//! ```
//!
//! Times are compared only within one run, in which the contenders take turns.

mod bar;
mod build;
mod contender;
mod corpus;
mod cpu;
mod draw;
mod entry;
mod family;
#[cfg(feature = "peers")]
mod graph;
mod growth;
#[cfg(feature = "peers")]
mod lanes;
#[cfg(feature = "peers")]
mod limit;
mod motion;
mod ours;
#[cfg(feature = "peers")]
mod parry;
mod placement;
mod primitive;
mod primitives;
mod query;
mod race;
mod scene;
mod timing;

pub use bar::{BARS, Bar, Outcome, Over, geometric_mean};
pub use build::{BuildError, Builds, PAIRS as BUILD_PAIRS, Program};
pub use contender::{Contender, Pass, Role};
pub use corpus::{Cell, Pair};
pub use cpu::cpu;
pub use entry::{Entry, fastest, median, named};
pub use family::{FAMILIES, Family, Solid};
pub use growth::{VERTICES, growth};
pub use motion::Frame;
pub use placement::Placement;
pub use primitive::{Kind, Primitive};
pub use primitives::{Gap, Orientation, PAIRS, PrimitiveCell};
pub use query::Query;
pub use race::Race;
pub use scene::{
    BODIES, CANDIDATES_WANTED, Candidate, Iterations, OURS, OURS_COARSE, Scene, Shares, decided,
    scene_contenders,
};
pub use timing::{Clock, Row};

/// All contenders.
pub fn contenders() -> Vec<Contender> {
    let ours = ours::CONTENDERS.into_iter();
    #[cfg(feature = "peers")]
    let ours = ours.chain(parry::CONTENDERS).chain(limit::CONTENDERS);
    ours.collect()
}
