//! Maps the points of a story to a panel.

use glam::{DVec2, DVec3};
use maud::{Markup, html};

use super::{DOT, SIDE, dot, path};
use crate::story::{Mesh, Point};

/// The padding of a panel, in pixels.
const PADDING: f64 = 44.0;

/// 2D is seen from above.
const PLANE: [DVec3; 2] = [DVec3::X, DVec3::Y];

/// 3D is seen from the front, above and the right, without perspective: along angles of the
/// triangles 3-4-5 and 5-12-13, so that no sine is needed.
const SPACE: [DVec3; 2] = [
    DVec3::new(4.0 / 5.0, 3.0 / 5.0, 0.0),
    DVec3::new(-3.0 / 13.0, 4.0 / 13.0, 12.0 / 13.0),
];

/// A projection of points.
pub(super) struct View {
    /// The unit vectors to the right and upwards.
    axes: [DVec3; 2],
    /// The projected point in the middle.
    middle: DVec2,
    /// The number of pixels per unit.
    pub(super) scale: f64,
}

impl View {
    /// The view that all points fill.
    pub(super) fn around(dim: u8, points: impl Iterator<Item = Point>) -> Self {
        let mut view = Self {
            axes: if dim == 2 { PLANE } else { SPACE },
            middle: DVec2::ZERO,
            scale: 1.0,
        };
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for point in points {
            let seen = view.seen(point);
            (low, high) = (low.min(seen), high.max(seen));
        }
        view.middle = low / 2.0 + high / 2.0;
        let size = (high - low).max_element();
        // A single point has no size.
        if size > 0.0 {
            view.scale = (SIDE - 2.0 * PADDING) / size;
        }
        view
    }

    /// A projected vector; y points down.
    pub(super) fn seen(&self, vector: Point) -> DVec2 {
        let [right, up] = self.axes.map(|axis| axis.dot(DVec3::from_array(vector)));
        DVec2::new(right, -up)
    }

    /// The position of a point, in pixels from the left and the top of the panel.
    pub(super) fn place(&self, point: Point) -> DVec2 {
        DVec2::splat(SIDE / 2.0) + (self.seen(point) - self.middle) * self.scale
    }

    /// The visible faces; for a mesh without faces its edges and corners.
    pub(super) fn mesh(&self, class: &str, mesh: &Mesh) -> Markup {
        let corners: Vec<DVec2> = mesh.corners.iter().map(|p| self.place(*p)).collect();
        let places =
            |list: &[u32]| -> Vec<DVec2> { list.iter().map(|i| corners[*i as usize]).collect() };
        let faces = mesh.faces.iter().map(|face| places(face));
        let has_sides = mesh.faces.len() > 1;
        let face_class = format!("{class}{}", if has_sides { " side" } else { "" });
        html! {
            @for face in faces.filter(|face| !has_sides || is_seen(face)) {
                (path(&face_class, &face, true))
            }
            @if mesh.faces.is_empty() {
                @for edge in &mesh.edges {
                    (path(class, &places(edge), false))
                }
                @for corner in &corners {
                    (dot(class, *corner, DOT))
                }
            }
        }
    }
}

/// Whether the corners of a face are counterclockwise for the viewer.
fn is_seen(face: &[DVec2]) -> bool {
    let next = face.iter().cycle().skip(1);
    let area: f64 = face.iter().zip(next).map(|(p, q)| p.perp_dot(*q)).sum();
    // With y down, counterclockwise means a negative area.
    area < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: of a body the faces are drawn that look up, to the front and to the right, where the
    // viewer is. The top of a cube, counterclockwise from above, and the same as its bottom.
    #[test]
    fn faces_are_seen_from_outside() {
        let top = [
            [0.0, 0.0, 1.0],
            [1.0, 0.0, 1.0],
            [1.0, 1.0, 1.0],
            [0.0, 1.0, 1.0],
        ];
        let view = View::around(3, top.into_iter());
        let mut face = top.map(|p| view.place(p));
        assert!(is_seen(&face));
        face.reverse();
        assert!(!is_seen(&face));
    }
}
