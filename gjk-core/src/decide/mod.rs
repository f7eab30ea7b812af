//! Decide: what rounding leaves open about two polytopes or sphere-swept polytopes, in exact
//! arithmetic.
//!
//! `search` is the algorithm of [`propose`](crate::propose) without rounding: from the simplex of a
//! candidate to the nearest face of the difference. `corners` are its simplices, and `face` is the
//! face of a simplex with the nearest point. They use the signs of a few products of vectors. Each
//! product is a `form`, evaluated in a `ring`: an `estimate` in `f64` or, if that leaves the sign open,
//! an `int`. A vector is a `sum` of floats, and a distance is rounded from
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
use crate::propose::Candidate;
use crate::support::Feature;
use corners::Corners;
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
    /// are polytopes or sphere-swept polytopes with finite coordinates. `see` is called for each
    /// step, with its simplex and the vertices that join it, if any do.
    #[cold]
    pub(crate) fn seen(
        difference: &Difference<'_>,
        pairs: &[Pair],
        steps: u32,
        mut see: impl FnMut(&Self, Option<[u32; 2]>),
    ) -> Option<Self> {
        let exact = Exact::of(difference)?;
        let mut corners = exact.start(pairs)?;
        for _ in 0..steps {
            let decision = Self {
                face: corners.reduce()?,
                corners,
                radii: Radii {
                    both: difference.frame().radii,
                    scale: difference.scale(),
                },
            };
            let lower = exact.lower(&corners, &decision.face)?;
            see(&decision, lower);
            match lower {
                Some(vertices) => corners.push(exact.corner(vertices)?),
                None => return Some(decision),
            }
        }
        None
    }

    /// The same, without an observer.
    #[cfg(test)]
    pub(crate) fn of(difference: &Difference<'_>, pairs: &[Pair], steps: u32) -> Option<Self> {
        Self::seen(difference, pairs, steps, |_, _| {})
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
            cores.distance(&self.face) * scale,
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

    /// The distance of a face minus the radii, which do not reach it, as the nearest number.
    fn distance(&self, face: &Face) -> f64 {
        let sum = self.and(0.0);
        let precise = face.distance_beyond(&sum);
        let distance = precise.times_two_to(-sum.scale_exponent()).rounded();
        f64::max(distance, f64::from_bits(1))
    }

    /// The same between the nearest numbers below and above.
    fn bounded_distance(&self, face: &Face) -> Bounds {
        let distance = self.distance(face);
        let [lower, upper] = match face.compared_with(&self.and(distance)) {
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

/// The unit normal of a face.
fn unit_normal(face: &Face, scale: f64) -> DVec3 {
    let coordinates = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
        let along = Sum::of((axis / scale).to_array(), scale);
        face.measured::<Leading>(&along).unwrap_or(Scaled::ZERO)
    });
    let [x, y, z] = coordinates.map(|x| x * x);
    let length = (x + y + z).root();
    DVec3::from_array(coordinates.map(|x| (x / length).rounded()))
}

#[cfg(test)]
pub(crate) mod tests;
