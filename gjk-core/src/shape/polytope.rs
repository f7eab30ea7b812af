use core::iter::successors;
#[cfg(feature = "std")]
use std::vec::Vec;

use super::hull::{Hull, vertices_of};
use crate::direction::scaled_to;
use crate::error::ShapeError;
use crate::exact::is_higher;
use crate::support::{Feature, SupportMapping, others_are_lower};
use crate::vector::{Stored, Vector};

/// The convex hull of vertices with known neighbours. A support evaluation climbs from vertex to
/// vertex (hill climbing) and visits few of them. It is for polytopes of many vertices; a [`Hull`]
/// needs no neighbours. See [the comparison](crate#vertex-lists).
///
/// A climb starts from the highest vertex of a sample of the list, or from that of the last
/// direction, if it is higher. For `n` vertices on a surface a climb takes time proportional to the
/// cube root of `n`. Comparisons are exact, with an exact sum if rounding leaves a doubt,
/// so that a climb always ends at the highest vertex.
///
/// Make one with `from_points`, which finds the vertices and their neighbours, in exact arithmetic.
/// The faces of a mesh are not needed, and would not do: once rounded, the corners of a face are in
/// no plane, so that the hull has edges across it.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use gjk_core::{Point, Polytope, distance};
/// use glam::Vec3;
///
/// let corners = [Vec3::X, Vec3::Y, Vec3::NEG_X, Vec3::NEG_Y, Vec3::Z];
/// let pyramid = Polytope::from_points(corners).unwrap();
/// let point = Point::new(Vec3::new(0.0, 0.0, 3.0)).unwrap();
/// assert_eq!(distance(&pyramid, &point), 2.0);
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polytope<V: Stored, S, N> {
    pub(crate) hull: Hull<V, S>,
    pub(crate) starts: N,
    pub(crate) neighbours: N,
}

impl<V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>> Polytope<V, S, N> {
    /// The hull of `vertices`, in the frame of the shape, with lists that `from_points` found. The
    /// neighbours of vertex `i` are `neighbours[starts[i]..starts[i + 1]]`. All three lists may be
    /// borrowed or owned.
    ///
    /// Two vertices are neighbours if an edge of the hull joins them; additional neighbours do no
    /// harm. Every vertex must be a corner of the hull and listed once. That is not checked: if a
    /// neighbour is missing, or a vertex lies inside the hull, a climb may end too early, and the
    /// answer is that for a smaller shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`]; [`ShapeError::MalformedLists`] if
    /// `starts` does not begin with 0, rise, and end with the length of `neighbours`, or does not
    /// have one entry more than `vertices`; [`ShapeError::NoSuchVertex`];
    /// [`ShapeError::OneSidedEdge`] if a vertex lists a neighbour that does not list it;
    /// [`ShapeError::EqualVertices`] if neighbours have the same coordinates;
    /// [`ShapeError::IsolatedVertex`] if one of several vertices has no neighbours.
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Point, Polytope, distance};
    /// use glam::DVec2;
    ///
    /// let corners = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    /// let square = Polytope::new(corners, [0, 2, 4, 6, 8].as_slice(), &[1, 3, 0, 2, 1, 3, 2, 0]);
    /// let point = Point::new(DVec2::new(0.5, 3.0)).unwrap();
    /// assert_eq!(distance(&square.unwrap(), &point), 2.0);
    /// ```
    pub fn new(vertices: S, starts: N, neighbours: N) -> Result<Self, ShapeError> {
        let polytope = Self {
            hull: Hull::new(vertices)?,
            starts,
            neighbours,
        };
        let (starts, neighbours) = (polytope.starts.as_ref(), polytope.neighbours.as_ref());
        let well_formed = starts.len() == polytope.vertices().len() + 1
            && starts.first() == Some(&0)
            && starts.last().map(|end| *end as usize) == Some(neighbours.len())
            && starts.is_sorted();
        if !well_formed {
            return Err(ShapeError::MalformedLists);
        }
        let vertices = polytope.vertices();
        for (number, vertex) in (0..).zip(vertices) {
            let neighbours = polytope.neighbours(number);
            if neighbours.is_empty() && vertices.len() > 1 {
                return Err(ShapeError::IsolatedVertex);
            }
            for &neighbour in neighbours {
                let other = vertices.get(neighbour as usize);
                if other.ok_or(ShapeError::NoSuchVertex)? == vertex {
                    return Err(ShapeError::EqualVertices);
                }
                if !polytope.neighbours(neighbour).contains(&number) {
                    return Err(ShapeError::OneSidedEdge);
                }
            }
        }
        Ok(polytope)
    }

    /// The vertices, as given.
    ///
    /// ```
    /// use gjk_core::Polytope;
    /// use glam::Vec2;
    ///
    /// let segment = Polytope::new([Vec2::ZERO, Vec2::X], &[0, 1, 2][..], &[1, 0]).unwrap();
    /// assert_eq!(segment.vertices(), [Vec2::ZERO, Vec2::X]);
    /// ```
    pub fn vertices(&self) -> &[V] {
        self.hull.points()
    }

    /// The indices of the neighbours of a vertex; empty if there is no such vertex.
    ///
    /// ```
    /// use gjk_core::Polytope;
    /// use glam::Vec2;
    ///
    /// let segment = Polytope::new([Vec2::ZERO, Vec2::X], &[0, 1, 2][..], &[1, 0]).unwrap();
    /// assert_eq!(segment.neighbours(0), [1]);
    /// assert_eq!(segment.neighbours(7), []);
    /// ```
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let Some([start, end, ..]) = self.starts.as_ref().get(vertex as usize..) else {
            return &[];
        };
        let range = *start as usize..*end as usize;
        self.neighbours.as_ref().get(range).unwrap_or_default()
    }

    /// Of some vertices the one that rises most above `foot`, and by how much.
    fn highest(
        &self,
        vertices: impl Iterator<Item = u32>,
        foot: V::Wide,
        up: &Upward<V::Wide>,
    ) -> (u32, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for vertex in vertices {
            let rise = (self.vertex(vertex) - foot).dot(up.near_one);
            if rise > best.1 {
                best = (vertex, rise);
            }
        }
        best
    }

    /// The highest vertex of a sample across the list, or `foot` if none is higher. The sample is
    /// about twice the cube root of the number of vertices: a longer one shortens the climb from
    /// its highest vertex, by the square root.
    fn highest_of_sample(&self, foot: u32, up: &Upward<V::Wide>) -> u32 {
        let count = self.vertices().len();
        let length = 2 << (count.max(1).ilog2() / 3);
        let sample = (0..count as u32).step_by((count / length).max(1));
        match self.highest(sample, self.vertex(foot), up) {
            (vertex, rise) if rise > 0.0 => vertex,
            _ => foot,
        }
    }

    /// A neighbour higher than `foot`, if there is one: the highest, up to rounding.
    fn step(&self, foot: u32, up: &Upward<V::Wide>) -> Option<u32> {
        let mut neighbours = self.neighbours(foot).iter().copied();
        let foot = self.vertex(foot);
        let is_lower = |vertex: V::Wide| (vertex - foot).dot(up.near_one) < -up.doubt;
        match self.highest(neighbours.clone(), foot, up) {
            (best, rise) if rise > up.doubt => Some(best),
            (_, rise) if rise < -up.doubt => None,
            _ => neighbours.find(|other| {
                let other = self.vertex(*other);
                !is_lower(other) && is_higher(other, foot, up.direction)
            }),
        }
    }

    fn vertex(&self, number: u32) -> V::Wide {
        self.hull.point(Feature::Vertex(number))
    }
}

#[cfg(feature = "std")]
impl<V: Stored> Polytope<V, Vec<V>, Vec<u32>> {
    /// The convex hull of `points`: its corners are the vertices, in the order in which they are
    /// listed but with numbers of their own, and its edges join neighbours. Interior points,
    /// duplicates, and points that are all collinear or coplanar are fine.
    ///
    /// The corners and edges are exact, whatever the coordinates: on which side of a plane a point
    /// is is decided without rounding. The surface is found by Quickhull (C. B. Barber, D. P.
    /// Dobkin and H. Huhdanpaa, 1996), most often in `O(n log n)`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::Polytope;
    /// use glam::Vec3;
    ///
    /// let inside = Vec3::splat(0.25);
    /// let tetrahedron = [Vec3::ZERO, Vec3::X, inside, Vec3::Y, Vec3::Z];
    /// let polytope = Polytope::from_points(&tetrahedron).unwrap();
    /// assert_eq!(polytope.vertices(), [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]);
    /// assert_eq!(polytope.neighbours(0).len(), 3);
    /// ```
    pub fn from_points(points: impl AsRef<[V]>) -> Result<Self, ShapeError> {
        let points = points.as_ref();
        // Refuses what is no hull.
        Hull::new(points)?;
        let in_space = points.iter().map(|point| point.wide().in_space());
        let mut edges = crate::skeleton::edges(in_space.collect()).unwrap_or_default();
        edges.sort_unstable();
        let mut corners: Vec<u32> = edges.iter().map(|[from, _]| *from).collect();
        corners.dedup();
        // If all points are the same, the hull is the first.
        if corners.is_empty() {
            corners.push(0);
        }
        let vertices = corners.iter().map(|corner| points[*corner as usize]);
        let number = |corner| corners.partition_point(|other| *other < corner) as u32;
        let start = |corner: &u32| edges.partition_point(|[from, _]| from < corner) as u32;
        let starts = corners.iter().map(start).chain([edges.len() as u32]);
        let neighbours = edges.iter().map(|[_, to]| number(*to));
        Self::new(vertices.collect(), starts.collect(), neighbours.collect())
    }
}

/// The relative error bound of the difference of two projections, in units of the sum of the
/// magnitudes of its products: a difference, a product and two sums are rounded, each by half of
/// `f64::EPSILON`, and so is the sum of the magnitudes.
const ROUNDING: f64 = 3.0 * f64::EPSILON;

/// The direction of a climb.
struct Upward<V> {
    direction: V,
    /// The direction times a power of two, for which projections neither overflow nor lose
    /// significant digits.
    near_one: V,
    /// The error bound of the difference of two projections: below it the sign may be wrong. Its
    /// products are sums of less than twice the extent times a coordinate of the direction.
    /// Infinite or NaN if projections may overflow.
    doubt: f64,
}

impl<V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>> SupportMapping for Polytope<V, S, N> {
    type Vector = V::Wide;

    vertices_of!(hull);

    fn farthest(&self, direction: V::Wide, near: u32) -> (Feature<V::Wide>, V::Wide) {
        let (near_one, _) = scaled_to(self.extent(), direction);
        let sum = near_one.in_space().abs().element_sum();
        let up = Upward {
            direction,
            near_one,
            doubt: 4.0 * self.extent() * sum * ROUNDING,
        };
        let near = self.vertices().get(near as usize).map_or(0, |_| near);
        let foot = self.highest_of_sample(near, &up);
        // Every step leads up, so no climb is longer than the list of vertices.
        let climb = successors(Some(foot), |foot| self.step(*foot, &up));
        let top = climb.take(self.vertices().len()).last().unwrap_or(foot);
        (Feature::Vertex(top), self.vertex(top))
    }

    // The vertices above any given height are connected by edges. So a vertex as high as these
    // would be among their neighbours.
    fn others_are_lower(&self, direction: V::Wide, vertices: &[u32]) -> bool {
        let neighbours = |vertex: &u32| self.neighbours(*vertex).iter().copied();
        let others = vertices.iter().flat_map(neighbours);
        let (extent, point) = (self.extent(), |vertex| self.vertex(vertex));
        others_are_lower(others, extent, point, direction, vertices)
    }
}
