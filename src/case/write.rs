//! A case as a JSON value, and a JSON value as readable text.
//!
//! Fields are in a fixed order, unknown fields last in their order. Shapes are in `write_shape`.

use serde_json::{Map, Value};

use super::write_shape::{Form, put, shortest};
use super::{Case, Dim, Expect, Reference, Scalar, exact};

/// The value of a case. A number that JSON cannot represent becomes `null`, which no reader
/// accepts.
pub(super) fn case(case: &Case) -> Value {
    // An exact answer is for readers in any language, who need not know `f32`.
    let digits = match case.exact {
        Some(_) => Scalar::F64,
        None => case.scalar,
    };
    let mut map = shapes(case, digits);
    put(&mut map, "expect", expect(&case.expect));
    map.extend(case.query.clone().map(|query| ("query".to_string(), query)));
    map.extend(
        case.reference
            .as_ref()
            .map(|known| ("ref".to_string(), reference(known))),
    );
    if let Some(known) = &case.exact {
        put(&mut map, "exact", exact::write(known, case.dim));
    }
    map.extend(case.other.clone());
    Value::Object(map)
}

/// The value of a case without any known answer. Its numbers have the digits of an `f64`, so that a
/// reader needs no other format to represent them exactly.
pub(super) fn question(case: &Case) -> Value {
    let mut map = shapes(case, Scalar::F64);
    put(&mut map, "expect", Map::new());
    Value::Object(map)
}

/// The fields that define a case, with the digits of `digits`.
fn shapes(case: &Case, digits: Scalar) -> Map<String, Value> {
    let form = Form {
        dim: case.dim,
        scalar: digits,
    };
    let mut map = Map::new();
    put(&mut map, "id", case.id.as_str());
    put(&mut map, "dim", if case.dim == Dim::Two { 2 } else { 3 });
    put(
        &mut map,
        "scalar",
        if case.scalar == Scalar::F32 {
            "f32"
        } else {
            "f64"
        },
    );
    put(&mut map, "a", form.shape(&case.a));
    put(&mut map, "b", form.shape(&case.b));
    map
}

/// The text of a value: one field per line, arrays of plain values on one line, a line break at the
/// end.
pub(super) fn pretty(value: &Value) -> String {
    let mut out = String::new();
    lay_out(value, 0, &mut out);
    out.push('\n');
    out
}

fn lay_out(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let fields = map.iter().map(|(key, value)| (Some(key.as_str()), value));
            block(['{', '}'], fields, depth, out);
        }
        Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
            block(
                ['[', ']'],
                items.iter().map(|item| (None, item)),
                depth,
                out,
            );
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            out.push_str(&format!("[{}]", items.join(", ")));
        }
        plain => out.push_str(&plain.to_string()),
    }
}

fn block<'v>(
    brackets: [char; 2],
    items: impl Iterator<Item = (Option<&'v str>, &'v Value)>,
    depth: usize,
    out: &mut String,
) {
    const INDENT: &str = "  ";
    out.push(brackets[0]);
    for (index, (key, value)) in items.enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str(&INDENT.repeat(depth + 1));
        if let Some(key) = key {
            out.push_str(&format!("{}: ", Value::from(key)));
        }
        lay_out(value, depth + 1, out);
    }
    out.push('\n');
    out.push_str(&INDENT.repeat(depth));
    out.push(brackets[1]);
}

fn expect(expect: &Expect) -> Value {
    let mut map = Map::new();
    let numbers = [
        ("distance", expect.distance),
        ("signed_distance", expect.signed_distance),
        ("tol", expect.tol),
        ("rtol", expect.rtol),
    ];
    map.extend(
        expect
            .intersect
            .map(|meet| ("intersect".to_string(), meet.into())),
    );
    for (key, number) in numbers {
        map.extend(number.map(|number| (key.to_string(), shortest(number, Scalar::F64))));
    }
    map.extend(expect.other.clone());
    Value::Object(map)
}

fn reference(known: &Reference) -> Value {
    let mut map = Map::new();
    put(&mut map, "intersect", known.intersect);
    put(
        &mut map,
        "signed_distance",
        shortest(known.signed_distance, Scalar::F64),
    );
    map.extend(known.other.clone());
    Value::Object(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: one field per line, and an array of plain values on a single line.
    #[test]
    fn text_is_laid_out_for_people() {
        let value =
            serde_json::json!({ "p": [1, 2], "list": [[1], [2, 3]], "none": {}, "empty": [] });
        let lines = [
            "{",
            "  \"p\": [1, 2],",
            "  \"list\": [",
            "    [1],",
            "    [2, 3]",
            "  ],",
            "  \"none\": {},",
            "  \"empty\": []",
            "}\n",
        ];
        assert_eq!(pretty(&value), lines.join("\n"));
    }
}
