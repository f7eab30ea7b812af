//! The second opinion: the distance of two polytopes in plain fractions, and whether they overlap.
//!
//! It is short enough to be read and trusted. It is slow, and shares no code and no number library
//! with `gjk-core` or `gjk-reference`. It shares only its input with the judge: `Case::cores` of
//! `src/case/`, the numbers that the solver gets once a pose has been rounded.
//!
//! The distance. All `a - b` of a vertex of A and a vertex of B are the differences `w`; the
//! distance is the length of the point of their hull that is nearest to zero. Wolfe ("Finding the
//! nearest point in a polytope", Mathematical Programming 11, 1976) keeps a few differences with
//! positive weights, moves to the nearest point of their affine hull, drops one whose weight would
//! become negative on the way, and adds the lowest difference along the point found. It ends at a
//! mean `x` of differences with `x.w >= x.x` for all of them: nothing in the hull is nearer,
//! because `|x| |y| >= x.y >= x.x`.
//!
//! The class. The shapes overlap if zero is inside the hull, with differences on every side: if no
//! nonzero direction `u` has `u.w >= 0` for all `w`. Zero is a mean of the last differences of
//! Wolfe's method, so `u` must be perpendicular to each of those. Projected along one of them the
//! question is the same in one dimension less, until a point other than zero is nearest (`u`
//! exists), no point is left (likewise), or no dimension is left (there is no `u`).

use std::cmp::Ordering;

use gjk_harness::case::{Case, Core, Dim};
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;

/// Whether two shapes are apart, touch or overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Separated,
    Touching,
    Overlapping,
}

/// The opinion about a case.
pub(crate) struct Opinion {
    pub(crate) class: Class,
    /// The squared distance of the two cores.
    pub(crate) square: BigRational,
    /// The sum of the two radii.
    pub(crate) radii: BigRational,
}

impl Opinion {
    /// The opinion about a case; `None` for a curved one.
    pub(crate) fn of(case: &Case) -> Option<Opinion> {
        let [core_a, core_b] = case.cores();
        let (a, b) = (world(&core_a)?, world(&core_b)?);
        // Integers: all coordinates times the largest denominator, a power of two like all of them.
        let coordinates = a.iter().chain(&b).flatten();
        let unit = coordinates.map(BigRational::denom).max()?.clone();
        let whole = |points: Vec<[BigRational; 3]>| -> Vec<Vector> {
            let numerators = |point: [BigRational; 3]| point.map(|x| (x * &unit).to_integer());
            points.into_iter().map(numerators).collect()
        };
        let (a, b) = (whole(a), whole(b));

        let corners = nearest_corners(&a, &b);
        let (x, total) = mean(&corners);
        let square = BigRational::new(dot(&x, &x), &total * &total * &unit * &unit);
        let radii = exact(core_a.radius) + exact(core_b.radius);
        let class = match square.cmp(&(&radii * &radii)) {
            Ordering::Greater => Class::Separated,
            Ordering::Less => Class::Overlapping,
            Ordering::Equal if is_positive(radii.numer()) => Class::Touching,
            Ordering::Equal if is_surrounded(&a, &b, &corners, case.dim) => Class::Overlapping,
            Ordering::Equal => Class::Touching,
        };
        Some(Opinion {
            class,
            square,
            radii,
        })
    }

    /// Compares the distance of the shapes, which is zero if they intersect, with a float, finite
    /// or infinite.
    pub(crate) fn cmp_distance(&self, float: f64) -> Ordering {
        if self.class != Class::Separated || float < 0.0 || float == f64::INFINITY {
            return 0.0.partial_cmp(&float).expect("a number");
        }
        let reach = exact(float) + &self.radii;
        self.square.cmp(&(&reach * &reach))
    }
}

/// A float as a fraction.
fn exact(float: f64) -> BigRational {
    BigRational::from_float(float).expect("a finite float")
}

/// The vertices of a core in the world, with `origin` added exactly; `None` for a curved one.
fn world(core: &Core) -> Option<Vec<[BigRational; 3]>> {
    let origin = core.origin.map(exact);
    let placed = |vertex: &[f64; 3]| [0, 1, 2].map(|axis| exact(vertex[axis]) + &origin[axis]);
    Some(core.vertices()?.iter().map(placed).collect())
}

type Vector = [BigInt; 3];

fn is_positive(x: &BigInt) -> bool {
    x.sign() == Sign::Plus
}

fn is_zero(x: &Vector) -> bool {
    x.iter().all(|x| x.sign() == Sign::NoSign)
}

fn sub(x: &Vector, y: &Vector) -> Vector {
    [0, 1, 2].map(|axis| &x[axis] - &y[axis])
}

fn scale(factor: &BigInt, x: &Vector) -> Vector {
    [0, 1, 2].map(|axis| factor * &x[axis])
}

fn dot(x: &Vector, y: &Vector) -> BigInt {
    &x[0] * &y[0] + &x[1] * &y[1] + &x[2] * &y[2]
}

/// A difference of two vertices, by their indices, and its weight in a mean: its share times the
/// sum of all weights.
#[derive(Clone)]
struct Corner {
    vertices: [usize; 2],
    point: Vector,
    weight: BigInt,
}

/// The weighted mean of the corners times the sum of the weights, and that sum.
fn mean(corners: &[Corner]) -> (Vector, BigInt) {
    let mut sum = [0, 0, 0].map(BigInt::from);
    for corner in corners {
        let share = scale(&corner.weight, &corner.point);
        sum = [0, 1, 2].map(|axis| &sum[axis] + &share[axis]);
    }
    (sum, corners.iter().map(|corner| &corner.weight).sum())
}

/// Wolfe's method: corners with positive weights whose mean is the nearest point to zero.
fn nearest_corners(a: &[Vector], b: &[Vector]) -> Vec<Corner> {
    let corner = |vertices: [usize; 2], weight: i32| Corner {
        vertices,
        point: sub(&a[vertices[0]], &b[vertices[1]]),
        weight: BigInt::from(weight),
    };
    let mut corners = vec![corner([0, 0], 1)];
    loop {
        let (x, total) = mean(&corners);
        let height_a = |index: &usize| dot(&x, &a[*index]);
        let height_b = |index: &usize| dot(&x, &b[*index]);
        let lowest_a = (0..a.len()).min_by_key(height_a).expect("a vertex");
        let highest_b = (0..b.len()).max_by_key(height_b).expect("a vertex");
        let lowest = corner([lowest_a, highest_b], 0);
        // x.w >= x.x for the lowest w, and so for all; `x` is the mean times `total`.
        if dot(&x, &lowest.point) * total >= dot(&x, &x) {
            return corners;
        }
        corners.push(lowest);
        while !step(&mut corners) {}
    }
}

/// Moves the mean towards the nearest point of the affine hull of the corners. Returns whether it
/// got there; if not, a corner was in the way, and is dropped.
fn step(corners: &mut Vec<Corner>) -> bool {
    let target = flat_weights(corners);
    let target_total: BigInt = target.iter().sum();
    let total: BigInt = corners.iter().map(|corner| &corner.weight).sum();
    // Shares of one whole: the old ones, and the new ones, over the product of both sums.
    let old: Vec<BigInt> = corners.iter().map(|c| &c.weight * &target_total).collect();
    let new: Vec<BigInt> = target.iter().map(|weight| weight * &total).collect();
    // The share of corner i, (1 - t) old + t new, is zero at t = old / (old - new). The first such t
    // ends the step.
    let falling = (0..corners.len()).filter(|&i| !is_positive(&new[i]));
    let end = |i: usize| BigRational::new(old[i].clone(), &old[i] - &new[i]);
    let Some(t) = falling.map(end).min() else {
        for (corner, weight) in corners.iter_mut().zip(target) {
            corner.weight = weight;
        }
        return true;
    };
    let (part, whole) = (t.numer(), t.denom());
    for (i, corner) in corners.iter_mut().enumerate() {
        corner.weight = (whole - part) * &old[i] + part * &new[i];
    }
    corners.retain(|corner| is_positive(&corner.weight));
    false
}

/// The weights, of any sign and with a positive sum, of the nearest point to zero in the affine
/// hull of the corners, which are affinely independent.
///
/// With the edges `e = w - w0` the point `w0 + sum of m e` is perpendicular to each edge: the equations
/// `sum of m_j e_i.e_j = -e_i.w0`, solved by Cramer's rule.
fn flat_weights(corners: &[Corner]) -> Vec<BigInt> {
    let first = &corners[0].point;
    let edges: Vec<Vector> = corners[1..].iter().map(|c| sub(&c.point, first)).collect();
    let row = |edge: &Vector| -> Vec<BigInt> { edges.iter().map(|e| dot(edge, e)).collect() };
    let matrix: Vec<Vec<BigInt>> = edges.iter().map(row).collect();
    let all = determinant(&matrix);
    assert!(is_positive(&all), "the corners are affinely independent");
    let mut weights = vec![all];
    for column in 0..edges.len() {
        let mut replaced = matrix.clone();
        for (row, edge) in replaced.iter_mut().zip(&edges) {
            row[column] = -dot(edge, first);
        }
        weights.push(determinant(&replaced));
    }
    let others: BigInt = weights[1..].iter().sum();
    weights[0] -= others;
    weights
}

/// The determinant of a square matrix, by its first row; one for the empty matrix.
fn determinant(matrix: &[Vec<BigInt>]) -> BigInt {
    let Some((first, rest)) = matrix.split_first() else {
        return BigInt::from(1);
    };
    let mut sum = BigInt::from(0);
    for (column, entry) in first.iter().enumerate() {
        let mut minor = rest.to_vec();
        for row in &mut minor {
            row.remove(column);
        }
        let term = entry * determinant(&minor);
        sum += if column % 2 == 0 { term } else { -term };
    }
    sum
}

/// Whether zero, the mean of the corners, is inside the hull of all differences.
///
/// For `u` perpendicular to the corner `p - q`, `u.(a - b)` is the sum of `u.(a - p)` and
/// `u.(q - b)`, which are `u.(a - q)` and `u.(p - b)`: so all differences are on one side exactly
/// if these few are.
fn is_surrounded(a: &[Vector], b: &[Vector], corners: &[Corner], dim: Dim) -> bool {
    let [p, q] = corners[0].vertices;
    let mut points: Vec<Vector> = a.iter().map(|vertex| sub(vertex, &a[p])).collect();
    points.extend(b.iter().map(|vertex| sub(&b[q], vertex)));
    let mut dimensions = match dim {
        Dim::Two => 2,
        Dim::Three => 3,
    };
    let mut along: Vec<Vector> = corners.iter().map(|c| c.point.clone()).collect();
    loop {
        // Projects the points along each corner, the other corners included. A positive factor
        // moves no point to another side.
        while let Some(seen) = along.pop() {
            if !is_zero(&seen) {
                dimensions -= 1;
                if dimensions == 0 {
                    return true;
                }
                let square = dot(&seen, &seen);
                for point in points.iter_mut().chain(&mut along) {
                    *point = sub(&scale(&square, point), &scale(&dot(&seen, point), &seen));
                }
            }
        }
        points.retain(|point| !is_zero(point));
        if points.is_empty() {
            return false;
        }
        let corners = nearest_corners(&points, &[[0, 0, 0].map(BigInt::from)]);
        if !is_zero(&mean(&corners).0) {
            return false;
        }
        along = corners.into_iter().map(|corner| corner.point).collect();
    }
}
