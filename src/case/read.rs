//! A JSON value as a case: all rules of the schema, and the path of a refused value. Shapes are in
//! `read_shape`.

use serde_json::Value;

use super::fields::{Fields, finite, not_negative, truth};
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
    // Before `expect`: where that is missing, this would look like a misspelling of it.
    let exact = fields.optional("exact", |value, at| exact::read(value, at, dim))?;
    Ok(Case {
        id,
        dim,
        scalar,
        a: fields.required("a", |value, at| form.shape(value, at))?,
        b: fields.required("b", |value, at| form.shape(value, at))?,
        expect: fields.required("expect", expect)?,
        reference: fields.optional("ref", reference)?,
        exact,
        query: fields.optional("query", |value, _| Ok(value))?,
        other: fields.rest(&["source", "class", "observed", "provenance"])?,
    })
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
