//! Two polytopes in integers.
//!
//! What: the vertices `origin + point` of both shapes, as exact sums, in units of a power of two.
//! Why it is right: each float is a multiple of the lowest exponent that occurs, so each sum is an
//! integer in that unit. Nothing is rounded, not even a sum that floats would round.
//! Cost: one shift for each coordinate. Coordinates around 1 give numbers of about 54 bits.

use crate::float;
use crate::int::Int;
use crate::lowest::{Lowest, Points};
use crate::vector::{self, Vector};
use std::error::Error;
use std::fmt;

/// A polytope as given: the convex hull of `origin + point` over all `points`, in exact arithmetic.
///
/// Points may repeat, and may be collinear or coplanar. In 2D every z is zero.
#[derive(Clone, Copy, Debug)]
pub struct Polytope<'a> {
    /// The vertices before translation; at least one.
    pub points: &'a [[f64; 3]],
    /// The translation.
    pub origin: [f64; 3],
}

/// One of the two shapes of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first shape.
    A,
    /// The second shape.
    B,
}

/// Why an input has no exact meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InputError {
    /// A shape has no points.
    Empty {
        /// Which shape.
        shape: Side,
    },
    /// A point of a shape has a coordinate that is infinite or NaN.
    PointNotFinite {
        /// Which shape.
        shape: Side,
        /// Which of its points.
        index: usize,
    },
    /// The origin of a shape is not finite.
    OriginNotFinite {
        /// Which shape.
        shape: Side,
    },
    /// A single argument that is not part of a shape is not finite.
    ArgumentNotFinite {
        /// The name of the argument.
        name: &'static str,
    },
    /// A weight is negative, infinite or NaN.
    WeightNotUsable {
        /// Which of the weights.
        index: usize,
    },
    /// The weights of a mean are all zero, or there are none.
    WeightsAllZero,
    /// The radius around a core is negative, infinite or NaN.
    RadiusNotUsable {
        /// Which shape.
        shape: Side,
    },
    /// A size of a solid is negative, infinite or NaN.
    SizeNotUsable {
        /// Which shape.
        shape: Side,
        /// The name of the size.
        name: &'static str,
    },
    /// The matrix of a shape has an entry that is infinite or NaN.
    MatrixNotFinite {
        /// Which shape.
        shape: Side,
    },
    /// The axis of a solid is none of 0, 1 and 2.
    AxisNotUsable {
        /// Which shape.
        shape: Side,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            InputError::Empty { shape } => write!(formatter, "shape {shape} has no points"),
            InputError::PointNotFinite { shape, index } => {
                write!(formatter, "point {index} of shape {shape} is not finite")
            }
            InputError::OriginNotFinite { shape } => {
                write!(formatter, "the origin of shape {shape} is not finite")
            }
            InputError::ArgumentNotFinite { name } => write!(formatter, "{name} is not finite"),
            InputError::WeightNotUsable { index } => {
                write!(formatter, "weight {index} is negative or not finite")
            }
            InputError::WeightsAllZero => write!(formatter, "no weight is above zero"),
            InputError::RadiusNotUsable { shape } => {
                write!(
                    formatter,
                    "the radius of shape {shape} is negative or not finite"
                )
            }
            InputError::SizeNotUsable { shape, name } => {
                write!(
                    formatter,
                    "the {name} of shape {shape} is negative or not finite"
                )
            }
            InputError::MatrixNotFinite { shape } => {
                write!(formatter, "the matrix of shape {shape} is not finite")
            }
            InputError::AxisNotUsable { shape } => {
                write!(formatter, "the axis of shape {shape} is not 0, 1 or 2")
            }
        }
    }
}

impl Error for InputError {}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Side::A => write!(formatter, "a"),
            Side::B => write!(formatter, "b"),
        }
    }
}

/// Both shapes in integers: a coordinate is its integer times 2^[`Pair::exponent`].
#[derive(Clone, Debug)]
pub struct Pair {
    a: Points,
    b: Points,
    exponent: i64,
}

impl Pair {
    /// Converts both shapes without rounding, vertex by vertex in the order given.
    ///
    /// An empty shape or a coordinate that is not finite is an error that names it.
    ///
    /// ```
    /// use gjk_reference::{InputError, Pair, Polytope, Side};
    ///
    /// let a = Polytope { points: &[[0.5, 0.0, 0.0]], origin: [1e300, 0.0, 0.0] };
    /// let none = Polytope { points: &[], origin: [0.0; 3] };
    /// assert!(Pair::new(&a, &a).is_ok());
    /// assert_eq!(Pair::new(&a, &none).unwrap_err(), InputError::Empty { shape: Side::B });
    /// ```
    pub fn new(a: &Polytope, b: &Polytope) -> Result<Pair, InputError> {
        check(a, Side::A)?;
        check(b, Side::B)?;
        let lowest_a = float::lowest_exponent(a.points.as_flattened());
        let lowest_b = float::lowest_exponent(b.points.as_flattened());
        let lowest_origin_a = float::lowest_exponent(&a.origin);
        let lowest_origin_b = float::lowest_exponent(&b.origin);
        let exponent = lowest_a
            .min(lowest_b)
            .min(lowest_origin_a)
            .min(lowest_origin_b);
        Ok(Pair::from_vectors(
            vertices(a, exponent),
            vertices(b, exponent),
            exponent,
        ))
    }

    /// The pair of two sets of points that are already integers in units of 2^`exponent`, at least
    /// one each.
    pub(crate) fn from_vectors(a: Vec<Vector>, b: Vec<Vector>, exponent: i64) -> Pair {
        assert!(!a.is_empty() && !b.is_empty(), "each shape has a point");
        Pair {
            a: Points::new(a),
            b: Points::new(b),
            exponent,
        }
    }

    /// The vertices of the first shape.
    ///
    /// ```
    /// use gjk_reference::{Int, Pair, Polytope};
    ///
    /// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
    /// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(pair.a(), [[3, 4, 0].map(Int::from_i64)]);
    /// ```
    pub fn a(&self) -> &[Vector] {
        self.a.vectors()
    }

    /// The vertices of the second shape.
    ///
    /// ```
    /// use gjk_reference::{Pair, Polytope, vector};
    ///
    /// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
    /// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(pair.b(), [vector::ZERO]);
    /// ```
    pub fn b(&self) -> &[Vector] {
        self.b.vectors()
    }

    /// The exponent of the unit: a coordinate is its integer times 2 to this power.
    ///
    /// ```
    /// use gjk_reference::{Int, Pair, Polytope};
    ///
    /// let half = Polytope { points: &[[0.5, 1.0, 0.0]], origin: [0.0; 3] };
    /// let pair = Pair::new(&half, &half).unwrap();
    /// assert_eq!((pair.exponent(), &pair.a()[0][1]), (-1, &Int::from_i64(2)));
    /// ```
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Vertex `a` of the first shape minus vertex `b` of the second.
    ///
    /// ```
    /// use gjk_reference::{Int, Pair, Polytope};
    ///
    /// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
    /// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(pair.difference(0, 0), [3, 4, 0].map(Int::from_i64));
    /// ```
    pub fn difference(&self, a: usize, b: usize) -> Vector {
        vector::sub(&self.a()[a], &self.b()[b])
    }

    /// The differences of vertices with the lowest dot product with the direction.
    pub(crate) fn lowest(&self, direction: &Vector) -> Lowest {
        Lowest::of(&self.a, &self.b, direction)
    }

    /// The pair with every z set to zero: its projection onto the plane.
    pub(crate) fn flattened(&self) -> Pair {
        let (mut a, mut b) = (self.a().to_vec(), self.b().to_vec());
        for vertex in a.iter_mut().chain(b.iter_mut()) {
            vertex[2] = Int::ZERO;
        }
        Pair::from_vectors(a, b, self.exponent)
    }
}

/// Refuses a shape that is empty or not finite.
fn check(polytope: &Polytope, shape: Side) -> Result<(), InputError> {
    check_points(polytope.points, shape)?;
    if !float::is_finite(&polytope.origin) {
        return Err(InputError::OriginNotFinite { shape });
    }
    Ok(())
}

/// Refuses a list of points that is empty or not finite.
pub(crate) fn check_points(points: &[[f64; 3]], shape: Side) -> Result<(), InputError> {
    if points.is_empty() {
        return Err(InputError::Empty { shape });
    }
    for (index, point) in points.iter().enumerate() {
        if !float::is_finite(point) {
            return Err(InputError::PointNotFinite { shape, index });
        }
    }
    Ok(())
}

/// Each `origin + point` in units of 2^`exponent`.
fn vertices(polytope: &Polytope, exponent: i64) -> Vec<Vector> {
    let origin = to_vector(&polytope.origin, exponent);
    let mut vertices = Vec::with_capacity(polytope.points.len());
    for point in polytope.points {
        vertices.push(vector::add(&to_vector(point, exponent), &origin));
    }
    vertices
}

/// A finite point in units of 2^`exponent`, which is at most its lowest exponent.
pub(crate) fn to_vector(point: &[f64; 3], exponent: i64) -> Vector {
    [
        float::to_int(point[0], exponent),
        float::to_int(point[1], exponent),
        float::to_int(point[2], exponent),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: &[[f64; 3]], origin: [f64; 3], b: &[[f64; 3]]) -> Result<Pair, InputError> {
        let a = Polytope { points: a, origin };
        Pair::new(
            &a,
            &Polytope {
                points: b,
                origin: [0.0; 3],
            },
        )
    }

    /// Claim: a vertex is the exact sum, also if a float sum would lose the point.
    #[test]
    fn adds_the_origin_exactly() {
        let pair = pair(&[[1.0, 0.0, -1.0]], [1e300, -1.0, 0.5], &[[0.0; 3]]).unwrap();
        assert_eq!(pair.exponent(), -1);
        let large = float::to_int(1e300, -1);
        let two = Int::from_i64(2);
        assert_eq!(pair.a()[0], [&large + &two, -two, Int::from_i64(-1)]);
        assert_eq!(pair.difference(0, 0), pair.a()[0]);
    }

    /// Claim: the unit is fine enough for whichever of points and origins has the last digit.
    #[test]
    fn the_finest_number_sets_the_unit() {
        for finest in 0..4 {
            let mut numbers = [3.0; 4];
            numbers[finest] = 2f64.powi(-9);
            let [points_a, origin_a, points_b, origin_b] = numbers.map(|x| [[x, 1.0, 0.0]]);
            let a = Polytope {
                points: &points_a,
                origin: origin_a[0],
            };
            let b = Polytope {
                points: &points_b,
                origin: origin_b[0],
            };
            let pair = Pair::new(&a, &b).unwrap();
            assert_eq!(pair.exponent(), -9);
            // All others are 3, which is 1536 units.
            let apart = if finest < 2 { -1535 } else { 1535 };
            assert_eq!(pair.difference(0, 0)[0], Int::from_i64(apart));
        }
    }

    /// Claim: subnormal numbers and 1e300 share one unit.
    #[test]
    fn spans_the_whole_range() {
        let pair = pair(
            &[[1e300, f64::from_bits(1), 0.0]],
            [0.0; 3],
            &[[f64::MAX; 3]],
        )
        .unwrap();
        assert_eq!(pair.exponent(), -1074);
        assert_eq!(pair.a()[0][1], Int::ONE);
        assert_eq!(pair.b()[0][0], Int::from_i64((1 << 53) - 1).shl(971 + 1074));
    }

    /// Claim: bad input is named, and a pair of zeros is not bad.
    #[test]
    fn names_what_is_wrong() {
        let zero: [[f64; 3]; 1] = [[0.0; 3]];
        assert_eq!(pair(&zero, [0.0; 3], &zero).unwrap().exponent(), 0);
        let error = pair(&[], [0.0; 3], &zero).unwrap_err();
        assert_eq!(error, InputError::Empty { shape: Side::A });
        assert_eq!(error.to_string(), "shape a has no points");
        let error = pair(&zero, [0.0; 3], &[[0.0; 3], [0.0, f64::NAN, 0.0]]).unwrap_err();
        assert_eq!(error.to_string(), "point 1 of shape b is not finite");
        let error = pair(&zero, [f64::INFINITY, 0.0, 0.0], &zero).unwrap_err();
        assert_eq!(error.to_string(), "the origin of shape a is not finite");
    }
}
