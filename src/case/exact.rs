//! The exact answer of a case (the field `exact` of a file), in a form that can be read without
//! exact arithmetic and loses nothing.
//!
//! This is the format. `crate::corpus` computes the answer with the exact reference.

use glam::{DMat3, DVec3};
use serde_json::{Map, Value};

use super::fields::{Fields, not_negative, truth};
use super::place::{At, Misfit};
use super::read_shape::Form;
use super::write_shape::{self, put, shortest};
use super::{Dim, Scalar};

/// The exact answer about the two shapes of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// Whether the closed shapes are apart, touch or overlap.
    pub contact: Relation,
    /// The floats next to the exact distance, below and above; equal if it is a float. For curved
    /// shapes, the proved interval rounded outwards.
    pub distance: [f64; 2],
    /// The squared distance of the cores, for polytopes and sphere-swept polytopes.
    pub squared_core_distance: Option<Fraction>,
    /// The radii around the two cores, if there are any.
    pub radii: Option<[f64; 2]>,
    /// The floats next to the exact penetration depth, for overlapping polytopes.
    pub depth: Option<[f64; 2]>,
    /// The squared penetration depth of the cores, if they intersect.
    pub squared_core_depth: Option<Fraction>,
    /// One unit in the last place of the largest length that a query must handle.
    pub ulp: f64,
    /// Each shape after the rotation of its pose, if it has one.
    pub placed: [Option<Placed>; 2],
}

/// Whether two closed shapes are apart, touch or overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// The distance is positive.
    Separated,
    /// They intersect, but the smallest motion can separate them.
    Touching,
    /// The depth is positive.
    Overlapping,
    /// Curved shapes nearer to contact than the width of their interval.
    Open,
}

impl Relation {
    const ALL: [Self; 4] = [
        Self::Separated,
        Self::Touching,
        Self::Overlapping,
        Self::Open,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Separated => "separated",
            Self::Touching => "touching",
            Self::Overlapping => "overlapping",
            Self::Open => "open",
        }
    }

    /// Whether the closed shapes have a common point; `None` if undecided.
    pub fn intersects(self) -> Option<bool> {
        match self {
            Self::Separated => Some(false),
            Self::Touching | Self::Overlapping => Some(true),
            Self::Open => None,
        }
    }
}

/// A nonnegative number as `NUMERATOR/DENOMINATOR`: decimal digits, lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction(pub String);

/// A shape after its rotation. The exact answer is about it, so that nobody has to reproduce our
/// rounding.
#[derive(Clone, Debug, PartialEq)]
pub enum Placed {
    /// The vertices of the core, rotated and rounded. Add the position of the pose exactly.
    Vertices(Vec<DVec3>),
    /// The matrix that maps the core exactly, before the position is added.
    Matrix(DMat3),
}

pub(super) fn read(value: Value, at: &At, dim: Dim) -> Result<Exact, Misfit> {
    let form = Form {
        dim,
        scalar: Scalar::F64,
    };
    let two = |value, at: &At| interval(&form, value, at);
    let placed = |value, at: &At| placed(&form, value, at);
    let mut fields = Fields::of(value, at)?;
    let contact = fields.required("contact", relation)?;
    let intersects = fields.optional("intersects", truth)?;
    if intersects != contact.intersects() {
        let message = format!("does not fit contact {:?}", contact.name());
        return At::Key(at, "intersects").misfit(message);
    }
    let exact = Exact {
        contact,
        distance: fields.required("distance", two)?,
        squared_core_distance: fields.optional("squared_core_distance", fraction)?,
        radii: fields.optional("radii", |value, at| radii(&form, value, at))?,
        depth: fields.optional("depth", two)?,
        squared_core_depth: fields.optional("squared_core_depth", fraction)?,
        ulp: fields.required("ulp", not_negative)?,
        placed: [fields.optional("a", placed)?, fields.optional("b", placed)?],
    };
    fields.rest(&[])?;
    Ok(exact)
}

fn relation(value: Value, at: &At) -> Result<Relation, Misfit> {
    let name = value.as_str().unwrap_or_default();
    match Relation::ALL.into_iter().find(|known| known.name() == name) {
        Some(relation) => Ok(relation),
        None => at.expected("separated, touching, overlapping or open", &value),
    }
}

fn radii(form: &Form, value: Value, at: &At) -> Result<[f64; 2], Misfit> {
    let [a, b] = form.numbers(value, at)?;
    if a < 0.0 || b < 0.0 {
        return at.misfit("expected lengths that are not negative".to_string());
    }
    Ok([a, b])
}

fn interval(form: &Form, value: Value, at: &At) -> Result<[f64; 2], Misfit> {
    let [lower, upper] = form.numbers(value, at)?;
    if !(0.0 <= lower && lower <= upper) {
        let message = format!("expected 0 <= lower <= upper, found {lower} and {upper}");
        return at.misfit(message);
    }
    Ok([lower, upper])
}

fn fraction(value: Value, at: &At) -> Result<Fraction, Misfit> {
    let plain = |digits: &str| {
        let leads = digits == "0" || !digits.starts_with('0');
        !digits.is_empty() && leads && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    let text = value.as_str().unwrap_or_default();
    match text.split_once('/') {
        Some((num, den)) if plain(num) && plain(den) && den != "0" => {
            Ok(Fraction(text.to_string()))
        }
        _ => at.expected("a fraction such as \"121/41\"", &value),
    }
}

fn placed(form: &Form, value: Value, at: &At) -> Result<Placed, Misfit> {
    let mut fields = Fields::of(value, at)?;
    let vertices = fields.optional("vertices", |value, at| form.vectors(value, at))?;
    let matrix = fields.optional("matrix", |value, at| form.matrix(value, at))?;
    fields.rest(&[])?;
    match (vertices, matrix) {
        (Some(vertices), None) => Ok(Placed::Vertices(vertices)),
        (None, Some(matrix)) => Ok(Placed::Matrix(matrix)),
        _ => at.misfit("expected one of vertices and matrix".to_string()),
    }
}

pub(super) fn write(exact: &Exact, dim: Dim) -> Value {
    let form = write_shape::Form {
        dim,
        scalar: Scalar::F64,
    };
    let mut map = Map::new();
    put(&mut map, "contact", exact.contact.name());
    if let Some(intersects) = exact.contact.intersects() {
        put(&mut map, "intersects", intersects);
    }
    put(&mut map, "distance", form.numbers(&exact.distance));
    if let Some(Fraction(text)) = &exact.squared_core_distance {
        put(&mut map, "squared_core_distance", text.as_str());
    }
    if let Some(radii) = &exact.radii {
        put(&mut map, "radii", form.numbers(radii));
    }
    if let Some(depth) = &exact.depth {
        put(&mut map, "depth", form.numbers(depth));
    }
    if let Some(Fraction(text)) = &exact.squared_core_depth {
        put(&mut map, "squared_core_depth", text.as_str());
    }
    put(&mut map, "ulp", shortest(exact.ulp, Scalar::F64));
    for (key, placed) in ["a", "b"].into_iter().zip(&exact.placed) {
        let Some(placed) = placed else { continue };
        let mut inner = Map::new();
        match placed {
            Placed::Vertices(points) => put(&mut inner, "vertices", form.vectors(points)),
            Placed::Matrix(matrix) => put(&mut inner, "matrix", form.matrix(matrix)),
        }
        put(&mut map, key, inner);
    }
    Value::Object(map)
}
