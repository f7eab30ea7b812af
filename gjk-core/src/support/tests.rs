//! Which vertices a shape reports as the only highest ones, for the certificate.

use std::vec::Vec;

use glam::{DMat3, DQuat, DVec2, DVec3, EulerRot};

use super::{Feature, SupportMapping, clear_margin};
use crate::shape::{Hull, PackedHull, Polytope, Rounded, Scaled};
use crate::vector::Vector;
use crate::{Pose, Posed, Shape};

/// Whether a scan of all vertices agrees that all others are lower than those.
fn agrees<S: Shape>(shape: &S, direction: S::Vector, vertices: &[u32]) -> bool {
    let body = shape.body();
    let found = body.others_are_lower(direction, vertices);
    let point = |vertex| body.point(Feature::Vertex(vertex));
    let (others, extent) = (0..body.vertex_count().unwrap(), body.extent());
    let expected = super::others_are_lower(others, extent, point, direction, vertices);
    assert_eq!(found, expected, "{direction:?} {vertices:?}");
    found
}

// Claim: for every direction and any of its vertices, a shape reports whether all others are lower,
// as a scan does; a rotated shape reports the same as the unrotated one.
#[test]
fn tops_are_the_same_for_all() {
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)))
        .collect();
    let hull = Hull::new(&corners[..]).unwrap();
    let packed = PackedHull::new(&corners[..]).unwrap();
    let polytope = Polytope::from_points(&corners).unwrap();
    let turn = DQuat::from_rotation_y(0.3);
    let pose = Pose::from_rotation(turn, DVec3::new(5.0, 0.0, 9.0)).unwrap();
    let tiny = 2f64.powi(-46);
    let mut alone = 0;
    for direction in [
        DVec3::X,
        DVec3::ONE,
        DVec3::new(1.0, tiny, 0.0),
        DVec3::new(-0.3, 0.7, 0.2),
    ] {
        for vertices in [&[7][..], &[6], &[1, 3, 5, 7], &[1, 3, 5]] {
            let found = agrees(&hull, direction, vertices);
            assert_eq!(agrees(&packed, direction, vertices), found);
            assert_eq!(agrees(&polytope, direction, vertices), found);
            let posed = Posed::new(&polytope, pose);
            assert_eq!(agrees(&posed, turn * direction, vertices), found);
            assert_eq!(
                agrees(&Rounded::new(&hull, 1.0).unwrap(), direction, vertices),
                found
            );
            alone += u32::from(found);
        }
        assert!(!hull.others_are_lower(direction, &[]));
    }
    assert_eq!(alone, 4);
}

// Claim: of several farthest points a hull returns the first, wherever they are in the list, with
// its position.
#[test]
fn the_first_of_several_is_farthest() {
    let heights =
        |number: u32, count: u32| (0..count).map(move |place| number / 3u32.pow(place) % 3);
    for count in 1..=6 {
        for number in 0..3u32.pow(count) {
            let points: Vec<DVec2> = heights(number, count)
                .map(|height| DVec2::new(1.0, f64::from(height)))
                .collect();
            let top = heights(number, count).max();
            let first = heights(number, count).position(|height| Some(height) == top);
            let hull = Hull::new(&points[..]).unwrap();
            let first = first.unwrap();
            let expected = (Feature::Vertex(first as u32), points[first]);
            let found = hull.farthest(DVec2::Y * 0.125, 0);
            assert_eq!(found, expected, "{points:?}");
        }
    }
}

// Claim: the only point of a hull is the only highest one in every direction.
#[test]
fn a_single_point_is_alone() {
    let hull = Hull::new([DVec3::new(3.0, -2.0, 7.0)]).unwrap();
    for direction in [DVec3::X, DVec3::ONE, DVec3::new(-0.3, 0.7, 0.2)] {
        assert!(agrees(&hull, direction, &[0]));
    }
}

// Claim: a rotated shape far from the origin of its frame is scanned in the frame of the solver.
#[test]
fn rounding_of_turned_vertices_is_seen() {
    let far = DVec3::new(1e12, 0.0, 0.0);
    let tiny = 1e-6;
    let corners = [far, far + DVec3::X * tiny, far + DVec3::Y * tiny];
    let pose = Pose::from_rotation(DQuat::from_rotation_z(0.5), DVec3::ZERO).unwrap();
    let posed = Posed::new(Hull::new(corners).unwrap(), pose);
    for direction in [DVec3::X, DVec3::Y, -DVec3::ONE] {
        for vertex in 0..3 {
            agrees(&posed, direction, &[vertex]);
        }
    }
}

// Claim: there the margin counts 2^-48 of the centre as extent, since rounding moves vertices apart
// by up to that: of two vertices of an extent of a half, 2^50 away, that is four and a half.
#[test]
fn far_vertices_have_a_larger_margin() {
    let far = DVec3::X * 2f64.powi(50);
    let quarter = DMat3::from_cols(DVec3::Y, DVec3::NEG_X, DVec3::Z);
    let pose = Pose::from_matrix(quarter, DVec3::ZERO).unwrap();
    let posed = Posed::new(Hull::new([far + DVec3::Z, far]).unwrap(), pose);
    let is_lower = |by: f64| {
        let direction = DVec3::new(1.0, 0.0, by * 3.0 * 2f64.powi(-44));
        posed.body().others_are_lower(direction, &[0])
    };
    assert!(!is_lower(0.75) && !is_lower(4.25) && is_lower(4.75));
}

// Claim: some hundred extents from that origin, where the shape is asked in its own frame, rounding
// is covered: a vertex a few last digits above the others is reported as highest only if it is.
// Without the margin for rounding some would be reported wrongly. A vertex higher by a millionth is
// reported.
#[test]
fn rounding_of_turned_vertices_is_added() {
    let far = DVec3::new(1000.0, -1000.0, 990.0);
    let digit = far.x.next_up() - far.x;
    let corners = (0..12).map(|i| {
        let beside = DVec3::new(f64::from(i % 5), f64::from(i * 7 % 4), f64::from(i * 5 % 3));
        far + 1.0 + beside * digit
    });
    let below = (0..12).map(|i| far - 1.0 - 0.001 * f64::from(i));
    let corners: Vec<DVec3> = corners.chain(below).collect();
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
            let point = |vertex| posed.body().point(Feature::Vertex(vertex));
            let others = (0..24).filter(|other| *other != vertex);
            let mut rises = others.map(|other| (point(other) - point(vertex)).dot(direction));
            let is_alone = rises.all(|rise| rise < 0.0);
            let found = posed.body().others_are_lower(direction, &[vertex]);
            assert!(is_alone || !found, "{turn} {vertex}");
            misled += u32::from(!is_alone && hull.others_are_lower(in_its_frame, &[vertex]));
        }
        assert!(hull.center().largest_coordinate() < 1024.0 * hull.extent());
        alone += u32::from(posed.body().others_are_lower(-direction, &[23]));
    }
    assert!(alone == 400 && misled > 5, "{alone} {misled}");
}

// Claim: rotated vertices of a few subnormal units are compared after rounding: a vertex reported
// as highest is highest. In its own frame the order may differ, as rounding there is as large as
// the differences of coordinates here.
#[test]
fn rounding_of_turned_least_numbers_is_seen() {
    let least = f64::from_bits(1);
    let corners: Vec<DVec3> = (0..12)
        .map(|i| DVec3::new(f64::from(i % 5), f64::from(i * 7 % 4), f64::from(i * 5 % 3)) * least)
        .collect();
    let hull = Hull::new(&corners[..]).unwrap();
    let [mut alone, mut misled] = [0; 2];
    for turn in 0..200 {
        let rotation = DQuat::from_euler(EulerRot::XYZ, 0.1 * f64::from(turn), 0.7, 0.3);
        let pose = Pose::from_rotation(rotation, DVec3::ZERO).unwrap();
        let posed = Posed::new(&hull, pose);
        let direction = DVec3::new(0.3, -0.2, 0.1 * f64::from(turn % 7)).normalize();
        let in_its_frame = rotation.inverse() * direction;
        for vertex in 0..12 {
            let point = |vertex| posed.body().point(Feature::Vertex(vertex)) / f64::MIN_POSITIVE;
            let others = (0..12).filter(|other| *other != vertex);
            let mut rises = others.map(|other| (point(other) - point(vertex)).dot(direction));
            let is_alone = rises.all(|rise| rise < 0.0);
            let found = posed.body().others_are_lower(direction, &[vertex]);
            assert!(is_alone || !found, "{turn} {vertex}");
            alone += u32::from(found);
            misled += u32::from(!is_alone && hull.others_are_lower(in_its_frame, &[vertex]));
        }
    }
    assert!(alone > 100 && misled > 20, "{alone} {misled}");
}

// Claim: the extent of a scaled shape is so large that rounding to subnormal numbers in an inner
// pose is negligible.
#[test]
fn stretched_least_numbers_are_seen() {
    let least = f64::from_bits(1);
    let hull = Hull::new([DVec3::ZERO, DVec3::X * least]).unwrap();
    let turned = Pose::from_rotation(DQuat::from_rotation_z(0.5), DVec3::ZERO).unwrap();
    let stretch = 2f64.powi(500);
    let posed = Scaled::new(Posed::new(hull, turned), stretch).unwrap();
    let rounded = 24.0 * least * stretch;
    assert!(
        f64::EPSILON * posed.body().extent() > rounded,
        "{:e}",
        posed.body().extent()
    );
}

/// A polytope with the required methods only: its vertices and their positions.
struct Plain {
    vertices: [DVec3; 3],
    center: DVec3,
    extent: f64,
}

impl SupportMapping for Plain {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        Hull::new(self.vertices).unwrap().support(direction)
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        match feature {
            Feature::Vertex(number) => self.vertices[number as usize],
            Feature::Piece(_, direction) => self.support(direction),
        }
    }

    fn center(&self) -> DVec3 {
        self.center
    }

    fn extent(&self) -> f64 {
        self.extent
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(3)
    }
}

crate::body::shapes! { [] Plain: DVec3, |core| crate::Body::new(core); }

// Claim: a shape that does not report lower vertices is scanned, vertex by vertex.
#[test]
fn plain_shapes_are_looked_at() {
    let shape = Plain {
        vertices: [DVec3::X, DVec3::Y, DVec3::Z * 0.5],
        center: DVec3::ZERO,
        extent: 1.0,
    };
    for (direction, alone, pair) in [
        (DVec3::ONE, [false; 3], true),
        (DVec3::new(2.0, 1.0, 1.0), [true, false, false], true),
        (DVec3::Z, [false, false, true], false),
    ] {
        for (number, alone) in (0..3).zip(alone) {
            assert_eq!(agrees(&shape, direction, &[number]), alone, "{direction}");
        }
        assert_eq!(agrees(&shape, direction, &[0, 1]), pair, "{direction}");
    }
}

// Claim: a rotated shape is asked in its own frame if its centre is within 16 extents; whoever wraps
// its body gets the whole margin, of its rounded vertices.
#[test]
fn near_shapes_are_asked_in_their_frame() {
    /// A shape that reports all other vertices as lower.
    struct Sure(Plain);

    impl SupportMapping for Sure {
        type Vector = DVec3;

        fn support(&self, direction: DVec3) -> DVec3 {
            self.0.support(direction)
        }

        fn center(&self) -> DVec3 {
            self.0.center
        }

        fn extent(&self) -> f64 {
            self.0.extent
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(3)
        }

        fn others_are_lower(&self, _: DVec3, _: &[u32]) -> bool {
            true
        }
    }

    crate::body::shapes! { [] Sure: DVec3, |core| crate::Body::new(core); }

    let turn = Pose::from_rotation(DQuat::from_rotation_z(0.3), DVec3::ZERO).unwrap();
    for extent in [0.25, 1.0, 4.0, 64.0] {
        for (center, is_asked) in [(0.0, true), (16.0, true), (16.5, false)] {
            let plain = Plain {
                vertices: [DVec3::ZERO; 3],
                center: DVec3::Y * (center * extent),
                extent,
            };
            let posed = Posed::new(Sure(plain), turn);
            let body = posed.body();
            let found = body.placed.others_are_lower(DVec3::X, &[0]);
            assert_eq!(found, is_asked, "{extent} {center}");
            assert!(!body.others_are_lower(DVec3::X, &[0]), "all in one place");
        }
    }
}

// Claim: the margin of a clearly lower vertex is 2^-44 of the extent, times three and the largest
// coordinate of the direction; it is infinite if differences of points may overflow.
#[test]
fn clear_margins_are_parts_of_the_extent() {
    let part = 2f64.powi(-44);
    for extent in [0.0, 3.0, 2f64.powi(1019), f64::MAX / 8.0] {
        assert_eq!(clear_margin(extent, 1.0), 3.0 * part * extent);
    }
    assert_eq!(clear_margin(8.0, 2.0), part * 48.0);
    // So small that no fraction of the extent is representable.
    let (least, along) = (f64::from_bits(1), 2f64.powi(1000));
    let expected = 3.0 * part * (least * along);
    assert_eq!(clear_margin(least, along), expected);
    for extent in [(f64::MAX / 8.0).next_up(), f64::MAX, f64::INFINITY] {
        assert_eq!(clear_margin(extent, 1.0), f64::INFINITY);
    }
}
