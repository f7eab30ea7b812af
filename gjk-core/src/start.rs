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
        lower > apart && lower - certain_gap_of_polytopes(self, point.length(), self.span()) > apart
    }
}

#[cfg(test)]
mod tests {
    use crate::difference::Difference;
    use crate::goal::Start;
    use crate::shape::{Cuboid, Ellipsoid, Point, Rounded};
    use crate::support::Support;
    use glam::DVec3;

    /// Whether the first support points separate two shapes by more than a margin.
    fn are_separated(
        a: &impl Support<Vector = DVec3>,
        b: &impl Support<Vector = DVec3>,
        margin: f64,
    ) -> bool {
        let mut difference = Difference::new(a, b);
        let first = difference.first(&Start::Centers);
        difference.is_separated_by(&first, margin)
    }

    fn point(x: f64) -> Point<DVec3> {
        Point::new(DVec3::X * x).unwrap()
    }

    // Claim: they do from the least gap on that rounding cannot make up, and not by a touch or an overlap.
    #[test]
    fn first_support_points_separate_what_is_apart() {
        let cuboid = Cuboid::new(DVec3::ONE).unwrap();
        for (gap, is_separated) in [
            (3.0, true),
            (1e-12, true),
            (1e-15, false),
            (0.0, false),
            (-0.5, false),
        ] {
            assert_eq!(
                are_separated(&cuboid, &point(1.0 + gap), 0.0),
                is_separated,
                "{gap:e}"
            );
        }
    }

    // Claim: radii and the margin are taken off the gap.
    #[test]
    fn radii_and_margins_count() {
        let cuboid = Cuboid::new(DVec3::ONE).unwrap();
        let rounded = Rounded::new(cuboid, 0.5).unwrap();
        assert!(are_separated(&rounded, &point(1.75), 0.125));
        assert!(!are_separated(&rounded, &point(1.75), 0.25));
        assert!(!are_separated(&rounded, &point(1.4), 0.0));
    }

    // Claim: of other shapes than polytopes nothing is known so early.
    #[test]
    fn curved_shapes_are_left_to_a_search() {
        let ellipsoid = Ellipsoid::new(DVec3::ONE).unwrap();
        assert!(!are_separated(&ellipsoid, &point(9.0), 0.0));
    }
}
