//! The search as a subject: from a case to its answer, with a place for each bug of this part.

use gjk_harness::case::Case;
use gjk_harness::subject::{Answer, Closest, End, Evidence, Setting, Subject};
use glam::DVec3;

use crate::body::Body;
use crate::bugs::Bug;
use crate::search::{LOW_LIMIT, Pair, Search, search, weighted};

/// Shapes without a separating plane touch if they are this near, in ulps of the largest length.
const TOUCH_BAND: f64 = 0.75;

/// The margin that Bullet gave to every shape.
const MARGIN: f64 = 0.04;

/// The tolerance of a coarser contact test, in parts of the largest length.
const COARSE: f64 = 1e-3;

/// The length below which Box2D rejected a normal.
const LEAST_NORMAL: f64 = 1e-7;

/// The search with a bug, or with none.
pub(crate) struct Variant(pub(crate) Bug);

impl Subject for Variant {
    fn name(&self) -> &'static str {
        "zoo"
    }

    fn about(&self) -> &'static str {
        "the search of gjk-core told again, with a bug"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let closest = self.closest(case, None)?;
        let [a, b] = Body::pair(case, self.0)?.0;
        let (found, scale) = self.search(case, None)?;
        let radius = a.radius + b.radius;
        let intersects = match self.0 {
            Bug::TouchingSeparated => closest.distance == 0.0 && found.lower - radius < 0.0,
            Bug::OriginOnSide => {
                closest.distance == 0.0 && (radius > 0.0 || found.simplex.len() > 3)
            }
            Bug::LimitIsSeparation => closest.distance == 0.0 && found.iterations < LOW_LIMIT,
            Bug::ExitNeverTrue => true,
            Bug::CoarseVerdict => closest.distance * scale <= COARSE * found.reach,
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
        match setting {
            Setting::WarmStart(before) => self.closest(case, Some(before)),
            _ => None,
        }
    }
}

impl Variant {
    /// The search for a case, and its scale; `None` if the one without a bug does not end in `f64`.
    fn search(&self, case: &Case, before: Option<&Case>) -> Option<(Search, f64)> {
        let (bodies, scale) = Body::pair(case, self.0)?;
        let known = match before {
            Some(before) => self.known(&bodies, scale, before)?,
            None => Vec::new(),
        };
        let found = search(&bodies, scale, known, self.0);
        let sound = self.0 == Bug::None;
        let answered = match sound {
            true => found.proved,
            false => Variant(Bug::None).search(case, before).is_some(),
        };
        answered.then_some((found, scale))
    }

    /// The last simplex of the search for the case `before`, with its vertices recomputed.
    fn known(&self, bodies: &[Body; 2], scale: f64, before: &Case) -> Option<Vec<Pair>> {
        let (old_bodies, old_scale) = Body::pair(before, self.0)?;
        let mut known = search(&old_bodies, old_scale, Vec::new(), self.0).simplex;
        for pair in &mut known {
            let [i, j] = pair.numbers;
            let last = [0, 1].map(|side: usize| bodies[side].vertices.len() - 1);
            let numbers = [i.min(last[0]), j.min(last[1])];
            *pair = match self.0 {
                Bug::StaleWarmStart => pair.rescaled(scale / old_scale),
                _ => Pair::new(bodies, numbers, DVec3::X),
            };
        }
        Some(known)
    }

    fn closest(&self, case: &Case, before: Option<&Case>) -> Option<Closest> {
        let (found, scale) = self.search(case, before)?;
        let bodies = Body::pair(case, self.0)?.0;
        let [a, b] = &bodies;
        let radius = match self.0 {
            Bug::RadiusTwice => 2.0 * (a.radius + b.radius),
            Bug::RadiusLost => a.radius,
            Bug::UnaskedMargin => MARGIN * scale,
            _ => a.radius + b.radius,
        };
        let ulp = found.reach.next_up() - found.reach;
        let touching = found.lower <= 0.0 && found.upper <= TOUCH_BAND * ulp;
        let cores_meet = found.overlap || touching;
        // A NaN lower bound stays NaN.
        let meet = cores_meet || (found.upper <= radius && !found.lower.is_nan());
        let [lower, upper] = if meet {
            [0.0, 0.0]
        } else {
            let lower = if found.lower > found.upper {
                found.upper
            } else {
                found.lower
            };
            let lower = lower - radius;
            [if lower < 0.0 { 0.0 } else { lower }, found.upper - radius]
        };
        let apart = !cores_meet && found.lower > 0.0;
        let normal = apart.then(|| self.normal(&found, &bodies, scale));
        let points = self.witnesses(&found, &bodies, normal, upper > 0.0);
        Some(Closest {
            end: match found.end {
                End::Converged if !upper.is_finite() => End::NotFinite,
                end => end,
            },
            distance: match self.0 {
                Bug::SquaredDistance => (upper / scale) * (upper / scale),
                _ => upper / scale,
            },
            bounds: Some([lower / scale, upper / scale]),
            points: Some(points.map(|point| point / scale)),
            // Radii may overlap by more than rounding along the normal of the cores.
            normal: normal.filter(|_| !meet),
            simplex: weighted(&found.simplex, scale),
            iterations: found.iterations,
        })
    }

    /// The unit vector from the first shape to the second.
    fn normal(&self, found: &Search, bodies: &[Body; 2], scale: f64) -> DVec3 {
        let normal = -found.v / found.v.length();
        let [a, b] = bodies;
        match self.0 {
            Bug::NormalByOrigins if normal.dot(b.origin - a.origin) < 0.0 => -normal,
            Bug::NoNormal if found.v.length() < LEAST_NORMAL * scale => DVec3::ZERO,
            _ => normal,
        }
    }

    /// The closest points, or a common point twice.
    fn witnesses(
        &self,
        found: &Search,
        [a, b]: &[Body; 2],
        normal: Option<DVec3>,
        apart: bool,
    ) -> [DVec3; 2] {
        let mean_a = mean(&found.simplex, |pair| pair.a);
        let mean_b = mean(&found.simplex, |pair| pair.b);
        let points = match normal {
            None => [a.origin + mean_a, b.origin + mean_b],
            Some(normal) if apart => [
                a.origin + (mean_a + normal * a.radius),
                b.origin + (mean_b - normal * b.radius),
            ],
            Some(_) => {
                // Only the radii overlap: the point that divides the line in their ratio.
                let part = if a.radius < b.radius {
                    a.origin + (mean_a - found.v * (a.radius / (a.radius + b.radius)))
                } else {
                    b.origin + (mean_b + found.v * (b.radius / (a.radius + b.radius)))
                };
                [part, part]
            }
        };
        match (self.0, points) {
            (Bug::SwappedWitnesses, [a, b]) => [b, a],
            (_, points) => points,
        }
    }
}

/// The weighted mean of a simplex, from its heaviest vertex on, which loses the fewest digits.
fn mean(simplex: &[Pair], point: impl Fn(&Pair) -> DVec3) -> DVec3 {
    let heavier = |p: &&Pair, q: &&Pair| p.weight.total_cmp(&q.weight);
    let Some(heaviest) = simplex.iter().rev().max_by(heavier) else {
        return DVec3::ZERO;
    };
    let base = point(heaviest);
    let steps = simplex
        .iter()
        .map(|pair| (point(pair) - base) * pair.weight);
    base + steps.sum::<DVec3>()
}
