//! A solid in whole numbers: how far it reaches in a direction, and members that reach as far.
//!
//! What: the solid of a [`Curved`](super::Curved) in units of a grid that holds all of its sizes;
//! for a direction `w` an upper bound of the greatest `w.s` over all points `s` of the solid, and a
//! point of the grid that belongs to the solid and nearly reaches it.
//! Why it is right: the bound has each square root rounded up. A member comes from a point on the
//! surface by rounding all coordinates towards the axis or the centre, and is checked by the
//! inequality that defines the solid before it is returned.
//! Source: the support functions are those of van den Bergen, "Collision Detection in Interactive
//! 3D Environments" (2003), section 4.3.4.
//! Cost: one root of a number of 2k + 128 bits for directions of k bits; three quotients.

use super::Solid;
use crate::float;
use crate::int::Int;
use crate::pair;
use crate::vector::{self, Vector};

/// Support values are in units of 2^-64 of those of the grid: a root is wrong by at most that unit.
pub(crate) const ROOT_BITS: usize = 64;

/// The grid divides the largest size of a solid by at least 2^66, so that rounding a member to it
/// loses little beside the width that an enclosure is to have.
const GRID_BITS: i64 = 66;

/// Members are found along directions of this many binary digits: a little finer than the grid, so
/// that this rounding does not matter beside the other.
const DIRECTION_BITS: usize = 70;

/// A solid with all sizes in units of its grid.
#[derive(Clone, Debug)]
pub(crate) enum GridSolid {
    /// The convex hull of the points.
    Points(Vec<Vector>),
    /// The cylinder along the axis.
    Cylinder {
        radius: Int,
        half_height: Int,
        axis: usize,
    },
    /// The cone along the axis, with its apex at `half_height`.
    Cone {
        radius: Int,
        half_height: Int,
        axis: usize,
    },
    /// The ellipsoid with these half-lengths.
    Ellipsoid { radii: Vector },
}

impl GridSolid {
    /// The exponent of a grid that holds all sizes of the solid, which were checked.
    pub(crate) fn exponent(solid: &Solid) -> i64 {
        match solid {
            Solid::Points(points) => float::lowest_exponent(points.as_flattened()),
            Solid::Cylinder {
                radius,
                half_height,
                ..
            }
            | Solid::Cone {
                radius,
                half_height,
                ..
            } => fine_exponent(&[*radius, *half_height]),
            Solid::Ellipsoid { radii } => fine_exponent(radii),
        }
    }

    /// The solid on the grid with this exponent.
    pub(crate) fn new(solid: &Solid, exponent: i64) -> GridSolid {
        match solid {
            Solid::Points(points) => {
                let mut vectors = Vec::with_capacity(points.len());
                for point in *points {
                    vectors.push(pair::to_vector(point, exponent));
                }
                GridSolid::Points(vectors)
            }
            Solid::Cylinder {
                radius,
                half_height,
                axis,
            } => GridSolid::Cylinder {
                radius: float::to_int(*radius, exponent),
                half_height: float::to_int(*half_height, exponent),
                axis: *axis,
            },
            Solid::Cone {
                radius,
                half_height,
                axis,
            } => GridSolid::Cone {
                radius: float::to_int(*radius, exponent),
                half_height: float::to_int(*half_height, exponent),
                axis: *axis,
            },
            Solid::Ellipsoid { radii } => GridSolid::Ellipsoid {
                radii: pair::to_vector(radii, exponent),
            },
        }
    }

    /// An upper bound of the greatest `w.s` over all points `s` of the solid, times 2^[`ROOT_BITS`].
    /// It is the greatest itself where the root is a whole number.
    pub(crate) fn reach(&self, w: &Vector) -> Int {
        match self {
            GridSolid::Points(points) => vector::greatest_dot(w, points).shl(ROOT_BITS),
            GridSolid::Cylinder {
                radius,
                half_height,
                axis,
            } => {
                let along = &w[*axis].magnitude() * half_height;
                along.shl(ROOT_BITS) + radius * &length_above(&across(w, *axis))
            }
            GridSolid::Cone {
                radius,
                half_height,
                axis,
            } => {
                let apex = (&w[*axis] * half_height).shl(ROOT_BITS);
                let base = radius * &length_above(&across(w, *axis)) - apex.clone();
                apex.max(base)
            }
            GridSolid::Ellipsoid { radii } => length_above(&stretched(w, radii)),
        }
    }

    /// A point of the solid on the grid whose `w.s` is nearly the greatest.
    pub(crate) fn member(&self, w: &Vector) -> Vector {
        let w = vector::shortened(w, DIRECTION_BITS);
        match self {
            GridSolid::Points(points) => farthest(points, &w),
            _ => farthest(&self.corners(&w), &w),
        }
    }

    /// Points of the solid on the grid, of which one is nearly the farthest along `w`: of a
    /// cylinder those on both discs, of a cone the apex and one on the disc, and all of a hull.
    pub(crate) fn corners(&self, w: &Vector) -> Vec<Vector> {
        let corners = match self {
            GridSolid::Points(points) => return points.clone(),
            GridSolid::Cylinder {
                radius,
                half_height,
                axis,
            } => {
                let mut top = on_circle(radius, &across(w, *axis));
                let mut bottom = top.clone();
                top[*axis] = half_height.clone();
                bottom[*axis] = -half_height.clone();
                vec![top, bottom]
            }
            GridSolid::Cone {
                radius,
                half_height,
                axis,
            } => {
                let mut apex = vector::ZERO;
                apex[*axis] = half_height.clone();
                let mut base = on_circle(radius, &across(w, *axis));
                base[*axis] = -half_height.clone();
                vec![apex, base]
            }
            GridSolid::Ellipsoid { radii } => {
                let unit = direction_digits(&stretched(w, radii));
                vec![divided(&stretched(&unit, radii), &unit)]
            }
        };
        for corner in &corners {
            assert!(
                self.contains(corner, &Int::ONE),
                "every member belongs to the solid"
            );
        }
        corners
    }

    /// Whether the point `s / divisor` belongs to the solid; the divisor is above zero. Of a hull
    /// of points only the points themselves are recognised.
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
                let across = across(s, *axis);
                s[*axis].magnitude() <= half_height * divisor
                    && vector::dot(&across, &across) <= (radius * divisor).squared()
            }
            GridSolid::Cone {
                radius,
                half_height,
                axis,
            } => {
                let across = across(s, *axis);
                let square = vector::dot(&across, &across);
                let top = half_height * divisor;
                if half_height.is_zero() {
                    return s[*axis].is_zero() && square <= (radius * divisor).squared();
                }
                // The radius shrinks evenly from the base, 2 half-heights below the apex, to zero.
                let below_apex = &top - &s[*axis];
                s[*axis].magnitude() <= top
                    && &square.shl(2) * &half_height.squared() <= (radius * &below_apex).squared()
            }
            GridSolid::Ellipsoid { radii } => is_in_ellipsoid(s, radii, divisor),
        }
    }
}

/// The sum of `(s_i / (r_i d))^2` is at most one, multiplied out; where a radius is zero, so is the
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

/// The exponent of a grid that holds the sizes and has at least [`GRID_BITS`] below the largest.
fn fine_exponent(sizes: &[f64]) -> i64 {
    match float::leading_exponent(sizes) {
        Some(leading) => float::lowest_exponent(sizes).min(leading - GRID_BITS),
        None => 0,
    }
}

/// `w` without its part along the axis.
fn across(w: &Vector, axis: usize) -> Vector {
    let mut across = w.clone();
    across[axis] = Int::ZERO;
    across
}

/// Each coordinate of `w` times the radius along it.
fn stretched(w: &Vector, radii: &Vector) -> Vector {
    [&w[0] * &radii[0], &w[1] * &radii[1], &w[2] * &radii[2]]
}

/// The length of `v` times 2^[`ROOT_BITS`], rounded up.
fn length_above(v: &Vector) -> Int {
    vector::dot(v, v).shl(2 * ROOT_BITS).sqrt_ceil()
}

/// The point of the circle around zero in the direction `w`, rounded towards zero; zero for the
/// direction zero.
fn on_circle(radius: &Int, w: &Vector) -> Vector {
    let unit = direction_digits(w);
    divided(&vector::scale(&unit, radius), &unit)
}

/// `w` times a power of two, such that its longest coordinate has [`DIRECTION_BITS`] digits, rounded.
fn direction_digits(w: &Vector) -> Vector {
    let length = vector::bit_length(w);
    if length == 0 || length >= DIRECTION_BITS {
        return vector::shortened(w, DIRECTION_BITS);
    }
    vector::scale(w, &Int::ONE.shl(DIRECTION_BITS - length))
}

/// Each coordinate of `v` divided by the length of `w`, which is rounded up, and the quotient
/// towards zero: so none is too large. Zero if `w` is zero.
fn divided(v: &Vector, w: &Vector) -> Vector {
    let length = vector::dot(w, w).sqrt_ceil();
    if length.is_zero() {
        return vector::ZERO;
    }
    [
        v[0].div_toward_zero(&length),
        v[1].div_toward_zero(&length),
        v[2].div_toward_zero(&length),
    ]
}

/// The point with the greatest dot product with `w`; the first of several.
fn farthest(points: &[Vector], w: &Vector) -> Vector {
    let mut farthest = &points[0];
    let mut greatest = vector::dot(w, farthest);
    for point in &points[1..] {
        let product = vector::dot(w, point);
        if product > greatest {
            (farthest, greatest) = (point, product);
        }
    }
    farthest.clone()
}
