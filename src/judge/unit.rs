//! The lengths whose ulps are the units of errors.

use glam::DVec3;

use crate::case::{Case, Core, Rotation};

/// The largest length of a difference of a point of A and a point of B.
pub(super) fn largest_length(a: &Core, b: &Core) -> f64 {
    let points = |core: &Core| -> Vec<DVec3> {
        let outline = core.outline();
        outline.iter().map(|p| DVec3::from_array(*p)).collect()
    };
    let (points_a, points_b) = (points(a), points(b));
    let difference = |p: DVec3, q: DVec3| {
        DVec3::from_array(std::array::from_fn(|i| {
            sum([p[i], -q[i], a.origin[i], -b.origin[i]])
        }))
    };
    let ([low_a, high_a], [low_b, high_b]) = (a.extremes(), b.extremes());
    // In this unit no square overflows, and that of the largest length does not underflow.
    let ends = [difference(high_a, low_b), difference(low_a, high_b)];
    let unit = f64::max(ends[0].abs().max_element(), ends[1].abs().max_element());
    if unit == 0.0 || unit.is_infinite() {
        return unit + a.radius + b.radius;
    }
    // Pairs whose rough square is clearly less are skipped. A rough coordinate has three roundings,
    // each of at most 2^-53 of the sum of all terms, and the other one fewer; so they differ by
    // less than 2^-50 of the terms. In this unit none exceeds 1 by more, and three squares differ
    // by less than nine times that; if it exceeds 1, the slack exceeds all squares.
    let (origin_a, origin_b) = (DVec3::from_array(a.origin), DVec3::from_array(b.origin));
    let extent = |low: DVec3, high: DVec3| low.abs().max(high.abs());
    let terms = extent(low_a, high_a) + extent(low_b, high_b) + origin_a.abs() + origin_b.abs();
    let slack = ROUGH * terms.max_element() / unit;
    let between_origins = origin_a - origin_b;
    let mut largest = (0.0, DVec3::ZERO);
    for p in &points_a {
        for q in &points_b {
            let rough = (*p - *q + between_origins) / unit;
            if rough.length_squared() + slack < largest.0 {
                continue;
            }
            let difference = difference(*p, *q);
            let squared = (difference / unit).length_squared();
            if squared > largest.0 {
                largest = (squared, difference);
            }
        }
    }
    hypot(largest.1.to_array()) + a.radius + b.radius
}

/// The error of a rough square, relative to the terms: 2^-46, of which 9 * 2^-50 are needed.
const ROUGH: f64 = 64.0 * f64::EPSILON;

/// The sum of terms that may cancel, rounded about once: the rounding errors of the additions are
/// added at the end (A. Neumaier, 1974; the errors are those of D. E. Knuth, The Art of Computer
/// Programming 2, section 4.2.2, theorem B).
fn sum(terms: [f64; 4]) -> f64 {
    let (mut sum, mut lost) = (0.0, 0.0);
    for term in terms {
        let next: f64 = sum + term;
        let added = next - sum;
        lost += (sum - (next - added)) + (term - added);
        sum = next;
    }
    // If the sum overflows, the rounding errors are meaningless.
    if sum.is_finite() { sum + lost } else { sum }
}

/// The largest length of a vertex that a pose has rotated.
pub(super) fn rotated_size(case: &Case, cores: &[Core; 2]) -> f64 {
    let mut largest = 0.0;
    for (shape, core) in [&case.a, &case.b].into_iter().zip(cores) {
        let rotated = shape
            .pose
            .as_ref()
            .is_some_and(|p| p.rotation != Rotation::Identity);
        if rotated {
            largest = core
                .outline()
                .iter()
                .fold(largest, |l, v| f64::max(l, hypot(*v)));
        }
    }
    largest
}

/// The largest coordinate of a vertex in the world, or of one of the two terms that sum to it.
pub(super) fn largest_coordinate(core: &Core) -> f64 {
    let size = |v: &[f64; 3], i: usize| {
        let (v, origin) = (v[i], core.origin[i]);
        (v + origin).abs().max(v.abs()).max(origin.abs())
    };
    core.outline()
        .iter()
        .flat_map(|v| [0, 1, 2].map(|i| size(v, i)))
        .fold(0.0, |largest, coordinate| {
            f64::max(largest, coordinate + core.radius)
        })
}

/// The length of a vector. It uses only operations with one correct result, so that it is the same
/// on every machine, unlike that of a system library; the unit, a power of two, keeps squares in
/// range.
fn hypot(v: [f64; 3]) -> f64 {
    let v = DVec3::from_array(v);
    let largest = v.abs().max_element();
    if largest == 0.0 || largest.is_infinite() {
        return largest;
    }
    let exponent = largest.to_bits() & f64::INFINITY.to_bits();
    let unit = f64::from_bits(exponent).max(f64::MIN_POSITIVE);
    (v / unit).length() * unit
}

/// The distance from `x` to the next larger number; the least positive number for zero.
pub(super) fn ulp(x: f64) -> f64 {
    x.abs().next_up() - x.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Solid;

    /// A number from -1 to 1, a new one for each call.
    fn draw(state: &mut u64) -> f64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 11) as f64 / f64::from(1u32 << 26).powi(2) - 1.0
    }

    /// Claim: a length is exact if it is a float, also at both ends of the range, and otherwise
    /// within two ulps of that of the system.
    #[test]
    fn lengths_are_of_one_machine() {
        for unit in [f64::from_bits(1), f64::MIN_POSITIVE, 1.0, 2f64.powi(1020)] {
            assert_eq!(hypot([3.0 * unit, 0.0, -4.0 * unit]), 5.0 * unit);
            assert_eq!(hypot([0.0, -unit, 0.0]), unit);
        }
        assert_eq!(hypot([0.0; 3]), 0.0);
        assert_eq!(hypot([f64::MAX; 3]), f64::INFINITY);
        let mut state = 1;
        for _ in 0..1000 {
            let v = [(); 3].map(|()| draw(&mut state));
            let system = v[0].hypot(v[1]).hypot(v[2]);
            assert!((hypot(v) - system).abs() <= 2.0 * ulp(system), "{v:?}");
        }
    }

    /// Claim: terms that cancel leave the smaller ones, and a sum beyond the range is infinite.
    #[test]
    fn sums_keep_what_does_not_cancel() {
        let small = 2f64.powi(-60);
        assert_eq!(sum([1.0, small, -1.0, 0.0]), small);
        assert_eq!(sum([small, 1.0, small / 2.0, -1.0]), 1.5 * small);
        assert_eq!(sum([f64::MAX, f64::MAX, -1.0, 0.0]), f64::INFINITY);
    }

    /// Claim: points in one place have the length zero, and one beyond the range is infinite.
    #[test]
    fn the_largest_length_may_be_none_or_infinite() {
        let at = |x: f64, radius: f64| Core {
            solid: Solid::Polytope(vec![[x, 0.0, 0.0]]),
            origin: [0.0; 3],
            radius,
        };
        assert_eq!(largest_length(&at(1.0, 0.0), &at(1.0, 0.5)), 0.5);
        let length = largest_length(&at(f64::MAX, 1.0), &at(-f64::MAX, 0.0));
        assert_eq!(length, f64::INFINITY);
    }

    /// Claim: the largest length is that of all pairs, up to its rounding, also if many are nearly
    /// the largest, and if the rough squares have no significant digit.
    #[test]
    fn the_largest_length_is_that_of_all_pairs() {
        let mut state = 1;
        for far in [0.0, 1.0, 1e6, 1e10, 1e14] {
            for _ in 0..50 {
                let mut core = |offset: f64| {
                    // Nearly on a sphere: the largest lengths are close to each other.
                    let on_sphere = |v: DVec3| (v.normalize() - offset * far).to_array();
                    let mut point = || DVec3::from_array([0; 3].map(|_| draw(&mut state)));
                    let vertices = (0..6).map(|_| on_sphere(point())).collect();
                    Core {
                        solid: Solid::Polytope(vertices),
                        origin: [offset * far; 3],
                        radius: 0.0,
                    }
                };
                let (a, b) = (core(1.0), core(-3.0));
                let mut largest = (0.0, 0.0);
                let unit = f64::max(far, 1.0);
                for p in a.outline().iter() {
                    for q in b.outline().iter() {
                        let axis = |i: usize| sum([p[i], -q[i], a.origin[i], -b.origin[i]]);
                        let difference = [axis(0), axis(1), axis(2)];
                        let squared = (DVec3::from_array(difference) / unit).length_squared();
                        if squared > largest.0 {
                            largest = (squared, hypot(difference));
                        }
                    }
                }
                let found = largest_length(&a, &b);
                assert!((found - largest.1).abs() <= f64::EPSILON * found, "{far}");
            }
        }
    }
}
