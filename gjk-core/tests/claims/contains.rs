//! Triangles and tetrahedra that contain a point, or miss it by less than `f64` resolves, compared
//! with integers.

use gjk_core::{Hull, Point, Pose, Posed};
use glam::{DVec2, DVec3};

use crate::common::Numbers;
use crate::exact::meet;

/// The most bits of a coordinate: integers up to 2^53 are exact in `f64`.
const BITS: u64 = 52;

/// Twice the area of two vectors with integer coordinates.
fn area(p: DVec2, q: DVec2) -> i128 {
    let [[a, b], [c, d]] = [p, q].map(|p| p.to_array().map(|x| x as i128));
    a * d - b * c
}

/// An integer of up to this many bits, of either sign.
fn whole(numbers: &mut Numbers, bits: u64) -> f64 {
    (numbers.bits().cast_signed() >> (63 - bits)) as f64
}

/// The first of two points, moved by up to two steps along the axes so that it and the second, both
/// seen from a third, span the least area.
fn flattest(p: DVec2, q: DVec2, from: DVec2, step: f64) -> DVec2 {
    let steps = (-2..=2).flat_map(|x| (-2..=2).map(move |y| DVec2::new(x.into(), y.into())));
    let moved = steps.map(|by| p + by * step);
    let area_of = |p: &DVec2| doubled_area([from, *p, q]).unsigned_abs();
    moved.min_by_key(area_of).unwrap_or(p)
}

/// Twice the area of a triangle with integer coordinates.
fn doubled_area(corners: [DVec2; 3]) -> i128 {
    let [p, q, r] = corners.map(|p| p.to_array().map(|x| x as i128));
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
}

/// Whether a triangle contains a point, with integer coordinates; `None` if it is flat.
fn contains([p, q, r]: [DVec2; 3], point: DVec2) -> Option<bool> {
    let areas = [[p, q, point], [q, r, point], [r, p, point]].map(doubled_area);
    let is_flat = areas.iter().sum::<i128>() == 0;
    (!is_flat).then(|| areas.iter().all(|x| *x >= 0) || areas.iter().all(|x| *x <= 0))
}

/// A point with integer coordinates.
fn point(numbers: &mut Numbers, bits: u64) -> DVec2 {
    DVec2::new(whole(numbers, bits), whole(numbers, bits))
}

/// Claim: a triangle contains a point exactly if the areas of the point with its sides have no two
/// signs, also if it misses the point by less than rounding; here with offsets from the point to
/// the corners that do not fit `f64`.
#[test]
fn triangles_contain_a_point_or_do_not() {
    let mut numbers = Numbers::new(71);
    let mut counts = [0; 2];
    // Corners are multiples of this.
    let step = 8.0;
    for _ in 0..1000 {
        let place = point(&mut numbers, BITS);
        let [long, side] = [(); 2].map(|()| point(&mut numbers, BITS) * step);
        let opposite = ((place * 2.0 - long) / step).round() * step;
        let short = flattest(opposite, long, place, step);
        let corners = [short, long, side];
        let Some(meets) = contains(corners, place) else {
            continue;
        };
        counts[usize::from(meets)] += 1;
        let triangle = Hull::new(corners).unwrap();
        let place = Point::new(place).unwrap();
        assert_eq!(meet(&triangle, &place), meets, "{corners:?} {place:?}");
        assert_eq!(meet(&place, &triangle), meets, "{corners:?} {place:?}");
    }
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

/// Claim: the same if one corner is much nearer to the point than the others, for any position of
/// the two shapes.
#[test]
fn needles_contain_a_point_or_do_not() {
    let mut numbers = Numbers::new(73);
    let mut counts = [0; 2];
    for round in 0..1000 {
        let [long, mut side] = [(); 2].map(|()| point(&mut numbers, BITS - 1));
        let short = flattest((long * -0.9).round(), long, DVec2::ZERO, 1.0);
        // This much nearer, a corner has the same digits.
        let part = 2f64.powi(-[0, 3, 6, 10, 24, 40][round % 6]);
        if round % 4 < 2 {
            // The other corners are nearly opposite, so that a search finds the near one first.
            let across = long.perp() * (2.0 * part.sqrt()) + long * (2.0 * part);
            side = (across - long).round();
        }
        let Some(meets) = contains([short, long, side], DVec2::ZERO) else {
            continue;
        };
        counts[usize::from(meets)] += 1;
        let triangle = Hull::new([short * part, long, side]).unwrap();
        let origin = Point::new(DVec2::ZERO).unwrap();
        assert_eq!(
            meet(&triangle, &origin),
            meets,
            "{short} {part} {long} {side}"
        );
        let pose = Pose::from_translation(point(&mut numbers, BITS)).unwrap();
        let triangle = Posed::new(triangle, pose);
        let origin = Posed::new(origin, pose);
        assert_eq!(
            meet(&origin, &triangle),
            meets,
            "{short} {part} {long} {side}"
        );
    }
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

/// Claim: the same for tetrahedra whose near side has the corners `p`, `q` and `-p - q` up to a
/// last digit, which decides the side of the origin.
#[test]
fn tetrahedra_contain_a_point_or_do_not() {
    let mut numbers = Numbers::new(72);
    let mut counts = [0; 2];
    for round in 0..1000 {
        let mut vector = || {
            let [x, y, z] = [(); 3].map(|()| whole(&mut numbers, BITS - 2));
            DVec3::new(x, y, z)
        };
        let share = 2f64.powi(-[0, 1, 4, 9, 16, 25][round % 6]);
        let (p, q, far) = ((vector() * share).round(), vector(), vector());
        let axis = round % 3;
        // Their cross product, along an axis.
        let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
        let cross = area(DVec2::new(p[next], p[last]), DVec2::new(q[next], q[last]));
        let height = p.cross(q).dot(far);
        if cross == 0 || height.abs() < 1e-3 * p.length() * q.length() * far.length() {
            continue;
        }
        for digit in [-1.0, 0.0, 1.0] {
            let mut third = -p - q;
            third[axis] += digit;
            // The far corner is on the other side of the plane of `p` and `q`, or on this one.
            let is_opposite = (digit * cross.signum() as f64) * height > 0.0;
            let meets = digit == 0.0 || !is_opposite;
            counts[usize::from(meets)] += 1;
            let solid = Hull::new([p, q, third, far]).unwrap();
            let origin = Point::new(DVec3::ZERO).unwrap();
            assert_eq!(meet(&solid, &origin), meets, "{p} {q} {far} {axis} {digit}");
        }
    }
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}
