//! Contact of shapes that are small compared with the numbers that position them.
//!
//! A coordinate of a point of the Minkowski difference is the sum of four terms: a corner and an
//! origin of each shape. Along each axis two of the four are large and cancel; the two are drawn
//! for each axis. Along one axis a pose brings a far point near, along another both shapes are
//! equally far out. So for any order of addition, large and small terms are added along some axis,
//! and the sum is rounded.
//!
//! The two small terms compensate what the large ones leave, so that the shapes touch as exactly as
//! the format allows. Most pairs are then moved apart or together, by about the rounding error of a
//! sum or by far less: shapes that overlap by rounded sums may not even touch.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::contact;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Shape};

/// The largest exponent of the large terms of a case, up or down.
const LARGE_EXPONENT_MAX: i32 = 20;
/// How many octaves the small terms are smaller, at most: more than the bits of a number.
const BELOW: i32 = 60;
/// The share of cases in which one shape is too small for a large number in its frame, and by how
/// many octaves at most its steps are below the last bit of such a number.
const FINE_PERCENT: u16 = 50;
const FINER_MAX: i32 = 16;
/// The share of pairs that are moved apart or together.
const NUDGED_PERCENT: u16 = 75;
/// The motion: the last bit of a sum of large terms in `f64`, times 2 to the power of this.
const NUDGE_EXPONENTS: (i32, i32) = (-24, 2);
/// The share of pairs that are rotated as a whole, which rounds all of their numbers.
const TURNED_PERCENT: u16 = 15;

/// The terms of a point of the difference. If the shapes touch, the four add up to zero.
#[derive(Clone, Copy, PartialEq)]
enum Term {
    /// The position of the first shape in its frame.
    PointA,
    /// The position of the second shape in its frame, negated.
    PointB,
    /// The origin of the first shape.
    OriginA,
    /// The origin of the second shape, negated.
    OriginB,
}

/// All terms: those with larger last bits first.
const TERMS: [Term; 4] = [Term::PointA, Term::PointB, Term::OriginA, Term::OriginB];

/// The sizes of the numbers of a case.
struct Sizes {
    format: Format,
    /// The exponent of the large terms.
    large: i32,
    /// The exponents of the steps: corners of a shape, relative to the contact point, are small
    /// multiples. The second shape has the smaller ones.
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

/// The kind of a touching shape, with points at its position: a box is given by two corners, a ball
/// is a capsule.
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

    /// The motion of the shapes from contact.
    fn nudge(&self, u: &mut Source<'_>) -> Result<f64> {
        if !draw::chance(u, NUDGED_PERCENT)? {
            return Ok(0.0);
        }
        let lost = self.large + 1 - f64::MANTISSA_DIGITS as i32;
        let exponent = lost + draw::between(u, NUDGE_EXPONENTS.0, NUDGE_EXPONENTS.1)?;
        let sign = if u.arbitrary()? { 1.0 } else { -1.0 };
        Ok(sign * draw::power_of_two(exponent))
    }

    /// Four terms, in the order of [`TERMS`], that add up to `sum` as closely as the format allows.
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
        // The remainder of the large terms, and of the small one.
        terms[small[1] as usize] = self.format.round(sum - ((first + second) + rest));
        Ok(terms)
    }

    /// The exponent of the last bit of a large term: one of two that cancel up to a small term may
    /// be in the next octave.
    fn last_bit(&self) -> i32 {
        self.large + 1 - self.format.mantissa_bits()
    }

    /// A small term: any origin, or a position that leaves room for the steps of the shape.
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
        // The bits that the corners leave, all drawn.
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

    /// Whether a sum of four terms rounds if these two pairs are added first.
    fn is_rounded([p, q, r, s]: [f64; 4]) -> bool {
        let ((first, first_rounds), (second, second_rounds)) = (sum(p, q), sum(r, s));
        first_rounds || second_rounds || sum(first, second).1
    }

    /// Claim: whichever two terms are added first, some coordinate of the difference is rounded: in
    /// seven cases of ten in `f64`, and in three of ten in `f32`, which usually has room. Checked
    /// on the last vertex of each shape in 2,000 cases.
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
