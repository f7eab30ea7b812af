//! Where cases come from: one family per file, and here the registry, the only list of them.
//!
//! A family turns bytes into a case, and never fails for want of bytes. proptest, libFuzzer and the
//! campaign all bring the bytes; nothing else generates. A case of a campaign is named by family,
//! seed and index, and those three give the same case on every machine: only operations with one
//! correct result take part, and nothing depends on the size of a pointer, a thread or a clock.

mod adversarial;
mod aligned;
mod body;
mod contact;
mod curved;
mod draw;
mod field;
mod flat;
mod format;
mod grid;
mod mesh;
mod near_contact;
mod offset;
mod range;
mod scale;
mod sliver;
mod uniform;

use arbitrary::Unstructured;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::case::Case;

/// A source of cases of one sort.
pub struct Family {
    /// Its name on the command line, and the first part of the id of its cases.
    pub name: &'static str,
    /// One line on what it is for.
    pub about: &'static str,
    /// Makes a case of any bytes, few or none included; its id is empty or that of its source.
    pub generate: fn(&mut Unstructured<'_>) -> arbitrary::Result<Case>,
    /// What a large sample must contain.
    pub floors: Floors,
}

/// The least share, from 0 to 1, of each exact class in any large sample of a family.
///
/// Overlapping means that the origin is an inner point of the Minkowski difference, that is, depth
/// above zero; touching means that distance and depth are zero. The figures are measured shares
/// minus a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floors {
    /// The distance is positive.
    pub separated: f64,
    /// Distance zero, and the smallest motion can end it.
    pub touching: f64,
    /// No motion below some positive length can end the contact.
    pub overlapping: f64,
}

/// Bytes behind one case: twice what the largest one takes.
const CASE_BYTES: usize = 5120;

/// All families, in the order in which reports show them.
pub fn all() -> &'static [Family] {
    &FAMILIES
}

/// The family of this name.
pub fn find(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// The case number `index` of `family` under `seed`; its id is `<family>-<seed>-<index>`.
pub fn case_from_seed(family: &Family, seed: u64, index: u64) -> Case {
    let mut bytes = [0; CASE_BYTES];
    Xoshiro256PlusPlus::seed_from_u64(mix(family.name, seed, index)).fill_bytes(&mut bytes);
    let case = (family.generate)(&mut Unstructured::new(&bytes)).expect("families take any bytes");
    Case {
        id: format!("{}-{seed}-{index}", family.name),
        ..case
    }
}

/// One word out of a name, a seed and an index; two indices of one name and seed never give the
/// same.
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
static FAMILIES: [Family; 12] = [
    Family {
        name: "uniform",
        about: "shapes of unit size at random, 0 to 2.5 sizes apart",
        generate: uniform::generate,
        floors: Floors {
            separated: 0.68,
            touching: 0.0,
            overlapping: 0.20,
        },
    },
    Family {
        name: "grid",
        about: "small integers: exact touching, ties, duplicates, turns that do not round",
        generate: grid::generate,
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
        floors: Floors {
            separated: 0.18,
            touching: 0.36,
            overlapping: 0.28,
        },
    },
    Family {
        name: "sliver",
        about: "needles and pancakes, almost flat triangles and tetrahedra, turned",
        generate: sliver::generate,
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
        floors: Floors {
            separated: 0.50,
            touching: 0.18,
            overlapping: 0.15,
        },
    },
    Family {
        name: "range",
        about: "from subnormal numbers to 10^300, and the whole of f32",
        generate: range::generate,
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
        floors: Floors {
            separated: 0.50,
            touching: 0.08,
            overlapping: 0.25,
        },
    },
    Family {
        name: "mesh",
        about: "hulls that know their edges, with each other and with other shapes",
        generate: mesh::generate,
        floors: Floors {
            separated: 0.54,
            touching: 0.11,
            overlapping: 0.18,
        },
    },
    Family {
        name: "field",
        about: "failures met by users of other libraries, perturbed",
        generate: field::generate,
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
        floors: Floors {
            separated: 0.66,
            touching: 0.0,
            overlapping: 0.23,
        },
    },
];

#[cfg(test)]
mod tests;
