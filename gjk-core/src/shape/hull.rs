//! The hull of a list of points: the farthest in a direction, and whether all others are clearly
//! lower.

use core::hint::select_unpredictable;

use crate::direction::scaled_to;
use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping, clear_margin};
use crate::vector::{Stored, Vector};

/// The convex hull of a list of points, in any order. Interior points, duplicates, and lists that
/// are collinear or coplanar are fine.
///
/// The list is borrowed (`&[V]`) or owned (`[V; N]`, `Vec<V>`): anything that is `AsRef<[V]>`.
///
/// A support evaluation scans all points one after the other. This is the fastest way for up to
/// about 8 points in 2D. `PackedHull` and [`Polytope`](crate::Polytope) are faster for more points
/// and in 3D: see [the comparison](crate#vertex-lists).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull<V: Stored, S> {
    pub(crate) points: S,
    center: V::Wide,
    extent: f64,
}

impl<V: Stored, S: AsRef<[V]>> Hull<V, S> {
    /// The hull of `points`, in the frame of the shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Hull, intersects};
    /// use glam::DVec2;
    ///
    /// let vertices = vec![DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(0.0, 4.0)];
    /// let borrowed = Hull::new(&vertices[..]).unwrap();
    /// let owned = Hull::new([DVec2::ONE, DVec2::new(9.0, 9.0)]).unwrap();
    /// assert!(intersects(&borrowed, &owned));
    /// ```
    pub fn new(points: S) -> Result<Self, ShapeError> {
        let list = points.as_ref();
        let [first, ..] = list else {
            return Err(ShapeError::NoVertices);
        };
        super::checks::finite(list)?;
        let share = 1.0 / list.len() as f64;
        let shares = list.iter().map(|point| point.wide() * share);
        let mean = shares.fold(V::Wide::ZERO, |sum, share| sum + share);
        // Rounding may make it overflow.
        let center = if mean.is_finite() { mean } else { first.wide() };
        let reach = |point: &V| (point.wide() - center).largest_coordinate();
        let extent = super::checks::known(list.iter().map(reach).fold(0.0, f64::max));
        Ok(Self {
            points,
            center,
            extent,
        })
    }

    /// The points, as given.
    ///
    /// ```
    /// use gjk_core::Hull;
    /// use glam::Vec2;
    ///
    /// let hull = Hull::new([Vec2::ZERO, Vec2::ZERO, Vec2::X]).unwrap();
    /// assert_eq!(hull.points(), [Vec2::ZERO, Vec2::ZERO, Vec2::X]);
    /// ```
    pub fn points(&self) -> &[V] {
        self.points.as_ref()
    }

    /// Whether only `vertices` reach the height, relative to the centre, below which a point is
    /// clearly lower than the first of them: all of these do, and no more points than these, as
    /// `count` finds for the scaled direction and the height.
    #[inline(always)]
    pub(super) fn only_these_reach(
        &self,
        direction: V::Wide,
        vertices: &[u32],
        count: impl FnOnce(V::Wide, f64) -> usize,
    ) -> bool {
        let (direction, along) = scaled_to(self.extent, direction);
        let height = |vertex: &u32| {
            let point = self.points().get(*vertex as usize)?;
            Some((point.wide() - self.center).dot(direction))
        };
        let Some(top) = vertices.first().and_then(height) else {
            return false;
        };
        let least = top - clear_margin(self.extent, along);
        vertices.iter().all(|vertex| height(vertex) >= Some(least))
            && count(direction, least) == vertices.len()
    }
}

impl<V: Stored, S: AsRef<[V]>> SupportMapping for Hull<V, S> {
    type Vector = V::Wide;

    fn support(&self, direction: V::Wide) -> V::Wide {
        self.farthest(direction, 0).1
    }

    /// The first of several points. Projections are relative to the centre, so that the choice is
    /// as accurate far from the origin as near it.
    #[inline(always)]
    fn farthest(&self, direction: V::Wide, _near: u32) -> (Feature<V::Wide>, V::Wide) {
        let (direction, _) = scaled_to(self.extent, direction);
        let height = |point: &V| (point.wide() - self.center).dot(direction);
        // Even and odd points in two independent chains, without branches, which would be
        // unpredictable. The indices are as wide as the projections, so that both are selected by
        // the same instruction.
        let (mut even, mut odd) = ((f64::NEG_INFINITY, 0u64), (f64::NEG_INFINITY, 0u64));
        let (pairs, last) = self.points().as_chunks::<2>();
        for (number, [p, q]) in (0..).zip(pairs) {
            let (p, q) = (height(p), height(q));
            even = if p > even.0 { (p, number) } else { even };
            odd = if q > odd.0 { (q, number) } else { odd };
        }
        if let [p] = last {
            let p = height(p);
            even = select_unpredictable(p > even.0, (p, pairs.len() as u64), even);
        }
        let (even, odd) = ((even.0, 2 * even.1), (odd.0, 2 * odd.1 + 1));
        let odd_is_farther = (odd.0 > even.0) | ((odd.0 == even.0) & (odd.1 < even.1));
        let vertex = Feature::Vertex(if odd_is_farther { odd.1 } else { even.1 } as u32);
        (vertex, self.point(vertex))
    }

    /// The first point for an id of another shape.
    #[inline(always)]
    fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
        let points = self.points();
        match points.get(feature.number() as usize) {
            Some(point) => point.wide(),
            None => points.first().map_or(V::Wide::ZERO, |first| first.wide()),
        }
    }

    fn center(&self) -> V::Wide {
        self.center
    }

    fn extent(&self) -> f64 {
        self.extent
    }

    fn vertex_count(&self) -> Option<u32> {
        u32::try_from(self.points().len()).ok()
    }

    #[inline(always)]
    fn others_are_lower(&self, direction: V::Wide, vertices: &[u32]) -> bool {
        self.only_these_reach(direction, vertices, |direction, least| {
            // A loop: the iterator version is not inlined in large callers.
            let mut count = 0;
            for point in self.points() {
                count += usize::from((point.wide() - self.center).dot(direction) >= least);
            }
            count
        })
    }
}

/// The methods of [`SupportMapping`] that tell the vertices, for a shape with those of the hull
/// in its field `$hull`.
macro_rules! vertices_of {
    ($hull:ident) => {
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.farthest(direction, 0).1
        }

        #[inline(always)]
        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            self.$hull.point(feature)
        }

        fn center(&self) -> V::Wide {
            self.$hull.center()
        }

        fn extent(&self) -> f64 {
            self.$hull.extent()
        }

        fn vertex_count(&self) -> Option<u32> {
            self.$hull.vertex_count()
        }
    };
}
pub(super) use vertices_of;
