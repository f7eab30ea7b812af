//! The support mappings of the shapes that are not vertex lists: the point is farthest, it belongs
//! to the shape, and the size of the shape and of the direction do not matter.

use crate::common::Numbers;
use gjk_core::{
    Aabb, Axis, Ball, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Pose, Posed, Rounded, Scaled,
    Segment, Shape, Triangle, Vector,
};
use glam::{DVec2, DVec3, Vec2, Vec3};

const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// Sizes: zeros, equal ones, and one much larger than the other.
const SIZES: [[f64; 2]; 7] = [
    [1.0, 1.0],
    [3.0, 0.7],
    [0.3, 5.0],
    [0.0, 2.0],
    [2.0, 0.0],
    [1e-9, 1.0],
    [1.0, 1e-9],
];

/// Directions with integer coordinates: every axis, every zero, and some at random.
fn directions() -> Vec<DVec3> {
    let mut directions = Numbers::new(21).points(200, 9);
    for x in [-1.0, 0.0, 1.0] {
        for y in [-1.0, 0.0, 1.0] {
            directions.extend([-1.0, 0.0, 1.0].map(|z| DVec3::new(x, y, z)));
        }
    }
    directions.retain(|direction| *direction != DVec3::ZERO);
    directions
}

/// Directions with coordinates that are nearly zero, down to the smallest number.
fn skewed_directions() -> Vec<DVec3> {
    let mut directions = Vec::new();
    for small in [1e-9, 1e-20, 1e-200, 1e-310, f64::from_bits(1)] {
        for small in [small, -small] {
            directions.extend([
                DVec3::new(1.0, small, 0.0),
                DVec3::new(small, -1.0, small),
                DVec3::new(0.0, small, 1.0),
                DVec3::new(-small, 0.0, -1.0),
            ]);
        }
    }
    directions
}

fn all_directions() -> Vec<DVec3> {
    let mut directions = directions();
    directions.extend(skewed_directions());
    directions
}

/// The vector in the frame whose third axis is `axis`.
fn upright(axis: Axis, p: DVec3) -> DVec3 {
    match axis {
        Axis::X => DVec3::new(p.y, p.z, p.x),
        Axis::Y => DVec3::new(p.z, p.x, p.y),
        Axis::Z => p,
    }
}

/// Back from that frame.
fn turned(axis: Axis, p: DVec3) -> DVec3 {
    match axis {
        Axis::X => DVec3::new(p.z, p.x, p.y),
        Axis::Y => DVec3::new(p.y, p.z, p.x),
        Axis::Z => p,
    }
}

/// Points of a circle around the third axis.
fn circle(radius: f64, height: f64) -> impl Iterator<Item = DVec3> {
    (0..360).map(move |degree| {
        let angle = f64::from(degree).to_radians();
        DVec3::new(radius * angle.cos(), radius * angle.sin(), height)
    })
}

/// Asserts that no sample is farther than the support point, beyond the rounding of both.
fn assert_farthest(shape: &impl Shape<Vector = DVec3>, samples: &[DVec3], size: f64) {
    for direction in all_directions() {
        let found = shape.body().support(direction).dot(direction);
        let slack = 8.0 * f64::EPSILON * size * direction.length();
        for sample in samples {
            let height = sample.dot(direction);
            assert!(
                height <= found + slack,
                "{sample} is at {height:e}, {found:e} was found along {direction}"
            );
        }
    }
}

// No corner of an axis-aligned box and no point between is farther than its support point, which is
// a corner, with the given coordinates.
#[test]
fn aabb_answers_with_the_farthest_corner() {
    let (least, greatest) = (DVec3::new(-0.1, 2.0, 0.3), DVec3::new(0.7, 2.0, 1e9));
    let aabb = Aabb::new(least, greatest).unwrap();
    let corners: Vec<DVec3> = (0..8)
        .map(|i| {
            let pick = |j: usize| [least[j], greatest[j]][i >> j & 1];
            DVec3::new(pick(0), pick(1), pick(2))
        })
        .collect();
    assert_farthest(&aabb, &corners, 1e9);
    for direction in all_directions() {
        assert!(
            corners.contains(&aabb.body().support(direction)),
            "{direction}"
        );
    }
}

// In 2D and in f32 as well: each coordinate is that of the corner on its side, bit for bit.
#[test]
fn aabb_in_the_plane_answers_with_the_farthest_corner() {
    let (least, greatest) = (Vec2::new(-0.1, 0.2), Vec2::new(0.7, 0.3));
    let aabb = Aabb::new(least, greatest).unwrap();
    for direction in all_directions().iter().map(|d| d.truncate()) {
        let found = aabb.body().support(direction);
        for i in 0..2 {
            let sides = [(least[i], -1.0), (greatest[i], 1.0)];
            for (side, sign) in sides {
                if direction[i] * sign > 0.0 {
                    assert_eq!(found[i], f64::from(side), "{direction}");
                }
            }
        }
    }
}

// No point of the top, the bottom or the rim of a cylinder is farther than its support point, for
// any axis; including sizes of zero.
#[test]
fn cylinder_answers_with_the_farthest_point() {
    for axis in AXES {
        for [half_height, radius] in SIZES {
            let cylinder = Cylinder::new(axis, half_height, radius).unwrap();
            let samples: Vec<DVec3> = circle(radius, half_height)
                .chain(circle(radius, -half_height))
                .map(|p| turned(axis, p))
                .collect();
            assert_farthest(&cylinder, &samples, half_height + radius);
        }
    }
}

// The support points of a cylinder are exactly at the height of its ends, or halfway for a
// direction perpendicular to the axis; and within an ulp of its radius from its rim, or in the
// centre of a cap.
#[test]
fn cylinder_answers_with_its_own_points() {
    for axis in AXES {
        for [half_height, radius] in SIZES {
            let cylinder = Cylinder::new(axis, half_height, radius).unwrap();
            for direction in all_directions() {
                let found = upright(axis, cylinder.body().support(direction));
                let height = upright(axis, direction).z;
                let expected = if height == 0.0 {
                    0.0
                } else {
                    half_height.copysign(height)
                };
                assert_eq!(found.z, expected, "{direction}");
                let (across, sideways) = (found.truncate(), upright(axis, direction).truncate());
                if sideways == DVec2::ZERO {
                    assert_eq!(across, DVec2::ZERO, "{direction}");
                } else {
                    let error = (across.length() - radius).abs();
                    assert!(error <= 2.0 * f64::EPSILON * radius, "{direction}");
                }
            }
        }
    }
}

// Neither the apex of a cone nor a point of the rim of its base is farther than its support point.
#[test]
fn cone_answers_with_the_farthest_point() {
    for axis in AXES {
        for [half_height, radius] in SIZES {
            let cone = Cone::new(axis, half_height, radius).unwrap();
            let samples: Vec<DVec3> = circle(radius, -half_height)
                .chain([DVec3::new(0.0, 0.0, half_height)])
                .map(|p| turned(axis, p))
                .collect();
            assert_farthest(&cone, &samples, half_height + radius);
        }
    }
}

// The support points of a cone are exactly its apex, or exactly in the plane of its base and within
// an ulp of its radius from its rim.
#[test]
fn cone_answers_with_its_own_points() {
    for axis in AXES {
        for [half_height, radius] in SIZES {
            let cone = Cone::new(axis, half_height, radius).unwrap();
            for direction in all_directions() {
                let found = upright(axis, cone.body().support(direction));
                if found == DVec3::new(0.0, 0.0, half_height) {
                    continue;
                }
                assert_eq!(found.z, -half_height, "{direction}");
                let across = found.truncate();
                if across != DVec2::ZERO {
                    let error = (across.length() - radius).abs();
                    assert!(error <= 2.0 * f64::EPSILON * radius, "{direction}");
                }
            }
        }
    }
}

// A cone 3 wide and 4 high: the apex is farthest as long as the direction is steeper than its side,
// beyond that the rim.
#[test]
fn cone_changes_from_the_apex_to_the_rim_at_its_side() {
    let cone = Cone::new(Axis::Z, 2.0, 3.0).unwrap();
    let apex = DVec3::new(0.0, 0.0, 2.0);
    let side = 0.75f64;
    assert_eq!(
        cone.body().support(DVec3::new(1.0, 0.0, side.next_up())),
        apex
    );
    let rim = cone.body().support(DVec3::new(1.0, 0.0, side.next_down()));
    assert_eq!(rim, DVec3::new(3.0, 0.0, -2.0));
}

// The support points of an ellipsoid are within an ulp of its largest radius of it, and if a radius
// is zero the coordinate is zero. If the zeros leave less than the smallest normal number of a
// direction, the centre is accepted.
#[test]
fn ellipsoid_answers_with_its_own_points() {
    for radii in [
        DVec3::ONE,
        DVec3::new(3.0, 0.5, 1e-6),
        DVec3::new(0.0, 2.0, 7.0),
        DVec3::new(0.0, 0.0, 0.1),
        DVec3::ZERO,
        DVec3::new(1.0, 1e-160, 1e-300),
    ] {
        let ellipsoid = Ellipsoid::new(radii).unwrap();
        for direction in all_directions() {
            let found = ellipsoid.body().support(direction);
            let mut unit = DVec3::ZERO;
            for i in 0..3 {
                if radii[i] == 0.0 {
                    assert_eq!(found[i], 0.0, "{radii} {direction}");
                } else {
                    unit[i] = found[i] / radii[i];
                }
            }
            let seen_flat = (radii * direction).abs().max_element() < f64::MIN_POSITIVE;
            if seen_flat && found == DVec3::ZERO {
                continue;
            }
            let error = (unit.length() - 1.0).abs();
            assert!(error <= 4.0 * f64::EPSILON, "{radii} {direction} {found}");
        }
    }
}

// No point of an ellipsoid is farther than its support point.
#[test]
fn ellipsoid_answers_with_the_farthest_point() {
    for radii in [
        DVec3::ONE,
        DVec3::new(3.0, 0.5, 1e-6),
        DVec3::new(0.0, 2.0, 7.0),
        DVec3::new(0.0, 0.0, 0.1),
    ] {
        let ellipsoid = Ellipsoid::new(radii).unwrap();
        let samples: Vec<DVec3> = directions().iter().map(|d| radii * d.normalize()).collect();
        assert_farthest(&ellipsoid, &samples, radii.max_element());
    }
}

// In 2D, in f32: the support point of an ellipse is on it, and its tangent there is perpendicular
// to the direction.
#[test]
fn ellipse_answers_with_the_farthest_point() {
    let radii = Vec2::new(3.0, 0.1);
    let wide = radii.as_dvec2();
    let ellipse = Ellipsoid::new(radii).unwrap();
    for direction in directions().iter().map(|d| d.truncate()) {
        if direction == DVec2::ZERO {
            continue;
        }
        let unit = ellipse.body().support(direction) / wide;
        assert!((unit.length() - 1.0).abs() <= 4.0 * f64::EPSILON);
        let tangent = wide * unit.perp();
        let slope = tangent.dot(direction) / (tangent.length() * direction.length());
        assert!(slope.abs() <= 64.0 * f64::EPSILON, "{direction}: {slope:e}");
    }
}

/// One shape of each kind, of about the given size, a power of two.
fn shapes(size: f64) -> Vec<Box<dyn Shape<Vector = DVec3>>> {
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * size;
    let triangle = Triangle::new([at(1.0, 0.0, 0.0), at(0.0, 3.0, 0.0), at(-1.0, 2.0, 5.0)]);
    vec![
        Box::new(Aabb::new(at(-1.0, 2.0, 0.0), at(3.0, 2.0, 7.0)).unwrap()),
        Box::new(Cuboid::new(at(1.0, 2.0, 3.0)).unwrap()),
        Box::new(Cylinder::new(Axis::X, 3.0 * size, 0.7 * size).unwrap()),
        Box::new(Cylinder::new(Axis::Y, 0.3 * size, 5.0 * size).unwrap()),
        Box::new(Cone::new(Axis::X, 3.0 * size, 0.7 * size).unwrap()),
        Box::new(Cone::new(Axis::Z, 0.3 * size, 5.0 * size).unwrap()),
        Box::new(Ellipsoid::new(at(3.0, 0.1, 1.0)).unwrap()),
        Box::new(Rounded::new(Ellipsoid::new(at(0.0, 0.1, 1.0)).unwrap(), size).unwrap()),
        Box::new(Segment::new([at(1.0, 2.0, 3.0), at(2.0, 2.0, 1.0)]).unwrap()),
        Box::new(triangle.unwrap()),
        Box::new(Hull::new([at(1.0, 2.0, 3.0), at(0.0, 9.0, -7.0), at(4.0, -4.0, 1.0)]).unwrap()),
    ]
}

// A direction multiplied by a power of two, from 2^-1074 to 2^1000, gives the same point, bit for
// bit.
#[test]
fn the_size_of_a_direction_does_not_matter() {
    for (number, shape) in shapes(1.0).iter().enumerate() {
        for direction in directions() {
            let expected = shape.body().support(direction);
            for exponent in [-1074, -1022, -600, -100, 100, 600, 1000] {
                // In two steps: 2^-1074 is representable, but powi would invert an overflow.
                let factor = 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
                let found = shape.body().support(direction * factor);
                assert_eq!(found, expected, "shape {number} {direction} 2^{exponent}");
            }
        }
    }
}

// Shapes multiplied by a power of two, from 2^-900 to 2^1000, return the point multiplied by it,
// bit for bit, and so their extent and centre.
#[test]
fn the_size_of_a_shape_does_not_matter() {
    for exponent in [-900, -500, -100, 100, 500, 1000] {
        let size = 2f64.powi(exponent);
        for (number, (shape, scaled)) in shapes(1.0).iter().zip(shapes(size)).enumerate() {
            for direction in directions() {
                let (found, expected) = (
                    scaled.body().support(direction),
                    shape.body().support(direction),
                );
                let context = || format!("shape {number} {direction} 2^{exponent}");
                assert_eq!(found, expected * size, "{}", context());
            }
            assert_eq!(
                scaled.body().center(),
                shape.body().center() * size,
                "shape {number}"
            );
            assert_eq!(
                scaled.body().extent(),
                shape.body().extent() * size,
                "shape {number}"
            );
            assert_eq!(
                scaled.body().radius(),
                shape.body().radius() * size,
                "shape {number}"
            );
        }
    }
}

// Curved shapes of a few subnormal units: the support point is that of a large shape, rounded to a
// unit or its neighbour.
#[test]
fn subnormal_shapes_answer_within_a_unit() {
    let unit = f64::from_bits(1);
    let near = |found: DVec3, expected: DVec3, context: &str| {
        let error = (found / unit - expected).abs().max_element();
        assert!(error <= 1.0, "{context}: {error} units");
    };
    for (half_height, radius) in [(1.0, 1.0), (3.0, 2.0), (1.0, 7.0), (9.0, 1.0)] {
        for direction in directions() {
            let context = format!("{half_height} {radius} {direction}");
            let large = Cylinder::new(Axis::Z, half_height, radius).unwrap();
            let small = Cylinder::new(Axis::Z, half_height * unit, radius * unit).unwrap();
            near(
                small.body().support(direction),
                large.body().support(direction),
                &context,
            );
            let large = Cone::new(Axis::Z, half_height, radius).unwrap();
            let small = Cone::new(Axis::Z, half_height * unit, radius * unit).unwrap();
            near(
                small.body().support(direction),
                large.body().support(direction),
                &context,
            );
            let radii = DVec3::new(half_height, radius, 2.0);
            let large = Ellipsoid::new(radii).unwrap();
            let small = Ellipsoid::new(radii * unit).unwrap();
            near(
                small.body().support(direction),
                large.body().support(direction),
                &context,
            );
        }
    }
}

// Shapes stored in f32 are the same shapes: equal sizes give equal points.
#[test]
fn storage_does_not_matter() {
    let (half_height, radius) = (0.1f32, 0.7f32);
    let wide = (f64::from(half_height), f64::from(radius));
    let radii = Vec3::new(0.1, 0.2, 0.3);
    let (least, greatest) = (Vec3::new(-0.1, 0.2, 0.3), Vec3::new(0.1, 0.7, 0.3));
    for direction in all_directions() {
        for axis in AXES {
            assert_eq!(
                Cylinder::new(axis, half_height, radius)
                    .unwrap()
                    .body()
                    .support(direction),
                Cylinder::new(axis, wide.0, wide.1)
                    .unwrap()
                    .body()
                    .support(direction)
            );
            assert_eq!(
                Cone::new(axis, half_height, radius)
                    .unwrap()
                    .body()
                    .support(direction),
                Cone::new(axis, wide.0, wide.1)
                    .unwrap()
                    .body()
                    .support(direction)
            );
        }
        assert_eq!(
            Ellipsoid::new(radii).unwrap().body().support(direction),
            Ellipsoid::new(radii.as_dvec3())
                .unwrap()
                .body()
                .support(direction)
        );
        let narrow = Aabb::new(least, greatest).unwrap();
        let wide = Aabb::new(least.as_dvec3(), greatest.as_dvec3()).unwrap();
        assert_eq!(
            narrow.body().support(direction),
            wide.body().support(direction)
        );
    }
}

// The extent is the largest coordinate of a support point relative to the centre: it bounds them
// all, and some direction along an axis attains it.
#[test]
fn extents_are_attained() {
    for (number, shape) in shapes(1.0).iter().enumerate() {
        let mut largest = 0.0;
        for direction in all_directions() {
            let seen =
                (shape.body().support(direction) - shape.body().center()).largest_coordinate();
            assert!(
                seen <= shape.body().extent() * (1.0 + 2.0 * f64::EPSILON),
                "shape {number}"
            );
            largest = f64::max(largest, seen);
        }
        assert!(
            largest >= shape.body().extent() * (1.0 - 1e-12),
            "shape {number}: {largest}"
        );
    }
}

// The radius of `Rounded` is added to that of the shape; all else is the shape's.
#[test]
fn rounded_adds_to_the_radius() {
    let ball = Ball::new(DVec3::new(1.0, 2.0, 3.0), 0.5).unwrap();
    let twice = Rounded::new(Rounded::new(ball, 0.25).unwrap(), 1.0).unwrap();
    assert_eq!(twice.body().radius(), 1.75);
    assert_eq!(twice.body().support(DVec3::X), DVec3::new(1.0, 2.0, 3.0));
    assert_eq!(twice.body().center(), ball.body().center());
    let by = Pose::from_translation(DVec3::Y).unwrap();
    let segment = Segment::new([DVec3::ZERO, DVec3::X * 2.0]).unwrap();
    let rounded = Rounded::new(Posed::new(segment, by), 0.5).unwrap();
    assert_eq!(
        (rounded.body().origin(), rounded.body().extent()),
        (DVec3::Y, 1.0)
    );
    assert_eq!(rounded.shape().shape, segment);
    let posed = Posed::new(rounded, by);
    assert_eq!(
        (posed.body().origin(), posed.body().radius()),
        (DVec3::Y * 2.0, 0.5)
    );
}

// A scale to the ends of the range gives the right point of every shape: the direction passed on is
// as small or large.
#[test]
fn extreme_scales_lead_to_the_same_points() {
    for exponent in [-1000, -600, 600, 1000] {
        let factor = 2f64.powi(exponent);
        for (number, shape) in shapes(1.0).iter().enumerate() {
            let scaled = Scaled::new(shape, factor).unwrap();
            for direction in directions() {
                let direction = direction / 64.0;
                let expected = shape.body().support(direction) * factor;
                assert_eq!(
                    scaled.body().support(direction),
                    expected,
                    "shape {number} 2^{exponent}"
                );
            }
        }
    }
}

/// How far a point is off the sphere of this radius around the origin, in roundoffs of the radius:
/// squares and their sum with twice the digits.
fn off_the_sphere(point: DVec3, radius: f64) -> f64 {
    let (mut sum, mut rest) = (0.0, 0.0);
    for x in point.to_array() {
        let square = x * x;
        let total = sum + square;
        let added = total - sum;
        rest += (sum - (total - added)) + (square - added) + x.mul_add(x, -square);
        sum = total;
    }
    let square = radius * radius;
    let left = (sum - square) + (rest - radius.mul_add(radius, -square));
    (left / (2.0 * square)).abs() / (f64::EPSILON / 2.0)
}

// Claim: points of rims are off their circles by four roundoffs of the radius at most, and those of
// an ellipsoid by seven: what lemma 9 reckons with. (The pages said one ulp.)
#[test]
fn points_are_off_the_surface_by_some_roundoffs() {
    let mut numbers = Numbers::new(20);
    let mut number = || numbers.bits() as i64 as f64 * 2f64.powi(-63);
    let mut worst = [0.0; 3];
    for _ in 0..30_000 {
        let radius = 1.5 + 0.5 * number();
        let direction = DVec3::new(number(), number(), number());
        let cylinder = Cylinder::new(Axis::Z, 0.0, radius).unwrap();
        let cone = Cone::new(Axis::Z, 0.0, radius).unwrap();
        let ball = Ellipsoid::new(DVec3::splat(radius)).unwrap();
        let points = [
            cylinder.body().support(direction),
            cone.body().support(direction),
            ball.body().support(direction),
        ];
        for (worst, point) in worst.iter_mut().zip(points) {
            *worst = f64::max(*worst, off_the_sphere(point, radius));
        }
    }
    for (worst, most) in worst.into_iter().zip([4.0, 4.0, 7.0]) {
        assert!(worst > 2.0 && worst <= most, "{worst} {most}");
    }
}
