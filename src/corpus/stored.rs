//! Whether a stored exact answer is right.
//!
//! For polytopes and sphere-swept polytopes the distance is a number, which must be equal. For curved
//! shapes it is an interval, which another version of the reference may narrow: it is wrong if it
//! excludes a proved bound. Every other stored field must be equal.

use crate::case::{Case, Exact, Fraction, Relation};
use crate::judge::Truth;

use super::answer;

/// The error in the exact answer of a case: the field, the stored value, and the exact one. `None`
/// if there is no stored answer, or it is right.
pub fn wrong(case: &Case, truth: Option<&Truth>) -> Option<String> {
    let stored = case.exact.as_ref()?;
    let exact = truth.and_then(|truth| Some((truth, answer::of_truth(case, truth)?)));
    let Some((truth, exact)) = exact else {
        return Some("exact: lengths exceed the largest float, so there is no answer".to_owned());
    };
    let found = match truth.pair() {
        Some(_) => unequal(stored, &exact),
        None => excluded(stored, &exact),
    };
    found.or_else(|| others(stored, &exact))
}

/// For polytopes: the first of the fields that may be an interval for curved shapes, and is wrong.
fn unequal(stored: &Exact, exact: &Exact) -> Option<String> {
    let [contact, exact_contact] = [stored, exact].map(|answer| answer.contact.name());
    let contact = differs("contact", &contact, &exact_contact);
    contact.or_else(|| differs("distance", &stored.distance, &exact.distance))
}

/// For curved shapes: the first field that contradicts the proof.
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

/// For all shapes: the first wrong one of the other fields. Curved ones have no square and no depth.
fn others(stored: &Exact, exact: &Exact) -> Option<String> {
    let text = |square: &Option<Fraction>| square.as_ref().map(|Fraction(text)| text.clone());
    let square = |field, of: fn(&Exact) -> &Option<Fraction>| {
        lacks(field, &text(of(stored)), &text(of(exact)))
    };
    let fields = [
        square("squared_core_distance", |answer| {
            &answer.squared_core_distance
        }),
        lacks("radii", &stored.radii, &exact.radii),
        lacks("depth", &stored.depth, &exact.depth),
        square("squared_core_depth", |answer| &answer.squared_core_depth),
    ];
    let pairs = ["a", "b"]
        .into_iter()
        .zip(stored.placed.iter().zip(&exact.placed));
    let moved = pairs.filter(|(_, (stored, exact))| stored.is_some() && stored != exact);
    let moved = moved.map(|(side, _)| format!("exact.{side} does not fit the pose"));
    let ulp = differs("ulp", &stored.ulp, &exact.ulp);
    fields.into_iter().flatten().chain(moved).chain(ulp).next()
}

/// An optional field, which must be right if present.
fn lacks<T: PartialEq + std::fmt::Debug>(
    field: &str,
    stored: &Option<T>,
    exact: &Option<T>,
) -> Option<String> {
    let stands = stored.is_some() && stored != exact;
    stands.then(|| match (stored, exact) {
        (Some(stored), Some(exact)) => told(field, stored, exact),
        _ => format!("exact.{field} is stored, but has no value"),
    })
}

fn differs<T: PartialEq + std::fmt::Debug>(field: &str, stored: &T, exact: &T) -> Option<String> {
    (stored != exact).then(|| told(field, stored, exact))
}

fn told(field: &str, stored: &impl std::fmt::Debug, exact: &impl std::fmt::Debug) -> String {
    format!("exact.{field} is {stored:?}, and should be {exact:?}")
}
