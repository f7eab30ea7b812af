//! Bringing an answer up to date after the shapes have moved.
//!
//! In coherent motion the closest points mostly stay at the same vertices. Where a look at the others proves that they do,
//! there is nothing to search for, and no answer to hand over either: a few numbers of the old one change where they
//! stand.

use crate::closest::{ClosestPoints, Status, SupportPair};
use crate::difference::Difference;
use crate::exact::Proved;
use crate::float::larger;
use crate::goal::{Goal, Limits};
use crate::settings::Settings;
use crate::support::Support;
use crate::vector::Vector;
use crate::warm_start::are_vertices;

impl<V: Vector> Settings<V> {
    /// Brings an answer about the same two shapes up to date, which have moved since. It becomes what
    /// [`closest_points`](Self::closest_points) answers with a [`warm_start`](Self::warm_start) from its simplex; a
    /// start that these settings have does not count. Where the closest points of polytopes without a radius stay at the
    /// same vertex or edge that takes less time: the answer is large, and most of it stays as it is.
    ///
    /// As any simplex may be started from, any answer may be brought up to date, of other shapes even.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Settings};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let at = |x: f64| Posed::new(cuboid, Pose::from_translation(DVec3::new(x, 4.0, 4.0)).unwrap());
    /// let settings = Settings::default().max_distance(10.0);
    /// let mut answer = settings.closest_points(&cuboid, &at(3.0));
    /// settings.update(&mut answer, &cuboid, &at(4.0));
    /// assert_eq!(answer.distance, 12f64.sqrt());
    /// ```
    pub fn update<A, B>(&self, answer: &mut ClosestPoints<V>, a: &A, b: &B)
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        if !stays(answer, a, b, &self.limits_of(Goal::ClosestPoints)) {
            self.renew(answer, a, b);
        }
    }
}

impl<V: Vector> ClosestPoints<V> {
    /// Brings the answer up to date after the shapes have moved: [`Settings::update`] with the default settings.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, closest_points};
    /// use glam::{DQuat, DVec3};
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let at = |angle: f64| {
    ///     let place = DVec3::new(4.0 + angle, 1.0, 0.5);
    ///     Posed::new(cuboid, Pose::from_rotation(DQuat::from_rotation_z(angle), place).unwrap())
    /// };
    /// let mut answer = closest_points(&cuboid, &at(0.30));
    /// for frame in 1..100 {
    ///     answer.update(&cuboid, &at(0.30 + 0.01 * f64::from(frame)));
    /// }
    /// assert_eq!(answer.distance, closest_points(&cuboid, &at(1.29)).distance);
    /// ```
    pub fn update<A, B>(&mut self, a: &A, b: &B)
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        Settings::default().update(self, a, b);
    }
}

/// What is new of an answer whose closest points stay at the same vertex or edge.
struct News<V> {
    proved: Proved,
    /// The unit vector from the first core to the second.
    normal: V,
    /// The closest points, relative to the origins of their shapes.
    means: [V; 2],
}

/// Whether the closest points of two polytopes are proved to stay at the vertex or the edge of an answer. It is brought
/// up to date then. Where it is not as simple as that, as with a radius or a face, a search is left to say: of an answer
/// that does not stay it finds the names of the vertices unchanged, which is all that it reads.
#[inline]
fn stays<V, A, B>(answer: &mut ClosestPoints<V>, a: &A, b: &B, limits: &Limits) -> bool
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    let news = match answer.simplex.pairs_mut() {
        [pair] => stays_at_vertex(a, b, pair, limits),
        [first, second] => stays_at_edge(a, b, [first, second], limits),
        _ => None,
    };
    let Some(News {
        proved,
        normal,
        means: [mean_a, mean_b],
    }) = news
    else {
        return false;
    };
    if !(proved.upper <= limits.max_distance && proved.distance < f64::MAX) {
        return false;
    }
    answer.status = Status::Converged;
    answer.distance = proved.distance;
    (answer.lower, answer.upper) = (proved.lower, proved.upper);
    (answer.point_a, answer.point_b) = (a.origin() + mean_a, b.origin() + mean_b);
    answer.normal = Some(normal);
    answer.iterations = 1;
    true
}

/// The difference of two polytopes without a radius that have the vertices which these pairs name. It is not scaled:
/// numbers that would have to be are left to a search.
#[inline(always)]
fn difference_with<'s, V, A, B, const N: usize>(
    a: &'s A,
    b: &'s B,
    pairs: [&SupportPair<V>; N],
) -> Option<Difference<'s, A, B, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    let difference = Difference::new(a, b);
    let counts = difference.vertex_counts()?;
    for pair in pairs {
        if !are_vertices(pair.features(), counts) {
            return None;
        }
    }
    if difference.radii() != [0.0; 2] {
        return None;
    }
    Some(difference)
}

/// The same for the vertex of the difference that a pair makes, whose points are those of the shapes as they are now then.
#[inline(always)]
fn stays_at_vertex<V, A, B>(
    a: &A,
    b: &B,
    known: &mut SupportPair<V>,
    limits: &Limits,
) -> Option<News<V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    let mut difference = difference_with(a, b, [known])?;
    let pair = difference.pair(known.features());
    difference.choose_pairing(&pair);
    let nearest = difference.nearest_vertex(&pair)?;
    let proved = nearest.proves(difference.scale(), limits)?;
    known.move_to(&pair, 1.0);
    Some(News {
        proved,
        normal: nearest.normal,
        means: [pair.a, pair.b],
    })
}

/// The same for an edge, with the weights of its ends.
#[inline(never)]
fn stays_at_edge<V, A, B>(
    a: &A,
    b: &B,
    known: [&mut SupportPair<V>; 2],
    limits: &Limits,
) -> Option<News<V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    let mut difference = difference_with(a, b, [known[0], known[1]])?;
    let (first, second) = (
        difference.pair(known[0].features()),
        difference.pair(known[1].features()),
    );
    difference.choose_pairing(&first);
    let (p, q): (V, V) = (difference.point(&first), difference.point(&second));
    let sizes = [larger(p.length(), q.length()), difference.span()];
    let edge = difference.nearest_edge([&first, &second], sizes, limits)?;
    let weights = [1.0 - edge.weight, edge.weight];
    // From the heavier end on, as the means of any simplex.
    let (from, to, part) = if weights[1] > weights[0] {
        (&second, &first, weights[0])
    } else {
        (&first, &second, weights[1])
    };
    let means = [
        from.a + (to.a - from.a) * part,
        from.b + (to.b - from.b) * part,
    ];
    let [mean_a, mean_b] = means;
    // The ends may be farther apart than the largest number.
    let is_known = mean_a.dot(mean_a) + mean_b.dot(mean_b) < f64::INFINITY;
    if !is_known {
        return None;
    }
    let [known_first, known_second] = known;
    known_first.move_to(&first, weights[0]);
    known_second.move_to(&second, weights[1]);
    Some(News {
        proved: edge.proved,
        normal: edge.normal,
        means,
    })
}

#[cfg(test)]
mod tests;
