use core::cmp::Ordering;
use core::ops::Range;
use std::vec::Vec;

use glam::DVec3;

use crate::arithmetic::{ROUNDOFF, largest_coordinate, power_of_two_over, sum_of_products};
use crate::exact::{Form, Sum};

/// The error of a volume of three rounded offsets, as a part of the sum of its products: each
/// product has three offsets and is rounded twice, and the sum is rounded up to four times.
const ROUNDING: f64 = 16.0 * ROUNDOFF;

/// The points of a hull, by number, and behind them the apexes. Orientations are exact.
pub(super) struct Sites {
    positions: Vec<DVec3>,
    pub(super) apexes: Range<u32>,
    /// The power of two that brings the largest coordinate near one.
    scale: f64,
}

impl Sites {
    pub(super) fn of(mut positions: Vec<DVec3>) -> Self {
        let first_apex = positions.len() as u32;
        let sizes = positions.iter().map(|point| largest_coordinate(*point));
        let scale = power_of_two_over(sizes.fold(0.0, f64::max));
        // Of four points that are in no plane, one is off any line or plane.
        positions.push(DVec3::ZERO);
        positions.extend(DVec3::AXES.map(|axis| axis / scale));
        Self {
            apexes: first_apex..positions.len() as u32,
            positions,
            scale,
        }
    }

    /// All points sorted by coordinates, the first of each group of duplicates.
    pub(super) fn distinct(&self) -> Vec<u32> {
        let at = |site: u32| self.positions[site as usize].to_array();
        let mut sites: Vec<u32> = (0..self.apexes.start).collect();
        // The sort is stable, so the first of equal sites stays first. None is NaN.
        sites.sort_by(|a, b| at(*a).partial_cmp(&at(*b)).unwrap_or(Ordering::Equal));
        sites.dedup_by_key(|site| at(*site));
        sites
    }

    /// Positive if `site` is above the plane of a triangle, on the side from which its corners
    /// appear counterclockwise; zero in the plane. The size increases with the distance, unless
    /// that is lost to rounding.
    pub(super) fn above(&self, [a, b, c]: [u32; 3], site: u32) -> f64 {
        let at = |site: u32| self.positions[site as usize];
        let offsets = [b, c, site].map(|to| at(to) - at(a));
        // All are perpendicular to an axis, as in 2D.
        let [x, y, z] = offsets.map(DVec3::abs);
        if x.max(y).max(z).min_element() == 0.0 {
            return 0.0;
        }
        let [p, q, r] = offsets.map(|offset| offset * self.scale);
        let volume = p.cross(q).dot(r);
        if volume.abs() > ROUNDING * sum_of_products([p, q, r]) + f64::MIN_POSITIVE {
            return volume;
        }
        let exact = [b, c, site].map(|to| Sum::new([at(to), -at(a)], self.scale));
        f64::MIN_POSITIVE * f64::from(Form::Triple(exact).sign() as i8)
    }
}
