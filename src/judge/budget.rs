//! The only place with a tolerance: what each property may be off by, and why.

/// A line of the budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The property.
    pub property: &'static str,
    /// What its error may be at most. The unit is the property's own: see its description.
    pub ulps: f64,
    /// Why it is not zero.
    pub reason: &'static str,
    /// Where this line stands in this file.
    pub line: u32,
}

macro_rules! budget {
    ($($property:literal $ulps:literal $reason:literal)*) => {
        &[$(Line { property: $property, ulps: $ulps, reason: $reason, line: line!() }),*]
    };
}

/// The table.
pub const BUDGET: &[Line] = budget! {
    "distance" 1000.0 "x"
};

/// What a property has no line for must hold exactly.
const NONE: Line = Line {
    property: "",
    ulps: 0.0,
    reason: "holds exactly",
    line: line!(),
};

/// The line of a property for a family.
pub fn line(property: &str, _family: &str) -> Line {
    BUDGET
        .iter()
        .copied()
        .find(|line| line.property == property)
        .unwrap_or(NONE)
}
