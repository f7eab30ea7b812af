//! The exact corners and edges of the convex hull of a list of points.
//!
//! The hull of collinear or coplanar points has no volume. Sites off their line or plane, the
//! *apexes*, make it a pyramid over them, which has the same edges among them.

mod sites;
mod surface;
#[cfg(test)]
mod tests;

use std::vec::Vec;

use glam::DVec3;

use sites::Sites;
use surface::Surface;

/// The edges of the hull of points, at least one, all finite: for each point its neighbours. One
/// without neighbours is no corner, or all points are the same. Of other duplicate points the first
/// has the neighbours.
pub(crate) fn edges(points: Vec<DVec3>) -> Vec<Vec<u32>> {
    let count = points.len();
    let sites = Sites::of(points);
    let distinct = sites.distinct();
    // The first and the last of the sorted list are corners.
    let [first, .., last] = distinct[..] else {
        return std::vec![Vec::new(); count];
    };
    let third = sites.first_off(&[first, last], &distinct);
    let fourth = sites.first_off(&[first, last, third], &distinct);
    let start = [first, last, third, fourth];
    let mut edges = Surface::around(&sites, start, distinct).edges();
    edges.truncate(count);
    for neighbours in &mut edges {
        neighbours.retain(|site| (*site as usize) < count);
    }
    edges
}
