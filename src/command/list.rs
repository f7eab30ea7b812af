//! `families` and `subjects`: the registries, a line each.

use crate::{family, subject};

pub(super) fn families() -> String {
    lines(
        family::all()
            .iter()
            .map(|family| (family.name, family.about)),
    )
}

pub(super) fn subjects() -> String {
    lines(
        subject::all()
            .iter()
            .map(|subject| (subject.name(), subject.about())),
    )
}

fn lines<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    entries
        .map(|(name, about)| format!("{name:<20} {about}\n"))
        .collect()
}
