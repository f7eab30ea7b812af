//! Plain GJK compared with accelerated variants: the number of support evaluations until the bounds
//! meet.
//!
//! ```text
//! cargo run --release --example acceleration [CASES]
//! ```
//!
//! It takes the 3D cases of the families `uniform` and `curved`, CASES of each (by default 6000, a
//! third of which are 2D and left out). A search is wrong if its result contradicts the distance of
//! `gjk_core`; then the command fails. `docs/acceleration.md` has the result.

mod search;
mod variant;

use comfy_table::{CellAlignment, Table, presets};
use gjk_core::{Body, Feature, Pose, Settings, Shape, SupportMapping};
use gjk_harness::case::{Case, Kind};
use gjk_harness::family;
use gjk_harness::subject::{Dynamic, shapes_in_space};
use glam::DVec3;

use search::{CLOSED_GAP, End, Variant, search};
use variant::{Fitted, Momentum, Of, Pace, Plain, Rule, Secant};

const SEED: u64 = 1;
const CASES: u64 = 6000;
const GAPS: [f64; 3] = [1e-6, 1e-9, 1e-12];

/// Shapes are near if their distance is below this part of the smaller one.
const NEAR: f64 = 1e-3;

/// The motion of the second shape for a warm start, in sizes of the smaller one: a hundredth,
/// oblique to all axes.
const MOVE: DVec3 = DVec3::new(0.006, -0.0048, 0.0064);

/// The rounding of bounds, in closed gaps of the largest length, including that of the support
/// points.
const ROUNDING: f64 = 16.0;

/// A variant of the comparison.
struct Entry {
    name: &'static str,
    make: fn() -> Box<dyn Variant>,
    /// Whether a warm start has the last four evaluations, not only the simplex.
    keeps_four: bool,
}

fn main() {
    let cases = std::env::args()
        .nth(1)
        .map_or(Ok(CASES), |cases| cases.parse());
    let Ok(cases) = cases else {
        eprintln!("usage: acceleration [CASES]");
        std::process::exit(2);
    };
    let problems: Vec<Problem> = ["uniform", "curved"]
        .iter()
        .filter_map(|name| family::find(name))
        .flat_map(|family| (0..cases).map(|index| family::case_from_seed(family, SEED, index)))
        .filter_map(|case| Problem::of(&case))
        .collect();
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "shapes", "gap", "variant", "mean", "median", "99 %", "most", "open %", "wrong", "ratio",
    ]);
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut wrong = 0;
    for warm in [false, true] {
        for group in GROUPS {
            let members: Vec<&Problem> = problems.iter().filter(|p| p.group == group).collect();
            if !(warm && group == OVERLAP) {
                wrong += compare(&mut table, group, &members, warm);
            }
        }
    }
    println!("{table}");
    if wrong > 0 {
        eprintln!("{wrong} searches were wrong");
        std::process::exit(1);
    }
}

/// Adds the rows of a group; returns how many searches were wrong.
fn compare(table: &mut Table, group: &str, problems: &[&Problem], warm: bool) -> usize {
    let mut wrong = 0;
    let suffix = if warm { ", moved" } else { "" };
    let shapes = format!("{group}{suffix} ({})", problems.len());
    for gap in GAPS {
        let mut plain: Vec<Run> = Vec::new();
        for entry in VARIANTS.iter().filter(|entry| warm || !entry.keeps_four) {
            let runs: Vec<Run> = problems.iter().map(|p| p.run(entry, gap, warm)).collect();
            if plain.is_empty() {
                plain.clone_from(&runs);
            }
            let mut row = vec![shapes.clone(), format!("{gap:e}"), entry.name.into()];
            row.extend(summary(&runs, &plain));
            table.add_row(row);
            wrong += runs.iter().filter(|run| run.wrong).count();
        }
    }
    wrong
}

/// A row of a table: figures of the runs that closed the gap, and the ratio to plain GJK over those
/// that closed it in both.
fn summary(runs: &[Run], plain: &[Run]) -> [String; 7] {
    let mut closed: Vec<u32> = runs
        .iter()
        .filter(|x| x.closed)
        .map(|x| x.evaluations)
        .collect();
    closed.sort_unstable();
    let at = |percent: usize| closed.get((closed.len() * percent / 100).min(closed.len() - 1));
    let text = |x: Option<&u32>| x.map_or(String::new(), u32::to_string);
    let mean = f64::from(closed.iter().sum::<u32>()) / closed.len() as f64;
    let open = 100.0 * (runs.len() - closed.len()) as f64 / runs.len() as f64;
    let wrong = runs.iter().filter(|run| run.wrong).count();
    let both = || {
        runs.iter()
            .zip(plain)
            .filter(|(run, plain)| run.closed && plain.closed)
    };
    let sum = |of: fn(&(&Run, &Run)) -> u32| f64::from(both().map(|pair| of(&pair)).sum::<u32>());
    let ratio = sum(|(run, _)| run.evaluations) / sum(|(_, plain)| plain.evaluations);
    [
        format!("{mean:.2}"),
        text(at(50)),
        text(at(99)),
        text(closed.last()),
        format!("{open:.1}"),
        wrong.to_string(),
        format!("{ratio:.2}"),
    ]
}

const VARIANTS: [Entry; 13] = [
    entry("plain", || Box::new(Plain)),
    entry("Nesterov", || {
        Box::new(Momentum::new(Rule::Nesterov, false))
    }),
    entry("Nesterov, normalised", || {
        Box::new(Momentum::new(Rule::Nesterov, true))
    }),
    entry("Polyak", || Box::new(Momentum::new(Rule::Polyak, false))),
    entry("Polyak, normalised", || {
        Box::new(Momentum::new(Rule::Polyak, true))
    }),
    entry("mean of the simplex", || {
        Box::new(Secant::new(Of::Simplex, Pace::ALTERNATING))
    }),
    entry("secant, alternating", || {
        Box::new(Secant::new(Of::LastThree, Pace::ALTERNATING))
    }),
    entry("secant", || {
        Box::new(Secant::new(Of::LastThree, Pace::AS_NEEDED))
    }),
    entry("fitted, alternating", || {
        Box::new(Fitted::new(Pace::ALTERNATING))
    }),
    entry("fitted", || Box::new(Fitted::new(Pace::AS_NEEDED))),
    Entry {
        name: "plain, four kept",
        make: || Box::new(Plain),
        keeps_four: true,
    },
    Entry {
        name: "secant, four kept",
        make: || Box::new(Secant::new(Of::LastThree, Pace::AS_NEEDED)),
        keeps_four: true,
    },
    Entry {
        name: "fitted, four kept",
        make: || Box::new(Fitted::new(Pace::AS_NEEDED)),
        keeps_four: true,
    },
];

const fn entry(name: &'static str, make: fn() -> Box<dyn Variant>) -> Entry {
    Entry {
        name,
        make,
        keeps_four: false,
    }
}

const OVERLAP: &str = "curved, overlap";
const GROUPS: [&str; 6] = [
    "uniform",
    OVERLAP,
    "ellipsoids",
    "ellipsoid, polytope",
    "cylinder or cone, any",
    "curved, near",
];

/// Two shapes and the answers of `gjk_core`.
struct Problem {
    group: &'static str,
    shapes: [Dynamic<DVec3>; 2],
    /// The motion of the second one for a warm start.
    shift: DVec3,
    /// The distance of the cores, before and after the motion.
    distances: [f64; 2],
}

/// The outcome of a search.
#[derive(Clone, Copy)]
struct Run {
    evaluations: u32,
    closed: bool,
    wrong: bool,
}

impl Problem {
    fn of(case: &Case) -> Option<Self> {
        let shapes = shapes_in_space(case)?;
        let size = f64::min(shapes[0].body().extent(), shapes[1].body().extent());
        let shift = MOVE * size;
        let distances = [DVec3::ZERO, shift].map(|shift| {
            let [a, b] = cores(&shapes, shift);
            Settings::default().distance(&a, &b)
        });
        let kinds = [sort(&case.a.kind), sort(&case.b.kind)];
        let group = match kinds {
            _ if case.id.starts_with("uniform") => "uniform",
            [Sort::Flat, Sort::Flat] => return None,
            _ if distances[0] == 0.0 => OVERLAP,
            _ if distances[0] < NEAR * size => "curved, near",
            [Sort::Smooth, Sort::Smooth] => "ellipsoids",
            [Sort::Smooth | Sort::Flat, Sort::Smooth | Sort::Flat] => "ellipsoid, polytope",
            _ => "cylinder or cone, any",
        };
        Some(Self {
            group,
            shapes,
            shift,
            distances,
        })
    }

    /// Runs a variant, for a warm start a second time after the motion: that run counts.
    fn run(&self, entry: &Entry, gap: f64, warm: bool) -> Run {
        let variant = || (entry.make)();
        let still = cores(&self.shapes, DVec3::ZERO);
        let (mut end, mut evaluations, mut state) = search(&still, &[], gap, variant().as_mut());
        if warm {
            let mut known: Vec<DVec3> = state.simplex.iter().map(|(x, _)| x.direction).collect();
            if entry.keeps_four {
                let spare = state.history.iter().rev().map(|sample| sample.direction);
                let spare: Vec<DVec3> = spare.filter(|x| !known.contains(x)).collect();
                let count = 4usize.saturating_sub(known.len());
                known.extend(spare.iter().take(count));
            }
            let moved = cores(&self.shapes, self.shift);
            (end, evaluations, state) = search(&moved, &known, gap, variant().as_mut());
        }
        let distance = self.distances[usize::from(warm)];
        let extent = f64::max(
            self.shapes[0].body().extent(),
            self.shapes[1].body().extent(),
        );
        let allowed = gap * distance + ROUNDING * CLOSED_GAP * f64::max(state.reach, extent);
        let wrong = match end {
            End::Open => false,
            End::Overlap => distance > allowed,
            End::Closed => {
                (state.upper - distance).abs() > allowed || state.lower > distance + allowed
            }
        };
        Run {
            evaluations,
            closed: end != End::Open,
            wrong,
        }
    }
}

/// The kind of a shape's core.
enum Sort {
    Smooth,
    Flat,
    Both,
}

fn sort(kind: &Kind) -> Sort {
    match kind {
        Kind::Ellipsoid { .. } => Sort::Smooth,
        Kind::Cylinder { .. } | Kind::Cone { .. } => Sort::Both,
        Kind::Rounded { shape, .. } => sort(shape),
        _ => Sort::Flat,
    }
}

/// The core of a shape, without its radius, translated.
struct Core<'s> {
    shape: &'s Dynamic<DVec3>,
    shift: DVec3,
}

fn cores(shapes: &[Dynamic<DVec3>; 2], shift: DVec3) -> [Core<'_>; 2] {
    let core = |shape, shift| Core { shape, shift };
    [core(&shapes[0], DVec3::ZERO), core(&shapes[1], shift)]
}

impl SupportMapping for Core<'_> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.shape.body().support(direction)
    }

    fn farthest(&self, direction: DVec3, near: u32) -> (Feature<DVec3>, DVec3) {
        self.shape.body().farthest(direction, near)
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        self.shape.body().point(feature)
    }

    fn center(&self) -> DVec3 {
        self.shape.body().center()
    }

    fn extent(&self) -> f64 {
        self.shape.body().extent()
    }
}

impl Shape for Core<'_> {
    type Vector = DVec3;

    fn body(&self) -> Body<'_, DVec3> {
        let origin = self.shape.body().origin() + self.shift;
        Body::new(self).posed(&Pose::from_translation(origin).unwrap_or(Pose::IDENTITY))
    }
}
