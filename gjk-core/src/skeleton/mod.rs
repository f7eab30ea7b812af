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

/// The edges of the hull of finite points: the numbers of both ends, once in each order, sorted by
/// the first. `None` if all points are the same; of other duplicates the first has the edges.
pub(crate) fn edges(points: Vec<DVec3>) -> Option<Vec<[u32; 2]>> {
    let sites = Sites::of(points);
    let (distinct, apexes) = (sites.distinct(), sites.apexes.clone());
    // The first and the last of the sorted list are corners.
    let [a, .., b] = distinct[..] else {
        return None;
    };
    let mut all = distinct.iter().copied().chain(apexes.clone());
    let is_off_plane = |c, site| sites.above([a, b, c], site) != 0.0;
    // Three sites that are not on a line have a plane, and not all of the apexes are in it.
    let has_plane = |c: &u32| apexes.clone().any(|apex| is_off_plane(*c, apex));
    let c = all.clone().find(has_plane)?;
    let d = all.find(|d| is_off_plane(c, *d))?;
    let mut edges = Surface::of(&sites, [a, b, c, d], distinct).edges();
    edges.retain(|ends| ends.iter().all(|site| !apexes.contains(site)));
    Some(edges)
}
