use crate::error::ShapeError;
use crate::shape::{Hull, scaled_to};
use crate::space::Space;
use crate::support::{Feature, Support};
use crate::vector::Stored;

/// Edges that fall by this or more are sums of products that lost no digits to underflow.
const LEAST_RISE: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Lifts the smallest product of an edge and a direction above [`LEAST_RISE`].
const LIFT: f64 = (1u128 << 127) as f64 * (1u128 << 127) as f64;

/// The convex hull of vertices that know their neighbours: a support evaluation climbs from vertex
/// to vertex and looks at few of them. For polytopes of many vertices; a [`Hull`] needs no
/// neighbours.
///
/// Two vertices are neighbours if an edge of the hull joins them; more neighbours do no harm. So
/// every vertex is a corner of the hull and listed once. A vertex with a neighbour missing, or one
/// that the others enclose, may be taken for the farthest where it is not, and then the answer is
/// that for a smaller shape.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use gjk_core::{Point, Polytope, distance};
/// use glam::Vec3;
///
/// let pyramid = Polytope::from_faces(
///     vec![Vec3::X, Vec3::Y, Vec3::NEG_X, Vec3::NEG_Y, Vec3::Z],
///     &[&[0, 1, 2, 3][..], &[0, 1, 4], &[1, 2, 4], &[2, 3, 4], &[3, 0, 4]],
/// )
/// .unwrap();
/// let point = Point::new(Vec3::new(0.0, 0.0, 3.0)).unwrap();
/// assert_eq!(distance(&pyramid, &point), 2.0);
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Polytope<V: Stored, S, N> {
    hull: Hull<V, S>,
    starts: N,
    neighbours: N,
}

impl<V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>> Polytope<V, S, N> {
    /// The hull of `vertices`, where the neighbours of vertex `i` are
    /// `neighbours[starts[i]..starts[i + 1]]`. All three lists may be borrowed or owned.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`]; [`ShapeError::MalformedLists`] where
    /// `starts` does not begin with 0, rise, and end with the length of `neighbours`, or has not
    /// one entry more than `vertices`; [`ShapeError::NoSuchVertex`];
    /// [`ShapeError::OneSidedEdge`] where a vertex is a neighbour of a vertex that is none of its
    /// own; [`ShapeError::EqualVertices`] where neighbours have the same coordinates;
    /// [`ShapeError::IsolatedVertex`] for a vertex without neighbours beside others.
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
        polytope.check_lists()?;
        polytope.check_edges()?;
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

    /// The numbers of the neighbours of a vertex; none for a number that no vertex has.
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
        let vertex = vertex as usize;
        let range =
            |starts: &[u32]| Some(*starts.get(vertex)? as usize..*starts.get(vertex + 1)? as usize);
        range(self.starts.as_ref())
            .and_then(|range| self.neighbours.as_ref().get(range))
            .unwrap_or_default()
    }

    fn check_lists(&self) -> Result<(), ShapeError> {
        let (starts, neighbours) = (self.starts.as_ref(), self.neighbours.as_ref());
        let well_formed = starts.len() == self.vertices().len() + 1
            && starts.first() == Some(&0)
            && starts.last().map(|end| *end as usize) == Some(neighbours.len())
            && starts.is_sorted();
        if well_formed {
            Ok(())
        } else {
            Err(ShapeError::MalformedLists)
        }
    }

    fn check_edges(&self) -> Result<(), ShapeError> {
        let vertices = self.vertices();
        for (number, vertex) in (0..).zip(vertices) {
            let neighbours = self.neighbours(number);
            if neighbours.is_empty() && vertices.len() > 1 {
                return Err(ShapeError::IsolatedVertex);
            }
            for &neighbour in neighbours {
                match vertices.get(neighbour as usize) {
                    None => return Err(ShapeError::NoSuchVertex),
                    Some(other) if other == vertex => return Err(ShapeError::EqualVertices),
                    Some(_) => {}
                }
                if !self.neighbours(neighbour).contains(&number) {
                    return Err(ShapeError::OneSidedEdge);
                }
            }
        }
        Ok(())
    }

    /// The vertex that no neighbour exceeds in `direction`, uphill from `start`, and how far the
    /// highest of its neighbours is above it: not above zero.
    fn climb(&self, start: u32, direction: V::Wide) -> (u32, f64) {
        let mut best = start;
        // Exact heights rise with every step, so no climb is longer than the list of vertices.
        // Rounded ones could go around in a circle.
        for _ in self.vertices() {
            let (next, rise) = self.steepest(best, direction);
            if rise <= 0.0 {
                return (best, rise);
            }
            best = next;
        }
        (best, 0.0)
    }

    /// The neighbour of `foot` that is highest in `direction`, and its height above `foot`.
    ///
    /// Heights are those of edges: the heights of two vertices that are near each other and far
    /// from the centre would be equal when rounded, and the climb would end between them.
    fn steepest(&self, foot: u32, direction: V::Wide) -> (u32, f64) {
        let point = |vertex| self.hull.point(Feature::Vertex(vertex));
        let foot_point = point(foot);
        let (mut best, mut best_rise) = (foot, f64::NEG_INFINITY);
        for &neighbour in self.neighbours(foot) {
            let mut rise = (point(neighbour) - foot_point).dot(direction);
            if !rise.is_finite() {
                // An edge may be longer than the largest number; half of it is not.
                rise = (point(neighbour) * 0.5 - foot_point * 0.5).dot(direction);
            }
            if rise > best_rise {
                (best, best_rise) = (neighbour, rise);
            }
        }
        (best, best_rise)
    }
}

#[cfg(feature = "std")]
impl<V: Stored, S: AsRef<[V]>> Polytope<V, S, std::vec::Vec<u32>> {
    /// The hull of `vertices` with the given faces: for each the numbers of its vertices, in the
    /// order of its outline. In the plane the outline of the polygon is the one face.
    ///
    /// # Errors
    ///
    /// As for [`new`](Polytope::new).
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Polytope, ShapeError};
    /// use glam::DVec2;
    ///
    /// let corners = [DVec2::ZERO, DVec2::X, DVec2::Y];
    /// let triangle = Polytope::from_faces(corners, &[[0, 1, 2]]).unwrap();
    /// assert_eq!(triangle.neighbours(0), [1, 2]);
    /// let unknown = Polytope::from_faces(corners, &[[0, 1, 3]]);
    /// assert_eq!(unknown, Err(ShapeError::NoSuchVertex));
    /// ```
    pub fn from_faces<F: AsRef<[u32]>>(vertices: S, faces: &[F]) -> Result<Self, ShapeError> {
        let count = vertices.as_ref().len();
        let mut lists = std::vec![std::vec::Vec::new(); count];
        for face in faces.iter().map(AsRef::as_ref) {
            for (&from, &to) in face.iter().zip(face.iter().cycle().skip(1)) {
                for (from, to) in [(from, to), (to, from)] {
                    let list = lists
                        .get_mut(from as usize)
                        .ok_or(ShapeError::NoSuchVertex)?;
                    if from != to && !list.contains(&to) {
                        list.push(to);
                    }
                }
            }
        }
        let mut starts = std::vec![0];
        let mut neighbours = std::vec::Vec::new();
        for list in lists {
            neighbours.extend(list);
            starts.push(neighbours.len() as u32);
        }
        Self::new(vertices, starts, neighbours)
    }
}

impl<V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>> Support for Polytope<V, S, N> {
    type Vector = V::Wide;

    fn support(&self, direction: V::Wide) -> V::Wide {
        self.point(self.feature(direction, None))
    }

    fn feature(&self, direction: V::Wide, near: Option<Feature<V::Wide>>) -> Feature<V::Wide> {
        let start = match near {
            Some(Feature::Vertex(vertex)) if (vertex as usize) < self.vertices().len() => vertex,
            _ => 0,
        };
        let direction = scaled_to(self.extent(), direction);
        let (best, rise) = self.climb(start, direction);
        if rise <= -LEAST_RISE {
            Feature::Vertex(best)
        } else {
            // A neighbour is as high, or underflow makes it seem so.
            Feature::Vertex(self.climb(best, direction * LIFT).0)
        }
    }

    fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
        self.hull.point(feature)
    }

    fn center(&self) -> V::Wide {
        self.hull.center()
    }

    fn extent(&self) -> f64 {
        self.hull.extent()
    }
}
