//! The lowest differences of vertices along a direction.
//!
//! What: the least dot product of the direction with a vertex of A, the greatest with a vertex of
//! B, and all vertices that attain them.
//! Why it is right: every vertex is compared exactly, except those that leading digits rule out. A
//! direction is `u = 2^k h + r` and a point `p = 2^j g + s`, where no coordinate of `h` and `g`
//! exceeds `2^60`, those of `r` are from 0 to below `2^k`, and those of `s` from 0 to below `2^j`.
//! So `u.p` differs from `2^(k + j) h.g` by `2^k h.s + 2^j r.g + r.s`, less than
//! `2^(k + j) 3 (2^60 + 2^60 + 1)`. If the `h.g` of two points differ by at least twice that, they
//! show which `u.p` is less. If nothing was cut off, `j = k = 0`, they are equal to `u.p`.
//! Source: our own; filters before exact arithmetic are those of Fortune and Van Wyk, "Static
//! analysis yields efficient exact integer arithmetic for computational geometry", ACM TOG 15
//! (1996).
//! Cost: some machine instructions for each vertex, and an exact dot product for each that remains:
//! usually those of the nearest face.

use crate::int::Int;
use crate::vector::{self, Vector};
use std::cmp::Ordering;

/// The binary digits of a coordinate of `h` and of `g`. Their dot product has 122, and fits `i128`.
const LEADING_BITS: usize = 60;

/// The least difference of the `h.g` of two points that needs no exact comparison.
const CERTAIN: u128 = 6 * ((2 << LEADING_BITS) + 1);

/// The differences of vertices with the lowest dot product with a direction: all pairs of a vertex
/// in `a` and a vertex in `b`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lowest {
    /// Indices of vertices of the first shape, ascending.
    pub(crate) a: Vec<usize>,
    /// Indices of vertices of the second shape, ascending.
    pub(crate) b: Vec<usize>,
    /// The dot product.
    pub(crate) height: Int,
}

impl Lowest {
    /// The lowest differences of a point of A and a point of B.
    pub(crate) fn of(a: &Points, b: &Points, direction: &Vector) -> Lowest {
        let leading = Leading::of(std::slice::from_ref(direction));
        let of = |points, wanted| extreme(direction, &leading, points, wanted);
        let (a, least) = of(a, Ordering::Less);
        let (b, greatest) = of(b, Ordering::Greater);
        Lowest {
            a,
            b,
            height: least - greatest,
        }
    }
}

/// The vertices of a shape, and the leading digits of their coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    vectors: Vec<Vector>,
    leading: Leading,
}

impl Points {
    pub(crate) fn new(vectors: Vec<Vector>) -> Points {
        let leading = Leading::of(&vectors);
        Points { vectors, leading }
    }

    pub(crate) fn vectors(&self) -> &[Vector] {
        &self.vectors
    }
}

/// The leading digits of points or of a direction.
#[derive(Clone, Debug)]
struct Leading {
    /// How many digits of each coordinate were cut off.
    dropped: usize,
    /// The remaining digits.
    digits: Vec<[i64; 3]>,
}

impl Leading {
    /// The leading digits of points, all with the same number of digits cut off.
    fn of(points: &[Vector]) -> Leading {
        let mut length = 0;
        for point in points {
            length = length.max(vector::bit_length(point));
        }
        let dropped = length.saturating_sub(LEADING_BITS);
        let mut digits = Vec::with_capacity(points.len());
        for [x, y, z] in points {
            digits.push([x.leading(dropped), y.leading(dropped), z.leading(dropped)]);
        }
        Leading { dropped, digits }
    }
}

/// The points whose dot product with the direction is the least, or the greatest, and that product.
fn extreme(
    direction: &Vector,
    leading: &Leading,
    points: &Points,
    wanted: Ordering,
) -> (Vec<usize>, Int) {
    let (points, digits) = (points.vectors(), &points.leading);
    let height = |index: usize| dot(&leading.digits[0], &digits.digits[index]);
    let (mut likely, mut top) = (0, height(0));
    for index in 1..points.len() {
        let height = height(index);
        if height.cmp(&top) == wanted {
            (likely, top) = (index, height);
        }
    }
    let cut = leading.dropped > 0 || digits.dropped > 0;
    let certain = if cut { CERTAIN } else { 1 };
    let mut reached = vec![likely];
    let mut product = vector::dot(direction, &points[likely]);
    for (index, point) in points.iter().enumerate() {
        if index == likely || height(index).abs_diff(top) >= certain {
            continue;
        }
        if cut {
            let other = vector::dot(direction, point);
            let order = other.cmp(&product);
            if order == wanted {
                reached.clear();
                product = other;
            } else if order != Ordering::Equal {
                continue;
            }
        }
        reached.push(index);
    }
    reached.sort_unstable();
    (reached, product)
}

/// `h.g`.
fn dot(h: &[i64; 3], g: &[i64; 3]) -> i128 {
    let product = |axis: usize| i128::from(h[axis]) * i128::from(g[axis]);
    product(0) + product(1) + product(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by exact dot products only.
    fn plain([a, b]: &[Points; 2], direction: &Vector) -> Lowest {
        let (a, b) = (a.vectors(), b.vectors());
        let least = vector::least_dot(direction, a);
        let greatest = vector::greatest_dot(direction, b);
        let mut lowest = Lowest {
            a: Vec::new(),
            b: Vec::new(),
            height: &least - &greatest,
        };
        for (index, point) in a.iter().enumerate() {
            if vector::dot(direction, point) == least {
                lowest.a.push(index);
            }
        }
        for (index, point) in b.iter().enumerate() {
            if vector::dot(direction, point) == greatest {
                lowest.b.push(index);
            }
        }
        lowest
    }

    fn points(a: Vec<Vector>, b: Vec<Vector>) -> [Points; 2] {
        [Points::new(a), Points::new(b)]
    }

    fn lowest_of([a, b]: &[Points; 2], direction: &Vector) -> Lowest {
        Lowest::of(a, b, direction)
    }

    /// An integer of up to 20 bits of either sign, a new one for each call.
    fn draw(state: &mut u64) -> i64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 43) as i64 - (1 << 20)
    }

    /// Claim: the lowest vertices and their product are exact if the points differ only in their
    /// last digits, behind more leading digits than are compared, and if the direction has last
    /// digits too. Every set has ties, and vertices one unit apart.
    #[test]
    fn last_digits_decide() {
        let mut state = 1;
        for (bits_point, bits_direction) in [
            (0, 0),
            (40, 0),
            (41, 0),
            (0, 80),
            (45, 39),
            (70, 300),
            (2000, 90),
        ] {
            for _ in 0..50 {
                let mut number = |bits: usize, last: i64| {
                    &Int::from_i64(draw(&mut state)).shl(bits) + &Int::from_i64(last)
                };
                let direction = [
                    number(bits_direction, 1),
                    number(bits_direction, -3),
                    Int::ONE,
                ];
                // All points project to one height, up to some units in z.
                let foot = [
                    number(bits_point, 0),
                    number(bits_point, 5),
                    number(bits_point, 2),
                ];
                let along = vector::cross(&direction, &[Int::ONE, Int::ZERO, Int::ZERO]);
                let mut points = Vec::new();
                for (steps, up) in [(0, 0), (5, 1), (-3, 0), (1, -1), (2, -1), (-1, 2), (7, 2)] {
                    let mut point =
                        vector::add(&foot, &vector::scale(&along, &Int::from_i64(steps)));
                    point[2] += &Int::from_i64(up);
                    points.push(point);
                }
                let pair = [Points::new(points.clone()), Points::new(points)];
                let lowest = lowest_of(&pair, &direction);
                assert_eq!(
                    lowest,
                    plain(&pair, &direction),
                    "{bits_point} {bits_direction}"
                );
                assert_eq!((lowest.a, lowest.b), (vec![3, 4], vec![5, 6]));
                assert_eq!(lowest.height, Int::from_i64(-3));
            }
        }
    }

    /// Claim: the digits cut off decide nothing wrongly. With the largest digits cut off of both
    /// the direction and the points, adjacent dot products are distinguished exactly.
    #[test]
    fn cut_digits_are_bounded() {
        for bits in [1, 2, 10, 63, 64, 65, 200] {
            // The coordinates end in ones: the part that is cut off is as large as possible.
            let ones = |lead: i64| &Int::from_i64(lead).shl(bits + 40) - &Int::ONE;
            let lead = 1 << 20;
            for near in [-2, -1, 0, 1, 2] {
                let direction = [ones(lead), -ones(lead), ones(-lead)];
                let points = vec![
                    [ones(lead), ones(lead), ones(lead)],
                    [ones(lead + near), ones(lead + near), ones(lead)],
                    [ones(lead), -ones(-lead), ones(lead + near)],
                    [&ones(lead) + &Int::ONE, ones(lead), ones(lead)],
                    [ones(lead), &ones(lead) + &Int::ONE, ones(lead)],
                    [ones(lead), ones(lead), ones(lead)],
                ];
                let pair = [Points::new(points.clone()), Points::new(points)];
                assert_eq!(
                    lowest_of(&pair, &direction),
                    plain(&pair, &direction),
                    "{bits} {near}"
                );
            }
        }
    }

    /// Claim: a vertex that is far behind by its leading digits, but by less than the bound for the
    /// digits cut off, is compared exactly. Here they differ by four times `2^60`, the digits cut
    /// off by five times.
    #[test]
    fn what_is_cut_off_weighs_much() {
        const CUT: usize = 40;
        let long = |lead: i64| Int::from_i64(lead).shl(CUT);
        let rest = &Int::ONE.shl(CUT) - &Int::ONE;
        let (most, half) = ((1 << LEADING_BITS) - 1, 1 << (LEADING_BITS - 1));
        let direction = [&long(most) + &rest, long(most), long(most)];
        let lower = [-most, half, half + 2].map(long);
        let upper = [most, -half, -half].map(|lead| &long(lead) + &rest);
        let pair = points(vec![upper.clone(), lower.clone()], vec![lower, upper]);
        let lowest = lowest_of(&pair, &direction);
        assert_eq!(lowest, plain(&pair, &direction));
        assert_eq!((lowest.a, lowest.b), (vec![1], vec![1]));
        let leading = Leading::of(&[direction]);
        let height = |index: usize| dot(&leading.digits[0], &pair[0].leading.digits[index]);
        assert_eq!(height(1) - height(0), 4 * i128::from(most));
    }

    /// Claim: half the bound would not be enough. Here a vertex is ahead by `7 * 2^60` by its
    /// leading digits, and behind by about `2^60` by all of them.
    #[test]
    fn what_is_cut_off_weighs_more_than_half_the_bound() {
        const CUT: usize = 100;
        let with = |lead: i64, rest: &Int| &Int::from_i64(lead).shl(CUT) + rest;
        let ones = &Int::ONE.shl(CUT) - &Int::ONE;
        let (most, half) = ((1 << LEADING_BITS) - 1, 1 << (LEADING_BITS - 1));
        let direction = [half, half, -most].map(|lead| with(lead, &ones));
        let ahead = [
            with(most - 9, &ones),
            with(most - 9, &ones),
            with(most, &Int::ZERO),
        ];
        let behind = [
            with(-most, &Int::ZERO),
            with(-most, &Int::ZERO),
            with(-most, &ones),
        ];
        let leading = [&direction, &ahead, &behind]
            .map(|vector| Leading::of(std::slice::from_ref(vector)).digits[0]);
        let lead = dot(&leading[0], &leading[1]) - dot(&leading[0], &leading[2]);
        assert!((-(8i128 << LEADING_BITS)..-(7 << LEADING_BITS)).contains(&lead));
        let pair = points(vec![ahead.clone(), behind.clone()], vec![behind, ahead]);
        let lowest = lowest_of(&pair, &direction);
        assert_eq!(lowest, plain(&pair, &direction));
        assert_eq!((lowest.a, lowest.b), (vec![1], vec![1]));
    }

    /// Claim: points of one digit are distinguished by the last digit of a long direction, and
    /// points that differ in the last of many digits by a direction of one digit.
    #[test]
    fn either_may_be_short() {
        let long = Int::ONE.shl(80);
        let direction = [2, 1, 0].map(|last| &long + &Int::from_i64(last));
        let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|axis| axis.map(Int::from_i64));
        let zero = vec![vector::ZERO];
        let pair = points(axes.to_vec(), zero.clone());
        assert_eq!(lowest_of(&pair, &direction).a, [2]);
        let pair = points(vec![direction.clone(), axes[1].clone()], zero);
        assert_eq!(lowest_of(&pair, &axes[0]), plain(&pair, &axes[0]));
        let last = direction.map(|coordinate| [coordinate, Int::ZERO, Int::ZERO]);
        let pair = points(last.to_vec(), vec![vector::ZERO]);
        assert_eq!(lowest_of(&pair, &axes[0]).a, [2]);
    }

    /// Claim: along the zero direction all vertices are lowest.
    #[test]
    fn zero_has_no_lowest() {
        let points = vec![[Int::ONE.shl(99), Int::ONE, Int::ZERO], vector::ZERO];
        let pair = [Points::new(points.clone()), Points::new(points)];
        let lowest = lowest_of(&pair, &vector::ZERO);
        assert_eq!((lowest.a, lowest.b), (vec![0, 1], vec![0, 1]));
        assert!(lowest.height.is_zero());
    }
}
