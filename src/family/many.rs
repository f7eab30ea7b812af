//! Shapes of many vertices: usually up to 64, seldom up to 1024.
//!
//! Spheres and ellipsoids of points, clouds, prisms, pyramids, double pyramids, and lattices with
//! most points inside their faces: many support points tie or differ by an ulp, and a search takes
//! many steps. Outlines are squares projected onto a circle, which takes square roots only, and a
//! few bytes seed all coordinates of a cloud. If the faces are known without rounding the hull may
//! be a mesh: the corners of an outline are coplanar, since they have one height, and the edges of
//! prisms and pyramids are those of their outline. A test in integers shows that outlines are
//! convex after rounding.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::draw;
use super::format::Format;
use super::scramble;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Shape};

/// Most vertices of a shape.
const VERTICES_MAX: u16 = 1024;
/// The number of vertices, roughly: medium, many, very many. The truth about two shapes of 1024
/// vertices takes a hundred times as long as judging most cases.
const COUNTS: [(u16, (u16, u16)); 3] = [(30, (33, 64)), (9, (65, 200)), (1, (201, VERTICES_MAX))];

/// The arrangement of the points; in 2D all but clouds are outlines.
#[derive(Clone, Copy)]
enum Set {
    Sphere,
    Cloud,
    Prism,
    Pyramid,
    DoublePyramid,
    Lattice,
}

const SETS: [(u16, Set); 6] = [
    (3, Set::Sphere),
    (2, Set::Cloud),
    (3, Set::Prism),
    (2, Set::Pyramid),
    (2, Set::DoublePyramid),
    (2, Set::Lattice),
];
/// Those with a face at the bottom. At the top a pyramid has its apex.
const FACED: [(u16, Set); 3] = [(3, Set::Prism), (2, Set::Pyramid), (2, Set::Lattice)];
/// The share of meshes among hulls that can be one.
const MESH_PERCENT: u16 = 50;
/// The share of second shapes that have few vertices or none.
const MIXED_PERCENT: u16 = 30;
/// Each axis is this many octaves shorter than the longest.
const FLAT_EXPONENTS: [(u16, (i32, i32)); 2] = [(3, (0, 0)), (2, (-10, 0))];
/// The share of shapes in a pose with a rotation.
const TURNED_PERCENT: u16 = 50;
/// The share of 3D pairs in contact at a face, and how far those are slid at most.
const CONTACT_PERCENT: u16 = 35;
const SLIDE_MAX: f64 = 0.5;
/// Heights are multiples of 1/8 up to 1.
const HEIGHT_STEP: f64 = 0.125;
const HEIGHT_STEPS_MAX: i32 = 8;
/// Gaps in octaves, and the share of negative ones. There are none of few ulps: only the hull of
/// the difference, which has a million points here, could decide overlaps of ulps.
const GAP_EXPONENTS: (i32, i32) = (-16, 0);
const OVERLAP_PERCENT: u16 = 45;
/// The second shape is up to this many octaves larger or smaller.
const RATIO_EXPONENTS: (i32, i32) = (-6, 6);

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let (a, b) = if format.dim == Dim::Three && draw::chance(u, CONTACT_PERCENT)? {
        in_contact(u)?
    } else {
        apart(u, format)?
    };
    Ok(format.case(a, b))
}

/// Two shapes at a gap along any direction.
fn apart(u: &mut Source<'_>, format: Format) -> Result<(Shape, Shape)> {
    let a = turned(u, format)?;
    let mut b = if draw::chance(u, MIXED_PERCENT)? {
        body::draw(u, format.dim)?
    } else {
        turned(u, format)?
    };
    let ratio = draw::power_of_two(draw::between(u, RATIO_EXPONENTS.0, RATIO_EXPONENTS.1)?);
    body::scale(&mut b, ratio);
    let gap = draw::magnitude(u, GAP_EXPONENTS.0, GAP_EXPONENTS.1)? * ratio;
    let sign = if draw::chance(u, OVERLAP_PERCENT)? {
        -1.0
    } else {
        1.0
    };
    let direction = draw::direction(u, format.dim)?;
    b.translate(body::aim(&a, &b, direction, sign * gap));
    Ok((a, b))
}

/// Two shapes on both sides of a plane, slid along it: the first with its bottom in it, a face, the
/// second with its top, a face or the apex of a pyramid.
///
/// Heights have few bits, so that the contact is exact; slides have all bits, so that no corners
/// coincide.
fn in_contact(u: &mut Source<'_>) -> Result<(Shape, Shape)> {
    let faced = |u: &mut Source<'_>| -> Result<Shape> {
        let count = count(u)?;
        let which = draw::weighted(u, &FACED)?;
        Ok(body::posed(set(u, which, count)?, DVec3::ZERO))
    };
    let (a, mut b) = (faced(u)?, faced(u)?);
    let slide = draw::vector(u, Dim::Two)? * SLIDE_MAX;
    b.translate(
        body::aim(&a, &b, -DVec3::Z, 0.0)
            .with_x(slide.x)
            .with_y(slide.y),
    );
    Ok((a, b))
}

/// A shape of many vertices around the origin, in a pose.
fn turned(u: &mut Source<'_>, format: Format) -> Result<Shape> {
    let count = count(u)?;
    let which = draw::weighted(u, &SETS)?;
    let kind = match format.dim {
        Dim::Two => flat_set(u, which, count)?,
        Dim::Three => set(u, which, count)?,
    };
    // A pose keeps the coordinates, and with them the edges of a mesh.
    let mut shape = body::posed(kind, DVec3::ZERO);
    let (low, high) = draw::weighted(u, &FLAT_EXPONENTS)?;
    let mut power = || Ok(draw::power_of_two(draw::between(u, low, high)?));
    let sizes = DVec3::new(power()?, power()?, power()?);
    let points = shape.kind.points_mut().into_iter();
    points.for_each(|p| *p *= sizes);
    if draw::chance(u, TURNED_PERCENT)? {
        let rotation = draw::rotation(u, format.dim)?;
        shape.pose = Some(body::pose(DVec3::ZERO, rotation));
    }
    format.round_shape(&mut shape);
    Ok(shape)
}

fn count(u: &mut Source<'_>) -> Result<usize> {
    let (low, high) = draw::weighted(u, &COUNTS)?;
    draw::count(u, low, high)
}

/// `count` corners on a circle, or a cloud.
fn flat_set(u: &mut Source<'_>, which: Set, count: usize) -> Result<Kind> {
    let points = match which {
        Set::Cloud => {
            let cloud = cloud(u, count)?;
            cloud.into_iter().map(|p| p.with_z(0.0)).collect()
        }
        _ => outline(count),
    };
    Ok(Kind::Hull { points })
}

/// About `count` points of any set in 3D, and their edges if known.
fn set(u: &mut Source<'_>, which: Set, count: usize) -> Result<Kind> {
    let mesh = draw::chance(u, MESH_PERCENT)?;
    let height = HEIGHT_STEP * f64::from(draw::between(u, 1, HEIGHT_STEPS_MAX)?);
    let (points, neighbours) = match which {
        Set::Sphere => (sphere(count), vec![]),
        Set::Cloud => (cloud(u, count)?, vec![]),
        Set::Lattice => (lattice(count), vec![]),
        Set::Prism => prism(&outline(count / 2), height),
        Set::Pyramid => pyramid(&outline(count - 1), &[height]),
        Set::DoublePyramid => pyramid(&outline(count - 2), &[height, -height]),
    };
    Ok(if mesh && !neighbours.is_empty() {
        Kind::Mesh { points, neighbours }
    } else {
        Kind::Hull { points }
    })
}

/// Points on the unit circle: those that divide the sides of a square, projected.
fn outline(count: usize) -> Vec<DVec3> {
    let corners = [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let corner = |index: usize| DVec3::new(corners[index % 4].0, corners[index % 4].1, 0.0);
    let mut points = Vec::with_capacity(count);
    for side in 0..corners.len() {
        // If the number is not divisible by four, the first sides get one more.
        let steps = (count + corners.len() - 1 - side) / corners.len();
        for step in 0..steps {
            let part = step as f64 / steps as f64;
            let point = corner(side) + (corner(side + 1) - corner(side)) * part;
            points.push(point.normalize());
        }
    }
    points
}

/// Points on the unit sphere: those that divide the faces of a cube, projected.
fn sphere(count: usize) -> Vec<DVec3> {
    /// Faces of a cube.
    const FACES: usize = 6;
    let side = (count / FACES).isqrt().max(1);
    let mut points = vec![];
    for index in 0..side * side {
        let part = |step: usize| (2 * step + 1) as f64 / side as f64 - 1.0;
        let face = DVec3::new(part(index % side), part(index / side), 1.0).normalize();
        for turned in [
            face,
            DVec3::new(face.y, face.z, face.x),
            DVec3::new(face.z, face.x, face.y),
        ] {
            points.extend([turned, -turned]);
        }
    }
    points
}

/// Points in the cube [-1, 1]^3, or on the sphere in it, from a seed of a few bytes.
fn cloud(u: &mut Source<'_>, count: usize) -> Result<Vec<DVec3>> {
    let mut word: u64 = u.arbitrary()?;
    let on_sphere: bool = u.arbitrary()?;
    let mut signed = || {
        word = scramble(word);
        draw::signed_of(word)
    };
    let mut points = Vec::with_capacity(count);
    for _ in 0..count {
        let point = DVec3::new(signed(), signed(), signed());
        points.push(if on_sphere {
            point.normalize_or(DVec3::X)
        } else {
            point
        });
    }
    Ok(points)
}

/// All points of a cube of integers, scaled by a power of two to about unit size: most of them are
/// inside or in a face.
fn lattice(count: usize) -> Vec<DVec3> {
    let side = (2..)
        .take_while(|side: &usize| side.pow(3) <= count)
        .last()
        .unwrap_or(1);
    let at = |step: usize| (2 * step) as f64 - (side - 1) as f64;
    let unit = 1.0 / draw::binade(side as f64);
    let point = |index: usize| {
        DVec3::new(
            at(index % side),
            at(index / side % side),
            at(index / (side * side)),
        ) * unit
    };
    (0..side.pow(3)).map(point).collect()
}

/// The outline at two heights, and the edges around both and between them.
fn prism(outline: &[DVec3], height: f64) -> (Vec<DVec3>, Vec<Vec<u32>>) {
    let count = outline.len() as u32;
    let points = [height, -height].map(|z| outline.iter().map(move |p| p.with_z(z)));
    let neighbours = (0..2 * count).map(|index| {
        let base = index / count * count;
        let [before, after] = beside(index - base, count);
        vec![base + before, base + after, (index + count) % (2 * count)]
    });
    (points.into_iter().flatten().collect(), neighbours.collect())
}

/// The outline and an apex at each height, and the edges around it and to the apices.
fn pyramid(outline: &[DVec3], heights: &[f64]) -> (Vec<DVec3>, Vec<Vec<u32>>) {
    let count = outline.len() as u32;
    let apices = heights.iter().map(|height| DVec3::Z * *height);
    let points = outline.iter().copied().chain(apices).collect();
    let apex_indices = count..count + heights.len() as u32;
    let around = (0..count).map(|index| {
        let mut neighbours = beside(index, count).to_vec();
        neighbours.extend(apex_indices.clone());
        neighbours
    });
    let mut neighbours: Vec<Vec<u32>> = around.collect();
    neighbours.extend(apex_indices.clone().map(|_| (0..count).collect()));
    (points, neighbours)
}

/// The neighbours of a corner of a closed outline.
fn beside(index: u32, count: u32) -> [u32; 2] {
    [(index + count - 1) % count, (index + 1) % count]
}

#[cfg(test)]
mod tests {
    use gjk_reference::vector;
    use gjk_reference::{Pair, Polytope};

    use super::*;
    use crate::case::Scalar;

    /// An outline turns left at each corner by more than rounding: it is convex and each of its
    /// points is a corner, in f32 as well. Checked in integers, for every fiftieth count and the
    /// largest.
    #[test]
    fn outlines_are_convex() {
        for count in (10..1000).step_by(50).chain([usize::from(VERTICES_MAX)]) {
            for scalar in [Scalar::F32, Scalar::F64] {
                let format = Format {
                    dim: Dim::Two,
                    scalar,
                };
                let points = outline(count).into_iter();
                let points: Vec<[f64; 3]> =
                    points.map(|p| format.round_vector(p).to_array()).collect();
                assert_eq!(points.len(), count);
                let polytope = |points| Polytope {
                    points,
                    origin: [0.0; 3],
                };
                let pair = Pair::new(&polytope(&points), &polytope(&[[0.0; 3]])).expect("finite");
                for index in 0..count {
                    let [before, after] = beside(index as u32, count as u32);
                    let [p, q, r] =
                        [before as usize, index, after as usize].map(|i| pair.difference(i, 0));
                    let turn = vector::cross(&vector::sub(&q, &p), &vector::sub(&r, &q));
                    assert!(turn[2].is_positive(), "{count} {index}");
                }
            }
        }
    }

    /// Sets have about the requested number of points, and at most the maximum.
    #[test]
    fn sets_are_as_large_as_asked() {
        for count in [33, 64, 200, usize::from(VERTICES_MAX)] {
            for found in [
                sphere(count).len(),
                lattice(count).len(),
                outline(count).len(),
            ] {
                assert!(found <= count && found >= count / 3, "{found} of {count}");
            }
            assert!(prism(&outline(count / 2), 1.0).0.len() <= count);
        }
    }

    /// The known edges are those of the hull that the reference builds from the points alone.
    /// Checked on outlines of 4 to 9 corners.
    #[test]
    fn edges_are_those_of_the_hull() {
        for count in 4..10 {
            let outline = outline(count);
            for (points, neighbours) in [
                prism(&outline, 0.5),
                pyramid(&outline, &[0.5]),
                pyramid(&outline, &[0.5, -0.5]),
            ] {
                let Kind::Mesh {
                    points: vertices,
                    neighbours: built,
                } = super::super::mesh::hull_of(points.clone())
                else {
                    panic!("a mesh");
                };
                assert_eq!(vertices, points);
                let sorted = |list: &Vec<u32>| {
                    let mut list = list.clone();
                    list.sort_unstable();
                    list
                };
                let expected: Vec<_> = neighbours.iter().map(sorted).collect();
                assert_eq!(built, expected);
            }
        }
    }
}
