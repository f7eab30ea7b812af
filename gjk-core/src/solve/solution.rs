//! The result of a query.

use glam::DVec3;

use crate::bounds::Bounds;
use crate::propose::Search;

/// The answer, as far as the question needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Finding {
    /// Farther apart than the question needs to know.
    Beyond(Bounds),
    /// This far apart; the bounds of a verdict say no more than that.
    Apart(Bounds),
    /// They have a common point.
    Contact,
    /// Only bounds are known: the iteration limit is reached, or rounding stopped the search.
    Limit(Bounds),
    Stalled(Bounds),
    /// A point is not finite.
    NotFinite,
}

/// The result of a query.
pub(crate) struct Solution {
    pub(crate) finding: Finding,
    /// A vector from the first core to the second, if a plane across it separates them.
    pub(crate) normal: Option<DVec3>,
    pub(crate) iterations: u32,
}

impl Solution {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self {
        finding: Finding::NotFinite,
        normal: None,
        iterations: 0,
    };

    /// Whether the shapes intersect, as far as is known.
    pub(crate) fn meets(&self) -> bool {
        self.bounds().distance == 0.0
    }

    /// The known bounds of the distance.
    pub(crate) fn bounds(&self) -> Bounds {
        match self.finding {
            Finding::Beyond(bounds)
            | Finding::Apart(bounds)
            | Finding::Limit(bounds)
            | Finding::Stalled(bounds) => bounds,
            Finding::Contact => Bounds::CONTACT,
            Finding::NotFinite => Bounds::UNKNOWN,
        }
    }

    /// The answer with this normal.
    pub(super) fn new(search: &Search<'_>, finding: Finding, normal: Option<DVec3>) -> Self {
        Self {
            finding,
            normal,
            iterations: search.iterations,
        }
    }

    /// The answer whose normal is against the last direction, if a plane across that separates the
    /// cores.
    pub(super) fn of(search: &Search<'_>, finding: Finding) -> Self {
        let is_apart = search.lower > 0.0;
        Self::new(search, finding, is_apart.then(|| -search.direction))
    }

    /// The shapes intersect, and no plane between the cores is known.
    pub(super) fn met(search: &Search<'_>) -> Self {
        Self::new(search, Finding::Contact, None)
    }
}
