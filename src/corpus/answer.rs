//! The exact answer to a case for a file, from the exact reference.
//!
//! Every float is rounded by exact comparisons: the reference compares a sum of floats with a
//! length in integers, so `lower` is the greatest float at most the number, and `upper` the least
//! at least it. No estimate is trusted.

use std::cmp::Ordering;

use gjk_reference::{Contact, Distance, Int};
use glam::{DMat3, DVec3};

use crate::case::{Case, Core, Exact, Fraction, Placed, Relation, Rotation, Shape, Solid};
use crate::judge::Truth;

/// The exact answer; `None` if lengths exceed the largest float.
pub fn exact(case: &Case) -> Option<Exact> {
    let truth = Truth::of(case)?;
    of_truth(case, &truth)
}

/// The same, for a known truth.
pub(super) fn of_truth(case: &Case, truth: &Truth) -> Option<Exact> {
    let radii = truth.radii();
    let contact = relation(truth.contact);
    let core = truth.pair().map(|_| &truth.core_distance[0]);
    let mut exact = Exact {
        contact,
        distance: distance(truth, contact)?,
        squared_core_distance: core.map(squared),
        radii: (radii != [0.0; 2]).then_some(radii),
        depth: None,
        squared_core_depth: None,
        ulp: truth.unit,
        placed: [
            placed(&case.a, &truth.cores[0]),
            placed(&case.b, &truth.cores[1]),
        ],
    };
    if let Some(core) = core.filter(|_| contact == Relation::Overlapping) {
        let depth = depth_of_cores(core, truth);
        exact.depth = depth.as_ref().and_then(|depth| depth.rounded(radii));
        exact.squared_core_depth = match depth {
            Some(Depth::Cores(depth)) => Some(squared(&depth)),
            _ => None,
        };
    }
    Some(exact)
}

fn relation(contact: Option<Contact>) -> Relation {
    match contact {
        Some(Contact::Separated) => Relation::Separated,
        Some(Contact::Touching) => Relation::Touching,
        Some(Contact::Overlapping) => Relation::Overlapping,
        None => Relation::Open,
    }
}

/// The floats around the distance of the shapes.
fn distance(truth: &Truth, contact: Relation) -> Option<[f64; 2]> {
    if contact.intersects() == Some(true) {
        return Some([0.0; 2]);
    }
    let [a, b] = truth.radii();
    // The lower float from the lower end, the upper from the upper end; equal for polytopes.
    let [low, high] = [0, 1].map(|end: usize| {
        let core = &truth.core_distance[end];
        around(-core.error_of(&[0.0, a, b]), |float| {
            core.cmp_sum(&[float, a, b])
        })
    });
    Some([low?[0], high?[1]])
}

/// How deep shapes overlap, by cores or by radii.
enum Depth {
    /// The cores intersect: their depth, to which the radii are added.
    Cores(Distance),
    /// Only the radii overlap: the distance of the cores, which is subtracted from the radii.
    Radii(Distance),
}

fn depth_of_cores(core: &Distance, truth: &Truth) -> Option<Depth> {
    match core.is_zero() {
        true => truth.core_depth().map(Depth::Cores),
        false => Some(Depth::Radii(core.clone())),
    }
}

impl Depth {
    /// The floats around the depth.
    fn rounded(&self, [a, b]: [f64; 2]) -> Option<[f64; 2]> {
        match self {
            Self::Cores(depth) => around(depth.approx() + a + b, |float| {
                depth.cmp_sum(&[float, -a, -b])
            }),
            Self::Radii(core) => around(core.error_of(&[a, b]), |float| {
                core.cmp_sum(&[a, b, -float]).reverse()
            }),
        }
    }
}

/// The greatest float at most a number and the least at least it; zero for negative numbers, `None`
/// beyond the largest float. `compare` compares the number with a float; a wrong guess costs time
/// only.
fn around(guess: f64, compare: impl Fn(f64) -> Ordering) -> Option<[f64; 2]> {
    let mut lower = guess.clamp(0.0, f64::MAX);
    while lower > 0.0 && compare(lower) == Ordering::Less {
        lower = lower.next_down();
    }
    while lower < f64::MAX && compare(lower.next_up()) != Ordering::Less {
        lower = lower.next_up();
    }
    if compare(lower) != Ordering::Greater {
        return Some([lower, lower]);
    }
    let upper = lower.next_up();
    upper.is_finite().then_some([lower, upper])
}

/// The square of a length, in lowest terms.
fn squared(length: &Distance) -> Fraction {
    let shift = 2 * length.exponent().unsigned_abs() as usize;
    let (num, den) = match length.exponent() < 0 {
        true => (length.num().clone(), length.den().shl(shift)),
        false => (length.num().shl(shift), length.den().clone()),
    };
    let divisor = common_divisor(num.clone(), den.clone());
    let [num, den] = [num, den].map(|number| number.div_floor(&divisor));
    Fraction(format!("{num}/{den}"))
}

/// The greatest common divisor of two nonnegative numbers, by Euclid's algorithm.
fn common_divisor(mut a: Int, mut b: Int) -> Int {
    while !b.is_zero() {
        let rest = &a - &(&a.div_floor(&b) * &b);
        (a, b) = (b, rest);
    }
    a
}

/// The core after the rotation of its pose.
fn placed(shape: &Shape, core: &Core) -> Option<Placed> {
    shape.pose.as_ref()?;
    match &core.solid {
        Solid::Curved(_, matrix) if *matrix == DMat3::IDENTITY => None,
        Solid::Curved(_, matrix) => Some(Placed::Matrix(*matrix)),
        Solid::Polytope(vertices) => {
            let is_turned = shape.pose.as_ref()?.rotation != Rotation::Identity;
            let points = || vertices.iter().map(|v| DVec3::from_array(*v)).collect();
            is_turned.then(points).map(Placed::Vertices)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    fn of(a: &str, b: &str) -> Exact {
        let text = format!(r#"{{"id":"x","dim":2,"scalar":"f64","a":{a},"b":{b},"expect":{{}}}}"#);
        exact(&json::read(&text).expect("a case")).expect("an answer")
    }

    fn text(fraction: &Option<Fraction>) -> &str {
        fraction.as_ref().map_or("", |Fraction(text)| text)
    }

    /// Claim: the worked example has the square 121/41, in lowest terms, and two neighbours around
    /// it.
    #[test]
    fn the_worked_example_is_a_fraction() {
        let a = r#"{"kind":"triangle","points":[[4,11],[4,5],[9,9]]}"#;
        let b = r#"{"kind":"hull","points":[[8,6],[10,2],[13,1],[15,6]]}"#;
        let exact = of(a, b);
        assert_eq!(text(&exact.squared_core_distance), "121/41");
        assert_eq!(exact.distance, [1.7179113807746667, 1.7179113807746669]);
        assert_eq!((exact.contact, exact.depth), (Relation::Separated, None));
    }

    /// Claim: the depth is that of the cores plus the radii, or the radii minus the distance of the
    /// cores; touching shapes have none.
    #[test]
    fn depths_are_exact() {
        let square = r#"{"kind":"box","half_extents":[1,1]}"#;
        let moved = r#"{"kind":"box","half_extents":[1,1],"pose":{"pos":[1.5,0.25]}}"#;
        let boxes = of(square, moved);
        assert_eq!(boxes.depth, Some([0.5; 2]));
        assert_eq!(text(&boxes.squared_core_depth), "1/4");
        let rounded = format!(r#"{{"kind":"rounded","radius":0.25,"shape":{square}}}"#);
        let deeper = of(&rounded, moved);
        assert_eq!(
            (deeper.depth, deeper.radii),
            (Some([0.75; 2]), Some([0.25, 0.0]))
        );
        assert_eq!(text(&deeper.squared_core_depth), "1/4");
        let disc = r#"{"kind":"sphere","radius":1,"pose":{"pos":[1.75,0]}}"#;
        let discs = of(r#"{"kind":"sphere","radius":1}"#, disc);
        assert_eq!(
            (discs.depth, text(&discs.squared_core_depth)),
            (Some([0.25; 2]), "")
        );
        assert_eq!(text(&discs.squared_core_distance), "49/16");
        let touching = of(square, r#"{"kind":"point","p":[1,0]}"#);
        assert_eq!(
            (touching.contact, touching.depth),
            (Relation::Touching, None)
        );
        assert_eq!(text(&touching.squared_core_distance), "0/1");
    }

    /// Claim: the floats around a number are its neighbours for any guess, or the number itself.
    #[test]
    fn floats_around_a_number_do_not_depend_on_the_guess() {
        let quarter = |float: f64| 0.25f64.total_cmp(&float);
        let above_quarter = |float: f64| quarter(float).then(Ordering::Greater);
        let above = 0.25f64.next_up();
        for guess in [0.25f64.next_down(), 0.25, above, above.next_up()] {
            assert_eq!(around(guess, quarter), Some([0.25; 2]));
            assert_eq!(around(guess, above_quarter), Some([0.25, above]));
        }
        assert_eq!(around(-1.0, |_| Ordering::Less), Some([0.0; 2]));
        assert_eq!(around(f64::INFINITY, |_| Ordering::Greater), None);
    }
}
