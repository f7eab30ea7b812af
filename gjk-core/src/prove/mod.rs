//! Prove: the bounds that a candidate gives for the distance of two polytopes, whoever proposed it.
//!
//! If no vertex of the difference is below a plane, no point of the difference is nearer than that
//! plane: this bounds the distance from below, for any plane (lemma 4). The mean of the candidate
//! is a point of the difference, and bounds the distance from above, for any weights (lemma 5). The
//! plane is that through the vertices of the candidate. It is tilted against the direction of the
//! search by so little that `f64` holds all digits of the remaining rises of vertices; projections
//! are in double-double.

mod along;
mod basis;
pub(crate) mod contact;
mod coplanar;

use glam::DVec3;

use crate::arithmetic::{
    Arithmetic, DoubleDouble, Estimate, Precise, ROUNDOFF, Scalar, Space, larger, power_of_two,
};
use crate::difference::Difference;
use crate::propose::Candidate;
use crate::simplex::SIMPLEX_MAX;
pub(crate) use along::{Length, height};
use basis::{RISE_ERROR, slope_through};
pub(crate) use contact::{contains_origin, find_simplex_around_origin};
use coplanar::find_face;

/// The error of a height along a unit vector, as a part of the size (lemma 3).
const HEIGHT_ERROR: f64 = power_of_two(-99);

/// What the mean in `f64` is off by across the direction, as a part of its vertices: five roundoffs
/// in the mean, √2 in the product with the direction (lemma 5).
const ASIDE_ERROR: f64 = 8.0 * ROUNDOFF;

/// The foot of the origin is inside a face if the mean next to it is this many times as far from
/// each side, by its weights, as it may be beside the foot (lemma 5).
const INSIDE: f64 = 8.0;

/// The largest tilt of a plane against the direction along which others were seen to be beyond
/// (lemma 4).
const LEAN: f64 = power_of_two(-48);

/// How often the direction is corrected to the plane found.
const CORRECTIONS: usize = 4;

/// A proof for two cores that are apart.
pub(crate) struct Proof {
    /// Their distance with its error, scaled.
    pub(crate) distance: Estimate<DoubleDouble<f64>>,
    /// A vector from the first to the second, normal to the plane of the proof.
    pub(crate) normal: DVec3,
}

/// What is known of a face that no vertex is clearly below.
enum Outcome {
    Proved(Proof),
    /// It is tilted against the direction, by this correction.
    Leans(DVec3),
    Open,
}

/// The distance of the cores; none if nothing is proved. The candidate becomes the face that proves
/// it, among vertices that are coplanar with it if the search is thorough.
pub(crate) fn core_distance<P: Space>(
    difference: &Difference<'_>,
    mut direction: DVec3,
    candidate: &mut Candidate<P>,
    is_thorough: bool,
) -> Option<Proof> {
    for _ in 0..CORRECTIONS {
        let slope = match others_are_beyond(difference, direction, candidate) {
            true => None,
            false if is_thorough => Some(find_face(difference, direction, candidate)?),
            false => return None,
        };
        let outcome = match candidate.count() {
            1 => of_face::<P, 1>(difference, direction, candidate, slope),
            2 => of_face::<P, 2>(difference, direction, candidate, slope),
            3 => of_face::<P, 3>(difference, direction, candidate, slope),
            _ => return None,
        };
        match outcome {
            Outcome::Proved(proof) => return Some(proof),
            Outcome::Leans(tilt) => direction += tilt,
            Outcome::Open => return None,
        }
    }
    None
}

/// What a face of `N` vertices proves: with the slope of its plane, and the most that another vertex
/// may be below that, if any may.
#[inline(always)]
fn of_face<P: Space, const N: usize>(
    difference: &Difference<'_>,
    direction: DVec3,
    candidate: &Candidate<P>,
    slope: Option<(DVec3, f64)>,
) -> Outcome {
    let (pairs, weights) = (candidate.pairs(), candidate.weights());
    // Loops and no iterators, which are not compiled in place.
    let (mut points, mut rises) = ([DVec3::ZERO; N], [0.0; N]);
    let first = height(direction, difference.precise(&pairs[0]));
    for i in 0..N {
        points[i] = candidate.points()[i].rounded();
        if i > 0 {
            let next = height(direction, difference.precise(&pairs[i]));
            rises[i] = (next.hi - first.hi) + (next.lo - first.lo);
        }
    }
    let (slope, below) = slope.unwrap_or_else(|| (slope_through(&points, &rises), 0.0));
    let rise = -slope.dot(points[0]);
    let slope_squared = slope.dot(slope);
    let squared = height(direction, Precise::from(direction));
    if !(slope_squared <= LEAN * LEAN * squared.hi) {
        return Outcome::Leans(-slope);
    }
    let (mut mean, mut mean_rise) = (DVec3::ZERO, 0.0);
    let (mut reach, mut off, mut least) = (0.0, 0.0, 1.0);
    for i in 0..N {
        let weight = weights[i].rounded();
        least = f64::min(least, weight);
        mean += points[i] * weight;
        mean_rise += rises[i] * weight;
        reach = larger(reach, points[i].abs().element_sum());
        // Another pair of the same vertices may be below the plane by the sum of these (lemma 4).
        off += f64::abs(rise + slope.dot(points[i]) - rises[i]);
    }
    reach += difference.scaling.lost;
    let below = larger(below, off);
    // From below (lemma 4): the distance of the plane from the origin.
    let normal = direction - slope;
    let more_squared = slope_squared - 2.0 * slope.dot(direction);
    let length = Length::of(squared, more_squared);
    let lowest_rise = rise - below;
    let height = length.divide(first, lowest_rise);
    if !(height.hi > 0.0) {
        return Outcome::Open;
    }
    // From above (lemma 5): the mean is longer than the height, by its part perpendicular to the
    // direction, and because the plane leans: the height is over the normal, not the direction. The
    // foot of the origin is not, if that is in the face; what the leaning is there is a rounding.
    let size = difference.scaling.size;
    let rough = ASIDE_ERROR * reach;
    let (across, rounding) = match P::ARITHMETIC {
        Arithmetic::Double => (mean.cross(direction), rough),
        _ => {
            let mean = candidate.mean_of_pairs(difference);
            let across = mean.cross(Precise::from(direction));
            (across.hi, HEIGHT_ERROR * size)
        }
    };
    let aside_squared = across.length_squared() / squared.hi;
    let shorten = length.inverse;
    // Two roundoffs (lemma 5): a mean that is farther beside makes no good witness points.
    let is_near_foot = 16.0 * aside_squared <= rough * rough;
    let doubt = INSIDE * INSIDE * (rough * rough + off * off / squared.hi);
    let is_inside = difference.is_filled_by(N + 1)
        && is_near_foot
        && least * least * breadth_squared(&points) > doubt;
    let leaning = height.hi * (more_squared.abs() * shorten * shorten);
    let (mean_rise, longer) = if is_inside {
        (rise + off, leaning)
    } else {
        let aside_squared = aside_squared + 2.0 * rounding * rounding;
        (mean_rise, aside_squared / height.hi + leaning)
    };
    let over = larger(0.0, mean_rise - lowest_rise) * shorten;
    let steps = below.abs() + rise.abs() + slope.abs().element_sum() * reach;
    let error = over + longer + RISE_ERROR * steps * shorten + HEIGHT_ERROR * size;
    Outcome::Proved(Proof {
        distance: Estimate {
            value: height,
            error,
        },
        normal: -normal,
    })
}

/// The square of the least distance of a vertex of a face from the opposite side: of a triangle, or
/// in 2D of a segment.
#[inline(always)]
fn breadth_squared<const N: usize>(points: &[DVec3; N]) -> f64 {
    let edge = |i: usize, j: usize| points[j % N] - points[i];
    let square = |vector: DVec3| vector.dot(vector);
    let first = square(edge(0, 1));
    if N < 3 {
        return first;
    }
    let longest = larger(first, larger(square(edge(0, 2)), square(edge(1, 2))));
    square(edge(0, 1).cross(edge(0, 2))) / longest
}

/// Whether all vertices but those of a candidate are clearly higher, and its pairs join its
/// vertices without a circle, so that each vertex is at the height of the plane, not pairs only
/// (lemma 4).
#[inline(always)]
fn others_are_beyond<P: Space>(
    difference: &Difference<'_>,
    direction: DVec3,
    candidate: &Candidate<P>,
) -> bool {
    let (mut lists, mut counts) = ([[0; SIMPLEX_MAX]; 2], [0; 2]);
    for pair in candidate.pairs() {
        let Some(vertices) = pair.vertices() else {
            return false;
        };
        for shape in 0..2 {
            let (list, count) = (&mut lists[shape], &mut counts[shape]);
            list[*count] = vertices[shape];
            *count += usize::from(!list[..*count].contains(&vertices[shape]));
        }
    }
    let [a, b] = [0, 1].map(|shape: usize| &lists[shape][..counts[shape]]);
    counts[0] + counts[1] == candidate.count() + 1
        && difference.others_are_beyond(direction, [a, b])
}

#[cfg(test)]
mod tests;
