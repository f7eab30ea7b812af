//! The harness: it cross-checks `gjk-core` against the exact `gjk-reference`.
//!
//! ```text
//! family ──► case ──► subject ──► answer ─┐
//!               └───► gjk-reference ► truth┴► judge ──► verdicts ──► tally ──► report
//! ```

pub mod case;
pub mod family;
pub mod judge;
pub mod subject;
