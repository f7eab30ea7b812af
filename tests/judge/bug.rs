//! What a bug is, and `gjk-core` with one.
//!
//! A bug is in one query, and a subject with a bug in its plain query has no other: what warm starts
//! and early stops are compared with would be wrong as well.

use gjk_harness::case::Case;
use gjk_harness::subject::{Answer, Closest, GjkCore, Proximity, Setting, Subject};

/// A bug, and where it shows.
pub(crate) struct Bug {
    /// What it does, in a line.
    pub(crate) about: &'static str,
    /// The property that it is meant for, and those that cannot hold with it.
    pub(crate) breaks: &'static [&'static str],
    /// Where all of these break, and no others.
    pub(crate) cases: Cases,
    /// Whether the subject promises exact answers, which most bugs would break along with the rest.
    pub(crate) exact: bool,
    /// What it does to an answer.
    pub(crate) change: fn(&Case, &mut Answer),
    /// What it does to an answer under a setting; without it there are no settings.
    pub(crate) change_setting: Option<fn(&Case, Setting<'_>, &mut Closest)>,
    /// What it makes of a proximity; without it there is none.
    pub(crate) change_proximity: Option<fn(Proximity) -> Proximity>,
}

/// What bugs do not say: everything is right, but of one query only.
pub(crate) const SOUND: Bug = Bug {
    about: "",
    breaks: &[],
    cases: Cases::Of("uniform", 5),
    exact: false,
    change: |_, _| {},
    change_setting: None,
    change_proximity: None,
};

/// Where a bug shows.
pub(crate) enum Cases {
    /// In the first so many cases of a family, under the seed 1.
    Of(&'static str, u64),
    /// In this case, judged as one of the family `uniform`.
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
