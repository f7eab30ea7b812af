//! The adversarial search: it finds rare cases, always the same, and only valid ones.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use gjk_harness::case::{Case, json};
use gjk_harness::family;
use gjk_harness::hunt::{self, Found, Goal, Plan};
use gjk_harness::subject::{Answer, GjkCore, Subject};

/// A hunt for `goal` from cases of two families.
fn plan(goal: &str, steps: u64, subject: &'static dyn Subject) -> Plan {
    Plan {
        seed: 3,
        climbs: 6,
        steps,
        families: ["uniform", "mesh"]
            .map(|name| family::find(name).expect(name))
            .into(),
        goal: Goal::find(goal).expect("a goal"),
        subject,
    }
}

fn run(plan: &Plan, threads: usize) -> Vec<Found> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("a pool of threads");
    pool.install(|| hunt::run(plan, &|_| {}, &|| false))
}

/// Claim: a hunt finds the same on one thread and on three, the worst first, and its cases can be
/// stored and have their stated scores. Six climbs for each of three goals.
#[test]
fn a_hunt_finds_the_same_on_any_threads() {
    for goal in ["iterations", "distance", "law: move"] {
        let plan = plan(goal, 100, &GjkCore);
        let found = run(&plan, 1);
        assert_eq!(found, run(&plan, 3));
        assert_eq!(found.len(), 6, "{goal}");
        assert!(found.is_sorted_by(|one, other| one.score >= other.score));
        for Found { case, score, .. } in &found {
            assert!(json::is_valid(case), "{case:?}");
            assert_eq!(plan.goal.score(case, &GjkCore), Some(*score), "{goal}");
        }
    }
}

/// Claim: a hunt that is stopped returns what it found so far: the climb that has begun ends
/// where it is, and no other begins. There are more climbs and steps than any machine can try; the
/// first, stopped in its eleventh step, has the result of ten.
#[test]
fn a_stopped_hunt_returns_its_finds() {
    let endless = Plan {
        climbs: 1 << 40,
        ..plan("iterations", 1 << 40, &GjkCore)
    };
    let steps = AtomicU64::new(0);
    let count = |done| {
        steps.fetch_add(done, Relaxed);
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("a thread");
    let found = pool.install(|| hunt::run(&endless, &count, &|| steps.load(Relaxed) > 10));
    let short = Plan {
        climbs: 1,
        ..plan("iterations", 10, &GjkCore)
    };
    assert_eq!(steps.load(Relaxed), 11);
    assert_eq!(found, run(&short, 1));
}

/// Claim: climbing leads up. Six climbs of 400 steps, none below the worst of its starts, and four
/// at least three iterations above it. (With the maximum of portals, few cases are worse.)
#[test]
fn climbs_lead_up() {
    let by_start = |steps| {
        let mut found = run(&plan("iterations", steps, &GjkCore), 2);
        found.sort_by(|one, other| one.case.id.cmp(&other.case.id));
        found
            .into_iter()
            .map(|found| found.score)
            .collect::<Vec<_>>()
    };
    let (starts, ends) = (by_start(0), by_start(400));
    println!("{starts:?} {ends:?}");
    assert_eq!(starts.len(), 6);
    let climbed = || starts.iter().zip(&ends).map(|(start, end)| end - start);
    assert!(climbed().all(|by| by >= 0.0));
    assert!(climbed().filter(|by| *by >= 3.0).count() >= 4);
}

/// Claim: a climb starts from the worst of its sixteen cases. Six climbs without a step.
#[test]
fn a_climb_starts_from_the_worst() {
    let plan = plan("iterations", 0, &GjkCore);
    let found = run(&plan, 1);
    assert_eq!(found.len(), 6);
    for Found { case, score, .. } in found {
        let (_, seed, climb) = family::parts_of_id(&case.id).expect("an id");
        assert_eq!(seed, plan.seed);
        let family = plan.families[climb as usize % plan.families.len()];
        let starts = climb * 16..(climb + 1) * 16;
        let scores = starts.map(|index| {
            let start = family::case_from_seed(family, seed, index);
            plan.goal.score(&start, &GjkCore).expect("a score")
        });
        assert_eq!(scores.reduce(f64::max), Some(score), "{}", case.id);
    }
}

/// Reports one iteration for each query: every case is as bad as any other.
struct Plateau;

impl Subject for Plateau {
    fn name(&self) -> &'static str {
        "plateau"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let mut answer = GjkCore.answer(case)?;
        answer.closest.as_mut()?.iterations = 1;
        Some(answer)
    }
}

/// Claim: a climb goes on over cases that are as bad as the last one: it would never leave a
/// plateau otherwise. Six climbs of 20 steps.
#[test]
fn a_plateau_is_crossed() {
    let found = |steps| {
        let mut found = run(&plan("iterations", steps, &Plateau), 1);
        found.sort_by(|one, other| one.case.id.cmp(&other.case.id));
        found
    };
    let (starts, ends) = (found(0), found(20));
    assert_eq!((starts.len(), ends.len()), (6, 6));
    for (start, end) in starts.iter().zip(&ends) {
        assert_eq!((start.score, end.score), (1.0, 1.0));
        assert_ne!(start.case, end.case);
    }
}

/// Claims a distance whose error grows with the ratio of the coordinates of the first shape.
struct RareBug;

impl Subject for RareBug {
    fn name(&self) -> &'static str {
        "rare-bug"
    }

    fn about(&self) -> &'static str {
        "a bug that random cases do not meet"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let answer = GjkCore.answer(case)?;
        let mut kind = case.a.kind.clone();
        let sizes: Vec<f64> = kind
            .points_mut()
            .iter()
            .flat_map(|p| p.abs().to_array())
            .filter(|x| *x > 0.0)
            .collect();
        let [least, most] = [f64::min, f64::max].map(|pick| sizes.iter().copied().reduce(pick));
        let ratio = most.unwrap_or(1.0) / least.unwrap_or(1.0);
        let off = 1.0 + f64::EPSILON * ratio / 4096.0;
        Some(Answer {
            distance: answer.distance.map(|distance| distance * off),
            closest: None,
            ..answer
        })
    }
}

/// Claim: a bug that breaks the promise only if coordinates differ by a factor of thousands is
/// found by climbing along its error, though no start breaks it.
#[test]
fn a_rare_bug_is_found() {
    let found = |steps| run(&plan("distance", steps, &RareBug), 2).remove(0).score;
    let (start, end) = (found(0), found(600));
    println!("{start} {end}");
    assert!(start < 2.0 && end > 2.0, "{start} {end}");
}

/// Panics in its distance query.
struct PanicsAgain;

impl Subject for PanicsAgain {
    fn name(&self) -> &'static str {
        "panics-again"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        GjkCore.answer(case)
    }

    fn distance(&self, _case: &Case) -> Option<f64> {
        panic!("in the second query")
    }
}

/// Claim: a subject that panics in the second query of a property does not end the hunt: nothing is
/// worse than such a case.
#[test]
fn a_panic_in_a_second_query_is_the_worst() {
    let plan = plan("law: move", 3, &PanicsAgain);
    let found = run(&plan, 1);
    assert_eq!(found.len(), 6);
    assert!(found.iter().all(|found| found.score == f64::INFINITY));
}
