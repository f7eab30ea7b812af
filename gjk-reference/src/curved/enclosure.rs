//! Two lengths that enclose the exact distance of two curved cores.
//!
//! What: a lower bound proved by a direction, an upper bound proved by members, and the contact of
//! the shapes with their radii that follows.
//! Why it is right: each bound is proved on its own, see [`gap`](super::gap) and below. The search
//! that brings them together need not be trusted.
//! Cost: the search, and about as much again for shapes that nearly touch.

use super::body::Bodies;
use super::search::{self, Found};
use super::shape::Curved;
use super::tie;
use crate::approx::Approx;
use crate::contact::Contact;
use crate::distance::Distance;
use crate::gap::Gap;
use crate::int::Int;
use crate::min_norm::Nearest;
use crate::pair::{InputError, Pair, Side};
use crate::vector::{self, Vector};
use std::cmp::Ordering;

/// The proved bounds of the distance of two shapes.
#[derive(Clone, Debug)]
pub struct Enclosure {
    /// The distance of the cores, without radii, is at least this; zero if nothing better is
    /// proved.
    pub lower: Distance,
    /// The distance of the cores is at most this; zero if a common point is proved.
    pub upper: Distance,
    /// From B to A: the direction of the lower bound, rounded to floats. If that bound is zero, any
    /// direction; for curved cores the last one of the search. Its longest coordinate is about one.
    pub direction: [f64; 3],
    /// The number of members of each core after the first.
    pub steps: usize,
    contact: Option<Contact>,
}

impl Enclosure {
    /// Encloses the distance of the two cores, and finds the contact of the shapes: in 3D or, if
    /// `planar`, of their projections onto the plane z = 0.
    ///
    /// The width is at most about 2^-58 of the largest difference of points of the cores, unless
    /// the search ends early, which the bounds show. For two hulls of points both bounds are the
    /// exact distance. The error names the argument without exact meaning.
    ///
    /// ```
    /// use gjk_reference::Contact;
    /// use gjk_reference::curved::{Curved, Enclosure, Solid};
    /// use std::cmp::Ordering;
    ///
    /// let cylinder = Solid::Cylinder { radius: 0.5, half_height: 1.0, axis: 2 };
    /// let ellipsoid = Solid::Ellipsoid { radii: [1.0, 2.0, 3.0] };
    /// let a = Curved::at(ellipsoid, [3.0, 0.0, 0.0]);
    /// let b = Curved { radius: 0.25, ..Curved::at(cylinder, [0.0; 3]) };
    /// let enclosure = Enclosure::of(&a, &b, false)?;
    /// // From x = 0.5 to x = 2, and the radius of 0.25 leaves a gap.
    /// assert!(enclosure.lower.cmp_sum(&[1.5, -1e-15]) == Ordering::Greater);
    /// assert!(enclosure.upper.cmp_sum(&[1.5, 1e-15]) == Ordering::Less);
    /// assert_eq!(enclosure.contact(), Some(Contact::Separated));
    /// # Ok::<(), gjk_reference::InputError>(())
    /// ```
    pub fn of(a: &Curved, b: &Curved, planar: bool) -> Result<Enclosure, InputError> {
        // Before a flattened shape hides what is wrong with its z.
        a.check(Side::A)?;
        b.check(Side::B)?;
        let (a, b) = if planar {
            (a.flattened(), b.flattened())
        } else {
            (*a, *b)
        };
        let bodies = Bodies::new(&a, &b)?;
        let radii = [a.radius, b.radius];
        match (bodies.a.vertices(), bodies.b.vertices()) {
            (Some(vertices_a), Some(vertices_b)) => {
                let pair = Pair::from_vectors(vertices_a, vertices_b, bodies.exponent);
                Ok(of_polytopes(&pair, radii, planar))
            }
            _ => {
                let found = search::nearest(&bodies, &a, &b);
                Ok(of_curved(&bodies, &found, radii, planar))
            }
        }
    }

    /// The contact of the closed shapes, with their radii. `None` if it is not proved: then the
    /// distance of their boundaries is about the width of the enclosure, or a curved shape of size
    /// zero lies in a polytope whose vertices are not all examined.
    pub fn contact(&self) -> Option<Contact> {
        self.contact
    }
}

/// The exact answer for two hulls of points.
fn of_polytopes(pair: &Pair, radii: [f64; 2], planar: bool) -> Enclosure {
    let nearest = Nearest::of(pair);
    let contact = if radii == [0.0; 2] {
        if planar {
            Contact::of_planar(pair, &nearest)
        } else {
            Contact::of(pair, &nearest)
        }
    } else {
        contact_at(nearest.distance.cmp_sum(&radii))
    };
    let along_x = [Int::ONE, Int::ZERO, Int::ZERO];
    let direction = if nearest.distance.is_zero() {
        to_floats(&along_x)
    } else {
        to_floats(&nearest.numerators)
    };
    Enclosure {
        lower: nearest.distance.clone(),
        upper: nearest.distance,
        direction,
        steps: nearest.corners.len(),
        contact: Some(contact),
    }
}

/// The bounds of the search, and the exact cases if they leave the contact open.
fn of_curved(bodies: &Bodies, found: &Found, radii: [f64; 2], planar: bool) -> Enclosure {
    let mut direction = found.direction();
    let mut lower = distance_of(&bodies.gap(&direction), bodies.exponent);
    let mut upper = found.length(bodies.exponent);
    let mut contact = contact_by(&lower, &upper, radii);
    if contact.is_none() {
        let settled = tie::settle(bodies, found, radii, planar);
        if settled.lower > lower {
            (lower, direction) = (settled.lower, settled.direction);
        }
        upper = upper.min(settled.upper);
        contact = settled.contact;
    }
    assert!(lower <= upper, "no bound is wrong");
    Enclosure {
        lower,
        upper,
        direction: to_floats(&direction),
        steps: found.steps,
        contact,
    }
}

/// The contact that follows from bounds of the distance of the cores.
fn contact_by(lower: &Distance, upper: &Distance, radii: [f64; 2]) -> Option<Contact> {
    let lower = lower.cmp_sum(&radii);
    let upper = upper.cmp_sum(&radii);
    if lower == Ordering::Greater || upper == Ordering::Less {
        return Some(contact_at(lower));
    }
    // Two zero radii prove nothing: cores with a common point may touch or overlap.
    if lower == Ordering::Equal && upper == Ordering::Equal && radii != [0.0; 2] {
        return Some(Contact::Touching);
    }
    None
}

/// The contact of shapes, from the comparison of the distance of their cores with the positive sum
/// of their radii.
fn contact_at(distance: Ordering) -> Contact {
    match distance {
        Ordering::Greater => Contact::Separated,
        Ordering::Equal => Contact::Touching,
        Ordering::Less => Contact::Overlapping,
    }
}

/// A gap as a lower bound of a distance: zero if it is negative.
fn distance_of(gap: &Gap, exponent: i64) -> Distance {
    if gap.sign() == Ordering::Greater {
        gap.length().clone()
    } else {
        Distance::from_square(Int::ZERO, Int::ONE, exponent)
    }
}

/// A direction in floats, scaled by a power of two so that its longest coordinate is about one.
fn to_floats(direction: &Vector) -> [f64; 3] {
    let exponent = -(vector::bit_length(direction) as i64);
    [
        Approx::of(&direction[0], exponent).to_f64(),
        Approx::of(&direction[1], exponent).to_f64(),
        Approx::of(&direction[2], exponent).to_f64(),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::shape::Solid;
    use super::*;

    /// Claim: bounds equal to the sum of the radii mean touching, unless the sum is zero. Bounds on
    /// both sides of it leave the contact open, and so does one bound equal to it.
    #[test]
    fn bounds_tell_the_contact() {
        let [zero, two, three, four] = [0, 2, 3, 4]
            .map(|length: i64| Distance::from_square(Int::from_i64(length * length), Int::ONE, 0));
        let radii = [1.0, 2.0];
        assert_eq!(contact_by(&three, &three, radii), Some(Contact::Touching));
        assert_eq!(contact_by(&two, &four, radii), None);
        assert_eq!(contact_by(&two, &three, radii), None);
        assert_eq!(contact_by(&three, &four, radii), None);
        assert_eq!(
            contact_by(&three, &three, [1.0; 2]),
            Some(Contact::Separated)
        );
        assert_eq!(contact_by(&two, &two, radii), Some(Contact::Overlapping));
        assert_eq!(contact_by(&zero, &zero, [0.0; 2]), None);
    }

    /// Claim: the distance of a disc that a matrix stretches by 2^100 along its thin axis is enclosed
    /// as closely as any other.
    #[test]
    fn encloses_what_a_matrix_nearly_flattens() {
        let disc = Solid::Cylinder {
            radius: 1.0,
            half_height: 2f64.powi(-200),
            axis: 2,
        };
        let disc = Curved {
            columns: [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [2f64.powi(100), 0.0, 0.0]],
            ..Curved::at(disc, [0.0; 3])
        };
        let cone = Solid::Cone {
            radius: 0.25,
            half_height: 0.5,
            axis: 1,
        };
        let cone = Curved::at(cone, [3.0, 0.1, 0.2]);
        let enclosure = Enclosure::of(&cone, &disc, false).expect("sound shapes");
        let [below, above] = [-1.0, 1.0].map(|side| 2.75 + side * 2f64.powi(-50));
        assert_eq!(enclosure.lower.cmp_sum(&[below]), Ordering::Greater);
        assert_eq!(enclosure.upper.cmp_sum(&[above]), Ordering::Less);
    }

    /// Claim: a thin solid that a matrix stretches to a ball or to a cylinder of size one is
    /// enclosed as closely as that one, however thin: the distance of both from the point is 4.
    #[test]
    fn encloses_what_a_matrix_makes_round() {
        for power in [10, 20, 40, 200] {
            let (thin, far) = (2f64.powi(-power), 2f64.powi(power));
            let egg = Solid::Ellipsoid {
                radii: [1.0, 1.0, thin],
            };
            let ball = Curved {
                columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, far]],
                ..Curved::at(egg, [0.0; 3])
            };
            let needle = Solid::Cylinder {
                radius: thin,
                half_height: 1.0,
                axis: 0,
            };
            let drum = Curved {
                columns: [[1.0, 0.0, 0.0], [0.0, far, 0.0], [0.0, 0.0, far]],
                ..Curved::at(needle, [0.0; 3])
            };
            let point = Curved::at(Solid::Points(&[[0.0, 3.0, 4.0]]), [0.0; 3]);
            for shape in [ball, drum] {
                let enclosure = Enclosure::of(&shape, &point, false).expect("sound shapes");
                let [below, above] = [-1.0, 1.0].map(|side| side * 2f64.powi(-55));
                let (lower, upper) = (&enclosure.lower, &enclosure.upper);
                assert_eq!(lower.cmp_sum(&[4.0, below]), Ordering::Greater, "{shape:?}");
                assert_eq!(upper.cmp_sum(&[4.0, above]), Ordering::Less, "{shape:?}");
            }
        }
    }

    /// Claim: the corners of a flat box that a matrix stretches to a cube are told apart along all
    /// its sides. A ball is 2 from one of its faces, then 2 from another.
    #[test]
    fn encloses_points_that_a_matrix_stretches() {
        for power in [10, 40, 100, 200] {
            let (thin, far) = (2f64.powi(-power), 2f64.powi(power));
            let mut corners = Vec::new();
            for code in 0..8 {
                let sign = |bit: usize| if code & bit == 0 { -1.0 } else { 1.0 };
                corners.push([sign(1), sign(2), thin * sign(4)]);
            }
            let cube = Curved {
                columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, far]],
                ..Curved::at(Solid::Points(&corners), [0.0; 3])
            };
            for origin in [[0.25, 4.0, 0.5], [0.25, 0.5, 4.0]] {
                let ball = Curved::at(Solid::Ellipsoid { radii: [1.0; 3] }, origin);
                let enclosure = Enclosure::of(&cube, &ball, false).expect("sound shapes");
                let [below, above] = [-1.0, 1.0].map(|side| side * 2f64.powi(-55));
                let (lower, upper) = (&enclosure.lower, &enclosure.upper);
                assert_eq!(lower.cmp_sum(&[2.0, below]), Ordering::Greater, "{power}");
                assert_eq!(upper.cmp_sum(&[2.0, above]), Ordering::Less, "{power}");
            }
        }
    }

    /// Claim: a direction in floats has a longest coordinate of about one, for any length.
    #[test]
    fn directions_are_of_about_one() {
        for shift in [0, 40, 3000] {
            let long = [3, 0, -8].map(|x| Int::from_i64(x).shl(shift));
            assert_eq!(to_floats(&long), [0.1875, 0.0, -0.5]);
        }
    }
}
