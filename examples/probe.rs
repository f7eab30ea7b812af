use gjk_harness::{
    case::files,
    family,
    judge::{self, PROPERTIES, Trial, Truth, Verdict},
    subject::{self, Subject},
};
use rayon::prelude::*;
use std::collections::BTreeMap;
fn main() {
    let n: u64 = std::env::args()
        .nth(1)
        .map(|s| s.parse().unwrap())
        .unwrap_or(1000);
    let only = std::env::args().nth(2);
    let subject = &subject::GjkCore;
    for f in family::all() {
        if only.as_ref().is_some_and(|o| o != f.name) {
            continue;
        }
        let t = std::time::Instant::now();
        let rows: Vec<_> = (0..n)
            .into_par_iter()
            .map(|i| {
                let case = family::case_from_seed(f, 1, i);
                let truth = Truth::of(&case).unwrap();
                let answer = subject.answer(&case).unwrap();
                let j = judge::judge(&Trial {
                    case: &case,
                    family: f.name,
                    subject,
                    answer: &answer,
                    truth: &truth,
                });
                (
                    case.id.clone(),
                    truth.contact,
                    answer.closest.as_ref().unwrap().end,
                    answer.closest.as_ref().unwrap().iterations,
                    answer.steps.iter().any(|s| s.phase == 1),
                    j,
                )
            })
            .collect();
        let dt = t.elapsed().as_secs_f64();
        let mut c: BTreeMap<_, usize> = BTreeMap::new();
        let mut e: BTreeMap<_, usize> = BTreeMap::new();
        let mut worst: BTreeMap<usize, (f64, String)> = BTreeMap::new();
        let mut fails: BTreeMap<(usize, String), (usize, String)> = BTreeMap::new();
        let mut it = 0;
        let mut dd = 0;
        for (id, contact, end, iters, d, j) in rows {
            *c.entry(contact).or_default() += 1;
            *e.entry(end).or_default() += 1;
            it = it.max(iters);
            dd += d as usize;
            for (p, v) in j.verdicts {
                match v {
                    Verdict::Proved => {}
                    Verdict::Within { ulps } => {
                        let w = worst.entry(p).or_insert((0.0, id.clone()));
                        if ulps > w.0 {
                            *w = (ulps, id.clone())
                        }
                    }
                    Verdict::Broken(b) => {
                        if let Some(u) = b.ulps {
                            let w = worst.entry(p).or_insert((0.0, id.clone()));
                            if u > w.0 {
                                *w = (u, id.clone())
                            }
                        } else {
                            let k = fails
                                .entry((p, b.reason.chars().take(60).collect()))
                                .or_insert((0, id.clone()));
                            k.0 += 1;
                        }
                    }
                }
            }
        }
        println!(
            "== {} {:.0}/s {:?} {:?} iters {} dd {}",
            f.name,
            n as f64 / dt,
            c,
            e,
            it,
            dd
        );
        for (p, (u, id)) in worst {
            println!("   {:14} {:10.3} {}", PROPERTIES[p].name, u, id);
        }
        for ((p, r), (k, id)) in fails.into_iter().take(12) {
            println!("   FAIL {} x{} {} {}", PROPERTIES[p].name, k, r, id);
        }
    }
    let _ = files::read_cases(&[]);
}
