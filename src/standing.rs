//! What a subject got wrong in a campaign, and what of it was judged, to compare with a later one.
//!
//! A list of the broken properties alone would hide what grows: one crash would allow any number of
//! them, and a subject that answers nothing would have mended everything.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::judge::{FACTOR, TERMINATION, VERDICT};
use crate::ledger::Row;
use crate::plan::Plan;
use crate::score::or_infinite;
use crate::tally::{Name, PropertyTally, Tally};

/// A kind of failure is more frequent if its share of the cases grows by more than this factor.
const MORE: f64 = 2.0;

/// A property is judged less if the share of its cases falls below this part.
const LESS: f64 = 0.9;

/// The standings of some subjects, by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Standings(BTreeMap<Name, Standing>);

/// The standing of a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Standing {
    /// The format that its errors are measured in.
    scalar: Name,
    families: BTreeMap<Name, InFamily>,
}

/// The standing of a subject in a family.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InFamily {
    /// How many cases it got, supported or not.
    cases: u64,
    /// In how many of them each property of an answer was judged.
    judged: BTreeMap<Name, u64>,
    /// The kinds of failure: a property with the sign of its error, or with what came in place of
    /// an answer.
    failures: BTreeMap<String, Failing>,
}

/// How often and how badly a kind of failure shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Failing {
    /// The property.
    property: Name,
    /// In how many cases.
    cases: u64,
    /// The worst error of the property, in its ulps; null is infinite, or none.
    #[serde(deserialize_with = "or_infinite")]
    ulps: f64,
}

/// A difference between two campaigns.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    word: &'static str,
    text: String,
}

impl Standings {
    /// Those of the subjects and families of a plan.
    pub fn of(plan: &Plan, rows: &[Row]) -> Self {
        let mut standings = BTreeMap::new();
        for subject in &plan.subjects {
            let mut families: BTreeMap<Name, InFamily> = BTreeMap::new();
            for family in &plan.families {
                let is_meant =
                    |row: &&Row| row.subject == subject.name() && row.family == family.name;
                let tally = rows.iter().find(is_meant).map(|row| &row.tally);
                families.insert(
                    family.name.into(),
                    tally.map(InFamily::of).unwrap_or_default(),
                );
            }
            let scalar = subject.scalar().name().into();
            standings.insert(subject.name().into(), Standing { scalar, families });
        }
        Self(standings)
    }

    /// How many kinds of failure there are.
    pub fn kinds(&self) -> usize {
        let families = self
            .0
            .values()
            .flat_map(|subject| subject.families.values());
        families.map(|family| family.failures.len()).sum()
    }

    /// Takes over those of a later campaign. Families that were not run keep theirs.
    pub fn update(&mut self, later: Self) {
        for (name, standing) in later.0 {
            match self.0.get_mut(&name) {
                Some(own) => {
                    own.scalar = standing.scalar;
                    own.families.extend(standing.families);
                }
                None => {
                    self.0.insert(name, standing);
                }
            }
        }
    }

    /// What has changed since an earlier campaign, in the families of this one.
    pub fn since(&self, earlier: &Self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (name, standing) in &self.0 {
            let before = earlier.0.get(name);
            if let Some(before) = before.filter(|before| before.scalar != standing.scalar) {
                let (is, was) = (&standing.scalar, &before.scalar);
                let text = format!("{name}  errors in ulps of {is}, {was} in the list");
                changes.push(Change::new("worse", text));
            }
            for (family, now) in &standing.families {
                let known = before.and_then(|before| before.families.get(family));
                let place = format!("{name}  {family}");
                now.since(known.unwrap_or(&InFamily::default()), &place, &mut changes);
            }
        }
        changes
    }
}

impl InFamily {
    fn of(tally: &Tally) -> Self {
        let (mut judged, mut failures) = (BTreeMap::new(), BTreeMap::new());
        for (name, property) in &tally.properties {
            let missing: u64 = match &**name {
                TERMINATION => missing(tally).iter().map(|(_, cases)| *cases).sum(),
                _ => 0,
            };
            judged.insert(name.clone(), property.judged().saturating_sub(missing));
            let ulps = property.worst_ulps;
            for (kind, cases) in kinds(tally, name, property) {
                if cases > 0 {
                    let property = name.clone();
                    failures.insert(
                        kind,
                        Failing {
                            property,
                            cases,
                            ulps,
                        },
                    );
                }
            }
        }
        Self {
            cases: tally.cases.saturating_add(tally.unjudged),
            judged,
            failures,
        }
    }

    fn since(&self, before: &Self, place: &str, changes: &mut Vec<Change>) {
        let mut add = |word, text| changes.push(Change::new(word, format!("{place}: {text}")));
        for (kind, now) in &self.failures {
            let percent = self.percent(now.cases);
            let Some(known) = before.failures.get(kind) else {
                add("new", format!("{kind}  ({percent:.2} % of the cases)"));
                continue;
            };
            let percent_before = before.percent(known.cases);
            if percent > MORE * percent_before {
                let shares =
                    format!("{percent:.2} % of the cases, {percent_before:.2} % in the list");
                add("more", format!("{kind}  ({shares})"));
            }
            if now.ulps > FACTOR * known.ulps {
                let errors = format!("{:.1e} ulps, {:.1e} in the list", now.ulps, known.ulps);
                add("worse", format!("{kind}  ({errors})"));
            }
        }
        if let Some(text) = self.judged_less(before) {
            add("less", text);
        }
        for (kind, known) in &before.failures {
            if self.judges(&known.property) && !self.failures.contains_key(kind) {
                add("gone", kind.clone());
            }
        }
    }

    /// The property whose share of the cases has fallen most, if one has, and how many others have.
    fn judged_less(&self, before: &Self) -> Option<String> {
        let part = |judged: u64, cases: u64| judged as f64 / cases.max(1) as f64;
        let fallen = before.judged.iter().filter_map(|(property, known)| {
            let now = self.judged.get(property).copied().unwrap_or_default();
            let left = part(now, self.cases) / part(*known, before.cases);
            (left < LESS).then_some((left, property, now, known))
        });
        let fallen: Vec<_> = fallen.collect();
        let (_, property, now, known) = fallen.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let others = match fallen.len() - 1 {
            0 => String::new(),
            count => format!(" (and {count} other properties)"),
        };
        let [all, all_before] = [self.cases, before.cases];
        Some(format!(
            "{property} judged in {now} of {all}, {known} of {all_before} in the list{others}"
        ))
    }

    fn percent(&self, cases: u64) -> f64 {
        100.0 * cases as f64 / self.cases as f64
    }

    /// Whether a failure of a property would have shown: any answer shows that it ends.
    fn judges(&self, property: &str) -> bool {
        let mut judged = self.judged.iter();
        judged.any(|(name, cases)| (name == property || property == TERMINATION) && *cases > 0)
    }
}

/// The kinds of failure of a property, and their numbers of cases. Those of a missing answer are
/// told apart by what came in its place; a wrong verdict within an ulp breaks no promise, and is a
/// kind nevertheless.
fn kinds(tally: &Tally, name: &str, property: &PropertyTally) -> Vec<(String, u64)> {
    let signs = [property.too_small, property.too_large];
    let mut kinds = vec![
        (format!("{name}, too small"), signs[0]),
        (format!("{name}, too large"), signs[1]),
    ];
    let mut neither = rest(property.broken, &signs);
    if name == TERMINATION {
        let missing = missing(tally);
        neither = rest(neither, &missing.map(|(_, cases)| cases));
        kinds.extend(missing.map(|(word, cases)| (format!("{name}, {word}"), cases)));
    }
    if name == VERDICT {
        let within = rest(tally.score.wrong, &[tally.score.clearly_wrong]);
        kinds.push((format!("{name}, wrong within an ulp"), within));
    }
    kinds.push((name.to_owned(), neither));
    kinds
}

/// What came in place of answers.
fn missing(tally: &Tally) -> [(&'static str, u64); 5] {
    let none = &tally.unanswered;
    [
        ("hang", none.hangs),
        ("crash", none.crashes),
        ("error", none.errors),
        ("nonsense", none.nonsense),
        // A hang is endless too.
        ("gave up", rest(tally.score.endless, &[none.hangs])),
    ]
}

/// What parts leave of a whole. A ledger may be read from a file with any numbers.
fn rest(whole: u64, parts: &[u64]) -> u64 {
    (parts.iter()).fold(whole, |rest, part| rest.saturating_sub(*part))
}

impl Change {
    fn new(word: &'static str, text: String) -> Self {
        Self { word, text }
    }

    /// `new`, `more`, `worse`, `less` or `gone`.
    pub fn word(&self) -> &'static str {
        self.word
    }

    /// Whether it is for the worse.
    pub fn is_worse(&self) -> bool {
        self.word != "gone"
    }
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:<5}  {}", self.word, self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Unanswered;

    /// A thousand cases, of which all but some were judged, and some failed by this error.
    fn standing(scalar: &'static str, judged: u64, failed: u64, ulps: f64) -> Standings {
        let property = Name::from("distance");
        let failing = Failing {
            property: property.clone(),
            cases: failed,
            ulps,
        };
        let failures = [("distance, too large".to_owned(), failing)];
        let family = InFamily {
            cases: 1000,
            judged: [(property, judged)].into(),
            failures: failures.into_iter().filter(|_| failed > 0).collect(),
        };
        let families = [("grid".into(), family)].into();
        let scalar = scalar.into();
        Standings([("mine".into(), Standing { scalar, families })].into())
    }

    /// Claim: what grows beyond its factor is worse, and what does not is no change; what is not
    /// judged is not gone.
    #[test]
    fn growth_is_told() {
        let before = standing("f64", 1000, 10, 4.0);
        for (now, word) in [
            (standing("f64", 1000, 20, 32.0), None),
            (standing("f64", 900, 10, 4.0), None),
            (standing("f64", 1000, 1, 2.0), None),
            (standing("f64", 1000, 21, 4.0), Some("more")),
            (standing("f64", 1000, 10, 32.1), Some("worse")),
            (standing("f64", 1000, 10, f64::INFINITY), Some("worse")),
            (standing("f64", 899, 10, 4.0), Some("less")),
            (standing("f64", 0, 0, 0.0), Some("less")),
            (standing("f32", 1000, 10, 4.0), Some("worse")),
            (standing("f64", 1000, 0, 0.0), Some("gone")),
        ] {
            let changes = now.since(&before);
            let words: Vec<_> = changes.iter().map(Change::word).collect();
            assert_eq!(words, Vec::from_iter(word), "{now:?}");
            let is_worse = changes.iter().any(Change::is_worse);
            assert_eq!(is_worse, word.is_some_and(|word| word != "gone"));
        }
        let new = before.since(&Standings::default());
        assert_eq!(new.iter().map(Change::word).collect::<Vec<_>>(), ["new"]);
        assert_eq!(before.kinds(), 1);
    }

    /// Claim: the factors are of shares, so the number of cases may change; an infinite error is
    /// kept in a file.
    #[test]
    fn shares_are_compared() {
        let before = standing("f64", 1000, 10, f64::INFINITY);
        let text = serde_json::to_string(&before).expect("a text");
        assert_eq!(
            serde_json::from_str::<Standings>(&text).ok(),
            Some(before.clone())
        );
        let mut fewer = standing("f64", 100, 1, 4.0);
        for family in fewer.0.values_mut().flat_map(|s| s.families.values_mut()) {
            family.cases = 100;
        }
        assert_eq!(fewer.since(&before), []);
    }

    /// Claim: what came in place of an answer is a kind of its own, and no judgement: an answer
    /// without a trace has none either, so a program that mends a crash is not judged less.
    #[test]
    fn missing_answers_are_told_apart() {
        let of = |crashes, hangs, gave_up| {
            let property = PropertyTally {
                broken: crashes + hangs + gave_up,
                ..PropertyTally::default()
            };
            let mut tally = Tally {
                cases: 100,
                unanswered: Unanswered {
                    crashes,
                    hangs,
                    ..Unanswered::default()
                },
                ..Tally::default()
            };
            tally.score.endless = hangs + gave_up;
            let answered = PropertyTally {
                proved: 100 - property.broken,
                ..PropertyTally::default()
            };
            tally.properties = [(VERDICT.into(), answered), (TERMINATION.into(), property)].into();
            InFamily::of(&tally)
        };
        let words = |now: InFamily, before: &InFamily| {
            let mut changes = Vec::new();
            now.since(before, "mine  grid", &mut changes);
            let lines = changes.iter().map(Change::to_string);
            lines.collect::<Vec<_>>()
        };
        let one = of(1, 0, 0);
        assert!(words(of(2, 0, 0), &one).is_empty());
        for (now, line) in [
            (
                of(3, 0, 0),
                "more   mine  grid: termination, crash  (3.00 % of the cases, 1.00 % in the list)",
            ),
            (of(0, 0, 0), "gone   mine  grid: termination, crash"),
            (
                of(1, 1, 0),
                "new    mine  grid: termination, hang  (1.00 % of the cases)",
            ),
            (
                of(1, 0, 1),
                "new    mine  grid: termination, gave up  (1.00 % of the cases)",
            ),
        ] {
            assert_eq!(words(now, &one), [line]);
        }
    }
}
