//! The witness points: weighted means of a candidate, moved by the radii.

use glam::DVec3;

use crate::arithmetic::{DoubleDouble, Precise, Space};
use crate::difference::Difference;
use crate::propose::{Candidate, SIMPLEX_MAX};

/// The closest points, or a common point twice, in world coordinates. `gap`: the shapes are apart;
/// `cores_gap`: their cores are.
pub(crate) fn points(
    difference: &Difference<'_>,
    candidate: &Candidate<DVec3>,
    cores_gap: bool,
    gap: bool,
) -> [DVec3; 2] {
    let frame = difference.frame();
    let [origin_a, origin_b] = frame.origins;
    let [radius_a, radius_b] = frame.radii;
    let [mean_a, mean_b] = means(candidate);
    // Small terms are added before the origins, which may be large.
    if !cores_gap || (radius_a == 0.0 && radius_b == 0.0) {
        return [origin_a + mean_a, origin_b + mean_b];
    }
    let mean = candidate.mean(difference).hi;
    if gap {
        // From the closest point of the first core to that of the second.
        let toward = crate::direction::unit(-mean);
        [
            origin_a + (mean_a + toward * radius_a),
            origin_b + (mean_b - toward * radius_b),
        ]
    } else {
        // Only the radii overlap. The point that divides the line between the cores in the ratio of
        // the radii lies in both shapes. It is computed from the nearer core, in which it lies if
        // that core has no radius.
        let between = mean / difference.scale();
        let common = if radius_a < radius_b {
            origin_a + (mean_a - between * share(radius_a, radius_b))
        } else {
            origin_b + (mean_b + between * share(radius_b, radius_a))
        };
        [common, common]
    }
}

/// Corrects the weights of a simplex that contains the origin, by one step of Newton's method: the
/// volumes of a flat simplex have few digits, even in double-double.
pub(crate) fn weigh_again(difference: &Difference<'_>, candidate: &mut Candidate<Precise>) {
    let count = candidate.count();
    if !difference.is_filled_by(count) {
        return;
    }
    let zero = DoubleDouble::from(0.0);
    let off = candidate.mean(difference);
    let [a, b, c, d] = *candidate.points();
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    // In 2D nothing extends along the normal.
    let ad = if difference.frame().planar {
        normal
    } else {
        d - a
    };
    let whole = ad.dot(normal);
    let sides = [ac.cross(ad), ad.cross(ab), normal];
    let mut weights = [zero; SIMPLEX_MAX];
    weights[0] = DoubleDouble::from(1.0);
    for i in 1..count {
        weights[i] = candidate.weights()[i] - off.dot(sides[i - 1]) / whole;
        weights[0] = weights[0] - weights[i];
    }
    if weights[..count].iter().all(|weight| *weight > zero) {
        candidate.weigh(&weights);
    }
}

/// The share of the first length in the sum of both, either of which may be infinite; zero if both
/// are zero.
fn share(first: f64, second: f64) -> f64 {
    if first > 0.0 {
        1.0 / (1.0 + second / first)
    } else {
        0.0
    }
}

/// The weighted means of the points of either shape, relative to their origins. They are summed as
/// offsets from the heaviest vertex, which keeps digits that a sum of points loses.
fn means(candidate: &Candidate<DVec3>) -> [DVec3; 2] {
    let (pairs, weights) = (candidate.pairs(), candidate.weights());
    let heaviest = (1..weights.len()).fold(0, |heaviest, i| {
        if weights[i] > weights[heaviest] {
            i
        } else {
            heaviest
        }
    });
    let Some(base) = pairs.get(heaviest) else {
        return [DVec3::ZERO; 2];
    };
    let mean = |part_of: fn(DVec3, DVec3, f64) -> DVec3| {
        let mut steps = [DVec3::ZERO; 2];
        for (i, (pair, weight)) in pairs.iter().zip(weights).enumerate() {
            if i != heaviest {
                steps[0] += part_of(base.a, pair.a, *weight);
                steps[1] += part_of(base.b, pair.b, *weight);
            }
        }
        [base.a + steps[0], base.b + steps[1]]
    };
    let means = mean(|from, to, part| (to - from) * part);
    if means[0].is_finite() && means[1].is_finite() {
        means
    } else {
        mean(|from, to, part| to * part - from * part)
    }
}

#[cfg(test)]
mod tests {
    use super::{means, points, share, weigh_again};
    use crate::arithmetic::{Precise, Scalar};
    use crate::difference::tests::{between, pair_of};
    use crate::difference::{Difference, Pair};
    use crate::pose::Pose;
    use crate::propose::Candidate;
    use crate::shape::Posed;
    use crate::shape::{Ball, Capsule, Hull, Point};
    use glam::{DVec2, DVec3};

    fn candidate(vertices: &[([DVec3; 2], f64)]) -> Candidate<DVec3> {
        let mut candidate = Candidate::empty();
        for ([a, b], weight) in vertices {
            let pair = Pair {
                a: *a,
                b: *b,
                ..Pair::EMPTY
            };
            candidate.put(pair, *a - *b, *weight);
        }
        candidate
    }

    // Claim: the line between the cores is divided in the ratio of the radii, and a zero radius has
    // no share.
    #[test]
    fn shares_are_parts_of_a_sum() {
        assert_eq!(share(1.0, 3.0), 0.25);
        assert_eq!(share(0.0, 3.0), 0.0);
        assert_eq!(share(0.0, 0.0), 0.0);
        assert_eq!(share(1.0, f64::INFINITY), 0.0);
    }

    // Claim: the mean starts at the heaviest vertex, wherever it is in the simplex, so that a far
    // vertex of tiny weight does not cost digits.
    #[test]
    fn means_start_at_the_heaviest_vertex() {
        let near = ([DVec3::new(1.25, 3.0, 0.0), DVec3::ZERO], 1.0);
        let far = ([DVec3::new(1e30, 0.0, 0.0), DVec3::ZERO], 1e-60);
        let none = ([DVec3::ONE, DVec3::ZERO], 0.0);
        for vertices in [[near, far, none], [far, near, none], [none, far, near]] {
            assert_eq!(means(&candidate(&vertices)), near.0);
        }
        assert_eq!(means(&candidate(&[])), [DVec3::ZERO; 2]);
    }

    // Claim: a mean is exact even if the offset between two points overflows, in the first shape
    // and in the second.
    #[test]
    fn ways_may_be_longer_than_the_largest_number() {
        let end = DVec3::new(f64::MAX, 1.0, 0.0);
        for far in [[1.0, 0.0], [0.0, 1.0]] {
            let at = |point: DVec3| far.map(|part| point * part);
            let found = means(&candidate(&[(at(-end), 0.75), (at(end), 0.25)]));
            assert_eq!(found, far.map(|part| -end * 0.5 * part));
        }
    }

    // Claim: radii move the witness points towards each other if the shapes are apart. If only the
    // radii overlap, both witness points are one common point. If the cores intersect, they are the
    // means.
    #[test]
    fn radii_are_laid_off_from_the_means() {
        let pose = Pose::from_translation(DVec3::new(5.0, 0.0, 0.0)).unwrap();
        let capsule = Capsule::new(DVec3::NEG_Y, DVec3::Y, 1.0).unwrap();
        let ball = Posed::new(Ball::new(DVec3::ZERO, 0.5).unwrap(), pose);
        between(&capsule, &ball, |difference| {
            let ends = [DVec3::NEG_Y, DVec3::Y].map(|end| ([end, DVec3::ZERO], 0.5));
            let mut candidate = Candidate::empty();
            for (number, (_, weight)) in (0..).zip(ends) {
                let pair = pair_of(difference, [number, 0]);
                candidate.put(pair, difference.point(&pair), weight);
            }
            let found = points(difference, &candidate, true, true);
            assert_eq!(found, [DVec3::X, DVec3::X * 4.5]);
            // A third of the offset, from the nearer core.
            let [common, again] = points(difference, &candidate, true, false);
            assert_eq!(common, again);
            let off = common - DVec3::X * (5.0 - 5.0 / 3.0);
            assert!(off.length() <= 2.0 * f64::EPSILON * 5.0, "{common}");
            let found = points(difference, &candidate, false, false);
            assert_eq!(found, [DVec3::ZERO, DVec3::X * 5.0]);
        });
    }

    // Claim: weights in double-double whose mean misses the origin are corrected to 2^-90 of the
    // miss, in 3D and in 2D. The weights of a flat simplex stay, and so do weights whose correction
    // would make one negative.
    #[test]
    fn weights_around_the_origin_are_corrected() {
        let corrected = |corners: &[DVec3], planar: bool, off: f64| {
            let flat: std::vec::Vec<DVec2> = corners.iter().map(|p| p.truncate()).collect();
            let weigh = |difference: &mut Difference<'_>| {
                let mut candidate = Candidate::<Precise>::empty();
                let share = 1.0 / corners.len() as f64;
                for number in 0..corners.len() as u32 {
                    let pair = pair_of(difference, [number, 0]);
                    let weight = share + off * f64::from(number);
                    candidate.put(pair, difference.precise(&pair), weight.into());
                }
                weigh_again(difference, &mut candidate);
                let mean = candidate.mean(difference).hi.length();
                (candidate.weights()[1].rounded() == share + off, mean)
            };
            if planar {
                let origin = Point::new(DVec2::ZERO).unwrap();
                between(&Hull::new(&flat[..]).unwrap(), &origin, weigh)
            } else {
                let origin = Point::new(DVec3::ZERO).unwrap();
                between(&Hull::new(corners).unwrap(), &origin, weigh)
            }
        };
        let corners = [
            [1.0, 0.1, -0.3],
            [-0.7, 0.9, 0.2],
            [-0.2, -1.1, 0.3],
            [0.1, 0.2, 1.3],
        ];
        let corners = corners.map(DVec3::from_array);
        for off in [2f64.powi(-4), 2f64.powi(-40)] {
            let (stay, mean) = corrected(&corners[..3], true, off);
            assert!(!stay && mean <= 2f64.powi(-90), "{mean:e}");
        }
        let around = [
            corners[0],
            corners[1],
            corners[2],
            -(corners[0] + corners[1] + corners[2]),
        ];
        let (stay, mean) = corrected(&around, false, 2f64.powi(-30));
        assert!(!stay && mean <= 2f64.powi(-90), "{mean:e}");
        assert!(corrected(&corners[..3], false, 2f64.powi(-30)).0);
        assert!(corrected(&corners[..2], true, 2f64.powi(-30)).0);
        assert!(corrected(&corners.map(|p| p + DVec3::X * 2.0), false, 0.0).0);
    }
}
