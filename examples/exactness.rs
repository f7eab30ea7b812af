//! The cost of exact answers: `gjk_core` on hulls, and on the same hulls without their vertex
//! count, so that the answer of the floating-point search is final.
//!
//! ```text
//! cargo run --release --example exactness [ROUNDS]
//! ```
//!
//! For each group of pairs and each query it prints the nanoseconds of both, and the median of the
//! ratios of the rounds (by default 9), in which the two take turns, with the least and the
//! largest. The pairs are those of `speed`; in contact, each hull and its reflection in one of its
//! vertices, or unit cubes that share part of a face; such cubes apart by a last digit of `f32`;
//! and boxes in rotated poses near each other, whose faces are only nearly coplanar after rounding,
//! rotated at random or with two faces parallel. `docs/speed.md` has the result.

use std::hint::black_box;
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use gjk_core::{
    Body, Cuboid, Feature, Hull, Pose, Posed, Shape, SupportMapping, closest_points, distance,
    intersects,
};
use gjk_harness::speed::{Cell, Family, Placement, geometric_mean};
use glam::{DQuat, DVec3, Vec3};

/// The families of hulls, and the placements of their pairs.
const FAMILIES: [&str; 4] = ["sphere8", "sphere20", "sphere64", "box"];
const PLACEMENTS: [Placement; 4] = [
    Placement::Far,
    Placement::Near,
    Placement::Touch,
    Placement::Deep,
];

/// The number of pairs in a group.
const PAIRS: usize = 64;

/// The gap of near boxes in rotated poses.
const GAP: f64 = 1e-3;

/// How often a group is queried in a row; the best time counts.
const PASSES: usize = 20;

type Points = Hull<Vec3, Vec<Vec3>>;

/// A polytope that does not report its vertices.
#[derive(Clone)]
struct Unproved<S>(S);

impl<S: Shape> SupportMapping for Unproved<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.0.body().support(direction)
    }

    #[inline(always)]
    fn farthest(&self, direction: S::Vector, near: u32) -> (Feature<S::Vector>, S::Vector) {
        self.0.body().farthest(direction, near)
    }

    #[inline(always)]
    fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.0.body().point(feature)
    }

    fn center(&self) -> S::Vector {
        self.0.body().center()
    }

    fn extent(&self) -> f64 {
        self.0.body().extent()
    }
}

impl<S: Shape> Shape for Unproved<S> {
    type Vector = S::Vector;

    #[inline(always)]
    fn body(&self) -> Body<'_, S::Vector> {
        let inner = self.0.body();
        let there = Pose::from_translation(inner.origin()).unwrap_or(Pose::IDENTITY);
        Body::new(self).rounded(inner.radius()).posed(&there)
    }
}

/// A query about a pair that the compiler cannot remove.
struct Query<S> {
    name: &'static str,
    ask: fn(&S, &S),
}

/// The queries about shapes of a kind.
fn queries<S: Shape<Vector = DVec3>>() -> [Query<S>; 3] {
    [
        Query {
            name: "distance",
            ask: |a, b| {
                black_box(distance(black_box(a), black_box(b)));
            },
        },
        Query {
            name: "boolean",
            ask: |a, b| {
                black_box(intersects(black_box(a), black_box(b)));
            },
        },
        Query {
            name: "closest points",
            ask: |a, b| {
                black_box(closest_points(black_box(a), black_box(b)));
            },
        },
    ]
}

/// Pairs of lists of vertices.
struct Group {
    name: String,
    pairs: Vec<[Vec<Vec3>; 2]>,
}

impl Group {
    fn hulls(&self) -> Vec<[Points; 2]> {
        let hull = |points: &Vec<Vec3>| Hull::new(points.clone()).expect("finite vertices");
        let pairs = self.pairs.iter();
        pairs.map(|pair| pair.each_ref().map(hull)).collect()
    }
}

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .map_or(Ok(9), |rounds| rounds.parse::<usize>());
    let Some(rounds) = rounds.ok().filter(|rounds| *rounds > 0) else {
        eprintln!("usage: exactness [ROUNDS]");
        std::process::exit(2);
    };
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "pairs", "query", "exact", "unproved", "ratio", "least", "most",
    ]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut ordinary = Vec::new();
    let mut add = |group: &str, times: Vec<Times>, is_ordinary: bool| {
        for Times {
            query,
            exact,
            unproved,
        } in times
        {
            let mut ratios: Vec<f64> = exact.iter().zip(&unproved).map(|(x, y)| x / y).collect();
            ratios.sort_by(f64::total_cmp);
            let ratio = ratios[ratios.len() / 2];
            let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
            let mut row = vec![group.to_string(), query.into()];
            row.extend([least(&exact), least(&unproved)].map(|time| format!("{time:.0}")));
            let ends = [ratio, ratios[0], ratios[ratios.len() - 1]];
            row.extend(ends.map(|ratio| format!("{ratio:.2}")));
            table.add_row(row);
            if is_ordinary {
                ordinary.push((query, ratio));
            }
        }
    };
    for group in groups() {
        let name = &group.name;
        let is_ordinary = !name.contains("contact") && !name.contains("aligned");
        add(name, times(&group.hulls(), rounds), is_ordinary);
    }
    add("boxes turned, near", times(&turned_boxes(), rounds), false);
    for (name, gap) in [("near", GAP), ("a billionth apart", 1e-9)] {
        let group = format!("boxes stacked, {name}");
        add(&group, times(&stacked_boxes(gap), rounds), false);
    }
    println!("{table}");
    for query in ["distance", "boolean", "closest points"] {
        let ratios = ordinary.iter().filter(|(name, _)| *name == query);
        let ratios: Vec<f64> = ratios.map(|(_, ratio)| *ratio).collect();
        let mean = geometric_mean(ratios.iter().copied());
        println!("{query}: {mean:.2} in the geometric mean of the pairs of `speed`");
    }
}

/// All groups of pairs.
fn groups() -> Vec<Group> {
    let mut groups = Vec::new();
    for name in FAMILIES {
        let family = Family::find(name).expect("a family");
        for placement in PLACEMENTS {
            let cell = Cell::with_pairs(family, placement, PAIRS);
            groups.push(Group {
                name: format!("{name} {}", placement.name()),
                pairs: cell
                    .pairs
                    .into_iter()
                    .map(|pair| [pair.a, pair.b])
                    .collect(),
            });
        }
        let near = Cell::with_pairs(family, Placement::Near, PAIRS);
        let reflected = |pair: gjk_harness::speed::Pair| {
            let vertex = pair.a[0];
            let image = pair.a.iter().map(|p| vertex + (vertex - *p)).collect();
            [pair.a, image]
        };
        groups.push(Group {
            name: format!("{name} in contact"),
            pairs: near.pairs.into_iter().map(reflected).collect(),
        });
    }
    for (name, gap) in [
        ("in contact", 0.0),
        ("aligned, a digit apart", f32::EPSILON),
    ] {
        let pairs = (0..PAIRS).map(|i| {
            let aside = i as f32 / PAIRS as f32;
            let shift = Vec3::new(1.0 + gap, aside * 0.5, 0.25 - aside * 0.5);
            [cube(Vec3::ZERO), cube(shift)]
        });
        groups.push(Group {
            name: format!("cubes {name}"),
            pairs: pairs.collect(),
        });
    }
    groups
}

/// The corners of the unit cube, moved.
fn cube(shift: Vec3) -> Vec<Vec3> {
    let corner = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32);
    (0..8).map(|i| corner(i) + shift).collect()
}

/// Boxes in rotated poses, a thousandth of their size apart.
fn turned_boxes() -> Vec<[Posed<Cuboid<DVec3>>; 2]> {
    let cuboid = Cuboid::new(DVec3::new(1.0, 0.7, 0.5)).expect("finite extents");
    let turned = |turn: DQuat, place: DVec3| {
        Posed::new(cuboid, Pose::from_rotation(turn, place).expect("a pose"))
    };
    let pair = |i: usize| {
        let turn = |k: usize| {
            let angle = |of: usize| (i * 5 + k * 3 + of) as f64;
            DQuat::from_rotation_x(angle(0)) * DQuat::from_rotation_y(angle(1))
        };
        let (turn_a, turn_b) = (turn(0), turn(1));
        let away = turn_a * DVec3::new(0.2, 0.1, 1.0) * 4.0;
        let a = turned(turn_a, DVec3::ZERO);
        let apart = closest_points(&a, &turned(turn_b, away));
        let nearer = apart.normal.expect("a normal") * (apart.distance - GAP);
        [a, turned(turn_b, away - nearer)]
    };
    (0..PAIRS).map(pair).collect()
}

/// Boxes in rotated poses, a face of one at this gap over a face of the other, and the upper one
/// rotated about the normal.
fn stacked_boxes(gap: f64) -> Vec<[Posed<Cuboid<DVec3>>; 2]> {
    let cuboid = Cuboid::new(DVec3::new(1.0, 0.7, 0.5)).expect("finite extents");
    let posed = |turn: DQuat, place: DVec3| {
        Posed::new(cuboid, Pose::from_rotation(turn, place).expect("a pose"))
    };
    let pair = |i: usize| {
        let angle = i as f64;
        let turn = DQuat::from_rotation_x(angle) * DQuat::from_rotation_y(0.7 * angle);
        let aside = [0.3 * (1.3 * angle).sin(), 0.2 * (2.1 * angle).cos()];
        let above = turn * DVec3::new(aside[0], aside[1], 1.0 + gap);
        let turned = turn * DQuat::from_rotation_z(0.37 * angle);
        [posed(turn, DVec3::ZERO), posed(turned, above)]
    };
    (0..PAIRS).map(pair).collect()
}

/// The nanoseconds of a query in each round: exact, and unproved.
struct Times {
    query: &'static str,
    exact: Vec<f64>,
    unproved: Vec<f64>,
}

/// The times of each query about these pairs.
fn times<S: Shape<Vector = DVec3> + Clone>(pairs: &[[S; 2]], rounds: usize) -> Vec<Times> {
    let unproved: Vec<[Unproved<S>; 2]> = pairs
        .iter()
        .map(|pair| pair.each_ref().map(|shape| Unproved(shape.clone())))
        .collect();
    let queries = queries::<S>().into_iter().zip(queries::<Unproved<S>>());
    queries
        .map(|(as_it_is, without)| {
            let mut times = Times {
                query: as_it_is.name,
                exact: Vec::new(),
                unproved: Vec::new(),
            };
            for _ in 0..rounds {
                times.exact.push(best(pairs, as_it_is.ask));
                times.unproved.push(best(&unproved, without.ask));
            }
            times
        })
        .collect()
}

/// Nanoseconds per pair in the best of some passes.
fn best<S>(pairs: &[[S; 2]], ask: fn(&S, &S)) -> f64 {
    let passes = (0..=PASSES).map(|_| {
        let start = Instant::now();
        for [a, b] in pairs {
            ask(a, b);
        }
        start.elapsed().as_nanos() as f64 / pairs.len() as f64
    });
    passes.fold(f64::INFINITY, f64::min)
}
