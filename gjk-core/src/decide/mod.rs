//! Decide: what rounding leaves open about two polytopes or sphere-swept polytopes, in exact
//! arithmetic.
//!
//! `search` is the algorithm of [`propose`](crate::propose) without rounding: from the simplex of a
//! candidate to the nearest face of the difference. `corners` are its simplices, and `face` is the
//! face of a simplex with the nearest point. All signs and distances are those of
//! [`exact`](crate::exact) arithmetic.

mod corners;
mod face;
mod search;

use core::cmp::Ordering;

use glam::DVec3;

use crate::arithmetic::Space;
use crate::bounds::Bounds;
use crate::difference::{Difference, Pair};
use crate::exact::Sum;
use crate::propose::Candidate;
use corners::Corners;
use face::Face;

/// The face of the difference with the nearest point in its interior, without rounding.
pub(crate) struct Decision<'q> {
    pub(crate) difference: &'q Difference<'q>,
    face: Face,
    corners: Corners,
}

impl<'q> Decision<'q> {
    /// Searches from the simplex of these pairs, at most this many steps. None unless both shapes
    /// are polytopes or sphere-swept polytopes with finite coordinates. `watch` is called for
    /// each step, with its simplex and the vertices that join it, if any do.
    #[cold]
    pub(crate) fn search(
        difference: &'q Difference<'q>,
        pairs: &[Pair],
        steps: u32,
        mut watch: impl FnMut(&Self, Option<[u32; 2]>),
    ) -> Option<Self> {
        let mut corners = difference.first_corners(pairs)?;
        for _ in 0..steps {
            let decision = Self {
                difference,
                face: corners.reduce()?,
                corners,
            };
            let lower = difference.corner_below(&corners, &decision.face)?;
            watch(&decision, lower.map(|corner| corner.vertices));
            match lower {
                Some(corner) => corners.push(corner),
                None => return Some(decision),
            }
        }
        None
    }

    /// Whether the cores have a common point.
    pub(crate) fn cores_meet(&self) -> bool {
        self.face.has_origin
    }

    /// The sum of the radii plus a distance, as a vector of that length.
    fn length(&self, distance: f64) -> Sum {
        let [a, b] = self.difference.radii;
        let lengths = [a, b, distance].map(|length| DVec3::new(length, 0.0, 0.0));
        Sum::new(lengths, self.difference.scaling.scale)
    }

    /// Whether the distance of the shapes is at most this.
    pub(crate) fn reaches(&self, distance: f64) -> bool {
        self.face.has_origin || self.face.beyond(self.length(distance)).sign().is_le()
    }

    /// Whether the radii reach beyond the cores: the shapes overlap and do not only touch.
    pub(crate) fn radii_overlap(&self) -> bool {
        self.face.beyond(self.length(0.0)).sign().is_lt()
    }

    /// The rounded distance of shapes that do not intersect, and the nearest numbers around it.
    pub(crate) fn bounds(&self) -> Bounds {
        let rounded = self.face.distance_beyond(self.length(0.0)).rounded();
        let distance = f64::max(rounded, f64::from_bits(1));
        let [lower, upper] = match self.face.beyond(self.length(distance)).sign() {
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

    /// Writes the nearest face to the candidate.
    pub(crate) fn write_to<P: Space>(&self, candidate: &mut Candidate<P>) {
        let vertices = self.corners.list().iter().map(|corner| corner.vertices);
        candidate.become_of(self.difference, vertices.zip(self.corners.weights()));
    }

    /// The unit vector from the origin to the nearest point of cores that do not intersect, and its
    /// distance.
    pub(crate) fn direction(&self) -> (DVec3, f64) {
        let along = |axis: DVec3| self.face.along_normal(Sum::new([axis], 1.0));
        let coordinates = DVec3::AXES.map(|axis| along(axis).leading());
        let [x, y, z] = coordinates.map(|x| x * x);
        let length = (x + y + z).root();
        let normal = DVec3::from_array(coordinates.map(|x| (x / length).rounded()));
        (normal, self.face.distance().rounded())
    }
}

#[cfg(test)]
pub(crate) mod tests;
