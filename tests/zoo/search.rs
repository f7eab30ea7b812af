//! The search of `gjk-core` in one arithmetic, `f64`, with a place for each bug of this part.
//!
//! It leaves out double-double, Newton's steps and a second scale. So some cases end with a gap that
//! `f64` cannot close; those have no answer.

use gjk_harness::subject::{End, Frame, Measured, Step, StepKind, Vertex as Weighted};
use glam::DVec3;

use crate::body::Body;
use crate::bugs::Bug;
use crate::simplex::{nearest, unclamped_weights};

/// Half an ulp of 1.
const ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// A gap of this many roundoffs of the largest length is closed.
const CLOSED_GAP: f64 = 1.0;

/// If no step is left, the gap is rounding error up to this many roundoffs.
const ROUNDING_GAP: f64 = 4.0;

/// Nearest points below this part of the largest length have lost their direction in `f64`.
const BELOW_NOISE: f64 = f32::EPSILON as f64 / 8.0;

const MAX_ITERATIONS: u32 = 256;

/// Thresholds of other projects: see the bugs.
const ABSOLUTE_STOP: f64 = 1e-4;
const RELATIVE_STOP: f64 = 1e-3;
const PROGRESS: f64 = 1e-20;
const EQUAL_VERTEX: f64 = 1e-4;
pub(crate) const LOW_LIMIT: u32 = 4;

/// A pair of vertices, by index and position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) numbers: [usize; 2],
    pub(crate) a: DVec3,
    pub(crate) b: DVec3,
    w: DVec3,
    pub(crate) weight: f64,
}

impl Pair {
    /// Vertices `i` and `j`, found along `direction`.
    pub(crate) fn new(bodies: &[Body; 2], [i, j]: [usize; 2], direction: DVec3) -> Self {
        Self {
            numbers: [i, j],
            a: bodies[0].vertices[i],
            b: bodies[1].vertices[j],
            w: Body::difference(bodies, i, j, direction),
            weight: 1.0,
        }
    }

    /// The same pair at another scale.
    pub(crate) fn rescaled(self, factor: f64) -> Self {
        Self {
            a: self.a * factor,
            b: self.b * factor,
            w: self.w * factor,
            ..self
        }
    }
}

/// The end of a search. Lengths are scaled.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    bug: Bug,
    scale: f64,
    pub(crate) end: End,
    /// Whether the simplex contains the origin.
    pub(crate) overlap: bool,
    /// Whether the simplex or the bounds prove the answer within the precision of `f64`.
    pub(crate) proved: bool,
    pub(crate) simplex: Vec<Pair>,
    /// The nearest point; its direction is that of the lower bound.
    pub(crate) v: DVec3,
    /// The simplex and the nearest point before the last step.
    previous: (Vec<Pair>, DVec3),
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    pub(crate) reach: f64,
    pub(crate) iterations: u32,
    pub(crate) steps: Vec<Step>,
}

/// Searches from the line of the centres or, if given, from the `known` simplex.
pub(crate) fn search(bodies: &[Body; 2], scale: f64, known: Vec<Pair>, bug: Bug) -> Search {
    let [a, b] = bodies;
    let between = (a.center() - b.center()) + (a.origin - b.origin);
    let concentric = between == DVec3::ZERO;
    let start = if concentric { DVec3::X } else { between };
    let mut search = Search {
        bug,
        scale,
        end: End::Converged,
        overlap: false,
        proved: true,
        simplex: Vec::new(),
        v: start,
        previous: (Vec::new(), start),
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        reach: 0.0,
        iterations: 0,
        steps: Vec::new(),
    };
    search.run(bodies, known);
    if bug == Bug::ZeroStart && concentric {
        search.overlap = false;
        (search.lower, search.upper) = (0.0, search.reach);
    }
    search
}

impl Search {
    fn run(&mut self, bodies: &[Body; 2], known: Vec<Pair>) {
        let mut grown = known;
        let mut length_squared = f64::INFINITY;
        let mut stale = [f64::NEG_INFINITY; 2];
        loop {
            // Step: to the nearest point of the simplex, if that is nearer than the last.
            if !grown.is_empty() {
                let points: Vec<DVec3> = grown.iter().map(|pair| pair.w).collect();
                let next = nearest(&points, self.bug);
                let next_squared = next.v.length_squared();
                let nearer = match self.bug {
                    Bug::NanStop => !matches!(
                        next_squared.partial_cmp(&length_squared),
                        Some(std::cmp::Ordering::Greater | std::cmp::Ordering::Equal)
                    ),
                    Bug::NoDecrease => true,
                    _ => next_squared < length_squared || next.contains_origin,
                };
                if !nearer {
                    return self.settle(&grown);
                }
                for (pair, weight) in grown.iter_mut().zip(next.weights) {
                    pair.weight = weight;
                }
                grown.retain(|pair| pair.weight > 0.0 || self.bug == Bug::NoClamp);
                self.previous = (std::mem::replace(&mut self.simplex, grown.clone()), self.v);
                (self.v, length_squared) = (next.v, next_squared);
                self.upper = next.v.length();
                if next.contains_origin || self.is_contact(next_squared) {
                    return self.overlap();
                }
                if self.upper <= BELOW_NOISE * self.reach {
                    self.proved = false;
                }
                if self.bug == Bug::NanStop && self.upper == 0.0 {
                    self.v /= self.upper;
                    length_squared = self.v.length_squared();
                }
            }

            // Support: the plane that bounds the distance from below.
            let numbers = [
                bodies[0].support(-self.v, &mut stale[0]),
                bodies[1].support(self.v, &mut stale[1]),
            ];
            let pair = Pair::new(bodies, numbers, self.v);
            self.iterations += 1;
            self.reach = f64::max(self.reach, pair.w.length());
            self.lower = self.v.dot(pair.w) / self.v.length();
            self.note(&pair, length_squared);

            // Stop: the bounds have met.
            if !self.simplex.is_empty() && self.is_closed(&pair) {
                return self.settle(&grown);
            }
            grown.push(pair);
            let limit = match self.bug {
                Bug::LimitIsStale => LOW_LIMIT,
                _ => MAX_ITERATIONS,
            };
            if self.iterations >= limit {
                return self.limited();
            }
        }
    }

    /// Whether a nearest point of this squared length is the origin.
    fn is_contact(&self, length_squared: f64) -> bool {
        match self.bug {
            Bug::NanTouching | Bug::NanStop => false,
            Bug::SquaredThreshold => {
                length_squared <= f64::from(f32::EPSILON) * self.scale * self.scale
            }
            _ => length_squared == 0.0,
        }
    }

    /// Whether the nearest point is near enough to the plane through the last support point.
    fn is_closed(&self, pair: &Pair) -> bool {
        let gap = self.v.dot(self.v - pair.w) / self.v.length();
        let allowed = match self.bug {
            Bug::AbsoluteStop => ABSOLUTE_STOP * self.scale,
            Bug::RelativeStop => RELATIVE_STOP * self.upper,
            Bug::NoDecrease => PROGRESS,
            _ => CLOSED_GAP * ROUNDOFF * self.reach,
        };
        match self.bug {
            Bug::FreshmansDream => (pair.w.length() - self.upper).abs() <= allowed,
            Bug::EqualVertex => self.simplex.iter().any(|known| {
                known.w.distance_squared(pair.w) <= EQUAL_VERTEX * self.scale * self.scale
            }),
            _ => gap <= allowed,
        }
    }

    /// The end of a search without a further step; `grown` is the simplex that led no nearer.
    fn settle(&mut self, grown: &[Pair]) {
        let gap = self.upper - self.lower;
        if gap.abs() > ROUNDING_GAP * ROUNDOFF * self.reach {
            self.proved = false;
        }
        match self.bug {
            Bug::RejectedSupport if grown.len() > self.simplex.len() => {
                self.simplex = grown.to_vec();
                let points: Vec<DVec3> = grown.iter().map(|pair| pair.w).collect();
                for (pair, weight) in self.simplex.iter_mut().zip(unclamped_weights(&points)) {
                    pair.weight = weight;
                }
            }
            Bug::StaleSimplex => {
                (self.simplex, self.v) = self.previous.clone();
                self.upper = self.v.length();
            }
            _ => {}
        }
    }

    /// The end of a search that has reached its limit.
    fn limited(&mut self) {
        self.proved = false;
        if self.bug == Bug::LimitIsStale {
            self.upper = self.previous.1.length();
        } else {
            self.end = End::IterationLimit;
        }
    }

    /// The end of a search whose simplex contains the origin. If its weights have too few digits,
    /// `gjk-core` computes them again in double-double.
    fn overlap(&mut self) {
        self.overlap = true;
        let weighted = self.simplex.iter().map(|pair| pair.w * pair.weight);
        self.proved = weighted.sum::<DVec3>().length() <= ROUNDOFF * self.reach;
        if self.bug == Bug::EmptySimplex {
            self.simplex.clear();
        }
    }

    fn note(&mut self, support: &Pair, length_squared: f64) {
        self.steps.push(Step {
            phase: 0,
            kind: StepKind::Nearest,
            arithmetic: "f64",
            frame: Frame::Cores,
            simplex: weighted(&self.simplex, self.scale),
            direction: -self.v,
            support: [support.a / self.scale, support.b / self.scale],
            measured: Some(Measured {
                nearest: self.v / self.scale,
                length_squared: [length_squared, 0.0],
                bounds: [self.lower / self.scale, self.upper / self.scale],
            }),
        });
    }
}

/// The simplex in the format of the judge.
pub(crate) fn weighted(simplex: &[Pair], scale: f64) -> Vec<Weighted> {
    let weighted = |pair: &Pair| Weighted {
        a: pair.a / scale,
        b: pair.b / scale,
        weight: pair.weight,
    };
    simplex.iter().map(weighted).collect()
}
