//! What a query answers.

use core::fmt;

use glam::DVec3;

use crate::difference::{Difference, Pair};
use crate::direction::unit;
use crate::propose::{Candidate, SIMPLEX_MAX};
use crate::solve::{Finding, Solution};
use crate::support::Feature;
use crate::vector::Vector;
use crate::witness;

/// How a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Status {
    /// The duality gap is as small as the settings ask, or as rounding allows where they ask for
    /// more.
    Converged,
    /// Rounding stopped the search before the gap closed. The bounds hold all the same.
    Stalled,
    /// The iteration limit stopped the search. The bounds hold all the same.
    IterationLimit,
    /// The lower bound exceeds the [maximum distance](crate::Settings::max_distance) of interest,
    /// which stopped the search. The bounds hold all the same.
    BeyondMaxDistance,
    /// A support mapping answered with NaN or infinity, or the shapes are so large that their
    /// difference is infinite. The distance and the bounds are NaN.
    NotFinite,
}

/// A vertex of the last simplex: a point of each core, relative to the
/// [`origin`](crate::Body::origin) of its shape and as its support mapping gave it, and the
/// weight of the pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SupportPair<V> {
    /// The point of the core of the first shape.
    pub a: V,
    /// The point of the core of the second shape.
    pub b: V,
    /// The weight of the pair in the closest points; the weights of a simplex are not negative and
    /// sum to one within rounding.
    pub weight: f64,
    /// What the first shape calls its point.
    pub feature_a: Feature<V>,
    /// What the second shape calls its point.
    pub feature_b: Feature<V>,
}

impl<V: Vector> SupportPair<V> {
    /// A place for a pair.
    pub(crate) const EMPTY: Self = Self {
        a: V::ZERO,
        b: V::ZERO,
        weight: 0.0,
        feature_a: Feature::Vertex(0),
        feature_b: Feature::Vertex(0),
    };

    /// A pair of the solver, which is one of space.
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

/// The last simplex of a search: the pairs of support points that span the closest points. It
/// serves the next query of the same two shapes as a [warm start](crate::Settings::warm_start).
#[derive(Clone, Copy)]
pub struct Simplex<V> {
    /// What stands behind the last vertex means nothing.
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
    /// Its vertices: one to four.
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
    /// The simplex of the vertices of two polytopes that have these numbers, up to four of either, to
    /// [start from](crate::Settings::warm_start) or to [prove](crate::Settings::proposal). It has names
    /// only, and no weights.
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

    /// The simplex of no vertices.
    pub(crate) const EMPTY: Self = Self {
        pairs: [SupportPair::EMPTY; SIMPLEX_MAX],
        count: 0,
    };

    /// The simplex of these pairs, whether they have a weight or not.
    pub(crate) fn of(pairs: &[Pair], weights: &[f64]) -> Self {
        let mut simplex = Self::EMPTY;
        for (place, (pair, weight)) in simplex.pairs.iter_mut().zip(pairs.iter().zip(weights)) {
            *place = SupportPair::of(pair, *weight);
            simplex.count += 1;
        }
        simplex
    }

    /// Becomes the simplex of those of these pairs that have a weight.
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

    /// Appends a vertex. A simplex that is full stays as it is.
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
/// For polytopes and sphere-swept polytopes `lower` and `upper` [enclose](crate#exact-answers) the exact
/// distance, next to `distance` or equal to it. For other shapes the exact distance lies between them
/// too, but each may be wrong by 2 ulps of the largest length in the Minkowski difference of the two
/// shapes (for a shape whose pose rotates it: or of its own largest coordinate).
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
    /// How the search ended.
    pub status: Status,
    /// The distance of the closed shapes; zero exactly when they are found to have a common point. Where
    /// rounding or a setting stops the search early, it is the upper bound.
    pub distance: f64,
    /// A lower bound of the distance: the width of the gap between two parallel planes that
    /// separate the shapes. Zero when they intersect.
    pub lower: f64,
    /// An upper bound of the distance: that of a point of the one shape and a point of the other.
    pub upper: f64,
    /// The closest point of the first shape; a common point when they intersect. World coordinates.
    pub point_a: V,
    /// The closest point of the second shape; a common point when they intersect. World
    /// coordinates.
    pub point_b: V,
    /// The unit vector from the first shape to the second, perpendicular to the planes of `lower`.
    /// `None` where no plane was found to separate the cores: they intersect, or are so close that
    /// rounding hides it.
    pub normal: Option<V>,
    /// The simplex that spans the closest points of the cores.
    pub simplex: Simplex<V>,
    /// How often support points were found: by an evaluation of both support mappings or, at the end of
    /// a search between polytopes, by a look at all vertices. [Exact](crate#exact-answers) steps do not count.
    pub iterations: u32,
}

impl<V> ClosestPoints<V> {
    /// Whether the closed shapes have a common point: touching counts.
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
    /// Before anything is known.
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

    /// Takes over what a query found.
    pub(crate) fn take(
        &mut self,
        solution: &Solution,
        candidate: &Candidate<DVec3>,
        difference: &Difference<'_>,
    ) {
        let bounds = solution.bounds();
        // Lengths may be beyond the largest number although no point is; one that rounds to it may be.
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

    // Claim: what stands behind the last vertex of a simplex is not part of it, nor is a vertex
    // that has no weight.
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
