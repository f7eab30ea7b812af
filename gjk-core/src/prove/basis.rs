//! Up to three points of the difference near a plane, and the plane through them.

use glam::DVec3;

use crate::arithmetic::{ROUNDOFF, power_of_two};

/// The error of a rise after a plane is taken off it, as a part of the rise and of what is taken
/// off (lemma 4).
pub(super) const RISE_ERROR: f64 = 64.0 * ROUNDOFF;

/// A vertex is beside a line if its distance is this fraction of theirs.
const BESIDE: f64 = power_of_two(-30);

/// The slope of the plane through up to three points, against a direction along which they rise by
/// so much: constant perpendicular to a line or around a point.
#[inline(always)]
pub(super) fn slope_through(points: &[DVec3], rises: &[f64]) -> DVec3 {
    match points.len() {
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

    /// The slope of the plane through its points.
    pub(super) fn slope(&self) -> Option<DVec3> {
        let (places, rises) = (self.places(), self.list.map(|point| point.rise));
        let slope = slope_through(&places[..self.count], &rises[..self.count]);
        slope.is_finite().then_some(slope)
    }

    /// How high a plane of a slope through the first point is at a place.
    pub(super) fn rise(&self, slope: DVec3, place: DVec3) -> f64 {
        let first = &self.list[0];
        (first.rise - slope.dot(first.place)) + slope.dot(place)
    }

    /// By how much that plane misses the others.
    pub(super) fn missed_by(&self, slope: DVec3) -> f64 {
        let off = |p: &Point| f64::abs(self.rise(slope, p.place) - p.rise);
        self.points().iter().map(off).fold(0.0, f64::max)
    }

    /// The positions of its points.
    fn places(&self) -> [DVec3; 3] {
        self.list.map(|point| point.place)
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
        let (count, places) = (self.count, self.places());
        let ratio = |i: usize| {
            // A barycentric coordinate is a plane that rises to one.
            let mut rises = [0.0; 3];
            rises[i] = 1.0;
            let slope = slope_through(&places[..count], &rises[..count]);
            let share = |place: DVec3| rises[0] + slope.dot(place - places[0]);
            let (of_foot, of_new) = (share(DVec3::ZERO), share(new.place));
            (of_new > 0.0).then(|| (f64::max(0.0, of_foot) / of_new, i))
        };
        let ratios = (0..count).filter_map(ratio);
        let (_, leaving) = ratios.min_by(|(p, _), (q, _)| p.total_cmp(q))?;
        self.list[leaving] = new;
        Some(())
    }
}

#[cfg(test)]
mod tests;
