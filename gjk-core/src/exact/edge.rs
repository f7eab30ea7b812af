//! An edge of the difference of two polygons that is its nearest face, proved at once.
//!
//! Let `p` and `q` be its ends, in twice the digits of `f64`, and `e` the way between them rounded to `f64`. The vector
//! `d` across `e`, which has the same coordinates, is exact. Along it `q` is higher than `p` by no more than rounding
//! has left of the way, which is known too. So one height in twice the digits, that of `p`, tells the distance; the
//! [certificate](super::certificate) of any face takes one for each vertex, and the mean.
//!
//! Let `U` be the height along `d` of the point `m` that the weights of the ends make, `t` by how much the ends differ in
//! height, `r` the largest length and `u` a roundoff. The edge leans by `l = t / |e|` against `e`. Along `e` the point `m`
//! is no farther from the origin than `16 ur`: three `u` for the product of `p` and `e`, eight for one over the square of
//! the length, one for the way and two for its ends. So the point of the edge nearest to the origin is at most
//! `σ = 16 ur + Ul` away from `m`, and its distance differs from `U` by `σl` at most. It is between the ends if the weights
//! exceed `σ / |e|`. A lower bound by the normal is off by `t` and by what `m` has along `e`, whose square over `2U` is below
//! `2^-76 r` where the distance is known.

use super::certificate::{Claim, LEAN, LOOK, OF_BESIDE, OF_LENGTHS, OPEN_GAP, STEEPEST};
use super::estimate::Estimate;
use crate::bounds::Along;
use crate::double_double::DoubleDouble;
use crate::float::ROUNDOFF;
use crate::observer::Observer;
use crate::search::Search;
use crate::space::Space;
use crate::support::{Support, vertex_numbers};
use crate::vector::Vector;
use crate::vertices::Vertices;

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether the simplex, an edge of the difference of polygons, is seen to be its nearest face, by a look at all other
    /// vertices; its distance is noted then.
    #[inline(never)]
    pub(crate) fn ends_on_an_edge<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
    ) -> bool {
        let ends = [simplex.pair(0), simplex.pair(1)];
        let [Some([a, b]), Some([c, d])] =
            ends.map(|pair| vertex_numbers([pair.feature_a, pair.feature_b]))
        else {
            return false;
        };
        // The vertices of two edges are in one plane but by chance.
        let counts = [1 + usize::from(a != c), 1 + usize::from(b != d)];
        if counts[0] + counts[1] != 3 {
            return false;
        }
        let start: V::Precise = self.difference.point(ends[0]);
        let [p, p_low] = V::halves(start);
        let [q, q_low] = V::halves(self.difference.point(ends[1]));
        let [edge, edge_low] = V::halves(V::Precise::sum(q, -p));
        let [x, y, _] = edge.coordinates();
        let forth = -p.dot(edge);
        // Across an axis nothing is rounded, which proves more.
        if !(x != 0.0 && y != 0.0 && forth > 0.0 && forth < edge.dot(edge)) {
            return false;
        }
        let across = V::of_coordinates([-y, x, 0.0]);
        let across = across * f64::copysign(1.0, across.dot(p));
        let (names_a, names_b) = ([a, c], [b, d]);
        let names = [&names_a[..counts[0]], &names_b[..counts[1]]];
        if !self.difference.others_are_higher(across, names, LOOK) {
            return false;
        }

        let along = Along::new(across);
        let weight = forth * along.inverse * along.inverse;
        let rise = across.dot(edge_low + (q_low - p_low));
        let height = along.height(start).1.plus(rise * weight);
        let [upper, rest] = along.precise_length_of(height);
        // Two heights, and their difference.
        let tilt = rise.abs() * along.inverse + 2.0 * OF_LENGTHS * self.reach;
        let lean = tilt * along.inverse;
        let aside = OF_BESIDE * self.reach + upper * lean;
        let least_weight = 2.0 * aside * along.inverse;
        let holds = (lean <= LEAN[1])
            & (tilt <= OPEN_GAP * ROUNDOFF * self.reach)
            & (weight >= least_weight)
            & (1.0 - weight >= least_weight)
            & (along.inverse * (self.reach + self.span) <= STEEPEST);
        let claim = Claim {
            height: Estimate {
                value: DoubleDouble::sum(upper, rest),
                error: OF_LENGTHS * (self.reach + upper) + aside * lean,
            },
            scale: self.difference.scale(),
            margin: None,
        };
        self.proved = if holds { self.proved_by(&claim) } else { None };
        if self.proved.is_none() {
            return false;
        }
        simplex.weigh([1.0 - weight, weight, 0.0, 0.0].map(P::Scalar::from));
        let nearest = across * (upper * along.inverse);
        (self.nearest, self.mean, self.direction) = (nearest, nearest, nearest);
        (self.lower, self.upper) = (upper - tilt, upper);
        if self.observer.watches() {
            self.support = *simplex.pair(0);
        }
        true
    }
}

#[cfg(test)]
mod tests;
