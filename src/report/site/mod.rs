//! The report of a campaign as a folder of pages: the counts as tables and charts, and the worst
//! cases, each with its picture and its page of steps. It makes no network request.
//!
//! The same campaign makes the same folder, byte by byte, without dates and times.

mod cell;
mod chart;
mod draft;
mod index;
mod kept;
mod properties;

use std::path::Path;

use rayon::prelude::*;

use super::{page, picture};
use crate::case::CaseError;
use crate::family;
use crate::ledger::Ledger;
use crate::story::Story;
use crate::subject::Subject;
use crate::touch_band::Curve;
use draft::Draft;
use kept::Kept;

/// The content of a report.
pub struct Site<'c> {
    /// The counts.
    pub ledger: &'c Ledger,
    /// The subjects.
    pub subjects: &'c [&'static dyn Subject],
    /// Their touch bands.
    pub curves: &'c [Curve],
}

/// The first page.
const INDEX: &str = "index.html";

/// Checks before the campaign that a report can be written to the folder, and leaves nothing
/// behind but the folders above.
pub fn check(folder: &Path) -> Result<(), CaseError> {
    Draft::of(folder).map(drop)
}

/// Writes the folder as a whole or not at all. An existing one is replaced if it is empty or a
/// report.
pub fn write(site: &Site<'_>, folder: &Path) -> Result<(), CaseError> {
    let draft = Draft::of(folder)?;
    let kept = kept::all(site);
    kept.par_iter().try_for_each(|kept| {
        let Some(story) = site.story(kept) else {
            return Ok(());
        };
        let page = page::html(std::slice::from_ref(&story));
        draft.write(&kept.page(), &page)?;
        draft.write(&kept.picture(), &picture::svg(&story))
    })?;
    draft.write(INDEX, &index::html(site, &kept))?;
    draft.publish()
}

impl Site<'_> {
    fn subject(&self, name: &str) -> Option<&'static dyn Subject> {
        let mut subjects = self.subjects.iter().copied();
        subjects.find(|subject| subject.name() == name)
    }

    /// Whether a subject is bound by the promises.
    fn is_bound(&self, name: &str) -> bool {
        self.subject(name).is_some_and(|subject| subject.is_bound())
    }

    /// The story of a kept case.
    fn story(&self, kept: &Kept) -> Option<Story> {
        let family = family::find(&kept.family)?;
        let case = family::case_from_seed(family, self.ledger.seed, kept.index);
        let subject = self.subject(&kept.subject)?;
        Some(Story::of(&case, family.name, subject))
    }
}
