//! Each test is a claim about what a search takes over.

use crate::closest::{Simplex, SupportPair};
use crate::difference::Difference;
use crate::shape::{Axis, Cone, Hull, Point};
use crate::support::Feature;
use crate::vertices::Vertices;
use glam::DVec3;

// Claim: of a simplex of an earlier search a vertex is taken over once, and not at all where its point
// is too large for the scale of the first.
#[test]
fn a_start_takes_usable_vertices_once() {
    let far = 2f64.powi(200);
    let a = Hull::new([DVec3::X, DVec3::Y, DVec3::Z * far]).unwrap();
    let b = Point::new(DVec3::ZERO).unwrap();
    let mut known = Simplex::EMPTY;
    for corner in [0, 1, 0, 2] {
        known.push(SupportPair {
            feature_a: Feature::Vertex(corner),
            weight: 0.25,
            ..SupportPair::EMPTY
        });
    }
    let mut simplex = Vertices::empty();
    simplex.place(&known, &mut Difference::new(&a, &b));
    let corners = simplex.spanning().map(|vertex| vertex.pair.a);
    assert!(corners.eq([DVec3::X, DVec3::Y]));
}

// Claim: a warm start takes no vertex that a polytope does not have, nor one by a direction; the scale is that
// of the first that it takes. A shape that is no polytope has points of all names.
#[test]
fn a_start_takes_vertices_that_are_there() {
    let ends = [DVec3::new(1.0, 64.0, 0.0), DVec3::new(2.0, 64.0, 0.0)];
    let (a, b) = (Hull::new(ends).unwrap(), Point::new(DVec3::ZERO).unwrap());
    let cone = Cone::new(Axis::Z, 1.0, 1.0).unwrap();
    let named = |feature_a, feature_b| SupportPair {
        feature_a,
        feature_b,
        ..SupportPair::EMPTY
    };
    let mut start = Simplex::EMPTY;
    let aside = Feature::Direction(DVec3::X);
    for (first, second) in [
        (Feature::Vertex(2), Feature::Vertex(0)),
        (aside, Feature::Vertex(0)),
        (Feature::Vertex(1), Feature::Vertex(1)),
        (Feature::Vertex(1), Feature::Vertex(0)),
    ] {
        start.push(named(first, second));
    }
    let mut difference = Difference::new(&a, &b);
    let mut simplex = Vertices::empty();
    simplex.place(&start, &mut difference);
    let features: std::vec::Vec<_> = simplex.features().collect();
    assert_eq!(features, [[Feature::Vertex(1), Feature::Vertex(0)]]);
    assert!((difference.scale() * 64.0).abs() < 1.0);
    let mut difference = Difference::new(&cone, &b);
    let mut simplex = Vertices::empty();
    simplex.place(&start, &mut difference);
    assert_eq!(
        simplex.features().next(),
        Some([Feature::Vertex(2), Feature::Vertex(0)])
    );
}
