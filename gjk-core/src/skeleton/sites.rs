use core::cmp::Ordering;
use std::vec::Vec;

use robust::{Coord, Coord3D, orient2d, orient3d};

use crate::arithmetic::float::{power_of_two, power_of_two_over};
use crate::error::ShapeError;

/// The size to which the largest coordinate of an axis is scaled: sums of products of three
/// differences then do not overflow.
const LARGEST: f64 = power_of_two(330);

/// The factor that makes every coordinate an integer: then all rounding errors of products of three
/// differences are multiples of 2^-1020, which `f64` represents.
const FINEST: f64 = power_of_two(340);

/// Two axes.
pub(super) type CoordinatePlane = [usize; 2];

/// The coordinate planes in 3D.
pub(super) const COORDINATE_PLANES: [CoordinatePlane; 3] = [[0, 1], [1, 2], [2, 0]];

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
    pub(super) fn of(mut positions: Vec<[f64; 3]>) -> Result<Self, ShapeError> {
        for axis in 0..3 {
            let sizes = positions.iter().map(|p| p[axis].abs());
            let largest = sizes.fold(0.0, f64::max);
            if largest == 0.0 {
                continue;
            }
            // Two steps, as one normal power of two does not bring the smallest numbers near 1.
            let first = power_of_two_over(largest);
            let second = power_of_two_over(largest * first) * LARGEST;
            for position in &mut positions {
                let x = &mut position[axis];
                let stretched = *x * first * second;
                if stretched / second / first != *x || (stretched * FINEST).fract() != 0.0 {
                    return Err(ShapeError::RangeTooWide);
                }
                *x = stretched;
            }
        }
        Ok(Self { positions })
    }

    /// All sites sorted by coordinates, the first of each group of duplicates.
    pub(super) fn distinct(&self) -> Vec<u32> {
        const ALL: [usize; 3] = [0, 1, 2];
        let mut sites: Vec<u32> = (0..self.positions.len() as u32).collect();
        // The sort is stable, so the first of equal sites stays first.
        sites.sort_by(|a, b| self.order(ALL, *a, *b));
        sites.dedup_by_key(|site| self.along(ALL, *site));
        sites
    }

    /// Compares two sites by their coordinates along `axes`, in that order.
    pub(super) fn order<const N: usize>(&self, axes: [usize; N], a: u32, b: u32) -> Ordering {
        let order = self.along(axes, a).partial_cmp(&self.along(axes, b));
        order.unwrap_or(Ordering::Equal)
    }

    /// The coordinates of a site along `axes`.
    fn along<const N: usize>(&self, axes: [usize; N], site: u32) -> [f64; N] {
        axes.map(|axis| self.positions[site as usize][axis])
    }

    /// Positive if `site`, projected onto a plane, is to the left of the line from the first of
    /// `ends` to the second; negative to the right, zero on the line.
    pub(super) fn left_of(&self, plane: CoordinatePlane, ends: [u32; 2], site: u32) -> f64 {
        let [a, b, c] = [ends[0], ends[1], site].map(|site| {
            let [x, y] = self.along(plane, site);
            Coord { x, y }
        });
        orient2d(a, b, c)
    }

    /// Positive if `site` is above the plane of a triangle, on the side from which its corners
    /// appear counterclockwise; negative below it, zero in the plane.
    pub(super) fn above(&self, triangle: [u32; 3], site: u32) -> f64 {
        let [p, q, r] = triangle;
        let [a, b, c, d] = [p, q, r, site].map(|site| {
            let [x, y, z] = self.positions[site as usize];
            Coord3D { x, y, z }
        });
        -orient3d(a, b, c, d)
    }
}
