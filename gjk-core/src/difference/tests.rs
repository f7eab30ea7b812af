//! Each test is a claim about the difference of two shapes.

use super::scaling::least_number;
use super::{Difference, LONGEST, Name, Pair, is_usable};
use crate::arithmetic::{Precise, ROUNDOFF, Space};
use crate::decide::tests::exact_sum;
use crate::direction::moderate;
use crate::pose::Pose;
use crate::shape::{Ball, Cuboid, Ellipsoid, Hull, Point, Posed, Rounded, Segment, Smooth};
use crate::support::{Feature, SupportMapping};
use crate::tests::numbers;
use crate::vector::Vector;
use crate::{Body, Shape};
use glam::{DQuat, DVec2, DVec3};

/// Calls `look` with the difference of two shapes.
pub(crate) fn between<V, A, B, T>(a: &A, b: &B, look: impl FnOnce(&mut Difference<'_>) -> T) -> T
where
    V: Vector,
    A: Shape<Vector = V>,
    B: Shape<Vector = V>,
{
    let bodies = (a.body(), b.body());
    look(&mut Difference::new(&bodies.0, &bodies.1))
}

/// The same with the difference of a shape from the origin.
pub(crate) fn from_origin<A: Shape, T>(a: &A, look: impl FnOnce(&mut Difference<'_>) -> T) -> T {
    between(a, &Point::new(A::Vector::ZERO).unwrap(), look)
}

/// The pair of these vertices.
pub(crate) fn pair_of(difference: &Difference<'_>, vertices: [u32; 2]) -> Pair {
    difference.pair(vertices.map(Feature::Vertex))
}

fn point(x: f64, y: f64, z: f64) -> Point<DVec3> {
    Point::new(DVec3::new(x, y, z)).unwrap()
}

fn at<S: Shape<Vector = DVec3>>(shape: S, place: DVec3) -> Posed<S> {
    Posed::new(shape, Pose::from_translation(place).unwrap())
}

// Claim: 2D shapes are 3D shapes with z = 0, with the same points, vertices and feature ids.
#[test]
fn the_plane_is_at_height_zero() {
    let triangle = Hull::new([[0.0, 1.0], [3.0, 1.5], [0.5, 4.0]].map(DVec2::from)).unwrap();
    from_origin(&triangle, |difference| {
        assert!(difference.planar && difference.is_filled_by(3));
        assert_eq!(difference.counts, Some([3, 1]));
        let mut pair = Pair::EMPTY;
        difference.support(DVec3::new(-1.0, 0.0, 5.0), [0; 2], &mut pair);
        assert_eq!(pair.vertices(), Some([1, 0]));
        assert_eq!(
            (pair.points[0], pair.points[1]),
            (DVec3::new(3.0, 1.5, 0.0), DVec3::ZERO)
        );
        assert_eq!(
            difference.bodies[0].point(Name::Vertex(2)),
            DVec3::new(0.5, 4.0, 0.0)
        );
        assert_eq!(
            difference.point(&pair),
            pair.points[0] * difference.scaling.scale
        );
        let beyond = |others| difference.others_are_beyond(DVec3::Y, [others, &[0]]);
        assert!(beyond(&[0]) && !beyond(&[1]));
    });
    let space = at(Cuboid::new(DVec3::ONE).unwrap(), DVec3::X);
    between(&space, &point(0.0, 0.0, 0.0), |difference| {
        assert!(!difference.planar && !difference.is_filled_by(3));
        assert!(difference.is_filled_by(4));
    });
}

// Claim: the size is at least four times the sum of the extents (lemma 2), also if the centres are
// at the same place.
#[test]
fn the_size_is_four_extents() {
    let [a, b] = [DVec3::new(3.0, 2.0, 1.0), DVec3::new(1.0, 1.0, 2.0)].map(Cuboid::new);
    let (a, b) = (a.unwrap(), b.unwrap());
    for place in [DVec3::ZERO, DVec3::X * 0.5, DVec3::splat(9.0)] {
        between(&a, &at(b, place), |difference| {
            let scaling = &difference.scaling;
            assert!(scaling.size >= 4.0 * (3.0 + 2.0) * scaling.scale, "{place}");
        });
    }
}

// Claim: no scaled point of the difference exceeds the size, and the largest is more than a 64th of
// it, wherever the shapes are and whatever cancels.
#[test]
fn scales_bring_points_near_one() {
    let mut number = numbers();
    for round in 0..1000 {
        let mut vector = || DVec3::new(number(), number(), number());
        let far = vector() * 2f64.powi(round % 40);
        let corners = [vector(), vector(), vector(), vector()];
        let a = at(Hull::new(corners).unwrap(), far);
        let b = at(Point::new(vector()).unwrap(), far + vector());
        between(&a, &b, |difference| {
            let longest = (0..4).fold(0.0, |longest, i| {
                f64::max(
                    longest,
                    difference.point(&pair_of(difference, [i, 0])).length(),
                )
            });
            let size = difference.scaling.size;
            assert!(
                longest <= size && size <= 64.0 * longest,
                "{round}: {longest} {size}"
            );
            assert!((0.0625..=2.0).contains(&size), "{size}");
        });
    }
}

// Claim: the same of vertices that are a few last digits apart, and far from the origin of a frame
// that is turned: their rounding is more than their extent.
#[test]
fn the_size_covers_what_turning_rounds() {
    let mut number = numbers();
    let mut most: f64 = 0.0;
    for round in 0..20_000 {
        let mut vector = || DVec3::new(number(), number(), number());
        let (far, off) = (vector(), vector());
        let step = |p: DVec3| p * 2f64.powi(-52 - round % 4);
        let ends = [far, far + step(off), far - step(off)];
        let turn = DQuat::from_xyzw(off.x, far.y, off.y, far.x).normalize();
        let (a, b) = (Hull::new(ends).unwrap(), Hull::new([far, ends[1]]).unwrap());
        let turned = Pose::from_rotation(turn, DVec3::ZERO).unwrap();
        between(
            &Posed::new(a, turned),
            &Posed::new(b, turned),
            |difference| {
                for pair in [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]] {
                    let length = difference.point(&pair_of(difference, pair)).length();
                    most = most.max(length / difference.scaling.size);
                }
            },
        );
    }
    assert!((0.25..=1.0).contains(&most), "{most}");
}

// Claim: shapes times a power of two have the same scaled points, bit for bit, and the inverse
// scale, as long as no coordinate is rounded.
#[test]
fn scaling_is_exact() {
    let scaled = |exponent: i32| {
        let size = 2f64.powi(exponent);
        let corners = [[0.3, 0.7, -1.1], [2.0, 0.1, 0.9]].map(|p| DVec3::from(p) * size);
        let a = at(
            Hull::new(corners).unwrap(),
            DVec3::new(3.3, -0.2, 0.7) * size,
        );
        let b = Rounded::new(
            Point::new(DVec3::new(1.1, 0.6, -0.4) * size).unwrap(),
            0.3 * size,
        );
        between(&a, &b.unwrap(), |difference| {
            let points = [0, 1].map(|i| difference.precise(&pair_of(difference, [i, 0])));
            let lengths = [
                difference.scaling.size,
                difference.scaling.certain,
                difference.radius(),
                difference.scaling.inexact,
                difference.scaling.scale * size,
            ];
            (points, lengths, difference.scaling.middle)
        })
    };
    let expected = scaled(0);
    for exponent in [-900, -300, 1, 300, 900] {
        assert_eq!(scaled(exponent), expected, "{exponent}");
    }
}

// Claim: extremes have a scale: the least number, the largest ones, terms much larger than their
// sum, and zero.
#[test]
fn extremes_have_a_scale() {
    let least = f64::from_bits(1);
    for (a, b, place) in [
        (least, 0.0, 0.0),
        (f64::MAX / 4.0, 0.0, 0.0),
        (1e300, -1e300, 0.0),
        (1e300, 1e-300, -1e300),
        (1.0, 1.0, least),
        (0.0, 0.0, 0.0),
        (1e308, 1e308, 0.0),
        (f64::MIN_POSITIVE, least, 1.0),
    ] {
        let shape = at(point(a, 0.0, 0.0), DVec3::X * place);
        between(&shape, &point(b, 0.0, 0.0), |difference| {
            assert!(difference.scaling.is_finite && difference.scaling.scale.is_normal());
            let pair = pair_of(difference, [0; 2]);
            let precise = difference.precise(&pair);
            assert!(
                precise.hi.is_finite() && precise.lo.is_finite(),
                "{a:e} {b:e}"
            );
            assert!(is_usable(difference.point(&pair)), "{a:e} {b:e} {place:e}");
            // The result is as accurate as the digits of its terms allow.
            assert!(
                precise.hi.length() <= difference.scaling.size,
                "{a:e} {b:e}"
            );
            let between = (a - b) + place;
            if between != 0.0 && a.abs() < 1e200 {
                assert!(precise.hi.x != 0.0, "{a:e} {b:e} {place:e}");
            }
        });
    }
}

/// A shape at some point that does not report its extent.
struct Somewhere(DVec3);

impl SupportMapping for Somewhere {
    type Vector = DVec3;

    fn support(&self, _: DVec3) -> DVec3 {
        self.0
    }

    fn center(&self) -> DVec3 {
        self.0
    }
}

crate::body::shapes! { [] Somewhere: DVec3, |core| crate::Body::new(core); }

// Claim: the numbers of shapes that are not finite are not, nor with an infinite radius. A shape
// that does not report its extent is measured.
#[test]
fn what_is_not_finite_has_no_scale() {
    let origin = point(0.0, 0.0, 0.0);
    for (x, is_finite) in [
        (7.0, true),
        (f64::INFINITY, false),
        (f64::NEG_INFINITY, false),
        (f64::NAN, false),
    ] {
        let shape = Somewhere(DVec3::X * x);
        between(&shape, &origin, |difference| {
            assert_eq!(difference.scaling.is_finite, is_finite, "{x}");
            if is_finite {
                assert_eq!(difference.bodies[0].center(), shape.0);
                assert_eq!(difference.bodies[0].extent(), f64::MIN_POSITIVE);
            }
        });
    }
    let core = Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let oval = Smooth::new(|direction: DVec3| core.support(direction) + DVec3::ONE);
    between(&oval, &origin, |difference| {
        assert_eq!(difference.bodies[0].center(), DVec3::ONE);
        assert_eq!(difference.bodies[0].extent(), 3.0);
    });
    // The rounded centre of a thin core is one of its ends.
    for least in [1.0f64, 1.0f64.next_up()] {
        let ends = [least, least.next_up()];
        let thin = Smooth::new(|direction: DVec3| DVec3::X * ends[usize::from(direction.x > 0.0)]);
        between(&thin, &origin, |difference| {
            let (center, extent) = (
                difference.bodies[0].center().x,
                difference.bodies[0].extent(),
            );
            assert_eq!(extent, f64::EPSILON);
            assert!(ends.contains(&center), "{center}");
        });
    }
}

// Claim: points are right to two roundoffs of themselves, and in double-double to 2^-104, whatever
// cancels.
#[test]
fn points_are_right_whatever_cancels() {
    let mut number = numbers();
    let (mut worst, mut worst_precise) = (0.0, 0.0);
    for round in 0..4000 {
        let mut vector = || DVec3::new(number(), number(), number());
        let a = vector();
        // So small that the next sums round.
        let (b, origin_a) = (vector(), vector() * 2f64.powi(-40 - round % 31));
        // The result of cancellation between terms near one: from all to none of their digits.
        let left = vector() * 2f64.powi(-(round % 60));
        let origin_b = (a - b) + origin_a + left;
        let shape_a = at(Point::new(a).unwrap(), origin_a);
        let shape_b = at(Point::new(b).unwrap(), origin_b);
        between(&shape_a, &shape_b, |difference| {
            let pair = pair_of(difference, [0; 2]);
            let (point, precise) = (difference.point(&pair), difference.precise(&pair));
            for axis in 0..3 {
                let terms =
                    [a, -b, origin_a, -origin_b].map(|term| term[axis] * difference.scaling.scale);
                let [p, q, r, s] = terms;
                let size = exact_sum(&terms).abs();
                let off = exact_sum(&[p, q, r, s, -point[axis]]).abs();
                let lost = 2f64.powi(-104);
                worst = f64::max(worst, (off - lost) / size);
                let off = exact_sum(&[p, q, r, s, -precise.hi[axis], -precise.lo[axis]]);
                worst_precise = f64::max(worst_precise, off.abs() / size);
            }
        });
    }
    assert!(
        worst > 0.5 * ROUNDOFF && worst <= 2.0 * ROUNDOFF,
        "{worst:e}"
    );
    assert!(
        worst_precise > 0.0 && worst_precise <= 2f64.powi(-104),
        "{worst_precise:e}"
    );
}

// Claim: the offset between two points has its own digits. It is right to 2^-104 of itself even if
// the points are much farther away, and zero if they are equal.
#[test]
fn offsets_have_digits_of_their_own() {
    let mut number = numbers();
    for round in 0..1000 {
        let mut vector = || DVec3::new(number(), number(), number());
        let (near, far) = (vector(), vector() * 2f64.powi(round % 100));
        let ends = [vector(), near, near + vector() * 2f64.powi(-(round % 50))];
        let a = at(Hull::new(ends).unwrap(), far);
        let b = Hull::new([vector(), vector()]).unwrap();
        between(&a, &b, |difference| {
            for [from, to] in [
                [[0, 0], [1, 1]],
                [[1, 0], [2, 0]],
                [[1, 1], [1, 0]],
                [[2, 1]; 2],
            ] {
                let [from, to] = [from, to].map(|vertices| pair_of(difference, vertices));
                let offset = difference.offset_between(&from, &to);
                for axis in 0..3 {
                    let terms = [to.points[0], -from.points[0], -to.points[1], from.points[1]]
                        .map(|term| term[axis] * difference.scaling.scale);
                    let [p, q, r, s] = terms;
                    let off = exact_sum(&[p, q, r, s, -offset.hi[axis], -offset.lo[axis]]);
                    assert!(
                        off.abs() <= 2f64.powi(-104) * offset.hi[axis].abs(),
                        "{round}: {off:e}"
                    );
                }
            }
        });
    }
}

// Claim: both arithmetics give the same points up to their precision.
#[test]
fn points_come_in_either_arithmetic() {
    let (a, b) = (
        at(point(0.1, 0.2, 0.3), DVec3::splat(0.7)),
        point(0.4, -0.3, 1e-20),
    );
    between(&a, &b, |difference| {
        let pair = pair_of(difference, [0; 2]);
        assert_eq!(difference.point_in::<DVec3>(&pair), difference.point(&pair));
        let precise: Precise = difference.point_in(&pair);
        assert_eq!(precise, difference.precise(&pair));
        let off = (precise.rounded() - difference.point(&pair)).abs();
        assert!(off.max_element() <= ROUNDOFF * difference.scaling.size);
    });
}

// Claim: the scaled least number is exact, and never below the smallest normal number.
#[test]
fn least_numbers_are_normal() {
    for (exponent, least) in [
        (1000, -74),
        (53, -1021),
        (52, -1022),
        (51, -1022),
        (-1022, -1022),
    ] {
        assert_eq!(
            least_number(2f64.powi(exponent)),
            2f64.powi(least),
            "{exponent}"
        );
    }
}

// Claim: a search starts from centre to centre, wherever the shapes are, and along the first axis
// if the centres coincide.
#[test]
fn the_offset_between_centres() {
    let place = |place: DVec3| at(point(1.0, 2.0, 3.0), place);
    let offset = |a: DVec3, b: DVec3| {
        between(&place(a), &place(b), |difference| {
            let middle = difference.scaling.middle;
            (moderate(middle), middle / difference.scaling.scale)
        })
    };
    let (between, middle) = offset(DVec3::new(5.0, 0.0, 1.0), DVec3::new(2.0, 1.0, 4.0));
    let expected = DVec3::new(3.0, -1.0, -3.0);
    assert_eq!((between / between.x * 3.0, middle), (expected, expected));
    assert_eq!(offset(DVec3::ONE, DVec3::ONE), (DVec3::X, DVec3::ZERO));
    let (between, _) = offset(DVec3::X * f64::MAX, DVec3::X * -f64::MAX);
    assert_eq!(between, DVec3::X);
}

// Claim: a translated difference has its points and its middle translated.
#[test]
fn a_translation_moves_the_middle() {
    let (a, b) = (point(1.0, 2.0, 3.0), point(4.0, 6.0, 3.0));
    between(&a, &b, |difference| {
        let step = DVec3::new(0.5, -1.0, 0.25);
        let moved = difference.moved_by(step);
        let pair = difference.pair([Name::Vertex(0); 2]);
        assert_eq!(moved.point(&pair), difference.point(&pair) + step);
        let middle = difference.scaling.middle;
        assert_eq!(moved.scaling.middle, middle + step);
    });
}

// Claim: what curved shapes round, 16 roundoffs of their extents and centres, and the radii are
// scaled like the points; a negative radius counts as zero. Polytopes round nothing.
#[test]
fn lengths_are_scaled() {
    let cuboid = |size| Cuboid::new(DVec3::splat(size)).unwrap();
    let (a, b) = (cuboid(40.0), Rounded::new(cuboid(7.0), 3.0).unwrap());
    between(&a, &b, |difference| {
        assert!(difference.scaling.scale != 1.0);
        assert_eq!(difference.radius(), 3.0 * difference.scaling.scale);
        assert_eq!(difference.inexact::<DVec3>(), 0.0);
    });
    let far = Hull::new([DVec3::X * 30.0, DVec3::X * 32.0]).unwrap();
    let ellipsoid = Ellipsoid::new(DVec3::new(40.0, 1.0, 2.0)).unwrap();
    between(&ellipsoid, &far, |difference| {
        let rounded = 16.0 * 40.0 * difference.scaling.scale;
        assert_eq!(difference.inexact::<DVec3>(), ROUNDOFF * rounded);
        let precisely = 2f64.powi(-102) * rounded;
        assert_eq!(difference.inexact::<Precise>(), precisely);
    });
    // A core that is what it returns.
    between(&Somewhere(DVec3::X * 3.0), &far, |difference| {
        assert_eq!(
            difference.inexact::<Precise>(),
            difference.inexact::<DVec3>()
        );
    });
    let ball = Ball::new(DVec3::ZERO, f64::MAX).unwrap();
    between(&a, &ball, |difference| {
        assert!(difference.scaling.is_finite)
    });
    between(&Negative, &a, |difference| {
        assert_eq!(difference.radii, [0.0; 2])
    });
}

/// The origin with a negative radius.
struct Negative;

impl Shape for Negative {
    type Vector = DVec3;

    fn body(&self) -> Body<'_, DVec3> {
        Body::new(&Somewhere(DVec3::ZERO)).rounded(-1.0)
    }
}

// Claim: the breadth is four extents, plus the rounding of a rotated centre; for each shape its
// own.
#[test]
fn breadths_are_of_extents_and_centres() {
    let far = 2f64.powi(50);
    let segment = Segment::new([DVec3::X * (far - 3.0), DVec3::X * (far + 3.0)]).unwrap();
    let cuboid = Cuboid::new(DVec3::splat(5.0)).unwrap();
    let breadths = |difference: &mut Difference<'_>| [0, 1].map(|shape| difference.breadth(shape));
    assert_eq!(between(&segment, &cuboid, breadths), [16.0, 20.0]);
    assert_eq!(between(&cuboid, &segment, breadths), [20.0, 16.0]);
}

// Claim: the solver accepts points up to the longest finite one, and finite numbers only.
#[test]
fn usable_points() {
    assert!(is_usable(DVec3::ZERO) && is_usable(DVec3::Y * -LONGEST));
    for coordinate in [LONGEST * (1.0 + 1e-15), f64::INFINITY, f64::NAN] {
        assert!(!is_usable(DVec3::Y * coordinate), "{coordinate}");
    }
}

// Claim: the bulge of a round polytope over its faces decreases with the number of vertices in 3D,
// and with its square in 2D.
#[test]
fn roundness_grows_with_the_vertices() {
    let of = |count: usize| {
        let points: std::vec::Vec<DVec3> = (0..count).map(|i| DVec3::X * i as f64).collect();
        let hull = Hull::new(&points[..]).unwrap();
        between(&hull, &point(0.0, 0.0, 0.0), |difference| {
            difference.roundness()
        })
    };
    assert_eq!([of(1), of(7)], [2.0, 8.0]);
    let points: std::vec::Vec<DVec2> = (0..23).map(|i| DVec2::X * f64::from(i)).collect();
    let (hull, origin) = (Hull::new(points).unwrap(), Point::new(DVec2::ZERO).unwrap());
    between(&hull, &origin, |difference| {
        assert!((difference.roundness() - 24.0).abs() < 1e-12);
    });
}
