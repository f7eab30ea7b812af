//! Contact of shapes that are small beside the numbers that bring them together.
//!
//! A coordinate of a point of the Minkowski difference is the sum of four terms: those of a corner and
//! of the origin of each shape. Along each axis two of the four are large and cancel, and which two is
//! drawn for each axis anew: along one a pose brings a far point near, along another both shapes stand
//! equally far out. So in whatever order the terms are added, large and small ones are, along some axis,
//! and the sum is rounded.
//!
//! The two small terms make up for what the large ones leave, so that the shapes touch as exactly as
//! the format has digits for. Most pairs are then parted or pressed, by some of what a sum loses or by
//! far less: what rounded sums tell to overlap may not even touch.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::contact;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Shape};

/// The large terms of a case are of one size, from 2^-20 to 2^20.
const LARGE_EXPONENT_MAX: i32 = 20;
/// The small ones are up to so many octaves smaller: more than a number has bits.
const BELOW: i32 = 60;
/// The share of cases in which one shape is too small for a large number in its frame, and by how many
/// octaves its steps are less than the last bit of such a number, at most.
const FINE_PERCENT: u16 = 50;
const FINER_MAX: i32 = 16;
/// The share of pairs that are parted or pressed.
const NUDGED_PERCENT: u16 = 75;
/// That is by a few times what a sum of large terms loses in `f64`, or by less: by the last bit of such a
/// sum, times 2 to the power of this.
const NUDGE_EXPONENTS: (i32, i32) = (-24, 2);
/// The share of pairs that are turned as a whole, which rounds all of their numbers.
const TURNED_PERCENT: u16 = 15;

/// What a point of the difference is made of. Where the shapes touch the four add up to zero.
#[derive(Clone, Copy, PartialEq)]
enum Term {
    /// The place of the first shape in its frame.
    PointA,
    /// The place of the second shape in its frame, times minus one.
    PointB,
    /// The origin of the first shape.
    OriginA,
    /// The origin of the second shape, times minus one.
    OriginB,
}

/// All of them: those with larger last bits first.
const TERMS: [Term; 4] = [Term::PointA, Term::PointB, Term::OriginA, Term::OriginB];

/// How large the numbers of a case are.
struct Sizes {
    format: Format,
    /// The exponent of the large terms.
    large: i32,
    /// The exponents of the steps, of which the corners of a shape are small multiples, seen from where it
    /// touches. The second shape has the smaller ones.
    steps: [i32; 2],
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let contact = contact::lattice(u, format.dim)?;
    let sizes = Sizes::draw(u, format)?;
    let nudge = contact.normal * sizes.nudge(u)?;
    let mut shapes = [contact.a, contact.b];
    for (shape, step) in shapes.iter_mut().zip(sizes.steps) {
        shape.translate(-contact.point);
        *shape = body::posed(cornered(shape), DVec3::ZERO);
        body::scale(shape, draw::power_of_two(step));
    }
    let [mut a, mut b] = shapes;
    let axes = if format.dim == Dim::Two { 2 } else { 3 };
    for axis in 0..axes {
        let [point_a, point_b, origin_a, origin_b] = sizes.terms(u, -nudge[axis])?;
        place(&mut a, axis, point_a, origin_a);
        place(&mut b, axis, -point_b, -origin_b);
    }
    if u.arbitrary()? {
        std::mem::swap(&mut a, &mut b);
    }
    if draw::chance(u, TURNED_PERCENT)? {
        let rotation = draw::rotation(u, format.dim)?;
        body::turn(&mut a, &rotation);
        body::turn(&mut b, &rotation);
    }
    Ok(format.case(a, b))
}

/// The kind of a shape that touches, with points that stand where the shape does: a box is given by two
/// corners, and a ball is a capsule.
fn cornered(shape: &Shape) -> Kind {
    let centre = shape.pose.as_ref().map_or(DVec3::ZERO, |p| p.position);
    match shape.kind {
        Kind::Box { half_extents } => Kind::Aabb {
            min: centre - half_extents,
            max: centre + half_extents,
        },
        Kind::Sphere { radius } => Kind::Capsule {
            p0: centre,
            p1: centre,
            radius,
        },
        ref kind => kind.clone(),
    }
}

/// Moves a shape along an axis, in its frame and by its pose.
fn place(shape: &mut Shape, axis: usize, point: f64, origin: f64) {
    for corner in shape.kind.points_mut() {
        corner[axis] += point;
    }
    shape.pose_mut().position[axis] += origin;
}

impl Sizes {
    fn draw(u: &mut Source<'_>, format: Format) -> Result<Self> {
        let mut sizes = Self {
            format,
            large: draw::between(u, -LARGE_EXPONENT_MAX, LARGE_EXPONENT_MAX)?,
            steps: [0; 2],
        };
        let last_bit = sizes.last_bit();
        let most = sizes.large - contact::BITS_TAKEN - 1;
        let first = draw::between(u, last_bit, most)?;
        let second = if draw::chance(u, FINE_PERCENT)? {
            last_bit - draw::between(u, 1, FINER_MAX)?
        } else {
            draw::between(u, last_bit, most)?
        };
        sizes.steps = [first.max(second), first.min(second)];
        Ok(sizes)
    }

    /// How far the shapes are moved from contact.
    fn nudge(&self, u: &mut Source<'_>) -> Result<f64> {
        if !draw::chance(u, NUDGED_PERCENT)? {
            return Ok(0.0);
        }
        let lost = self.large + 1 - f64::MANTISSA_DIGITS as i32;
        let exponent = lost + draw::between(u, NUDGE_EXPONENTS.0, NUDGE_EXPONENTS.1)?;
        let sign = if u.arbitrary()? { 1.0 } else { -1.0 };
        Ok(sign * draw::power_of_two(exponent))
    }

    /// Four terms, in the order of [`TERMS`], that add up to `sum` as far as the format has the digits.
    fn terms(&self, u: &mut Source<'_>, sum: f64) -> Result<[f64; 4]> {
        let is_fine = self.steps[1] < self.last_bit();
        let mut large = TERMS.to_vec();
        large.retain(|term| !(is_fine && *term == Term::PointB));
        draw::shuffle(u, &mut large)?;
        large.truncate(2);
        let mut small = TERMS.to_vec();
        small.retain(|term| !large.contains(term));
        let sign = if u.arbitrary()? { 1.0 } else { -1.0 };
        let first = self
            .format
            .round(sign * draw::magnitude(u, self.large, self.large)?);
        let rest = self.small(u, small[0])?;
        let second = self.format.round(-(first + rest));
        let mut terms = [0.0; TERMS.len()];
        terms[large[0] as usize] = first;
        terms[large[1] as usize] = second;
        terms[small[0] as usize] = rest;
        // What is left of the large terms, and of the small one.
        terms[small[1] as usize] = self.format.round(sum - ((first + second) + rest));
        Ok(terms)
    }

    /// The exponent of the last bit of a large term: of two that cancel but for a small one, one may be of
    /// the next octave.
    fn last_bit(&self) -> i32 {
        self.large + 1 - self.format.mantissa_bits()
    }

    /// A small term: any origin, or a place that leaves the bits for the steps of the shape.
    fn small(&self, u: &mut Source<'_>, term: Term) -> Result<f64> {
        let step = match term {
            Term::PointA => self.steps[0],
            Term::PointB => self.steps[1],
            Term::OriginA | Term::OriginB => {
                let size = draw::magnitude(u, self.large - BELOW, self.large - 2)?;
                let sign = if u.arbitrary()? { 1.0 } else { -1.0 };
                return Ok(self.format.round(sign * size));
            }
        };
        // So many bits are left beside those of the corners, and all of them are drawn.
        let bits = self.format.mantissa_bits() - contact::BITS_TAKEN;
        let size = draw::between(u, contact::BITS_TAKEN, bits.min(self.large - 1 - step))?;
        let most = 1_i64 << bits;
        let units = u.int_in_range(-most..=most)?;
        Ok(units as f64 * draw::power_of_two(step + size - bits))
    }
}

#[cfg(test)]
mod tests {
    use crate::case::{Core, Scalar};
    use crate::family;

    /// The sum of two numbers, and whether it is rounded (TwoSum: D. E. Knuth, The Art of Computer
    /// Programming 2, section 4.2.2).
    fn sum(p: f64, q: f64) -> (f64, bool) {
        let sum = p + q;
        let of_q = sum - p;
        (sum, (p - (sum - of_q)) + (q - of_q) != 0.0)
    }

    /// Whether four terms lose something where these two and those two are added first.
    fn is_rounded([p, q, r, s]: [f64; 4]) -> bool {
        let ((first, first_rounds), (second, second_rounds)) = (sum(p, q), sum(r, s));
        first_rounds || second_rounds || sum(first, second).1
    }

    /// Claim: whichever two terms are added first, some coordinate of the difference is rounded: in seven
    /// cases of ten in `f64`, and in three of ten in `f32`, whose few bits mostly leave room. By the last
    /// vertex of each shape; 2,000 cases.
    #[test]
    fn every_order_rounds() {
        const ORDERS: [[usize; 4]; 3] = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]];
        let family = family::find("cancellation").expect("a family");
        let (mut rounded, mut cases) = ([0; 2], [0; 2]);
        for index in 0..2000 {
            let case = family::case_from_seed(family, 1, index);
            let [a, b] = case.cores();
            let last = |core: &Core| *core.vertices().and_then(|v| v.last()).expect("a vertex");
            let (point_a, point_b) = (last(&a), last(&b));
            let rounds = |order: &[usize; 4]| {
                (0..3).any(|axis| {
                    let terms = [
                        point_a[axis],
                        -point_b[axis],
                        a.origin[axis],
                        -b.origin[axis],
                    ];
                    is_rounded(order.map(|term| terms[term]))
                })
            };
            let bits = usize::from(case.scalar == Scalar::F32);
            cases[bits] += 1;
            rounded[bits] += u32::from(ORDERS.iter().all(rounds));
        }
        assert!(rounded[0] * 10 >= cases[0] * 7, "{rounded:?} of {cases:?}");
        assert!(rounded[1] * 10 >= cases[1] * 3, "{rounded:?} of {cases:?}");
    }
}
