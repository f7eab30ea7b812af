//! The bugs of the zoo that fail like a subject: the same properties, in the same families, with
//! the same sign of error.
//!
//! `zoo.jsonl` has the profile of each bug of `tests/zoo`, which also makes that file. The measure
//! is the cosine between two profiles: the coordinates are the shares of failing cases, and only
//! properties judged for both count. So a subject that returns only a distance is compared by its
//! distances. `docs/diagnosis.md` states how often the right bug is named.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::profile::Profile;

/// A bug of the zoo, and its failures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Specimen {
    /// Its name in `tests/zoo/bugs.rs`.
    pub bug: String,
    /// The effect of the bug.
    pub about: String,
    /// Where it happened.
    pub happened: String,
    /// Its failures.
    pub profile: Profile,
}

/// The first entry is the search without a bug: it shows what was judged. The second is a GJK with
/// only the rounding errors of a beginner.
static ZOO: LazyLock<Vec<Specimen>> = LazyLock::new(|| {
    let lines = include_str!("zoo.jsonl").lines();
    let read = |line| serde_json::from_str(line).expect("a test reads every line of this file");
    lines.map(read).collect()
});

/// A bug, and how similar its profile is to that of a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Likeness {
    /// The name of the bug in `tests/zoo/bugs.rs`.
    pub bug: String,
    /// The effect of the bug.
    pub about: String,
    /// Where it happened.
    pub happened: String,
    /// From 0, no failure in common, to 1, the same shares.
    pub similarity: f64,
}

impl fmt::Display for Likeness {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            bug,
            about,
            happened,
            similarity,
        } = self;
        write!(out, "{similarity:.2}  {bug}: {about} ({happened})")
    }
}

/// The most bugs to name.
const NAMED: usize = 3;

/// Less similar bugs are not named.
const FLOOR: f64 = 0.4;

/// With fewer families there is no diagnosis: nearly all bugs make distances of `uniform` too
/// large.
const FAMILIES_MIN: usize = 5;

/// All bugs of the zoo, the most similar first.
pub fn ranking(profile: &Profile) -> Vec<Likeness> {
    let Some((sound, bugs)) = ZOO.split_first() else {
        return Vec::new();
    };
    let mut ranking: Vec<_> = bugs
        .iter()
        .map(|bug| Likeness {
            bug: bug.bug.clone(),
            about: bug.about.clone(),
            happened: bug.happened.clone(),
            similarity: cosine(profile, &bug.profile, &sound.profile),
        })
        .collect();
    ranking.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
    ranking
}

/// The bugs that a subject behaves like: at most three; none if none is similar, or too few
/// families were judged.
pub fn behaves_like(profile: &Profile) -> Vec<Likeness> {
    if profile.families() < FAMILIES_MIN {
        return Vec::new();
    }
    let mut ranking = ranking(profile);
    ranking.retain(|likeness| likeness.similarity >= FLOOR);
    ranking.truncate(NAMED);
    ranking
}

/// The same as text, a line for each bug; empty if none is similar.
pub fn text(subject: &str, likenesses: &[Likeness]) -> String {
    if likenesses.is_empty() {
        return String::new();
    }
    let lines = likenesses.iter().map(|likeness| format!("  {likeness}\n"));
    format!("{subject} behaves like\n{}", lines.collect::<String>())
}

/// The cosine of the angle between the shares of both, over the properties judged for both.
fn cosine(subject: &Profile, bug: &Profile, judged_of_bug: &Profile) -> f64 {
    let mut product = 0.0;
    let mut squares = [0.0; 2];
    let failures: Vec<_> = bug.kinds().collect();
    for (kind, share) in &failures {
        if subject.judges(&kind.family, &kind.property) {
            squares[1] += share * share;
        }
    }
    for (kind, share) in subject.kinds() {
        if !judged_of_bug.judges(&kind.family, &kind.property) {
            continue;
        }
        squares[0] += share * share;
        let same = failures.binary_search_by(|(other, _)| other.cmp(&kind));
        product += share * same.map_or(0.0, |place| failures[place].1);
    }
    match squares[0] * squares[1] {
        0.0 => 0.0,
        squares => product / squares.sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(text: &str) -> Profile {
        serde_json::from_str(text).expect("a profile")
    }

    /// Claim: two profiles are similar as far as their shares are proportional, over the kinds
    /// judged for both; the sign of the error counts.
    #[test]
    fn similarity_is_the_cosine() {
        let judged = profile(r#"{"grid":{"distance":[9,0,0,0],"verdict":[9,0,0,0]}}"#);
        let bug = profile(r#"{"grid":{"distance":[10,4,0,0],"verdict":[10,3,0,0]}}"#);
        for (subject, expected) in [
            (
                r#"{"grid":{"distance":[20,8,0,0],"verdict":[20,6,0,0]}}"#,
                1.0,
            ),
            (
                r#"{"grid":{"distance":[30,4,0,0],"verdict":[20,2,0,0]}}"#,
                1.0,
            ),
            (
                r#"{"grid":{"distance":[20,8,0,0],"verdict":[20,0,0,0]}}"#,
                0.8,
            ),
            (
                r#"{"grid":{"distance":[20,0,8,0],"verdict":[20,0,0,0]}}"#,
                0.0,
            ),
            // A property judged for only one of them does not count.
            (r#"{"grid":{"distance":[20,8,0,0]}}"#, 1.0),
            (r#"{"grid":{"distance":[20,8,0,0],"gap":[20,9,0,0]}}"#, 1.0),
            (r#"{"flat":{"distance":[20,8,0,0]}}"#, 0.0),
            ("{}", 0.0),
        ] {
            let found = cosine(&profile(subject), &bug, &judged);
            assert!((found - expected).abs() < 1e-12, "{subject}: {found}");
        }
    }

    /// Claim: a bug of the zoo is most similar to itself; a subject without failures resembles
    /// none.
    #[test]
    fn a_bug_is_like_itself() {
        let bugs = &ZOO[1..];
        assert!(!bugs.is_empty());
        for bug in bugs {
            let told = behaves_like(&bug.profile);
            if bug.profile.families() < FAMILIES_MIN {
                assert_eq!(told, []);
                continue;
            }
            assert_eq!(told[0].bug, bug.bug);
            assert!(told.len() <= NAMED && told.is_sorted_by(|x, y| x.similarity >= y.similarity));
            assert!(told.iter().all(|likeness| likeness.similarity >= FLOOR));
        }
        assert_eq!(behaves_like(&Profile::default()), []);
        assert_eq!(text("mine", &[]), "");
    }
}
