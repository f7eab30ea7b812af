//! The only place with a tolerance: what each property may be off by, and why.
//!
//! A property has a promise, which holds for every case. A family has a number for each property: the
//! largest error measured in 250,000 of its cases, plus a margin of 0.55 to 0.8, which makes it a
//! multiple of a quarter; at least 1.0, at most the promise; of `adversarial` in 25,000. What has become
//! smaller since polytopes are answered exactly has a margin of 0.75 to 1.0. The cases
//! with the largest errors are kept in `tests/cases/worst/`, and `tests/worst_cases.rs` replays them: a
//! number above 1.0 fails if it exceeds what they show by more than 1.0. To measure anew: `cargo run
//! --release -- campaign --seed 7 --cases 250000 --all-laws --keep-worst tests/cases/worst`. Cases that
//! break a promise are in `tests/cases/known/` instead.
//!
//! What is promised exactly is the same in every family: there is nothing to measure.

/// A line of the budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The property.
    pub property: &'static str,
    /// What its error may be at most. The unit is the property's own: see its description.
    pub ulps: f64,
    /// Why it is not zero.
    pub reason: &'static str,
    /// Where the number stands in this file.
    pub line: u32,
}

/// What is promised of a property in every case.
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
            ulps: self.ulps,
            reason: self.reason,
            line: self.line,
        }
    }
}

/// What the errors of a family are at most.
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

macro_rules! measured {
    ($family:literal | $($ulps:literal)*) => {
        Measured {
            family: $family,
            ulps: [$($ulps),*],
            line: line!(),
        }
    };
}

// All in ulps: of what, the property says.
#[rustfmt::skip] // a table
const PROMISES: &[Promise] = &[
    promise!("verdict",        1.00, "a gap or depth below the rounding of the difference cannot be seen"),
    promise!("distance",       2.00, "the gap that a search may leave open, and one rounding"),
    promise!("rounded",        2.00, "below an ulp of the largest length the distance has few digits of its own"),
    promise!("lower",          2.00, "a support mapping may choose a vertex that only rounding makes the farthest"),
    promise!("upper",          2.00, "the difference of the shapes and the length are rounded"),
    promise!("gap",            4.25, "the direction of the bound is rounded, and swings the plane over the whole difference"),
    promise!("witness",        2.00, "a point has three coordinates, each rounded where it is added to the origin"),
    promise!("apart",          3.00, "both witness points are rounded"),
    promise!("normal length",  2.00, "a length and a division are rounded"),
    promise!("normal",         2.00, "the plane leans by the gap that the search leaves open, and its direction is divided by its length"),
    promise!("simplex",        3.00, "each of four weights is rounded"),
    promise!("proximity",     40.00, "of curved shapes certain is what exceeds the rounding of the bounds and of the choice of both support points"),
    promise!("cutoff",         2.00, "the bounds of an early stop are rounded like the others"),
    promise!("law: warm",      3.00, "another path ends at another rounding"),
    promise!("law: order",     3.00, "another vertex of a tie is found, or the centre rounds otherwise"),
    promise!("law: extra",     3.00, "another vertex of a tie is found, or the centre rounds otherwise"),
    promise!("law: move",      3.00, "the coordinates of both shapes are rounded where they arrive"),
    promise!("independent",    1.00, "the reference of the field is a rounded decimal"),
];

// The columns are the promises in their order, shortened.
#[rustfmt::skip] // a table
const MEASURED: &[Measured] = &[
    //                             verd  dist round lower upper   gap  witn apart   len  norm simpl proxi   cut  warm order extra  move indep
    measured!("uniform"         |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.00  2.00  2.00  2.50  1.00  1.25  1.25  1.00  1.00  2.25  1.00),
    measured!("grid"            |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.25  1.75  1.50  1.75  1.00  1.25  1.25  1.00  1.00  1.00  1.00),
    measured!("near_contact"    |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.25  1.75  1.25  1.75  1.00  1.25  1.25  1.00  1.00  2.75  1.00),
    measured!("flat"            |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.25  1.75  1.50  2.00  1.00  1.50  1.25  1.00  1.00  2.00  1.00),
    measured!("sliver"          |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.50  1.75  2.00  2.75  1.00  1.75  1.25  1.00  1.00  2.25  1.00),
    measured!("scale"           |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.25  1.75  2.00  2.25  1.00  1.75  1.25  1.00  1.00  2.50  1.00),
    measured!("offset"          |  1.00  1.25  1.00  1.00  1.00  1.75  1.50  2.00  1.75  2.00  2.25  1.00  1.25  1.25  1.00  1.00  2.75  1.00),
    measured!("range"           |  1.00  1.75  1.00  1.00  1.00  1.75  2.00  3.00  1.75  2.00  2.25  1.00  1.75  1.75  1.00  1.00  2.25  1.00),
    measured!("curved"          |  1.00  2.00  1.75  1.50  2.00  2.50  2.00  2.75  1.75  2.00  2.00 22.75  2.00  2.25  2.00  2.75  2.25  1.00),
    measured!("mesh"            |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.00  1.75  2.00  2.00  1.00  1.50  1.25  1.00  1.00  2.25  1.00),
    measured!("exhaustive"      |  1.00  1.25  1.00  1.00  1.00  1.00  1.25  1.50  1.25  1.00  1.75  1.00  1.25  1.25  1.00  1.00  1.00  1.00),
    measured!("kissing"         |  1.00  1.00  1.00  1.00  1.00  1.00  1.75  2.00  1.75  1.25  2.00  1.00  1.75  1.00  1.00  1.00  2.75  1.00),
    measured!("identical"       |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.50  1.75  1.50  2.00  1.00  1.50  1.25  1.00  1.00  2.50  1.00),
    measured!("nested"          |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.50  1.75  1.75  2.25  1.00  1.75  1.25  1.00  1.00  2.75  1.00),
    measured!("parallel"        |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.00  1.75  1.50  2.00  1.00  1.50  1.25  1.00  1.00  2.00  1.00),
    measured!("near_degenerate" |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.50  1.75  1.75  2.00  1.00  1.25  1.25  1.00  1.00  2.50  1.00),
    measured!("many"            |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.00  1.75  1.75  2.25  1.00  1.25  1.25  1.00  1.00  2.00  1.00),
    measured!("full_mantissa"   |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.25  1.75  1.75  1.75  1.00  1.00  1.25  1.00  1.00  2.50  1.00),
    measured!("mixed_exponents" |  1.00  1.25  1.00  1.00  1.00  2.00  1.75  2.00  1.75  2.00  2.25  1.00  1.75  1.25  1.00  1.00  2.50  1.00),
    measured!("cancellation"    |  1.00  1.25  1.00  1.00  1.00  1.75  1.75  2.50  1.75  1.25  1.75  1.00  1.75  1.25  1.00  1.00  2.75  1.00),
    measured!("hair"            |  1.00  1.25  1.00  1.00  1.00  2.75  1.75  2.25  1.75  1.75  2.25  1.00  1.75  1.25  1.75  1.75  2.25  1.00),
    measured!("stacked"         |  1.00  2.00  1.50  1.50  1.75  2.25  1.75  2.75  1.75  2.00  2.75 20.50  1.50  2.00  1.50  1.75  2.75  1.00),
    measured!("round"           |  1.00  2.00  1.00  1.50  1.50  2.75  1.75  2.50  1.75  2.00  2.25  2.00  1.75  2.00  1.75  1.75  2.25  1.00),
    measured!("field"           |  1.00  1.25  1.00  1.25  1.25  1.75  1.75  2.00  1.75  1.75  2.25  1.00  1.25  1.25  1.00  1.00  2.25  1.00),
    measured!("adversarial"     |  1.00  2.00  1.00  1.75  1.50  2.75  2.00  2.50  1.75  2.00  2.00  1.00  1.75  1.75  2.75  2.75  2.75  1.00),
];

// The exact column: of polytopes and of round shapes over them, in every family. In ulps: of what, the
// property says.
#[rustfmt::skip] // a table
const EXACT: &[Promise] = &[
    promise!("exact verdict",  0.00, "exact arithmetic decides what rounding leaves open, touching included"),
    promise!("exact distance", 1.00, "a distance that is no float is between two, and either will do"),
    promise!("exact bounds",   0.00, "a bound that is no float is rounded outwards"),
];

/// A property that has no line must hold exactly.
const HOLDS: Line = Line {
    property: "",
    ulps: 0.0,
    reason: "holds exactly",
    line: line!(),
};

/// What a property may be off by in the cases of a family, or of no family.
pub fn line(property: &str, family: &str) -> Line {
    let named = |row: &Promise| row.property == property;
    if let Some(promise) = EXACT.iter().find(|row| named(row)) {
        return promise.line();
    }
    let Some(column) = PROMISES.iter().position(named) else {
        return HOLDS;
    };
    let promised = PROMISES[column].line();
    match MEASURED.iter().find(|row| row.family == family) {
        Some(row) => Line {
            ulps: row.ulps[column],
            line: row.line,
            ..promised
        },
        None => promised,
    }
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

    // A family is judged by its own line, anything else by the promise.
    #[test]
    fn a_family_has_its_own_line() {
        for row in MEASURED {
            for (ulps, promise) in row.ulps.iter().zip(PROMISES) {
                let own = line(promise.property, row.family);
                assert_eq!((own.ulps, own.line), (*ulps, row.line));
                let promised = line(promise.property, "");
                assert_eq!((promised.ulps, promised.line), (promise.ulps, promise.line));
            }
        }
        for promise in EXACT {
            assert_eq!(line(promise.property, "uniform"), promise.line());
        }
        assert_eq!(line("no such property", "uniform"), HOLDS);
    }
}
