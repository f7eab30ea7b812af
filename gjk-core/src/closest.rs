//! The answer of a query.

use crate::difference::Difference;
use crate::direction::unit;
use crate::propose::Candidate;
use crate::simplex::Simplex;
use crate::solve::{Solution, Status};
use crate::vector::Vector;
use crate::witness;

/// The answer of [`closest_points`](crate::closest_points).
///
/// For polytopes and sphere-swept polytopes `lower` and `upper` [enclose](crate#exact-answers) the
/// exact distance, and each is equal to `distance` or next to it, unless a setting stopped the
/// search early. For other shapes each bound may be wrong by 2 [ulps](crate#ulps-of-other-shapes).
///
/// Lengths are in the unit of the shapes' coordinates, points in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(deserialize = "V: Vector + serde::Deserialize<'de>"))
)]
#[non_exhaustive]
pub struct ClosestPoints<V> {
    /// Why the query ended.
    pub status: Status,
    /// The distance of the closed shapes; zero exactly if they are found to intersect. It is the
    /// upper bound if rounding or the iteration limit stopped the search early, and otherwise
    /// between the bounds: about in their middle for curved shapes, unless a maximum distance
    /// stopped the search.
    pub distance: f64,
    /// A lower bound of the distance: the gap between two parallel planes that separate the shapes.
    /// Zero if they intersect.
    pub lower: f64,
    /// An upper bound of the distance: that of a point of one shape to a point of the other.
    pub upper: f64,
    /// The closest point of the first shape; a common point if they intersect. As points are
    /// rounded to [their shapes](crate::closest_points), the common point of the two shapes may
    /// differ by as much, so take the direction from `normal`, and not from a difference of points.
    /// If the maximum distance or the iteration limit ended the query, it is some point of the
    /// shape; after [`NotFinite`](Status::NotFinite) it means nothing.
    pub point_a: V,
    /// The closest point of the second shape; a common point if they intersect. See `point_a`.
    pub point_b: V,
    /// The unit vector from the first shape to the second, perpendicular to the planes of `lower`.
    ///
    /// Shapes that are apart have one, unless a setting stopped the query before it knew such
    /// planes, or rounding hides the gap. Shapes that touch have one if their cores are apart.
    /// Shapes that overlap have none (curved ones: that overlap by more than two ulps): a query ends
    /// as soon as it finds an overlap, before it knows the least. Where only radii overlap, the
    /// [cores](crate::Body::core) tell the normal and the depth.
    pub normal: Option<V>,
    /// The simplex that spans the closest points of the cores.
    pub simplex: Simplex<V>,
    /// The number of support evaluations of both shapes; the vertex scan that ends a search between
    /// polytopes counts as one. [Exact](crate#exact-answers) steps do not count, nor those that
    /// measure a core without an [extent](crate::SupportMapping::extent).
    pub iterations: u32,
}

impl<V: Vector> ClosestPoints<V> {
    /// Whether the closed shapes have a common point; touching counts. `false` if the iteration
    /// limit left that open, or the answer is [`NotFinite`](Status::NotFinite).
    ///
    /// ```
    /// use gjk_core::{Ball, closest_points};
    /// use glam::Vec2;
    ///
    /// let a = Ball::new(Vec2::ZERO, 1.0).unwrap();
    /// let b = Ball::new(Vec2::X, 1.0).unwrap();
    /// assert!(closest_points(&a, &b).intersects());
    /// ```
    #[must_use]
    pub fn intersects(&self) -> bool {
        self.distance == 0.0
    }

    /// The answer before a query.
    pub(crate) fn unknown() -> Self {
        Self {
            status: Status::NotFinite,
            distance: f64::NAN,
            lower: f64::NAN,
            upper: f64::NAN,
            point_a: V::ZERO,
            point_b: V::ZERO,
            normal: None,
            simplex: Simplex::EMPTY,
            iterations: 0,
        }
    }

    /// Stores the result of a query.
    pub(crate) fn take(
        &mut self,
        mut solution: Solution,
        candidate: &Candidate,
        difference: &Difference<'_>,
    ) {
        let (gap, cores_gap) = (!solution.meets(), solution.normal.is_some());
        let points = witness::points(difference, candidate, cores_gap, gap);
        // A length may overflow although no coordinate does. A distance of exactly `f64::MAX` may
        // be rounded from infinity. Weights overflow if an extent is very much too large. A broken
        // shape may state points that are too large for a mean, unlike their digits.
        let is_finite = solution.bounds.lower.is_finite()
            && solution.bounds.distance < f64::MAX
            && solution.bounds.upper.is_finite()
            && !points.iter().any(|point| point.is_nan());
        self.iterations = solution.iterations;
        if !is_finite {
            solution = Solution::UNKNOWN;
        }
        self.status = solution.status;
        let bounds = solution.bounds;
        (self.lower, self.distance, self.upper) = (bounds.lower, bounds.distance, bounds.upper);
        (self.point_a, self.point_b) = (V::of_space(points[0]), V::of_space(points[1]));
        // Bounds that a limit leaves may separate the cores only.
        let separates = self.status == Status::Converged || self.lower > 0.0;
        let normal = solution.normal.filter(|_| separates);
        self.normal = normal.map(|normal| V::of_space(unit(normal)));
        let weighted = candidate.weighted();
        self.simplex
            .take(weighted.filter(|(_, weight)| *weight > 0.0));
    }
}
