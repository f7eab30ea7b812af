//! The only place with a tolerance: what each property may be off by, and why.
//!
//! A line gives the promise, which holds for every case, and a number for each family: the largest
//! error measured in 250,000 of its cases, plus a margin of 0.55 to 0.8, which makes it a multiple
//! of a quarter; at least 1.0. The cases with the largest errors are kept in `tests/cases/worst/`,
//! and `tests/worst_cases.rs` replays them: a number above 1.0 fails if it exceeds what they show
//! by more than 1.0. To measure anew: `cargo run --release -- campaign --seed 7 --cases 250000
//! --keep-worst tests/cases/worst`.

/// A line of the budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The property.
    pub property: &'static str,
    /// What its error may be at most. The unit is the property's own: see its description.
    pub ulps: f64,
    /// Why it is not zero.
    pub reason: &'static str,
    /// Where it stands in this file.
    pub line: u32,
}

struct Row {
    property: &'static str,
    promise: f64,
    /// In the order of [`FAMILIES`].
    measured: [f64; FAMILIES.len()],
    reason: &'static str,
    line: u32,
}

/// The columns of the table.
pub const FAMILIES: [&str; 12] = [
    "uniform",
    "grid",
    "near_contact",
    "flat",
    "sliver",
    "scale",
    "offset",
    "range",
    "curved",
    "mesh",
    "field",
    "adversarial",
];

macro_rules! row {
    ($property:literal $promise:literal | $($measured:literal)* | $reason:literal) => {
        Row {
            property: $property,
            promise: $promise,
            measured: [$($measured),*],
            reason: $reason,
            line: line!(),
        }
    };
}

// All in ulps: of what, the property says.
#[rustfmt::skip] // a table
const TABLE: &[Row] = &[
    //                  promise | uniform grid near_contact flat sliver scale offset range curved mesh field adversarial |
    row!("verdict"        1.00 | 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 | "a gap or depth below the rounding of the difference cannot be seen"),
    row!("distance"       2.00 | 1.75 1.25 1.50 1.50 1.75 1.75 1.75 1.75 2.00 2.00 1.25 2.00 | "the gap that a search may leave open, and one rounding"),
    row!("rounded"        2.00 | 1.00 1.00 1.50 1.50 1.00 1.00 1.00 1.00 1.75 1.00 1.00 1.00 | "below an ulp of the largest length the distance has few digits of its own"),
    row!("lower"          2.00 | 1.75 1.25 1.00 1.25 1.75 1.75 1.75 1.75 2.00 1.50 1.25 2.00 | "a support mapping may choose a vertex that only rounding makes the farthest"),
    row!("upper"          2.00 | 1.75 1.25 1.25 1.50 1.75 1.75 1.75 1.75 2.00 1.75 1.25 1.75 | "the difference of the shapes and the length are rounded"),
    row!("gap"            4.25 | 3.00 1.75 1.75 3.25 4.25 4.25 3.00 4.25 2.75 3.25 1.75 4.25 | "the direction of the bound is rounded, and swings the plane over the whole difference"),
    row!("witness"        2.00 | 1.75 1.75 1.75 1.75 1.75 1.75 1.50 1.75 2.00 1.75 1.50 2.00 | "a point has three coordinates, each rounded where it is added to the origin"),
    row!("apart"          3.00 | 2.00 2.75 2.25 2.50 2.75 2.50 2.00 3.00 2.75 2.00 2.00 3.00 | "both witness points are rounded"),
    row!("normal length"  2.00 | 2.00 1.75 1.75 1.75 1.75 1.75 1.75 1.75 1.75 1.75 1.75 1.75 | "a length and a division are rounded"),
    row!("normal"         2.00 | 2.00 1.50 1.25 1.50 1.75 1.75 1.75 2.00 2.00 2.00 1.25 2.00 | "the normal is the direction of the bound, divided by its length"),
    row!("simplex"        3.00 | 2.75 1.75 2.25 2.25 2.75 2.25 2.25 2.25 2.25 2.25 2.75 2.75 | "each of four weights is rounded"),
    row!("proximity"     40.00 | 1.00 1.00 23.25 10.25 1.00 1.00 1.00 24.75 22.75 23.75 6.75 24.50 | "certain is what exceeds the rounding of the bounds and of the choice of both support points"),
    row!("cutoff"         2.00 | 1.75 1.25 1.25 1.50 1.75 1.75 1.75 1.75 2.00 1.75 1.25 2.00 | "the bounds of an early stop are rounded like the others"),
    row!("law: warm"      3.00 | 1.75 1.25 1.50 1.50 1.75 1.75 1.75 1.75 2.25 2.00 1.25 2.50 | "another path ends at another rounding"),
    row!("law: order"     3.00 | 1.25 1.00 1.25 1.75 1.25 1.25 1.00 1.75 2.50 2.00 1.00 2.75 | "another vertex of a tie is found, or the centre rounds otherwise"),
    row!("law: extra"     3.00 | 1.00 1.00 1.00 1.25 1.25 1.25 1.00 1.75 2.75 2.00 1.00 2.75 | "another vertex of a tie is found, or the centre rounds otherwise"),
    row!("law: move"      3.00 | 2.25 1.00 2.75 2.00 2.25 2.50 2.75 2.25 2.50 2.25 2.75 2.75 | "the coordinates of both shapes are rounded where they arrive"),
    row!("independent"    1.00 | 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00 | "the reference of the field is a rounded decimal"),
];

/// A property that has no line must hold exactly.
const EXACT: Line = Line {
    property: "",
    ulps: 0.0,
    reason: "holds exactly",
    line: line!(),
};

/// What a property may be off by in the cases of a family, or of no family.
pub fn line(property: &str, family: &str) -> Line {
    let Some(row) = TABLE.iter().find(|row| row.property == property) else {
        return EXACT;
    };
    let column = FAMILIES.iter().position(|name| *name == family);
    Line {
        property: row.property,
        ulps: column.map_or(row.promise, |column| row.measured[column]),
        reason: row.reason,
        line: row.line,
    }
}

/// The names of the properties that have a line.
pub fn properties() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.property)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;
    use crate::judge::PROPERTIES;

    // Every line is about a property, no property has two, and the columns are the families.
    #[test]
    fn lines_name_properties_and_families() {
        for (index, row) in TABLE.iter().enumerate() {
            assert!(
                PROPERTIES.iter().any(|p| p.name == row.property),
                "{}",
                row.property
            );
            assert!(
                TABLE[..index]
                    .iter()
                    .all(|other| other.property != row.property)
            );
        }
        assert!(family::all().iter().map(|family| family.name).eq(FAMILIES));
    }

    // The numbers of a family never exceed the promise, and each has a reason.
    #[test]
    fn measured_is_within_the_promise() {
        for row in TABLE {
            assert!(
                row.measured.iter().all(|ulps| *ulps <= row.promise),
                "{}",
                row.property
            );
            assert!(!row.reason.is_empty(), "{}", row.property);
        }
    }
}
