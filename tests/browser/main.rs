//! The pages in a real browser, with real clicks, drags and keys. Without a browser on this machine
//! nothing is tested, and a line says so.

mod chromium;
#[path = "../scratch/mod.rs"]
mod scratch;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::thread;

use chromium::Browser;
use gjk_harness::case::{Case, files, json};
use gjk_harness::explore::{Explorer, first_case};
use gjk_harness::report::page;
use gjk_harness::story::Story;
use gjk_harness::subject::{self, GjkCore, Subject};

/// The state of the explorer once the judge has run.
const RESTED: &str = "document.querySelector('#page').dataset.judged === 'true'";

/// The index of the visible scene.
const CURRENT: &str = "Number(document.querySelector('tr[aria-current]').dataset.index)";

/// The visible elements in the colour of errors.
const RED: &str = "(() => { const style = getComputedStyle(document.documentElement); \
     const probe = document.body.appendChild(document.createElement('i')); \
     probe.style.color = style.getPropertyValue('--wrong'); const red = getComputedStyle(probe).color; probe.remove(); \
     return [...document.querySelectorAll('#page *')].filter((part) => part.checkVisibility() && part.textContent.trim() \
     && getComputedStyle(part).color === red).map((part) => part.textContent.trim()); })()";

/// From here on requests for stories wait, as those of a slow case do.
const HOLD: &str = "(() => { window.held = []; const ask = window.fetch; window.fetch = (...args) => \
     window.held && args[0] === '/story' ? new Promise((go) => window.held.push(() => go(ask(...args)))) : ask(...args); \
     })()";

/// They go on, and no more wait.
const RELEASE: &str =
    "(() => { const { held } = window; window.held = null; held.forEach((go) => go()); })()";

/// A named case.
fn named(id: &str) -> Case {
    let cases = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    let found = cases.into_iter().find(|located| located.case.id == id);
    found.expect("a named case").case
}

/// The story of a textbook on a named case.
fn of_textbook(id: &str, name: &str) -> Story {
    let subject = subject::find(name).expect("a subject");
    Story::of(&named(id), "", subject)
}

/// Opens the page of stories.
fn open(browser: &mut Browser, stories: &[Story]) {
    let file = browser.folder.join("page.html");
    fs::write(&file, page::html(stories)).expect("a file");
    let url = format!("file://{}", file.display());
    browser.go(&url, &format!("{CURRENT} >= 0"));
}

/// A browser, or a line that there is none: on standard error of the process, which is shown also
/// for tests that pass.
fn browser(name: &str) -> Option<Browser> {
    let Some(program) = chromium::find() else {
        let line =
            format!("no browser: {name} is not tested (install chromium, or set GJK_BROWSER)\n");
        // In one call, so that lines of other threads stay apart.
        let _ = std::io::stderr().write_all(line.as_bytes());
        return None;
    };
    Some(Browser::start(&program, name))
}

/// The explorer in a browser, and the folder where it saves.
fn explorer(name: &str) -> Option<(Browser, PathBuf)> {
    let mut browser = browser(name)?;
    let folder = browser.folder.join("saved");
    fs::create_dir(&folder).expect("a new folder");
    let explorer = Explorer::bind(0, first_case(), folder.clone()).expect("a port");
    let url = explorer.url();
    thread::spawn(|| explorer.serve());
    browser.go(&url, RESTED);
    Some((browser, folder))
}

/// The pixel of the centre of a shape in the picture of the world.
fn middle(browser: &mut Browser, shape: usize) -> [f64; 2] {
    pixel(
        browser,
        &format!("Solid.of(explorer.viewer.story.world.shapes[{shape}]).center"),
    )
}

fn pixel(browser: &mut Browser, point: &str) -> [f64; 2] {
    let place = browser.value(&format!(
        "(() => {{ const {{ camera, canvas }} = explorer.viewer.views.world; \
         canvas.scrollIntoView({{ block: 'nearest' }}); \
         const box = canvas.getBoundingClientRect(); const [x, y] = camera.project({point}); \
         return [box.left + x, box.top + y]; }})()"
    ));
    [0, 1].map(|i| place[i].as_f64().expect("a number"))
}

/// Points along the line from one pixel to another.
fn way(from: [f64; 2], to: [f64; 2], steps: u32) -> Vec<[f64; 2]> {
    let part = |i: u32| f64::from(i) / f64::from(steps);
    (0..=steps)
        .map(|i| [0, 1].map(|k| from[k] + (to[k] - from[k]) * part(i)))
        .collect()
}

fn answers(browser: &mut Browser) -> u64 {
    let count = browser.value("Number(document.querySelector('#page').dataset.answers)");
    count.as_f64().expect("a number") as u64
}

fn nothing_is_wrong(browser: &Browser) {
    assert_eq!(browser.errors, [""; 0]);
}

/// Claim: the explorer opens with the contact of the shapes, without an error on the console, and
/// is judged as soon as nothing moves.
#[test]
fn the_explorer_opens() {
    let Some((mut browser, _)) = explorer("opens") else {
        return;
    };
    let verdict = browser.text("verdict");
    assert!(verdict.starts_with("separated, 1.71791138"), "{verdict}");
    assert_eq!(
        browser.value("document.querySelectorAll('[data-part=held] tr.proved').length > 5"),
        true
    );
    assert!(
        browser
            .value("document.querySelectorAll('[data-part=who] option').length")
            .as_f64()
            > Some(3.0)
    );
    nothing_is_wrong(&browser);
}

/// Claim: the second shape is dragged onto the first, and the answers follow during the drag: from
/// separated to overlapping. Undo and reset restore.
#[test]
fn a_shape_is_dragged_onto_the_other() {
    let Some((mut browser, _)) = explorer("drag") else {
        return;
    };
    let before = answers(&mut browser);
    let start = browser.value("explorer.case");
    let (from, to) = (middle(&mut browser, 1), middle(&mut browser, 0));
    // A click is no drag.
    browser.drag(&[from]);
    assert_eq!(
        browser.value("explorer.past.length + explorer.answers"),
        before as f64
    );
    browser.drag(&way(from, to, 30));
    browser.wait_for(
        "document.querySelector('[data-part=verdict]').textContent.startsWith('overlapping')",
    );
    browser.wait_for(RESTED);
    let after = answers(&mut browser);
    assert!(after > before + 2, "{before} answers, then {after}");
    // The shape was grabbed by its centre, which follows the pointer.
    let there = middle(&mut browser, 1);
    assert!(
        (there[0] - to[0]).abs() < 2.0 && (there[1] - to[1]).abs() < 2.0,
        "{there:?} {to:?}"
    );
    browser.click("[data-part=undo]");
    browser.wait_for(
        "document.querySelector('[data-part=verdict]').textContent.startsWith('separated')",
    );
    assert_eq!(browser.value("explorer.case"), start);
    nothing_is_wrong(&browser);
}

/// Claim: a drag with the box for rotation ticked rotates a shape about its centre; a drag of a
/// corner moves that vertex only.
#[test]
fn shapes_turn_and_vertices_move() {
    let Some((mut browser, _)) = explorer("turn") else {
        return;
    };
    let corner = pixel(
        &mut browser,
        "explorer.viewer.story.world.shapes[0].corners[0]",
    );
    browser.drag(&way(corner, [corner[0] - 20.0, corner[1] + 10.0], 10));
    browser.wait_for(RESTED);
    let kept = browser.value(
        "explorer.viewer.story.case.a.points.filter((p) => p.every(Number.isInteger)).length",
    );
    assert_eq!(kept.as_f64(), Some(2.0));
    let pose = browser.value("explorer.viewer.story.case.a.pose ?? null");
    assert!(pose.is_null(), "{pose}");

    browser.click("[data-part=turns]");
    let there = middle(&mut browser, 1);
    let beside = [there[0] + 12.0, there[1]];
    browser.drag(&way(beside, [there[0], there[1] + 12.0], 10));
    browser.wait_for("explorer.viewer.story.case.b.pose");
    browser.wait_for(RESTED);
    let angle = browser
        .value("explorer.viewer.story.case.b.pose.rot")
        .as_f64()
        .expect("an angle");
    // A quarter turn clockwise on the screen, which looks down.
    assert!((angle + std::f64::consts::FRAC_PI_2).abs() < 0.2, "{angle}");
    nothing_is_wrong(&browser);
}

/// Claim: snapping makes the shapes touch, a nudge ends that, and both report it.
#[test]
fn contact_is_reached_on_purpose() {
    let Some((mut browser, _)) = explorer("snap") else {
        return;
    };
    browser.click("[data-part=snap]");
    browser.wait_for("document.querySelector('.verdict.touching')");
    assert!(browser.text("message").contains("touch exactly"));
    for (button, class) in [
        ("nudge-out", "separated"),
        ("nudge-in", "touching"),
        ("nudge-in", "overlapping"),
    ] {
        browser.click(&format!("[data-part={button}]"));
        browser.wait_for(&format!("document.querySelector('.verdict.{class}')"));
        assert!(browser.text("verdict").starts_with(class));
    }
    nothing_is_wrong(&browser);
}

/// Claim: numbers are edited in fields; an invalid number is marked and not sent, and a refused one
/// is marked with the reason.
#[test]
fn numbers_are_edited() {
    let Some((mut browser, _)) = explorer("numbers") else {
        return;
    };
    browser.click(".numbers summary");
    let set = |browser: &mut Browser, text: &str| {
        browser.value("document.querySelector('[data-pointer=\"/a/points/0/1\"]').select()");
        browser.write(text);
        browser.value("document.activeElement.blur()");
    };
    set(&mut browser, "abc");
    browser.wait_for(
        "document.querySelector('[data-pointer=\"/a/points/0/1\"]').getAttribute('aria-invalid')",
    );
    assert!(browser.text("message").contains("not a number"));
    let before = browser.value("explorer.case");
    set(&mut browser, "12.5");
    browser.wait_for("explorer.viewer.story.case.a.points[0][1] === 12.5");
    assert_ne!(browser.value("explorer.case"), before);
    assert_eq!(
        browser.value("document.querySelectorAll('[aria-invalid]').length"),
        0.0
    );
    nothing_is_wrong(&browser);
    // No `f32` holds it, which only the server knows. The mark goes when the judge has answered.
    browser.value(
        "window.marked = []; new MutationObserver((changes) => { for (const { target } of changes) \
         if (target.ariaInvalid) window.marked.push(target.dataset.pointer); }).observe(document, \
         { subtree: true, attributeFilter: ['aria-invalid'] }); explorer.panel.wishes.edit(\
         { edit: 'scalar', scalar: 'f32' })",
    );
    browser.wait_for("explorer.viewer.story.case.scalar === 'f32'");
    set(&mut browser, "1e300");
    browser.wait_for("window.marked.includes('/a/points/0/1')");
    let message = browser.text("message");
    assert!(message.contains("a.points[0][1]"), "{message}");
    assert_eq!(
        browser.value("explorer.viewer.story.case.a.points[0][1]"),
        12.5
    );
}

/// Writes a number into its field, and leaves it.
fn enter(browser: &mut Browser, pointer: &str, text: &str) {
    browser.value(&format!(
        "document.querySelector('[data-pointer=\"{pointer}\"]').select()"
    ));
    browser.write(text);
    browser.value("document.activeElement.blur()");
}

/// Claim: what is entered while an answer is late is neither lost nor left out of a saved file: two
/// numbers with an edit between that is refused, then a drag of the other shape, then a name to save
/// as. Then undo takes one step back.
#[test]
fn nothing_is_lost_while_an_answer_is_late() {
    let Some((mut browser, folder)) = explorer("late") else {
        return;
    };
    browser.click(".numbers summary");
    browser.value(HOLD);
    enter(&mut browser, "/a/points/0/1", "12.5");
    browser.value("explorer.panel.wishes.edit({ edit: 'dim', dim: 4 })");
    enter(&mut browser, "/a/points/1/1", "5.5");
    let from = middle(&mut browser, 1);
    browser.drag(&way(from, [from[0] + 30.0, from[1]], 5));
    browser.click("[data-part=name]");
    browser.write("late");
    browser.click("[data-part=save]");
    browser.value(RELEASE);
    browser.wait_for(
        "document.querySelector('[data-part=message]').textContent.startsWith('saved as')",
    );
    browser.wait_for(RESTED);
    let read = files::read_cases(&[folder.join("late.json")]).expect("a case");
    let text = browser.value("explorer.case");
    let shown = files::from_bytes(text.as_str().expect("a text").as_bytes()).expect("a case");
    for case in [&read[0].case, &shown[0]] {
        let value = json::value(case);
        assert_eq!(value["a"]["points"][0][1], 12.5, "{value}");
        assert_eq!(value["a"]["points"][1][1], 5.5, "{value}");
        let moved = value["b"]["pose"]["pos"][0].as_f64();
        assert!(moved > Some(0.0), "{value}");
    }
    browser.click("[data-part=undo]");
    browser.wait_for(RESTED);
    let moved = browser.value("explorer.viewer.story.case.b.pose ?? null");
    assert!(moved.is_null(), "{moved}");
    assert_eq!(
        browser.value("explorer.viewer.story.case.a.points[0][1]"),
        12.5
    );
    nothing_is_wrong(&browser);
}

/// Claim: an edit that is undone before its answer is never shown, and what was before stays.
#[test]
fn an_edit_is_undone_before_its_answer() {
    let Some((mut browser, _)) = explorer("undone") else {
        return;
    };
    browser.click("[data-part=nudge-out]");
    browser.wait_for("explorer.past.length === 1");
    browser.wait_for(RESTED);
    let before = browser.value("explorer.case");
    browser.value(HOLD);
    browser.click("[data-part=nudge-out]");
    browser.click("[data-part=undo]");
    browser.value(RELEASE);
    browser.wait_for(RESTED);
    assert_eq!(browser.value("explorer.case"), before);
    assert_eq!(browser.value("explorer.past.length"), 1.0);
    nothing_is_wrong(&browser);
}

/// Claim: a number that is being written stays as it is when an answer arrives, and is taken once it
/// is complete.
#[test]
fn a_number_being_written_stays() {
    let Some((mut browser, _)) = explorer("written") else {
        return;
    };
    browser.click(".numbers summary");
    enter(&mut browser, "/a/points/0/1", "12.5");
    browser.value("document.querySelector('[data-pointer=\"/a/points/1/1\"]').select()");
    browser.write("-7");
    browser.wait_for("explorer.viewer.story.case.a.points[0][1] === 12.5");
    browser.wait_for(RESTED);
    assert_eq!(browser.value("document.activeElement.value"), "-7");
    browser.write("5");
    browser.value("document.activeElement.blur()");
    browser.wait_for("explorer.viewer.story.case.a.points[1][1] === -75");
    nothing_is_wrong(&browser);
}

/// Claim: the sign of a zero is kept: from its field to the case, and back to the field and to the
/// case as a file.
#[test]
fn the_sign_of_a_zero_is_kept() {
    let Some((mut browser, _)) = explorer("zero") else {
        return;
    };
    browser.click(".numbers summary");
    enter(&mut browser, "/a/points/0/1", "-0");
    browser.wait_for("Object.is(explorer.viewer.story.case.a.points[0][1], -0)");
    browser.wait_for(RESTED);
    let field = "document.querySelector('[data-pointer=\"/a/points/0/1\"]').value";
    assert_eq!(browser.value(field), "-0.0");
    let case = browser.value("explorer.case");
    assert!(case.as_str().expect("a text").contains("[4, -0.0]"));
    let file = browser.text("case");
    let shown = json::read(&file).expect("a case");
    let held = json::read(case.as_str().expect("a text")).expect("a case");
    assert_eq!(json::write(&shown).ok(), json::write(&held).ok());
    nothing_is_wrong(&browser);
}

/// Claim: a case that is loaded while an answer is late is shown whole, whatever that answer is, and
/// nothing of the case before can be undone.
#[test]
fn a_case_is_loaded_while_an_answer_is_late() {
    let Some((mut browser, _)) = explorer("loaded") else {
        return;
    };
    browser.value(HOLD);
    browser.click("[data-part=nudge-out]");
    browser.value("explorer.load('3d-far-from-the-origin')");
    browser.value(RELEASE);
    browser.wait_for("explorer.viewer.story.id === '3d-far-from-the-origin'");
    browser.wait_for(RESTED);
    let fits = "Object.entries(explorer.viewer.views).map(([name, { camera }]) => { \
        const fitted = new Camera(camera.dim); [fitted.width, fitted.height] = [camera.width, camera.height]; \
        fitted.fit((name === 'world' ? worldPicture : differencePicture).extent(explorer.viewer.story)); \
        return [...fitted.center, fitted.scale].every((x, i) => Math.abs(x - [...camera.center, camera.scale][i]) \
        <= 1e-9 * fitted.scale); })";
    assert_eq!(browser.value(fits), serde_json::json!([true, true]));
    assert_eq!(browser.value("explorer.past.length"), 0.0);
    assert_eq!(browser.value("explorer.loaded === explorer.case"), true);
    nothing_is_wrong(&browser);
}

/// Claim: a long turn arrives whole however late the answer is: a quarter turn in 130 steps, more
/// than a request may have.
#[test]
fn a_long_turn_arrives_whole() {
    let Some((mut browser, _)) = explorer("long") else {
        return;
    };
    browser.click("[data-part=turns]");
    browser.value(HOLD);
    let there = middle(&mut browser, 1);
    let beside = [there[0] + 40.0, there[1]];
    browser.drag(&way(beside, [there[0], there[1] + 40.0], 130));
    browser.value(RELEASE);
    browser.wait_for(RESTED);
    let angle = browser.value("explorer.viewer.story.case.b.pose.rot");
    let angle = angle.as_f64().expect("an angle");
    assert!(
        (angle + std::f64::consts::FRAC_PI_2).abs() < 0.05,
        "{angle}"
    );
    nothing_is_wrong(&browser);
}

/// Claim: a second finger ends the drag of a shape, so that the next one begins at the case that is
/// shown.
#[test]
fn a_second_finger_ends_a_drag() {
    let Some((mut browser, _)) = explorer("fingers") else {
        return;
    };
    let from = middle(&mut browser, 1);
    let to = [from[0] + 30.0, from[1]];
    browser.touch("touchStart", &[from]);
    for place in way(from, to, 5) {
        browser.touch("touchMove", &[place]);
    }
    browser.touch("touchStart", &[to, [to[0], to[1] + 60.0]]);
    browser.touch("touchEnd", &[]);
    browser.wait_for("explorer.viewer.story.case.b.pose");
    assert_eq!(browser.value("explorer.drag"), serde_json::Value::Null);
}

/// Claim: a page tells what was found, and no more: of a subject without closest points it shows and
/// names none; what was only compared by its verdict, or cannot be known, is not called right. In
/// order: a verdict alone, points without a simplex, and boxes that are too large.
#[test]
fn nothing_is_told_that_is_not_known() {
    let Some(mut browser) = browser("known") else {
        return;
    };
    let case = named("2d-worked-example");
    let mut lone = GjkCore.answer(&case).expect("an answer");
    lone.evidence = Default::default();
    let mut points = lone.clone();
    points.closest.as_mut().expect("points").simplex.clear();
    let closest = lone.closest.as_mut().expect("points");
    (closest.points, closest.simplex) = (None, Vec::new());
    for (answer, ending, label) in [
        (lone, "", "The triangle a and hull b."),
        (
            points,
            "The closest points.",
            "The triangle a and hull b with their closest points.",
        ),
    ] {
        let story = Story::of_answer(&case, "", &GjkCore, answer);
        open(&mut browser, &[story]);
        browser.key("End");
        assert_eq!(browser.text("sentence"), ending);
        let told = "document.querySelector('canvas').getAttribute('aria-label')";
        browser.wait_for(&format!("{told} === '{label}'"));
    }
    let says = "[...document.querySelectorAll('.column > span')].map((says) => says.textContent)";
    let stories = ["gjk-core", "two-points"].map(|name| {
        let subject = subject::find(name).expect("a subject");
        Story::unjudged(&case, subject)
    });
    open(&mut browser, &stories);
    assert_eq!(
        browser.value(says),
        serde_json::json!(["✓ right verdict", "✓ right verdict"])
    );
    let text = r#"{"id":"x","dim":2,"scalar":"f64","expect":{},"a":{"kind":"point","p":[-1.7e308,0]},
        "b":{"kind":"point","p":[1.7e308,0]}}"#;
    let large = json::read(text).expect("a case");
    let stories = [&GjkCore, &GjkCore].map(|subject| Story::of(&large, "", subject));
    open(&mut browser, &stories);
    assert_eq!(
        browser.value(says),
        serde_json::json!(["says separated", "says separated"])
    );
    nothing_is_wrong(&browser);
}

/// Claim: the page says why there are no verdicts: they come when one pauses, or there is nothing to
/// judge; and they come after an edit that is refused.
#[test]
fn the_page_says_why_nothing_is_judged() {
    let Some((mut browser, _)) = explorer("unjudged") else {
        return;
    };
    browser.value("explorer.panel.wishes.edit({ edit: 'dim', dim: 4 })");
    browser.wait_for("document.querySelector('.message.wrong')");
    browser.wait_for(RESTED);
    // It knows no flat shapes.
    browser.value("explorer.panel.wishes.ask('voronoi-regions')");
    browser.wait_for("explorer.viewer.story.subject === 'voronoi-regions'");
    browser.wait_for(RESTED);
    assert_eq!(
        browser.text("no-rulings"),
        "Nothing was judged: there is no answer, or no exact answer."
    );
}

/// Claim: kinds, dimension, storage and subject are chosen from menus, and each choice gets an
/// answer.
#[test]
fn menus_are_answered() {
    let Some((mut browser, _)) = explorer("menus") else {
        return;
    };
    for (part, value, then) in [
        ("dim", "3", "story.dim === 3"),
        ("kind-a", "cone", "story.case.a.kind === 'cone'"),
        ("kind-b", "rounded", "story.case.b.kind === 'rounded'"),
        ("scalar", "f32", "story.case.scalar === 'f32'"),
        ("who", "gjk-core", "story.subject === 'gjk-core'"),
        ("dim", "2", "story.case.a.kind === 'triangle'"),
    ] {
        browser.value(&format!(
            "(() => {{ const menu = document.querySelector('[data-part={part}]'); menu.value = '{value}'; \
             menu.dispatchEvent(new Event('change')); }})()"
        ));
        browser.wait_for(&format!("(({{ story }}) => {then})(explorer.viewer)"));
        browser.wait_for(RESTED);
    }
    nothing_is_wrong(&browser);
}

/// Claim: a case is loaded by its id, and a subject with a wrong verdict is marked.
#[test]
fn a_wrong_verdict_is_marked() {
    let Some((mut browser, _)) = explorer("load") else {
        return;
    };
    browser.click("[data-part=load]");
    browser.write("2d-segments-cross");
    browser.click("[data-part=load] ~ button");
    browser.wait_for("document.querySelector('.verdict.overlapping')");
    assert!(!browser.text("verdict").contains("says"));
    browser.value(
        "(() => { const menu = document.querySelector('[data-part=who]'); menu.value = 'newest-first'; \
         menu.dispatchEvent(new Event('change')); })()",
    );
    browser.wait_for("document.querySelector('.verdict .wrong')");
    let verdict = browser.text("verdict");
    assert!(verdict.contains("newest-first says separated"), "{verdict}");
    nothing_is_wrong(&browser);
}

/// Claim: a case is saved under the typed name, and reads back as the case of the page.
#[test]
fn a_case_is_saved() {
    let Some((mut browser, folder)) = explorer("save") else {
        return;
    };
    browser.click("[data-part=snap]");
    browser.wait_for("document.querySelector('.verdict.touching')");
    browser.click("[data-part=name]");
    browser.write("from-the-page");
    browser.click("[data-part=save]");
    browser.wait_for(
        "document.querySelector('[data-part=message]').textContent.startsWith('saved as')",
    );
    let file = folder.join("from-the-page.json");
    let read = files::read_cases(std::slice::from_ref(&file)).expect("a case");
    let text = browser.value("explorer.case");
    let shown = files::from_bytes(text.as_str().expect("a text").as_bytes()).expect("a case");
    assert_eq!(
        (&read[0].case.a, &read[0].case.b),
        (&shown[0].a, &shown[0].b)
    );
    assert_eq!(read[0].case.id, "from-the-page");
    nothing_is_wrong(&browser);
}

/// Claim: the page in a file opens on the answer, steps with the arrow keys, and marks the row of
/// the step.
#[test]
fn the_page_of_a_file_steps() {
    let Some(mut browser) = browser("steps") else {
        return;
    };
    let story = Story::of(&first_case(), "", &GjkCore);
    let last = story.scenes.len() + 1;
    open(&mut browser, &[story]);
    browser.wait_for(&format!("{CURRENT} === {last}"));
    for (key, row) in [
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Home", 0),
        ("End", last),
    ] {
        browser.key(key);
        browser.wait_for(&format!("{CURRENT} === {row}"));
    }
    assert_eq!(browser.text("title"), "the answer");
    nothing_is_wrong(&browser);
}

/// Claim: the page of a wrong answer opens on the first wrong step, in red: the step, its row, the
/// reason, the verdict and the broken properties. The page of a right answer has nothing red, and
/// properties that hold are collapsed.
#[test]
fn a_page_opens_on_what_is_wrong() {
    let Some(mut browser) = browser("wrong") else {
        return;
    };
    let story = of_textbook("2d-squares-overlap", "two-points-endless");
    let wrong = story.wrong.expect("a wrong step") + 1;
    open(&mut browser, &[story]);
    assert_eq!(browser.value(CURRENT), wrong as f64);
    assert!(
        browser
            .text("fault")
            .starts_with("The wrong vertices were kept")
    );
    let verdict = browser.text("verdict");
    assert!(
        verdict.contains("✗ two-points-endless gives no verdict"),
        "{verdict}"
    );
    let red = browser.value(RED);
    let red: Vec<&str> = red
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|text| text.as_str())
        .collect();
    assert!(
        red.iter()
            .any(|text| text.starts_with("The wrong vertices")),
        "{red:?}"
    );
    assert!(
        red.contains(&"✗ broken") || red.iter().any(|text| text.starts_with("✗ broken")),
        "{red:?}"
    );
    // The row of a broken property comes first.
    let first = browser.value("document.querySelector('[data-part=rulings] tr').className");
    assert_eq!(first, "broken");

    open(
        &mut browser,
        &[Story::of(&named("3d-boxes-overlap"), "", &GjkCore)],
    );
    for _ in 0..6 {
        assert_eq!(browser.value(RED), serde_json::json!([]));
        browser.key("ArrowLeft");
    }
    let held = browser.text("holding");
    assert!(
        held.ends_with(" hold") && held.len() > " hold".len(),
        "{held}"
    );
    assert_eq!(
        browser.value("document.querySelector('[data-part=held] tr').checkVisibility()"),
        false
    );
    nothing_is_wrong(&browser);
}

/// Claim: from step to step only the drawings change: each part of the page keeps its position and
/// size, and each picture its scale and centre.
#[test]
fn nothing_jumps_between_steps() {
    let Some(mut browser) = browser("jumps") else {
        return;
    };
    let places = "JSON.stringify([...document.querySelectorAll('main > section, canvas, .controls, .table, .points, .lengths, \
        svg')].map((part) => { const box = part.getBoundingClientRect(); \
        return [part.className, box.left, box.top, box.width, box.height]; }).concat([...Object.values(page.viewer.views)] \
        .map(({ camera }) => [camera.scale, camera.center])))";
    for (id, name) in [
        ("3d-boxes-overlap", "gjk-core"),
        ("2d-worked-example", "gjk-core"),
        ("2d-squares-overlap", "two-points-endless"),
        ("cylinder-tilted-over-box", "gjk-core"),
    ] {
        let story = of_textbook(id, name);
        let steps = story.scenes.len().min(30);
        open(&mut browser, &[story]);
        browser.key("Home");
        browser.wait_for(&format!("{CURRENT} === 0"));
        browser
            .wait_for("page.viewer.views.world.isFitted && page.viewer.views.difference.isFitted");
        let first = browser.value(places);
        for step in 1..=steps + 1 {
            browser.key("ArrowRight");
            browser.wait_for(&format!("{CURRENT} === {step}"));
            assert_eq!(browser.value(places), first, "{id} at {step}");
        }
    }
    nothing_is_wrong(&browser);
}

/// Claim: in windows of a laptop or a screen no column of a table is cut off, with the longest
/// names and numbers: a proof in double-double, and an exact step.
#[test]
fn no_column_is_cut_off() {
    let Some(mut browser) = browser("columns") else {
        return;
    };
    let story = Story::of(&named("3d-gap-for-double-double"), "", &GjkCore);
    let last = story.scenes.len() + 1;
    open(&mut browser, &[story]);
    let cut = "[...document.querySelectorAll('.scroll, .table, .lengths')] \
        .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth) \
        .map((part) => `${part.className} ${part.scrollWidth} > ${part.clientWidth}`).join()";
    for width in [800, 1024, 1210, 1280, 1300, 1366, 1400, 1600, 1920] {
        browser.resize(width, 1000);
        browser.key("Home");
        browser.wait_for(&format!("{CURRENT} === 0"));
        for step in 1..=last {
            browser.key("ArrowRight");
            browser.wait_for(&format!("{CURRENT} === {step}"));
            assert_eq!(browser.value(cut), "", "{width} wide, step {step}");
        }
    }
    nothing_is_wrong(&browser);
}

/// Claim: the depth of an overlap is in the verdict and is drawn in both pictures.
#[test]
fn the_depth_is_shown() {
    let Some(mut browser) = browser("depth") else {
        return;
    };
    open(
        &mut browser,
        &[Story::of(&named("3d-boxes-overlap"), "", &GjkCore)],
    );
    assert_eq!(browser.text("verdict"), "overlapping, depth 0.5");
    // A pixel in the middle of its line has its colour.
    let drawn = browser.value("(async () => { await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame); \
        const { views } = page.viewer; const { depth, world } = page.viewer.story; const b = Solid.of(world.shapes[1]).center; \
        const middles = { difference: vec.middle(depth.ends), world: vec.add(b, vec.times(depth.way, 0.6)) }; \
        return Object.entries(middles).map(([name, point]) => { const { camera, canvas, pen } = views[name]; \
        const ratio = window.devicePixelRatio || 1; const [x, y] = camera.project(point).map((p) => Math.round(p * ratio)); \
        const seen = [...canvas.getContext('2d').getImageData(x - 2, y - 2, 5, 5).data]; \
        const want = pen.color('depth').match(/[0-9a-f]{2}/g).map((two) => parseInt(two, 16)); \
        return seen.some((_, i) => i % 4 === 0 && want.every((c, k) => Math.abs(seen[i + k] - c) < 12)); }); })()");
    assert_eq!(drawn, serde_json::json!([true, true]));
    nothing_is_wrong(&browser);
}

/// Claim: after a drag the whole difference is visible again, at the largest scale that shows it,
/// and not before.
#[test]
fn the_difference_refits_after_a_drag() {
    let Some((mut browser, _)) = explorer("refit") else {
        return;
    };
    let (from, to) = (middle(&mut browser, 1), middle(&mut browser, 0));
    let far = [from[0] + 3.0 * (from[0] - to[0]), from[1]];
    let scale = "explorer.viewer.views.difference.camera.scale * explorer.viewer.story.difference.unit ** -1";
    let before = browser.value(scale).as_f64().expect("a number");
    browser.drag(&way(from, far, 20));
    browser.wait_for(RESTED);
    // Farther away it is larger, so it is drawn smaller: as large as fits.
    browser.wait_for("explorer.viewer.views.difference.isFitted");
    let after = browser.value(scale).as_f64().expect("a number");
    assert!(after < before / 1.1, "{before} {after}");
    let fits = browser.value("(() => { const { camera } = explorer.viewer.views.difference; \
        const fitted = new Camera(camera.dim); [fitted.width, fitted.height] = [camera.width, camera.height]; \
        fitted.fit(differencePicture.extent(explorer.viewer.story)); return fitted.scale / camera.scale; })()");
    let fits = fits.as_f64().expect("a number");
    assert!((fits - 1.0).abs() < 1e-9, "{fits}");
    nothing_is_wrong(&browser);
}

/// Claim: several subjects are side by side, each with a picture of the same step; wrong ones are
/// marked, and a click shows the steps of another. The explorer adds the textbooks to the selected
/// subject.
#[test]
fn subjects_stand_side_by_side() {
    let Some(mut browser) = browser("columns") else {
        return;
    };
    let names = ["gjk-core", "newest-first", "two-points"];
    let stories = names.map(|name| of_textbook("2d-segments-cross", name));
    open(&mut browser, &stories);
    let says = browser.value("[...document.querySelectorAll('.column')].map((column) => column.querySelector('.pick').textContent \
        + ': ' + column.querySelector('span').textContent)");
    assert_eq!(
        says,
        serde_json::json!([
            "gjk-core: ✓ right",
            "newest-first: ✗ says separated",
            "two-points: ✓ right"
        ])
    );
    // It opens on the wrong subject, at its first wrong step.
    assert!(browser.text("about").ends_with("newest-first"));
    assert_eq!(
        browser.value(CURRENT),
        (stories[1].wrong.expect("a wrong step") + 1) as f64
    );
    browser.click(".column:first-child .pick");
    assert!(browser.text("about").ends_with("gjk-core"));
    assert!(!browser.text("verdict").contains('✗'));
    nothing_is_wrong(&browser);
    drop(browser);

    let Some((mut browser, _)) = explorer("beside") else {
        return;
    };
    browser.click("[data-part=compares]");
    browser.wait_for("document.querySelectorAll('.column').length === 6");
    browser.wait_for(RESTED);
    browser.click("[data-part=compares]");
    browser.wait_for("document.querySelector('.columns').hidden");
    nothing_is_wrong(&browser);
}
