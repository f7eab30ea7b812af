//! One list of points as three shapes: plain, packed, and as the corners and edges of its hull.
//!
//! - All three are refused, or none; only the hull may be refused for sizes that differ too much.
//! - The packed list returns the same point as the list in every direction. If the list reports all
//!   others lower, it does too; for integers, whose projections are exact, they are.
//! - The corners of the hull are points of the list, and its edges lead in both directions. For
//!   integers its support equals that of the list in every direction, and so does each corner that
//!   no neighbour exceeds: no edge is missing.

use arbitrary::{Result, Unstructured};
use gjk_core::{Feature, Hull, PackedHull, Polytope, Shape, Stored, Vector};
use glam::DVec3;

use super::hostile_support::{Drawn, number};

/// Points of a list: some blocks of a packed one.
const POINTS_MAX: usize = 70;

/// Integer coordinates are at most this large: so small that points coincide and are coplanar.
const WHOLE_MAX: i32 = 4;

/// The number of directions.
const DIRECTIONS: usize = 8;

/// Any bytes as a list of points. Returns whether they made all three shapes.
pub fn vertex_lists(data: &[u8]) -> bool {
    drawn(&mut Unstructured::new(data)).unwrap_or(false)
}

fn drawn(bytes: &mut Unstructured) -> Result<bool> {
    let (flat, narrow) = (bytes.arbitrary()?, bytes.arbitrary()?);
    let whole = bytes.ratio(2, 3)?;
    let count = bytes.int_in_range(0..=POINTS_MAX)?;
    let directions = vectors(bytes, DIRECTIONS, whole)?;
    let points = vectors(bytes, count, whole)?;
    let points = points.iter();
    Ok(match (flat, narrow) {
        (true, true) => check(points.map(|p| p.truncate().as_vec2()), &directions, whole),
        (true, false) => check(points.map(|p| p.truncate()), &directions, whole),
        (false, true) => check(points.map(|p| p.as_vec3()), &directions, whole),
        (false, false) => check(points.copied(), &directions, whole),
    })
}

fn vectors(bytes: &mut Unstructured, count: usize, whole: bool) -> Result<Vec<DVec3>> {
    let mut coordinate = || {
        if whole {
            Ok(f64::from(bytes.int_in_range(-WHOLE_MAX..=WHOLE_MAX)?))
        } else {
            number(bytes)
        }
    };
    let mut vector = || Ok(DVec3::new(coordinate()?, coordinate()?, coordinate()?));
    (0..count).map(|_| vector()).collect()
}

/// Returns whether all three shapes were built.
fn check<S>(points: impl Iterator<Item = S>, directions: &[DVec3], whole: bool) -> bool
where
    S: Stored + PartialEq,
    S::Wide: Drawn,
{
    let points: Vec<S> = points.collect();
    let hull = Hull::new(&points[..]);
    let packed = PackedHull::new(&points[..]);
    let polytope = Polytope::from_points(&points);
    let refusals = [hull.as_ref().err(), packed.as_ref().err()];
    assert_eq!(refusals[0], refusals[1], "{points:?}");
    let polytope = match (polytope, refusals[0]) {
        (Ok(polytope), None) => Some(polytope),
        (Err(refusal), Some(known)) if refusal == *known => None,
        (found, _) => panic!("{:?} of {points:?}", found.err()),
    };
    let (Ok(hull), Ok(packed)) = (hull, packed) else {
        return false;
    };
    for direction in directions {
        let direction = S::Wide::of(direction.to_array());
        if !direction.is_finite() || direction == S::Wide::ZERO {
            continue;
        }
        let name = hull.body().farthest(direction, 0).0;
        assert_eq!(
            packed.body().farthest(direction, 0).0,
            name,
            "{direction:?} {points:?}"
        );
        if let Feature::Vertex(top) = name {
            let others_are_lower = packed.body().others_are_lower(direction, &[top]);
            let listed = hull.body().others_are_lower(direction, &[top]);
            assert_eq!(others_are_lower, listed, "{direction:?} {points:?}");
            if whole && others_are_lower {
                let top = height(hull.body().point(name), direction);
                let as_high = points.iter().filter(|p| height(p.wide(), direction) >= top);
                assert_eq!(as_high.count(), 1, "{direction:?} {points:?}");
            }
        }
        if let Some(polytope) = &polytope {
            let top = polytope.body().support(direction);
            assert!(
                points.iter().any(|p| p.wide() == top),
                "{direction:?} {points:?}"
            );
            if whole {
                let highest = height(hull.body().point(name), direction);
                assert!(
                    height(top, direction) >= highest,
                    "{direction:?} {points:?}"
                );
                peaks_are_as_high(polytope, direction, highest);
            }
        }
    }
    if let Some(polytope) = &polytope {
        edges_lead_both_ways(polytope, &points);
    }
    polytope.is_some()
}

/// The dot product, exact for small integers.
fn height<V: Vector>(point: V, direction: V) -> f64 {
    point.in_space().dot(direction.in_space())
}

/// A climb may start at any corner and ends at one that no neighbour exceeds. On a hull with all
/// its edges, even a polygon or segment in 3D, that is as high as the top.
fn peaks_are_as_high<S: Stored>(
    polytope: &Polytope<S, Vec<S>, Vec<u32>>,
    direction: S::Wide,
    highest: f64,
) {
    let vertices = polytope.vertices();
    let height = |number: u32| height(vertices[number as usize].wide(), direction);
    for number in 0..vertices.len() as u32 {
        let mut around = polytope.neighbours(number).iter();
        let is_exceeded = around.any(|other| height(*other) > height(number));
        assert!(
            is_exceeded || height(number) >= highest,
            "{number} {direction:?} {vertices:?}"
        );
    }
}

fn edges_lead_both_ways<S: Stored + PartialEq>(
    polytope: &Polytope<S, Vec<S>, Vec<u32>>,
    points: &[S],
) {
    for (number, vertex) in (0..).zip(polytope.vertices()) {
        assert!(points.contains(vertex), "{vertex:?} {points:?}");
        for other in polytope.neighbours(number) {
            let back = polytope.neighbours(*other).contains(&number);
            assert!(back, "{number} {other} {points:?}");
        }
    }
}
