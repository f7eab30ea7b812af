//! Exact answers for polytopes, and for round shapes over them.
//!
//! The search in `f64` proves most of its answers: a separating plane or an overlap by the bounds on
//! rounding beside [`certain_gap`](Search::certain_gap) and
//! [`surely_overlap`](Search::surely_overlap), a distance by its `certificate`, at once at a `vertex` or an `edge`,
//! or, where vertices are level but for rounding, on a `level` one. What it leaves in doubt is decided from the
//! simplex where it stands: `search`
//! is the same algorithm without rounding, `corners` are its simplices, and a `face` of them has the nearest point.
//! They read the signs of a few products of vectors, each a `form` in a `ring`: of an `estimate`, in `f64` or
//! double-double, or if that leaves the sign open of an `int`. A vector is the `sum` that it is, and a distance is
//! rounded from `scaled` digits.

mod certificate;
mod corners;
mod edge;
mod estimate;
mod face;
mod form;
mod int;
mod level;
mod ring;
mod scaled;
mod search;
mod sum;

mod vertex;

use core::cmp::Ordering;

use crate::closest::SupportPair;
use crate::goal::{Ending, Goal};
use crate::observer::Observer;
use crate::search::Search;
use crate::support::{Feature, Support};
use crate::vector::Vector;
use crate::vertices::Vertices;
pub(crate) use certificate::{LOOK, OPEN_GAP};
use corners::Corners;
use face::Face;
use form::Leading;
use scaled::Scaled;
use search::Exact;
use sum::Sum;

/// What is proved about the distance of two shapes, in the unit of their coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proved {
    /// The distance is no less.
    pub(crate) lower: f64,
    /// The distance, rounded.
    pub(crate) distance: f64,
    /// The distance is no more.
    pub(crate) upper: f64,
}

impl Proved {
    /// The shapes have a common point.
    const CONTACT: Self = Self {
        lower: 0.0,
        distance: 0.0,
        upper: 0.0,
    };

    /// They have none; no more is asked.
    const APART: Self = Self {
        lower: 0.0,
        distance: f64::from_bits(1),
        upper: f64::MAX,
    };

    /// The shapes are that far apart; bounds are not asked for.
    fn rounded(distance: f64) -> Self {
        Self {
            lower: distance,
            distance,
            upper: distance,
        }
    }
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether the end of a search leaves a doubt; if not, what it proves is noted.
    #[inline(never)]
    pub(crate) fn leaves_doubt(&mut self, ending: Ending, simplex: &mut Vertices<V>) -> bool {
        let asks_verdict = self.limits.asks_verdict();
        match ending {
            // The distance of shapes that overlap is zero, so the bounds of the core distance need not be any closer.
            Ending::Converged | Ending::Stalled
                if self.polytopes && !asks_verdict && self.only_radii_overlap() =>
            {
                self.proved = Some(Proved::CONTACT);
                false
            }
            Ending::Stalled if self.polytopes && !asks_verdict => {
                self.proved = self.proved_on_level_face(simplex);
                self.proved.is_none()
            }
            Ending::Drowned | Ending::Stalled => true,
            Ending::Converged if self.polytopes && !asks_verdict => {
                self.certify(simplex);
                let is_settled = self.limits.is_coarse() && self.certainly_beyond_margin();
                self.proved.is_none() && !is_settled
            }
            Ending::Converged => self.polytopes,
            Ending::Intersecting => self.polytopes && !self.surely_overlap(simplex),
            _ => false,
        }
    }

    /// Decides without rounding what the search has left in doubt, from the simplex where it stands.
    /// None unless both shapes are polytopes, or round shapes over them, of finite coordinates.
    #[cold]
    pub(crate) fn decide(&mut self, simplex: &mut Vertices<V>) -> Option<Ending> {
        let (face, corners) = self.exact_face(simplex)?;
        let radii = self.radii();
        let meets = face.has_origin || radii.reach(&face, 0.0);
        let (ending, proved) = match self.limits.goal {
            _ if face.has_origin => (Ending::Intersecting, Proved::CONTACT),
            Goal::Verdict | Goal::Proximity { .. } if meets => {
                (Ending::Intersecting, Proved::CONTACT)
            }
            Goal::Proximity { margin } if radii.reach(&face, margin) => {
                (Ending::Near, Proved::APART)
            }
            Goal::Verdict | Goal::Proximity { .. } => (Ending::Separated, Proved::APART),
            _ if meets => (Ending::Converged, Proved::CONTACT),
            Goal::Distance => {
                let (distance, _) = radii.distance(&face);
                (Ending::Converged, Proved::rounded(distance))
            }
            Goal::ClosestPoints => (Ending::Converged, radii.bounded_distance(&face)),
        };
        self.proved = Some(proved);
        if self.limits.goal == Goal::ClosestPoints {
            self.take_over(&face, &corners, simplex);
        }
        Some(ending)
    }

    /// Whether the shapes are farther apart than that, decided without rounding from a simplex near the
    /// nearest point.
    #[cold]
    pub(crate) fn exceeds(&self, simplex: &Vertices<V>, distance: f64) -> Option<bool> {
        let (face, _) = self.exact_face(simplex)?;
        Some(!(face.has_origin || self.radii().reach(&face, distance)))
    }

    /// The face of the difference that has the nearest point in its inside, searched from that simplex.
    fn exact_face(&self, simplex: &Vertices<V>) -> Option<(Face, Corners)> {
        let exact = Exact::of(self.difference)?;
        let mut corners = exact.start(simplex.features())?;
        let face = exact.nearest(&mut corners, self.limits.max_iterations)?;
        Some((face, corners))
    }

    fn radii(&self) -> Radii {
        Radii {
            both: self.difference.radii(),
            scale: self.difference.scale(),
        }
    }

    /// Makes the face that has the nearest point the simplex of the search.
    fn take_over(&mut self, face: &Face, corners: &Corners, simplex: &mut Vertices<V>) {
        simplex.clear();
        for (corner, weight) in corners.list().iter().zip(corners.weights()) {
            let pair = self.difference.pair(corner.vertices.map(Feature::Vertex));
            let point = self.difference.point(&pair);
            simplex.grow(&SupportPair { weight, ..pair }, point);
            simplex.admit();
        }
        if !face.has_origin {
            let scale = self.difference.scale();
            let cores = Radii {
                both: [0.0; 2],
                scale,
            };
            self.direction = unit_normal(face, scale);
            self.upper = f64::max(cores.distance(face).0 * scale, f64::MIN_POSITIVE);
            self.lower = self.upper;
            self.mean = self.direction * self.upper;
        }
    }
}

/// The radii of two shapes, and the scale of the search.
struct Radii {
    both: [f64; 2],
    scale: f64,
}

impl Radii {
    /// Their sum and a distance, as a vector of that length.
    fn and(&self, distance: f64) -> Sum {
        let [a, b] = self.both;
        let [a, b, distance] = [a, b, distance].map(|length| [length, 0.0, 0.0]);
        Sum::new([a, b, distance, [0.0; 3]], self.scale)
    }

    /// Whether they and a distance reach from the origin to a face.
    fn reach(&self, face: &Face, distance: f64) -> bool {
        let has_length = self.both != [0.0; 2] || distance > 0.0;
        has_length && face.compared_with(&self.and(distance)).is_le()
    }

    /// What is left of the distance of a face that they do not reach, as the nearest number, and in
    /// more digits, scaled.
    fn distance(&self, face: &Face) -> (f64, Scaled) {
        let sum = self.and(0.0);
        let precise = face.distance_beyond(&sum);
        let distance = precise.times_two_to(-sum.scale_exponent()).rounded();
        (f64::max(distance, f64::from_bits(1)), precise)
    }

    /// The same between the nearest numbers that are no more and no less.
    fn bounded_distance(&self, face: &Face) -> Proved {
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
        Proved {
            lower,
            distance,
            upper,
        }
    }
}

/// The relative error of an exact distance in double-double: of the leading digits of four forms, a
/// root, a sum and two quotients.
const REST_ERROR: f64 = 1.0 / (1u128 << 66) as f64;

/// The normal of a face, of length one.
fn unit_normal<V: Vector>(face: &Face, scale: f64) -> V {
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
    V::of_coordinates(coordinates.map(|x| (x / length).rounded()))
}

#[cfg(test)]
mod tests;
