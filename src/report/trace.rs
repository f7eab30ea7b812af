//! The iterations of a query as a text table.

use std::fmt::Write;

use crate::case::{Case, Dim};
use crate::judge::Truth;
use crate::subject::{Answer, End, Step};

use glam::DVec3;

/// The case, the iterations, the answer, and the exact answer beside it.
pub fn text(case: &Case, answer: &Answer, truth: Option<&Truth>) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: {} against {}",
        case.id,
        case.a.kind.name(),
        case.b.kind.name()
    );
    let _ = writeln!(
        text,
        "{:>3}  {:<13}  {:>1}  {:<48}  {:<48}  {:>22}  {:>22}",
        "#", "arithmetic", "n", "nearest point v", "new difference w", "lower bound", "|v|"
    );
    for (index, step) in answer.steps.iter().enumerate() {
        let w = step.difference(truth);
        let _ = writeln!(
            text,
            "{:>3}  {:<13}  {:>1}  {:<48}  {:<48}  {:>22}  {:>22}",
            index + 1,
            step.arithmetic,
            step.simplex.len(),
            point(step.nearest, case.dim),
            point(w, case.dim),
            number(step.bounds[0]),
            number(step.bounds[1]),
        );
    }
    conclusion(&mut text, case, answer);
    if let Some(truth) = truth {
        let [lower, upper] = truth.distance();
        let _ = writeln!(
            text,
            "exact       {}, distance {}",
            match truth.contact {
                Some(contact) => format!("{contact:?}").to_lowercase(),
                None => "too near to contact to tell".to_owned(),
            },
            if lower == upper {
                number(lower)
            } else {
                format!("{lower:?} .. {upper:?}")
            }
        );
    }
    text
}

fn conclusion(text: &mut String, case: &Case, answer: &Answer) {
    let verdict = if answer.intersects {
        "intersecting"
    } else {
        "separated"
    };
    let _ = writeln!(text, "verdict     {verdict}");
    let Some(closest) = &answer.closest else {
        return;
    };
    let end = match closest.end {
        End::Converged => "converged",
        End::Stalled => "stalled on rounding",
        End::IterationLimit => "iteration limit",
        End::BeyondMaxDistance => "beyond the maximum distance",
        End::NotFinite => "not finite",
    };
    let _ = writeln!(text, "distance    {}", number(closest.distance));
    if let Some([lower, upper]) = closest.bounds {
        let _ = writeln!(text, "bounds      {} .. {}", number(lower), number(upper));
    }
    if let Some([a, b]) = closest.points {
        let _ = writeln!(text, "point on a  {}", point(a, case.dim));
        let _ = writeln!(text, "point on b  {}", point(b, case.dim));
    }
    if let Some(normal) = closest.normal {
        let _ = writeln!(text, "normal      {}", point(normal, case.dim));
    }
    for vertex in &closest.simplex {
        let _ = writeln!(
            text,
            "simplex     {} of {} - {}",
            number(vertex.weight),
            point(vertex.a, case.dim),
            point(vertex.b, case.dim)
        );
    }
    let _ = writeln!(
        text,
        "end         {end} after {} iterations",
        closest.iterations
    );
}

impl Step {
    /// The point of the Minkowski difference that the support points of the step make.
    fn difference(&self, truth: Option<&Truth>) -> DVec3 {
        let [a, b] = self.support;
        let between = truth.map_or(DVec3::ZERO, |truth| {
            let [a, b] = &truth.cores;
            DVec3::from_array(a.origin) - DVec3::from_array(b.origin)
        });
        (a - b) + between
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
