//! The distance of a witness point from its shape, and from the mean of its weights.
//!
//! What: a solver returns a point, and the weights of its shape's vertices. The mean, with the
//! weights divided by their sum, is a point of the shape for any weights. So the distance of the
//! returned point from the mean is an upper bound of its distance from the shape.
//! Why it is right: a mean with nonnegative weights is the definition of a convex hull.
//! Cost: a few products for each weight.

use crate::distance::Distance;
use crate::float;
use crate::int::Int;
use crate::min_norm::Nearest;
use crate::pair::{self, InputError, Pair, Polytope, Side};
use crate::vector;

/// The distance of the point `x` from the mean of `origin + point` over the given
/// `(point, weight)`, each weight divided by the sum of all.
///
/// Errors name the point or the weight that is negative or not finite. Weights that are all zero
/// are an error too.
///
/// ```
/// use gjk_reference::point_excess;
///
/// let ends = [([0.0; 3], 1.0), ([2.0, 0.0, 0.0], 3.0)];
/// let excess = point_excess(&[1.5, 0.25, 0.0], &[0.0; 3], &ends).unwrap();
/// assert_eq!(excess.approx(), 0.25);
/// assert!(point_excess(&[0.0; 3], &[0.0; 3], &[]).is_err());
/// ```
pub fn point_excess(
    x: &[f64; 3],
    origin: &[f64; 3],
    weighted: &[([f64; 3], f64)],
) -> Result<Distance, InputError> {
    if !float::is_finite(x) {
        return Err(InputError::ArgumentNotFinite {
            name: "the witness point",
        });
    }
    if !float::is_finite(origin) {
        return Err(InputError::ArgumentNotFinite { name: "the origin" });
    }
    let mut unit = float::lowest_exponent(x).min(float::lowest_exponent(origin));
    let mut weights = Vec::with_capacity(weighted.len());
    for (index, (point, weight)) in weighted.iter().enumerate() {
        if !float::is_finite(point) {
            return Err(InputError::PointNotFinite {
                shape: Side::A,
                index,
            });
        }
        if !weight.is_finite() || *weight < 0.0 {
            return Err(InputError::WeightNotUsable { index });
        }
        unit = unit.min(float::lowest_exponent(point));
        weights.push(*weight);
    }
    let weight_unit = float::lowest_exponent(&weights);

    let mut total = Int::ZERO;
    let mut sum = vector::ZERO;
    for (point, weight) in weighted {
        let weight = float::to_int(*weight, weight_unit);
        sum = vector::add(&sum, &vector::scale(&pair::to_vector(point, unit), &weight));
        total += &weight;
    }
    if total.is_zero() {
        return Err(InputError::WeightsAllZero);
    }
    // x - origin - sum / total, times total.
    let moved = vector::sub(&pair::to_vector(x, unit), &pair::to_vector(origin, unit));
    let excess = vector::sub(&vector::scale(&moved, &total), &sum);
    Ok(Distance::from_square(
        vector::dot(&excess, &excess),
        total.squared(),
        unit,
    ))
}

/// The distance of the point `x` from a polytope; zero for a point of the polytope.
///
/// In an error, shape `a` is the polytope and shape `b` the point.
///
/// ```
/// use gjk_reference::{Polytope, point_distance};
///
/// let segment = Polytope { points: &[[0.0; 3], [0.0, 0.0, 9.0]], origin: [0.0; 3] };
/// let distance = point_distance(&[3.0, 4.0, 2.0], &segment).unwrap();
/// assert_eq!(distance.approx(), 5.0);
/// ```
pub fn point_distance(x: &[f64; 3], polytope: &Polytope) -> Result<Distance, InputError> {
    let point = Polytope {
        points: std::slice::from_ref(x),
        origin: [0.0; 3],
    };
    Ok(Nearest::of(&Pair::new(polytope, &point)?).distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    /// Claim: the mean is computed with weights divided by their sum, plus the exact origin.
    #[test]
    fn measures_from_the_mean() {
        let weighted = [([0.0; 3], 1.0), ([3.0, 0.0, 0.0], 2.0)];
        let origin = [10.0, 0.0, 0.0];
        let excess = point_excess(&[12.0, 0.0, 0.0], &origin, &weighted).unwrap();
        assert!(excess.is_zero());
        let excess = point_excess(&[12.0, 3.0, -4.0], &origin, &weighted).unwrap();
        assert_eq!(excess.cmp_sum(&[5.0]), Ordering::Equal);
        let thirds = [([0.0; 3], 1.0 / 3.0), ([3.0, 0.0, 0.0], 2.0 / 3.0)];
        let excess = point_excess(&[2.0, 0.0, 0.0], &[0.0; 3], &thirds).unwrap();
        assert!(excess.is_zero());
        let off = point_excess(&[2.0f64.next_up(), 0.0, 0.0], &[0.0; 3], &thirds).unwrap();
        assert_eq!(off.cmp_sum(&[2f64.powi(-51)]), Ordering::Equal);
    }

    /// Claim: the least weight counts as any other: one of 2^-80 at 2^80 moves the mean by one.
    #[test]
    fn counts_the_least_weight() {
        let far = [2f64.powi(80), 0.0, 0.0];
        let weighted = [([0.0; 3], 1.0 - 2f64.powi(-53)), (far, 2f64.powi(-80))];
        let excess = point_excess(&[1.0, 0.0, 0.0], &[0.0; 3], &weighted).unwrap();
        assert_eq!(excess.cmp_sum(&[1e-15]), Ordering::Less);
    }

    /// Claim: the distance from a polytope is exact, zero on it, and an error for numbers that are
    /// not finite.
    #[test]
    fn measures_from_the_polytope() {
        let segment = Polytope {
            points: &[[0.0; 3], [2.0, 2.0, 0.0]],
            origin: [1.0, 0.0, 0.0],
        };
        assert!(
            point_distance(&[2.0, 1.0, 0.0], &segment)
                .unwrap()
                .is_zero()
        );
        let beside = point_distance(&[3.0, 0.0, 0.0], &segment).unwrap();
        let root_of_two = Distance::between_points(&[1.0, 1.0, 0.0], &[0.0; 3]).unwrap();
        assert_eq!(beside, root_of_two);
        let error = point_distance(&[f64::NAN; 3], &segment).unwrap_err();
        let shape = Side::B;
        assert_eq!(error, InputError::PointNotFinite { shape, index: 0 });
    }

    /// Claim: input without meaning is an error that names it.
    #[test]
    fn refuses_what_has_no_meaning() {
        let zero = [0.0; 3];
        let error = point_excess(&zero, &zero, &[]).unwrap_err();
        assert_eq!(error, InputError::WeightsAllZero);
        let error = point_excess(&zero, &zero, &[(zero, 0.0), (zero, -0.0)]).unwrap_err();
        assert_eq!(error, InputError::WeightsAllZero);
        let error = point_excess(&zero, &zero, &[(zero, 1.0), (zero, -1e-9)]).unwrap_err();
        assert_eq!(error, InputError::WeightNotUsable { index: 1 });
        let error = point_excess(&zero, &zero, &[(zero, f64::INFINITY)]).unwrap_err();
        assert_eq!(error.to_string(), "weight 0 is negative or not finite");
        let error = point_excess(&[f64::NAN; 3], &zero, &[(zero, 1.0)]).unwrap_err();
        assert_eq!(error.to_string(), "the witness point is not finite");
        let error = point_excess(&zero, &[f64::NAN; 3], &[(zero, 1.0)]).unwrap_err();
        assert_eq!(error.to_string(), "the origin is not finite");
        let error = point_excess(&zero, &zero, &[([f64::NAN; 3], 1.0)]).unwrap_err();
        assert!(matches!(error, InputError::PointNotFinite { index: 0, .. }));
    }
}
