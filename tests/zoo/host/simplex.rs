//! The nearest point of a simplex to the origin by Voronoi regions: Ericson, section 5.1, with a place
//! for each bug of this part.

use glam::DVec3;

use crate::bugs::Bug;

/// A volume counts where it is more than this part of the product of its edges.
const FLAT: f64 = 1e-15;

/// What a bug takes for no normal, in the unit of the case.
const NO_NORMAL: f64 = 1e-10;

/// The nearest point and the weights of the vertices that make it.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    pub(super) point: DVec3,
    pub(super) weights: [f64; 4],
    pub(super) inside: bool,
}

impl Nearest {
    fn of(points: &[DVec3], weights: [f64; 4]) -> Self {
        let parts = points.iter().zip(weights).map(|(p, weight)| *p * weight);
        Self {
            point: parts.sum(),
            weights,
            inside: false,
        }
    }
}

/// The nearest point of one to four points.
pub(super) fn closest(points: &[DVec3], bug: Bug, scale: f64) -> Nearest {
    match points.len() {
        1 => Nearest::of(points, [1.0, 0.0, 0.0, 0.0]),
        2 => on_segment(points, [0, 1], bug),
        3 => on_triangle(points, [0, 1, 2], bug, scale),
        _ => on_tetrahedron(points, bug, scale),
    }
}

fn weights<const N: usize>(indices: [usize; N], parts: [f64; N]) -> [f64; 4] {
    let mut weights = [0.0; 4];
    for (index, part) in indices.into_iter().zip(parts) {
        weights[index] = part;
    }
    weights
}

fn on_segment(points: &[DVec3], [i, j]: [usize; 2], bug: Bug) -> Nearest {
    let a = points[i];
    let ab = points[j] - a;
    let squared = ab.length_squared();
    let t = -a.dot(ab) / squared;
    let t = match bug {
        Bug::NoClamp if squared > 0.0 => t,
        _ if squared > 0.0 => t.clamp(0.0, 1.0),
        _ => 0.0,
    };
    Nearest::of(points, weights([i, j], [1.0 - t, t]))
}

/// The nearest of the sides of a triangle, for one that has no area.
fn on_sides(points: &[DVec3], [i, j, k]: [usize; 3], bug: Bug) -> Nearest {
    let sides = [[i, j], [i, k], [j, k]].map(|side| on_segment(points, side, bug));
    let nearer = |best: Nearest, side: Nearest| {
        let is_nearer = side.point.length_squared() < best.point.length_squared();
        if is_nearer { side } else { best }
    };
    sides.into_iter().reduce(nearer).expect("three sides")
}

fn on_triangle(points: &[DVec3], [i, j, k]: [usize; 3], bug: Bug, scale: f64) -> Nearest {
    let (a, b, c) = (points[i], points[j], points[k]);
    let (ab, ac) = (b - a, c - a);
    let squared = ab.cross(ac).length_squared();
    let least = match bug {
        Bug::ZeroAreaNormal => -1.0,
        Bug::AbsoluteNormal => NO_NORMAL * scale.powi(4),
        _ => FLAT * FLAT * ab.length_squared() * ac.length_squared(),
    };
    if squared <= least {
        return on_sides(points, [i, j, k], bug);
    }
    let vertex = |index| Nearest::of(points, weights([index], [1.0]));
    let side = |ends: [usize; 2]| match bug {
        Bug::NewestPoint => on_segment(points, [ends[0], points.len() - 1], bug),
        _ => on_segment(points, ends, bug),
    };
    let clamps = bug != Bug::NoClamp;
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if clamps && d1 <= 0.0 && d2 <= 0.0 {
        return vertex(i);
    }
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if clamps && d3 >= 0.0 && d4 <= d3 {
        return vertex(j);
    }
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if clamps && d6 >= 0.0 && d5 <= d6 {
        return vertex(k);
    }
    // Signed areas, of which those of the textbook are a cheaper and less accurate form.
    let normal = ab.cross(ac);
    let area = |p: DVec3, q: DVec3| normal.dot(p.cross(q));
    let (va, vb, vc) = (area(b, c), area(c, a), area(a, b));
    if vc <= 0.0 && (!clamps || d1 >= 0.0 && d3 <= 0.0) {
        return side([i, j]);
    }
    if bug != Bug::SkippedSide && vb <= 0.0 && (!clamps || d2 >= 0.0 && d6 <= 0.0) {
        return side([i, k]);
    }
    if va <= 0.0 && (!clamps || d4 >= d3 && d5 >= d6) {
        return side([j, k]);
    }
    let sum = va + vb + vc;
    Nearest {
        point: normal * (a.dot(normal) / squared),
        ..Nearest::of(points, weights([i, j, k], [va / sum, vb / sum, vc / sum]))
    }
}

fn on_tetrahedron(points: &[DVec3], bug: Bug, scale: f64) -> Nearest {
    // Each face, and the vertex beyond it.
    const FACES: [([usize; 3], usize); 4] = [
        ([0, 1, 2], 3),
        ([0, 2, 3], 1),
        ([0, 3, 1], 2),
        ([1, 3, 2], 0),
    ];
    let mut best: Option<Nearest> = None;
    let mut volumes = [0.0; 4];
    for (number, ([i, j, k], opposite)) in FACES.into_iter().enumerate() {
        let (a, b, c, d) = (points[i], points[j], points[k], points[opposite]);
        let normal = (b - a).cross(c - a);
        let (origin, inner) = (-a.dot(normal), (d - a).dot(normal));
        volumes[opposite] = origin / inner;
        let certain = FLAT * normal.length() * (d - a).length();
        let is_outside = match bug {
            Bug::FourPoints => false,
            Bug::WrongWinding if number == 2 => origin * inner > 0.0,
            Bug::UncertainSign => origin * inner < 0.0,
            _ => origin * inner.signum() <= 0.0 || inner.abs() <= certain,
        };
        if !is_outside {
            continue;
        }
        let nearest = on_triangle(points, [i, j, k], bug, scale);
        let is_nearer =
            |best: Nearest| nearest.point.length_squared() < best.point.length_squared();
        if best.is_none_or(is_nearer) {
            best = Some(nearest);
        }
        if bug == Bug::FirstFace {
            break;
        }
    }
    best.unwrap_or(Nearest {
        point: DVec3::ZERO,
        weights: volumes,
        inside: true,
    })
}
