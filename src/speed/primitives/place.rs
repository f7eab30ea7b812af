//! The positions of the two shapes of a pair.
//!
//! In general position the second shape approaches along a random line until it is near. (If it
//! slid along the direction in which they are closest, vertices would keep facing vertices, and the
//! pairs would look easier than they are.) Then it moves along the normal, which makes the gap
//! exact: the separating planes move with it.
//!
//! In the other orientations it approaches from above or from the side, along an axis that both
//! share.

use gjk_core::{ClosestPoints, closest_points};
use glam::{DQuat, DVec3, Vec3};

use super::{Gap, Orientation, PrimitiveCell, size};
use crate::case::Dim;
use crate::speed::draw::Draw;
use crate::speed::motion::Frame;
use crate::speed::primitive::{Kind, Primitive};
use crate::speed::scene::{posed, stored};

/// Selects the pairs.
const SEED: u64 = 33;

/// The least and the largest length of a shape: half of a height, or a radius.
const LENGTHS: [f64; 2] = [0.3, 1.2];

/// How far the first shape is from the origin, along each axis.
const OFF_ORIGIN: f64 = 0.5;

/// The distance of the line of approach from the centre of the first shape, in sizes, along each
/// axis.
const OFF_CENTER: f64 = 0.05;

/// The initial distance of the approach, in sizes.
const APPROACH: f64 = 4.0;

/// Steps of the approach. Each step is too short to reach contact.
const STEPS: u32 = 64;

/// The approach along the line ends at this distance from contact, in sizes.
const NEAR: f64 = 1e-3;

/// The relative tolerance of that distance.
const NEAR_ENOUGH: f64 = 0.1;

/// What remains of the distance from contact to centre in a deep overlap.
const DEEP: f64 = 0.2;

/// Round numbers are multiples of a tenth or, since tenths are no binary fractions, of a quarter.
const PARTS: [f64; 2] = [10.0, 4.0];

/// Two shapes, and their positions.
pub(super) struct Place {
    pub(super) shapes: [Primitive; 2],
    pub(super) at: [Frame; 2],
}

impl Place {
    /// The pair with this number. `None` if the line of approach misses.
    pub(super) fn new(cell: &PrimitiveCell, number: u64) -> Option<Self> {
        let mut draw = Draw::new(seed(cell.kinds, number));
        let parts = (cell.orientation == Orientation::Round)
            .then(|| PARTS[(number / 2) as usize % PARTS.len()]);
        let shapes = cell.kinds.map(|kind| shape(kind, parts, &mut draw));
        // Two of four approach from above, and two of four are in line with the first.
        let axis = if number.is_multiple_of(2) {
            DVec3::Y
        } else {
            DVec3::X
        };
        let is_aside = (number / 2).is_multiple_of(2);
        match cell.orientation {
            Orientation::General => {
                let turns = [draw.turn(Dim::Three), draw.turn(Dim::Three)];
                let line = draw.direction(Dim::Three);
                let aside = draw.vector(Dim::Three, OFF_CENTER);
                let start = draw.vector(Dim::Three, OFF_ORIGIN);
                Approach::new(shapes, turns, start, aside, line).end(cell.gap)
            }
            Orientation::Parallel | Orientation::Stacked => {
                let turn = match cell.orientation {
                    Orientation::Stacked => draw.turn(Dim::Three),
                    _ => DQuat::IDENTITY,
                };
                let aside = draw.vector(Dim::Three, OFF_CENTER);
                let start = draw.vector(Dim::Three, OFF_ORIGIN);
                // Perpendicular to the axis along which the shapes are pushed together.
                let aside = if is_aside {
                    aside - axis * aside.dot(axis)
                } else {
                    DVec3::ZERO
                };
                Approach::new(shapes, [turn; 2], start, turn * aside, turn * axis).end(cell.gap)
            }
            Orientation::Round => round(shapes, axis, cell.gap),
        }
    }
}

/// In line along an axis, the first at the origin, in round numbers.
fn round(shapes: [Primitive; 2], axis: DVec3, gap: Gap) -> Option<Place> {
    /// Contact is a multiple of this part of a unit: for tenths and quarters.
    const UNIT: f64 = 20.0;
    let turns = [DQuat::IDENTITY; 2];
    let approach = Approach::new(shapes, turns, DVec3::ZERO, DVec3::ZERO, axis);
    // The widths of the shapes along the axes are their lengths, so that one step leads there.
    let far = APPROACH * approach.size;
    let contact = far - approach.answer(axis * far)?.distance;
    let contact = (contact * UNIT).round() / UNIT;
    let way = gap.sizes().map_or(contact * DEEP, |gap| contact + gap);
    Some(approach.place(axis * way))
}

/// Two shapes, of which the second moves along a line.
struct Approach {
    shapes: [Primitive; 2],
    turns: [DQuat; 2],
    /// The position of the first.
    start: DVec3,
    /// The offset of the line from the first shape.
    aside: DVec3,
    /// The unit vector of the line, away from the first shape.
    line: DVec3,
    size: f64,
}

impl Approach {
    /// `aside` is in sizes.
    fn new(
        shapes: [Primitive; 2],
        turns: [DQuat; 2],
        start: DVec3,
        aside: DVec3,
        line: DVec3,
    ) -> Self {
        let size = size(&shapes);
        let [start, aside] = [start, aside * size].map(|p| p.as_vec3().as_dvec3());
        Self {
            shapes,
            turns,
            start,
            aside,
            line,
            size,
        }
    }

    /// The second shape moves up to that gap.
    fn end(self, gap: Gap) -> Option<Place> {
        let near = NEAR * self.size;
        let mut offset = self.aside + self.line * (APPROACH * self.size);
        let mut answer = self.answer(offset)?;
        for _ in 0..STEPS {
            let left = answer.distance - near;
            if left.abs() <= near * NEAR_ENOUGH {
                break;
            }
            let rate = answer.normal?.dot(self.line);
            if rate <= 0.0 {
                return None;
            }
            offset -= self.line * (left / rate);
            answer = self.answer(offset)?;
        }
        let wanted = match gap.sizes() {
            Some(sizes) => sizes * self.size,
            None => return Some(self.place(offset * DEEP)),
        };
        let offset = offset - answer.normal? * (answer.distance - wanted);
        Some(self.place(offset))
    }

    /// The closest points with the second shape at that offset from the first.
    fn answer(&self, offset: DVec3) -> Option<ClosestPoints<DVec3>> {
        let [a, b] = self.at(offset);
        let b = Frame {
            shift: self.start + offset,
            ..b
        };
        let a = posed(&self.shapes[0], &a)?;
        Some(closest_points(&a, &posed(&self.shapes[1], &b)?))
    }

    fn at(&self, offset: DVec3) -> [Frame; 2] {
        [
            stored(self.turns[0], self.start),
            stored(self.turns[1], self.start + offset),
        ]
    }

    fn place(self, offset: DVec3) -> Place {
        let at = self.at(offset);
        Place {
            shapes: self.shapes,
            at,
        }
    }
}

/// A shape of random lengths, or of the nearest multiples of a part of a unit.
fn shape(kind: Kind, parts: Option<f64>, draw: &mut Draw) -> Primitive {
    let [low, high] = LENGTHS;
    let mut length = || {
        let length = draw.between(low, high);
        let length = parts.map_or(length, |parts| (length * parts).round() / parts);
        length as f32
    };
    Primitive::new(kind, Vec3::new(length(), length(), length()))
}

fn seed(kinds: [Kind; 2], number: u64) -> u64 {
    let parts = [kinds[0] as u64, kinds[1] as u64, number];
    // Each part has its own bits.
    parts
        .into_iter()
        .fold(SEED, |seed, part| (seed << 16) + part)
}
