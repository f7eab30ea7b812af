//! Exact answers, by the queries.

use std::vec::Vec;

use glam::{DQuat, DVec2, DVec3};

use super::estimate::Estimate;
use super::face::{Corner, Corners};
use super::form::Leading;
use super::sum::Sum;
use super::{REST_ERROR, unit_normal};
use crate::closest::SupportPair;
use crate::double_double::DoubleDouble;
use crate::gjk::tests::with_search;
use crate::goal::{Ending, Goal};
use crate::shape::{Ball, Capsule, Cuboid, Hull, PackedHull, Point, Polytope, Rounded, Segment};
use crate::support::{Feature, clear_margin};
use crate::{
    Pose, Posed, Proximity, Settings, Support, closest_points, distance, intersects, proximity,
};

/// Both verdicts, which must be the same.
fn meet<A: Support, B: Support<Vector = A::Vector>>(a: &A, b: &B) -> bool {
    let meets = intersects(a, b);
    assert_eq!(distance(a, b) == 0.0, meets);
    assert_eq!(closest_points(a, b).distance == 0.0, meets);
    let expected = if meets {
        Proximity::Overlapping
    } else {
        Proximity::Separated
    };
    assert_eq!(proximity(a, b, 0.0), expected);
    meets
}

// Claim: a vertex on a slanting edge touches it, and a last digit beside it does not.
#[test]
fn a_last_digit_decides() {
    // The points (3k, k) are on the segment from (0, 0) to (3, 1).
    let segment = Segment::new(DVec2::ZERO, DVec2::new(3.0, 1.0)).unwrap();
    for k in [0.5, 0.25, 0.3, 0.7, 1e-9] {
        let on = |y: f64| Point::new(DVec2::new(3.0 * y, y)).unwrap();
        let point = on(k);
        // 3k is rounded: whether the point is on the segment says the rest of that product.
        let is_exact = f64::mul_add(3.0, k, -(3.0 * k)) == 0.0;
        assert_eq!(meet(&segment, &point), is_exact, "{k}");
        let beside = Point::new(DVec2::new((3.0 * k).next_up(), k)).unwrap();
        assert!(!meet(&segment, &beside) || !is_exact, "{k}");
    }
}

// Claim: contact is seen whatever the sizes: a unit cube and a point on its face, beside it by the least
// number that there is, and inside by that.
#[test]
fn the_least_number_separates() {
    let cube = Hull::new(
        [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2))),
    )
    .unwrap();
    let least = f64::from_bits(1);
    for (x, meets) in [(0.0, true), (least, true), (-least, false), (-0.0, true)] {
        let point = Point::new(DVec3::new(x, 0.3, 0.7)).unwrap();
        assert_eq!(meet(&cube, &point), meets, "{x:e}");
        let answer = closest_points(&cube, &point);
        let expected = if meets { 0.0 } else { least };
        assert_eq!([answer.lower, answer.distance, answer.upper], [expected; 3]);
    }
}

// Claim: round shapes touch where the distance of their cores is the sum of their radii, by no digit
// more or less.
#[test]
fn radii_touch_exactly() {
    let segment = Segment::new(DVec3::new(-1.0, 4.0, 0.0), DVec3::new(1.0, 4.0, 0.0)).unwrap();
    for radius in [4.0, 4.0_f64.next_down(), 4.0_f64.next_up(), 3.5] {
        let ball = Ball::new(DVec3::ZERO, radius).unwrap();
        assert_eq!(meet(&segment, &ball), radius >= 4.0, "{radius}");
        let rest = 0.25;
        let capsule = Rounded::new(segment, rest).unwrap();
        let ball = Ball::new(DVec3::ZERO, radius - rest).unwrap();
        assert_eq!(meet(&capsule, &ball), (radius - rest) >= 3.75, "{radius}");
    }
    // Where the distance of the cores is no number: √2, between two radii that are neighbours.
    let root = 2f64.sqrt();
    let point = Point::new(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    let meets = |radius| meet(&Ball::new(DVec3::ZERO, radius).unwrap(), &point);
    let squared_rest = f64::mul_add(root, root, -2.0);
    assert_eq!(meets(root), squared_rest > 0.0);
    assert!(meets(root.next_up()) && !meets(root.next_down()));
}

// Claim: a distance is right to its own last digit where it is a tiny part of the shapes, and the
// bounds are its neighbours or itself.
#[test]
fn tiny_distances_have_all_digits() {
    let plate = Cuboid::new(DVec3::new(8.0, 8.0, 0.5)).unwrap();
    for gap in [0.1, 1e-10, 1e-17, 3e-200, 5e-324] {
        // The corner of the hull is at a height of `gap` over the plate, the origin of the pose below.
        let tip = [
            DVec3::ZERO,
            DVec3::new(1.0, 1.0, 3.0),
            DVec3::new(-1.0, 2.0, 2.0),
        ];
        let hull = Hull::new(tip.map(|p| p + DVec3::Z * gap)).unwrap();
        let lifted = Posed::new(plate, Pose::from_translation(DVec3::Z * -0.5).unwrap());
        let answer = closest_points(&lifted, &hull);
        assert_eq!(
            [answer.lower, answer.distance, answer.upper],
            [gap; 3],
            "{gap:e}"
        );
        assert_eq!(answer.normal, Some(DVec3::Z));
        assert_eq!(distance(&lifted, &hull), gap);
    }
}

// Claim: what a loose tolerance or a distance of interest cuts short has the exact verdict too.
#[test]
fn short_cuts_have_the_exact_verdict() {
    let least = f64::EPSILON / 4.0;
    let plate = Cuboid::new(DVec3::new(8.0, 8.0, 0.5)).unwrap();
    for (gap, meets) in [(least, false), (0.0, true)] {
        let lifted = Posed::new(plate, Pose::from_translation(DVec3::Z * -0.5).unwrap());
        let tip = [
            DVec3::ZERO,
            DVec3::new(1.0, 1.0, 3.0),
            DVec3::new(-1.0, 2.0, 2.0),
        ];
        let hull = Hull::new(tip.map(|p| p + DVec3::Z * gap)).unwrap();
        for settings in [
            Settings::default().tolerance(0.5),
            Settings::default().max_distance(0.0),
            Settings::default().max_distance(least / 2.0),
        ] {
            assert_eq!(settings.distance(&lifted, &hull) == 0.0, meets, "{gap}");
            assert_eq!(
                settings.closest_points(&lifted, &hull).intersects(),
                meets,
                "{gap}"
            );
        }
    }
}

// Claim: near and separated are exact too: a margin that is the distance is not exceeded.
#[test]
fn margins_are_exact() {
    let point = |y: f64| Point::new(DVec2::new(3.0, y)).unwrap();
    let origin = Point::new(DVec2::ZERO).unwrap();
    let by = |margin| proximity(&origin, &point(4.0), margin);
    assert_eq!(by(5.0), Proximity::Near);
    assert_eq!(by(5.0_f64.next_down()), Proximity::Separated);
    assert_eq!(by(5.0_f64.next_up()), Proximity::Near);
    assert_eq!(proximity(&origin, &origin, 1.0), Proximity::Overlapping);
}

/// The margin of these tests.
const MARGIN: f64 = 1.0 / (1u32 << 24) as f64;

/// Whether a look at all vertices agrees that all others are lower than those.
fn agrees<S: Support>(shape: &S, direction: S::Vector, vertices: &[u32]) -> bool {
    let found = shape.others_are_lower(direction, vertices, MARGIN);
    let expected = crate::support::others_are_lower(shape, direction, vertices, MARGIN);
    assert_eq!(found, expected, "{direction:?} {vertices:?}");
    found
}

// Claim: every shape says of every direction and any of its vertices whether they are alone at the top as
// a look at all of them does; a rotated shape as it does itself.
#[test]
fn tops_are_the_same_for_all() {
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)))
        .collect();
    let hull = Hull::new(&corners[..]).unwrap();
    let packed = PackedHull::new(&corners[..]).unwrap();
    let faces = [
        [0, 1, 3, 2],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 3, 7, 5],
    ];
    let polytope = Polytope::from_faces(&corners[..], &faces).unwrap();
    let turn = DQuat::from_rotation_y(0.3);
    let pose = Pose::from_rotation(turn, DVec3::new(5.0, 0.0, 9.0)).unwrap();
    let tiny = 2f64.powi(-26);
    let mut alone = 0;
    for direction in [
        DVec3::X,
        DVec3::ONE,
        DVec3::new(1.0, tiny, 0.0),
        DVec3::new(-0.3, 0.7, 0.2),
    ] {
        for vertices in [&[7][..], &[6], &[1, 3, 5, 7], &[1, 3, 5]] {
            let found = agrees(&hull, direction, vertices);
            assert_eq!(agrees(&packed, direction, vertices), found);
            assert_eq!(agrees(&polytope, direction, vertices), found);
            let posed = Posed::new(&polytope, pose);
            assert_eq!(agrees(&posed, turn * direction, vertices), found);
            assert_eq!(
                agrees(&Rounded::new(&hull, 1.0).unwrap(), direction, vertices),
                found
            );
            alone += u32::from(found);
        }
        assert!(!hull.others_are_lower(direction, &[], MARGIN));
    }
    assert_eq!(alone, 4);
}

// Claim: the only point of a hull is alone at the top in every direction.
#[test]
fn a_single_point_is_alone() {
    let hull = Hull::new([DVec3::new(3.0, -2.0, 7.0)]).unwrap();
    for direction in [DVec3::X, DVec3::ONE, DVec3::new(-0.3, 0.7, 0.2)] {
        assert!(agrees(&hull, direction, &[0]));
    }
}

// Claim: what is far from the origin of its own frame and turned there is looked at as the solver sees it.
#[test]
fn rounding_of_turned_vertices_is_seen() {
    let far = DVec3::new(1e12, 0.0, 0.0);
    let tiny = 1e-6;
    let corners = [far, far + DVec3::X * tiny, far + DVec3::Y * tiny];
    let pose = Pose::from_rotation(DQuat::from_rotation_z(0.5), DVec3::ZERO).unwrap();
    let posed = Posed::new(Hull::new(corners).unwrap(), pose);
    for direction in [DVec3::X, DVec3::Y, -DVec3::ONE] {
        for vertex in 0..3 {
            agrees(&posed, direction, &[vertex]);
        }
    }
}

/// A polytope that says no more than it must: its vertices and where they lie.
struct Plain {
    vertices: [DVec3; 3],
    center: DVec3,
    extent: f64,
}

impl Support for Plain {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        let [a, b, c] = self.vertices;
        let higher = |p: DVec3, q: DVec3| {
            if q.dot(direction) > p.dot(direction) {
                q
            } else {
                p
            }
        };
        higher(higher(a, b), c)
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        match feature {
            Feature::Vertex(number) => self.vertices[number as usize],
            Feature::Direction(direction) => self.support(direction),
        }
    }

    fn center(&self) -> DVec3 {
        self.center
    }

    fn extent(&self) -> f64 {
        self.extent
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(3)
    }
}

// Claim: a shape that does not say which vertices are lower is looked at, vertex by vertex.
#[test]
fn plain_shapes_are_looked_at() {
    let shape = Plain {
        vertices: [DVec3::X, DVec3::Y, DVec3::Z * 0.5],
        center: DVec3::ZERO,
        extent: 1.0,
    };
    for (direction, alone, pair) in [
        (DVec3::ONE, [false; 3], true),
        (DVec3::new(2.0, 1.0, 1.0), [true, false, false], true),
        (DVec3::Z, [false, false, true], false),
    ] {
        for (number, alone) in (0..3).zip(alone) {
            assert_eq!(agrees(&shape, direction, &[number]), alone, "{direction}");
        }
        assert_eq!(agrees(&shape, direction, &[0, 1]), pair, "{direction}");
    }
}

// Claim: a rotated shape is asked by itself as long as its centre is not farther away than eight extents.
#[test]
fn near_shapes_are_asked_in_their_frame() {
    /// A shape that says of all vertices that others are lower.
    struct Sure(Plain);

    impl Support for Sure {
        type Vector = DVec3;

        fn support(&self, direction: DVec3) -> DVec3 {
            self.0.support(direction)
        }

        fn center(&self) -> DVec3 {
            self.0.center
        }

        fn extent(&self) -> f64 {
            self.0.extent
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(3)
        }

        fn others_are_lower(&self, _: DVec3, _: &[u32], _: f64) -> bool {
            true
        }
    }

    let turn = Pose::from_rotation(DQuat::from_rotation_z(0.3), DVec3::ZERO).unwrap();
    for extent in [0.25, 1.0, 4.0, 64.0] {
        for (center, is_asked) in [(0.0, true), (8.0, true), (8.5, false), (100.0, false)] {
            let plain = Plain {
                vertices: [DVec3::ZERO; 3],
                center: DVec3::Y * (center * extent),
                extent,
            };
            let posed = Posed::new(Sure(plain), turn);
            let found = posed.others_are_lower(DVec3::X, &[0], MARGIN);
            assert_eq!(found, is_asked, "{extent} {center}");
        }
    }
}

// Claim: what is clearly lower is so by a part of the extent, and by 2^-44 of the size of the numbers, thrice along
// the largest coordinate; nothing is where the differences of points may overflow.
#[test]
fn clear_margins_are_parts_of_the_extent() {
    let part = 2f64.powi(-44);
    for size in [0.0, 3.0, 2f64.powi(1019), f64::MAX / 8.0] {
        let margin = |margin: f64| clear_margin([size; 2], 1.0, margin);
        assert_eq!(margin(0.0), 3.0 * part * size);
        assert_eq!(margin(MARGIN), 3.0 * MARGIN * size);
        assert_eq!(clear_margin([0.0, size], 1.0, MARGIN), 3.0 * part * size);
    }
    assert_eq!(clear_margin([4.0, 8.0], 2.0, 0.0), part * 48.0);
    for size in [(f64::MAX / 8.0).next_up(), f64::MAX, f64::INFINITY] {
        assert_eq!(clear_margin([1.0, size], 1.0, 0.0), f64::INFINITY);
    }
}

// Claim: capsules far from the origin of the world touch as exactly as near it.
#[test]
fn offsets_do_not_matter() {
    let capsule = Capsule::new(DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0), 0.5).unwrap();
    for far in [0.0, 1e9, 2f64.powi(52)] {
        let at = |y: f64| {
            let place = DVec3::new(far, far + y, -far);
            Posed::new(capsule, Pose::from_translation(place).unwrap())
        };
        assert!(meet(&at(0.0), &at(1.0)), "{far}");
        // The least step that a translation can make there.
        let next = (far + 1.0).next_up() - far;
        assert!(!meet(&at(0.0), &at(next)), "{far}");
    }
}

/// What the end of a search leaves in doubt, and what it notes as proved: of polytopes or of other shapes,
/// at an edge five away or at a triangle around the origin.
fn doubt(
    polytopes: bool,
    goal: Goal,
    ending: Ending,
    [is_closed, is_tolerant, is_beyond]: [bool; 3],
) -> (bool, Option<f64>) {
    let around = ending == Ending::Intersecting && is_closed;
    let corners = if around {
        [[-1.0, -1.0], [1.0, -1.0], [0.0, 2.0]]
    } else {
        [[-1.0, 7.0], [7.0, 1.0], [9.0, 9.0]]
    };
    with_search(&corners.map(DVec2::from), |search, simplex| {
        for (number, weight) in (0..if around { 3 } else { 2 }).zip([0.5; 3]) {
            let pair = search
                .difference
                .pair([number, 0].map(Feature::Vertex::<DVec2>));
            let point = search.difference.point(&pair);
            simplex.grow(&SupportPair { weight, ..pair }, point);
            simplex.admit();
            search.support = pair;
        }
        search.reach = simplex.reach();
        search.span = search.difference.span();
        search.direction = DVec2::new(3.0, 4.0) * search.difference.scale();
        search.bound(simplex);
        if !is_closed {
            search.closing = None;
        }
        if !is_beyond {
            search.lower = 0.0;
        }
        search.polytopes = polytopes;
        search.limits.goal = goal;
        search.limits.tolerance = if is_tolerant { 0.5 } else { 0.0 };
        let leaves = search.leaves_doubt(ending, simplex);
        (leaves, search.proved.map(|proved| proved.distance))
    })
}

// Claim: a search that converged leaves no doubt where it proves a distance, or where a tolerance asks for
// no more than a separating plane; of a verdict that is not by a plane there is always a doubt. It is about
// polytopes only.
#[test]
fn what_converged_is_proved_or_doubtful() {
    let margin = Goal::Proximity { margin: 1.0 };
    for state in 0..8 {
        let [is_closed, is_tolerant, is_beyond] = [1, 2, 4].map(|bit| state & bit != 0);
        let look = |polytopes, goal| {
            doubt(
                polytopes,
                goal,
                Ending::Converged,
                [is_closed, is_tolerant, is_beyond],
            )
        };
        // The gap between the bounds is that of the search, or the whole distance.
        let proved = (is_closed && is_beyond).then_some(5.0);
        let leaves = proved.is_none() && !(is_tolerant && is_beyond);
        assert_eq!(look(true, Goal::Distance), (leaves, proved), "{state}");
        for goal in [Goal::Verdict, margin] {
            assert_eq!(look(true, goal), (true, None), "{state}");
        }
        for goal in [Goal::Distance, Goal::ClosestPoints, Goal::Verdict, margin] {
            assert_eq!(look(false, goal), (false, None), "{state}");
        }
    }
}

// Claim: what stalled or drowned is always in doubt, an overlap of polytopes unless it is certain, and what a
// plane or a limit ended is not.
#[test]
fn other_endings_are_doubtful_or_not() {
    for polytopes in [true, false] {
        for goal in [Goal::Verdict, Goal::ClosestPoints] {
            let look = |ending, is_closed| doubt(polytopes, goal, ending, [is_closed, false, true]);
            assert!(look(Ending::Drowned, true).0 && look(Ending::Stalled, true).0);
            assert!(!look(Ending::Intersecting, true).0);
            assert_eq!(look(Ending::Intersecting, false).0, polytopes);
            for ending in [Ending::Separated, Ending::Beyond, Ending::IterationLimit] {
                assert_eq!(look(ending, true), (false, None));
            }
        }
    }
}

// Claim: a plane that separates polytopes is certain where it is farther away than rounding can make up; of
// other shapes no more is asked.
#[test]
fn planes_are_certain() {
    with_search(&[DVec2::Y], |search, _| {
        let mut is_certain = |polytopes: bool, lower: f64| {
            (search.polytopes, search.reach, search.lower) = (polytopes, 1.0, lower);
            search.is_certain_to_be_apart()
        };
        assert!(is_certain(true, 0.5) && is_certain(false, 0.5));
        let tiny = 2f64.powi(-50);
        assert!(!is_certain(true, tiny) && is_certain(false, tiny));
        assert!(!is_certain(true, 0.0) && is_certain(false, 0.0));
    });
}

// Claim: cores that have a common point intersect whatever is asked, and have no distance.
#[test]
fn cores_that_touch_intersect() {
    for goal in [
        Goal::Verdict,
        Goal::Proximity { margin: 1.0 },
        Goal::Distance,
        Goal::ClosestPoints,
    ] {
        let on_a_side = [[-1.0, 0.0], [2.0, 0.0], [0.0, 1.0]].map(DVec2::from);
        with_search(&on_a_side, |search, simplex| {
            search.limits.goal = goal;
            assert_eq!(search.decide(simplex), Some(Ending::Intersecting));
            let proved = search.proved.unwrap();
            assert_eq!([proved.lower, proved.distance, proved.upper], [0.0; 3]);
        });
    }
}

// Claim: a normal has the length one, of a corner, an edge and a triangle that slant along all axes.
#[test]
fn normals_have_the_length_one() {
    let scale = 0.125;
    let corner = |end: [f64; 3]| Corner {
        vertices: [0, 0],
        ends: [end, [0.0; 3]],
        point: Sum::of(end, scale),
    };
    let ends = [[9.0, 1.0, 0.5], [0.5, 6.0, 1.0], [1.0, 0.25, 5.0]];
    let [a, b, c] = ends.map(corner);
    let [p, q, r] = ends.map(DVec3::from);
    for (corners, expected) in [
        (&[a][..], p),
        (&[a, b], (q - p).cross(p).cross(q - p)),
        (&[a, b, c], (q - p).cross(r - p)),
    ] {
        let mut simplex = Corners::new(corners[0], scale);
        corners[1..].iter().for_each(|corner| simplex.push(*corner));
        let face = simplex.reduce().unwrap();
        let normal: DVec3 = unit_normal(&face, scale);
        assert!((normal.length() - 1.0).abs() <= f64::EPSILON, "{normal}");
        let off = (normal - expected.normalize()).length();
        assert!(off <= 4.0 * f64::EPSILON, "{normal} {expected}");
    }
}

// Claim: what is left of a distance has a sign where it exceeds what its digits may be off by, which are those
// of four forms.
#[test]
fn the_digits_of_forms_are_allowed_for() {
    let is_known = |error: f64| {
        let value = DoubleDouble::from(1.0);
        Leading::known(Estimate { value, error }).is_some()
    };
    assert!(is_known(0.0) && is_known(2f64.powi(-90)));
    assert!(!is_known(REST_ERROR / 4.0));
}

// Claim: the bounds of a distance that is a number are that number, and those of another one its neighbours
// on both sides, by the exact order where no rest can tell: of a plane whose products have more digits than a
// double-double, and among subnormal numbers.
#[test]
fn bounds_of_a_distance_are_exact() {
    let origin = Point::new(DVec3::ZERO).unwrap();
    let mut divisor = 3.0;
    for _ in 0..40 {
        divisor += 2.0;
        let z = 5.0 / divisor;
        let corners = [[-0.7, -0.3], [0.9, -0.1], [0.1, 0.8]]
            .map(|[x, y]| DVec3::new(x / divisor, y / divisor, z));
        let plate = Hull::new(corners).unwrap();
        for radius in [0.0, z / 4.0, z * 0.3] {
            let answer = closest_points(&Rounded::new(&plate, radius).unwrap(), &origin);
            let distance = z - radius;
            // What the subtraction leaves of the exact difference.
            let rest = (z - distance) - radius;
            let expected = if rest == 0.0 {
                [distance, distance]
            } else if rest < 0.0 {
                [distance.next_down(), distance]
            } else {
                [distance, distance.next_up()]
            };
            let found = [answer.lower, answer.upper];
            assert_eq!(found, expected, "{z} {radius}");
        }
    }
    for x in 1..30u64 {
        for y in 1..x {
            let point = DVec3::new(f64::from_bits(x), f64::from_bits(y), 0.0);
            let answer = closest_points(&Point::new(point).unwrap(), &origin);
            let square = x * x + y * y;
            let [lower, upper] = [answer.lower, answer.upper].map(f64::to_bits);
            assert_eq!(lower, square.isqrt(), "{x} {y}");
            assert_eq!(upper, (square - 1).isqrt() + 1, "{x} {y}");
        }
    }
}

// Claim: a point of the difference is the exact sum of its terms, where every sum of two of them is rounded: a
// triangle touches a point with its side, overlaps it or leaves it by less than that. A normal is given where
// they are apart only.
#[test]
fn sums_of_terms_are_exact() {
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    // A whole number of these bits, the first of which is set.
    let mut whole = |count: u32| {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        (bits >> (64 - count) | 1 << (count - 1)) as f64
    };
    let fine = 2f64.powi(-54);
    for number in 0..200 {
        // Where the places are large what is rounded is a part of the triangle that `f64` takes for certain.
        let far = 2f64.powi(number % 5 * 7 - 3);
        let coarse = far * 2f64.powi(-43);
        // Where the triangle is in the difference, of numbers with more digits than the places have.
        let along = DVec2::new(whole(51), whole(51)) * fine;
        let shift = DVec2::new(whole(40), whole(40)) * 2f64.powi(-42);
        let shift = (shift / coarse).floor() * coarse;
        let vertex = DVec2::splat(600.0 * far) + DVec2::new(whole(30), whole(30)) * coarse;
        let place = DVec2::splat(400.0 * far) + DVec2::new(whole(30), whole(30)) * coarse;
        let point = Posed::new(
            Point::new(vertex).unwrap(),
            Pose::from_translation(place).unwrap(),
        );
        for off in [1.0, 0.0, -1.0] {
            let off = DVec2::Y * (off * fine);
            let corners = [-along + off, along * 2.0 + off, along.perp()];
            let triangle = Posed::new(
                Hull::new(corners.map(|corner| corner - shift)).unwrap(),
                Pose::from_translation(vertex + place + shift).unwrap(),
            );
            let meets = off.y <= 0.0;
            assert_eq!(meet(&triangle, &point), meets, "{along} {off}");
            for settings in [
                Settings::default().max_distance(0.0),
                Settings::default().tolerance(0.5),
            ] {
                let found = settings.distance(&triangle, &point) == 0.0;
                assert_eq!(found, meets, "{along} {off}");
            }
            for most in [0.25, f64::INFINITY] {
                let settings = Settings::default().max_distance(most);
                let normal = settings.closest_points(&triangle, &point).normal;
                assert_eq!(normal.is_none(), meets, "{along} {off}");
            }
        }
    }
}
