//! A bug, and `gjk-core` with one.
//!
//! A bug is in one query, and a subject with a bug in its plain query has no other: warm starts and
//! early stops would be compared with a wrong answer.

use gjk_harness::case::Case;
use gjk_harness::subject::{Answer, Closest, GjkCore, Proximity, Setting, Subject};

/// A bug, and where it shows.
pub(crate) struct Bug {
    /// Its effect, in one line.
    pub(crate) about: &'static str,
    /// The property that it is meant for, and those that must break with it.
    pub(crate) breaks: &'static [&'static str],
    /// Cases in which all of these break, and no others.
    pub(crate) cases: Cases,
    /// Whether the subject promises exact answers, which most bugs would break too.
    pub(crate) exact: bool,
    /// Its effect on an answer.
    pub(crate) change: fn(&Case, &mut Answer),
    /// Its effect on an answer under a setting; without it there are no settings.
    pub(crate) change_setting: Option<fn(&Case, Setting<'_>, &mut Closest)>,
    /// Its effect on a proximity; without it there is none.
    pub(crate) change_proximity: Option<fn(Proximity) -> Proximity>,
}

/// The defaults: everything is right, in one query only.
pub(crate) const SOUND: Bug = Bug {
    about: "",
    breaks: &[],
    cases: Cases::Of("uniform", 5),
    exact: false,
    change: |_, _| {},
    change_setting: None,
    change_proximity: None,
};

/// The cases of a bug.
pub(crate) enum Cases {
    /// The first cases of a family, with seed 1.
    Of(&'static str, u64),
    /// This case, judged as one of the family `uniform`.
    One(&'static str),
}

/// `gjk-core` with a bug.
pub(crate) struct Bugged(pub(crate) &'static Bug);

impl Subject for Bugged {
    fn name(&self) -> &'static str {
        "bugged"
    }

    fn about(&self) -> &'static str {
        self.0.about
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let mut answer = GjkCore.answer(case)?;
        (self.0.change)(case, &mut answer);
        Some(answer)
    }

    fn answer_with(&self, case: &Case, setting: Setting<'_>) -> Option<Closest> {
        let change = self.0.change_setting?;
        let mut closest = GjkCore.answer_with(case, setting)?;
        change(case, setting, &mut closest);
        Some(closest)
    }

    fn is_exact(&self) -> bool {
        self.0.exact
    }

    fn proximity(&self, case: &Case, margin: f64) -> Option<Proximity> {
        let change = self.0.change_proximity?;
        Some(change(GjkCore.proximity(case, margin)?))
    }
}
