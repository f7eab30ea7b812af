//! Distances that are next to a number of `f64`, by as little as 2^-105 of the distance of the cores: so
//! little that whatever a proof claims too much shows in the bounds. Radii bring them there: their sum has
//! twice the digits of a number.
//!
//! What is proved of one simplex must not contradict what is proved of another, or decided without rounding:
//! most of the simplices here are bad ones, and their answers are decided.

use gjk_core::{
    ClosestPoints, Feature, Hull, Pose, Posed, Rounded, Settings, Shape, Simplex, Stretched,
    closest_points, distance,
};
use glam::{DMat3, DQuat, DVec2, DVec3};

use crate::common::Numbers;

/// The hull of a list of vertices, which stands somewhere.
type Body = Box<dyn Shape<Vector = DVec3>>;

/// A number between minus one and one, of many bits.
fn part(numbers: &mut Numbers) -> f64 {
    (numbers.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn vector(numbers: &mut Numbers) -> DVec3 {
    DVec3::new(part(numbers), part(numbers), part(numbers))
}

fn below(numbers: &mut Numbers, end: u64) -> usize {
    ((numbers.bits() >> 20) % end) as usize
}

/// Two to a power between these.
fn power(numbers: &mut Numbers, least: i32, most: i32) -> f64 {
    2f64.powi(least + below(numbers, (most - least + 1) as u64) as i32)
}

/// A side of a shape across the third axis, some corners of which are off by some ulps, and a few vertices behind it.
fn side(numbers: &mut Numbers, from: f64, behind: f64, off_plane: f64) -> (Vec<DVec3>, u64) {
    // As thin as this across the second axis, and as far beside the foot of the other shape.
    let thin = [1.0, power(numbers, -50, -8)][below(numbers, 2)];
    let off = [0.3 * thin, power(numbers, -56, -48), 0.0][below(numbers, 3)];
    let place = DVec2::new(0.3 * part(numbers), off * part(numbers));
    let corners: Vec<[f64; 2]> = match below(numbers, 6) {
        0 => vec![[0.0; 2]],
        1 => vec![[-1.0, part(numbers)], [1.2, part(numbers)]],
        2 => vec![[-1.0, 0.0], [1.1, 0.0], [0.1, 1.3]],
        3 => vec![[-1.0, -0.7], [1.0, -0.9], [1.3, 0.5], [-0.7, 0.7]],
        4 => vec![[-1.0, -0.4], [1.2, -0.3], [0.3, 0.6]],
        _ => (0..6).map(|_| [part(numbers), part(numbers)]).collect(),
    };
    let corners = corners.into_iter().map(|[x, y]| DVec2::new(x, y * thin));
    let mut points: Vec<DVec3> = corners
        .map(|corner| {
            let off = if below(numbers, 2) == 0 {
                part(numbers) * off_plane
            } else {
                0.0
            };
            (corner + place).extend(from + off)
        })
        .collect();
    // A prism, or a roof.
    if below(numbers, 3) == 0 {
        let depth = DVec3::Z * behind * power(numbers, -12, 0);
        points.extend(points.clone().iter().map(|point| *point + depth));
    }
    let count = points.len() as u64;
    for _ in 0..below(numbers, 3) {
        let depth = from + behind * (1.5 + part(numbers));
        points.push(DVec3::new(part(numbers), part(numbers), depth));
    }
    (points, count)
}

/// Two shapes whose sides face each other, and how many vertices those have.
fn facing(numbers: &mut Numbers) -> ([Body; 2], [u64; 2]) {
    let turn = DQuat::from_scaled_axis(vector(numbers) * 3.0);
    let gap = power(numbers, -20, 1);
    let off_plane = power(numbers, -60, -40);
    let (a, count_a) = side(numbers, gap, 1.0, off_plane);
    let (b, count_b) = side(numbers, 0.0, -1.0, off_plane);
    let size = power(numbers, -8, 0);
    let far = match below(numbers, 3) {
        0 => vector(numbers) * power(numbers, 0, 20),
        _ => DVec3::ZERO,
    };
    // How far the shapes are from the origins of their frames.
    let off = match below(numbers, 4) {
        0 => power(numbers, 10, 52),
        _ => 0.0,
    };
    let turned = below(numbers, 3);
    let mut stand = |points: Vec<DVec3>| -> Body {
        let off = vector(numbers) * off;
        let points = points
            .iter()
            .map(|p| *p * DVec3::new(size, size, 1.0) + off);
        if turned == 0 {
            let hull = Hull::new(points.map(|point| turn * point).collect::<Vec<_>>());
            let pose = Pose::from_translation(far - turn * off).unwrap();
            Box::new(Posed::new(hull.unwrap(), pose))
        } else if turned == 1 {
            let hull = Hull::new(points.collect::<Vec<_>>()).unwrap();
            let pose = Pose::from_rotation(turn, far - turn * off).unwrap();
            Box::new(Posed::new(hull, pose))
        } else {
            let hull = Hull::new(points.collect::<Vec<_>>()).unwrap();
            let stretched = Stretched::new(hull, DMat3::from_quat(turn)).unwrap();
            let pose = Pose::from_translation(far - turn * off).unwrap();
            Box::new(Posed::new(stretched, pose))
        }
    };
    ([stand(a), stand(b)], [count_a, count_b])
}

/// A slope that a vertex of its own lies below, by so little that no exchange takes it in, and a point: from
/// the vertex at the top of it the end of the slope is higher.
fn ramp(numbers: &mut Numbers) -> ([Body; 2], [u64; 2]) {
    let rise = power(numbers, -56, -50);
    let high = power(numbers, -48, -43);
    let dip = high * 2f64.powi(-46) * part(numbers).abs();
    let at = |x: f64, z: f64| DVec3::new(x, 0.0, z);
    let points = vec![
        DVec3::ZERO,
        at(1.0, -2.0 * rise),
        at(-1.5, rise),
        at(-0.2, -0.56 * rise - dip),
        at(0.5, high),
    ];
    let stand = Pose::from_translation(DVec3::Z).unwrap();
    let a = Posed::new(Hull::new(points).unwrap(), stand);
    let b = Hull::new(vec![DVec3::ZERO]).unwrap();
    ([Box::new(a), Box::new(b)], [5, 1])
}

/// Radii with which the distance of two shapes is a number, but for so little.
fn radii(numbers: &mut Numbers, a: &Body, b: &Body) -> Option<[f64; 2]> {
    let cores = distance(a, b);
    if cores <= 0.0 {
        return None;
    }
    let left = 2f64.powi(cores.log2().floor() as i32 - below(numbers, 20) as i32)
        * [1.0, 1.5][below(numbers, 2)];
    // Less than the exact difference by some ulps.
    let first = (cores - left) * (1.0 - part(numbers).abs() * 4.0 * f64::EPSILON);
    let [with_first, with_left] = [Rounded::new(a, first).ok()?, Rounded::new(b, left).ok()?];
    let rest = closest_points(&with_first, &with_left);
    // Next to nothing, or as little as the digits of an exact distance show.
    let second = match below(numbers, 3) {
        0 => rest.lower + left * part(numbers) * power(numbers, -68, -62),
        1 => rest.lower,
        _ => rest.upper,
    };
    (second > 0.0).then_some([first, second])
}

/// What is known of the distance after all that is told.
struct Known {
    lower: f64,
    upper: f64,
    is_number: bool,
}

impl Known {
    fn learn(&mut self, found: &ClosestPoints<DVec3>) {
        self.lower = f64::max(self.lower, found.lower);
        self.upper = f64::min(self.upper, found.upper);
        self.is_number |= found.lower == found.upper;
    }

    fn holds(&self) -> bool {
        self.lower < self.upper || (self.is_number && self.lower == self.upper)
    }
}

// Claim: so it is of sides of all kinds, coplanar up to some last digits, and simplices of any of
// their vertices.
#[test]
fn no_simplex_contradicts_another() {
    let mut next_to_a_number = 0;
    // Two lists of numbers: with these each fault is found that was with any.
    let [mut first, mut second] = [16, 17].map(Numbers::new);
    for round in 0..5000 {
        let numbers = if round < 2500 {
            &mut first
        } else {
            &mut second
        };
        let make = [facing, facing, facing, ramp][round % 4];
        let ([a, b], counts) = make(numbers);
        let Some([radius_a, radius_b]) = radii(numbers, &a, &b) else {
            continue;
        };
        let (a, b) = (
            Rounded::new(a, radius_a).unwrap(),
            Rounded::new(b, radius_b).unwrap(),
        );
        let mut known = Known {
            lower: 0.0,
            upper: f64::INFINITY,
            is_number: false,
        };
        let honest = closest_points(&a, &b);
        known.learn(&honest);
        let nearest: Vec<[u32; 2]> = honest
            .simplex
            .pairs()
            .iter()
            .filter_map(|pair| match (pair.feature_a, pair.feature_b) {
                (Feature::Vertex(a), Feature::Vertex(b)) => Some([a, b]),
                _ => None,
            })
            .collect();
        for attempt in 0..12 {
            let mut pairs = [[0; 2]; 3];
            for pair in &mut pairs {
                let of_nearest = below(numbers, 2) == 0 && !nearest.is_empty();
                *pair = if of_nearest {
                    nearest[below(numbers, nearest.len() as u64)]
                } else {
                    counts.map(|count| below(numbers, count) as u32)
                };
            }
            let simplex = Simplex::of_vertices(&pairs[..1 + attempt % 3]);
            let found = Settings::default().proposal(simplex).closest_points(&a, &b);
            known.learn(&found);
            assert!(
                known.holds(),
                "{round} {attempt}: {found:?} {honest:?} {counts:?}"
            );
        }
        next_to_a_number += u32::from(known.upper == known.lower.next_up());
    }
    assert!(next_to_a_number > 2500, "{next_to_a_number}");
}
