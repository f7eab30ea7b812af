//! The nearest point to zero of the Minkowski difference, for any two polytopes.
//!
//! What: it keeps at most four differences of vertices, the corners. Each step finds the point of
//! their hull nearest to zero, drops the corners that it does not need, and adds the difference
//! farthest against it. It ends when no difference is nearer.
//! Why it is right: the nearest point strictly approaches zero with each step and is determined by
//! its corners, of which there are finitely many sets; in exact arithmetic the loop must end.
//! Collinear or coplanar corners have some weight of zero and are skipped, so there is no code for
//! degenerate input. The certificate confirms the answer before it is returned.
//! Source: Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11 (1976),
//! which finds the nearest face by minor cycles; here all faces are tried.
//! Cost: each step one dot product for each vertex, and up to 8 faces. With coordinates of k bits
//! the largest number has about 4k, and 6k in the certificate.

use crate::certificate::{self, Corner};
use crate::distance::Distance;
use crate::face::{self, Face};
use crate::int::Int;
use crate::pair::Pair;
use crate::vector::{self, Vector};

/// The nearest point to zero of all differences of a point of A and a point of B.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// Up to four corners whose weighted mean is the nearest point; each weight is positive. They
    /// are affinely independent. Other corners may have the same mean: a point inside a facet can
    /// lie on a diagonal, so their number does not identify the feature of the difference.
    pub corners: Vec<Corner>,
    /// The sum of the weights; positive.
    pub denominator: Int,
    /// The nearest point times the denominator, in units of the pair: from B to A.
    pub numerators: Vector,
    /// Its distance from zero: the distance of the shapes.
    pub distance: Distance,
}

impl Nearest {
    /// Finds and certifies the nearest point.
    ///
    /// # Panics
    /// If the certificate refuses the result, which would be a bug of this crate: no answer is
    /// returned without a proof.
    ///
    /// ```
    /// use gjk_reference::{Int, Nearest, Pair, Polytope};
    ///
    /// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
    /// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// let nearest = Nearest::of(&pair);
    /// assert_eq!(nearest.distance.approx(), 5.0);
    /// assert_eq!(nearest.numerators, [3, 4, 0].map(Int::from_i64));
    /// ```
    pub fn of(pair: &Pair) -> Nearest {
        let found = Nearest::of_corners(pair, search(pair));
        found.expect("the certificate confirms the nearest point")
    }

    /// [`Nearest::of`], but first tries whether the nearest point lies strictly between these
    /// differences of vertices, given as indices into A and B. If so, only the certificate must be
    /// computed. A wrong or meaningless proposal costs time only.
    ///
    /// ```
    /// use gjk_reference::{Nearest, Pair, Polytope};
    ///
    /// let square = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
    /// let a = Polytope { points: &square, origin: [0.0; 3] };
    /// let b = Polytope { points: &[[5.0, 1.0, 0.0]], origin: [0.0; 3] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// for proposal in [&[(1, 0), (3, 0)][..], &[(0, 0)], &[(7, 7)], &[]] {
    ///     assert_eq!(Nearest::proposed(&pair, proposal).distance.approx(), 3.0);
    /// }
    /// ```
    pub fn proposed(pair: &Pair, proposal: &[(usize, usize)]) -> Nearest {
        let proposed = between(pair, proposal);
        match proposed.and_then(|corners| Nearest::of_corners(pair, corners)) {
            Some(nearest) => nearest,
            None => Nearest::of(pair),
        }
    }

    /// The nearest point as the mean of the corners, if the certificate confirms it.
    fn of_corners(pair: &Pair, corners: Vec<Corner>) -> Option<Nearest> {
        let proof = certificate::prove(pair.a(), pair.b(), &corners)?;
        let distance = Distance::proved(&proof, pair.exponent());
        Some(Nearest {
            corners,
            denominator: proof.mean.denominator,
            numerators: proof.mean.numerators,
            distance,
        })
    }
}

/// The point nearest to zero of the affine hull of the proposed differences, if it lies strictly
/// between them.
fn between(pair: &Pair, proposal: &[(usize, usize)]) -> Option<Vec<Corner>> {
    let mut points = Vec::with_capacity(proposal.len());
    for &(a, b) in proposal {
        points.push(vector::sub(pair.a().get(a)?, pair.b().get(b)?));
    }
    let points: Vec<&Vector> = points.iter().collect();
    let weights = face::weights_inside(&points)?;
    let mut corners = Vec::with_capacity(proposal.len());
    for (&(a, b), weight) in proposal.iter().zip(weights) {
        corners.push(Corner { a, b, weight });
    }
    Some(corners)
}

/// The difference of point `a` of the first shape and point `b` of the second.
pub(crate) struct Difference {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) point: Vector,
}

/// The corners of the nearest point.
fn search(pair: &Pair) -> Vec<Corner> {
    let start = lowest(pair, &between_centres(pair));
    let mut kept: Vec<Difference> = vec![start];
    let mut face = Face {
        weights: vec![Int::ONE],
        direction: kept[0].point.clone(),
    };
    while !vector::is_zero(&face.direction) {
        let next = lowest(pair, &face.direction);
        // The direction is perpendicular to the face, so all of its corners have the same dot
        // product.
        let ahead = vector::dot(&face.direction, &vector::sub(&kept[0].point, &next.point));
        if !ahead.is_positive() {
            break;
        }
        kept.insert(0, next);
        face = nearest_face(&mut kept);
    }
    let mut corners = Vec::with_capacity(kept.len());
    for (difference, weight) in kept.iter().zip(face.weights) {
        corners.push(Corner {
            a: difference.a,
            b: difference.b,
            weight,
        });
    }
    corners
}

/// The difference of the sums of the vertices of A and B, weighted so that it points from the mean
/// of B to the mean of A.
fn between_centres(pair: &Pair) -> Vector {
    let mut sum_a = vector::ZERO;
    for point in pair.a() {
        sum_a = vector::add(&sum_a, point);
    }
    let mut sum_b = vector::ZERO;
    for point in pair.b() {
        sum_b = vector::add(&sum_b, point);
    }
    let count_a = Int::from_i64(pair.a().len() as i64);
    let count_b = Int::from_i64(pair.b().len() as i64);
    vector::sub(
        &vector::scale(&sum_a, &count_b),
        &vector::scale(&sum_b, &count_a),
    )
}

/// The difference of vertices with the lowest dot product with the direction.
fn lowest(pair: &Pair, direction: &Vector) -> Difference {
    let lowest = pair.lowest(direction);
    let (a, b) = (lowest.a[0], lowest.b[0]);
    Difference {
        a,
        b,
        point: pair.difference(a, b),
    }
}

/// Finds the face of the two to four differences that contains their nearest point to zero, and
/// drops the other differences.
///
/// The first difference was added because it is nearer than all that the others span, so it is a
/// corner of the face.
pub(crate) fn nearest_face(kept: &mut Vec<Difference>) -> Face {
    /// Which of up to three older differences are tried together with the first, bit 1 to bit 3:
    /// none, one, two, all.
    const CHOICES: [usize; 8] = [
        0b0000, 0b0010, 0b0100, 0b1000, 0b0110, 0b1010, 0b1100, 0b1110,
    ];
    for choice in CHOICES {
        if choice >= 1 << kept.len() {
            continue;
        }
        let mut corners: Vec<&Vector> = vec![&kept[0].point];
        for (index, difference) in kept.iter().enumerate().skip(1) {
            if choice & (1 << index) != 0 {
                corners.push(&difference.point);
            }
        }
        let Some(face) = face::nearest_inside(&corners) else {
            continue;
        };
        if !is_lowest(&face.direction, choice, kept) {
            continue;
        }
        for index in (1..kept.len()).rev() {
            if choice & (1 << index) == 0 {
                kept.remove(index);
            }
        }
        return face;
    }
    unreachable!("one face of a simplex holds its nearest point to zero")
}

/// Whether no difference outside the chosen face is lower along its direction than the first.
fn is_lowest(direction: &Vector, choice: usize, kept: &[Difference]) -> bool {
    for (index, difference) in kept.iter().enumerate().skip(1) {
        if choice & (1 << index) == 0 {
            let above = vector::sub(&difference.point, &kept[0].point);
            if vector::dot(direction, &above).is_negative() {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Polytope;
    use std::cmp::Ordering;

    fn nearest(a: &[[f64; 3]], b: &[[f64; 3]]) -> Nearest {
        let a = Polytope {
            points: a,
            origin: [0.0; 3],
        };
        Nearest::of(
            &Pair::new(
                &a,
                &Polytope {
                    points: b,
                    origin: [0.0; 3],
                },
            )
            .unwrap(),
        )
    }

    const TRIANGLE: [[f64; 3]; 3] = [[4.0, 11.0, 0.0], [4.0, 5.0, 0.0], [9.0, 9.0, 0.0]];
    const QUADRILATERAL: [[f64; 3]; 4] = [
        [8.0, 6.0, 0.0],
        [10.0, 2.0, 0.0],
        [13.0, 1.0, 0.0],
        [15.0, 6.0, 0.0],
    ];

    /// Claim: the worked example of the tutorial at dyn4j.org has squared distance 121/41, and in
    /// units of 1/41 the quadrilateral moved by (-44, 55) touches the triangle.
    #[test]
    fn solves_the_worked_example() {
        let found = nearest(&TRIANGLE, &QUADRILATERAL);
        let expected = Distance::from_square(Int::from_i64(121), Int::from_i64(41), 0);
        assert_eq!(found.distance, expected);
        assert_eq!(found.corners.len(), 2);

        let mut triangle = TRIANGLE;
        let mut quadrilateral = QUADRILATERAL;
        for point in triangle.iter_mut().chain(quadrilateral.iter_mut()) {
            *point = [point[0] * 41.0, point[1] * 41.0, 0.0];
        }
        for point in &mut quadrilateral {
            *point = [point[0] - 44.0, point[1] + 55.0, 0.0];
        }
        assert!(nearest(&triangle, &quadrilateral).distance.is_zero());
        quadrilateral[0][1] -= 2f64.powi(-40);
        assert!(!nearest(&triangle, &quadrilateral).distance.is_zero());
    }

    /// Claim: nearest points on a vertex, an edge, a face and inside are found from as few corners.
    #[test]
    fn finds_each_kind_of_feature() {
        let face = [[1.0, -9.0, -9.0], [1.0, 9.0, -9.0], [1.0, 0.0, 9.0]];
        let zero = [[0.0; 3]];
        assert_eq!(nearest(&face[..1], &zero).corners.len(), 1);
        assert_eq!(nearest(&face[..2], &[[0.0, 0.0, -9.0]]).corners.len(), 2);
        let found = nearest(&face, &zero);
        assert_eq!(found.corners.len(), 3);
        assert_eq!(found.distance.cmp_sum(&[1.0]), Ordering::Equal);
        assert!(found.numerators[0] == found.denominator);
        let tetrahedron = [face[0], face[1], face[2], [-1.0, 0.0, 0.0]];
        let found = nearest(&tetrahedron, &zero);
        assert!(found.distance.is_zero());
        assert!(vector::is_zero(&found.numerators));
    }

    /// Claim: for any proposal the nearest point is the same, with the proposed corners if it lies
    /// strictly between them. Every set of up to four pairs of two polygons.
    #[test]
    fn proposals_never_change_the_answer() {
        let a = Polytope {
            points: &TRIANGLE,
            origin: [0.0; 3],
        };
        let mut taken = 0;
        for moved in [0.0, -2.0] {
            let b = Polytope {
                points: &QUADRILATERAL,
                origin: [moved, 0.0, 0.0],
            };
            let pair = Pair::new(&a, &b).unwrap();
            let expected = Nearest::of(&pair);
            for code in 0..13usize.pow(4) {
                // Twelve pairs, and no pair.
                let digits = [code % 13, code / 13 % 13, code / 169 % 13, code / 2197];
                let pairs = digits.into_iter().filter(|digit| *digit < 12);
                let proposal: Vec<_> = pairs.map(|pair| (pair / 4, pair % 4)).collect();
                let found = Nearest::proposed(&pair, &proposal);
                assert_eq!(found.distance, expected.distance);
                let indices: Vec<_> = found.corners.iter().map(|c| (c.a, c.b)).collect();
                taken += usize::from(indices == proposal);
            }
        }
        assert!(taken > 0);
    }

    /// Claim: a case may contain both 1e300 and the least subnormal number, and both count.
    #[test]
    fn mixes_extreme_sizes() {
        let tiny = f64::from_bits(1);
        let wall = [
            [tiny, -1e300, -1e300],
            [tiny, 1e300, -1e300],
            [tiny, 0.0, 1e300],
        ];
        let found = nearest(&wall, &[[0.0; 3]]);
        assert_eq!(found.distance.cmp_sum(&[tiny]), Ordering::Equal);
        assert_eq!(found.distance.approx(), tiny);
        let far = nearest(&[[1e300, 0.0, 0.0]], &[[-1e300, tiny, 0.0]]);
        assert_eq!(far.distance.cmp_sum(&[2e300]), Ordering::Greater);
        assert_eq!(far.distance.cmp_sum(&[2e300, tiny]), Ordering::Less);
    }
}
