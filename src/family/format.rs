//! The dimension and number format of a case, and making a case of two shapes.

use arbitrary::Result;
use glam::{DMat3, DQuat, DVec3};
use serde_json::Map;

use super::draw;
use super::source::Source;
use crate::case::{Case, Dim, Expect, Kind, Rotation, Scalar, Shape};

/// Dimension and number format of a case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    /// The plane or space.
    pub(super) dim: Dim,
    /// The number format.
    pub(super) scalar: Scalar,
}

impl Format {
    /// One case in three is in 2D; half of them are stored in f32.
    pub(super) fn draw(u: &mut Source<'_>) -> Result<Self> {
        // A fuzz target may be about 2D or 3D, so a swarm must not turn one off.
        let dim = if u.int_in_range(0..=2u16)? < 2 {
            Dim::Three
        } else {
            Dim::Two
        };
        let scalar = draw::weighted(u, &[(1, Scalar::F64), (1, Scalar::F32)])?;
        Ok(Self { dim, scalar })
    }

    /// Bits of a number of this format after the leading one.
    pub(super) fn mantissa_bits(self) -> i32 {
        match self.scalar {
            Scalar::F32 => f32::MANTISSA_DIGITS as i32 - 1,
            Scalar::F64 => f64::MANTISSA_DIGITS as i32 - 1,
        }
    }

    /// `x` rounded to this format.
    pub(super) fn round(self, x: f64) -> f64 {
        self.scalar.round(x)
    }

    /// `v` rounded to this format; in 2D its z becomes zero.
    pub(super) fn round_vector(self, v: DVec3) -> DVec3 {
        let z = if self.dim == Dim::Two { 0.0 } else { v.z };
        DVec3::new(self.round(v.x), self.round(v.y), self.round(z))
    }

    /// The case of `a` and `b`, with every number rounded to this format. Its id is left empty.
    pub(super) fn case(self, mut a: Shape, mut b: Shape) -> Case {
        self.round_shape(&mut a);
        self.round_shape(&mut b);
        Case {
            id: String::new(),
            dim: self.dim,
            scalar: self.scalar,
            a,
            b,
            expect: Expect::default(),
            reference: None,
            exact: None,
            query: None,
            other: Map::new(),
        }
    }

    /// Rounds every number of `shape`, its pose included, to this format.
    pub(super) fn round_shape(self, shape: &mut Shape) {
        shape
            .kind
            .points_mut()
            .iter_mut()
            .for_each(|p| **p = self.round_vector(**p));
        shape
            .kind
            .lengths_mut()
            .iter_mut()
            .for_each(|x| **x = self.round(**x));
        if let (
            Kind::Box {
                half_extents: sizes,
            }
            | Kind::Ellipsoid { radii: sizes },
            Dim::Two,
        ) = (shape.kind.innermost_mut(), self.dim)
        {
            sizes.z = 0.0;
        }
        let Some(pose) = &mut shape.pose else { return };
        pose.position = self.round_vector(pose.position);
        match &mut pose.rotation {
            Rotation::Identity => {}
            Rotation::Angle(angle) => *angle = self.round(*angle),
            Rotation::Quaternion(q) => {
                *q = DQuat::from_array(q.to_array().map(|x| self.round(x)));
            }
            Rotation::Matrix { matrix, quaternion } => {
                *matrix = DMat3::from_cols_array(&matrix.to_cols_array().map(|x| self.round(x)));
                *quaternion = None;
            }
        }
    }
}
