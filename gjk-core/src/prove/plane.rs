//! The plane through the vertices of a candidate.

use glam::DVec3;

use crate::arithmetic::ROUNDOFF;

/// The error of a rise after a plane is taken off it, as a part of the rise and of what is taken
/// off (lemma 4).
pub(super) const RISE_ERROR: f64 = 64.0 * ROUNDOFF;

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
        Self {
            rise: rises[0] - slope.dot(points[0]),
            slope,
        }
    }
}
