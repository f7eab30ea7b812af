//! Families of cases: one per file, and their registry.
//!
//! A family turns bytes into a case, and never fails for lack of bytes. proptest, libFuzzer and the
//! campaign supply the bytes; there is no other generator. A campaign case is identified by family,
//! seed and index, which give the same case on every machine: families use only operations with one
//! correct result, and nothing depends on pointer size, threads or clocks.

mod adversarial;
mod aligned;
mod body;
mod cancellation;
mod contact;
mod curved;
mod draw;
mod exhaustive;
mod features;
mod field;
mod flat;
mod format;
mod frame;
mod full_mantissa;
mod grid;
mod hair;
mod identical;
mod kissing;
mod many;
mod mesh;
mod mixed_exponents;
mod near_contact;
mod near_degenerate;
mod nested;
mod offset;
mod parallel;
mod range;
mod round;
mod scale;
mod sliver;
mod source;
mod stacked;
mod uniform;
mod upright;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::case::Case;
pub use source::Source;

/// A generator of cases of one sort.
pub struct Family {
    /// Its name on the command line, and the first part of the id of its cases.
    pub name: &'static str,
    /// One line on its cases.
    pub about: &'static str,
    /// Makes a case from any bytes, even few or none; its id is empty or that of its source.
    pub generate: fn(&mut Source<'_>) -> arbitrary::Result<Case>,
    /// The number of cases, for a family that enumerates them: that many indices of a campaign give
    /// each case once. Such a family takes eight bytes, the number of a case.
    pub scope: Option<u64>,
    /// The least shares of a large sample.
    pub floors: Floors,
}

/// The least share, from 0 to 1, of each contact class in a large sample of a family.
///
/// Overlapping means positive depth: the origin is an interior point of the Minkowski difference.
/// Touching means that distance and depth are zero. The figures are measured shares minus a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floors {
    /// The distance is positive.
    pub separated: f64,
    /// The distance is zero, and the smallest motion can separate the shapes.
    pub touching: f64,
    /// No motion below some positive length can separate the shapes.
    pub overlapping: f64,
}

/// Bytes for one case: twice the number that the largest one takes.
const CASE_BYTES: usize = 5120;

/// All families, in the order in which reports show them.
pub fn all() -> &'static [Family] {
    &FAMILIES
}

/// The family of this name.
pub fn find(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// The family whose records apply to a case: the first part of its id; empty if that is no family.
pub fn of_case(case: &Case) -> &'static str {
    let name = case.id.split('-').next().unwrap_or_default();
    find(name).map_or("", |family| family.name)
}

/// Family, seed and index out of the id of a campaign case, such as `near_contact-1-4711`.
pub fn parts_of_id(id: &str) -> Option<(&str, u64, u64)> {
    let mut parts = id.rsplitn(3, '-');
    let mut number = || parts.next()?.parse().ok();
    let (index, seed) = (number()?, number()?);
    Some((parts.next()?, seed, index))
}

/// The case number `index` of `family` under `seed`; its id is `<family>-<seed>-<index>`.
pub fn case_from_seed(family: &Family, seed: u64, index: u64) -> Case {
    let case = match family.scope {
        Some(scope) => {
            (family.generate)(&mut Source::new(&number(scope, seed, index).to_le_bytes()))
        }
        None => {
            let mut bytes = [0; CASE_BYTES];
            Xoshiro256PlusPlus::seed_from_u64(mix(family.name, seed, index)).fill_bytes(&mut bytes);
            (family.generate)(&mut Source::new(&bytes))
        }
    };
    let case = case.expect("families take any bytes");
    Case {
        id: format!("{}-{seed}-{index}", family.name),
        ..case
    }
}

/// The number of the case `index` of a family with this scope: the seed selects the first, and the
/// rest follows in equal steps around the scope.
///
/// A prime step that does not divide the scope meets every number once (the integers modulo the scope
/// are a cyclic group), and one near the golden section of 2^23 spreads the first indices evenly.
fn number(scope: u64, seed: u64, index: u64) -> u64 {
    const STEP: u64 = 5_184_457;
    (scramble(seed) % scope + index % scope * STEP) % scope
}

/// One word from a name, a seed and an index; two indices of one name and seed never give the same.
pub(crate) fn mix(name: &str, seed: u64, index: u64) -> u64 {
    let name = name
        .bytes()
        .fold(0, |word, byte| scramble(word ^ u64::from(byte)));
    scramble(scramble(name ^ seed) ^ index)
}

/// The finaliser of SplitMix64, a bijection of words (Steele, Lea, Flood: Fast splittable
/// pseudorandom number generators, OOPSLA 2014; constants by Stafford).
fn scramble(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The registry.
static FAMILIES: [Family; 25] = [
    Family {
        name: "uniform",
        about: "shapes of unit size at random, 0 to 2.5 sizes apart",
        generate: uniform::generate,
        scope: None,
        floors: Floors {
            separated: 0.68,
            touching: 0.0,
            overlapping: 0.20,
        },
    },
    Family {
        name: "grid",
        about: "small integers: exact touching, ties, duplicates, exact rotations",
        generate: grid::generate,
        scope: None,
        floors: Floors {
            separated: 0.46,
            touching: 0.25,
            overlapping: 0.12,
        },
    },
    Family {
        name: "near_contact",
        about: "exact contact by construction, nudged by ulps and by powers of two",
        generate: near_contact::generate,
        scope: None,
        floors: Floors {
            separated: 0.24,
            touching: 0.36,
            overlapping: 0.21,
        },
    },
    Family {
        name: "flat",
        about: "points, segments and flat polygons that cross, share corners or a plane",
        generate: flat::generate,
        scope: None,
        floors: Floors {
            separated: 0.18,
            touching: 0.36,
            overlapping: 0.28,
        },
    },
    Family {
        name: "sliver",
        about: "needles and pancakes, almost flat triangles and tetrahedra, rotated",
        generate: sliver::generate,
        scope: None,
        floors: Floors {
            separated: 0.70,
            touching: 0.0,
            overlapping: 0.18,
        },
    },
    Family {
        name: "scale",
        about: "one shape up to 10^6 times the other, both large or small",
        generate: scale::generate,
        scope: None,
        floors: Floors {
            separated: 0.64,
            touching: 0.0,
            overlapping: 0.24,
        },
    },
    Family {
        name: "offset",
        about: "both shapes far from the origin, by coordinates or by poses",
        generate: offset::generate,
        scope: None,
        floors: Floors {
            separated: 0.50,
            touching: 0.18,
            overlapping: 0.15,
        },
    },
    Family {
        name: "range",
        about: "from subnormal numbers to 10^300, and the whole range of f32",
        generate: range::generate,
        scope: None,
        floors: Floors {
            separated: 0.47,
            touching: 0.18,
            overlapping: 0.18,
        },
    },
    Family {
        name: "curved",
        about: "cylinders, cones, ellipsoids, rounded shapes: tilted, coaxial, along a line, in contact",
        generate: curved::generate,
        scope: None,
        floors: Floors {
            separated: 0.50,
            touching: 0.08,
            overlapping: 0.25,
        },
    },
    Family {
        name: "mesh",
        about: "hulls with known edges, with each other and with other shapes",
        generate: mesh::generate,
        scope: None,
        floors: Floors {
            separated: 0.54,
            touching: 0.11,
            overlapping: 0.18,
        },
    },
    Family {
        name: "exhaustive",
        about: "all pairs of vertex subsets of the unit cube and of a 3 x 3 grid, at all offsets",
        generate: exhaustive::generate,
        scope: Some(exhaustive::SCOPE),
        floors: Floors {
            separated: 0.26,
            touching: 0.30,
            overlapping: 0.31,
        },
    },
    Family {
        name: "kissing",
        about: "a gap swept from -8 to 8 ulps, at sizes from 10^-6 to 10^6",
        generate: kissing::generate,
        scope: None,
        floors: Floors {
            separated: 0.45,
            touching: 0.01,
            overlapping: 0.44,
        },
    },
    Family {
        name: "identical",
        about: "a shape twice: posed, shuffled, mirrored, as another kind",
        generate: identical::generate,
        scope: None,
        floors: Floors {
            separated: 0.19,
            touching: 0.25,
            overlapping: 0.44,
        },
    },
    Family {
        name: "nested",
        about: "one shape in the other: concentric, off centre, at the wall, just outside",
        generate: nested::generate,
        scope: None,
        floors: Floors {
            separated: 0.18,
            touching: 0.19,
            overlapping: 0.51,
        },
    },
    Family {
        name: "parallel",
        about: "parallel faces and edges, slid along each other",
        generate: parallel::generate,
        scope: None,
        floors: Floors {
            separated: 0.66,
            touching: 0.13,
            overlapping: 0.10,
        },
    },
    Family {
        name: "near_degenerate",
        about: "flat sets with corners lifted by ulps or by a power of two",
        generate: near_degenerate::generate,
        scope: None,
        floors: Floors {
            separated: 0.34,
            touching: 0.26,
            overlapping: 0.28,
        },
    },
    Family {
        name: "many",
        about: "up to 1024 vertices: spheres, clouds, prisms, pyramids, lattices",
        generate: many::generate,
        scope: None,
        floors: Floors {
            separated: 0.44,
            touching: 0.18,
            overlapping: 0.25,
        },
    },
    Family {
        name: "full_mantissa",
        about: "contact and near contact at coordinates with all bits drawn",
        generate: full_mantissa::generate,
        scope: None,
        floors: Floors {
            separated: 0.30,
            touching: 0.39,
            overlapping: 0.21,
        },
    },
    Family {
        name: "mixed_exponents",
        about: "coordinates from 2^-400 to 2^400 in one shape, in contact and barely apart",
        generate: mixed_exponents::generate,
        scope: None,
        floors: Floors {
            separated: 0.49,
            touching: 0.26,
            overlapping: 0.15,
        },
    },
    Family {
        name: "cancellation",
        about: "contact of shapes much smaller than the points and origins that cancel",
        generate: cancellation::generate,
        scope: None,
        floors: Floors {
            separated: 0.30,
            touching: 0.29,
            overlapping: 0.24,
        },
    },
    Family {
        name: "hair",
        about: "a distance 2^-54 to 2^-1000 of itself from a float, a midpoint of floats, or the radii",
        generate: hair::generate,
        scope: None,
        floors: Floors {
            separated: 0.82,
            touching: 0.01,
            overlapping: 0.05,
        },
    },
    Family {
        name: "stacked",
        about: "rows, walls and stacks as in engines: one rotation, any gap, near and far from the origin",
        generate: stacked::generate,
        scope: None,
        floors: Floors {
            separated: 0.58,
            touching: 0.01,
            overlapping: 0.26,
        },
    },
    Family {
        name: "round",
        about: "round decimals and small integers: upright bodies, floors, 3-4-5, points on lines",
        generate: round::generate,
        scope: None,
        floors: Floors {
            separated: 0.58,
            touching: 0.09,
            overlapping: 0.15,
        },
    },
    Family {
        name: "field",
        about: "failures reported by users of other libraries, perturbed",
        generate: field::generate,
        scope: None,
        floors: Floors {
            separated: 0.40,
            touching: 0.02,
            overlapping: 0.41,
        },
    },
    Family {
        name: "adversarial",
        about: "the worst cases that the adversarial search has found, and their neighbours",
        generate: adversarial::generate,
        scope: None,
        floors: Floors {
            separated: 0.66,
            touching: 0.0,
            overlapping: 0.23,
        },
    },
];

#[cfg(test)]
mod tests;
