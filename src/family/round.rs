//! Numbers written by hand, and grids: round decimals and small integers.
//!
//! All numbers are integers, or multiples of halves, quarters, tenths or hundredths, each the
//! nearest float, as parsed from text. Bodies are upright next to each other or above a floor.
//! Balls and points are apart by Pythagorean triples. Points are on lines and triangles with
//! decimal corners, up to rounding. Many distances are floats themselves, and many pairs touch, in
//! decimals if not in floats.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use super::upright::{self, Sort};
use crate::case::{Case, Dim, Kind, Shape};

/// The number of steps in one.
const STEPS: [(u16, f64); 5] = [(3, 1.0), (1, 2.0), (2, 4.0), (5, 10.0), (1, 100.0)];
/// The largest position and the largest half size, in steps.
const PLACE_MAX: i32 = 40;
const SIZE_MAX: i32 = 20;
/// The half width of a floor, in steps.
const FLOOR: i32 = 500;
/// The share of pairs of bodies that touch along an axis, and of those that overlap along all other
/// axes.
const TOUCHING_PERCENT: u16 = 35;
const CENTRED_PERCENT: u16 = 40;
/// Heights above a floor, in steps.
const HEIGHTS: (i32, i32) = (-4, 12);
/// The largest factor of a Pythagorean triple, in steps.
const TRIPLE_MAX: i32 = 12;
/// Corners of lines and triangles, in steps, and the number of parts they are divided into.
const LINE_MAX: i32 = 9;
const PARTS: i32 = 6;

/// The kind of pair.
#[derive(Clone, Copy)]
enum Pairing {
    Bodies,
    Floor,
    Triple,
    Line,
}

const PAIRINGS: [(u16, Pairing); 4] = [
    (4, Pairing::Bodies),
    (3, Pairing::Floor),
    (2, Pairing::Triple),
    (2, Pairing::Line),
];
/// Integer vectors of integer length; those with z = 0 are for 2D too.
const TRIPLES: [[i32; 4]; 7] = [
    [3, 4, 0, 5],
    [5, 12, 0, 13],
    [8, 15, 0, 17],
    [1, 2, 2, 3],
    [2, 3, 6, 7],
    [4, 4, 7, 9],
    [2, 6, 9, 11],
];
/// How many of them are for 2D.
const TRIPLES_PLANE: u16 = 3;
/// The kinds of floors.
const FLOORS: [(u16, Sort); 4] = [
    (3, Sort::Box),
    (1, Sort::Aabb),
    (1, Sort::Triangle),
    (1, Sort::Hull),
];

/// Integer numbers of steps as the nearest floats.
struct Decimals {
    format: Format,
    /// The number of steps in one.
    steps: f64,
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let steps = draw::weighted(u, &STEPS)?;
    let decimals = Decimals { format, steps };
    let (mut a, mut b) = match draw::weighted(u, &PAIRINGS)? {
        Pairing::Bodies => decimals.bodies(u)?,
        Pairing::Floor => decimals.floor(u)?,
        Pairing::Triple => decimals.triple(u)?,
        Pairing::Line => decimals.line(u)?,
    };
    if u.arbitrary()? {
        std::mem::swap(&mut a, &mut b);
    }
    Ok(format.case(a, b))
}

impl Decimals {
    fn number(&self, steps: i32) -> f64 {
        self.format.round(f64::from(steps) / self.steps)
    }

    fn vector(&self, steps: [i32; 3]) -> DVec3 {
        let vector = DVec3::from_array(steps.map(|steps| self.number(steps)));
        self.format.round_vector(vector)
    }

    fn axes(&self) -> usize {
        match self.format.dim {
            Dim::Two => 2,
            Dim::Three => 3,
        }
    }

    /// A position, in steps.
    fn place(&self, u: &mut Source<'_>, most: i32) -> Result<[i32; 3]> {
        let mut place = || draw::between(u, -most, most);
        Ok([place()?, place()?, place()?])
    }

    /// Half sizes, in steps.
    fn sizes(&self, u: &mut Source<'_>) -> Result<[i32; 3]> {
        let mut size = || draw::between(u, 1, SIZE_MAX);
        Ok([size()?, size()?, size()?])
    }

    /// A body of these half sizes at this position.
    fn body(
        &self,
        u: &mut Source<'_>,
        sort: Sort,
        half: [i32; 3],
        place: [i32; 3],
    ) -> Result<Shape> {
        let kind = upright::kind(u, self.format.dim, sort, self.vector(half))?;
        Ok(body::posed(kind, self.vector(place)))
    }

    /// Two upright bodies; some touch along an axis, in decimals.
    fn bodies(&self, u: &mut Source<'_>) -> Result<(Shape, Shape)> {
        let (sort_a, sort_b) = (
            upright::sort(u, self.format.dim)?,
            upright::sort(u, self.format.dim)?,
        );
        let (half_a, half_b) = (self.sizes(u)?, self.sizes(u)?);
        let place_a = self.place(u, PLACE_MAX)?;
        let mut place_b = self.place(u, PLACE_MAX)?;
        let across = draw::axis(u, self.format.dim)?;
        if draw::chance(u, CENTRED_PERCENT)? {
            for axis in (0..self.axes()).filter(|axis| *axis != across) {
                place_b[axis] = place_a[axis];
            }
        }
        let a = self.body(u, sort_a, half_a, place_a)?;
        let mut b = self.body(u, sort_b, half_b, place_b)?;
        if draw::chance(u, TOUCHING_PERCENT)? {
            let steps = self.end(&a, across, 1.0) - self.end(&b, across, -1.0);
            b.pose_mut().position[across] = self.number(place_b[across] + steps);
        }
        Ok((a, b))
    }

    /// Where a body ends along an axis, in steps: decimals of the same step add up to one.
    fn end(&self, shape: &Shape, axis: usize, sign: f64) -> i32 {
        let end = body::support(shape, DVec3::AXES[axis] * sign)[axis];
        (end * self.steps).round() as i32
    }

    /// A body above a floor whose top is at a decimal height, usually zero.
    fn floor(&self, u: &mut Source<'_>) -> Result<(Shape, Shape)> {
        let up = if self.format.dim == Dim::Three && u.arbitrary()? {
            2
        } else {
            1
        };
        let level = draw::weighted(u, &[(3, 0), (1, 1), (1, 5)])?;
        let thickness = draw::between(u, 1, SIZE_MAX)?;
        let mut half = [FLOOR; 3];
        half[up] = thickness;
        let mut place = [0; 3];
        place[up] = level - thickness;
        let sort = draw::weighted(u, &FLOORS)?;
        let floor = self.body(u, sort, half, place)?;

        let sort = upright::sort(u, self.format.dim)?;
        let half = self.sizes(u)?;
        let mut place = self.place(u, PLACE_MAX)?;
        let mut above = self.body(u, sort, half, place)?;
        place[up] += level - self.end(&above, up, -1.0) + draw::between(u, HEIGHTS.0, HEIGHTS.1)?;
        above.pose_mut().position = self.vector(place);
        Ok((floor, above))
    }

    /// Points, balls and capsules whose centres are apart by a vector of integer length.
    fn triple(&self, u: &mut Source<'_>) -> Result<(Shape, Shape)> {
        let last = match self.format.dim {
            Dim::Two => TRIPLES_PLANE,
            Dim::Three => TRIPLES.len() as u16,
        };
        let [x, y, z, length] = TRIPLES[draw::count(u, 0, last - 1)?];
        let factor = draw::between(u, 1, TRIPLE_MAX)?;
        let mut way = [x, y, z];
        draw::shuffle(u, &mut way[..self.axes()])?;
        let place_a = self.place(u, PLACE_MAX)?;
        let mut place_b = place_a;
        for (to, way) in place_b.iter_mut().zip(way) {
            let sign = if u.arbitrary()? { -1 } else { 1 };
            *to += sign * factor * way;
        }
        let length = factor * length;
        // Radii up to the distance, equal to it, or more.
        let sum = match draw::weighted(u, &[(2, 0), (2, 1), (1, 2)])? {
            0 => draw::between(u, 0, length)?,
            1 => length,
            _ => length + draw::between(u, 1, SIZE_MAX)?,
        };
        let first = draw::between(u, 0, sum)?;
        let mut ball = |place: [i32; 3], radius: i32| -> Result<Shape> {
            let (at, radius) = (self.vector(place), self.number(radius));
            if radius == 0.0 {
                return Ok(body::bare(Kind::Point { p: at }));
            }
            if u.arbitrary()? {
                return Ok(body::posed(Kind::Sphere { radius }, at));
            }
            let (p0, p1) = (at, at);
            Ok(body::bare(Kind::Capsule { p0, p1, radius }))
        };
        Ok((ball(place_a, first)?, ball(place_b, sum - first)?))
    }

    /// A point or a segment that starts on a segment or a triangle, in decimals or next to it.
    fn line(&self, u: &mut Source<'_>) -> Result<(Shape, Shape)> {
        // Corners divisible by the number of parts, so that a part of a side is an integer.
        let mut corner = || Ok(self.place(u, LINE_MAX)?.map(|x| x * PARTS));
        let corners = [corner()?, corner()?, corner()?];
        let is_triangle = u.arbitrary()?;
        let along = draw::between(u, 0, PARTS)?;
        let aside = if is_triangle {
            draw::between(u, 0, PARTS - along)?
        } else {
            0
        };
        let weights = [PARTS - along - aside, along, aside];
        let mut on = [0; 3];
        for (corner, weight) in corners.iter().zip(weights) {
            for (on, x) in on.iter_mut().zip(corner) {
                *on += x / PARTS * weight;
            }
        }
        if u.arbitrary()? {
            let off = self.place(u, 2)?;
            for (on, off) in on.iter_mut().zip(off) {
                *on += off;
            }
        }
        let points = corners.map(|corner| self.vector(corner));
        let flat = match (is_triangle, points) {
            (true, points) => Kind::Triangle { points },
            (false, [p0, p1, _]) => Kind::Segment { p0, p1 },
        };
        let p = self.vector(on);
        let other = if u.arbitrary()? {
            Kind::Point { p }
        } else {
            let p1 = self.vector(self.place(u, PLACE_MAX)?);
            Kind::Segment { p0: p, p1 }
        };
        Ok((body::bare(flat), body::bare(other)))
    }
}
