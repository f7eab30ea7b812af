//! Extents of shapes that are true bounds, but too large.

use gjk_core::Proximity::{Near, Separated};
use gjk_core::{Axis, Cylinder, Segment, SupportMapping, closest_points, proximity};
use glam::DVec3;

use crate::common::Numbers;
use crate::mappings::own_core;

/// No length of the differences below is four or more.
const ULP_OF_3: f64 = 2.0 * f64::EPSILON;

/// A shape that knows its support points only, with an extent that is as many times too large.
struct Loose<S>(S, f64);

impl<S: SupportMapping<Vector = DVec3>> SupportMapping for Loose<S> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.0.support(direction)
    }

    fn extent(&self) -> f64 {
        self.0.extent() * self.1
    }
}

own_core!(<S: SupportMapping<Vector = DVec3>> Loose<S>);

/// Claim: an extent that is too large costs no verdict and no distance, but `proximity` knows a gap
/// only from as many times more ulps on, and common points differ by up to some dozen ulps.
#[test]
fn loose_extents_cost_certainty_only() {
    let mut numbers = Numbers::new(5);
    let mut number = || numbers.integer(1 << 30) / f64::from(1 << 30);
    let disc = Cylinder::new(Axis::Z, 0.0, 1.0).unwrap();
    // Of a tight extent and of loose ones: the largest distance of common points.
    let mut common = [0.0; 4];
    for _ in 0..4000 {
        // Through the disc, beside it, or next to its centre.
        let aside = if number() < 0.0 { 1.5 } else { 1e-12 };
        let end = |z: f64, x: f64, y: f64| DVec3::new(aside * x, aside * y, z);
        let ends = [number(), 1.5 + number()].map(|z| end(z, number(), number()));
        let answers = [1.0, 1e2, 1e3, 1e6].map(|loose| {
            let segment = Loose(Segment::new(ends).unwrap(), loose);
            closest_points(Loose(disc, loose), segment)
        });
        for (answer, common) in answers.iter().zip(&mut common) {
            let off = (answer.distance - answers[0].distance).abs();
            assert!(off <= 2.0 * ULP_OF_3, "{off:e}");
            assert_eq!(answer.intersects(), answers[0].intersects());
            if answer.intersects() {
                *common = f64::max(*common, answer.point_a.distance(answer.point_b) / ULP_OF_3);
            }
        }
    }
    let [tight, loose @ ..] = common;
    assert!(tight <= 2.0, "{tight}");
    let most = loose.into_iter().fold(0.0, f64::max);
    assert!((12.0..=64.0).contains(&most), "{most}");
    for (gap, loose, expected) in [
        (1e-12, 1.0, Separated),
        (1e-12, 1e3, Near),
        (1e-9, 1e3, Separated),
        (1e-9, 1e6, Near),
    ] {
        let above = Segment::new([DVec3::Z * gap, DVec3::Z]).unwrap();
        let found = proximity(Loose(disc, loose), &above, 0.0);
        assert_eq!(found, expected, "{gap} {loose}");
    }
}
