//! Three perpendicular integer vectors of one integer length: directions along which lengths are
//! exact.
//!
//! They are the columns of the matrix of a quaternion that is not divided by its length (L. Euler's
//! parametrisation of rational rotations). With one nonzero part they are the axes, with two they
//! are Pythagorean triples, and with parts of half the mantissa their components take all of its
//! bits.

use arbitrary::Result;
use glam::DVec3;

use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::Dim;

/// Perpendicular vectors of the same length, exactly. In 2D the last one is zero.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) normal: DVec3,
    pub(super) tangents: [DVec3; 2],
    /// The length of each, an integer.
    pub(super) length: f64,
    /// Whether they are the axes, so that no sum of their multiples is rounded.
    pub(super) is_axes: bool,
}

/// The bits of the parts of the quaternion.
#[derive(Clone, Copy)]
enum Parts {
    Axes,
    Few,
    Half,
}

const PARTS: [(u16, Parts); 3] = [(7, Parts::Axes), (1, Parts::Few), (2, Parts::Half)];
/// The largest part of few bits.
const FEW_MAX: i32 = 3;
/// Four squares and the sum of two multiples have this many more bits than the square of a part.
const BITS_TAKEN: i32 = 5;

impl Frame {
    /// A frame whose components, and those of the sum of two vectors and of four times one, fit
    /// this format.
    pub(super) fn draw(u: &mut Source<'_>, format: Format) -> Result<Self> {
        let most = match draw::weighted(u, &PARTS)? {
            Parts::Axes => 0,
            Parts::Few => FEW_MAX,
            Parts::Half => 1 << ((format.mantissa_bits() + 1 - BITS_TAKEN) / 2),
        };
        let mut part = || Ok(f64::from(draw::between(u, -most, most)?));
        let (w, z) = (part()?, part()?);
        let (x, y) = match format.dim {
            Dim::Two => (0.0, 0.0),
            Dim::Three => (part()?, part()?),
        };
        let length = w * w + x * x + y * y + z * z;
        if length == 0.0 {
            return Self::axes(u, format.dim);
        }
        let columns = [
            DVec3::new(
                w * w + x * x - y * y - z * z,
                2.0 * (x * y + w * z),
                2.0 * (x * z - w * y),
            ),
            DVec3::new(
                2.0 * (x * y - w * z),
                w * w - x * x + y * y - z * z,
                2.0 * (y * z + w * x),
            ),
            DVec3::new(
                2.0 * (x * z + w * y),
                2.0 * (y * z - w * x),
                w * w - x * x - y * y + z * z,
            ),
        ];
        Ok(Self::of(format.dim, columns, length))
    }

    /// The axes, in any order and with any signs.
    fn axes(u: &mut Source<'_>, dim: Dim) -> Result<Self> {
        let mut columns = DVec3::AXES;
        match dim {
            Dim::Two => draw::shuffle(u, &mut columns[..2])?,
            Dim::Three => draw::shuffle(u, &mut columns)?,
        }
        for column in &mut columns {
            if u.arbitrary()? {
                *column = DVec3::ZERO - *column;
            }
        }
        Ok(Self {
            is_axes: true,
            ..Self::of(dim, columns, 1.0)
        })
    }

    fn of(dim: Dim, [normal, first, second]: [DVec3; 3], length: f64) -> Self {
        let second = if dim == Dim::Two { DVec3::ZERO } else { second };
        Self {
            normal,
            tangents: [first, second],
            length,
            is_axes: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Scalar;

    /// Claim: the vectors are perpendicular, have the stated length, and in some frames many bits.
    /// Checked on 1,000 frames of each format, in 128-bit integers.
    #[test]
    fn frames_are_exact() {
        for (scalar, bits) in [(Scalar::F32, 18), (Scalar::F64, 46)] {
            for dim in [Dim::Two, Dim::Three] {
                let format = Format { dim, scalar };
                let mut longest = 0.0f64;
                let (mut axes, mut bytes) = (0, [0u8; 64]);
                for index in 0..1000u64 {
                    for (place, byte) in bytes.iter_mut().enumerate() {
                        *byte = super::super::mix("frame", index, place as u64) as u8;
                    }
                    let frame = Frame::draw(&mut Source::new(&bytes), format).expect("any bytes");
                    let whole = |v: DVec3| v.to_array().map(|x| x as i128);
                    let dot = |v: DVec3, w: DVec3| -> i128 {
                        let products = whole(v).into_iter().zip(whole(w)).map(|(x, y)| x * y);
                        products.sum()
                    };
                    let [first, second] = frame.tangents;
                    let squared = (frame.length as i128).pow(2);
                    assert_eq!(dot(frame.normal, frame.normal), squared);
                    assert_eq!(dot(first, first), squared);
                    assert_eq!(dot(frame.normal, first), 0);
                    assert_eq!(dot(frame.normal, second) + dot(first, second), 0);
                    let in_plane = dim == Dim::Two;
                    assert_eq!(dot(second, second), if in_plane { 0 } else { squared });
                    longest = longest.max(frame.length);
                    axes += u32::from(frame.is_axes);
                }
                assert!(longest > draw::power_of_two(bits), "{longest}");
                assert!((600..850).contains(&axes), "{axes}");
            }
        }
    }
}
