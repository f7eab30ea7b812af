//! The distance where vertices of a shape are level but for rounding, as where faces or edges lie
//! parallel: which of the faces that they make has the nearest point shows in twice the digits of
//! `f64`.
//!
//! Let `d` be the direction of the search and `c` a tiny vector. No point of the difference is
//! nearer than the lowest vertex along `d + c`, over the length of that: it bounds the distance
//! from below, whatever `c` is. The mean of some vertices is a point of the difference, and bounds
//! it from above, whatever their weights are. For the face that has the nearest point, the `c` that
//! makes its vertices level, and the weights whose mean lies below the origin, the two meet.
//!
//! The way from a vertex to another of the same shape is the sum of two numbers along each axis. So
//! its height along `d` has an error of a small part of its own length, also where rounding is all
//! that is left of it; and its product with `c` is so small that `f64` is enough for it.
//!
//! `along` measures heights, a `table` has the vertices that are near the plane and finds the face
//! among them, which is a `basis`.

mod along;
mod basis;
mod table;

use glam::DVec3;

use super::Proved;
use super::certificate::Claim;
use super::estimate::Estimate;
use crate::closest::{SIMPLEX_MAX, SupportPair};
use crate::double_double::DoubleDouble;
use crate::float::{ROUNDOFF, larger};
use crate::goal::Goal;
use crate::observer::Observer;
use crate::search::Search;
use crate::support::{Feature, Support, vertex_numbers};
use crate::vector::Vector;
use crate::vertices::Vertices;
use along::{Along, Precise};
use basis::{Basis, Point};
use table::{Shape, Table};

/// The error of heights along a unit vector, as a part of the lengths: of a point of the
/// difference, of a way to another one, and of the mean, each by 2^-100 and by the rounding of the
/// point itself, which is 2^-104 of it.
const OF_HEIGHT: f64 = 1.0 / (1u128 << 98) as f64;

/// The error of a height over a plane in `f64`: as a part of the rise and of what the slope takes
/// off it, for the ways of two shapes, three products, their sums and a fourth corner that is level
/// with three.
const OF_RISE: f64 = 64.0 * ROUNDOFF;

/// What the mean in `f64` is off by across the direction, as a part of the lengths: four roundings
/// of the direction, three of each product with an axis, as many of its weight and of the sums.
const OF_PLACE: f64 = 16.0 * ROUNDOFF;

/// How many times the square of its place that of a vector across the direction is at most: the
/// axes are no shorter than 0.8. The square of a sum of two is at most twice the sum of their
/// squares, of which one half counts.
const ACROSS_SQUARED: f64 = 1.6;

/// What lies beside the direction makes a mean longer by less than a 16th of its last digit if its
/// square is this part of that of the height, or less.
const CLEARLY_BELOW: f64 = ROUNDOFF / 8.0;

/// A plane may lean so much against the direction, so that a vertex that is not near the plane
/// across the one is beyond the other.
const LEAN: f64 = 1.0 / (1u64 << 48) as f64;

/// How often the direction is corrected by the plane that was found.
const CORRECTIONS: usize = 3;

/// The face that has the nearest point, and what it proves.
struct Found {
    basis: Basis,
    /// The height of the plane, and what it is off by.
    height: Estimate<DoubleDouble<f64>>,
    /// The vector across it.
    normal: DVec3,
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// What the vertices that are level with those of the simplex prove about the distance, if
    /// anything: then the simplex becomes the one of them that has the nearest point.
    #[cold]
    pub(super) fn proved_on_level_face(&mut self, simplex: &mut Vertices<V>) -> Option<Proved> {
        let mut face = *simplex;
        // The last vertex of a search that stalled has no weight yet.
        face.drop_weightless();
        let found = self.level_face(&face)?;
        let claim = Claim {
            height: found.height,
            scale: self.difference.scale(),
            margin: None,
        };
        let proved = claim.proves(self.difference.radii(), &self.limits)?;
        self.span(&mut face, &found.basis);
        *simplex = face;
        self.mean = simplex.near_mean(self.difference, self.reach);
        self.lower = self.upper;
        if self.limits.goal == Goal::ClosestPoints {
            self.direction = V::of_coordinates(found.normal.to_array());
        }
        Some(proved)
    }

    /// The face that has the nearest point, of the vertices that are level with those of a simplex.
    fn level_face(&self, simplex: &Vertices<V>) -> Option<Found> {
        let precise =
            |pair: &SupportPair<V>| -> Precise { in_space::<V>(self.difference.point(pair)) };
        let mut points = [(Precise::sum(DVec3::ZERO, DVec3::ZERO), [0; 2]); SIMPLEX_MAX];
        let mut count = 0;
        for vertex in simplex.spanning() {
            points[count] = (
                precise(vertex.pair),
                vertex_numbers(vertex.pair.features())?,
            );
            count += 1;
        }
        if !(1..SIMPLEX_MAX).contains(&count) {
            return None;
        }
        let counts = self.difference.vertex_counts()?;
        let scale = self.difference.scale();
        let vertex = |shape: usize, factor: f64| {
            move |number| in_space_rounded(self.difference.vertex(shape, number) * factor)
        };
        let (vertex_a, vertex_b) = (vertex(0, scale), vertex(1, -scale));
        let vertices: [&dyn Fn(u32) -> DVec3; 2] = [&vertex_a, &vertex_b];
        let shapes = |shape: usize| Shape {
            vertex: vertices[shape],
            count: counts[shape],
            breadth: self.difference.breadth(shape) * scale,
        };
        let point =
            |numbers: [u32; 2]| precise(&self.difference.pair(numbers.map(Feature::Vertex)));
        let direction = in_space_rounded(self.direction);
        // Two vertices of a shape are up to 2√3 extents apart.
        let size = self.reach + 4.0 * self.span;
        find(
            &points[..count],
            &[shapes(0), shapes(1)],
            &point,
            direction,
            size,
        )
    }

    /// Makes the points of a basis that have a weight the simplex.
    fn span(&mut self, simplex: &mut Vertices<V>, basis: &Basis) {
        simplex.clear();
        let (mut weights, mut count) = ([0.0; SIMPLEX_MAX], 0);
        for point in basis.points().iter().filter(|point| point.weight > 0.0) {
            let pair = self.difference.pair(point.vertices.map(Feature::Vertex));
            simplex.grow(&pair, self.difference.point(&pair));
            simplex.admit();
            weights[count] = point.weight;
            count += 1;
        }
        simplex.weigh(weights);
        simplex.balance();
        self.reach = larger(self.reach, simplex.reach());
    }
}

/// A point of the difference in space, where the plane lies at height zero.
fn in_space<V: Vector>(point: V::Precise) -> Precise {
    let [hi, lo] = V::halves(point).map(in_space_rounded);
    Precise { hi, lo }
}

fn in_space_rounded<V: Vector>(vector: V) -> DVec3 {
    DVec3::from_array(vector.coordinates())
}

/// The face that has the nearest point, of the vertices that are level with these points of the
/// difference, each with the numbers of its two vertices. No point of the difference is longer than
/// `size`.
fn find(
    points: &[(Precise, [u32; 2])],
    shapes: &[Shape<'_>; 2],
    point: &dyn Fn([u32; 2]) -> Precise,
    mut direction: DVec3,
    size: f64,
) -> Option<Found> {
    let (base, first) = *points.first()?;
    let mut basis: Option<Basis> = None;
    for _ in 0..CORRECTIONS {
        let along = Along::new(direction);
        let height = along.height(base);
        let at = |point: Precise, vertices: [u32; 2]| {
            let next = along.height(point);
            Point {
                vertices,
                place: along.across(point.hi),
                rise: (next.hi - height.hi) + (next.lo - height.lo),
                weight: 0.0,
            }
        };
        let mut level = Basis::EMPTY;
        match &basis {
            None => {
                for (point, vertices) in points {
                    level.push(at(*point, *vertices))?;
                }
            }
            Some(known) => {
                for known in known.points() {
                    level.push(at(point(known.vertices), known.vertices))?;
                }
            }
        }
        let table = Table::of(shapes, &along, first, along.across(base.hi))?;
        let plane = table.level(&mut level)?;
        let tilt = along.tilt(plane.slope);
        if tilt.dot(tilt) <= LEAN * LEAN * direction.dot(direction) {
            let below = larger(0.0, table.lowest(&plane).0);
            let face = Face {
                basis: &level,
                first: height,
                rise: plane.rise - below,
                tilt,
            };
            return Some(Found {
                basis: level,
                height: face.height(&along, point, size, below)?,
                normal: direction + tilt,
            });
        }
        direction += tilt;
        basis = Some(level);
    }
    None
}

/// A face whose plane no vertex is below.
struct Face<'b> {
    basis: &'b Basis,
    /// How high the first vertex of the simplex is along the direction.
    first: DoubleDouble<f64>,
    /// How much higher the plane is where the direction meets it.
    rise: f64,
    /// What must be added to the direction for it to be across the plane.
    tilt: DVec3,
}

impl Face<'_> {
    /// The height of the plane, and what the distance differs from it by at most: the mean of the
    /// basis bounds it from above. No vertex was below the plane by more than `below` before that
    /// was taken off it.
    fn height(
        &self,
        along: &Along,
        point: &dyn Fn([u32; 2]) -> Precise,
        size: f64,
        below: f64,
    ) -> Option<Estimate<DoubleDouble<f64>>> {
        let length = along.length_with(self.tilt);
        let part = 1.0 / length.hi;
        let value = (self.first + DoubleDouble::from(self.rise)).over(length);
        let (place, rise) = self.basis.mean();
        let rounding = OF_PLACE * size;
        let mut aside_squared = ACROSS_SQUARED * place.dot(place) + rounding * rounding;
        let mut over = rise - self.rise;
        if aside_squared > CLEARLY_BELOW * value.hi * value.hi {
            // Near contact the mean must be known in more digits.
            let mean = self.mean(point);
            let mean_height = along.height(mean);
            let foot = scaled(along.vector, mean_height / along.squared());
            let aside = (mean - foot).hi.length() + OF_HEIGHT * size;
            aside_squared = aside * aside;
            over = (mean_height - self.first).hi - self.rise;
        }
        // What the mean is higher than the plane, what lies beside the direction makes it longer
        // by, and what a plane that leans is nearer by.
        let tilted = self.tilt.length() * part;
        let longer = aside_squared / value.hi + value.hi * tilted * tilted;
        let taken_off = (below + self.rise.abs()) * part + 2.0 * tilted * size;
        let error = larger(0.0, over * part) + longer + OF_RISE * taken_off + OF_HEIGHT * size;
        (value.hi > 0.0).then_some(Estimate { value, error })
    }

    /// The mean of the points by their weights, from the heaviest on: a sum of differences keeps
    /// the digits that a sum of points loses.
    fn mean(&self, point: &dyn Fn([u32; 2]) -> Precise) -> Precise {
        let points = self.basis.points();
        let heavier = |p: &&Point, q: &&Point| p.weight.total_cmp(&q.weight);
        let begin = points
            .iter()
            .max_by(heavier)
            .map_or([0; 2], |heaviest| heaviest.vertices);
        let begin = point(begin);
        points.iter().fold(begin, |mean, other| {
            let way = point(other.vertices) - begin;
            mean + way * scaled(DVec3::ONE, DoubleDouble::from(other.weight))
        })
    }
}

/// A vector times a number.
fn scaled(vector: DVec3, by: DoubleDouble<f64>) -> Precise {
    let [hi, lo] = [by.hi, by.lo].map(DVec3::splat);
    let zero = DVec3::ZERO;
    Precise { hi, lo }
        * Precise {
            hi: vector,
            lo: zero,
        }
}

#[cfg(test)]
mod tests;
