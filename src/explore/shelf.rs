//! The initial cases: named ones, and one of each family.

use crate::case::{Case, files};
use crate::family;

/// The cases of the snapshot tests, named after what they show.
const NAMED: &str = include_str!("../../tests/cases/named/traces.jsonl");

/// The default case: a triangle and a polygon whose closest points are known from a textbook.
const FIRST: &str = "2d-worked-example";

/// The seed of the case for each family.
const SEED: u64 = 1;
const INDEX: u64 = 0;

/// Cases under a heading.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct Shelf {
    name: &'static str,
    ids: Vec<String>,
}

/// All initial cases.
pub(super) fn shelves(start: &Case) -> [Shelf; 3] {
    let families = family::all().iter();
    [
        Shelf {
            name: "given",
            ids: vec![start.id.clone()],
        },
        Shelf {
            name: "named",
            ids: named().into_iter().map(|case| case.id).collect(),
        },
        Shelf {
            name: "families",
            ids: families
                .map(|family| format!("{}-{SEED}-{INDEX}", family.name))
                .collect(),
        },
    ]
}

/// The case with this id: on a shelf, or of any campaign.
pub(super) fn find(start: &Case, id: &str) -> Option<Case> {
    if start.id == id {
        return Some(start.clone());
    }
    let named = named().into_iter().find(|case| case.id == id);
    named.or_else(|| {
        let (name, seed, index) = family::parts_of_id(id)?;
        Some(family::case_from_seed(family::find(name)?, seed, index))
    })
}

/// The default case.
pub fn first() -> Case {
    let mut cases = named();
    let at = cases.iter().position(|case| case.id == FIRST);
    cases.swap_remove(at.unwrap_or_default())
}

fn named() -> Vec<Case> {
    files::from_bytes(NAMED.as_bytes()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    // Claim: every id on a shelf leads to a valid case with that id.
    #[test]
    fn ids_lead_to_cases() {
        let start = first();
        assert_eq!(start.id, FIRST);
        for shelf in shelves(&start) {
            assert!(!shelf.ids.is_empty(), "{}", shelf.name);
            for id in &shelf.ids {
                let case = find(&start, id).expect(id);
                assert!(case.id == *id && json::is_valid(&case), "{id}");
            }
        }
        assert_eq!(find(&start, "nonsense"), None);
    }
}
