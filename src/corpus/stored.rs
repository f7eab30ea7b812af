//! Is a stored exact answer the exact one?
//!
//! Of polytopes, and of sphere-swept polytopes, it is a number: every field that stands in the file
//! has to be the same. Of curved shapes it is an enclosure, which another version of the reference
//! may draw closer: it is wrong if it excludes what is proved.

use crate::case::{Case, Exact, Fraction, Relation};
use crate::judge::Truth;

use super::answer;

/// What is wrong with the exact answer that stands beside a case: the field, what is stored there,
/// and what is exact. `None` where there is none, or it is right.
pub fn wrong(case: &Case, truth: Option<&Truth>) -> Option<String> {
    let stored = case.exact.as_ref()?;
    let exact = truth.and_then(|truth| Some((truth, answer::of_truth(case, truth)?)));
    let Some((truth, exact)) = exact else {
        return Some("exact: lengths are beyond the largest float, and there is none".to_owned());
    };
    let found = match truth.pair() {
        Some(_) => unequal(stored, &exact),
        None => excluded(stored, &exact),
    };
    found.or_else(|| {
        // Both are about these very numbers, of all shapes.
        let pairs = ["a", "b"]
            .into_iter()
            .zip(stored.placed.iter().zip(&exact.placed));
        let moved = pairs.filter(|(_, (stored, exact))| stored.is_some() && stored != exact);
        let first = moved.map(|(side, _)| format!("exact.{side} is not where the pose puts it"));
        first.chain(differs("ulp", &stored.ulp, &exact.ulp)).next()
    })
}

/// Of polytopes: the first field that is another.
fn unequal(stored: &Exact, exact: &Exact) -> Option<String> {
    let [contact, exact_contact] = [stored, exact].map(|answer| answer.contact.name());
    let text = |square: &Option<Fraction>| square.as_ref().map(|Fraction(text)| text.clone());
    let square = |field, of: fn(&Exact) -> &Option<Fraction>| {
        lacks(field, &text(of(stored)), &text(of(exact)))
    };
    let fields = [
        differs("contact", &contact, &exact_contact),
        differs("distance", &stored.distance, &exact.distance),
        square("squared_core_distance", |answer| {
            &answer.squared_core_distance
        }),
        lacks("radii", &stored.radii, &exact.radii),
        lacks("depth", &stored.depth, &exact.depth),
        square("squared_core_depth", |answer| &answer.squared_core_depth),
    ];
    fields.into_iter().flatten().next()
}

/// Of curved shapes: what contradicts what is proved.
fn excluded(stored: &Exact, exact: &Exact) -> Option<String> {
    let [lower, upper] = stored.distance;
    let [exact_lower, exact_upper] = exact.distance;
    let is_apart = upper < exact_lower || exact_upper < lower;
    let is_open = [stored, exact]
        .iter()
        .any(|answer| answer.contact == Relation::Open);
    let [contact, exact_contact] = [stored, exact].map(|answer| answer.contact.name());
    let contact = differs("contact", &contact, &exact_contact).filter(|_| !is_open);
    let distance = is_apart.then(|| differs("distance", &stored.distance, &exact.distance));
    contact.or(distance.flatten())
}

/// A field that may be left out; where it stands it has to be right.
fn lacks<T: PartialEq + std::fmt::Debug>(
    field: &str,
    stored: &Option<T>,
    exact: &Option<T>,
) -> Option<String> {
    let stands = stored.is_some() && stored != exact;
    stands.then(|| match (stored, exact) {
        (Some(stored), Some(exact)) => told(field, stored, exact),
        _ => format!("exact.{field} is stored, and there is none"),
    })
}

fn differs<T: PartialEq + std::fmt::Debug>(field: &str, stored: &T, exact: &T) -> Option<String> {
    (stored != exact).then(|| told(field, stored, exact))
}

fn told(field: &str, stored: &impl std::fmt::Debug, exact: &impl std::fmt::Debug) -> String {
    format!("exact.{field} is {stored:?}, and should be {exact:?}")
}
