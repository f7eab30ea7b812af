//! An edge of the difference of two polytopes that has its nearest point, proved at once.
//!
//! Let `p` and `q` be its ends, in twice the digits of `f64`, `e` the way between them rounded to `f64`, and `d` a vector
//! across it. The heights of the ends along `d` in twice the digits tell the distance; the [certificate](super::certificate)
//! of any face takes the mean and how that leans besides, which is known here. In the plane `d` has the same coordinates as
//! `e`, so it is exact, and `q` is higher than `p` by no more than rounding has left of the way: one height is enough. In
//! space it is the double cross product of the nearer end and `e`.
//!
//! Let `U` be the height along `d` of the point `m` that the weights of the ends make, `t` by how much the ends differ
//! in height, `r` the largest length and `u` a roundoff. The edge leans by `l = t / |e|` against `e`. Along `e` the
//! point `m` is no farther from the origin than `16 ur`: three `u` for the product of `p` and `e`, three for the square
//! of the length, two for the quotient and the other weight, one for the way and two for its ends. So the point of the
//! edge nearest to the origin is at most `σ = 16 ur + Ul` away from `m`, and its distance differs from `U` by `σl` at
//! most. It is between the ends if the weights exceed `σ / |e|`. A lower bound by the normal is off by `t` and by what
//! `m` has along `e`, whose square over `2U` is below `2^-76 r` where the distance is known.
//!
//! In space `d` leans against the way to the nearest point besides. Each cross product errs by `2√2 u` of the lengths of its
//! factors; the first moves `d / |e|²` by that of the nearer end and the second by that of its own length, which is the part
//! along `e`. The ends of `e` turn it about the nearer one, half of it away from the nearest point at most: by `2ur`. That is
//! below `9 ur` in all. The other errors are one `u` more for the product, one for the square, two for the products with that
//! and three for what `d` has along `e`: 21 in all, and `σ = 32 ur + Ul` has room for both. The plane that faces the origin
//! leans by `σ / U` then, and the distance differs from `U` by `2σ² / U` at most: a half of `(9 ur)² / U`, a half of `Ul²`,
//! and `σl`.

use super::Proved;
use super::certificate::{Claim, LEAN, LOOK, OF_BESIDE, OF_LENGTHS, OPEN_GAP, STEEPEST};
use super::estimate::Estimate;
use crate::bounds::Along;
use crate::closest::SupportPair;
use crate::difference::Difference;
use crate::double_double::DoubleDouble;
use crate::float::ROUNDOFF;
use crate::goal::Limits;
use crate::observer::Observer;
use crate::search::Search;
use crate::shape::is_handy;
use crate::space::Space;
use crate::support::{Support, vertex_numbers};
use crate::vector::Vector;
use crate::vertices::Vertices;

/// An edge of the difference of two polytopes that has its nearest point. Lengths are scaled.
pub(crate) struct NearestEdge<V> {
    /// Across it, away from the origin, of whatever length: the direction that the bounds are along. Rounded once more it
    /// would lean by more than is known.
    pub(crate) across: V,
    /// The unit vector from the first shape to the second, against that direction.
    pub(crate) normal: V,
    /// Its nearest point.
    pub(crate) nearest: V,
    /// The part of the way from its first end to its second at which that is.
    pub(crate) weight: f64,
    /// The distance of the cores: no more than `upper`, and no less than `lower`.
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// That of the shapes.
    pub(crate) proved: Proved,
}

impl<V, A, B> Difference<'_, A, B, V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    /// The edge between two vertices of the difference, if a look at all others shows that it has the nearest point, and its
    /// distance is known well enough. None of the two is longer than `reach`; `span` is [that](Self::span) of the
    /// difference.
    #[inline(always)]
    pub(crate) fn nearest_edge(
        &self,
        ends: [&SupportPair<V>; 2],
        [reach, span]: [f64; 2],
        limits: &Limits,
    ) -> Option<NearestEdge<V>> {
        let [first, second] = ends;
        let [a, b] = vertex_numbers(first.features())?;
        let [c, d] = vertex_numbers(second.features())?;
        // The vertices of two edges are in one plane but by chance.
        let counts = [1 + usize::from(a != c), 1 + usize::from(b != d)];
        if counts[0] + counts[1] != 3 {
            return None;
        }
        let (start, end) = (self.halves(first), self.halves(second));
        let ([p, p_low], [q, q_low]) = (start, end);
        let [edge, edge_low] = V::halves(V::Precise::sum(q, -p));
        let [x, y, _] = edge.coordinates();
        let [forth, squared] = [-p.dot(edge), edge.dot(edge)];
        // In the plane nothing is rounded across an axis, which proves more.
        let is_aslant = !V::PLANAR || (x != 0.0 && y != 0.0);
        if !(is_aslant && forth > 0.0 && forth < squared) {
            return None;
        }
        let across = if V::PLANAR {
            let across = V::of_coordinates([-y, x, 0.0]);
            across * f64::copysign(1.0, across.dot(p))
        } else {
            let nearer = if forth + forth < squared { p } else { q };
            nearer.rejection(edge)
        };
        let (names_a, names_b) = ([a, c], [b, d]);
        let names = [&names_a[..counts[0]], &names_b[..counts[1]]];
        if !self.others_are_higher(across, names, LOOK) {
            return None;
        }

        let along = Along::new(across);
        let inverse = if V::PLANAR {
            along.inverse
        } else {
            edge.length() * (1.0 / squared)
        };
        let weight = forth / squared;
        let base = along.height(start);
        let rise = if V::PLANAR {
            across.dot(edge_low + (q_low - p_low))
        } else {
            along.height(end).over(base)
        };
        let [upper, rest] = along.precise_length_of(base.plus(rise * weight));
        // Two heights, and their difference.
        let tilt = rise.abs() * along.inverse + 2.0 * OF_LENGTHS * reach;
        let lean = tilt * inverse;
        let [beside, off] = if V::PLANAR {
            [OF_BESIDE, lean]
        } else {
            [2.0 * OF_BESIDE, 2.0 * LEAN[1]]
        };
        let aside = beside * reach + upper * lean;
        let least_weight = 2.0 * aside * inverse;
        let leans_little = if V::PLANAR {
            lean <= LEAN[1]
        } else {
            aside <= LEAN[1] * upper
        };
        let holds = leans_little
            & (tilt <= OPEN_GAP * ROUNDOFF * reach)
            & (weight >= least_weight)
            & (1.0 - weight >= least_weight)
            & (inverse * (reach + span) <= STEEPEST)
            & is_handy(along.length);
        if !holds {
            return None;
        }
        let claim = Claim {
            height: Estimate {
                value: DoubleDouble::sum(upper, rest),
                error: OF_LENGTHS * (reach + upper) + aside * off,
            },
            scale: self.scale(),
            margin: None,
        };
        Some(NearestEdge {
            across,
            normal: -across / along.length,
            nearest: across * (upper * along.inverse),
            weight,
            lower: upper - tilt,
            upper,
            proved: claim.proves(self.radii(), limits)?,
        })
    }
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether the simplex, an edge of the difference, is seen to have its nearest point, by a look at all other
    /// vertices; its distance is noted then.
    #[inline(never)]
    pub(crate) fn ends_on_an_edge<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
    ) -> bool {
        let ends = [simplex.pair(0), simplex.pair(1)];
        let sizes = [self.reach, self.span];
        let Some(edge) = self.difference.nearest_edge(ends, sizes, &self.limits) else {
            return false;
        };
        (self.proved, self.normal) = (Some(edge.proved), Some(edge.normal));
        simplex.weigh([1.0 - edge.weight, edge.weight, 0.0, 0.0].map(P::Scalar::from));
        (self.nearest, self.mean, self.direction) = (edge.nearest, edge.nearest, edge.across);
        if !V::PLANAR {
            self.lay_off_along_the_mean(simplex);
        }
        (self.lower, self.upper) = (edge.lower, edge.upper);
        if self.observer.watches() {
            self.support = *simplex.pair(0);
        }
        true
    }
}

#[cfg(test)]
mod tests;
