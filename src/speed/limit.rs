//! A model of the hardware limit of a query: only the support evaluations of both hulls, each
//! dependent on the one before. No GJK.
//!
//! | name | evaluations |
//! |---|---|
//! | `limit-scan-seq` | as many as `gjk-core` needs for that pair, in its directions; each scans
//! all vertices |
//! | `limit-scan-k4` | the first four of them |
//! | `limit-hill-k4` | the first four of them, climbing from neighbour to neighbour, at first from any vertex |
//! | `limit-warm-k4` | the last four of them, climbing from the answer |
//!
//! All in `f32`; the scan takes eight points at a time if the machine supports it. The neighbours
//! are those of parry's convex hull.

use std::ops::Range;
use std::rc::Rc;

use gjk_core::{Hull, Settings};
use glam::{DVec3, Vec3};
use pulp::{Arch, Simd, WithSimd};

use super::contender::{Contender, Pass, Role};
use super::corpus::{Cell, Pair};
use super::graph::Graph;
use super::lanes::Lanes;
use super::query::Query;
use crate::case::Dim;

pub(super) const CONTENDERS: [Contender; 4] = [
    Contender::new("limit-scan-seq", Role::Limit, scan_seq),
    Contender::new("limit-scan-k4", Role::Limit, scan_k4),
    Contender::new("limit-hill-k4", Role::Limit, hill_k4),
    Contender::new("limit-warm-k4", Role::Limit, warm_k4),
];

/// The number of evaluations of the models with a fixed number.
const EVALUATIONS: usize = 4;

fn scan_seq(cell: &Cell) -> Vec<Pass> {
    scan(cell, <[Vec3]>::to_vec)
}

fn scan_k4(cell: &Cell) -> Vec<Pass> {
    scan(cell, first)
}

fn hill_k4(cell: &Cell) -> Vec<Pass> {
    hill(cell, first, |pairs| {
        Pass::new(Query::Distance, pairs, move |pair| climb(pair, [0; 2]))
    })
}

fn warm_k4(cell: &Cell) -> Vec<Pass> {
    hill(cell, last, |pairs| {
        Pass::in_motion(pairs, 1, move |pair, _, from: &mut [u32; 2]| {
            *from = climb(pair, *from);
        })
    })
}

fn first(directions: &[Vec3]) -> Vec<Vec3> {
    directions
        .iter()
        .copied()
        .cycle()
        .take(EVALUATIONS)
        .collect()
}

fn last(directions: &[Vec3]) -> Vec<Vec3> {
    let from_the_end = directions.iter().rev().copied().cycle();
    let mut last: Vec<_> = from_the_end.take(EVALUATIONS).collect();
    last.reverse();
    last
}

/// Two shapes, and the directions of the evaluations: those of the first shape.
struct Built<S> {
    a: S,
    b: S,
    directions: Vec<Vec3>,
}

/// All vertices.
struct List {
    lanes: Lanes,
    all: Range<usize>,
}

fn scan(cell: &Cell, choose: impl Fn(&[Vec3]) -> Vec<Vec3>) -> Vec<Pass> {
    if cell.dim() == Dim::Two {
        return Vec::new();
    }
    let pairs = cell.pairs.iter().map(|pair| Built {
        a: list(&pair.a),
        b: list(&pair.b),
        directions: choose(&directions(pair)),
    });
    let pairs: Rc<[Built<List>]> = pairs.collect();
    let arch = Arch::new();
    let ask = move |pair: &Built<List>| arch.dispatch(Scan(pair));
    vec![Pass::new(Query::Distance, &pairs, ask)]
}

/// The passes over shapes with known neighbours; empty if parry cannot build one.
fn hill(
    cell: &Cell,
    choose: impl Fn(&[Vec3]) -> Vec<Vec3>,
    pass: impl Fn(&Rc<[Built<Graph>]>) -> Pass,
) -> Vec<Pass> {
    if cell.dim() == Dim::Two {
        return Vec::new();
    }
    let pairs = cell.pairs.iter().map(|pair| {
        Some(Built {
            a: Graph::new(&pair.a)?,
            b: Graph::new(&pair.b)?,
            directions: choose(&directions(pair)),
        })
    });
    let pairs = pairs.collect::<Option<Rc<[Built<Graph>]>>>();
    let passes = pairs.map(|pairs| pass(&pairs));
    passes.into_iter().collect()
}

fn list(points: &[Vec3]) -> List {
    let mut lanes = Lanes::default();
    let numbered: Vec<_> = points.iter().copied().enumerate().collect();
    let all = lanes.append(&numbered);
    List { lanes, all }
}

/// The directions of `gjk-core`'s support evaluations of the first shape.
fn directions(pair: &Pair) -> Vec<Vec3> {
    let mut directions = Vec::new();
    if let (Ok(a), Ok(b)) = (Hull::new(&pair.a[..]), Hull::new(&pair.b[..])) {
        Settings::default().observed(&a, &b, |step| {
            if step.kind.is_iteration() {
                directions.push(-step.nearest.normalize_or(DVec3::X).as_vec3());
            }
        });
    }
    directions
}

/// The evaluations of a pair, each scanning all vertices.
struct Scan<'a>(&'a Built<List>);

impl WithSimd for Scan<'_> {
    type Output = [f32; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [f32; 2] {
        let Built { a, b, directions } = self.0;
        let mut at = [0.0; 2];
        for direction in directions {
            let direction = after(at, *direction);
            at = [
                a.lanes.farthest(simd, a.all.clone(), direction),
                b.lanes.farthest(simd, b.all.clone(), -direction),
            ];
        }
        at
    }
}

/// The evaluations of a pair, climbing from these vertices. Returns the last ones.
fn climb(pair: &Built<Graph>, from: [u32; 2]) -> [u32; 2] {
    let Built { a, b, directions } = pair;
    let mut at = from;
    for direction in directions {
        let direction = after(at.map(|vertex| vertex as f32), *direction);
        at = [a.top(at[0], direction), b.top(at[1], -direction)];
    }
    at
}

/// The same direction, dependent on the numbers (which are never negative).
#[inline(always)]
fn after(numbers: [f32; 2], direction: Vec3) -> Vec3 {
    direction + Vec3::splat((numbers[0] + numbers[1]).min(0.0))
}

#[cfg(test)]
mod tests {
    use super::super::family::Family;
    use super::super::placement::Placement;
    use super::*;

    // Claim: the scan and the climb find a farthest vertex of both shapes, in the last direction.
    #[test]
    fn the_evaluations_are_those_of_support_mappings() {
        for name in ["sphere20", "box", "cone32"] {
            let family = Family::find(name).expect("a family");
            for pair in Cell::with_pairs(family, Placement::Near, 3).pairs {
                let directions = directions(&pair);
                let towards = *directions.last().expect("an iteration");
                let [a, b] = [&pair.a, &pair.b];
                let highest = |points: &[Vec3], towards: Vec3| {
                    points
                        .iter()
                        .map(|p| p.dot(towards))
                        .fold(f32::NEG_INFINITY, f32::max)
                };
                let listed = Built {
                    a: list(a),
                    b: list(b),
                    directions: directions.clone(),
                };
                let at = Arch::new().dispatch(Scan(&listed));
                let near = |p: f32, q: f32| (p - q).abs() < 1e-5;
                let height = |points: &[Vec3], at: f32, to: Vec3| points[at as usize].dot(to);
                assert!(near(height(a, at[0], towards), highest(a, towards)));
                assert!(near(height(b, at[1], -towards), highest(b, -towards)));

                let linked = Built {
                    a: Graph::new(a).expect("a hull"),
                    b: Graph::new(b).expect("a hull"),
                    directions,
                };
                let at = climb(&linked, [0; 2]);
                assert!(near(
                    linked.a.point(at[0]).dot(towards),
                    highest(a, towards)
                ));
                assert!(near(
                    linked.b.point(at[1]).dot(-towards),
                    highest(b, -towards)
                ));
            }
        }
    }

    // Claim: the models of four evaluations have four, from the beginning and from the end.
    #[test]
    fn four_of_the_directions_are_chosen() {
        let [p, q, r] = [Vec3::X, Vec3::Y, Vec3::Z];
        assert_eq!(first(&[p, q, r]), [p, q, r, p]);
        assert_eq!(last(&[p, q, r]), [r, p, q, r]);
        assert_eq!(first(&[p, q, r, r, r]), [p, q, r, r]);
        assert_eq!(last(&[p, p, p, q, r]), [p, p, q, r]);
    }
}
