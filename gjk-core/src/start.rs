//! The first support points of a search. Where shapes are far apart they separate them, which is seen before anything of a
//! search is laid out.

use crate::closest::SupportPair;
use crate::difference::{Difference, scale_for};
use crate::goal::Start;
use crate::proximity::certain_gap_of_polytopes;
use crate::support::Support;
use crate::vector::Vector;

/// The first direction, and the support points against it.
pub(crate) struct First<V> {
    pub(crate) direction: V,
    pub(crate) pair: SupportPair<V>,
}

impl<V, A, B> Difference<'_, A, B, V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    /// The first support points, which the difference adapts to: from centre to centre if no direction is given.
    #[inline(always)]
    pub(crate) fn first(&mut self, start: &Start<V>) -> First<V> {
        let direction = match start {
            Start::Direction(direction) => *direction,
            Start::Centers | Start::Simplex(_) => self.between_centers(),
        };
        let direction = direction * scale_for(direction.largest_coordinate());
        let pair = self.support(direction, None);
        self.adapt_to(&pair);
        First { direction, pair }
    }

    /// Whether polytopes are separated by more than the margin, beyond all rounding, by the plane through their first
    /// support points.
    #[inline(always)]
    pub(crate) fn is_separated_by(&self, first: &First<V>, margin: f64) -> bool {
        let point: V = self.point(&first.pair);
        let height = first.direction.dot(point);
        if !(height > 0.0 && self.vertex_counts().is_some()) {
            return false;
        }
        let lower = height / first.direction.length();
        let apart = self.radius() + margin * self.scale();
        lower > apart
            && lower - certain_gap_of_polytopes(self, point.length(), self.span()) > apart
    }
}
