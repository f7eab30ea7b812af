//! A solid in integers: its support values, and members that nearly attain them.
//!
//! What: the solid of a [`Curved`](super::shape::Curved) in units of a grid that represents all of
//! its sizes. For a direction `w`: an upper bound of the greatest `w.s` over all points `s` of the
//! solid, and a grid point of the solid that nearly attains it.
//! Why it is right: each square root in the bound is rounded up. A member is computed from a point
//! on the surface by rounding all coordinates towards the axis or the centre, and checked by the
//! inequality that defines the solid, see `membership`, before it is returned.
//! Source: the support functions are those of van den Bergen, "Collision Detection in Interactive
//! 3D Environments" (2003), section 4.3.4.
//! Cost: one root of a number of 2k + 128 bits for directions of k bits; three quotients.

use super::shape::Solid;
use crate::float;
use crate::int::Int;
use crate::pair;
use crate::vector::{self, Vector};

/// Support values are in units of 2^-64 of the grid: a root is wrong by at most one such unit.
pub(crate) const ROOT_BITS: usize = 64;

/// The grid divides each size of a solid but zero by at least 2^66, so that rounding a member to it
/// loses little compared with the width of an enclosure. Not only the largest size: a matrix may
/// stretch any of them to be the largest.
const GRID_BITS: i64 = 66;

/// Members of curved solids are found along directions of this many binary digits: finer than the
/// grid, so that this rounding does not matter.
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
    /// The exponent of a grid that represents all sizes of a checked solid.
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

    /// An upper bound of the greatest `w.s` over all points `s` of the solid, times
    /// 2^[`ROOT_BITS`]. It is the greatest if the root is an integer.
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

    /// A grid point of the solid whose `w.s` is nearly the greatest.
    pub(crate) fn member(&self, w: &Vector) -> Vector {
        // All digits of `w` count: where a matrix stretches one side of the solid, the parts of `w`
        // along the others are short.
        match self {
            GridSolid::Points(points) => farthest(points, w),
            _ => farthest(&self.corners(w), w),
        }
    }

    /// Grid points of the solid, one of which is nearly farthest along `w`: of a cylinder those on
    /// both discs, of a cone the apex and one on the disc, of a hull all points.
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
}

/// The exponent of a grid that represents the sizes, with at least [`GRID_BITS`] below each but
/// zero.
fn fine_exponent(sizes: &[f64]) -> i64 {
    let mut finest = float::lowest_exponent(sizes);
    for size in sizes {
        if let Some(leading) = float::leading_exponent(&[*size]) {
            finest = finest.min(leading - GRID_BITS);
        }
    }
    finest
}

/// `w` without its component along the axis.
pub(super) fn across(w: &Vector, axis: usize) -> Vector {
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

/// The point of the circle around zero in direction `w`, rounded towards zero; zero for the zero
/// direction.
fn on_circle(radius: &Int, w: &Vector) -> Vector {
    let unit = direction_digits(w);
    divided(&vector::scale(&unit, radius), &unit)
}

/// `w` times a power of two so that its longest coordinate has [`DIRECTION_BITS`] digits, rounded.
fn direction_digits(w: &Vector) -> Vector {
    let length = vector::bit_length(w);
    if length == 0 || length >= DIRECTION_BITS {
        return vector::shortened(w, DIRECTION_BITS);
    }
    vector::scale(w, &Int::ONE.shl(DIRECTION_BITS - length))
}

/// Each coordinate of `v` divided by the length of `w` rounded up, and rounded towards zero: so
/// none is too large. Zero if `w` is zero.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(x: i64, y: i64, z: i64) -> Vector {
        [Int::from_i64(x), Int::from_i64(y), Int::from_i64(z)]
    }

    /// The solid on a grid of its own.
    fn on_grid(solid: &Solid) -> GridSolid {
        GridSolid::new(solid, GridSolid::exponent(solid))
    }

    /// One curved solid of each kind and axis, round and lopsided, and with sizes of zero.
    fn solids() -> Vec<Solid<'static>> {
        let mut solids = Vec::new();
        for (radius, half_height) in [(0.3, 0.7), (1e-6, 1.0), (1.0, 1e-6), (0.0, 2.0), (2.0, 0.0)]
        {
            for axis in 0..3 {
                solids.push(Solid::Cylinder {
                    radius,
                    half_height,
                    axis,
                });
                solids.push(Solid::Cone {
                    radius,
                    half_height,
                    axis,
                });
            }
            solids.push(Solid::Ellipsoid {
                radii: [radius, half_height, 1.1],
            });
            solids.push(Solid::Ellipsoid {
                radii: [half_height, radius, 0.0],
            });
        }
        solids
    }

    /// Directions of few and of many digits, axial, perpendicular and oblique.
    fn directions() -> Vec<Vector> {
        let mut directions = Vec::new();
        for code in 0..125 {
            let short = vector(code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2);
            let odd = vector(code * code + 1, 7 - code, code % 11);
            directions.push(short.clone());
            directions.push(vector::add(
                &vector::scale(&short, &Int::ONE.shl(130)),
                &odd,
            ));
        }
        directions
    }

    /// Claim: a direction that is nearly axial has the member of its small part across the axis: a
    /// matrix that nearly flattens a solid makes all directions so.
    #[test]
    fn members_of_steep_directions_reach_the_bound() {
        for solid in solids() {
            let (Solid::Cylinder { axis, .. } | Solid::Cone { axis, .. }) = solid else {
                continue;
            };
            let grid = on_grid(&solid);
            for mut w in directions() {
                w[axis] = w[axis].shl(200);
                let reached = vector::dot(&w, &grid.member(&w)).shl(ROOT_BITS);
                let missing = grid.reach(&w) - reached;
                let across = w[(axis + 1) % 3].magnitude() + w[(axis + 2) % 3].magnitude();
                let allowed = across.shl((1 - GridSolid::exponent(&solid)) as usize);
                assert!(missing <= allowed, "{solid:?} {w:?}");
            }
        }
    }

    /// Claim: each member belongs to the solid, and attains the upper bound up to 2^-64 of the size
    /// times the length of the direction; so both are close to the truth.
    #[test]
    fn members_reach_the_bound() {
        for solid in solids() {
            let grid = on_grid(&solid);
            for w in directions() {
                let member = grid.member(&w);
                assert!(grid.contains(&member, &Int::ONE));
                for corner in grid.corners(&w) {
                    assert!(grid.contains(&corner, &Int::ONE));
                }
                let reached = vector::dot(&w, &member).shl(ROOT_BITS);
                let missing = grid.reach(&w) - reached;
                assert!(!missing.is_negative(), "{solid:?} {w:?}");
                // No size is above 2. In units of the support values 2^-64 of 2 is this many grid
                // units.
                let length = w[0].magnitude() + w[1].magnitude() + w[2].magnitude();
                let allowed = length.shl((1 - GridSolid::exponent(&solid)) as usize);
                assert!(missing <= allowed, "{solid:?} {w:?}");
            }
        }
    }

    /// Claim: one grid unit outward from a member on the surface is outside: along the direction if
    /// that is an axis of the frame.
    #[test]
    fn refuses_the_next_point_outward() {
        for solid in solids() {
            let grid = on_grid(&solid);
            for axis in 0..3 {
                for sign in [1, -1] {
                    let mut w = vector::ZERO;
                    w[axis] = Int::from_i64(sign);
                    let member = grid.member(&w);
                    let outside = vector::add(&member, &w);
                    assert!(!grid.contains(&outside, &Int::ONE), "{solid:?} {w:?}");
                    let three = Int::from_i64(3);
                    assert!(grid.contains(&vector::scale(&member, &three), &three));
                    let beyond = vector::add(&vector::scale(&member, &three), &w);
                    assert!(!grid.contains(&beyond, &three), "{solid:?} {w:?}");
                }
            }
        }
    }

    /// Claim: the support values are the closed forms if the roots are integers.
    #[test]
    fn reaches_by_the_book() {
        let reach = |solid: &GridSolid, x, y, z| {
            let w = vector(x, y, z);
            let reach = solid.reach(&w);
            (0..200).find(|value| Int::from_i64(*value).shl(ROOT_BITS) == reach)
        };
        let (radius, half_height) = (Int::from_i64(2), Int::from_i64(3));
        let cylinder = GridSolid::Cylinder {
            radius: radius.clone(),
            half_height: half_height.clone(),
            axis: 2,
        };
        assert_eq!(reach(&cylinder, 3, 4, -7), Some(2 * 5 + 3 * 7));
        let cone = GridSolid::Cone {
            radius,
            half_height,
            axis: 0,
        };
        assert_eq!(reach(&cone, 7, 3, 4), Some(3 * 7));
        assert_eq!(reach(&cone, 1, 3, 4), Some(2 * 5 - 3));
        assert_eq!(reach(&cone, -7, 3, 4), Some(2 * 5 + 3 * 7));
        let ellipsoid = GridSolid::Ellipsoid {
            radii: vector(2, 3, 6),
        };
        assert_eq!(reach(&ellipsoid, 1, 1, 1), Some(7));
        assert_eq!(reach(&ellipsoid, -3, 4, -6), None);
        // 2 * 3, 3 * 4 and 6 * 6: the root of the sum of their squares is rounded up.
        let above = ellipsoid.reach(&vector(3, 4, 6));
        let square = Int::from_i64(36 + 144 + 1296).shl(2 * ROOT_BITS);
        assert!(above.squared() >= square && (&above - &Int::ONE).squared() < square);
    }

    /// Claim: the grid represents all sizes and is finer than each but zero by 66 bits.
    #[test]
    fn chooses_a_fine_grid() {
        for scale in [1.0, 1e300, 1e-300, f64::from_bits(1)] {
            for sizes in [[0.3 * scale, scale], [scale, 1.0], [scale, 0.0], [0.0, 0.0]] {
                let exponent = fine_exponent(&sizes);
                for size in sizes {
                    let digits = float::to_int(size, exponent).bit_length();
                    assert!(size == 0.0 || digits > GRID_BITS as usize);
                }
            }
        }
    }
}
