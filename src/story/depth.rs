//! How deep shapes overlap, and the shortest way out.

use glam::DVec3;
use serde::Serialize;

use super::mesh::{Mesh, normal};
use super::view::View;
use super::words::digits;
use super::{Contact, Point};
use crate::judge::Truth;
use crate::subject::Frame;

/// The penetration depth: the length of the shortest translation after which the shapes only touch.
#[derive(Clone, Debug, Serialize)]
pub struct Depth {
    /// How long it is, in words: exact for polytopes, about for what is drawn.
    pub length: String,
    /// Its ends in the difference: the origin, or the far side of the ball around it, and the boundary.
    pub ends: [Point; 2],
    /// The translation of the second shape, in the unit of the world.
    pub way: Point,
}

impl Depth {
    /// The depth of shapes that overlap, measured on the mesh of their difference. `judged`: the exact number beside it,
    /// which takes more time.
    pub(super) fn of(
        truth: Option<&Truth>,
        difference: &Mesh,
        frame: Frame,
        [apart, world]: [&View; 2],
        judged: bool,
    ) -> Option<Self> {
        let truth = truth.filter(|truth| Contact::of(truth) == Contact::Overlapping)?;
        let radius = match frame {
            Frame::Cores => apart.length(truth.radii()[0]) + apart.length(truth.radii()[1]),
            Frame::Shapes => 0.0,
        };
        let (normal, height) = nearest_plane(difference)?;
        let way = normal * (height + radius);
        let unit = apart.unit();
        let is_exact = judged && truth.pair().is_some();
        let exact = match truth.core_distance[1].is_zero() {
            true if is_exact => {
                let [a, b] = truth.radii();
                truth.core_depth().map(|depth| depth.approx() + a + b)
            }
            // The cores are apart, and the radii are not.
            false if is_exact => Some(truth.depth(None)),
            _ => None,
        };
        let length = match exact {
            Some(exact) => format!("{exact:?}"),
            None => format!("about {}", digits(way.length() * unit)),
        };
        Some(Self {
            length,
            ends: [-normal * radius, normal * height].map(|p| p.to_array()),
            way: world.vector(way * unit).to_array(),
        })
    }
}

/// The face of a mesh around the origin that is nearest to it: its unit normal, and its height over the origin. Of a mesh
/// that does not contain the origin that is below zero.
fn nearest_plane(mesh: &Mesh) -> Option<(DVec3, f64)> {
    let corner = |i: u32| DVec3::from_array(mesh.corners[i as usize]);
    let planes = |face: &Vec<u32>| -> Vec<(DVec3, f64)> {
        if mesh.faces.len() > 1 {
            let normal = normal(corner, face);
            return vec![(normal, normal.dot(corner(face[0])))];
        }
        // A polygon, anticlockwise: its sides.
        let ends = face.iter().zip(face.iter().cycle().skip(1));
        let side = |(p, q): (&u32, &u32)| {
            let way = corner(*q) - corner(*p);
            let normal = DVec3::new(way.y, -way.x, 0.0).normalize_or_zero();
            (normal, normal.dot(corner(*p)))
        };
        ends.map(side).collect()
    };
    let all = mesh.faces.iter().flat_map(planes);
    let proper = all.filter(|(normal, _)| *normal != DVec3::ZERO);
    proper.min_by(|(_, p), (_, q)| p.total_cmp(q))
}
