//! The checks of the fuzz targets, one function per target: bytes in, a panic if a promise is
//! broken.
//!
//! `fuzz/` calls these functions with the bytes of libFuzzer, `tests/fuzz_targets.rs` with fixed
//! bytes. A failure is shrunk and printed as a case, never as bytes: those mean another case after
//! any change of a family.
//!
//! `cargo +nightly fuzz run -s none distance_3d` runs a target. `-s none` turns off the address
//! sanitizer, which safe code does not need, and makes a run several times as fast.

mod exact_contact;
mod hostile_support;
mod reference;
mod settings;
mod shapes;
mod shrinking;
mod vertex_lists;

pub use exact_contact::exact_contact;
pub use hostile_support::hostile_support;
pub use reference::reference;
pub use settings::settings;
pub use shapes::shapes;
pub use shrinking::shrinking;
pub use vertex_lists::vertex_lists;

use std::panic::{AssertUnwindSafe, catch_unwind};

use gjk_reference::Contact;

use crate::case::shrink::shrink;
use crate::case::{Case, Dim, files, json};
use crate::family::{self, Family, Source};
use crate::judge::{Breach, Defect, Property, Truth, judge_case};
use crate::report::{failure, style};
use crate::subject::{GjkCore, LIARS, Liar, Subject, message};

/// All properties of a 3D case of any family.
///
/// This function and the next two return whether the bytes gave a case that was judged. They panic
/// with the report of [`judged`] if `gjk-core` breaks a promise. Promises hold for every case;
/// records are ignored.
pub fn distance_3d(data: &[u8]) -> bool {
    let case = draw(data, |_| true, |case| case.dim == Dim::Three);
    case.is_some_and(|case| holds(&case))
}

/// All properties of a 2D case of any family.
pub fn distance_2d(data: &[u8]) -> bool {
    let case = draw(data, |_| true, |case| case.dim == Dim::Two);
    case.is_some_and(|case| holds(&case))
}

/// The verdict on a case of the families that touch: about three times as fast as all properties,
/// because only an answer that is not exact goes to the judge.
pub fn intersects(data: &[u8]) -> bool {
    let touches = |family: &Family| family.floors.touching > 0.0;
    draw(data, touches, |_| true).is_some_and(|case| {
        // The judge reports a panic: the same query will panic again.
        let exact = catch_unwind(|| has_exact_verdict(&case)).unwrap_or(false);
        exact || holds(&case)
    })
}

/// All properties of a case of any family, answered by the [liars](LIARS): the proofs and exact
/// steps of `gjk-core` keep its promises, whoever proposes.
pub fn liars(data: &[u8]) -> bool {
    draw(data, |_| true, |_| true).is_some_and(|case| {
        LIARS.iter().all(|liar| {
            let judgement = judge_case(&case, "", liar);
            let found = judgement.iter().flat_map(|judgement| judgement.broken());
            let found: Vec<_> = found
                .filter(|(property, _)| Liar::is_bound_by(property.name))
                .collect();
            if !found.is_empty() {
                let text = failure::text(&case, "", liar, &found, None, None);
                panic!("{}{}", style::plain(&text), case_and_remedy(&case));
            }
            judgement.is_some()
        })
    })
}

/// Any bytes as a case file: a one-line error, or cases that read back to the bit after
/// writing, and that `gjk-core` answers. Returns the number of cases.
pub fn case_file(data: &[u8]) -> usize {
    let cases = match files::from_bytes(data) {
        Ok(cases) => cases,
        Err(error) => {
            let text = error.to_string();
            assert!(
                !text.contains(char::is_control),
                "an error is not one line of text: {text:?}"
            );
            return 0;
        }
    };
    assert!(!cases.is_empty(), "no error, and no case");
    for case in &cases {
        assert_stored(case);
        if let Err(panic) = catch_unwind(|| GjkCore.answer(case)) {
            panic!("panic: {}\n{}", message(&*panic), case_and_remedy(case));
        }
    }
    cases.len()
}

/// Judges a case strictly: a record of the family counts as a promise. `Ok` tells whether it was
/// judged. The error is the text of the failure with the whole shrunk case and what to do with it.
///
/// A panic of the subject is a failure too; its case is not shrunk, since every attempt would print
/// another panic.
pub fn judged(case: &Case, family: &str, subject: &dyn Subject) -> Result<bool, String> {
    let judgement = catch_unwind(AssertUnwindSafe(|| judge_case(case, family, subject)))
        .map_err(|panic| format!("panic: {}\n{}", message(&*panic), case_and_remedy(case)))?;
    let Some(judgement) = judgement else {
        return Ok(false);
    };
    let broken: Vec<_> = judgement.strictly_broken().collect();
    if broken.is_empty() {
        return Ok(true);
    }
    let gravest = Defect::gravest(broken);
    let still_broken = |case: &Case| {
        let judgement = judge_case(case, family, subject);
        let found = judgement.iter().flat_map(|j| j.strictly_broken());
        gravest
            .as_ref()
            .is_some_and(|defect| defect.shows_in(found))
    };
    let small = shrink(case, &mut |smaller| still_broken(smaller));
    let judgement = judge_case(&small, family, subject);
    let found: Vec<(&Property, &Breach)> =
        judgement.iter().flat_map(|j| j.strictly_broken()).collect();
    let text = failure::text(&small, family, subject, &found, None, None);
    let before = failure::size(case);
    let text = style::plain(&text);
    Err(format!(
        "{text}  shrunk   from {before}\n{}",
        case_and_remedy(&small)
    ))
}

/// How often a case is redrawn if it does not fit the target: more than enough in 3D, and often
/// enough for most inputs in 2D, which fewer cases are in.
const DRAWS_MAX: usize = 6;

/// The id of a drawn case. It is that of no family, so the command judges it by the promises too.
const CASE_ID: &str = "fuzz";

/// Whether the case was judged. Panics with the report if a promise is broken.
fn holds(case: &Case) -> bool {
    judged(case, "", &GjkCore).unwrap_or_else(|report| panic!("{report}"))
}

/// Whether the verdict is exact, without any touch band, and the distance agrees with it.
fn has_exact_verdict(case: &Case) -> bool {
    let (Some(truth), Some(answer)) = (Truth::of(case), GjkCore.answer(case)) else {
        return false;
    };
    let Some(contact) = truth.contact else {
        return false;
    };
    let exact = contact != Contact::Separated;
    answer.intersects == exact && answer.distance.is_none_or(|d| (d == 0.0) == exact)
}

/// A case that fits: the first bytes turn off choices, families among them. Then a family is drawn
/// and takes the bytes it needs. If the case does not fit, the next one is drawn from the rest.
fn draw(data: &[u8], of_family: fn(&Family) -> bool, fits: fn(&Case) -> bool) -> Option<Case> {
    let source = &mut Source::swarm(data);
    let families = family::all().iter().filter(|f| of_family(f));
    let families: Vec<_> = families.map(|family| (1, family)).collect();
    for _ in 0..DRAWS_MAX {
        if source.is_empty() {
            break;
        }
        let family = source.one_of(&families).ok()?;
        let case = (family.generate)(source).ok()?;
        if fits(&case) {
            return Some(Case {
                id: CASE_ID.to_owned(),
                ..case
            });
        }
    }
    None
}

/// Panics unless the case can be written, in both formats, and read back: the same case, the same
/// text.
fn assert_stored(case: &Case) {
    for write in [json::write, json::write_line] {
        let text =
            write(case).unwrap_or_else(|fault| panic!("cannot be written: {fault}: {case:?}"));
        let read = files::from_bytes(text.as_bytes())
            .unwrap_or_else(|error| panic!("cannot be read back: {error}\n{text}"));
        assert_eq!(read, std::slice::from_ref(case), "reads back as another");
        // Equal numbers may differ in the sign of a zero, which a writer may lose; their words do.
        let words = [case, &read[0]].map(|case| format!("{case:?}"));
        assert_eq!(words[0], words[1], "reads back as another");
        assert_eq!(write(&read[0]).as_ref(), Ok(&text), "is written otherwise");
    }
}

/// The whole case, and how to keep it.
fn case_and_remedy(case: &Case) -> String {
    let text = json::write(case).unwrap_or_else(|fault| format!("{fault}: {case:?}\n"));
    format!(
        "{text}Save the JSON above as case.json, then: cargo run --release -- keep case.json NAME\n"
    )
}
