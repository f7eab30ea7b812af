//! Campaigns with subjects that are wrong, or get into trouble.

use gjk_harness::campaign;
use gjk_harness::case::Case;
use gjk_harness::family;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::score::Fault;
use gjk_harness::subject::{Answer, End, GjkCore, Subject};

use crate::bug::Bugged;
use crate::bugs::TOO_FAR;

/// Claim: a campaign counts the failures of a bug, next to a right subject; the first failures are
/// saved, are the same on any number of threads and in any shards, and have the text of a failure.
#[test]
fn a_campaign_reports_a_bug() {
    static BUGGED: Bugged = Bugged(&TOO_FAR);
    let plan = |number, count| Plan {
        seed: 1,
        first: 0,
        cases: 150,
        families: vec![family::find("uniform").expect("a family")],
        subjects: vec![&GjkCore, &BUGGED],
        shard: Shard { number, count },
        laws: Laws::InTurn,
    };
    let run = |jobs, plan: &Plan| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
        pool.expect("threads")
            .install(|| campaign::run(plan, &|_| {}))
    };
    let rows = run(1, &plan(1, 1));
    assert_eq!(rows, run(3, &plan(1, 1)));
    let [right, wrong] = &rows[..] else {
        panic!("{} rows", rows.len())
    };
    assert_eq!((right.tally.cases, right.tally.broken), (150, 0));
    assert_eq!(right.tally.new_worst, 0);
    assert!(right.tally.failures.is_empty());
    assert_eq!((&*wrong.subject, wrong.tally.cases), ("bugged", 150));
    assert_eq!(wrong.tally.broken, wrong.tally.separated);
    let kept: Vec<u64> = wrong.tally.failures.keys().copied().collect();
    let first: Vec<u64> = (0..150).filter(|i| is_apart(*i)).take(3).collect();
    assert_eq!(kept, first);

    let mut sum = run(2, &plan(1, 3));
    for number in 2..=3 {
        for (row, other) in sum.iter_mut().zip(run(2, &plan(number, 3))) {
            row.tally.add(&other.tally);
        }
    }
    assert_eq!(sum, rows);

    let failures = campaign::failures(&plan(1, 1), &rows);
    assert_eq!(failures.len(), 3);
    assert_eq!(failures[0].case.id, format!("uniform-1-{}", first[0]));
    assert_eq!(failures[0].properties, ["distance"]);
}

/// The trouble of a subject.
enum Trouble {
    Panic,
    NotFinite,
    Endless,
    Contrary,
}

/// `gjk-core` with trouble for intersecting shapes; bound to the promises or not.
struct Troubled {
    trouble: Trouble,
    is_bound: bool,
}

impl Subject for Troubled {
    fn name(&self) -> &'static str {
        "troubled"
    }

    fn about(&self) -> &'static str {
        "gjk-core that gets into trouble where shapes meet"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let mut answer = GjkCore.answer(case)?;
        if answer.intersects {
            match self.trouble {
                Trouble::Panic => panic!("on purpose"),
                Trouble::NotFinite => answer.distance = Some(f64::NAN),
                Trouble::Endless => answer.end = End::IterationLimit,
                Trouble::Contrary => answer.intersects = false,
            }
        }
        Some(answer)
    }

    fn is_bound(&self) -> bool {
        self.is_bound
    }
}

/// Claim: a campaign survives a subject that panics, returns NaN or does not end, counts each as
/// what it is and as a broken promise, and finds the first case of the worst kind; a subject that
/// is not bound is judged by no law. 60 cases, in which all intersecting shapes make trouble.
#[test]
fn a_campaign_counts_trouble() {
    const CASES: u64 = 60;
    let run = |trouble, is_bound| {
        let troubled: &'static Troubled = Box::leak(Box::new(Troubled { trouble, is_bound }));
        let plan = Plan {
            seed: 1,
            first: 0,
            cases: CASES,
            families: vec![family::find("uniform").expect("a family")],
            subjects: vec![troubled],
            shard: Shard::WHOLE,
            laws: Laws::InTurn,
        };
        campaign::run(&plan, &|_| {}).remove(0).tally
    };
    let first = (0..CASES).find(|index| !is_apart(*index));
    for (trouble, fault) in [
        (Trouble::Panic, Fault::Panic),
        (Trouble::NotFinite, Fault::NotFinite),
        (Trouble::Endless, Fault::Endless),
        (Trouble::Contrary, Fault::Verdict),
    ] {
        let tally = run(trouble, false);
        let meeting = tally.overlapping;
        assert_eq!((tally.cases, tally.touching), (CASES, 0));
        assert!((1..CASES).contains(&meeting), "{meeting} meet");
        assert_eq!(tally.broken, meeting, "{fault}");
        let score = &tally.score;
        let counts = [score.panics, score.not_finite, score.endless, score.wrong];
        let faults = [
            Fault::Panic,
            Fault::NotFinite,
            Fault::Endless,
            Fault::Verdict,
        ];
        let expected = faults.map(|counted| if counted == fault { meeting } else { 0 });
        assert_eq!(counts, expected, "{fault}");
        assert_eq!(score.clearly_wrong, score.wrong);
        let worst = score.worst.expect("a worst case");
        assert_eq!(worst.fault, fault);
        assert!(
            fault == Fault::Verdict || Some(worst.index) == first,
            "{fault}"
        );
        let laws = tally
            .properties
            .keys()
            .filter(|name| name.starts_with("law: "));
        assert_eq!(laws.count(), 0);
    }
    let bound = run(Trouble::Panic, true);
    assert_eq!(bound.properties["termination"].broken, bound.overlapping);
    assert!(bound.properties.contains_key("law: swap"));
    assert_eq!(bound.failures[&first.expect("one")], ["termination"]);
}

fn is_apart(index: u64) -> bool {
    let family = family::find("uniform").expect("a family");
    let case = family::case_from_seed(family, 1, index);
    !GjkCore.answer(&case).expect("an answer").intersects
}
