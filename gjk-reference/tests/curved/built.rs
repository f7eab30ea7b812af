//! Pairs that are built to have a distance: the farthest points along a random direction are put
//! that far apart. The plane through either proves that nothing is nearer.

use crate::shapes::{self, KINDS, Random, Shape};
use gjk_reference::curved::{excess, separates_by, support_gap};
use gjk_reference::{Contact, Curved, Enclosure, Solid};
use std::cmp::Ordering;

/// How many random pairs of each two kinds: 900 of all, and 14,400 with optimisation.
const PAIRS: usize = if cfg!(debug_assertions) { 25 } else { 400 };

/// What the floats that build a pair may be wrong by, at distances from 0.1 and sizes up to 4.
const BUILT: f64 = 1e-12;

/// A claim that is wrong by this share must be refused.
const FALSE: f64 = 1e-9;

/// The cores of the enclosures here have differences shorter than this.
const SIZE: f64 = 16.0;

/// A pair and the distance of its cores, with random radii that leave the shapes apart.
fn built(kinds: [usize; 2], random: &mut Random) -> (Shape, Shape, [f64; 3], f64) {
    let mut matrices = [[[0.0; 3]; 3]; 2];
    for matrix in &mut matrices {
        *matrix = if random.below(2) == 0 {
            shapes::rotation(random)
        } else {
            shapes::skew(random)
        };
    }
    let mut a = Shape::random(kinds[0], matrices[0], random);
    let mut b = Shape::random(kinds[1], matrices[1], random);
    let u = random.vector();
    let distance = 1.1 + random.unit();
    b.origin = random.vector();
    let near_b = b.farthest(u);
    let near_a = a.farthest(shapes::scaled(u, -1.0));
    let way = shapes::scaled(u, distance / shapes::length(u));
    a.origin = shapes::add(shapes::add(near_b, way), shapes::scaled(near_a, -1.0));
    a.radius = 0.04 * random.size();
    b.radius = 0.04 * random.size();
    (a, b, u, distance)
}

/// Claim: along the direction that a pair was built with, the true gap less 1e-12 is proved, and
/// the gap plus 1e-9 is refused, with and without radii. So is anything above the distance along 5
/// random directions.
#[test]
fn proves_true_gaps_and_refuses_false_ones() {
    let mut random = Random::new(21);
    for code in 0..KINDS * KINDS * PAIRS {
        let kinds = [code % KINDS, code / KINDS % KINDS];
        let (a, b, u, distance) = built(kinds, &mut random);
        let (a, b) = (a.curved(), b.curved());
        let radii = [-a.radius, -b.radius];
        let claims = |share: f64| [distance * (1.0 + share), radii[0], radii[1]];
        assert!(separates_by(&a, &b, u, &claims(-BUILT)), "{a:?} {b:?}");
        assert!(!separates_by(&a, &b, u, &claims(FALSE)), "{a:?} {b:?}");
        let gap = support_gap(&a, &b, u).unwrap();
        assert_eq!(gap.cmp_sum(&[distance * (1.0 - BUILT)]), Ordering::Greater);
        assert_eq!(gap.cmp_sum(&[distance * (1.0 + FALSE)]), Ordering::Less);
        for _ in 0..5 {
            let other = random.vector();
            assert!(!separates_by(&a, &b, other, &claims(FALSE)), "{a:?} {b:?}");
        }
    }
}

/// Claim: the enclosure holds the distance that the pair was built with, is at most 2^-58 of the
/// size wide, and calls the shapes apart; its direction in floats proves the distance less 1e-12.
/// It takes 9 steps in the mean; without what floats propose it would take 15.
#[test]
fn encloses_the_distance() {
    let mut random = Random::new(22);
    let mut steps = 0;
    for code in 0..KINDS * KINDS * PAIRS {
        let kinds = [code % KINDS, code / KINDS % KINDS];
        let (a, b, _, distance) = built(kinds, &mut random);
        let (a, b) = (a.curved(), b.curved());
        let found = Enclosure::of(&a, &b, false).unwrap();
        let off = found.lower.error_of(&[distance]);
        assert!(off.abs() < BUILT, "{off} {a:?} {b:?}");
        let off = found.upper.error_of(&[distance]);
        assert!(off.abs() < BUILT, "{off} {a:?} {b:?}");
        let width = shapes::width(&found);
        assert!(found.lower <= found.upper && width < SIZE * 2f64.powi(-58));
        assert_eq!(found.contact(), Some(Contact::Separated));
        steps += found.steps;
        let claim = [distance * (1.0 - BUILT), -a.radius, -b.radius];
        assert!(separates_by(&a, &b, found.direction, &claim), "{a:?} {b:?}");
    }
    assert!(steps < KINDS * KINDS * PAIRS * 11, "{steps} steps");
}

/// Claim: moved together by the distance and a little more the shapes overlap, and by a little less
/// they are apart; with the radii in either case.
#[test]
fn tells_contact_on_either_side() {
    let mut random = Random::new(23);
    for code in 0..KINDS * KINDS * PAIRS / 5 {
        let kinds = [code % KINDS, code / KINDS % KINDS];
        let (mut a, b, u, distance) = built(kinds, &mut random);
        let start = a.origin;
        let sum = a.radius + b.radius;
        for (left, expected) in [
            (1e-9, Contact::Separated),
            (1e-13, Contact::Separated),
            (-1e-13, Contact::Overlapping),
            (-1e-9, Contact::Overlapping),
        ] {
            let way = (left + sum - distance) / shapes::length(u);
            a.origin = shapes::add(start, shapes::scaled(u, way));
            let found = Enclosure::of(&a.curved(), &b.curved(), false).unwrap();
            assert_eq!(found.contact(), Some(expected), "{left} {a:?} {b:?}");
        }
    }
}

/// Claim: a point that was built to be a distance from a core has that excess, the bound being
/// above the distance less 1e-12 and below it plus 1e-9; a point a little inside has none.
#[test]
fn measures_how_far_points_are_outside() {
    let mut random = Random::new(24);
    for code in 0..KINDS * PAIRS {
        let (a, _, u, distance) = built([code % KINDS, 0], &mut random);
        let back = shapes::scaled(u, -1.0);
        let foot = a.farthest(back);
        let x = shapes::add(foot, shapes::scaled(back, distance / shapes::length(u)));
        let outside = excess(&a.curved(), &x).unwrap();
        assert_eq!(outside.cmp_sum(&[distance, -BUILT]), Ordering::Greater);
        assert_eq!(outside.cmp_sum(&[distance, FALSE]), Ordering::Less);
        if code % KINDS > 2 {
            let toward = shapes::add(a.origin, shapes::scaled(foot, -1.0));
            let inside = shapes::add(foot, shapes::scaled(toward, 1e-9));
            assert!(excess(&a.curved(), &inside).unwrap().is_zero(), "{a:?}");
        }
    }
}

/// Claim: the excess of a point barely outside is resolved to far below the ulp of its coordinates.
#[test]
fn resolves_points_barely_outside() {
    let solid = Solid::Ellipsoid {
        radii: [1.0, 0.5, 0.25],
    };
    let ellipsoid = Curved::at(solid, [3.0, 0.0, 0.0]);
    let outside = excess(&ellipsoid, &[4.0f64.next_up(), 0.0, 0.0]).unwrap();
    let step = 4.0f64.next_up() - 4.0;
    assert!(outside.error_of(&[step]).abs() < 2f64.powi(-59));
    assert!(excess(&ellipsoid, &[4.0, 0.0, 0.0]).unwrap().is_zero());
    let inside = excess(&ellipsoid, &[4.0f64.next_down(), 0.0, 0.0]).unwrap();
    assert!(inside.is_zero());
}
