//! Which numbers the distances of the family are close to, exactly.

use std::collections::BTreeMap;

use gjk_reference::Contact;

use crate::family::{case_from_seed, find};
use crate::judge::Truth;

/// The cases of the sample.
const SAMPLE: u64 = 1000;
/// How close, relative to the distance: of chance distances only few are, since a number of 53 bits
/// is within 2^-53.
const HAIR: f64 = 1.0 / (1u64 << 60) as f64;
/// The least share of each class.
const FLOOR: f64 = 0.02;

/// Claim: a thousand cases contain enough of each class: near a float, on both sides and on it;
/// near the midpoint of two floats; near the sum of the radii, on both sides and on it.
#[test]
fn every_number_has_a_hair_beside_it() {
    let family = find("hair").expect("a family");
    let mut counts = BTreeMap::new();
    for index in 0..SAMPLE {
        let case = case_from_seed(family, 1, index);
        let truth = Truth::of(&case).expect("a truth");
        *counts.entry(class(&truth)).or_insert(0u64) += 1;
    }
    println!("{counts:?}");
    let wanted = [
        "on a float",
        "above a float",
        "below a float",
        "a middle",
        "on the radii",
        "beyond the radii",
        "within the radii",
    ];
    for class in wanted {
        let count = counts.get(class).copied().unwrap_or(0);
        let floor = (SAMPLE as f64 * FLOOR) as u64;
        assert!(count >= floor, "{class}: {counts:?}");
    }
}

fn class(truth: &Truth) -> &'static str {
    let [a, b] = truth.radii();
    let error = truth.core_distance[0].error_of(&[a, b]);
    let is_hair = error.abs() < HAIR.sqrt() * (a + b);
    match truth.contact {
        Some(Contact::Touching) if a + b > 0.0 => return "on the radii",
        Some(Contact::Overlapping) if is_hair => return "within the radii",
        Some(Contact::Separated) if is_hair => return "beyond the radii",
        Some(Contact::Separated) => {}
        _ => return "other",
    }
    let below = truth.distance_rounded_down();
    let above = below.next_up();
    let from = |claim: f64| {
        let [error, _] = truth.distance_error(claim);
        error / below
    };
    let (up, down) = (-from(below), from(above));
    if up == 0.0 {
        "on a float"
    } else if up < HAIR {
        "above a float"
    } else if down < HAIR {
        "below a float"
    } else if (up - down).abs() < HAIR {
        "a middle"
    } else {
        "other"
    }
}
