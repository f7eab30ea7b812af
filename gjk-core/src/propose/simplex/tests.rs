//! The nearest points of small integer simplices, compared with exact integer arithmetic.

use std::vec::Vec;

use glam::DVec3;

use super::{
    CLEAR_VOLUME, FACES, PRODUCT_ERROR, SIMPLEX_MAX, anchor, nearest, on_face, on_segment, products,
};
use crate::arithmetic::{DoubleDouble, Precise, Scalar, Space, cross, dot, largest_coordinate};

type Integers = [i128; 3];

fn minus(p: Integers, q: Integers) -> Integers {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

fn determinant([p, q, r]: [Integers; 3]) -> i128 {
    dot(&cross(&p, &q), &r)
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
        dot(&self.numerators, &self.numerators)
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
    // The rows that are left are those of the identity.
    let mut gram = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    for (i, e) in edges.iter().enumerate() {
        for (j, f) in edges.iter().enumerate() {
            gram[i][j] = dot(e, f);
        }
    }
    let denominator = determinant(gram);
    let mut rest = denominator;
    let mut numerators = points[0].map(|x| x * denominator);
    for (i, edge) in edges.iter().enumerate() {
        let mut replaced = gram;
        for (row, e) in replaced.iter_mut().zip(&edges) {
            row[i] = -dot(&points[0], e);
        }
        let weight = determinant(replaced);
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

/// Whether the point of a tetrahedron is the origin, which is in its inside.
fn is_inside<P: Space>(points: &[P; SIMPLEX_MAX]) -> bool {
    let found = nearest(points, SIMPLEX_MAX);
    let zero = P::Scalar::from(0.0);
    found.squared == zero && found.weights.iter().all(|weight| *weight > zero)
}

/// Compares the nearest point in the arithmetic of `P` with the exact one, times `scale`.
fn check_in<P: Space>(points: &[Integers], scale: f64) {
    let lifted = |p: [f64; 3]| P::from(DVec3::from_array(p));
    let origin = lifted([0.0; 3]);
    let mut simplex = [origin; SIMPLEX_MAX];
    for (place, p) in simplex.iter_mut().zip(points) {
        *place = lifted(p.map(|x| x as f64 * scale));
    }
    let expected = exact(points);
    let found = nearest(&simplex, points.len());
    if points.len() == SIMPLEX_MAX {
        let is_inside = expected.size == SIMPLEX_MAX;
        assert_eq!(
            is_inside,
            self::is_inside(&simplex),
            "{points:?} * {scale:e}"
        );
    }

    // 64 roundoffs of the largest coordinate, in which all the numbers of this grid are small.
    let allowed = 64.0 * P::Scalar::UNIT_ROUNDOFF * 4.0 * scale;
    let near = |p: P, q: P| largest_coordinate((p - q).rounded()) <= allowed;
    let denominator = P::Scalar::from(expected.denominator as f64);
    let v = lifted(expected.numerators.map(|x| x as f64 * scale))
        .scaled(P::Scalar::from(1.0) / denominator);
    assert!(near(found.v, v), "v of {points:?} * {scale:e}");
    assert_eq!(found.squared.rounded(), found.v.dot(found.v).rounded());

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

fn check(points: &[Integers], scale: f64) {
    check_in::<DVec3>(points, scale);
    check_in::<Precise>(points, scale);
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

// Claim: every segment and point and a third of the triangles of the 5 × 5 grid have the exact
// nearest point, in the plane; a triangle around the origin has no length at all.
#[test]
fn plane_grid_is_exact() {
    let points = grid(2, 2);
    for (i, p) in points.iter().enumerate() {
        check(&[*p], 1.0);
        for (j, q) in points.iter().enumerate() {
            check(&[*p, *q], 1.0);
            for r in points.iter().skip((i + j) % 3).step_by(3) {
                check(&[*p, *q, *r], 1.0);
                if exact(&[*p, *q, *r]).size == 3 {
                    let [p, q, r] = [p, q, r].map(|p| DVec3::from_array(p.map(|x| x as f64)));
                    assert_eq!(nearest(&[p, q, r, p], 3).squared, 0.0);
                }
            }
        }
    }
}

// Claim: the same holds in space for a fifth of the triangles of the 3 × 3 × 3 grid and a
// hundred-and-first of the tetrahedra, flat ones and those with the origin on a face, an edge or a
// vertex among them.
#[test]
fn space_grid_is_exact() {
    let points = grid(3, 1);
    let side = points.len();
    for i in 0..side {
        check(&[points[i]], 1.0);
        for j in 0..side {
            check(&[points[i], points[j]], 1.0);
        }
    }
    let at = |number: usize, place: u32| points[number / side.pow(place) % side];
    for i in (0..side.pow(3)).step_by(5) {
        check(&[at(i, 0), at(i, 1), at(i, 2)], 1.0);
    }
    for i in (0..side.pow(4)).step_by(101) {
        check(&[at(i, 0), at(i, 1), at(i, 2), at(i, 3)], 1.0);
    }
}

// Claim: nothing depends on the unit of length: the same simplices at 2^±60, beyond all that the
// search scales into.
#[test]
fn every_scale_is_exact() {
    for scale in [2f64.powi(-60), 2f64.powi(60)] {
        for (i, p) in grid(3, 2).into_iter().enumerate() {
            let q = [1, -2, 1];
            let r = [(i % 3) as i128 - 1, 2, -1];
            let s = [-2, (i % 5) as i128 - 2, 2];
            check(&[p, q, r, s], scale);
            check(&[p, q, r], scale);
            let flat = |p: Integers| [p[0], p[1], 0];
            check(&[flat(p), flat(q), flat(r)], scale);
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
    let [p, q, r] = corners.map(at);
    for weight in &nearest(&[p, q, r, p], 3).weights[..3] {
        assert!((weight - 1.0 / 3.0).abs() < 4.0 * f64::EPSILON, "{weight}");
    }
}

/// A tetrahedron whose lowest face is `depth` below the origin, as the sum of two `f64` in each
/// coordinate. Sheared by `shear`, so that heights are differences of large coordinates.
fn tetrahedron(depth: f64, shear: f64) -> [Precise; 4] {
    let at =
        |x: f64, y: f64, height: f64| Precise::sum(DVec3::new(x, y, shear * x), DVec3::Z * height);
    [
        at(0.0, 0.0, 1.0),
        at(2.0, 0.0, -depth),
        at(-1.0, 2.0, -depth),
        at(-1.0, -2.0, -depth),
    ]
}

// Claim: where heights are coordinates the origin is known to be inside at any depth, however
// small, and outside at any height: products of exact numbers have exact signs.
#[test]
fn coordinates_of_any_size_have_certain_signs() {
    for exponent in [10, 60, 110, 300] {
        for (depth, inside) in [(2f64.powi(-exponent), true), (-2f64.powi(-exponent), false)] {
            let precise = tetrahedron(depth, 0.0);
            let rounded = precise.map(|p| p.hi);
            assert_eq!(is_inside(&precise), inside, "{depth:e}");
            assert_eq!(is_inside(&rounded), inside, "{depth:e}");
        }
    }
}

// Claim: where heights are differences of coordinates the sign of a depth of 2^-30 is certain, that
// of 2^-51 drowns in `f64` but not in double-double, and that of 2^-101 in both. A search may go on
// from a doubtful answer but not from a wrong one.
#[test]
fn containing_is_claimed_only_for_certain() {
    for (depth, double, precise) in [
        (2f64.powi(-30), true, true),
        (2f64.powi(-51), false, true),
        (2f64.powi(-101), false, false),
        (-2f64.powi(-50), false, false),
    ] {
        let points = tetrahedron(depth, 1.0);
        assert_eq!(is_inside(&points), precise, "{depth:e}");
        let rounded = points.map(|p| p.hi);
        assert_eq!(is_inside(&rounded), double, "{depth:e}");
        // Mirrored, for the other orientation.
        let mirrored = rounded.map(|p| DVec3::new(-p.x, p.y, p.z));
        assert_eq!(is_inside(&mirrored), double, "{depth:e}");
    }
}

/// Two points of the unit cube, others for each number. Fractions of the golden ratio and its like
/// have full mantissas and fill it evenly.
fn in_unit_cube(number: i32) -> [DVec3; 2] {
    let fraction = |irrational: f64| (f64::from(number) * irrational).fract() * 2.0 - 1.0;
    [
        [0.819_172, 0.671_043_6, 0.549_700_4],
        [0.414_213_5, 0.732_050_8, 0.236_067_9],
    ]
    .map(|irrationals| DVec3::from_array(irrationals.map(fraction)))
}

// Claim: the nearest point of a sliver, all of whose normal is rounding error, is that of its
// longest side. Three rounded points of one line make many such slivers.
#[test]
fn slivers_keep_their_nearest_point() {
    for i in 1..4000 {
        let [start, edge] = in_unit_cube(i);
        let [p, q, r] = [1.0, -2.0, 1.0 / 3.0].map(|along| start + edge * along);
        let v = nearest(&[p, q, r, DVec3::ZERO], 3).v;
        let expected = on_segment(&[p, q, DVec3::ZERO, DVec3::ZERO], [0, 1]).v;
        let error = (v - expected).length() / f64::EPSILON;
        assert!(error <= 16.0, "{error} ulps: {p:?} {q:?} {r:?}");
    }
}

// Claim: the same holds where the line passes the origin within some roundings, so that a normal
// which is rounding error may have it in front of the sliver.
#[test]
fn slivers_beside_the_origin_are_as_near() {
    for i in 1..4000 {
        let [start, edge] = in_unit_cube(i);
        let start = start * 2f64.powi(-50);
        let points = [1.0, -2.0, 1.0 / 3.0, 0.0].map(|along| start + edge * along);
        let length = nearest(&points, 3).v.length() / f64::EPSILON;
        assert!(length <= 16.0, "{length} ulps: {points:?}");
    }
}

// Claim: the nearest point of a segment that passes the origin closely is perpendicular to it to
// the last digits: its direction is that of the next support.
#[test]
fn close_segments_keep_their_direction() {
    for exponent in [-10, -20, -30, -45] {
        for flat in [1.0, 0.0] {
            let offset = DVec3::new(0.3, -0.7, 0.2 * flat) * 2f64.powi(exponent);
            let edge = DVec3::new(0.9, 0.4, -1.3 * flat);
            let (p, q) = (offset - edge * 0.7, offset + edge * 0.6);
            let v = on_segment(&[p, q, p, p], [0, 1]).v;
            let slope = v.dot(q - p) / (v.length() * (q - p).length());
            assert!(slope.abs() <= 4.0 * f64::EPSILON, "{exponent}: {slope:e}");
        }
    }
}

// Claim: what is not a number is beyond every side and in front of none: the answer is a vertex or
// a side, never an interior.
#[test]
fn nan_is_never_inside() {
    assert!(is_inside(&tetrahedron(0.25, 0.0).map(|p| p.hi)));
    for i in 0..4 {
        let mut points = tetrahedron(0.25, 0.0).map(|p| p.hi);
        points[i] = DVec3::splat(f64::NAN);
        assert!(!is_inside(&points));
        let mut plane =
            [[-1.0, -1.0], [2.0, -1.0], [0.0, 2.0], [0.0, 0.0]].map(|[x, y]| DVec3::new(x, y, 0.0));
        assert_eq!(nearest(&plane, 3).squared, 0.0);
        plane[i % 3] = DVec3::NAN;
        assert_ne!(nearest(&plane, 3).squared, 0.0);
    }
}

// Claim: the size that the rounding error of a volume is relative to is the sum of the magnitudes
// of all its products: of the six of a triple product of three edges from a corner, in either
// arithmetic.
#[test]
fn sizes_add_all_products() {
    let (p, e, f) = (
        DVec3::new(1.0, 2.0, 3.0),
        DVec3::new(4.0, -5.0, 6.0),
        DVec3::new(7.0, 8.0, -9.0),
    );
    let [x, y, z] = [
        5.0 * 9.0 + 6.0 * 8.0,
        6.0 * 7.0 + 4.0 * 9.0,
        4.0 * 8.0 + 5.0 * 7.0,
    ];
    let points = [DVec3::ZERO, e, f, p];
    assert_eq!(products(&points, [0, 1, 2], p), x + 2.0 * y + 3.0 * z);
    assert_eq!(
        products(&points.map(Precise::from), [0, 1, 2], Precise::from(p)),
        x + 2.0 * y + 3.0 * z
    );
    // With the origin, which two corners share.
    let points = [p, DVec3::ZERO, DVec3::ZERO, p];
    let with_origin = products(&points, [0, 1, 2], DVec3::ZERO);
    assert_eq!(with_origin, 2.0 * (2.0 * 3.0) * 3.0);
}

// Claim: the cube of the longest vertex only saves the sum of the products: what it makes certain
// they do too, however the points lie.
#[test]
fn the_largest_length_makes_nothing_certain() {
    let mut number = crate::tests::numbers();
    let mut largest = 0.0;
    for round in 0..4000 {
        let mut point = || DVec3::new(number(), number(), number());
        let mut points = [point(), point(), point(), point()];
        if round % 2 == 0 {
            // All coordinates of one size, with any signs: there the sum is largest.
            points = points.map(|p| p.signum() * 0.5);
        }
        let size = points.iter().map(|p| p.length()).fold(0.0, f64::max);
        let by_size = CLEAR_VOLUME * size * size * size;
        let origin = DVec3::ZERO;
        for (face, to) in [
            (FACES[3], points[3]),
            (FACES[0], origin),
            (FACES[2], origin),
        ] {
            let by_products = PRODUCT_ERROR * products(&points, face, to);
            largest = f64::max(largest, by_products / by_size);
        }
    }
    assert!(largest > 0.5 && largest <= 1.0, "{largest}");
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
        let found = nearest(&points, 4);
        let sides = (0..4).map(|i| on_face(&points, i).squared);
        assert_eq!(
            found.squared,
            sides.fold(f64::INFINITY, f64::min),
            "{points:?}"
        );
    }
}

// Claim: of several points the nearest is taken in double-double, the first of those, and in `f64`
// the first of all.
#[test]
fn the_nearest_of_points() {
    let points = [DVec3::X * 2.0, DVec3::Y, -DVec3::Y, DVec3::X * 3.0];
    assert_eq!(anchor(points), DVec3::X * 2.0);
    assert_eq!(anchor(points.map(Precise::from)).rounded(), DVec3::Y);
}

// Claim: digits beyond `f64` count in double-double: two points that are one in `f64` have their
// nearest point between them.
#[test]
fn digits_beyond_the_last_count() {
    let tiny = 2f64.powi(-70);
    let at = |x: f64, lo: f64| Precise {
        hi: DVec3::new(x, 1.0, 0.0),
        lo: DVec3::new(lo, 0.0, 0.0),
    };
    let (p, q) = (at(0.0, tiny), at(0.0, -3.0 * tiny));
    let found = nearest(&[p, q, p, p], 2);
    let quarter = found.weights[1] - DoubleDouble::from(0.25);
    assert!(quarter.rounded().abs() <= 2f64.powi(-90), "{quarter:?}");
}
