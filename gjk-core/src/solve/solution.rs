//! The result of a query.

use glam::DVec3;

use crate::bounds::Bounds;
use crate::propose::Search;

/// Why a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Status {
    /// The duality gap `upper - lower` meets the tolerance, or is as small as rounding allows.
    Converged,
    /// Rounding stopped the search before the gap closed, or exact arithmetic used up its steps.
    /// The bounds hold nevertheless.
    Stalled,
    /// The iteration limit stopped the search. The bounds hold nevertheless.
    IterationLimit,
    /// The lower bound reached the [maximum distance](crate::Settings::max_distance), which stopped
    /// the search. The bounds hold nevertheless.
    BeyondMaxDistance,
    /// A support mapping returned NaN or infinity, the Minkowski difference or an
    /// [extent](crate::SupportMapping::extent) overflows, the distance is not below the largest
    /// number, or its upper bound overflows. The distance and the bounds are NaN.
    NotFinite,
}

/// The result of a query, as far as the question needs it.
pub(crate) struct Solution {
    pub(crate) status: Status,
    /// Unknown where a verdict asks for no more than the status.
    pub(crate) bounds: Bounds,
    /// A vector from the first core to the second, if a plane perpendicular to it separates them.
    pub(crate) normal: Option<DVec3>,
    pub(crate) iterations: u32,
}

impl Solution {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self {
        status: Status::NotFinite,
        bounds: Bounds::UNKNOWN,
        normal: None,
        iterations: 0,
    };

    /// Whether the shapes intersect, as far as is known.
    pub(crate) fn meets(&self) -> bool {
        self.bounds.distance == 0.0
    }

    /// The answer whose normal is against the last direction, if a plane perpendicular to that
    /// separates the cores.
    pub(super) fn of(search: &Search<'_>, (status, bounds): (Status, Bounds)) -> Self {
        Self {
            status,
            bounds,
            normal: (search.lower > 0.0).then(|| -search.direction),
            iterations: search.iterations,
        }
    }

    /// The shapes intersect, and no plane between the cores is known.
    pub(super) fn met(search: &Search<'_>) -> Self {
        Self {
            normal: None,
            ..Self::of(search, (Status::Converged, Bounds::CONTACT))
        }
    }
}
