use std::collections::HashMap;
use std::vec::Vec;

use super::sites::Sites;

/// The surface of a polytope, in triangles.
pub(super) struct Surface<'a> {
    sites: &'a Sites,
    facets: Vec<Facet>,
    /// For each edge of a facet, from a corner to the next, the number of the facet.
    facet_at: HashMap<[u32; 2], usize>,
}

/// A triangle of the surface, counterclockwise as seen from outside.
struct Facet {
    corners: [u32; 3],
    /// Sites above the facet with their heights. Each site is in at most one such list.
    outside: Vec<(f64, u32)>,
    /// Whether a later site of the hull saw the facet, so that it is inside now.
    removed: bool,
}

impl Facet {
    /// The edges from each corner to the next.
    fn edges(&self) -> [[u32; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }
}

impl<'a> Surface<'a> {
    /// The surface of the hull of `distinct` sites. Four sites are the corners of a tetrahedron to
    /// start from.
    ///
    /// C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull algorithm for convex hulls", ACM
    /// Transactions on Mathematical Software 22 (1996). Coplanar triangles are not merged.
    pub(super) fn around(sites: &'a Sites, start: [u32; 4], distinct: Vec<u32>) -> Self {
        let [a, mut b, mut c, apex] = start;
        if sites.above([a, b, c], apex) > 0.0 {
            core::mem::swap(&mut b, &mut c);
        }
        let mut surface = Self {
            sites,
            facets: Vec::new(),
            facet_at: HashMap::new(),
        };
        for corners in [[a, b, c], [b, a, apex], [c, b, apex], [a, c, apex]] {
            surface.put(corners);
        }
        surface.share_out(distinct, 0);
        let mut unfinished = Vec::from([0, 1, 2, 3]);
        while let Some(facet) = unfinished.pop() {
            let outside = &mut surface.facets[facet].outside;
            let by_height = |p: &usize, q: &usize| outside[*p].0.total_cmp(&outside[*q].0);
            if let Some(highest) = (0..outside.len()).max_by(by_height) {
                let (_, site) = outside.swap_remove(highest);
                let first = surface.facets.len();
                surface.add(site, facet);
                unfinished.extend(first..surface.facets.len());
            }
        }
        surface
    }

    /// Adds a facet. At its edges it replaces one that was removed.
    fn put(&mut self, corners: [u32; 3]) {
        let facet = Facet {
            corners,
            outside: Vec::new(),
            removed: false,
        };
        let number = self.facets.len();
        self.facet_at
            .extend(facet.edges().map(|edge| (edge, number)));
        self.facets.push(facet);
    }

    /// The facet across an edge of a facet that is not removed.
    fn across(&self, [from, to]: [u32; 2]) -> usize {
        self.facet_at[&[to, from]]
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
                    facet.outside.push((height, site));
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
            for edge in self.facets[facet].edges() {
                let beyond = self.across(edge);
                let neighbour = &mut self.facets[beyond];
                if neighbour.removed {
                    continue;
                }
                if self.sites.above(neighbour.corners, site) > 0.0 {
                    neighbour.removed = true;
                    visible.push(beyond);
                } else {
                    horizon.push(edge);
                }
            }
        }
        let first = self.facets.len();
        for [from, to] in horizon {
            self.put([from, to, site]);
        }
        for facet in visible {
            let outside = core::mem::take(&mut self.facets[facet].outside);
            self.share_out(outside.into_iter().map(|(_, site)| site), first);
        }
    }

    /// The neighbours of each site along the edges of the polytope.
    pub(super) fn edges(&self) -> Vec<Vec<u32>> {
        let mut joined = std::vec![Vec::new(); self.sites.count()];
        for facet in self.facets.iter().filter(|facet| !facet.removed) {
            for [from, to] in facet.edges() {
                let beyond = &self.facets[self.across([from, to])];
                let mut corners = beyond.corners.into_iter();
                let third = corners.find(|corner| ![from, to].contains(corner));
                // Coplanar facets have no edge between them.
                if third.is_some_and(|third| self.sites.above(facet.corners, third) != 0.0) {
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
