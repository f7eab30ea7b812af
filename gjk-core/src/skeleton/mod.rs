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

/// The edges of the hull of points, at least one, all finite: the numbers of both ends, once in each
/// order, sorted by the first. There are none if all points are the same; of other duplicates the
/// first has the edges.
pub(crate) fn edges(points: Vec<DVec3>) -> Vec<[u32; 2]> {
    let count = points.len() as u32;
    let sites = Sites::of(points);
    let distinct = sites.distinct();
    // The first and the last of the sorted list are corners.
    let [first, .., last] = distinct[..] else {
        return Vec::new();
    };
    let third = sites.first_off(&[first, last], &distinct);
    let fourth = sites.first_off(&[first, last, third], &distinct);
    let start = [first, last, third, fourth];
    let mut edges = Surface::of(&sites, start, distinct).edges();
    edges.retain(|ends| ends.iter().all(|site| *site < count));
    edges
}
