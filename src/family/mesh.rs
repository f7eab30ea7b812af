//! Meshes: convex hulls with known edges, on which `gjk-core` climbs from vertex to vertex.
//!
//! Points of a cloud, a sphere, a prism or a lattice are rounded to the format and passed to the
//! exact reference. Only the vertices of their hull are kept, and two are neighbours exactly if an
//! edge of the hull joins them. After that they are changed by powers of two and poses only, so the
//! edges stay right. Lattices have facets of many corners, and make exact contact. Prisms have
//! facets that are planes up to rounding. Thin meshes are needles and plates. In clusters all
//! neighbours of a vertex may be within an ulp of it, where projections alone do not show the way
//! up. Besides meshes there are boxes between two corners.

use arbitrary::Result;
use gjk_reference::vector::{self, Vector};
use gjk_reference::{HalfSpace, Hull, Pair, Polytope};
use glam::DVec3;

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Rotation, Scalar, Shape};

/// The arrangement of the points of a mesh.
#[derive(Clone, Copy)]
enum Set {
    Cloud,
    Sphere,
    Prism,
    Lattice,
    Cluster,
}

const SETS: [(u16, Set); 5] = [
    (3, Set::Cloud),
    (4, Set::Sphere),
    (2, Set::Prism),
    (3, Set::Lattice),
    (2, Set::Cluster),
];
/// The number of points drawn, some of which are no vertices: medium, many, few. The hull of 24
/// takes about as long as judging the case.
const COUNTS: [(u16, (u16, u16)); 3] = [(4, (8, 14)), (1, (15, 24)), (2, (1, 7))];
/// The number of points of a cluster, and their largest distance from its centre, in ulps of 1/2.
const CLUSTER: usize = 4;
const CLUSTER_MAX: i32 = 4;
/// Lattice points are integers up to this.
const LATTICE_MAX: i32 = 4;
/// The share of meshes that are thin along one axis of their frame, and by how many octaves.
const THIN_PERCENT: u16 = 15;
const THIN_EXPONENTS: (i32, i32) = (-20, -2);
/// The share of second shapes that are not meshes, and of meshes that are rounded.
const MIXED_PERCENT: u16 = 30;
const ROUNDED_PERCENT: u16 = 10;
const RADIUS_MAX: f64 = 0.25;
/// The share of first shapes without a pose, and of poses without a rotation.
const BARE_PERCENT: u16 = 20;
const STRAIGHT_PERCENT: u16 = 25;
/// The share of pairs of lattices in contact, of those among them that are moved sideways, and of
/// those nudged out of contact.
const CONTACT_PERCENT: u16 = 40;
const SIDEWAYS_PERCENT: u16 = 50;
const NUDGED_PERCENT: u16 = 40;
/// Nudges, in octaves.
const NUDGE_EXPONENTS: (i32, i32) = (-50, -3);
/// The share of pairs of unequal size, and by how many octaves; and of pairs that are both scaled.
const UNEQUAL_PERCENT: u16 = 30;
const RATIO_EXPONENTS: (i32, i32) = (-20, 10);
const SCALED_PERCENT: u16 = 20;
const SCALE_EXPONENTS: (i32, i32) = (-40, 40);
/// The share of pairs with one near the centre of the other, and within which part of its size.
const INSIDE_PERCENT: u16 = 10;
const INSIDE_MAX: f64 = 0.3;
/// Gaps in octaves of the size of the second shape, and the share of negative ones.
const GAP_EXPONENTS: (i32, i32) = (-40, 0);
const OVERLAP_PERCENT: u16 = 40;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format {
        dim: Dim::Three,
        scalar: draw::weighted(u, &[(1, Scalar::F64), (1, Scalar::F32)])?,
    };
    let (mut a, mut b) = if draw::chance(u, CONTACT_PERCENT)? {
        in_contact(u)?
    } else {
        apart(u, format)?
    };
    if draw::chance(u, SCALED_PERCENT)? {
        let factor = draw::power_of_two(draw::between(u, SCALE_EXPONENTS.0, SCALE_EXPONENTS.1)?);
        body::scale(&mut a, factor);
        body::scale(&mut b, factor);
    }
    Ok(format.case(a, b))
}

/// Two shapes of any size, rotated at random, at a gap or one inside the other.
fn apart(u: &mut Source<'_>, format: Format) -> Result<(Shape, Shape)> {
    let mut a = turned(u, format)?;
    let mut b = if draw::chance(u, MIXED_PERCENT)? {
        body::draw(u, format.dim)?
    } else {
        turned(u, format)?
    };
    let mut size = 1.0;
    if draw::chance(u, UNEQUAL_PERCENT)? {
        size = draw::power_of_two(draw::between(u, RATIO_EXPONENTS.0, RATIO_EXPONENTS.1)?);
        body::scale(&mut b, size);
    }
    let direction = draw::direction(u, format.dim)?;
    if draw::chance(u, INSIDE_PERCENT)? {
        b.translate(direction * draw::range(u, 0.0, INSIDE_MAX)?);
        return Ok((a, b));
    }
    let gap = draw::magnitude(u, GAP_EXPONENTS.0, GAP_EXPONENTS.1)? * size;
    let sign = if draw::chance(u, OVERLAP_PERCENT)? {
        -1.0
    } else {
        1.0
    };
    if draw::chance(u, BARE_PERCENT)? {
        a.pose = None;
    } else {
        a.translate(draw::vector(u, format.dim)?);
    }
    format.round_shape(&mut a);
    format.round_shape(&mut b);
    b.translate(body::aim(&a, &b, direction, sign * gap));
    Ok((a, b))
}

/// Two integer shapes on the two sides of a plane with an integer normal, both with a corner in it;
/// some are nudged out of contact.
fn in_contact(u: &mut Source<'_>) -> Result<(Shape, Shape)> {
    let a = placed(lattice_mesh(u)?, draw::exact_rotation(u, Dim::Three)?);
    let kind = if draw::chance(u, MIXED_PERCENT)? {
        let (p, q) = (lattice_point(u)?, lattice_point(u)?);
        let (min, max) = (p.min(q), p.max(q));
        Kind::Aabb { min, max }
    } else {
        lattice_mesh(u)?
    };
    let mut b = placed(kind, draw::exact_rotation(u, Dim::Three)?);
    let along_axis = DVec3::AXES[draw::axis(u, Dim::Three)?];
    let normal = match draw::lattice(u, Dim::Three, -1, 1)? {
        DVec3::ZERO => along_axis,
        _ if u.arbitrary()? => along_axis,
        any => any,
    };
    // All of these are sums and products of small integers.
    let mut apart = body::aim(&a, &b, normal, 0.0);
    if draw::chance(u, SIDEWAYS_PERCENT)? {
        apart += normal.cross(lattice_point(u)?);
    }
    if draw::chance(u, NUDGED_PERCENT)? {
        let sign = draw::signed(u)?.signum();
        apart += normal * sign * draw::magnitude(u, NUDGE_EXPONENTS.0, NUDGE_EXPONENTS.1)?;
    }
    b.translate(apart);
    Ok((a, b))
}

/// A mesh of unit size in a pose with or without a rotation, sometimes rounded.
fn turned(u: &mut Source<'_>, format: Format) -> Result<Shape> {
    let mut kind = mesh(u, format)?;
    if draw::chance(u, ROUNDED_PERCENT)? {
        kind = Kind::Rounded {
            shape: Box::new(kind),
            radius: draw::range(u, 0.0, RADIUS_MAX)?,
            other: Default::default(),
        };
    }
    let rotation = if draw::chance(u, STRAIGHT_PERCENT)? {
        Rotation::Identity
    } else {
        draw::rotation(u, format.dim)?
    };
    Ok(placed(kind, rotation))
}

/// A kind in a pose, so that motions leave its points unchanged.
fn placed(kind: Kind, rotation: Rotation) -> Shape {
    Shape {
        pose: Some(body::pose(DVec3::ZERO, rotation)),
        ..body::bare(kind)
    }
}

/// The mesh of points of any set, within [-1/2, 1/2]^3.
fn mesh(u: &mut Source<'_>, format: Format) -> Result<Kind> {
    let set = draw::weighted(u, &SETS)?;
    let count = count(u)?;
    let mut points = match set {
        Set::Cloud => many(count, || draw::vector(u, Dim::Three))?,
        Set::Sphere => many(count, || draw::direction(u, Dim::Three))?,
        Set::Prism => {
            let height = draw::signed(u)?;
            let outline = many(count.div_ceil(2), || draw::direction(u, Dim::Two))?;
            let ends = |p: DVec3| [p.with_z(height), p.with_z(-height)];
            outline.into_iter().flat_map(ends).collect()
        }
        Set::Cluster => {
            let ulp = draw::power_of_two(-format.mantissa_bits());
            let mut points = Vec::with_capacity(count + CLUSTER);
            while points.len() < count {
                let middle = draw::vector(u, Dim::Three)?;
                for _ in 0..CLUSTER {
                    let steps = draw::lattice(u, Dim::Three, -CLUSTER_MAX, CLUSTER_MAX)?;
                    points.push(middle + steps * ulp);
                }
            }
            points
        }
        Set::Lattice => many(count, || Ok(lattice_point(u)? / f64::from(LATTICE_MAX)))?,
    };
    let mut sizes = DVec3::splat(0.5);
    if draw::chance(u, THIN_PERCENT)? {
        let exponent = draw::between(u, THIN_EXPONENTS.0, THIN_EXPONENTS.1)?;
        sizes[draw::axis(u, Dim::Three)?] *= draw::power_of_two(exponent);
    }
    for point in &mut points {
        *point = format.round_vector(*point * sizes);
    }
    Ok(hull_of(points))
}

/// A mesh of integer points.
fn lattice_mesh(u: &mut Source<'_>) -> Result<Kind> {
    let count = count(u)?;
    Ok(hull_of(many(count, || lattice_point(u))?))
}

fn lattice_point(u: &mut Source<'_>) -> Result<DVec3> {
    draw::lattice(u, Dim::Three, -LATTICE_MAX, LATTICE_MAX)
}

fn count(u: &mut Source<'_>) -> Result<usize> {
    let (low, high) = draw::weighted(u, &COUNTS)?;
    draw::count(u, low, high)
}

fn many<T>(count: usize, draw: impl FnMut() -> Result<T>) -> Result<Vec<T>> {
    std::iter::repeat_with(draw).take(count).collect()
}

/// The mesh of the hull of `points`: its vertices, and the edges between them.
///
/// A point is a vertex if the normals of its facets span 3D. Two vertices are joined by an edge if
/// the normals of their common facets span a plane. The half-spaces that bound a flat hull to its
/// plane or line count as facets.
pub(super) fn hull_of(points: Vec<DVec3>) -> Kind {
    const SPACE: usize = 3;
    const BESIDE_A_LINE: usize = 2;
    let mut distinct: Vec<DVec3> = Vec::with_capacity(points.len());
    for point in points {
        if !distinct.contains(&point) {
            distinct.push(point);
        }
    }
    let half_spaces = half_spaces(&distinct);
    let facets_of = |point: usize| -> Vec<&Vector> {
        let facets = half_spaces.iter().filter(|facet| facet.a.contains(&point));
        facets.map(|facet| &facet.normal).collect()
    };
    let vertices: Vec<(DVec3, Vec<&Vector>)> = (0..distinct.len())
        .map(|point| (distinct[point], facets_of(point)))
        .filter(|(_, facets)| rank(facets) == SPACE)
        .collect();
    let neighbours = |(point, facets): &(DVec3, Vec<&Vector>)| {
        let is_joined = |(other, others): &(DVec3, Vec<&Vector>)| {
            let is_common = |facet: &&&Vector| others.iter().any(|o| std::ptr::eq(*o, **facet));
            let common: Vec<&Vector> = facets.iter().filter(is_common).copied().collect();
            other != point && rank(&common) == BESIDE_A_LINE
        };
        let indices = (0..).zip(&vertices);
        let joined = indices.filter(|(_, vertex)| is_joined(vertex));
        joined.map(|(index, _)| index).collect()
    };
    Kind::Mesh {
        neighbours: vertices.iter().map(neighbours).collect(),
        points: vertices.iter().map(|(point, _)| *point).collect(),
    }
}

/// The number of dimensions that the vectors span.
fn rank(vectors: &[&Vector]) -> usize {
    let vectors: Vec<Vector> = vectors.iter().copied().cloned().collect();
    vector::rank(&vectors)
}

/// The facets of the hull of `points`, each with the points that lie on it.
fn half_spaces(points: &[DVec3]) -> Vec<HalfSpace> {
    let points: Vec<[f64; 3]> = points.iter().map(|p| p.to_array()).collect();
    let polytope = |points| Polytope {
        points,
        origin: [0.0; 3],
    };
    let pair = Pair::new(&polytope(&points), &polytope(&[[0.0; 3]])).expect("finite points");
    Hull::of(&pair).half_spaces().to_vec()
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    /// The points and the neighbours of the mesh of `points`.
    fn mesh_of(points: &[[i32; 3]]) -> (Vec<DVec3>, Vec<Vec<u32>>) {
        let points = points.iter().map(|p| DVec3::from_array(p.map(f64::from)));
        match hull_of(points.collect()) {
            Kind::Mesh { points, neighbours } => (points, neighbours),
            other => panic!("{other:?}"),
        }
    }

    /// Only vertices are kept, and only edges join them: no diagonal of a facet, nothing across the
    /// inside. Checked on a full 3 x 3 x 3 lattice, whose hull is a cube, and on an octahedron.
    #[test]
    fn edges_are_those_of_the_hull() {
        let mut lattice = Vec::new();
        for x in 0..3 {
            for y in 0..3 {
                lattice.extend((0..3).map(|z| [x, y, z]));
            }
        }
        let (points, neighbours) = mesh_of(&lattice);
        assert_eq!(points.len(), 8);
        for (point, neighbours) in points.iter().zip(neighbours) {
            assert_eq!(neighbours.len(), 3);
            let apart = |index: u32| point.distance_squared(points[index as usize]);
            assert!(neighbours.into_iter().all(|index| apart(index) == 4.0));
        }
        let ends = [
            [1, 0, 0],
            [-1, 0, 0],
            [0, 1, 0],
            [0, -1, 0],
            [0, 0, 1],
            [0, 0, -1],
        ];
        let (points, neighbours) = mesh_of(&[&ends[..], &[[0; 3]], &ends[..]].concat());
        assert_eq!(points.len(), 6);
        for (point, neighbours) in points.iter().zip(neighbours) {
            assert_eq!(neighbours.len(), 4);
            assert!(
                neighbours
                    .iter()
                    .all(|index| points[*index as usize] != -*point)
            );
        }
    }

    /// Flat hulls have the edges of their outline. Checked on a square with points on its sides and
    /// in its middle, on a segment of three points, and on a duplicated point.
    #[test]
    fn flat_hulls_have_edges() {
        let square = [
            [0, 0, 1],
            [2, 0, 1],
            [1, 0, 1],
            [2, 2, 1],
            [1, 1, 1],
            [0, 2, 1],
        ];
        let (points, neighbours) = mesh_of(&square);
        assert_eq!(points.len(), 4);
        let outline = [vec![1, 3], vec![0, 2], vec![1, 3], vec![0, 2]];
        assert_eq!(neighbours, outline);
        let (points, neighbours) = mesh_of(&[[0, 0, 0], [1, 2, 3], [2, 4, 6]]);
        assert_eq!((points.len(), neighbours), (2, vec![vec![1], vec![0]]));
        let (points, neighbours) = mesh_of(&[[1, 2, 3], [1, 2, 3]]);
        assert_eq!((points.len(), neighbours), (1, vec![vec![]]));
    }

    /// Climbing along the edges leads to the top from everywhere: if no neighbour exceeds a vertex,
    /// no point does, not even those that were left out. Checked on drawn sets of integers, along
    /// all directions of small integers, where every product is exact.
    #[test]
    fn climbing_leads_to_the_top() {
        const SETS: u64 = 100;
        const COUNT: usize = 20;
        for seed in 0..SETS {
            let mut bytes = [0; 1024];
            Xoshiro256PlusPlus::seed_from_u64(seed).fill_bytes(&mut bytes);
            let u = &mut Source::new(&bytes);
            let all = many(COUNT, || lattice_point(u)).expect("any bytes");
            let Kind::Mesh { points, neighbours } = hull_of(all.clone()) else {
                panic!("a mesh");
            };
            for direction in directions() {
                let height = |p: &DVec3| p.dot(direction);
                let top = all.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
                for (point, neighbours) in points.iter().zip(&neighbours) {
                    let above = |index: &u32| height(&points[*index as usize]) > height(point);
                    let is_peak = !neighbours.iter().any(above);
                    assert!(!is_peak || height(point) == top, "{seed} {direction}");
                }
            }
        }
    }

    /// Nonzero vectors of small integers.
    fn directions() -> impl Iterator<Item = DVec3> {
        const MAX: i32 = 2;
        let range = || (-MAX..=MAX).map(f64::from);
        let all = range().flat_map(move |x| {
            range().flat_map(move |y| range().map(move |z| DVec3::new(x, y, z)))
        });
        all.filter(|v| *v != DVec3::ZERO)
    }
}
