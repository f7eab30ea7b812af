//! The harness: it judges `gjk-core`, and any other GJK, by the exact `gjk-reference`.
//!
//! ```text
//! family ──► case ──► subject ──► answer ─┐
//!               └───► gjk-reference ► truth┴► judge ──► verdicts ──► tally ──► report
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod bits;
pub mod campaign;
pub mod case;
#[cfg(feature = "cli")]
pub mod command;
pub mod corpus;
pub mod diagnosis;
pub mod examination;
#[cfg(feature = "cli")]
pub mod explore;
pub mod family;
pub mod fuzzing;
pub mod hunt;
pub mod judge;
pub mod ledger;
pub mod plan;
pub mod profile;
pub mod report;
pub mod score;
#[cfg(feature = "cli")]
pub mod speed;
pub mod standing;
pub mod story;
pub mod subject;
pub mod tally;
pub mod touch_band;

pub use examination::judge;
/// The version of `glam` for the vectors of a case.
pub use glam;
