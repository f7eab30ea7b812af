//! Sets without an interior: points, segments and flat polygons in 3D, points and segments in 2D,
//! with duplicate and collinear corners, against each other and against solid shapes.
//!
//! A flat set is an origin plus small integer multiples of one or two integer directions, so it is
//! exactly flat, in axis planes and in tilted ones. The second shape is anywhere, through the same
//! origin, with a common corner, in the same plane, or identical. Coplanar flat sets never have a
//! common interior; those that cross in different planes overlap, as their Minkowski difference is
//! solid. A third of the cases is stretched by a factor with a full mantissa: common corners and
//! axis planes survive its rounding, tilted planes become almost flat.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Shape};

/// Largest component of a direction and of an origin.
const DIRECTION_MAX: i32 = 3;
/// Most steps along a direction.
const STEPS_MAX: i32 = 4;
/// Most corners of a flat polygon, besides up to four around its origin.
const CORNERS_MAX: u16 = 7;
/// The share of directions along the axes.
const AXIS_PERCENT: u16 = 40;
/// The share of cases stretched by a number with a full mantissa.
const STRETCH_PERCENT: u16 = 30;
/// The share of sets replaced by a ball or capsule of radius 0 or 1, or by their bounding box.
/// Those of radius 1, and the boxes of tilted sets, have an interior.
const CURVED_PERCENT: u16 = 20;

/// The position of the second shape relative to the first.
#[derive(Clone, Copy)]
enum Relation {
    /// Anywhere nearby.
    Apart,
    /// Both are built around one origin.
    Through,
    /// A corner in common.
    Corner,
    /// In the same plane or on the same line, shifted within it.
    Within,
    /// The same points in another order.
    Same,
    /// A solid shape around a corner of the first.
    Full,
}

/// A flat set: all integer combinations of `directions`, of which unused ones are zero.
struct Flat {
    origin: DVec3,
    directions: [DVec3; 2],
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let [points_a, points_b] = pair(u, format.dim)?;
    let (mut a, mut b) = (shape(u, points_a)?, shape(u, points_b)?);
    let factor = if draw::chance(u, STRETCH_PERCENT)? {
        draw::magnitude(u, -4, 4)?
    } else {
        draw::power_of_two(draw::between(u, -4, 4)?)
    };
    body::scale(&mut a, factor);
    body::scale(&mut b, factor);
    Ok(format.case(a, b))
}

/// The corners of two sets in a drawn relation, the first of which is flat: small integers.
pub(super) fn pair(u: &mut Source<'_>, dim: Dim) -> Result<[Vec<DVec3>; 2]> {
    let relation = draw::weighted(
        u,
        &[
            (3, Relation::Apart),
            (4, Relation::Through),
            (3, Relation::Corner),
            (4, Relation::Within),
            (1, Relation::Same),
            (3, Relation::Full),
        ],
    )?;
    let flat = Flat::draw(u, dim)?;
    let points_a = flat.points(u)?;
    let points_b = related(u, dim, relation, &flat, &points_a)?;
    Ok([points_a, points_b])
}

/// The corners of a flat set: small integers.
pub(super) fn points(u: &mut Source<'_>, dim: Dim) -> Result<Vec<DVec3>> {
    Flat::draw(u, dim)?.points(u)
}

impl Flat {
    /// A flat set of rank 0 to 2 in space, 0 to 1 in the plane, around any origin.
    fn draw(u: &mut Source<'_>, dim: Dim) -> Result<Self> {
        let origin = draw::lattice(u, dim, -DIRECTION_MAX, DIRECTION_MAX)?;
        Self::around(u, dim, origin)
    }

    /// The same around `origin`.
    fn around(u: &mut Source<'_>, dim: Dim, origin: DVec3) -> Result<Self> {
        let rank = match dim {
            Dim::Two => draw::weighted(u, &[(3, 1), (1, 0)])?,
            Dim::Three => draw::weighted(u, &[(5, 2), (3, 1), (1, 0)])?,
        };
        let mut directions = [DVec3::ZERO; 2];
        for slot in &mut directions[..rank] {
            *slot = if draw::chance(u, AXIS_PERCENT)? {
                DVec3::AXES[draw::axis(u, dim)?]
            } else {
                draw::lattice(u, dim, -DIRECTION_MAX, DIRECTION_MAX)?
            };
        }
        Ok(Self { origin, directions })
    }

    /// Corners: half of the time on both sides of the origin along every direction, otherwise
    /// anywhere.
    fn points(&self, u: &mut Source<'_>) -> Result<Vec<DVec3>> {
        let [s, t] = self.directions;
        let mut points = vec![];
        if u.arbitrary()? {
            points.extend([s, -s, t, -t].map(|way| self.origin + f64::from(STEPS_MAX / 2) * way));
        }
        for _ in 0..draw::count(u, 1, CORNERS_MAX)? {
            let mut step = || Ok(f64::from(draw::between(u, -STEPS_MAX, STEPS_MAX)?));
            points.push(self.origin + step()? * s + step()? * t);
        }
        // Without directions one point is enough; duplicates remain in half of the cases.
        if u.arbitrary()? {
            points.sort_by(|p, q| p.to_array().partial_cmp(&q.to_array()).expect("finite"));
            points.dedup();
        }
        draw::shuffle(u, &mut points)?;
        Ok(points)
    }
}

/// The corners of the second shape.
fn related(
    u: &mut Source<'_>,
    dim: Dim,
    relation: Relation,
    flat: &Flat,
    points_a: &[DVec3],
) -> Result<Vec<DVec3>> {
    match relation {
        Relation::Apart => Flat::draw(u, dim)?.points(u),
        Relation::Through => Flat::around(u, dim, flat.origin)?.points(u),
        Relation::Corner => {
            let mut points = Flat::draw(u, dim)?.points(u)?;
            let shift = points_a[0] - points[0];
            points.iter_mut().for_each(|p| *p += shift);
            Ok(points)
        }
        Relation::Within => {
            let [s, t] = flat.directions;
            let mut steps = || Ok(f64::from(draw::between(u, -STEPS_MAX, STEPS_MAX)?));
            let origin = flat.origin + steps()? * s + steps()? * t;
            Flat { origin, ..*flat }.points(u)
        }
        Relation::Same => {
            let mut points = points_a.to_vec();
            draw::shuffle(u, &mut points)?;
            Ok(points)
        }
        Relation::Full => {
            let count = draw::count(u, 4, CORNERS_MAX + 1)?;
            let around = points_a[0];
            let mut corner = || Ok(around + draw::lattice(u, dim, -STEPS_MAX, STEPS_MAX)?);
            (0..count).map(|_| corner()).collect()
        }
    }
}

/// The hull of `points`, or another kind around it.
fn shape(u: &mut Source<'_>, points: Vec<DVec3>) -> Result<Shape> {
    if draw::chance(u, CURVED_PERCENT)? {
        let radius = f64::from(draw::between(u, 0, 1)?);
        match *points.as_slice() {
            [p] if u.arbitrary()? => return Ok(body::posed(Kind::Sphere { radius }, p)),
            [p0, p1] if u.arbitrary()? => {
                return Ok(body::bare(Kind::Capsule { p0, p1, radius }));
            }
            _ => return Ok(bounding_box(&points)),
        }
    }
    Ok(body::bare(body::hull(u, points)?))
}

/// The axis-aligned bounding box of `points`: flat if they lie in an axis plane.
fn bounding_box(points: &[DVec3]) -> Shape {
    let low = points.iter().copied().fold(points[0], DVec3::min);
    let high = points.iter().copied().fold(points[0], DVec3::max);
    body::posed(
        Kind::Box {
            half_extents: (high - low) / 2.0,
        },
        (low + high) / 2.0,
    )
}
