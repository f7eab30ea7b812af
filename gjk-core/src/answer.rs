//! From the end of a search to the answer of a query: radii subtracted, scale undone, witnesses placed.

use crate::closest::{ClosestPoints, Status};
use crate::difference::Difference;
use crate::gjk::{Ending, Search, TOUCH_BAND};
use crate::support::Support;
use crate::vector::Vector;

/// A finished search, with the bounds of the distance between the shapes.
pub(crate) struct Answer<V> {
    search: Search<V>,
    status: Status,
    cores_intersect: bool,
    scale: f64,
    /// Scaled.
    lower: f64,
    /// Scaled.
    upper: f64,
}

impl<V: Vector> Answer<V> {
    pub(crate) fn new<A, B>(
        search: Search<V>,
        ending: Ending,
        difference: &Difference<'_, A, B, V>,
    ) -> Self
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let status = match ending {
            Ending::Stalled => Status::Stalled,
            Ending::IterationLimit => Status::IterationLimit,
            Ending::NotFinite | Ending::Rescaled => Status::NotFinite,
            _ => Status::Converged,
        };
        let cores_intersect = match ending {
            Ending::Intersecting | Ending::Drowned => true,
            Ending::Stalled => search.upper <= TOUCH_BAND * search.reach,
            _ => false,
        };
        let radius = difference.radius();
        let (lower, upper) = if status == Status::NotFinite {
            (f64::NAN, f64::NAN)
        } else if cores_intersect || search.upper <= radius {
            (0.0, 0.0)
        } else {
            let lower = f64::min(search.lower, search.upper);
            (f64::max(0.0, lower - radius), search.upper - radius)
        };
        Self {
            search,
            status,
            cores_intersect,
            scale: difference.scale(),
            lower,
            upper,
        }
    }

    pub(crate) fn intersects(&self) -> bool {
        self.upper == 0.0
    }

    pub(crate) fn distance(&self) -> f64 {
        self.upper / self.scale
    }

    pub(crate) fn closest_points<A, B>(
        &self,
        difference: &Difference<'_, A, B, V>,
    ) -> ClosestPoints<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let simplex = self.search.simplex.without_zeros();
        let [mean_a, mean_b] = simplex.means();
        let [origin_a, origin_b] = difference.origins();
        let (core_a, core_b) = (origin_a + mean_a, origin_b + mean_b);
        let length = self.search.nearest.length();
        let normal = if self.cores_intersect || self.status == Status::NotFinite {
            None
        } else {
            Some(-self.search.nearest / length)
        };
        let [radius_a, radius_b] = difference.radii();
        let (point_a, point_b) = match normal {
            None => (core_a, core_b),
            Some(normal) if self.upper > 0.0 => {
                (core_a + normal * radius_a, core_b - normal * radius_b)
            }
            Some(normal) => {
                // Only the rounding of the shapes overlaps: a point between the cores, divided as the
                // radii are, lies in both.
                let between = self.search.upper / self.scale;
                let common = core_a + normal * (between * (radius_a / (radius_a + radius_b)));
                (common, common)
            }
        };
        ClosestPoints {
            status: self.status,
            distance: self.distance(),
            lower: self.lower / self.scale,
            upper: self.upper / self.scale,
            point_a,
            point_b,
            normal,
            simplex,
            iterations: self.search.iterations,
        }
    }
}
