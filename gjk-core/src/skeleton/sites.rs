use core::cmp::Ordering;
use std::vec::Vec;

use robust::{Coord, Coord3D, orient2d, orient3d};

use crate::arithmetic::float::power_of_two;
use crate::arithmetic::float::power_of_two_over;
use crate::error::ShapeError;

/// The size to which the largest coordinate of an axis is scaled: sums of products of three
/// differences then do not overflow.
const LARGEST: f64 = power_of_two(330);

/// The factor that makes every coordinate an integer: then all rounding errors of products of three
/// differences are multiples of 2^-1020, which `f64` represents.
const FINEST: f64 = power_of_two(340);

/// Two axes.
pub(super) type Plane = [usize; 2];

/// The coordinate planes in 3D.
pub(super) const PLANES: [Plane; 3] = [[0, 1], [1, 2], [2, 0]];

/// The input points of a hull, by index. Orientations are exact, by the adaptive predicates of J.
/// R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates"
/// (1997). They are exact unless something overflows or underflows, so each axis is scaled by its
/// own power of two, which changes no orientation.
pub(super) struct Sites {
    positions: Vec<[f64; 3]>,
}

impl Sites {
    /// # Errors
    ///
    /// [`ShapeError::RangeTooWide`] if no power of two fits an axis.
    pub(super) fn of(points: &[[f64; 3]]) -> Result<Self, ShapeError> {
        let mut positions = points.to_vec();
        for axis in 0..3 {
            let largest = points
                .iter()
                .fold(0.0, |most, p| f64::max(most, p[axis].abs()));
            if largest == 0.0 {
                continue;
            }
            // Two steps, as one normal power of two does not bring the smallest numbers near 1.
            let first = power_of_two_over(largest);
            let second = power_of_two_over(largest * first) * LARGEST;
            for position in &mut positions {
                let x = position[axis];
                let stretched = x * first * second;
                if stretched / second / first != x || (stretched * FINEST).fract() != 0.0 {
                    return Err(ShapeError::RangeTooWide);
                }
                position[axis] = stretched;
            }
        }
        Ok(Self { positions })
    }

    /// The coordinates of a site.
    fn position(&self, site: u32) -> [f64; 3] {
        self.positions[site as usize]
    }

    /// All sites sorted by coordinates, the first of each group of duplicates.
    pub(super) fn distinct(&self) -> Vec<u32> {
        let mut sites: Vec<u32> = (0..self.positions.len() as u32).collect();
        // The sort is stable, so the first of equal sites stays first.
        sites.sort_by(|a, b| self.order(&[0, 1, 2], *a, *b));
        sites.dedup_by_key(|site| self.position(*site));
        sites
    }

    /// Compares two sites by their coordinates along `axes`, in that order.
    pub(super) fn order(&self, axes: &[usize], a: u32, b: u32) -> Ordering {
        let (a, b) = (self.position(a), self.position(b));
        let along = |axis: &usize| a[*axis].partial_cmp(&b[*axis]);
        let orders = axes.iter().filter_map(along);
        orders.fold(Ordering::Equal, Ordering::then)
    }

    /// Positive if `site`, projected onto a plane, is to the left of the line from the first of
    /// `ends` to the second; negative to the right, zero on the line.
    pub(super) fn left_of(&self, plane: Plane, ends: [u32; 2], site: u32) -> f64 {
        let [a, b, c] = [ends[0], ends[1], site].map(|site| {
            let [x, y] = plane.map(|axis| self.position(site)[axis]);
            Coord { x, y }
        });
        orient2d(a, b, c)
    }

    /// Positive if `site` is above the plane of a triangle, on the side from which its corners
    /// appear counterclockwise; negative below it, zero in the plane.
    pub(super) fn above(&self, triangle: [u32; 3], site: u32) -> f64 {
        let [p, q, r] = triangle;
        let [a, b, c, d] = [p, q, r, site].map(|site| {
            let [x, y, z] = self.position(site);
            Coord3D { x, y, z }
        });
        -orient3d(a, b, c, d)
    }
}
