use std::vec::Vec;

use super::sites::Sites;

/// The surface of a polytope, in triangles.
///
/// C. B. Barber, D. P. Dobkin and H. Huhdanpaa, "The Quickhull algorithm for convex hulls", ACM
/// Transactions on Mathematical Software 22 (1996), without its tolerances: a facet is visible from
/// a site strictly above its plane, by however little. So neighbouring facets may be coplanar, but
/// the surface is exactly that of the hull. No facet is degenerate: an edge between a visible and
/// an invisible facet is not collinear with the site.
pub(super) struct Surface<'a> {
    sites: &'a Sites,
    facets: Vec<Facet>,
    /// For each site, the latest facet whose first corner it is.
    starting: Vec<usize>,
}

/// A triangle of the surface, counterclockwise as seen from outside.
struct Facet {
    corners: [u32; 3],
    /// The facets across the edges from each corner to the next.
    neighbours: [usize; 3],
    /// Sites above the facet with their heights, the highest last. Each site is in at most one
    /// list.
    outside: Vec<(f64, u32)>,
    /// Whether a later site of the hull saw the facet, so that it is inside now.
    removed: bool,
}

impl Facet {
    fn new(corners: [u32; 3], neighbours: [usize; 3]) -> Self {
        Self {
            corners,
            neighbours,
            outside: Vec::new(),
            removed: false,
        }
    }

    /// The edges from each corner to the next, with the facets across them.
    fn edges(&self) -> [([u32; 2], usize); 3] {
        let ([a, b, c], [over_ab, over_bc, over_ca]) = (self.corners, self.neighbours);
        [([a, b], over_ab), ([b, c], over_bc), ([c, a], over_ca)]
    }

    fn put_outside(&mut self, height: f64, site: u32) {
        self.outside.push((height, site));
        if let [.., highest, last] = &mut self.outside[..]
            && highest.0 >= last.0
        {
            core::mem::swap(highest, last);
        }
    }
}

impl<'a> Surface<'a> {
    /// The surface of the hull of `distinct` sites with numbers below `count`. Four of them are a
    /// triangle and a site outside its plane.
    pub(super) fn around(
        sites: &'a Sites,
        [a, mut b, mut c]: [u32; 3],
        apex: u32,
        distinct: Vec<u32>,
        count: usize,
    ) -> Self {
        if sites.above([a, b, c], apex) > 0.0 {
            core::mem::swap(&mut b, &mut c);
        }
        let tetrahedron = [
            Facet::new([a, b, c], [1, 2, 3]),
            Facet::new([b, a, apex], [0, 3, 2]),
            Facet::new([c, b, apex], [0, 1, 3]),
            Facet::new([a, c, apex], [0, 2, 1]),
        ];
        let mut surface = Self {
            sites,
            facets: Vec::from(tetrahedron),
            starting: std::vec![0; count],
        };
        surface.share_out(distinct, 0);
        let mut unfinished = Vec::from([0, 1, 2, 3]);
        while let Some(facet) = unfinished.pop() {
            if let Some((_, site)) = surface.facets[facet].outside.pop() {
                let first = surface.facets.len();
                surface.add(site, facet);
                unfinished.extend(first..surface.facets.len());
            }
        }
        surface
    }

    /// Assigns each site to a facet it is above, among the facets numbered `first` and later: all
    /// facets, or the new ones around a site. A site above none of them is inside: if it were above
    /// an old facet that remains, then there would be an edge of the horizon with both old facets
    /// visible, and so the new one too, whose plane lies between theirs.
    fn share_out(&mut self, sites: impl IntoIterator<Item = u32>, first: usize) {
        for site in sites {
            for facet in &mut self.facets[first..] {
                let height = self.sites.above(facet.corners, site);
                if height > 0.0 {
                    facet.put_outside(height, site);
                    break;
                }
            }
        }
    }

    /// Makes a site above a facet a corner: removes all facets visible from it, and joins it to the
    /// edges of the horizon.
    fn add(&mut self, site: u32, facet: usize) {
        self.facets[facet].removed = true;
        let mut visible = std::vec![facet];
        let mut horizon = Vec::new();
        let mut next = 0;
        while let Some(&facet) = visible.get(next) {
            next += 1;
            for (edge, beyond) in self.facets[facet].edges() {
                let neighbour = &mut self.facets[beyond];
                if neighbour.removed {
                    continue;
                }
                if self.sites.above(neighbour.corners, site) > 0.0 {
                    neighbour.removed = true;
                    visible.push(beyond);
                } else {
                    horizon.push((edge, facet, beyond));
                }
            }
        }
        let first = self.facets.len();
        for (new, ([from, to], inner, outer)) in (first..).zip(horizon) {
            for neighbour in &mut self.facets[outer].neighbours {
                if *neighbour == inner {
                    *neighbour = new;
                }
            }
            self.starting[from as usize] = new;
            self.facets
                .push(Facet::new([from, to, site], [outer, 0, 0]));
        }
        // The horizon is a cycle: where an edge ends the next one starts.
        for new in first..self.facets.len() {
            let [_, to, _] = self.facets[new].corners;
            let next = self.starting[to as usize];
            self.facets[new].neighbours[1] = next;
            self.facets[next].neighbours[2] = new;
        }
        for facet in visible {
            let outside = core::mem::take(&mut self.facets[facet].outside);
            self.share_out(outside.into_iter().map(|(_, site)| site), first);
        }
    }

    /// The neighbours of each site along the edges of the polytope.
    pub(super) fn edges(&self) -> Vec<Vec<u32>> {
        let mut joined = std::vec![Vec::new(); self.starting.len()];
        for facet in self.facets.iter().filter(|facet| !facet.removed) {
            for ([from, to], beyond) in facet.edges() {
                let beyond = &self.facets[beyond];
                // The corners of coplanar facets lie in each other's plane.
                let apart = |corner: &u32| self.sites.above(facet.corners, *corner) != 0.0;
                if beyond.corners.iter().any(apart) {
                    joined[from as usize].push(to);
                }
            }
        }
        // A site inside a face has no edge left, and one inside an edge has two.
        let past = |mut from: u32, mut to: u32| {
            while let [a, b] = joined[to as usize][..] {
                (from, to) = (to, if a == from { b } else { a });
            }
            to
        };
        let ends = |(from, joined): (u32, &Vec<u32>)| match joined.len() {
            0..=2 => Vec::new(),
            _ => joined.iter().map(|to| past(from, *to)).collect(),
        };
        (0..).zip(&joined).map(ends).collect()
    }
}
