//! The point nearest to zero of a vertex, an edge, a triangle or a tetrahedron, if it is inside.
//!
//! What: integer weights of the corners, and a direction to the nearest point.
//! Why it is right: by Cramer's rule the weights solve the equations that make the point
//! perpendicular to the face, and their sum is the determinant. The point is inside if all weights
//! are positive. Collinear or coplanar corners have the sum zero, so some weight is not positive.
//! Source: the closed forms are those of Ericson, "Real-Time Collision Detection" (2005), section
//! 5.1, multiplied out.
//! Cost: with coordinates of k bits the weights have up to 4k.

use crate::int::Int;
use crate::vector::{self, Vector};
use std::cmp::Ordering;

/// The face of a few differences that contains their nearest point to zero.
pub(crate) struct Face {
    /// One positive weight for each corner of the face.
    pub(crate) weights: Vec<Int>,
    /// The nearest point times a positive number; zero if the point is zero.
    pub(crate) direction: Vector,
}

/// The nearest point to zero of the affine hull of the corners, if it is strictly between them.
pub(crate) fn nearest_inside(corners: &[&Vector]) -> Option<Face> {
    let weights = weights_inside(corners)?;
    let direction = direction(corners, &weights);
    Some(Face { weights, direction })
}

/// The weights of that point.
pub(crate) fn weights_inside(corners: &[&Vector]) -> Option<Vec<Int>> {
    match corners {
        [_] => Some(vec![Int::ONE]),
        [p, q] => weights_on_segment(p, q),
        [p, q, r] => weights_on_triangle(p, q, r),
        [p, q, r, s] => weights_in_tetrahedron(p, q, r, s),
        _ => None,
    }
}

/// The direction from zero to that point. Inside a tetrahedron the point is zero.
fn direction(corners: &[&Vector], weights: &[Int]) -> Vector {
    match corners {
        [p] => (*p).clone(),
        [p, q] => vector::add(
            &vector::scale(p, &weights[0]),
            &vector::scale(q, &weights[1]),
        ),
        [p, q, r] => {
            let n = normal(p, q, r);
            match vector::dot(&n, p).sign() {
                Ordering::Greater => n,
                Ordering::Less => vector::negate(&n),
                Ordering::Equal => vector::ZERO,
            }
        }
        _ => vector::ZERO,
    }
}

/// With `e = q - p`, the point of the line perpendicular to `e` has weights `q.e` and `-p.e`.
fn weights_on_segment(p: &Vector, q: &Vector) -> Option<Vec<Int>> {
    let e = vector::sub(q, p);
    let weight_q = -vector::dot(p, &e);
    if !weight_q.is_positive() {
        return None;
    }
    let weight_p = vector::dot(q, &e);
    if !weight_p.is_positive() {
        return None;
    }
    Some(vec![weight_p, weight_q])
}

/// With `n` the normal, the projection of zero has weights `n.(q x r)`, `n.(r x p)` and
/// `n.(p x q)`: its areas with the sides.
fn weights_on_triangle(p: &Vector, q: &Vector, r: &Vector) -> Option<Vec<Int>> {
    let n = normal(p, q, r);
    let weight_p = vector::dot(&n, &vector::cross(q, r));
    if !weight_p.is_positive() {
        return None;
    }
    let weight_q = vector::dot(&n, &vector::cross(r, p));
    if !weight_q.is_positive() {
        return None;
    }
    let weight_r = vector::dot(&n, &vector::cross(p, q));
    if !weight_r.is_positive() {
        return None;
    }
    Some(vec![weight_p, weight_q, weight_r])
}

/// Perpendicular to the triangle.
fn normal(p: &Vector, q: &Vector, r: &Vector) -> Vector {
    vector::cross(&vector::sub(q, p), &vector::sub(r, p))
}

/// The weights of zero are its volumes with the four sides, all of one sign if it is inside.
fn weights_in_tetrahedron(p: &Vector, q: &Vector, r: &Vector, s: &Vector) -> Option<Vec<Int>> {
    let q_r = vector::cross(q, r);
    let p_s = vector::cross(p, s);
    let mut weights = vec![
        vector::dot(&q_r, s),
        vector::dot(&p_s, r),
        -vector::dot(&p_s, q),
        -vector::dot(&q_r, p),
    ];
    if weights[0].is_negative() {
        for weight in &mut weights {
            *weight = -weight.clone();
        }
    }
    for weight in &weights {
        if !weight.is_positive() {
            return None;
        }
    }
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i64, y: i64, z: i64) -> Vector {
        [Int::from_i64(x), Int::from_i64(y), Int::from_i64(z)]
    }

    /// Claim: the weighted mean of the corners is parallel to the direction and perpendicular to
    /// the face. Checked on every face of up to four corners on a grid.
    #[test]
    fn finds_the_foot_of_zero() {
        let mut grid = Vec::new();
        for code in 0..27 {
            grid.push(point(code % 3 - 1, code / 3 % 3 - 1, code / 9 % 3));
        }
        let mut found = [0; 5];
        for (index_p, p) in grid.iter().enumerate() {
            for (index_q, q) in grid[..index_p].iter().enumerate() {
                found[2] += usize::from(is_foot(&[p, q]));
                for (index_r, r) in grid[..index_q].iter().enumerate() {
                    found[3] += usize::from(is_foot(&[p, q, r]));
                    for s in &grid[..index_r] {
                        found[4] += usize::from(is_foot(&[p, q, r, s]));
                    }
                }
            }
        }
        assert!(found[2] > 0 && found[3] > 0);
        assert_eq!(found[4], 0, "no point of the grid lies below zero");
    }

    /// Asserts that a face, if there is one, is right; returns whether there is one.
    fn is_foot(corners: &[&Vector]) -> bool {
        let Some(face) = nearest_inside(corners) else {
            return false;
        };
        let mut mean = vector::ZERO;
        for (corner, weight) in corners.iter().zip(&face.weights) {
            assert!(weight.is_positive());
            mean = vector::add(&mean, &vector::scale(corner, weight));
        }
        assert!(vector::is_zero(&vector::cross(&mean, &face.direction)));
        assert!(!vector::dot(&mean, &face.direction).is_negative());
        assert_eq!(vector::is_zero(&mean), vector::is_zero(&face.direction));
        for corner in &corners[1..] {
            assert!(vector::dot(&mean, &vector::sub(corner, corners[0])).is_zero());
        }
        true
    }

    /// Claim: zero is found inside a tetrahedron of either orientation, and not in a flat one.
    #[test]
    fn finds_zero_inside() {
        let (p, q) = (point(-1, -1, -1), point(5, -1, -1));
        let (r, s) = (point(-1, 5, -1), point(-1, -1, 5));
        for corners in [[&p, &q, &r, &s], [&q, &p, &r, &s]] {
            assert!(is_foot(&corners));
        }
        assert!(!is_foot(&[&p, &q, &r, &point(9, 9, -1)]));
        assert!(!is_foot(&[
            &point(1, 0, 0),
            &point(-1, 0, 0),
            &point(0, 1, 0),
            &point(0, -1, 0)
        ]));
    }
}
