//! The effects of bugs on an answer, and what they read from a case.

use gjk_harness::case::{Case, Core, Kind};
use gjk_harness::judge::Truth;
use gjk_harness::subject::{Answer, Closest, GjkCore, Proximity, Subject};
use glam::DVec3;

/// A billionth: far above rounding, far below what anybody would see.
pub(crate) const PART: f64 = 1e-9;

/// Puts another proximity in the place of one.
pub(crate) fn replaced(found: Proximity, wrong: Proximity, by: Proximity) -> Proximity {
    if found == wrong { by } else { found }
}

/// The distance and both its bounds.
pub(crate) fn claim(closest: &mut Closest, distance: f64) {
    closest.distance = distance;
    closest.bounds = Some([distance; 2]);
}

/// Replaces the distance and the bounds in all queries.
pub(crate) fn claim_exactly(answer: &mut Answer, claims: impl Fn(f64) -> [f64; 3]) {
    let [lower, distance, upper] = claims(answer.distance.expect("a distance"));
    answer.distance = Some(distance);
    change_closest(answer, |closest| {
        closest.distance = distance;
        closest.bounds = Some([lower, upper]);
    });
}

/// The distance and its upper bound.
pub(crate) fn raise(closest: &mut Closest, distance: f64) {
    closest.distance = distance;
    closest.bounds = closest.bounds.map(|[lower, _]| [lower, distance]);
}

/// The closest points without a setting.
pub(crate) fn plain(case: &Case) -> Closest {
    let answer = GjkCore.answer(case).expect("an answer");
    answer.closest.expect("closest points")
}

/// The exact distance, rounded.
pub(crate) fn exact(case: &Case) -> f64 {
    Truth::of(case).expect("a truth").distance()[0]
}

pub(crate) fn change_closest(answer: &mut Answer, change: impl Fn(&mut Closest)) {
    answer.closest.iter_mut().for_each(change);
}

pub(crate) fn change_bounds(answer: &mut Answer, change: impl Fn([f64; 2]) -> [f64; 2]) {
    change_closest(answer, |closest| {
        closest.bounds = closest.bounds.map(&change)
    });
}

pub(crate) fn change_points(answer: &mut Answer, change: impl Fn([DVec3; 2]) -> [DVec3; 2]) {
    change_closest(answer, |closest| {
        closest.points = closest.points.map(&change)
    });
}

pub(crate) fn change_normal(answer: &mut Answer, change: impl Fn(DVec3) -> DVec3) {
    change_closest(answer, |closest| {
        closest.normal = closest.normal.map(&change)
    });
}

/// Increases the distance of separated shapes.
pub(crate) fn add_ulps(case: &Case, answer: &mut Answer, ulps: f64) {
    let Some(truth) = Truth::of(case) else { return };
    if let Some(distance) = &mut answer.distance
        && *distance > 0.0
    {
        *distance += ulps * truth.unit;
    }
}

/// Gives the last step the length of the one before, if both are of that phase.
pub(crate) fn stay_in_phase(answer: &mut Answer, phase: u32) {
    if let [.., last, next] = &mut answer.steps[..]
        && [last.phase, next.phase] == [phase; 2]
        && let (Some(before), Some(now)) = (last.measured, &mut next.measured)
    {
        now.length_squared = before.length_squared;
    }
}

/// Adds this many steps before the first, all without a nearest point.
pub(crate) fn start_later(answer: &mut Answer, by: u32) {
    if let Some(first) = answer.steps.first().cloned() {
        let earlier = core::iter::repeat_n(first, by as usize);
        answer.steps.splice(0..0, earlier);
        change_closest(answer, |closest| closest.iterations += by);
    }
}

pub(crate) fn count_more(answer: &mut Answer, more: bool) {
    // Without all of its steps a trace is left out.
    answer.steps.clear();
    change_closest(answer, |closest| closest.iterations += u32::from(more));
}

pub(crate) fn make_too_far(answer: &mut Answer) {
    answer.distance = answer.distance.map(|distance| distance * (1.0 + PART));
}

pub(crate) fn far_if(answer: &mut Answer, condition: bool) {
    answer.closest = None;
    if condition {
        make_too_far(answer);
    }
}

/// The vertex lists of the hulls of a case.
pub(crate) fn hulls(case: &Case) -> impl Iterator<Item = &[DVec3]> {
    let shapes = [&case.a, &case.b].into_iter();
    shapes.filter_map(|shape| match &shape.kind {
        Kind::Hull { points } => Some(points.as_slice()),
        _ => None,
    })
}

/// The vertices of a core in the world; for a curved core some of its points.
pub(crate) fn world(core: &Core) -> impl Iterator<Item = DVec3> {
    let origin = DVec3::from_array(core.origin);
    let points = core.outline().into_owned();
    points
        .into_iter()
        .map(move |p| DVec3::from_array(p) + origin)
}

/// The farthest vertex from a point, in the world.
pub(crate) fn farthest(core: &Core, from: DVec3) -> DVec3 {
    world(core).fold(from, |best, p| {
        if p.distance_squared(from) > best.distance_squared(from) {
            p
        } else {
            best
        }
    })
}

/// The largest coordinate sum of a vertex: the same when mirrored.
pub(crate) fn reach(core: &Core) -> f64 {
    world(core)
        .map(|p| p.abs().element_sum())
        .fold(0.0, f64::max)
}

/// The largest distance of a vertex from the first.
pub(crate) fn spread(core: &Core) -> f64 {
    let outline = core.outline();
    let first = DVec3::from_array(outline[0]);
    outline
        .iter()
        .map(|v| DVec3::from_array(*v).distance(first))
        .fold(0.0, f64::max)
}
