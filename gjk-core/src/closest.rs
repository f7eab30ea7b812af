//! The answer of a query.

use core::fmt;

use glam::DVec3;

use crate::difference::{Difference, Pair};
use crate::direction::unit;
use crate::propose::{Candidate, SIMPLEX_MAX};
use crate::solve::{Finding, Solution};
use crate::support::Feature;
use crate::vector::Vector;
use crate::witness;

/// Why a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Status {
    /// The duality gap `upper - lower` meets the tolerance, or is as small as rounding allows.
    Converged,
    /// Rounding stopped the search before the gap closed. The bounds hold nevertheless.
    Stalled,
    /// The iteration limit stopped the search. The bounds hold nevertheless.
    IterationLimit,
    /// The lower bound reached the [maximum distance](crate::Settings::max_distance), which stopped
    /// the search. The bounds hold nevertheless.
    BeyondMaxDistance,
    /// A support mapping returned NaN or infinity, or the Minkowski difference overflows. The
    /// distance and the bounds are NaN.
    NotFinite,
}

/// A vertex of the last simplex: a support point of each core, relative to the
/// [`origin`](crate::Body::origin) of its shape, and the weight of the pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SupportPair<V> {
    /// The point of the core of the first shape.
    pub a: V,
    /// The point of the core of the second shape.
    pub b: V,
    /// The weight of the pair in the closest points. The weights of a simplex are not negative and
    /// sum to one up to rounding.
    pub weight: f64,
    /// The feature id of the point of the first shape.
    pub feature_a: Feature<V>,
    /// The feature id of the point of the second shape.
    pub feature_b: Feature<V>,
}

impl<V: Vector> SupportPair<V> {
    /// An unused pair.
    pub(crate) const EMPTY: Self = Self {
        a: V::ZERO,
        b: V::ZERO,
        weight: 0.0,
        feature_a: Feature::Vertex(0),
        feature_b: Feature::Vertex(0),
    };

    /// A pair of the solver, converted from 3D.
    pub(crate) fn of(pair: &Pair, weight: f64) -> Self {
        let [feature_a, feature_b] = pair.names.map(|name| name.map(V::of_space));
        Self {
            a: V::of_space(pair.a),
            b: V::of_space(pair.b),
            weight,
            feature_a,
            feature_b,
        }
    }
}

/// The last simplex of a search: the pairs of support points that span the closest points. Pass it
/// to the next query of the same two shapes as a [warm start](crate::Settings::warm_start).
#[derive(Clone, Copy)]
pub struct Simplex<V> {
    /// Entries after the last vertex have no meaning.
    pairs: [SupportPair<V>; SIMPLEX_MAX],
    count: usize,
}

impl<V: PartialEq> PartialEq for Simplex<V> {
    fn eq(&self, other: &Self) -> bool {
        self.pairs() == other.pairs()
    }
}

impl<V: fmt::Debug> fmt::Debug for Simplex<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.pairs()).finish()
    }
}

impl<V> Simplex<V> {
    /// Its vertices: one to four after a query.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Point, closest_points};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let answer = closest_points(&cuboid, &Point::new(DVec3::splat(4.0)).unwrap());
    /// let [corner] = answer.simplex.pairs() else { panic!("one vertex spans a corner") };
    /// assert_eq!((corner.a, corner.weight), (DVec3::ONE, 1.0));
    /// ```
    pub fn pairs(&self) -> &[SupportPair<V>] {
        self.pairs.get(..self.count).unwrap_or(&self.pairs)
    }
}

impl<V: Vector> Simplex<V> {
    /// The simplex of these pairs of vertex indices of two polytopes, up to four, for a [warm
    /// start](crate::Settings::warm_start) or a [proposal](crate::Settings::proposal). It has
    /// feature ids only; points and weights are zero.
    ///
    /// ```
    /// use gjk_core::{Feature, Simplex};
    /// use glam::DVec3;
    ///
    /// let edge = Simplex::<DVec3>::of_vertices(&[[0, 3], [1, 3]]);
    /// assert_eq!(edge.pairs()[1].feature_a, Feature::Vertex(1));
    /// ```
    pub fn of_vertices(numbers: &[[u32; 2]]) -> Self {
        let mut simplex = Self::EMPTY;
        for (place, numbers) in simplex.pairs.iter_mut().zip(numbers) {
            [place.feature_a, place.feature_b] = numbers.map(Feature::Vertex);
            simplex.count += 1;
        }
        simplex
    }

    /// The simplex without vertices.
    pub(crate) const EMPTY: Self = Self {
        pairs: [SupportPair::EMPTY; SIMPLEX_MAX],
        count: 0,
    };

    /// The simplex of these pairs, including those with weight zero.
    pub(crate) fn of(pairs: &[Pair], weights: &[f64]) -> Self {
        let mut simplex = Self::EMPTY;
        for (place, (pair, weight)) in simplex.pairs.iter_mut().zip(pairs.iter().zip(weights)) {
            *place = SupportPair::of(pair, *weight);
            simplex.count += 1;
        }
        simplex
    }

    /// Replaces the simplex by the pairs with a positive weight.
    fn take(&mut self, pairs: &[Pair], weights: &[f64]) {
        self.count = 0;
        for (pair, weight) in pairs.iter().zip(weights) {
            if *weight > 0.0
                && let Some(place) = self.pairs.get_mut(self.count)
            {
                *place = SupportPair::of(pair, *weight);
                self.count += 1;
            }
        }
    }

    /// Appends a vertex, unless the simplex is full.
    #[cfg(any(test, feature = "serde"))]
    pub(crate) fn push(&mut self, pair: SupportPair<V>) {
        if let Some(place) = self.pairs.get_mut(self.count) {
            *place = pair;
            self.count += 1;
        }
    }
}

/// The answer of [`closest_points`](crate::closest_points).
///
/// For polytopes and sphere-swept polytopes `lower` and `upper` [enclose](crate#exact-answers) the
/// exact distance, and each is equal to `distance` or next to it. For other shapes each bound may
/// be wrong by 2 ulps of the largest length in the Minkowski difference of the two shapes, or of
/// the largest coordinate of a rotated shape in its own frame, if that is larger.
///
/// Lengths are in the unit of the shapes' coordinates, points in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: Vector + serde::Serialize",
        deserialize = "V: Vector + serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct ClosestPoints<V> {
    /// Why the query ended.
    pub status: Status,
    /// The distance of the closed shapes; zero exactly if they are found to intersect. If rounding
    /// or a setting stopped the search early, it is the upper bound.
    pub distance: f64,
    /// A lower bound of the distance: the gap between two parallel planes that separate the shapes.
    /// Zero if they intersect.
    pub lower: f64,
    /// An upper bound of the distance: that of a point of one shape to a point of the other.
    pub upper: f64,
    /// The closest point of the first shape; a common point if they intersect.
    pub point_a: V,
    /// The closest point of the second shape; a common point if they intersect.
    pub point_b: V,
    /// The unit vector from the first shape to the second, perpendicular to the planes of `lower`.
    /// `None` if no plane separates the cores: they intersect, or rounding hides the gap.
    pub normal: Option<V>,
    /// The simplex that spans the closest points of the cores.
    pub simplex: Simplex<V>,
    /// The number of support evaluations of both shapes; the vertex scan that ends a search between
    /// polytopes counts as one. [Exact](crate#exact-answers) steps do not count.
    pub iterations: u32,
}

impl<V> ClosestPoints<V> {
    /// Whether the closed shapes have a common point; touching counts.
    ///
    /// ```
    /// use gjk_core::{Ball, closest_points};
    /// use glam::Vec2;
    ///
    /// let a = Ball::new(Vec2::ZERO, 1.0).unwrap();
    /// let b = Ball::new(Vec2::X, 1.0).unwrap();
    /// assert!(closest_points(&a, &b).intersects());
    /// ```
    pub fn intersects(&self) -> bool {
        self.distance == 0.0
    }
}

impl<V: Vector> ClosestPoints<V> {
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
        solution: &Solution,
        candidate: &Candidate<DVec3>,
        difference: &Difference<'_>,
    ) {
        let bounds = solution.bounds();
        // A length may overflow although no coordinate does. A distance of exactly `f64::MAX` may
        // be rounded from infinity.
        let is_finite = bounds.lower.is_finite() && bounds.distance < f64::MAX;
        self.status = match solution.finding {
            _ if !is_finite => Status::NotFinite,
            Finding::Apart(_) | Finding::Contact => Status::Converged,
            Finding::Beyond(_) => Status::BeyondMaxDistance,
            Finding::Limit(_) => Status::IterationLimit,
            Finding::Stalled(_) => Status::Stalled,
            Finding::NotFinite => Status::NotFinite,
        };
        [self.lower, self.distance, self.upper] = match self.status {
            Status::NotFinite => [f64::NAN; 3],
            _ => [bounds.lower, bounds.distance, bounds.upper],
        };
        let gap = solution.finding != Finding::Contact;
        let cores_gap = solution.normal.is_some();
        let [point_a, point_b] = witness::points(difference, candidate, cores_gap, gap);
        (self.point_a, self.point_b) = (V::of_space(point_a), V::of_space(point_b));
        self.normal = match solution.normal {
            Some(normal) if is_finite => Some(V::of_space(unit(normal))),
            _ => None,
        };
        self.simplex.take(candidate.pairs(), candidate.weights());
        self.iterations = solution.iterations;
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3};
    use std::format;

    use super::{Simplex, SupportPair};
    use crate::difference::Pair;

    // Claim: entries after the last vertex, and vertices without weight, are not part of a simplex.
    #[test]
    fn a_simplex_is_its_vertices() {
        let at = |x: f64| Pair {
            a: DVec3::X * x,
            ..Pair::EMPTY
        };
        assert_eq!(Simplex::<DVec2>::of(&[at(1.0)], &[0.0]).pairs().len(), 1);
        let of = |last: f64, weights: [f64; 2]| -> Simplex<DVec2> {
            let mut simplex = Simplex::of(&[at(1.0), at(last)], &[0.5, 0.5]);
            simplex.take(&[at(1.0), at(last)], &weights);
            simplex
        };
        let (one, both) = ([0.5, 0.0], [0.5, 0.5]);
        assert_eq!(of(2.0, one), of(3.0, one));
        assert_ne!(of(2.0, both), of(3.0, both));
        assert_ne!(of(2.0, one), of(2.0, both));
        assert_eq!(format!("{:?}", of(2.0, one)), format!("{:?}", of(3.0, one)));
        assert_ne!(
            format!("{:?}", of(2.0, both)),
            format!("{:?}", of(3.0, both))
        );
        assert_eq!(of(2.0, [0.0, 0.5]).pairs()[0].a, DVec2::X * 2.0);
        let mut full = Simplex::<DVec2>::EMPTY;
        for _ in 0..5 {
            full.push(SupportPair::EMPTY);
        }
        assert_eq!(full.pairs().len(), 4);
    }
}
