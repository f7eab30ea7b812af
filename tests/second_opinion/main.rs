//! Three answers to one question: of `gjk-core`, of `gjk-reference`, and of a second opinion that
//! shares no code with either.
//!
//! The judge has its truth from `gjk-reference`. If that were wrong in the same way as `gjk-core`,
//! no other test would notice.

mod opinion;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gjk_harness::case::files::{self, Located};
use gjk_harness::case::{Case, Fraction, Relation};
use gjk_harness::corpus::FILE;
use gjk_harness::family;
use gjk_harness::judge::Truth;
use gjk_harness::subject::{Answer, GjkCore, Subject};
use gjk_reference::{Contact, Distance};
use num_bigint::BigInt;
use num_rational::BigRational;
use rayon::prelude::*;

use opinion::{Class, Opinion};

/// The stored cases by folder: how many are compared, how many are curved, and how many have
/// lengths beyond the largest float, for which there is no truth.
const STORED: [(&str, [usize; 3]); 5] = [
    ("adversarial", [51, 9, 0]),
    ("field", [257, 14, 0]),
    ("kept", [48, 24, 0]),
    ("named", [23, 3, 0]),
    ("worst", [437, 155, 0]),
];
/// The folder of known bugs of gjk-core.
const KNOWN: &str = "known";

/// Cases of each family.
const CASES: u64 = 300;
/// The step from one case of a family to the next: a prime, to avoid any period of a family.
const STRIDE: u64 = 97;
/// The seed of the families, different from other tests.
const SEED: u64 = 32;
/// The families with few polytopes, and their least number here. In others at least half of the
/// cases are.
const FEW: [(&str, usize); 1] = [("curved", 5)];
/// At least one of this many compared cases of the families is in each class.
const CLASS_SHARE: usize = 8;

/// With fewer cases of the corpus the comparison is wrong.
const CORPUS_MIN: usize = 4500;

/// The outcomes of some cases.
#[derive(Default)]
struct Count {
    /// Compared cases, by the class on which all three agree.
    classes: BTreeMap<Class, usize>,
    curved: usize,
    beyond: usize,
}

impl Count {
    fn compared(&self) -> usize {
        self.classes.values().sum()
    }
}

/// Claim: on every stored case of polytopes or sphere-swept polytopes all three agree. The numbers
/// of compared and other cases are pinned.
#[test]
fn all_three_agree_on_stored_cases() {
    let located = files::read_cases(&[PathBuf::from("tests/cases")]).expect("sound cases");
    let mut folders: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for Located { case, file, .. } in located {
        let folder = file.parent().and_then(Path::file_name).expect("a folder");
        let name = folder.to_str().expect("a plain name").to_owned();
        folders.entry(name).or_default().push(case);
    }
    // `tests/known_limits.rs` has those.
    folders.remove(KNOWN);
    let mut found = Vec::new();
    for (folder, cases) in &folders {
        let count = compare(cases);
        let counts = [count.compared(), count.curved, count.beyond];
        found.push((folder.as_str(), counts));
    }
    assert_eq!(found, STORED);
}

/// Claim: on 300 cases of every family all three agree. At least half of each are compared, except
/// for the family of curved shapes, and at least an eighth of all is in each class.
#[test]
fn all_three_agree_on_families() {
    let mut classes = BTreeMap::new();
    for family in family::all() {
        let case = |number: u64| family::case_from_seed(family, SEED, number * STRIDE);
        let cases: Vec<Case> = (0..CASES).map(case).collect();
        let count = compare(&cases);
        println!("{:<15} {:>3} compared", family.name, count.compared());
        let few = FEW.iter().find(|(name, _)| *name == family.name);
        let least = few.map_or(cases.len() / 2, |(_, least)| *least);
        assert!(count.compared() >= least, "{}", family.name);
        assert_eq!(count.beyond, 0, "{}", family.name);
        for (class, cases) in count.classes {
            *classes.entry(class).or_insert(0) += cases;
        }
    }
    let all: usize = classes.values().sum();
    for class in [Class::Separated, Class::Touching, Class::Overlapping] {
        assert!(classes[&class] * CLASS_SHARE >= all, "{classes:?}");
    }
}

/// Claim: for every case of the corpus that is not curved the second opinion has the stored class
/// and squared distance, digit by digit.
#[test]
fn the_corpus_is_of_the_same_opinion() {
    let located = files::read_cases(&[PathBuf::from(FILE)]).expect(FILE);
    let compared = located.par_iter().filter_map(|Located { case, .. }| {
        let opinion = Opinion::of(case)?;
        let exact = case.exact.as_ref().expect("an exact answer");
        let class = match exact.contact {
            Relation::Separated => Class::Separated,
            Relation::Touching => Class::Touching,
            Relation::Overlapping => Class::Overlapping,
            Relation::Open => panic!("{}: open", case.id),
        };
        assert_eq!(class, opinion.class, "{}", case.id);
        let square = format!("{}/{}", opinion.square.numer(), opinion.square.denom());
        let stored = exact.squared_core_distance.as_ref();
        assert_eq!(stored, Some(&Fraction(square)), "{}", case.id);
        Some(())
    });
    let compared = compared.count();
    assert!(compared > CORPUS_MIN, "only {compared} compared");
}

/// Compares all three on the cases; panics if they disagree.
fn compare(cases: &[Case]) -> Count {
    let outcomes: Vec<Outcome> = cases.par_iter().map(agree).collect();
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for (case, outcome) in cases.iter().zip(outcomes) {
        match outcome {
            Outcome::Agreed(class) => *count.classes.entry(class).or_insert(0) += 1,
            Outcome::Disagreed(text) => wrong.push(format!("{}: {text}", case.id)),
            Outcome::Curved => count.curved += 1,
            Outcome::Beyond => count.beyond += 1,
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    count
}

/// The outcome of a case.
enum Outcome {
    Agreed(Class),
    /// Who disagrees with the second opinion, and about what.
    Disagreed(String),
    /// One of the shapes is curved.
    Curved,
    /// Lengths exceed the largest float.
    Beyond,
}

fn agree(case: &Case) -> Outcome {
    let Some(opinion) = Opinion::of(case) else {
        return Outcome::Curved;
    };
    let Some(truth) = Truth::of(case) else {
        return Outcome::Beyond;
    };
    if let Err(text) = of_reference(&opinion, &truth) {
        return Outcome::Disagreed(format!("gjk-reference: {text}"));
    }
    let answer = GjkCore.answer(case).expect("gjk-core knows all shapes");
    match of_core(&opinion, &answer) {
        Ok(()) => Outcome::Agreed(opinion.class),
        Err(text) => Outcome::Disagreed(format!("gjk-core: {text}")),
    }
}

/// The disagreement of the reference: about the class, the distance of the cores as a fraction, or
/// the float below the distance of the shapes.
fn of_reference(opinion: &Opinion, truth: &Truth) -> Result<(), String> {
    let class = match truth.contact {
        Some(Contact::Separated) => Class::Separated,
        Some(Contact::Touching) => Class::Touching,
        Some(Contact::Overlapping) => Class::Overlapping,
        None => return Err("no class".to_owned()),
    };
    if class != opinion.class {
        return Err(format!("{class:?} for {:?}", opinion.class));
    }
    for distance in &truth.core_distance {
        let square = square(distance);
        if square != opinion.square {
            return Err(format!("squared distance {square} for {}", opinion.square));
        }
    }
    let float = truth.distance_rounded_down();
    let below = opinion.cmp_distance(float) != Ordering::Less;
    let above = opinion.cmp_distance(float.next_up()) == Ordering::Less;
    if !(below && above) {
        return Err(format!("{float:e} is not the distance, rounded down"));
    }
    Ok(())
}

/// The square of a distance of the reference, number by number.
fn square(distance: &Distance) -> BigRational {
    let number = |int: &gjk_reference::Int| -> BigInt { int.to_string().parse().expect("digits") };
    let power = BigInt::from(1) << (2 * distance.exponent().unsigned_abs());
    let (num, den) = (number(distance.num()), number(distance.den()));
    if distance.exponent() < 0 {
        BigRational::new(num, den * power)
    } else {
        BigRational::new(num * power, den)
    }
}

/// The disagreement of `gjk-core`: about a verdict, a distance beyond the floats next to the exact
/// one (so by more than an ulp of itself), or a bound on the wrong side.
fn of_core(opinion: &Opinion, answer: &Answer) -> Result<(), String> {
    let meet = opinion.class != Class::Separated;
    if answer.verdict() != Some(meet) {
        return Err(format!("{:?} for {:?}", answer.verdict(), opinion.class));
    }
    let closest = answer.closest.as_ref().expect("closest points");
    for distance in [answer.distance.expect("a distance"), closest.distance] {
        if (distance == 0.0) != meet {
            return Err(format!("distance {distance:e} for {:?}", opinion.class));
        }
        let low = opinion.cmp_distance(distance.next_down()) != Ordering::Less;
        let high = opinion.cmp_distance(distance.next_up()) != Ordering::Greater;
        if !(low && high) {
            return Err(format!("distance {distance:e}, off by more than an ulp"));
        }
    }
    let [lower, upper] = closest.bounds.expect("bounds");
    let low = opinion.cmp_distance(lower) != Ordering::Less;
    let high = opinion.cmp_distance(upper) != Ordering::Greater;
    if !(low && high) {
        return Err(format!("bounds {lower:e} {upper:e} leave out the distance"));
    }
    Ok(())
}
