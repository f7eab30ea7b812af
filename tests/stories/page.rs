//! The page of a query: one self-contained file that holds the story unchanged, and cannot be
//! broken by the text of a case.

use gjk_harness::case::Case;
use gjk_harness::report::page;
use gjk_harness::story::Story;
use gjk_harness::subject::{GjkCore, Subject, TEXTBOOK};
use serde_json::Value;

use crate::{Panics, named};

/// The text between two others that occur once.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    assert_eq!(text.matches(start).count(), 1, "{start}");
    let (_, rest) = text.split_once(start).expect("the start");
    rest.split_once(end).expect("the end").0
}

/// The stories in a page.
fn all_held(html: &str) -> Vec<Value> {
    let start = r#"<script type="application/json" id="stories">"#;
    serde_json::from_str(between(html, start, "</script>")).expect("JSON")
}

/// The only story in a page.
fn held(html: &str) -> Value {
    let mut stories = all_held(html);
    assert_eq!(stories.len(), 1);
    stories.remove(0)
}

/// The story of a subject on a case, and its page.
fn page_of(case: &Case, subject: &dyn Subject) -> (Story, String) {
    let story = Story::of(case, "", subject);
    let html = page::html(std::slice::from_ref(&story));
    (story, html)
}

/// Claim: a page of several subjects has the story of each, in order.
#[test]
fn a_page_holds_several_stories() {
    let case = &named()[0];
    let textbooks = TEXTBOOK.iter().map(|subject| subject as &dyn Subject);
    let subjects: Vec<&dyn Subject> = textbooks.chain([&GjkCore as &dyn Subject]).collect();
    let stories: Vec<Story> = (subjects.iter())
        .map(|subject| Story::of(case, "", *subject))
        .collect();
    let held = all_held(&page::html(&stories));
    assert_eq!(held.len(), 9);
    for (held, story) in held.iter().zip(&stories) {
        assert_eq!(*held, serde_json::to_value(story).expect("JSON"));
    }
}

/// Claim: the page has its story to the bit, for every subject: the named cases, by gjk-core and
/// the textbooks.
#[test]
fn the_page_holds_the_story() {
    for case in named() {
        let textbooks = TEXTBOOK.iter().map(|subject| subject as &dyn Subject);
        for subject in textbooks.chain([&GjkCore as &dyn Subject]) {
            let (story, html) = page_of(&case, subject);
            let expected = serde_json::to_value(&story).expect("JSON");
            assert_eq!(held(&html), expected, "{} {}", case.id, subject.name());
        }
    }
}

/// Claim: the page requests nothing outside itself: it has no address but those of the SVG elements
/// that a script makes, loads no file, and forbids its browser to load one.
#[test]
fn the_page_stands_alone() {
    let (_, html) = page_of(&named()[0], &GjkCore);
    let namespace = "http://www.w3.org/2000/svg";
    let own = html.replace(namespace, "").to_lowercase();
    for word in [
        "http:",
        "https:",
        "websocket",
        "url(",
        "@import",
        "src=",
        "fetch(",
        "import(",
    ] {
        assert!(!own.contains(word), "{word}");
    }
    let links: Vec<&str> = own.split("href=").skip(1).collect();
    assert!(links.iter().all(|link| link.starts_with("\"data:")));
    let policy = "content=\"default-src 'none'; ";
    assert!(html.contains(policy), "{policy}");
    assert!(!html.contains("{{"), "a gap of the frame was left");
}

/// Claim: all text of a case is data: it becomes no markup, fills no placeholder of the frame, and
/// the page holds it unchanged.
#[test]
fn words_of_a_case_are_no_markup() {
    let hostile = [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "]]>\u{2028}\"'`${alert(1)}",
        "{{scripts}} {{style}} {{stories}}",
    ];
    let count = |html: &str| html.matches("<script").count();
    let (_, plain) = page_of(&named()[0], &GjkCore);
    for words in hostile {
        let mut case = named().remove(0);
        case.id = words.to_owned();
        case.other.insert("note".to_owned(), words.into());
        let (_, html) = page_of(&case, &GjkCore);
        assert_eq!(count(&html), count(&plain), "{words}");
        assert!(!html.contains("<script>alert"), "{words}");
        let story = held(&html);
        assert_eq!(story["id"], words);
        assert_eq!(story["case"]["note"], words);
    }
}

/// Claim: no script turns text into markup or code.
#[test]
fn scripts_write_text_alone() {
    let (_, html) = page_of(&named()[0], &GjkCore);
    for word in [
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "eval(",
    ] {
        assert!(!html.contains(word), "{word}");
    }
}

/// Claim: a subject that panics, or does not support the shapes, has a page that says so, with the
/// shapes and the exact answer.
#[test]
fn without_an_answer_the_page_says_why() {
    let case = named().remove(0);
    let in_space = TEXTBOOK.iter().find(|s| s.name() == "voronoi-regions");
    let unknown: &dyn Subject = in_space.expect("the subject");
    for (subject, why) in [
        (&Panics as &dyn Subject, "on purpose"),
        (unknown, "does not support"),
    ] {
        let (_, html) = page_of(&case, subject);
        let story = held(&html);
        let value = story["answer"][0]["value"].as_str().expect("words");
        assert!(value.contains(why), "{value}");
        assert!(story["intersects"].is_null());
        assert_eq!(story["exact"][0]["value"], "separated");
    }
}
