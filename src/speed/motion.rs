//! Coherent motion: how the second shape of a pair moves from query to query.

use glam::{DQuat, DVec3};

use super::draw::Draw;
use crate::case::Dim;

/// How many steps the motion of a pair goes one way, before it goes back.
const STEPS: u32 = 8;

/// The turn of one step, as the tangent of half of the angle.
const STEP_TURN: f64 = 0.002;

/// The way of one step, in sizes.
const STEP_SHIFT: f64 = 0.001;

/// Where a shape is in a frame: `p` is at `turn * p + shift`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The rotation; in the plane about z.
    pub turn: DQuat,
    /// The translation.
    pub shift: DVec3,
}

/// A slow motion about `center`.
pub(super) fn frames(dim: Dim, center: DVec3, size: f64, draw: &mut Draw) -> Vec<Frame> {
    let axis = match dim {
        Dim::Two => DVec3::Z,
        Dim::Three => draw.direction(dim),
    };
    let toward = draw.direction(dim);
    let steps = (0..STEPS).chain((1..=STEPS).rev());
    steps
        .map(|step| {
            let steps = f64::from(step);
            let turn = (axis * (steps * STEP_TURN)).extend(1.0).normalize();
            let turn = DQuat::from_vec4(turn);
            Frame {
                turn,
                shift: center - turn * center + toward * (steps * STEP_SHIFT * size),
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
            let frames = frames(dim, center, 1.0, &mut draw);
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
