//! The fourth route: the nearest pair of features, by trying all of them.
//!
//! What: each vertex with each vertex, edge and triangle of the other shape, and each edge with
//! each edge, where the nearest points lie inside the features. The shortest is kept.
//! Why it is right: two shapes that are apart have their nearest points inside one of these pairs
//! of features. Each pair tried is a pair of points of the shapes, so none is too near. For shapes
//! that overlap the shortest means nothing, and the certificate refuses it.
//! It solves for weights by the normal equations, which no other route does.
//! Cost: n^4 for n vertices each.

use gjk_reference::vector::{dot, sub};
use gjk_reference::{Corner, Distance, Int, Pair, certify, upper_bound};

/// The exact distance, if the shapes touch or are apart; nothing if they overlap.
pub(crate) fn distance(pair: &Pair) -> Option<Distance> {
    let mut best: Option<(Distance, Vec<Corner>)> = None;
    for corners in feature_pairs(pair) {
        let distance = upper_bound(pair, &corners).expect("the weights of a feature are a mean");
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, corners));
        }
    }
    let (distance, corners) = best.expect("there is a pair of vertices");
    let certified = certify(pair, &corners)?;
    assert_eq!(certified, distance);
    Some(certified)
}

/// The weights of the nearest points of each pair of features.
fn feature_pairs(pair: &Pair) -> Vec<Vec<Corner>> {
    let (count_a, count_b) = (pair.a().len(), pair.b().len());
    let mut found = Vec::new();
    for a in 0..count_a {
        for b in 0..count_b {
            found.push(vec![Corner {
                a,
                b,
                weight: Int::ONE,
            }]);
        }
    }
    for a in 0..count_a {
        for q in edges(count_b) {
            let points = [&pair.a()[a], &pair.b()[q[0]], &pair.b()[q[1]]];
            if let Some(w) = on_segment(points) {
                found.push(vec![corner(a, q[0], &w[0]), corner(a, q[1], &w[1])]);
            }
        }
        for t in triangles(count_b) {
            let points = [
                &pair.a()[a],
                &pair.b()[t[0]],
                &pair.b()[t[1]],
                &pair.b()[t[2]],
            ];
            if let Some(w) = on_triangle(points) {
                let corners = (0..3).map(|i| corner(a, t[i], &w[i]));
                found.push(corners.collect());
            }
        }
    }
    for b in 0..count_b {
        for p in edges(count_a) {
            let points = [&pair.b()[b], &pair.a()[p[0]], &pair.a()[p[1]]];
            if let Some(w) = on_segment(points) {
                found.push(vec![corner(p[0], b, &w[0]), corner(p[1], b, &w[1])]);
            }
        }
        for t in triangles(count_a) {
            let points = [
                &pair.b()[b],
                &pair.a()[t[0]],
                &pair.a()[t[1]],
                &pair.a()[t[2]],
            ];
            if let Some(w) = on_triangle(points) {
                let corners = (0..3).map(|i| corner(t[i], b, &w[i]));
                found.push(corners.collect());
            }
        }
    }
    for p in edges(count_a) {
        for q in edges(count_b) {
            let points = [
                &pair.a()[p[0]],
                &pair.a()[p[1]],
                &pair.b()[q[0]],
                &pair.b()[q[1]],
            ];
            if let Some((w_a, w_b)) = between_segments(points) {
                let mut corners = Vec::new();
                for i in 0..2 {
                    for j in 0..2 {
                        corners.push(corner(p[i], q[j], &(&w_a[i] * &w_b[j])));
                    }
                }
                found.push(corners);
            }
        }
    }
    found
}

fn corner(a: usize, b: usize, weight: &Int) -> Corner {
    Corner {
        a,
        b,
        weight: weight.clone(),
    }
}

/// Each two of `count` indices.
fn edges(count: usize) -> Vec<[usize; 2]> {
    let mut edges = Vec::new();
    for p in 0..count {
        for q in 0..p {
            edges.push([p, q]);
        }
    }
    edges
}

/// Each three of `count` indices.
fn triangles(count: usize) -> Vec<[usize; 3]> {
    let mut triangles = Vec::new();
    for p in 0..count {
        for q in 0..p {
            for r in 0..q {
                triangles.push([p, q, r]);
            }
        }
    }
    triangles
}

/// The weights of `p` and `q` in the point of their line nearest to `x`, if both are positive.
fn on_segment([x, p, q]: [&[Int; 3]; 3]) -> Option<[Int; 2]> {
    let (e, d) = (sub(q, p), sub(x, p));
    let weight_q = dot(&d, &e);
    let weight_p = &dot(&e, &e) - &weight_q;
    let inside = weight_p.is_positive() && weight_q.is_positive();
    inside.then_some([weight_p, weight_q])
}

/// The weights of `p`, `q` and `r` in the point of their plane nearest to `x`, if all are positive.
fn on_triangle([x, p, q, r]: [&[Int; 3]; 4]) -> Option<[Int; 3]> {
    let (e, f, d) = (sub(q, p), sub(r, p), sub(x, p));
    let (ee, ef, ff) = (dot(&e, &e), dot(&e, &f), dot(&f, &f));
    let (de, df) = (dot(&d, &e), dot(&d, &f));
    let total = &ee * &ff - &ef * &ef;
    let weight_q = &ff * &de - &ef * &df;
    let weight_r = &ee * &df - &ef * &de;
    let weight_p = &(&total - &weight_q) - &weight_r;
    let inside = weight_p.is_positive() && weight_q.is_positive() && weight_r.is_positive();
    inside.then_some([weight_p, weight_q, weight_r])
}

/// The weights of `p`, `q` and of `r`, `s` in the nearest points of the two lines, if all are
/// positive; none for parallel lines.
fn between_segments([p, q, r, s]: [&[Int; 3]; 4]) -> Option<([Int; 2], [Int; 2])> {
    let (e, f, d) = (sub(q, p), sub(s, r), sub(p, r));
    let (ee, ef, ff) = (dot(&e, &e), dot(&e, &f), dot(&f, &f));
    let (de, df) = (dot(&d, &e), dot(&d, &f));
    let total = &ee * &ff - &ef * &ef;
    let weight_q = &ef * &df - &ff * &de;
    let weight_s = &ee * &df - &ef * &de;
    let (weight_p, weight_r) = (&total - &weight_q, &total - &weight_s);
    let inside = weight_p.is_positive()
        && weight_q.is_positive()
        && weight_r.is_positive()
        && weight_s.is_positive();
    inside.then_some(([weight_p, weight_q], [weight_r, weight_s]))
}
