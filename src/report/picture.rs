//! A query as an SVG picture: on the left the shapes in the world, on the right the search in their
//! Minkowski difference, below the answer. Pictures can be compared: the same story gives the same
//! bytes on every machine.
//!
//! The numbers at the points are the iteration numbers in the text of `explain`.

mod view;

use glam::DVec2;
use maud::{Markup, PreEscaped, html};

use crate::story::words::Row;
use crate::story::{Point, Story};
use view::View;

/// The side of a view, the margin around it, and the space for the text below it, in pixels.
const SIDE: f64 = 400.0;
const MARGIN: f64 = 20.0;
const CAPTION: f64 = 64.0;

/// The height of a line of text, in pixels.
const LINE: f64 = 20.0;

/// The radius of a dot and of a circle around it, half the cross of the origin, and the length of a
/// normal, in pixels.
const DOT: f64 = 3.0;
const RING: f64 = 6.0;
const CROSS: f64 = 8.0;
const NORMAL: f64 = 40.0;

/// The position of the label of a support point, and of a nearest point, in pixels.
const LABEL_ABOVE: DVec2 = DVec2::new(5.0, -7.0);
const LABEL_BELOW: DVec2 = DVec2::new(5.0, 16.0);

/// Points that are closer in the picture share a dot and a label, in pixels.
const NEAR: f64 = 8.0;

/// Coordinates are rounded to this part of a pixel.
const PARTS: f64 = 100.0;

/// Added before rounding. Shapes of round numbers often lie exactly between two parts, where the
/// last digit of a sine, which differs between machines, would decide.
const ASIDE: f64 = 1e-3;

/// The largest coordinate, in pixels: points far outside a view are cut off anyway, and NaN becomes
/// this.
const PIXELS_MAX: f64 = 1e5;

/// The colours, for light and dark backgrounds.
const STYLE: &str = include_str!("picture/picture.css");

/// The picture of a story.
pub fn svg(story: &Story) -> String {
    let [width, height] = [2.0 * SIDE + 3.0 * MARGIN, SIDE + 2.0 * MARGIN + CAPTION];
    let below = MARGIN + SIDE + LINE;
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox={ "0 0 " (width) " " (height) } {
            title { (name(story)) }
            style { (PreEscaped(STYLE)) }
            rect class="ground" width="100%" height="100%" {}
            (panel(MARGIN, world(story)))
            (panel(SIDE + 2.0 * MARGIN, difference(story)))
            @for (line, y) in caption(story).iter().zip([below, below + LINE, below + 2.0 * LINE]) {
                text x=(MARGIN) y=(y) { (line) }
            }
        }
    };
    // One element a line, so that pictures can be compared as text. Only tags have such brackets.
    let text = markup.into_string().replace("><", ">\n<");
    text.replace(">\n</", "></") + "\n"
}

/// What the picture shows, for those who cannot see it.
fn name(story: &Story) -> String {
    let [a, b] = ["a", "b"].map(|shape| story.case[shape]["kind"].as_str().unwrap_or(""));
    format!("{}: {a} against {b}, by {}", story.id, story.subject)
}

/// The id of the case, the answer, and the exact answer.
fn caption(story: &Story) -> [String; 3] {
    let value = |rows: &[Row], name: &str| {
        let row = rows.iter().find(|row| row.name == name);
        row.map_or("-", |row| &row.value).to_owned()
    };
    let found = |who: &str, rows: &[Row]| {
        let [verdict, distance] = ["verdict", "distance"].map(|name| value(rows, name));
        format!("{who}: {verdict}, distance {distance}")
    };
    let answer = match &*story.answer {
        // There is no answer, and this says why.
        [Row { name, value }, ..] if *name != "verdict" => {
            format!("{}: {name}, {value}", story.subject)
        }
        rows => format!("{}, {}", found(story.subject, rows), value(rows, "end")),
    };
    [story.id.clone(), answer, found("exact", &story.exact)]
}

/// A square that begins at `x`, with clipped content.
fn panel(x: f64, content: Markup) -> Markup {
    html! {
        svg x=(x) y=(MARGIN) width=(SIDE) height=(SIDE) {
            rect class="ground" width="100%" height="100%" {}
            (content)
        }
    }
}

/// The shapes, their closest points and the normal.
fn world(story: &Story) -> Markup {
    let world = &story.world;
    let corners = world.shapes.iter().flat_map(|shape| &shape.corners);
    let view = View::around(story.dim, corners.copied());
    let names = [
        ("a", "a"),
        ("b", "b"),
        ("witness", "closest points"),
        ("normal", "normal"),
    ];
    let witnesses = world.points.map(|points| points.map(|p| view.place(p)));
    html! {
        (title("world", &names))
        @for (name, (shape, core)) in ["a", "b"].iter().zip(world.shapes.iter().zip(&world.cores)) {
            (view.mesh(name, shape))
            @if let Some(core) = core {
                (view.mesh(&format!("{name} core"), core))
            }
        }
        @if let Some([p, q]) = witnesses {
            (path("witness line", &[p, q], false))
            (dot("witness", p, DOT))
            (dot("witness", q, DOT))
            @if let Some(normal) = world.normal {
                (path("normal line", &[p, p + view.seen(normal) * NORMAL], false))
            }
        }
    }
}

/// The difference, the path of the search to the origin, and the simplex of the answer.
fn difference(story: &Story) -> Markup {
    let difference = &story.difference;
    let scenes = story.scenes.iter();
    let steps = scenes.filter(|scene| scene.iteration.is_some());
    let radius = difference.radius;
    let corners = difference.shape.corners.iter().copied();
    let view = View::around(story.dim, corners.chain([[-radius; 3], [radius; 3]]));
    let origin = view.place([0.0; 3]);
    let across = [DVec2::X, DVec2::Y].map(|axis| [origin - axis * CROSS, origin + axis * CROSS]);
    let simplex: Vec<DVec2> = difference.simplex.iter().map(|p| view.place(*p)).collect();
    let support = Group::all(&view, steps.clone().map(|scene| scene.support));
    let nearest = Group::all(&view, steps.map(|scene| scene.nearest));
    let way: Vec<DVec2> = nearest.iter().map(|group| group.place).collect();
    let names = [
        ("support", "support points"),
        ("witness", "nearest points"),
        ("simplex", "simplex"),
    ];
    html! {
        (title("difference", &names))
        (view.mesh("difference", &difference.shape))
        @if radius > 0.0 {
            circle class="radius" cx=(pixels(origin.x)) cy=(pixels(origin.y)) r=(pixels(radius * view.scale)) {}
        }
        (path("simplex", &simplex, true))
        @for vertex in &simplex {
            (dot("simplex", *vertex, RING))
        }
        (path("witness line", &way, false))
        @for line in &across {
            (path("origin line", line, false))
        }
        @for group in &support {
            (group.draw("support", LABEL_ABOVE))
        }
        @for group in &nearest {
            (group.draw("witness", LABEL_BELOW))
        }
    }
}

/// The title of a view, with the names of its parts in their colours.
fn title(what: &str, names: &[(&str, &str)]) -> Markup {
    html! {
        text x=(LINE / 2.0) y=(LINE) {
            (what)
            @for (class, name) in names {
                ", " tspan class=(class) { (name) }
            }
        }
    }
}

fn dot(class: &str, place: DVec2, radius: f64) -> Markup {
    html! { circle class=(class) cx=(pixels(place.x)) cy=(pixels(place.y)) r=(radius) {} }
}

/// A path of straight lines, which may be closed.
fn path(class: &str, places: &[DVec2], closed: bool) -> Markup {
    let points: Vec<String> = (places.iter())
        .map(|place| format!("{} {}", pixels(place.x), pixels(place.y)))
        .collect();
    let end = if closed { " Z" } else { "" };
    html! {
        @if places.len() > 1 {
            path class=(class) d={ "M " (points.join(" L ")) (end) } {}
        }
    }
}

/// A coordinate or a length, rounded to parts of a pixel.
pub(super) fn pixels(length: f64) -> f64 {
    if length.is_nan() {
        return PIXELS_MAX;
    }
    let parts = (length.clamp(-PIXELS_MAX, PIXELS_MAX) * PARTS + ASIDE).round();
    // No minus zero.
    parts / PARTS + 0.0
}

/// A position, and the numbers of the iterations with a point there.
struct Group {
    place: DVec2,
    numbers: Vec<usize>,
}

impl Group {
    /// The positions of the points of all iterations; neighbours are merged.
    fn all(view: &View, points: impl Iterator<Item = Option<Point>>) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for (number, point) in (1..).zip(points) {
            let Some(place) = point.map(|p| view.place(p)) else {
                continue;
            };
            match (groups.iter_mut()).find(|group| group.place.distance(place) < NEAR) {
                Some(group) => group.numbers.push(number),
                None => groups.push(Self {
                    place,
                    numbers: vec![number],
                }),
            }
        }
        groups
    }

    fn draw(&self, class: &str, label: DVec2) -> Markup {
        let beside = self.place + label;
        html! {
            (dot(class, self.place, DOT))
            text class=(class) x=(pixels(beside.x)) y=(pixels(beside.y)) { (ranges(&self.numbers)) }
        }
    }
}

/// Ascending numbers as text, with runs abbreviated: `1, 3–5`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let texts = runs.map(|run| match run {
        [one] => one.to_string(),
        [one, next] => format!("{one}, {next}"),
        _ => format!("{}–{}", run[0], run[run.len() - 1]),
    });
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: coordinates are rounded to hundredths; a half is rounded up even if its last digit is
    // missing, and there is no minus zero.
    #[test]
    fn coordinates_are_rounded_alike() {
        for half in [0.125, 0.125 - 1e-12, 0.125 + 1e-12] {
            assert_eq!(pixels(half).to_string(), "0.13");
        }
        assert_eq!(pixels(-0.001).to_string(), "0");
        assert_eq!(pixels(-1e300), -PIXELS_MAX);
    }

    // Claim: a run of three and more is abbreviated.
    #[test]
    fn runs_of_numbers() {
        assert_eq!(ranges(&[1, 2, 4, 6, 7, 8, 9]), "1, 2, 4, 6–9");
        assert_eq!(ranges(&[]), "");
    }
}
