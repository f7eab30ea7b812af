//! What a simplex and the last support points prove about the distance of the cores, as exactly as
//! `f64` can write it.
//!
//! Let `m` be the mean of the vertices by their weights, `d` the direction that was asked in and `w`
//! the support point. Then `|m|` bounds the distance from above and `d·w / |d|` from below. Both are
//! computed with twice the digits of `f64`; what is left is the rounding of a few last operations.

use crate::double_double::DoubleDouble;
use crate::gjk::{Search, larger};
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
            if self.limits.goal == Goal::ClosestPoints && self.difference.radius() > 0.0 {
                // Radii are laid off along the mean.
                self.mean = simplex.near_mean(self.difference);
            }
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

    /// The same for a vertex that is the nearest point and the support point along itself: its length.
    /// Whether it is so.
    fn bound_by_length<P: Space<Rounded = V>>(&mut self, simplex: &Vertices<P>) -> bool {
        let Some(pair) = simplex.only_pair() else {
            return false;
        };
        let [high, low] = V::halves(self.difference.point(pair));
        let aside = high - self.direction;
        let beside_squared = 2.0 * (aside.dot(aside) + low.dot(low));
        let fits =
            beside_squared <= ALONG * ALONG * high.dot(high) && pair.names_same(&self.support);
        if fits {
            let along = Along::new(high);
            let rest = along.length_rest + high.dot(low) * along.inverse;
            let sum = DoubleDouble::sum(along.length, rest);
            self.mean = high;
            (self.lower, self.upper) = (sum.hi, sum.hi);
            self.closing = Some(Closing {
                rest: sum.lo,
                beside_squared,
                tilt: 0.0,
            });
        }
        fits
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
        let height = |pair| along.height(self.difference.point(pair));
        let mut spanning = simplex.spanning();
        let Some(first) = spanning.next() else {
            return false;
        };
        let (base, base_height) = height(first.pair);
        let (mut mean, mut rise, mut tilt) = (base, 0.0, 0.0);
        let mut lowest = base_height;
        let mut known = first.pair.names_same(&self.support);
        for Spanning { pair, weight } in spanning {
            let weight = weight.rounded();
            let (point, point_height) = height(pair);
            let step = point_height.over(base_height);
            mean = mean + (point - base) * weight;
            rise += step * weight;
            tilt = larger(tilt, step.abs());
            if pair.names_same(&self.support) {
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
            self.mean = mean;
            let sum = DoubleDouble::sum(nearest, rest + beside_squared * (0.5 / nearest));
            self.upper = sum.hi;
            self.closing = Some(Closing {
                rest: sum.lo,
                beside_squared,
                tilt: tilt * along.inverse,
            });
            // At the end the support point is mostly one of the vertices, next to as high as the mean.
            self.lower = if known {
                let below = rise - lowest.over(base_height);
                nearest + (rest - below * along.inverse)
            } else {
                along.length_of(height(&self.support).1)
            };
        }
        fits
    }
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

/// A direction to measure heights along. Heights are products with it, with an error of 2^-77 of the
/// two lengths: the product of the leading halves of two coordinates is exact, and the
/// other products are up to 2^-25 of the whole, rounded to 2^-53 of that.
struct Along<V> {
    direction: V,
    leading: [f64; 3],
    length: f64,
    /// One over it.
    inverse: f64,
    /// What the length of the direction exceeds `length` by.
    length_rest: f64,
}

/// A height times the length of the direction: a number and what is left of it.
#[derive(Clone, Copy)]
struct Height {
    number: f64,
    rest: f64,
}

impl<V: Vector> Along<V> {
    #[inline]
    fn new(direction: V) -> Self {
        let length = direction.length();
        let inverse = 1.0 / length;
        let mut along = Self {
            direction,
            leading: direction.leading_halves().coordinates(),
            length,
            inverse,
            length_rest: 0.0,
        };
        // One step of Newton's method from the square root in `f64`.
        let squared = along.height(V::Precise::lifted(direction)).1;
        along.length_rest = 0.5 * squared.over_product(length, length) * inverse;
        along
    }

    /// The point in `f64`, and its height.
    #[inline]
    fn height(&self, point: V::Precise) -> (V, Height) {
        let [high, low] = V::halves(point);
        let direction = self.direction.coordinates();
        let (highs, lows) = (high.coordinates(), low.coordinates());
        let leads = high.leading_halves().coordinates();
        let follows = |axis: usize| {
            self.leading[axis] * (highs[axis] - leads[axis])
                + (direction[axis] - self.leading[axis]) * highs[axis]
                + direction[axis] * lows[axis]
        };
        let leads = |axis: usize| self.leading[axis] * leads[axis];
        let (mut number, mut rest) = (leads(0), follows(0));
        for axis in 1..V::DIMENSION {
            let sum = DoubleDouble::sum(number, leads(axis));
            (number, rest) = (sum.hi, rest + follows(axis) + sum.lo);
        }
        (high, Height { number, rest })
    }

    /// The height over the length of the direction.
    #[inline]
    fn length_of(&self, height: Height) -> f64 {
        let [quotient, rest] = self.precise_length_of(height);
        quotient + rest
    }

    /// The same as the quotient in `f64`, and what is left after it.
    #[inline]
    fn precise_length_of(&self, height: Height) -> [f64; 2] {
        let quotient = (height.number + height.rest) * self.inverse;
        let left = height.over_product(quotient, self.length) - quotient * self.length_rest;
        [quotient, left * self.inverse]
    }
}

impl Height {
    #[inline]
    fn plus(self, rise: f64) -> Self {
        let rest = self.rest + rise;
        Self { rest, ..self }
    }

    /// What it exceeds another one by.
    #[inline]
    fn over(self, other: Self) -> f64 {
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
mod tests {
    use super::{Along, length};
    use crate::closest::SupportPair;
    use crate::difference::Difference;
    use crate::gjk::Search;
    use crate::gjk::tests::with_search;
    use crate::goal::{Goal, Limits, Start};
    use crate::shape::{Hull, Point, Rounded};
    use crate::space::Space;
    use crate::support::{Feature, Support};
    use crate::vector::Vector;
    use crate::vertices::Vertices;
    use glam::{DVec2, DVec3};

    fn along<V: Vector>(direction: V, point: V) -> f64 {
        let along = Along::new(direction);
        along.length_of(along.height(V::Precise::lifted(point)).1)
    }

    // Claim: heights are rounded once, however long the direction is beside them. A formula that took
    // the height for near the length of the direction lost as many digits as it was shorter: a
    // secant step of length 1 made the distance of shapes 2^-7 apart wrong by ten ulps.
    #[test]
    fn heights_do_not_depend_on_the_length_of_the_direction() {
        for k in [1.0, 3.0, 1e6 + 1.0, 1.0 / 1024.0, 7e-9] {
            for m in [1.0, 5.0, 1e9 + 7.0, 1.0 / 64.0] {
                let point = DVec2::new(3.0 * m, 4.0 * m);
                let found = along(DVec2::new(3.0, 4.0) * k, point);
                // The coordinates of the direction are rounded, which turns it by less than an ulp.
                assert!(
                    (found - 5.0 * m).abs() <= f64::EPSILON * 5.0 * m,
                    "{k} {m}: {found}"
                );
                if k.fract() == 0.0 {
                    assert_eq!(found, 5.0 * m, "{k} {m}");
                }
            }
        }
    }

    // Claim: a height keeps the digits that cancel, to 2^-77 of the lengths.
    #[test]
    fn heights_keep_what_cancels() {
        let tiny = 2f64.powi(-70);
        let direction = DVec3::new(1.0, 1.0 + f64::EPSILON, tiny);
        let point = DVec3::new(1.0 + f64::EPSILON, -1.0, 1.0);
        let product = Along::new(direction).height(Space::lifted(point)).1;
        assert_eq!(product.number + product.rest, tiny);
    }

    /// A search between a shape of two vertices and a point, with both in its simplex by these weights.
    fn of_weights<'q, A: Support<Vector = DVec2>>(
        difference: &'q mut Difference<'q, A, Point<DVec2>, DVec2>,
        goal: Goal,
        weights: [f64; 2],
        simplex: &mut Vertices<DVec2>,
        blind: &'q mut (),
    ) -> Search<'q, A, Point<DVec2>, DVec2, ()> {
        let limits = Limits::of(goal, 9);
        let start = Start::Direction(-DVec2::Y);
        let mut search = Search::new(difference, limits, blind);
        search.start(&start, simplex);
        for (end, weight) in (0..).zip(weights) {
            let pair = search
                .difference
                .pair([Feature::Vertex(end), Feature::Vertex(0)]);
            let point = search.difference.point(&pair);
            simplex.grow(&SupportPair { weight, ..pair }, point);
            simplex.admit();
            search.support = pair;
        }
        search
    }

    /// The bounds of the segment from (-`reach`, 1) to (3 `reach`, 1) by the mean (0, 1) of its ends and
    /// a direction that leans by `lean` from (0, 1), in units of the search, if heights give any.
    fn of_a_segment(reach: f64, lean: f64) -> Option<[f64; 2]> {
        let ends = [DVec2::new(-reach, 1.0), DVec2::new(3.0 * reach, 1.0)];
        let (a, b) = (Hull::new(ends).unwrap(), Point::new(DVec2::ZERO).unwrap());
        let (mut simplex, mut blind) = (Vertices::empty(), ());
        let weights = [0.75, 0.25];
        let mut difference = Difference::new(&a, &b);
        let mut search = of_weights(
            &mut difference,
            Goal::Distance,
            weights,
            &mut simplex,
            &mut blind,
        );
        let scale = search.difference.scale();
        search.direction = DVec2::new(lean, 1.0) * scale;
        search
            .bound_by_heights(&simplex)
            .then(|| [search.lower / scale, search.upper / scale])
    }

    // Claim: the upper bound is the length of the mean, not its height, and the lower one the height of
    // the support point, here that of the far end, where the direction leans a little.
    #[test]
    fn bounds_hold_where_the_direction_leans() {
        for lean in [0.0, 1.0, -1.0].map(|sign| sign * 2f64.powi(-15)) {
            let [lower, upper] = of_a_segment(1.0, lean).unwrap();
            assert!((upper - 1.0).abs() <= f64::EPSILON, "{lean:e}: {upper}");
            let height = (1.0 + 3.0 * lean) / lean.hypot(1.0);
            assert!((lower - height).abs() <= f64::EPSILON, "{lean:e}: {lower}");
        }
    }

    // Claim: heights give no bounds where the direction leans so much, or the vertices are so far, that
    // rounding or the next term of the series could be seen.
    #[test]
    fn heights_are_not_trusted_too_far() {
        assert!(of_a_segment(1.0, 2f64.powi(-14)).is_some());
        assert!(of_a_segment(1.0, 2f64.powi(-14) * 1.25).is_none());
        assert!(of_a_segment(1.0, 2f64.powi(-14) * -1.25).is_none());
        // The heights of the ends differ by 2^-8.
        assert!(of_a_segment(127.0, 2f64.powi(-17)).is_some());
        assert!(of_a_segment(129.0, 2f64.powi(-17)).is_none());
        assert!(of_a_segment(129.0, -(2f64.powi(-17))).is_none());
    }

    /// The bounds by the length of the first of two points and a direction that leans from it, in units of
    /// the search, if it gives any; and those by heights.
    fn of_a_vertex(points: [DVec2; 2], lean: f64, support: u32) -> [Option<[f64; 2]>; 2] {
        with_search(&points, |search, simplex| {
            let pair = |number| [Feature::Vertex(number), Feature::Vertex(0)];
            let [vertex, support] = [0, support].map(|number| search.difference.pair(pair(number)));
            // Points that have digits after those of `f64`.
            search
                .difference
                .shift_by(DVec2::new(1.0, -0.75) * f64::EPSILON / 40.0);
            let point: DVec2 = search.difference.point(&vertex);
            simplex.grow(
                &SupportPair {
                    weight: 1.0,
                    ..vertex
                },
                point,
            );
            simplex.admit();
            (search.support, search.direction) = (support, point + point.perp() * lean);
            let by_length = search
                .bound_by_length(simplex)
                .then_some([search.lower, search.upper]);
            let by_heights = search
                .bound_by_heights(simplex)
                .then_some([search.lower, search.upper]);
            [by_length, by_heights]
        })
    }

    // Claim: a vertex by itself has its length for both bounds, to the same digits as by heights; but not where
    // another one is the support point, or the direction leans by more than 2^-40.
    #[test]
    fn a_vertex_is_bounded_by_its_length() {
        let mut leaning = 0;
        for i in (1..400).map(f64::from) {
            let point = DVec2::from_angle(i) * (1.0 + i * 0.37);
            for lean in [0.0, 2f64.powi(-43), -(2f64.powi(-42))] {
                let [by_length, by_heights] = of_a_vertex([point, point * 2.0], lean, 0);
                assert_eq!(by_length, by_heights, "{i} {lean:e}");
                leaning += u32::from(lean != 0.0 && by_length.is_some());
            }
            let far = [2f64.powi(-40), -(2f64.powi(-39))];
            assert!(
                far.iter()
                    .all(|lean| of_a_vertex([point, point * 2.0], *lean, 0)[0].is_none())
            );
            assert!(of_a_vertex([point, point * 2.0], 0.0, 1)[0].is_none());
        }
        assert_eq!(leaning, 2 * 399);
    }

    // Claim: where radii are laid off along it the mean is rounded once; `f64` alone would round it with
    // every edge, here away from the axis, and the witness points with it.
    #[test]
    fn the_mean_that_radii_are_laid_off_along_is_rounded_once() {
        let ends = [DVec2::new(-0.3, 0.7), DVec2::new(0.1, 0.7)];
        let a = Rounded::new(Hull::new(ends).unwrap(), 0.01).unwrap();
        let b = Point::new(DVec2::ZERO).unwrap();
        for weight in (1..40).map(|i| f64::from(i) / 41.0) {
            let (mut simplex, mut blind) = (Vertices::empty(), ());
            let weights = [1.0 - weight, weight];
            let mut difference = Difference::new(&a, &b);
            let mut search = of_weights(
                &mut difference,
                Goal::ClosestPoints,
                weights,
                &mut simplex,
                &mut blind,
            );
            search.direction = simplex.near_mean(search.difference);
            search.bound(&simplex);
            let exact = simplex.mean(search.difference).rounded();
            assert_eq!(search.mean, exact, "{weight}");
        }
    }

    // Claim: a length is that of the double-double, rounded once.
    #[test]
    fn lengths_are_rounded_once() {
        let point = DVec3::new(2.0, 3.0, 6.0);
        assert_eq!(
            length::<DVec3, _>(<DVec3 as Vector>::Precise::lifted(point)),
            7.0
        );
        let below = <DVec3 as Vector>::Precise::sum(point, point * -2f64.powi(-60));
        assert_eq!(length::<DVec3, _>(below), 7.0);
        assert_eq!(
            length::<DVec3, _>(<DVec3 as Vector>::Precise::lifted(DVec3::ZERO)),
            0.0
        );
    }

    // Claim: so it is where the square root of the rounded squares is off, as for the diagonals of some
    // large boxes, all of integers.
    #[test]
    fn diagonals_are_integers() {
        let mut off = 0;
        for i in (0..100).map(f64::from) {
            let (k, m, n) = (
                54_000_001.0 + i,
                53_000_000.0 + 7.0 * i,
                55_000_000.0 + 3.0 * i,
            );
            let box_of = DVec3::new(2.0 * k * n, 2.0 * m * n, k * k + m * m - n * n);
            let diagonal = k * k + m * m + n * n;
            off += u32::from(box_of.length() != diagonal);
            let found = length::<DVec3, _>(<DVec3 as Vector>::Precise::lifted(box_of));
            assert_eq!(found, diagonal, "{box_of}");
        }
        assert!(off > 5, "{off}");
    }

    // Claim: what a point has beside its rounded coordinates counts in its height.
    #[test]
    fn heights_have_what_points_have_beside() {
        let rest = DVec2::new(3.0, -7.0) * 2f64.powi(-60);
        let point = <DVec2 as Vector>::Precise::sum(DVec2::new(3.0, -2.0), rest);
        let (rounded, height) = Along::new(DVec2::new(2.0, 3.0)).height(point);
        assert_eq!(rounded, DVec2::new(3.0, -2.0));
        assert_eq!(height.number + height.rest, -15.0 * 2f64.powi(-60));
    }
}
