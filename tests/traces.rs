//! The steps of the named cases, as text: a change of the algorithm shows as a diff.
//! `cargo insta review` goes through the differences and accepts intended ones.
//!
//! Numbers are in the shortest form that reads back to the same bits, so a snapshot differs exactly
//! if a bit does. Debug and release builds give the same.

use std::path::PathBuf;

use gjk_harness::case::{Case, files};
use gjk_harness::family;
use gjk_harness::report::{style::plain, trace};
use gjk_harness::story::Story;
use gjk_harness::subject::{Answer, GjkCore, Step, Subject, TEXTBOOK};

/// A subject that always gives the same answer.
struct Fixed(Answer);

impl Subject for Fixed {
    fn name(&self) -> &'static str {
        "fixed"
    }

    fn answer(&self, _case: &Case) -> Option<Answer> {
        Some(self.0.clone())
    }
}

// Claim: each named case takes the reviewed iterations, to the last bit. One snapshot per case.
#[test]
fn named_cases_take_the_reviewed_path() {
    let cases = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    assert_eq!(cases.len(), 26);
    for located in cases {
        let case = located.case;
        let story = Story::of(&case, family::of_case(&case), &GjkCore);
        let text = plain(&trace::text(&story));
        insta::assert_snapshot!(case.id.clone(), text);
    }
}

// Claim: the text of a wrong answer says so at the top, names the first wrong step, and marks it.
// Textbooks on cases that they are known to fail: wrong vertices kept, a direction of length zero,
// a search that cycles, a verdict too soon.
#[test]
fn textbooks_are_told_where_they_go_wrong() {
    let cases = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    let mut text = String::new();
    for (name, id) in [
        ("two-points-endless", "2d-squares-overlap"),
        ("newest-first", "2d-segments-cross"),
        ("voronoi-regions", "3d-boxes-touch-at-a-corner"),
        ("two-points-unclamped", "2d-collinear-segments"),
        ("two-points-unclamped", "2d-gap-of-an-ulp"),
        ("two-points-unclamped", "2d-polygon-in-f32"),
        ("unit-directions", "3d-equal-points"),
    ] {
        let named = cases.iter().find(|located| located.case.id == id);
        let case = &named.expect("a named case").case;
        let subject = TEXTBOOK.iter().find(|s| s.name() == name);
        let story = Story::of(case, family::of_case(case), subject.expect("a subject"));
        let whole = plain(&trace::text(&story));
        let fault = whole.lines().find(|line| line.starts_with("WRONG: "));
        let fault = fault.expect("a wrong step").trim_start_matches("WRONG: ");
        let (top, steps) = whole.split_once("\n\n").expect("steps");
        assert!(top.contains(fault) && steps.contains(fault), "{whole}");
        assert_eq!(
            whole.matches("WRONG: ").count(),
            1 + top.matches("WRONG: ").count()
        );
        text += &format!("{top}\n\n");
    }
    insta::assert_snapshot!("textbooks", text);
}

// Claim: the text of an answer without steps has its distance, each broken property, and says that
// there is no trace.
#[test]
fn an_answer_without_steps_is_told() {
    let cases = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    let named = |id: &str| {
        let mut cases = cases.iter().map(|located| &located.case);
        cases.find(|case| case.id == id).expect("a named case")
    };
    for (id, answer, lines) in [
        (
            "2d-worked-example",
            Answer::measured(1.0),
            [
                "distance        1.0",
                "broken          distance: relative error ",
            ],
        ),
        (
            "2d-squares-overlap",
            Answer::boolean(false),
            [
                "verdict         separated, WRONG: exactly overlapping",
                "broken          verdict: ",
            ],
        ),
    ] {
        let case = named(id);
        let story = Story::of(case, family::of_case(case), &Fixed(answer));
        let text = plain(&trace::text(&story));
        for start in lines.iter().chain(&["The subject reports no steps."]) {
            let is_told = text.lines().any(|line| line.starts_with(start));
            assert!(is_told, "no {start} in\n{text}");
        }
    }
}

// Claim: a step of a program, which reports no bounds, has the lower bound of its sentence.
#[test]
fn the_bound_of_a_sentence_is_that_of_the_step() {
    let cases = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    let mut cases = cases.iter().map(|located| &located.case);
    let case = cases.find(|case| case.id == "2d-worked-example");
    let case = case.expect("a named case");
    let answer = GjkCore.answer(case).expect("an answer");
    let steps = answer.steps.iter().map(|step| {
        let [a, b] = step.frame.origins(case);
        Step::of(
            &[],
            step.direction,
            [step.support[0] + a, step.support[1] + b],
        )
    });
    let told = Answer {
        steps: steps.collect(),
        closest: None,
        ..Answer::boolean(false)
    };
    let story = Story::of(case, family::of_case(case), &Fixed(told));
    let mut bounded = 0;
    for scene in &story.scenes {
        let has_bound = scene.sentence.contains("so the distance is at least");
        assert_eq!(has_bound, scene.lengths[0] != "–", "{}", scene.sentence);
        bounded += usize::from(has_bound);
    }
    assert!((1..story.scenes.len()).contains(&bounded), "{bounded}");
}
