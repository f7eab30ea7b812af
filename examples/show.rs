use gjk_harness::{
    case::json,
    family,
    judge::{self, PROPERTIES, Truth},
    subject::{self, Subject},
};
fn main() {
    for id in std::env::args().skip(1) {
        let mut it = id.rsplitn(3, '-');
        let i: u64 = it.next().unwrap().parse().unwrap();
        let s: u64 = it.next().unwrap().parse().unwrap();
        let f = family::find(it.next().unwrap()).unwrap();
        let case = family::case_from_seed(f, s, i);
        println!("{}", json::write(&case).unwrap());
        let t = Truth::of(&case).unwrap();
        println!(
            "cores {:?}\n unit {:e} world {:e} {:?} d={:?} depth {:e}",
            t.cores,
            t.unit,
            t.world_unit,
            t.contact,
            t.distance(),
            t.depth()
        );
        let a = subject::GjkCore.answer(&case).unwrap();
        for s in &a.steps {
            println!(
                "  {} {} |S|={} |v|^2={:e} v={:?} w={:?} bounds {:?}",
                s.phase,
                s.arithmetic,
                s.simplex.len(),
                s.length_squared[0],
                s.nearest,
                s.support,
                s.bounds
            );
        }
        println!("{:?}", a.closest);
        let j = judge::judge_case(&case, f.name, &subject::GjkCore).unwrap();
        for (p, v) in j.verdicts {
            println!("   {} {:?}", PROPERTIES[p].name, v);
        }
    }
}
