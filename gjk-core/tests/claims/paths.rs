//! The path of a search: the arithmetic, the off-axis steps and Newton's, and the number of
//! iterations.

use crate::common::Numbers;
use crate::mappings::{ELLIPSOID, Unnumbered};
use gjk_core::{
    Arithmetic, Axis, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Pose, Posed, Segment,
    Settings, Shape, Status, Step, StepKind, Vector, closest_points, distance, intersects,
};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Whether the direction of a step is not that of the nearest point.
fn is_off_axis(step: &Step) -> bool {
    matches!(step.kind, StepKind::Newton | StepKind::OffAxis)
}

/// The iterations of a query.
fn iterations<V: Vector>(
    a: &(impl Shape<Vector = V> + ?Sized),
    b: &(impl Shape<Vector = V> + ?Sized),
) -> Vec<Step> {
    let mut seen = Vec::new();
    Settings::default().observed(a, b, |step| seen.push(*step));
    seen.retain(|step| step.kind.is_iteration());
    seen
}

// Claim: separated boxes at integer positions need no arithmetic beyond `f64` and no off-axis step
// once there is a nearest point, in 3D and in 2D.
#[test]
fn boxes_take_the_plain_way() {
    fn plain(step: &Step) {
        assert_eq!(step.arithmetic, Arithmetic::Double);
        assert!(!is_off_axis(step), "{:?}", step.kind);
    }
    let mut numbers = Numbers::new(81);
    for _ in 0..200 {
        let place = numbers.point(9) + DVec3::X * 16.0;
        let a = Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
        let b = Posed::new(a, Pose::from_translation(place).unwrap());
        iterations(&a, &b).iter().for_each(plain);
        let a = Cuboid::new(DVec2::new(2.0, 3.0)).unwrap();
        let b = Posed::new(a, Pose::from_translation(place.truncate()).unwrap());
        iterations(&a, &b).iter().for_each(plain);
    }
}

// Claim: curved shapes take Newton's steps, not before the third iteration, and these end the search
// within twelve iterations on average.
#[test]
fn curved_shapes_take_steps_beside() {
    let mut numbers = Numbers::new(82);
    let [cone, cylinder] = [
        &Cone::new(Axis::Z, 3.0, 2.0).unwrap() as &dyn Shape<Vector = DVec3>,
        &Cylinder::new(Axis::Y, 2.0, 1.0).unwrap(),
    ];
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let (mut all, mut beside, mut queries) = (0, 0, 0);
    for _ in 0..100 {
        let place = DVec3::new(9.0, 0.0, 0.0) + numbers.point(40) / 16.0;
        let pose = Pose::from_translation(place).unwrap();
        for shape in [cone, cylinder] {
            let steps = iterations(&Posed::new(shape, pose), &ellipsoid);
            assert!(steps.iter().take(2).all(|step| !is_off_axis(step)));
            all += steps.len();
            beside += steps.iter().filter(|step| is_off_axis(step)).count();
            queries += 1;
        }
    }
    assert!(
        beside > queries / 2 && all < 12 * queries,
        "{beside} of {all} in {queries}"
    );
}

// Claim: in 2D poses move shapes exactly, far from the origin of the world as near it, touching or
// not.
#[test]
fn poses_in_the_plane_keep_all_digits() {
    let triangle = [DVec2::ZERO, DVec2::new(3.0, 1.0), DVec2::new(1.0, 4.0)];
    let hull = Hull::new(&triangle).unwrap();
    let at = |place: DVec2| Posed::new(&hull, Pose::from_translation(place).unwrap());
    let far = DVec2::new(2f64.powi(50), -(2f64.powi(49)));
    for step in [
        DVec2::new(7.0, 2.0),
        DVec2::new(-1.0, 9.0),
        DVec2::new(3.0, 1.0),
    ] {
        let expected = Hull::new(triangle.map(|p| p + step)).unwrap();
        let expected = closest_points(&hull, &expected);
        for near in [DVec2::ZERO, DVec2::new(5.0, -8.0), far] {
            let found = closest_points(&at(near), &at(near + step));
            assert_eq!(found.distance, expected.distance, "{near} {step}");
            let largest = near.abs().max_element() + 16.0;
            for (p, q) in [
                (found.point_a, expected.point_a),
                (found.point_b, expected.point_b),
            ] {
                assert!(
                    p.distance(q + near) <= f64::EPSILON * largest,
                    "{near} {step}"
                );
            }
        }
    }
}

// Claim: a search that stops beyond its maximum distance has witness points for its upper bound,
// also for shapes in poses.
#[test]
fn beyond_has_points_to_show() {
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let at = |place: DVec3| Posed::new(ellipsoid, Pose::from_translation(place).unwrap());
    let settings = Settings::default().max_distance(1.0);
    let found = settings.closest_points(&at(DVec3::Z * 5.0), &at(DVec3::new(9.0, -20.0, 2.0)));
    assert_eq!(found.status, Status::BeyondMaxDistance);
    assert!(!found.simplex.pairs().is_empty() && found.lower > 1.0);
    let between = found.point_a.distance(found.point_b);
    assert!(
        (between - found.upper).abs() <= 8.0 * f64::EPSILON * found.upper,
        "{found:?}"
    );
}

// Claim: if the last digits do not show whether a step leads nearer, the search takes off-axis
// steps: segments along an edge of a triangle, with a common end and the other slightly off the
// edge, touch.
#[test]
fn segments_along_an_edge_touch() {
    let cases = [
        (
            [
                DVec3::new(
                    -0.000825992475197755,
                    0.0006883270626647957,
                    0.0008259924751977548,
                ),
                DVec3::ZERO,
            ],
            [
                DVec3::ZERO,
                DVec3::new(-0.0006883265450596809, 0.0, 0.0006883265450596809),
                DVec3::new(
                    -0.0008259924751977706,
                    0.0006883270626647957,
                    0.0008259924751977392,
                ),
            ],
        ),
        (
            [
                DVec3::ZERO,
                DVec3::new(-113.31384576513322, -90.65107661210658, -56.65692288256661),
            ],
            [
                DVec3::new(-22.662769153026602, 0.0, -11.331384576507844),
                DVec3::new(-113.31384576513322, -90.65107661210658, -56.65692288256661),
                DVec3::new(1.6488854726048885e-10, 0.0, -3.297841999483353e-10),
            ],
        ),
    ];
    for ([p, q], corners) in cases {
        let (segment, triangle) = (Segment::new([p, q]).unwrap(), Hull::new(corners).unwrap());
        assert_eq!(distance(&segment, &triangle), 0.0);
        assert_eq!(distance(&triangle, &segment), 0.0);
    }
}

// Claim: if a step in `f64` leads no nearer, double-double continues, and takes off-axis steps if it
// leads no nearer either: it ends in a few iterations for segments along an edge of a triangle,
// wherever its far end is next to the edge.
#[test]
fn double_double_looks_aside() {
    let mut numbers = Numbers::new(83);
    let (mut precise, mut aside, mut most) = (0, 0, 0);
    for _ in 0..3000 {
        let [p, q, off] = [(); 3].map(|()| numbers.point(99) / 7.0);
        let hair = off * 2f64.powi(-40 - (numbers.bits() % 16) as i32);
        let segment = Segment::new([hair, p + hair]).unwrap();
        let triangle = Hull::new([DVec3::ZERO, q, p * 3.0 + off * 2f64.powi(-45)]).unwrap();
        let steps = iterations(&Unnumbered(segment), &triangle);
        let is_precise = |step: &Step| step.arithmetic == Arithmetic::DoubleDouble;
        precise += u32::from(steps.iter().any(is_precise));
        let is_aside = |step: &&Step| step.kind == StepKind::OffAxis && is_precise(step);
        aside += steps.iter().filter(is_aside).count();
        most = most.max(steps.len());
    }
    let is_seen = precise > 10 && aside > 10;
    assert!(is_seen && most < 30, "{precise} {aside} {most}");
}

// Claim: where a vertex is nearest to a flat side that is curved around, `f64` finds the plane. A chord
// of a cylinder tells the distance to its last digit, and the direction to half of the digits: the
// next simplex is no nearer, as far as rounding tells, but closes the gap. Nothing is searched again
// in double-double, as four of five pairs were before.
#[test]
fn flat_sides_need_no_second_search() {
    let mut numbers = Numbers::new(91);
    let around = (0..24).map(|i| Vec2::from_angle(i as f32 * std::f32::consts::TAU / 24.0));
    let base: Vec<_> = around.map(|p| Vec3::new(p.x, -0.5, p.y)).collect();
    let pyramid = Hull::new([&base[..], &[Vec3::Y]].concat()).unwrap();
    let cylinder = Cylinder::new(Axis::Y, 0.7f32, 0.6).unwrap();
    for _ in 0..1000 {
        let [x, z] = [(); 2].map(|()| numbers.integer(1 << 20) * 2f64.powi(-22));
        let above = Pose::from_translation(DVec3::new(x, f64::from(2.7f32), z)).unwrap();
        let steps = iterations(&pyramid, &Posed::new(cylinder, above));
        let is_precise = |step: &Step| step.arithmetic == Arithmetic::DoubleDouble;
        assert!(!steps.iter().any(is_precise), "{x} {z}");
    }
}

// Claim: the direction of an iteration is the one used, also in off-axis steps: no vertex of a
// segment along an edge of a triangle, or of the triangle, is farther against it than the support
// points, which in double-double are farthest along the direction before it was rounded.
#[test]
fn support_points_are_those_of_the_direction() {
    let mut numbers = Numbers::new(84);
    let mut off_axis = 0;
    for _ in 0..1200 {
        let [p, q, off] = [(); 3].map(|()| numbers.point(99) / 7.0);
        let hair = off * 2f64.powi(-44 - (numbers.bits() % 12) as i32);
        let segment = Segment::new([hair, p + hair]).unwrap();
        let triangle = Hull::new([DVec3::ZERO, q, p * 3.0 + off * 2f64.powi(-45)]).unwrap();
        for step in iterations(&Unnumbered(segment), &triangle) {
            let farthest = [
                segment.body().support(-step.direction),
                triangle.body().support(step.direction),
            ];
            let pair = step.support.unwrap();
            for (found, farthest) in [pair.a, pair.b].into_iter().zip(farthest) {
                let off = step.direction.dot(found - farthest).abs();
                let length = step.direction.length() * (found - farthest).length();
                let is_precise = step.arithmetic == Arithmetic::DoubleDouble;
                assert!(
                    found == farthest || is_precise && off <= f64::EPSILON * length,
                    "{step:?}"
                );
            }
            off_axis += u32::from(step.kind == StepKind::OffAxis);
        }
    }
    assert!(off_axis > 10, "{off_axis}");
}

// Claim: the same for searches that start by portals, and iterations are numbered consecutively. A
// portal is shown with all its corners, each of them found before, and its nearest point, whose
// length bounds the distance; there is none before the first support points.
#[test]
fn portals_are_shown_as_they_are_asked() {
    let mut numbers = Numbers::new(85);
    let mut portals = 0;
    for _ in 0..200 {
        let [a, mut b] = [(); 2].map(|()| numbers.points(8, 9));
        b.iter_mut().for_each(|p| p.x += 13.0);
        let (a, b) = (Hull::new(a).unwrap(), Hull::new(b).unwrap());
        let (mut last, mut found) = (None, vec![]);
        let steps = iterations(&a, &b);
        let distance = closest_points(&a, &b).distance;
        for step in steps {
            assert_eq!(step.number, last.map_or(1, |last: Step| last.number + 1));
            let farthest = |hull: &Hull<_, _>, point: DVec3, toward: DVec3| {
                let height = hull.body().support(toward).dot(toward);
                assert!(
                    point.dot(toward) >= height - 1e-9 * height.abs(),
                    "{step:?}"
                );
            };
            let support = step.support.unwrap();
            farthest(&a, support.a, -step.direction);
            farthest(&b, support.b, step.direction);
            let is_first = step.number == 1;
            assert_eq!(step.kind == StepKind::Start, is_first);
            let pairs = step.simplex.pairs();
            assert_eq!(pairs.is_empty(), is_first, "{step:?}");
            assert!(pairs.iter().all(|pair| found.contains(&(pair.a, pair.b))));
            found.push((support.a, support.b));
            if step.kind == StepKind::Portal {
                portals += 1;
                let before = last.map(|last: Step| last.kind);
                assert!(matches!(before, Some(StepKind::Start | StepKind::Portal)));
                assert!(
                    step.upper.is_finite() && step.upper >= distance * (1.0 - 1e-15),
                    "{step:?}"
                );
                let mean: DVec3 = pairs
                    .iter()
                    .map(|pair| (pair.a - pair.b) * pair.weight)
                    .sum();
                assert!(mean.distance(step.nearest) < 1e-12, "{step:?}");
            }
            last = Some(step);
        }
    }
    assert!(portals > 100, "{portals}");
}

// With a tolerance of zero a search on smooth shapes ends by itself, well before the limit, apart
// or overlapping.
#[test]
fn smooth_shapes_stop_by_themselves() {
    let mut numbers = Numbers::new(5);
    for _ in 0..500 {
        let b = Point::new(numbers.point(24) / 7.0).unwrap();
        let answer = closest_points(&ELLIPSOID, &b);
        assert!(
            matches!(answer.status, Status::Converged | Status::Stalled),
            "{b:?} {answer:?}"
        );
        assert!(answer.iterations < 100, "{b:?} {answer:?}");
        let scaled = b.position() / ELLIPSOID.axes;
        assert_eq!(answer.intersects(), scaled.length() <= 1.0, "{b:?}");
        assert_eq!(intersects(&ELLIPSOID, &b), answer.intersects());
    }
}

// Thin overlaps and gaps far below the resolution of a dot product in f64: double-double finds
// them.
#[test]
fn thin_gaps_are_found() {
    let plate = |z: f64| {
        let corners = [(1.0, 0.3), (-0.7, 0.9), (-0.2, -1.1)];
        corners.map(|(x, y)| DVec3::new(x, y, z + 0.25 * x - 0.5 * y))
    };
    for exponent in [-20, -30, -40] {
        let gap = 2f64.powi(exponent);
        let (a, b) = (
            Hull::new(plate(0.0)).unwrap(),
            Hull::new(plate(gap)).unwrap(),
        );
        let answer = closest_points(&a, &b);
        // The plates z = x/4 - y/2 + c are gap / |(1/4, -1/2, -1)| apart.
        let expected = gap / 1.3125f64.sqrt();
        assert!(
            (answer.distance - expected).abs() <= 4.0 * f64::EPSILON,
            "{exponent}: {answer:?}"
        );
        assert!(!intersects(&a, &b), "{exponent}");
    }
}
