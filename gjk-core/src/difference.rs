//! The Minkowski difference of two shapes: all that the solver knows about them.

mod scaling;
mod slide;

use glam::DVec3;

use crate::arithmetic::{
    Arithmetic, Precise, ROUNDOFF, Scalar, Space, largest_coordinate, power_of_two_over,
};
use crate::body::{Body, Placed, ROUNDED};
use crate::direction::moderate;
pub(crate) use crate::operand::Name;
use crate::vector::Vector;
use scaling::{CERTAIN_OF_SUBNORMALS, CERTAIN_PRECISELY, LONGEST, Scaling, least_number};

/// A point of each core, relative to the origins of their shapes, and their names. Their difference
/// is a point of the Minkowski difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) points: [DVec3; 2],
    pub(crate) names: [Name; 2],
}

impl Pair {
    /// The ids of its vertices; zero for a point that is no vertex.
    pub(crate) fn numbers(&self) -> [u32; 2] {
        self.names.map(|name| name.number())
    }

    /// An empty pair.
    pub(crate) const EMPTY: Self = Self {
        points: [DVec3::ZERO; 2],
        names: [Name::Vertex(0), Name::Vertex(0)],
    };

    /// The ids of its vertices, if both are vertices.
    pub(crate) fn vertices(&self) -> Option<[u32; 2]> {
        match self.names {
            [Name::Vertex(a), Name::Vertex(b)] => Some([a, b]),
            _ => None,
        }
    }
}

/// In 2D, the sagitta of a regular n-gon is π²/2n² of its radius; five times that measured best.
const ROUND_IN_PLANE: f64 = 1.0 / 24.0;

/// The Minkowski difference `{ a - b }` of the cores of two shapes, times a power of two that
/// brings it near one. The scaling is exact, so the search takes the same path at every scale.
#[derive(Clone, Copy)]
pub(crate) struct Difference<'s> {
    pub(crate) bodies: [&'s Placed<'s>; 2],
    /// The radii around the cores.
    pub(crate) radii: [f64; 2],
    /// The numbers of vertices, if both cores are polytopes.
    pub(crate) counts: Option<[u32; 2]>,
    /// Whether the shapes are 2D.
    pub(crate) planar: bool,
    /// Whether the origins differ.
    has_offset: bool,
    pub(crate) scaling: Scaling,
}

impl<'s> Difference<'s> {
    /// The difference of two shapes. It is built in place: copying it right after its fields were
    /// written would wait for them (a store-forwarding stall). What it copies from the bodies is
    /// needed often.
    #[inline(always)]
    pub(crate) fn new<V: Vector>(a: &'s Body<'_, V>, b: &'s Body<'_, V>) -> Self {
        let (a, b) = (&a.placed, &b.placed);
        Self {
            bodies: [a, b],
            radii: [a.radius, b.radius],
            counts: a.vertex_count.zip(b.vertex_count).map(|(a, b)| [a, b]),
            planar: V::DIMENSION < 3,
            has_offset: a.origin != b.origin,
            scaling: Scaling::of([a, b]),
        }
    }

    /// The scaled difference, translated.
    pub(crate) fn moved_by(mut self, step: DVec3) -> Self {
        self.scaling.offset = self.scaling.offset + Precise::from(step);
        self.scaling.middle += step;
        self.has_offset = true;
        self
    }

    /// Roughly the size of the difference of round polytopes, divided by the height of its surface
    /// above an inscribed face: bounds closer than that height have likely met.
    pub(crate) fn roundness(&self) -> f64 {
        let [a, b] = self.counts.unwrap_or_default();
        let vertices = f64::from(a) + f64::from(b);
        if self.planar {
            vertices * vertices * ROUND_IN_PLANE
        } else {
            vertices
        }
    }

    /// Finds the pair of core points whose difference is least along a direction. In double-double
    /// the choice between the points of curved shapes is right to its last digits; the proof of
    /// polytopes needs no such care.
    #[inline(always)]
    pub(crate) fn support<P: Space>(&self, along: P, near: [u32; 2], pair: &mut Pair) {
        let [a, b] = self.bodies;
        let ([name_a, name_b], [point_a, point_b]) = (&mut pair.names, &mut pair.points);
        if P::ARITHMETIC == Arithmetic::Double || self.is_of_polytopes() {
            let along = moderate(along.rounded());
            a.farthest(-along, near[0], name_a, point_a);
            b.farthest(along, near[1], name_b, point_b);
        } else {
            let shorter = power_of_two_over(largest_coordinate(along.rounded()));
            let along = along.into().times(shorter);
            a.farthest_precisely(-along, near[0], name_a, point_a);
            b.farthest_precisely(along, near[1], name_b, point_b);
        }
    }

    /// Whether the features of a pair exist on these shapes: on a polytope, vertices that it has.
    pub(crate) fn has(&self, pair: &Pair) -> bool {
        let mut bodies = self.bodies.iter().zip(pair.names);
        bodies.all(|(body, name)| match (body.vertex_count, name) {
            (Some(count), Name::Vertex(number)) => number < count,
            (count, _) => count.is_none(),
        })
    }

    /// The pair of core points that these names stand for.
    // Called, it made updates 4 % slower.
    #[inline(always)]
    pub(crate) fn pair(&self, names: [Name; 2]) -> Pair {
        let [a, b] = self.bodies;
        let points = [a.point(names[0]), b.point(names[1])];
        Pair { points, names }
    }

    /// The scaled point of a pair.
    #[inline(always)]
    pub(crate) fn point(&self, pair: &Pair) -> DVec3 {
        if !self.has_offset {
            return pair.points[0] * self.scaling.scale - pair.points[1] * self.scaling.scale;
        }
        let between = self.between(pair.points);
        (between.hi + self.scaling.offset.hi) + (between.lo + self.scaling.offset.lo)
    }

    /// The same in double-double (lemma 1): of the points as stored. Those of curved shapes have
    /// more digits in [`point_in`](Self::point_in).
    #[inline(always)]
    pub(crate) fn precise(&self, pair: &Pair) -> Precise {
        let between = self.between(pair.points);
        if !self.has_offset {
            return between;
        }
        // Right to the last digits of the sum, of which terms that cancel may be very much larger.
        between + self.scaling.offset
    }

    /// The point that the names of a pair stand for, in any arithmetic: in double-double with the
    /// digits that the points of curved shapes have beyond `f64`.
    #[inline(always)]
    pub(crate) fn point_in<P: Space>(&self, pair: &Pair) -> P {
        match P::ARITHMETIC {
            Arithmetic::Double => P::from(self.point(pair)),
            _ if self.is_of_polytopes() => P::of(self.precise(pair)),
            _ => {
                // What the points have beyond `f64` is added to the exact sum, of which terms may
                // cancel.
                let [a, b] = [0, 1].map(|shape: usize| {
                    let point = Precise::from(pair.points[shape]);
                    let precise = self.bodies[shape].precise_point(pair.names[shape]);
                    (precise.unwrap_or(point) - point).times(self.scaling.scale)
                });
                P::of(self.precise(pair) + (a - b))
            }
        }
    }

    /// Whether all digits of the points of these pairs are known, as far as shapes know theirs. The
    /// names of an earlier search may be those of other shapes.
    pub(crate) fn knows_digits_of(&self, pairs: &[Pair]) -> bool {
        let is_known = |(body, name): (&&Placed<'_>, Name)| body.precise_point(name).is_some();
        let mut names = pairs.iter().map(|pair| pair.names);
        !self.is_precise() || names.all(|names| self.bodies.iter().zip(names).all(is_known))
    }

    /// By how much a point in this arithmetic may be off because curved shapes round it, scaled.
    #[inline(always)]
    pub(crate) fn inexact<P: Space>(&self) -> f64 {
        if self.is_of_polytopes() {
            return 0.0;
        }
        let roundoff = match P::ARITHMETIC {
            Arithmetic::DoubleDouble if self.is_precise() => P::Scalar::UNIT_ROUNDOFF,
            _ => ROUNDOFF,
        };
        roundoff * self.scaling.inexact + CERTAIN_OF_SUBNORMALS * least_number(self.scaling.scale)
    }

    /// Whether both shapes know their points in double-double, as all polytopes do.
    pub(crate) fn is_precise(&self) -> bool {
        let any = Name::Piece(0, DVec3::X);
        let mut bodies = self.bodies.iter();
        bodies.all(|body| body.precise_point(any).is_some())
    }

    /// A gap or an overlap in double-double is certain if it is larger, scaled (lemma 9): as in
    /// `f64` if a shape rounds its points.
    pub(crate) fn certain_precisely(&self) -> f64 {
        if self.is_precise() {
            CERTAIN_PRECISELY * self.scaling.size + 2.0 * self.inexact::<Precise>()
        } else {
            self.scaling.certain
        }
    }

    /// The offset from the point of a pair to that of another, scaled, in its own precision (lemma
    /// 1).
    #[inline(always)]
    pub(crate) fn offset_between(&self, from: &Pair, to: &Pair) -> Precise {
        self.between([to.points[0], from.points[0]]) + self.between([from.points[1], to.points[1]])
    }

    /// The exact difference of two points, scaled.
    fn between(&self, [a, b]: [DVec3; 2]) -> Precise {
        Precise::sum(a * self.scaling.scale, -b * self.scaling.scale)
    }

    /// Whether all other vertices of the difference are clearly higher along `direction`.
    pub(crate) fn others_are_beyond(&self, direction: DVec3, [of_a, of_b]: [&[u32]; 2]) -> bool {
        let direction = moderate(direction);
        let [a, b] = self.bodies;
        a.others_are_lower(-direction, of_a) && b.others_are_lower(direction, of_b)
    }

    /// Whether a simplex of this many vertices has an interior: only there a point can be certainly
    /// inside.
    pub(crate) fn is_filled_by(&self, count: usize) -> bool {
        count > if self.planar { 2 } else { 3 }
    }

    /// The sum of the radii, scaled.
    pub(crate) fn radius(&self) -> f64 {
        let [a, b] = self.radii;
        a * self.scaling.scale + b * self.scaling.scale
    }

    /// Whether both shapes are polytopes, or sphere-swept ones.
    pub(crate) fn is_of_polytopes(&self) -> bool {
        self.counts.is_some()
    }

    /// Whether the core of one shape is a point, and the other shape is no polytope. The direction
    /// between their centres is then a better start than an earlier simplex: on a solid of
    /// revolution it leads to the meridian of the nearest point, in half the steps. (On ellipsoids
    /// it takes up to a fifth longer.)
    pub(crate) fn is_of_point_and_curve(&self) -> bool {
        let counts = self.bodies.map(|body| body.vertex_count);
        counts == [Some(1), None] || counts == [None, Some(1)]
    }

    /// The largest distance of two vertices of a polytope, the first shape or the second, along an
    /// axis: two extents along an axis of its own frame, and up to `√3` times that along another.
    /// Far from the origin of that frame the rounding of rotated vertices is added.
    pub(crate) fn breadth(&self, shape: usize) -> f64 {
        let body = self.bodies[shape];
        4.0 * body.extent() + ROUNDED * largest_coordinate(body.center())
    }
}

/// Whether the solver can compute with a point of the scaled difference.
pub(crate) fn is_usable(point: DVec3) -> bool {
    point.dot(point) <= LONGEST * LONGEST
}

#[cfg(test)]
pub(crate) mod tests;
