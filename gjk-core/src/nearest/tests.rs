//! The nearest points of small integer simplices, compared with exact integer arithmetic.

use std::vec::Vec;

use glam::{DVec2, DVec3};

use super::*;
use crate::double_double::DoubleDouble;
use crate::vector::Vector;

type Integers = [i128; 3];

fn dot(p: Integers, q: Integers) -> i128 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

fn minus(p: Integers, q: Integers) -> Integers {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

/// The determinant by expansion along the first row, for up to three rows.
fn determinant(m: [[i128; 3]; 3], size: usize) -> i128 {
    match size {
        0 => 1,
        1 => m[0][0],
        2 => m[0][0] * m[1][1] - m[0][1] * m[1][0],
        _ => {
            m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
                - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        }
    }
}

/// The nearest point of a simplex, as integers over a common denominator.
struct Exact {
    numerators: Integers,
    denominator: i128,
    /// How many vertices the point needs.
    size: usize,
}

impl Exact {
    fn squared(&self) -> i128 {
        dot(self.numerators, self.numerators)
    }

    fn nearer_than(&self, other: &Self) -> bool {
        self.squared() * other.denominator * other.denominator
            < other.squared() * self.denominator * self.denominator
    }
}

/// The point of the affine hull of `points` that is nearest to the origin by Cramer's rule, if it
/// lies inside.
fn inside(points: &[Integers]) -> Option<Exact> {
    let edges: Vec<Integers> = points[1..].iter().map(|p| minus(*p, points[0])).collect();
    let mut gram = [[0; 3]; 3];
    for (i, e) in edges.iter().enumerate() {
        for (j, f) in edges.iter().enumerate() {
            gram[i][j] = dot(*e, *f);
        }
    }
    let denominator = determinant(gram, edges.len());
    let mut rest = denominator;
    let mut numerators = points[0].map(|x| x * denominator);
    for (i, edge) in edges.iter().enumerate() {
        let mut replaced = gram;
        for (row, e) in replaced.iter_mut().zip(&edges) {
            row[i] = -dot(points[0], *e);
        }
        let weight = determinant(replaced, edges.len());
        if weight <= 0 {
            return None;
        }
        rest -= weight;
        for (numerator, x) in numerators.iter_mut().zip(edge) {
            *numerator += weight * x;
        }
    }
    (denominator > 0 && rest > 0).then_some(Exact {
        numerators,
        denominator,
        size: points.len(),
    })
}

/// The nearest point of the hull: the nearest of all sub-simplices that have theirs inside.
fn exact(points: &[Integers]) -> Exact {
    let mut best: Option<Exact> = None;
    for subset in 1..1_usize << points.len() {
        let chosen: Vec<Integers> = (0..points.len())
            .filter(|i| subset >> i & 1 == 1)
            .map(|i| points[i])
            .collect();
        let Some(found) = inside(&chosen) else {
            continue;
        };
        if best.as_ref().is_none_or(|best| found.nearer_than(best)) {
            best = Some(found);
        }
    }
    best.unwrap()
}

/// Compares the nearest point in the arithmetic of `P` with the exact one, times `scale`.
fn check<P: Space<Rounded: Vector>>(
    points: &[Integers],
    lifted: impl Fn(&[f64; 3]) -> P,
    scale: f64,
) {
    let origin = lifted(&[0.0; 3]);
    let mut simplex = [origin; SIMPLEX_MAX];
    for (place, p) in simplex.iter_mut().zip(points) {
        *place = lifted(&p.map(|x| x as f64 * scale));
    }
    let full = if P::PLANAR { 3 } else { 4 };
    let expected = exact(points);
    let found = nearest(&simplex, points.len(), f64::INFINITY);
    assert_eq!(
        found.is_inside(),
        expected.size == full,
        "{points:?} * {scale:e}"
    );

    // 64 roundoffs of the largest coordinate, in which all the numbers of this grid are small.
    let allowed = 64.0 * P::Scalar::UNIT_ROUNDOFF * 4.0 * scale;
    let near = |p: P, q: P| (p - q).rounded().largest_coordinate() <= allowed;
    let denominator = P::Scalar::from(expected.denominator as f64);
    let v = lifted(&expected.numerators.map(|x| x as f64 * scale))
        .scaled(P::Scalar::from(1.0) / denominator);
    assert!(near(found.v, v), "v of {points:?} * {scale:e}");

    let mut mean = origin;
    let mut sum = P::Scalar::from(0.0);
    for (point, weight) in simplex.into_iter().zip(found.weights).take(points.len()) {
        assert!(weight >= P::Scalar::from(0.0));
        mean = mean + point.scaled(weight);
        sum = sum + weight;
    }
    assert!(near(mean, v), "mean of {points:?} * {scale:e}");
    let error = (sum - P::Scalar::from(1.0)).rounded();
    assert!(error.abs() <= 16.0 * P::Scalar::UNIT_ROUNDOFF);
}

fn check_space(points: &[Integers], scale: f64) {
    check(points, |p| DVec3::from_array(*p), scale);
    let precise = |p: &[f64; 3]| DoubleDouble::<DVec3>::lifted(DVec3::from_array(*p));
    check(points, precise, scale);
}

fn check_plane(points: &[Integers], scale: f64) {
    check(points, |p| DVec2::new(p[0], p[1]), scale);
    let precise = |p: &[f64; 3]| DoubleDouble::<DVec2>::lifted(DVec2::new(p[0], p[1]));
    check(points, precise, scale);
}

/// All points with `dimension` coordinates from `-size` to `size`.
fn grid(dimension: u32, size: i128) -> Vec<Integers> {
    let side = 2 * size + 1;
    let coordinate = |i: i128, power: u32| {
        if power < dimension {
            i / side.pow(power) % side - size
        } else {
            0
        }
    };
    (0..side.pow(dimension))
        .map(|i| [coordinate(i, 0), coordinate(i, 1), coordinate(i, 2)])
        .collect()
}

// Every triangle, segment and point of the 5 × 5 grid has the exact nearest point, in the plane.
#[test]
fn plane_grid_is_exact() {
    let points = grid(2, 2);
    for p in &points {
        check_plane(&[*p], 1.0);
        for q in &points {
            check_plane(&[*p, *q], 1.0);
            for r in &points {
                check_plane(&[*p, *q, *r], 1.0);
            }
        }
    }
}

// The same in space for all triangles of the 3 × 3 × 3 grid and a forty-first of the tetrahedra,
// flat ones and those with the origin on a face, an edge or a vertex among them.
#[test]
fn space_grid_is_exact() {
    let points = grid(3, 1);
    let mut count = 0;
    for p in &points {
        check_space(&[*p], 1.0);
        for q in &points {
            check_space(&[*p, *q], 1.0);
            for r in &points {
                check_space(&[*p, *q, *r], 1.0);
                for s in &points {
                    count += 1;
                    if count % 41 == 0 {
                        check_space(&[*p, *q, *r, *s], 1.0);
                    }
                }
            }
        }
    }
}

// Nothing depends on the unit of length: the same simplices at 2^±100, near the ends of the range
// that the search scales into.
#[test]
fn every_scale_is_exact() {
    for scale in [2f64.powi(-100), 2f64.powi(100)] {
        for (i, p) in grid(3, 2).into_iter().enumerate() {
            let q = [1, -2, 1];
            let r = [(i % 3) as i128 - 1, 2, -1];
            let s = [-2, (i % 5) as i128 - 2, 2];
            check_space(&[p, q, r, s], scale);
            check_space(&[p, q, r], scale);
            let flat = |p: Integers| [p[0], p[1], 0];
            check_plane(&[flat(p), flat(q), flat(r)], scale);
        }
    }
}

// Claim: the weights of a triangle that is small beside its distance follow from its edges and not
// from its vertices, whose products have lost them.
#[test]
fn far_triangles_keep_their_weights() {
    let far = f64::from(1 << 25) * f64::from(1 << 25);
    let corners = [[2.0, -1.0, -1.0], [-1.0, 2.0, -1.0], [-1.0, -1.0, 2.0]];
    let at = |corner: [f64; 3]| DVec3::from_array(corner) + DVec3::splat(far);
    let mut points = [DVec3::ZERO; SIMPLEX_MAX];
    for (place, corner) in points.iter_mut().zip(corners) {
        *place = at(corner);
    }
    for weight in nearest(&points, corners.len(), f64::INFINITY)
        .weights
        .into_iter()
        .take(corners.len())
    {
        assert!((weight - 1.0 / 3.0).abs() < 4.0 * f64::EPSILON, "{weight}");
    }
}

/// A tetrahedron whose lowest face is `depth` below the origin, as the sum of two `f64` in each
/// coordinate. Sheared by `shear`, so that heights are differences of large coordinates.
fn tetrahedron(depth: f64, shear: f64) -> [DoubleDouble<DVec3>; 4] {
    let at = |x: f64, y: f64, height: f64| {
        DoubleDouble {
            hi: DVec3::new(x, y, shear * x),
            lo: DVec3::ZERO,
        } + DoubleDouble::lifted(DVec3::new(0.0, 0.0, height))
    };
    [
        at(0.0, 0.0, 1.0),
        at(2.0, 0.0, -depth),
        at(-1.0, 2.0, -depth),
        at(-1.0, -2.0, -depth),
    ]
}

// Where heights are coordinates, the origin is known to be inside at any depth, however small, and
// outside at any height: products of exact numbers have exact signs.
#[test]
fn coordinates_of_any_size_have_certain_signs() {
    for exponent in [10, 60, 110, 300] {
        for (depth, inside) in [(2f64.powi(-exponent), true), (-2f64.powi(-exponent), false)] {
            let precise = tetrahedron(depth, 0.0);
            let rounded = precise.map(|p| p.hi);
            assert_eq!(
                nearest(&precise, 4, f64::INFINITY).is_inside(),
                inside,
                "{depth:e}"
            );
            assert_eq!(
                nearest(&rounded, 4, f64::INFINITY).is_inside(),
                inside,
                "{depth:e}"
            );
            let plane = |p: DVec3| DVec2::new(p.x + p.y * 0.25, p.z);
            let rounded = [rounded[0], rounded[1], rounded[3], DVec3::ZERO].map(plane);
            assert_eq!(
                nearest(&rounded, 3, f64::INFINITY).is_inside(),
                inside,
                "{depth:e}"
            );
            let precise = rounded.map(DoubleDouble::<DVec2>::lifted);
            assert_eq!(
                nearest(&precise, 3, f64::INFINITY).is_inside(),
                inside,
                "{depth:e}"
            );
        }
    }
}

// Where heights are differences of coordinates, the sign of a depth of 2^-30 is certain, that of
// 2^-50 drowns in f64 but not in double-double, and that of 2^-100 in both. A search may go on from
// a doubtful answer but not from a wrong one.
#[test]
fn containing_is_claimed_only_for_certain() {
    for (depth, double, precise) in [
        (2f64.powi(-30), true, true),
        (2f64.powi(-50), false, true),
        (2f64.powi(-100), false, false),
        (-2f64.powi(-50), false, false),
    ] {
        let points = tetrahedron(depth, 1.0);
        assert_eq!(
            nearest(&points, 4, f64::INFINITY).is_inside(),
            precise,
            "{depth:e}"
        );
        let rounded = points.map(|p| p.hi);
        assert_eq!(
            nearest(&rounded, 4, f64::INFINITY).is_inside(),
            double,
            "{depth:e}"
        );
        // Mirrored, for the other orientation.
        let mirrored = rounded.map(|p| DVec3::new(-p.x, p.y, p.z));
        assert_eq!(
            nearest(&mirrored, 4, f64::INFINITY).is_inside(),
            double,
            "{depth:e}"
        );

        let plane = |v: DVec3| DVec2::new(v.x + v.y * 0.25, v.z + v.y * 0.25);
        let points = [points[0], points[1], points[3], points[3]].map(|p| DoubleDouble {
            hi: plane(p.hi),
            lo: plane(p.lo),
        });
        assert_eq!(
            nearest(&points, 3, f64::INFINITY).is_inside(),
            precise,
            "{depth:e}"
        );
        let rounded = points.map(|p| p.hi);
        assert_eq!(
            nearest(&rounded, 3, f64::INFINITY).is_inside(),
            double,
            "{depth:e}"
        );
    }
}

/// Two points of the unit cube, others for each number. Fractions of the golden ratio and its like have
/// full mantissas and fill it evenly.
fn in_unit_cube(number: i32) -> [DVec3; 2] {
    let fraction = |irrational: f64| (f64::from(number) * irrational).fract() * 2.0 - 1.0;
    [
        [0.819_172, 0.671_043_6, 0.549_700_4],
        [0.414_213_5, 0.732_050_8, 0.236_067_9],
    ]
    .map(|irrationals| DVec3::from_array(irrationals.map(fraction)))
}

// The nearest point of a sliver, all of whose normal is rounding error, is that of its longest
// side. Three rounded points of one line make many such slivers.
#[test]
fn slivers_keep_their_nearest_point() {
    for i in 1..4000 {
        let [start, edge] = in_unit_cube(i);
        let [p, q, r] = [1.0, -2.0, 1.0 / 3.0].map(|along| start + edge * along);
        let v = nearest(&[p, q, r, DVec3::ZERO], 3, f64::INFINITY).v;
        let expected = on_segment(&[p, q, DVec3::ZERO, DVec3::ZERO], [0, 1]).v;
        let error = (v - expected).length() / f64::EPSILON;
        assert!(error <= 16.0, "{error} ulps: {p:?} {q:?} {r:?}");
    }
}

// Claim: the same holds where the line passes the origin within some roundings, so that a normal which
// is rounding error may have it in front of the sliver.
#[test]
fn slivers_beside_the_origin_are_as_near() {
    for i in 1..4000 {
        let [start, edge] = in_unit_cube(i);
        let start = start * 2f64.powi(-50);
        let points = [1.0, -2.0, 1.0 / 3.0, 0.0].map(|along| start + edge * along);
        let found = nearest(&points, 3, f64::INFINITY);
        let length = found.v.length() / f64::EPSILON;
        assert!(length <= 16.0, "{length} ulps: {points:?}");
    }
}

// The nearest point of a segment that passes the origin closely is perpendicular to it to the last
// digits: its direction is that of the next support.
#[test]
fn close_segments_keep_their_direction() {
    for exponent in [-10, -20, -30, -45] {
        let offset = DVec3::new(0.3, -0.7, 0.2) * 2f64.powi(exponent);
        let edge = DVec3::new(0.9, 0.4, -1.3);
        let (p, q) = (offset - edge * 0.7, offset + edge * 0.6);
        let v = on_segment(&[p, q, p, p], [0, 1]).v;
        let slope = v.dot(q - p) / (v.length() * (q - p).length());
        assert!(slope.abs() <= 4.0 * f64::EPSILON, "{exponent}: {slope:e}");
        let (p, q) = (p.truncate(), q.truncate());
        let v = on_segment(&[p, q, p, p], [0, 1]).v;
        let slope = v.dot(q - p) / (v.length() * (q - p).length());
        assert!(slope.abs() <= 4.0 * f64::EPSILON, "{exponent}: {slope:e}");
    }
}

// What is not a number is beyond every side and in front of none: the answer is a vertex or a side,
// never an interior.
#[test]
fn nan_is_never_inside() {
    for i in 0..4 {
        let mut points = tetrahedron(0.25, 0.0).map(|p| p.hi);
        points[i] = DVec3::splat(f64::NAN);
        assert!(!nearest(&points, 4, f64::INFINITY).is_inside());
        let mut plane = [
            DVec2::new(-1.0, -1.0),
            DVec2::new(2.0, -1.0),
            DVec2::new(0.0, 2.0),
            DVec2::ZERO,
        ];
        assert!(nearest(&plane, 3, f64::INFINITY).is_inside());
        plane[i % 3] = DVec2::NAN;
        assert!(!nearest(&plane, 3, f64::INFINITY).is_inside());
    }
}

// The size that the rounding error of a sign is relative to is the sum of the magnitudes of all its
// products, in either arithmetic: of the six of a triple product, and of those of a cross product.
#[test]
fn sizes_add_all_products() {
    let (p, e, f) = (
        DVec3::new(1.0, 2.0, 3.0),
        DVec3::new(4.0, 5.0, 6.0),
        DVec3::new(7.0, 8.0, 9.0),
    );
    let [x, y, z] = [
        5.0 * 9.0 + 6.0 * 8.0,
        6.0 * 7.0 + 4.0 * 9.0,
        4.0 * 8.0 + 5.0 * 7.0,
    ];
    let triple = x + 2.0 * y + 3.0 * z;
    assert_eq!(<DVec3 as Space>::height_size(p, e, f), triple);
    assert_eq!(DoubleDouble::<DVec3>::height_size(p, e, f), triple);
    assert_eq!(<DVec3 as Space>::cross_size(e, f), x + y + z);
    assert_eq!(DoubleDouble::<DVec3>::cross_size(e, f), x + y + z);
    let (e, f) = (e.truncate(), f.truncate());
    assert_eq!(<DVec2 as Space>::cross_size(e, f), z);
    assert_eq!(DoubleDouble::<DVec2>::cross_size(e, f), z);
}

// Claim: the corners around the origin surround it, no farther away than one.
#[test]
fn the_corners_surround_the_origin() {
    let mut plane = [DVec2::ZERO; SIMPLEX_MAX];
    plane[..3].copy_from_slice(DVec2::AROUND_ORIGIN);
    assert!(nearest(&plane, 3, f64::INFINITY).is_inside());
    assert!(
        DVec2::AROUND_ORIGIN
            .iter()
            .all(|corner| corner.length() <= 1.0)
    );
    let mut space = [DVec3::ZERO; SIMPLEX_MAX];
    space.copy_from_slice(DVec3::AROUND_ORIGIN);
    assert!(nearest(&space, 4, f64::INFINITY).is_inside());
    assert!(
        DVec3::AROUND_ORIGIN
            .iter()
            .all(|corner| corner.length() <= 1.0)
    );
}

// Claim: the bound of all magnitudes by the largest length only saves their sum: with it no more is
// certain than without, at any size and however near to the edge of what is.
#[test]
fn the_largest_length_makes_nothing_certain() {
    for quarters in -216..-160 {
        let points = tetrahedron(2f64.powf(f64::from(quarters) / 4.0), 1.0);
        for size in [2f64.powi(-40), 1.0, 2f64.powi(40)] {
            let rounded = points.map(|p| p.hi * size);
            let reach = rounded
                .iter()
                .fold(0.0, |most, p| f64::max(most, p.length()));
            let of = |reach| nearest(&rounded, 4, reach).is_inside();
            assert_eq!(of(reach), of(f64::INFINITY), "{quarters} {size:e}");
        }
    }
}

// Claim: the same holds in the plane, where a side passes the origin along a diagonal, on which the
// magnitudes are the largest, or the whole triangle is as flat.
#[test]
fn the_largest_length_makes_nothing_certain_in_the_plane() {
    for quarters in -216..-160 {
        let depth = 2f64.powf(f64::from(quarters) / 4.0);
        let (start, end) = (DVec2::new(-1.0, 2.0 * depth - 1.0), DVec2::ONE);
        for beyond in [DVec2::new(1.0, -1.0), DVec2::new(1.0, 1.0 - 8.0 * depth)] {
            for size in [2f64.powi(-40), 1.0, 2f64.powi(40)] {
                let points = [start, end, beyond, beyond].map(|p| p * size);
                let reach = points
                    .iter()
                    .fold(0.0, |most, p| f64::max(most, p.length()));
                let of = |reach| nearest(&points, 3, reach).is_inside();
                assert_eq!(of(reach), of(f64::INFINITY), "{quarters} {size:e}");
            }
        }
    }
}

// Claim: where the sides of a flat tetrahedron cannot be told apart all of them are tried.
#[test]
fn every_side_of_a_flat_tetrahedron_is_tried() {
    for i in 1..400 {
        let fraction = |irrational: f64| (f64::from(i) * irrational).fract() * 2.0 - 1.0;
        let (right, up) = (DVec3::new(0.8, 0.1, 0.3), DVec3::new(-0.2, 0.7, 0.9));
        let above = right.cross(up) * 0.7;
        let corner = |x: f64, y: f64| above + right * x + up * y;
        let points = [
            corner(1.0 + fraction(0.819_172), fraction(0.671_043_6)),
            corner(-1.0 - fraction(0.549_700_4), fraction(0.414_213_5)),
            corner(fraction(0.732_050_8), 1.0 + fraction(0.236_067_9)),
            corner(fraction(0.645_751_3), -1.0 - fraction(0.605_551_2)),
        ];
        let found = nearest(&points, 4, f64::INFINITY);
        let sides = nearest_on_sides(&points);
        assert_eq!(found.squared, sides.squared, "{points:?}");
    }
}

// Claim: of several points the nearest is taken in double-double, the first of those, and in `f64` the
// first of all.
#[test]
fn the_nearest_of_points() {
    let points = [DVec2::X * 2.0, DVec2::Y, -DVec2::Y, DVec2::X * 3.0];
    assert_eq!(nearest_of(points), DVec2::X * 2.0);
    let lifted = points.map(DoubleDouble::<DVec2>::lifted);
    assert_eq!(nearest_of(lifted).rounded(), DVec2::Y);
}
