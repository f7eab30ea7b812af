//! The drawing of a convex shape: corners, edges and faces of the hull of its points.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use gjk_core::Polytope;
use glam::{DVec2, DVec3};
use serde::Serialize;

use super::Point;
use super::sample::{self, Body};
use super::view::View;
use crate::case::Dim;
use crate::subject::Frame;

/// A convex shape as corners, edges and faces.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mesh {
    /// The corners.
    pub corners: Vec<Point>,
    /// Pairs of corners: the edges between faces that are not coplanar.
    pub edges: Vec<[u32; 2]>,
    /// Corners around each face, counterclockwise seen from outside; in 2D the polygon itself.
    pub faces: Vec<Vec<u32>>,
}

/// Sums of more points are drawn by their farthest points in some directions.
const SUM_MAX: usize = 20_000;

/// The number of these directions.
const DIRECTIONS: usize = 1000;

/// Faces whose unit normals differ by less are drawn as one.
const FLAT: f64 = 1e-9;

/// A shape in the world.
pub(super) fn shape(body: &Body, view: &View, dim: Dim) -> Mesh {
    let points = rounded(body, view);
    placed(&points, view.point(DVec3::ZERO, body.origin), dim)
}

/// Its core in the world.
pub(super) fn core(body: &Body, view: &View, dim: Dim) -> Mesh {
    let points: Vec<DVec3> = body.core.iter().map(|p| view.vector(*p)).collect();
    placed(&points, view.point(DVec3::ZERO, body.origin), dim)
}

/// The Minkowski difference of two bodies: of their cores, or of the whole shapes.
pub(super) fn difference([a, b]: &[Body; 2], frame: Frame, view: &View, dim: Dim) -> Mesh {
    let points = |body: &Body| match frame {
        Frame::Cores => body.core.iter().map(|p| view.vector(*p)).collect(),
        Frame::Shapes => rounded(body, view),
    };
    let turned: Vec<DVec3> = points(b).into_iter().map(|p| -p).collect();
    let between = view.difference([DVec3::ZERO; 2], [a.origin, b.origin]);
    placed(&sum(&points(a), &turned), between, dim)
}

/// The points of a body with its radius.
fn rounded(body: &Body, view: &View) -> Vec<DVec3> {
    let core: Vec<DVec3> = body.core.iter().map(|p| view.vector(*p)).collect();
    if body.radius == 0.0 {
        return core;
    }
    let radius = view.length(body.radius);
    let round: Vec<DVec3> = body.round.iter().map(|p| *p * radius).collect();
    sum(&core, &round)
}

/// Points whose hull is the Minkowski sum of the hulls of both lists, or looks like it.
fn sum(p: &[DVec3], q: &[DVec3]) -> Vec<DVec3> {
    if p.len() * q.len() <= SUM_MAX {
        return p
            .iter()
            .flat_map(|p| q.iter().map(move |q| *p + *q))
            .collect();
    }
    let farthest = |points: &[DVec3], direction: DVec3| {
        let height = |p: &&DVec3| p.dot(direction);
        let highest = points.iter().max_by(|p, q| height(p).total_cmp(&height(q)));
        highest.copied().unwrap_or_default()
    };
    let directions = sample::sphere(DIRECTIONS).into_iter();
    directions
        .map(|direction| farthest(p, direction) + farthest(q, direction))
        .collect()
}

/// The hull of points that are relative to an origin.
fn placed(points: &[DVec3], origin: Point, dim: Dim) -> Mesh {
    let mut mesh = Mesh::of(points, dim);
    let origin = DVec3::from_array(origin);
    for corner in &mut mesh.corners {
        *corner = (DVec3::from_array(*corner) + origin).to_array();
    }
    mesh
}

impl Mesh {
    /// The hull of points. If their sizes differ too much for it to be found, the points without
    /// edges and faces.
    pub fn of(points: &[DVec3], dim: Dim) -> Self {
        let found = match dim {
            Dim::Two => {
                let flat: Vec<DVec2> = points.iter().map(|p| p.truncate()).collect();
                Polytope::from_points(&flat).map(|hull| {
                    let corners = hull.vertices().iter().map(|p| p.extend(0.0)).collect();
                    (
                        corners,
                        lists(hull.vertices().len(), |i| hull.neighbours(i)),
                    )
                })
            }
            Dim::Three => Polytope::from_points(points).map(|hull| {
                let corners = hull.vertices().to_vec();
                (
                    corners,
                    lists(hull.vertices().len(), |i| hull.neighbours(i)),
                )
            }),
        };
        match found {
            Ok((corners, neighbours)) => Self::around(&corners, neighbours),
            Err(_) => Self {
                corners: points.iter().map(|p| p.to_array()).collect(),
                ..Self::default()
            },
        }
    }

    /// The mesh of corners with known neighbours.
    fn around(corners: &[DVec3], mut neighbours: Vec<Vec<u32>>) -> Self {
        let is_flat = neighbours.iter().all(|list| list.len() <= 2);
        let center = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        for (corner, list) in corners.iter().zip(&mut neighbours) {
            sort_around(*corner, center, corners, list);
        }
        let surface = Surface::of(&neighbours);
        let normals: Vec<DVec3> = (surface.faces.iter())
            .map(|face| normal(|i| corners[i as usize], face))
            .collect();
        let mut faces = surface.faces;
        let mut edges: Vec<[u32; 2]> = surface.sides.keys().copied().collect();
        edges.retain(|[from, to]| from < to);
        if is_flat {
            // A polygon has two sides: the one seen counterclockwise from above is kept.
            let upper = normals.iter().position(|normal| normal.z > 0.0);
            faces = faces.into_iter().skip(upper.unwrap_or(0)).take(1).collect();
        } else {
            edges.retain(|&[from, to]| {
                let [one, other] = [[from, to], [to, from]].map(|side| surface.sides[&side]);
                normals[one].distance(normals[other]) > FLAT
            });
        }
        faces.retain(|face| face.len() > 2);
        Self {
            corners: corners.iter().map(|p| p.to_array()).collect(),
            edges,
            faces,
        }
    }
}

/// Faces, and the face to the left of each edge, in both directions.
struct Surface {
    faces: Vec<Vec<u32>>,
    sides: BTreeMap<[u32; 2], usize>,
}

impl Surface {
    /// The faces between neighbours in order around each corner: from each edge to the next one
    /// around its end, until the first comes again.
    fn of(neighbours: &[Vec<u32>]) -> Self {
        let (mut faces, mut sides) = (Vec::new(), BTreeMap::new());
        for (start, list) in (0u32..).zip(neighbours) {
            for &second in list {
                let (mut from, mut to, mut face) = (start, second, Vec::new());
                while let Entry::Vacant(side) = sides.entry([from, to]) {
                    side.insert(faces.len());
                    face.push(from);
                    let around = &neighbours[to as usize];
                    let back = around.iter().position(|n| *n == from).unwrap_or(0);
                    (from, to) = (to, around[(back + around.len() - 1) % around.len()]);
                }
                if !face.is_empty() {
                    faces.push(face);
                }
            }
        }
        Self { faces, sides }
    }
}

/// Sorts the neighbours of a corner counterclockwise seen from outside: by their angle around the
/// line to the centre, which lies inside the cone of its edges.
fn sort_around(corner: DVec3, center: DVec3, corners: &[DVec3], list: &mut [u32]) {
    let outward = (corner - center).normalize_or_zero();
    if outward == DVec3::ZERO {
        return;
    }
    let across = outward.any_orthonormal_vector();
    let up = outward.cross(across);
    let angle = |i: &u32| {
        let edge = (corners[*i as usize] - corner).normalize_or_zero();
        edge.dot(up).atan2(edge.dot(across))
    };
    list.sort_by(|i, j| angle(i).total_cmp(&angle(j)));
}

/// The unit normal of a face, by a sum over its edges (M. E. Newell, in I. E. Sutherland, R. F.
/// Sproull, R. A. Schumacker, "A characterization of ten hidden-surface algorithms", 1974).
pub(super) fn normal(corner: impl Fn(u32) -> DVec3, face: &[u32]) -> DVec3 {
    let corner = |i: u32| corner(i) - corner(face[0]);
    let next = face.iter().cycle().skip(1);
    let pairs = face.iter().zip(next);
    let sum: DVec3 = pairs.map(|(i, j)| corner(*i).cross(corner(*j))).sum();
    sum.normalize_or_zero()
}

fn lists<'h>(count: usize, neighbours: impl Fn(u32) -> &'h [u32]) -> Vec<Vec<u32>> {
    (0..count as u32).map(|i| neighbours(i).to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::sample::sphere;

    /// Twice the signed area of a 2D polygon.
    fn area(mesh: &Mesh, face: &[u32]) -> f64 {
        let corner = |i: u32| DVec3::from_array(mesh.corners[i as usize]).truncate();
        let next = face.iter().cycle().skip(1);
        face.iter()
            .zip(next)
            .map(|(i, j)| corner(*i).perp_dot(corner(*j)))
            .sum()
    }

    fn grid(from: i32, to: i32, dim: Dim) -> Vec<DVec3> {
        let range = || (from..=to).map(f64::from);
        let mut points = Vec::new();
        for x in range() {
            for y in range() {
                match dim {
                    Dim::Two => points.push(DVec3::new(x, y, 0.0)),
                    Dim::Three => points.extend(range().map(|z| DVec3::new(x, y, z))),
                }
            }
        }
        points
    }

    // Claim: a polygon has its corners once, counterclockwise, whatever is inside and on its edges.
    #[test]
    fn a_polygon_is_one_face() {
        let mesh = Mesh::of(&grid(-1, 1, Dim::Two), Dim::Two);
        assert_eq!(
            (mesh.corners.len(), mesh.edges.len(), mesh.faces.len()),
            (4, 4, 1)
        );
        assert_eq!(area(&mesh, &mesh.faces[0]), 8.0);
    }

    // Claim: a cube has faces that enclose it, counterclockwise seen from outside, and twelve
    // edges, no diagonal.
    #[test]
    fn a_cube_has_twelve_edges() {
        let mesh = Mesh::of(&grid(0, 2, Dim::Three), Dim::Three);
        assert_eq!((mesh.corners.len(), mesh.edges.len()), (8, 12));
        let corners: Vec<DVec3> = mesh.corners.iter().map(|p| DVec3::from_array(*p)).collect();
        let mut volume = 0.0;
        for face in &mesh.faces {
            let corner = |i: usize| corners[face[i] as usize];
            for last in 2..face.len() {
                volume += corner(0).cross(corner(last - 1)).dot(corner(last));
            }
        }
        // For each tetrahedron this is six times the volume.
        assert_eq!(volume, 6.0 * 8.0);
    }

    // Claim: all faces of a round body are found: as many as by Euler's formula, each side of an
    // edge belongs to one, and the body is on its inner side.
    #[test]
    fn a_sphere_is_closed() {
        let mesh = Mesh::of(&sphere(240), Dim::Three);
        assert_eq!(mesh.corners.len(), 240);
        assert_eq!(mesh.faces.len() + mesh.corners.len(), mesh.edges.len() + 2);
        let corners: Vec<DVec3> = mesh.corners.iter().map(|p| DVec3::from_array(*p)).collect();
        for face in &mesh.faces {
            assert!(normal(|i| corners[i as usize], face).dot(corners[face[0] as usize]) > 0.9);
        }
    }

    // Claim: points, segments and flat polygons in 3D are drawn.
    #[test]
    fn flat_shapes() {
        let line = [DVec3::ZERO, DVec3::ONE, DVec3::splat(3.0)];
        let flat = [DVec3::ZERO, DVec3::X, DVec3::ONE, DVec3::new(0.0, 1.0, 1.0)];
        for (points, counts) in [
            (&line[..1], (1, 0, 0)),
            (&line[..], (2, 1, 0)),
            (&flat[..], (4, 4, 1)),
        ] {
            let mesh = Mesh::of(points, Dim::Three);
            assert_eq!(
                (mesh.corners.len(), mesh.edges.len(), mesh.faces.len()),
                counts
            );
        }
    }

    // Claim: a sum of many points is drawn by its farthest points, and is as large as the sum.
    #[test]
    fn large_sums_are_sampled() {
        let round = sphere(400);
        let sum = sum(&round, &round);
        assert!(sum.len() < SUM_MAX);
        let reach = sum.iter().map(|p| p.length()).fold(0.0, f64::max);
        assert!((1.99..=2.0 + 1e-12).contains(&reach), "{reach}");
    }
}
