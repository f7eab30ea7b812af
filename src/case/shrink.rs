//! Shrinking: the simplest case that still fails.
//!
//! Greedy and deterministic. A step is taken if the simpler case is valid, costs less (`cost`) and
//! still fails. Costs are natural numbers, so it ends even without its limit of attempts. This is
//! the only shrinker of the harness: property tests, fuzz targets and campaigns use it.

use glam::DVec3;
use serde_json::Value;

use super::numbers::{numbers, simpler_numbers, with_bits};
use super::simpler::{cost, is_kept, simpler_shapes};
use super::{Case, Expect, Kind, Shape, json};

/// The most calls of `still_fails`.
pub const ATTEMPTS_MAX: usize = 20_000;

/// The simplest case found for which `still_fails` is true, starting from one for which it is.
///
/// The result can be stored: it reads back unchanged. It keeps the id, the dimension and the scalar
/// (numbers of an `f32` case stay `f32` values), `note` and `source`. Other fields about the
/// original (`expect`, `ref`, `exact`, `query`, …) are dropped if the failure does not need them,
/// as they may not hold any more. A case without a note gets one that names its origin. If nothing
/// simpler fails, or the case is invalid or does not fail, it is returned unchanged.
pub fn shrink(case: &Case, still_fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    shrink_within(ATTEMPTS_MAX, case, still_fails)
}

/// The same with another limit of attempts.
pub(crate) fn shrink_within(
    attempts_max: usize,
    case: &Case,
    still_fails: &mut dyn FnMut(&Case) -> bool,
) -> Case {
    let mut shrinker = Shrinker {
        best: case.clone(),
        still_fails,
        attempts_left: attempts_max,
    };
    if !json::is_valid(case) || !shrinker.fails(case) {
        return case.clone();
    }
    while shrinker.attempts_left > 0 {
        let before = cost(&shrinker.best);
        shrinker.drop_extras();
        shrinker.simplify_shapes();
        shrinker.drop_vertices();
        shrinker.move_to_origin();
        shrinker.simplify_all_numbers();
        shrinker.simplify_numbers();
        if cost(&shrinker.best) == before {
            break;
        }
    }
    if cost(&shrinker.best) < cost(case) {
        shrinker.note_origin();
    }
    shrinker.best
}

struct Shrinker<'f> {
    best: Case,
    still_fails: &'f mut dyn FnMut(&Case) -> bool,
    attempts_left: usize,
}

impl Shrinker<'_> {
    /// Accepts the candidate if it is simpler, valid and fails.
    fn attempt(&mut self, candidate: Case) -> bool {
        let simpler = self.attempts_left > 0
            && cost(&candidate) < cost(&self.best)
            && json::is_valid(&candidate);
        let taken = simpler && self.fails(&candidate);
        if taken {
            self.best = candidate;
        }
        taken
    }

    fn fails(&mut self, candidate: &Case) -> bool {
        if self.attempts_left == 0 {
            return false;
        }
        self.attempts_left -= 1;
        (self.still_fails)(candidate)
    }

    /// The fields beside the shapes: all at once, then one by one.
    fn drop_extras(&mut self) {
        let drops: [fn(&mut Case); 7] = [
            |case| case.exact = None,
            |case| case.query = None,
            |case| case.reference = None,
            |case| case.expect = Expect::default(),
            |case| case.other.retain(|key, _| is_kept(key)),
            |case| drop_shape_extras(&mut case.a),
            |case| drop_shape_extras(&mut case.b),
        ];
        let mut bare = self.best.clone();
        drops.iter().for_each(|drop| drop(&mut bare));
        if self.attempt(bare) {
            return;
        }
        for drop in drops {
            let mut candidate = self.best.clone();
            drop(&mut candidate);
            self.attempt(candidate);
        }
    }

    fn simplify_shapes(&mut self) {
        for side in SIDES {
            while self.simplify_shape(side) {}
        }
    }

    fn simplify_shape(&mut self, side: Side) -> bool {
        let (dim, scalar) = (self.best.dim, self.best.scalar);
        let forms = simpler_shapes(side(&mut self.best), dim, scalar);
        forms.into_iter().any(|form| {
            let mut candidate = self.best.clone();
            *side(&mut candidate) = form;
            self.attempt(candidate)
        })
    }

    /// Half of the vertices, quarters, and so on down to single ones.
    fn drop_vertices(&mut self) {
        for side in SIDES {
            let mut chunk = hull_size(side(&mut self.best)) / 2;
            while chunk > 0 {
                let mut start = 0;
                while start < hull_size(side(&mut self.best)) {
                    let mut candidate = self.best.clone();
                    drop_range(side(&mut candidate), start, chunk);
                    if !self.attempt(candidate) {
                        start += chunk;
                    }
                }
                chunk /= 2;
            }
        }
    }

    /// Moves both shapes so that a point of one of them is at the origin.
    fn move_to_origin(&mut self) {
        for side in SIDES {
            let shape = side(&mut self.best);
            let anchors: Vec<DVec3> = handles(shape).iter().map(|p| **p).collect();
            for anchor in anchors {
                let mut candidate = self.best.clone();
                let moved =
                    [&mut candidate.a, &mut candidate.b].map(|shape| move_by(shape, -anchor));
                if moved == [true, true] && self.attempt_rounded(candidate) {
                    break;
                }
            }
        }
    }

    /// Attempts a case whose numbers were computed in `f64`, after rounding them to its scalar.
    fn attempt_rounded(&mut self, mut candidate: Case) -> bool {
        let scalar = candidate.scalar;
        for number in numbers(&mut candidate) {
            *number = scalar.round(*number);
        }
        self.attempt(candidate)
    }

    /// All numbers at once: integers, or few bits.
    fn simplify_all_numbers(&mut self) {
        let forms: [fn(f64) -> f64; 5] = [
            f64::round,
            |number| with_bits(number, 2),
            |number| with_bits(number, 4),
            |number| with_bits(number, 8),
            |number| with_bits(number, 16),
        ];
        for form in forms {
            let mut candidate = self.best.clone();
            numbers(&mut candidate)
                .into_iter()
                .for_each(|number| *number = form(*number));
            if self.attempt(candidate) {
                return;
            }
        }
    }

    /// One number after the other, each until nothing simpler fails.
    fn simplify_numbers(&mut self) {
        for index in 0..numbers(&mut self.best).len() {
            while self.simplify_number(index) {}
        }
    }

    fn simplify_number(&mut self, index: usize) -> bool {
        let number = *numbers(&mut self.best)[index];
        simpler_numbers(number).into_iter().any(|simpler| {
            let mut candidate = self.best.clone();
            *numbers(&mut candidate)[index] = simpler;
            self.attempt(candidate)
        })
    }

    fn note_origin(&mut self) {
        let mut noted = self.best.clone();
        let note = noted.other.entry("note").or_insert(Value::Null);
        if matches!(note, Value::Null) || note == "" {
            *note = format!("Shrunk from {}.", noted.id).into();
            self.attempts_left += 1;
            if self.fails(&noted) {
                self.best = noted;
            }
        }
    }
}

/// One of the two shapes of a case.
type Side = fn(&mut Case) -> &mut Shape;

const SIDES: [Side; 2] = [|case| &mut case.a, |case| &mut case.b];

fn drop_shape_extras(shape: &mut Shape) {
    shape.other.clear();
    let mut kind = &mut shape.kind;
    while let Kind::Rounded { shape, other, .. } = kind {
        other.clear();
        kind = shape;
    }
    shape.pose.iter_mut().for_each(|pose| pose.other.clear());
}

fn hull_size(shape: &Shape) -> usize {
    match shape.kind.innermost() {
        Kind::Hull { points } => points.len(),
        _ => 0,
    }
}

fn drop_range(shape: &mut Shape, start: usize, count: usize) {
    if let Kind::Hull { points } = shape.kind.innermost_mut() {
        let end = points.len().min(start + count);
        points.drain(start..end);
    }
}

/// Moves a shape by its pose or its points; `false` for one that has neither.
fn move_by(shape: &mut Shape, offset: DVec3) -> bool {
    let points = handles(shape);
    let movable = !points.is_empty();
    points.into_iter().for_each(|point| *point += offset);
    movable
}

/// The numbers that move a shape: its pose, or else its points. Not the points of a mesh: after
/// rounding they might span other edges than it lists.
fn handles(shape: &mut Shape) -> Vec<&mut DVec3> {
    match &mut shape.pose {
        Some(pose) => vec![&mut pose.position],
        None if matches!(shape.kind.innermost(), Kind::Mesh { .. }) => Vec::new(),
        None => shape.kind.points_mut(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: the failure is tested at most as often as allowed, and once more for the note; the
    /// result still fails.
    #[test]
    fn attempts_are_limited() {
        let text = r#"{"id":"x","dim":2,"scalar":"f64","a":{"kind":"point","p":[1000,0.3]},
            "b":{"kind":"segment","p0":[1,2],"p1":[3,4.7]},"expect":{}}"#;
        let case = json::read(text).expect("a sound case");
        for attempts_max in 0..20 {
            let mut calls = 0;
            let small = shrink_within(attempts_max, &case, &mut |_| {
                calls += 1;
                calls == 1 || calls % 3 == 0
            });
            assert!(calls <= attempts_max + 1, "{calls} calls of {attempts_max}");
            assert!(cost(&small) <= cost(&case));
        }
    }
}
