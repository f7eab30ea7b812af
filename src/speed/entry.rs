//! The times of one contender on one query, round by round.

use super::contender::Role;

/// The times of one contender.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// Nanoseconds per query in each round.
    pub rounds: Vec<f64>,
}

impl Entry {
    /// Nanoseconds per query: the median of the rounds.
    pub fn median(&self) -> f64 {
        median(&self.rounds)
    }

    /// How many times as long as `other` it takes: the median of the rounds, and the least and the
    /// largest of them.
    pub fn ratio(&self, other: &Self) -> [f64; 3] {
        let pairs = self.rounds.iter().zip(&other.rounds);
        let ratios: Vec<f64> = pairs.map(|(mine, other)| mine / other).collect();
        [
            ratios.iter().copied().fold(f64::INFINITY, f64::min),
            median(&ratios),
            ratios.iter().copied().fold(0.0, f64::max),
        ]
    }
}

/// The entry of that name.
pub fn named<'a>(entries: &'a [Entry], name: &str) -> Option<&'a Entry> {
    entries.iter().find(|entry| entry.name == name)
}

/// The fastest of that role.
pub fn fastest(entries: &[Entry], role: Role) -> Option<&Entry> {
    let entries = entries.iter().filter(|entry| entry.role == role);
    entries.min_by(|p, q| p.median().total_cmp(&q.median()))
}

/// The middle number; of an even count the mean of the two in the middle. NaN if there is none.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(rounds: &[f64]) -> Entry {
        Entry {
            name: "",
            role: Role::Ours,
            rounds: rounds.to_vec(),
        }
    }

    // Claim: medians do not depend on the order.
    #[test]
    fn medians() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }

    // Claim: ratios are taken round by round, because a machine is slower in some rounds.
    #[test]
    fn ratios_are_those_of_the_rounds() {
        let [least, middle, most] = entry(&[2.0, 30.0, 8.0]).ratio(&entry(&[1.0, 10.0, 2.0]));
        assert_eq!([least, middle, most], [2.0, 3.0, 4.0]);
    }
}
