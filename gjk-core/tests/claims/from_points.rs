//! Polytopes from points: the vertices are corners of the hull, and climbing from every vertex
//! finds the highest point.
//!
//! Points and directions are integers here, so projections are compared exactly. Each axis is then
//! scaled by a power of two, and the directions by its inverse, which keeps projections unchanged.

use crate::common::Numbers;
use crate::solids::cube;
use gjk_core::{Hull, Point, Polytope, Shape, ShapeError, Stored, distance, intersects};
use glam::{DVec2, DVec3, Vec2, Vec3};

type Owned<V> = Polytope<V, Vec<V>, Vec<u32>>;
type Integers = [i64; 3];

/// The exponents of the scales of the axes.
type Stretch = [i32; 3];

/// The most directions and starts to try.
const TRIED: usize = 40;

/// Directions times 2 to the power of this are finite.
const LARGEST_EXPONENT: i32 = 980;

fn height(point: Integers, direction: Integers) -> i128 {
    let terms = point.into_iter().zip(direction);
    terms.map(|(x, y)| i128::from(x) * i128::from(y)).sum()
}

/// `x` times 2 to the power of `exponent`, which two normal numbers multiply to.
fn times_power(x: i64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x as f64 * 2f64.powi(half) * 2f64.powi(exponent - half)
}

fn stretched(integers: Integers, stretch: Stretch) -> [f64; 3] {
    [0, 1, 2].map(|axis| times_power(integers[axis], stretch[axis]))
}

fn integers(coordinates: [f64; 3], stretch: Stretch) -> Integers {
    let (mut x, found) = (coordinates.into_iter().zip(stretch), [0; 3]);
    found.map(|_: i64| {
        let (x, exponent) = x.next().unwrap();
        (x * 2f64.powi(-(exponent / 2)) * 2f64.powi(exponent / 2 - exponent)) as i64
    })
}

/// Asserts for one storage that the polytope of `points` is well-formed, made of them, and climbed
/// to the top.
fn climbed<V: Stored>(
    points: &[Integers],
    stretch: Stretch,
    directions: &[Integers],
    stored: impl Fn([f64; 3]) -> V,
    wide: impl Fn([f64; 3]) -> V::Wide,
    coordinates: impl Fn(V::Wide) -> [f64; 3],
) -> Owned<V> {
    let list: Vec<V> = points
        .iter()
        .map(|p| stored(stretched(*p, stretch)))
        .collect();
    let polytope = Polytope::from_points(&list).unwrap();
    let vertices = polytope.vertices();
    let numbers = 0..vertices.len() as u32;
    let starts: Vec<u32> = numbers
        .clone()
        .scan(0, |end, vertex| {
            *end += polytope.neighbours(vertex).len() as u32;
            Some(*end)
        })
        .collect();
    let neighbours: Vec<u32> = numbers
        .clone()
        .flat_map(|vertex| polytope.neighbours(vertex).to_vec())
        .collect();
    let starts = [&[0], &starts[..]].concat();
    assert_eq!(
        Polytope::new(vertices.to_vec(), starts, neighbours).as_ref(),
        Ok(&polytope)
    );
    assert!(vertices.iter().all(|vertex| list.contains(vertex)));
    // All projections may be smaller by a power of two that keeps directions finite.
    let smaller = i32::min(0, stretch.into_iter().min().unwrap() + LARGEST_EXPONENT);
    let inverse = stretch.map(|exponent| smaller - exponent);
    for &direction in directions.iter().take(TRIED) {
        let highest = points.iter().map(|p| height(*p, direction)).max().unwrap();
        let upward = wide(stretched(direction, inverse));
        for start in numbers.clone().step_by(vertices.len() / TRIED + 1) {
            let feature = polytope.body().farthest(upward, start).0;
            let found = integers(coordinates(polytope.body().point(feature)), stretch);
            let found = height(found, direction);
            assert_eq!(found, highest, "{direction:?} from {start} of {points:?}");
        }
    }
    polytope
}

fn in_space(points: &[Integers], stretch: Stretch, directions: &[Integers]) -> Owned<DVec3> {
    let [space, array] = [DVec3::from_array, DVec3::from_array];
    climbed(points, stretch, directions, space, array, |p| p.to_array())
}

fn flat(list: &[Integers]) -> Vec<Integers> {
    list.iter().map(|[x, y, _]| [*x, *y, 0]).collect()
}

fn in_the_plane(points: &[Integers], stretch: Stretch, directions: &[Integers]) -> Owned<DVec2> {
    let plane = |[x, y, _]: [f64; 3]| DVec2::new(x, y);
    let array = |p: DVec2| [p.x, p.y, 0.0];
    climbed(
        &flat(points),
        stretch,
        &flat(directions),
        plane,
        plane,
        array,
    )
}

/// The same in all four storages; integers of more than 24 bits only in those of `f64`.
fn in_every_storage(points: &[Integers], directions: &[Integers]) {
    in_space(points, [0; 3], directions);
    in_the_plane(points, [0; 3], directions);
    if points.iter().flatten().all(|x| x.abs() < 1 << 24) {
        let narrow = |p| DVec3::from_array(p).as_vec3();
        let array = |p: DVec3| p.to_array();
        climbed::<Vec3>(points, [0; 3], directions, narrow, DVec3::from_array, array);
        let wide = |[x, y, _]: [f64; 3]| DVec2::new(x, y);
        let narrow = |p| wide(p).as_vec2();
        let array = |p: DVec2| [p.x, p.y, 0.0];
        climbed::<Vec2>(
            &flat(points),
            [0; 3],
            &flat(directions),
            narrow,
            wide,
            array,
        );
    }
}

fn random(numbers: &mut Numbers, count: usize, size: u64) -> Vec<Integers> {
    let points = numbers.points(count, size);
    points
        .iter()
        .map(|p| p.to_array().map(|x| x as i64))
        .collect()
}

/// Asserts that no vertex is in the hull of the others.
fn vertices_are_corners(polytope: &Owned<DVec3>) {
    for vertex in polytope.vertices() {
        let others: Vec<DVec3> = polytope
            .vertices()
            .iter()
            .copied()
            .filter(|p| p != vertex)
            .collect();
        if !others.is_empty() {
            let inside = intersects(&Hull::new(others).unwrap(), &Point::new(*vertex).unwrap());
            assert!(!inside, "{vertex} of {:?}", polytope.vertices());
        }
    }
}

// Random subsets of {0, 1, 2}³, of every size, with duplicates: most of them have corners, and
// points inside edges, faces and the interior.
#[test]
fn subsets_of_a_grid() {
    let mut numbers = Numbers::new(51);
    let directions = random(&mut numbers, TRIED, 4);
    for round in 0..1500 {
        let points: Vec<Integers> = (0..1 + round % 40)
            .map(|_| {
                let bits = numbers.bits() >> 30;
                [bits % 3, bits / 3 % 3, bits / 9 % 3].map(|x| x as i64)
            })
            .collect();
        vertices_are_corners(&in_space(&points, [0; 3], &directions[..12]));
        in_every_storage(&points, &directions[..4]);
    }
}

// Whole grids: for a cube the corners and its edges remain, for a square in any plane the outline,
// for a row its ends.
#[test]
fn whole_grids() {
    let mut numbers = Numbers::new(52);
    let directions = random(&mut numbers, TRIED, 3);
    let row = || -2..=2_i64;
    let square = || row().flat_map(move |x| row().map(move |y| [x, y]));
    let cube: Vec<Integers> = square()
        .flat_map(|[x, y]| row().map(move |z| [x, y, z]))
        .collect();
    let polytope = in_space(&cube, [0; 3], &directions);
    assert_eq!(polytope.vertices().len(), 8);
    assert!((0..8).all(|vertex| polytope.neighbours(vertex).len() == 3));
    type Put = fn([i64; 2]) -> Integers;
    let planes: [Put; 5] = [
        |[x, y]| [x, y, 0],
        |[x, y]| [x, 7, y],
        |[x, y]| [-3, x, y],
        |[x, y]| [x, y, x + y],
        |[x, y]| [x + 2 * y, 3 * x - y, x],
    ];
    for plane in planes {
        let points: Vec<Integers> = square().map(plane).collect();
        let polytope = in_space(&points, [0; 3], &directions);
        assert_eq!(polytope.vertices().len(), 4);
        assert!((0..4).all(|vertex| polytope.neighbours(vertex).len() == 2));
    }
    for along in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, -2, 3]] {
        let points: Vec<Integers> = row().map(|x| along.map(|y| x * y)).collect();
        let polytope = in_space(&points, [0; 3], &directions);
        assert_eq!(polytope.vertices().len(), 2);
        assert_eq!(
            (polytope.neighbours(0), polytope.neighbours(1)),
            (&[1][..], &[0][..])
        );
    }
    let polytope = in_space(&[[1, 2, 3]; 5], [0; 3], &directions);
    assert_eq!(polytope.vertices(), [DVec3::new(1.0, 2.0, 3.0)]);
    assert!(polytope.neighbours(0).is_empty());
}

// Points of all sizes of coordinates, and balls of them, most of them interior.
#[test]
fn random_points() {
    let mut numbers = Numbers::new(53);
    for size in [3, 10, 1000, 1 << 23, 1 << 52] {
        for count in [5, 20, 200] {
            let directions = random(&mut numbers, TRIED, 1000);
            in_every_storage(&random(&mut numbers, count, size), &directions);
        }
    }
}

// Points on a sphere, so that all are corners; rounded to a grid, so that few of them are.
#[test]
fn spheres() {
    let mut numbers = Numbers::new(54);
    let directions = random(&mut numbers, TRIED, 1000);
    for radius in [4.0, 50.0, 1e6, 1e15] {
        let points: Vec<Integers> = random(&mut numbers, 1000, 1000)
            .iter()
            .map(|p| DVec3::from_array(p.map(|x| x as f64)).normalize_or(DVec3::X) * radius)
            .map(|p| p.to_array().map(|x| x as i64))
            .collect();
        in_every_storage(&points, &directions);
    }
}

// Points coplanar up to the last digit, in a plane oblique to all axes, with full mantissas. The
// directions are normal to the plane, and nearly so.
#[test]
fn nearly_flat_points() {
    let mut numbers = Numbers::new(55);
    for round in 0..100 {
        let [a, b, c] = random(&mut numbers, 1, 200)[0].map(|x| 2 * x + 1);
        let points: Vec<Integers> = random(&mut numbers, 30, 1 << 44)
            .into_iter()
            .map(|[x, y, z]| [x, y, -(a * x + b * y) / c + z % (round % 4 + 1)])
            .collect();
        let mut directions = vec![[a, b, c], [-a, -b, -c]];
        for [x, y, z] in random(&mut numbers, 6, 1) {
            let nearly = [(a << 30) + x, (b << 30) + y, (c << 30) + z];
            directions.extend([nearly, nearly.map(|x| -x)]);
        }
        in_space(&points, [0; 3], &directions);
        in_the_plane(&points, [0; 3], &directions);
    }
}

// Needles: one axis a million times as long as another.
#[test]
fn needles() {
    let mut numbers = Numbers::new(56);
    for _ in 0..30 {
        let directions = random(&mut numbers, TRIED, 1000);
        let points = random(&mut numbers, 40, 1 << 20);
        let needle: Vec<Integers> = points
            .iter()
            .map(|[x, y, z]| [*x << 30, y >> 10, z >> 18])
            .collect();
        in_space(&needle, [0; 3], &directions);
    }
}

// The whole range of numbers, on all axes or each at its own end of it.
#[test]
fn extreme_points() {
    let mut numbers = Numbers::new(57);
    for stretch in [
        [950; 3],
        [-1000; 3],
        [900, 0, -1000],
        [-1074, 800, 0],
        [-1074; 3],
    ] {
        for size in [2, 1000, 1 << 40] {
            let directions = random(&mut numbers, TRIED, 3);
            let points = random(&mut numbers, 40, size);
            in_space(&points, stretch, &directions);
            in_the_plane(&points, stretch, &directions);
        }
    }
}

// Along a parabola whose coordinates span 600 powers of two on one axis every vertex is a corner,
// in the order of the parabola.
#[test]
fn long_ranges() {
    const COUNT: u32 = 300;
    let point = |i: u32| 2f64.powi(i as i32 - COUNT as i32 + 1);
    let parabola: Vec<DVec2> = (0..COUNT)
        .map(|i| DVec2::new(point(i), point(i).powi(2)))
        .collect();
    let polytope = Polytope::from_points(&parabola).unwrap();
    assert_eq!(polytope.vertices(), parabola);
    for vertex in 0..COUNT {
        let mut neighbours = polytope.neighbours(vertex).to_vec();
        neighbours.sort_unstable();
        let mut beside = [(vertex + COUNT - 1) % COUNT, (vertex + 1) % COUNT];
        beside.sort_unstable();
        assert_eq!(neighbours, beside);
    }
}

// Empty lists and numbers that are not finite are refused. Any others are accepted: coordinates of
// one axis at both ends of the range make corners, even where a corner is off the line between two
// others by the least number only.
#[test]
fn refusals() {
    let least = f64::from_bits(1);
    for [far, near] in [
        [1e300, 1e-300],
        [1.0, 2f64.powi(-700)],
        [f64::MAX / 4.0, least],
    ] {
        let corners = [DVec2::X * far, DVec2::X * near, DVec2::Y];
        let polytope = Polytope::from_points(corners).unwrap();
        assert_eq!(polytope.vertices(), corners);
        let middle = DVec3::new(0.5 * far, near, 0.0);
        let corners = [DVec3::ZERO, DVec3::X * far, middle, DVec3::Z * near];
        let polytope = Polytope::from_points(corners).unwrap();
        assert_eq!(polytope.vertices(), corners);
        let inside = [DVec3::ZERO, DVec3::X * far, middle.with_y(0.0), middle];
        let polytope = Polytope::from_points(inside).unwrap();
        assert_eq!(polytope.vertices(), [inside[0], inside[1], inside[3]]);
    }
    let refused = Polytope::from_points(&[] as &[Vec2]).err();
    assert_eq!(refused, Some(ShapeError::NoVertices));
    let refused = Polytope::from_points([Vec3::ZERO, Vec3::NAN]).err();
    assert_eq!(refused, Some(ShapeError::NotFinite));
    let (most, least) = (f32::MAX, f32::from_bits(1));
    let extremes = [-most, -least, -0.0, 0.0, least, most];
    let points: Vec<Vec3> = extremes
        .iter()
        .flat_map(|x| extremes.iter().map(|y| Vec3::new(*x, *y, x.min(*y))))
        .collect();
    let polytope = Polytope::from_points(&points).unwrap();
    for direction in [DVec3::X, DVec3::NEG_Y, DVec3::ONE, DVec3::NEG_ONE] {
        let highest = Hull::new(&points[..]).unwrap().body().support(direction);
        assert_eq!(
            polytope.body().support(direction).dot(direction),
            highest.dot(direction)
        );
    }
}

// The distance of the polytope of points from another equals that of their hull, to two ulps each.
#[test]
fn polytopes_are_as_far_as_hulls() {
    let mut numbers = Numbers::new(58);
    for count in [1, 2, 3, 4, 10, 50, 300] {
        for _ in 0..20 {
            let a: Vec<DVec3> = numbers.points(count, 1000);
            let apart = numbers.point(3000);
            let b: Vec<DVec3> = numbers
                .points(count, 1000)
                .iter()
                .map(|p| *p + apart)
                .collect();
            let found = distance(
                &Polytope::from_points(&a).unwrap(),
                &Polytope::from_points(&b).unwrap(),
            );
            let expected = distance(&Hull::new(a).unwrap(), &Hull::new(b).unwrap());
            // No length in the difference exceeds that.
            let ulp = 16384.0 * f64::EPSILON;
            assert!((found - expected).abs() <= 4.0 * ulp, "{found} {expected}");
        }
    }
}

// All coordinates times a power of two: the same vertex is returned, also in ties, from any start.
#[test]
fn powers_of_two_change_nothing() {
    let mut numbers = Numbers::new(59);
    for size in [2, 5, 1 << 40] {
        let points = numbers.points(200, size);
        let directions = numbers.points(TRIED, 2);
        let polytope = Polytope::from_points(&points).unwrap();
        for exponent in [-1000, -850, -300, 300, 850, 970] {
            let scaled: Vec<DVec3> = points.iter().map(|p| *p * 2f64.powi(exponent)).collect();
            let scaled = Polytope::from_points(&scaled).unwrap();
            for &direction in &directions {
                for near in 0..8 {
                    let found = scaled.body().farthest(direction, near).0;
                    assert_eq!(
                        found,
                        polytope.body().farthest(direction, near).0,
                        "{exponent} {direction}"
                    );
                }
            }
        }
    }
}

// Vertices keep the order of the list, and the first of duplicates is one, in long lists too.
#[test]
fn vertices_keep_their_order() {
    let list = [
        DVec2::Y,
        DVec2::new(-0.0, 0.0),
        DVec2::ZERO,
        DVec2::X,
        DVec2::Y,
    ];
    let polytope = Polytope::from_points(list).unwrap();
    assert_eq!(polytope.vertices(), [DVec2::Y, DVec2::ZERO, DVec2::X]);
    assert!(polytope.vertices()[1].x.is_sign_negative());
    let corners = cube(DVec3::ONE);
    let mut list = corners.to_vec();
    list.extend(corners.iter().rev().cycle().take(8 * 39));
    let polytope = Polytope::from_points(list).unwrap();
    assert_eq!(polytope.vertices(), corners);
}
