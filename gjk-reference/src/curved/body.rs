//! Two solids with their matrices and origins, in integers of one unit.
//!
//! What: the cores of two shapes. For a direction: the gap that it proves between them, and the
//! difference of two members that is farthest against it, up to rounding.
//! Why it is right: the greatest `u.(o + M s)` is `u.o` plus the greatest `w.s` with `w = M^T u`,
//! and the image of a member is a member of the image. Both are sums and products of integers.
//! Cost: that of the solids, and nine products of matrix entries each.

use super::grid_solid::{GridSolid, ROOT_BITS};
use super::shape::Curved;
use crate::float;
use crate::gap::Gap;
use crate::int::Int;
use crate::pair::{self, InputError, Side};
use crate::vector::{self, Vector};

/// The core of a shape in integers.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    solid: GridSolid,
    columns: [Vector; 3],
    /// The image under the matrix, times 2 to this power, is in the unit of the origin.
    shift: usize,
    origin: Vector,
}

impl Body {
    /// The core of a checked shape, in units of 2^`unit`, which is at most its lowest exponent.
    fn new(curved: &Curved, unit: i64) -> Body {
        let (grid, matrix) = exponents(curved);
        Body {
            solid: GridSolid::new(&curved.solid, grid),
            columns: [
                pair::to_vector(&curved.columns[0], matrix),
                pair::to_vector(&curved.columns[1], matrix),
                pair::to_vector(&curved.columns[2], matrix),
            ],
            shift: (grid + matrix - unit) as usize,
            origin: pair::to_vector(&curved.origin, unit),
        }
    }

    /// The columns of the matrix, in a unit of their own.
    pub(crate) fn columns(&self) -> &[Vector; 3] {
        &self.columns
    }

    /// The direction of the axis of a cylinder or a cone.
    pub(crate) fn axis(&self) -> Option<&Vector> {
        match &self.solid {
            GridSolid::Cylinder { axis, .. } | GridSolid::Cone { axis, .. } => {
                Some(&self.columns[*axis])
            }
            _ => None,
        }
    }

    /// The translation of the image of the solid.
    pub(crate) fn origin(&self) -> &Vector {
        &self.origin
    }

    /// The images of the points of a hull of points; `None` for a curved solid.
    pub(crate) fn vertices(&self) -> Option<Vec<Vector>> {
        match &self.solid {
            GridSolid::Points(points) => Some(self.images(points)),
            _ => None,
        }
    }

    /// Members of the core, one of which is nearly farthest along `u`: see [`GridSolid::corners`].
    pub(crate) fn corners(&self, u: &Vector) -> Vec<Vector> {
        self.images(&self.solid.corners(&self.pulled_back(u)))
    }

    /// A member of the core that is nearly farthest along `u`.
    fn member(&self, u: &Vector) -> Vector {
        self.image(&self.solid.member(&self.pulled_back(u)))
    }

    /// An upper bound of the greatest `u.x` over the core, times 2^[`ROOT_BITS`].
    fn reach(&self, u: &Vector) -> Int {
        let reach = self.solid.reach(&self.pulled_back(u)).shl(self.shift);
        reach + vector::dot(u, &self.origin).shl(ROOT_BITS)
    }

    /// Whether `x` is a member, by solving for its preimage in the solid. `false` for a matrix that
    /// flattens the solid.
    pub(crate) fn contains(&self, x: &Vector) -> bool {
        // By Cramer's rule, s = M^-1 (x - o) has these numerators over the determinant.
        let [p, q, r] = &self.columns;
        let determinant = vector::dot(p, &vector::cross(q, r));
        let v = vector::sub(x, &self.origin);
        let mut s = [
            vector::dot(&v, &vector::cross(q, r)),
            vector::dot(&v, &vector::cross(r, p)),
            vector::dot(&v, &vector::cross(p, q)),
        ];
        if determinant.is_negative() {
            s = vector::negate(&s);
        }
        let divisor = determinant.magnitude().shl(self.shift);
        divisor.is_positive() && self.solid.contains(&s, &divisor)
    }

    /// `M^T u`: the direction in the frame of the solid.
    fn pulled_back(&self, u: &Vector) -> Vector {
        [
            vector::dot(&self.columns[0], u),
            vector::dot(&self.columns[1], u),
            vector::dot(&self.columns[2], u),
        ]
    }

    /// Each `o + M s`.
    fn images(&self, points: &[Vector]) -> Vec<Vector> {
        let mut images = Vec::with_capacity(points.len());
        for point in points {
            images.push(self.image(point));
        }
        images
    }

    /// `o + M s`.
    fn image(&self, s: &Vector) -> Vector {
        let mut image = vector::ZERO;
        for (column, coordinate) in self.columns.iter().zip(s) {
            if !coordinate.is_zero() {
                image = vector::add(&image, &vector::scale(column, coordinate));
            }
        }
        if self.shift > 0 {
            image = vector::scale(&image, &Int::ONE.shl(self.shift));
        }
        vector::add(&image, &self.origin)
    }
}

/// The cores of two shapes in one unit.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    pub(crate) a: Body,
    pub(crate) b: Body,
    /// The exponent of the unit.
    pub(crate) exponent: i64,
}

impl Bodies {
    /// The cores of both shapes, or why they have no exact meaning.
    pub(crate) fn new(a: &Curved, b: &Curved) -> Result<Bodies, InputError> {
        a.check(Side::A)?;
        b.check(Side::B)?;
        let exponent = unit(a).min(unit(b));
        Ok(Bodies {
            a: Body::new(a, exponent),
            b: Body::new(b, exponent),
            exponent,
        })
    }

    /// A member of A minus a member of B: nearly the difference that is farthest against `u`.
    pub(crate) fn difference(&self, u: &Vector) -> Vector {
        vector::sub(&self.a.member(&vector::negate(u)), &self.b.member(u))
    }

    /// The gap that the nonzero direction proves between the cores.
    pub(crate) fn gap(&self, u: &Vector) -> Gap {
        let against = self.a.reach(&vector::negate(u));
        let value = -(against + self.b.reach(u));
        let exponent = self.exponent - ROOT_BITS as i64;
        Gap::from_value(&value, vector::dot(u, u), exponent)
    }
}

/// The exponents of the grid of the solid and of the matrix entries.
fn exponents(curved: &Curved) -> (i64, i64) {
    let grid = GridSolid::exponent(&curved.solid);
    let matrix = float::lowest_exponent(curved.columns.as_flattened());
    (grid, matrix)
}

/// The highest exponent for which all images and the origin are integers.
fn unit(curved: &Curved) -> i64 {
    let (grid, matrix) = exponents(curved);
    (grid + matrix).min(float::lowest_exponent(&curved.origin))
}

#[cfg(test)]
mod tests {
    use super::super::Solid;
    use super::*;

    fn vector(x: i64, y: i64, z: i64) -> Vector {
        [Int::from_i64(x), Int::from_i64(y), Int::from_i64(z)]
    }

    /// A cylinder along x of radius 1 and half height 2, which an integer matrix maps to one along
    /// y, twice as thick along z, centred at (10, 20, 30).
    fn turned() -> Curved<'static> {
        let solid = Solid::Cylinder {
            radius: 1.0,
            half_height: 2.0,
            axis: 0,
        };
        Curved {
            columns: [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -2.0]],
            ..Curved::at(solid, [10.0, 20.0, 30.0])
        }
    }

    /// `x` in the unit of the bodies, which is at most one.
    fn at_unit(bodies: &Bodies, x: Vector) -> Vector {
        vector::scale(&x, &Int::ONE.shl((-bodies.exponent) as usize))
    }

    /// Claim: members and membership are those of the image, for a matrix that mirrors.
    #[test]
    fn knows_the_image() {
        let bodies = Bodies::new(&turned(), &turned()).unwrap();
        let body = &bodies.a;
        for (u, expected) in [
            (vector(0, 1, 0), vector(10, 22, 30)),
            (vector(5, 1, 0), vector(11, 22, 30)),
            (vector(0, -1, 1), vector(10, 18, 32)),
        ] {
            let expected = at_unit(&bodies, expected);
            assert_eq!(body.member(&u), expected);
            assert!(body.contains(&expected));
            let reach = vector::dot(&u, &expected).shl(ROOT_BITS);
            assert_eq!(body.reach(&u), reach);
            assert!(body.corners(&u).contains(&expected));
        }
        assert!(body.contains(&at_unit(&bodies, vector(11, 18, 30))));
        assert!(!body.contains(&at_unit(&bodies, vector(11, 18, 31))));
        assert!(!body.contains(&at_unit(&bodies, vector(10, 17, 30))));
        assert!(!body.contains(&at_unit(&bodies, vector(12, 20, 30))));
        assert_eq!(body.axis(), Some(&body.columns()[0]));
        assert_eq!(body.vertices(), None);
    }

    /// Claim: an origin of more digits than the solid and the matrix have moves the image, and
    /// leaves its size as it is.
    #[test]
    fn knows_the_image_at_a_fine_origin() {
        let mut fine = turned();
        fine.origin[0] = 2f64.powi(-100);
        let bodies = Bodies::new(&fine, &turned()).unwrap();
        assert_eq!(bodies.exponent, -100);
        let body = &bodies.a;
        assert!(body.shift > 0);
        let at = |x: Vector| vector::add(&at_unit(&bodies, x), &vector(1, 0, 0));
        let edge = at(vector(1, 22, 30));
        assert_eq!(body.member(&vector(5, 1, 0)), edge);
        assert_eq!(body.reach(&vector(1, 0, 0)), edge[0].shl(ROOT_BITS));
        assert!(body.contains(&edge));
        assert!(!body.contains(&vector::add(&edge, &vector(1, 0, 0))));
        assert!(!body.contains(&vector::add(&edge, &vector(0, 1, 0))));
    }

    /// Claim: a matrix that mirrors maps the base and the apex of a cone correctly.
    #[test]
    fn knows_a_mirrored_image() {
        let solid = Solid::Cone {
            radius: 1.0,
            half_height: 1.0,
            axis: 1,
        };
        let mut upright = Curved::at(solid, [0.0, 5.0, 0.0]);
        let mut inside = [vector(1, 4, 0), vector(0, 6, 0)];
        let mut outside = [vector(1, 6, 0), vector(1, 5, 0)];
        for flip in [1.0, -1.0] {
            upright.columns[1][1] = flip;
            let bodies = Bodies::new(&upright, &upright).unwrap();
            for x in &inside {
                assert!(bodies.a.contains(&at_unit(&bodies, x.clone())));
            }
            for x in &outside {
                assert!(!bodies.a.contains(&at_unit(&bodies, x.clone())));
            }
            inside = [vector(1, 6, 0), vector(0, 4, 0)];
            outside = [vector(1, 4, 0), vector(1, 5, 0)];
        }
    }

    /// Claim: the difference of members and the gap point from B to A, as for polytopes.
    #[test]
    fn looks_from_b_to_a() {
        let mut far = turned();
        far.origin = [10.0, 27.0, 30.0];
        let bodies = Bodies::new(&far, &turned()).unwrap();
        let along_y = vector(0, 4, 0);
        let difference = bodies.difference(&along_y);
        assert_eq!(difference, at_unit(&bodies, vector(0, 3, 0)));
        assert_eq!(
            bodies.gap(&along_y).cmp_sum(&[3.0]),
            std::cmp::Ordering::Equal
        );
        let back = bodies.gap(&vector(0, -1, 0));
        assert_eq!(back.cmp_sum(&[-11.0]), std::cmp::Ordering::Equal);
    }

    /// Claim: for a matrix that flattens the solid no members are found by solving, but corners
    /// are.
    #[test]
    fn a_flat_image_is_not_solved() {
        let mut flat = turned();
        flat.columns[1] = [0.0; 3];
        let bodies = Bodies::new(&flat, &flat).unwrap();
        let middle = bodies.a.origin().clone();
        assert!(!bodies.a.contains(&middle));
        let member = bodies.a.member(&vector(1, 0, 1));
        assert_eq!(member[0], middle[0]);
    }
}
