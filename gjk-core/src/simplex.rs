//! The simplex of an answer, of a warm start, and of the steps that an observer sees.

use core::fmt;

use crate::difference::{Name, Pair};
use crate::direction::moderate;
use crate::support::Feature;
use crate::vector::Vector;

/// The most vertices of a simplex.
pub(crate) const SIMPLEX_MAX: usize = 4;

/// The names of a pair of points, in 3D; none after the last pair of a simplex.
pub(crate) type Names = Option<[Name; 2]>;

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
    // Called, closest points of primitives took a fortieth longer.
    #[inline(always)]
    pub(crate) fn of(pair: &Pair, weight: f64) -> Self {
        let [feature_a, feature_b] = pair.names.map(|name| name.map(V::of_space));
        Self {
            a: V::of_space(pair.points[0]),
            b: V::of_space(pair.points[1]),
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
    /// Its vertices: one to four after a query; none if no point was finite.
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
    /// The simplex of these pairs of vertex indices of two polytopes, the first four, for a [warm
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
        for numbers in numbers {
            let mut pair = Pair::EMPTY;
            pair.names = numbers.map(Feature::Vertex);
            simplex.push(SupportPair::of(&pair, 0.0));
        }
        simplex
    }

    /// The names of its points, for a search to start from.
    // Called, its copy of the names made an update a twentieth slower.
    #[inline(always)]
    pub(crate) fn names(&self) -> [Names; SIMPLEX_MAX] {
        let mut names = [None; SIMPLEX_MAX];
        for (names, pair) in names.iter_mut().zip(self.pairs()) {
            // Whoever made the simplex: directions are handed to support mappings.
            let asked = |name: Feature<V>| name.map(|direction| moderate(direction.in_space()));
            // Mapped as an array, it is a function to call: updates took a tenth longer.
            *names = Some([asked(pair.feature_a), asked(pair.feature_b)]);
        }
        names
    }

    /// The simplex without vertices.
    pub(crate) const EMPTY: Self = Self {
        pairs: [SupportPair::EMPTY; SIMPLEX_MAX],
        count: 0,
    };

    /// Replaces the simplex by these pairs with their weights.
    pub(crate) fn take<'p>(&mut self, pairs: impl Iterator<Item = (&'p Pair, f64)>) {
        self.count = 0;
        for (pair, weight) in pairs {
            self.push(SupportPair::of(pair, weight));
        }
    }

    /// Appends a vertex, unless the simplex is full.
    pub(crate) fn push(&mut self, pair: SupportPair<V>) {
        if let Some(place) = self.pairs.get_mut(self.count) {
            *place = pair;
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3};
    use std::format;

    use super::{Simplex, SupportPair};
    use crate::difference::Pair;

    // Claim: entries after the last vertex are not part of a simplex.
    #[test]
    fn a_simplex_is_its_vertices() {
        let at = |x: f64| Pair {
            points: [DVec3::X * x, DVec3::ZERO],
            ..Pair::EMPTY
        };
        let of = |last: f64, count: usize| {
            let mut simplex = Simplex::<DVec2>::EMPTY;
            let weighed = [(&at(1.0), 0.5), (&at(last), 0.5)];
            simplex.take(weighed.into_iter());
            simplex.take(weighed.into_iter().take(count));
            simplex
        };
        let (one, both) = (1, 2);
        assert_eq!(of(2.0, one), of(3.0, one));
        assert_ne!(of(2.0, both), of(3.0, both));
        assert_ne!(of(2.0, one), of(2.0, both));
        assert_eq!(format!("{:?}", of(2.0, one)), format!("{:?}", of(3.0, one)));
        assert_ne!(
            format!("{:?}", of(2.0, both)),
            format!("{:?}", of(3.0, both))
        );
        assert_eq!(of(2.0, both).pairs()[1].a, DVec2::X * 2.0);
        let mut full = Simplex::<DVec2>::EMPTY;
        for _ in 0..5 {
            full.push(SupportPair::EMPTY);
        }
        assert_eq!(full.pairs().len(), 4);
    }
}
