//! The polytope with neighbours: what its constructors refuse, and that climbing finds what a
//! vertex scan finds.

use crate::common::Numbers;
use crate::solids::{cube, polygon, prism, sphere};
use gjk_core::{
    Feature, Hull, Point, Polytope, Pose, Posed, Settings, Shape, ShapeError, closest_points,
    distance,
};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

type OwnedPolytope<V> = Polytope<V, Vec<V>, Vec<u32>>;

fn polytope(vertices: &[DVec3]) -> OwnedPolytope<DVec3> {
    Polytope::from_points(vertices).unwrap()
}

fn solids() -> Vec<Vec<DVec3>> {
    vec![
        cube(DVec3::new(1.0, 2.0, 3.0)),
        // A flat box has its corners twice, its polytope once.
        cube(DVec3::new(1.0, 2.0, 0.0)),
        prism(3),
        prism(64),
        sphere(0),
        sphere(3),
    ]
}

fn height(support: DVec3, direction: DVec3) -> f64 {
    support.dot(direction)
}

// Climbing from any vertex reaches one that is as high as the highest of all, beyond rounding.
#[test]
fn climbing_finds_the_highest_vertex() {
    for (number, solid) in solids().iter().enumerate() {
        let polytope = polytope(solid);
        for direction in Numbers::new(31).points(100, 9) {
            let heights = solid.iter().map(|v| height(*v, direction));
            let highest = heights.fold(f64::NEG_INFINITY, f64::max);
            for start in (0..solid.len() as u32).step_by(7) {
                let feature = polytope.body().farthest(direction, start).0;
                let found = height(polytope.body().point(feature), direction);
                let slack = 4.0 * f64::EPSILON * direction.length();
                assert!(found >= highest - slack, "solid {number} {direction}");
            }
        }
    }
}

// A polytope and the hull of its vertices have the same distance from other shapes, to an ulp or
// two of the largest length.
#[test]
fn a_polytope_is_as_far_as_its_hull() {
    let mut numbers = Numbers::new(32);
    for round in 0..200 {
        let solids = solids();
        let (first, second) = (round % solids.len(), round / 7 % solids.len());
        let pose = Pose::from_rotation(
            DQuat::from_rotation_y(numbers.integer(1000) / 300.0),
            numbers.point(1000) / 250.0,
        )
        .unwrap();
        let a = polytope(&solids[first]);
        let b = Posed::new(polytope(&solids[second]), pose);
        let hull_a = Hull::new(&solids[first][..]).unwrap();
        let hull_b = Posed::new(Hull::new(&solids[second][..]).unwrap(), pose);
        let (climbed, expected) = (closest_points(&a, &b), closest_points(&hull_a, &hull_b));
        let ulp = 16.0 * f64::EPSILON;
        let error = (climbed.distance - expected.distance).abs();
        assert!(error <= 2.0 * ulp, "{first} {second} {pose:?}: {error:e}");
        assert_eq!(climbed.status, expected.status);
    }
}

// In 2D and in f32: polygons have the distance of the hulls of their vertices.
#[test]
fn a_polygon_is_as_far_as_its_hull() {
    let mut numbers = Numbers::new(33);
    for sides in [1, 2, 3, 4, 5, 100] {
        let vertices: Vec<Vec2> = polygon(sides).iter().map(|p| p.as_vec2()).collect();
        let climbing = Polytope::from_points(&vertices).unwrap();
        let hull = Hull::new(&vertices[..]).unwrap();
        for _ in 0..100 {
            let point = Point::new((numbers.point(1000) / 300.0).truncate()).unwrap();
            let (found, expected) = (distance(&climbing, &point), distance(&hull, &point));
            assert!(
                (found - expected).abs() <= 8.0 * f64::EPSILON,
                "{sides} {point:?}"
            );
        }
    }
}

// Climbing starts at the last vertex: a small change of direction leads to a neighbour, so a search
// on a sphere of 1026 vertices visits few of them.
#[test]
fn climbing_goes_on_from_the_last_vertex() {
    let sphere = polytope(&sphere(4));
    assert_eq!(sphere.vertices().len(), 1026);
    let Feature::Vertex(near) = sphere.body().farthest(DVec3::new(3.0, 2.0, 1.0), 0).0 else {
        panic!("a vertex");
    };
    let next = sphere.body().farthest(DVec3::new(3.0, 2.0, 1.05), near).0;
    let Feature::Vertex(next) = next else {
        panic!("a polytope names vertices");
    };
    assert!(near == next || sphere.neighbours(near).contains(&next));
}

// The lists are returned unchanged, and an index without a vertex has no neighbours.
#[test]
fn lists_are_given_back() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let starts = [0, 3, 6, 9, 12];
    let neighbours = [1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2];
    let tetrahedron = Polytope::new(&corners[..], &starts[..], &neighbours[..]).unwrap();
    assert_eq!(tetrahedron.vertices(), corners);
    for vertex in 0..4u32 {
        let others: Vec<u32> = (0..4).filter(|other| *other != vertex).collect();
        assert_eq!(tetrahedron.neighbours(vertex), others);
    }
    assert!(tetrahedron.neighbours(4).is_empty());
    assert!(tetrahedron.neighbours(u32::MAX).is_empty());
}

// The neighbours of a corner of a box are at the other ends of its edges, not across a face, each
// once and in order.
#[test]
fn edges_make_neighbours() {
    let cube = polytope(&cube(DVec3::ONE));
    for vertex in 0..8u32 {
        let neighbours = cube.neighbours(vertex);
        let mut expected = [vertex ^ 1, vertex ^ 2, vertex ^ 4];
        expected.sort_unstable();
        assert_eq!(neighbours, expected, "vertex {vertex}");
    }
}

// A single vertex needs no neighbours, two are neighbours of each other.
#[test]
fn points_and_segments_are_polytopes() {
    let point = Polytope::from_points([DVec3::X]).unwrap();
    assert_eq!(point.body().support(DVec3::NEG_X), DVec3::X);
    let segment = Polytope::from_points([DVec2::X, DVec2::Y]).unwrap();
    assert_eq!(segment.body().support(DVec2::Y), DVec2::Y);
    assert_eq!(segment.body().support(DVec2::X), DVec2::X);
}

fn refusal<V: gjk_core::Stored>(
    vertices: &[V],
    starts: &[u32],
    neighbours: &[u32],
) -> Option<ShapeError> {
    Polytope::new(vertices, starts, neighbours).err()
}

// Vertices are refused as a hull refuses them.
#[test]
fn bad_vertices_are_refused() {
    let none: [DVec3; 0] = [];
    assert_eq!(refusal(&none, &[0], &[]), Some(ShapeError::NoVertices));
    for bad in [f64::NAN, f64::INFINITY] {
        let vertices = [DVec2::ZERO, DVec2::new(0.0, bad)];
        let refused = refusal(&vertices, &[0, 1, 2], &[1, 0]);
        assert_eq!(refused, Some(ShapeError::NotFinite));
    }
}

// Lists of the wrong length, or that do not begin with 0, rise, and end with the right number, are
// refused.
#[test]
fn malformed_lists_are_refused() {
    let ends = [DVec2::ZERO, DVec2::X];
    let malformed = Some(ShapeError::MalformedLists);
    assert_eq!(refusal(&ends, &[0, 1, 2], &[1, 0]), None);
    for starts in [
        &[][..],
        &[0],
        &[0, 2],
        &[0, 1, 2, 2],
        &[1, 1, 2],
        &[0, 1, 1],
        &[0, 1, 3],
        &[0, 3, 2],
        &[0, u32::MAX, 2],
    ] {
        assert_eq!(refusal(&ends, starts, &[1, 0]), malformed, "{starts:?}");
    }
}

// An unknown neighbour is refused.
#[test]
fn unknown_vertices_are_refused() {
    let ends = [DVec2::ZERO, DVec2::X];
    let unknown = Some(ShapeError::NoSuchVertex);
    assert_eq!(refusal(&ends, &[0, 1, 3], &[1, 0, 2]), unknown);
    assert_eq!(refusal(&ends, &[0, 1, 2], &[u32::MAX, 0]), unknown);
}

// An edge listed by only one of its ends is refused.
#[test]
fn one_sided_edges_are_refused() {
    let corners = [DVec2::ZERO, DVec2::X, DVec2::Y];
    let one_sided = Some(ShapeError::OneSidedEdge);
    assert_eq!(refusal(&corners, &[0, 2, 3, 4], &[1, 2, 0, 1]), one_sided);
}

// Coinciding neighbours are refused, also if only the signs of their zeros differ.
#[test]
fn equal_neighbours_are_refused() {
    let equal = Some(ShapeError::EqualVertices);
    for twin in [DVec2::ZERO, DVec2::new(-0.0, 0.0)] {
        assert_eq!(refusal(&[DVec2::ZERO, twin], &[0, 1, 2], &[1, 0]), equal);
    }
    // A vertex cannot be its own neighbour either.
    assert_eq!(refusal(&[DVec2::ZERO], &[0, 1], &[0]), equal);
}

// An isolated vertex among several, of which two are the fewest, is refused.
#[test]
fn isolated_vertices_are_refused() {
    let corners = [DVec2::ZERO, DVec2::X, DVec2::Y];
    let isolated = Some(ShapeError::IsolatedVertex);
    assert_eq!(refusal(&corners, &[0, 1, 2, 2], &[1, 0]), isolated);
    assert_eq!(refusal(&corners[..2], &[0, 0, 0], &[]), isolated);
}

// Near a vertex whose neighbours are so close that their rounded projections are equal, the climb
// continues: to the far vertices, beyond the ring.
#[test]
fn climbing_leaves_a_cluster() {
    for size in [1e-20, 1e-200, 1e-310, f64::from_bits(1)] {
        let tip = [DVec2::ZERO];
        let ring = [DVec2::new(-3.0, 1.0), DVec2::new(-3.0, -1.0)].map(|p| p * size);
        let far = [DVec2::new(-4.0, 1.0), DVec2::new(-4.0, -1.0)];
        let vertices = [&tip[..], &ring, &far].concat();
        let polygon = Polytope::from_points(&vertices).unwrap();
        for (direction, highest) in [
            (DVec2::new(-0.2, 0.1), far[0]),
            (DVec2::new(-0.2, -0.1), far[1]),
            (DVec2::new(-0.01, 0.2), far[0]),
            (DVec2::new(0.2, 0.0), tip[0]),
        ] {
            for start in 0..5 {
                let feature = polygon.body().farthest(direction, start).0;
                assert_eq!(
                    polygon.body().point(feature),
                    highest,
                    "{size:e} from {start}"
                );
            }
        }
        let b = Point::new(DVec2::new(-6.0, 0.0)).unwrap();
        assert_eq!(distance(&polygon, &b), 2.0, "{size:e}");
    }
}

// Along a parabola of vertices at 2^-300, 2^-299, ... 1 the climb takes every step, though most are
// far below the rounding of a projection.
#[test]
fn climbing_takes_small_steps() {
    let vertices: Vec<DVec2> = (0..=300)
        .map(|i| 2f64.powi(i - 300))
        .map(|x| DVec2::new(x, x * x))
        .collect();
    let parabola = Polytope::from_points(&vertices).unwrap();
    for highest in 0..=300 {
        // Perpendicular to the parabola at that vertex.
        let x = vertices[highest as usize].x;
        let direction = DVec2::new(2.0 * x, -1.0) / 8.0;
        for start in 0..=300 {
            let feature = parabola.body().farthest(direction, start).0;
            assert_eq!(feature, Feature::Vertex(highest), "from {start}");
        }
    }
}

// Vertices at the ends of the range have edges whose length overflows; they are climbed.
#[test]
fn climbing_takes_long_edges() {
    let most = f64::MAX;
    let corners = [(-most, -most), (most, -most), (most, most), (-most, most)];
    let corners = corners.map(|(x, y)| DVec2::new(x, y));
    let square = Polytope::from_points(corners).unwrap();
    for corner in corners {
        for start in 0..4 {
            let feature = square.body().farthest(corner.signum() * 0.2, start).0;
            assert_eq!(square.body().point(feature), corner, "from {start}");
        }
    }
    // If one coordinate leads up and another down, the products are infinities that cancel.
    let ends = [DVec2::new(-most, most), DVec2::new(most, -most)];
    let segment = Polytope::from_points(ends).unwrap();
    assert_eq!(segment.body().support(DVec2::new(0.2, 0.1)), ends[1]);
    assert_eq!(segment.body().support(DVec2::new(0.1, 0.2)), ends[0]);
    // An infinite edge times zero is not a number.
    let ends = [DVec2::new(-most, 0.0), DVec2::new(most, 1.0)];
    let segment = Polytope::from_points(ends).unwrap();
    assert_eq!(segment.body().support(DVec2::new(0.0, 0.2)), ends[1]);
}

// A search on polytopes passes the last vertex; the iterations are those on hulls.
#[test]
fn polytopes_take_the_iterations_of_hulls() {
    let solid = sphere(3);
    let (climbing, hull) = (polytope(&solid), Hull::new(&solid[..]).unwrap());
    let point = Point::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let settings = Settings::default();
    let found = settings.closest_points(&climbing, &point);
    let expected = settings.closest_points(&hull, &point);
    assert_eq!(found.iterations, expected.iterations);
    assert_eq!(found.point_a, expected.point_a);
}

// Claim: a polytope reports the centre and extent of the hull of its vertices.
#[test]
fn polytopes_are_as_large_as_hulls() {
    let vertices = cube(DVec3::new(1.0, 5.0, 3.0));
    let hull = Hull::new(vertices.clone()).unwrap();
    let polytope = polytope(&vertices);
    assert_eq!(
        (polytope.body().center(), polytope.body().extent()),
        (DVec3::ZERO, 5.0)
    );
    assert_eq!(
        (hull.body().center(), hull.body().extent()),
        (DVec3::ZERO, 5.0)
    );
}

// Claim: a start that is no vertex, as one of another shape may be, is ignored.
#[test]
fn starts_beyond_the_list_are_none() {
    let vertices = cube(DVec3::ONE);
    let polytope = polytope(&vertices);
    for (number, vertex) in (0..).zip(&vertices) {
        for near in [8, 9, u32::MAX] {
            let found = polytope.body().farthest(*vertex, near).0;
            assert_eq!(found, Feature::Vertex(number));
        }
    }
}

// Claim: so it is where the products of what an edge has beyond `f64` underflow.
#[test]
fn the_higher_end_is_farthest_by_a_number_that_underflows() {
    for (rise, height) in [(-1000, -100), (-1060, -40)] {
        let higher = DVec2::new(2f64.powi(rise), 1.0);
        let polytope = Polytope::from_points([DVec2::X, higher]).unwrap();
        let direction = DVec2::splat(2f64.powi(height));
        assert_eq!(polytope.body().support(direction), higher, "{rise}");
    }
}

// Claim: of two vertices the exactly higher one is farthest, where the products of heights in `f64`, and the
// differences of coordinates before, are rounded to the contrary; by integers, up to 2^-53 of the height.
#[test]
fn the_exactly_higher_end_is_farthest() {
    let mut numbers = Numbers::new(38);
    let mut misled = 0;
    for round in 0..10_000 {
        let mut whole = |bits: u32| {
            let sign = [1, -1][(numbers.bits() >> 40) as usize % 2];
            sign * ((numbers.bits() >> (64 - bits)) | 1) as i64
        };
        let (p, q) = ([(); 3].map(|()| whole(52)), [(); 3].map(|()| whole(52)));
        let edge = [0, 1, 2].map(|axis| i128::from(p[axis] - q[axis]));
        let mut direction = [i128::from(whole(50)), i128::from(whole(50)), 0];
        // As nearly across the edge as may be.
        let rest = edge[0] * direction[0] + edge[1] * direction[1];
        direction[2] = -rest / edge[2] + round % 2;
        if direction[2].unsigned_abs() >= 1 << 53 {
            continue;
        }
        let rise = rest + edge[2] * direction[2];
        let [p, q] = [p, q].map(|point| DVec3::from(point.map(|x| x as f64)));
        let along = DVec3::from(direction.map(|x| x as f64));
        misled += i32::from(rise.signum() as f64 * (p - q).dot(along) < 0.0);
        let ends = Polytope::new([p, q], &[0, 1, 2][..], &[1, 0]).unwrap();
        let (found, _) = ends.body().farthest(along, 0);
        let (back, _) = ends.body().farthest(along, 1);
        let higher = Feature::Vertex(u32::from(rise < 0));
        assert!(rise == 0 || [found, back] == [higher; 2], "{p} {q} {along}");
    }
    assert!(misled > 40, "{misled}");
}
