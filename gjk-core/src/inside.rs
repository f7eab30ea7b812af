//! A simplex that contains the origin: whether it surely does, where a search that starts from it is over, and its
//! weights, which tell where the common points of two shapes lie.

use crate::bounds::length;
use crate::closest::SIMPLEX_MAX;
use crate::double_double::DoubleDouble;
use crate::float::ROUNDOFF;
use crate::goal::Goal;
use crate::nearest::{LARGEST_CROSS, LARGEST_TRIPLE, SIGN_ERROR};
use crate::observer::Observer;
use crate::search::Search;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// A correction of the weights is trusted where the simplex is this many times larger than what is to
/// be corrected.
///
/// Let `R` be the largest length, `u` a roundoff, `m` the mean to be corrected and `W` the volume of
/// the edges. A correction is a volume of `m` and two edges, each up to `2R`, over `W`; with some
/// eight roundings it errs by `8u · 4R²|m| / W`, and the three together move the mean by at most
/// `3 · 2R` times that: `192 u R³|m| / W`, which is `uR / 5` at most where `W ≥ 1024 R²|m|`. In the
/// plane there is one factor `2R` less, and two corrections: `W ≥ 1024 R|m|` is more than enough.
const TRUSTED: f64 = 1024.0;

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether polytopes, or round shapes over them, overlap whatever was rounded, where the search says
    /// that they do.
    ///
    /// Where their cores do not, it goes by the length of a mean. Otherwise the signs of volumes are
    /// certain but for the sums of terms that points are made of, where shapes stand elsewhere than at
    /// the origin: such a sum is up to four [spans](Difference::span) long.
    pub(crate) fn surely_overlap(&self, simplex: &Vertices<V>) -> bool {
        if !simplex.fills_space() {
            let mean = simplex.near_mean(self.difference, self.reach);
            return mean.length() + self.certain_gap() < self.difference.radius();
        }
        self.difference.is_at_origin() || simplex.certain_volumes(self.size_in_doubt()).is_some()
    }

    /// A length of which each vertex of the difference is off by a roundoff at most.
    #[inline(always)]
    fn size_in_doubt(&self) -> f64 {
        if self.difference.is_at_origin() {
            self.reach
        } else {
            self.reach + 8.0 * self.span
        }
    }

    /// Whether the simplex that the search starts from surely contains the origin: with its weights then, if they
    /// are asked for. Most that fill the space do, and need no search.
    #[inline(always)]
    pub(crate) fn starts_inside(&mut self, simplex: &mut Vertices<V>) -> bool {
        if !simplex.fills_space() {
            return false;
        }
        let Some((volumes, whole)) = simplex.certain_volumes(self.size_in_doubt()) else {
            return false;
        };
        if self.limits.goal == Goal::ClosestPoints {
            let share = 1.0 / whole;
            simplex.weigh(volumes.map(|volume| volume * share));
            self.heaviest = Some(simplex.heaviest());
        }
        true
    }

    /// Computes the weights of a simplex that contains the origin again, to the last digit.
    #[inline(always)]
    pub(crate) fn refine_weights(&mut self, simplex: &mut Vertices<V>) {
        if simplex.spans_nothing() {
            return;
        }
        let mean = simplex.near_mean(self.difference, self.reach);
        match simplex.corrected(mean, self.reach) {
            Some(weights) => simplex.weigh(weights),
            None => self.refine_precisely(simplex),
        }
    }

    /// The same in double-double. The sides of a flat simplex that `f64` knows for certain may still
    /// have volumes of few digits. Where it is so flat that double-double has few digits as well, the
    /// origin is as near to a side as rounding can tell, and the weights of the side are better.
    #[cold]
    fn refine_precisely(&mut self, simplex: &mut Vertices<V>) {
        self.heaviest = None;
        let precise = Vertices::<V::Precise>::of(simplex, self.difference);
        let with = |weights| {
            let mut kept = precise;
            kept.keep(&weights);
            kept
        };
        let mut best = with(precise.nearest(self.reach).weights);
        let off = length(best.mean(self.difference));
        if off > ROUNDOFF * self.reach {
            let side = with(precise.nearest_on_sides().weights);
            if length(side.mean(self.difference)) < off {
                best = side;
            }
        }
        *simplex = Vertices::of(&best, self.difference);
    }
}

impl<V: Vector> Vertices<V> {
    /// The volumes that the origin makes with the sides of a simplex that fills the space, opposite to each vertex, if
    /// it surely contains the origin, where each vertex may be off by a roundoff of `size`, which none exceeds in
    /// length: if all have the sign of the whole, beyond all rounding; and the whole. In the plane areas, times the whole.
    #[inline(always)]
    fn certain_volumes(&self, size: f64) -> Option<([f64; SIMPLEX_MAX], f64)> {
        let [a, b, c, d] = *self.points();
        let (ab, ac, ad, bc, bd) = (b - a, c - a, d - a, c - b, d - b);
        // All of them are compared at once: where the origin is inside no branch is spared.
        if V::PLANAR {
            let whole = ab.cross(ac);
            let doubt = SIGN_ERROR * ROUNDOFF * LARGEST_CROSS * size * size;
            let is_certain = |area| V::cross_dot(area, area) > doubt * doubt;
            let areas = [b.cross(c), c.cross(a), a.cross(b)];
            let [of_a, of_b, of_c] = areas.map(|area| V::cross_dot(area, whole));
            let certain = is_certain(whole)
                & is_certain(areas[0])
                & is_certain(areas[1])
                & is_certain(areas[2])
                & (of_a > 0.0)
                & (of_b > 0.0)
                & (of_c > 0.0);
            certain.then_some(([of_a, of_b, of_c, 0.0], V::cross_dot(whole, whole)))
        } else {
            let volumes = [
                -b.height(bd.cross(bc)),
                -a.height(ac.cross(ad)),
                -a.height(ad.cross(ab)),
                -a.height(ab.cross(ac)),
            ];
            let whole = ad.height(ab.cross(ac));
            let doubt = SIGN_ERROR * ROUNDOFF * LARGEST_TRIPLE * size * size * size;
            let is_certain =
                |volume: f64| (volume.abs() > doubt) & ((volume > 0.0) == (whole > 0.0));
            let certain = is_certain(whole)
                & is_certain(volumes[0])
                & is_certain(volumes[1])
                & is_certain(volumes[2])
                & is_certain(volumes[3]);
            certain.then_some((volumes, whole))
        }
    }

    /// The weights of a simplex that fills the space, corrected so that its mean, which is near the
    /// origin, becomes the origin: by one step of Newton's method. None where `f64` cannot tell.
    #[inline(always)]
    fn corrected(&self, mean: V, reach: f64) -> Option<[f64; SIMPLEX_MAX]> {
        let fills = self.fills_space();
        let [a, b, c, d] = *self.points();
        let (ab, ac, ad, off) = (b - a, c - a, d - a, -mean);
        let least = TRUSTED * reach * mean.length();
        // Volumes, in the plane areas times the whole.
        let (whole, parts, trusted) = if V::PLANAR {
            let normal = ab.cross(ac);
            let area = |p: V, q: V| V::cross_dot(p.cross(q), normal);
            let whole = V::cross_dot(normal, normal);
            let parts = [area(off, ac), area(ab, off), 0.0];
            (whole, parts, whole >= least * least)
        } else {
            let volume = |p: V, q: V, r: V| p.height(q.cross(r));
            let whole = volume(ad, ab, ac);
            let parts = [
                volume(off, ac, ad),
                volume(off, ad, ab),
                volume(off, ab, ac),
            ];
            (whole, parts, whole.abs() >= least * reach)
        };
        let share = 1.0 / whole;
        let [to_b, to_c, to_d] = parts.map(|part| part * share);
        let [_, b, c, d] = *self.weights();
        // The first weight is what the others leave of one, rounded once as they are.
        let bc = DoubleDouble::sum(b, c);
        let bcd = DoubleDouble::sum(bc.hi, d);
        let first = (1.0 - bcd.hi) - (bc.lo + bcd.lo + (to_b + to_c + to_d));
        let [b, c, d] = [b + to_b, c + to_c, d + to_d];
        let spans = (first > 0.0) & (b > 0.0) & (c > 0.0) & (V::PLANAR | (d > 0.0));
        (fills & trusted & spans).then_some([first, b, c, d])
    }
}

#[cfg(test)]
mod tests;
