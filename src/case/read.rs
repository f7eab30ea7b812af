//! A JSON value as a case: every rule of the schema, and for every refusal the path to what was
//! refused. Shapes have a file of their own, `read_shape`.

use serde_json::{Map, Value};

use super::place::{At, Misfit};
use super::read_shape::Form;
use super::{Case, Dim, Expect, Reference, Scalar};

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
        query: fields.optional("query", |value, _| Ok(value))?,
        other: fields.map,
    })
}

/// The fields of an object that have not been read yet. What is left at the end is kept as it is.
pub(super) struct Fields<'p> {
    pub(super) at: &'p At<'p>,
    pub(super) map: Map<String, Value>,
}

impl<'p> Fields<'p> {
    pub(super) fn of(value: Value, at: &'p At<'p>) -> Result<Self, Misfit> {
        match value {
            Value::Object(map) => Ok(Fields { at, map }),
            other => at.expected("an object", &other),
        }
    }

    pub(super) fn required<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(Value, &At) -> Result<T, Misfit>,
    ) -> Result<T, Misfit> {
        match self.optional(key, read)? {
            Some(value) => Ok(value),
            None => At::Key(self.at, key).misfit("missing".to_string()),
        }
    }

    pub(super) fn optional<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(Value, &At) -> Result<T, Misfit>,
    ) -> Result<Option<T>, Misfit> {
        let value = self.map.shift_remove(key);
        value
            .map(|value| read(value, &At::Key(self.at, key)))
            .transpose()
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
        other: fields.map,
    })
}

fn reference(value: Value, at: &At) -> Result<Reference, Misfit> {
    let mut fields = Fields::of(value, at)?;
    Ok(Reference {
        intersect: fields.required("intersect", truth)?,
        signed_distance: fields.required("signed_distance", finite)?,
        other: fields.map,
    })
}

fn truth(value: Value, at: &At) -> Result<bool, Misfit> {
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

fn not_negative(value: Value, at: &At) -> Result<f64, Misfit> {
    match finite(value.clone(), at)? {
        number if number < 0.0 => at.expected("a number that is not negative", &value),
        number => Ok(number),
    }
}
