//! The exact corners and edges of the convex hull of a list of points.

mod outline;
mod sites;
mod surface;

use std::vec::Vec;

use outline::outline;
use sites::{COORDINATE_PLANES, Sites};
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

/// The site with the largest magnitude of `distance`, if that is not zero.
fn farthest(sites: &[u32], distance: impl Fn(u32) -> f64) -> Option<u32> {
    let mut best = (None, 0.0);
    for &site in sites {
        let distance = distance(site).abs();
        if distance > best.1 {
            best = (Some(site), distance);
        }
    }
    best.0
}
