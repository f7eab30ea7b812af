//! The exact distance is a hair's breadth from a decisive number: a float, the midpoint of two
//! floats, the sum of the radii, or a margin beyond it; above it, below it, or exactly on it. A
//! hair is 2^-54 to 2^-1000 of the distance.
//!
//! The two nearest features (corner, edge or face) are built on the normal and the tangents of a
//! [`Frame`], whose lengths are exact. Then something is off by a hair: a feature is moved along
//! the normal or perpendicular to it, a radius is that small, or the edge or face is tilted, so
//! that its corners are each off differently. The properties `cutoff` and `proximity` query the
//! floats next to the exact distance, so a float serves as a maximum distance and as a margin too.

use std::ops::Deref;

use arbitrary::Result;
use glam::DVec3;

use super::draw;
use super::features::{
    Feature::{self, Corner, Edge, Face},
    Gap, Side,
};
use super::format::Format;
use super::frame::Frame;
use super::source::Source;
use crate::case::{Case, Dim, Scalar};

/// The number that the distance is next to.
#[derive(Clone, Copy, PartialEq)]
enum Anchor {
    Float,
    Middle,
    /// The sum of the radii, which decides the verdict.
    Radii,
    /// A float, after the radii are subtracted.
    Margin,
}

const ANCHORS: [(u16, Anchor); 4] = [
    (6, Anchor::Float),
    (2, Anchor::Middle),
    (3, Anchor::Radii),
    (2, Anchor::Margin),
];

const PAIRS_PLANE: [(u16, [Feature; 2]); 3] = [
    (6, [Corner, Corner]),
    (5, [Corner, Edge(0)]),
    (1, [Edge(0), Edge(0)]),
];
const PAIRS_SPACE: [(u16, [Feature; 2]); 7] = [
    (6, [Corner, Corner]),
    (4, [Corner, Edge(0)]),
    (4, [Corner, Face]),
    (2, [Edge(0), Edge(1)]),
    (1, [Edge(0), Edge(0)]),
    (1, [Edge(1), Face]),
    (1, [Face, Face]),
];

/// The part that is off by a hair. If a pair cannot have it, a motion along the normal.
#[derive(Clone, Copy, PartialEq)]
enum Hair {
    Along,
    /// Nothing: the distance is the number itself.
    None,
    /// Perpendicular to the normal by the root of the hair, as its square counts.
    Across,
    Both,
    Radius,
    /// The corners of an edge or a face, each differently.
    Corners,
    /// An edge or a face is tilted, and the other shape moved perpendicular by as much.
    Slope,
}

const HAIRS: [(u16, Hair); 7] = [
    (3, Hair::Along),
    (1, Hair::None),
    (4, Hair::Across),
    (6, Hair::Both),
    (1, Hair::Radius),
    (3, Hair::Corners),
    (3, Hair::Slope),
];

/// A hair is 2 to the power of minus this, relative to the distance. Double-double ends at 106.
const EXPONENTS: [(u16, (i32, i32)); 5] = [
    (1, (54, 64)),
    (3, (64, 80)),
    (6, (80, 128)),
    (2, (128, 300)),
    (1, (300, 1000)),
];
/// The ratio of a second hair to the first, in octaves.
const SECOND: (i32, i32) = (-4, 8);
/// The share of distances along axes with all bits drawn; the others are powers of two or next to
/// one.
const FULL_PERCENT: u16 = 70;
/// The share of sphere-swept pairs whose radii are drawn first, so that their sum is no float.
const DRAWN_RADII_PERCENT: u16 = 50;
/// The share of pairs that are moved to 2D though they were drawn in 3D.
const MORE_PLANE_PERCENT: u16 = 25;
/// The share of pairs of corners of which one is a point.
const ALONE_PERCENT: u16 = 60;
/// The share of boxes, if one fits.
const BOX_PERCENT: u16 = 15;

/// A gap, and the octaves of the hair below the distance of the cores.
struct Scene {
    gap: Gap,
    hair: i32,
}

impl Deref for Scene {
    type Target = Gap;

    fn deref(&self) -> &Gap {
        &self.gap
    }
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let mut format = Format::draw(u)?;
    if draw::chance(u, MORE_PLANE_PERCENT)? {
        format.dim = Dim::Two;
    }
    let scene = Scene::draw(u, format)?;
    let anchor = draw::weighted(u, &ANCHORS)?;
    let mut features = match format.dim {
        Dim::Two => draw::weighted(u, &PAIRS_PLANE)?,
        Dim::Three => draw::weighted(u, &PAIRS_SPACE)?,
    };
    draw::shuffle(u, &mut features)?;
    let hair = draw::weighted(u, &HAIRS)?;
    let (mut moves, radii) = scene.lengths(u, anchor)?;
    let mut sides = [
        scene.side(u, -1.0, features[0], radii[0])?,
        scene.side(u, 1.0, features[1], radii[1])?,
    ];
    scene.part(u, hair, &features, &mut sides, &mut moves)?;
    let alone = if features == [Corner; 2] && draw::chance(u, ALONE_PERCENT)? {
        Some(draw::count(u, 0, 1)?)
    } else {
        None
    };
    for side in 0..2 {
        let other_is_box = sides[1 - side].half_extents.is_some();
        let fits = scene.frame.is_axes && !sides[side].is_tilted && !other_is_box;
        if fits && draw::chance(u, BOX_PERCENT)? {
            scene.make_box(u, features[side], &mut sides[side])?;
        } else if alone != Some(side) {
            scene.deepen(u, &mut sides[side], scene.hair)?;
        }
    }
    scene.place(u, &moves, &mut sides)?;
    let [a, b] = sides;
    Ok(format.case(a.shape(u)?, b.shape(u)?))
}

impl Scene {
    fn draw(u: &mut Source<'_>, format: Format) -> Result<Self> {
        // Sizes, and the least exponent of a number, with room for the bits below it.
        let (most, least) = match format.scalar {
            Scalar::F64 => (60, -960),
            Scalar::F32 => (12, -124),
        };
        let frame = Frame::draw(u, format)?;
        let exponent = draw::between(u, -most, most)?;
        let size = draw::power_of_two(exponent);
        let (step, distance) = if frame.is_axes {
            let length = if draw::chance(u, FULL_PERCENT)? {
                1.0 + draw::signed(u)?.abs()
            } else {
                let ulp = draw::power_of_two(-format.mantissa_bits());
                1.0 + f64::from(draw::between(u, -1, 1)?) * ulp
            };
            let length = format.round(size * length);
            (length, length)
        } else {
            let step = size / draw::binade(frame.length);
            (step, step * frame.length)
        };
        let (low, high) = draw::weighted(u, &EXPONENTS)?;
        let hair = draw::between(u, low, high)?.min(exponent - least);
        let gap = Gap {
            format,
            frame,
            distance,
            step,
        };
        Ok(Self { gap, hair })
    }

    /// The offsets between the cores, each stored separately, and the radii.
    fn lengths(&self, u: &mut Source<'_>, anchor: Anchor) -> Result<(Vec<DVec3>, [f64; 2])> {
        let normal = self.frame.normal;
        // From half of the whole on, the difference is a number of the same format (P. H. Sterbenz,
        // 1974).
        let part = |u: &mut Source<'_>, whole: f64| {
            let share = draw::range(u, 0.5, 1.0)?;
            Ok(self.format.round(whole * share))
        };
        let mut radii = [0.0; 2];
        let mut moves = vec![normal * self.step];
        match anchor {
            Anchor::Float => {}
            Anchor::Middle => {
                let bits = if u.arbitrary()? {
                    f64::MANTISSA_DIGITS as i32 - 1
                } else {
                    self.format.mantissa_bits()
                };
                let half = draw::binade(self.distance) * draw::power_of_two(-bits - 1);
                if self.frame.is_axes && u.arbitrary()? {
                    moves.push(normal * half);
                } else {
                    radii[0] = half;
                }
            }
            Anchor::Radii | Anchor::Margin => {
                let drawn = self.frame.is_axes && draw::chance(u, DRAWN_RADII_PERCENT)?;
                if drawn {
                    for radius in &mut radii {
                        let drawn = self.distance * draw::magnitude(u, -3, 2)?;
                        *radius = self.format.round(drawn);
                        moves.push(normal * *radius);
                    }
                    if anchor == Anchor::Radii {
                        moves.remove(0);
                    }
                } else {
                    let beyond = match anchor {
                        Anchor::Margin => part(u, self.distance)?,
                        _ => 0.0,
                    };
                    let sum = self.distance - beyond;
                    radii[0] = part(u, sum)?;
                    radii[1] = sum - radii[0];
                }
            }
        }
        draw::shuffle(u, &mut radii)?;
        Ok((moves, radii))
    }

    /// Adds the hair between the shapes.
    fn part(
        &self,
        u: &mut Source<'_>,
        hair: Hair,
        features: &[Feature; 2],
        sides: &mut [Side; 2],
        moves: &mut Vec<DVec3>,
    ) -> Result<()> {
        let tilted = (0..2).find(|side| features[*side] != Corner);
        let tilted = tilted.filter(|_| self.frame.is_axes);
        let smooth = (0..2).find(|side| sides[*side].radius == 0.0);
        let root = self.hair / 2;
        match (hair, tilted, smooth) {
            (Hair::None, ..) => {}
            (Hair::Radius, _, Some(side)) => sides[side].radius = self.fine(u, self.hair)?.abs(),
            (Hair::Across, ..) if *features == [Corner; 2] => {
                self.cross(u, root, moves)?;
            }
            (Hair::Both, ..) => {
                let second = self.hair + draw::between(u, SECOND.0, SECOND.1)?;
                self.cross(u, root, moves)?;
                moves.push(self.along(u, second)?);
            }
            (Hair::Corners, Some(side), _) => {
                sides[side].is_tilted = true;
                for corner in &mut sides[side].corners {
                    *corner += self.frame.normal * self.fine(u, self.hair)?;
                }
            }
            (Hair::Slope, Some(side), _) => {
                let slope = draw::power_of_two(-root);
                let slope = if u.arbitrary()? { slope } else { -slope };
                let [first, second] = self.frame.tangents;
                let tangent = if features[side] == Edge(1) {
                    second
                } else {
                    first
                };
                sides[side].is_tilted = true;
                for corner in &mut sides[side].corners {
                    *corner += self.frame.normal * (corner.dot(tangent) * slope);
                }
                if u.arbitrary()? {
                    let octaves = draw::between(u, SECOND.0, SECOND.1)?;
                    self.cross(u, root + octaves, moves)?;
                }
            }
            _ => moves.push(self.along(u, self.hair)?),
        }
        Ok(())
    }

    /// This many octaves below the distance, of either sign; along axes with all bits, or with one.
    fn fine(&self, u: &mut Source<'_>, octaves: i32) -> Result<f64> {
        let octave = draw::binade(self.distance) * draw::power_of_two(-octaves);
        let bits = draw::signed(u)?;
        Ok(if u.arbitrary()? {
            octave * bits
        } else {
            octave.copysign(bits)
        })
    }

    /// An offset along the normal, or along an axis that leans towards it.
    fn along(&self, u: &mut Source<'_>, octaves: i32) -> Result<DVec3> {
        let normal = self.frame.normal;
        if self.frame.is_axes || u.arbitrary()? {
            let axis = DVec3::AXES[normal.abs().max_position()];
            return Ok(axis * self.fine(u, octaves)?);
        }
        let step = self.step * draw::power_of_two(-octaves);
        Ok(normal * if u.arbitrary()? { step } else { -step })
    }

    /// An offset along a tangent, as a separate motion or, along axes, together with the first one.
    fn cross(&self, u: &mut Source<'_>, octaves: i32, moves: &mut Vec<DVec3>) -> Result<()> {
        let way = self.across(u, octaves)?;
        if self.frame.is_axes && u.arbitrary()? {
            moves[0] += way;
        } else {
            moves.push(way);
        }
        Ok(())
    }

    fn across(&self, u: &mut Source<'_>, octaves: i32) -> Result<DVec3> {
        let last = if self.format.dim == Dim::Two { 0 } else { 1 };
        let tangent = self.frame.tangents[draw::count(u, 0, last)?];
        let step = self.step * draw::power_of_two(-octaves);
        let bits = if self.frame.is_axes && u.arbitrary()? {
            1.0 + draw::signed(u)?.abs()
        } else {
            1.0
        };
        Ok(tangent
            * if u.arbitrary()? {
                step * bits
            } else {
                -step * bits
            })
    }
}

#[cfg(test)]
mod tests;
