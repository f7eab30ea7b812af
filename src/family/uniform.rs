//! Random shapes of unit size: the everyday cases of an application.
//!
//! Two shapes within the unit cube of their frames, their centres 0 to 2.5 sizes apart. Random
//! numbers with full mantissas never touch, so this family does not test contact.

use arbitrary::Result;

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Scalar};

/// Largest distance between the centres, in sizes: nothing beyond is harder.
const APART_MAX: f64 = 2.5;
/// Largest distance between the centres for intended overlap, in sizes.
const CLOSE_MAX: f64 = 0.5;
/// The share of intended overlap.
const CLOSE_PERCENT: u16 = 55;
/// The share of f64 cases with numbers that fit f32: their low bits are zero.
const SHORT_PERCENT: u16 = 25;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let mut format = Format::draw(u)?;
    let mut a = body::draw(u, format.dim)?;
    let mut b = body::draw(u, format.dim)?;
    let apart_max = if draw::chance(u, CLOSE_PERCENT)? {
        CLOSE_MAX
    } else {
        APART_MAX
    };
    let apart = draw::direction(u, format.dim)? * draw::range(u, 0.0, apart_max)?;
    a.translate(draw::vector(u, format.dim)? / 2.0);
    b.translate(apart);
    if format.scalar == Scalar::F64 && draw::chance(u, SHORT_PERCENT)? {
        format.scalar = Scalar::F32;
        let case = format.case(a, b);
        return Ok(Case {
            scalar: Scalar::F64,
            ..case
        });
    }
    Ok(format.case(a, b))
}
