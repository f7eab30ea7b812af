//! A story as one HTML file that can be sent to anybody: the pictures, the iterations step by step,
//! the answer beside the exact one, and what the judge says.
//!
//! The files of `page/` are its parts. It asks the network for nothing, and says so to the browser.
//! What comes from a case reaches it as JSON alone, never as markup.

use crate::story::Story;

const FRAME: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// What both pages do, each file after those that it needs.
const SCRIPTS: [&str; 8] = [
    include_str!("page/camera.js"),
    include_str!("page/pen.js"),
    include_str!("page/solid.js"),
    include_str!("page/pictures.js"),
    include_str!("page/viewer.js"),
    include_str!("page/bounds.js"),
    include_str!("page/iterations.js"),
    include_str!("page/story.js"),
];

/// What starts the page of a file, and the page that asks a server.
const START: &str = include_str!("page/main.js");
const LIVE: &str = include_str!("page/live.js");

/// What the browser is told about a page that was written to a file: no network, and nothing runs but
/// what stands in it.
const POLICY: &str =
    "default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/// The page of a story.
pub fn html(story: &Story) -> String {
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    page(story, &policy, START)
}

/// The page of the explorer, which begins with a story and asks its server for others.
pub fn live_html(story: &Story) -> String {
    page(story, "", LIVE)
}

/// The frame with its gaps filled. The story comes last, so that nothing in it is taken for a gap.
fn page(story: &Story, policy: &str, start: &str) -> String {
    let scripts: String = (SCRIPTS.iter().chain([&start]))
        .map(|script| format!("<script>\n{script}</script>\n"))
        .collect();
    FRAME
        .replace("{{style}}", &format!("{policy}\n<style>\n{STYLE}</style>"))
        .replace("{{scripts}}", &scripts)
        .replace("{{story}}", &json(story))
}

/// The story as JSON that a script element can hold: without a `<`, no end of the element is in it.
fn json(story: &Story) -> String {
    // Its keys are text, and of the numbers that JSON lacks it makes null; so it cannot fail.
    let text = serde_json::to_string(story).unwrap_or_default();
    text.replace('<', "\\u003c")
}
