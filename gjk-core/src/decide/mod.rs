//! Decide: what rounding leaves open about two polytopes or sphere-swept polytopes, in exact
//! arithmetic.
//!
//! `search` is the algorithm of [`propose`](crate::propose) without rounding: from the simplex of a
//! candidate to the nearest face of the difference. `corners` are its simplices, and `face` is the
//! face of a simplex with the nearest point. They use the signs of a few products of vectors. Each
//! product is a `form`, evaluated in a `ring`: an `estimate` in `f64` or double-double, or, if that
//! leaves the sign open, an `int`. A vector is a `sum` of floats, and a distance is rounded from
//! `scaled` digits.

mod corners;
mod face;
mod form;
mod int;
mod ring;
mod scaled;
mod search;
mod sum;

use core::cmp::Ordering;

use glam::DVec3;

use crate::arithmetic::Space;
use crate::bounds::Bounds;
use crate::difference::{Difference, Pair};
use crate::observer::{ExactStep, Observer};
use crate::propose::{Candidate, SIMPLEX_MAX};
use crate::simplex::{Simplex, SupportPair};
use crate::support::Feature;
use corners::{Corner, Corners};
use face::Face;
use form::Leading;
use scaled::Scaled;
use search::Exact;
use sum::Sum;

/// The face of the difference with the nearest point in its interior, without rounding.
pub(crate) struct Decision {
    face: Face,
    corners: Corners,
    radii: Radii,
}

impl Decision {
    /// Searches from the simplex of these pairs, at most this many steps. None unless both shapes
    /// are polytopes or sphere-swept polytopes with finite coordinates.
    #[cold]
    pub(crate) fn of(difference: &Difference<'_>, pairs: &[Pair], steps: u32) -> Option<Self> {
        let exact = Exact::of(difference)?;
        let mut corners = exact.start(pairs)?;
        let face = exact.nearest(&mut corners, steps)?;
        let radii = Radii {
            both: difference.frame().radii,
            scale: difference.scale(),
        };
        Some(Self {
            face,
            corners,
            radii,
        })
    }

    /// Shows the steps of that search, which is repeated.
    #[cold]
    pub(crate) fn show(
        difference: &Difference<'_>,
        pairs: &[Pair],
        steps: u32,
        watch: &mut dyn Observer<DVec3>,
    ) {
        let Some(exact) = Exact::of(difference) else {
            return;
        };
        let mut next = exact.start(pairs);
        for number in 1..=steps {
            let Some(mut corners) = next else { return };
            let Some(face) = corners.reduce() else { return };
            let mut grown = corners;
            let ended = exact.nearest(&mut grown, 1);
            let pair_of = |corner: &Corner| difference.pair(corner.vertices.map(Feature::Vertex));
            let mut pairs = [Pair::EMPTY; SIMPLEX_MAX];
            for (pair, corner) in pairs.iter_mut().zip(corners.list()) {
                *pair = pair_of(corner);
            }
            let newest = grown.list().last().filter(|_| ended.is_none());
            let cores = Radii {
                both: [0.0; 2],
                scale: difference.scale(),
            };
            let is_apart = !face.has_origin;
            watch.observe_exact(&ExactStep {
                number,
                simplex: Simplex::of(&pairs[..corners.list().len()], &corners.weights()),
                direction: if is_apart {
                    unit_normal(&face, cores.scale)
                } else {
                    DVec3::ZERO
                },
                distance: if is_apart {
                    cores.distance(&face).0
                } else {
                    0.0
                },
                support: newest.map(|corner| SupportPair::of(&pair_of(corner), 0.0)),
            });
            next = newest.is_some().then_some(grown);
        }
    }

    /// Whether the cores have a common point.
    pub(crate) fn cores_meet(&self) -> bool {
        self.face.has_origin
    }

    /// Whether the distance of the shapes is at most this.
    pub(crate) fn reaches(&self, distance: f64) -> bool {
        self.face.has_origin || self.radii.reach(&self.face, distance)
    }

    /// The rounded distance of shapes that do not intersect, and the nearest numbers around it.
    pub(crate) fn bounds(&self) -> Bounds {
        self.radii.bounded_distance(&self.face)
    }

    /// Makes the nearest face the candidate.
    pub(crate) fn take_over<P: Space>(
        &self,
        difference: &Difference<'_>,
        candidate: &mut Candidate<P>,
    ) {
        candidate.clear();
        for (corner, weight) in self.corners.list().iter().zip(self.corners.weights()) {
            let pair = difference.pair(corner.vertices.map(Feature::Vertex));
            candidate.put(pair, difference.point_in(&pair), weight.into());
        }
    }

    /// The unit vector from the origin to the nearest point of cores that do not intersect, and its
    /// distance, scaled.
    pub(crate) fn direction(&self) -> (DVec3, f64) {
        let scale = self.radii.scale;
        let cores = Radii {
            both: [0.0; 2],
            scale,
        };
        (
            unit_normal(&self.face, scale),
            cores.distance(&self.face).0 * scale,
        )
    }
}

/// The radii of two shapes, and the scale of the search.
struct Radii {
    both: [f64; 2],
    scale: f64,
}

impl Radii {
    /// Their sum plus a distance, as a vector of that length.
    fn and(&self, distance: f64) -> Sum {
        let [a, b] = self.both;
        let [a, b, distance] = [a, b, distance].map(|length| [length, 0.0, 0.0]);
        Sum::new([a, b, distance, [0.0; 3]], self.scale)
    }

    /// Whether they plus a distance reach from the origin to a face.
    fn reach(&self, face: &Face, distance: f64) -> bool {
        let has_length = self.both != [0.0; 2] || distance > 0.0;
        has_length && face.compared_with(&self.and(distance)).is_le()
    }

    /// The distance of a face minus the radii, which do not reach it, as the nearest number, and
    /// with more digits, scaled.
    fn distance(&self, face: &Face) -> (f64, Scaled) {
        let sum = self.and(0.0);
        let precise = face.distance_beyond(&sum);
        let distance = precise.times_two_to(-sum.scale_exponent()).rounded();
        (f64::max(distance, f64::from_bits(1)), precise)
    }

    /// The same between the nearest numbers below and above.
    fn bounded_distance(&self, face: &Face) -> Bounds {
        let (distance, precise) = self.distance(face);
        let [number, rest] = precise.halves();
        let order = if distance.is_normal() && rest.abs() > REST_ERROR * number {
            rest.total_cmp(&0.0)
        } else {
            face.compared_with(&self.and(distance))
        };
        let [lower, upper] = match order {
            Ordering::Less => [distance.next_down(), distance],
            Ordering::Equal => [distance, distance],
            Ordering::Greater => [distance, distance.next_up()],
        };
        Bounds {
            lower,
            distance,
            upper,
        }
    }
}

/// The relative error of an exact distance in double-double, from the leading digits of four forms,
/// a root, a sum and two quotients.
const REST_ERROR: f64 = 1.0 / (1u128 << 66) as f64;

/// The unit normal of a face.
fn unit_normal(face: &Face, scale: f64) -> DVec3 {
    let precise = face.normal(Sum::precise);
    let known = precise.map(|coordinates| coordinates.map(Leading::known));
    let coordinates = match known {
        Some([Some(x), Some(y), Some(z)]) => [x, y, z],
        _ => core::array::from_fn(|axis| {
            let mut along = [0.0; 3];
            along[axis] = 1.0 / scale;
            let coordinate = face.measured::<Leading>(&Sum::of(along, scale));
            coordinate.unwrap_or(Scaled::ZERO)
        }),
    };
    let [x, y, z] = coordinates.map(|x| x * x);
    let length = (x + y + z).root();
    DVec3::from_array(coordinates.map(|x| (x / length).rounded()))
}

#[cfg(test)]
pub(crate) mod tests;
