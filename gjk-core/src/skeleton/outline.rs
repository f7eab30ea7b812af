use std::vec::Vec;

use super::sites::{CoordinatePlane, Sites};

/// The corners of a polygon in order: the hull of distinct sites that are not collinear, also not
/// after projection onto `plane`.
///
/// A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information
/// Processing Letters 9 (1979). Sites inside an edge are dropped.
pub(super) fn outline(sites: &Sites, plane: CoordinatePlane, mut distinct: Vec<u32>) -> Vec<u32> {
    distinct.sort_unstable_by(|a, b| sites.order(plane, *a, *b));
    let mut corners = half(sites, plane, distinct.iter());
    corners.extend(half(sites, plane, distinct.iter().rev()));
    corners
}

/// The corners to the right of the line from the first site to the last, without the last.
fn half<'a>(sites: &Sites, plane: CoordinatePlane, way: impl Iterator<Item = &'a u32>) -> Vec<u32> {
    let mut corners: Vec<u32> = Vec::new();
    for &site in way {
        while let [.., a, b] = corners[..]
            && sites.left_of(plane, [a, b], site) <= 0.0
        {
            corners.pop();
        }
        corners.push(site);
    }
    corners.pop();
    corners
}
