//! The steps of a query as text: the answer first, then each step with its simplex, direction,
//! support point and bounds.

use std::fmt::Write;

use super::style::{HEADING, painted};
use crate::story::words::{Line, Row};
use crate::story::{Contact, Outcome, Ruling, Scene, Story};

/// The width of names, and of each coordinate.
const NAME: usize = 16;
const POINT: usize = 16;
const WIDTH: usize = 16;

/// How many steps are shown at each end of an endless search.
const ENDS: usize = 50;

/// The answer, the broken properties, the first wrong step, and the steps.
pub fn text(story: &Story) -> String {
    let mut text = String::new();
    let [a, b] = [&story.case["a"]["kind"], &story.case["b"]["kind"]]
        .map(|kind| kind.as_str().unwrap_or(""));
    let title = format!(
        "{}: {a} against {b}, {}D, by {}",
        story.id, story.dim, story.subject
    );
    let _ = writeln!(text, "{}", painted(HEADING, title));
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<NAME$}{value}");
    };
    row("verdict", &verdict(story));
    if let Some(depth) = &story.depth {
        row("depth", &depth.length);
    }
    for Row { name, value } in story.answer.iter().filter(|row| row.name != "verdict") {
        row(name, value);
    }
    for Row { name, value } in story.exact.iter().filter(|row| row.name != "verdict") {
        row(&format!("exact {name}"), value);
    }
    let broken = |ruling: &&Ruling| ruling.outcome == Outcome::Broken;
    for Ruling {
        property, detail, ..
    } in story.rulings.iter().filter(broken)
    {
        row("broken", &format!("{property}: {detail}"));
    }
    if let Some(index) = story.wrong
        && let Some(fault) = &story.scenes[index].fault
    {
        row("wrong", &format!("{}: {fault}", story.scenes[index].title));
    }
    text.push_str(&points(story.dim, &story.lines));
    if story.scenes.is_empty() {
        text.push_str("\nThe subject reports no steps.\n");
    }
    let count = story.scenes.len();
    for (index, scene) in story.scenes.iter().enumerate() {
        if index == ENDS && count > 2 * ENDS {
            let _ = writeln!(text, "\n… {} more steps", count - 2 * ENDS);
        }
        if index < ENDS || index + ENDS >= count {
            text.push_str(&step(story.dim, scene));
        }
    }
    text
}

/// The exact verdict, and that of the subject if it differs.
fn verdict(story: &Story) -> String {
    let exact = match story.contact {
        Contact::Separated => "separated",
        Contact::Touching => "touching",
        Contact::Overlapping => "overlapping",
        Contact::Undecided => "unknown: too near to contact to decide",
        Contact::TooLarge => "unknown: a length exceeds the largest float",
    };
    match story.intersects {
        None => format!("none, exactly {exact}"),
        Some(intersects) => {
            let said = if intersects {
                "intersecting"
            } else {
                "separated"
            };
            match story.contact {
                Contact::Undecided | Contact::TooLarge => format!("{said}, exactly {exact}"),
                _ if story.contact.contradicts(Some(intersects)) => {
                    format!("{said}, WRONG: exactly {exact}")
                }
                _ => exact.to_owned(),
            }
        }
    }
}

fn step(dim: u8, scene: &Scene) -> String {
    let mut text = String::new();
    let title = format!("{}: {}, {}", scene.title, scene.kind, scene.arithmetic);
    let [lower, upper] = &scene.lengths;
    let _ = writeln!(text, "\n{}", painted(HEADING, title));
    if let Some(fault) = &scene.fault {
        let _ = writeln!(text, "WRONG: {fault}");
    }
    let _ = writeln!(text, "{}", scene.sentence);
    text.push_str(&points(dim, &scene.lines));
    let _ = writeln!(text, "  {} {upper}   lower bound {lower}", scene.upper);
    text
}

/// Points as rows of their coordinates.
fn points(dim: u8, lines: &[Line]) -> String {
    let mut text = String::new();
    if lines.is_empty() {
        return text;
    }
    let axes = ["x", "y", "z"].into_iter().take(usize::from(dim));
    let mut row = |name: &str, cells: &mut dyn Iterator<Item = &str>| {
        let mut line = format!("  {name:<POINT$}");
        for cell in cells {
            let _ = write!(line, "{cell:>WIDTH$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    };
    row("", &mut axes.chain(["weight"]));
    for line in lines {
        let cells = line.at.iter().map(String::as_str);
        row(&line.name, &mut cells.chain([&*line.weight]));
    }
    text
}
