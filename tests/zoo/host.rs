//! Another host for the bugs: the GJK of a textbook, which shares no code with the search of this
//! folder. It measures the value of the profiles.
//!
//! Ericson, Real-Time Collision Detection, 2005: the loop of section 9.5.2 with the nearest points
//! of section 5.1 (`host/simplex.rs`), in `f64`, relative to the first shape. It has no second
//! arithmetic, so it is off by many ulps for flat simplices, like the code of an honest beginner.

mod simplex;

use gjk_harness::case::{Case, Core, Shape};
use gjk_harness::subject::{
    Answer, Closest, End, Evidence, Frame, Measured, Setting, Step, StepKind, Subject,
    Vertex as Weighted,
};
use glam::{DMat3, DVec3};

use self::simplex::closest;
use crate::bugs::Bug;

/// The search stops if a step would gain at most this part of the squared distance.
const TOLERANCE: f64 = 1e-15;

/// Shapes nearer than this part of the largest length touch.
const CONTACT: f64 = 1e-16;

/// Powers of two up to here are normal numbers, and so are their reciprocals.
const EXPONENT: f64 = 1020.0;

/// More iterations than any query that ends takes.
const LIMIT: u32 = 100;

/// Thresholds of the bugs, in the unit of the case.
const EPSILON: f64 = 1e-4;
const MARGIN: f64 = 0.04;
const SHORT: f64 = 1e-7;
/// Relative thresholds of the bugs.
const COARSE: f64 = 1e-3;
/// The iteration limit of the bugs.
const LOW_LIMIT: u32 = 4;

/// The textbook with a bug, or with none. As a bound subject it is judged like `gjk-core`.
pub(crate) struct Textbook(pub(crate) Bug);

/// Both shapes; lengths are scaled.
struct Pair {
    bug: Bug,
    shapes: [Vec<DVec3>; 2],
    rotations: [DMat3; 2],
    origins: [DVec3; 2],
    radii: [f64; 2],
    /// The ratio of scaled lengths to those of the case.
    scale: f64,
}

/// A vertex of the Minkowski difference.
#[derive(Clone, Copy)]
struct Vertex {
    indices: [usize; 2],
    w: DVec3,
}

/// The end of a search.
struct Search {
    /// The vertices, with their weights.
    simplex: Vec<(Vertex, f64)>,
    v: DVec3,
    lower: f64,
    inside: bool,
    size: f64,
    iterations: u32,
    limited: bool,
    steps: Vec<Step>,
}

impl Pair {
    fn of(case: &Case, bug: Bug) -> Option<Self> {
        let case = &*bug.seen(case);
        let cores = case.cores();
        let sizes = cores.iter().map(size).collect::<Option<Vec<f64>>>()?;
        let largest = sizes.into_iter().fold(0.0, f64::max);
        let scale = match bug {
            Bug::Unscaled => 1.0,
            _ if largest > 0.0 => (-largest.log2().ceil()).clamp(-EXPONENT, EXPONENT).exp2(),
            _ => 1.0,
        };
        let vertices = |core: &Core| {
            let vertices = core.vertices()?.iter();
            Some(vertices.map(|v| DVec3::from_array(*v) * scale).collect())
        };
        let rotation = |shape: &Shape| {
            let pose = shape.pose.as_ref();
            pose.map_or(DMat3::IDENTITY, |pose| pose.matrix(case.dim))
        };
        Some(Self {
            bug,
            shapes: [vertices(&cores[0])?, vertices(&cores[1])?],
            rotations: [rotation(&case.a), rotation(&case.b)],
            origins: [0, 1].map(|side: usize| DVec3::from_array(cores[side].origin) * scale),
            radii: [0, 1].map(|side: usize| cores[side].radius * scale),
            scale,
        })
    }

    /// From the mean of the second shape to that of the first.
    fn between(&self) -> DVec3 {
        let mean = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
        let [a, b] = &self.shapes;
        (mean(a) - mean(b)) + (self.origins[0] - self.origins[1])
    }

    fn vertex(&self, indices: [usize; 2], direction: DVec3) -> Vertex {
        let [p, q] = [0, 1].map(|side: usize| self.shapes[side][indices[side]]);
        let [from, to] = self.origins;
        let w = match self.bug {
            Bug::WorldFrame => (p + from) - (q + to),
            _ => p - (q + (to - from)),
        };
        let w = match self.bug {
            Bug::SinglePrecision => w.as_vec3().as_dvec3(),
            Bug::Inflated => w + direction.normalize() * (EPSILON * self.scale),
            _ => w,
        };
        Vertex { indices, w }
    }

    /// The vertex of the difference that is farthest along a direction.
    fn support(&self, direction: DVec3, last: &mut [f64; 2]) -> Vertex {
        let farthest = |side: usize, direction: DVec3, last: &mut f64| {
            let direction = match self.bug {
                Bug::WorldDirection => self.rotations[side] * direction,
                _ => direction,
            };
            let mut best = match self.bug {
                Bug::OriginInside => (0, 0.0),
                Bug::StaleBest => (0, *last),
                _ => (0, f64::NEG_INFINITY),
            };
            for (index, vertex) in self.shapes[side].iter().enumerate() {
                let along = direction.dot(*vertex);
                if along > best.1 {
                    best = (index, along);
                }
            }
            *last = best.1;
            best.0
        };
        let indices = [
            farthest(0, direction, &mut last[0]),
            farthest(1, -direction, &mut last[1]),
        ];
        self.vertex(indices, direction)
    }

    fn search(&self, known: Vec<Vertex>) -> Search {
        let bug = self.bug;
        let between = self.between();
        let is_concentric = between == DVec3::ZERO;
        let start = if is_concentric { DVec3::X } else { between };
        let mut stale = [f64::NEG_INFINITY; 2];
        let mut found = Search {
            simplex: Vec::new(),
            v: start,
            lower: f64::NEG_INFINITY,
            inside: false,
            size: 0.0,
            iterations: 0,
            limited: false,
            steps: Vec::new(),
        };
        let mut last = (Vec::new(), start);
        let mut grown = known;
        loop {
            if !grown.is_empty() {
                let points: Vec<DVec3> = grown.iter().map(|vertex| vertex.w).collect();
                let next = closest(&points, bug, self.scale);
                let [before, now] = [found.v, next.point].map(DVec3::length_squared);
                // For NaN both are false.
                let (is_farther, is_nearer) = (now >= before, now < before);
                let goes_on = match bug {
                    Bug::NoDecrease => true,
                    Bug::NanStop => !is_farther || found.simplex.is_empty(),
                    _ => is_nearer || next.inside || found.simplex.is_empty(),
                };
                if !goes_on {
                    break;
                }
                last = (std::mem::take(&mut found.simplex), found.v);
                found.v = next.point;
                let weighted = grown.iter().copied().zip(next.weights);
                let has_part = |(_, weight): &(Vertex, f64)| *weight != 0.0;
                found.simplex = weighted.filter(has_part).collect();
                grown = found.simplex.iter().map(|(vertex, _)| *vertex).collect();
                if next.inside || self.touches(&found) {
                    found.inside = true;
                    if bug == Bug::EmptySimplex {
                        found.simplex.clear();
                    }
                    break;
                }
                if bug == Bug::NanStop && found.v == DVec3::ZERO {
                    found.v /= 0.0;
                }
            }
            let vertex = self.support(-found.v, &mut stale);
            found.iterations += 1;
            found.size = found.size.max(vertex.w.length());
            // The best so far; NaN stays.
            let bound = found.v.dot(vertex.w) / found.v.length();
            found.lower = if bound <= found.lower {
                found.lower
            } else {
                bound
            };
            self.note(&mut found, vertex);
            if !found.simplex.is_empty() && self.is_done(&found, vertex) {
                break;
            }
            if bug == Bug::ZeroStart && is_concentric {
                found.v = vertex.w;
                found.simplex = vec![(vertex, 1.0)];
                break;
            }
            grown.push(vertex);
            let limit = match bug {
                Bug::LimitIsStale => LOW_LIMIT,
                _ => LIMIT,
            };
            if found.iterations >= limit {
                found.limited = bug != Bug::LimitIsStale;
                if bug == Bug::LimitIsStale {
                    (found.simplex, found.v) = last.clone();
                }
                break;
            }
        }
        match bug {
            Bug::StaleSimplex if !last.0.is_empty() && !found.inside => {
                (found.simplex, found.v) = last;
            }
            Bug::RejectedSupport if grown.len() > found.simplex.len() && !found.inside => {
                let part = 1.0 / grown.len() as f64;
                found.simplex = grown.into_iter().map(|vertex| (vertex, part)).collect();
            }
            _ => {}
        }
        found
    }

    /// Whether the nearest point is the origin.
    fn touches(&self, found: &Search) -> bool {
        match self.bug {
            Bug::NanTouching | Bug::NanStop => false,
            Bug::SquaredThreshold => {
                found.v.length_squared() <= f64::from(f32::EPSILON) * self.scale * self.scale
            }
            _ => found.v.length() <= CONTACT * found.size,
        }
    }

    /// Whether a new vertex of the difference leads no nearer.
    fn is_done(&self, found: &Search, vertex: Vertex) -> bool {
        let squared = found.v.length_squared();
        let gain = squared - found.v.dot(vertex.w);
        let is_known = |squared: f64| {
            let mut known = found.simplex.iter();
            known.any(|(known, _)| known.w.distance_squared(vertex.w) <= squared)
        };
        match self.bug {
            Bug::AbsoluteStop => gain <= EPSILON * self.scale * found.v.length(),
            Bug::RelativeStop => gain <= COARSE * squared,
            Bug::FreshmansDream => {
                (vertex.w.length() - found.v.length()).abs() <= TOLERANCE * found.size
            }
            Bug::EqualVertex => is_known(EPSILON * self.scale * self.scale),
            Bug::NoDecrease => gain / found.v.length() <= f64::MIN_POSITIVE,
            _ => gain <= TOLERANCE * squared || is_known(0.0),
        }
    }

    fn note(&self, found: &mut Search, vertex: Vertex) {
        let [i, j] = vertex.indices;
        let upper = match found.simplex.is_empty() {
            true => f64::INFINITY,
            false => found.v.length(),
        };
        found.steps.push(Step {
            phase: 0,
            kind: match found.simplex.is_empty() {
                true => StepKind::Start,
                false => StepKind::Nearest,
            },
            arithmetic: "f64",
            frame: Frame::Cores,
            simplex: self.weighted(&found.simplex),
            direction: -found.v,
            support: [
                self.shapes[0][i] / self.scale,
                self.shapes[1][j] / self.scale,
            ],
            measured: Some(Measured {
                nearest: found.v / self.scale,
                length_squared: [upper * upper, 0.0],
                bounds: [found.lower / self.scale, upper / self.scale],
            }),
        });
    }

    fn weighted(&self, simplex: &[(Vertex, f64)]) -> Vec<Weighted> {
        let weighted = |(vertex, weight): &(Vertex, f64)| Weighted {
            a: self.shapes[0][vertex.indices[0]] / self.scale,
            b: self.shapes[1][vertex.indices[1]] / self.scale,
            weight: *weight,
        };
        simplex.iter().map(weighted).collect()
    }

    /// Distance, bounds, points and normal, in the unit of the case.
    fn closest(&self, found: &Search) -> Closest {
        let [r, s] = self.radii;
        let radius = match self.bug {
            Bug::RadiusTwice => 2.0 * (r + s),
            Bug::RadiusLost => r,
            Bug::UnaskedMargin => r + s + MARGIN * self.scale,
            _ => r + s,
        };
        let core_distance = if found.inside { 0.0 } else { found.v.length() };
        let positive = |x: f64| if x < 0.0 { 0.0 } else { x };
        let distance = positive(core_distance - radius);
        let lower = match found.inside {
            true => 0.0,
            false => positive(found.lower - radius),
        };
        let normal = -found.v / found.v.length();
        let apart = !found.inside && found.lower > 0.0;
        let normal = apart.then(|| match self.bug {
            Bug::NormalByOrigins if normal.dot(self.origins[1] - self.origins[0]) < 0.0 => -normal,
            Bug::NoNormal if found.v.length() < SHORT * self.scale => DVec3::ZERO,
            _ => normal,
        });
        let mut points = self.points(found, normal, distance > 0.0);
        if self.bug == Bug::SwappedWitnesses {
            points.swap(0, 1);
        }
        let end = match (found.limited, distance.is_finite()) {
            (true, _) => End::IterationLimit,
            (false, false) => End::NotFinite,
            (false, true) => End::Converged,
        };
        Closest {
            end,
            distance: match self.bug {
                Bug::SquaredDistance => (distance / self.scale).powi(2),
                _ => distance / self.scale,
            },
            bounds: Some([
                if lower > distance { distance } else { lower } / self.scale,
                distance / self.scale,
            ]),
            points: Some(points.map(|point| point / self.scale)),
            // Radii may overlap by more than rounding along the normal of the cores.
            normal: normal.filter(|_| distance > 0.0),
            simplex: self.weighted(&found.simplex),
            iterations: found.iterations,
        }
    }

    fn points(&self, found: &Search, normal: Option<DVec3>, apart: bool) -> [DVec3; 2] {
        let on = |side: usize| {
            let parts = found.simplex.iter();
            let parts =
                parts.map(|(vertex, weight)| self.shapes[side][vertex.indices[side]] * *weight);
            self.origins[side] + parts.sum::<DVec3>()
        };
        let [p, q] = [on(0), on(1)];
        let [r, s] = self.radii;
        match normal {
            None => [p, q],
            Some(normal) if apart => [p + normal * r, q - normal * s],
            Some(_) => [p - found.v * (r / (r + s)); 2],
        }
    }
}

impl Textbook {
    fn known(&self, pair: &Pair, before: &Case) -> Option<Vec<Vertex>> {
        let old = Pair::of(before, self.0)?;
        let simplex = old.search(Vec::new()).simplex;
        let again = |(vertex, _): &(Vertex, f64)| match self.0 {
            Bug::StaleWarmStart => Vertex {
                w: vertex.w * (pair.scale / old.scale),
                indices: pair.within(vertex.indices),
            },
            _ => pair.vertex(pair.within(vertex.indices), DVec3::X),
        };
        Some(simplex.iter().map(again).collect())
    }
}

impl Pair {
    /// Indices from another pair, which may have more vertices.
    fn within(&self, indices: [usize; 2]) -> [usize; 2] {
        [0, 1].map(|side: usize| indices[side].min(self.shapes[side].len() - 1))
    }
}

impl Subject for Textbook {
    fn name(&self) -> &'static str {
        "textbook-with-a-bug"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let pair = Pair::of(case, self.0)?;
        let found = pair.search(Vec::new());
        let closest = pair.closest(&found);
        let is_round = pair.radii != [0.0; 2];
        let intersects = match self.0 {
            Bug::TouchingSeparated => {
                closest.distance == 0.0 && found.lower < pair.radii[0] + pair.radii[1]
            }
            Bug::OriginOnSide => closest.distance == 0.0 && (is_round || found.simplex.len() == 4),
            Bug::LimitIsSeparation => closest.distance == 0.0 && found.iterations < LOW_LIMIT,
            Bug::ExitNeverTrue => true,
            Bug::CoarseVerdict => closest.distance * pair.scale <= COARSE * found.size,
            _ => closest.distance == 0.0,
        };
        Some(Answer {
            intersects,
            end: closest.end,
            distance: Some(closest.distance),
            closest: Some(closest),
            steps: found.steps,
            evidence: Evidence::default(),
        })
    }

    fn answer_with(&self, case: &Case, setting: Setting<'_>) -> Option<Closest> {
        let Setting::WarmStart(before) = setting else {
            return None;
        };
        let pair = Pair::of(case, self.0)?;
        let found = pair.search(self.known(&pair, before)?);
        Some(pair.closest(&found))
    }
}

/// The largest coordinate of a shape in the world plus its radius; `None` if it is curved.
fn size(core: &Core) -> Option<f64> {
    let vertices = core.vertices()?.iter().flatten();
    let all = vertices.chain(&core.origin).chain([&core.radius]);
    Some(all.fold(0.0, |largest, x| f64::max(largest, x.abs())))
}
