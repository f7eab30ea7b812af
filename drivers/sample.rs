//! A subject of the harness as a program: the other side of `docs/protocol.md`.
//! `sample-driver [SUBJECT]` answers like that subject, by default `gjk-core`.

use std::io::{self, BufRead, BufReader, Write};

use gjk_harness::case::{Case, Dim, Scalar, json};
use gjk_harness::subject::{self, Answer, Step};
use glam::DVec3;
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1);
    let name = name.as_deref().unwrap_or("gjk-core");
    let Some(subject) = subject::find(name) else {
        return Err(io::Error::other(format!("no subject is called `{name}`")));
    };
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = io::BufWriter::new(io::stdout().lock());
    let mut line = String::new();
    input.read_line(&mut line)?;
    writeln!(output, "{}", hello(name, subject.scalar()))?;
    output.flush()?;
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(());
        }
        let case = json::read(&line).map_err(io::Error::other)?;
        writeln!(output, "{}", reply(&case, subject.answer(&case)))?;
        // Flush once for all received cases, which is faster than once for each.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
}

/// States the format if it is not `f64`.
fn hello(name: &str, scalar: Scalar) -> Value {
    let mut hello = json!({ "version": 1, "name": format!("sample-{name}") });
    if scalar != Scalar::F64 {
        hello["scalar"] = scalar.name().into();
    }
    hello
}

fn reply(case: &Case, answer: Option<Answer>) -> Value {
    let Some(answer) = answer else {
        return json!({ "id": case.id, "unsupported": true });
    };
    let mut reply = match answer.verdict() {
        Some(intersects) => json!({ "id": case.id, "intersects": intersects }),
        None => json!({ "id": case.id, "gave_up": true }),
    };
    if let Some(distance) = answer.distance {
        reply["distance"] = distance.into();
    }
    if let Some(closest) = answer.closest {
        reply["iterations"] = closest.iterations.into();
        if let Some([a, b]) = closest.points {
            reply["point_a"] = vector(a, case.dim);
            reply["point_b"] = vector(b, case.dim);
        }
        if let Some(normal) = closest.normal {
            reply["normal"] = vector(normal, case.dim);
        }
    }
    // The trace of a boolean search; a measuring search records more than the protocol has.
    // JSON has no numbers that are not finite.
    let steps = answer
        .steps
        .iter()
        .filter(|step| step.measured.is_none() && is_finite(step));
    let steps: Vec<Value> = steps
        .map(|step| {
            let [a, b] = step.support;
            let simplex = step.simplex.iter();
            let simplex =
                simplex.map(|pair| json!([vector(pair.a, case.dim), vector(pair.b, case.dim)]));
            json!({
                "direction": vector(step.direction, case.dim),
                "support_a": vector(a, case.dim),
                "support_b": vector(b, case.dim),
                "simplex": simplex.collect::<Vec<_>>(),
            })
        })
        .collect();
    if !steps.is_empty() {
        reply["trace"] = steps.into();
    }
    reply
}

fn is_finite(step: &Step) -> bool {
    let simplex = step.simplex.iter().flat_map(|pair| [pair.a, pair.b]);
    let mut points = simplex.chain(step.support).chain([step.direction]);
    points.all(|point| point.is_finite())
}

fn vector(v: DVec3, dim: Dim) -> Value {
    match dim {
        Dim::Two => json!([v.x, v.y]),
        Dim::Three => json!([v.x, v.y, v.z]),
    }
}
