//! On which side of a plane a site is.

use glam::DVec3;

use super::sites::Sites;
use crate::exact::{Form, Sum};
use crate::tests::numbers;

// Claim: a site is above a plane, in it or below it as exact arithmetic says, where rounding of
// offsets and products decides: next to the plane, with two corners near each other or not, also
// where products underflow; and in the plane, of small integers.
#[test]
fn sides_are_those_without_rounding() {
    let mut number = numbers();
    let mut counts = [0; 3];
    for round in 0..60_000 {
        let is_whole = round % 8 == 0;
        let mut vector = || {
            let vector = DVec3::new(number(), number(), number());
            if is_whole {
                (vector * 9.0).round()
            } else {
                vector
            }
        };
        let thin = if is_whole {
            1.0
        } else {
            2f64.powi(-(round % 30))
        };
        let a = vector();
        let (b, c) = (a + vector() * thin, vector());
        let [s, t, _] = vector().to_array();
        let site = a + ((b - a) * s + (c - a) * t);
        let stretch = DVec3::new(1.0, 2f64.powi(-510), 2f64.powi(-530));
        let stretch = if round % 3 == 0 { stretch } else { DVec3::ONE };
        let [a, b, c, site] = [a, b, c, site].map(|p| p * stretch);
        let sites = Sites::of(std::vec![a, b, c, site]);
        let offset = |to: DVec3| Sum::new([to, -a], 1.0);
        let expected = Form::Triple([b, c, site].map(offset)).sign();
        let above = sites.above([0, 1, 2], 3);
        assert_eq!(
            above.total_cmp(&0.0),
            expected,
            "{round}: {a} {b} {c} {site}"
        );
        counts[(expected as i8 + 1) as usize] += 1;
    }
    assert!(counts.into_iter().all(|count| count > 1000), "{counts:?}");
}
