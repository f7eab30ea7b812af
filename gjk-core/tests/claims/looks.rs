//! Which vertices are alone at the top: the report of a shape is true in spite of rounding.

use gjk_core::{
    Ellipsoid, Feature, Hull, PackedHull, Polytope, Pose, Posed, Rounded, Settings, Shape, Simplex,
    SupportMapping, closest_points,
};
use glam::{DQuat, DVec3, EulerRot};

use crate::common::Numbers;
use crate::mappings::{own_core, point};
use crate::solids::cube;

/// Whether all other vertices are lower in a direction, by their points as the solver sees them, in
/// units of a power of two.
fn is_alone(shape: &impl Shape<Vector = DVec3>, unit: f64, direction: DVec3, vertex: u32) -> bool {
    let point = |vertex| shape.body().point(Feature::Vertex(vertex)) / unit;
    let count = shape.body().vertex_count().unwrap();
    let mut others = (0..count).filter(|other| *other != vertex);
    others.all(|other| (point(other) - point(vertex)).dot(direction) < 0.0)
}

/// Claim: a shape that is no polytope never says that all its other vertices are lower.
#[test]
fn curved_shapes_have_no_lower_vertices() {
    let ellipsoid = Ellipsoid::new(DVec3::ONE).unwrap();
    let there = Pose::from_rotation(DQuat::from_rotation_y(0.3), DVec3::X).unwrap();
    for body in [ellipsoid.body(), Posed::new(ellipsoid, there).body()] {
        assert!(!body.others_are_lower(DVec3::X, &[0]));
    }
}

/// Claim: every shape reports the same about the corners of a cube, and a rotated one about rotated
/// directions.
#[test]
fn shapes_agree_on_a_cube() {
    let corners = cube(DVec3::ONE);
    let hull = Hull::new(&corners[..]).unwrap();
    let packed = PackedHull::new(&corners[..]).unwrap();
    let polytope = Polytope::from_points(&corners).unwrap();
    let turn = DQuat::from_rotation_y(0.3);
    let pose = Pose::from_rotation(turn, DVec3::new(5.0, 0.0, 9.0)).unwrap();
    let highest = |direction: DVec3, least: f64| {
        let heights = (0..8).map(|vertex| corners[vertex as usize].dot(direction));
        let top = heights.clone().fold(f64::NEG_INFINITY, f64::max);
        let is_high = |(_, height): &(u32, f64)| *height >= top - least;
        let high = (0..8).zip(heights).filter(is_high);
        high.map(|(vertex, _)| vertex).collect::<Vec<u32>>()
    };
    for direction in [
        DVec3::X,
        DVec3::ONE,
        DVec3::new(1.0, 2f64.powi(-46), 0.0),
        DVec3::new(-0.3, 0.7, 0.2),
    ] {
        let top = highest(direction, 1e-12);
        let mut without_last = top.clone();
        without_last.pop();
        for (vertices, expected) in [(&top, true), (&without_last, false)] {
            let of = |shape: &dyn Shape<Vector = DVec3>, direction| {
                shape.body().others_are_lower(direction, vertices)
            };
            assert_eq!(of(&hull, direction), expected, "{direction}");
            assert_eq!(of(&packed, direction), expected, "{direction}");
            assert_eq!(of(&polytope, direction), expected, "{direction}");
            let rounded = Rounded::new(&hull, 1.0).unwrap();
            assert_eq!(of(&rounded, direction), expected, "{direction}");
            let posed = Posed::new(&polytope, pose);
            assert_eq!(of(&posed, turn * direction), expected, "{direction}");
        }
    }
}

/// Claim: a vertex that is not listed counts though it is far higher than the listed ones, one of
/// which is far lower: as many vertices are high as are listed.
#[test]
fn as_many_high_vertices_as_listed_are_not_enough() {
    let points = [DVec3::Y, DVec3::Y * -9.0, DVec3::new(3.0, 100.0, 0.0)];
    let hull = Hull::new(&points[..]).unwrap();
    let packed = PackedHull::new(&points[..]).unwrap();
    let polytope = Polytope::from_points(points).unwrap();
    let shapes: [&dyn Shape<Vector = DVec3>; 3] = [&hull, &packed, &polytope];
    for shape in shapes {
        let is_said = |listed: &[u32]| shape.body().others_are_lower(DVec3::Y, listed);
        assert!(!is_said(&[0, 1]) && !is_said(&[1, 0]) && is_said(&[2]));
        assert!(!is_said(&[0, 7]) && !is_said(&[]));
    }
}

/// Claim: for rotated vertices some last digits apart, a vertex reported alone is alone: at some
/// thousand extents from the origin of their frame, and far away from it. Vertices higher by a
/// millionth of the size are reported so; in the frame of the shape some would be reported wrongly.
#[test]
fn the_rounding_of_turned_vertices_counts() {
    for far in [1000.0, 1e7] {
        let far = DVec3::new(far, -far, far - 10.0);
        let digit = far.x.next_up() - far.x;
        let above = (0..12).map(|i| {
            let beside = DVec3::new(f64::from(i % 5), f64::from(i * 7 % 4), f64::from(i * 5 % 3));
            far + 1.0 + beside * digit
        });
        let below = (0..12).map(|i| far - 1.0 - 0.001 * f64::from(i));
        let corners: Vec<DVec3> = above.chain(below).collect();
        let hull = Hull::new(&corners[..]).unwrap();
        let [mut alone, mut misled] = [0; 2];
        for turn in 1..=400 {
            let rotation = DQuat::from_euler(EulerRot::XYZ, 0.1 * f64::from(turn), 0.7, 0.3);
            let pose = Pose::from_rotation(rotation, DVec3::ZERO).unwrap();
            let posed = Posed::new(&hull, pose);
            let [x, y, z] = [0.3, 0.5, 0.7].map(|step| f64::sin(step * f64::from(turn)).abs());
            let in_its_frame = DVec3::new(x, y, z).normalize();
            let direction = rotation * in_its_frame;
            for vertex in 0..12 {
                let is_so = is_alone(&posed, 1.0, direction, vertex);
                let is_said = posed.body().others_are_lower(direction, &[vertex]);
                assert!(is_so || !is_said, "{far} {turn} {vertex}");
                misled +=
                    u32::from(!is_so && hull.body().others_are_lower(in_its_frame, &[vertex]));
            }
            alone += u32::from(posed.body().others_are_lower(-direction, &[23]));
        }
        assert!(alone > 50 && misled > 5, "{far} {alone} {misled}");
    }
}

/// Claim: the same for rotated vertices with coordinates of a few least numbers, to which each is
/// rounded.
#[test]
fn the_rounding_of_turned_least_numbers_counts() {
    let least = f64::from_bits(1);
    let corner = |i| DVec3::new(f64::from(i % 5), f64::from(i * 7 % 4), f64::from(i * 5 % 3));
    let corners: Vec<DVec3> = (0..12).map(|i| corner(i) * least).collect();
    let hull = Hull::new(&corners[..]).unwrap();
    let [mut alone, mut misled] = [0; 2];
    for turn in 0..200 {
        let rotation = DQuat::from_euler(EulerRot::XYZ, 0.1 * f64::from(turn), 0.7, 0.3);
        let pose = Pose::from_rotation(rotation, DVec3::ZERO).unwrap();
        let posed = Posed::new(&hull, pose);
        let direction = DVec3::new(0.3, -0.2, 0.1 * f64::from(turn % 7)).normalize();
        let in_its_frame = rotation.inverse() * direction;
        for vertex in 0..12 {
            let is_so = is_alone(&posed, f64::MIN_POSITIVE, direction, vertex);
            let is_said = posed.body().others_are_lower(direction, &[vertex]);
            assert!(is_so || !is_said, "{turn} {vertex}");
            alone += u32::from(is_said);
            misled += u32::from(!is_so && hull.body().others_are_lower(in_its_frame, &[vertex]));
        }
    }
    assert!(alone > 100 && misled > 20, "{alone} {misled}");
}

/// Five vertices whose differences overflow, and a direction.
fn far_apart(numbers: &mut Numbers) -> (Vec<DVec3>, DVec3) {
    let points = numbers.points(5, 16).into_iter();
    let points = points.map(|p| p / 16.0 * f64::MAX).collect();
    (points, numbers.point(1 << 20) / f64::from(1 << 20))
}

/// Claim: if differences of vertices overflow, none is reported lower that is not.
#[test]
fn differences_beyond_the_largest_number_prove_nothing() {
    let mut numbers = Numbers::new(6);
    let mut alone = 0;
    for _ in 0..2000 {
        let (points, direction) = far_apart(&mut numbers);
        let hull = Hull::new(&points[..]).unwrap();
        let packed = PackedHull::new(&points[..]).unwrap();
        for vertex in 0..5 {
            let is_top = is_alone(&hull, 16.0, direction, vertex);
            let said = |shape: &dyn Shape<Vector = DVec3>| {
                shape.body().others_are_lower(direction, &[vertex])
            };
            assert!(
                is_top || !(said(&hull) || said(&packed)),
                "{direction} {points:?}"
            );
            alone += u32::from(is_top);
        }
    }
    assert!(alone > 1000, "{alone}");
}

/// Claim: the same for the vertices of a polytope, which compares neighbours only.
#[test]
fn neighbours_beyond_the_largest_number_prove_nothing() {
    let mut numbers = Numbers::new(6);
    let mut looked_at = 0;
    for _ in 0..2000 {
        let (points, direction) = far_apart(&mut numbers);
        let Ok(polytope) = Polytope::from_points(&points) else {
            continue;
        };
        for (number, vertex) in (0..).zip(polytope.vertices()) {
            let is_lower = |other: &DVec3| (*other / 16.0 - *vertex / 16.0).dot(direction) < 0.0;
            let mut others = points.iter().filter(|point| *point != vertex);
            let is_top = others.all(is_lower);
            let said = polytope.body().others_are_lower(direction, &[number]);
            assert!(is_top || !said, "{direction} {points:?}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 1000, "{looked_at}");
}

/// A segment that reports its ends, but no extent.
struct Unmeasured([DVec3; 2]);

impl SupportMapping for Unmeasured {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.farthest(direction, 0).1
    }

    fn farthest(&self, direction: DVec3, _near: u32) -> (Feature<DVec3>, DVec3) {
        let [start, end] = self.0;
        let top = Feature::Vertex(u32::from((end - start).dot(direction) > 0.0));
        (top, self.point(top))
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        self.0[usize::from(feature == Feature::Vertex(1))]
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(2)
    }
}

own_core!(<> Unmeasured);

/// Claim: without an extent there is no margin for rounding, and no vertex is alone: neither one
/// that is higher by a last digit, nor one beside which the other, higher one is very far. So the
/// answer from any start is the same. The distance of the point is that of the whole segment, and
/// not of its first end: 652.1916, and not 652.6745.
#[test]
fn nothing_is_lower_by_a_part_of_an_unknown_extent() {
    let near = Unmeasured([DVec3::X.with_x(1f64.next_up()), DVec3::X]);
    assert!(!near.body().others_are_lower(DVec3::X, &[0]));
    let far = DVec3::new(512.0, -448.0, -448.0);
    let segment = Unmeasured([DVec3::new(-192.0, 64.0, 0.0), far]);
    assert!(
        !segment
            .body()
            .others_are_lower(DVec3::new(3.0, 1.0, 4.0), &[0])
    );
    assert!(!segment.body().others_are_lower(DVec3::ONE, &[0]));
    let point = point(-576.0, -64.0, -512.0);
    let expected = closest_points(&Hull::new(segment.0).unwrap(), &point);
    let end = Simplex::of_vertices(&[[0, 0]]);
    for settings in [
        Settings::default(),
        Settings::default().warm_start(end),
        Settings::default().proposal(end),
    ] {
        let found = settings.closest_points(&segment, &point);
        assert_eq!(
            [found.lower, found.distance, found.upper],
            [expected.lower, expected.distance, expected.upper]
        );
    }
}
