//! What is inside: of searches that found the origin in their simplex.

use crate::bounds::length;
use crate::closest::SupportPair;
use crate::difference::Difference;
use crate::float::ROUNDOFF;
use crate::goal::{Goal, Limits};
use crate::nearest::{LARGEST_CROSS, LARGEST_TRIPLE, SIGN_ERROR};
use crate::pose::{Pose, Posed};
use crate::search::Search;
use crate::search::tests::with_search;
use crate::shape::{Hull, Point, Rounded};
use crate::support::Feature;
use crate::vector::{Stored, Vector};
use crate::vertices::Vertices;
use glam::{DVec2, DVec3};
use std::vec::Vec;

/// A simplex of these vertices and weights, and their mean, rounded.
fn simplex<V: Vector>(vertices: &[(V, f64)]) -> (Vertices<V>, V) {
    let mut simplex = Vertices::empty();
    let (base, _) = vertices[0];
    let mut mean = base;
    for (point, weight) in vertices {
        simplex.grow(
            &SupportPair {
                a: *point,
                weight: *weight,
                ..SupportPair::EMPTY
            },
            *point,
        );
        simplex.admit();
        mean = mean + (*point - base) * *weight;
    }
    (simplex, mean)
}

// Claim: weights that are off are corrected, so that the mean of a tetrahedron around the origin,
// and of a triangle in the plane, becomes the origin; the first, which the mean does not use,
// makes their sum one.
#[test]
fn weights_are_corrected() {
    let off = 2f64.powi(-40);
    let corners = [
        (DVec3::new(1.0, 0.0, 0.0), 0.3),
        (DVec3::new(0.0, 1.0, 0.0), 2.0 / 9.0 + off),
        (DVec3::new(0.0, 0.0, 2.0), 1.0 / 9.0 - 3.0 * off),
        (DVec3::new(-2.0, -1.0, -1.0), 2.0 / 9.0 - off),
    ];
    let (tetrahedron, mean) = simplex(&corners);
    let weights = tetrahedron.corrected(mean, 3.0).unwrap();
    for (weight, share) in weights.into_iter().zip([4.0, 2.0, 1.0, 2.0]) {
        assert!((weight - share / 9.0).abs() <= f64::EPSILON, "{weight}");
    }
    let corners = [
        (DVec2::new(3.0, 0.0), 0.9),
        (DVec2::new(-1.0, 2.0), 0.375 + off),
        (DVec2::new(-1.0, -2.0), 0.375 - 2.0 * off),
    ];
    let (triangle, mean) = simplex(&corners);
    let [a, b, c, _] = triangle.corrected(mean, 3.0).unwrap();
    for (weight, share) in [(a, 0.25), (b, 0.375), (c, 0.375)] {
        assert!((weight - share).abs() <= f64::EPSILON, "{weight}");
    }
}

// Claim: there is no correction of a simplex that is too flat for what is to be corrected, that
// does not fill the space, or that the origin would leave.
#[test]
fn corrections_that_are_not_to_be_trusted_are_none() {
    let around = |height: f64, weight: f64| {
        simplex(&[
            (DVec2::new(-1.0, -height), 0.25),
            (DVec2::new(1.0, -height), weight),
            (DVec2::new(0.0, height), 0.5),
        ])
    };
    let corrected = |(simplex, mean): (Vertices<DVec2>, DVec2)| simplex.corrected(mean, 1.5);
    assert!(corrected(around(1.0, 0.25 + 2f64.powi(-30))).is_some());
    assert!(corrected(around(2f64.powi(-24), 0.25 + 2f64.powi(-30))).is_none());
    assert!(corrected(around(1.0, 0.3)).is_none());
    let (segment, mean) = simplex(&[(DVec2::X, 0.5), (DVec2::NEG_X, 0.5)]);
    assert!(segment.corrected(mean, 1.5).is_none());
    let (beside, mean) = simplex(&[
        (DVec2::new(1.0, 0.0), 0.5),
        (DVec2::new(3.0, 1.0), 0.25),
        (DVec2::new(3.0, -1.0), 0.25),
    ]);
    assert!(beside.corrected(mean * 2f64.powi(-30), 4.0).is_some());
    assert!(beside.corrected(mean, 4.0).is_none());
}

/// Whether the weights of a simplex are corrected, of which one vertex has next to none, and the mean is off towards
/// that vertex by a part of the way from the next one.
fn is_corrected<V: Vector>(corners: &[V], light: usize, part: f64) -> bool {
    let least = 2f64.powi(-15);
    let share = (1.0 - least) / (corners.len() - 1) as f64;
    let weight = |place: usize| if place == light { least } else { share };
    let weighed: Vec<(V, f64)> = (0..).zip(corners).map(|(i, p)| (*p, weight(i))).collect();
    let next = corners[(light + 1) % corners.len()];
    let (simplex, _) = simplex(&weighed);
    let mean = (corners[light] - next) * part;
    simplex.corrected(mean, 2.0).is_some()
}

// Claim: there is no correction that takes from any one vertex more weight than it has.
#[test]
fn no_vertex_loses_more_than_its_weight() {
    let triangle = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]].map(DVec2::from);
    let tetrahedron = [
        [1.0, 1.0, 1.0],
        [1.0, -1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
    ]
    .map(DVec3::from);
    let [less, more] = [2f64.powi(-16), 2f64.powi(-14)];
    for light in 0..4 {
        assert!(is_corrected(&tetrahedron, light, less), "{light}");
        assert!(!is_corrected(&tetrahedron, light, more), "{light}");
    }
    for light in 0..3 {
        assert!(is_corrected(&triangle, light, less), "{light}");
        assert!(!is_corrected(&triangle, light, more), "{light}");
    }
}

// Claim: how flat a simplex may be to be trusted does not depend on its size: the height of this
// triangle is 256 times what is to be corrected, the edges of this tetrahedron are in proportion.
#[test]
fn trust_does_not_depend_on_the_size() {
    for size in [1.0 / 16.0, 1.0, 16.0] {
        let (triangle, _) = simplex(&[
            (DVec2::new(-1.0, -1.0) * size, 0.25),
            (DVec2::new(1.0, -1.0) * size, 0.25),
            (DVec2::new(0.0, 1.0) * size, 0.5),
        ]);
        let corrected = |off: f64| triangle.corrected(DVec2::new(0.0, off * size), size);
        assert!(corrected(1.0 / 256.0).is_some(), "{size}");
        assert!(corrected(1.0 / 255.0).is_none(), "{size}");
        let (tetrahedron, _) = simplex(&[
            (DVec3::new(1.0, 1.0, 1.0) * size, 0.25),
            (DVec3::new(1.0, -1.0, -1.0) * size, 0.25),
            (DVec3::new(-1.0, 1.0, -1.0) * size, 0.25),
            (DVec3::new(-1.0, -1.0, 1.0) * size, 0.25),
        ]);
        let corrected = |off: f64| tetrahedron.corrected(DVec3::new(0.0, off * size, 0.0), size);
        assert!(corrected(1.0 / 64.0).is_some(), "{size}");
        assert!(corrected(1.0 / 63.0).is_none(), "{size}");
    }
}

// Claim: the first weight is what the others leave of one, rounded once: here both sums lose half
// a unit, which together make a whole one.
#[test]
fn the_first_weight_is_rounded_once() {
    let half_unit = 2f64.powi(-54);
    let (tetrahedron, _) = simplex(&[
        (DVec3::new(1.0, 1.0, 1.0), 0.0),
        (DVec3::new(1.0, -1.0, -1.0), 0.25 + half_unit),
        (DVec3::new(-1.0, 1.0, -1.0), 0.25),
        (DVec3::new(-1.0, -1.0, 1.0), 0.125 + half_unit),
    ]);
    let [first, ..] = tetrahedron.corrected(DVec3::ZERO, 2.0).unwrap();
    assert_eq!(first, 0.375 - 2.0 * half_unit);
}

/// The weights of a triangle, as a search refines them, and how far from the origin the mean is then,
/// in roundoffs of the largest length.
fn refined(corners: [DVec2; 3], weights: [f64; 3]) -> (Vec<f64>, f64) {
    with_search(&corners, |search, simplex| {
        for (corner, weight) in (0..).zip(weights) {
            let features = [Feature::Vertex(corner), Feature::Vertex(0)];
            let pair = search.difference.pair(features);
            let point = search.difference.point(&pair);
            simplex.grow(&SupportPair { weight, ..pair }, point);
            simplex.admit();
        }
        search.reach = simplex.reach();
        search.heaviest = Some(2);
        search.refine_weights(simplex);
        // What was known of them before is not so of other weights, nor of fewer.
        assert_eq!(search.heaviest, None);
        let off: f64 = length(simplex.mean(search.difference));
        let weights = simplex.spanning().map(|vertex| vertex.weight);
        (weights.collect(), off / (ROUNDOFF * search.reach))
    })
}

/// Sums of multiples of two vectors of consecutive Fibonacci numbers, the `n`th and the one before:
/// they are nearly in a line, and the area between them is one.
fn nearly_in_line(n: u32, multiples: [[i64; 2]; 3]) -> [DVec2; 3] {
    let (x, y) = (0..n).fold((1, 0), |(x, y), _| (x + y, x));
    let rounded = |number: i64| number as f64;
    multiples.map(|[s, t]| DVec2::new(rounded(s * x + t * y), rounded(s * y + t * (x - y))))
}

// Claim: where `f64` cannot tell the weights double-double does, to the last digit.
#[test]
fn weights_of_flat_simplices_are_precise() {
    // Areas of 6, 4 and 36 between vectors as long as 2^45.
    let corners = nearly_in_line(60, [[10, -8], [12, -6], [-3, 2]]);
    let (weights, off) = refined(corners, [0.1, 0.1, 0.8]);
    assert_eq!(weights, [3.0, 2.0, 18.0].map(|share| share / 23.0));
    assert!(off <= 1.0, "{off}");
}

// Claim: where double-double has few digits left a side is taken, if its weights are better. Each of
// these triangles is as flat as one unit in the 106 bits of double-double: of the first it has
// weights that are wrong by eight roundoffs, of the second none that lie near the origin.
#[test]
fn sides_serve_where_simplices_are_too_flat() {
    for (n, multiples) in [
        (73, [[11, -6], [-11, -14], [-7, 12]]),
        (69, [[-4, -2], [6, 11], [1, -1]]),
    ] {
        let (weights, off) = refined(nearly_in_line(n, multiples), [0.3, 0.3, 0.4]);
        assert_eq!(weights.len(), 2, "{n}");
        assert!(off <= 1.0, "{n}: {off}");
    }
}

/// The part of the size of a simplex that its lowest side is below the origin for certain, as the
/// sign of a product of this degree is.
fn doubt(degree: f64) -> f64 {
    SIGN_ERROR * ROUNDOFF * degree
}

/// Asserts that a simplex whose lowest side is that far below the origin contains it for certain from some
/// height on.
fn is_sure_from(least: f64, contains: impl Fn(f64) -> bool) {
    for (height, expected) in [
        (0.5, true),
        (least * 1.125, true),
        (least * 0.875, false),
        (0.0, false),
        (-least * 2.0, false),
        (-0.5, false),
        (-1.0, false),
    ] {
        assert_eq!(contains(height), expected, "{height}");
    }
}

// Claim: a simplex contains the origin for certain where all of its sides are farther from it than
// rounding may be wrong, whatever its size and the order of its vertices.
#[test]
fn the_origin_is_surely_inside() {
    for size in [2f64.powi(-20), 1.0, 2f64.powi(20)] {
        let contains = |height: f64, turn: usize, mirrored: bool| {
            let mut triangle =
                [[-1.0, -height], [1.0, -height], [0.0, 1.0]].map(|p| (DVec2::from(p) * size, 0.3));
            triangle.rotate_left(turn);
            if mirrored {
                triangle.reverse();
            }
            simplex(&triangle).0.certain_volumes(2.0 * size).is_some()
        };
        // The side and the origin make an area of twice the height.
        let least = doubt(LARGEST_CROSS) * 4.0 / 2.0;
        for (turn, mirrored) in [(0, false), (1, false), (2, false), (0, true), (1, true)] {
            is_sure_from(least, |height| contains(height, turn, mirrored));
        }
        let contains = |height: f64, turn: usize, mirrored: bool| {
            let mut corners = [
                [2.0, 0.0, -height],
                [-1.0, 2.0, -height],
                [-1.0, -2.0, -height],
                [0.0, 0.0, 1.0],
            ]
            .map(|p| (DVec3::from(p) * size, 0.3));
            corners.rotate_left(turn);
            if mirrored {
                corners.swap(1, 2);
            }
            simplex(&corners).0.certain_volumes(2.0 * size).is_some()
        };
        // The side and the origin make a volume of twelve times the height.
        let least = doubt(LARGEST_TRIPLE) * 8.0 / 12.0;
        for (turn, mirrored) in [(0, false), (1, true), (2, false), (3, true), (3, false)] {
            is_sure_from(least, |height| contains(height, turn, mirrored));
        }
    }
}

/// The weights with which a search that starts from these vertices is inside, if it is. The last of them is not
/// known to span yet if there is `doubt` whether it does.
fn weights_inside<V: Vector + Stored<Wide = V>>(corners: &[V], doubt: bool) -> Option<Vec<f64>> {
    let [a, b] = [Point::new(V::ZERO).unwrap(), Point::new(V::ZERO).unwrap()];
    let limits = Limits::of(Goal::ClosestPoints, 9);
    let (mut difference, mut blind) = (Difference::new(&a, &b), ());
    let mut search = Search::new(
        &mut difference,
        limits,
        &mut blind,
        V::ZERO,
        SupportPair::EMPTY,
    );
    let mut simplex = Vertices::empty();
    for corner in corners {
        simplex.admit();
        simplex.grow(&SupportPair::EMPTY, *corner);
    }
    if !doubt {
        simplex.admit();
    }
    search.reach = 4.0;
    let starts = search.starts_inside(&mut simplex);
    assert_eq!(search.heaviest, starts.then(|| simplex.heaviest()));
    starts.then(|| {
        let spanning = simplex.spanning().map(|vertex| vertex.weight);
        spanning.collect()
    })
}

// Claim: a search that starts from a simplex which surely contains the origin is over, with the weights that make the
// origin, whether or not the newest vertex was known to span; where the simplex does not fill the space, or the
// origin may be beyond a side, there is something to search for.
#[test]
fn searches_start_inside() {
    let triangle = |height: f64| [[-1.0, -height], [1.0, -height], [0.0, 1.0]].map(DVec2::from);
    let tetrahedron = |height: f64| {
        [
            [2.0, 0.0, -height],
            [-1.0, 2.0, -height],
            [-1.0, -2.0, -height],
            [0.0, 0.0, 3.0],
        ]
        .map(DVec3::from)
    };
    for doubt in [false, true] {
        let weights = weights_inside(&triangle(3.0), doubt);
        assert_eq!(weights, Some([0.125, 0.125, 0.75].to_vec()));
        // The origin is a quarter of the way up the tetrahedron, over its middle.
        let weights = weights_inside(&tetrahedron(1.0), doubt);
        assert_eq!(weights, Some([0.25; 4].to_vec()));
        for height in [0.0, 2f64.powi(-60), -0.5] {
            assert_eq!(weights_inside(&triangle(height), doubt), None);
            assert_eq!(weights_inside(&tetrahedron(height), doubt), None);
        }
        assert_eq!(weights_inside(&triangle(3.0)[..2], doubt), None);
        assert_eq!(weights_inside(&tetrahedron(1.0)[..3], doubt), None);
    }
}

// Claim: the greatest slope of a weight is one over an edge, or at most that of a triangle by its
// two edges; a simplex that fills the space has none.
#[test]
fn slopes_are_of_edges_and_areas() {
    let corner = |x: f64, y: f64| (DVec3::new(x, y, 5.0), 0.25);
    let (a, b, c) = (corner(1.0, 1.0), corner(3.0, 1.0), corner(1.0, 5.0));
    assert_eq!(simplex(&[a]).0.slope_squared(), Some(0.0));
    assert_eq!(simplex(&[a, c]).0.slope_squared(), Some(1.0 / 16.0));
    assert_eq!(
        simplex(&[a, b, c]).0.slope_squared(),
        Some(2.0 * 20.0 / 64.0)
    );
    assert_eq!(simplex(&[a, b, c, a]).0.slope_squared(), None);
    let [a, b, c] = [a, b, c].map(|(point, weight)| (point.truncate(), weight));
    assert_eq!(simplex(&[a, b, c]).0.slope_squared(), None);
}

// Claim: the certain gap of polytopes grows with the largest length and with the numbers that their
// points are made of, and is no less than what subnormal numbers lose.
#[test]
fn gaps_are_in_proportion() {
    with_search(
        &[DVec2::new(5.0, 3.0), DVec2::new(1.0, 1.0)],
        |search, _| {
            let least = search.difference.least_number();
            let mut gap = |reach: f64, span: f64| {
                (search.reach, search.span) = (reach, span);
                search.certain_gap()
            };
            assert_eq!(gap(0.0, 0.0), 96.0 * least);
            assert_eq!(gap(1.0, 0.0), 192.0 * ROUNDOFF);
            assert_eq!(gap(2.0, 6.0), 192.0 * ROUNDOFF * 8.0);
            // The centre (3, 2), the extent 2, nothing of the point, and no sums of two terms.
            assert_eq!(search.difference.span(), 5.0 * search.difference.scale());
            // Of other shapes it is 24 roundoffs of the largest length that is known.
            search.polytopes = false;
            search.reach = 2.0;
            assert_eq!(search.certain_gap(), 24.0 * ROUNDOFF * 2.0);
            search.reach = 0.0;
            let half = search.difference.half_extent();
            assert_eq!(search.certain_gap(), 24.0 * ROUNDOFF * half);
        },
    );
    // Where shapes are tiny, and the scale is large, the least number counts.
    let tiny = 2f64.powi(-1000);
    with_search(&[DVec2::new(tiny, 0.0)], |search, _| {
        let least = search.difference.least_number();
        assert!(least > 0.0);
        assert_eq!(search.certain_gap(), 96.0 * least);
        search.polytopes = false;
        assert_eq!(search.certain_gap(), 24.0 * least);
    });
}

/// Whether a search is sure of an overlap that stands at these corners, of a hull that stands there.
fn is_sure(corners: &[DVec2], place: DVec2, reach: f64, span: f64) -> bool {
    let hull = Hull::new(corners).unwrap();
    let posed = Posed::new(hull, Pose::from_translation(place).unwrap());
    let origin = Point::new(DVec2::ZERO).unwrap();
    let limits = Limits::of(Goal::Verdict, 9);
    let (mut difference, mut blind) = (Difference::new(&posed, &origin), ());
    let mut search = Search::new(
        &mut difference,
        limits,
        &mut blind,
        DVec2::ZERO,
        SupportPair::EMPTY,
    );
    (search.reach, search.span) = (reach, span);
    let corners: Vec<(DVec2, f64)> = corners.iter().map(|corner| (*corner, 0.3)).collect();
    search.surely_overlap(&simplex(&corners).0)
}

// Claim: an overlap by volumes is certain at the origin of the world; elsewhere if the points may be
// off by as much as the numbers that they are made of are rounded.
#[test]
fn shapes_that_stand_elsewhere_are_looked_at_twice() {
    // The side and the origin make an area of twice the height. The reach of 2 and eight spans
    // of 3/4 make a size of 8.
    let least = doubt(LARGEST_CROSS) * 64.0 / 2.0;
    let at = |place: DVec2, height: f64| {
        let triangle = [[-1.0, -height], [1.0, -height], [0.0, 1.0]].map(DVec2::from);
        is_sure(&triangle, place, 2.0, 0.75)
    };
    assert!(at(DVec2::X, least * 1.125));
    assert!(!at(DVec2::X, least * 0.875));
    assert!(at(DVec2::ZERO, least * 0.875));
}

// Claim: where only radii reach each other it is certain if the mean is shorter than they are by more
// than rounding can make it.
#[test]
fn radii_surely_overlap_by_more_than_the_gap() {
    let edge = [[-1.0, 3.0], [1.0, 3.0]].map(DVec2::from);
    let origin = Point::new(DVec2::ZERO).unwrap();
    let limits = Limits::of(Goal::Verdict, 9);
    let is_sure = |gaps: f64| {
        // The gap does not depend on the radius, so that the search without one tells it.
        let sure_with = |radius: f64| {
            let rounded = Rounded::new(Hull::new(&edge[..]).unwrap(), radius).unwrap();
            let (mut difference, mut blind) = (Difference::new(&rounded, &origin), ());
            let mut search = Search::new(
                &mut difference,
                limits,
                &mut blind,
                DVec2::ZERO,
                SupportPair::EMPTY,
            );
            search.reach = 4.0;
            let (segment, _) = simplex(&[(edge[0], 0.5), (edge[1], 0.5)]);
            (search.surely_overlap(&segment), search.certain_gap())
        };
        let (_, gap) = sure_with(0.0);
        sure_with(3.0 + gaps * gap).0
    };
    assert!(is_sure(2.0));
    for gaps in [1.0, 0.5, 0.0, -0.5, -2.0, -1e9] {
        assert!(!is_sure(gaps), "{gaps}");
    }
}
