//! A story as one HTML file that can be sent to anybody: the pictures, the iterations step by step,
//! the answer beside the exact one, and what the judge says.
//!
//! The files of `page/` are its parts. It asks the network for nothing, and says so to the browser.
//! What comes from a case reaches it as JSON alone, never as markup.

use crate::story::Story;

const FRAME: &str = include_str!("page/page.html");

/// The style sheet of both pages.
const STYLE: (&str, &str) = ("page.css", include_str!("page/page.css"));

/// What both pages do, each file after those that it needs.
const SCRIPTS: [(&str, &str); 9] = [
    ("camera.js", include_str!("page/camera.js")),
    ("pen.js", include_str!("page/pen.js")),
    ("solid.js", include_str!("page/solid.js")),
    ("pictures.js", include_str!("page/pictures.js")),
    ("viewer.js", include_str!("page/viewer.js")),
    ("bounds.js", include_str!("page/bounds.js")),
    ("iterations.js", include_str!("page/iterations.js")),
    ("columns.js", include_str!("page/columns.js")),
    ("story.js", include_str!("page/story.js")),
];

/// What starts the page of a file.
const START: &str = include_str!("page/main.js");

/// What the page that asks a server has instead: the panel, and what it asks.
const LIVE: [(&str, &str); 2] = [
    ("panel.js", include_str!("page/panel.js")),
    ("live.js", include_str!("page/live.js")),
];

/// What the browser is told about a page that was written to a file: no network, and nothing runs but
/// what stands in it.
const POLICY: &str =
    "default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/// The page of one story, or of several of one case, side by side.
pub fn html(stories: &[Story]) -> String {
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    let scripts = SCRIPTS.iter().map(|(_, script)| *script).chain([START]);
    let scripts: String = scripts
        .map(|script| format!("<script>\n{script}</script>\n"))
        .collect();
    page(
        stories,
        &format!("{policy}\n<style>\n{}</style>", STYLE.1),
        &scripts,
    )
}

/// The page of the explorer, which begins with a story and asks its server for others. It loads its
/// files from there, so that the browser can be told to run no script that stands in a page.
pub fn live_html(story: &Story) -> String {
    let scripts: String = (SCRIPTS.iter().chain(&LIVE))
        .map(|(name, _)| format!("<script src=\"{name}\"></script>\n"))
        .collect();
    let style = format!("<link rel=\"stylesheet\" href=\"{}\">", STYLE.0);
    page(std::slice::from_ref(story), &style, &scripts)
}

/// A file that the page of the explorer loads.
pub fn live_file(name: &str) -> Option<&'static str> {
    let mut files = SCRIPTS.iter().chain(&LIVE).chain([&STYLE]);
    let (_, text) = files.find(|(file, _)| *file == name)?;
    Some(text)
}

/// The frame with its gaps filled. The stories come last, so that nothing in it is taken for a gap.
fn page(stories: &[Story], style: &str, scripts: &str) -> String {
    FRAME
        .replace("{{style}}", style)
        .replace("{{scripts}}", scripts)
        .replace("{{stories}}", &json(stories))
}

/// The stories as JSON that a script element can hold: without a `<`, no end of the element is in it.
fn json(stories: &[Story]) -> String {
    // Its keys are text, and of the numbers that JSON lacks it makes null; so it cannot fail.
    let text = serde_json::to_string(stories).unwrap_or_default();
    text.replace('<', "\\u003c")
}
