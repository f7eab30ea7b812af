//! Up to three points of the difference near a plane, and the plane through them.

use glam::DVec2;

use super::plane::Plane;

/// A vertex is beside a line if its distance is this fraction of theirs.
const BESIDE: f64 = 1.0 / (1u64 << 30) as f64;

/// A point of the difference near a plane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    /// Its vertices.
    pub(super) vertices: [u32; 2],
    /// Its position perpendicular to the direction.
    pub(super) place: DVec2,
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
    pub(super) fn plane(&self) -> Option<Plane<DVec2>> {
        let [p, q, r] = self.list;
        let slope = match self.count {
            1 => DVec2::ZERO,
            2 => {
                let edge = q.place - p.place;
                edge * ((q.rise - p.rise) / edge.dot(edge))
            }
            _ => {
                let (s, t) = (q.place - p.place, r.place - p.place);
                let (up, other) = (q.rise - p.rise, r.rise - p.rise);
                (s.perp() * other - t.perp() * up) / s.perp_dot(t)
            }
        };
        let rise = p.rise - slope.dot(p.place);
        slope.is_finite().then_some(Plane { rise, slope })
    }

    /// The barycentric coordinates of a position in its points; none for points beside the line.
    fn shares(&self, place: DVec2) -> Option<[f64; 3]> {
        let [p, q, r] = self.list.map(|point| point.place);
        let shares = match self.count {
            1 => [1.0, 0.0, 0.0],
            2 => {
                let edge = q - p;
                let part = (place - p).dot(edge) / edge.dot(edge);
                [1.0 - part, part, 0.0]
            }
            _ => {
                let whole = (q - p).perp_dot(r - p);
                let part = |from: DVec2, to: DVec2| (from - place).perp_dot(to - place) / whole;
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
        let mut weights = self.shares(DVec2::ZERO)?.map(|share| f64::max(0.0, share));
        weights[self.count..].fill(0.0);
        let sum: f64 = weights.iter().sum();
        for (point, weight) in self.list.iter_mut().zip(weights) {
            point.weight = weight / sum;
        }
        Some(())
    }

    /// Whether a position is outside the line or point spanned so far.
    fn is_beside(&self, place: DVec2) -> bool {
        let [p, q, _] = self.list.map(|point| point.place);
        match self.count {
            1 => place.distance(p) > 0.0,
            2 => {
                let (edge, aside) = (q - p, place - p);
                edge.perp_dot(aside).abs() > BESIDE * edge.dot(edge).max(aside.dot(aside))
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
