//! proptest over the families: bytes become cases, and every promise holds for every case. The
//! answers are also compared with the hull of the whole Minkowski difference, built face by face.

use std::cmp::Ordering;

use gjk_harness::case::{Case, Core, Dim};
use gjk_harness::family::{self, Family, Source};
use gjk_harness::fuzzing::judged;
use gjk_harness::judge::{Truth, budget, judge_case};
use gjk_harness::subject::{GjkCore, Subject};
use gjk_reference::{Contact, Hull};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestError, TestRunner};

/// Cases of each family.
const CASES: u32 = 500;
/// The longest byte string; beyond it a family reads zeros.
const BYTES_MAX: usize = 1024;

/// A test of each family, and the list of all that have one.
macro_rules! families {
    ($($family:ident)*) => {
        $(#[test]
        fn $family() {
            assert_family_holds(stringify!($family));
        })*

        /// Claim: every family has its test above.
        #[test]
        fn every_family_is_tested() {
            let names = family::all().iter().map(|family| family.name);
            assert!(names.eq([$(stringify!($family)),*]));
        }
    };
}

// Claim of each: gjk-core keeps every promise and record on any case of the family. proptest draws
// 500 byte strings, always the same.
families! {
    uniform grid near_contact flat sliver scale offset range curved mesh exhaustive kissing identical
    nested parallel near_degenerate many full_mantissa mixed_exponents cancellation hair
    stacked round field adversarial
}

fn assert_family_holds(name: &str) {
    let family = family::find(name).expect("a family of that name");
    let config = ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..Default::default()
    };
    let bytes = prop::collection::vec(any::<u8>(), 0..=BYTES_MAX);
    let outcome = TestRunner::new(config).run(&bytes, |bytes| {
        let case = case_of(family, &bytes);
        let judgement = judge_case(&case, name, &GjkCore);
        let judgement = judgement.ok_or_else(|| TestCaseError::fail("not judged"))?;
        let broken = judgement.strictly_broken().next();
        broken.map_or(Ok(()), |(property, _)| {
            Err(TestCaseError::fail(property.name))
        })
    });
    match outcome {
        Ok(()) => {}
        // proptest shrinks the bytes; the message shows the case, shrunk by the shrinker of the
        // harness.
        Err(TestError::Fail(reason, bytes)) => {
            match judged(&case_of(family, &bytes), name, &GjkCore) {
                Err(report) => panic!("{name}: {}\n{report}", reason.message()),
                Ok(_) => panic!("{name}: {}", reason.message()),
            }
        }
        Err(TestError::Abort(reason)) => panic!("{name}: {}", reason.message()),
    }
}

fn case_of(family: &Family, bytes: &[u8]) -> Case {
    let case = (family.generate)(&mut Source::new(bytes)).expect("families take any bytes");
    Case {
        id: format!("{}-proptest", family.name),
        ..case
    }
}

/// The families of the comparison with the hull: small numbers or touching shapes.
const HULL_FAMILIES: [&str; 4] = ["uniform", "grid", "near_contact", "flat"];
/// Cases drawn from each.
const HULL_DRAWN: u64 = 250;
/// The largest shape in the comparison: the hull of a difference of 8 and 8 vertices takes a
/// millisecond.
const HULL_VERTICES_MAX: usize = 8;
/// The least number of compared cases in each dimension, and of each contact.
const HULL_COMPARED_MIN: usize = 150;

/// Claim: the built hull of the Minkowski difference, the truth of the judge (found without the
/// hull) and gjk-core agree on distance and contact: the first two exactly, gjk-core within its
/// budget. For those of 1,000 cases that are small enough; both dimensions and every contact must
/// be common among them.
#[test]
fn the_built_hull_agrees() {
    let (mut dims, mut contacts) = ([0; 2], [0; 3]);
    for name in HULL_FAMILIES {
        let family = family::find(name).expect("a family of that name");
        for index in 0..HULL_DRAWN {
            let case = family::case_from_seed(family, 3, index);
            let truth = Truth::of(&case).expect("a case with a truth");
            let vertices = |core: &Core| core.vertices().expect("a polytope").len();
            if truth.cores.iter().map(vertices).max() > Some(HULL_VERTICES_MAX) {
                continue;
            }
            assert_agrees(&case, &truth, name);
            dims[usize::from(case.dim == Dim::Three)] += 1;
            contacts[truth.contact.expect("an exact contact") as usize] += 1;
        }
    }
    let counts = [&dims[..], &contacts[..]].concat();
    println!("2D, 3D, separated, touching, overlapping: {counts:?}");
    assert!(
        counts.iter().all(|count| *count >= HULL_COMPARED_MIN),
        "{counts:?}"
    );
}

fn assert_agrees(case: &Case, truth: &Truth, family: &str) {
    let id = &case.id;
    let pair = truth.pair().expect("a pair of polytopes");
    let hull = match case.dim {
        Dim::Two => Hull::of_planar(pair),
        Dim::Three => Hull::of(pair),
    };
    let distance = hull.distance();
    assert_eq!(
        [&distance, &distance],
        truth.core_distance.each_ref(),
        "{id}: distance of the cores"
    );
    assert_eq!(
        hull.contains_origin(),
        distance.is_zero(),
        "{id}: membership"
    );
    assert!(
        hull.depth().is_zero() || distance.is_zero(),
        "{id}: depth of cores that are apart"
    );
    let [radius_a, radius_b] = truth.radii();
    let contact = match distance.cmp_sum(&[radius_a, radius_b]) {
        Ordering::Greater => Contact::Separated,
        Ordering::Equal if radius_a + radius_b > 0.0 || hull.depth().is_zero() => Contact::Touching,
        _ => Contact::Overlapping,
    };
    assert_eq!(Some(contact), truth.contact, "{id}: contact");

    let answer = GjkCore.answer(case).expect("shapes that gjk-core knows");
    let claim = answer.distance.expect("a distance");
    let gap_ulps = distance.error_of(&[0.0, radius_a, radius_b]) / -truth.unit;
    let error_ulps = match contact {
        Contact::Separated => distance.error_of(&[claim, radius_a, radius_b]).abs() / truth.unit,
        _ => claim / truth.unit,
    };
    let budget_ulps = budget::line("distance", family).ulps;
    assert!(
        error_ulps <= budget_ulps,
        "{id}: {claim:e} is {error_ulps} ulps off the hull's distance"
    );
    let band_ulps = budget::line("verdict", family).ulps;
    match contact {
        Contact::Separated => assert!(!answer.intersects || gap_ulps <= band_ulps, "{id}: apart"),
        Contact::Touching => {}
        Contact::Overlapping => {
            // Cores that are apart overlap only by their radii.
            let depth_ulps = hull.depth().approx() / truth.unit - gap_ulps;
            assert!(
                answer.intersects || depth_ulps <= band_ulps,
                "{id}: overlapping"
            );
        }
    }
}
