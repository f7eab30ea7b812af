//! A query in words and numbers: the cells of its iterations, and the lines of its answer.

use glam::DVec3;
use serde::Serialize;

use crate::case::{Case, Dim};
use crate::judge::Truth;
use crate::subject::{Answer, End, NoAnswer, Step, Why};

/// A line about an answer: what, and how much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What it is about.
    pub name: &'static str,
    /// The number, the points or the words.
    pub value: String,
}

impl Row {
    /// A line.
    pub fn new(name: &'static str, value: impl Into<String>) -> Self {
        Self {
            name,
            value: value.into(),
        }
    }
}

/// How many columns the table of the iterations has.
pub const COLUMNS: usize = 7;

/// The headings of the columns: those of a search that measures, or that asks for yes or no.
pub fn columns(steps: &[Step]) -> [&'static str; COLUMNS] {
    let measures = steps.is_empty() || steps.iter().any(|step| step.measured.is_some());
    let point = if measures {
        "nearest point v"
    } else {
        "direction"
    };
    [
        "#",
        "arithmetic",
        "n",
        point,
        "new difference w",
        "lower bound",
        "|v|",
    ]
}

/// The cells of an iteration.
pub fn cells(case: &Case, index: usize, step: &Step) -> [String; COLUMNS] {
    let shown = step.measured.map_or(step.direction, |known| known.nearest);
    let bounds = step.measured.map(|known| known.bounds.map(number));
    let [lower, upper] = bounds.unwrap_or(["-", "-"].map(str::to_owned));
    [
        (index + 1).to_string(),
        step.arithmetic.to_owned(),
        step.simplex.len().to_string(),
        point(shown, case.dim),
        point(step.difference(case), case.dim),
        lower,
        upper,
    ]
}

/// The exact answer: how the shapes lie, and how far apart they are. Empty where nothing is known.
pub fn exact_rows(truth: Option<&Truth>) -> Vec<Row> {
    let Some(truth) = truth else {
        return Vec::new();
    };
    let [lower, upper] = truth.distance();
    vec![
        Row::new(
            "verdict",
            match truth.contact {
                Some(contact) => format!("{contact:?}").to_lowercase(),
                None => "too near to contact to tell".to_owned(),
            },
        ),
        Row::new(
            "distance",
            if lower == upper {
                number(lower)
            } else {
                format!("{lower:?} .. {upper:?}")
            },
        ),
    ]
}

/// What an answer says.
pub fn answer_rows(case: &Case, answer: &Answer) -> Vec<Row> {
    let verdict = if answer.intersects {
        "intersecting"
    } else {
        "separated"
    };
    let mut rows = vec![Row::new("verdict", verdict)];
    let Some(closest) = &answer.closest else {
        if answer.end == End::IterationLimit {
            rows.push(Row::new("end", format!("{}: no verdict", end(answer.end))));
        }
        return rows;
    };
    rows.push(Row::new("distance", number(closest.distance)));
    if let Some([lower, upper]) = closest.bounds {
        rows.push(Row::new(
            "bounds",
            format!("{} .. {}", number(lower), number(upper)),
        ));
    }
    if let Some([a, b]) = closest.points {
        rows.push(Row::new("point on a", point(a, case.dim)));
        rows.push(Row::new("point on b", point(b, case.dim)));
    }
    if let Some(normal) = closest.normal {
        rows.push(Row::new("normal", point(normal, case.dim)));
    }
    for vertex in &closest.simplex {
        rows.push(Row::new(
            "simplex",
            format!(
                "{} of {} - {}",
                number(vertex.weight),
                point(vertex.a, case.dim),
                point(vertex.b, case.dim)
            ),
        ));
    }
    let after = format!(
        "{} after {} iterations",
        end(closest.end),
        closest.iterations
    );
    rows.push(Row::new("end", after));
    rows
}

/// Why there is no answer, and what a program said about it.
pub fn unanswered_rows(none: &NoAnswer) -> Vec<Row> {
    let name = match none.why {
        Why::Panic => "panic",
        Why::Hang => "hang",
        Why::Crash => "crash",
        Why::Nonsense => "nonsense",
    };
    let said = none.said.iter().map(|line| Row::new("stderr", line));
    [Row::new(name, &none.reason)]
        .into_iter()
        .chain(said)
        .collect()
}

fn end(end: End) -> &'static str {
    match end {
        End::Converged => "converged",
        End::Stalled => "stalled on rounding",
        End::IterationLimit => "iteration limit",
        End::BeyondMaxDistance => "beyond the maximum distance",
        End::NotFinite => "not finite",
    }
}

impl Step {
    /// The point of the Minkowski difference that the support points of the step make.
    fn difference(&self, case: &Case) -> DVec3 {
        let [a, b] = self.support;
        let [origin_a, origin_b] = self.frame.origins(case);
        (a - b) + (origin_a - origin_b)
    }
}

/// The shortest decimal that reads back to the same bits, in plain or exponent form as Rust writes
/// it.
fn number(x: f64) -> String {
    format!("{x:?}")
}

/// The coordinates to eight digits: enough to follow, and they fit beside each other.
fn point(p: DVec3, dim: Dim) -> String {
    let digits = |x: f64| format!("{:.7e}", x + 0.0);
    match dim {
        Dim::Two => format!("({}, {})", digits(p.x), digits(p.y)),
        Dim::Three => format!("({}, {}, {})", digits(p.x), digits(p.y), digits(p.z)),
    }
}
