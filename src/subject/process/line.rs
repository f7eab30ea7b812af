//! The lines of a program: its hello, and its answers. Any other line is refused with a reason.

use glam::DVec3;
use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use super::super::{Answer, Closest, End, Evidence, NoAnswer, Step, StepKind, Why};
use super::VERSION;
use super::words::{NAME_MAX, is_name};
use crate::case::{Case, Dim};

/// The most letters of the reason of an error.
const REASON_MAX: usize = 200;

/// The hello of a program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hello {
    version: u64,
    /// Its name in tables.
    pub(super) name: String,
    /// Its precision, if it is not `f64`.
    #[serde(default, deserialize_with = "given")]
    pub(super) scalar: Option<Format>,
}

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Format {
    F32,
    F64,
}

/// Parses a hello, or explains what is wrong.
pub(super) fn hello(line: &str) -> Result<Hello, String> {
    let hello: Hello = parsed(line)?;
    if hello.version != VERSION {
        return Err(format!(
            "it speaks version {}, this program version {VERSION}",
            hello.version
        ));
    }
    // Files are named after subjects.
    if !is_name(&hello.name) {
        return Err(format!(
            "the name {:?} is not one of letters, digits, `-`, `_` and `.`, {NAME_MAX} at most",
            hello.name
        ));
    }
    Ok(hello)
}

/// An answer as written. `null` is refused everywhere: some languages write it for NaN.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    #[serde(default, deserialize_with = "given")]
    unsupported: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    gave_up: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    error: Option<String>,
    #[serde(default, deserialize_with = "given")]
    intersects: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    distance: Option<f64>,
    #[serde(default, deserialize_with = "given")]
    point_a: Option<Vec<f64>>,
    #[serde(default, deserialize_with = "given")]
    point_b: Option<Vec<f64>>,
    #[serde(default, deserialize_with = "given")]
    normal: Option<Vec<f64>>,
    #[serde(default, deserialize_with = "given")]
    iterations: Option<u32>,
    #[serde(default)]
    trace: Vec<Traced>,
}

impl Line {
    /// Whether it has no numbers.
    fn is_alone(&self) -> bool {
        let vectors = [&self.point_a, &self.point_b, &self.normal];
        let has_numbers = self.distance.is_some() || self.iterations.is_some();
        !has_numbers && vectors.into_iter().all(Option::is_none) && self.trace.is_empty()
    }
}

/// An iteration as written: all points belong to the shapes in the world.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Traced {
    direction: Vec<f64>,
    support_a: Vec<f64>,
    support_b: Vec<f64>,
    #[serde(default)]
    simplex: Vec<[Vec<f64>; 2]>,
}

/// Whether a line that is no answer to a case is in the place of one: it names the case.
pub(super) fn is_about(case: &Case, line: &str) -> bool {
    let id = serde_json::Value::from(&*case.id).to_string();
    line.trim_start().starts_with('{') && line.contains(&id)
}

/// The answer to a case in a line; `None` if the program does not support the shapes.
pub(super) fn answer(case: &Case, line: &str) -> Result<Option<Answer>, NoAnswer> {
    let no_answer = |why| {
        move |reason| NoAnswer {
            why,
            reason,
            said: Vec::new(),
        }
    };
    match told(case, line).map_err(no_answer(Why::Nonsense))? {
        Told::Answer(answer) => Ok(Some(*answer)),
        Told::Unsupported => Ok(None),
        Told::Error(text) => {
            let first = text.lines().next().unwrap_or("no reason is given");
            Err(no_answer(Why::Error)(cut(first, REASON_MAX)))
        }
    }
}

/// What a program tells about a case.
enum Told {
    Answer(Box<Answer>),
    Unsupported,
    /// It failed at this case, and says why.
    Error(String),
}

/// What a line tells about a case. The error explains what is wrong with the line.
fn told(case: &Case, line: &str) -> Result<Told, String> {
    const WAYS: &str = "`intersects`, `gave_up`, `error`";
    let line: Line = parsed(line)?;
    if line.id != case.id {
        return Err(format!("`id` is {:?}, expected {:?}", line.id, case.id));
    }
    let is_alone = line.is_alone();
    let end = match (line.unsupported, line.gave_up, line.error, line.intersects) {
        (Some(true), None, None, None) if is_alone => return Ok(Told::Unsupported),
        (Some(true), None, None, None) => {
            return Err("`unsupported` beside numbers of an answer".to_owned());
        }
        (None, None, Some(error), None) => return Ok(Told::Error(error)),
        (None, Some(true), None, None) => End::IterationLimit,
        (None, None, None, Some(_)) => End::Converged,
        (None, None, None, None) => return Err(format!("no {WAYS} or `unsupported`")),
        (Some(false), ..) | (_, Some(false), ..) => {
            return Err("`gave_up` and `unsupported` are true or left out".to_owned());
        }
        _ => return Err(format!("more than one of {WAYS} and `unsupported`")),
    };
    let dim = case.dim;
    let vector = |numbers: Option<Vec<f64>>, name| {
        let numbers = numbers.map(|numbers| vector(&numbers, dim, name));
        numbers.transpose()
    };
    let points = match (
        vector(line.point_a, "point_a")?,
        vector(line.point_b, "point_b")?,
    ) {
        (Some(a), Some(b)) => Some([a, b]),
        (None, None) => None,
        _ => return Err("one of `point_a` and `point_b` without the other".to_owned()),
    };
    let normal = vector(line.normal, "normal")?;
    let steps = line.trace.iter().map(|traced| step(traced, dim));
    let mut steps = steps.collect::<Result<Vec<_>, _>>()?;
    // Without simplices only the first step is the start.
    for step in steps.iter_mut().skip(1) {
        step.kind = StepKind::Nearest;
    }
    let tells_more = points.is_some() || normal.is_some() || line.iterations.is_some();
    let closest = match line.distance {
        Some(distance) => tells_more.then(|| Closest {
            end,
            distance,
            bounds: None,
            points,
            normal,
            simplex: Vec::new(),
            iterations: line.iterations.unwrap_or(0),
        }),
        None if tells_more => {
            return Err("points, normal and iterations need a `distance`".to_owned());
        }
        None => None,
    };
    Ok(Told::Answer(Box::new(Answer {
        // Meaningless if the program gave up.
        intersects: line.intersects.unwrap_or(false),
        end,
        distance: line.distance,
        closest,
        steps,
        evidence: Evidence::default(),
    })))
}

fn step(traced: &Traced, dim: Dim) -> Result<Step, String> {
    let mut simplex = Vec::with_capacity(traced.simplex.len());
    for [a, b] in &traced.simplex {
        simplex.push([vector(a, dim, "simplex")?, vector(b, dim, "simplex")?]);
    }
    let direction = vector(&traced.direction, dim, "direction")?;
    let support = [
        vector(&traced.support_a, dim, "support_a")?,
        vector(&traced.support_b, dim, "support_b")?,
    ];
    Ok(Step {
        arithmetic: "program",
        ..Step::of(&simplex, direction, support)
    })
}

fn vector(numbers: &[f64], dim: Dim, name: &str) -> Result<DVec3, String> {
    match (dim, numbers) {
        (Dim::Two, &[x, y]) => Ok(DVec3::new(x, y, 0.0)),
        (Dim::Three, &[x, y, z]) => Ok(DVec3::new(x, y, z)),
        (_, numbers) => Err(format!(
            "`{name}` has {} numbers, expected {}",
            numbers.len(),
            if dim == Dim::Two { 2 } else { 3 }
        )),
    }
}

fn parsed<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    match line.trim_start().chars().next() {
        None => return Err("an empty line".to_owned()),
        // Serde would take the values of a list for those of the fields.
        Some('[') => return Err(format!("a list, not an object: {}", shown(line))),
        Some(_) => {}
    }
    serde_json::from_str(line).map_err(|error| format!("{error}: {}", shown(line)))
}

/// The value of a field that is present; without this a `null` would count as missing.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

/// The beginning of a line, quoted and escaped: enough to recognise it.
pub(super) fn shown(line: &str) -> String {
    format!("{:?}", cut(line, 80))
}

/// The first letters of a text.
fn cut(text: &str, letters: usize) -> String {
    let mut start: String = text.chars().take(letters).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    fn case() -> Case {
        let text = r#"{"id":"x","dim":2,"scalar":"f64","a":{"kind":"point","p":[0,0]},
            "b":{"kind":"point","p":[3,4]},"expect":{}}"#;
        json::read(text).expect("a case")
    }

    /// Claim: a line that is no answer to the case is refused, with the reason.
    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (line, reason) in [
            ("", "an empty line"),
            ("yes", "expected value"),
            (r#"["x",null,null,null,true]"#, "a list"),
            (r#"{"id":"x"}"#, "no `intersects`"),
            (r#"{"intersects":true}"#, "missing field `id`"),
            (r#"{"id":"y","intersects":true}"#, "expected \"x\""),
            (r#"{"id":"x","intersects":1}"#, "boolean"),
            (r#"{"id":"x","intersects":null}"#, "boolean"),
            (
                r#"{"id":"x","intersects":true,"distanc":1}"#,
                "unknown field `distanc`",
            ),
            (
                r#"{"id":"x","intersects":false,"distance":NaN}"#,
                "expected value",
            ),
            (r#"{"id":"x","intersects":false,"distance":null}"#, "null"),
            (r#"{"id":"x","intersects":false,"distance":"5"}"#, "string"),
            (
                r#"{"id":"x","intersects":false,"distance":1e999}"#,
                "out of range",
            ),
            (
                r#"{"id":"x","intersects":false,"distance":5,"point_a":[0,0]}"#,
                "without the other",
            ),
            (
                r#"{"id":"x","intersects":false,"distance":5,"normal":[0,0,1]}"#,
                "has 3 numbers",
            ),
            (
                r#"{"id":"x","intersects":false,"iterations":3}"#,
                "need a `distance`",
            ),
            (r#"{"id":"x","intersects":true} {"#, "trailing"),
            (r#"{"id":"x","unsupported":false}"#, "left out"),
            (
                r#"{"id":"x","unsupported":true,"intersects":true}"#,
                "more than one",
            ),
            (
                r#"{"id":"x","unsupported":true,"distance":5}"#,
                "beside numbers",
            ),
            (
                r#"{"id":"x","unsupported":true,"normal":[0,1]}"#,
                "beside numbers",
            ),
            (
                r#"{"id":"x","gave_up":true,"intersects":true}"#,
                "more than one",
            ),
        ] {
            let error = answer(&case(), line).expect_err(line);
            assert!(error.reason.contains(reason), "{line}: {error}");
            assert!(!error.reason.contains('\n'), "{line}: {error}");
        }
    }

    /// Claim: an error is told in one line, and is not taken for nonsense. With an answer it is.
    #[test]
    fn errors_are_told() {
        for (line, why, reason) in [
            (
                r#"{"id":"x","error":"no edge\nat 3"}"#,
                Why::Error,
                "no edge",
            ),
            (r#"{"id":"x","error":""}"#, Why::Error, "no reason is given"),
            (
                r#"{"id":"x","error":"?","intersects":true}"#,
                Why::Nonsense,
                "more than one of `intersects`, `gave_up`, `error` and `unsupported`",
            ),
        ] {
            let none = answer(&case(), line).expect_err(line);
            assert_eq!((none.why, &*none.reason), (why, reason), "{line}");
        }
        let long = "no edge ".repeat(REASON_MAX);
        let line = format!(r#"{{"id":"x","error":"{long}"}}"#);
        let none = answer(&case(), &line).expect_err(&line);
        assert_eq!(none.reason.chars().count(), REASON_MAX + 1, "{none}");
    }

    /// Claim: a line is about a case if it is an object with the id, also if it is not JSON.
    #[test]
    fn a_line_names_its_case() {
        for (line, is_meant) in [
            (r#"{"id":"x","intersects":false,"distance":NaN}"#, true),
            (r#" {"id": "x"}"#, true),
            (r#"{"id":"xy","intersects":false}"#, false),
            ("looking for \"x\"", false),
            ("{}", false),
            ("", false),
        ] {
            assert_eq!(is_about(&case(), line), is_meant, "{line}");
        }
    }

    /// Claim: every field of a line reaches the answer, and missing fields stay missing.
    #[test]
    fn answers_are_read_whole() {
        let line = r#"{"id":"x","intersects":false,"distance":5,"point_a":[0,0],"point_b":[3,4],
            "normal":[0.6,0.8],"iterations":2,"trace":[{"direction":[1,0],"support_a":[0,0],"support_b":[3,4],
            "simplex":[[[0,0],[3,4]]]}]}"#;
        let read = answer(&case(), line).expect("an answer").expect("known");
        assert_eq!((read.verdict(), read.distance), (Some(false), Some(5.0)));
        assert_eq!((read.steps.len(), read.steps[0].simplex.len()), (1, 1));
        let closest = read.closest.expect("closest points");
        let points = [DVec3::ZERO, DVec3::new(3.0, 4.0, 0.0)];
        assert_eq!((closest.points, closest.iterations), (Some(points), 2));
        assert_eq!(closest.normal, Some(DVec3::new(0.6, 0.8, 0.0)));
        let short = r#"{"id":"x","intersects":true}"#;
        let read = answer(&case(), short).expect("an answer").expect("known");
        assert_eq!(
            (read.verdict(), read.distance, read.closest),
            (Some(true), None, None)
        );
        let silent = r#"{"id":"x","intersects":false,"distance":5,"normal":[0.6,0.8],
            "trace":[{"direction":[1,0],"support_a":[0,0],"support_b":[3,4]}]}"#;
        let read = answer(&case(), silent).expect("an answer").expect("known");
        assert_eq!(read.closest.map(|closest| closest.iterations), Some(0));
        let unknown = answer(&case(), r#"{"id":"x","unsupported":true}"#);
        assert_eq!(unknown, Ok(None));
        let given_up = answer(&case(), r#"{"id":"x","gave_up":true}"#);
        let given_up = given_up.expect("an answer").expect("known");
        assert_eq!(
            (given_up.verdict(), given_up.end),
            (None, End::IterationLimit)
        );
    }

    /// Claim: without simplices only the first iteration of a trace is the start.
    #[test]
    fn a_search_starts_once() {
        let step = r#"{"direction":[1,0],"support_a":[0,0],"support_b":[3,4]}"#;
        let line = format!(r#"{{"id":"x","intersects":false,"trace":[{step},{step},{step}]}}"#);
        let read = answer(&case(), &line).expect("an answer").expect("known");
        let kinds: Vec<_> = read.steps.iter().map(|step| step.kind).collect();
        let [start, nearest] = [StepKind::Start, StepKind::Nearest];
        assert_eq!(kinds, [start, nearest, nearest]);
    }

    /// Claim: a hello of another version, without a name, or with a name that no file can have is
    /// refused.
    #[test]
    fn hellos_are_checked() {
        for (line, reason) in [
            (r#"{"version":2,"name":"x"}"#, "version 2"),
            (r#"{"version":1}"#, "missing field `name`"),
            (r#"{"version":1,"name":"a/b"}"#, "\"a/b\""),
            (r#"{"version":1,"name":""}"#, "letters"),
            (r#"{"version":1,"name":"x","scalar":"f16"}"#, "f16"),
            ("Usage: gjk FILE", "expected value"),
        ] {
            let error = hello(line).expect_err(line);
            assert!(error.contains(reason), "{line}: {error}");
        }
        let read = hello(r#"{"version":1,"name":"my-gjk.2","scalar":"f32"}"#).expect("a hello");
        assert_eq!((&*read.name, read.scalar), ("my-gjk.2", Some(Format::F32)));
    }
}
