//! Whether a point belongs to a solid.
//!
//! What: the inequality that defines each solid, multiplied out, for a point in fractions of
//! integers.
//! Why it is right: it is the definition, and only integers are compared.
//! Cost: a few products.

use super::grid_solid::{self, GridSolid};
use crate::int::Int;
use crate::vector::{self, Vector};

impl GridSolid {
    /// Whether the point `s / divisor` belongs to the solid, with a positive divisor. Of a hull of
    /// points only the points themselves are recognised.
    pub(crate) fn contains(&self, s: &Vector, divisor: &Int) -> bool {
        match self {
            GridSolid::Points(points) => {
                for point in points {
                    if vector::scale(point, divisor) == *s {
                        return true;
                    }
                }
                false
            }
            GridSolid::Cylinder {
                radius,
                half_height,
                axis,
            } => {
                let across = grid_solid::across(s, *axis);
                s[*axis].magnitude() <= half_height * divisor
                    && vector::dot(&across, &across) <= (radius * divisor).squared()
            }
            GridSolid::Cone {
                radius,
                half_height,
                axis,
            } => {
                let across = grid_solid::across(s, *axis);
                let square = vector::dot(&across, &across);
                let top = half_height * divisor;
                if half_height.is_zero() {
                    return s[*axis].is_zero() && square <= (radius * divisor).squared();
                }
                // The radius decreases linearly from the base, 2 half heights below the apex, to
                // zero.
                let below_apex = &top - &s[*axis];
                s[*axis].magnitude() <= top
                    && &square.shl(2) * &half_height.squared() <= (radius * &below_apex).squared()
            }
            GridSolid::Ellipsoid { radii } => is_in_ellipsoid(s, radii, divisor),
        }
    }
}

/// The sum of `(s_i / (r_i d))^2` is at most one, multiplied out; if a radius is zero, so is the
/// coordinate.
fn is_in_ellipsoid(s: &Vector, radii: &Vector, divisor: &Int) -> bool {
    let mut squares = Vec::new();
    for axis in 0..3 {
        if !radii[axis].is_zero() {
            squares.push((s[axis].squared(), radii[axis].squared()));
        } else if !s[axis].is_zero() {
            return false;
        }
    }
    let mut sum = Int::ZERO;
    let mut product = divisor.squared();
    for (index, (square, radius_squared)) in squares.iter().enumerate() {
        let mut term = square.clone();
        for (other, (_, other_squared)) in squares.iter().enumerate() {
            if other != index {
                term = &term * other_squared;
            }
        }
        sum += &term;
        product = &product * radius_squared;
    }
    sum <= product
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(x: i64, y: i64, z: i64) -> Vector {
        [Int::from_i64(x), Int::from_i64(y), Int::from_i64(z)]
    }

    /// Claim: the inequalities are those of the solids, for points of small integers computed by
    /// hand.
    #[test]
    fn knows_its_points() {
        let (radius, half_height) = (Int::from_i64(5), Int::from_i64(4));
        let cylinder = GridSolid::Cylinder {
            radius: radius.clone(),
            half_height: half_height.clone(),
            axis: 1,
        };
        assert!(cylinder.contains(&vector(3, -4, 4), &Int::ONE));
        assert!(!cylinder.contains(&vector(3, 5, 4), &Int::ONE));
        assert!(!cylinder.contains(&vector(4, 0, 4), &Int::ONE));
        let cone = GridSolid::Cone {
            radius: Int::from_i64(10),
            half_height,
            axis: 2,
        };
        // The radius is 10 at z = -4, 5 at z = 0, and 0 at z = 4.
        for (x, y, z) in [(6, 8, -4), (3, -4, 0), (0, 0, 4)] {
            assert!(cone.contains(&vector(x, y, z), &Int::ONE));
            assert!(!cone.contains(&vector(x, y + y.signum(), z + 1), &Int::ONE));
        }
        assert!(!cone.contains(&vector(4, 4, 0), &Int::ONE));
        assert!(!cone.contains(&vector(0, 0, -5), &Int::ONE));
        let ellipsoid = GridSolid::Ellipsoid {
            radii: vector(5, 10, 0),
        };
        assert!(ellipsoid.contains(&vector(3, 8, 0), &Int::ONE));
        assert!(ellipsoid.contains(&vector(4, -6, 0), &Int::ONE));
        assert!(!ellipsoid.contains(&vector(4, 7, 0), &Int::ONE));
        assert!(!ellipsoid.contains(&vector(0, 0, 1), &Int::ONE));
        assert!(ellipsoid.contains(&vector(6, 16, 0), &Int::from_i64(2)));
        assert!(!ellipsoid.contains(&vector(6, 17, 0), &Int::from_i64(2)));
        let points = GridSolid::Points(vec![vector(1, 2, 3)]);
        assert!(points.contains(&vector(2, 4, 6), &Int::from_i64(2)));
        assert!(!points.contains(&vector(2, 4, 7), &Int::from_i64(2)));
    }
}
