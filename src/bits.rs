//! A hash of all bits of answers: builds, systems or shards with the same answers have the same
//! hash.
//!
//! Each answer is hashed together with its family and its index, and the hashes are added modulo
//! 2^128. A sum does not depend on the order, so threads and shards do not matter, and the hashes
//! of shards add up to that of the whole. It is not an exclusive or, in which an answer counted
//! twice would vanish.

use std::fmt;
use std::str::FromStr;

use glam::DVec3;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::subject::{Answer, Closest, End, NoAnswer};

/// The hash of some answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bits {
    /// How many answers there are.
    pub answers: u64,
    /// The sum of their hashes.
    pub sum: Sum,
}

/// A number of 128 bits, printed as 32 hexadecimal digits, since JSON readers lose bits of large
/// numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Sum(u128);

impl Bits {
    /// Counts the answer to a case of a family, or its absence.
    pub fn count(&mut self, family: &str, index: u64, answer: Result<&Answer, &NoAnswer>) {
        let mut bytes = Vec::with_capacity(512);
        bytes.extend(family.as_bytes());
        push(&mut bytes, index);
        match answer {
            Ok(answer) => push_answer(&mut bytes, answer),
            // Its text depends on the build, such as the line of a panic.
            Err(none) => push(&mut bytes, none.why as u64),
        }
        self.add(&Self {
            answers: 1,
            sum: Sum(xxh3_128(&bytes)),
        });
    }

    /// Adds the hash of other answers.
    pub fn add(&mut self, other: &Self) {
        self.answers += other.answers;
        self.sum.0 = self.sum.0.wrapping_add(other.sum.0);
    }
}

/// Appends every number of an answer; lists and optional parts begin with their length.
fn push_answer(bytes: &mut Vec<u8>, answer: &Answer) {
    // The trace is no part of an answer.
    let Answer {
        intersects,
        end,
        distance,
        closest,
        steps: _,
        // How the answer was proved.
        evidence: _,
    } = answer;
    push(bytes, u64::from(*intersects));
    push_end(bytes, *end);
    push_floats(bytes, distance.as_slice());
    push(bytes, u64::from(closest.is_some()));
    if let Some(closest) = closest {
        push_closest(bytes, closest);
    }
}

fn push_closest(bytes: &mut Vec<u8>, closest: &Closest) {
    let Closest {
        end,
        distance,
        bounds,
        points,
        normal,
        simplex,
        iterations,
    } = closest;
    push_end(bytes, *end);
    push_floats(bytes, &[*distance]);
    push_floats(bytes, bounds.as_ref().map_or(&[], |bounds| bounds));
    push_points(bytes, points.as_ref().map_or(&[], |points| points));
    push_points(bytes, normal.as_slice());
    push(bytes, simplex.len() as u64);
    for vertex in simplex {
        push_points(bytes, &[vertex.a, vertex.b]);
        push_floats(bytes, &[vertex.weight]);
    }
    push(bytes, u64::from(*iterations));
}

fn push_points(bytes: &mut Vec<u8>, points: &[DVec3]) {
    push(bytes, points.len() as u64);
    for point in points {
        push_floats(bytes, &point.to_array());
    }
}

fn push_floats(bytes: &mut Vec<u8>, floats: &[f64]) {
    push(bytes, floats.len() as u64);
    for float in floats {
        push(bytes, float.to_bits());
    }
}

fn push_end(bytes: &mut Vec<u8>, end: End) {
    push(bytes, end as u64);
}

fn push(bytes: &mut Vec<u8>, word: u64) {
    bytes.extend(word.to_le_bytes());
}

impl fmt::Display for Sum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.0)
    }
}

/// A text that is not a sum.
#[derive(Debug, thiserror::Error)]
#[error("expected 32 hexadecimal digits")]
pub struct NoSum;

impl FromStr for Sum {
    type Err = NoSum;

    fn from_str(text: &str) -> Result<Self, NoSum> {
        let sum = u128::from_str_radix(text, 16).map_err(|_| NoSum).map(Sum)?;
        // Only the printed form: no sign, no capital letter, no missing digit.
        if sum.to_string() == text {
            Ok(sum)
        } else {
            Err(NoSum)
        }
    }
}

impl TryFrom<String> for Sum {
    type Error = NoSum;

    fn try_from(text: String) -> Result<Self, NoSum> {
        text.parse()
    }
}

impl From<Sum> for String {
    fn from(sum: Sum) -> String {
        sum.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;
    use crate::subject::{GjkCore, Subject};

    fn bits(index: u64, answer: &Answer) -> Bits {
        let mut bits = Bits::default();
        bits.count("grid", index, Ok(answer));
        bits
    }

    /// A change of the last bit of any number of an answer changes the hash, and so do the index,
    /// the family, a missing number, and a missing answer.
    #[test]
    fn every_bit_counts() {
        let grid = family::find("grid").expect("a family");
        let mut answers = (0..).map(|index| {
            let case = family::case_from_seed(grid, 1, index);
            GjkCore.answer(&case).expect("known shapes")
        });
        let has_all = |answer: &Answer| {
            let closest = answer.closest.as_ref().expect("closest points");
            closest.normal.is_some() && closest.simplex.len() > 1
        };
        let answer = answers.find(has_all).expect("a case");
        type Change = fn(&mut Answer, &mut Closest);
        fn flip(float: &mut f64) {
            *float = f64::from_bits(float.to_bits() ^ 1);
        }
        let changes: [Change; 21] = [
            |answer, _| answer.intersects ^= true,
            |answer, _| answer.end = End::Stalled,
            |answer, _| flip(answer.distance.as_mut().expect("a distance")),
            |answer, _| answer.distance = None,
            |_, closest| closest.end = End::Stalled,
            |_, closest| flip(&mut closest.distance),
            |_, closest| flip(&mut closest.bounds.as_mut().expect("bounds")[0]),
            |_, closest| flip(&mut closest.bounds.as_mut().expect("bounds")[1]),
            |_, closest| closest.bounds = None,
            |_, closest| flip(&mut closest.points.as_mut().expect("points")[0].x),
            |_, closest| flip(&mut closest.points.as_mut().expect("points")[1].y),
            |_, closest| closest.points = None,
            |_, closest| flip(&mut closest.normal.as_mut().expect("a normal").z),
            |_, closest| closest.normal = None,
            |_, closest| flip(&mut closest.simplex[0].a.x),
            |_, closest| flip(&mut closest.simplex[1].b.z),
            |_, closest| flip(&mut closest.simplex[1].weight),
            |_, closest| closest.simplex.swap(0, 1),
            |_, closest| closest.simplex.truncate(1),
            |_, closest| closest.iterations += 1,
            |answer, _| answer.end = End::NotFinite,
        ];
        let mut found = vec![bits(3, &answer), bits(4, &answer)];
        for change in changes {
            let mut other = answer.clone();
            let mut closest = other.closest.take().expect("closest points");
            change(&mut other, &mut closest);
            other.closest = Some(closest);
            found.push(bits(3, &other));
        }
        let mut bare = answer.clone();
        bare.closest = None;
        found.push(bits(3, &bare));
        let mut other_family = Bits::default();
        other_family.count("flat", 3, Ok(&answer));
        found.push(other_family);
        let mut none = Bits::default();
        none.count("grid", 3, Err(&NoAnswer::panic("why".to_owned())));
        found.push(none);
        for (at, one) in found.iter().enumerate() {
            let twins = found.iter().filter(|other| *other == one).count();
            assert_eq!(twins, 1, "number {at}");
        }
    }

    /// Answers add up in any order, and one that is counted twice shows.
    #[test]
    fn hashes_add_up_in_any_order() {
        let answer = Answer::measured(1.0);
        let [one, two] = [1, 2].map(|index| bits(index, &answer));
        let sum = |parts: &[Bits]| {
            let mut sum = Bits::default();
            parts.iter().for_each(|part| sum.add(part));
            sum
        };
        assert_eq!(sum(&[one, two]), sum(&[two, one]));
        assert_ne!(sum(&[one, two, two]).sum, one.sum);
        assert_eq!(sum(&[one, two]).answers, 2);
    }

    /// A sum reads back from its text, and any other text is refused.
    #[test]
    fn sums_are_read_as_they_are_written() {
        for number in [0, 1, u128::MAX, 1 << 127] {
            let text = Sum(number).to_string();
            assert_eq!(text.len(), 32);
            assert_eq!(text.parse::<Sum>().expect("a sum"), Sum(number));
        }
        for text in ["", "0", &"F".repeat(32), &"0".repeat(33), "+"] {
            assert!(text.parse::<Sum>().is_err(), "{text}");
        }
    }
}
