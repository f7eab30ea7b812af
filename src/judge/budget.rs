//! All tolerances of the judge: what each property may be off by, and why.
//!
//! A property has a promise, which holds for every case: an answer that exceeds it is broken.
//!
//! A family has a record for each property: the largest error measured in the family, plus a
//! margin. An answer that exceeds the record but not the promise is a new worst, and breaks
//! nothing. [`raised`] computes the new record: error plus margin, a multiple of a quarter, at
//! least 1.0, at most the promise. The margin is 0.55 to 0.8, or 0.75 to 1.0 where errors became
//! smaller when polytopes were first answered exactly. Each family was measured in 250,000 cases,
//! `adversarial` in 25,000; campaigns with other seeds have raised records since.
//!
//! The cases with the largest errors are in `tests/cases/worst/`, and `tests/worst_cases.rs`
//! replays them: a record above 1.0 fails if it exceeds their errors by more than 1.0. To measure
//! again: `cargo run --release -- campaign --seed 7 --cases 250000 --all-laws --keep-worst
//! tests/cases/worst`. Cases that break a promise are in `tests/cases/known/` instead.
//!
//! Exact promises are the same in every family: there is nothing to measure.

/// A number of the budget: a promise, or a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The property.
    pub property: &'static str,
    /// The family of a record; `None` for a promise.
    pub family: Option<&'static str>,
    /// The largest allowed error, in the unit of the property: see its description.
    pub ulps: f64,
    /// Why it is not zero.
    pub reason: &'static str,
    /// The line of the number in this file.
    pub line: u32,
}

/// The promise about a property in every case.
struct Promise {
    property: &'static str,
    ulps: f64,
    reason: &'static str,
    line: u32,
}

impl Promise {
    fn line(&self) -> Line {
        Line {
            property: self.property,
            family: None,
            ulps: self.ulps,
            reason: self.reason,
            line: self.line,
        }
    }
}

/// The records of a family.
struct Measured {
    family: &'static str,
    /// In the order of [`PROMISES`].
    ulps: [f64; PROMISES.len()],
    line: u32,
}

macro_rules! promise {
    ($property:literal, $ulps:literal, $reason:literal) => {
        Promise {
            property: $property,
            ulps: $ulps,
            reason: $reason,
            line: line!(),
        }
    };
}

macro_rules! row {
    ($family:literal | $($ulps:literal)*) => {
        Measured {
            family: $family,
            ulps: [$($ulps),*],
            line: line!(),
        }
    };
}

// In ulps of the unit that the property names.
#[rustfmt::skip] // a table
const PROMISES: &[Promise] = &[
    promise!("verdict",        1.00, "a gap or depth below the rounding of the difference is invisible"),
    promise!("distance",       2.00, "the duality gap of the search, and one rounding"),
    promise!("rounded",        2.00, "below an ulp of the largest length the distance has few digits of its own"),
    promise!("lower",          2.00, "rounding may make a support mapping return the wrong vertex"),
    promise!("upper",          2.00, "the difference of the shapes and the length are rounded"),
    promise!("gap",            4.25, "the rounded direction of the bound tilts its plane across the whole difference"),
    promise!("witness",        2.00, "three coordinates of a point are each rounded when added to the origin"),
    promise!("apart",          3.00, "both witness points are rounded"),
    promise!("normal length",  2.00, "a length and a division are rounded"),
    promise!("normal",         2.00, "the duality gap tilts the plane, and its direction is normalised"),
    promise!("simplex",        3.00, "each of four weights is rounded"),
    promise!("proximity",    128.00, "volumes of shapes thinner than 2^-40 of their length have no clear sign near the surface"),
    promise!("cutoff",         2.00, "the bounds of an early stop are rounded like the others"),
    promise!("tolerance",      2.00, "the bounds with a tolerance are rounded like those without"),
    promise!("law: warm",      3.00, "another path rounds differently"),
    promise!("law: order",     3.00, "another vertex of a tie is found, or the centre rounds differently"),
    promise!("law: extra",     3.00, "another vertex of a tie is found, or the centre rounds differently"),
    promise!("law: move",      3.00, "the moved coordinates of both shapes are rounded"),
    promise!("independent",    1.00, "the reference is a rounded decimal"),
];

// The columns are the promises in order, abbreviated; the last is `independent`.
#[rustfmt::skip] // a table
const MEASURED: &[Measured] = &[
    //                      verd dist  rnd  low   up  gap witn  apt  len norm simp  prox  cut  tol warm ordr extr move
    row!("uniform"        | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.00 1.75 1.75 2.50  1.00 1.00 1.00 1.25 1.00 1.00 2.25 1.00),
    row!("grid"           | 1.00 1.25 1.00 1.00 1.00 2.75 1.25 2.25 1.75 1.50 1.75  1.00 1.00 1.00 1.25 1.00 1.00 1.00 1.00),
    row!("near_contact"   | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 1.75 1.75 1.25 2.75  1.00 1.00 1.00 1.25 1.00 1.00 2.75 1.00),
    row!("flat"           | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.00 1.75 1.75 2.00  1.00 1.00 1.00 1.25 1.00 1.00 2.00 1.00),
    row!("sliver"         | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.00 1.75 1.75 2.75  1.00 1.00 1.00 1.25 1.00 1.00 2.25 1.00),
    row!("scale"          | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 1.75 1.75 1.75 2.25  1.00 1.00 1.00 1.25 1.00 1.00 2.50 1.00),
    row!("offset"         | 1.00 1.25 1.00 1.00 1.00 2.75 1.50 2.00 1.75 1.00 2.25  1.00 1.00 1.00 1.25 1.00 1.00 2.75 1.00),
    row!("range"          | 1.00 1.75 1.00 1.00 1.00 2.75 2.00 2.25 1.75 1.75 2.25  1.00 1.00 1.00 1.75 1.00 1.00 2.25 1.00),
    row!("curved"         | 1.00 2.00 2.00 1.50 2.00 2.75 1.75 2.00 1.50 1.75 2.25  1.00 1.75 1.75 2.00 1.50 2.50 2.25 1.00),
    row!("mesh"           | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.00 1.75 1.00 2.00  1.00 1.00 1.00 1.25 1.00 1.00 2.25 1.00),
    row!("exhaustive"     | 1.00 1.25 1.00 1.00 1.00 2.75 1.25 1.50 1.25 1.00 1.00  1.00 1.00 1.00 1.25 1.00 1.00 1.00 1.00),
    row!("kissing"        | 1.00 1.00 1.00 1.00 1.00 2.75 1.75 2.00 1.75 1.25 2.00  1.00 1.00 1.00 1.00 1.00 1.00 2.75 1.00),
    row!("identical"      | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.50 1.75 1.50 2.25  1.00 1.00 1.00 1.25 1.00 1.00 2.50 1.00),
    row!("nested"         | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.00 1.75 1.00 2.25  1.00 1.00 1.00 1.25 1.00 1.00 2.75 1.00),
    row!("parallel"       | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 1.75 1.75 1.00 2.00  1.00 1.00 1.00 1.25 1.00 1.00 2.00 1.00),
    row!("near_degenerate"| 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.25 1.75 1.75 2.00  1.00 1.00 1.00 1.25 1.00 1.00 2.50 1.00),
    row!("many"           | 1.00 1.25 1.00 1.00 1.00 2.75 1.00 1.25 1.75 1.00 2.25  1.00 1.00 1.00 1.25 1.00 1.00 2.00 1.00),
    row!("full_mantissa"  | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.50 1.75 1.75 2.25  1.00 1.00 1.00 1.25 1.00 1.00 2.50 1.00),
    row!("mixed_exponents"| 1.00 1.25 1.00 1.00 1.00 2.00 1.75 2.00 1.75 1.25 2.25  1.00 1.00 1.00 1.25 1.00 1.00 2.50 1.00),
    row!("cancellation"   | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 2.50 1.75 1.25 2.75  1.00 1.00 1.00 1.25 1.00 1.00 2.75 1.00),
    row!("hair"           | 1.00 1.25 1.00 1.00 1.00 2.75 1.75 1.75 1.75 1.75 2.25  1.00 1.00 1.00 1.25 1.00 1.00 2.25 1.00),
    row!("stacked"        | 1.00 2.00 1.00 1.25 1.75 2.75 1.75 2.00 1.75 1.75 2.25  1.00 1.75 1.00 2.00 1.50 2.50 2.75 1.00),
    row!("round"          | 1.00 1.75 1.00 1.50 1.50 2.75 1.75 2.00 1.75 1.25 2.25  1.00 1.00 1.00 1.50 1.00 1.25 2.25 1.00),
    row!("field"          | 1.00 1.25 1.00 1.25 1.25 2.75 1.75 2.00 1.50 1.00 2.25  1.00 1.25 1.00 1.25 1.00 1.00 2.25 1.00),
    row!("adversarial"    | 1.00 1.75 1.00 1.00 1.50 1.75 2.00 2.50 1.75 1.00 2.00  1.00 1.00 1.00 1.75 1.00 1.75 2.75 1.00),
];

// Promises about polytopes and sphere-swept polytopes, in every family, in ulps of the unit that
// the property names.
#[rustfmt::skip] // a table
const EXACT: &[Promise] = &[
    promise!("exact verdict",  0.00, "exact arithmetic decides what rounding leaves open, touching included"),
    promise!("exact distance", 1.00, "a distance between two floats may be reported as either"),
    promise!("exact bounds",   0.00, "a bound between two floats is rounded outwards"),
];

/// A property without a line must hold exactly.
const HOLDS: Line = Line {
    property: "",
    family: None,
    ulps: 0.0,
    reason: "holds exactly",
    line: line!(),
};

/// The steps between records, in ulps.
const STEP: f64 = 0.25;

/// A record is at least this many ulps above the error, so that slightly worse cases do not exceed
/// it.
const MARGIN: f64 = 0.55;

/// No record is below this many ulps: smaller errors are a single rounding, and not worth a record.
const LEAST: f64 = 1.0;

/// The largest error of a property in any case.
pub fn promise(property: &str) -> Line {
    let mut promises = PROMISES.iter().chain(EXACT);
    let promise = promises.find(|row| row.property == property);
    promise.map_or(HOLDS, Promise::line)
}

/// The record of a property in a family; `None` if there is none.
pub fn record(property: &str, family: &str) -> Option<Line> {
    let column = PROMISES.iter().position(|row| row.property == property)?;
    let row = MEASURED.iter().find(|row| row.family == family)?;
    Some(Line {
        family: Some(row.family),
        ulps: row.ulps[column],
        line: row.line,
        ..PROMISES[column].line()
    })
}

/// The record, or the promise if there is no record: the limit in `cargo test` and with `--strict`.
pub fn line(property: &str, family: &str) -> Line {
    record(property, family).unwrap_or_else(|| promise(property))
}

/// The new record for an error within the promise.
pub fn raised(property: &str, error_ulps: f64) -> f64 {
    let ulps = ((error_ulps + MARGIN) / STEP).ceil() * STEP;
    ulps.max(LEAST).min(promise(property).ulps)
}

/// The number of a property's record in the row of its family, counted from 1.
pub fn number_in_row(property: &str) -> Option<usize> {
    let column = PROMISES.iter().position(|row| row.property == property);
    column.map(|column| column + 1)
}

/// The names of the properties that have a line.
pub fn properties() -> impl Iterator<Item = &'static str> {
    PROMISES.iter().chain(EXACT).map(|row| row.property)
}

/// The names of the families that were measured.
pub fn families() -> impl Iterator<Item = &'static str> {
    MEASURED.iter().map(|row| row.family)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;
    use crate::judge::PROPERTIES;

    // Every promise is about a property, no property has two, and the families are those of the
    // registry.
    #[test]
    fn lines_name_properties_and_families() {
        for (index, row) in PROMISES.iter().chain(EXACT).enumerate() {
            let name = row.property;
            assert!(PROPERTIES.iter().any(|p| p.name == name), "{name}");
            assert!(properties().take(index).all(|other| other != name));
            assert!(!row.reason.is_empty(), "{name}");
        }
        assert!(family::all().iter().map(|f| f.name).eq(families()));
    }

    // The numbers of a family never exceed the promise.
    #[test]
    fn measured_is_within_the_promise() {
        for row in MEASURED {
            for (ulps, promise) in row.ulps.iter().zip(PROMISES) {
                assert!(*ulps <= promise.ulps, "{} {}", row.family, promise.property);
            }
        }
    }

    /// Claim: a family has its own records, a case of no family has none, and exact promises are
    /// the same for all.
    #[test]
    fn a_family_has_its_own_records() {
        for row in MEASURED {
            for (ulps, expected) in row.ulps.iter().zip(PROMISES) {
                let name = expected.property;
                let own = record(name, row.family).expect("a record");
                let told = (own.family, own.ulps, own.line);
                assert_eq!(told, (Some(row.family), *ulps, row.line));
                assert_eq!(line(name, row.family), own);
                assert_eq!(promise(name), expected.line());
                assert_eq!(record(name, ""), None);
                assert_eq!(line(name, ""), expected.line());
            }
        }
        for exact in EXACT {
            assert_eq!(record(exact.property, "uniform"), None);
            assert_eq!(line(exact.property, "uniform"), exact.line());
        }
        assert_eq!(line("no such property", "uniform"), HOLDS);
    }

    /// Claim: a record follows an error by the rule at the top of this file.
    #[test]
    fn a_record_follows_an_error() {
        for (property, error, expected) in [
            ("proximity", 22.88, 23.5),
            ("simplex", 2.0, 2.75),
            // The least and the largest margin.
            ("proximity", 22.95, 23.5),
            ("proximity", 22.951, 23.75),
            // At least an ulp, at most the promise.
            ("verdict", 0.1, 1.0),
            ("distance", 1.9, 2.0),
            ("proximity", 127.9, 128.0),
        ] {
            assert_eq!(raised(property, error), expected, "{property} {error}");
        }
    }

    /// Claim: the number in the row is the position of a record in the row of the source.
    #[test]
    fn numbers_are_counted_in_the_row() {
        let source = include_str!("budget.rs");
        for name in PROMISES.iter().map(|row| row.property) {
            let own = record(name, "curved").expect("a record");
            let row = source.lines().nth(own.line as usize - 1).expect("a line");
            let number = number_in_row(name).expect("a column");
            let numbers = row.split('|').nth(1).expect("numbers");
            let shown = numbers.split_whitespace().nth(number - 1).expect("one");
            let shown = shown.trim_end_matches("),").parse();
            assert_eq!(shown, Ok(own.ulps), "{name}: {row}");
        }
        assert_eq!(number_in_row(EXACT[0].property), None);
    }
}
