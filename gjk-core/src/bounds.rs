//! What a simplex and the last support points prove about the distance of the cores, as exactly as
//! `f64` can write it.
//!
//! Let `m` be the mean of the vertices by their weights, `d` the direction that was asked in and `w`
//! the support point. Then `|m|` bounds the distance from above and `d·w / |d|` from below. Both are
//! computed with twice the digits of `f64`; what is left is the rounding of a few last operations.

use crate::closest::SIMPLEX_MAX;
use crate::double_double::{DoubleDouble, split};
use crate::float::larger;
use crate::goal::Goal;
use crate::observer::Observer;
use crate::search::Search;
use crate::space::{Arithmetic, Scalar, Space};
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::{Spanning, Vertices};

/// The part of the length along a direction that what lies beside it may have, so that the square of
/// the one over twice the other is the difference that it makes: the next term of the series is an
/// eighth of the fourth power of this part, 2^-59.
const BESIDE: f64 = 1.0 / (1u32 << 14) as f64;

/// The part of the length of a vertex that it may have beside a direction, so that its height is its
/// length: but for half the square of this part, 2^-81.
const ALONG: f64 = 1.0 / (1u64 << 40) as f64;

/// The part of their height by which the vertices may differ in height, so that the rounding of the
/// differences, 2^-52 of them, is below 2^-60 of the height.
const TILT: f64 = 1.0 / (1u32 << 8) as f64;

/// How well an upper bound is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closing {
    /// What the length of the mean exceeds the bound by.
    pub(crate) rest: f64,
    /// The squared length of what the mean has beside the direction.
    pub(crate) beside_squared: f64,
    /// By how much the vertices differ in height from the first, at most.
    pub(crate) tilt: f64,
    /// What is between the bounds before they are rounded.
    pub(crate) gap: f64,
    /// By how much the mean is higher than the lowest corner of the face that the simplex is of. The support point, which
    /// the gap is to, is the lowest vertex as far as `f64` tells.
    pub(crate) above_lowest: f64,
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Computes the bounds that a simplex and the last support points prove.
    pub(crate) fn bound<P: Space<Rounded = V>>(&mut self, simplex: &Vertices<P>) {
        let by_heights = P::ARITHMETIC == Arithmetic::Double
            && (self.bound_by_length(simplex) || self.bound_by_heights(simplex));
        if by_heights {
            self.lay_off_along_the_mean(simplex);
            return;
        }
        self.closing = None;
        let mean = simplex.mean(self.difference);
        let direction = V::Precise::lifted(self.direction);
        let w = self.difference.point::<V::Precise>(&self.support);
        self.mean = mean.rounded();
        self.upper = length(mean);
        self.lower = direction.dot(w).rounded() / length(direction);
    }

    /// Finds the mean in more digits where radii are laid off along it.
    pub(crate) fn lay_off_along_the_mean<P: Space<Rounded = V>>(&mut self, simplex: &Vertices<P>) {
        if self.limits.goal == Goal::ClosestPoints && self.difference.radius() > 0.0 {
            self.mean = simplex.near_mean(self.difference, self.reach);
        }
    }

    /// The same for a vertex that is the nearest point and the support point along itself: its length.
    /// Whether it is so.
    fn bound_by_length<P: Space<Rounded = V>>(&mut self, simplex: &Vertices<P>) -> bool {
        let Some(pair) = simplex.only_pair() else {
            return false;
        };
        let [high, low] = self.difference.halves(pair);
        let aside = high - self.direction;
        let beside_squared = 2.0 * (aside.dot(aside) + low.dot(low));
        // Not so at the origin, where there is no direction.
        let fits =
            beside_squared < ALONG * ALONG * high.dot(high) && pair.names_same(&self.support);
        if fits {
            self.take_length(high, length_of([high, low]), beside_squared);
        }
        fits
    }

    /// Takes the length of a vertex for both bounds. What it has beside the direction is given squared.
    #[inline(always)]
    pub(crate) fn take_length(
        &mut self,
        vertex: V,
        length: DoubleDouble<f64>,
        beside_squared: f64,
    ) {
        self.mean = vertex;
        (self.lower, self.upper) = (length.hi, length.hi);
        self.closing = Some(Closing {
            rest: length.lo,
            beside_squared,
            tilt: 0.0,
            gap: 0.0,
            above_lowest: 0.0,
        });
    }

    /// The same, by the heights of the vertices along the direction: a dot product of twice the
    /// digits for each vertex instead of a whole vector. Where the mean lies along the direction, as
    /// at the end of a search, its height is its length but for the square of what lies beside.
    /// Whether that holds.
    ///
    /// What lies beside has an error of some 2^-50 of the largest length. Its square over twice the
    /// length is then right to 2^-60 of the largest length, as `f64` searches end above 2^-26 of it.
    fn bound_by_heights<P: Space<Rounded = V>>(&mut self, simplex: &Vertices<P>) -> bool {
        let along = Along::new(self.direction);
        let height = |pair| {
            let point = self.difference.halves(pair);
            (point[0], along.height(point))
        };
        let mut spanning = simplex.spanning();
        let Some(first) = spanning.next() else {
            return false;
        };
        let (base, base_height) = height(first.pair);
        let (mut mean, mut rise, mut tilt) = (base, 0.0, 0.0);
        let (mut steps, mut vertices) = ([0.0; SIMPLEX_MAX], 1);
        let mut lowest = base_height;
        let mut known = first.pair.names_same(&self.support);
        for Spanning { pair, weight } in spanning {
            let weight = weight.rounded();
            let (point, point_height) = height(pair);
            let step = point_height.over(base_height);
            mean = mean + (point - base) * weight;
            rise += step * weight;
            tilt = larger(tilt, step.abs());
            steps[vertices] = step;
            vertices += 1;
            if !known && pair.names_same(&self.support) {
                (lowest, known) = (point_height, true);
            }
        }
        let [nearest, rest] = along.precise_length_of(base_height.plus(rise));
        let part = mean.dot(self.direction) * along.inverse * along.inverse;
        let beside = mean - self.direction * part;
        let beside_squared = beside.dot(beside);
        let fits = tilt <= TILT * nearest * along.length
            && beside_squared <= (BESIDE * nearest) * (BESIDE * nearest);
        if fits {
            if !known {
                lowest = height(&self.support).1;
            }
            let below = (rise - lowest.over(base_height)) * along.inverse;
            let slant = beside_squared * (0.5 / nearest);
            self.mean = mean;
            let sum = DoubleDouble::sum(nearest, rest + slant);
            self.upper = sum.hi;
            self.closing = Some(Closing {
                rest: sum.lo,
                beside_squared,
                tilt: tilt * along.inverse,
                gap: below + slant,
                above_lowest: (rise - simplex.lowest_corner(&steps)) * along.inverse,
            });
            // At the end the support point is mostly one of the vertices, next to as high as the mean.
            self.lower = if known {
                nearest + (rest - below)
            } else {
                along.length_of(lowest)
            };
        }
        fits
    }

    /// What is between the bounds: before they are rounded, where that is known.
    pub(crate) fn gap(&self) -> f64 {
        let rounded = self.upper - self.lower;
        self.closing.map_or(rounded, |closing| closing.gap)
    }
}

/// The length of a point, with the rounding error of one operation.
pub(crate) fn length<V: Vector, P: Space<Rounded = V>>(point: P) -> f64 {
    precise_length(point).hi
}

/// The length of a point, with the digits of its square.
pub(crate) fn precise_length<V: Vector, P: Space<Rounded = V>>(point: P) -> DoubleDouble<f64> {
    let near = point.rounded().length();
    if near == 0.0 {
        return DoubleDouble::from(near);
    }
    // One step of Newton's method from the square root in `f64`.
    let near_squared = P::Scalar::from(near) * P::Scalar::from(near);
    let rest = (point.dot(point) - near_squared).rounded() / (2.0 * near);
    DoubleDouble::sum(near, rest)
}

/// The length of a vertex in halves, by its height along the first.
#[inline(always)]
pub(crate) fn length_of<V: Vector>([high, low]: [V; 2]) -> DoubleDouble<f64> {
    let along = Along::new(high);
    let rest = along.length_rest + high.dot(low) * along.inverse;
    DoubleDouble::sum(along.length, rest)
}

/// A direction to measure heights along. Heights are products with it, with an error of 6 · 2^-78 of the
/// two lengths.
///
/// For with `m` the product of a coordinate and one of the direction, in magnitude, those of their
/// [leading halves](split) are exact and what follows is up to `2^-25 m`. It takes a product of half
/// that size, which errs by `2^-79 m`, and three sums, each by `2^-78 m`. The `m` of all axes add up to the
/// product of the two lengths at most, and each axis after the first is added with one more rounding of
/// 2^-78 of that: five and a half in space. The rest has room for what the [halves](crate::difference::Difference::halves) of a point
/// are off by.
pub(crate) struct Along<V> {
    direction: V,
    /// Its two halves.
    halves: [V; 2],
    pub(crate) length: f64,
    /// One over it.
    pub(crate) inverse: f64,
    /// What the length of the direction exceeds `length` by.
    length_rest: f64,
}

/// A height times the length of the direction: a number and what is left of it.
#[derive(Clone, Copy)]
pub(crate) struct Height {
    number: f64,
    rest: f64,
}

impl<V: Vector> Along<V> {
    #[inline(always)]
    pub(crate) fn new(direction: V) -> Self {
        let squared = direction.dot(direction);
        let length = direction.length();
        // The quotient beside the root, not after it.
        let inverse = length * (1.0 / squared);
        let mut along = Self {
            direction,
            halves: split(direction),
            length,
            inverse,
            length_rest: 0.0,
        };
        // One step of Newton's method from the square root in `f64`.
        let squared = along.height([direction, V::ZERO]);
        along.length_rest = 0.5 * squared.over_product(length, length) * inverse;
        along
    }

    /// The height of a point in halves.
    #[inline(always)]
    pub(crate) fn height(&self, [high, low]: [V; 2]) -> Height {
        let [leading, following] = self.halves;
        let [high_leading, high_following] = split(high);
        let leads = leading.times(high_leading).coordinates();
        let follows = leading.times(high_following) + following.times(high);
        let follows = (follows + self.direction.times(low)).coordinates();
        let (mut number, mut rest) = (leads[0], follows[0]);
        for axis in 1..V::DIMENSION {
            let sum = DoubleDouble::sum(number, leads[axis]);
            (number, rest) = (sum.hi, rest + (follows[axis] + sum.lo));
        }
        Height { number, rest }
    }

    /// The height over the length of the direction.
    #[inline]
    fn length_of(&self, height: Height) -> f64 {
        let [quotient, rest] = self.precise_length_of(height);
        quotient + rest
    }

    /// The same as the quotient in `f64`, and what is left after it.
    #[inline]
    pub(crate) fn precise_length_of(&self, height: Height) -> [f64; 2] {
        let quotient = (height.number + height.rest) * self.inverse;
        let left = height.over_product(quotient, self.length) - quotient * self.length_rest;
        [quotient, left * self.inverse]
    }
}

impl Height {
    #[inline]
    pub(crate) fn plus(self, rise: f64) -> Self {
        let rest = self.rest + rise;
        Self { rest, ..self }
    }

    /// What it exceeds another one by.
    #[inline]
    pub(crate) fn over(self, other: Self) -> f64 {
        (self.number - other.number) + (self.rest - other.rest)
    }

    /// What it exceeds a product by, which is near it.
    #[inline]
    fn over_product(self, p: f64, q: f64) -> f64 {
        let product = DoubleDouble::product(p, q);
        (self.number - product.hi) + (self.rest - product.lo)
    }
}

#[cfg(test)]
mod tests;
