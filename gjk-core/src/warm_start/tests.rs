//! Each test is a claim about what a search takes over.

use crate::closest::{Simplex, SupportPair};
use crate::difference::Difference;
use crate::double_double::DoubleDouble;
use crate::exact::LOOK;
use crate::goal::{Goal, Limits, Start};
use crate::search::Search;
use crate::shape::{Axis, Cone, Hull, Point, Rounded};
use crate::support::Feature;
use crate::vertices::Vertices;
use glam::{DVec2, DVec3};

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

/// The bounds that are proved where a search from the first of two vertices to a point starts, with their radius, if it
/// is seen to end there; none are where that leaves it open which they are.
fn proved_at_start(
    vertices: [DVec2; 2],
    radius: f64,
    point: DVec2,
    goal: Goal,
) -> Option<Option<[f64; 2]>> {
    let shape = Rounded::new(Hull::new(vertices).unwrap(), radius).unwrap();
    let point = Point::new(point).unwrap();
    let mut difference = Difference::new(&shape, &point);
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut start = Simplex::EMPTY;
    start.push(SupportPair::EMPTY);
    let mut search = Search::start(
        &mut difference,
        Limits::of(goal, 9),
        &mut blind,
        &Start::Simplex(start),
        &mut simplex,
    );
    let ends = search.starts_at_the_end(&mut simplex);
    assert_eq!(search.iterations, u32::from(ends));
    assert_eq!(search.beyond, if ends { LOOK } else { 0.0 });
    ends.then(|| search.proved.map(|proved| [proved.lower, proved.upper]))
}

// Claim: a vertex that is seen to be the nearest point proves the distance at once, as the two numbers beside its
// length or, where bounds are not asked for, the nearest; as the neighbours of a number where it may be that number. Not
// so above another vertex, or about level with one; nor with a radius, which is subtracted.
#[test]
fn a_vertex_proves_the_distance() {
    let (vertex, beside) = (DVec2::new(1.0, 2.0), DVec2::new(2.0, -1.0));
    let with_other = |height: f64, radius, goal| {
        let other = vertex * height + beside;
        proved_at_start([vertex, other], radius, DVec2::ZERO, goal)
    };
    let Some(Some([lower, upper])) = with_other(1.5, 0.0, Goal::ClosestPoints) else {
        panic!("nothing is proved");
    };
    let over_five = |x: f64| {
        let square = DoubleDouble::product(x, x);
        (square.hi - 5.0) + square.lo
    };
    assert!(over_five(lower) < 0.0 && over_five(upper) > 0.0 && upper == lower.next_up());
    let root = 5f64.sqrt();
    assert_eq!(with_other(1.5, 0.0, Goal::Distance), Some(Some([root; 2])));
    assert_eq!(with_other(1.5, 0.5, Goal::Distance), Some(None));
    for height in [0.5, 1.0, 1.0 + 2f64.powi(-36)] {
        assert_eq!(with_other(height, 0.0, Goal::Distance), None);
    }

    let integer = [DVec2::new(3.0, 4.0), DVec2::new(30.0, 40.0)];
    let seen_from = |point| proved_at_start(integer, 0.0, point, Goal::ClosestPoints);
    let neighbours = [5f64.next_down(), 5f64.next_up()];
    assert_eq!(seen_from(DVec2::ZERO), Some(Some(neighbours)));
    // What rounding leaves of the difference counts.
    let aside = DVec2::X * 2f64.powi(-60);
    assert_eq!(seen_from(aside), Some(Some([5f64.next_down(), 5.0])));
    assert_eq!(seen_from(integer[0]), None);
}
