//! The touch band of a subject: the share of wrong verdicts as a gap or a depth goes to zero.
//!
//! The gap of each pair is exact by construction. A face of one shape lies in a plane through the
//! origin whose normal `n` is a vector of small integers with an integer length; the origin is an
//! interior point of the face, and the rest of the shape is below. The other shape has one vertex
//! at `t·n` and all others well above. So for `t > 0` the gap is `t·|n|`, between that vertex and
//! the face. For `t < 0` the depth is as small: every other way out is about as long as the shapes
//! are thick. All coordinates are small integers, except the vertex, which is a power of two times
//! `n`: they are exact in `f32` too.

use glam::DVec3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::Serialize;

use crate::case::{Case, Dim, Kind, Scalar, Shape};
use crate::judge::Truth;
use crate::subject::{End, Subject};

/// Gaps and depths go down to 2 to the minus this, relative to the size: below an ulp.
pub const EXPONENT_MAX: u32 = 60;

/// The number of pairs for each gap in each dimension.
const PAIRS: u64 = 50;

const DIMS: [Dim; 2] = [Dim::Two, Dim::Three];
const SIDES: [Side; 2] = [Side::Apart, Side::Overlapping];

/// The side of contact of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// A gap.
    Apart,
    /// A depth.
    Overlapping,
}

/// The wrong verdicts of a subject on one side of contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The name of the subject.
    pub subject: &'static str,
    /// The side.
    pub side: Side,
    /// The counts for each exponent from 1 to [`EXPONENT_MAX`].
    pub points: Vec<Point>,
}

/// The counts at one gap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Point {
    /// The gap or depth is in the interval from 2 to the minus this, relative to the size, down to
    /// half of that.
    pub exponent: u32,
    /// Pairs that the subject supports.
    pub asked: u64,
    /// Verdicts that were wrong or missing: the query panicked or did not end.
    pub missed: u64,
}

/// The number of pairs for each subject.
pub const PAIRS_ALL: u64 = SIDES.len() as u64 * EXPONENT_MAX as u64 * DIMS.len() as u64 * PAIRS;

/// The curves of the subjects, two for each, on the same pairs. `progress` is called with the
/// number of pairs done since the last call, from any thread.
pub fn curves(subjects: &[&'static dyn Subject], progress: &(dyn Fn(u64) + Sync)) -> Vec<Curve> {
    let columns = |side| -> Vec<Vec<Point>> {
        let exponents = (1..=EXPONENT_MAX).into_par_iter();
        exponents
            .map(|k| points(subjects, side, k, progress))
            .collect()
    };
    let sides = SIDES.map(|side| (side, columns(side)));
    let mut curves = Vec::new();
    for (index, subject) in subjects.iter().enumerate() {
        for (side, columns) in &sides {
            curves.push(Curve {
                subject: subject.name(),
                side: *side,
                points: columns.iter().map(|points| points[index]).collect(),
            });
        }
    }
    curves
}

/// The counts at one gap, for each subject.
fn points(
    subjects: &[&'static dyn Subject],
    side: Side,
    exponent: u32,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Point> {
    let point = Point {
        exponent,
        ..Point::default()
    };
    let mut points = vec![point; subjects.len()];
    for dim in DIMS {
        for seed in 0..PAIRS {
            let case = pair(dim, side, exponent, seed);
            progress(1);
            for (subject, point) in subjects.iter().zip(&mut points) {
                let right = match subject.attempt(&case) {
                    Ok(None) => continue,
                    Ok(Some(answer)) => {
                        answer.intersects == (side == Side::Overlapping)
                            && answer.end != End::IterationLimit
                    }
                    Err(_) => false,
                };
                point.asked += 1;
                point.missed += u64::from(!right);
            }
        }
    }
    points
}

/// The pair number `seed`; the same at all exponents, except for the vertex near contact.
pub fn pair(dim: Dim, side: Side, exponent: u32, seed: u64) -> Case {
    let mut draw = Draw(Xoshiro256PlusPlus::seed_from_u64(seed));
    let frame = Frame::draw(&mut draw, dim);
    let below = frame.below(&mut draw);
    let above = frame.above(&mut draw);
    let order = draw.whole(0, 1) == 0;
    let with = |vertex: DVec3| {
        let above = std::iter::once(vertex)
            .chain(above.iter().copied())
            .collect();
        case(dim, below.clone(), above, order)
    };
    // Gaps are in units of a power of two that is at least the length of the normal.
    let size = with(DVec3::ZERO).size() / frame.length.next_power_of_two() as f64;
    let gap = size * 2f64.powi(-(exponent as i32));
    let sign = match side {
        Side::Apart => 1.0,
        Side::Overlapping => -1.0,
    };
    with(frame.normal * (sign * gap))
}

impl Case {
    /// The largest length of the difference of the shapes, rounded down to a power of two.
    fn size(&self) -> f64 {
        Truth::of(self).map_or(1.0, |truth| truth.unit / f64::EPSILON)
    }
}

fn case(dim: Dim, below: Vec<DVec3>, above: Vec<DVec3>, order: bool) -> Case {
    let shape = |points| Shape {
        kind: Kind::Hull { points },
        pose: None,
        other: Default::default(),
    };
    let (a, b) = if order {
        (below, above)
    } else {
        (above, below)
    };
    Case {
        id: "touch-band".to_owned(),
        dim,
        scalar: Scalar::F32,
        a: shape(a),
        b: shape(b),
        expect: Default::default(),
        reference: None,
        exact: None,
        query: None,
        other: Default::default(),
    }
}

/// A plane through the origin.
struct Frame {
    dim: Dim,
    /// The normal of the plane.
    normal: DVec3,
    /// The length of the normal.
    length: u32,
    /// Vectors that span the plane; in 2D the second is zero.
    tangents: [DVec3; 2],
}

impl Frame {
    /// One of the planes, its axes rotated cyclically and mirrored.
    fn draw(draw: &mut Draw, dim: Dim) -> Self {
        let planes: [([f64; 3], u32, [[f64; 3]; 2]); 2] = match dim {
            Dim::Two => [
                ([1.0, 0.0, 0.0], 1, [[0.0, 1.0, 0.0], [0.0; 3]]),
                ([3.0, 4.0, 0.0], 5, [[4.0, -3.0, 0.0], [0.0; 3]]),
            ],
            Dim::Three => [
                ([1.0, 0.0, 0.0], 1, [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
                ([1.0, 2.0, 2.0], 3, [[2.0, -1.0, 0.0], [0.0, 1.0, -1.0]]),
            ],
        };
        let (normal, length, tangents) = planes[draw.whole(0, 1) as usize];
        let axes = match dim {
            Dim::Two => 2,
            Dim::Three => 3,
        };
        let turn = draw.whole(0, axes - 1) as usize;
        let signs = [(); 3].map(|()| 1.0 - 2.0 * draw.whole(0, 1) as f64);
        let turned = |mut v: [f64; 3]| {
            v[..axes as usize].rotate_left(turn);
            DVec3::from_array(v) * DVec3::from_array(signs)
        };
        Self {
            dim,
            normal: turned(normal),
            length,
            tangents: tangents.map(turned),
        }
    }

    /// A face with the origin in it, and a vertex below.
    fn below(&self, draw: &mut Draw) -> Vec<DVec3> {
        let [u, v] = self
            .tangents
            .map(|tangent| tangent * draw.whole(1, 4) as f64);
        let mut points = match self.dim {
            Dim::Two => vec![u, u * -(draw.whole(1, 3) as f64)],
            Dim::Three => vec![u, v, -u - v],
        };
        points.push(self.point(draw, -1.0));
        points
    }

    /// The shape of the vertex near contact.
    fn above(&self, draw: &mut Draw) -> Vec<DVec3> {
        let count = match self.dim {
            Dim::Two => draw.whole(2, 4),
            Dim::Three => draw.whole(3, 6),
        };
        (0..count).map(|_| self.point(draw, 1.0)).collect()
    }

    /// A point well on one side of the plane.
    fn point(&self, draw: &mut Draw, side: f64) -> DVec3 {
        let [u, v] = self.tangents;
        let across = u * draw.whole(-3, 3) as f64 + v * draw.whole(-3, 3) as f64;
        self.normal * (side * draw.whole(1, 4) as f64) + across
    }
}

/// Small whole numbers.
struct Draw(Xoshiro256PlusPlus);

impl Draw {
    /// From `low` to `high`, both included.
    fn whole(&mut self, low: i64, high: i64) -> i64 {
        let count = (high - low + 1) as u64;
        low + (self.0.next_u64() % count) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_reference::Contact;

    /// From here on the depth is small, and the size that of shapes in contact.
    const SMALL: u32 = 8;

    /// Claim: every pair is apart or overlaps as stated. If the gap or depth is small, it is more
    /// than half of 2^-k of the size and at most that, and the same part for every k. Checked by
    /// exact arithmetic.
    #[test]
    fn gaps_are_exact() {
        for dim in [Dim::Two, Dim::Three] {
            for seed in 0..PAIRS {
                for exponent in [1, SMALL, 37, EXPONENT_MAX] {
                    let apart = pair(dim, Side::Apart, exponent, seed);
                    let gap = Truth::of(&apart).expect("a truth");
                    assert_eq!(gap.contact, Some(Contact::Separated));
                    let overlapping = pair(dim, Side::Overlapping, exponent, seed);
                    let depth = Truth::of(&overlapping).expect("a truth");
                    assert_eq!(depth.contact, Some(Contact::Overlapping));
                    if exponent >= SMALL {
                        assert_part(gap.distance()[0], exponent, &apart);
                        assert_part(depth.depth(None), exponent, &overlapping);
                    }
                }
            }
        }
    }

    fn assert_part(gap: f64, exponent: u32, case: &Case) {
        let part = gap / case.size() * 2f64.powi(exponent as i32);
        assert!([1.0, 0.75, 0.625].contains(&part), "{exponent}: {part}");
    }

    /// Panics.
    struct Panics;

    impl Subject for Panics {
        fn name(&self) -> &'static str {
            "panics"
        }

        fn about(&self) -> &'static str {
            "a bug"
        }

        fn answer(&self, _case: &Case) -> Option<crate::subject::Answer> {
            panic!("on purpose")
        }
    }

    /// Claim: a missing answer is a missed verdict, and one of those asked for.
    #[test]
    fn a_missing_answer_is_missed() {
        for side in SIDES {
            let point = points(&[&Panics], side, SMALL, &|_| ())[0];
            let asked = DIMS.len() as u64 * PAIRS;
            assert_eq!((point.asked, point.missed), (asked, asked), "{side:?}");
        }
    }
}
