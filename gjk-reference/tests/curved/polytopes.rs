//! Enclosures against polytopes: equal for polytopes, and between those inside and around a shape.

use crate::shapes::{self, KINDS, Random, Shape};
use gjk_reference::{Contact, Curved, Enclosure, Nearest, Pair, Polytope, Solid};
use std::cmp::Ordering;
use std::f64::consts::{PI, SQRT_2};

/// Claim: for hulls of points both bounds are the distance that the crate's other route gives, and
/// the contact is its contact; in space, and for points in the plane.
#[test]
fn agrees_on_polytopes() {
    let mut random = Random::new(61);
    let mut seen = [0; 3];
    for code in 0..600 {
        let planar = code % 2 == 0;
        let mut sets = [Vec::new(), Vec::new()];
        for set in &mut sets {
            for _ in 0..1 + random.below(6) {
                let mut point = [0.0; 3];
                for coordinate in &mut point[..if planar { 2 } else { 3 }] {
                    *coordinate = random.below(4) as f64 / 3.0;
                }
                set.push(point);
            }
        }
        let origin = [random.below(3) as f64, random.unit().round(), 0.0];
        let polytope = Polytope {
            points: &sets[0],
            origin,
        };
        let other = Polytope {
            points: &sets[1],
            origin: [0.0; 3],
        };
        let pair = Pair::new(&polytope, &other).unwrap();
        let nearest = Nearest::of(&pair);
        let expected = if planar {
            Contact::of_planar(&pair, &nearest)
        } else {
            Contact::of(&pair, &nearest)
        };
        let a = Curved::at(Solid::Points(&sets[0]), origin);
        let b = Curved::at(Solid::Points(&sets[1]), [0.0; 3]);
        let found = Enclosure::of(&a, &b, planar).unwrap();
        assert_eq!(found.lower, Nearest::of(&pair).distance);
        assert_eq!(found.upper, found.lower);
        assert_eq!(found.contact(), Some(expected));
        seen[expected as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 30), "{seen:?}");
}

/// Claim: a matrix of whole numbers acts on points as it does by hand.
#[test]
fn applies_the_matrix() {
    let points = [[1.0, 2.0, 3.0], [-1.0, 0.5, 0.0]];
    let mut a = Curved::at(Solid::Points(&points), [10.0, 20.0, 30.0]);
    a.columns = [[1.0, 0.0, 5.0], [2.0, -1.0, 0.0], [0.0, 3.0, 0.25]];
    // 1 c0 + 2 c1 + 3 c2 and -1 c0 + 0.5 c1, both plus the origin.
    let images = [[15.0, 27.0, 35.75], [10.0, 19.5, 25.0]];
    for x in [[0.0; 3], [20.0, 30.0, 40.0], images[0], images[1]] {
        let image = Curved::at(Solid::Points(&images), [0.0; 3]);
        let own = gjk_reference::curved::excess(&a, &x).unwrap();
        assert_eq!(own, gjk_reference::curved::excess(&image, &x).unwrap());
    }
}

/// How many steps a circle is cut into: a chord is off by a share of about (PI / N)^2 / 2.
const STEPS: usize = 48;

/// How much larger a polytope with these steps must be to hold the shape around it. Each point of a
/// sphere is within half the diagonal of a square of steps from a corner, as an angle.
fn around() -> f64 {
    1.0 / (PI / STEPS as f64 * SQRT_2).cos() + 1e-12
}

/// The corners of a polytope inside the solid, times `factor` around its middle.
fn mesh(solid: &Solid, factor: f64) -> Vec<[f64; 3]> {
    let mut points = Vec::new();
    let angle = |step: usize| 2.0 * PI * step as f64 / STEPS as f64;
    match *solid {
        Solid::Points(own) => points = own.to_vec(),
        Solid::Cylinder {
            radius,
            half_height,
            axis,
        }
        | Solid::Cone {
            radius,
            half_height,
            axis,
        } => {
            let is_cone = matches!(solid, Solid::Cone { .. });
            for step in 0..STEPS {
                for end in [-1.0, 1.0] {
                    let radius = if is_cone && end > 0.0 {
                        0.0
                    } else {
                        radius * factor
                    };
                    let mut point = [0.0; 3];
                    point[axis] = half_height * end;
                    point[(axis + 1) % 3] = radius * angle(step).cos();
                    point[(axis + 2) % 3] = radius * angle(step).sin();
                    points.push(point);
                }
            }
        }
        Solid::Ellipsoid { radii } => {
            for height in 0..=STEPS / 2 {
                let (z, ring) = (angle(height).cos(), angle(height).sin());
                for step in 0..STEPS {
                    let (x, y) = (ring * angle(step).cos(), ring * angle(step).sin());
                    points.push([
                        radii[0] * x * factor,
                        radii[1] * y * factor,
                        radii[2] * z * factor,
                    ]);
                }
            }
        }
    }
    points
}

/// Claim: the distance of polytopes inside the shapes is above both bounds, that of polytopes
/// around them below, the two differ by under two percent of the size, and contact is between
/// theirs as well. The polytopes are made of cosines, and share no formula with the crate.
#[test]
fn lies_between_polytopes_inside_and_around() {
    let mut random = Random::new(62);
    let mut seen = [0; 3];
    for code in 0..KINDS * KINDS * 3 {
        let kinds = [code % KINDS, code / KINDS % KINDS];
        let mut a = Shape::random(kinds[0], shapes::skew(&mut random), &mut random);
        let b = Shape::random(kinds[1], shapes::rotation(&mut random), &mut random);
        a.origin = shapes::scaled(random.vector(), 1.5);
        let (a, b) = (a.curved(), b.curved());
        let found = Enclosure::of(&a, &b, false).unwrap();
        let polytopes = |factor: f64| {
            let (mesh_a, mesh_b) = (mesh(&a.solid, factor), mesh(&b.solid, factor));
            let of = |shape: Curved<'_>, points: &[[f64; 3]]| -> Vec<[f64; 3]> {
                let mut images = Vec::new();
                for point in points {
                    let mut image = shape.origin;
                    for (column, coordinate) in shape.columns.iter().zip(point) {
                        image = shapes::add(image, shapes::scaled(*column, *coordinate));
                    }
                    images.push(image);
                }
                images
            };
            let (a, b) = (of(a, &mesh_a), of(b, &mesh_b));
            let whole = |points| Polytope {
                points,
                origin: [0.0; 3],
            };
            Nearest::of(&Pair::new(&whole(&a), &whole(&b)).unwrap()).distance
        };
        let (inside, outside) = (polytopes(1.0 - 1e-12), polytopes(around()));
        // What is added is for the images of the polytopes, which are rounded.
        let (lower, upper) = (found.lower.bounds().1, found.upper.bounds().0);
        assert_eq!(outside.cmp_sum(&[lower, 1e-12]), Ordering::Less);
        assert_eq!(inside.cmp_sum(&[upper, -1e-12]), Ordering::Greater);
        assert!(inside.approx() - outside.approx() < 0.04, "{a:?} {b:?}");
        let contact = found.contact().expect("random shapes do not nearly touch");
        if !outside.is_zero() {
            assert_eq!(contact, Contact::Separated);
        }
        if inside.is_zero() {
            assert_ne!(contact, Contact::Separated);
        }
        seen[contact as usize] += 1;
    }
    assert!(seen[0] > 20 && seen[2] > 10, "{seen:?}");
}
