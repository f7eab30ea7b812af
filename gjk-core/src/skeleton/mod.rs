//! The exact corners and edges of the convex hull of a list of points.

mod outline;
mod sites;
mod surface;

use std::vec::Vec;

use outline::outline;
use sites::{PLANES, Sites};
use surface::Surface;

use crate::error::ShapeError;

/// The corners of a convex hull, and the neighbours of each along the edges.
pub(crate) struct Skeleton {
    /// Indices of points, ascending.
    pub(crate) corners: Vec<u32>,
    /// Indices of corners.
    pub(crate) neighbours: Vec<Vec<u32>>,
}

impl Skeleton {
    /// The skeleton of the hull of points with these coordinates, at least one, all finite. Of
    /// duplicate points it has the first.
    ///
    /// # Errors
    ///
    /// [`ShapeError::RangeTooWide`].
    pub(crate) fn of(points: &[[f64; 3]]) -> Result<Self, ShapeError> {
        let sites = Sites::of(points)?;
        let distinct = sites.distinct();
        // The first and the last of the sorted list are corners; they are equal only if there is no
        // other point.
        let (first, last) = (distinct[0], distinct[distinct.len() - 1]);
        if first == last {
            return Ok(Self {
                corners: std::vec![first],
                neighbours: std::vec![Vec::new()],
            });
        }
        let beside = |plane| farthest(&distinct, |site| sites.left_of(plane, [first, last], site));
        let beside = |plane| Some((plane, beside(plane)?));
        let Some((plane, third)) = PLANES.into_iter().find_map(beside) else {
            return Ok(Self::of_outline(points.len(), &[first, last]));
        };
        let triangle = [first, last, third];
        let Some(fourth) = farthest(&distinct, |site| sites.above(triangle, site)) else {
            return Ok(Self::of_outline(
                points.len(),
                &outline(&sites, plane, distinct),
            ));
        };
        let surface = Surface::around(&sites, triangle, fourth, &distinct);
        Ok(Self::of_edges(surface.edges(points.len())))
    }

    /// The skeleton of a polygon or a segment, from the indices of its corners in order.
    fn of_outline(points: usize, outline: &[u32]) -> Self {
        let mut edges = std::vec![Vec::new(); points];
        for (&from, &to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            for (from, to) in [(from, to), (to, from)] {
                // The two ends of a segment follow each other twice.
                if !edges[from as usize].contains(&to) {
                    edges[from as usize].push(to);
                }
            }
        }
        Self::of_edges(edges)
    }

    /// The skeleton with these neighbours of each point; a point without neighbours is no corner.
    fn of_edges(edges: Vec<Vec<u32>>) -> Self {
        let mut indices = std::vec![0; edges.len()];
        let mut corners = Vec::new();
        for (number, neighbours) in edges.iter().enumerate() {
            if !neighbours.is_empty() {
                indices[number] = corners.len() as u32;
                corners.push(number as u32);
            }
        }
        let renumbered = |list: Vec<u32>| list.iter().map(|to| indices[*to as usize]).collect();
        let lists = edges.into_iter().filter(|list| !list.is_empty());
        Self {
            corners,
            neighbours: lists.map(renumbered).collect(),
        }
    }
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
