//! What is certain about two shapes, whatever was rounded; and the answer that says so where neither
//! apart nor overlapping is.

use crate::difference::Difference;
use crate::float::ROUNDOFF;
use crate::gjk::ROUNDING_GAP;
use crate::goal::Ending;
use crate::observer::Observer;
use crate::search::Search;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// How two shapes lie to each other, with a third answer where neither of the others is certain.
/// The answer of [`proximity`](crate::proximity).
///
/// These three are all there are: two that are certain and what is left. So a `match` on them may
/// be exhaustive. For polytopes and round shapes over them each is
/// [exact](crate#exact-answers).
///
/// ```
/// use gjk_core::{Aabb, Proximity, proximity};
/// use glam::DVec2;
///
/// let square = |x: f64| Aabb::new(DVec2::X * x, DVec2::X * x + 1.0).unwrap();
/// let speed = match proximity(&square(0.0), &square(1.5), 1.0) {
///     Proximity::Separated => "full",
///     Proximity::Near => "slow",
///     Proximity::Overlapping => "none",
/// };
/// assert_eq!(speed, "slow");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proximity {
    /// They are farther apart than the margin, for certain.
    Separated,
    /// They are not farther apart than the margin, or by so little that rounding may hide it, and
    /// no common point is certain. With a margin of zero, which leaves nothing near for polytopes:
    /// they touch, as far as rounding can tell.
    Near,
    /// They have a common point, for certain.
    Overlapping,
}

/// A separating plane is certain when its distance exceeds this many roundoffs of the largest
/// length, which covers the rounding of the bound and the choice of the support points: three for
/// each shape, of a length that is at most √3 times its extent and so 2√3 times the largest length
/// known.
const CERTAIN_GAP: f64 = 6.0 * ROUNDING_GAP;

/// The same for polytopes, of the largest length and the [span](Difference::span) of the difference
/// together. It bounds what rounding can do, so that what exceeds it is proved. With `u` a roundoff, `E`
/// the extent of a shape in its own frame, `c` the largest coordinate of its centre, `s` those of the
/// sums that a point is made of and `r` the largest length, for a direction of length one, whose
/// coordinates add up to `√3` in magnitude at most:
///
/// - a height as seen from the centre has four roundings, and two are compared: `8√3 uE` a shape;
/// - a rotated direction has three roundings a coordinate, for each of two vertices: `6√3 uE`;
/// - a rotated vertex has as many: `6√3 u(E + c)`, with `c` up to `√3` times that of the rotated centre;
/// - a point of the difference is rounded thrice: `√3 u(2s + r)`, and `s` differs from vertex to vertex
///   by twice the extents, which a rotation makes longer by `√3`;
/// - the product with the direction, its length and their quotient: `3√3 ur + 3ur`.
///
/// That is less than `u(10r + 4s + 47(E + E') + 18(c + c'))`; a pose in a pose rotates once more, which
/// adds `18u(E + E' + c + c')`. There is room for eight in each other.
const CERTAIN_OF_POLYTOPES: f64 = 192.0;

/// Besides, in least numbers: where the coordinates of vertices are subnormal a rotation rounds each by half of
/// one in each of three products, which makes `1.5 √3` in a height, for two vertices of each shape, and as much
/// again for each of eight poses in each other.
const CERTAIN_OF_SUBNORMALS: f64 = 96.0;

/// How far beside a corner of the simplex around the origin the next attempt is, in the size of the
/// simplex: so little that the corners surround the origin all the same.
const ASIDE: f64 = 0.125;

/// A gap or an overlap of polytopes that is larger is certain. `reach` is the largest length of the difference so far, and
/// `span` [that](Difference::span) of the difference.
#[inline(always)]
pub(crate) fn certain_gap_of_polytopes<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    reach: f64,
    span: f64,
) -> f64
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    CERTAIN_OF_POLYTOPES * ROUNDOFF * (reach + span)
        + CERTAIN_OF_SUBNORMALS * difference.least_number()
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// A gap or an overlap that is larger is certain.
    pub(crate) fn certain_gap(&self) -> f64 {
        if self.polytopes {
            return certain_gap_of_polytopes(self.difference, self.reach, self.span);
        }
        let length = f64::max(self.reach, self.difference.half_extent());
        CERTAIN_GAP * f64::max(ROUNDOFF * length, self.difference.least_number())
    }

    /// Whether a plane separates the shapes by more than the margin, beyond all rounding.
    pub(crate) fn certainly_beyond_margin(&self) -> bool {
        self.certainly_beyond(self.limits.margin())
    }

    /// The same, of any margin.
    #[inline]
    pub(crate) fn certainly_beyond(&self, margin: f64) -> bool {
        let apart = self.difference.radius() + margin * self.difference.scale();
        self.lower > apart && self.lower - self.certain_gap() > apart
    }

    /// Whether the cores are nearer than the sum of the radii, beyond all rounding.
    pub(crate) fn radii_certainly_overlap(&self) -> bool {
        let radius = self.difference.radius();
        self.upper < radius && self.upper + self.certain_gap() < radius
    }

    /// Whether the radii overlap and the cores are apart, both beyond all rounding.
    pub(crate) fn only_radii_overlap(&self) -> bool {
        self.radii_certainly_overlap() && self.lower > self.certain_gap()
    }

    /// The ending, after another look at a search that met the origin or passed it within rounding:
    /// intersecting if the difference reaches beyond the origin on all sides.
    pub(crate) fn without_doubt(&mut self, ending: Ending, simplex: &mut Vertices<V>) -> Ending {
        if self.is_doubtful(ending) && self.surrounds_origin(simplex) {
            Ending::Intersecting
        } else {
            ending
        }
    }

    /// Whether the search met the origin, or passed it within rounding.
    fn is_doubtful(&self, ending: Ending) -> bool {
        match ending {
            Ending::Drowned => true,
            Ending::Converged | Ending::Stalled => self.upper <= self.certain_gap(),
            _ => false,
        }
    }

    /// Whether the difference contains the origin for certain, where the search met it on a side of
    /// its simplex: whether it contains the corners of a small simplex around the origin. If it does
    /// not contain one of them, it does not reach farther beyond the origin than that is away.
    fn surrounds_origin(&mut self, simplex: &mut Vertices<V>) -> bool {
        let size = self.certain_gap();
        let (lower, upper, scale) = (self.lower, self.upper, self.difference.scale());
        let inside = V::AROUND_ORIGIN.iter().all(|corner| {
            // A corner may lie on a side of its simplex too, as with a solid of revolution, which
            // answers in the plane that it is asked in; or in a simplex so flat that its sides are
            // lost to rounding. The next attempt is a little beside it.
            let attempts = core::iter::once(V::ZERO).chain(V::AROUND_ORIGIN.iter().copied());
            let mut endings = attempts.map(|aside| {
                self.difference.shift_by((*corner + aside * ASIDE) * -size);
                self.precise_phase(simplex)
            });
            let unsettled = |ending: &Ending| matches!(ending, Ending::Drowned | Ending::Stalled);
            endings.find(|ending| !unsettled(ending)) == Some(Ending::Intersecting)
        });
        // The bounds of the moved difference are not the answer's. Its scale may have changed.
        self.difference.shift_by(V::ZERO);
        let rescaled = self.difference.scale() / scale;
        (self.lower, self.upper) = (lower * rescaled, upper * rescaled);
        inside
    }
}
