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
    starting: Vec<u32>,
}

/// A triangle of the surface, counterclockwise as seen from outside.
struct Facet {
    corners: [u32; 3],
    /// The facets across the edges from each corner to the next.
    neighbours: [u32; 3],
    /// Sites above the facet, the highest last. Each site is in at most one list.
    outside: Vec<u32>,
    /// The height of the highest.
    peak: f64,
    /// Whether a later site of the hull saw the facet, so that it is inside now.
    removed: bool,
}

impl Facet {
    fn new(corners: [u32; 3], neighbours: [u32; 3]) -> Self {
        Self {
            corners,
            neighbours,
            outside: Vec::new(),
            peak: 0.0,
            removed: false,
        }
    }

    /// The two ends of an edge.
    fn edge(&self, side: usize) -> [u32; 2] {
        [self.corners[side], self.corners[(side + 1) % 3]]
    }

    fn put_outside(&mut self, site: u32, height: f64) {
        self.outside.push(site);
        if height > self.peak {
            self.peak = height;
        } else if let [.., peak, last] = &mut self.outside[..] {
            core::mem::swap(peak, last);
        }
    }
}

impl<'a> Surface<'a> {
    /// The surface of the hull of `distinct` sites, four of which are a triangle and a site outside
    /// its plane.
    pub(super) fn around(
        sites: &'a Sites,
        [a, b, c]: [u32; 3],
        apex: u32,
        distinct: &[u32],
    ) -> Self {
        let [b, c] = if sites.above([a, b, c], apex) > 0.0 {
            [c, b]
        } else {
            [b, c]
        };
        let tetrahedron = [
            Facet::new([a, b, c], [1, 2, 3]),
            Facet::new([b, a, apex], [0, 3, 2]),
            Facet::new([c, b, apex], [0, 1, 3]),
            Facet::new([a, c, apex], [0, 2, 1]),
        ];
        let mut surface = Self {
            sites,
            facets: Vec::from(tetrahedron),
            starting: std::vec![0; distinct.iter().max().map_or(0, |most| *most as usize + 1)],
        };
        surface.share_out(distinct, 0);
        let mut unfinished = Vec::from([0, 1, 2, 3]);
        while let Some(facet) = unfinished.pop() {
            if let Some(site) = surface.facets[facet].outside.pop() {
                let first = surface.facets.len();
                surface.add(site, facet as u32);
                unfinished.extend(first..surface.facets.len());
            }
        }
        surface
    }

    /// Assigns each site to a facet it is above, among the facets numbered `first` and later: all
    /// facets, or the new ones around a site. A site above none of them is inside: if it were above
    /// an old facet that remains, then there would be an edge of the horizon with both old facets
    /// visible, and so the new one too, whose plane lies between theirs.
    fn share_out(&mut self, sites: &[u32], first: usize) {
        for &site in sites {
            for facet in &mut self.facets[first..] {
                let height = self.sites.above(facet.corners, site);
                if height > 0.0 {
                    facet.put_outside(site, height);
                    break;
                }
            }
        }
    }

    /// Makes a site above a facet a corner.
    fn add(&mut self, site: u32, facet: u32) {
        let (visible, horizon) = self.seen_from(site, facet);
        let first = self.facets.len();
        for (inner, side) in horizon {
            let [from, to] = self.facets[inner as usize].edge(side);
            let outer = self.facets[inner as usize].neighbours[side];
            let new = self.facets.len() as u32;
            for neighbour in &mut self.facets[outer as usize].neighbours {
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
            self.facets[next as usize].neighbours[2] = new as u32;
        }
        for facet in visible {
            let sites = core::mem::take(&mut self.facets[facet as usize].outside);
            self.share_out(&sites, first);
        }
    }

    /// Marks the facets visible from `site` as removed, starting at `facet`. Returns them, and the
    /// edges of the horizon, each as a side of one of them.
    fn seen_from(&mut self, site: u32, facet: u32) -> (Vec<u32>, Vec<(u32, usize)>) {
        self.facets[facet as usize].removed = true;
        let mut visible = std::vec![facet];
        let mut horizon = Vec::new();
        let mut next = 0;
        while let Some(&facet) = visible.get(next) {
            next += 1;
            for side in 0..3 {
                let beyond = self.facets[facet as usize].neighbours[side];
                let neighbour = &mut self.facets[beyond as usize];
                if neighbour.removed {
                    continue;
                }
                if self.sites.above(neighbour.corners, site) > 0.0 {
                    neighbour.removed = true;
                    visible.push(beyond);
                } else {
                    horizon.push((facet, side));
                }
            }
        }
        (visible, horizon)
    }

    /// The neighbours of each of `sites` sites along the edges of the polytope.
    pub(super) fn edges(&self, sites: usize) -> Vec<Vec<u32>> {
        let mut joined = std::vec![Vec::new(); sites];
        for facet in self.facets.iter().filter(|facet| !facet.removed) {
            for (side, beyond) in facet.neighbours.into_iter().enumerate() {
                let [from, to] = facet.edge(side);
                let beyond = &self.facets[beyond as usize];
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
        let ends = |from: usize| joined[from].iter().map(move |to| past(from as u32, *to));
        let is_corner = |from: usize| joined[from].len() > 2;
        (0..sites)
            .map(|from| {
                if is_corner(from) {
                    ends(from).collect()
                } else {
                    Vec::new()
                }
            })
            .collect()
    }
}
