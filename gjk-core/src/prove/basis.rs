//! Up to three points of the difference near a plane, and the plane through them.

use glam::DVec3;

use crate::arithmetic::{ROUNDOFF, power_of_two};

/// The error of a rise after a plane is taken off it, as a part of the rise and of what is taken
/// off (lemma 4).
pub(super) const RISE_ERROR: f64 = 64.0 * ROUNDOFF;

/// A vertex is beside a line if its distance is this fraction of theirs.
const BESIDE: f64 = power_of_two(-30);

/// A plane by its tilt against a direction.
pub(super) struct Plane {
    /// Its rise at the projection of the origin along the direction, relative to the vertex that
    /// rises are relative to.
    pub(super) rise: f64,
    /// Its slope; zero along the direction.
    pub(super) slope: DVec3,
}

impl Plane {
    /// The plane through up to three points; constant perpendicular to a line or around a point.
    #[inline(always)]
    pub(super) fn through(points: &[DVec3], rises: &[f64]) -> Self {
        let slope = match points.len() {
            1 => DVec3::ZERO,
            2 => {
                let edge = points[1] - points[0];
                edge * ((rises[1] - rises[0]) / edge.dot(edge))
            }
            _ => {
                let (p, q) = (points[1] - points[0], points[2] - points[0]);
                let (of_p, of_q) = (rises[1] - rises[0], rises[2] - rises[0]);
                let normal = p.cross(q);
                let slope = q.cross(normal) * of_p + normal.cross(p) * of_q;
                slope * (1.0 / normal.dot(normal))
            }
        };
        let rise = rises[0] - slope.dot(points[0]);
        Self { rise, slope }
    }
}

/// A point of the difference near a plane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    /// Its vertices.
    pub(super) vertices: [u32; 2],
    /// Where it is, seen from the foot of the origin: across the direction, up to its rise.
    pub(super) place: DVec3,
    /// By how much it is higher than the first vertex of the candidate along the direction.
    pub(super) rise: f64,
}

/// Up to three points: those of a candidate, or their replacements.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Basis {
    list: [Point; 3],
    count: usize,
}

impl Basis {
    pub(super) fn points(&self) -> &[Point] {
        &self.list[..self.count]
    }

    /// Appends a point; none if there are three already.
    pub(super) fn push(&mut self, point: Point) -> Option<()> {
        *self.list.get_mut(self.count)? = point;
        self.count += 1;
        Some(())
    }

    /// The plane through its points; constant perpendicular to a line or around a point.
    pub(super) fn plane(&self) -> Option<Plane> {
        let (places, rises) = (self.places(), self.list.map(|point| point.rise));
        let plane = Plane::through(&places[..self.count], &rises[..self.count]);
        plane.slope.is_finite().then_some(plane)
    }

    /// By how much a plane misses its points.
    pub(super) fn missed_by(&self, plane: &Plane) -> f64 {
        let off = |p: &Point| f64::abs(plane.rise + plane.slope.dot(p.place) - p.rise);
        self.points().iter().map(off).fold(0.0, f64::max)
    }

    /// The positions of its points.
    fn places(&self) -> [DVec3; 3] {
        self.list.map(|point| point.place)
    }

    /// The barycentric coordinates of a position in its points; none for points beside the line.
    fn shares(&self, place: DVec3) -> Option<[f64; 3]> {
        let [p, q, r] = self.places();
        let shares = match self.count {
            1 => [1.0, 0.0, 0.0],
            2 => {
                let edge = q - p;
                let part = (place - p).dot(edge) / edge.dot(edge);
                [1.0 - part, part, 0.0]
            }
            _ => {
                let normal = (q - p).cross(r - p);
                let whole = normal.dot(normal);
                let part =
                    |from: DVec3, to: DVec3| normal.dot((from - place).cross(to - place)) / whole;
                [part(q, r), part(r, p), part(p, q)]
            }
        };
        let are_finite = shares.iter().all(|share| share.is_finite());
        are_finite.then_some(shares)
    }

    /// Whether a position is outside the line or point spanned so far.
    fn is_beside(&self, place: DVec3) -> bool {
        let [p, q, _] = self.places();
        match self.count {
            1 => place.distance(p) > 0.0,
            2 => {
                let (edge, aside) = (q - p, place - p);
                edge.cross(aside).length() > BESIDE * edge.dot(edge).max(aside.dot(aside))
            }
            _ => false,
        }
    }

    /// Adds a point, replacing another one so that the foot stays inside.
    pub(super) fn admit(&mut self, new: Point) -> Option<()> {
        if self.is_beside(new.place) {
            return self.push(new);
        }
        let (of_foot, of_new) = (self.shares(DVec3::ZERO)?, self.shares(new.place)?);
        let ratio = |i: usize| f64::max(0.0, of_foot[i]) / of_new[i];
        let may_leave = (0..self.count).filter(|i| of_new[*i] > 0.0);
        let leaving = may_leave.min_by(|i, j| ratio(*i).total_cmp(&ratio(*j)))?;
        self.list[leaving] = new;
        Some(())
    }
}

#[cfg(test)]
mod tests;
