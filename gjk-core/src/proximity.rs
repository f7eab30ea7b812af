//! The answer of a query that does not hide what rounding hides.

/// How two shapes lie to each other, with a third answer where neither of the others is certain.
/// The answer of [`proximity`](crate::proximity).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proximity {
    /// They are farther apart than the margin, for certain.
    Separated,
    /// They are not farther apart than the margin, or by so little that rounding may hide it, and
    /// no common point is certain. With a margin of zero: they touch, as far as rounding can tell.
    Near,
    /// They have a common point, for certain.
    Overlapping,
}
