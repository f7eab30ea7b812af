//! Your own GJK, judged in a test: silent if it is right, otherwise a panic with the report.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use gjk_core::Hull;
use gjk_harness::case::{Case, Scalar, files, json};
use gjk_harness::examination::ExaminationError;
use gjk_harness::judge;
use gjk_harness::judge::Truth;
use gjk_harness::subject::{Answer, Closest, GjkCore, NoAnswer, Subject};

/// Returns the distance of polytopes, too large by this part.
struct Longer(f64);

impl Subject for Longer {
    fn name(&self) -> &'static str {
        "longer/than it is"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        case.polytopes()?;
        let distance = GjkCore.answer(case)?.distance?;
        Some(Answer::measured(distance * (1.0 + self.0)))
    }
}

/// The same, called a subject in `f32`.
struct LongerInF32(Longer);

impl Subject for LongerInF32 {
    fn name(&self) -> &'static str {
        "longer-in-f32"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        self.0.answer(case)
    }

    fn scalar(&self) -> Scalar {
        Scalar::F32
    }
}

/// Returns the exact distance of the vertices that a case is reduced to.
struct OfVertices;

impl Subject for OfVertices {
    fn name(&self) -> &'static str {
        "of-vertices"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let hulls = case.polytopes()?.map(|points| Hull::new(points).ok());
        let [Some(a), Some(b)] = hulls else {
            return None;
        };
        Some(Answer::measured(gjk_core::distance(&a, &b)))
    }
}

/// Calls all shapes a quarter apart.
struct Quarter;

impl Subject for Quarter {
    fn name(&self) -> &'static str {
        "quarter"
    }

    fn answer(&self, _case: &Case) -> Option<Answer> {
        Some(Answer::measured(0.25))
    }
}

/// Supports no shape.
struct Knowing;

impl Subject for Knowing {
    fn name(&self) -> &'static str {
        "knows-nothing"
    }

    fn answer(&self, _case: &Case) -> Option<Answer> {
        None
    }
}

/// Stops at a limit of its own, in every case.
struct Endless;

impl Subject for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }

    fn answer(&self, _case: &Case) -> Option<Answer> {
        Some(Answer::gave_up())
    }
}

/// Panics at every case.
struct Panicking;

impl Subject for Panicking {
    fn name(&self) -> &'static str {
        "panicking"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        panic!("{} is not done yet", case.id)
    }
}

fn folder(name: &str) -> PathBuf {
    let name = format!("gjk-harness-examined-{name}-{}", std::process::id());
    std::env::temp_dir().join(name)
}

/// Claim: a right subject passes and leaves no file; so does one with errors within the tolerance,
/// or in a property that is not selected.
#[test]
fn what_is_right_is_quiet() {
    let folder = folder("right");
    let right = judge(&GjkCore).cases(40).folder(&folder);
    let report = right.report().expect("a report");
    assert!(report.holds() && report.judged > 800, "{report}");
    right.run();
    let wrong = || {
        judge(&Longer(1e-9))
            .families("uniform")
            .cases(200)
            .folder(&folder)
    };
    wrong().tolerance(1e-8).run();
    wrong().properties("verdict").run();
    let report = wrong().tolerance(1e-12).report().expect("a report");
    assert!(!report.holds() && folder.exists());
    // It promised nothing.
    let told = report.to_string();
    assert!(
        told.contains("  error    relative error 1.0e-9 > tolerance 1e-12\n"),
        "{told}"
    );
    assert!(!told.contains("promised"), "{told}");
    fs::remove_dir_all(&folder).expect("a folder of our own");
}

/// Claim: a wrong subject panics with the counts, and for each family a case that was shrunk, saved
/// with its picture, and is broken again when the file is judged.
#[test]
fn what_is_wrong_panics_with_the_report() {
    let folder = folder("wrong");
    let subject = Longer(0.25);
    let panic = catch_unwind(|| {
        let all = judge(&subject).families("grid, uniform").cases(150).seed(7);
        all.folder(&folder).run();
    });
    let panic = panic.expect_err("a panic");
    let text = panic.downcast_ref::<String>().expect("a text");
    assert!(text.starts_with("longer/than it is: "), "{text}");
    for words in [
        " cases broken, ",
        "\n  grid: ",
        "\n  uniform: ",
        "distance     ",
        "  claimed  ",
        "  proved   ",
        "  error    relative error ",
        "   (shrunk from ",
        "  explain  gjk-harness explain ",
        "  again    gjk_harness::judge(..).files(\"",
    ] {
        assert!(text.contains(words), "no {words} in\n{text}");
    }
    assert!(!text.contains('\x1b'), "{text}");
    // It is not in the registry yet.
    assert!(!text.contains("cargo install gjk-harness"), "{text}");
    let saved = files::read_cases(std::slice::from_ref(&folder)).expect("saved cases");
    assert_eq!(saved.len(), 2);
    for located in saved {
        let vertices = located.case.polytopes().expect("polytopes");
        assert!(vertices.iter().map(Vec::len).sum::<usize>() <= 3, "{text}");
        let page = located.file.with_extension("html");
        let page = fs::read_to_string(page).expect("a picture");
        assert!(page.contains(&located.case.id));
        let again = judge(&subject).files(&located.file).folder(&folder);
        let again = again.report().expect("a report");
        assert_eq!((again.judged, again.broken), (1, 1), "{again}");
    }
    fs::remove_dir_all(&folder).expect("a folder of our own");
}

/// Claim: a query without an answer is broken, whatever properties are selected: a GJK that panics,
/// or stops at a limit, has no right verdict.
#[test]
fn no_answer_is_no_right_answer() {
    let folder = folder("no-answer");
    let asked = |subject, properties| {
        let asked = judge(subject).families("uniform").cases(5).folder(&folder);
        asked.properties(properties).report().expect("a report")
    };
    for subject in [&Panicking as &dyn Subject, &Endless] {
        for properties in ["", "verdict", "verdict,distance"] {
            let report = asked(subject, properties);
            assert_eq!((report.judged, report.broken), (5, 5), "{report}");
            let told = report.to_string();
            assert!(told.contains("termination "), "{told}");
        }
    }
    fs::remove_dir_all(&folder).expect("a folder of our own");
}

/// Claim: a right GJK of the vertices of `Case::polytopes` is right, up to one rounding of each:
/// also far from the origin of the world, and from the origins of the shapes.
#[test]
fn vertices_lose_no_digits() {
    let folder = folder("vertices");
    let right = judge(&OfVertices).cases(150).folder(&folder);
    let report = right.tolerance(4.0 * f64::EPSILON).report();
    let report = report.expect("a report");
    assert!(report.holds(), "{report}");
}

/// Claim: failures in several families are compared with known bugs, by similarity; two families
/// are too few.
#[test]
fn the_report_has_a_diagnosis() {
    let folder = folder("diagnosis");
    let judged = |families: &str| {
        let judge = judge(&Longer(0.25)).families(families).cases(40);
        judge.folder(&folder).report().expect("a report")
    };
    let report = judged("uniform,grid,flat,scale,parallel,nested");
    fs::remove_dir_all(&folder).expect("a folder of our own");
    let [first, ..] = &*report.behaves_like else {
        panic!("like no bug: {report}");
    };
    let words = format!("\nlonger/than it is behaves like\n  {first}\n");
    assert!(report.to_string().contains(&words), "{report}");
    assert!((0.4..=1.0).contains(&first.similarity), "{first}");
    let report = judged("uniform,grid");
    fs::remove_dir_all(&folder).expect("a folder of our own");
    assert_eq!(report.behaves_like, []);
    assert!(!report.to_string().contains("behaves like"), "{report}");
}

/// Claim: the same seed gives the same report.
#[test]
fn a_report_is_the_same_each_time() {
    let folder = folder("same");
    let report = || {
        let all = judge(&Longer(0.1)).families("uniform").cases(200).seed(3);
        all.folder(&folder).report().expect("a report").to_string()
    };
    assert_eq!(report(), report());
    fs::remove_dir_all(&folder).expect("a folder of our own");
}

/// Claim: a tolerance is that part of the largest length, rounded down to a power of two, neither
/// more nor less: a distance of 1 that is too large by 1e-9 of itself is within 1.01e-9, and not
/// within 0.99e-9; for a distance of 1.75 that is 1.75 times as much.
#[test]
fn a_tolerance_is_exact() {
    let folder = folder("tolerance");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("case.json");
    for (distance, tolerance, broken) in [
        (1.0, 1.01e-9, 0),
        (1.0, 0.99e-9, 1),
        (1.75, 1.76e-9, 0),
        (1.75, 1.74e-9, 1),
    ] {
        let case = format!(
            r#"{{"id":"x","dim":3,"scalar":"f64","a":{{"kind":"point","p":[0,0,0]}},
            "b":{{"kind":"point","p":[0,0,{distance}]}},"expect":{{}}}}"#
        );
        fs::write(&file, case).expect("a file");
        let subject = Longer(1e-9);
        let judged = judge(&subject).files(&file).folder(&folder);
        let report = judged.tolerance(tolerance).report().expect("a report");
        assert_eq!(report.broken, broken, "{distance} {tolerance:e}: {report}");
    }
    fs::remove_dir_all(&folder).expect("a folder of our own");
}

/// Claim: a tolerance is the same length for a subject in `f32`, whose ulps are longer. Two points
/// that are 1 apart, and a distance that is too large by 1e-5.
#[test]
fn a_tolerance_is_no_number_of_ulps() {
    let folder = folder("tolerance-in-f32");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("case.json");
    let case = r#"{"id":"x","dim":3,"scalar":"f32","a":{"kind":"point","p":[0,0,0]},
        "b":{"kind":"point","p":[0,0,1]},"expect":{}}"#;
    fs::write(&file, case).expect("a file");
    for (tolerance, broken) in [(1.01e-5, 0), (0.99e-5, 1)] {
        let subject = LongerInF32(Longer(1e-5));
        let judged = judge(&subject).files(&file).folder(&folder);
        let judged = judged.properties("distance").tolerance(tolerance);
        let report = judged.report().expect("a report");
        assert_eq!(report.broken, broken, "{tolerance:e}: {report}");
    }
    fs::remove_dir_all(&folder).expect("a folder of our own");
}

/// Claim: a case that asks for a shape cast is not judged, as by `check`: a distance is no answer
/// to it.
#[test]
fn shape_casts_are_not_judged() {
    let folder = folder("casts");
    let case = |id: &str, more: &str| {
        format!(
            r#"{{"id":"{id}","dim":3,"scalar":"f64","a":{{"kind":"point","p":[0,0,0]}},"b":{{"kind":"point","p":[0,3,4]}},"expect":{{"distance":5}}{more}}}"#
        )
    };
    let cast = case("cast", r#","query":{"type":"shape_cast"}"#);
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("cases.jsonl");
    fs::write(&file, [case("plain", ""), cast].join("\n")).expect("a file");
    let report = judge(&Longer(0.25)).files(&file).folder(&folder).report();
    let report = report.expect("a report");
    let counts = (report.judged, report.broken, report.unsupported);
    assert_eq!(counts, (1, 1, 1), "{report}");
    fs::remove_dir_all(&folder).expect("a folder of our own");
}

/// Claim: curved shapes too near to contact to decide are judged: a wrong distance is broken, though
/// no verdict is wrong.
#[test]
fn undecided_contact_is_judged() {
    let folder = folder("undecided");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("case.json");
    let case = r#"{"id":"x","dim":3,"scalar":"f64","expect":{},
        "a":{"kind":"ellipsoid","radii":[1,0.5,0.25],"pose":{"pos":[-1.479,0.25,0]}},
        "b":{"kind":"ellipsoid","radii":[0.5,1,0.75],
        "pose":{"pos":[0.00017411341515729682,0,0.125]}}}"#;
    fs::write(&file, case).expect("a file");
    let truth = Truth::of(&json::read(case).expect("a case")).expect("lengths");
    assert_eq!(truth.contact, None);
    for (subject, broken) in [(&GjkCore as &dyn Subject, 0), (&Quarter, 1)] {
        let report = judge(subject).files(&file).folder(&folder).report();
        let report = report.expect("a report");
        let counts = (report.judged, report.broken, report.unsupported);
        assert_eq!(counts, (1, broken, 0), "{report}");
    }
    fs::remove_dir_all(&folder).expect("a folder of our own");
}

/// Claim: an unknown name, a family given twice, a tolerance that is no length, no cases, a file
/// that is not one, a subject without shapes, and one without anything to judge by the selected
/// properties are one-line errors.
#[test]
fn what_judges_nothing_is_an_error() {
    for (examination, words) in [
        (
            judge(&GjkCore).families("gird"),
            "no family `gird`; choose one of uniform,",
        ),
        (
            judge(&GjkCore).families("grid, flat,grid"),
            "the family `grid` is given twice",
        ),
        (
            judge(&GjkCore).properties("verdict,size"),
            "no property `size`; choose one of verdict,",
        ),
        (judge(&GjkCore).files("nowhere.json"), "nowhere.json"),
        (
            judge(&GjkCore).cases(0),
            "no case was judged: 0 cases of each family were asked for",
        ),
        (judge(&GjkCore).tolerance(-1.0), "tolerance -1: it must be"),
        (
            judge(&GjkCore).tolerance(f64::NAN),
            "tolerance NaN: it must be",
        ),
        (
            judge(&GjkCore).tolerance(f64::INFINITY),
            "tolerance inf: it must",
        ),
        (judge(&GjkCore).tolerance(0.11), "must be from 0 to 0.1"),
        (
            judge(&OfVertices).cases(9).families("grid,curved"),
            "no case of curved was judged: of-vertices supports none",
        ),
        (
            judge(&Knowing).cases(9).families("grid"),
            "knows-nothing supports none of 9",
        ),
        (
            judge(&Longer(0.0))
                .cases(9)
                .families("grid")
                .properties("witness,normal"),
            "longer/than it is supports none of 9, or answers nothing about witness,normal",
        ),
        (
            judge(&Longer(0.0))
                .cases(9)
                .families("grid")
                .properties("law: swap,gap"),
            "longer/than it is supports none of 9, or answers nothing about law: swap,gap",
        ),
    ] {
        let error: ExaminationError = examination.report().expect_err(words);
        let text = error.to_string();
        assert!(text.contains(words) && text.lines().count() == 1, "{text}");
        let panic = catch_unwind(AssertUnwindSafe(|| examination.run())).expect_err("a panic");
        assert_eq!(panic.downcast_ref::<String>(), Some(&text));
    }
}

/// The closest points of `gjk-core`, made wrong, without bounds and without a distance beside them.
struct Beside(fn(&mut Closest));

impl Subject for Beside {
    fn name(&self) -> &'static str {
        "beside"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let right = GjkCore.answer(case)?;
        let mut closest = Closest {
            bounds: None,
            simplex: Vec::new(),
            ..right.closest?
        };
        self.0(&mut closest);
        Some(Answer {
            closest: Some(closest),
            ..Answer::boolean(right.intersects)
        })
    }
}

/// Claim: closest points are judged without bounds and without a distance query: the distance that
/// they state, and the direction of the normal.
#[test]
fn closest_points_alone_are_judged() {
    let broken = |change: fn(&mut Closest)| {
        let subject = Beside(change);
        let judged = judge(&subject).folder(folder("beside")).cases(40);
        let report = judged.families("grid,curved").report().expect("a report");
        (report.broken, report.to_string())
    };
    assert_eq!(broken(|_| {}).0, 0);
    let (distances, text) = broken(|closest| closest.distance *= 1.0 + 1e-9);
    assert!(distances > 20 && text.contains("\ndistance "), "{text}");
    for turn in [
        |closest: &mut Closest| closest.normal = closest.normal.map(|normal| -normal),
        |closest: &mut Closest| closest.normal = closest.normal.map(|n| n.any_orthonormal_vector()),
        |closest: &mut Closest| {
            closest.normal = closest
                .normal
                .map(|n| (n + 1e-6 * n.any_orthonormal_vector()).normalize());
        },
    ] {
        let (normals, text) = broken(turn);
        assert!(normals > 20 && text.contains("\nnormal "), "{text}");
    }
}

/// Answers the first case of each call only.
struct Short;

impl Subject for Short {
    fn name(&self) -> &'static str {
        "short"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        GjkCore.answer(case)
    }

    fn attempts(&self, cases: &[Case]) -> Vec<Result<Option<Answer>, NoAnswer>> {
        vec![Ok(self.answer(&cases[0]))]
    }
}

/// Claim: a case without an answer is broken, also if a subject returns too few; and a failure that
/// does not show alone is reported as such.
#[test]
fn too_few_answers_are_broken() {
    let judged = judge(&Short).folder(folder("short")).cases(10);
    let report = judged.families("grid").report().expect("a report");
    assert_eq!((report.judged, report.broken), (10, 9));
    assert!(
        report.to_string().contains("it does not show again"),
        "{report}"
    );
}

/// Claim: the report shows the first broken case of a family, for any number of chunks.
#[test]
fn the_first_broken_case_is_shown() {
    let longer = Longer(1e-9);
    let is_broken = |index: &u64| {
        let uniform = gjk_harness::family::find("uniform").expect("a family");
        let case = gjk_harness::family::case_from_seed(uniform, 1, *index);
        judge::examined(&case, "uniform", &longer).is_some_and(|found| !found.holds())
    };
    let first = (0..200).find(is_broken).expect("a broken case");
    let folder = folder("first");
    let examination = judge(&longer)
        .families("uniform")
        .cases(200)
        .folder(&folder);
    let report = examination.report().expect("a report");
    assert_eq!(report.cases[0].id, format!("uniform-1-{first}"));
    fs::remove_dir_all(&folder).expect("a folder of our own");
}
