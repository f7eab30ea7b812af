//! The vertices of polytopes.

use glam::{DVec2, DVec3};

/// The box from `-half` to `half`.
pub(crate) fn cube(half: DVec3) -> Vec<DVec3> {
    let sign = |i: u32| if i & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |i: u32| half * DVec3::new(sign(i), sign(i >> 1), sign(i >> 2));
    (0..8).map(corner).collect()
}

/// A polygon of `sides` vertices on the unit circle.
pub(crate) fn polygon(sides: u32) -> Vec<DVec2> {
    let angle = std::f64::consts::TAU / f64::from(sides);
    let vertices = (0..sides).map(|i| DVec2::from_angle(angle * f64::from(i)));
    vertices.collect()
}

/// A prism over such a polygon, from z = -1 to 1.
pub(crate) fn prism(sides: u32) -> Vec<DVec3> {
    let outline = polygon(sides);
    let level = |z: f64| outline.iter().map(move |p| p.extend(z));
    level(-1.0).chain(level(1.0)).collect()
}

/// A sphere of radius 1: an octahedron, each of its triangles repeatedly cut into four, with the
/// new vertices moved out to the sphere.
pub(crate) fn sphere(cuts: u32) -> Vec<DVec3> {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let mut vertices: Vec<DVec3> = axes.into_iter().chain(axes.map(|axis| -axis)).collect();
    let mut faces = Vec::new();
    for x in [0, 3] {
        for y in [1, 4] {
            faces.extend([2, 5].map(|z| [x, y, z]));
        }
    }
    for _ in 0..cuts {
        let mut middle = |i: u32, j: u32| {
            let point = (vertices[i as usize] + vertices[j as usize]).normalize();
            let known = vertices.iter().position(|vertex| *vertex == point);
            known.unwrap_or_else(|| {
                vertices.push(point);
                vertices.len() - 1
            }) as u32
        };
        let mut finer = Vec::new();
        for [p, q, r] in faces {
            let [pq, qr, rp] = [middle(p, q), middle(q, r), middle(r, p)];
            finer.extend([[p, pq, rp], [pq, q, qr], [rp, qr, r], [pq, qr, rp]]);
        }
        faces = finer;
    }
    vertices
}
