//! Searches that find a vertex late that is very much farther than the others.

use crate::mappings::own_core;
use gjk_core::{ClosestPoints, Point, Settings, Status, SupportMapping};
use glam::{DVec2, DVec3};

/// The triangle (1, 0), (-1, -2^-60), (-2^145, 2^200) with exact projections.
struct Spike;

impl SupportMapping for Spike {
    type Vector = DVec2;

    fn support(&self, direction: DVec2) -> DVec2 {
        let far = DVec2::new(-(2f64.powi(145)), 2f64.powi(200));
        let corners = [DVec2::X, DVec2::new(-1.0, -(2f64.powi(-60))), far];
        let mut best = corners[0];
        for corner in corners {
            if (corner - best).dot(direction) > 0.0 {
                best = corner;
            }
        }
        best
    }
}

own_core!(<> Spike);

// A very much larger vertex, found late in double-double, fits the scale, at any iteration limit.
#[test]
fn late_large_vertices_fit_the_scale() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    for limit in 2..16 {
        let settings = Settings::default().start(DVec2::Y).max_iterations(limit);
        let answer = settings.closest_points(&Spike, &origin);
        assert_ne!(answer.status, Status::NotFinite, "{limit}");
        assert!(answer.distance <= 1.5, "{limit}: {answer:?}");
        assert!(!answer.simplex.pairs().is_empty());
        assert_eq!(answer.intersects(), answer.upper == 0.0, "{limit}");
        let length = answer.point_a.length();
        assert!(
            (length - answer.distance).abs() <= 1e-9,
            "{limit}: {answer:?}"
        );
    }
}

/// The hull of a few points, chosen by exact differences.
struct Chosen([DVec3; 6]);

impl SupportMapping for Chosen {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        let higher = |best: DVec3, corner: DVec3| {
            if (corner - best).dot(direction) > 0.0 {
                corner
            } else {
                best
            }
        };
        self.0.into_iter().reduce(higher).unwrap()
    }
}

own_core!(<> Chosen);

/// Searches that find a far vertex late, with all lengths times `scale`. In the second the simplex
/// then has vertices of two sizes.
fn late_far_vertices(scale: f64) -> [(ClosestPoints<DVec3>, DVec3); 2] {
    let first = [
        DVec3::new(-1.0, 3.0, 0.0),
        DVec3::new(-3.0, -2.0, 0.0),
        DVec3::new(3.0, 2.0, 2.0),
        DVec3::new(-5.0, 1.0, -1.0),
        DVec3::new(3.0, -2.0, 6.0),
        DVec3::new(3.0, -1.0, 0.0) * 2f64.powi(255),
    ];
    let second = [
        DVec3::new(-3.0, 4.0, -1.0),
        DVec3::new(6.0, -2.0, -5.0),
        DVec3::new(5.0, 2.0, 5.0),
        DVec3::new(6.0, -2.0, 1.0),
        DVec3::new(0.0, 1.0, -2.0) * 2f64.powi(26),
        DVec3::new(-3.0, 2.0, 1.0) * 2f64.powi(259),
    ];
    let answer = |vertices: [DVec3; 6], b: DVec3, direction: DVec3| {
        let b = Point::new(b * scale).unwrap();
        let a = Chosen(vertices.map(|vertex| vertex * scale));
        let start = Settings::default().start(direction);
        (start.closest_points(&a, &b), b.position())
    };
    [
        answer(
            first,
            DVec3::new(-2.0, 2.0, -1.0),
            DVec3::new(3.0, 9.0, -3.0),
        ),
        answer(
            second,
            DVec3::new(5.0, 0.0, 2.0),
            DVec3::new(-9.0, -12.0, -3.0),
        ),
    ]
}

// The simplex has a vertex, and the witness points are points of the shapes.
#[test]
fn far_vertices_keep_the_simplex() {
    for (answer, b) in late_far_vertices(1.0) {
        assert!(!answer.simplex.pairs().is_empty(), "{answer:?}");
        assert_eq!(answer.point_b, b);
    }
}

// The answer is scaled bit for bit.
#[test]
fn far_vertices_have_no_size() {
    for exponent in [-255, -130, 17, 700] {
        let scale = 2f64.powi(exponent);
        for ((answer, _), (scaled, _)) in
            late_far_vertices(1.0).iter().zip(late_far_vertices(scale))
        {
            let lengths = |x: &ClosestPoints<DVec3>| [x.distance, x.lower, x.upper];
            assert_eq!(lengths(&scaled), lengths(answer).map(|x| x * scale));
            assert_eq!(scaled.point_a, answer.point_a * scale);
            assert_eq!(
                (scaled.status, scaled.iterations),
                (answer.status, answer.iterations)
            );
        }
    }
}
