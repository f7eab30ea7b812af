//! Directions in plain floats that save the exact search most of its steps.
//!
//! What: the search of `search` in floats: it comes within about 2^-50 of the distance and returns
//! the directions of its last corners.
//! Why it is right: it need not be. Whatever it returns, even after overflow, the exact search only
//! adds exact members in these directions, and only if they are nearer.
//! Source: as `search`; the closed forms are those of `face`.
//! Cost: a few hundred float operations a step, a small part of an exact step.

use super::shape::{Curved, Solid};
use crate::float;

/// The search ends after this many steps in any case.
const STEPS_MAX: usize = 60;

/// It ends when the next difference is nearer by less than this share of the largest difference so
/// far: a few ulps.
const WIDTH: f64 = 4.0 * f64::EPSILON;

/// A difference of farthest points, and its direction.
#[derive(Clone, Copy)]
struct Corner {
    direction: [f64; 3],
    point: [f64; 3],
}

/// Directions near that of the nearest points of the two cores, the best last. Some may be zero or
/// not finite.
pub(crate) fn directions(a: &Curved, b: &Curved) -> Vec<[f64; 3]> {
    let first = corner(a, b, sub(a.origin, b.origin));
    // Lengths are in units of this power of two, so that products stay in range.
    let unit = leading_exponent(first.point).unwrap_or(0);
    let mut nearest = lowered(first.point, unit);
    let mut kept = vec![Corner {
        point: nearest,
        ..first
    }];
    let mut largest = dot(nearest, nearest);
    for _ in 0..STEPS_MAX {
        let mut next = corner(a, b, nearest);
        next.point = lowered(next.point, unit);
        largest = f64::max(largest, dot(next.point, next.point));
        let ahead = dot(nearest, sub(nearest, next.point));
        let slight = WIDTH * (largest * dot(nearest, nearest)).sqrt();
        let Some((face, foot)) = nearest_face(next, &kept) else {
            break;
        };
        // Written so that NaN ends the search too.
        let goes_on = ahead > slight && dot(foot, foot) < dot(nearest, nearest);
        if !goes_on {
            break;
        }
        (kept, nearest) = (face, foot);
    }
    let mut directions = Vec::new();
    for corner in kept {
        directions.push(corner.direction);
    }
    directions.push(nearest);
    directions
}

/// The difference of the farthest points of A against the direction and of B along it.
fn corner(a: &Curved, b: &Curved, direction: [f64; 3]) -> Corner {
    let direction = of_about_one(direction);
    let back = scale(direction, -1.0);
    let between = sub(a.origin, b.origin);
    let point = sub(add(between, farthest(a, back)), farthest(b, direction));
    Corner { direction, point }
}

/// The corners of the nearest face with the projection of zero inside, among `next` and up to two
/// of the older corners, and that projection.
fn nearest_face(next: Corner, older: &[Corner]) -> Option<(Vec<Corner>, [f64; 3])> {
    let mut candidates = vec![vec![next]];
    for (index, p) in older.iter().enumerate() {
        candidates.push(vec![next, *p]);
        for q in &older[..index] {
            candidates.push(vec![next, *p, *q]);
        }
    }
    let mut best: Option<(Vec<Corner>, [f64; 3])> = None;
    for candidate in candidates {
        let Some(foot) = foot_inside(&candidate) else {
            continue;
        };
        let is_nearer = match &best {
            Some((_, least)) => dot(foot, foot) < dot(*least, *least),
            None => true,
        };
        if is_nearer {
            best = Some((candidate, foot));
        }
    }
    best
}

/// The projection of zero onto a point, a segment or a triangle, if it is inside.
fn foot_inside(corners: &[Corner]) -> Option<[f64; 3]> {
    match corners {
        [p] => Some(p.point),
        [p, q] => {
            let edge = sub(q.point, p.point);
            let (weight_p, weight_q) = (dot(q.point, edge), -dot(p.point, edge));
            let share = weight_q / (weight_p + weight_q);
            let inside = weight_p > 0.0 && weight_q > 0.0;
            inside.then(|| add(p.point, scale(edge, share)))
        }
        [p, q, r] => {
            let (p, q, r) = (p.point, q.point, r.point);
            let normal = cross(sub(q, p), sub(r, p));
            let inside = dot(normal, cross(q, r)) > 0.0
                && dot(normal, cross(r, p)) > 0.0
                && dot(normal, cross(p, q)) > 0.0;
            inside.then(|| scale(normal, dot(normal, p) / dot(normal, normal)))
        }
        _ => None,
    }
}

/// The farthest point along `u` of the image of the solid, without the origin.
fn farthest(shape: &Curved, u: [f64; 3]) -> [f64; 3] {
    let [p, q, r] = shape.columns;
    let s = farthest_of_solid(&shape.solid, [dot(p, u), dot(q, u), dot(r, u)]);
    add(add(scale(p, s[0]), scale(q, s[1])), scale(r, s[2]))
}

/// The farthest point of the solid along `w`, as in `grid_solid`.
fn farthest_of_solid(solid: &Solid, w: [f64; 3]) -> [f64; 3] {
    match *solid {
        Solid::Points(points) => {
            let mut farthest = points[0];
            for point in points {
                if dot(w, *point) > dot(w, farthest) {
                    farthest = *point;
                }
            }
            farthest
        }
        Solid::Cylinder {
            radius,
            half_height,
            axis,
        } => {
            let mut point = on_circle(radius, w, axis);
            point[axis] = half_height.copysign(w[axis]);
            point
        }
        Solid::Cone {
            radius,
            half_height,
            axis,
        } => {
            let mut base = on_circle(radius, w, axis);
            base[axis] = -half_height;
            let mut apex = [0.0; 3];
            apex[axis] = half_height;
            if dot(w, base) > dot(w, apex) {
                base
            } else {
                apex
            }
        }
        Solid::Ellipsoid { radii } => {
            let stretched = [radii[0] * w[0], radii[1] * w[1], radii[2] * w[2]];
            let unit = unit(stretched);
            [radii[0] * unit[0], radii[1] * unit[1], radii[2] * unit[2]]
        }
    }
}

/// The point of the circle around the axis in direction `w`.
fn on_circle(radius: f64, w: [f64; 3], axis: usize) -> [f64; 3] {
    let mut across = w;
    across[axis] = 0.0;
    scale(unit(across), radius)
}

/// `v` divided by its length; zero for zero.
fn unit(v: [f64; 3]) -> [f64; 3] {
    let v = of_about_one(v);
    let length = dot(v, v).sqrt();
    if length == 0.0 {
        return [0.0; 3];
    }
    scale(v, 1.0 / length)
}

/// `v` times the power of two that brings its longest coordinate between one and two.
fn of_about_one(v: [f64; 3]) -> [f64; 3] {
    lowered(v, leading_exponent(v).unwrap_or(0))
}

/// The exponent of the leading digit of the longest coordinate; `None` for zero.
fn leading_exponent(v: [f64; 3]) -> Option<i64> {
    float::leading_exponent(&[v[0].abs(), v[1].abs(), v[2].abs()])
}

/// `v` divided by 2^`exponent`, in two steps, as the power itself may overflow.
fn lowered(v: [f64; 3], exponent: i64) -> [f64; 3] {
    let half = exponent / 2;
    let first = 2f64.powi(-half as i32);
    let second = 2f64.powi((half - exponent) as i32);
    scale(scale(v, first), second)
}

fn add(x: [f64; 3], y: [f64; 3]) -> [f64; 3] {
    [x[0] + y[0], x[1] + y[1], x[2] + y[2]]
}

fn sub(x: [f64; 3], y: [f64; 3]) -> [f64; 3] {
    [x[0] - y[0], x[1] - y[1], x[2] - y[2]]
}

fn scale(x: [f64; 3], factor: f64) -> [f64; 3] {
    [x[0] * factor, x[1] * factor, x[2] * factor]
}

fn dot(x: [f64; 3], y: [f64; 3]) -> f64 {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

fn cross(x: [f64; 3], y: [f64; 3]) -> [f64; 3] {
    [
        x[1] * y[2] - x[2] * y[1],
        x[2] * y[0] - x[0] * y[2],
        x[0] * y[1] - x[1] * y[0],
    ]
}
