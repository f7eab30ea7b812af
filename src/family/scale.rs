//! Sizes that do not match: one shape up to 10^6 times the other, the first up to 10^6 times larger
//! or smaller than 1, the second so up to 10^12 times.
//!
//! A tolerance relative to the large shape hides the small one, and an absolute one hides both. The
//! second shape is aimed at the first with a gap relative to the small or to the large one, or is
//! inside it.

use arbitrary::Result;

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::Case;

/// The size of the first and the ratio are up to 2^20, about 10^6, up or down.
const EXPONENT_MAX: i32 = 20;
/// The largest gap, in sizes of the shape it is relative to; others are octaves smaller.
const GAP_EXPONENTS: (i32, i32) = (-10, 1);
/// The share of gaps that are negative.
const OVERLAP_PERCENT: u16 = 45;
/// Within this distance of the centre of the large shape, in its sizes, the small one is often
/// inside.
const INSIDE_MAX: f64 = 0.35;

/// The position of the second shape.
#[derive(Clone, Copy)]
enum Placing {
    /// At a gap relative to the small shape.
    Small,
    /// At a gap relative to the large shape.
    Large,
    /// Near the centre of the large shape.
    Inside,
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let mut a = body::draw(u, format.dim)?;
    let mut b = body::draw(u, format.dim)?;
    let size_a = draw::magnitude(u, -EXPONENT_MAX, EXPONENT_MAX - 1)?;
    let ratio = draw::magnitude(u, -EXPONENT_MAX, EXPONENT_MAX - 1)?;
    let size_b = size_a * ratio;
    body::scale(&mut a, size_a);
    body::scale(&mut b, size_b);
    let direction = draw::direction(u, format.dim)?;
    let gap = draw::magnitude(u, GAP_EXPONENTS.0, GAP_EXPONENTS.1)?;
    let gap = if draw::chance(u, OVERLAP_PERCENT)? {
        -gap
    } else {
        gap
    };
    let (small, large) = (size_a.min(size_b), size_a.max(size_b));
    let apart = match draw::weighted(
        u,
        &[
            (4, Placing::Small),
            (3, Placing::Large),
            (3, Placing::Inside),
        ],
    )? {
        Placing::Small => body::aim(&a, &b, direction, gap * small),
        Placing::Large => body::aim(&a, &b, direction, gap * large),
        Placing::Inside => direction * draw::range(u, 0.0, INSIDE_MAX)? * large,
    };
    b.translate(apart);
    Ok(format.case(a, b))
}
