//! The fields of a JSON object, each read once. Names that are never read are refused.

use serde_json::{Map, Value};
use strsim::normalized_damerau_levenshtein;

use super::place::{At, Misfit};

/// The field for notes, allowed in any object.
const REMARK: &str = "note";

/// The fields of an object that have not been read yet.
pub(super) struct Fields<'p> {
    pub(super) at: &'p At<'p>,
    pub(super) map: Map<String, Value>,
    /// The names that were read.
    asked: Vec<&'static str>,
}

impl<'p> Fields<'p> {
    pub(super) fn of(value: Value, at: &'p At<'p>) -> Result<Self, Misfit> {
        match value {
            Value::Object(map) => Ok(Fields {
                at,
                map,
                asked: Vec::new(),
            }),
            other => at.expected("an object", &other),
        }
    }

    pub(super) fn required<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Value, &At) -> Result<T, Misfit>,
    ) -> Result<T, Misfit> {
        match self.optional(key, read)? {
            Some(value) => Ok(value),
            None => {
                let unread: Vec<&str> = self.map.keys().map(String::as_str).collect();
                At::Key(self.at, key).misfit(match nearest(key, &unread) {
                    Some(near) => format!("missing; is {near:?} a misspelling of it?"),
                    None => "missing".to_string(),
                })
            }
        }
    }

    pub(super) fn optional<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Value, &At) -> Result<T, Misfit>,
    ) -> Result<Option<T>, Misfit> {
        self.asked.push(key);
        let value = self.map.shift_remove(key);
        value
            .map(|value| read(value, &At::Key(self.at, key)))
            .transpose()
    }

    /// The remaining fields: notes, and the unused fields in `kept`. Any other name is refused: it
    /// is usually a misspelt field, and the case would not be the intended one.
    pub(super) fn rest(self, kept: &[&'static str]) -> Result<Map<String, Value>, Misfit> {
        let is_known = |key: &str| key == REMARK || kept.contains(&key);
        match self.map.keys().find(|key| !is_known(key)) {
            None => Ok(self.map),
            Some(key) => {
                let known = [&self.asked, kept, &[REMARK]].concat();
                At::Key(self.at, key).misfit(format!("unknown field; {}", remedy(key, &known)))
            }
        }
    }
}

/// What to write instead: the most similar name, or one of all.
fn remedy(key: &str, known: &[&str]) -> String {
    match nearest(key, known) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("known fields: {}", known.join(", ")),
    }
}

/// The most similar of some names, if one is similar enough.
pub(super) fn nearest<'n>(key: &str, names: &[&'n str]) -> Option<&'n str> {
    /// 1 is the same name and 0 a name without a common letter: this allows one slip in three
    /// letters.
    const SIMILAR: f64 = 0.6;
    let likeness = |name: &str| normalized_damerau_levenshtein(key, name);
    let names = names.iter().copied();
    let nearest = names.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(nearest) >= SIMILAR).then_some(nearest)
}

pub(super) fn truth(value: Value, at: &At) -> Result<bool, Misfit> {
    match value {
        Value::Bool(truth) => Ok(truth),
        other => at.expected("true or false", &other),
    }
}

pub(super) fn finite(value: Value, at: &At) -> Result<f64, Misfit> {
    match value.as_f64() {
        Some(number) if number.is_finite() => Ok(number),
        _ => at.expected("a finite number", &value),
    }
}

pub(super) fn not_negative(value: Value, at: &At) -> Result<f64, Misfit> {
    match finite(value.clone(), at)? {
        number if number < 0.0 => at.expected("a number that is not negative", &value),
        number => Ok(number),
    }
}
