//! Laws: the known effect on the answer of a change of the case.
//!
//! Three of them hold bit for bit, because each operation of the solver does: swapping the shapes,
//! scaling by a power of two (which an absolute epsilon would break), and mirroring an axis. The
//! others change the order of operations or round coordinates again, and have a budget.

use glam::DVec3;

use gjk_reference::Contact;

use super::transform::{baked, map, map_case, map_vertices, with_shapes};
use super::{Finding, Property, Trial, error, fails, unit};
use crate::case::Case;
use crate::subject::Answer;

/// Swapping the two shapes.
pub(super) const SWAP: Property = Property {
    name: "law: swap",
    about: "swapped shapes give the swapped answer, bit for bit",
    asks_again: true,
    check: check_swap,
};

/// Scaling by powers of two.
pub(super) const SCALE: Property = Property {
    name: "law: scale",
    about: "scaling all lengths by 2^k scales the answer by 2^k, bit for bit",
    asks_again: true,
    check: check_scale,
};

/// Mirroring the axes.
pub(super) const FLIP: Property = Property {
    name: "law: flip",
    about: "a mirrored axis gives the mirrored answer, bit for bit",
    asks_again: true,
    check: check_flip,
};

/// Reversing the vertex lists.
pub(super) const PERMUTATION: Property = Property {
    name: "law: order",
    about: "reversed vertex lists give the same distance, in ulps of the largest length",
    asks_again: true,
    check: check_permutation,
};

/// Adding duplicate and interior vertices.
pub(super) const EXTRA_VERTICES: Property = Property {
    name: "law: extra",
    about: "duplicate and interior vertices do not change the distance, in ulps of the largest \
            length",
    asks_again: true,
    check: check_extra_vertices,
};

/// Moving both shapes.
pub(super) const TRANSLATION: Property = Property {
    name: "law: move",
    about: "the same translation of both shapes does not change the distance, in ulps of the largest \
            coordinate",
    asks_again: true,
    check: check_translation,
};

/// Far from 1 in both directions, with no common factor.
const SCALES: [i32; 2] = [-299, 17];

/// If the centres of two shapes coincide, the search has no preferred direction, so the law does
/// not hold. Centres are means of coordinates, rounded by a few ulps of those; shapes whose centres
/// coincide within that are at most that far apart.
const CENTERS: f64 = 4.0;

/// The distance of shapes whose centres may coincide. Of tiny vertices the share of each in a mean
/// may round to zero, by less than the least number.
fn of_centers(trial: &Trial<'_>) -> f64 {
    let shares = trial.truth.cores.iter().filter_map(|core| core.vertices());
    let shares: usize = shares.map(<[_]>::len).sum();
    CENTERS * trial.truth.world_unit + shares as f64 * f64::from_bits(1)
}

/// The translation, in units of their largest coordinate rounded up to a power of two.
const MOVE: DVec3 = DVec3::new(3.0, -5.0, 7.0);

fn check_swap(trial: &Trial<'_>) -> Option<Finding> {
    let case = with_shapes(trial.case, trial.case.b.clone(), trial.case.a.clone());
    let swapped = trial.subject.answer(&case)?;
    let expected = map(trial.answer, |d| d, |n| -n, |p| p, |[a, b]| [b, a]);
    same(&expected, &swapped, of_centers(trial))
}

fn check_scale(trial: &Trial<'_>) -> Option<Finding> {
    // Below the least normal number answers are rounded differently, and beyond the largest there
    // are none.
    let least = least_product(trial);
    let fits = |factor: f64| {
        least * factor >= f64::MIN_POSITIVE / f64::EPSILON
            && trial.truth.world_unit * factor <= f64::MAX * f64::EPSILON
    };
    let mut is_tried = false;
    for exponent in SCALES {
        let factor = 2f64.powi(exponent);
        if !(fits(1.0) && fits(factor)) {
            continue;
        }
        is_tried = true;
        let scaled = trial
            .subject
            .answer(&map_case(trial.case, DVec3::ONE, factor))?;
        let expected = map(
            trial.answer,
            |d| d * factor,
            |n| n,
            |p| p * factor,
            |points| points,
        );
        match same(&expected, &scaled, 0.0)? {
            Finding::Holds => {}
            broken => return Some(broken),
        }
    }
    is_tried.then_some(Finding::Holds)
}

/// The least product of a weight and a coordinate in the closest points, or of their coordinates
/// and the distance, which may be far less.
fn least_product(trial: &Trial<'_>) -> f64 {
    let mut least_coordinate = f64::INFINITY;
    let mut take = |point: [f64; 3]| {
        for coordinate in point.into_iter().filter(|x| *x != 0.0) {
            least_coordinate = least_coordinate.min(coordinate.abs());
        }
    };
    for core in &trial.truth.cores {
        core.outline().iter().copied().for_each(&mut take);
        take(core.origin);
        take([core.radius; 3]);
    }
    // The exact distance, so that a wrong claim cannot evade the law. It may be below the least
    // float.
    if trial.truth.contact == Some(Contact::Separated) {
        let [lower, _] = trial.truth.distance();
        take([f64::max(lower, f64::from_bits(1)); 3]);
    }
    let points = trial.answer.closest.as_ref().and_then(|c| c.points);
    points
        .iter()
        .flatten()
        .for_each(|point| take(point.to_array()));
    if let Some(normal) = trial.answer.closest.as_ref().and_then(|c| c.normal) {
        for radius in trial.truth.radii() {
            take((normal * radius).to_array());
        }
    }
    let mut least_weight = 1.0;
    for vertex in trial.answer.closest.iter().flat_map(|c| &c.simplex) {
        take(vertex.a.to_array());
        take(vertex.b.to_array());
        least_weight = f64::min(least_weight, vertex.weight);
    }
    least_coordinate * least_weight
}

fn check_flip(trial: &Trial<'_>) -> Option<Finding> {
    let baked = baked(trial.case, &trial.truth.cores);
    // A case without rotations whose shapes are hulls already.
    let answered = (baked.scalar, &baked.a, &baked.b);
    let base = if (trial.case.scalar, &trial.case.a, &trial.case.b) == answered {
        trial.answer.clone()
    } else {
        trial.subject.answer(&baked)?
    };
    for mirror in [DVec3::new(-1.0, 1.0, 1.0), DVec3::new(1.0, -1.0, 1.0)] {
        let flipped = trial.subject.answer(&map_case(&baked, mirror, 1.0))?;
        let expected = map(
            &base,
            |d| d,
            |n| n * mirror,
            |p| p * mirror,
            |points| points,
        );
        match same(&expected, &flipped, of_centers(trial))? {
            Finding::Holds => {}
            broken => return Some(broken),
        }
    }
    Some(Finding::Holds)
}

fn check_permutation(trial: &Trial<'_>) -> Option<Finding> {
    let reversed = map_vertices(&baked(trial.case, &trial.truth.cores), |points| {
        points.reverse();
    });
    near(trial, &reversed, trial.truth.unit)
}

fn check_extra_vertices(trial: &Trial<'_>) -> Option<Finding> {
    let extended = map_vertices(&baked(trial.case, &trial.truth.cores), |points| {
        let (first, last) = (points[0], points[points.len() - 1]);
        let middle = first + (last - first) / 2.0;
        // The midpoint is added only if it is exact, since otherwise it might be outside.
        if middle - first == last - middle && middle * 2.0 - first == last {
            points.insert(0, middle);
        }
        points.push(first);
        points.push(last);
    });
    near(trial, &extended, trial.truth.unit)
}

fn check_translation(trial: &Trial<'_>) -> Option<Finding> {
    // Two to the power of an ulp's exponent plus 52 is the coordinate, rounded down to a power of
    // two.
    let size = trial.truth.world_unit / f64::EPSILON;
    let by = match trial.case.dim {
        crate::case::Dim::Two => MOVE.with_z(0.0) * size,
        crate::case::Dim::Three => MOVE * size,
    };
    let mut moved = baked(trial.case, &trial.truth.cores);
    moved.a.translate(by);
    moved.b.translate(by);
    near(trial, &moved, unit::ulp(MOVE.abs().max_element() * size))
}

/// The difference of the distance of `case` from that of the trial, in ulps of `unit`.
fn near(trial: &Trial<'_>, case: &Case, unit: f64) -> Option<Finding> {
    let base = trial.answer.distance?;
    let other = trial.subject.distance(case)?;
    if !other.is_finite() {
        return fails(format!("the distance becomes {other}"));
    }
    error((other - base).abs() / unit, other, [base, base])
}

/// Whether two answers are the same numbers, unless the shapes are closer than `band`. Simplex and
/// steps do not count.
fn same(expected: &Answer, found: &Answer, band: f64) -> Option<Finding> {
    let (Some(distance), Some(found_distance)) = (expected.distance, found.distance) else {
        return None;
    };
    if distance <= band && found_distance <= band {
        return Some(Finding::Holds);
    }
    if expected.intersects != found.intersects {
        return fails(format!("intersects becomes {}", found.intersects));
    }
    if distance != found_distance {
        return Some(Finding::Error {
            ulps: f64::INFINITY,
            claimed: found_distance,
            proved: Some([distance; 2]),
        });
    }
    let numbers = |answer: &Answer| {
        answer
            .closest
            .as_ref()
            .map(|c| (c.end, c.bounds, c.points, c.normal, c.iterations))
    };
    if distance > 0.0 && numbers(expected) != numbers(found) {
        return fails(format!(
            "the closest points become {:?}, expected {:?}",
            numbers(found),
            numbers(expected)
        ));
    }
    Some(Finding::Holds)
}
