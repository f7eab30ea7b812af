//! The cases of a campaign with a page of their own: those with the largest errors, and the broken
//! ones.

use std::collections::BTreeMap;

use super::Site;
use crate::ledger::Row;

/// A case with a page of its own, of one subject.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) subject: String,
    pub(super) family: String,
    pub(super) index: u64,
    /// The id of the case.
    pub(super) id: String,
    /// What it is the worst or a new worst of, or what it breaks.
    pub(super) reasons: Vec<String>,
}

/// All of them, in the order of the rows. For a subject bound by the promises: the worst case of
/// each property, and the first broken ones. For others: the worst case of the score.
pub(super) fn all(site: &Site<'_>) -> Vec<Kept> {
    let rows = site.ledger.rows.iter();
    rows.flat_map(|row| of_row(site, row)).collect()
}

fn of_row(site: &Site<'_>, row: &Row) -> Vec<Kept> {
    let mut reasons: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let mut keep = |index: u64, reason: String| reasons.entry(index).or_default().push(reason);
    if site.is_bound(&row.subject) {
        for (index, broken) in &row.tally.failures {
            keep(*index, format!("breaks {}", broken.join(", ")));
        }
        for (index, names) in row.tally.new_worsts(&row.family) {
            keep(index, format!("new worst: {}", names.join(", ")));
        }
        for (name, property) in &row.tally.properties {
            if let Some(index) = property.worst_index.filter(|_| property.worst_ulps > 0.0) {
                keep(index, format!("{name} {:.2} ulp", property.worst_ulps));
            }
        }
    } else if let Some(worst) = row.tally.score.worst {
        keep(worst.index, worst.fault.to_string());
    }
    let kept = reasons.into_iter().map(|(index, reasons)| Kept {
        subject: row.subject.to_string(),
        family: row.family.to_string(),
        index,
        id: format!("{}-{}-{index}", row.family, site.ledger.seed),
        reasons,
    });
    kept.collect()
}

impl Kept {
    /// The path of its page, from the first page.
    pub(super) fn page(&self) -> String {
        format!("{}.html", self.stem())
    }

    /// The path of its picture, from the first page.
    pub(super) fn picture(&self) -> String {
        format!("{}.svg", self.stem())
    }

    fn stem(&self) -> String {
        format!("cases/{}/{}", file_name(&self.subject), file_name(&self.id))
    }
}

/// A name in which all characters are valid for files and links. Different names of subjects stay
/// different: none has a `~`.
pub(super) fn file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    name.chars()
        .map(|c| if is_plain(c) { c } else { '~' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::file_name;

    /// Claim: the pages of two programs never share a file, and no name leads out of the folder.
    #[test]
    fn names_stay_apart() {
        assert_ne!(file_name("mine-1.0"), file_name("mine-1_0"));
        assert_eq!(file_name(".."), "~~");
    }
}
