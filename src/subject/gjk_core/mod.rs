//! `gjk-core` as a subject: converts cases to its shapes, and its answers to ours.

mod shapes;
mod trace;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::proposer::Proposer;
use super::{Answer, Closest, End, Proximity, Setting, Subject};
use crate::case::{Case, Dim, Scalar};

use self::shapes::{Storage, refusal, shapes};
use self::trace::{Record, closest};

pub use self::shapes::{Dynamic, shapes_in_plane, shapes_in_space};

/// The crate under test, with its default settings.
pub struct GjkCore;

impl Subject for GjkCore {
    fn name(&self) -> &'static str {
        "gjk-core"
    }

    fn about(&self) -> &'static str {
        "the crate under test, with its default settings"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        Asked::of(case, Proposer::Search).answer()
    }

    fn distance(&self, case: &Case) -> Option<f64> {
        Asked::of(case, Proposer::Search).distance()
    }

    fn answer_with(&self, case: &Case, setting: Setting<'_>) -> Option<Closest> {
        Asked::of(case, Proposer::Search).answer_with(setting)
    }

    fn proximity(&self, case: &Case, margin: f64) -> Option<Proximity> {
        Asked::of(case, Proposer::Search).proximity(margin)
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn refusal(&self, case: &Case) -> Option<String> {
        match (case.dim, case.scalar) {
            (Dim::Two, Scalar::F32) => refusal::<Vec2>(case),
            (Dim::Two, Scalar::F64) => refusal::<DVec2>(case),
            (Dim::Three, Scalar::F32) => refusal::<Vec3>(case),
            (Dim::Three, Scalar::F64) => refusal::<DVec3>(case),
        }
    }
}

/// A case with the proposer of its simplices.
#[derive(Clone, Copy)]
pub(super) struct Asked<'c> {
    case: &'c Case,
    proposer: Proposer,
}

impl<'c> Asked<'c> {
    pub(super) fn of(case: &'c Case, proposer: Proposer) -> Self {
        Self { case, proposer }
    }

    pub(super) fn answer(self) -> Option<Answer> {
        match (self.case.dim, self.case.scalar) {
            (Dim::Two, Scalar::F32) => answer::<Vec2>(self),
            (Dim::Two, Scalar::F64) => answer::<DVec2>(self),
            (Dim::Three, Scalar::F32) => answer::<Vec3>(self),
            (Dim::Three, Scalar::F64) => answer::<DVec3>(self),
        }
    }

    pub(super) fn distance(self) -> Option<f64> {
        match (self.case.dim, self.case.scalar) {
            (Dim::Two, Scalar::F32) => lone_distance::<Vec2>(self),
            (Dim::Two, Scalar::F64) => lone_distance::<DVec2>(self),
            (Dim::Three, Scalar::F32) => lone_distance::<Vec3>(self),
            (Dim::Three, Scalar::F64) => lone_distance::<DVec3>(self),
        }
    }

    pub(super) fn answer_with(self, setting: Setting<'_>) -> Option<Closest> {
        match (self.case.dim, self.case.scalar) {
            (Dim::Two, Scalar::F32) => answer_with::<Vec2>(self, setting),
            (Dim::Two, Scalar::F64) => answer_with::<DVec2>(self, setting),
            (Dim::Three, Scalar::F32) => answer_with::<Vec3>(self, setting),
            (Dim::Three, Scalar::F64) => answer_with::<DVec3>(self, setting),
        }
    }

    pub(super) fn proximity(self, margin: f64) -> Option<Proximity> {
        match (self.case.dim, self.case.scalar) {
            (Dim::Two, Scalar::F32) => proximity::<Vec2>(self, margin),
            (Dim::Two, Scalar::F64) => proximity::<DVec2>(self, margin),
            (Dim::Three, Scalar::F32) => proximity::<Vec3>(self, margin),
            (Dim::Three, Scalar::F64) => proximity::<DVec3>(self, margin),
        }
    }
}

fn answer<S: Storage>(asked: Asked<'_>) -> Option<Answer> {
    let [a, b] = shapes::<S>(asked.case)?;
    let settings = asked.proposer.settings(&a, &b);
    let mut record = Record::<S>::of([a.as_ref(), b.as_ref()]);
    let found = settings.observed(&a, &b, |step| record.see(step));
    Some(Answer {
        intersects: settings.intersects(&a, &b),
        end: End::Converged,
        distance: Some(settings.distance(&a, &b)),
        closest: Some(closest::<S>(&found)),
        steps: record.steps,
        evidence: record.evidence,
    })
}

fn lone_distance<S: Storage>(asked: Asked<'_>) -> Option<f64> {
    let [a, b] = shapes::<S>(asked.case)?;
    Some(asked.proposer.settings(&a, &b).distance(&a, &b))
}

fn answer_with<S: Storage>(asked: Asked<'_>, setting: Setting<'_>) -> Option<Closest> {
    let [a, b] = shapes::<S>(asked.case)?;
    let settings = asked.proposer.settings(&a, &b);
    let updated = |before: &Case, settings: gjk_core::Settings<_>| {
        let [a_before, b_before] = shapes::<S>(before)?;
        let mut answer = settings.closest_points(&a_before, &b_before);
        settings.update(&mut answer, &a, &b);
        Some(answer)
    };
    let answer = match setting {
        Setting::MaxDistance(distance) => settings.max_distance(distance).closest_points(&a, &b),
        Setting::WarmStart(before) => updated(before, settings)?,
        Setting::WarmStartWithin(before, distance) => {
            updated(before, settings.max_distance(distance))?
        }
        Setting::Tolerance { relative, absolute } => {
            let settings = settings.relative_tolerance(relative);
            settings.absolute_tolerance(absolute).closest_points(&a, &b)
        }
    };
    Some(closest::<S>(&answer))
}

fn proximity<S: Storage>(asked: Asked<'_>, margin: f64) -> Option<Proximity> {
    let [a, b] = shapes::<S>(asked.case)?;
    let settings = asked.proposer.settings(&a, &b);
    Some(match settings.proximity(&a, &b, margin) {
        gjk_core::Proximity::Separated => Proximity::Separated,
        gjk_core::Proximity::Near => Proximity::Near,
        gjk_core::Proximity::Overlapping => Proximity::Overlapping,
    })
}
