use std::collections::HashMap;
use std::vec::Vec;

use super::sites::Sites;

/// The surface of a polytope, in triangles, counterclockwise as seen from outside.
pub(super) struct Surface<'a> {
    sites: &'a Sites,
    /// `None` for one that was seen from a later site, so that it would be inside now.
    facets: Vec<Option<Facet>>,
    /// For each edge of a facet, from a corner to the next, the number of the facet.
    facet_at: HashMap<[u32; 2], usize>,
}

struct Facet {
    corners: [u32; 3],
    /// Sites above the facet with their heights. Each site is in at most one such list.
    outside: Vec<(f64, u32)>,
}

/// The edges of a facet from each corner to the next.
fn around([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

impl<'a> Surface<'a> {
    /// The surface of the hull of `distinct` sites. Four sites are the corners of a tetrahedron to
    /// start from.
    ///
    /// C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull algorithm for convex hulls", ACM
    /// Transactions on Mathematical Software 22 (1996). Coplanar triangles are not merged.
    pub(super) fn of(sites: &'a Sites, start: [u32; 4], distinct: Vec<u32>) -> Self {
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
        // New facets come last.
        let mut number = 0;
        while let Some(facet) = surface.facets.get(number) {
            let outside = facet.iter().flat_map(|facet| &facet.outside);
            if let Some(&(_, site)) = outside.max_by(|p, q| p.0.total_cmp(&q.0)) {
                surface.add(site, number);
            }
            number += 1;
        }
        surface
    }

    /// Adds a facet. At its edges it replaces one that was removed.
    fn put(&mut self, corners: [u32; 3]) {
        let number = self.facets.len();
        self.facet_at
            .extend(around(corners).map(|edge| (edge, number)));
        let outside = Vec::new();
        self.facets.push(Some(Facet { corners, outside }));
    }

    /// Assigns each site to a facet it is above, among the facets numbered `first` and later: all
    /// facets, or the new ones around a site. A site above none of them is inside: if it were above
    /// an old facet that remains, then there would be an edge of the horizon with both old facets
    /// visible, and so the new one too, whose plane lies between theirs.
    fn share_out(&mut self, sites: Vec<u32>, first: usize) {
        for site in sites {
            for facet in self.facets[first..].iter_mut().flatten() {
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
        let mut visible = std::vec![facet];
        let (mut horizon, mut others) = (Vec::new(), Vec::new());
        while let Some(facet) = visible.pop() {
            // A facet may be found over several of its edges.
            let Some(Facet { corners, outside }) = self.facets[facet].take() else {
                continue;
            };
            let above = outside.into_iter().map(|(_, other)| other);
            others.extend(above.filter(|other| *other != site));
            for [from, to] in around(corners) {
                let beyond = self.facet_at[&[to, from]];
                match &self.facets[beyond] {
                    None => {}
                    Some(facet) if self.sites.above(facet.corners, site) > 0.0 => {
                        visible.push(beyond);
                    }
                    Some(_) => horizon.push([from, to]),
                }
            }
        }
        let first = self.facets.len();
        for [from, to] in horizon {
            self.put([from, to, site]);
        }
        self.share_out(others, first);
    }

    /// The edges of the polytope, each both ways, sorted by the first end.
    pub(super) fn edges(&self) -> Vec<[u32; 2]> {
        let mut joined = std::vec![Vec::new(); self.sites.apexes.end as usize];
        for facet in self.facets.iter().flatten() {
            for [from, to] in around(facet.corners) {
                let beyond = self.facets[self.facet_at[&[to, from]]].iter();
                let corners = beyond.flat_map(|beyond| beyond.corners);
                let mut third = corners.filter(|corner| ![from, to].contains(corner));
                // Coplanar facets have no edge between them.
                if third.any(|third| self.sites.above(facet.corners, third) != 0.0) {
                    joined[from as usize].push(to);
                }
            }
        }
        let past = |mut from: u32, mut to: u32| {
            while let [a, b] = joined[to as usize][..] {
                (from, to) = (to, if a == from { b } else { a });
            }
            to
        };
        // A site inside a face has no edge left, and one inside an edge has two.
        let corners = (0..).zip(&joined).filter(|(_, joined)| joined.len() > 2);
        let edges = corners.flat_map(|(from, joined)| joined.iter().map(move |to| [from, *to]));
        edges.map(|[from, to]| [from, past(from, to)]).collect()
    }
}
