//! The part of JSON Schema, draft 2020-12, that `corpus/case.schema.json` uses: enough to validate
//! the corpus without a library. An unknown keyword fails the test, so none is skipped.

use serde_json::{Map, Value};

/// Keywords without a condition.
const SILENT: [&str; 4] = ["$schema", "$defs", "title", "description"];

/// The test of a pattern.
type Test = fn(&str) -> bool;

/// The patterns of the schema.
const PATTERNS: [(&str, Test); 2] = [
    ("^[A-Za-z0-9._-]+$", is_name),
    ("^(0|[1-9][0-9]*)/[1-9][0-9]*$", is_fraction),
];

/// A schema to validate values.
pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn of(text: &str) -> Self {
        Self(serde_json::from_str(text).expect("a schema is JSON"))
    }

    /// Where a value does not fit, and which keyword fails; `None` if it fits.
    pub(crate) fn misfit(&self, value: &Value) -> Option<String> {
        self.fault(&self.0, value, "case")
    }

    fn fault(&self, schema: &Value, value: &Value, at: &str) -> Option<String> {
        match schema {
            Value::Bool(true) => None,
            Value::Object(schema) => {
                let mut faults = schema
                    .iter()
                    .filter(|(word, _)| !SILENT.contains(&word.as_str()));
                faults.find_map(|(word, bound)| self.keyword(schema, word, bound, value, at))
            }
            _ => Some(format!("{at}: nothing may stand here")),
        }
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        word: &str,
        bound: &Value,
        value: &Value,
        at: &str,
    ) -> Option<String> {
        let count = || bound.as_u64().expect("a count") as usize;
        let number = || bound.as_f64().expect("a number");
        let fits = |schema: &&Value| self.fault(schema, value, at).is_none();
        let list = || bound.as_array().expect("a list");
        let holds = match word {
            "$ref" => return self.fault(self.definition(bound), value, at),
            "type" => is_of_type(value, bound.as_str().expect("a type")),
            "const" => value == bound,
            "enum" => list().contains(value),
            "oneOf" => list().iter().filter(fits).count() == 1,
            "anyOf" => list().iter().any(|schema| fits(&schema)),
            "minimum" => value.as_f64().is_none_or(|found| found >= number()),
            "exclusiveMinimum" => value.as_f64().is_none_or(|found| found > number()),
            "minItems" => value.as_array().is_none_or(|items| items.len() >= count()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() <= count()),
            "pattern" => value.as_str().is_none_or(pattern(bound)),
            "required" => value.as_object().is_none_or(|map| {
                let names = list().iter().filter_map(Value::as_str);
                names.into_iter().all(|name| map.contains_key(name))
            }),
            "additionalProperties" => {
                assert_eq!(bound, &Value::Bool(false));
                let known = schema["properties"].as_object().expect("properties");
                let found = value.as_object();
                found.is_none_or(|map| map.keys().all(|name| known.contains_key(name)))
            }
            "items" => {
                let mut items = value.as_array().into_iter().flatten().enumerate();
                return items.find_map(|(i, item)| self.fault(bound, item, &format!("{at}[{i}]")));
            }
            "properties" => {
                let mut known = bound.as_object().expect("properties").iter();
                return known.find_map(|(name, schema)| {
                    self.fault(schema, value.get(name)?, &format!("{at}.{name}"))
                });
            }
            other => panic!("{other}: a keyword that this reader does not know"),
        };
        (!holds).then(|| format!("{at}: {word}"))
    }

    fn definition(&self, reference: &Value) -> &Value {
        let path = reference.as_str().expect("a reference");
        let path = path
            .strip_prefix('#')
            .expect("a definition of the same file");
        self.0.pointer(path).expect("a definition")
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("{other}: a type that this reader does not know"),
    }
}

fn pattern(bound: &Value) -> Test {
    let known = PATTERNS.iter().find(|(pattern, _)| bound == pattern);
    known.expect("a known pattern").1
}

fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    !text.is_empty() && text.chars().all(plain)
}

fn is_fraction(text: &str) -> bool {
    let is_positive = |digits: &str| {
        !digits.is_empty()
            && !digits.starts_with('0')
            && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    let parts = text.split_once('/');
    parts.is_some_and(|(num, den)| (num == "0" || is_positive(num)) && is_positive(den))
}
