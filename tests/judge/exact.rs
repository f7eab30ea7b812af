//! The exact properties: exact answers hold in every case, and answers off by the least are broken.
//!
//! The answers are made from the exact number, by separate comparisons, and not by `gjk-core`.

use std::cmp::Ordering;

use gjk_harness::case::{Case, json};
use gjk_harness::family;
use gjk_harness::judge::{Truth, judge_case};
use gjk_harness::subject::{Answer, Closest, End, Evidence, GjkCore, Proximity, Subject};
use gjk_reference::Contact;
use glam::DVec3;

/// Cases of each family.
const CASES: u64 = 60;
/// The least number of cases with polytopes, apart and intersecting.
const COMPARED_MIN: usize = 300;

/// The three properties.
const EXACT: [&str; 3] = ["exact verdict", "exact distance", "exact bounds"];

/// Returns the given answer.
struct Given {
    answer: Answer,
    is_exact: bool,
}

/// A subject that reports shapes within the margin if they exceed it by less than half an ulp, or
/// beyond it if they do not exceed it by as little.
struct OffByTheLeast {
    answer: Answer,
    /// The distance that it compares margins with.
    distance: f64,
}

impl Subject for OffByTheLeast {
    fn name(&self) -> &'static str {
        "off by the least"
    }

    fn about(&self) -> &'static str {
        "compares margins with a float"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, _case: &Case) -> Option<Answer> {
        Some(self.answer.clone())
    }

    fn proximity(&self, _case: &Case, margin: f64) -> Option<Proximity> {
        Some(if self.answer.intersects {
            Proximity::Overlapping
        } else if margin < self.distance {
            Proximity::Separated
        } else {
            Proximity::Near
        })
    }

    fn is_exact(&self) -> bool {
        true
    }
}

impl Subject for Given {
    fn name(&self) -> &'static str {
        "given"
    }

    fn about(&self) -> &'static str {
        "answers what it was given"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, _case: &Case) -> Option<Answer> {
        Some(self.answer.clone())
    }

    fn is_exact(&self) -> bool {
        self.is_exact
    }
}

/// An answer of these numbers.
fn answer(meet: bool, distance: f64, bounds: [f64; 2]) -> Answer {
    Answer {
        intersects: meet,
        end: End::Converged,
        distance: Some(distance),
        closest: Some(Closest {
            end: End::Converged,
            distance,
            bounds: Some(bounds),
            points: None,
            normal: None,
            simplex: Vec::new(),
            iterations: 0,
        }),
        steps: Vec::new(),
        evidence: Evidence::default(),
    }
}

/// The properties that judge an answer, and those that it breaks.
fn judged(case: &Case, given: Given) -> [Vec<&'static str>; 2] {
    let judgement = judge_case(case, "", &given).expect("a judgement");
    let broken: Vec<_> = judgement.broken().map(|(p, _)| p.name).collect();
    let names = gjk_harness::judge::PROPERTIES.iter().map(|p| p.name);
    let names: Vec<_> = names.collect();
    let all = judgement.verdicts.iter().map(|(index, _)| names[*index]);
    let exact = |name: &&str| EXACT.contains(name);
    [
        all.filter(exact).collect(),
        broken.into_iter().filter(exact).collect(),
    ]
}

fn broken(case: &Case, answer: Answer) -> Vec<&'static str> {
    let [all, broken] = judged(
        case,
        Given {
            answer,
            is_exact: true,
        },
    );
    assert_eq!(all, EXACT, "{}", case.id);
    broken
}

/// The floats around the distance of polytopes, by bisection.
fn floats_around(truth: &Truth) -> [f64; 2] {
    if truth.contact != Some(Contact::Separated) {
        return [0.0; 2];
    }
    let [a, b] = truth.radii();
    let compare = |bits: u64| truth.core_distance[0].cmp_sum(&[f64::from_bits(bits), a, b]);
    let (mut low, mut high) = (0, f64::MAX.to_bits());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match compare(middle) {
            Ordering::Less => high = middle,
            Ordering::Greater => low = middle,
            Ordering::Equal => return [f64::from_bits(middle); 2],
        }
    }
    [f64::from_bits(low), f64::from_bits(high)]
}

/// Claim: for every family the exact answer rounded either way breaks nothing, and each of these is
/// found: a query with another verdict, a distance off by two of its own ulps, a bound at the next
/// float on the wrong side. A subject that does not promise exactness is not judged by it, nor are
/// curved shapes. 60 cases of each family.
#[test]
fn what_is_off_by_the_least_is_broken() {
    let (mut apart, mut meeting) = (0, 0);
    for family in family::all() {
        for index in 0..CASES {
            let case = family::case_from_seed(family, 1, index);
            let truth = Truth::of(&case).expect("a truth");
            let [down, up] = floats_around(&truth);
            let meet = truth.contact != Some(Contact::Separated);
            let right = answer(meet, up, [down, up]);
            let mut given = Given {
                answer: right.clone(),
                is_exact: true,
            };
            if truth.pair().is_none() {
                assert_eq!(judged(&case, given), [[""; 0], [""; 0]], "{}", case.id);
                continue;
            }
            assert_eq!(broken(&case, right.clone()), [""; 0], "{}", case.id);
            given.is_exact = false;
            assert_eq!(judged(&case, given)[0], [""; 0], "{}", case.id);
            assert_verdicts(&case, &right, meet);
            if meet {
                meeting += 1;
                let above = answer(true, 0.0, [0f64.next_up(); 2]);
                assert_eq!(broken(&case, above), ["exact bounds"], "{}", case.id);
            } else {
                apart += 1;
                assert_distances(&case, [down, up]);
            }
        }
    }
    println!("{apart} apart, {meeting} meeting");
    assert!(apart.min(meeting) >= COMPARED_MIN, "{apart} {meeting}");
}

/// Claim: a proximity that compares the margin with a rounded distance is right only if no float is
/// between the margin and the distance: rounded upwards. With the float below the exact distance it
/// is broken, in every case; if the distance is a float, with the next. 60 cases of each family.
#[test]
fn a_proximity_that_is_off_by_the_least_is_broken() {
    let mut between = [0; 2];
    for family in family::all() {
        for index in 0..CASES {
            let case = family::case_from_seed(family, 2, index);
            let truth = Truth::of(&case).expect("a truth");
            let [down, up] = floats_around(&truth);
            if truth.pair().is_none() || truth.contact != Some(Contact::Separated) {
                continue;
            }
            between[usize::from(down == up)] += 1;
            let breaks = |distance: f64| {
                let answer = answer(false, up, [down, up]);
                let subject = OffByTheLeast { answer, distance };
                let judgement = judge_case(&case, "", &subject).expect("a judgement");
                judgement.broken().any(|(p, _)| p.name == "proximity")
            };
            assert!(!breaks(up), "{}", case.id);
            assert!(breaks(up.next_up()), "{}", case.id);
            let below = if down == up { down.next_down() } else { down };
            assert!(breaks(below), "{}", case.id);
        }
    }
    println!("{between:?}");
    assert!(
        between.iter().min() >= Some(&(COMPARED_MIN / 10)),
        "{between:?}"
    );
}

/// `gjk-core`, but undecided whether any shapes meet, after a search whose only plane is a poor one.
struct Undecided;

impl Subject for Undecided {
    fn name(&self) -> &'static str {
        "undecided"
    }

    fn about(&self) -> &'static str {
        "calls all shapes near"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let mut answer = GjkCore.answer(case)?;
        answer.steps.retain(|step| step.measured.is_some());
        answer.steps.truncate(1);
        let measured = answer.steps.first_mut()?.measured.as_mut()?;
        measured.nearest = DVec3::X;
        Some(answer)
    }

    fn proximity(&self, _case: &Case, _margin: f64) -> Option<Proximity> {
        Some(Proximity::Near)
    }
}

/// Claim: shapes called near are judged by their depth, not by the planes of the search. Two flat
/// cones that overlap by 108 ulps may be called near (128 are allowed), also if the one plane that
/// the search has shown is 10^15 ulps deep; two that overlap by more may not.
#[test]
fn shapes_called_near_are_judged_by_their_depth() {
    let flat_cones = |thickness: f64| {
        let text = format!(
            r#"{{"id":"flat","dim":3,"scalar":"f64","expect":{{}},"a":{{"kind":"cone","axis":"z",
            "radius":0.014470150815680195,"half_height":{thickness:e},"pose":{{"pos":[0,0,0],
            "rot":[-0.8123644320896053,0.4937903100040307,0,-0.42238904858169]}}}},
            "b":{{"kind":"cone","axis":"z","radius":0.00035126799650815865,
            "half_height":6.443009956809942e-20,
            "pose":{{"pos":[-0.013261533011487277,0.0016085236865049492,0.00618931069996599]}}}}}}"#
        );
        json::read(&text).expect("a case")
    };
    let is_broken = |thickness: f64| {
        let judgement = judge_case(&flat_cones(thickness), "", &Undecided).expect("a judgement");
        judgement.broken().any(|(p, _)| p.name == "proximity")
    };
    assert!(!is_broken(2.112395461177501e-12));
    assert!(is_broken(2.112395461177501e-6));
}

/// Each of the three queries returns the opposite.
fn assert_verdicts(case: &Case, right: &Answer, meet: bool) {
    let contrary = if meet { 0f64.next_up() } else { 0.0 };
    let changes: [fn(&mut Answer, f64); 3] = [
        |answer, _| answer.intersects = !answer.intersects,
        |answer, contrary| answer.distance = Some(contrary),
        |answer, contrary| {
            let closest = answer.closest.as_mut().expect("closest points");
            closest.distance = contrary;
        },
    ];
    for (query, change) in changes.iter().enumerate() {
        let mut wrong = right.clone();
        change(&mut wrong, contrary);
        let broken = broken(case, wrong);
        assert!(broken.contains(&EXACT[0]), "{}: query {query}", case.id);
    }
}

/// Numbers next to the exact distance of separated shapes, on either side.
fn assert_distances(case: &Case, [down, up]: [f64; 2]) {
    let id = &case.id;
    // Beyond the next float or, if the distance is a float, beyond its neighbour.
    let is_float = down == up;
    let above = if is_float { up.next_up() } else { up };
    let below = if is_float { down.next_down() } else { down };
    let bounds = [down, up];
    for within in [below, above] {
        if within > 0.0 {
            assert_eq!(broken(case, answer(false, within, bounds)), [""; 0], "{id}");
        }
    }
    let far = above.next_up();
    assert_eq!(
        broken(case, answer(false, far, bounds)),
        ["exact distance"],
        "{id}"
    );
    let near = down - 2.0 * (down.next_up() - down);
    if near > 0.0 {
        assert_eq!(
            broken(case, answer(false, near, bounds)),
            ["exact distance"],
            "{id}"
        );
    }
    if down > 0.0 {
        assert_eq!(broken(case, answer(false, down, bounds)), [""; 0], "{id}");
        assert_eq!(
            broken(case, answer(false, up, [0.0, below])),
            ["exact bounds"],
            "{id}"
        );
    }
    assert_eq!(
        broken(case, answer(false, up, [above, far])),
        ["exact bounds"],
        "{id}"
    );
}

/// Claim: the unit is an ulp of the exact distance. For two points 4 apart, and for two a float
/// less: the floats within one ulp, below 4 half as far apart as above.
#[test]
fn an_ulp_is_that_of_the_exact_distance() {
    let float = |steps: i64| f64::from_bits((4f64.to_bits() as i64 + steps) as u64);
    for (apart, within) in [(0, -2..=1), (-1, -2..=0)] {
        let text = format!(
            r#"{{"id":"x","dim":2,"scalar":"f64","a":{{"kind":"point","p":[0,0]}},
            "b":{{"kind":"point","p":[0,{}]}},"expect":{{}}}}"#,
            float(apart)
        );
        let case = json::read(&text).expect("a case");
        for steps in -4..=3 {
            let broken = broken(&case, answer(false, float(steps), [float(apart); 2]));
            assert_eq!(
                broken.is_empty(),
                within.contains(&steps),
                "{apart} {steps}"
            );
        }
    }
}
