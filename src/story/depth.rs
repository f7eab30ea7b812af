//! The penetration depth, and the shortest way out.

use gjk_reference::vector::Vector;
use gjk_reference::{HalfSpace, Int, Nearest};
use glam::DVec3;
use serde::Serialize;

use super::mesh::{Mesh, normal};
use super::view::View;
use super::words::digits;
use super::{Contact, Point};
use crate::case::Dim;
use crate::judge::Truth;
use crate::subject::Frame;

/// The penetration depth: the length of the shortest translation after which the shapes only touch.
#[derive(Clone, Debug, Serialize)]
pub struct Depth {
    /// Its length as text: exact for polytopes, "about" if searched for or measured on the drawing.
    pub length: String,
    /// Its ends in the difference: the origin, or the far side of the ball around it, and the
    /// boundary.
    pub ends: [Point; 2],
    /// The translation of the second shape, in the unit of the world.
    pub way: Point,
}

impl Depth {
    /// The depth of overlapping shapes. If only the radii overlap, it is that of the distance of the
    /// cores. Otherwise it is exact if `judged`, which takes more time, or searched for if they are
    /// curved or have many vertices; and if not, it is measured on the mesh of their difference.
    pub(super) fn of(
        truth: Option<&Truth>,
        difference: &Mesh,
        frame: Frame,
        [apart, world]: [&View; 2],
        dim: Dim,
        judged: bool,
    ) -> Option<Self> {
        let truth = truth.filter(|truth| Contact::of(truth) == Contact::Overlapping)?;
        let [a, b] = truth.radii();
        let exact = exact_plane(truth, judged);
        let plane = exact.or_else(|| found_plane(truth, judged));
        let (normal, height) = match plane {
            Some((normal, height)) => (normal, apart.length(height)),
            None => nearest_plane(difference, dim)?,
        };
        // The mesh of whole shapes includes the radii, a plane of the cores does not.
        let radius = match (frame, plane) {
            (Frame::Shapes, None) => 0.0,
            _ => apart.length(a) + apart.length(b),
        };
        let unit = apart.unit();
        let depth = match plane {
            // The radii overlap alone: their sum minus a distance that is almost as long.
            Some((_, height)) if height < 0.0 => truth.core_distance[1].error_of(&[a, b]),
            Some((_, height)) => height + a + b,
            None => (height + radius) * unit,
        };
        let way = normal * apart.length(depth);
        let ends = match frame {
            Frame::Cores => [-normal * radius, normal * height],
            Frame::Shapes => [DVec3::ZERO, way],
        };
        Some(Self {
            length: match exact {
                Some(_) => format!("{depth:?}"),
                None => format!("about {}", digits(depth.abs())),
            },
            ends: ends.map(|p| p.to_array()),
            way: world.vector(way * unit).to_array(),
        })
    }
}

/// The plane along which polytopes separate soonest: its unit normal, away from the difference of
/// the cores, and its height over the origin. The height is negative if the cores are apart, and
/// only the radii overlap.
fn exact_plane(truth: &Truth, judged: bool) -> Option<(DVec3, f64)> {
    let distance = &truth.core_distance[1];
    if !distance.is_zero() {
        let nearest = Nearest::of(truth.pair()?);
        return Some((-unit_of(&nearest.numerators), -distance.approx()));
    }
    let hull = judged.then(|| truth.core_hull()).flatten()?;
    let height = |half_space: &HalfSpace| {
        let (normal, exponent) = floats(&half_space.normal);
        float(&half_space.offset, exponent) / normal.length()
    };
    let half_spaces = hull.half_spaces().iter();
    let lowest = half_spaces.min_by(|p, q| height(p).total_cmp(&height(q)))?;
    Some((unit_of(&lowest.normal), hull.depth().approx()))
}

/// The plane between curved cores that are apart; otherwise the best one that a search finds.
fn found_plane(truth: &Truth, judged: bool) -> Option<(DVec3, f64)> {
    let distance = &truth.core_distance[1];
    let (depth, out) = match distance.is_zero() {
        true => judged.then(|| truth.shallowest(None)).flatten()?,
        false => (-distance.approx(), DVec3::from_array(truth.direction)),
    };
    Some((-out.normalize_or_zero(), depth))
}

/// An integer vector, normalised.
fn unit_of(vector: &Vector) -> DVec3 {
    floats(vector).0.normalize_or_zero()
}

/// An integer vector over the power of two that brings its largest coordinate near one, and the
/// exponent of that power.
fn floats(vector: &Vector) -> (DVec3, i64) {
    let bits = vector.each_ref().map(|number| number.bit_length() as i64);
    let exponent = bits.into_iter().max().unwrap_or(0);
    let floats = vector.each_ref().map(|number| float(number, exponent));
    (DVec3::from_array(floats), exponent)
}

/// An integer over a power of two; at the ends of the range as large or as small as floats are.
fn float(number: &Int, exponent: i64) -> f64 {
    let (part, of) = number.to_approx();
    part * 2f64.powi((of - exponent).clamp(-1000, 1000) as i32)
}

/// The plane of the nearest face to the origin: its unit normal, and its height over the origin. No
/// corner is beyond it, so the inaccurate normal of a sliver does no harm. A flat mesh has no
/// inside; the shortest way out is along its normal.
fn nearest_plane(mesh: &Mesh, dim: Dim) -> Option<(DVec3, f64)> {
    let corner = |i: u32| DVec3::from_array(mesh.corners[i as usize]);
    let along = |[p, q]: [u32; 2]| corner(q) - corner(p);
    let across = |way: DVec3| DVec3::new(way.y, -way.x, 0.0).normalize_or_zero();
    let normals: Vec<DVec3> = match (dim, &*mesh.faces) {
        (Dim::Two, [face, ..]) => {
            let ends = face.iter().zip(face.iter().cycle().skip(1));
            ends.map(|(p, q)| across(along([*p, *q]))).collect()
        }
        (Dim::Three, faces @ [_, ..]) => faces.iter().map(|face| normal(corner, face)).collect(),
        (_, []) => {
            let way = mesh.edges.first().map_or(DVec3::Y, |edge| along(*edge));
            match dim {
                Dim::Two => vec![across(way)],
                Dim::Three => vec![way.normalize_or_zero().any_orthonormal_vector()],
            }
        }
    };
    let height = |normal: DVec3| {
        let heights = mesh
            .corners
            .iter()
            .map(|p| normal.dot(DVec3::from_array(*p)));
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    let proper = normals.into_iter().filter(|normal| *normal != DVec3::ZERO);
    let planes = proper.map(|normal| (normal, height(normal)));
    planes.min_by(|(_, p), (_, q)| p.total_cmp(q))
}
