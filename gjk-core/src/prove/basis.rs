//! Up to three points of the difference near a plane, and the plane through them.

use glam::DVec3;

use super::plane::Plane;

/// A vertex is beside a line if its distance is this fraction of theirs.
const BESIDE: f64 = 1.0 / (1u64 << 30) as f64;

/// A point of the difference near a plane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    /// Its vertices.
    pub(super) vertices: [u32; 2],
    /// Where it is, seen from the foot of the origin: across the direction, up to its rise.
    pub(super) place: DVec3,
    /// By how much it is higher than the first vertex of the candidate along the direction.
    pub(super) rise: f64,
    /// Its weight in the mean.
    pub(super) weight: f64,
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

    /// Makes the point of the largest weight the first.
    pub(super) fn put_heaviest_first(&mut self) {
        let weights = self.list.map(|point| point.weight);
        let heaviest = (1..self.count).fold(0, |i, j| if weights[j] > weights[i] { j } else { i });
        self.list.swap(0, heaviest);
    }

    /// Appends a point; none if there are three already.
    pub(super) fn push(&mut self, point: Point) -> Option<()> {
        *self.list.get_mut(self.count)? = point;
        self.count += 1;
        Some(())
    }

    /// The plane through its points; constant perpendicular to a line or around a point.
    pub(super) fn plane(&self) -> Option<Plane> {
        let ([p, q, r], [up_p, up_q, up_r]) = (self.places(), self.list.map(|point| point.rise));
        let plane = match self.count {
            1 => Plane::through(&[p], &[up_p]),
            2 => Plane::through(&[p, q], &[up_p, up_q]),
            _ => Plane::through(&[p, q, r], &[up_p, up_q, up_r]),
        };
        plane.slope.is_finite().then_some(plane)
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
        shares
            .iter()
            .all(|share| share.is_finite())
            .then_some(shares)
    }

    /// Computes weights whose mean is nearest to the foot; no weight is negative, and their sum is
    /// one.
    pub(super) fn weigh(&mut self) -> Option<()> {
        let mut weights = self.shares(DVec3::ZERO)?.map(|share| f64::max(0.0, share));
        weights[self.count..].fill(0.0);
        let sum: f64 = weights.iter().sum();
        for (point, weight) in self.list.iter_mut().zip(weights) {
            point.weight = weight / sum;
        }
        Some(())
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
    pub(super) fn admit(&mut self, mut new: Point) -> Option<()> {
        if self.is_beside(new.place) {
            new.weight = 0.0;
            return self.push(new);
        }
        let shares = self.shares(new.place)?;
        let mut leaving: Option<(usize, f64)> = None;
        for (i, share) in shares.iter().enumerate().take(self.count) {
            if *share > 0.0 {
                let ratio = f64::max(0.0, self.list[i].weight) / share;
                if leaving.is_none_or(|(_, least)| ratio < least) {
                    leaving = Some((i, ratio));
                }
            }
        }
        let (leaving, ratio) = leaving?;
        for (point, share) in self.list.iter_mut().zip(shares).take(self.count) {
            point.weight -= ratio * share;
        }
        new.weight = ratio;
        self.list[leaving] = new;
        Some(())
    }
}

#[cfg(test)]
mod tests;
