//! The reference alone, which judges everything else: its methods for the exact answer share little
//! code, and must agree.
//!
//! For polytopes these are the nearest point by min-norm and the hull of the difference, built in
//! two ways. For curved shapes it is the enclosure, with the shapes in either order. A hull of
//! points is a curved shape too, and its enclosure must be the exact distance.

use gjk_reference::{Contact, Enclosure, Hull, Nearest, Pair};

use crate::case::{Case, Dim};
use crate::judge::{Truth, truth};

/// The most differences of vertices for which hulls are built: candidate normals of more take too
/// long for a fuzzer.
const DIFFERENCES_MAX: usize = 48;

/// Any bytes as a case whose truth is computed by several methods. Returns whether they held one.
pub fn reference(data: &[u8]) -> bool {
    let small = |case: &Case| {
        let [a, b] = case.cores();
        a.outline().len() * b.outline().len() <= DIFFERENCES_MAX
    };
    let Some(case) = super::draw(data, |_| true, small) else {
        return false;
    };
    let Some(found) = Truth::of(&case) else {
        return false;
    };
    let disagreement = match found.pair() {
        Some(pair) => of_polytopes(&case, &found, pair),
        None => of_curved(&case, &found),
    };
    if let Some(text) = disagreement {
        panic!("{text}\n{}", super::case_and_remedy(&case));
    }
    true
}

/// The disagreement of two methods about the distance or the depth of polytopes.
fn of_polytopes(case: &Case, found: &Truth, pair: &Pair) -> Option<&'static str> {
    let distance = Nearest::of(pair).distance;
    let [tried, built] = [Hull::by_candidate_normals(pair), Hull::by_insertion(pair)];
    if tried.distance() != distance || built.distance() != distance {
        return Some("a hull and min-norm give two distances");
    }
    if tried.contains_origin() != distance.is_zero()
        || built.contains_origin() != distance.is_zero()
    {
        return Some("a hull and min-norm do not agree on the origin");
    }
    if tried.depth() != built.depth() || tried.half_spaces().len() != built.half_spaces().len() {
        return Some("the two hulls differ");
    }
    let depth = match case.dim {
        Dim::Two => Hull::of_planar(pair).depth(),
        Dim::Three => tried.depth(),
    };
    let contact = match (distance.is_zero(), depth.is_zero()) {
        (false, _) => Contact::Separated,
        (true, true) => Contact::Touching,
        (true, false) => Contact::Overlapping,
    };
    if found.radii() == [0.0; 2] && found.contact != Some(contact) {
        return Some("the class and the depth do not agree");
    }
    let [a, b] = found.cores.each_ref().map(truth::shape);
    let planar = case.dim == Dim::Two;
    let enclosure = Enclosure::of(&a, &b, planar).ok()?;
    if enclosure.lower != distance || enclosure.upper != distance {
        return Some("the enclosure of two hulls is not the exact distance");
    }
    (enclosure.contact() != found.contact).then_some("the class is another by the enclosure")
}

/// The disagreement of the enclosures of curved shapes in either order.
fn of_curved(case: &Case, found: &Truth) -> Option<&'static str> {
    let [a, b] = found.cores.each_ref().map(truth::shape);
    let planar = case.dim == Dim::Two;
    let [one, other] = [Enclosure::of(&a, &b, planar), Enclosure::of(&b, &a, planar)];
    let (one, other) = (one.ok()?, other.ok()?);
    if one.lower > one.upper {
        return Some("the bounds are not in order");
    }
    if one.lower > other.upper || other.lower > one.upper {
        return Some("the bounds exclude those of the swapped shapes");
    }
    let classes = [one.contact(), other.contact()];
    let differ = matches!(classes, [Some(class), Some(swapped)] if class != swapped);
    differ.then_some("the swapped shapes are of another class")
}
