//! The weights of a simplex that contains the origin: where the common points of two shapes lie.

use crate::bounds::length;
use crate::closest::SIMPLEX_MAX;
use crate::double_double::DoubleDouble;
use crate::gjk::{ROUNDOFF, Search};
use crate::observer::Observer;
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
    /// Computes the weights of a simplex that contains the origin again, to the last digit.
    pub(crate) fn refine_weights(&mut self, simplex: &mut Vertices<V>) {
        if simplex.spans_nothing() {
            return;
        }
        let mean = simplex.near_mean(&self.difference);
        match simplex.corrected(mean, self.reach) {
            Some(weights) => simplex.keep(&weights),
            None => self.refine_precisely(simplex),
        }
    }

    /// The same in double-double. The sides of a flat simplex that `f64` knows for certain may still
    /// have volumes of few digits. Where it is so flat that double-double has few digits as well, the
    /// origin is as near to a side as rounding can tell, and the weights of the side are better.
    #[cold]
    fn refine_precisely(&mut self, simplex: &mut Vertices<V>) {
        let precise = Vertices::<V::Precise>::of(simplex, &self.difference);
        let with = |weights| {
            let mut kept = precise;
            kept.keep(&weights);
            kept
        };
        let mut best = with(precise.nearest(self.reach).weights);
        let off = length(best.mean(&self.difference));
        if off > ROUNDOFF * self.reach {
            let side = with(precise.nearest_on_sides().weights);
            if length(side.mean(&self.difference)) < off {
                best = side;
            }
        }
        *simplex = Vertices::of(&best, &self.difference);
    }
}

impl<V: Vector> Vertices<V> {
    /// The weights of a simplex that fills the space, corrected so that its mean, which is near the
    /// origin, becomes the origin: by one step of Newton's method. None where `f64` cannot tell.
    fn corrected(&self, mean: V, reach: f64) -> Option<[f64; SIMPLEX_MAX]> {
        let fills = self.count() == if V::PLANAR { 3 } else { 4 };
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
        let [to_b, to_c, to_d] = parts.map(|part| part / whole);
        let [_, b, c, d] = *self.weights();
        // The first weight is what the others leave of one, rounded once as they are.
        let bc = DoubleDouble::sum(b, c);
        let bcd = DoubleDouble::sum(bc.hi, d);
        let first = (1.0 - bcd.hi) - (bc.lo + bcd.lo + (to_b + to_c + to_d));
        let weights = [first, b + to_b, c + to_c, d + to_d];
        let spans = weights
            .iter()
            .take(self.count())
            .all(|weight| *weight > 0.0);
        (fills && trusted && spans).then_some(weights)
    }
}

#[cfg(test)]
mod tests {
    use crate::closest::SupportPair;
    use crate::vector::Vector;
    use crate::vertices::Vertices;
    use glam::{DVec2, DVec3};

    /// A simplex of these vertices and weights, and their mean, rounded.
    fn simplex<V: Vector>(vertices: &[(V, f64)]) -> (Vertices<V>, V) {
        let mut simplex = Vertices::EMPTY;
        let (base, _) = vertices[0];
        let mut mean = base;
        for (point, weight) in vertices {
            simplex.grow(
                &SupportPair {
                    a: *point,
                    weight: *weight,
                    ..SupportPair::EMPTY
                },
                *point,
            );
            simplex.admit();
            mean = mean + (*point - base) * *weight;
        }
        (simplex, mean)
    }

    // Claim: weights that are off are corrected, so that the mean of a tetrahedron around the origin,
    // and of a triangle in the plane, becomes the origin; the first, which the mean does not use,
    // makes their sum one.
    #[test]
    fn weights_are_corrected() {
        let off = 2f64.powi(-40);
        let corners = [
            (DVec3::new(1.0, 0.0, 0.0), 0.3),
            (DVec3::new(0.0, 1.0, 0.0), 2.0 / 9.0 + off),
            (DVec3::new(0.0, 0.0, 2.0), 1.0 / 9.0 - 3.0 * off),
            (DVec3::new(-2.0, -1.0, -1.0), 2.0 / 9.0 - off),
        ];
        let (tetrahedron, mean) = simplex(&corners);
        let weights = tetrahedron.corrected(mean, 3.0).unwrap();
        for (weight, share) in weights.into_iter().zip([4.0, 2.0, 1.0, 2.0]) {
            assert!((weight - share / 9.0).abs() <= f64::EPSILON, "{weight}");
        }
        let corners = [
            (DVec2::new(3.0, 0.0), 0.9),
            (DVec2::new(-1.0, 2.0), 0.375 + off),
            (DVec2::new(-1.0, -2.0), 0.375 - 2.0 * off),
        ];
        let (triangle, mean) = simplex(&corners);
        let [a, b, c, _] = triangle.corrected(mean, 3.0).unwrap();
        for (weight, share) in [(a, 0.25), (b, 0.375), (c, 0.375)] {
            assert!((weight - share).abs() <= f64::EPSILON, "{weight}");
        }
    }

    // Claim: there is no correction of a simplex that is too flat for what is to be corrected, that
    // does not fill the space, or that the origin would leave.
    #[test]
    fn corrections_that_are_not_to_be_trusted_are_none() {
        let around = |height: f64, weight: f64| {
            simplex(&[
                (DVec2::new(-1.0, -height), 0.25),
                (DVec2::new(1.0, -height), weight),
                (DVec2::new(0.0, height), 0.5),
            ])
        };
        let corrected = |(simplex, mean): (Vertices<DVec2>, DVec2)| simplex.corrected(mean, 1.5);
        assert!(corrected(around(1.0, 0.25 + 2f64.powi(-30))).is_some());
        assert!(corrected(around(2f64.powi(-24), 0.25 + 2f64.powi(-30))).is_none());
        assert!(corrected(around(1.0, 0.3)).is_none());
        let (segment, mean) = simplex(&[(DVec2::X, 0.5), (DVec2::NEG_X, 0.5)]);
        assert!(segment.corrected(mean, 1.5).is_none());
        let (beside, mean) = simplex(&[
            (DVec2::new(1.0, 0.0), 0.5),
            (DVec2::new(3.0, 1.0), 0.25),
            (DVec2::new(3.0, -1.0), 0.25),
        ]);
        assert!(beside.corrected(mean * 2f64.powi(-30), 4.0).is_some());
        assert!(beside.corrected(mean, 4.0).is_none());
    }
}
