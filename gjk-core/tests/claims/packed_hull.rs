//! The packed hull has the answers of the hull of the same list.

use crate::common::Numbers;
use gjk_core::{Feature, Hull, PackedHull, Shape, ShapeError, Stored, closest_points};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Asserts that both hulls of `points` return the same vertex in every direction.
fn same_as_hull<V: Stored>(points: &[V], directions: &[V::Wide]) {
    let packed = PackedHull::new(points).unwrap();
    let hull = Hull::new(points).unwrap();
    assert_eq!(packed.points(), hull.points());
    assert_eq!(packed.body().center(), hull.body().center());
    assert_eq!(packed.body().extent(), hull.body().extent());
    for &direction in directions {
        let (found, expected) = (
            packed.body().farthest(direction, 0).0,
            hull.body().farthest(direction, 0).0,
        );
        assert_eq!(found, expected, "{direction:?} of {points:?}");
        assert_eq!(
            packed.body().support(direction),
            hull.body().support(direction)
        );
        if let Feature::Vertex(top) = expected {
            let knows = |shape: &dyn Shape<Vector = V::Wide>| {
                shape.body().others_are_lower(direction, &[top])
            };
            assert_eq!(knows(&packed), knows(&hull), "{direction:?} of {points:?}");
        }
    }
}

/// The same in all four storages.
fn same_in_every_storage(points: &[DVec3], directions: &[DVec3]) {
    let flat: Vec<DVec2> = directions.iter().map(|d| d.truncate()).collect();
    let plane: Vec<DVec2> = points.iter().map(|p| p.truncate()).collect();
    let narrow: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
    let narrow_plane: Vec<Vec2> = points.iter().map(|p| p.truncate().as_vec2()).collect();
    same_as_hull(points, directions);
    same_as_hull(&plane, &flat);
    if narrow.iter().all(|p| p.is_finite()) {
        same_as_hull(&narrow, directions);
        same_as_hull(&narrow_plane, &flat);
    }
}

/// A number with a full mantissa between -1 and 1.
fn fraction(numbers: &mut Numbers) -> f64 {
    (numbers.bits() >> 10) as f64 / (1u64 << 53) as f64 - 1.0
}

fn fractions(numbers: &mut Numbers, count: usize) -> Vec<DVec3> {
    let mut point = || DVec3::new(fraction(numbers), fraction(numbers), fraction(numbers));
    (0..count).map(|_| point()).collect()
}

// Lists of every length up to some blocks, also along the axes.
#[test]
fn lists_of_every_length_agree() {
    let mut numbers = Numbers::new(41);
    let mut directions = numbers.points(30, 3);
    directions.extend(fractions(&mut numbers, 30));
    for count in 1..70 {
        same_in_every_storage(&fractions(&mut numbers, count), &directions);
    }
}

// Points of a small grid, with many ties and duplicates: the first of them is returned.
#[test]
fn ties_agree() {
    let mut numbers = Numbers::new(42);
    let directions = numbers.points(40, 2);
    for round in 0..60 {
        same_in_every_storage(&numbers.points(4 + round, 1), &directions);
    }
}

// Points whose projections differ by little, down to the last digit: nearly parallel faces.
#[test]
fn near_ties_agree() {
    let mut numbers = Numbers::new(43);
    let directions = fractions(&mut numbers, 40);
    for bits in [20, 23, 24, 25, 30, 45, 52] {
        for (round, &direction) in directions.iter().enumerate() {
            let count = if round % 2 == 0 { 30 } else { 60 };
            let face = fractions(&mut numbers, count);
            let points: Vec<DVec3> = face
                .iter()
                .map(|p| {
                    let p = p.reject_from(direction) + direction.normalize();
                    p * (1.0 + fraction(&mut numbers) * 0.5f64.powi(bits))
                })
                .collect();
            same_in_every_storage(&points, &[direction, -direction]);
        }
    }
}

// At both ends of the range, far from the origin, and with coordinates of very different sizes.
#[test]
fn extreme_lists_agree() {
    let mut numbers = Numbers::new(44);
    let directions = fractions(&mut numbers, 30);
    let stretches = [
        DVec3::splat(1e300),
        DVec3::splat(f64::MAX),
        DVec3::splat(1e-300),
        DVec3::splat(1e-320),
        DVec3::splat(1e-30),
        DVec3::splat(1e-44),
        DVec3::new(1e300, 1.0, 1e-300),
        DVec3::new(1.0, 1e-20, 1e-8),
        DVec3::ZERO,
    ];
    for stretch in stretches {
        for far in [
            DVec3::ZERO,
            DVec3::ONE,
            DVec3::new(1e9, -1e3, 7.0),
            DVec3::X * 1e300,
        ] {
            for count in [21, 61] {
                let points: Vec<DVec3> = fractions(&mut numbers, count)
                    .iter()
                    .map(|p| *p * stretch + far)
                    .filter(|p| p.is_finite())
                    .collect();
                if !points.is_empty() {
                    same_in_every_storage(&points, &directions);
                }
            }
        }
    }
}

// Directions of every size, and invalid ones.
#[test]
fn extreme_directions_agree() {
    let mut numbers = Numbers::new(45);
    let (few, many) = (fractions(&mut numbers, 21), fractions(&mut numbers, 61));
    let sizes = [
        1e300,
        f64::MAX,
        1e-300,
        1e-310,
        5e-324,
        0.0,
        f64::INFINITY,
        f64::NAN,
    ];
    for size in sizes {
        let directions = fractions(&mut numbers, 5);
        let directions: Vec<DVec3> = directions.iter().map(|d| *d * size).collect();
        for points in [&few, &many] {
            same_in_every_storage(points, &directions);
            same_in_every_storage(points, &[DVec3::ONE.with_y(size), DVec3::Z * size]);
        }
    }
}

// So a query takes the same path: the whole answer is the same, bit for bit.
#[test]
fn queries_agree() {
    let mut numbers = Numbers::new(46);
    for _ in 0..50 {
        let (a, mut b) = (fractions(&mut numbers, 40), fractions(&mut numbers, 70));
        let apart = fraction(&mut numbers) * 3.0;
        b.iter_mut().for_each(|p| p.x += apart);
        let found = closest_points(
            &PackedHull::new(&a[..]).unwrap(),
            &PackedHull::new(&b[..]).unwrap(),
        );
        let (a, b) = (Hull::new(a).unwrap(), Hull::new(b).unwrap());
        assert_eq!(found, closest_points(&a, &b));
    }
}

// The packed hull refuses what the hull refuses.
#[test]
fn bad_points_are_refused() {
    let none: [DVec3; 0] = [];
    assert_eq!(PackedHull::new(none).err(), Some(ShapeError::NoVertices));
    for bad in [f32::NAN, f32::INFINITY] {
        let refused = PackedHull::new([Vec2::ZERO, Vec2::new(0.0, bad)]).err();
        assert_eq!(refused, Some(ShapeError::NotFinite));
    }
}

// An id of another shape returns some point of the list.
#[test]
fn foreign_features_name_a_point() {
    let packed = PackedHull::new([DVec2::X, DVec2::Y]).unwrap();
    assert_eq!(packed.body().point(Feature::Vertex(9)), DVec2::X);
    assert_eq!(packed.body().point(Feature::Piece(0, DVec2::Y)), DVec2::X);
}

/// Claim: of two points of nearly equal projection, in any lanes, the higher is farthest; and points
/// reported lower are lower, by the requested margin.
#[test]
fn points_about_as_high_are_told_apart() {
    let mut numbers = Numbers::new(8);
    let mut lower = 0;
    for round in 0..2000 {
        let mut points = fractions(&mut numbers, 120);
        points.iter_mut().for_each(|point| *point *= 0.4);
        let direction = fractions(&mut numbers, 1)[0].normalize();
        let across = direction.cross(fractions(&mut numbers, 1)[0]);
        let apart = 2f64.powi(-10 - round % 40);
        let first = numbers.bits() as usize % 60;
        let second = first + 8 * (1 + round as usize % 5) + usize::from(round % 3 == 0);
        points[first] = direction + across * 0.5;
        points[second] = direction * (1.0 - apart) - across * 0.5;
        if round % 2 == 0 {
            points.swap(first, second);
        }
        same_as_hull(&points, &[direction]);
        let packed = PackedHull::new(&points[..]).unwrap();
        let height = |point: &DVec3| point.dot(direction);
        let (top, highest) = (0..).zip(&points).fold((0, &points[0]), |best, next| {
            if height(next.1) > height(best.1) {
                next
            } else {
                best
            }
        });
        let size = packed.body().extent() * direction.abs().max_element();
        if packed.body().others_are_lower(direction, &[top]) {
            let other = [first, second][usize::from(top as usize == first)];
            let by = height(highest) - height(&points[other]);
            assert!(by > 3.0 * 2f64.powi(-44) * size * 0.99, "{round} {by:e}");
            lower += 1;
        }
    }
    assert!(lower > 500, "{lower}");
}

/// Claim: so it is of points about as high next to a corner of coordinates a little larger than one,
/// which are rounded most.
#[test]
fn points_near_a_corner_are_told_apart() {
    let mut numbers = Numbers::new(9);
    for round in 0..400 {
        let mut more = |part: f64| DVec3::ONE + (fractions(&mut numbers, 1)[0] + 1.0) * part;
        let (direction, corner) = (more(0.03), more(0.01));
        let mut points = fractions(&mut numbers, 120);
        for point in &mut points {
            // As high as the corner, but for so little.
            let aside = direction.cross(*point) * 2f64.powi(-8 - round % 8);
            *point = corner + aside + direction * fraction(&mut numbers) * 2f64.powi(-30);
        }
        // The centre is that of both.
        points.extend(vec![-corner; points.len()]);
        same_as_hull(&points, &[direction]);
    }
}
