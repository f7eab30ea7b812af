//! The position of a value in a text: its path while it is read, its line if it is refused.
//!
//! Values do not store their lines. If a case is refused, the text is parsed again along the path
//! of the value.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// A value that violates the schema.
#[derive(Debug)]
pub(super) struct Misfit {
    /// The path from the top of the case to the value, or to where it is missing.
    pub(super) path: Vec<Step>,
    /// What was expected, and what was found.
    pub(super) message: String,
}

/// One step down into a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Into the field of an object.
    Key(String),
    /// Into the item of an array.
    Index(usize),
}

/// A path as text, such as `a.points[3][1]`.
pub(super) fn field_of(path: &[Step]) -> String {
    let mut field = String::new();
    for step in path {
        match step {
            Step::Key(key) if field.is_empty() => field.push_str(key),
            Step::Key(key) => field.push_str(&format!(".{key}")),
            Step::Index(index) => field.push_str(&format!("[{index}]")),
        }
    }
    field
}

/// The path of a value: a linked list on the stack, printed only in an error.
pub(super) enum At<'p> {
    Top,
    Key(&'p At<'p>, &'p str),
    Index(&'p At<'p>, usize),
}

impl At<'_> {
    pub(super) fn misfit<T>(&self, message: String) -> Result<T, Misfit> {
        Err(Misfit {
            path: self.path(),
            message,
        })
    }

    pub(super) fn expected<T>(&self, what: &str, found: &Value) -> Result<T, Misfit> {
        self.misfit(format!("expected {what}, found {}", shown(found)))
    }

    fn path(&self) -> Vec<Step> {
        let (mut path, last) = match self {
            At::Top => return Vec::new(),
            At::Key(above, key) => (above.path(), Step::Key(key.to_string())),
            At::Index(above, index) => (above.path(), Step::Index(*index)),
        };
        path.push(last);
        path
    }
}

/// A value, abbreviated for an error line.
fn shown(value: &Value) -> String {
    const LETTERS_MAX: usize = 40;
    match value {
        Value::Array(_) => "an array".to_string(),
        Value::Object(_) => "an object".to_string(),
        Value::String(text) if text.chars().count() > LETTERS_MAX => "a long string".to_string(),
        Value::String(text) => format!("{text:?}"),
        plain => plain.to_string(),
    }
}

/// The line where the value at `path` begins. For a missing field, the line of its object.
pub(super) fn line_of(text: &str, path: &[Step]) -> usize {
    let depths = (1..=path.len()).rev();
    let mut located = depths.filter_map(|depth| locate(text, &path[..depth]));
    located.next().unwrap_or_else(|| first_line(text))
}

/// The first line of a text that is not blank.
pub(super) fn first_line(text: &str) -> usize {
    let blank = |line: &&str| line.trim().is_empty();
    1 + text.lines().take_while(blank).count()
}

/// Parses along the path and fails on purpose at its end: an error of the parser has the line.
fn locate(text: &str, path: &[Step]) -> Option<usize> {
    let mut parser = serde_json::Deserializer::from_str(text);
    Walk(path)
        .deserialize(&mut parser)
        .err()
        .map(|arrival| arrival.line())
}

/// The rest of a path.
struct Walk<'p>(&'p [Step]);

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, parser: D) -> Result<(), D::Error> {
        if self.0.is_empty() {
            return Err(D::Error::custom("arrived"));
        }
        parser.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object or an array")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if matches!(&self.0[0], Step::Key(step) if *step == key) {
                map.next_value_seed(Walk(&self.0[1..]))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let mut index = 0;
        loop {
            let next = if matches!(self.0[0], Step::Index(step) if step == index) {
                items.next_element_seed(Walk(&self.0[1..]))?
            } else {
                items.next_element::<IgnoredAny>()?.map(|_| ())
            };
            if next.is_none() {
                return Ok(());
            }
            index += 1;
        }
    }
}
