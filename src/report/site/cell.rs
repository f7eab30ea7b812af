//! Cells of the tables of the page: headings, links to cases, anchors.

use maud::{Markup, html};

use super::kept::{Kept, file_name};
use crate::ledger::Row;

/// The headings of columns of numbers.
pub(super) fn headings(names: &[&str]) -> Markup {
    html! { @for name in names { th.number { (name) } } }
}

/// Text with a link to the page of a case, if there is one.
pub(super) fn link(row: &Row, index: Option<u64>, kept: &[Kept], text: &str) -> Markup {
    let is_it = |kept: &&Kept| {
        kept.subject == row.subject && kept.family == row.family && Some(kept.index) == index
    };
    html! {
        @match kept.iter().find(is_it) {
            Some(kept) => a href=(kept.page()) { (text) },
            None => (text),
        }
    }
}

/// The anchor of a subject on a family.
pub(super) fn anchor(row: &Row) -> String {
    format!("{}-{}", file_name(&row.subject), file_name(&row.family))
}
