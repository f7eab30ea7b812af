//! A rotated shape is the hull of its rounded vertices, whatever rounding does to the choice of a
//! support point: near contact it has the answers of the list of those vertices.

use gjk_core::{
    Feature, Hull, Pose, Posed, Proximity, Settings, Shape, closest_points, distance, intersects,
    proximity,
};
use glam::{DQuat, DVec3};

use crate::common::Numbers;

/// The hull of a list of vertices.
type List = Hull<DVec3, Vec<DVec3>>;

/// How many vertices a shape has.
const VERTICES: usize = 12;

/// The points of a shape as the solver sees them.
fn corners(shape: &impl Shape<Vector = DVec3>) -> Vec<DVec3> {
    let count = shape.body().vertex_count().unwrap();
    (0..count)
        .map(|vertex| shape.body().point(Feature::Vertex(vertex)))
        .collect()
}

/// Asserts that a rotated shape has the answers of the list of its vertices; returns whether it
/// intersects the other one.
fn is_its_vertices(
    posed: &impl Shape<Vector = DVec3>,
    other: &impl Shape<Vector = DVec3>,
    told: &str,
) -> bool {
    let list = Hull::new(corners(posed)).unwrap();
    let meets = intersects(&list, other);
    assert_eq!(intersects(posed, other), meets, "{told}");
    assert_eq!(intersects(other, posed), meets, "{told}");
    let expected = closest_points(&list, other);
    assert_eq!(expected.intersects(), meets, "{told}");
    type Any<'s> = &'s dyn Shape<Vector = DVec3>;
    let (posed, other): (Any<'_>, Any<'_>) = (posed, other);
    for (a, b) in [(posed, other), (other, posed)] {
        let found = closest_points(a, b);
        let joins = found.lower <= expected.upper && expected.lower <= found.upper;
        assert!(joins, "{told}: {found:?}\n{expected:?}");
        let bounds = f64::max(found.lower, expected.lower)..=f64::min(found.upper, expected.upper);
        let [least, most] = [bounds.start().next_down(), bounds.end().next_up()];
        assert!((least..=most).contains(&distance(a, b)), "{told}");
        let verdict = if meets {
            Proximity::Overlapping
        } else {
            Proximity::Separated
        };
        assert_eq!(proximity(a, b, 0.0), verdict, "{told}");
        if !meets {
            let near = proximity(a, b, expected.upper);
            assert_eq!(near, Proximity::Near, "{told}");
            let below = expected.lower.next_down();
            let apart = proximity(a, b, below) == Proximity::Separated;
            assert!(apart || below <= 0.0, "{told}");
            let most = Settings::default().max_distance(expected.upper);
            assert_eq!(most.distance(a, b), distance(a, b), "{told}");
        }
    }
    meets
}

/// A nonzero direction of small integers.
fn direction(numbers: &mut Numbers) -> DVec3 {
    loop {
        let direction = numbers.point(9);
        if direction != DVec3::ZERO {
            return direction;
        }
    }
}

/// A shape whose centre is `far` from the origin of its frame, in a pose that rotates it; and
/// another one touched by one of its vertices, up to `digits` of its largest coordinate.
fn pair(numbers: &mut Numbers, far: f64, unit: f64, digits: f64) -> (Posed<List>, List) {
    let place = direction(numbers) * far;
    let points = numbers.points(VERTICES, 9);
    let hull = Hull::new(points.iter().map(|p| (place + *p) * unit).collect()).unwrap();
    let turn = DQuat::from_xyzw(
        numbers.integer(50) + 0.5,
        numbers.integer(50),
        numbers.integer(50),
        numbers.integer(50),
    );
    let posed = Posed::new(hull, Pose::from_rotation(turn, DVec3::ZERO).unwrap());
    let seen = corners(&posed);
    let down = direction(numbers);
    let height = |p: &DVec3| (*p / unit).dot(down);
    let lowest = seen
        .iter()
        .copied()
        .reduce(|p, q| if height(&q) < height(&p) { q } else { p });
    let lowest = lowest.unwrap();
    let size = lowest.abs().max_element();
    let digit = size.next_up() - size;
    let tip = lowest - down * (digit * digits);
    // Below the plane through the tip, up to rounding.
    let below = numbers.points(5, 9).into_iter().map(|p| {
        let rise = p.dot(down) / down.dot(down);
        let across = p - down * rise;
        tip + (across - down * rise.abs()) * f64::max(unit, digit)
    });
    let other = Hull::new(std::iter::once(tip).chain(below).collect()).unwrap();
    (posed, other)
}

/// Claim: the same for shapes up to 2^50 extents from the origin of their frame, where rotation
/// rounds by as much as their size: touching, and apart or overlapping by some last digits.
#[test]
fn turned_shapes_are_their_rounded_vertices() {
    let mut numbers = Numbers::new(61);
    let mut counts = [0; 2];
    for binades in [0, 3, 11, 20, 30, 40, 46, 50] {
        let far = if binades == 0 {
            0.0
        } else {
            2f64.powi(binades)
        };
        for round in 0..60 {
            let digits = [0.0, 1.0, -1.0, 0.0, 3.0, -3.0][round % 6];
            let (posed, other) = pair(&mut numbers, far, 1.0, digits);
            let meets = is_its_vertices(&posed, &other, &format!("{far} {round}"));
            counts[usize::from(meets)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// Claim: the same if coordinates are a few least numbers, to which each rotated coordinate is
/// rounded.
#[test]
fn turned_least_numbers_are_their_rounded_vertices() {
    let mut numbers = Numbers::new(62);
    let mut counts = [0; 2];
    for unit in [1.0, 4.0, 1024.0] {
        let unit = f64::from_bits(1) * unit;
        for round in 0..100 {
            let digits = [0.0, 1.0, -1.0, 2.0][round % 4];
            let (posed, other) = pair(&mut numbers, 0.0, unit, digits);
            let meets = is_its_vertices(&posed, &other, &format!("{unit:e} {round}"));
            counts[usize::from(meets)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
}
