//! All Voronoi regions: which feature of the simplex is nearest to the origin?
//!
//! Source: the classic article that calls itself an accessible explanation of GJK: keep the points
//! of that feature, search perpendicular to it towards the origin. All regions are tested.
//!
//! Weaknesses: a point in no region counts as inside, so a flat tetrahedron contains any point that
//! rounding moves out of its regions. An origin on a feature gives a direction of length zero, or
//! one below the face it is on, and touching shapes are reported as separated.

use glam::DVec3;

use super::Outcome;
use super::mappings::Difference;
use super::search::{self, Reduced};
use crate::case::Case;

pub(super) fn run(case: &Case) -> Option<Outcome> {
    let difference = Difference::of(case)?;
    Some(search::run(&difference, |d| d, reduce))
}

fn reduce(simplex: &[DVec3]) -> Reduced {
    for &a in simplex {
        if others(simplex, &[a]).all(|b| (b - a).dot(-a) <= 0.0) {
            return Reduced::go_on(&[a], -a);
        }
    }
    for (index, &a) in simplex.iter().enumerate() {
        for &b in &simplex[index + 1..] {
            if is_nearest_edge(simplex, a, b) {
                let ab = b - a;
                return Reduced::go_on(&[a, b], ab.cross(-a).cross(ab));
            }
        }
    }
    match *simplex {
        [a, b, c] => {
            let normal = (b - a).cross(c - a);
            let above = normal.dot(-a) > 0.0;
            Reduced::go_on(simplex, if above { normal } else { -normal })
        }
        [a, b, c, d] => {
            for ([p, q, r], inner) in [
                ([a, b, c], d),
                ([a, c, d], b),
                ([a, d, b], c),
                ([b, d, c], a),
            ] {
                let normal = (q - p).cross(r - p);
                let outward = if normal.dot(inner - p) > 0.0 {
                    -normal
                } else {
                    normal
                };
                if outward.dot(-p) > 0.0 {
                    return Reduced::go_on(&[p, q, r], outward);
                }
            }
            Reduced::Contains
        }
        _ => Reduced::Contains,
    }
}

/// Whether the origin is in the region of the edge, and beyond it as seen from each other point in
/// the plane of the three.
fn is_nearest_edge(simplex: &[DVec3], a: DVec3, b: DVec3) -> bool {
    let ab = b - a;
    ab.dot(-a) > 0.0
        && ab.dot(b) > 0.0
        && others(simplex, &[a, b]).all(|c| ab.cross(ab.cross(c - a)).dot(-a) >= 0.0)
}

/// The points of the simplex that do not belong to the feature.
fn others(simplex: &[DVec3], feature: &[DVec3]) -> impl Iterator<Item = DVec3> {
    simplex.iter().copied().filter(|p| !feature.contains(p))
}
