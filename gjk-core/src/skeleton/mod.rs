//! The exact corners and edges of the convex hull of a list of points.

mod sites;
mod surface;

use std::vec::Vec;

use sites::{COORDINATE_PLANES, CoordinatePlane, Sites};
use surface::Surface;

use crate::error::ShapeError;

/// The edges of the hull of points, at least one, all finite: for each point its neighbours. One
/// without neighbours is no corner, or all points are the same. Of other duplicate points the first
/// has the neighbours.
///
/// # Errors
///
/// [`ShapeError::RangeTooWide`].
pub(crate) fn edges(points: Vec<[f64; 3]>) -> Result<Vec<Vec<u32>>, ShapeError> {
    let count = points.len();
    let sites = Sites::of(points)?;
    let distinct = sites.distinct();
    // The first and the last of the sorted list are corners.
    let [first, .., last] = distinct[..] else {
        return Ok(std::vec![Vec::new(); count]);
    };
    let beside = |plane| farthest(&distinct, |site| sites.left_of(plane, [first, last], site));
    let beside = |plane| Some((plane, beside(plane)?));
    let Some((plane, third)) = COORDINATE_PLANES.into_iter().find_map(beside) else {
        return Ok(around(&[first, last], count));
    };
    let triangle = [first, last, third];
    let Some(fourth) = farthest(&distinct, |site| sites.above(triangle, site)) else {
        return Ok(around(&outline(&sites, plane, distinct), count));
    };
    Ok(Surface::around(&sites, triangle, fourth, distinct, count).edges())
}

/// The edges of a polygon or a segment of so many points, from its corners in order.
fn around(outline: &[u32], points: usize) -> Vec<Vec<u32>> {
    let mut edges = std::vec![Vec::new(); points];
    for (&from, &to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        for (from, to) in [(from, to), (to, from)] {
            // The two ends of a segment follow each other twice.
            if !edges[from as usize].contains(&to) {
                edges[from as usize].push(to);
            }
        }
    }
    edges
}

/// The corners of a polygon in order: the hull of distinct sites that are not collinear, also not
/// after projection onto `plane`.
///
/// A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information
/// Processing Letters 9 (1979). Sites inside an edge are dropped.
fn outline(sites: &Sites, plane: CoordinatePlane, mut distinct: Vec<u32>) -> Vec<u32> {
    distinct.sort_unstable_by(|a, b| sites.order(plane, *a, *b));
    let mut corners = half(sites, plane, distinct.iter());
    corners.extend(half(sites, plane, distinct.iter().rev()));
    corners
}

/// The corners to the right of the line from the first site to the last, without the last.
fn half<'a>(
    sites: &Sites,
    plane: CoordinatePlane,
    in_order: impl Iterator<Item = &'a u32>,
) -> Vec<u32> {
    let mut corners: Vec<u32> = Vec::new();
    for &site in in_order {
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

/// The site with the largest magnitude of `distance`, if that is not zero.
fn farthest(sites: &[u32], distance: impl Fn(u32) -> f64) -> Option<u32> {
    // The first of several.
    let far = sites
        .iter()
        .rev()
        .map(|site| (distance(*site).abs(), *site));
    let (most, site) = far.max_by(|p, q| p.0.total_cmp(&q.0))?;
    (most > 0.0).then_some(site)
}
