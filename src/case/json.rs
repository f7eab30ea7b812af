//! A case as JSON text, and back.
//!
//! Reading has three stages, each of which reports the position of an error: text to [`Value`]
//! (`serde_path_to_error` keeps the path to a syntax error), value to case (`read`, which keeps the
//! path as it descends), and only after an error path to line (`place`).
//!
//! Writing is checked by reading: a text is returned only if it reads back to the same case. So
//! every number keeps its bits, and no stored case is unreadable.

use std::fmt;

use serde::Serialize;
use serde::Serializer;
use serde::de::{self, Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use serde_path_to_error::Segment;

use super::place::{Misfit, Step, field_of, line_of};
use super::{Case, Scalar, error::Fault, read, write};

/// Reads the one case of a text.
///
/// Numbers of an `f32` case are rounded to `f32`, including those of its poses. Notes and unused
/// fields of the sources are kept. Anything else, such as an unknown field, is a [`Fault`]: no
/// input panics, and no nesting is too deep (the parser refuses more than 128 levels).
pub fn read(text: &str) -> Result<Case, Fault> {
    let value = parse(text)?;
    read::case(value).map_err(|misfit| fault(text, misfit))
}

/// The text of a case: one field per line, points in one line each, a line break at the end.
///
/// A case that [`read`] would not return unchanged is a [`Fault`]: one with a NaN, an empty hull,
/// or in an `f32` case a number that is not an `f32`. The line is that of the refused text.
pub fn write(case: &Case) -> Result<String, Fault> {
    checked(case, write::pretty(&write::case(case)))
}

/// The text of a case on a single line without a line break, as a `.jsonl` file holds it.
pub fn write_line(case: &Case) -> Result<String, Fault> {
    checked(case, write::case(case).to_string())
}

/// The case as a question to a program, on a single line: the shapes, without any known answer.
pub fn question(case: &Case) -> String {
    write::question(case).to_string()
}

/// The case as a JSON value.
pub fn value(case: &Case) -> Value {
    write::case(case)
}

/// Whether every number of the two shapes is an `f32`, so that a subject in `f32` can answer it.
pub fn is_in_f32(case: &Case) -> bool {
    fn fits(value: &Value) -> bool {
        match value {
            Value::Number(number) => number
                .as_f64()
                .is_some_and(|number| f64::from(number as f32) == number),
            Value::Array(items) => items.iter().all(fits),
            Value::Object(fields) => fields.values().all(fits),
            _ => true,
        }
    }
    let value = value(case);
    case.scalar == Scalar::F32 || ["a", "b"].iter().all(|shape| fits(&value[*shape]))
}

/// Whether [`read`] would return this case unchanged.
pub fn is_valid(case: &Case) -> bool {
    read::case(write::case(case)).is_ok_and(|back| back == *case)
}

/// The JSON value of the case, unchecked: a number that JSON cannot represent is null.
impl Serialize for Case {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write::case(self).serialize(serializer)
    }
}

fn checked(case: &Case, text: String) -> Result<String, Fault> {
    if read(&text)? == *case {
        return Ok(text);
    }
    let message = "holds numbers or fields that a file cannot hold".to_string();
    Err(Fault {
        line: 1,
        field: String::new(),
        message,
    })
}

/// Parses a text. A duplicate field in an object is refused, as one of them would be lost.
fn parse(text: &str) -> Result<Value, Fault> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let Strict(value) = serde_path_to_error::deserialize(&mut parser)
        .map_err(|error| syntax_fault(text, &field_of(&steps(error.path())), error.inner()))?;
    let end = parser.end();
    end.map_err(|error| syntax_fault(text, "", &error))?;
    Ok(value)
}

fn steps(path: &serde_path_to_error::Path) -> Vec<Step> {
    let step = |segment: &Segment| match segment {
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Enum { .. } | Segment::Unknown => None,
    };
    path.iter().filter_map(step).collect()
}

/// The message of the parser, without the position it appends, and whether a number is none of
/// JSON.
fn syntax_fault(text: &str, field: &str, error: &serde_json::Error) -> Fault {
    let (line, column) = (error.line(), error.column());
    let place = format!(" at line {line} column {column}");
    let words = error.to_string();
    let words = words.strip_suffix(&place).unwrap_or(&words);
    let mut message = format!("column {column}: {words}");
    if let Some(name) = not_finite(text, line, column) {
        message += &format!("; JSON has no {name}");
    }
    Fault {
        line,
        field: field.to_string(),
        message,
    }
}

/// The number at a place, if it is one that JSON does not have. The line and the column, in bytes,
/// are counted from one. The parser stops at the first letter of the number or at a later one.
fn not_finite(text: &str, line: usize, column: usize) -> Option<&'static str> {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let line = text.lines().nth(line.checked_sub(1)?)?;
    let before = line.get(..column.checked_sub(1)?)?;
    let start = before.trim_end_matches(is_letter).len();
    let word = line[start..].split(|c| !is_letter(c)).next()?;
    match word.to_ascii_lowercase().as_str() {
        "nan" => Some("NaN"),
        "inf" | "infinity" => Some("Infinity"),
        _ => None,
    }
}

fn fault(text: &str, misfit: Misfit) -> Fault {
    Fault {
        line: line_of(text, &misfit.path),
        field: field_of(&misfit.path),
        message: misfit.message,
    }
}

/// A [`Value`] in which no object has a duplicate field.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(parser: D) -> Result<Self, D::Error> {
        parser.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("field {key:?} appears twice")));
            }
            let Strict(value) = fields.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: a case is in `f32` if each number of either shape is, wherever it is; claims about
    /// the shapes need not be.
    #[test]
    fn either_shape_may_exceed_f32() {
        let is_fit = |x: &str, y: &str, expect: &str| {
            let text = format!(
                r#"{{"id":"x","dim":2,"scalar":"f64","a":{{"kind":"point","p":[{x},0]}},
                "b":{{"kind":"sphere","radius":1,"pose":{{"pos":[0,{y}]}}}},"expect":{expect}}}"#
            );
            is_in_f32(&super::read(&text).expect("a case"))
        };
        assert!(is_fit("0.5", "0.5", r#"{"distance":0.1}"#));
        assert!(!is_fit("0.1", "0.5", "{}"));
        assert!(!is_fit("0.5", "0.1", "{}"));
    }
}
