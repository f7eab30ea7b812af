//! Whether two shapes are apart, touch, or overlap.
//!
//! What: shapes with a common point touch if there is a direction along which neither extends into
//! the other, and overlap otherwise. In other words: zero is on the boundary of the difference, or
//! inside it.
//! Why it is right: zero lies inside the simplex of the corners that [`Nearest`] found, so a
//! direction along which no difference is negative must be perpendicular to that simplex. The
//! orthogonal complement of the simplex remains, and zero is inside the difference exactly if it is
//! inside the projection of the difference onto that complement.
//! A direction that is perpendicular to one corner `p - q`, with `p` of A and `q` of B, has no
//! difference below it exactly if no `a - p` and no `q - b` is: the minima of `u.(a - p)` and
//! `u.(q - b)` are at most zero, and their sum is the minimum of `u.(a - b)`. So these few
//! differences represent all.
//! Source: our own; the separation theorem is Gordan's (1873).
//! Cost: some triple products for each vertex; for a single corner of a solid difference, the hull
//! of as many points as there are vertices.

use crate::hull::Hull;
use crate::int::Int;
use crate::min_norm::Nearest;
use crate::pair::Pair;
use crate::vector::{self, Vector};

/// Whether two closed shapes are apart, touch or overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Contact {
    /// They have no point in common.
    Separated,
    /// They have common points, but a plane (a line in 2D) separates them, one on each side.
    Touching,
    /// They have common points, and no plane (no line in 2D) separates them. A point inside a solid
    /// overlaps it, though it has no interior.
    Overlapping,
}

impl Contact {
    /// The contact of the pair in 3D. Flat shapes in one plane touch.
    ///
    /// ```
    /// use gjk_reference::{Contact, Nearest, Pair, Polytope};
    ///
    /// let corner = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let a = Polytope { points: &corner, origin: [0.0; 3] };
    /// let b = Polytope { points: &corner, origin: [1.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(Contact::of(&pair, &Nearest::of(&pair)), Contact::Overlapping);
    /// ```
    pub fn of(pair: &Pair, nearest: &Nearest) -> Contact {
        if !nearest.distance.is_zero() {
            return Contact::Separated;
        }
        let corners = corner_differences(pair, nearest);
        let inside = match corners.as_slice() {
            [_] => {
                let points = beside_corner(pair, nearest);
                // A flat difference has no inside, and its hull takes long.
                vector::rank(&points) == 3 && {
                    let points = Pair::from_vectors(points, vec![vector::ZERO], pair.exponent());
                    !Hull::of(&points).depth().is_zero()
                }
            }
            [p, q] => surrounds_line(&beside_corner(pair, nearest), &vector::sub(q, p)),
            [p, q, r] => {
                let normal = vector::cross(&vector::sub(q, p), &vector::sub(r, p));
                reaches_both_sides(pair, &normal)
            }
            _ => true,
        };
        contact(inside)
    }

    /// The contact in 2D of a pair whose z coordinates are all zero.
    ///
    /// ```
    /// use gjk_reference::{Contact, Nearest, Pair, Polytope};
    ///
    /// let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
    /// let a = Polytope { points: &square, origin: [0.0; 3] };
    /// let b = Polytope { points: &square, origin: [1.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// let nearest = Nearest::of(&pair);
    /// assert_eq!(Contact::of_planar(&pair, &nearest), Contact::Overlapping);
    /// assert_eq!(Contact::of(&pair, &nearest), Contact::Touching);
    /// ```
    pub fn of_planar(pair: &Pair, nearest: &Nearest) -> Contact {
        if !nearest.distance.is_zero() {
            return Contact::Separated;
        }
        let up = [Int::ZERO, Int::ZERO, Int::ONE];
        let corners = corner_differences(pair, nearest);
        let inside = match corners.as_slice() {
            [_] => surrounds_line(&beside_corner(pair, nearest), &up),
            [p, q] => reaches_both_sides(pair, &vector::cross(&vector::sub(q, p), &up)),
            _ => true,
        };
        contact(inside)
    }
}

fn contact(inside: bool) -> Contact {
    if inside {
        Contact::Overlapping
    } else {
        Contact::Touching
    }
}

fn corner_differences(pair: &Pair, nearest: &Nearest) -> Vec<Vector> {
    let mut differences = Vec::new();
    for corner in &nearest.corners {
        differences.push(pair.difference(corner.a, corner.b));
    }
    differences
}

/// Whether the difference has points on both sides of the plane through zero with that normal.
fn reaches_both_sides(pair: &Pair, normal: &Vector) -> bool {
    let highest = vector::greatest_dot(normal, pair.a()) - vector::least_dot(normal, pair.b());
    let lowest = vector::least_dot(normal, pair.a()) - vector::greatest_dot(normal, pair.b());
    highest.is_positive() && lowest.is_negative()
}

/// Whether the points, projected along the line through zero, surround it, so that no half-plane
/// contains them all.
fn surrounds_line(points: &[Vector], line: &Vector) -> bool {
    // Along the line, `turn(p, q)` is positive if q lies to the left of p.
    let turn = |p: &Vector, q: &Vector| vector::dot(line, &vector::cross(p, q));
    let mut first: Option<Vector> = None;
    let mut leftmost: Option<Vector> = None;
    let mut rightmost: Option<Vector> = None;
    let mut opposite = false;
    for q in points {
        let seen = vector::cross(line, q);
        if first.is_none() && !vector::is_zero(&seen) {
            first = Some(q.clone());
        }
    }
    let Some(first) = first else {
        return false;
    };
    for q in points {
        let side = turn(&first, q);
        if side.is_positive() {
            if leftmost.as_ref().is_none_or(|p| turn(p, q).is_positive()) {
                leftmost = Some(q.clone());
            }
        } else if side.is_negative() {
            if rightmost.as_ref().is_none_or(|p| turn(p, q).is_negative()) {
                rightmost = Some(q.clone());
            }
        } else {
            let ahead = vector::dot(&vector::cross(line, &first), &vector::cross(line, q));
            opposite |= ahead.is_negative();
        }
    }
    match (leftmost, rightmost) {
        (Some(left), Some(right)) => opposite || turn(&left, &right).is_positive(),
        _ => false,
    }
}

/// The differences that represent all, for directions perpendicular to the first corner.
fn beside_corner(pair: &Pair, nearest: &Nearest) -> Vec<Vector> {
    let corner = &nearest.corners[0];
    let (p, q) = (&pair.a()[corner.a], &pair.b()[corner.b]);
    let mut points = Vec::with_capacity(pair.a().len() + pair.b().len());
    for a in pair.a() {
        points.push(vector::sub(a, p));
    }
    for b in pair.b() {
        points.push(vector::sub(q, b));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Polytope;

    fn square(x: f64, y: f64) -> [[f64; 3]; 4] {
        [
            [x, y, 0.0],
            [x + 2.0, y, 0.0],
            [x + 2.0, y + 2.0, 0.0],
            [x, y + 2.0, 0.0],
        ]
    }

    fn cube(x: f64, y: f64, z: f64) -> Vec<[f64; 3]> {
        let mut corners = square(x, y).map(|[x, y, _]| [x, y, z]).to_vec();
        corners.extend(square(x, y).map(|[x, y, _]| [x, y, z + 2.0]));
        corners
    }

    fn pair(a: &[[f64; 3]], b: &[[f64; 3]]) -> Pair {
        let whole = |points| Polytope {
            points,
            origin: [0.0; 3],
        };
        Pair::new(&whole(a), &whole(b)).unwrap()
    }

    // A cube and its translate: every translation by integers up to 2, compared with the
    // coordinates. Apart beyond 2 along some axis, touching at 2, overlapping below.
    #[test]
    fn translated_cubes() {
        for code in 0..7 * 7 * 7 {
            let shift = [code % 7 - 3, code / 7 % 7 - 3, code / 49 - 3];
            let far = shift.iter().map(|s: &i32| s.abs()).max().unwrap();
            let expected = match far {
                3 => Contact::Separated,
                2 => Contact::Touching,
                _ => Contact::Overlapping,
            };
            let [x, y, z] = shift.map(f64::from);
            let pair = pair(&cube(0.0, 0.0, 0.0), &cube(x, y, z));
            assert_eq!(
                Contact::of(&pair, &Nearest::of(&pair)),
                expected,
                "{shift:?}"
            );
        }
    }

    // The same in 2D: squares that overlap in 2D only touch in 3D.
    #[test]
    fn translated_squares() {
        for code in 0..7 * 7 {
            let shift = [code % 7 - 3, code / 7 - 3];
            let far = shift.iter().map(|s: &i32| s.abs()).max().unwrap();
            let expected = match far {
                3 => Contact::Separated,
                2 => Contact::Touching,
                _ => Contact::Overlapping,
            };
            let [x, y] = shift.map(f64::from);
            let pair = pair(&square(0.0, 0.0), &square(x, y));
            let nearest = Nearest::of(&pair);
            assert_eq!(Contact::of_planar(&pair, &nearest), expected, "{shift:?}");
            let in_space = expected.min(Contact::Touching);
            assert_eq!(Contact::of(&pair, &nearest), in_space, "{shift:?}");
        }
    }

    /// Claim: flat shapes of many corners in one plane, which meet in a corner, are told to touch
    /// without the hull of their difference, which would take hours.
    #[test]
    fn flat_shapes_of_many_corners() {
        let curve = |side: f64| -> Vec<[f64; 3]> {
            let height = |x: f64| side * x * x * x;
            (0..400)
                .map(|x| [f64::from(x), height(f64::from(x)), 0.0])
                .collect()
        };
        let pair = pair(&curve(1.0), &curve(-1.0));
        let nearest = Nearest::of(&pair);
        assert_eq!(nearest.corners.len(), 1);
        assert_eq!(Contact::of(&pair, &nearest), Contact::Touching);
        assert_eq!(Contact::of_planar(&pair, &nearest), Contact::Touching);
    }

    // Touching equals depth zero by the hull: 2000 pairs of subsets of a small grid.
    #[test]
    fn agrees_with_the_hull() {
        let corners = cube(0.0, 0.0, 0.0);
        let mut seen = [0; 3];
        for code in 0..2000u32 {
            let mix = code.wrapping_mul(2_654_435_761);
            let pick = |bits: u32| -> Vec<[f64; 3]> {
                (0..8)
                    .filter(|i| bits >> i & 1 == 1)
                    .map(|i| corners[i as usize])
                    .collect()
            };
            let a = pick((mix & 255).max(1));
            let shift = [mix >> 16 & 1, mix >> 17 & 1, mix >> 18 & 1].map(f64::from);
            let mut b = pick((mix >> 8 & 255).max(1));
            for p in &mut b {
                *p = [p[0] + shift[0], p[1] + shift[1], p[2] + shift[2]];
            }
            let pair = pair(&a, &b);
            let found = Contact::of(&pair, &Nearest::of(&pair));
            let hull = Hull::of(&pair);
            let expected = match (hull.contains_origin(), hull.depth().is_zero()) {
                (false, _) => Contact::Separated,
                (true, true) => Contact::Touching,
                (true, false) => Contact::Overlapping,
            };
            assert_eq!(found, expected, "{a:?} {b:?}");
            seen[found as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
