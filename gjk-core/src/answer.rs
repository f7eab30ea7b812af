//! From the end of a search to the answer of a query: radii subtracted, scale undone, witnesses
//! placed.

use crate::closest::{ClosestPoints, Status};
use crate::gjk::TOUCH_BAND;
use crate::goal::Ending;
use crate::observer::Observer;
use crate::proximity::Proximity;
use crate::search::Search;
use crate::shape::unit;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// What a finished search says about the shapes.
pub(crate) struct Answer {
    status: Status,
    distance: f64,
    /// Bounds of the distance of the shapes; both zero when they intersect.
    lower: f64,
    upper: f64,
    /// Whether a plane separates the cores.
    apart: bool,
}

impl Answer {
    #[inline(always)]
    pub(crate) fn new<V, A, B, O>(search: &Search<'_, A, B, V, O>, ending: Ending) -> Self
    where
        V: Vector,
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
        O: Observer<V>,
    {
        let cores_intersect = match ending {
            Ending::Intersecting | Ending::Drowned => true,
            Ending::Converged | Ending::Stalled => {
                let ulp = || search.reach.next_up() - search.reach;
                search.lower <= 0.0 && search.upper <= TOUCH_BAND * ulp()
            }
            _ => false,
        };
        let [lower, distance, upper] = match search.proved {
            Some(proved) => [proved.lower, proved.distance, proved.upper],
            None if cores_intersect => [0.0; 3],
            None => rounded_bounds(search),
        };
        let status = match ending {
            // Lengths may be beyond the largest number although no point is; one that rounds to it may be.
            _ if !(lower.is_finite() && distance < f64::MAX) => Status::NotFinite,
            Ending::Stalled => Status::Stalled,
            Ending::IterationLimit => Status::IterationLimit,
            Ending::Beyond => Status::BeyondMaxDistance,
            Ending::NotFinite | Ending::Rescaled => Status::NotFinite,
            _ => Status::Converged,
        };
        let [lower, distance, upper] = match status {
            Status::NotFinite => [f64::NAN; 3],
            _ => [lower, distance, upper],
        };
        Self {
            status,
            distance,
            lower,
            upper,
            apart: !cores_intersect && status != Status::NotFinite && search.lower > 0.0,
        }
    }

    pub(crate) fn distance(&self) -> f64 {
        self.distance
    }

    #[inline(always)]
    pub(crate) fn closest_points<V, A, B, O>(
        &self,
        search: &Search<'_, A, B, V, O>,
        simplex: &Vertices<V>,
    ) -> ClosestPoints<V>
    where
        V: Vector,
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
        O: Observer<V>,
    {
        // Nothing borrows from the answer, so that it is built where it will stand.
        let [point_a, point_b] = self.witnesses(search, simplex.means(search.heaviest));
        ClosestPoints {
            status: self.status,
            distance: self.distance,
            lower: self.lower,
            upper: self.upper,
            point_a,
            point_b,
            normal: self
                .apart
                .then(|| search.normal.unwrap_or_else(|| unit(-search.direction))),
            simplex: simplex.rounded(),
            iterations: search.iterations,
        }
    }

    #[inline(always)]
    fn witnesses<V, A, B, O>(
        &self,
        search: &Search<'_, A, B, V, O>,
        [mean_a, mean_b]: [V; 2],
    ) -> [V; 2]
    where
        V: Vector,
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
        O: Observer<V>,
    {
        let [origin_a, origin_b] = search.difference.origins();
        let [radius_a, radius_b] = search.difference.radii();
        // Small terms are added before the origins, which may be large.
        if !self.apart || (radius_a == 0.0 && radius_b == 0.0) {
            [origin_a + mean_a, origin_b + mean_b]
        } else if self.distance > 0.0 {
            // From the closest point of the first core to that of the second.
            let toward = unit(-search.mean);
            [
                origin_a + (mean_a + toward * radius_a),
                origin_b + (mean_b - toward * radius_b),
            ]
        } else {
            // Only the radii overlap: the point that divides the line between the cores as the
            // radii do lies in both shapes. It is found from the core that it is nearer to, in
            // which it lies where that has no radius.
            let between = search.mean / search.difference.scale();
            let common = if radius_a < radius_b {
                origin_a + (mean_a - between * share(radius_a, radius_b))
            } else {
                origin_b + (mean_b + between * share(radius_b, radius_a))
            };
            [common, common]
        }
    }
}

/// The part of the sum of two lengths, which may be infinite, that the first makes up; zero if both
/// are zero.
fn share(first: f64, second: f64) -> f64 {
    if first > 0.0 {
        1.0 / (1.0 + second / first)
    } else {
        0.0
    }
}

/// A length without its scale. One that is not zero does not become zero below the least number.
fn unscaled(length: f64, scale: f64) -> f64 {
    if length > 0.0 {
        f64::max(length / scale, f64::from_bits(1))
    } else {
        length
    }
}

/// The lower bound, and the upper bound twice, as it is the distance: of the shapes, in their unit.
fn rounded_bounds<V, A, B, O>(search: &Search<'_, A, B, V, O>) -> [f64; 3]
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    let (radius, scale) = (search.difference.radius(), search.difference.scale());
    if search.upper <= radius {
        return [0.0; 3];
    }
    let lower = f64::max(0.0, f64::min(search.lower, search.upper) - radius);
    let upper = unscaled(search.upper - radius, scale);
    [lower / scale, upper, upper]
}

/// Whether the shapes intersect.
pub(crate) fn verdict<V, A, B, O>(
    search: &Search<'_, A, B, V, O>,
    ending: Ending,
    _: &Vertices<V>,
) -> bool
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    match ending {
        Ending::Separated => false,
        Ending::Intersecting => true,
        _ => Answer::new(search, ending).distance == 0.0,
    }
}

/// What is certain about the shapes whatever was rounded.
pub(crate) fn proximity<V, A, B, O>(search: &Search<'_, A, B, V, O>, ending: Ending) -> Proximity
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    match ending {
        Ending::Intersecting => Proximity::Overlapping,
        Ending::Near => Proximity::Near,
        Ending::Separated => Proximity::Separated,
        _ if search.certainly_beyond_margin() => Proximity::Separated,
        _ if search.radii_certainly_overlap() => Proximity::Overlapping,
        _ => Proximity::Near,
    }
}

#[cfg(test)]
mod tests {
    use super::{share, unscaled};

    // Claim: two radii share the way between their cores as they are long, and no radius has no part.
    #[test]
    fn shares_are_parts_of_a_sum() {
        assert_eq!(share(1.0, 3.0), 0.25);
        assert_eq!(share(0.0, 3.0), 0.0);
        assert_eq!(share(0.0, 0.0), 0.0);
    }

    // Claim: a length that is not zero stays so below the least number; zero and NaN stay too.
    #[test]
    fn lengths_do_not_vanish() {
        assert_eq!(unscaled(3.0, 4.0), 0.75);
        assert_eq!(unscaled(f64::MIN_POSITIVE, f64::MAX), f64::from_bits(1));
        assert_eq!(unscaled(0.0, 4.0), 0.0);
        assert!(unscaled(f64::NAN, 4.0).is_nan());
    }
}
