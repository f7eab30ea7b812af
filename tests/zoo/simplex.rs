//! The nearest point of a simplex to the origin, in `f64`, with a place for each bug of this part.
//!
//! Signed areas and volumes give the weights. If the origin may be beyond a side, the nearest point
//! of every such side is tried, and the nearest of these wins.

use glam::DVec3;

use crate::bugs::Bug;

/// A sign is certain beyond this part of the product of its lengths. Each factor has two roundings,
/// up to four are multiplied and three products added.
const CERTAIN: f64 = 16.0 * f64::EPSILON;

/// The area below which a bug in Jolt took a triangle for degenerate.
const LEAST_NORMAL_SQUARED: f64 = 1e-10;

/// The point nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// The point.
    pub(crate) v: DVec3,
    /// The weights of the vertices that make it.
    pub(crate) weights: [f64; 4],
    /// Whether the origin is inside.
    pub(crate) contains_origin: bool,
}

/// The nearest point of the simplex of one to four points.
pub(crate) fn nearest(points: &[DVec3], bug: Bug) -> Nearest {
    match points.len() {
        1 => on_vertex(points, 0),
        2 => on_segment(points, [0, 1], bug),
        3 => on_triangle(points, [0, 1, 2], bug),
        _ => on_tetrahedron(points, bug),
    }
}

/// The weights of the origin's projection onto the line or plane of the first points of a simplex,
/// inside or not.
pub(crate) fn unclamped_weights(points: &[DVec3]) -> [f64; 4] {
    match *points {
        [a, b] => {
            let share = -a.dot(b - a) / (b - a).length_squared();
            [1.0 - share, share, 0.0, 0.0]
        }
        [a, b, c, ..] => {
            let normal = (b - a).cross(c - a);
            let areas = [(b, c), (c, a), (a, b)].map(|(p, q)| normal.dot(p.cross(q)));
            let sum: f64 = areas.iter().sum();
            [areas[0] / sum, areas[1] / sum, areas[2] / sum, 0.0]
        }
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}

fn inside(weights: [f64; 4]) -> Nearest {
    Nearest {
        v: DVec3::ZERO,
        weights,
        contains_origin: true,
    }
}

fn on_vertex(points: &[DVec3], i: usize) -> Nearest {
    let mut weights = [0.0; 4];
    weights[i] = 1.0;
    Nearest {
        v: points[i],
        weights,
        contains_origin: false,
    }
}

fn on_segment(points: &[DVec3], [i, j]: [usize; 2], bug: Bug) -> Nearest {
    let a = points[i];
    let b = match bug {
        Bug::NewestPoint => points[points.len() - 1],
        _ => points[j],
    };
    let ab = b - a;
    let (along, length_squared) = (-a.dot(ab), ab.length_squared());
    if bug != Bug::NoClamp || length_squared == 0.0 {
        if along <= 0.0 {
            return on_vertex(points, i);
        }
        if along >= length_squared {
            return on_vertex(points, j);
        }
    }
    let mut weights = [0.0; 4];
    weights[j] = along / length_squared;
    weights[i] = 1.0 - weights[j];
    Nearest {
        v: ab.cross(a.cross(ab)) / length_squared,
        weights,
        contains_origin: false,
    }
}

fn on_triangle(points: &[DVec3], [i, j, k]: [usize; 3], bug: Bug) -> Nearest {
    let (a, b, c) = (points[i], points[j], points[k]);
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let normal_squared = normal.length_squared();
    let flat = match bug {
        Bug::ZeroAreaNormal => -1.0,
        Bug::AbsoluteNormal => LEAST_NORMAL_SQUARED,
        _ => CERTAIN * CERTAIN * ab.length_squared() * ac.length_squared(),
    };
    let areas = [
        normal.dot((c - b).cross(-b)),
        normal.dot(ac.cross(a)),
        normal.dot(ab.cross(-a)),
    ];
    let has_normal = normal_squared > flat;
    let mut best = None;
    for (side, (area, ends)) in areas.iter().zip([[j, k], [i, k], [i, j]]).enumerate() {
        let beyond = match bug {
            Bug::ZeroAreaNormal => *area < 0.0,
            _ => *area <= 0.0 || !has_normal,
        };
        if beyond && !(bug == Bug::SkippedSide && side == 1) {
            keep_nearer(&mut best, on_segment(points, ends, bug));
        }
    }
    best.unwrap_or_else(|| {
        let share = 1.0 / areas.iter().sum::<f64>();
        let mut weights = [0.0; 4];
        for (area, vertex) in areas.iter().zip([i, j, k]) {
            weights[vertex] = area * share;
        }
        Nearest {
            v: normal * (a.dot(normal) / normal_squared),
            weights,
            contains_origin: false,
        }
    })
}

fn on_tetrahedron(points: &[DVec3], bug: Bug) -> Nearest {
    const FACES: [[usize; 3]; 4] = [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]];
    let volume = |[i, j, k]: [usize; 3]| {
        let (a, ab, ac) = (points[i], points[j] - points[i], points[k] - points[i]);
        let certain = CERTAIN * a.length() * ab.length() * ac.length();
        (-a.dot(ab.cross(ac)), certain)
    };
    let mut volumes = FACES.map(volume);
    if bug == Bug::WrongWinding {
        volumes[2] = volume([0, 1, 3]);
    }
    let sum: f64 = volumes.iter().map(|(volume, _)| volume).sum();
    let beyond = |(volume, certain): (f64, f64)| match bug {
        Bug::FourPoints => false,
        Bug::UncertainSign => volume * sum < 0.0,
        _ => volume * sum.signum() <= certain,
    };
    let mut best = None;
    for (volume, face) in volumes.into_iter().zip(FACES) {
        if beyond(volume) {
            keep_nearer(&mut best, on_triangle(points, face, bug));
            if bug == Bug::FirstFace {
                break;
            }
        }
    }
    best.unwrap_or_else(|| inside(volumes.map(|(volume, _)| volume / sum)))
}

/// Replaces `best` by `candidate` if that is nearer to the origin.
fn keep_nearer(best: &mut Option<Nearest>, candidate: Nearest) {
    let nearer = |best: &mut Nearest| candidate.v.length_squared() < best.v.length_squared();
    if best.as_mut().is_none_or(nearer) {
        *best = Some(candidate);
    }
}
