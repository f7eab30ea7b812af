//! Each test is a claim about portals, of hulls and the origin.

#[cfg(feature = "std")]
use super::Refinement;
use super::{MOST_POINTS, View};
use crate::difference::Difference;
use crate::goal::{Goal, Limits, Start};
#[cfg(feature = "std")]
use crate::processor::Task;
use crate::random::numbers;
use crate::search::Search;
#[cfg(feature = "std")]
use crate::shape::PackedHull;
use crate::shape::{Hull, Point};
use crate::support::Support;
use crate::vector::{Stored, Vector};
use crate::vertices::Vertices;
use glam::{DMat3, DVec2, DVec3, EulerRot};
use std::vec::Vec;

/// What is seen, the corners of the last portal, and how many support points that took.
#[derive(Debug, PartialEq)]
struct Seen<V> {
    view: View,
    corners: Vec<V>,
    iterations: u32,
}

/// Looks through the portals between the hull of some points and the origin.
fn look<V>(points: &[V], goal: Goal, max_iterations: u32) -> Seen<V>
where
    V: Vector + Stored<Wide = V>,
{
    let hull = Hull::new(points).unwrap();
    look_by(
        &hull,
        Limits::of(goal, max_iterations),
        |search, simplex| search.look_through_portals(simplex),
    )
}

/// Looks in some way between a shape and the origin.
fn look_by<V, A>(
    a: &A,
    limits: Limits,
    way: impl FnOnce(&mut Search<'_, A, Point<V>, V, ()>, &mut Vertices<V>) -> View,
) -> Seen<V>
where
    V: Vector + Stored<Wide = V>,
    A: Support<Vector = V>,
{
    let b = Point::new(V::ZERO).unwrap();
    let (mut simplex, mut blind) = (Vertices::empty(), ());
    let mut difference = Difference::new(a, &b);
    let mut search = Search::start(
        &mut difference,
        limits,
        &mut blind,
        &Start::Centers,
        &mut simplex,
    );
    search.span = search.difference.span();
    let view = way(&mut search, &mut simplex);
    simplex.admit();
    let longest = simplex.spanning().map(|vertex| vertex.pair.a.length());
    let longest = longest.fold(0.0, f64::max) * search.difference.scale();
    assert!(search.reach >= longest);
    Seen {
        view,
        corners: simplex.spanning().map(|vertex| vertex.pair.a).collect(),
        iterations: search.iterations,
    }
}

fn look_for_distance<V>(points: &[V]) -> Seen<V>
where
    V: Vector + Stored<Wide = V>,
{
    look(points, Goal::Distance, 100)
}

/// Points around a place, none of which is as near to the origin as the plane before them.
fn before<V: Vector>(number: &mut impl FnMut() -> f64, count: usize, gap: f64) -> Vec<V> {
    let points = (0..count).map(|_| {
        let [x, y, z] = [number(), number(), number()];
        V::of_coordinates([x + 1.0 + gap, y, z])
    });
    points.collect()
}

/// Where the portals of points near contact lead: to a face that has no point beyond, and is passed by the ray, after
/// `most` support points in the mean.
fn portals_lead_to_a_face<V: Vector + Stored<Wide = V>>(most: f64) {
    let mut number = numbers();
    let (mut faces, mut asked) = (0, 0);
    for round in 0..400 {
        let points: Vec<V> = before(&mut number, 4 + round % 20, 0.01);
        let hull = Hull::new(&points[..]).unwrap();
        let seen = look_for_distance(&points);
        if seen.view != View::Nearest || seen.iterations == 1 {
            continue;
        }
        faces += 1;
        asked += seen.iterations;
        assert_eq!(seen.corners.len(), V::DIMENSION);
        // The face from the origin along its normal, and where the ray passes its plane.
        let [p, q] = [seen.corners[0], seen.corners[1]];
        let inwards = if V::PLANAR {
            (hull.center() - p).rejection(q - p)
        } else {
            let normal = V::along((q - p).cross(seen.corners[2] - p), 1.0);
            normal * normal.dot(hull.center() - p).signum()
        };
        let height = inwards.dot(p);
        assert!(height > 0.0);
        for point in &points {
            assert!(inwards.dot(*point) >= height * (1.0 - 1e-9), "{points:?}");
        }
        let passed = hull.center() * (height / inwards.dot(hull.center()));
        let around = |from: V, to: V| {
            V::cross_dot(
                (from - passed).cross(to - passed),
                (q - p).cross(hull.center()),
            )
        };
        if V::PLANAR {
            assert!((p - passed).dot(q - passed) <= 0.0, "{points:?}");
        } else {
            let r = seen.corners[2];
            let turns = [around(p, q), around(q, r), around(r, p)];
            let is_one_way =
                turns.iter().all(|turn| *turn >= -1e-12) || turns.iter().all(|turn| *turn <= 1e-12);
            assert!(is_one_way, "{turns:?} of {points:?}");
        }
    }
    assert!(faces > 150, "{faces}");
    assert!(
        f64::from(asked) < f64::from(faces) * most,
        "{asked} for {faces}"
    );
}

// Claim: near contact the last portal is a face, by which the ray from the middle to the origin leaves.
#[test]
fn the_last_portal_is_a_face() {
    portals_lead_to_a_face::<DVec2>(3.45);
    portals_lead_to_a_face::<DVec3>(4.9);
}

/// How many support points portals of a turned shape take in the mean until that is seen; where it is neither, the first of
/// them was likely the nearest point.
fn mean_of_support_points<V>(view: View, turned: impl Fn(f64) -> Vec<V>) -> f64
where
    V: Vector + Stored<Wide = V>,
{
    let (mut seen, mut asked) = (0, 0);
    for round in 0..300 {
        let portal = look_for_distance(&turned(f64::from(round)));
        if portal.iterations > 1 {
            assert_eq!(portal.view, view);
            seen += 1;
            asked += portal.iterations;
        }
    }
    assert!(seen > 120, "{seen}");
    f64::from(asked) / f64::from(seen)
}

// Claim: as corners are looked for forwards, portals take fewer support points than straight across the ray: there they took
// 5 before a polygon and 3.43 in it, 4.38 before a box, and with the corners of a shape anywhere 3.51 and 5.32. None is
// given up, nor before a triangle of many vertices, where the first corner is met again.
#[test]
fn looking_forwards_spares_support_points() {
    let polygon = |corners: i32, place: f64| {
        let corner = move |turn: f64, k: i32| {
            let angle = f64::from(k) / f64::from(corners) * core::f64::consts::TAU;
            DVec2::from_angle(turn + angle) + DVec2::new(place, 0.1)
        };
        move |turn: f64| -> Vec<DVec2> { (0..corners).map(|k| corner(turn, k)).collect() }
    };
    let cuboid = |turn: f64| -> Vec<DVec3> {
        let turn = DMat3::from_euler(EulerRot::XYZ, turn, 1.7 * turn, 0.6 * turn);
        let place = DVec3::new(2.0, 0.1, 0.2);
        let corner = |p: &DVec3| turn * *p + place;
        let half = DVec3::new(1.0, 1.1, 1.2);
        corners(DVec3::ZERO, half).iter().map(corner).collect()
    };
    let means = [
        mean_of_support_points(View::Nearest, polygon(16, 1.01)),
        mean_of_support_points(View::Open, polygon(16, 0.9)),
        mean_of_support_points(View::Nearest, |turn| polygon(3, 1.01)(turn).repeat(9)),
        mean_of_support_points(View::Nearest, cuboid),
    ];
    let most = [4.5, 3.2, 4.1, 4.2];
    assert!(
        means.iter().zip(most).all(|(mean, most)| *mean < most),
        "{means:?}"
    );
}

// Claim: mirrored points have the mirrored portals, after as many support points: also where planes pass the origin.
#[test]
fn mirrored_points_have_mirrored_portals() {
    fn claim<V: Vector + Stored<Wide = V>>() {
        let mut number = numbers();
        for round in 0..400 {
            let mut points: Vec<V> = before(&mut number, 3 + round % 9, -0.2);
            if round % 2 == 0 {
                // A small grid has many ties.
                let whole = |x: f64| (x * 2.0).round();
                points = points
                    .iter()
                    .map(|p| V::of_coordinates(p.coordinates().map(whole)))
                    .collect();
            }
            let mirrored: Vec<V> = points.iter().map(|p| -*p).collect();
            let (seen, mirrored) = (look_for_distance(&points), look_for_distance(&mirrored));
            assert_eq!(seen.view, mirrored.view, "{points:?}");
            assert_eq!(seen.iterations, mirrored.iterations, "{points:?}");
            let back: Vec<V> = mirrored.corners.iter().map(|p| -*p).collect();
            assert_eq!(seen.corners, back, "{points:?}");
        }
    }
    claim::<DVec2>();
    claim::<DVec3>();
}

// Claim: who asks for a verdict is told when a support point shows that the shapes are apart, and not where they are
// not; who asks for more is not. Where they overlap no simplex is taken for the last one, but for a vertex.
#[test]
fn a_separation_is_seen() {
    let mut number = numbers();
    let mut seen_apart = 0;
    for round in 0..300 {
        let gap = if round % 2 == 0 { 0.001 } else { -0.3 };
        let points: Vec<DVec3> = before(&mut number, 12, gap);
        let distance = crate::distance(
            &Hull::new(&points[..]).unwrap(),
            &Point::new(DVec3::ZERO).unwrap(),
        );
        let view = look(&points, Goal::Verdict, 100).view;
        seen_apart += usize::from(view == View::Separated);
        assert!(view != View::Separated || distance > 0.0);
        let far = look(&points, Goal::Proximity { margin: 9.0 }, 100).view;
        assert!(far != View::Separated);
        let open = look_for_distance(&points);
        assert!(open.view != View::Separated);
        assert!(open.view == View::Open || open.iterations == 1 || distance > 0.0);
    }
    assert!(seen_apart > 80, "{seen_apart}");
}

// Claim: where the origin is inside, four support points in space, three in the plane, mostly surround it: one by one
// the volumes of the origin and the faces have one sign.
#[test]
fn portals_surround_the_origin() {
    fn claim<V: Vector + Stored<Wide = V>>(least: usize) {
        let mut number = numbers();
        let mut surrounded = 0;
        for round in 0..200 {
            let points: Vec<V> = before(&mut number, 12 + round % 20, -0.7);
            let hull = Hull::new(&points[..]).unwrap();
            let seen = look_for_distance(&points);
            if seen.corners.len() <= V::DIMENSION {
                continue;
            }
            assert_eq!(seen.view, View::Open);
            let reach = hull.center().length() + 2.0 * hull.extent();
            let mut corners = [V::ZERO; 4];
            corners[..=V::DIMENSION].copy_from_slice(&seen.corners);
            let nearest = crate::nearest::nearest(&corners, seen.corners.len(), reach);
            surrounded += usize::from(nearest.is_inside());
        }
        assert!(surrounded > least, "{surrounded}");
    }
    claim::<DVec2>(192);
    claim::<DVec3>(170);
}

// Claim: flipped along an axis points have the flipped portals, after as many support points: also where the ray passes the
// first corner, so that no side is that of the origin. (A campaign found that one was chosen then by the sign of zero.)
#[test]
fn flipped_points_have_flipped_portals() {
    let mut number = numbers();
    for round in 0..400 {
        let mut points: Vec<DVec2> = before(&mut number, 3 + round % 5, -0.2);
        // A small grid, with the middle straight behind the point in front.
        points = points
            .iter()
            .map(|p| DVec2::new(p.x, (p.y * 4.0).round()))
            .collect();
        let rest: f64 = points.iter().map(|p| p.y).sum();
        points.extend([DVec2::new(-0.5, 0.0), DVec2::new(1.0, -rest)]);
        // Without a zero that is negative, whose sign would tell.
        let flip = |p: &DVec2| DVec2::new(p.x, 0.0 - p.y);
        let flipped: Vec<DVec2> = points.iter().map(flip).collect();
        let (seen, flipped) = (look_for_distance(&points), look_for_distance(&flipped));
        assert_eq!(seen.view, flipped.view, "{points:?}");
        assert_eq!(seen.iterations, flipped.iterations, "{points:?}");
        let back: Vec<DVec2> = flipped.corners.iter().map(flip).collect();
        assert_eq!(seen.corners, back, "{points:?}");
    }
}

/// The corners of a box.
fn corners(middle: DVec3, half: DVec3) -> Vec<DVec3> {
    (0..8)
        .map(|bits| DVec3::corner(bits, middle - half, middle + half))
        .collect()
}

// Claim: no more than the first support point is asked for far from each other, before a vertex, and where the middle is
// the origin; and none counts where few iterations are allowed.
#[test]
fn portals_are_for_shapes_near_contact() {
    let half = DVec3::new(1.0, 2.0, 3.0);
    let turned = DVec3::new(1.3, 0.4, 0.2);
    let near = corners(turned, half * 0.9);
    let asked =
        |points: &[DVec3], max_iterations| look(points, Goal::Distance, max_iterations).iterations;
    assert!(asked(&near, MOST_POINTS + 1) > 3);
    assert_eq!(asked(&near, MOST_POINTS), 0);
    assert_eq!(asked(&corners(turned * 9.0, half), 100), 1);
    assert!(asked(&corners(turned * 0.1, half), 100) > 3);
    assert_eq!(asked(&corners(DVec3::ZERO, half), 100), 1);
    assert_eq!(asked(&corners(half * 1.01, half), 100), 1);
}

// Claim: far from a shape its vertex that is first met is taken for the nearest point, unless it bulges much before
// that: then the search sees more of it.
#[test]
fn a_vertex_is_likely_the_nearest_point() {
    let half = DVec3::new(1.0, 2.0, 3.0);
    let seen = look_for_distance(&corners(half * 9.0, half));
    assert_eq!(
        (seen.view, &seen.corners[..]),
        (View::Nearest, &[half * 8.0][..])
    );
    // The edge from (16, -20) to (16, 20), of as many vertices as a round shape.
    let ends = [DVec2::new(16.0, -20.0), DVec2::new(16.0, 20.0)];
    let mut edge: Vec<DVec2> = ends.into_iter().cycle().take(20).collect();
    assert_eq!(look_for_distance(&edge).view, View::Open);
    edge.push(DVec2::new(9.0, -1.0));
    assert_eq!(look_for_distance(&edge).view, View::Nearest);
}

// Claim: the code that the best processor runs sees the same as that which every one does, bit for bit: of lists, and
// of packed lists of few points and of many, whose lanes are compiled with it.
#[cfg(feature = "std")]
#[test]
fn every_processor_sees_the_same() {
    fn sees_the_same<V: Vector + Stored<Wide = V>>(hull: &impl Support<Vector = V>) -> u32 {
        let limits = Limits::of(Goal::Distance, 100);
        let best = look_by(hull, limits, |search, simplex| {
            search.look_through_portals(simplex)
        });
        if best.iterations > 1 {
            let every = look_by(hull, limits, |search, simplex| {
                let first: V = search.difference.point(&search.support);
                let middle = search.middle_of_portals(first).unwrap();
                let task = Refinement {
                    search,
                    simplex,
                    first,
                    middle,
                };
                task.run()
            });
            assert_eq!(best, every);
        }
        best.iterations
    }
    fn claim<V: Vector + Stored<Wide = V>>() {
        let mut number = numbers();
        let mut asked = 0;
        for round in 0..400 {
            let points: Vec<V> = before(&mut number, 4 + round % 60, [-0.5, 0.01][round % 2]);
            asked += sees_the_same(&Hull::new(&points[..]).unwrap());
            asked += sees_the_same(&PackedHull::new(&points[..]).unwrap());
        }
        assert!(asked > 2000, "{asked}");
    }
    claim::<DVec2>();
    claim::<DVec3>();
}

// Claim: no corner is a point that is too large to compute with, nor is there a portal before a middle that is.
#[test]
fn corners_are_usable() {
    for exponent in [130, 500, 1000] {
        let far = 2f64.powi(exponent);
        let mut points = corners(DVec3::new(1.3, 0.4, 0.0), DVec3::new(0.9, 1.8, 2.7));
        points.extend([DVec3::new(1.5, 0.0, far), DVec3::new(1.5, 0.0, -far)]);
        let seen = look_for_distance(&points);
        assert!(seen.view == View::Open && seen.iterations > 0);
        assert!(
            seen.corners.iter().all(|p| p.length() < 9.0),
            "{:?}",
            seen.corners
        );
        points.pop();
        assert!(look_for_distance(&points).iterations < 2, "{exponent}");
    }
}

// Claim: points in a plane with the origin, and points in one place, have no portal in space; the search goes on from
// the corners there are.
#[test]
fn flat_shapes_have_no_portals() {
    let flat = [
        DVec3::new(1.0, 2.0, 0.0),
        DVec3::new(1.5, -2.0, 0.0),
        DVec3::new(4.0, 0.5, 0.0),
    ];
    let seen = look_for_distance(&flat);
    assert!(seen.corners.len() < 3 && seen.iterations < 4);
    let place = [DVec3::new(1.0, 2.0, 0.0); 4];
    assert_eq!(look_for_distance(&place).corners, place[..1]);
    // In the plane points in line with their middle have none, though they are looked at forwards first.
    let line = [-1.0, 0.5, 1.2, -0.4].map(|x| DVec2::new(x, 0.25));
    let seen = look_for_distance(&line);
    assert!(seen.view == View::Open && seen.iterations < 4, "{seen:?}");
    // Nor have points in another plane, in which their middle lies.
    let square = [[-3.0, -2.5], [3.0, -3.0], [2.7, 3.0], [-2.0, 3.3]];
    let square = square.map(|[x, y]| DVec3::new(x, y, 1.0));
    let seen = look_for_distance(&square);
    assert!(
        seen.view == View::Open && seen.corners.len() == 2,
        "{:?}",
        seen.corners
    );
}
