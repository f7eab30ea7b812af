//! Two shapes with a corner, an edge or a face each, at an exact gap between two planes.
//!
//! The features are built on the normal and the tangents of a [`Frame`]. Each motion of a shape is
//! stored separately, in an origin or in the coordinates of the corners, where no sum rounds it
//! away.

use arbitrary::Result;
use glam::DVec3;
use serde_json::Map;

use super::body;
use super::draw;
use super::format::Format;
use super::frame::Frame;
use super::source::Source;
use crate::case::{Dim, Kind, Scalar, Shape};

/// The nearest feature of a shape: an edge along one of the tangents.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Feature {
    Corner,
    Edge(usize),
    Face,
}

/// Sizes of shapes, in octaves of the distance: about the same, or less, like bodies far apart.
const SIZES: [(u16, (i32, i32)); 2] = [(1, (-1, 1)), (2, (-24, -2))];
/// The spread of lengths, in octaves of the size: usually, and in a wide shape; less in f32.
const SPREADS: [(u16, i32); 2] = [(5, 2), (1, 40)];
const SPREAD_F32_MAX: i32 = 12;
/// The share of axis-aligned pairs without origins, of edges that end at the foot, and of
/// sphere-swept shapes with more corners than the nearest feature.
const BARE_PERCENT: u16 = 50;
const ENDING_PERCENT: u16 = 10;
const DEEP_ROUND_PERCENT: u16 = 40;
/// Most corners besides those of the nearest feature.
const DEEP_MAX: u16 = 5;
/// How far the other corners of a shape are behind the nearest feature.
#[derive(Clone, Copy)]
enum Depth {
    Size,
    /// By this many octaves below the distance.
    Fine(i32, i32),
    /// By the root of the hair, relative to the offset along the feature.
    Slope,
}

/// Lengths near the distance round at 2^-53 of it: fine depths are just below that, or well above.
const DEPTHS: [(u16, Depth); 4] = [
    (2, Depth::Size),
    (3, Depth::Fine(54, 74)),
    (3, Depth::Fine(20, 44)),
    (2, Depth::Slope),
];
/// Corners at the sides of a nearest corner, in octaves of the distance: how far aside, and how far
/// behind. Near ones are coplanar within rounding, far ones are not.
const FLANKS: [(i32, (i32, i32)); 2] = [(-20, (54, 72)), (-8, (20, 42))];
const ASIDE_MAX: i32 = 7;
/// The corners behind the nearest feature.
#[derive(Clone, Copy)]
enum Back {
    None,
    /// A corner on each side along each tangent.
    Flanks,
    Any,
}

const BACKS: [(u16, Back); 3] = [(2, Back::None), (5, Back::Flanks), (2, Back::Any)];
/// The deviation of slopes from that root, in octaves.
const SLOPES: (i32, i32) = (16, 16);

/// One of the two shapes, with the nearest point of its core at zero before it is moved.
pub(super) struct Side {
    /// Minus one for the first: the direction along the normal from the gap into the shape.
    sign: f64,
    /// About the length of its edges, in octaves of the distance.
    size: i32,
    origin: DVec3,
    pub(super) corners: Vec<DVec3>,
    pub(super) half_extents: Option<DVec3>,
    pub(super) radius: f64,
    /// Whether corners have offsets that no sum along the normal can represent.
    pub(super) is_tilted: bool,
}

/// A motion below this share of the distance is fine: corners with offsets as small can represent
/// it.
const FINE: f64 = 1.0 / (1 << 16) as f64;

/// The gap between two cores.
pub(super) struct Gap {
    pub(super) format: Format,
    pub(super) frame: Frame,
    /// The distance of the cores.
    pub(super) distance: f64,
    /// The distance in lengths of the vectors of the frame.
    pub(super) step: f64,
}

impl Gap {
    /// A core with this feature at zero, on the side of the sign.
    pub(super) fn side(
        &self,
        u: &mut Source<'_>,
        sign: f64,
        feature: Feature,
        radius: f64,
    ) -> Result<Side> {
        let [first, second] = self.frame.tangents;
        let size = self.size(u)?;
        let mut length = || self.length(u, size);
        let corners = match feature {
            Feature::Corner => vec![DVec3::ZERO],
            Feature::Edge(tangent) => {
                let along = self.frame.tangents[tangent];
                let (before, after) = (length()?, length()?);
                let is_ending = draw::chance(u, ENDING_PERCENT)?;
                vec![along * if is_ending { 0.0 } else { -before }, along * after]
            }
            Feature::Face => {
                let (before, after, up, down) = (length()?, length()?, length()?, length()?);
                if u.arbitrary()? {
                    // If all are powers of two, the third corner is not rounded either.
                    let third = (first + second) * -before;
                    vec![third, first * after, second * up]
                } else {
                    vec![first * -before, first * after, second * up, second * -down]
                }
            }
        };
        Ok(Side {
            sign,
            size,
            origin: DVec3::ZERO,
            corners,
            half_extents: None,
            radius,
            is_tilted: false,
        })
    }

    /// The size of a shape, in octaves of the distance.
    fn size(&self, u: &mut Source<'_>) -> Result<i32> {
        let (low, high) = draw::weighted(u, &SIZES)?;
        draw::between(u, low, high)
    }

    /// A length of a shape of this size in steps: with all bits along axes, otherwise a power of
    /// two.
    fn length(&self, u: &mut Source<'_>, size: i32) -> Result<f64> {
        let mut spread = draw::weighted(u, &SPREADS)?;
        if self.format.scalar == Scalar::F32 {
            spread = spread.min(SPREAD_F32_MAX);
        }
        let length = self.step * draw::magnitude(u, size - spread, size + spread)?;
        Ok(if self.frame.is_axes {
            self.format.round(length)
        } else {
            draw::binade(length)
        })
    }

    /// Makes the shape a box with its corner, edge or face at the gap.
    pub(super) fn make_box(
        &self,
        u: &mut Source<'_>,
        feature: Feature,
        side: &mut Side,
    ) -> Result<()> {
        let [first, second] = self.frame.tangents;
        let mut length = || self.length(u, side.size);
        let (depth, width, height) = (length()?, length()?, length()?);
        let (across, up) = match feature {
            Feature::Corner => (width, height),
            Feature::Edge(0) => (0.0, height),
            Feature::Edge(_) => (width, 0.0),
            Feature::Face => (0.0, 0.0),
        };
        side.origin = self.frame.normal * (side.sign * depth) + first * across + second * up;
        side.half_extents =
            Some((self.frame.normal * depth + first * width + second * height).abs());
        Ok(())
    }

    /// Adds corners behind the nearest feature: none, one on each side of it, or any.
    pub(super) fn deepen(&self, u: &mut Source<'_>, side: &mut Side, octaves: i32) -> Result<()> {
        if side.radius > 0.0 && !draw::chance(u, DEEP_ROUND_PERCENT)? {
            return Ok(());
        }
        let [first, second] = self.frame.tangents;
        match draw::weighted(u, &BACKS)? {
            Back::None => {}
            Back::Flanks => {
                for (tangent, other) in [(first, second), (second, first)] {
                    let mut flanks = FLANKS;
                    draw::shuffle(u, &mut flanks)?;
                    for (tangent, (size, (least, most))) in
                        [tangent, -tangent].into_iter().zip(flanks)
                    {
                        let size = size + draw::between(u, -ASIDE_MAX, ASIDE_MAX)?;
                        let aside = self.length(u, size)?;
                        let other = other * (draw::signed(u)? * aside);
                        let depth = Depth::Fine(least, most);
                        self.add(u, side, depth, tangent * aside + other, octaves)?;
                    }
                    if self.format.dim == Dim::Two {
                        break;
                    }
                }
            }
            Back::Any => {
                for _ in 0..draw::count(u, 1, DEEP_MAX)? {
                    let size = if u.arbitrary()? {
                        side.size
                    } else {
                        self.size(u)?
                    };
                    let across = first * (self.length(u, size)? * draw::signed(u)?);
                    let up = second * (self.length(u, size)? * draw::signed(u)?);
                    let depth = draw::weighted(u, &DEPTHS)?;
                    self.add(u, side, depth, across + up, octaves)?;
                }
            }
        }
        draw::shuffle(u, &mut side.corners)
    }

    /// Adds a corner at this offset from the nearest point: behind it by its size; by so little
    /// that rounding cannot decide which is nearer, or barely can; or along a slope at which a step
    /// aside decides between a corner and an edge.
    fn add(
        &self,
        u: &mut Source<'_>,
        side: &mut Side,
        depth: Depth,
        aside: DVec3,
        octaves: i32,
    ) -> Result<()> {
        let behind = match depth {
            Depth::Fine(least, most) if self.frame.is_axes => {
                side.is_tilted = true;
                self.step * draw::magnitude(u, -most, -least)?
            }
            Depth::Slope if self.frame.is_axes => {
                side.is_tilted = true;
                let root = octaves / 2;
                let slope = draw::magnitude(u, -root - SLOPES.0, -root + SLOPES.1)?;
                aside.abs().element_sum() * slope
            }
            _ => self.length(u, side.size)?,
        };
        let behind = self.frame.normal * (side.sign * behind);
        side.corners.push(behind + aside);
        Ok(())
    }

    /// Moves the second shape away from the first by the sum of all motions, coarse ones first,
    /// each stored separately as long as possible.
    pub(super) fn place(
        &self,
        u: &mut Source<'_>,
        moves: &[DVec3],
        sides: &mut [Side; 2],
    ) -> Result<()> {
        let mut slots = Vec::new();
        for (place, side) in sides.iter().enumerate() {
            let takes_coarse = side.corners.len() == 1 || self.frame.is_axes && !side.is_tilted;
            let takes_any = takes_coarse || self.frame.is_axes;
            if side.half_extents.is_none() && takes_any {
                slots.push(Slot {
                    place,
                    is_corners: true,
                    takes_coarse,
                });
            }
        }
        let is_coarse = |way: &DVec3| way.length() > self.distance * FINE;
        let coarse = moves.iter().filter(|way| is_coarse(way)).count();
        let for_coarse = slots.iter().filter(|slot| slot.takes_coarse).count();
        let suffice = slots.len() >= moves.len() && for_coarse >= coarse;
        if !(self.frame.is_axes && suffice && draw::chance(u, BARE_PERCENT)?) {
            let free = (0..2).filter(|place| sides[*place].half_extents.is_none());
            slots.extend(free.map(|place| Slot {
                place,
                is_corners: false,
                takes_coarse: true,
            }));
        }
        draw::shuffle(u, &mut slots)?;
        for way in moves {
            let fits = |slot: &Slot| slot.takes_coarse || !is_coarse(way);
            let found = slots.iter().position(fits).unwrap_or(0);
            let slot = slots[found];
            if slots.len() > 1 {
                slots.remove(found);
            }
            let side = &mut sides[slot.place];
            let way = *way * side.sign;
            if slot.is_corners {
                side.corners.iter_mut().for_each(|corner| *corner += way);
            } else {
                side.origin += way;
            }
        }
        Ok(())
    }
}

/// Where a motion can be stored.
#[derive(Clone, Copy)]
struct Slot {
    place: usize,
    /// Or the origin.
    is_corners: bool,
    takes_coarse: bool,
}

impl Side {
    /// The core, with its radius, as one of the kinds.
    pub(super) fn shape(self, u: &mut Source<'_>) -> Result<Shape> {
        let (mut origin, radius) = (self.origin, self.radius);
        let kind = match (self.half_extents, self.corners.as_slice()) {
            (Some(half_extents), _) => Kind::Box { half_extents },
            (None, &[p0, p1]) if radius > 0.0 => {
                let kind = Kind::Capsule { p0, p1, radius };
                return Ok(body::posed(kind, origin));
            }
            (None, &[p]) if radius > 0.0 && (p == DVec3::ZERO || origin == DVec3::ZERO) => {
                origin += p;
                return Ok(body::posed(Kind::Sphere { radius }, origin));
            }
            _ => body::hull(u, self.corners)?,
        };
        let kind = if radius > 0.0 {
            Kind::Rounded {
                shape: Box::new(kind),
                radius,
                other: Map::new(),
            }
        } else {
            kind
        };
        Ok(if origin == DVec3::ZERO {
            body::bare(kind)
        } else {
            body::posed(kind, origin)
        })
    }
}
