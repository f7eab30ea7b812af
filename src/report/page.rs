//! A story as one HTML file: the pictures, the steps, the answer next to the exact one, and the
//! verdicts.
//!
//! The files of `page/` are its parts. It makes no network request, and forbids the browser to make
//! one. Text of a case reaches it as JSON only, never as markup.

use crate::story::Story;

const FRAME: &str = include_str!("page/page.html");

/// The style sheet of both pages.
const STYLE: (&str, &str) = ("page.css", include_str!("page/page.css"));

/// The scripts of both pages, each file after those it depends on.
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

/// The start of a page in a file.
const START: &str = include_str!("page/main.js");

/// The start of the live page: the panel, and the requests.
const LIVE: [(&str, &str); 2] = [
    ("panel.js", include_str!("page/panel.js")),
    ("live.js", include_str!("page/live.js")),
];

/// The content policy of a page in a file: no network, and no scripts but its own.
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

/// The page of the explorer, which starts with a story and requests others. It loads its scripts as
/// files, so that the browser can be told to run no inline script.
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

/// The frame with its placeholders filled. The stories come last, so that nothing in them is taken
/// for a placeholder.
fn page(stories: &[Story], style: &str, scripts: &str) -> String {
    FRAME
        .replace("{{style}}", style)
        .replace("{{scripts}}", scripts)
        .replace("{{stories}}", &json(stories))
}

/// The stories as JSON for a script element: without a `<`, so that it cannot end the element.
fn json(stories: &[Story]) -> String {
    // The keys are text, and numbers that JSON lacks become null, so this cannot fail.
    let text = serde_json::to_string(stories).unwrap_or_default();
    text.replace('<', "\\u003c")
}
