//! What the search in `f64` proves of a distance: mostly, that the face it found is the nearest one.
//!
//! Let `m` be the mean of the vertices of the simplex by their weights, `d` the direction that was asked
//! in, `U` the length of `m`, `b` that of what it has beside `d`, and `t` by how much the vertices differ
//! in height along `d`. Let `q` be the greatest slope of a weight over the simplex: one over the length of
//! an edge, or the longest edge over twice the area of a triangle. The plane of the simplex leans by `tq` at
//! most against `d`, so its point nearest to the origin is `σ = Utq + b` away from `m` at most. So it
//! is in the simplex if `σq` is less than the least weight, and `U` exceeds its distance by
//! `σ² / 2U` at most.
//!
//! It is the nearest point of the difference if no vertex of the shapes lies below the plane through it
//! that faces the origin: if all others are higher along `d` by more than that plane leans over a shape.
//! For a triangle in space and an edge in the plane that is the plane of the simplex, and leans by `tq`. For
//! less it leans by `σ / U`, as the nearest point does: it has beside `d` what `m` has across an edge, and
//! `Utq` along it.
//!
//! Across an axis nothing is rounded: the vertices of the simplex have one coordinate there, and whether
//! another has less is a comparison. Where vertices are nearer to the plane than that proves, as where
//! rounding leaves the corners of a face of a rotated box, the face is `level`.

use super::Proved;
use super::estimate::Estimate;
use crate::closest::SIMPLEX_MAX;
use crate::double_double::DoubleDouble;
use crate::float::{ROUNDOFF, larger};
use crate::goal::{Goal, Limits};
use crate::observer::Observer;
use crate::search::Search;
use crate::space::{Scalar, Space};
use crate::support::{Feature, Support};
use crate::vector::Vector;
use crate::vertices::{Spanning, Vertices};

/// By how much the plane that faces the origin may lean. The least that is enough counts.
pub(super) const LEAN: [f64; 3] = [
    1.0 / (1u64 << 46) as f64,
    1.0 / (1u64 << 36) as f64,
    1.0 / (1u64 << 26) as f64,
];

/// By how many leans the other vertices are beyond the plane: two of a shape are up to `2√3` extents
/// apart.
pub(super) const LEANS: f64 = 4.0;

/// The margin of a look before the lean is known: that of all leans but the rarest.
pub(crate) const LOOK: f64 = LEANS * LEAN[1];

/// A slope is known well enough up to so many over the size of the numbers that it is computed from.
pub(super) const STEEPEST: f64 = (1u32 << 30) as f64;

/// The gap between the bounds may be so many roundoffs of the largest length: the normal separates the
/// shapes by the distance but for this. A search that closed its gap has closed it to one, computed
/// with fewer digits.
pub(crate) const OPEN_GAP: f64 = 1.5;

/// The parts of the error of `U`. One is of the largest length `r` and `U`: [heights](crate::bounds) along `d`
/// are known to `6 · 2^-78 r`, and so is their mean; their differences, the mean and what the quotient leaves
/// add 4 of these, as each has one that rounds what follows the leading halves; and the length of `d` is
/// known to 4 of `U`. One is of `t`, for the weighted sum of the differences. What `m` has beside `d` adds
/// `σ² / U`: by one half of it the exact distance is less than `U`, and by the other the term `b² / 2U` is
/// off.
pub(super) const OF_LENGTHS: f64 = 10.0 / (1u128 << 78) as f64;
const OF_TILT: f64 = 1.0 / (1u64 << 50) as f64;

/// No vertex has this number: it is as many as there can be.
const VACANT: u32 = u32::MAX;

/// What rounding adds to `b`, as a part of `r` and `U`: up to 14 roundoffs of the one, for the edges, their
/// products with the weights and the sums, and 12 of the other, for the part along `d`.
pub(super) const OF_BESIDE: f64 = 1.0 / (1u64 << 49) as f64;

/// That a simplex is the nearest face.
pub(super) struct Claim {
    /// How far away it is then, in this scale.
    pub(super) height: Estimate<DoubleDouble<f64>>,
    pub(super) scale: f64,
    /// By how much the other vertices have to be beyond it for that, as a part of the extents; none if it is known
    /// that no vertex is below.
    pub(super) margin: Option<f64>,
}

impl Claim {
    /// What it proves about shapes of these radii, if it holds: if the height is known well enough.
    #[inline(always)]
    pub(super) fn proves(&self, [a, b]: [f64; 2], limits: &Limits) -> Option<Proved> {
        let scale = self.scale;
        let (mut left, mut error) = (self.height.value, self.height.error);
        if a > 0.0 || b > 0.0 {
            left = left - DoubleDouble::sum(a * scale, b * scale);
            error += DoubleDouble::UNIT_ROUNDOFF * left.hi;
        }
        Proved::known(Estimate { value: left, error }, scale, limits)
    }
}

/// How a simplex leans against a direction.
pub(super) struct Leaning {
    /// The square of the slope of its plane: `tq`.
    pub(super) lean_squared: f64,
    /// That of how far its nearest point may be from the mean: `σ`.
    pub(super) aside_squared: f64,
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Notes the distance of the shapes, if the converged search proves it.
    pub(crate) fn certify(&mut self, simplex: &mut Vertices<V>) {
        let claim = self.claim(simplex);
        let claim = claim.filter(|claim| self.surely_holds(claim, simplex));
        let radii = self.difference.radii();
        self.proved = claim.and_then(|claim| claim.proves(radii, &self.limits));
        // Where a tolerance is asked for bounds are enough that prove that there is a distance.
        if self.proved.is_none() && self.limits.tolerance == 0.0 {
            self.proved = self.proved_on_level_face(simplex);
        }
    }

    /// Whether no vertex of the shapes is below the plane of the simplex, whatever was rounded.
    #[inline(always)]
    fn surely_holds(&self, claim: &Claim, simplex: &Vertices<V>) -> bool {
        let shows = |margin: f64| margin <= self.beyond || self.others_are_beyond(simplex, margin);
        claim.margin.is_none_or(shows)
    }

    /// That the simplex is the nearest face, if it is unless a vertex of the shapes is below its plane.
    #[inline(always)]
    fn claim(&self, simplex: &Vertices<V>) -> Option<Claim> {
        let closing = self.closing?;
        let upper = self.upper;
        // Two heights, and their difference.
        let tilt = closing.tilt + 2.0 * OF_LENGTHS * self.reach;
        let Leaning {
            lean_squared,
            aside_squared,
        } = self.leaning(simplex, tilt, closing.beside_squared)?;
        if let Some(height) = self.height_of_level(simplex) {
            return Some(Claim {
                height,
                scale: 1.0,
                margin: None,
            });
        }
        let [part, whole] = if simplex.spans_a_plane() {
            [lean_squared, 1.0]
        } else {
            [aside_squared, upper * upper]
        };
        // The gap that the normal leaves is to the lowest corner, whichever the support point is.
        let asks_normal = self.limits.goal == Goal::ClosestPoints;
        let open = if asks_normal {
            larger(self.gap(), closing.above_lowest)
        } else {
            self.gap()
        };
        if open > OPEN_GAP * ROUNDOFF * self.reach {
            return None;
        }
        let height = Estimate {
            value: DoubleDouble {
                hi: upper,
                lo: closing.rest,
            },
            error: OF_LENGTHS * (self.reach + upper)
                + OF_TILT * closing.tilt
                + aside_squared / upper,
        };
        let lean = LEAN.iter().find(|lean| part <= *lean * *lean * whole)?;
        Some(Claim {
            height,
            scale: self.difference.scale(),
            margin: Some(LEANS * lean),
        })
    }

    /// How a simplex leans whose vertices differ in height by `tilt` at most, if its point nearest to the origin is
    /// in its inside; what the mean has beside the direction is given squared.
    #[inline(always)]
    pub(super) fn leaning(
        &self,
        simplex: &Vertices<V>,
        tilt: f64,
        beside_squared: f64,
    ) -> Option<Leaning> {
        let slope_squared = simplex.slope_squared()?;
        let lean_squared = tilt * tilt * slope_squared;
        let rounding = OF_BESIDE * (self.reach + self.upper);
        // The square of a sum of three is at most thrice the sum of the squares.
        let along = self.upper * self.upper * lean_squared;
        let aside_squared = 3.0 * (along + beside_squared + rounding * rounding);
        let least_weight = simplex.least_weight();
        let size = self.reach + self.span;
        let is_inside = 4.0 * aside_squared * slope_squared <= least_weight * least_weight
            && slope_squared * (size * size) <= STEEPEST * STEEPEST;
        is_inside.then_some(Leaning {
            lean_squared,
            aside_squared,
        })
    }

    /// The height of a simplex that lies in a plane across an axis, the last direction, with no vertex of the
    /// shapes below: a sum of coordinates, not scaled. No direction need be rounded for it, and other
    /// vertices may lie in that plane, as where boxes are aligned.
    fn height_of_level(&self, simplex: &Vertices<V>) -> Option<Estimate<DoubleDouble<f64>>> {
        if !simplex.spans_a_plane() {
            return None;
        }
        let (axis, sign) = axis_of(self.direction)?;
        let along = |point: V| sign * point.coordinates()[axis];
        let mut heights = simplex
            .spanning()
            .map(|vertex| [along(vertex.pair.a), -along(vertex.pair.b)]);
        let [a, b] = heights.next()?;
        if !heights.all(|heights| heights == [a, b]) {
            return None;
        }
        let is_lowest = |shape: usize, least: f64| {
            let height = |point| {
                if shape == 0 {
                    along(point)
                } else {
                    -along(point)
                }
            };
            (0..self
                .difference
                .vertex_counts()
                .map_or(0, |counts| counts[shape]))
                .all(|number| height(self.difference.vertex(shape, number)) >= least)
        };
        if !(is_lowest(0, a) && is_lowest(1, b)) {
            return None;
        }
        let [origin_a, origin_b] = self.difference.origins().map(along);
        let (points, origins) = (
            DoubleDouble::sum(a, b),
            DoubleDouble::sum(origin_a, -origin_b),
        );
        let value = points + origins;
        // The sum of two numbers is exact.
        let is_exact = points.lo == 0.0 && origins.lo == 0.0 || origins.hi == 0.0;
        let error = if is_exact {
            0.0
        } else {
            DoubleDouble::UNIT_ROUNDOFF * value.hi.abs()
        };
        Some(Estimate { value, error })
    }

    /// Whether all vertices of the shapes but those of the simplex are clearly beyond its plane; and
    /// whether those are in it all in all, not only in pairs. They are if the pairs join all of them,
    /// without a circle: then there is one vertex more than pairs.
    pub(crate) fn others_are_beyond<P: Space<Rounded = V>>(
        &self,
        simplex: &Vertices<P>,
        margin: f64,
    ) -> bool {
        let mut names = [[VACANT; SIMPLEX_MAX]; 2];
        let (mut counts, mut pairs) = ([0; 2], 0);
        for Spanning { pair, .. } in simplex.spanning() {
            let (Feature::Vertex(a), Feature::Vertex(b)) = (pair.feature_a, pair.feature_b) else {
                return false;
            };
            pairs += 1;
            for (shape, name) in [a, b].into_iter().enumerate() {
                // Compared with each of them: nobody could predict which is the same.
                let same = names[shape].map(|known| u32::from(known == name));
                let is_new = same.iter().sum::<u32>() == 0;
                names[shape][counts[shape]] = name;
                counts[shape] += usize::from(is_new);
            }
        }
        let [count_a, count_b] = counts;
        count_a + count_b == pairs + 1
            && self.difference.others_are_higher(
                self.direction,
                [&names[0][..count_a], &names[1][..count_b]],
                margin,
            )
    }
}

impl Proved {
    /// A distance that is estimated, scaled, if that leaves open no more than between which numbers it is.
    #[inline(always)]
    pub(super) fn known(
        estimate: Estimate<DoubleDouble<f64>>,
        scale: f64,
        limits: &Limits,
    ) -> Option<Self> {
        let Estimate { value: left, error } = estimate;
        let distance = left.hi / scale;
        // The distance is less than an ulp away, the smaller one below a power of two.
        let ulp = left.hi - f64::from_bits(left.hi.to_bits().wrapping_sub(1));
        let is_known = left.hi > 0.0 && left.lo.abs() + error < ulp;
        if !(is_known && distance.is_normal()) {
            return None;
        }
        if limits.goal == Goal::Distance {
            return Some(Self::rounded(distance));
        }
        let (is_above, is_below) = (left.lo > error, left.lo < -error);
        let is_open = error > 0.0 && !(is_above | is_below);
        // The neighbours of a positive number: without a branch, which nobody could predict.
        let bits = distance.to_bits();
        Some(Self {
            lower: f64::from_bits(bits - u64::from(is_below | is_open)),
            distance,
            upper: f64::from_bits(bits + u64::from(is_above | is_open)),
        })
    }
}

/// The axis that a direction is along, and the sign of its coordinate; none for one beside all axes.
fn axis_of<V: Vector>(direction: V) -> Option<(usize, f64)> {
    let coordinates = direction.coordinates();
    let mut axes = (0..coordinates.len()).filter(|axis| coordinates[*axis] != 0.0);
    let axis = axes.next()?;
    axes.next()
        .is_none()
        .then(|| (axis, coordinates[axis].signum()))
}

#[cfg(test)]
mod tests;
