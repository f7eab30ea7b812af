//! GJK in plain `f64`, with a free choice of the direction.
//!
//! It is `gjk-core` without double-double and scaling. A search that rounding stops before its gap
//! is closed counts as open.

use gjk_core::Shape;
use glam::DVec3;

/// A search with more evaluations has failed.
const MOST_EVALUATIONS: u32 = 128;

/// If the shapes nearly touch, a gap of this part of the largest length is closed.
pub(crate) const CLOSED_GAP: f64 = 1e-15;

/// The volume of the origin with a face is certain beyond this part of the product of its lengths:
/// about fifty roundoffs.
const CERTAIN_VOLUME: f64 = 1e-14;

/// The point `w` of the difference that is least along the unit `direction`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) direction: DVec3,
    pub(crate) w: DVec3,
}

/// A vertex of the simplex and its weight.
pub(crate) type Vertex = (Sample, f64);

/// The state of a search.
pub(crate) struct State {
    /// The start direction, as long as the distance of the centres.
    pub(crate) start: DVec3,
    /// The vertices of the nearest point.
    pub(crate) simplex: Vec<Vertex>,
    /// The nearest point of the simplex.
    pub(crate) v: DVec3,
    /// The best lower bound so far.
    pub(crate) lower: f64,
    /// The length of the weighted mean: an upper bound.
    pub(crate) upper: f64,
    /// The largest length so far.
    pub(crate) reach: f64,
    /// All evaluations, the last one last.
    pub(crate) history: Vec<Sample>,
}

/// The result of a variant's own direction.
pub(crate) struct Step {
    /// Whether the nearest point came nearer.
    pub(crate) nearer: bool,
    /// Whether the gap test of the Frank-Wolfe algorithm, `v · (v - w)` with the `v` before the
    /// step, would have stopped a search in the direction of `v`.
    pub(crate) would_stop: bool,
}

/// How a variant chooses the next direction.
pub(crate) trait Variant {
    /// The direction to evaluate, of any length; `None` for that of plain GJK, the nearest point.
    fn direction(&mut self, state: &State) -> Option<DVec3>;

    /// Called after each evaluation in the variant's own direction.
    fn learn(&mut self, _state: &State, _step: &Step) {}
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// The bounds met.
    Closed,
    /// The simplex contains the origin.
    Overlap,
    /// It ran out of evaluations, or rounding left no further step.
    Open,
}

/// Searches until the gap is closed: the end, and the number of evaluations. It starts along the
/// line of the centres, or from `known` directions, whose points are recomputed for free (like
/// those of a warm start in `gjk_core`).
pub(crate) fn search<S: Shape<Vector = DVec3>>(
    shapes: &[S; 2],
    known: &[DVec3],
    gap: f64,
    variant: &mut dyn Variant,
) -> (End, u32, State) {
    let [a, b] = shapes;
    let apart = a.body().origin() - b.body().origin();
    let between = a.body().center() - b.body().center() + apart;
    let start = if between == DVec3::ZERO {
        DVec3::X
    } else {
        between
    };
    let mut state = State {
        start,
        simplex: Vec::new(),
        v: start,
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        reach: 0.0,
        history: Vec::new(),
    };
    let evaluated = |direction: DVec3| Sample {
        direction,
        w: a.body().support(-direction) - b.body().support(direction) + apart,
    };
    for direction in known {
        if !state.add(evaluated(*direction)) {
            return (End::Overlap, 0, state);
        }
    }
    for evaluations in 1..=MOST_EVALUATIONS {
        let own = if state.simplex.is_empty() {
            None
        } else {
            variant.direction(&state)
        };
        let sample = evaluated(own.unwrap_or(state.v).normalize());
        let (v, upper) = (state.v, state.upper);
        let end = if state.add(sample) {
            End::Closed
        } else {
            End::Overlap
        };
        let allowed = f64::max(gap * state.upper, CLOSED_GAP * state.reach);
        let met = state.upper - state.lower <= allowed || state.upper <= CLOSED_GAP * state.reach;
        if met || end == End::Overlap {
            return (end, evaluations, state);
        }
        let step = Step {
            nearer: state.v.length_squared() < v.length_squared(),
            would_stop: v.dot(v - sample.w) <= allowed * upper,
        };
        if own.is_some() {
            variant.learn(&state, &step);
        } else if !step.nearer && evaluations > 1 {
            return (End::Open, evaluations, state);
        }
    }
    (End::Open, MOST_EVALUATIONS, state)
}

impl State {
    /// Adds an evaluation; the simplex and its nearest point change if that is nearer. False if the
    /// simplex contains the origin.
    fn add(&mut self, sample: Sample) -> bool {
        self.history.push(sample);
        self.reach = self.reach.max(sample.w.length());
        self.lower = self.lower.max(sample.direction.dot(sample.w));
        let mut grown: Vec<Sample> = self.simplex.iter().map(|(vertex, _)| *vertex).collect();
        grown.push(sample);
        let points: Vec<DVec3> = grown.iter().map(|vertex| vertex.w).collect();
        let Some((weights, v)) = nearest(&points) else {
            return false;
        };
        if self.simplex.is_empty() || v.length_squared() < self.v.length_squared() {
            let vertices = grown.into_iter().zip(weights);
            self.simplex = vertices.filter(|(_, weight)| *weight > 0.0).collect();
            self.v = v;
            let mean: DVec3 = self.simplex.iter().map(|(x, weight)| x.w * *weight).sum();
            self.upper = mean.length();
        }
        true
    }
}

/// The weights and the point nearest to the origin of a simplex of one to four points; `None` if it
/// contains the origin. Every face is tried.
fn nearest(points: &[DVec3]) -> Option<(Vec<f64>, DVec3)> {
    if contains_origin(points) {
        return None;
    }
    let mut best: Option<(Vec<f64>, DVec3)> = None;
    for mask in 1..1usize << points.len() {
        let face: Vec<usize> = (0..points.len()).filter(|i| mask >> i & 1 == 1).collect();
        let Some((weights, v)) = on_face(points, &face) else {
            continue;
        };
        let nearer = |(_, best): &(_, DVec3)| v.length_squared() < best.length_squared();
        if best.as_ref().is_none_or(nearer) {
            let mut all = vec![0.0; points.len()];
            for (i, weight) in face.iter().zip(weights) {
                all[*i] = weight;
            }
            best = Some((all, v));
        }
    }
    best
}

fn contains_origin(points: &[DVec3]) -> bool {
    let [a, b, c, d] = *points else {
        return false;
    };
    let volume = |p: DVec3, q: DVec3, r: DVec3| {
        let (pq, pr) = (q - p, r - p);
        let certain = CERTAIN_VOLUME * p.length() * pq.length() * pr.length();
        (p.dot(pq.cross(pr)), certain)
    };
    // The sides, each with its corners in the same orientation seen from outside.
    let sides = [
        volume(b, d, c),
        volume(a, c, d),
        volume(a, d, b),
        volume(a, b, c),
    ];
    sides.iter().all(|(x, certain)| *x > *certain)
        || sides.iter().all(|(x, certain)| *x < -*certain)
}

/// The weights and the position of the origin's projection onto the plane, line or point of a face,
/// if it is within the face.
fn on_face(points: &[DVec3], face: &[usize]) -> Option<(Vec<f64>, DVec3)> {
    match *face {
        [i] => Some((vec![1.0], points[i])),
        [i, j] => {
            let (a, b) = (points[i], points[j]);
            let ab = b - a;
            let weight = -a.dot(ab) / ab.length_squared();
            let near = if weight < 0.5 { a } else { b };
            let v = ab.cross(near.cross(ab)) / ab.length_squared();
            (weight > 0.0 && weight < 1.0).then(|| (vec![1.0 - weight, weight], v))
        }
        [i, j, k] => {
            let (a, b, c) = (points[i], points[j], points[k]);
            let sides = [b - a, c - b, a - c];
            // The two shortest sides give the normal with the least rounding.
            let longest = (0..sides.len()).max_by(|i, j| {
                sides[*i]
                    .length_squared()
                    .total_cmp(&sides[*j].length_squared())
            })?;
            let normal = sides[(longest + 1) % 3].cross(sides[(longest + 2) % 3]);
            let areas = [
                normal.dot(sides[1].cross(-b)),
                normal.dot(sides[2].cross(-c)),
                normal.dot(sides[0].cross(-a)),
            ];
            let sum: f64 = areas.iter().sum();
            let near = [a, b, c]
                .into_iter()
                .min_by(|p, q| p.length_squared().total_cmp(&q.length_squared()))?;
            let v = normal * (near.dot(normal) / normal.length_squared());
            let inside = areas.iter().all(|area| *area > 0.0) && v.is_finite();
            inside.then(|| (areas.map(|area| area / sum).to_vec(), v))
        }
        _ => None,
    }
}
