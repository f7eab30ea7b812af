//! Shapes that touch exactly, and the same pairs a few ulps or a tiny fraction of their size apart.
//!
//! `contact` and `aligned` build a pair that touches. It is scaled by a power of two, which is
//! exact. Then one shape is nudged along the contact normal or an axis: by j ulps of its largest
//! coordinate with j from -4 to 4, or by a fraction 2^-4 to 2^-60 of it. Away along the normal the
//! pair separates; towards it the pair overlaps unless corners or edges slip past each other; along
//! a tangent it may still touch. A nudge too small for the coordinates is lost in their rounding;
//! in a separate pose it lasts until the solver adds it, in f64.

use arbitrary::Result;
use glam::DVec3;

use super::aligned;
use super::body;
use super::contact::{self, Contact};
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Kind, Rotation};

/// The share of pairs with small integers; the others have full mantissas.
const LATTICE_PERCENT: u16 = 65;
/// The pair is scaled by 2 to the power of this at most, up or down: about 10^6.
const SCALE_EXPONENT_MAX: i32 = 20;
/// Most ulps of a nudge.
const ULPS_MAX: i32 = 4;
/// The largest and the smallest nudge by a fraction are 2 to the minus this.
const FRACTION_EXPONENTS: (i32, i32) = (4, 60);
/// The share of nudges in a separate pose.
const POSE_PERCENT: u16 = 30;

/// The size of a nudge.
#[derive(Clone, Copy)]
enum Nudge {
    None,
    Ulps,
    Fraction,
}

/// The direction of a nudge.
#[derive(Clone, Copy)]
enum Way {
    Normal,
    /// The axis closest to the normal.
    Across,
    /// Any axis.
    Axis,
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let mut contact = if draw::chance(u, LATTICE_PERCENT)? {
        contact::lattice(u, format.dim)?
    } else {
        aligned::draw(u, format)?
    };
    // Full mantissas must be rounded before the nudge, which must start from contact.
    format.round_shape(&mut contact.a);
    format.round_shape(&mut contact.b);
    let exponent = draw::between(u, -SCALE_EXPONENT_MAX, SCALE_EXPONENT_MAX)?;
    body::scale(&mut contact.a, draw::power_of_two(exponent));
    body::scale(&mut contact.b, draw::power_of_two(exponent));
    nudge(u, format, &mut contact)?;
    Ok(format.case(contact.a, contact.b))
}

/// Moves `b` a little, or not at all.
fn nudge(u: &mut Source<'_>, format: Format, contact: &mut Contact) -> Result<()> {
    let unit = draw::binade(body::largest_number(&contact.b));
    let steps = match draw::weighted(
        u,
        &[(3, Nudge::None), (4, Nudge::Ulps), (5, Nudge::Fraction)],
    )? {
        Nudge::None => return Ok(()),
        Nudge::Ulps => {
            let ulps = draw::between(u, -ULPS_MAX, ULPS_MAX)?;
            f64::from(ulps) * draw::power_of_two(-format.mantissa_bits())
        }
        Nudge::Fraction => {
            let exponent = draw::between(u, FRACTION_EXPONENTS.0, FRACTION_EXPONENTS.1)?;
            let sign = if u.arbitrary()? { 1.0 } else { -1.0 };
            sign * draw::power_of_two(-exponent)
        }
    };
    let way = match draw::weighted(u, &[(4, Way::Normal), (4, Way::Across), (1, Way::Axis)])? {
        Way::Normal => contact.normal,
        Way::Across => DVec3::AXES[contact.normal.abs().max_position()],
        Way::Axis => DVec3::AXES[draw::axis(u, format.dim)?],
    };
    let own_frame = contact.b.pose.is_none() && !matches!(contact.b.kind, Kind::Point { .. });
    if own_frame && draw::chance(u, POSE_PERCENT)? {
        contact.b.pose = Some(body::pose(DVec3::ZERO, Rotation::Identity));
    }
    contact.b.translate(unit * steps * way);
    Ok(())
}
