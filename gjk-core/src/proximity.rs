//! What is certain about two shapes, whatever was rounded.

/// How two shapes lie to each other, with a third answer where neither of the others is certain.
/// The answer of [`proximity`](crate::proximity).
///
/// These three are all there are: two that are certain and what is left. So a `match` on them may
/// be exhaustive. For polytopes and sphere-swept polytopes each is
/// [exact](crate#exact-answers).
///
/// ```
/// use gjk_core::{Aabb, Proximity, proximity};
/// use glam::DVec2;
///
/// let square = |x: f64| Aabb::new(DVec2::X * x, DVec2::X * x + 1.0).unwrap();
/// let speed = match proximity(&square(0.0), &square(1.5), 1.0) {
///     Proximity::Separated => "full",
///     Proximity::Near => "slow",
///     Proximity::Overlapping => "none",
/// };
/// assert_eq!(speed, "slow");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proximity {
    /// They are farther apart than the margin, for certain.
    Separated,
    /// They are not farther apart than the margin, or by so little that rounding may hide it, and
    /// no common point is certain. With a margin of zero, which leaves nothing near for polytopes:
    /// they touch, as far as rounding can tell.
    Near,
    /// They have a common point, for certain.
    Overlapping,
}
