//! Almost coplanar, almost collinear: flat sets with corners lifted by ulps or by a power of two.
//!
//! The pairs are those of `flat`: sets of small integers that cross, share corners or a plane. Then
//! one corner, or each, is lifted out of the set or along an axis: by some ulps of the largest
//! number, or by a fraction 2^-k of it. A tetrahedron becomes so thin that the last bits decide the
//! signs of products of its differences, and a triangle almost a segment. Half of the pairs are
//! moved by integers first, so that a lift by ulps is one of large coordinates.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::draw;
use super::flat;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim};

/// The lifted shape.
#[derive(Clone, Copy)]
enum Lifted {
    First,
    Second,
    Both,
}

const LIFTED: [(u16, Lifted); 3] = [(2, Lifted::First), (2, Lifted::Second), (3, Lifted::Both)];
/// The share of sets with every corner lifted, not only one.
const EVERY_PERCENT: u16 = 30;
/// The share of lifts by ulps, and how many at most.
const ULPS_PERCENT: u16 = 50;
const ULPS_MAX: i32 = 4;
/// The largest and the smallest lift by a fraction are 2 to the minus this.
const FRACTION_EXPONENTS: (i32, i32) = (4, 52);
/// The share of pairs moved by integers, and by how much.
const MOVED_PERCENT: u16 = 50;
const MOVED_MAX: i32 = 16;
/// Sizes from 2^-20 to 2^20, and the share of those with a full mantissa.
const SIZE_EXPONENTS: (i32, i32) = (-20, 19);
const FULL_PERCENT: u16 = 30;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let [mut points_a, mut points_b] = flat::pair(u, format.dim)?;
    if draw::chance(u, MOVED_PERCENT)? {
        let way = draw::lattice(u, format.dim, -MOVED_MAX, MOVED_MAX)?;
        points_a
            .iter_mut()
            .chain(&mut points_b)
            .for_each(|p| *p += way);
    }
    let lifted = draw::weighted(u, &LIFTED)?;
    if !matches!(lifted, Lifted::Second) {
        lift(u, format, &mut points_a)?;
    }
    if !matches!(lifted, Lifted::First) {
        lift(u, format, &mut points_b)?;
    }
    let mut size = draw::magnitude(u, SIZE_EXPONENTS.0, SIZE_EXPONENTS.1)?;
    if !draw::chance(u, FULL_PERCENT)? {
        size = draw::binade(size);
    }
    let mut a = body::bare(body::hull(u, points_a)?);
    let mut b = body::bare(body::hull(u, points_b)?);
    body::scale(&mut a, size);
    body::scale(&mut b, size);
    Ok(format.case(a, b))
}

/// Lifts one corner or every one, out of the set or along an axis.
fn lift(u: &mut Source<'_>, format: Format, points: &mut [DVec3]) -> Result<()> {
    let largest = points
        .iter()
        .fold(0.0, |l: f64, p| l.max(p.abs().max_element()));
    let every = draw::chance(u, EVERY_PERCENT)?;
    let only = u.int_in_range(0..=points.len() as u32 - 1)? as usize;
    let out = if u.arbitrary()? {
        out_of(format.dim, points)
    } else {
        DVec3::AXES[draw::axis(u, format.dim)?]
    };
    for (index, point) in points.iter_mut().enumerate() {
        if every || index == only {
            *point += out * draw::binade(largest) * height(u, format)?;
        }
    }
    Ok(())
}

/// The height, in parts of the largest number.
fn height(u: &mut Source<'_>, format: Format) -> Result<f64> {
    let (ulps, fraction) = (
        f64::from(draw::between(u, -ULPS_MAX, ULPS_MAX)?),
        draw::between(u, FRACTION_EXPONENTS.0, FRACTION_EXPONENTS.1)?,
    );
    Ok(if draw::chance(u, ULPS_PERCENT)? {
        ulps * draw::power_of_two(-format.mantissa_bits())
    } else {
        draw::power_of_two(-fraction).copysign(ulps)
    })
}

/// A direction out of the line or plane of the first corners that span one.
fn out_of(dim: Dim, points: &[DVec3]) -> DVec3 {
    let edges = || {
        points
            .iter()
            .map(|p| *p - points[0])
            .filter(|edge| *edge != DVec3::ZERO)
    };
    let Some(along) = edges().next() else {
        return DVec3::X;
    };
    let out = match dim {
        Dim::Two => along.cross(DVec3::Z),
        Dim::Three => {
            let normal = edges()
                .map(|edge| along.cross(edge))
                .find(|n| *n != DVec3::ZERO);
            normal.unwrap_or_else(|| along.any_orthogonal_vector())
        }
    };
    out / out.abs().max_element()
}
