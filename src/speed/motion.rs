//! Coherent motion: how the second shape of a pair moves from query to query.

use glam::{DQuat, DVec3};

use super::draw::Draw;
use crate::case::Dim;

/// The number of steps of a motion one way, before it goes back.
const STEPS: u32 = 8;

/// The motion of a body from frame to frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The rotation, as the tangent of half the angle.
    pub(super) turn: f64,
    /// The translation, in sizes.
    pub(super) shift: f64,
}

/// The pace of the tables.
pub(super) const SLOW: Pace = Pace {
    turn: 0.002,
    shift: 0.001,
};

/// The position of a shape in a frame: `p` is at `turn * p + shift`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The rotation; in 2D about z.
    pub turn: DQuat,
    /// The translation.
    pub shift: DVec3,
}

/// A motion about `center`.
pub(super) fn frames(
    dim: Dim,
    center: DVec3,
    size: f64,
    pace: Pace,
    draw: &mut Draw,
) -> Vec<Frame> {
    let axis = match dim {
        Dim::Two => DVec3::Z,
        Dim::Three => draw.direction(dim),
    };
    let toward = draw.direction(dim);
    let steps = (0..STEPS).chain((1..=STEPS).rev());
    steps
        .map(|step| {
            let steps = f64::from(step);
            let turn = (axis * (steps * pace.turn)).extend(1.0).normalize();
            let turn = DQuat::from_vec4(turn);
            Frame {
                turn,
                shift: center - turn * center + toward * (steps * pace.shift * size),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: a motion is slow, and ends where it began, so that it can be repeated without a jump.
    #[test]
    fn motions_are_slow_and_closed() {
        let mut draw = Draw::new(1);
        for dim in [Dim::Two, Dim::Three] {
            let center = draw.vector(dim, 1.0);
            let frames = frames(dim, center, 1.0, SLOW, &mut draw);
            let vertex = center + draw.direction(dim) * 0.5;
            let at = |frame: &Frame| frame.turn * vertex + frame.shift;
            let next = frames.iter().cycle().skip(1);
            for (frame, next) in frames.iter().zip(next) {
                let step = at(frame).distance(at(next));
                assert!(step > 0.0 && step < 1e-2, "{step}");
            }
            assert_eq!(frames[0].turn, DQuat::IDENTITY);
            assert!(at(&frames[0]).distance(vertex) < 1e-15);
        }
    }
}
