//! The variants: how each chooses its next direction.
//!
//! The secant variants search for the unit `n` whose support point `s(n)` lies along `n`. In the
//! chart around the nearest point `v` a direction is `v/|v| + t` with `t` perpendicular to `v`, and
//! the residual `F(t) = across(s) - along(s) t` must vanish. It is a gradient plus a multiple of
//! `t`: its derivative is `A - along(s)`, where the symmetric `A` is minus the radii of curvature
//! of the difference, zero on a face and at a vertex.

use glam::{DMat3, DVec2, DVec3};

use crate::search::{Sample, State, Step, Variant};

/// Directions farther than this (a cosine) from the nearest point are outside the chart.
const CHART_COSINE: f64 = 0.3;

/// Before this many evaluations the secant variants are plain: most searches on polytopes end by
/// then.
const FEWEST: usize = 5;

/// The original: always the nearest point.
pub(crate) struct Plain;

impl Variant for Plain {
    fn direction(&mut self, _state: &State) -> Option<DVec3> {
        None
    }
}

/// A direction with momentum, until its first failure.
pub(crate) struct Momentum {
    rule: Rule,
    normalized: bool,
    direction: Option<DVec3>,
    failed: bool,
}

/// How the next direction follows from the last.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// L. Montaut, Q. Le Lidec, V. Petrik, J. Sivic, J. Carpentier, "Collision Detection
    /// Accelerated: An Optimization Perspective" (RSS 2022). With normalised directions, for shapes
    /// that are not strictly convex, the library Coal uses another factor, and so do we.
    Nesterov,
    /// The same authors, "GJK++: Leveraging Acceleration Methods for Faster Collision Detection"
    /// (2024): `PolyakAcceleration` in Coal.
    Polyak,
}

impl Momentum {
    pub(crate) fn new(rule: Rule, normalized: bool) -> Self {
        Self {
            rule,
            normalized,
            direction: None,
            failed: false,
        }
    }
}

impl Variant for Momentum {
    fn direction(&mut self, state: &State) -> Option<DVec3> {
        if self.failed {
            return None;
        }
        let scaled = |vector: DVec3| {
            if self.normalized {
                vector.normalize()
            } else {
                vector
            }
        };
        let k = state.history.len() as f64;
        let last = scaled(self.direction.unwrap_or(state.start));
        let direction = match self.rule {
            Rule::Nesterov => {
                let ahead = if self.normalized { 2.0 } else { 1.0 };
                let share = (k + ahead) / (k + 3.0);
                let y = state.v.lerp(state.history.last()?.w, 1.0 - share);
                share * last + (1.0 - share) * scaled(y)
            }
            Rule::Polyak => {
                let share = 1.0 / (k + 1.0);
                share * last + (1.0 - share) * scaled(state.v)
            }
        };
        self.direction = Some(direction);
        Some(direction)
    }

    fn learn(&mut self, _state: &State, step: &Step) {
        self.failed = !step.nearer || step.would_stop;
    }
}

/// When a secant variant takes plain steps.
pub(crate) struct Pace {
    alternating: bool,
    plain_next: bool,
}

impl Pace {
    /// Every other time.
    pub(crate) const ALTERNATING: Self = Self {
        alternating: true,
        plain_next: false,
    };

    /// After an own step that came no nearer. A plain step comes nearer or is the last, so at least
    /// every other step comes nearer, and the search ends like a plain one.
    pub(crate) const AS_NEEDED: Self = Self {
        alternating: false,
        plain_next: false,
    };

    /// Whether the next step is the variant's own.
    fn is_own_next(&mut self, state: &State) -> bool {
        state.history.len() >= FEWEST && !std::mem::take(&mut self.plain_next)
    }

    fn learn(&mut self, step: &Step) {
        self.plain_next = self.alternating || !step.nearer;
    }
}

/// A secant step: the mean of directions with the weights, of sum one, for which the mean of their
/// residuals vanishes (P. Wolfe, "The Secant Method for Simultaneous Nonlinear Equations",
/// Communications of the ACM 2, 1959).
pub(crate) struct Secant {
    of: Of,
    pace: Pace,
}

/// The directions of a secant step.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    /// Those of the simplex, with its weights, as in the false position method; shortened by the
    /// share of the distance in the derivative.
    Simplex,
    /// The last three.
    LastThree,
}

impl Secant {
    pub(crate) fn new(of: Of, pace: Pace) -> Self {
        Self { of, pace }
    }
}

impl Variant for Secant {
    fn direction(&mut self, state: &State) -> Option<DVec3> {
        if !self.pace.is_own_next(state) {
            return None;
        }
        let chart = Chart::around(state.v);
        let t = match self.of {
            Of::Simplex => {
                let vertices: Vec<(Place, f64)> = (state.simplex.iter())
                    .map(|(vertex, weight)| Some((chart.place(vertex)?, *weight)))
                    .collect::<Option<_>>()?;
                let mean: DVec2 = vertices.iter().map(|(at, weight)| at.t * *weight).sum();
                let spread = |of: &dyn Fn(&Place) -> f64| -> f64 {
                    vertices.iter().map(|(at, weight)| of(at) * weight).sum()
                };
                let across = spread(&|at| at.across.length_squared());
                let radius = (across / spread(&|at| (at.t - mean).length_squared())).sqrt();
                mean * (radius / (radius + chart.distance))
            }
            Of::LastThree => {
                let [p, q, r] = *state.history.last_chunk()?;
                let [p, q, r] = [chart.place(&p)?, chart.place(&q)?, chart.place(&r)?];
                let (f, g, h) = (p.residual(), q.residual(), r.residual());
                let weights = [g.perp_dot(h), h.perp_dot(f), f.perp_dot(g)];
                let sum = p.t * weights[0] + q.t * weights[1] + r.t * weights[2];
                sum / (weights[0] + weights[1] + weights[2])
            }
        };
        chart.direction(state, t)
    }

    fn learn(&mut self, _state: &State, step: &Step) {
        self.pace.learn(step);
    }
}

/// The curvature is fitted to the simplex and to this many of the last evaluations.
const MEMORY: usize = 5;

/// A sample's weight in the fit is this power of its distance in the chart.
const WEIGHT_POWER: i32 = -4;

/// The weight of the guess that the curvature is the same in all directions: it matters only where
/// samples do not decide.
const GUESS_WEIGHT: f64 = 1e-6;

/// A Newton step, with the curvature fitted to the last evaluations: the symmetric matrix that fits
/// them best.
pub(crate) struct Fitted(Pace);

impl Fitted {
    pub(crate) fn new(pace: Pace) -> Self {
        Self(pace)
    }
}

impl Variant for Fitted {
    fn direction(&mut self, state: &State) -> Option<DVec3> {
        if !self.0.is_own_next(state) {
            return None;
        }
        let chart = Chart::around(state.v);
        let older = state.simplex.iter().map(|(vertex, _)| vertex);
        let mut places = Vec::new();
        for sample in state.history.iter().rev().take(MEMORY).chain(older) {
            places.extend(chart.place(sample));
        }
        let residual = |place: &Place| place.residual().length();
        let base = *(places.iter()).min_by(|p, q| residual(p).total_cmp(&residual(q)))?;
        let curvature = Curvature::fitted(&base, &places)?;
        chart.direction(state, base.t + curvature.newton_step(&base, chart.distance))
    }

    fn learn(&mut self, _state: &State, step: &Step) {
        self.0.learn(step);
    }
}

/// The chart of directions around the nearest point.
struct Chart {
    normal: DVec3,
    axes: [DVec3; 2],
    distance: f64,
}

/// A sample in the chart.
#[derive(Clone, Copy)]
struct Place {
    /// The direction.
    t: DVec2,
    /// The support point, perpendicular to and along the nearest point.
    across: DVec2,
    along: f64,
}

impl Place {
    fn residual(&self) -> DVec2 {
        self.across - self.along * self.t
    }
}

impl Chart {
    fn around(v: DVec3) -> Self {
        let normal = v.normalize();
        let (x, y) = normal.any_orthonormal_pair();
        Self {
            normal,
            axes: [x, y],
            distance: v.length(),
        }
    }

    fn across(&self, vector: DVec3) -> DVec2 {
        DVec2::from_array(self.axes.map(|axis| axis.dot(vector)))
    }

    fn place(&self, sample: &Sample) -> Option<Place> {
        let cosine = sample.direction.dot(self.normal);
        (cosine > CHART_COSINE).then(|| Place {
            t: self.across(sample.direction) / cosine,
            across: self.across(sample.w),
            along: sample.w.dot(self.normal),
        })
    }

    /// The direction at `t`, if that is no farther out than the directions of the simplex.
    fn direction(&self, state: &State, t: DVec2) -> Option<DVec3> {
        let places = state
            .simplex
            .iter()
            .filter_map(|(vertex, _)| self.place(vertex));
        let farthest = places.map(|place| place.t.length()).fold(0.0, f64::max);
        let [x, y] = self.axes;
        (t.length() <= farthest).then(|| self.normal + x * t.x + y * t.y)
    }
}

/// The symmetric matrix `A`, by its entries `xx`, `xy` and `yy`.
struct Curvature(DVec3);

impl Curvature {
    /// By least squares from the differences of all samples to the base; `None` if there are none.
    fn fitted(base: &Place, places: &[Place]) -> Option<Self> {
        let (mut matrix, mut right, mut total) = (DMat3::ZERO, DVec3::ZERO, 0.0);
        let (mut nearest, mut radius) = (f64::INFINITY, 0.0);
        for place in places {
            let (t, across) = (place.t - base.t, place.across - base.across);
            let length = t.length();
            if length == 0.0 {
                continue;
            }
            if length < nearest {
                (nearest, radius) = (length, across.length() / length);
            }
            let weight = length.powi(WEIGHT_POWER);
            total += weight * length * length;
            for (row, value) in [
                (DVec3::new(t.x, t.y, 0.0), across.x),
                (DVec3::new(0.0, t.x, t.y), across.y),
            ] {
                matrix += DMat3::from_cols(row * row.x, row * row.y, row * row.z) * weight;
                right += row * (value * weight);
            }
        }
        let guess = GUESS_WEIGHT * total;
        matrix += DMat3::from_diagonal(DVec3::new(1.0, 2.0, 1.0) * guess);
        right -= DVec3::new(1.0, 0.0, 1.0) * (radius * guess);
        let entries = matrix.inverse() * right;
        (nearest.is_finite() && entries.is_finite()).then_some(Self(entries))
    }

    /// `(distance - A)⁻¹ F`, with positive eigenvalues of `A` set to zero, as those of a convex
    /// shape are not positive.
    fn newton_step(&self, base: &Place, distance: f64) -> DVec2 {
        let Self(a) = self;
        let (mean, half) = ((a.x + a.z) / 2.0, (a.x - a.z) / 2.0);
        let radius = half.hypot(a.y);
        let f = base.residual();
        let turned = if radius > 0.0 {
            DVec2::new(half * f.x + a.y * f.y, a.y * f.x - half * f.y) / radius
        } else {
            DVec2::ZERO
        };
        let (upper, lower) = ((f + turned) / 2.0, (f - turned) / 2.0);
        upper / (distance - (mean + radius).min(0.0))
            + lower / (distance - (mean - radius).min(0.0))
    }
}
