//! What a simplex and the last support points prove about the distance of the cores, as exactly as
//! `f64` can write it.
//!
//! Let `m` be the mean of the vertices by their weights, `d` the direction that was asked in and `w`
//! the support point. Then `|m|` bounds the distance from above and `d·w / |d|` from below. Both are
//! computed with twice the digits of `f64`; what is left is the rounding of a few last operations.

use crate::double_double::DoubleDouble;
use crate::gjk::Search;
use crate::goal::Goal;
use crate::observer::Observer;
use crate::space::{Arithmetic, Scalar, Space};
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::{Spanning, Vertices};

/// The part of the length along a direction that what lies beside it may have, so that the square of
/// the one over twice the other is the difference that it makes: the next term of the series is an
/// eighth of the fourth power of this part, 2^-59.
const BESIDE: f64 = 1.0 / (1u32 << 14) as f64;

/// The part of their height by which the vertices may differ in height, so that the rounding of the
/// differences, 2^-52 of them, is below 2^-60 of the height.
const TILT: f64 = 1.0 / (1u32 << 8) as f64;

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Computes the bounds that a simplex and the last support points prove.
    pub(crate) fn bound<P: Space<Rounded = V>>(&mut self, simplex: &Vertices<P>) {
        // Radii are laid off along the mean, which has to be as good as double-double can make it.
        let places_radii =
            self.limits.goal == Goal::ClosestPoints && self.difference.radius() > 0.0;
        if P::ARITHMETIC == Arithmetic::Double && !places_radii && self.bound_by_heights(simplex) {
            return;
        }
        let mean = simplex.mean(&self.difference);
        let direction = V::Precise::lifted(self.direction);
        let w = self.difference.point::<V::Precise>(&self.support);
        self.mean = mean.rounded();
        self.upper = length(mean);
        self.lower = direction.dot(w).rounded() / length(direction);
    }

    /// The same, by the heights of the vertices along the direction: a dot product of twice the
    /// digits for each vertex instead of a whole vector. Where the mean lies along the direction, as
    /// at the end of a search, its height is its length but for the square of what lies beside.
    /// Whether that holds.
    ///
    /// What lies beside has an error of some 2^-50 of the largest length. Its square over twice the
    /// length is then right to 2^-60 of the largest length, as `f64` searches end above 2^-26 of it.
    fn bound_by_heights<P: Space<Rounded = V>>(&mut self, simplex: &Vertices<P>) -> bool {
        let direction = self.direction;
        let height = |pair| {
            let point = self.difference.point::<V::Precise>(pair);
            (point.rounded(), point.dot_rounded(direction))
        };
        let mut spanning = simplex.spanning();
        let Some(first) = spanning.next() else {
            return false;
        };
        let (base, base_height) = height(first.pair);
        let (mut mean, mut rise, mut tilt) = (base, 0.0, 0.0);
        for Spanning { pair, weight } in spanning {
            let weight = weight.rounded();
            let (point, point_height) = height(pair);
            let step = (point_height - base_height).rounded();
            mean = mean + (point - base) * weight;
            rise += step * weight;
            tilt = f64::max(tilt, step.abs());
        }
        // A height over the length of the direction: the quotient in `f64`, and what is left of the
        // height after it, where the length is `length + rest / length`.
        let length = direction.length();
        let squared = V::Precise::lifted(direction).dot_rounded(direction);
        let rest = 0.5 * over(squared, length, length);
        let along = |height: DoubleDouble<f64>| {
            let quotient = height.rounded() / length;
            quotient + (over(height, quotient, length) - quotient * (rest / length)) / length
        };
        let upper = along(base_height + rise.into());
        let beside = mean - direction * (upper / length);
        let beside_squared = beside.dot(beside);
        let fits =
            tilt <= TILT * upper * length && beside_squared <= (BESIDE * upper) * (BESIDE * upper);
        if fits {
            self.mean = mean;
            self.upper = upper + beside_squared / (2.0 * upper);
            self.lower = along(height(&self.support).1);
        }
        fits
    }
}

/// What a number exceeds the product of two others by, which is near it.
fn over(number: DoubleDouble<f64>, p: f64, q: f64) -> f64 {
    let product = DoubleDouble::product(p, q);
    (number.hi - product.hi) + (number.lo - product.lo)
}

/// The length of a point, with the rounding error of one operation.
pub(crate) fn length<V: Vector, P: Space<Rounded = V>>(point: P) -> f64 {
    let near = point.rounded().length();
    if near == 0.0 {
        return near;
    }
    // One step of Newton's method from the square root in `f64`.
    let near_squared = P::Scalar::from(near) * P::Scalar::from(near);
    near + (point.dot(point) - near_squared).rounded() / (2.0 * near)
}
