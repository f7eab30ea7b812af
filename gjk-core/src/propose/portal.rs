//! The start of a search near contact: the face through which a ray from an interior point of the
//! difference through the origin leaves it, usually the nearest face.
//!
//! A portal is a triangle of support points that the ray passes through; in 2D an edge. The support
//! point farthest beyond it forms new portals with its sides, and the ray passes through one of
//! them. A step takes two cross products, while the nearest point of a simplex takes a dozen. No
//! promise depends on a portal: an error costs time only.
//!
//! Curved shapes have no such face: their search goes on from the first closed portal. Where radii
//! likely overlap none is sought, as a vertex within them is found sooner.
//!
//! The first corner is the first support point. The directions for the others are perpendicular to
//! the ray, so that they close a portal, but lean forwards: the nearer to the ray they are, the
//! fewer steps are left.
//!
//! It ends after a number of steps. Mirrored points have mirrored portals: a cross product, whose
//! sign is arbitrary, is turned away from the interior point.
//!
//! Source: G. Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7
//! (2008), section 2.5, which starts perpendicular to the ray, and refines portals to test for
//! overlap.

use glam::DVec3;

use super::candidate::Candidate;
use super::descend::Scan;
use super::search::{Ending, Search};
use crate::arithmetic::{largest_coordinate, power_of_two};
use crate::difference::is_usable;

/// The shapes count as near contact if the projection of the first support point is at most this
/// part of the distance from the origin to the interior point: farther away a vertex is likely the
/// nearest point.
const NEAR_CONTACT: f64 = 0.25;

/// A first support point within this part of the distance to the interior point is likely the
/// nearest one.
const ASIDE: f64 = 1.0 / 32.0;

/// Radii likely overlap above this part of the distance to the interior point.
const BARE: f64 = 1.0 / 8.0;

/// The origin is deep inside if the first support point is farther beyond it than this part of the
/// distance to the interior point. Then a portal of adjacent corners seldom surrounds it.
const DEEP: f64 = 0.5;

/// The most support points for portals. Few searches would need more.
const MOST_POINTS: u32 = 16;

/// A portal is a face if no point is beyond it by more than this part of the length of a corner.
const FACE: f64 = power_of_two(-40);

/// Squares of lengths have all digits above this.
const SHORTEST: f64 = power_of_two(-240);

/// How far the direction for the second corner leans forwards: a constant, and a term for each
/// binary digit of the number of vertices. These were measured: with half of them portals save two
/// thirds of the support points that they save now.
const FORWARDS: [f64; 2] = [0.75, 0.25];

/// Digits of the number of vertices that a curved shape counts for.
const DIGITS_OF_CURVED: f64 = 6.0;

impl Search<'_> {
    /// Continues from the first support point through portals, the last of which becomes the
    /// candidate. Returns which vertex scan may end the search from there; or its ending, if a
    /// support point ends it.
    #[inline(always)]
    pub(super) fn start_with_portals(&mut self, candidate: &mut Candidate) -> Result<Scan, Ending> {
        let first = candidate.points()[0];
        let middle = self.difference.scaling.middle;
        let [whole, length_squared] = [middle.dot(middle), first.dot(first)];
        let is_near = first.dot(middle) <= NEAR_CONTACT * whole;
        let is_aside = length_squared > ASIDE * ASIDE * whole;
        let is_bare = self.radius * self.radius <= BARE * BARE * whole;
        let has_time = self.question.max_iterations > MOST_POINTS;
        if is_near && is_aside && is_bare && has_time && is_usable(middle) {
            let scan = self.follow_ray(candidate);
            return scan.or_else(|ending| ending.map_or(Ok(Scan::Likely), Err));
        }
        Ok(Scan::Likely)
    }

    /// Closes a portal, and refines it until it is a face or beyond the origin. An error if a
    /// support point ends that: with the ending of the search, or with none if the search goes on
    /// without.
    #[inline(never)]
    fn follow_ray(&mut self, candidate: &mut Candidate) -> Result<Scan, Option<Ending>> {
        let (difference, middle) = (self.difference, self.difference.scaling.middle);
        // A face has one corner less than what fills the space.
        let is_closed = |corners: &Candidate<_>| difference.is_filled_by(corners.count() + 1);
        let mut portal = Portal {
            middle,
            planar: difference.planar,
            turn: 1.0,
        };
        let mut forwards = self.forwards(candidate.points()[0], middle);
        let mut place = 0;
        while forwards > 0.0 && !is_closed(candidate) {
            // Tilts it towards the origin by `forwards` times its own size.
            let across = portal.outwards(candidate);
            let outwards = across - middle * (forwards * largest_coordinate(across));
            let w = self.support_against(-outwards, candidate, place)?;
            let [p, q, ..] = *candidate.points();
            let is_alone = candidate.count() == 1;
            // The new point is no farther out than the corners, but for rounding: this way the
            // difference is flat.
            if !is_beyond(w, p, outwards) || !(is_alone || is_beyond(w, q, outwards)) {
                break;
            }
            place = portal.take(w, candidate);
            forwards *= 0.5;
        }
        loop {
            let outwards = portal.outwards(candidate);
            let (closed, p) = (is_closed(candidate), candidate.points()[0]);
            if closed && outwards.dot(p) >= 0.0 {
                // Beyond the origin. The farthest point the other way usually surrounds it.
                let w = self.support_against(outwards, candidate, 0)?;
                candidate.push(w);
                return Ok(Scan::Likely);
            }
            if closed && !difference.is_of_polytopes() {
                return Ok(Scan::Likely);
            }
            let w = self.support_against(-outwards, candidate, place)?;
            if !is_beyond(w, p, outwards) {
                // Nothing lies beyond the portal. It is a face, unless the difference is too flat
                // to close it.
                return Ok(if closed { Scan::AtOnce } else { Scan::Likely });
            }
            place = portal.take(w, candidate);
        }
    }

    /// How far directions lean forwards, over the length of the interior point. Zero if the origin
    /// is deep inside.
    #[inline(always)]
    fn forwards(&self, first: DVec3, middle: DVec3) -> f64 {
        if first.dot(middle) < -DEEP * middle.dot(middle) {
            return 0.0;
        }
        let digits = match self.difference.counts {
            Some([a, b]) => 0.5 * f64::from(a.saturating_mul(b).max(1).ilog2()),
            None => DIGITS_OF_CURVED,
        };
        let [any, each] = FORWARDS;
        (any + each * digits) / largest_coordinate(middle)
    }

    /// The support point farthest against a direction, near a corner. An error if the direction is
    /// too short for its square to have all digits, the points are used up, the point is not
    /// usable, or it shows that the shapes are apart and that is the question.
    #[inline(always)]
    fn support_against(
        &mut self,
        direction: DVec3,
        candidate: &mut Candidate,
        near: usize,
    ) -> Result<DVec3, Option<Ending>> {
        if !(direction.dot(direction) > SHORTEST && self.iterations < MOST_POINTS) {
            return Err(None);
        }
        let near = candidate.pairs()[near].numbers();
        let w = self.evaluate(direction, near, candidate);
        let height = direction.dot(w);
        if self.watch.is_some() {
            self.show_portal(candidate, height);
        }
        if !is_usable(w) {
            return Err(Some(Ending::NotFinite));
        }
        if self.question.asks_verdict() && height > 0.0 {
            self.lower = height / direction.length();
            if self.is_certainly_beyond::<DVec3>(self.lower) {
                return Err(Some(Ending::Beyond));
            }
        }
        Ok(w)
    }
}

/// A portal, or its corners so far: the vertices of the candidate.
struct Portal {
    /// The interior point of the difference, from which the ray goes to the origin.
    middle: DVec3,
    /// Whether it is an edge.
    planar: bool,
    /// The orientation of the corners: one, minus one, or zero if undefined.
    turn: f64,
}

impl Portal {
    /// The direction for the next corner. For a closed portal the normal, away from the interior
    /// point; before that perpendicular to the interior point and the corners, on the side of the
    /// origin.
    #[inline(always)]
    fn outwards(&self, corners: &Candidate) -> DVec3 {
        let ([p, q, r, _], middle) = (*corners.points(), self.middle);
        match corners.count() {
            1 => across(middle, -p),
            2 if self.planar => across(q - p, p - middle),
            2 => (p - middle).cross(q - middle) * self.turn,
            _ => (q - p).cross(r - p) * self.turn,
        }
    }

    /// Makes a support point a corner, so that the ray passes through the portal, or an open portal
    /// comes nearer to that; returns the index of the corner it replaces.
    #[inline(always)]
    fn take(&mut self, w: DVec3, corners: &mut Candidate) -> usize {
        let ([p, q, r, _], middle) = (*corners.points(), self.middle);
        let (count, side) = (corners.count(), w.cross(middle) * self.turn);
        // On which side of the plane through the ray and the new corner the others lie tells which of
        // them is left behind.
        let place = match count {
            1 => 1,
            2 if self.planar => usize::from(side.dot(p.cross(middle)) <= 0.0),
            2 if p.dot(side) < 0.0 => 1,
            2 if q.dot(side) > 0.0 => 0,
            // None: the three close the portal around the ray.
            2 => 2,
            _ => match [p, q, r].map(|corner| corner.dot(side) > 0.0) {
                [true, true, _] | [false, _, false] => 0,
                [true, false, _] => 2,
                [false, _, true] => 1,
            },
        };
        if count == 1 && !self.planar {
            // The origin is above or below the plane of the interior point and two corners; in it
            // there is no orientation.
            let above = -(p - middle).cross(w - middle).dot(middle);
            self.turn = f64::from(i8::from(above > 0.0) - i8::from(above < 0.0));
        }
        corners.put_at(place, w);
        place
    }
}

/// The component of a vector perpendicular to another one, times the square of that.
fn across(axis: DVec3, vector: DVec3) -> DVec3 {
    axis.cross(vector.cross(axis))
}

/// Whether a point is beyond the plane through `p`, by more than the rounding of a face.
fn is_beyond(w: DVec3, p: DVec3, outwards: DVec3) -> bool {
    let rise = outwards.dot(w - p);
    rise > 0.0 && rise * rise > FACE * FACE * p.dot(p) * outwards.dot(outwards)
}

#[cfg(test)]
mod tests;
