//! Vertices and their neighbours, for climbing, from parry's convex hull.

use std::ops::Range;

use glam::Vec3;
use parry3d::math::Vector;
use parry3d::shape::ConvexPolyhedron;

/// Vertices and their neighbours, packed for locality.
pub(super) struct Graph {
    points: Vec<Vec3>,
    neighbours: Vec<u32>,
    around: Vec<Range<u32>>,
}

impl Graph {
    /// The graph of the hull of the points, with new indices; `None` if parry builds none.
    pub(super) fn new(points: &[Vec3]) -> Option<Self> {
        let points: Vec<_> = points
            .iter()
            .map(|p| Vector::from_array(p.to_array()))
            .collect();
        let hull = ConvexPolyhedron::from_convex_hull(&points)?;
        let points = hull.points().iter().map(|p| Vec3::from_array(p.to_array()));
        let points: Vec<Vec3> = points.collect();
        let mut lists = vec![Vec::new(); points.len()];
        for edge in hull.edges() {
            let [p, q] = edge.vertices;
            lists[p as usize].push(q);
            lists[q as usize].push(p);
        }
        let mut graph = Graph {
            points,
            neighbours: Vec::new(),
            around: Vec::new(),
        };
        for list in lists {
            let start = graph.neighbours.len() as u32;
            graph.neighbours.extend(list);
            graph.around.push(start..graph.neighbours.len() as u32);
        }
        Some(graph)
    }

    /// The position of this vertex.
    #[cfg(test)]
    pub(super) fn point(&self, vertex: u32) -> Vec3 {
        self.points[vertex as usize]
    }

    /// Climbs from neighbour to neighbour, to the highest of them each time.
    #[inline(always)]
    pub(super) fn top(&self, from: u32, direction: Vec3) -> u32 {
        let mut at = from;
        let mut height = self.points[at as usize].dot(direction);
        loop {
            let around = self.around[at as usize].clone();
            let from = at;
            for &next in &self.neighbours[around.start as usize..around.end as usize] {
                let next_height = self.points[next as usize].dot(direction);
                if next_height > height {
                    (at, height) = (next, next_height);
                }
            }
            if at == from {
                return at;
            }
        }
    }
}
