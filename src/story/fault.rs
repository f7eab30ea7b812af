//! The first wrong step of a query with a wrong answer: the claims that every GJK makes in a step
//! are checked in exact arithmetic.

use std::cmp::Ordering;

use gjk_reference::{Nearest, Pair, Polytope};
use glam::DVec3;

use super::words::{self, digits, length, unit};
use super::{Contact, Scene};
use crate::case::Case;
use crate::judge::{Truth, repeated};
use crate::subject::{Answer, Frame, Step, StepKind};

/// The tolerance of a step, relative to its longest point: some roundings of `f32`, in which one
/// subject computes.
const ROUNDING: f64 = 1e-6;

/// The index of the first wrong step, and why; the last step if only the verdict is wrong.
pub(super) fn first(
    case: &Case,
    answer: &Answer,
    scenes: &[Scene],
    truth: Option<&Truth>,
) -> Option<(usize, String)> {
    let steps = &answer.steps;
    let at = |index: usize| {
        let place = |scene: &Scene| scene.iteration == Some(index + 1);
        scenes.iter().position(place)
    };
    let repeat = repeated(steps);
    for (index, step) in steps.iter().enumerate() {
        let before = index.checked_sub(1).map(|last| &steps[last]);
        let found = of_step(case, step, before, truth);
        let found = found.or_else(|| of_support(case, step, truth?));
        let found = found.or_else(|| {
            let [first, _] = repeat.filter(|[_, again]| *again == index)?;
            Some(format!(
                "This is iteration {} again: the search would never end on its own.",
                first + 1
            ))
        });
        if let Some(why) = found {
            return Some((at(index)?, why));
        }
    }
    let last = scenes.len().checked_sub(1)?;
    let why = steps
        .last()
        .and_then(|step| of_end(case, step, answer, truth));
    let unknown = "No step is wrong by itself, but the search ends here with a wrong answer.";
    Some((last, why.unwrap_or_else(|| unknown.to_owned())))
}

/// The error of the final answer, by its last step.
fn of_end(case: &Case, step: &Step, answer: &Answer, truth: Option<&Truth>) -> Option<String> {
    let says = answer.verdict()?;
    let contact = truth.map_or(Contact::TooLarge, Contact::of);
    let w = difference(case, step, step.support);
    if says && contact.contradicts(Some(says)) {
        let mut points = points_of(case, step);
        points.push(w);
        let left = length(nearest(&points)?);
        let away = digits(left);
        let why = format!(
            "The search claims that its simplex contains the origin; with w it is {away} from it."
        );
        return (left > 0.0).then_some(why);
    }
    if !contact.contradicts(Some(says)) {
        let [lower, upper] = truth?.distance();
        let distance = answer.distance?;
        let is_other = distance < lower || distance > upper;
        return is_other.then(|| {
            format!("The search ends with the distance {distance:?}; the exact one is {lower:?}.")
        });
    }
    let beyond = w.dot(unit(step.direction));
    let why = match beyond.partial_cmp(&0.0)? {
        Ordering::Greater => format!("w lies beyond the origin, by {}.", digits(beyond)),
        Ordering::Equal => "the plane through w contains the origin.".to_owned(),
        Ordering::Less => format!(
            "that is rounding: w is short of the origin by {}.",
            digits(-beyond)
        ),
    };
    Some(format!("The search ends and reports separated, but {why}"))
}

/// The error of a step.
fn of_step(
    case: &Case,
    step: &Step,
    before: Option<&Step>,
    truth: Option<&Truth>,
) -> Option<String> {
    let points = points_of(case, step);
    if let Some([lower, upper]) = step.measured.map(|known| known.bounds)
        && let Some(truth) = truth
        && step.frame == Frame::Cores
    {
        let [least, most] = &truth.core_distance;
        let (least, most) = (least.bounds().0, most.bounds().1);
        if lower > most * (1.0 + ROUNDING) || upper < least * (1.0 - ROUNDING) {
            return Some(format!(
                "The bounds are {lower:?} .. {upper:?}; the exact distance of the cores is {least:?}."
            ));
        }
    }
    if let Some(before) = before.filter(|before| before.kind == step.kind)
        && (before.direction, before.support) == (step.direction, step.support)
        && before.simplex == step.simplex
    {
        let why = "The search uses the same direction as before and finds the same w: it would never end on its own.";
        return Some(why.to_owned());
    }
    if step.kind != StepKind::Nearest || points.is_empty() {
        return None;
    }
    if !step.direction.is_finite() {
        return Some("The direction is not finite.".to_owned());
    }
    let nearest = nearest(&points)?;
    let size = points.iter().fold(0.0, |size: f64, p| size.max(length(*p)));
    let grain = ROUNDING * size;
    if step.direction == DVec3::ZERO {
        let why = match length(nearest) > grain {
            true => "although the origin does not lie on the simplex",
            false => "since the origin lies on the simplex",
        };
        return Some(format!(
            "The direction is zero, {why}; the search continues with it."
        ));
    }
    if let Some(known) = step.measured
        && length(known.nearest - nearest) > grain
    {
        return Some(format!(
            "v is not the nearest point of the simplex: |v| is {}, and the simplex is {} from the origin.",
            digits(length(known.nearest)),
            digits(length(nearest)),
        ));
    }
    let before = before?;
    let mut all = points_of(case, before);
    let [a, b] = before.support;
    all.push(difference(case, before, [a, b]));
    let least = self::nearest(&all)?;
    if length(nearest) > length(least) + grain {
        return Some(format!(
            "The wrong vertices were kept: this simplex is {} from the origin, the last one with its support point w only {}.",
            digits(length(nearest)),
            digits(length(least)),
        ));
    }
    let is_second = before.simplex.is_empty();
    let (away, along) = (length(nearest), unit(step.direction));
    if !is_second && away > grain && along.distance(-nearest / away) > ROUNDING.sqrt() {
        return Some(
            "The direction does not lead from the nearest point of the simplex to the origin."
                .to_owned(),
        );
    }
    None
}

/// The error of a support point without stated bounds: its plane excludes the exact distance.
fn of_support(case: &Case, step: &Step, truth: &Truth) -> Option<String> {
    let height = words::height(case, step).filter(|_| step.measured.is_none())?;
    let exact = match step.frame {
        Frame::Cores => truth.core_distance[1].bounds().1,
        Frame::Shapes => truth.distance()[1],
    };
    let [a, b] = step.support.map(length);
    (height > exact + ROUNDING * f64::max(a, b)).then(|| {
        format!(
            "w is not the farthest point: the plane through it is {} from the origin, and the exact distance is {exact:?}.",
            digits(height)
        )
    })
}

fn difference(case: &Case, step: &Step, [a, b]: [DVec3; 2]) -> DVec3 {
    let [origin_a, origin_b] = step.frame.origins(case);
    (a - b) + (origin_a - origin_b)
}

fn points_of(case: &Case, step: &Step) -> Vec<DVec3> {
    let vertices = step.simplex.iter();
    vertices
        .map(|v| difference(case, step, [v.a, v.b]))
        .collect()
}

/// The point of a simplex nearest to the origin, computed in integers and rounded.
fn nearest(points: &[DVec3]) -> Option<DVec3> {
    let points: Vec<[f64; 3]> = points.iter().map(|p| p.to_array()).collect();
    let origin = [0.0; 3];
    let simplex = Polytope {
        points: &points,
        origin,
    };
    let zero = Polytope {
        points: &[origin],
        origin,
    };
    let pair = Pair::new(&simplex, &zero).ok()?;
    let nearest = Nearest::of(&pair);
    let (whole, exponent) = nearest.denominator.to_approx();
    let shares = nearest.corners.iter().map(|corner| {
        let (weight, of) = corner.weight.to_approx();
        let share = weight / whole * 2f64.powi((of - exponent).clamp(-1000, 1000) as i32);
        DVec3::from_array(points[corner.a]) * share
    });
    Some(shares.sum())
}
