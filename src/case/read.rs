//! A JSON value as a case: all rules of the schema, and the path of a refused value. Shapes are in
//! `read_shape`.

use serde_json::{Map, Value};
use strsim::normalized_damerau_levenshtein;

use super::place::{At, Misfit};
use super::read_shape::Form;
use super::{Case, Dim, Expect, Reference, Scalar, exact};

/// The case that a value describes.
pub(super) fn case(value: Value) -> Result<Case, Misfit> {
    let mut fields = Fields::of(value, &At::Top)?;
    let id = fields.required("id", id)?;
    let dim = fields.required("dim", dim)?;
    let scalar = fields.required("scalar", scalar)?;
    let form = Form { dim, scalar };
    Ok(Case {
        id,
        dim,
        scalar,
        a: fields.required("a", |value, at| form.shape(value, at))?,
        b: fields.required("b", |value, at| form.shape(value, at))?,
        expect: fields.required("expect", expect)?,
        reference: fields.optional("ref", reference)?,
        exact: fields.optional("exact", |value, at| exact::read(value, at, dim))?,
        query: fields.optional("query", |value, _| Ok(value))?,
        other: fields.rest(&["source", "class", "observed", "provenance"])?,
    })
}

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
            None => At::Key(self.at, key).misfit("missing".to_string()),
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
                At::Key(self.at, key).misfit(format!("unknown; {}", remedy(key, &known)))
            }
        }
    }
}

/// What to write instead: the most similar name, or one of all.
fn remedy(key: &str, known: &[&'static str]) -> String {
    /// 1 is the same name and 0 a name without a common letter: this allows one slip in three
    /// letters.
    const SIMILAR: f64 = 0.6;
    let likeness = |known: &str| normalized_damerau_levenshtein(key, known);
    let nearest = known
        .iter()
        .max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    match nearest.filter(|nearest| likeness(nearest) >= SIMILAR) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("there are {}", known.join(", ")),
    }
}

fn id(value: Value, at: &At) -> Result<String, Misfit> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match value {
        Value::String(text) if !text.is_empty() && text.chars().all(plain) => Ok(text),
        other => at.expected("a name of letters, digits, `-`, `_` and `.`", &other),
    }
}

fn dim(value: Value, at: &At) -> Result<Dim, Misfit> {
    match value.as_u64() {
        Some(2) => Ok(Dim::Two),
        Some(3) => Ok(Dim::Three),
        _ => at.expected("2 or 3", &value),
    }
}

fn scalar(value: Value, at: &At) -> Result<Scalar, Misfit> {
    match value.as_str() {
        Some("f32") => Ok(Scalar::F32),
        Some("f64") => Ok(Scalar::F64),
        _ => at.expected("\"f32\" or \"f64\"", &value),
    }
}

fn expect(value: Value, at: &At) -> Result<Expect, Misfit> {
    let mut fields = Fields::of(value, at)?;
    Ok(Expect {
        intersect: fields.optional("intersect", truth)?,
        distance: fields.optional("distance", not_negative)?,
        signed_distance: fields.optional("signed_distance", finite)?,
        tol: fields.optional("tol", not_negative)?,
        rtol: fields.optional("rtol", not_negative)?,
        // Fields of shape casts in the sources.
        other: fields.rest(&["hit", "time_of_impact"])?,
    })
}

fn reference(value: Value, at: &At) -> Result<Reference, Misfit> {
    let mut fields = Fields::of(value, at)?;
    Ok(Reference {
        intersect: fields.required("intersect", truth)?,
        signed_distance: fields.required("signed_distance", finite)?,
        other: fields.rest(&[
            "method",
            "normal_ab",
            "witness_a",
            "witness_b",
            "lower_bound",
            "time_of_impact",
        ])?,
    })
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
