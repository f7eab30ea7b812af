//! A case under settings that the judge does not use: any tolerance, iteration limit, maximum
//! distance, start direction, a warm start from an unrelated case, and any margin.
//!
//! The truth about the shapes is the same under all of them. So for any settings,
//!
//! - the bounds hold, and the distance is between them;
//! - the status is honest: a converged answer has the requested gap, a stopped one reached its
//!   limit, and exactly the shapes beyond the maximum distance are reported beyond;
//! - the verdict is right unless the query was stopped, and certain answers are true;
//! - an updated answer equals a warm start.
//!
//! For polytopes and sphere-swept polytopes all of this is exact, without any ulps.

use arbitrary::{Result, Unstructured};
use gjk_core::{ClosestPoints, Proximity, Settings, Status, Vector, closest_points};
use gjk_reference::Contact;
use glam::DVec3;

use crate::case::shrink::shrink;
use crate::case::{Case, Dim};
use crate::family;
use crate::judge::{Truth, budget};
use crate::subject::{Dynamic, shapes_in_plane, shapes_in_space};

/// Bytes for the settings; the case is made of the others. So it stays the same when a fuzzer
/// changes the settings.
const SETTINGS_BYTES: usize = 64;

/// Any bytes as settings and a case. Returns whether a case was judged; panics with the settings
/// and the shrunk case if a promise is broken.
pub fn settings(data: &[u8]) -> bool {
    let Some((head, rest)) = data.split_at_checked(SETTINGS_BYTES) else {
        return false;
    };
    let drawn = Drawn::of(&mut Unstructured::new(head));
    let (Ok(drawn), Some(case)) = (drawn, super::draw(rest, |_| true, |_| true)) else {
        return false;
    };
    let Some(found) = fault(&case, &drawn) else {
        return false;
    };
    let Err(text) = found else { return true };
    let small = shrink(&case, &mut |smaller| {
        matches!(fault(smaller, &drawn), Some(Err(_)))
    });
    let reason = match fault(&small, &drawn) {
        Some(Err(reason)) => reason,
        _ => text,
    };
    panic!(
        "{reason}\nwith {drawn:?}\n{}",
        super::case_and_remedy(&small)
    );
}

/// The settings. Lengths are relative to the distance.
#[derive(Debug)]
struct Drawn {
    relative_tolerance: Option<f64>,
    absolute_tolerance: Option<f64>,
    max_iterations: Option<u32>,
    max_distance: Option<f64>,
    start: Option<DVec3>,
    /// Family and seed of the case whose simplex is the start.
    warm_start: Option<(usize, u64)>,
    margin: f64,
}

impl Drawn {
    fn of(bytes: &mut Unstructured) -> Result<Self> {
        Ok(Self {
            relative_tolerance: some(bytes, |bytes| Ok(*bytes.choose(&TOLERANCES)?))?,
            absolute_tolerance: some(bytes, |bytes| Ok(*bytes.choose(&TOLERANCES)?))?,
            max_iterations: some(bytes, |bytes| bytes.int_in_range(0..=ITERATIONS))?,
            max_distance: some(bytes, part)?,
            start: some(bytes, |bytes| {
                let numbers: [i16; 3] = bytes.arbitrary()?;
                Ok(DVec3::from_array(numbers.map(f64::from)))
            })?,
            warm_start: some(bytes, |bytes| {
                Ok((bytes.choose_index(family::all().len())?, bytes.arbitrary()?))
            })?,
            margin: part(bytes)?,
        })
    }

    /// Whether only rounding ends the search.
    fn is_thorough(&self) -> bool {
        let tolerances = [self.relative_tolerance, self.absolute_tolerance];
        tolerances == [None; 2] && self.max_iterations.is_none()
    }
}

/// Valid tolerances, and some that count as zero.
const TOLERANCES: [f64; 8] = [f64::NAN, -1.0, 0.0, 1e-15, 1e-9, 1e-3, 0.5, 1.0];

/// Limits up to this are often reached.
const ITERATIONS: u32 = 12;

/// One setting in three is drawn.
fn some<T>(
    bytes: &mut Unstructured,
    draw: impl FnOnce(&mut Unstructured) -> Result<T>,
) -> Result<Option<T>> {
    bytes.ratio(1, 3)?.then(|| draw(bytes)).transpose()
}

/// A part of a length: a little less or more than the whole, much less or more, or something else.
fn part(bytes: &mut Unstructured) -> Result<f64> {
    let ulps = f64::from(bytes.arbitrary::<i8>()?) * f64::EPSILON;
    let part = bytes.choose(&[0.0, 0.5, 1.0, 1.0, 2.0, f64::INFINITY, f64::NAN, -1.0])?;
    Ok(part * (1.0 + ulps))
}

/// The error in the answers to the case, if any; `None` if it cannot be judged.
fn fault(case: &Case, drawn: &Drawn) -> Option<std::result::Result<(), String>> {
    let truth = Truth::of(case)?;
    let before = drawn.warm_start.and_then(|(family, seed)| {
        let other = family::case_from_seed(&family::all()[family], seed, 0);
        (other.dim == case.dim).then_some(other)
    });
    Some(match case.dim {
        Dim::Two => {
            let before = before.as_ref().and_then(shapes_in_plane);
            let start = drawn.start.map(DVec3::truncate);
            check(&truth, drawn, &shapes_in_plane(case)?, start, before)
        }
        Dim::Three => {
            let before = before.as_ref().and_then(shapes_in_space);
            check(&truth, drawn, &shapes_in_space(case)?, drawn.start, before)
        }
    })
}

fn check<V: Vector>(
    truth: &Truth,
    drawn: &Drawn,
    [a, b]: &[Dynamic<V>; 2],
    start: Option<V>,
    before: Option<[Dynamic<V>; 2]>,
) -> std::result::Result<(), String> {
    let length = closest_points(a, b).distance;
    let mut settings = Settings::default();
    if let Some(tolerance) = drawn.relative_tolerance {
        settings = settings.relative_tolerance(tolerance);
    }
    if let Some(part) = drawn.absolute_tolerance {
        settings = settings.absolute_tolerance(part * length);
    }
    if let Some(limit) = drawn.max_iterations {
        settings = settings.max_iterations(limit);
    }
    if let Some(start) = start {
        settings = settings.start(start);
    }
    let before = before.map(|[a, b]| closest_points(&a, &b));
    if let Some(before) = before {
        settings = settings.warm_start(before.simplex);
    }
    // The intersection test ignores a maximum distance.
    verdict(truth, drawn, settings.intersects(a, b))?;
    let margin = drawn.margin * length;
    certainty(truth, drawn, settings.proximity(a, b, margin), margin)?;

    let max_distance = drawn.max_distance.map(|part| part * length);
    if let Some(max_distance) = max_distance {
        settings = settings.max_distance(max_distance);
    }
    let answer = settings.closest_points(a, b);
    bounds(truth, &answer)?;
    status(truth, drawn, max_distance, length, &answer)?;
    let distance = settings.distance(a, b);
    if distance.to_bits() != answer.distance.to_bits() {
        return Err(format!("the distance alone is {distance:e}: {answer:?}"));
    }
    update(settings, before.unwrap_or(answer), a, b)
}

/// An updated answer equals a warm start from its simplex.
fn update<V: Vector>(
    settings: Settings<V>,
    before: ClosestPoints<V>,
    a: &Dynamic<V>,
    b: &Dynamic<V>,
) -> std::result::Result<(), String> {
    let warm = settings.warm_start(before.simplex).closest_points(a, b);
    let mut updated = before;
    settings.update(&mut updated, a, b);
    // As text, since NaN is not equal to itself.
    if format!("{updated:?}") == format!("{warm:?}") {
        return Ok(());
    }
    Err(format!(
        "brought up to date: {updated:?}\na warm start: {warm:?}"
    ))
}

/// In ulps of the largest length: the allowed error of an answer from any start.
fn allowed() -> f64 {
    budget::promise("law: warm").ulps
}

fn verdict(truth: &Truth, drawn: &Drawn, intersects: bool) -> std::result::Result<(), String> {
    // A tolerance decides no verdict.
    if truth.pair().is_some() && drawn.max_iterations.is_none() {
        let meet = truth.contact != Some(Contact::Separated);
        let wrong = || format!("intersects is {intersects}: {:?}", truth.contact);
        return (intersects == meet).then_some(()).ok_or_else(wrong);
    }
    let off = match (truth.contact, intersects) {
        (Some(Contact::Separated), true) => truth.distance()[1],
        (Some(Contact::Overlapping), false) if drawn.is_thorough() => truth.depth(None),
        _ => return Ok(()),
    };
    if off <= budget::promise("verdict").ulps * truth.unit {
        return Ok(());
    }
    let contact = truth.contact;
    Err(format!(
        "intersects is {intersects}, but they are {contact:?} by {off:e}"
    ))
}

fn certainty(
    truth: &Truth,
    drawn: &Drawn,
    found: Proximity,
    margin: f64,
) -> std::result::Result<(), String> {
    // An invalid margin counts as zero.
    let margin = f64::max(0.0, margin);
    let [least, greatest] = truth.distance();
    let near = budget::promise("proximity").ulps * truth.unit;
    let is_exact = truth.pair().is_some();
    let wrong = match found {
        Proximity::Separated => !truth.may_exceed(margin),
        // The points of curved shapes are rounded before the solver sees them.
        Proximity::Overlapping if !is_exact => least > allowed() * truth.unit,
        Proximity::Overlapping => truth.contact == Some(Contact::Separated),
        // It has no tolerance.
        Proximity::Near if is_exact => {
            let is_near = truth.contact == Some(Contact::Separated) && !truth.may_exceed(margin);
            drawn.max_iterations.is_none() && !is_near
        }
        Proximity::Near => drawn.is_thorough() && greatest - margin > near,
    };
    if wrong {
        return Err(format!(
            "called {found:?} at margin {margin:e}, but the distance is {least:e}"
        ));
    }
    Ok(())
}

fn bounds<V: Vector>(truth: &Truth, answer: &ClosestPoints<V>) -> std::result::Result<(), String> {
    let ClosestPoints {
        distance,
        lower,
        upper,
        ..
    } = *answer;
    let in_order = 0.0 <= lower && lower <= distance && distance <= upper && upper.is_finite();
    if !in_order {
        return Err(format!("the bounds are not in order: {answer:?}"));
    }
    let off = truth.bounds_error([lower, upper]) / truth.unit;
    let is_wrong = match truth.pair() {
        Some(_) => truth.may_fall_below(lower) || truth.may_exceed(upper),
        None => off > allowed(),
    };
    if is_wrong {
        let [least, greatest] = truth.distance();
        return Err(format!(
            "the distance is {least:e} to {greatest:e}, {off:.2} ulps outside of the bounds: {answer:?}"
        ));
    }
    Ok(())
}

fn status<V: Vector>(
    truth: &Truth,
    drawn: &Drawn,
    max_distance: Option<f64>,
    length: f64,
    answer: &ClosestPoints<V>,
) -> std::result::Result<(), String> {
    // Fewer than two counts as two.
    let limit = drawn
        .max_iterations
        .map_or(Settings::<V>::MAX_ITERATIONS, |limit| limit.max(2));
    // NaN is no limit, and negative numbers count as zero.
    let max_distance = max_distance.filter(|distance| !distance.is_nan());
    let max_distance = max_distance.map_or(f64::INFINITY, |distance| distance.max(0.0));
    let gap = answer.upper - answer.lower;
    let is_exact = truth.pair().is_some();
    let rounding = match is_exact {
        // Up to the next number on both sides.
        true => answer.distance.next_up() - answer.distance.next_down(),
        false => budget::promise("gap").ulps * truth.unit,
    };
    let may_be_beyond = !is_exact || truth.may_exceed(max_distance);
    let honest = match answer.status {
        Status::Converged => {
            let tolerated = [
                (drawn.relative_tolerance, answer.distance),
                (drawn.absolute_tolerance, length),
            ];
            // NaN and negative numbers count as zero.
            let tolerated = tolerated.map(|(part, whole)| part.map_or(0.0, |part| part * whole));
            let granted = f64::max(0.0, f64::max(tolerated[0], tolerated[1]));
            let is_within = !(is_exact && drawn.is_thorough() && truth.may_exceed(max_distance));
            gap <= rounding + granted && answer.lower <= max_distance && is_within
        }
        Status::Stalled => !is_exact && answer.lower <= max_distance,
        Status::IterationLimit => drawn.max_iterations.is_some() && answer.iterations == limit,
        Status::BeyondMaxDistance => answer.lower >= max_distance && may_be_beyond,
        _ => false,
    };
    if honest && answer.iterations <= limit {
        return Ok(());
    }
    Err(format!("the status is not honest: {answer:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    type Change = fn(&mut ClosestPoints<DVec3>);

    /// Claim: the checks can fail: an answer that breaks what one of them is about is refused by
    /// that one, and the right one is not. Two points that are 5 apart.
    #[test]
    fn what_is_wrong_is_refused() {
        let text = r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[0,0,0]},
            "b":{"kind":"point","p":[3,4,0]},"expect":{}}"#;
        let case = json::read(text).expect("a case");
        let truth = Truth::of(&case).expect("a truth");
        let [a, b] = shapes_in_space(&case).expect("points");
        let right = closest_points(&a, &b);
        let drawn = Drawn {
            relative_tolerance: None,
            absolute_tolerance: None,
            max_iterations: None,
            max_distance: None,
            start: None,
            warm_start: None,
            margin: 1.0,
        };
        assert_eq!(bounds(&truth, &right), Ok(()));
        for [lower, distance, upper] in [
            [5.0, 4.0, 5.0],
            [5f64.next_up(); 3],
            [4.0, 4.0, 5f64.next_down()],
            [5.0, 5.0, f64::INFINITY],
        ] {
            let mut wrong = right;
            (wrong.lower, wrong.distance, wrong.upper) = (lower, distance, upper);
            assert!(
                bounds(&truth, &wrong).is_err(),
                "{lower} {distance} {upper}"
            );
        }
        let status_of = |change: Change, max_distance| {
            let mut answer = right;
            change(&mut answer);
            status(&truth, &drawn, max_distance, 5.0, &answer)
        };
        assert_eq!(status_of(|_| {}, None), Ok(()));
        for (change, max_distance) in [
            ((|answer| answer.upper = 6.0) as Change, None),
            (|_| {}, Some(4.0)),
            (|answer| answer.status = Status::Stalled, None),
            (|answer| answer.status = Status::IterationLimit, None),
            (
                |answer| answer.status = Status::BeyondMaxDistance,
                Some(6.0),
            ),
            (|answer| answer.iterations = u32::MAX, None),
        ] {
            assert!(status_of(change, max_distance).is_err(), "{max_distance:?}");
        }
        assert_eq!(verdict(&truth, &drawn, false), Ok(()));
        assert!(verdict(&truth, &drawn, true).is_err());
        for (found, margin, is_right) in [
            (Proximity::Separated, 4.0, true),
            (Proximity::Near, 5.0, true),
            (Proximity::Separated, 5.0, false),
            (Proximity::Near, 4.0, false),
            (Proximity::Overlapping, 5.0, false),
        ] {
            let judged = certainty(&truth, &drawn, found, margin);
            assert_eq!(judged.is_ok(), is_right, "{found:?} {margin}");
        }
    }
}
