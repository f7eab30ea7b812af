//! The Minkowski difference of two shapes, as a support mapping of its own.

use crate::closest::SupportPair;
use crate::float::{larger, power_of_two_over, power_of_two_under};
use crate::space::Space;
use crate::support::{Feature, Support};
use crate::vector::Vector;

/// The longest point of the scaled difference: the solver takes fourth powers of lengths, which stay
/// finite up to 2^255.
pub(crate) const LONGEST: f64 = (1u128 << 120) as f64;

/// Directions are handed out with a largest coordinate up to 1/4, so that the dot product with a point
/// of the largest finite coordinates is finite.
const LARGEST_DIRECTION: f64 = 0.25;

/// Nor is their largest coordinate smaller, so that shapes lose no digits to underflow: 2^-100.
const LEAST_DIRECTION: f64 = 1.0 / (1u128 << 100) as f64;

/// The first point of the difference is scaled to a largest coordinate from this to twice this. Its
/// length is less than 1/4 then, and so is that of every nearest point, which needs no scaling of
/// its own to be handed out as a direction.
pub(crate) const SIZE: f64 = 1.0 / 16.0;

/// The Minkowski difference `{ a - b }` of the cores of two shapes, times a power of two that
/// brings its coordinates near 1/16. The scaling is exact, so the search takes the same path at every
/// scale.
pub(crate) struct Difference<'s, A: ?Sized, B: ?Sized, V> {
    a: &'s A,
    b: &'s B,
    origin_a: V,
    origin_b: V,
    scale: f64,
    /// Whether both shapes stand at the origin of the world.
    at_origin: bool,
    pairing: Pairing,
    /// The largest coordinate of the two sums of terms in the first point, not scaled; zero where both
    /// shapes stand at the origin, so that there are no such sums.
    paired: f64,
    /// What is added to each point of the scaled difference, if anything.
    shift: Option<V>,
}

/// How many times as large as a point of the difference the sums of two terms may be that it is made of, without that
/// another pairing is looked for: two binary digits may cancel.
const LITTLE_CANCELS: f64 = 4.0;

/// How many times as large they are where four numbers instead of two are added for a point in twice the digits.
const MUCH_CANCELS: f64 = 1024.0;

/// Which of the four terms of a point of the difference are added first. Far from the origin of the
/// world large terms cancel; added first, they do so without rounding the small ones away.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pairing {
    /// `(a - b) + (origin_a - origin_b)`: two shapes near their origins, wherever those are.
    Points,
    /// `(a - origin_b) + (origin_a - b)`: one shape in a pose far away, the other far from its own
    /// origin.
    Crossed,
    /// `(a + origin_a) + (-b - origin_b)`: poses that bring far points near.
    Shapes,
}

impl Pairing {
    const ALL: [Self; 3] = [Self::Points, Self::Crossed, Self::Shapes];

    /// The terms `a`, `-b`, `origin_a` and `-origin_b` in pairs.
    fn pairs<V: Copy>(self, [a, b, origin_a, origin_b]: [V; 4]) -> [[V; 2]; 2] {
        match self {
            Self::Points => [[a, b], [origin_a, origin_b]],
            Self::Crossed => [[a, origin_b], [origin_a, b]],
            Self::Shapes => [[a, origin_a], [b, origin_b]],
        }
    }
}

impl<'s, V, A, B> Difference<'s, A, B, V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    /// The difference `a - b`, not yet scaled.
    #[inline(always)]
    pub(crate) fn new(a: &'s A, b: &'s B) -> Self {
        let (origin_a, origin_b) = (a.origin(), b.origin());
        Self {
            a,
            b,
            origin_a,
            origin_b,
            at_origin: origin_a == V::ZERO && origin_b == V::ZERO,
            scale: 1.0,
            pairing: Pairing::Points,
            paired: 0.0,
            shift: None,
        }
    }

    /// Whether both shapes stand at the origin of the world.
    pub(crate) fn is_at_origin(&self) -> bool {
        self.at_origin
    }

    /// Moves the scaled difference by a vector from where it is.
    pub(crate) fn shift_by(&mut self, shift: V) {
        self.shift = (shift != V::ZERO).then_some(shift);
    }

    /// The difference of the centres, not scaled.
    pub(crate) fn middle(&self) -> V {
        (self.a.center() - self.b.center()) + (self.origin_a - self.origin_b)
    }

    /// From the centre of `b` to the centre of `a`, or the first axis where they coincide.
    pub(crate) fn between_centers(&self) -> V {
        let between = self.middle();
        if between.largest_coordinate() > 0.0 && between.is_finite() {
            between
        } else {
            V::X
        }
    }

    /// The pair of core points whose difference is least along `direction`. `near` is the pair of
    /// an earlier direction.
    #[inline(always)]
    pub(crate) fn support(&self, direction: V, near: Option<&SupportPair<V>>) -> SupportPair<V> {
        let direction = handed_out(direction);
        let [near_a, near_b] = [
            near.map(|pair| pair.feature_a),
            near.map(|pair| pair.feature_b),
        ];
        self.pair([
            self.a.feature(-direction, near_a),
            self.b.feature(direction, near_b),
        ])
    }

    /// The same, with the names and the points found at once: faster where the processor chooses among numbers without a
    /// branch, as the code for AVX2 does.
    #[inline(always)]
    pub(crate) fn support_at_once(&self, direction: V, near: &SupportPair<V>) -> SupportPair<V> {
        let direction = handed_out(direction);
        let (feature_a, a) = self.a.feature_with_point(-direction, Some(near.feature_a));
        let (feature_b, b) = self.b.feature_with_point(direction, Some(near.feature_b));
        SupportPair {
            a,
            b,
            weight: 0.0,
            feature_a,
            feature_b,
        }
    }

    /// Whether all vertices of two polytopes but these are higher along `direction`, by a part of the
    /// extents.
    #[inline(always)]
    pub(crate) fn others_are_higher(&self, direction: V, [a, b]: [&[u32]; 2], margin: f64) -> bool {
        self.a.others_are_lower(-direction, a, margin)
            && self.b.others_are_lower(direction, b, margin)
    }

    /// The pair of core points that these features name.
    #[inline(always)]
    pub(crate) fn pair(&self, [feature_a, feature_b]: [Feature<V>; 2]) -> SupportPair<V> {
        SupportPair {
            a: self.a.point(feature_a),
            b: self.b.point(feature_b),
            weight: 0.0,
            feature_a,
            feature_b,
        }
    }

    /// The point of the scaled difference that a pair makes.
    #[inline(always)]
    pub(crate) fn point<P: Space<Rounded = V>>(&self, pair: &SupportPair<V>) -> P {
        let sum = if self.at_origin {
            P::sum(pair.a * self.scale, -pair.b * self.scale)
        } else {
            let [first, second] = self.pairing.pairs(self.terms(pair));
            P::sum_of(first, second)
        };
        match self.shift {
            None => sum,
            Some(shift) => sum + P::lifted(shift),
        }
    }

    /// What the origins of the shapes add to each point of the scaled difference, as a number and what that leaves, where
    /// it has no larger coordinate than `most`. None at the origin, and where there is a shift besides.
    #[inline(always)]
    pub(crate) fn way_of_origins(&self, most: f64) -> Option<[V; 2]> {
        if self.at_origin || self.shift.is_some() {
            return None;
        }
        let way = V::Precise::sum(self.origin_a * self.scale, -self.origin_b * self.scale);
        let [way, low] = V::halves(way);
        (way.largest_coordinate() <= most).then_some([way, low])
    }

    /// The point of the scaled difference that a pair makes, without [what the origins add](Self::way_of_origins).
    #[inline(always)]
    pub(crate) fn point_beside_origins(&self, pair: &SupportPair<V>) -> V::Precise {
        V::Precise::sum(pair.a * self.scale, -pair.b * self.scale)
    }

    /// The four terms of the scaled point that a pair makes.
    #[inline(always)]
    fn terms(&self, pair: &SupportPair<V>) -> [V; 4] {
        [pair.a, -pair.b, self.origin_a, -self.origin_b].map(|term| term * self.scale)
    }

    /// The point of the scaled difference that a pair makes in two parts: in `f64`, and what that leaves. Together they are
    /// right to 2^-92 of the largest coordinate; the second is up to 2^-40 of it.
    ///
    /// For with `c` that coordinate the sums of two terms are exact in two numbers, of which the larger are up to `2^10 c` and
    /// `(2^10 + 1) c`; so is the sum of those. The others are up to `2^-53` of what they are left by, and their sums are
    /// rounded by that part of them: by `2^-105 (2^11 + 1) c` and by somewhat less.
    #[inline(always)]
    pub(crate) fn parts(&self, pair: &SupportPair<V>) -> [V; 2] {
        if self.at_origin || self.shift.is_some() {
            return V::halves(self.point(pair));
        }
        let [[p, q], [r, s]] = self.pairing.pairs(self.terms(pair));
        let [first, first_low] = V::halves(V::Precise::sum(p, q));
        let [second, second_low] = V::halves(V::Precise::sum(r, s));
        let [high, low] = V::halves(V::Precise::sum(first, second));
        if first.largest_coordinate() <= MUCH_CANCELS * high.largest_coordinate() {
            [high, low + (first_low + second_low)]
        } else {
            V::halves(self.point(pair))
        }
    }

    /// The same, as the nearest number for each coordinate and what that leaves.
    #[inline(always)]
    pub(crate) fn halves(&self, pair: &SupportPair<V>) -> [V; 2] {
        if self.at_origin || self.shift.is_some() {
            return V::halves(self.point(pair));
        }
        let [high, low] = self.parts(pair);
        let rounded = high + low;
        [rounded, low - (rounded - high)]
    }

    /// Chooses the scale and the pairing by the first pair.
    #[inline(always)]
    pub(crate) fn adapt_to(&mut self, pair: &SupportPair<V>) {
        self.choose_pairing(pair);
        let largest = self.point::<V>(pair).largest_coordinate();
        let usable = largest > 0.0 && largest.is_finite();
        let largest = if usable {
            largest
        } else {
            largest_coordinate(&self.terms(pair))
        };
        if largest > 0.0 {
            self.scale = scale_for(largest);
        }
    }

    /// Chooses the pairing by the first pair.
    #[inline(always)]
    pub(crate) fn choose_pairing(&mut self, pair: &SupportPair<V>) {
        if self.at_origin {
            return;
        }
        let terms = self.terms(pair);
        let mut smallest = f64::INFINITY;
        for pairing in Pairing::ALL {
            let [[p, q], [r, s]] = pairing.pairs(terms);
            let (pq, rs) = (p + q, r + s);
            let size = larger(pq.largest_coordinate(), rs.largest_coordinate());
            if size < smallest {
                smallest = size;
                self.pairing = pairing;
                if size <= LITTLE_CANCELS * (pq + rs).largest_coordinate() {
                    break;
                }
            }
        }
        if smallest < f64::INFINITY {
            self.paired = smallest / self.scale;
        }
    }

    /// Makes the scale smaller, as the point that `pair` makes is too large for it: the factor, if
    /// that helps.
    pub(crate) fn rescale_for(&mut self, pair: &SupportPair<V>) -> Option<f64> {
        // The point may be infinite in this scale, so the new one follows from its terms in no
        // scale.
        let old = core::mem::replace(&mut self.scale, 1.0);
        let terms = self.terms(pair);
        let new = scale_for(largest_coordinate(&terms));
        let usable = terms.iter().all(|term| term.is_finite()) && new < old;
        self.scale = if usable { new } else { old };
        usable.then(|| new / old)
    }

    /// What the lengths of the shapes are multiplied with: a power of two.
    pub(crate) fn scale(&self) -> f64 {
        self.scale
    }

    /// A length that the largest length of the scaled difference exceeds: half the larger extent.
    /// Two points of one shape that far apart are not both nearer to a point of the other.
    pub(crate) fn half_extent(&self) -> f64 {
        let extent = f64::max(self.a.extent(), self.b.extent()) * 0.5 * self.scale;
        if extent.is_finite() { extent } else { 0.0 }
    }

    /// How large the numbers are that the vertices of polytopes and the points of the difference are made
    /// of, scaled: the centres, the extents, and the sums of two terms.
    pub(crate) fn span(&self) -> f64 {
        let sizes = [
            self.a.center().largest_coordinate(),
            self.a.extent(),
            self.b.center().largest_coordinate(),
            self.b.extent(),
            self.paired,
        ];
        sizes.iter().map(|size| size * self.scale).sum()
    }

    /// The least positive number, scaled: what a shape rounds its points to where they are subnormal. The least normal
    /// number where that is larger.
    #[inline(always)]
    pub(crate) fn least_number(&self) -> f64 {
        // In steps that are normal numbers: a processor takes a quarter of a query for a product that is not.
        const OVER: f64 = (1u64 << 52) as f64;
        larger(self.scale, OVER) * (1.0 / OVER) * f64::MIN_POSITIVE
    }

    /// The sum of the radii, scaled.
    pub(crate) fn radius(&self) -> f64 {
        match self.radii() {
            // What is known when this is compiled: most shapes have no radius.
            [0.0, 0.0] => 0.0,
            [a, b] => a * self.scale + b * self.scale,
        }
    }

    /// How many vertices the shapes have, if both are polytopes.
    pub(crate) fn vertex_counts(&self) -> Option<[u32; 2]> {
        Some([self.a.vertex_count()?, self.b.vertex_count()?])
    }

    /// A vertex of the first shape or of the second, relative to its origin.
    pub(crate) fn vertex(&self, shape: usize, number: u32) -> V {
        let vertex = Feature::Vertex(number);
        if shape == 0 {
            self.a.point(vertex)
        } else {
            self.b.point(vertex)
        }
    }

    /// A length that no two vertices of a polytope, the first shape or the second, exceed along an axis:
    /// two extents along an axis of its own frame, and up to `√3` times that along another. Far from the
    /// origin of that frame rotated vertices are where they were rounded to: each by three roundings of
    /// what is up to `√3` times as large as the centre.
    pub(crate) fn breadth(&self, shape: usize) -> f64 {
        const ROUNDED: f64 = 1.0 / (1u64 << 48) as f64;
        let (extent, center) = if shape == 0 {
            (self.a.extent(), self.a.center())
        } else {
            (self.b.extent(), self.b.center())
        };
        4.0 * extent + ROUNDED * center.largest_coordinate()
    }

    /// The origins of the two shapes.
    pub(crate) fn origins(&self) -> [V; 2] {
        [self.origin_a, self.origin_b]
    }

    /// The radii of the two shapes. One that is negative counts as zero.
    pub(crate) fn radii(&self) -> [f64; 2] {
        [self.a.radius(), self.b.radius()].map(|radius| if radius < 0.0 { 0.0 } else { radius })
    }
}

/// A direction as it is handed out: of a handy size.
#[inline(always)]
fn handed_out<V: Vector>(direction: V) -> V {
    let size = direction.largest_coordinate();
    if (LEAST_DIRECTION..=LARGEST_DIRECTION).contains(&size) {
        direction
    } else {
        normalized(direction) * (LARGEST_DIRECTION / 2.0)
    }
}

/// Whether the solver can compute with a point of the scaled difference.
pub(crate) fn is_usable<V: Vector>(point: V) -> bool {
    point.dot(point) <= LONGEST * LONGEST
}

/// The largest magnitude of a coordinate of several vectors.
fn largest_coordinate<V: Vector>(vectors: &[V]) -> f64 {
    vectors.iter().fold(0.0, |largest, vector| {
        f64::max(largest, vector.largest_coordinate())
    })
}

/// The power of two that brings a largest coordinate to [`SIZE`], or as near as a normal number can.
#[inline]
pub(crate) fn scale_for(largest: f64) -> f64 {
    const { assert!(SIZE == 1.0 / 16.0) };
    power_of_two_under(4, largest)
}

/// `vector` times the power of two that brings its largest coordinate between 1 and 2.
#[inline]
pub(crate) fn normalized<V: Vector>(vector: V) -> V {
    vector * power_of_two_over(vector.largest_coordinate())
}

#[cfg(test)]
mod tests;
