//! A GJK as many write it for the first time, with one bug: of a triangle the edge that does not
//! touch the newest point is never looked at.

use glam::DVec3;

/// Searches that need more iterations than this go round in a circle.
const ITERATIONS_MAX: u32 = 100;

/// The distance of two hulls, zero where they meet.
pub fn distance(a: &[DVec3], b: &[DVec3]) -> f64 {
    let mut nearest = a[0] - b[0];
    let mut simplex = vec![nearest];
    for _ in 0..ITERATIONS_MAX {
        let support = farthest(a, -nearest) - farthest(b, nearest);
        let gain = nearest.length_squared() - nearest.dot(support);
        if gain <= f64::EPSILON * nearest.length_squared() || simplex.contains(&support) {
            break;
        }
        simplex.push(support);
        (nearest, simplex) = closest(&simplex);
        if nearest == DVec3::ZERO {
            break;
        }
    }
    nearest.length()
}

fn farthest(points: &[DVec3], direction: DVec3) -> DVec3 {
    let along = |p: &&DVec3| p.dot(direction);
    let farthest = points.iter().max_by(|p, q| along(p).total_cmp(&along(q)));
    *farthest.expect("a point")
}

/// The point of a simplex that is nearest to the origin, and the part of the simplex that it lies
/// in.
fn closest(simplex: &[DVec3]) -> (DVec3, Vec<DVec3>) {
    match *simplex {
        [a, b] => segment(a, b),
        [a, b, c] => triangle(a, b, c),
        [a, b, c, d] => tetrahedron([a, b, c, d]),
        _ => (simplex[0], simplex.to_vec()),
    }
}

fn segment(a: DVec3, b: DVec3) -> (DVec3, Vec<DVec3>) {
    let ab = b - a;
    let t = -a.dot(ab) / ab.length_squared();
    if t <= 0.0 || t.is_nan() {
        (a, vec![a])
    } else if t >= 1.0 {
        (b, vec![b])
    } else {
        (a + ab * t, vec![a, b])
    }
}

/// The newest point is `c`.
fn triangle(a: DVec3, b: DVec3, c: DVec3) -> (DVec3, Vec<DVec3>) {
    let normal = (b - a).cross(c - a);
    let is_outside = |p: DVec3, q: DVec3| (q - p).cross(normal).dot(-p) > 0.0;
    // The bug: a third pair, [a, b], is missing.
    let edges = [[b, c], [c, a]].into_iter();
    let outside = edges
        .filter(|[p, q]| is_outside(*p, *q))
        .map(|[p, q]| segment(p, q));
    nearest_of(outside).unwrap_or_else(|| {
        let height = normal * (normal.dot(a) / normal.length_squared());
        let is_flat = !height.is_finite();
        (if is_flat { a } else { height }, vec![a, b, c])
    })
}

fn tetrahedron([a, b, c, d]: [DVec3; 4]) -> (DVec3, Vec<DVec3>) {
    let faces = [[a, b, c, d], [b, c, d, a], [c, d, a, b], [d, a, b, c]].into_iter();
    let is_outside = |&[p, q, r, inner]: &[DVec3; 4]| {
        let normal = (q - p).cross(r - p);
        normal.dot(-p) * normal.dot(inner - p) <= 0.0
    };
    let outside = faces
        .filter(is_outside)
        .map(|[p, q, r, _]| triangle(p, q, r));
    nearest_of(outside).unwrap_or((DVec3::ZERO, vec![a, b, c, d]))
}

fn nearest_of(found: impl Iterator<Item = (DVec3, Vec<DVec3>)>) -> Option<(DVec3, Vec<DVec3>)> {
    found.min_by(|(p, _), (q, _)| p.length_squared().total_cmp(&q.length_squared()))
}
