//! The reference alone, which judges everything else: its methods for the exact answer share little
//! code, and must agree.
//!
//! For polytopes these are the nearest point by min-norm and the hull of the difference, built in
//! two ways. For curved shapes it is the enclosure, with the shapes in either order. A hull of
//! points is a curved shape too, and its enclosure must be the exact distance.

use gjk_reference::{Contact, Distance, Enclosure, Hull, Nearest};

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
        Some(pair) => {
            let hulls = [Hull::by_candidate_normals(pair), Hull::by_insertion(pair)];
            of_polytopes(&case, &found, &Nearest::of(pair).distance, &hulls)
        }
        None => of_curved(&case, &found),
    };
    if let Some(text) = disagreement {
        panic!("{text}\n{}", super::case_and_remedy(&case));
    }
    true
}

/// The disagreement of two methods about the distance or the depth of polytopes: the minimum norm
/// and two hulls of their difference.
fn of_polytopes(
    case: &Case,
    found: &Truth,
    distance: &Distance,
    hulls: &[Hull; 2],
) -> Option<&'static str> {
    for hull in hulls {
        if hull.distance() != *distance {
            return Some("a hull and min-norm give two distances");
        }
        if hull.contains_origin() != distance.is_zero() {
            return Some("a hull and min-norm do not agree on the origin");
        }
    }
    let [tried, built] = hulls;
    if tried.depth() != built.depth() || tried.half_spaces().len() != built.half_spaces().len() {
        return Some("the two hulls differ");
    }
    let depth = match case.dim {
        Dim::Two => Hull::of_planar(found.pair()?).depth(),
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
    if enclosure.lower != *distance || enclosure.upper != *distance {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    const CUBE: &str = r#""kind":"box","half_extents":[1,1,1]"#;

    /// As wide as the cube, with more facets.
    const OCTAHEDRON: &str =
        r#""kind":"hull","points":[[1,0,0],[-1,0,0],[0,1,0],[0,-1,0],[0,0,1],[0,0,-1]]"#;

    /// The cube and another shape, at a place on an axis.
    fn cube_and(other: &str, place: f64) -> Case {
        let text = format!(
            r#"{{"id":"x","dim":3,"scalar":"f64","a":{{{CUBE}}},
            "b":{{{other},"pose":{{"pos":[{place},0,0]}}}},"expect":{{}}}}"#
        );
        json::read(&text).expect("a case")
    }

    // Claim: a method is told that answers for another pair: nearer or farther apart, in contact,
    // less deep, or as deep with more facets.
    #[test]
    fn a_wrong_method_is_told() {
        let cases = [
            cube_and(CUBE, 3.0),
            cube_and(CUBE, 4.0),
            cube_and(CUBE, 2.0),
            cube_and(CUBE, 1.0),
            cube_and(CUBE, 0.5),
            cube_and(OCTAHEDRON, 1.0),
        ];
        let answers = cases.each_ref().map(|case| {
            let truth = Truth::of(case).expect("lengths");
            let pair = truth.pair().expect("polytopes");
            (Nearest::of(pair).distance, Hull::of(pair))
        });
        for (i, (case, (distance, hull))) in cases.iter().zip(&answers).enumerate() {
            let found = Truth::of(case).expect("lengths");
            let told = |distance: &Distance, hulls: [&Hull; 2]| {
                of_polytopes(case, &found, distance, &hulls.map(Hull::clone)).is_some()
            };
            for (j, (wrong, other)) in answers.iter().enumerate() {
                for hulls in [[hull, other], [other, hull]] {
                    assert_eq!(told(distance, hulls), i != j, "{i}, {j}");
                }
                // Shapes that meet have the same distance.
                let expected = wrong != distance;
                assert_eq!(told(wrong, [hull, hull]), expected, "{i}, {j}");
            }
        }
    }
}
