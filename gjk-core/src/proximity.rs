//! The answer of `proximity`.

/// The answer of [`proximity`](crate::proximity): two certain answers, and a third for the rest.
///
/// There will be no further variant, so a `match` may be exhaustive. For polytopes and sphere-swept
/// polytopes each answer is [exact](crate#exact-answers).
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
    /// They are certainly farther apart than the margin.
    Separated,
    /// Neither is certain: they are at most the margin apart, or rounding may hide on which side of
    /// it they are, or whether they touch. With a margin of zero, polytopes are never near, unless
    /// an iteration limit stops the query.
    Near,
    /// They certainly have a common point.
    Overlapping,
}
