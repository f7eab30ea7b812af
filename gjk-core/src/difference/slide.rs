//! Pairs slide: their points move to another direction, each on its piece of the surface.

use glam::DVec3;

use super::{Difference, Name, Pair};
use crate::arithmetic::{largest_coordinate, power_of_two};

/// Points on a curve whose radius is this many times the extent of their shape count as flat.
/// Measured: with 64, curves are taken for flat, and some searches take twice as many steps.
const FLAT_SIDE: f64 = 1024.0;

/// How far a nearby direction is, as a part of its length. The error of a difference is about this
/// part, and rounding takes as many digits.
const NEARBY: f64 = power_of_two(-26);

impl Difference<'_> {
    /// Which shapes stay when pairs [slide](Self::slid) to the direction in which the last was
    /// found: one that was found at a vertex, and one whose points lie on a flat side of one piece,
    /// across the direction, while the other shape slides. Slid to one direction its points would
    /// become one, and the side be lost.
    pub(crate) fn still(
        &self,
        pairs: &[Pair],
        found: &Pair,
        direction: DVec3,
        length: f64,
    ) -> [bool; 2] {
        [0, 1].map(|shape: usize| {
            let Name::Piece(piece, _) = found.names[shape] else {
                return true;
            };
            let other_slides = matches!(found.names[1 - shape], Name::Piece(..));
            // Zero for a shape so small that it is a point here: any of its points are on a side.
            let bend = FLAT_SIDE * self.bodies[shape].extent() * self.scaling.scale;
            let is_on_side = |pair: &Pair| {
                let offset = (pair.points[shape] - found.points[shape]) * self.scaling.scale;
                matches!(pair.names[shape], Name::Piece(other, _) if other == piece)
                    && offset.dot(direction).abs() * bend <= offset.dot(offset) * length
            };
            other_slides && pairs.iter().all(is_on_side)
        })
    }

    /// A pair slid to the direction in which another was found: each point on its piece of the
    /// surface. Vertices stay, and the points of a shape that is `still`.
    #[inline(always)]
    pub(crate) fn slid(&self, pair: &Pair, found: &Pair, still: [bool; 2]) -> Pair {
        let mut slid = *pair;
        for (shape, is_still) in still.into_iter().enumerate() {
            if !is_still
                && let (Name::Piece(piece, _), Name::Piece(known, to)) =
                    (pair.names[shape], found.names[shape])
            {
                slid.names[shape] = Name::Piece(piece, to);
                slid.points[shape] = if piece == known {
                    found.points[shape]
                } else {
                    self.bodies[shape].point(slid.names[shape])
                };
            }
        }
        slid
    }

    /// By how much the weighted mean of pairs in a direction moves back, scaled, as the direction
    /// moves by a step: what the differences to points nearby tell. A shape that is `still` does
    /// not move.
    #[inline(always)]
    pub(crate) fn moved<'p>(
        &self,
        weighted: impl Iterator<Item = (&'p Pair, f64)>,
        still: [bool; 2],
        direction: DVec3,
        step: DVec3,
    ) -> DVec3 {
        let part = NEARBY * largest_coordinate(direction) / largest_coordinate(step);
        let nearby = direction + step * part;
        let nearby = [-nearby, nearby];
        let moved = |shape: usize, pair: &Pair| match pair.names[shape] {
            Name::Piece(piece, _) if !still[shape] => {
                self.bodies[shape].point_of(piece, nearby[shape]) - pair.points[shape]
            }
            _ => DVec3::ZERO,
        };
        let moves = weighted.map(|(pair, weight)| (moved(1, pair) - moved(0, pair)) * weight);
        moves.sum::<DVec3>() * self.scaling.scale / part
    }
}

#[cfg(test)]
mod tests;
