//! Scenes of engines: bodies in rows, walls and stacks, usually in f32.
//!
//! Both bodies have the same rotation, so faces, edges and axes are parallel up to the rounding of
//! the poses. One is on or next to the other along an axis of that rotation, in contact up to
//! rounding, then moved by some ulps, by a power of two, or by a part of its size. Along the other
//! axes it is slid, often until edges are flush. The cores of sphere-swept shapes overlap, touch,
//! or are apart by less than the radii. The pair is up to a million sizes from the origin.

use arbitrary::Result;
use glam::{DQuat, DVec3, Vec3Swizzles};

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use super::upright::{self, Sort};
use crate::case::{Case, Dim, Kind, Rotation, Scalar, Shape};

/// The number format.
const SCALARS: [(u16, Scalar); 2] = [(7, Scalar::F32), (3, Scalar::F64)];
/// Sizes of bodies, in octaves, and the least relative size of an axis.
const SIZES: (i32, i32) = (-4, 3);
const SIZE_MIN: f64 = 0.125;
/// The sizes of the second body: the same, the same with permuted axes, its own, or those of a
/// floor.
const SECONDS: [(u16, Second); 4] = [
    (5, Second::Same),
    (1, Second::Turned),
    (3, Second::Own),
    (1, Second::Floor),
];
/// How much wider a floor is than the body above it.
const FLOOR: f64 = 64.0;
/// The share of pairs of the same kind.
const ALIKE_PERCENT: u16 = 40;
/// Distance from the origin, in units.
const PLACES: [(u16, f64); 4] = [(1, 0.0), (3, 10.0), (2, 1e3), (2, 1e6)];
/// The share of bodies without a pose, whose corners are rounded in world coordinates.
const BAKED_PERCENT: u16 = 15;
/// Most ulps of a gap, its octaves in sizes of the second body, and the octaves of a visible gap.
const ULPS_MAX: i32 = 4;
const FINE: (i32, i32) = (-30, -8);
const SEEN: (i32, i32) = (-7, 0);

#[derive(Clone, Copy)]
enum Second {
    Same,
    Turned,
    Own,
    Floor,
}

/// The rotation of both.
#[derive(Clone, Copy)]
enum Turn {
    Any,
    /// About one axis.
    Yaw,
    Exact,
    None,
}

const TURNS: [(u16, Turn); 4] = [
    (5, Turn::Any),
    (3, Turn::Yaw),
    (1, Turn::Exact),
    (1, Turn::None),
];

/// The gap along the axis, up to rounding.
#[derive(Clone, Copy)]
enum Gap {
    None,
    Ulps,
    Fine,
    Seen,
    /// The cores touch, for shapes with radii.
    Cores,
    /// The radii overlap partly, or the cores do.
    Sunk,
}

const GAPS: [(u16, Gap); 6] = [
    (3, Gap::None),
    (4, Gap::Ulps),
    (3, Gap::Fine),
    (3, Gap::Seen),
    (2, Gap::Cores),
    (2, Gap::Sunk),
];

/// How far a body is slid along an axis.
#[derive(Clone, Copy)]
enum Slide {
    None,
    /// Its end is flush with that of the other.
    Flush,
    /// Its end is where the other begins.
    Across,
    Any,
}

const SLIDES: [(u16, Slide); 4] = [
    (4, Slide::None),
    (3, Slide::Flush),
    (1, Slide::Across),
    (3, Slide::Any),
];

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let mut format = Format::draw(u)?;
    format.scalar = draw::weighted(u, &SCALARS)?;
    let half_a = sizes(u, format)?;
    let half_b = match draw::weighted(u, &SECONDS)? {
        Second::Same => half_a,
        Second::Turned if format.dim == Dim::Two => half_a.yxz(),
        Second::Turned => half_a.yzx(),
        Second::Own => sizes(u, format)?,
        Second::Floor => DVec3::new(half_a.x * FLOOR, half_a.y, half_a.z * FLOOR),
    };
    let sort_a = upright::sort(u, format.dim)?;
    let sort_b = if draw::chance(u, ALIKE_PERCENT)? {
        sort_a
    } else {
        upright::sort(u, format.dim)?
    };
    let kind_a = upright::kind(u, format.dim, sort_a, half_a)?;
    let kind_b = upright::kind(u, format.dim, sort_b, half_b)?;
    let (apart, way) = apart(u, format.dim, &kind_a, &kind_b)?;

    let rotation = turn(u, format.dim)?;
    let far = draw::weighted(u, &PLACES)?;
    let place = draw::vector(u, format.dim)? * far;
    let stand = |kind: Kind, place: DVec3| Shape {
        pose: Some(body::pose(place, rotation.clone())),
        ..body::bare(kind)
    };
    let mut a = stand(kind_a, place);
    format.round_shape(&mut a);
    let rotation = a.pose_mut().rotation.clone();
    let matrix = body::matrix(&rotation);
    let mut b = stand(kind_b, a.pose_mut().position + matrix * apart);
    format.round_shape(&mut b);
    if way != DVec3::ZERO {
        let largest = body::largest_number(&b);
        let ulp = draw::binade(largest) * draw::power_of_two(-format.mantissa_bits());
        b.translate(matrix * way * ulp);
    }
    for (shape, sort) in [(&mut a, sort_a), (&mut b, sort_b)] {
        let has_corners = matches!(
            sort,
            Sort::Point | Sort::Segment | Sort::Triangle | Sort::Capsule | Sort::Hull
        );
        if has_corners && draw::chance(u, BAKED_PERCENT)? {
            bake(shape);
        }
    }
    Ok(format.case(a, b))
}

fn sizes(u: &mut Source<'_>, format: Format) -> Result<DVec3> {
    let size = draw::magnitude(u, SIZES.0, SIZES.1)?;
    let mut part = || Ok(size * draw::range(u, SIZE_MIN, 1.0)?);
    let sizes = DVec3::new(part()?, part()?, part()?);
    Ok(DVec3::from_array(
        sizes.to_array().map(|size| format.round(size)),
    ))
}

fn turn(u: &mut Source<'_>, dim: Dim) -> Result<Rotation> {
    Ok(match (draw::weighted(u, &TURNS)?, dim) {
        (Turn::None, _) => Rotation::Identity,
        (Turn::Exact, _) => draw::exact_rotation(u, dim)?,
        (Turn::Yaw, Dim::Three) => {
            let about = draw::turn(u, Dim::Two)?;
            let parts = [DQuat::from_xyzw(about.z, 0.0, 0.0, about.w), about];
            let up = DQuat::from_xyzw(0.0, about.z, 0.0, about.w);
            let turn = draw::weighted(u, &[(2, up), (1, parts[0]), (1, parts[1])])?;
            Rotation::Quaternion(turn)
        }
        (Turn::Any | Turn::Yaw, _) => draw::rotation(u, dim)?,
    })
}

/// The offset of the bodies in their frame, and some ulps along the axis between them that only
/// poses can add.
fn apart(u: &mut Source<'_>, dim: Dim, a: &Kind, b: &Kind) -> Result<(DVec3, DVec3)> {
    let (shape_a, shape_b) = (body::bare(a.clone()), body::bare(b.clone()));
    let end = |way: DVec3| body::support(&shape_a, way).dot(way);
    let begin = |way: DVec3| body::support(&shape_b, -way).dot(way);
    let across = draw::axis(u, dim)?;
    let mut apart = DVec3::ZERO;
    for axis in 0..if dim == Dim::Two { 2 } else { 3 } {
        let way = DVec3::AXES[axis];
        let touch = end(way) - begin(way);
        apart[axis] = match draw::weighted(u, &SLIDES)? {
            _ if axis == across => touch,
            Slide::None => 0.0,
            Slide::Flush => end(way) + body::support(&shape_b, way).dot(-way),
            Slide::Across => touch,
            Slide::Any => touch * draw::signed(u)?,
        };
    }
    let way = DVec3::AXES[across];
    let size = end(way) - begin(way);
    let radii = upright::radius(a) + upright::radius(b);
    let mut ulps = 0;
    apart[across] += match draw::weighted(u, &GAPS)? {
        Gap::None => 0.0,
        Gap::Ulps => {
            ulps = draw::between(u, -ULPS_MAX, ULPS_MAX)?;
            0.0
        }
        Gap::Fine => {
            let sign = draw::signed(u)?.signum();
            sign * size * draw::magnitude(u, FINE.0, FINE.1)?
        }
        Gap::Seen => size * draw::magnitude(u, SEEN.0, SEEN.1)?,
        Gap::Cores => -radii,
        Gap::Sunk => -draw::range(u, 0.0, 1.0)? * if radii > 0.0 { radii } else { size },
    };
    Ok((apart, way * f64::from(ulps)))
}

/// Applies the pose to the corners, and removes it.
fn bake(shape: &mut Shape) {
    if let Some(pose) = shape.pose.take() {
        let matrix = body::matrix(&pose.rotation);
        for point in shape.kind.points_mut() {
            *point = matrix * *point + pose.position;
        }
    }
}
