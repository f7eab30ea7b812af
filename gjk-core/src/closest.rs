//! What a query answers.

use core::fmt;

use crate::support::Feature;
use crate::vector::Vector;

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
/// [`origin`](crate::Support::origin) of its shape and as its support mapping gave it, and the
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

    /// What the shapes call their points.
    #[inline]
    pub(crate) fn features(&self) -> [Feature<V>; 2] {
        [self.feature_a, self.feature_b]
    }

    /// Takes over the points of a pair of the same names, with another weight.
    #[inline]
    pub(crate) fn move_to(&mut self, pair: &Self, weight: f64) {
        (self.a, self.b, self.weight) = (pair.a, pair.b, weight);
    }

    /// Whether both names are the same: then so are the points.
    #[inline]
    pub(crate) fn names_same(&self, other: &Self) -> bool {
        self.feature_a == other.feature_a && self.feature_b == other.feature_b
    }
}

/// The most vertices that a simplex has: four in space, three in the plane.
pub(crate) const SIMPLEX_MAX: usize = 4;

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
    /// The simplex of no vertices, to fill by hand.
    #[cfg(any(test, feature = "serde"))]
    pub(crate) const EMPTY: Self = Self {
        pairs: [SupportPair::EMPTY; SIMPLEX_MAX],
        count: 0,
    };

    /// The simplex of the first so many of these pairs, each with its weight. Written out so that it is built where it
    /// will stand: it is large, and a copy of what was only just written takes as long as an iteration.
    #[inline(always)]
    pub(crate) fn of([p, q, r, s]: [(&SupportPair<V>, f64); SIMPLEX_MAX], count: usize) -> Self {
        Self {
            pairs: [weighed(p), weighed(q), weighed(r), weighed(s)],
            count,
        }
    }

    /// Its vertices, to be changed where they stand.
    pub(crate) fn pairs_mut(&mut self) -> &mut [SupportPair<V>] {
        let count = self.count.min(SIMPLEX_MAX);
        &mut self.pairs[..count]
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

/// A pair with that weight. It is copied as a whole: parts of it would be waited for by a copy in other parts.
#[inline(always)]
fn weighed<V: Vector>((pair, weight): (&SupportPair<V>, f64)) -> SupportPair<V> {
    let mut pair = *pair;
    pair.weight = weight;
    pair
}

/// The answer of [`closest_points`](crate::closest_points).
///
/// For polytopes and round shapes over them `lower` and `upper` [enclose](crate#exact-answers) the exact
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

#[cfg(test)]
mod tests {
    use glam::DVec2;
    use std::format;

    use super::{Simplex, SupportPair};

    // Claim: what stands behind the last vertex of a simplex is not part of it.
    #[test]
    fn a_simplex_is_its_vertices() {
        let at = |x: f64| SupportPair {
            a: DVec2::X * x,
            ..SupportPair::EMPTY
        };
        let [p, q, r] = [at(1.0), at(2.0), at(3.0)];
        let of =
            |second, count| Simplex::of([(&p, 0.5), (second, 0.5), (&p, 0.0), (&p, 0.0)], count);
        assert_eq!(of(&q, 1), of(&r, 1));
        assert_ne!(of(&q, 2), of(&r, 2));
        assert_ne!(of(&q, 1), of(&q, 2));
        assert_eq!(format!("{:?}", of(&q, 1)), format!("{:?}", of(&r, 1)));
        assert_ne!(format!("{:?}", of(&q, 2)), format!("{:?}", of(&r, 2)));
    }
}
