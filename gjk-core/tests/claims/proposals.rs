//! Simplices from another search.

use gjk_core::{
    Cuboid, Ellipsoid, Feature, Hull, Pose, Posed, Rounded, Settings, Shape, Simplex,
    closest_points, proximity,
};
use glam::{DQuat, DVec3};

use crate::common::Numbers;
use crate::mappings::point;

// Claim: for any proposed vertices the answers are those of a query that searches: of shapes apart,
// touching and overlapping, with and without a radius. Nothing is searched.
#[test]
fn no_proposal_changes_an_answer() {
    let mut numbers = Numbers::new(5);
    let [mut apart, mut touching] = [0; 2];
    for round in 0..400u64 {
        let count = 1 + round % 9;
        let (a, b) = (
            Hull::new(numbers.points(count as usize, 4)).unwrap(),
            Hull::new(numbers.points(4 + round as usize % 5, 4)).unwrap(),
        );
        let shift = DVec3::new(numbers.integer(7), numbers.integer(3), 0.0);
        let b = Posed::new(b, Pose::from_translation(shift).unwrap());
        let a = Rounded::new(a, [0.0, 0.25][round as usize % 2]).unwrap();
        let honest = closest_points(&a, &b);
        apart += u32::from(!honest.intersects());
        touching += u32::from(honest.intersects() && honest.normal.is_none());
        let mut pairs = [[0; 2]; 4];
        for pair in &mut pairs {
            *pair = [
                (numbers.bits() >> 20) % count,
                (numbers.bits() >> 20) % (4 + round % 5),
            ]
            .map(|number| number as u32);
        }
        let simplex = Simplex::of_vertices(&pairs[..1 + round as usize % 4]);
        let settings = Settings::default().proposal(simplex);
        let found = settings.closest_points(&a, &b);
        assert_eq!(found.distance, honest.distance, "{round}");
        assert_eq!(found.status, honest.status, "{round}");
        assert!(found.lower <= honest.upper && honest.lower <= found.upper);
        assert_eq!(found.iterations, 0);
        assert_eq!(settings.distance(&a, &b), honest.distance);
        assert_eq!(settings.intersects(&a, &b), honest.intersects());
        let margin = 0.5;
        assert_eq!(
            settings.proximity(&a, &b, margin),
            proximity(&a, &b, margin)
        );
    }
    assert!(apart > 100 && touching > 100, "{apart} {touching}");
}

// Claim: indices without a vertex, and an empty simplex, prove nothing: the query searches. It also
// does for curved shapes.
#[test]
fn what_names_no_vertex_is_searched() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    let turn = Pose::from_rotation(DQuat::from_rotation_x(0.4), DVec3::Y * 4.0).unwrap();
    let other = Posed::new(cuboid, turn);
    let honest = closest_points(&cuboid, &other);
    for pairs in [&[][..], &[[8, 0]], &[[u32::MAX; 2]; 4]] {
        let settings = Settings::default().proposal(Simplex::of_vertices(pairs));
        let found = settings.closest_points(&cuboid, &other);
        assert_eq!(
            (found.distance, found.iterations),
            (honest.distance, honest.iterations)
        );
    }
    let ellipsoid = Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let settings = Settings::default().proposal(Simplex::of_vertices(&[[0, 0]]));
    let found = settings.closest_points(&ellipsoid, &point(4.0, 5.0, 6.0));
    assert!(
        found.iterations > 1 && found.upper - found.lower < 1e-14,
        "{found:?}"
    );
    assert_eq!(ellipsoid.body().vertex_count(), None);
}

// Claim: a simplex of vertices has their ids, and at most four.
#[test]
fn simplexes_are_made_of_numbers() {
    let simplex = Simplex::<DVec3>::of_vertices(&[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]);
    assert_eq!(simplex.pairs().len(), 4);
    let last = simplex.pairs()[3];
    assert_eq!(
        (last.feature_a, last.feature_b),
        (Feature::Vertex(7), Feature::Vertex(8))
    );
}
