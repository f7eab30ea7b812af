//! A shape as the search sees it: vertices, their position, and the support mapping; with a place
//! for each bug of this part.

use gjk_harness::case::{Case, Core, Dim, Shape};
use glam::{DMat3, DVec3};

use crate::bugs::Bug;

/// The margin that newton added to its support points.
const INFLATION: f64 = 1e-4;

/// A polytope with a radius. Lengths are scaled.
pub(crate) struct Body {
    /// The vertices, rotated by the pose, not moved.
    pub(crate) vertices: Vec<DVec3>,
    /// The translation of the pose.
    pub(crate) origin: DVec3,
    /// The radius.
    pub(crate) radius: f64,
    rotation: DMat3,
    pairing: Pairing,
    bug: Bug,
}

/// Which terms of `(a + origin_a) - (b + origin_b)` are added first: those that cancel.
#[derive(Clone, Copy, Debug)]
enum Pairing {
    Points,
    Crossed,
    Shapes,
}

impl Body {
    /// Both shapes of a case, and the scale of their lengths, a power of two; `None` if one is
    /// curved.
    pub(crate) fn pair(case: &Case, bug: Bug) -> Option<([Self; 2], f64)> {
        let case = &*bug.seen(case);
        let cores = case.cores();
        let largest = cores.iter().map(largest_coordinate).sum::<Option<f64>>()?;
        let scale = match bug {
            Bug::Unscaled => 1.0,
            _ => power_of_two_under(largest),
        };
        let pairing = match bug {
            Bug::WorldFrame => Pairing::Shapes,
            _ => pairing(&cores)?,
        };
        let body = |core: &Core, shape: &Shape| {
            Some(Self {
                vertices: scaled(core.vertices()?, scale),
                origin: DVec3::from_array(core.origin) * scale,
                radius: core.radius * scale,
                rotation: rotation(shape, case.dim),
                pairing,
                bug,
            })
        };
        let [a, b] = &cores;
        Some(([body(a, &case.a)?, body(b, &case.b)?], scale))
    }

    /// The mean of the vertices.
    pub(crate) fn center(&self) -> DVec3 {
        self.vertices.iter().sum::<DVec3>() / self.vertices.len() as f64
    }

    /// The vertex farthest along `direction`. `stale` is the largest product of the last search for
    /// one, which only a bug uses.
    pub(crate) fn support(&self, direction: DVec3, stale: &mut f64) -> usize {
        let direction = match self.bug {
            // As if the vertices were still in the frame of the shape.
            Bug::WorldDirection => self.rotation * direction,
            _ => direction,
        };
        let mut most = match self.bug {
            Bug::OriginInside => 0.0,
            Bug::StaleBest => *stale,
            _ => f64::NEG_INFINITY,
        };
        let mut farthest = 0;
        for (i, vertex) in self.vertices.iter().enumerate() {
            let product = vertex.dot(direction);
            if product > most {
                (most, farthest) = (product, i);
            }
        }
        *stale = most;
        farthest
    }

    /// The difference `a - b` of vertices `i` and `j`.
    pub(crate) fn difference([a, b]: &[Self; 2], i: usize, j: usize, direction: DVec3) -> DVec3 {
        let (p, q, from, to) = (a.vertices[i], b.vertices[j], a.origin, b.origin);
        let w = match a.pairing {
            Pairing::Points => (p - q) + (from - to),
            Pairing::Crossed => (p - to) + (from - q),
            Pairing::Shapes => (p + from) - (q + to),
        };
        match a.bug {
            Bug::SinglePrecision => w.as_vec3().as_dvec3(),
            Bug::Inflated => w - direction.normalize() * INFLATION,
            _ => w,
        }
    }
}

/// The pairing whose sums are smallest for the first vertices.
fn pairing([a, b]: &[Core; 2]) -> Option<Pairing> {
    let [p, q] = [a.vertices()?[0], b.vertices()?[0]].map(DVec3::from_array);
    let [from, to] = [a.origin, b.origin].map(DVec3::from_array);
    let size = |first: DVec3, second: DVec3| first.abs().max(second.abs()).max_element();
    let sizes = [
        (Pairing::Points, size(p - q, from - to)),
        (Pairing::Crossed, size(p - to, from - q)),
        (Pairing::Shapes, size(p + from, q + to)),
    ];
    let least = sizes
        .into_iter()
        .reduce(|x, y| if y.1 < x.1 { y } else { x });
    least.map(|(pairing, _)| pairing)
}

fn scaled(vertices: &[[f64; 3]], scale: f64) -> Vec<DVec3> {
    let scaled = |v: &[f64; 3]| DVec3::from_array(*v) * scale;
    vertices.iter().map(scaled).collect()
}

fn rotation(shape: &Shape, dim: Dim) -> DMat3 {
    let matrix = shape.pose.as_ref().map(|pose| pose.matrix(dim));
    matrix.unwrap_or(DMat3::IDENTITY)
}

fn largest_coordinate(core: &Core) -> Option<f64> {
    let vertices = core.vertices()?.iter().flatten();
    let all = vertices.chain(&core.origin).chain([&core.radius]);
    Some(all.fold(0.0, |largest, x| f64::max(largest, x.abs())))
}

/// The power of two, a normal number, that makes a positive `x` about one.
fn power_of_two_under(x: f64) -> f64 {
    const LARGEST_EXPONENT: f64 = 1022.0;
    if x > 0.0 {
        (-x.log2().floor().clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT)).exp2()
    } else {
        1.0
    }
}
