//! The released corpus, `corpus/`: it is what the command makes, its answers are exact, it fits its
//! schema, and the textbooks fail it.

mod schema;

use std::fs;
use std::path::PathBuf;

use gjk_harness::case::{Case, Exact, Fraction, Kind, Relation, files, json};
use gjk_harness::corpus::{self, FILE, VERSION};
use gjk_harness::family;
use gjk_harness::subject::{Subject, TEXTBOOK};
use num_bigint::BigInt;
use num_rational::BigRational;
use schema::Schema;
use serde_json::{Value, json};

/// The least number of cases that each textbook subject fails.
const FAILURES_MIN: usize = 10;

/// The most bytes: the cost for a clone of the repository.
const BYTES_MAX: usize = 5_000_000;

fn text() -> String {
    fs::read_to_string(FILE).expect(FILE)
}

fn cases() -> Vec<Case> {
    let cases = files::read_cases(&[PathBuf::from(FILE)]).expect(FILE);
    cases.into_iter().map(|located| located.case).collect()
}

/// Claim: the file of the repository is, to the byte, the output of `export --corpus`, and not too
/// large. After an intended change of a stored case or a family, make it again, and raise its
/// version.
#[test]
fn the_corpus_is_what_the_command_makes() {
    let text = text();
    assert!(text.len() <= BYTES_MAX, "{} bytes", text.len());
    let made = corpus::cases(&|| false).expect("stored cases");
    assert_eq!(text.lines().count(), made.len(), "cases of {FILE}");
    for (number, (line, case)) in text.lines().zip(&made).enumerate() {
        let made = json::write_line(case).expect(&case.id);
        assert!(
            line == made,
            "{FILE}:{}: is not what `export --corpus --output {FILE}` makes: {}",
            number + 1,
            case.id
        );
    }
}

/// Claim: the page of the format shows a case that the harness reads, and names every kind and
/// every field of the schema besides `id`; it states what a pose needs, and how deep shapes may be
/// rounded.
#[test]
fn the_page_tells_the_format() {
    let page = fs::read_to_string("docs/case-format.md").expect("a page");
    let (_, rest) = page.split_once("```case\n").expect("a case");
    let (text, _) = rest.split_once("```").expect("an end");
    let case = json::read(text).expect("a case");
    assert_eq!(case.expect.intersect, Some(true));
    let text = fs::read_to_string("corpus/case.schema.json").expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let fields = schema["properties"].as_object().expect("fields").keys();
    let kinds = schema["$defs"]["shape"]["oneOf"].as_array().expect("kinds");
    let kinds = kinds.iter().map(|kind| &kind["properties"]["kind"]);
    let kinds = kinds.flat_map(|kind| match kind["enum"].as_array() {
        Some(names) => names.iter().collect(),
        None => vec![&kind["const"]],
    });
    let kinds = kinds.map(|kind| kind.as_str().expect("a name").to_owned());
    let names: Vec<String> = fields.cloned().chain(kinds).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(
            page.contains(&format!("`{name}`")),
            "no `{name}` on the page"
        );
    }
    assert_eq!(schema["$defs"]["pose"]["required"], json!(["pos"]));
    let depth = Kind::ROUNDED_MAX;
    for said in ["`pos`, which is required", &format!("at most {depth} deep")] {
        assert!(page.contains(said), "no {said:?} on the page");
    }
}

/// Claim: every line fits the schema, and so does every stored case without an exact answer; and
/// the schema refuses a line with an extra, a missing or a wrong field.
#[test]
fn every_line_fits_the_schema() {
    let schema = Schema::of(&fs::read_to_string("corpus/case.schema.json").expect("a schema"));
    let text = text();
    let value = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    for line in text.lines() {
        assert_eq!(schema.misfit(&value(line)), None, "{line}");
    }
    for located in files::read_cases(&[PathBuf::from("tests/cases")]).expect("stored cases") {
        let misfit = schema.misfit(&json::value(&located.case));
        assert_eq!(misfit, None, "{}", located.case.id);
    }
    let sound = value(text.lines().next().expect("a line"));
    let damages: [(&str, Value); 7] = [
        ("/exact/distance", json!([1])),
        ("/exact/distance", json!(["1", 2])),
        ("/exact/contact", json!("near")),
        ("/exact/squared_core_distance", json!("01/2")),
        ("/exact/ulp", json!(0)),
        ("/a", json!({ "kind": "torus" })),
        ("/dim", json!(4)),
    ];
    for (pointer, damage) in damages {
        let mut damaged = sound.clone();
        *damaged.pointer_mut(pointer).expect(pointer) = damage.clone();
        assert!(schema.misfit(&damaged).is_some(), "{pointer}: {damage}");
    }
    for (object, name) in [("/exact", "size"), ("/a", "size"), ("", "size")] {
        let mut damaged = sound.clone();
        damaged.pointer_mut(object).expect(object)[name] = json!(1);
        assert!(schema.misfit(&damaged).is_some(), "{object}/{name}");
    }
    let mut damaged = sound.clone();
    damaged["exact"]
        .as_object_mut()
        .expect("an object")
        .remove("intersects");
    assert!(schema.misfit(&damaged).is_some(), "no verdict");
}

fn fraction(Fraction(text): &Fraction) -> BigRational {
    let number = |digits: &str| digits.parse::<BigInt>().expect("digits");
    let (num, den) = text.split_once('/').expect("a fraction");
    let reduced = BigRational::new(number(num), number(den));
    assert_eq!(
        format!("{}/{}", reduced.numer(), reduced.denom()),
        *text,
        "lowest terms"
    );
    reduced
}

fn exactly(float: f64) -> BigRational {
    BigRational::from_float(float).expect("a finite number")
}

/// Whether `root(square) - minus` is at least, and at most, a float.
fn compared(square: &BigRational, minus: &BigRational, float: f64) -> [bool; 2] {
    let claim = exactly(float) + minus;
    if claim < exactly(0.0) {
        return [true, false];
    }
    let squared = &claim * &claim;
    [*square >= squared, *square <= squared]
}

/// Asserts that two floats are the nearest around `root(square) - minus`, below and above.
fn assert_around([lower, upper]: [f64; 2], square: &BigRational, minus: &BigRational, id: &str) {
    let [[above, at_most], [at_least, below]] =
        [lower, upper].map(|float| compared(square, minus, float));
    assert!(above && below, "{id}: not between {lower:e} and {upper:e}");
    match lower == upper {
        true => assert!(at_most && at_least, "{id}: {lower:e} is not exact"),
        false => {
            assert_eq!(lower.next_up(), upper, "{id}");
            assert!(
                !at_most && !at_least,
                "{id}: {lower:e} or {upper:e} is exact"
            );
        }
    }
}

/// Claim: in plain fractions, with another number library, the two floats are the nearest to the
/// exact distance, below and above it, and so are those of the depth; the verdict is that of the
/// distance.
#[test]
fn floats_are_the_nearest_around_the_exact_number() {
    let (mut apart, mut deep) = (0, 0);
    for Case { id, exact, .. } in cases() {
        let exact: Exact = exact.expect("an exact answer");
        let Some(square) = exact.squared_core_distance.as_ref().map(fraction) else {
            continue;
        };
        let [a, b] = exact.radii.unwrap_or_default().map(exactly);
        let radii = a + b;
        let [beyond, within] = compared(&square, &radii, 0.0);
        match exact.contact {
            Relation::Separated => {
                apart += 1;
                assert!(beyond && !within, "{id}");
                assert_around(exact.distance, &square, &radii, &id);
            }
            Relation::Touching => assert!(beyond && within, "{id}"),
            _ => assert!(within && (!beyond || radii == exactly(0.0)), "{id}"),
        }
        match (exact.depth, exact.squared_core_depth.as_ref().map(fraction)) {
            (Some(depth), Some(core)) => assert_around(depth, &core, &-radii, &id),
            // The radii minus the root: the root minus the radii, with both floats negated.
            (Some([lower, upper]), None) => {
                assert_around([-upper, -lower], &square, &radii, &id);
            }
            (None, core) => assert_eq!(core, None, "{id}"),
        }
        deep += usize::from(exact.depth.is_some());
    }
    assert!(
        apart > 1000 && deep > 500,
        "only {apart} apart and {deep} deep"
    );
}

/// Claim: every textbook subject fails at least ten cases, by the stored answers only.
#[test]
fn textbooks_fail_the_corpus() {
    let cases = cases();
    for subject in &TEXTBOOK {
        let fails = |case: &&Case| {
            let exact = case.exact.as_ref().expect("an exact answer");
            corpus::fails(exact, &subject.attempt(case)) == Some(true)
        };
        let failed = cases.iter().filter(fails).take(FAILURES_MIN).count();
        assert_eq!(failed, FAILURES_MIN, "{} fails too few", subject.name());
    }
}

/// Claim: the README of the corpus states its version and its numbers of cases, of stored cases and
/// of cases without an exact number, and shows the example program. The README of the project states
/// the number of cases too, and the changelog the number and the version.
#[test]
fn the_readme_is_about_this_corpus() {
    let readme = fs::read_to_string("corpus/README.md").expect("a README");
    assert!(readme.contains(&format!("Version {VERSION}")), "{VERSION}");
    let cases = cases();
    let count = cases.len();
    let count = format!("{},{:03} cases", count / 1000, count % 1000);
    assert!(readme.contains(&count), "{count}");
    let of_project = fs::read_to_string("README.md").expect("a README");
    assert!(of_project.contains(&count), "{count}");
    let changelog = fs::read_to_string("CHANGELOG.md").expect("a changelog");
    let corpus = format!("A corpus of {count} with exact answers, version {VERSION},");
    assert!(changelog.contains(&corpus), "{corpus}");
    // Those of families have the seed of the corpus.
    let is_stored =
        |case: &&Case| family::parts_of_id(&case.id).is_none_or(|(_, seed, _)| seed != 34);
    let stored = cases.iter().filter(is_stored).count();
    assert!(
        readme.contains(&format!("- {stored} stored cases")),
        "{stored}"
    );
    let is_curved = |case: &&Case| {
        let exact = case.exact.as_ref().expect("an exact answer");
        exact.squared_core_distance.is_none()
    };
    let curved = cases.iter().filter(is_curved).count();
    assert!(readme.contains(&format!("({curved} cases)")), "{curved}");
    let program = fs::read_to_string("corpus/example.py").expect("a program");
    assert!(
        readme.contains(&format!("```python\n{program}```")),
        "the program"
    );
}
