//! What is decided without rounding, and with how many digits.

use glam::{DVec2, DVec3};

use crate::double_double::DoubleDouble;
use crate::exact::corners::{Corner, Corners};
use crate::exact::estimate::Estimate;
use crate::exact::form::Leading;
use crate::exact::sum::Sum;
use crate::exact::{REST_ERROR, unit_normal};
use crate::goal::{Ending, Goal};
use crate::search::tests::with_search;

// Claim: cores that have a common point intersect whatever is asked, and have no distance.
#[test]
fn cores_that_touch_intersect() {
    for goal in [
        Goal::Verdict,
        Goal::Proximity { margin: 1.0 },
        Goal::Distance,
        Goal::ClosestPoints,
    ] {
        let on_a_side = [[-1.0, 0.0], [2.0, 0.0], [0.0, 1.0]].map(DVec2::from);
        with_search(&on_a_side, |search, simplex| {
            search.limits.goal = goal;
            assert_eq!(search.decide(simplex), Some(Ending::Intersecting));
            let proved = search.proved.unwrap();
            assert_eq!([proved.lower, proved.distance, proved.upper], [0.0; 3]);
        });
    }
}

// Claim: a normal has the length one, of a corner, an edge and a triangle that slant along all axes.
#[test]
fn normals_have_the_length_one() {
    let scale = 0.125;
    let corner = |number: u32, end: [f64; 3]| Corner {
        vertices: [number, 0],
        ends: [end, [0.0; 3]],
        point: Sum::of(end, scale),
    };
    let ends = [[9.0, 1.0, 0.5], [0.5, 6.0, 1.0], [1.0, 0.25, 5.0]];
    let [a, b, c] = [0, 1, 2].map(|number| corner(number, ends[number as usize]));
    let [p, q, r] = ends.map(DVec3::from);
    for (corners, expected) in [
        (&[a][..], p),
        (&[a, b], (q - p).cross(p).cross(q - p)),
        (&[a, b, c], (q - p).cross(r - p)),
    ] {
        let mut simplex = Corners::new(corners[0], scale);
        corners[1..].iter().for_each(|corner| simplex.push(*corner));
        let face = simplex.reduce().unwrap();
        let normal: DVec3 = unit_normal(&face, scale);
        assert!((normal.length() - 1.0).abs() <= f64::EPSILON, "{normal}");
        let off = (normal - expected.normalize()).length();
        assert!(off <= 4.0 * f64::EPSILON, "{normal} {expected}");
    }
}

// Claim: what is left of a distance has a sign where it exceeds what its digits may be off by, which are those
// of four forms.
#[test]
fn the_digits_of_forms_are_allowed_for() {
    let is_known = |error: f64| {
        let value = DoubleDouble::from(1.0);
        Leading::known(Estimate { value, error }).is_some()
    };
    assert!(is_known(0.0) && is_known(2f64.powi(-90)));
    assert!(!is_known(REST_ERROR / 4.0));
}
