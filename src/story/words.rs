//! A query in words and numbers: the sentences and points of its steps, and the lines of its
//! answer.

use glam::DVec3;
use serde::Serialize;

use super::names::Names;
use crate::case::{Case, Dim};
use crate::judge::{Truth, counted};
use crate::subject::{
    Answer, Claim, End, ExactStep, Frame, NoAnswer, Proof, Step, StepKind, Vertex,
};

/// A line about an answer: a name and a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The name.
    pub name: &'static str,
    /// The number, the points or the text.
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

/// A point as text: its name, its coordinates, and its weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its coordinates, one for each dimension.
    pub at: Vec<String>,
    /// Its weight; empty if it has none.
    pub weight: String,
}

impl Line {
    fn of(dim: Dim, name: impl Into<String>, p: DVec3) -> Self {
        let all = [p.x, p.y, p.z];
        let count = match dim {
            Dim::Two => 2,
            Dim::Three => 3,
        };
        Self {
            name: name.into(),
            at: all[..count].iter().map(|x| digits(*x)).collect(),
            weight: String::new(),
        }
    }
}

/// The points of a step: the vertices of its simplex, the nearest point, the direction, the support
/// point.
pub(super) fn lines(
    case: &Case,
    names: &Names,
    simplex: &[Vertex],
    nearest: Option<DVec3>,
    direction: DVec3,
    support: Option<[DVec3; 2]>,
) -> Vec<Line> {
    let point = |[a, b]: [DVec3; 2]| (a - b) + (names.origins[0] - names.origins[1]);
    let mut lines: Vec<Line> = (simplex.iter())
        .map(|v| Line {
            weight: weight(v.weight),
            ..Line::of(case.dim, names.pair([v.a, v.b]), point([v.a, v.b]))
        })
        .collect();
    let named = |name, p| Line::of(case.dim, name, p);
    lines.extend(nearest.map(|v| named("v".to_owned(), v)));
    if direction != DVec3::ZERO {
        // As other subjects report it: it may mean their nearest point.
        let told = match names.frame {
            Frame::Cores => unit(direction),
            Frame::Shapes => direction,
        };
        lines.push(named("direction".to_owned(), told));
    }
    lines.extend(support.map(|pair| named(format!("w = {}", names.pair(pair)), point(pair))));
    lines
}

/// The weighted mean of a simplex.
pub(super) fn mean(case: &Case, frame: Frame, simplex: &[Vertex]) -> DVec3 {
    let [a, b] = frame.origins(case);
    let points = simplex.iter().map(|v| ((v.a - v.b) + (a - b)) * v.weight);
    points.sum()
}

/// The name of the upper bound of a step: the length of its nearest point.
pub(super) const MEASURED: &str = "|v|";

/// The name of that of a proof.
pub(super) const PROVED: &str = "upper bound";

/// The bounds of the distance: lower and upper. A dash if unknown.
pub(super) fn lengths(bounds: Option<[f64; 2]>) -> [String; 2] {
    let [lower, upper] = bounds.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    // A negative number bounds nothing.
    let known = |x: f64, is_known: bool| {
        if is_known {
            number(x)
        } else {
            "–".to_owned()
        }
    };
    [
        known(lower, lower >= 0.0),
        known(upper, upper < f64::INFINITY),
    ]
}

/// The name of a kind of step.
pub(super) fn kind(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Start => "start",
        StepKind::Portal => "portal",
        StepKind::Nearest => "towards the origin",
        StepKind::Newton => "newton",
        StepKind::OffAxis => "off-axis",
        StepKind::VertexScan => "vertex scan",
    }
}

/// The name of the statement of a proof.
pub(super) fn claim(proof: &Proof) -> &'static str {
    match (proof.claim, proof.simplex.len()) {
        (Claim::SupportingPlane, 1) => "plane of a vertex",
        (Claim::SupportingPlane, 2) => "plane of an edge",
        (Claim::SupportingPlane, _) => "plane of a face",
        (Claim::ContainsOrigin, _) => "contains the origin",
        (Claim::RadiiOverlap, _) => "the radii overlap",
    }
}

/// A description of an iteration.
pub(super) fn of_step(case: &Case, step: &Step) -> String {
    let mut words = vec![match step.kind {
        StepKind::Start => "The search starts: w is the farthest point of the difference along the direction.".to_owned(),
        StepKind::Portal if step.simplex.len() < corners(case.dim) => "The search builds a portal, a simplex through which a ray from an \
            interior point of the difference to the origin passes. w is the farthest point for its next corner."
            .to_owned(),
        StepKind::Portal => "A ray from an interior point of the difference to the origin passes through the simplex, a portal. w is the \
            farthest point beyond it."
            .to_owned(),
        StepKind::Nearest if step.simplex.is_empty() => "w is the farthest point of the difference along the direction.".to_owned(),
        StepKind::Nearest => "w is the farthest point of the difference from the simplex towards the origin.".to_owned(),
        StepKind::Newton => "A step of Newton's method, for curved shapes: the direction is the one to which the bend \
            of the surfaces leads."
            .to_owned(),
        StepKind::OffAxis => "The simplex is no nearer, as far as rounding tells, but its nearest point may be in a better direction.".to_owned(),
        StepKind::VertexScan => "A scan of all vertices: none is nearer to the origin than the simplex.".to_owned(),
    }];
    if step.direction == DVec3::ZERO {
        words.push("The direction is zero.".to_owned());
    } else if !step.direction.is_finite() {
        words.push("The direction is not finite.".to_owned());
    } else if step.kind != StepKind::VertexScan {
        words.push(match height(case, step) {
            Some(height) => format!(
                "Nothing lies beyond the plane through w, so {} is at least {}.",
                distance(case, step.frame),
                digits(height)
            ),
            None => "w reaches the origin or beyond: no lower bound.".to_owned(),
        });
    }
    words.join(" ")
}

/// What the steps in a frame measure: between cores more than between the shapes.
fn distance(case: &Case, frame: Frame) -> &'static str {
    match frame {
        Frame::Cores if case.cores().iter().any(|core| core.radius > 0.0) => {
            "the distance of the cores"
        }
        _ => "the distance",
    }
}

/// The distance of the plane through the support point of a step, if it is short of the origin: a
/// lower bound.
pub(super) fn height(case: &Case, step: &Step) -> Option<f64> {
    let [a, b] = step.support;
    let [origin_a, origin_b] = step.frame.origins(case);
    let height = -unit(step.direction).dot((a - b) + (origin_a - origin_b));
    (height > 0.0).then_some(height)
}

/// The number of corners of a portal.
fn corners(dim: Dim) -> usize {
    match dim {
        Dim::Two => 2,
        Dim::Three => 3,
    }
}

/// A description of a proof.
pub(super) fn of_proof(proof: &Proof, names: &Names) -> String {
    let [lower, upper] = proof.bounds.map(|bound| format!("{bound:?}"));
    // A shape that is no polytope has none.
    let has_vertices = proof.coplanar.iter().any(|points| !points.is_empty());
    let mut words = vec![match proof.claim {
        Claim::SupportingPlane if !has_vertices => format!(
            "The bounds have met: no point is below the plane across the direction, and the \
             simplex is no farther. So the distance of the cores is between {lower} and {upper}, \
             up to rounding."
        ),
        Claim::SupportingPlane => format!(
            "The plane through the simplex supports the difference: no vertex is below it. So the distance of the cores is between {lower} and {upper}."
        ),
        Claim::ContainsOrigin => {
            "The simplex contains the origin, alone or with support points around it, in spite of \
             rounding: the shapes have a common point."
                .to_owned()
        }
        Claim::RadiiOverlap => {
            format!(
                "The cores are at most {upper} apart, less than the sum of the radii: the shapes have a common point."
            )
        }
    }];
    if has_vertices {
        let on = |shape: usize| {
            let all = proof.coplanar[shape].iter();
            all.map(|p| names.name(shape, *p))
                .collect::<Vec<_>>()
                .join(", ")
        };
        words.push(format!("Vertices in the plane: {}; {}.", on(0), on(1)));
    }
    if !proof.settles {
        words.push(
            "That does not answer the question: the query continues with more precision."
                .to_owned(),
        );
    }
    words.join(" ")
}

/// A description of an exact step.
pub(super) fn of_exact(step: &ExactStep) -> String {
    match (step.support, step.distance == 0.0) {
        (Some(_), _) => "In exact arithmetic w lies beyond the plane through the simplex, and joins it.",
        (None, true) => "In exact arithmetic the simplex contains the origin: the cores have a common point.",
        (None, false) => "In exact arithmetic no vertex is below the plane through the simplex, which contains the nearest point.",
    }
    .to_owned()
}

/// The exact answer: contact and distance. Empty if nothing is known.
pub fn exact_rows(truth: Option<&Truth>) -> Vec<Row> {
    let Some(truth) = truth else {
        return Vec::new();
    };
    // With radii the bounds are the differences of rounded lengths: they are off by some ulps.
    let lower = truth.distance_rounded_down();
    let mut upper = f64::max(lower, truth.distance()[1]);
    while truth.may_exceed(upper) {
        upper = upper.next_up();
    }
    while upper > lower && !truth.may_exceed(upper.next_down()) {
        upper = upper.next_down();
    }
    vec![
        Row::new(
            "verdict",
            match truth.contact {
                Some(contact) => format!("{contact:?}").to_lowercase(),
                None => "too near to contact to decide".to_owned(),
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

/// The lines of an answer.
pub fn answer_rows(answer: &Answer) -> Vec<Row> {
    let verdict = match answer.verdict() {
        Some(true) => "intersecting",
        Some(false) => "separated",
        None => "none",
    };
    let mut rows = vec![Row::new("verdict", verdict)];
    let Some(closest) = &answer.closest else {
        rows.extend(
            answer
                .distance
                .map(|distance| Row::new("distance", number(distance))),
        );
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
    let after = format!(
        "{} after {}",
        end(closest.end),
        counted(closest.iterations, "iteration")
    );
    rows.push(Row::new("end", after));
    rows
}

/// The points of an answer: the closest points, the normal, and the simplex in the difference.
pub fn answer_lines(case: &Case, answer: &Answer) -> Vec<Line> {
    let Some(closest) = &answer.closest else {
        return Vec::new();
    };
    let named = |name: &str, p: DVec3| Line::of(case.dim, name, p);
    let mut lines = Vec::new();
    if let Some([a, b]) = closest.points {
        lines.extend([named("point on a", a), named("point on b", b)]);
    }
    lines.extend(closest.normal.map(|normal| named("normal", normal)));
    let names = Names::of(case, Frame::Cores);
    lines.extend(self::lines(
        case,
        &names,
        &closest.simplex,
        None,
        DVec3::ZERO,
        None,
    ));
    lines
}

/// Why there is no answer, and the last lines of a program.
pub fn unanswered_rows(none: &NoAnswer) -> Vec<Row> {
    let said = none.said.iter().map(|line| Row::new("stderr", line));
    [Row::new(none.why.name(), &none.reason)]
        .into_iter()
        .chain(said)
        .collect()
}

fn end(end: End) -> &'static str {
    match end {
        End::Converged => "converged",
        End::Stalled => "stalled by rounding",
        End::IterationLimit => "iteration limit",
        End::BeyondMaxDistance => "beyond the maximum distance",
        End::NotFinite => "not finite",
    }
}

/// The shortest decimal that reads back to the same bits, in plain or exponent form as Rust prints
/// it.
fn number(x: f64) -> String {
    format!("{x:?}")
}

/// A direction, normalised.
pub(super) fn unit(direction: DVec3) -> DVec3 {
    (direction / direction.abs().max_element()).normalize_or_zero()
}

/// A length, also where its square is beyond the range of floats.
pub(super) fn length(vector: DVec3) -> f64 {
    let size = vector.abs().max_element();
    match size > 0.0 && size.is_finite() {
        true => (vector / size).length() * size,
        false => size,
    }
}

/// A weight to four digits; empty if it is not reported.
fn weight(weight: f64) -> String {
    if weight.is_nan() {
        return String::new();
    }
    let fixed = format!("{weight:.4}");
    match weight > 0.0 && weight < 5e-5 {
        true => format!("{weight:.1e}"),
        false => fixed,
    }
}

/// A number to eight digits, without exponent if possible: enough to follow, and they fit side by
/// side.
pub(super) fn digits(x: f64) -> String {
    const DIGITS: i32 = 8;
    let size = x.abs();
    if size == 0.0 || !size.is_finite() {
        return format!("{}", x + 0.0);
    }
    let short = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if !(1e-4..1e8).contains(&size) {
        let text = format!("{x:.7e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", short(mantissa));
    }
    let decimals = (DIGITS - 1 - size.log10().floor() as i32).max(0) as usize;
    short(&format!("{x:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::{digits, weight};

    // Claim: numbers have at most eight digits, no exponent if they are of ordinary size, and no
    // trailing zeros.
    #[test]
    fn numbers_are_short() {
        for (x, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (1.0 / 3.0, "0.33333333"),
            (99_999_999.0, "99999999"),
            (123_456_789.0, "1.2345679e8"),
            (-1.5e-17, "-1.5e-17"),
            (0.000_125, "0.000125"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(digits(x), text);
        }
        for (x, text) in [
            (f64::NAN, ""),
            (0.0, "0.0000"),
            (0.25, "0.2500"),
            (1e-17, "1.0e-17"),
        ] {
            assert_eq!(weight(x), text);
        }
    }
}
