//! The distance where vertices of a shape are level but for rounding, as the corners of a face of a box in
//! a rotated pose: which of the faces that they make has the nearest point shows in twice the digits of `f64`.
//!
//! Let `d` be the last direction of the search and `t` a tiny vector. Along `d - t` no point of the difference
//! is lower than the lowest vertex of the first shape less the highest of the second. That bounds the distance
//! from below, whatever `t` is. For the `t` that makes the vertices of the simplex level it is the distance
//! of their plane, which is that of the shapes if its nearest point is in the simplex.
//!
//! The way from a vertex to another of the same shape is the sum of two numbers along each axis. So its
//! height along `d` has an error of a small part of its own length, also where rounding is all that is left
//! of it; and its product with `t` is so small that `f64` is enough for it.
//!
//! A vertex that is below the plane takes the place of one of the simplex, so that the line along `d` through
//! the origin still meets it. This makes its plane nearer to the origin there: it is the simplex method of
//! linear programming, and a step of the search in one.

use super::Proved;
use super::certificate::{Claim, LEAN, LEANS};
use super::estimate::Estimate;
use super::ring::{cross, dot};
use crate::bounds::precise_length;
use crate::double_double::DoubleDouble;
use crate::float::{ROUNDOFF, larger};
use crate::goal::Goal;
use crate::observer::Observer;
use crate::search::Search;
use crate::space::{Scalar, Space};
use crate::support::{Feature, Support, vertex_numbers};
use crate::vector::Vector;
use crate::vertices::Vertices;

/// The most vertices of a shape that are level with each other.
const MOST: usize = 16;

/// By how much `d` is turned, at most.
const TURN: f64 = LEAN[1];

/// The most steps. There are one or two; rounding could make it go round in circles.
const STEPS: usize = 16;

/// The least weight that leaves no doubt that the line through the origin meets a simplex.
const SURE: f64 = 1.0 / (1u32 << 20) as f64;

/// The error of heights in double-double, as a part of the lengths: of a point three sums and three products, and
/// two roundings of its own; and for those of the plane as much again for the length of `d - t` and the quotient.
const OF_LENGTHS: f64 = 16.0 * <DoubleDouble<f64> as Scalar>::UNIT_ROUNDOFF;

/// The error of the difference of two heights along `d - t` in `f64`: as a part of what `t` adds to one at most, for
/// the ways of two shapes, their sum, and a product of three terms; and as a part of the largest height along `d`,
/// for its rounding and for sums.
const OF_TURN: f64 = 16.0 * ROUNDOFF;
const OF_RISES: f64 = 8.0 * ROUNDOFF;

/// The vertices of a shape that are about level with one of them, which is the first.
struct Level<V> {
    numbers: [u32; MOST],
    /// The ways of the difference as the shape goes from that one to another, scaled.
    ways: [V; MOST],
    /// Their heights along `d`, times the length of that.
    rises: [f64; MOST],
    count: usize,
}

/// A vertex of the difference: the places of its two vertices.
type Corner = [usize; 2];

/// The plane of corners that no vertex is below.
struct Lowest<V> {
    /// The vector `t`: the plane is perpendicular to `d - t`.
    turn: V,
    /// By how much a vertex may be below all the same, times the length of `d`.
    below: f64,
}

impl<V: Vector> Level<V> {
    /// The place of a vertex.
    fn place(&self, number: u32) -> Option<usize> {
        self.numbers[..self.count]
            .iter()
            .position(|known| *known == number)
    }

    /// The lowest vertex along `d - turn`, and how high it is.
    fn lowest(&self, turn: V) -> (usize, f64) {
        let mut lowest = (0, 0.0);
        for place in 1..self.count {
            let rise = self.rises[place] - turn.dot(self.ways[place]);
            if rise < lowest.1 {
                lowest = (place, rise);
            }
        }
        lowest
    }

    /// The length of the longest way.
    fn breadth(&self) -> f64 {
        let longer = |p: V, q: &V| if q.dot(*q) > p.dot(p) { *q } else { p };
        let longest = self.ways[..self.count].iter().fold(V::ZERO, longer);
        Vector::length(longest)
    }

    /// The largest rise or fall.
    fn unevenness(&self) -> f64 {
        let rises = self.rises[..self.count].iter();
        rises.fold(0.0, |largest, rise| larger(largest, rise.abs()))
    }
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// What the vertices that are level with those of the simplex prove about the distance, if anything: then
    /// the simplex becomes the one of them that has the nearest point.
    #[cold]
    pub(super) fn proved_on_uneven_face(&mut self, simplex: &mut Vertices<V>) -> Option<Proved> {
        let mut face = *simplex;
        // The last vertex of a search that stalled has no weight yet.
        face.drop_weightless();
        if !face.spans_a_plane() {
            return None;
        }
        let (claim, normal) = self.claim_on_uneven_face(&mut face)?;
        let proved = claim.proves(self.difference.radii(), &self.limits)?;
        face.balance();
        *simplex = face;
        self.lower = self.upper;
        if self.limits.goal == Goal::ClosestPoints {
            self.direction = normal;
        }
        Some(proved)
    }

    /// How far away the face is that has the nearest point, which the simplex becomes, and its normal.
    fn claim_on_uneven_face(&mut self, simplex: &mut Vertices<V>) -> Option<(Claim, V)> {
        let length = Vector::length(self.direction);
        let [a, b] = vertex_numbers(simplex.features().next()?)?;
        let levels = [self.level(length, 0, a)?, self.level(length, 1, b)?];
        let mut corners = [[0; 2]; 3];
        for (corner, features) in corners.iter_mut().zip(simplex.features()) {
            let [a, b] = vertex_numbers(features)?;
            *corner = [levels[0].place(a)?, levels[1].place(b)?];
        }
        let (begin, base) = (corners, simplex.points()[0]);
        let Lowest { turn, below } = self.step_down(length, &levels, base, &mut corners)?;
        if corners != begin {
            self.span(simplex, &levels, &corners);
        }

        let normal = V::Precise::sum(self.direction, -turn);
        let first: V::Precise = self.difference.point(simplex.pair(0));
        let value = normal.dot(first) / precise_length(normal);
        let normal = normal.rounded();
        self.mean = simplex.near_mean(self.difference, self.reach);
        let along = self.mean.dot(normal) / normal.dot(normal);
        let beside = self.mean - normal * along;
        let leaning = self.leaning(simplex, below / length, beside.dot(beside))?;
        // Points are as far apart as the mean is long, which exceeds the height by half of that over itself.
        let is_near = leaning.aside_squared <= ROUNDOFF * self.reach * self.upper;
        if self.limits.goal == Goal::ClosestPoints && !is_near {
            return None;
        }
        let error = below / length
            + OF_LENGTHS * (self.reach + self.upper)
            + leaning.lean_squared * self.upper;
        let claim = Claim {
            height: Estimate { value, error },
            scale: self.difference.scale(),
            margin: None,
        };
        simplex.spans_a_plane().then_some((claim, normal))
    }

    /// The vertices of a shape that are level with the first, none if one is far below or there are too many.
    fn level(&self, length: f64, shape: usize, first: u32) -> Option<Level<V>> {
        let scale = self.difference.scale();
        let factor = if shape == 0 { scale } else { -scale };
        let base = self.difference.vertex(shape, first) * factor;
        let far = LEANS * TURN * self.difference.breadth(shape) * scale * length;
        let direction = V::Precise::lifted(self.direction);
        let mut level = Level {
            numbers: [first; MOST],
            ways: [V::ZERO; MOST],
            rises: [0.0; MOST],
            count: 1,
        };
        for number in 0..self.difference.vertex_counts()?[shape] {
            let point = self.difference.vertex(shape, number) * factor;
            let way = point - base;
            let rise = way.dot(self.direction);
            if number == first || rise > far {
                continue;
            }
            if !(rise >= -far && level.count < MOST) {
                return None;
            }
            let precise = V::Precise::sum(point, -base);
            level.numbers[level.count] = number;
            level.ways[level.count] = way;
            level.rises[level.count] = direction.dot(precise).rounded();
            level.count += 1;
        }
        Some(level)
    }

    /// Steps down from these corners to those whose plane no vertex is below, as far as heights tell.
    fn step_down(
        &self,
        length: f64,
        [a, b]: &[Level<V>; 2],
        base: V,
        corners: &mut [Corner; 3],
    ) -> Option<Lowest<V>> {
        let breadth = a.breadth() + b.breadth();
        let error_of_rises =
            OF_LENGTHS * length * breadth + OF_RISES * (a.unevenness() + b.unevenness());
        let way = |[i, j]: Corner| a.ways[i] + b.ways[j];
        let rise = |[i, j]: Corner| a.rises[i] + b.rises[j];
        for _ in 0..STEPS {
            let [p, q, r] = *corners;
            let ways = [way(q) - way(p), way(r) - way(p)];
            let turn = turn_of(ways, [rise(q) - rise(p), rise(r) - rise(p)]);
            let turned = Vector::length(turn);
            let is_tiny = turned <= TURN * length;
            if !is_tiny {
                return None;
            }
            let height = |corner: Corner| rise(corner) - turn.dot(way(corner));
            let corners_of = corners.iter().take(V::DIMENSION);
            let level = corners_of
                .map(|corner| height(*corner))
                .fold(f64::NEG_INFINITY, larger);
            let ((i, low_a), (j, low_b)) = (a.lowest(turn), b.lowest(turn));
            let below = level - (low_a + low_b);
            let error = error_of_rises + OF_TURN * turned * breadth;
            if below <= error {
                let below = below.abs() + error;
                return Some(Lowest { turn, below });
            }
            let lower = [i, j];
            let points = corners.map(|corner| base + way(corner));
            let (place, share) = leaving(self.direction, points, base + way(lower));
            if share > SURE {
                corners[place] = lower;
            } else {
                return None;
            }
        }
        None
    }

    /// Makes these corners the simplex, less those that its nearest point does not need.
    fn span(&mut self, simplex: &mut Vertices<V>, [a, b]: &[Level<V>; 2], corners: &[Corner; 3]) {
        simplex.clear();
        for [i, j] in corners.iter().take(V::DIMENSION) {
            let pair = self
                .difference
                .pair([a.numbers[*i], b.numbers[*j]].map(Feature::Vertex));
            simplex.grow(&pair, self.difference.point(&pair));
            simplex.admit();
        }
        self.reach = larger(self.reach, simplex.reach());
        let next = simplex.nearest(self.reach);
        simplex.keep(&next.weights);
    }
}

/// The vector in the plane of two vectors that has these products with them; in the plane, of the first.
#[inline(always)]
fn turn_of<V: Vector>([e, f]: [V; 2], [rise_e, rise_f]: [f64; 2]) -> V {
    let (e, f) = (e.coordinates(), coordinates_in_space(f));
    let normal = cross(&e, &f);
    let (along_e, along_f) = (cross(&f, &normal), cross(&normal, &e));
    let whole = dot(&normal, &normal);
    V::of_coordinates(core::array::from_fn(|axis| {
        (rise_e * along_e[axis] + rise_f * along_f[axis]) / whole
    }))
}

/// Which of three points, in the plane of the first two, leaves its place to another one so that the line through
/// the origin along `direction` still meets what they span; and the least weight of the point where it does.
#[inline(always)]
fn leaving<V: Vector>(direction: V, [p, q, r]: [V; 3], other: V) -> (usize, f64) {
    let direction = direction.coordinates();
    let points = [p.coordinates(), q.coordinates(), coordinates_in_space(r)];
    let turned = points.map(|point| cross(&direction, &point));
    let with_other = turned.map(|point| dot(&point, &other.coordinates()));
    let without = |place: usize| {
        let [next, last] = [(place + 1) % 3, (place + 2) % 3];
        let areas = [
            (place, dot(&turned[next], &points[last])),
            (next, with_other[last]),
            (last, -with_other[next]),
        ];
        let whole: f64 = areas.iter().map(|(_, area)| area).sum();
        let counting = areas.iter().filter(|(point, _)| *point < V::DIMENSION);
        let least = counting
            .map(|(_, area)| area / whole)
            .fold(f64::INFINITY, f64::min);
        (place, least)
    };
    let larger_share = |p: (usize, f64), q: (usize, f64)| if q.1 > p.1 { q } else { p };
    (1..V::DIMENSION)
        .map(without)
        .fold(without(0), larger_share)
}

/// The coordinates of a vector in space; in the plane, of one that points out of it.
fn coordinates_in_space<V: Vector>(vector: V) -> [f64; 3] {
    if V::PLANAR {
        [0.0, 0.0, 1.0]
    } else {
        vector.coordinates()
    }
}

#[cfg(test)]
mod tests;
