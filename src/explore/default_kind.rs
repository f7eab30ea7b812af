//! An initial shape of each kind, centred at the origin of its frame.

use glam::DVec3;
use serde_json::Map;

use crate::case::{Dim, Kind};

/// A shape of this kind of about this `size`; `None` if there is no such kind in this dimension.
pub(super) fn default_kind(name: &str, size: f64, dim: Dim) -> Option<Kind> {
    let flat = dim == Dim::Two;
    if flat && Kind::NAMES_3D_ONLY.contains(&name) {
        return None;
    }
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, if flat { 0.0 } else { z }) * size;
    let end = at(1.0, 0.0, 0.0);
    Some(match name {
        "point" => Kind::Point { p: DVec3::ZERO },
        "segment" => Kind::Segment { p0: -end, p1: end },
        "triangle" => Kind::Triangle {
            points: [at(-1.0, -0.5, 0.0), at(1.0, -0.5, 0.0), at(0.0, 1.0, 0.5)],
        },
        "box" => Kind::Box {
            half_extents: at(1.0, 0.5, 0.75),
        },
        "sphere" => Kind::Sphere { radius: size },
        "capsule" => Kind::Capsule {
            p0: -end / 2.0,
            p1: end / 2.0,
            radius: size / 2.0,
        },
        "hull" => Kind::Hull {
            points: hull(at, flat),
        },
        "cylinder" => Kind::Cylinder {
            radius: size / 2.0,
            half_height: size,
            axis: 2,
        },
        "cone" => Kind::Cone {
            radius: size / 2.0,
            half_height: size,
            axis: 2,
        },
        "ellipsoid" => Kind::Ellipsoid {
            radii: at(1.0, 0.5, 0.75),
        },
        "aabb" => Kind::Aabb {
            min: at(-1.0, -0.5, -0.75),
            max: at(1.0, 0.5, 0.75),
        },
        "rounded" => Kind::Rounded {
            shape: Box::new(Kind::Box {
                half_extents: at(0.75, 0.25, 0.5),
            }),
            radius: size / 4.0,
            other: Map::new(),
        },
        "mesh" => Kind::Mesh {
            points: vec![
                at(1.0, 1.0, 1.0),
                at(1.0, -1.0, -1.0),
                at(-1.0, 1.0, -1.0),
                at(-1.0, -1.0, 1.0),
            ],
            // A tetrahedron: an edge from each corner to all others.
            neighbours: vec![vec![1, 2, 3], vec![0, 2, 3], vec![0, 1, 3], vec![0, 1, 2]],
        },
        _ => return None,
    })
}

/// A pentagon, or eight points in 3D that are all corners.
fn hull(at: impl Fn(f64, f64, f64) -> DVec3, flat: bool) -> Vec<DVec3> {
    if flat {
        return vec![
            at(1.0, 0.0, 0.0),
            at(0.25, 1.0, 0.0),
            at(-0.75, 0.5, 0.0),
            at(-0.75, -0.5, 0.0),
            at(0.25, -1.0, 0.0),
        ];
    }
    let mut points = Vec::new();
    for way in [1.0, -1.0] {
        points.extend([
            at(way, 0.0, 0.0),
            at(0.0, way, 0.0),
            at(0.0, 0.0, way),
            at(0.75 * way, 0.75 * way, 0.75 * way),
        ]);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;
    use crate::explore::shelf;

    // Claim: every kind of a case file has an initial shape, in both dimensions if it exists there,
    // and each makes a valid case.
    #[test]
    fn every_kind_has_a_shape() {
        for dim in [Dim::Two, Dim::Three] {
            let mut case = shelf::first();
            case.dim = dim;
            for name in Kind::NAMES {
                let missing = dim == Dim::Two && Kind::NAMES_3D_ONLY.contains(&name);
                let Some(kind) = default_kind(name, 2.0, dim) else {
                    assert!(missing, "{name}");
                    continue;
                };
                assert!(!missing && kind.name() == name, "{name}");
                for shape in [&mut case.a, &mut case.b] {
                    shape.kind = kind.clone();
                    shape.pose = None;
                }
                assert!(json::is_valid(&case), "{name}");
            }
        }
        assert_eq!(default_kind("torus", 1.0, Dim::Three), None);
    }
}
