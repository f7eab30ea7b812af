//! A curved shape as given: a solid, its matrix and origin, and a radius.
//!
//! What: the input, and the refusal of numbers without exact meaning.
//! Why it is right: a finite float is an exact number, so nothing is converted here.
//! Cost: one check of each number.

use crate::float;
use crate::pair::{self, InputError, Side};

/// A shape as given: all points within `radius` of the core, which is `origin` plus the image of
/// the solid under the matrix. All numbers are exact.
///
/// A ball is one point and a radius, a capsule two points and a radius.
#[derive(Clone, Copy, Debug)]
pub struct Curved<'a> {
    /// The solid in its own frame.
    pub solid: Solid<'a>,
    /// The columns of the matrix: the images of the axes x, y and z of the solid's frame. Any
    /// finite floats, even a matrix that shears or flattens the solid.
    pub columns: [[f64; 3]; 3],
    /// The translation after that.
    pub origin: [f64; 3],
    /// The radius around the core; not negative. The matrix does not scale it.
    pub radius: f64,
}

/// A convex solid in its own frame. Sizes are not negative; each may be zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid<'a> {
    /// The convex hull of the points; at least one.
    Points(&'a [[f64; 3]]),
    /// All points within `radius` of the axis and at most `half_height` along it from the origin.
    Cylinder {
        /// The radius of the discs.
        radius: f64,
        /// The distance of each disc from the origin.
        half_height: f64,
        /// The axis of its frame along which the cylinder extends: 0 for x, 1 for y, 2 for z.
        axis: usize,
    },
    /// The convex hull of a disc at `-half_height` along the axis, and of a point, the apex, at
    /// `half_height`.
    Cone {
        /// The radius of the disc.
        radius: f64,
        /// The distance of the disc and of the apex from the origin.
        half_height: f64,
        /// The axis of its frame along which the cone extends: 0 for x, 1 for y, 2 for z.
        axis: usize,
    },
    /// The unit ball with each coordinate times its radius. An ellipse in 2D has `radii[2]` zero.
    Ellipsoid {
        /// The semi-axes, along the axes of its frame.
        radii: [f64; 3],
    },
}

impl<'a> Curved<'a> {
    /// The identity matrix.
    pub const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    /// The solid itself at `origin`, not rotated and without radius.
    pub fn at(solid: Solid<'a>, origin: [f64; 3]) -> Curved<'a> {
        Curved {
            solid,
            columns: Curved::IDENTITY,
            origin,
            radius: 0.0,
        }
    }

    /// The projection of the shape onto the plane: every z taken as zero.
    pub(crate) fn flattened(&self) -> Curved<'a> {
        let mut flat = *self;
        for column in &mut flat.columns {
            column[2] = 0.0;
        }
        flat.origin[2] = 0.0;
        flat
    }

    /// Refuses numbers without exact meaning.
    pub(crate) fn check(&self, shape: Side) -> Result<(), InputError> {
        self.solid.check(shape)?;
        for column in &self.columns {
            if !float::is_finite(column) {
                return Err(InputError::MatrixNotFinite { shape });
            }
        }
        if !float::is_finite(&self.origin) {
            return Err(InputError::OriginNotFinite { shape });
        }
        if !is_size(self.radius) {
            return Err(InputError::RadiusNotUsable { shape });
        }
        Ok(())
    }
}

impl Solid<'_> {
    /// Refuses sizes, points and axes without exact meaning.
    fn check(&self, shape: Side) -> Result<(), InputError> {
        match self {
            Solid::Points(points) => pair::check_points(points, shape),
            Solid::Cylinder {
                radius,
                half_height,
                axis,
            }
            | Solid::Cone {
                radius,
                half_height,
                axis,
            } => {
                check_size(*radius, shape, "radius of the disc")?;
                check_size(*half_height, shape, "half-height")?;
                if *axis > 2 {
                    return Err(InputError::AxisNotUsable { shape });
                }
                Ok(())
            }
            Solid::Ellipsoid { radii } => {
                check_size(radii[0], shape, "radius along x")?;
                check_size(radii[1], shape, "radius along y")?;
                check_size(radii[2], shape, "radius along z")
            }
        }
    }
}

fn check_size(size: f64, shape: Side, name: &'static str) -> Result<(), InputError> {
    if is_size(size) {
        Ok(())
    } else {
        Err(InputError::SizeNotUsable { shape, name })
    }
}

fn is_size(value: f64) -> bool {
    value.is_finite() && value >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: each cause of refusal is named, and zero sizes are accepted.
    #[test]
    fn names_what_is_wrong() {
        let flat = Curved::at(Solid::Ellipsoid { radii: [0.0; 3] }, [0.0; 3]);
        assert_eq!(flat.check(Side::A), Ok(()));
        let says = |curved: Curved, message: &str| {
            let error = curved.check(Side::B).expect_err(message);
            assert_eq!(error.to_string(), message);
        };
        let cylinder = |radius, half_height, axis| {
            Curved::at(
                Solid::Cylinder {
                    radius,
                    half_height,
                    axis,
                },
                [0.0; 3],
            )
        };
        assert_eq!(cylinder(0.0, -0.0, 2).check(Side::A), Ok(()));
        let message = "the radius of the disc of shape b is negative or not finite";
        says(cylinder(-1.0, 1.0, 0), message);
        says(cylinder(f64::INFINITY, 1.0, 0), message);
        let message = "the half-height of shape b is negative or not finite";
        says(cylinder(1.0, f64::NAN, 0), message);
        says(
            cylinder(1.0, 1.0, 3),
            "the axis of shape b is not 0, 1 or 2",
        );
        let cone = Solid::Cone {
            radius: 1.0,
            half_height: -1.0,
            axis: 0,
        };
        says(Curved::at(cone, [0.0; 3]), message);
        for (axis, message) in [
            "the radius along x of shape b is negative or not finite",
            "the radius along y of shape b is negative or not finite",
            "the radius along z of shape b is negative or not finite",
        ]
        .into_iter()
        .enumerate()
        {
            let mut radii = [1.0; 3];
            radii[axis] = -0.5;
            says(Curved::at(Solid::Ellipsoid { radii }, [0.0; 3]), message);
        }
        says(
            Curved::at(Solid::Points(&[]), [0.0; 3]),
            "shape b has no points",
        );
        says(
            Curved::at(Solid::Points(&[[f64::NAN; 3]]), [0.0; 3]),
            "point 0 of shape b is not finite",
        );
        says(
            Curved::at(flat.solid, [0.0, f64::INFINITY, 0.0]),
            "the origin of shape b is not finite",
        );
        let mut turned = flat;
        turned.columns[2][1] = f64::NAN;
        says(turned, "the matrix of shape b is not finite");
        let mut rounded = flat;
        rounded.radius = -1.0;
        let message = "the radius of shape b is negative or not finite";
        says(rounded, message);
    }
}
