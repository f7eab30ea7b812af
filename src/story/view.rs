//! The unit and the centre of a view: what is drawn has a size of about one, and what lies next to
//! the centre keeps its digits.

use glam::DVec3;

use super::Point;
use super::sample::Body;

/// Units are between two to the minus this and two to this, so that dividing by one is exact: what
/// does not fit is drawn as large or as small as it comes out.
const EXPONENT_MAX: i32 = 1000;

/// Where a point of the world is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    center: DVec3,
    exponent: i32,
}

impl View {
    /// A view of both bodies, around the middle of two points of interest or else of the bodies.
    pub(super) fn of_world(bodies: &[Body; 2], points: Option<[DVec3; 2]>) -> Self {
        let finite = points.filter(|points| points.iter().all(|p| p.is_finite()));
        let [p, q] = finite.unwrap_or([bodies[0].origin, bodies[1].origin]);
        let center = p / 2.0 + q / 2.0;
        let reach = bodies.iter().map(|body| body.reach(center));
        Self::new(center, reach.fold(0.0, f64::max))
    }

    /// A view of the difference of both bodies, around the origin.
    pub(super) fn of_difference([a, b]: &[Body; 2]) -> Self {
        let between = (a.origin - b.origin).abs().max_element();
        Self::new(DVec3::ZERO, a.reach(a.origin) + b.reach(b.origin) + between)
    }

    fn new(center: DVec3, reach: f64) -> Self {
        let exponent = if reach > 0.0 {
            reach.min(f64::MAX).log2().ceil() as i32
        } else {
            0
        };
        Self {
            center,
            exponent: exponent.clamp(-EXPONENT_MAX, EXPONENT_MAX),
        }
    }

    /// What all points of the view are relative to.
    pub(super) fn center(&self) -> Point {
        self.center.to_array()
    }

    /// The length that is drawn with the length one.
    pub(super) fn unit(&self) -> f64 {
        2f64.powi(self.exponent)
    }

    /// A length as it is drawn.
    pub(super) fn length(&self, length: f64) -> f64 {
        length * 2f64.powi(-self.exponent)
    }

    /// A vector as it is drawn.
    pub(super) fn vector(&self, vector: DVec3) -> DVec3 {
        vector * 2f64.powi(-self.exponent)
    }

    /// Where the difference of two points is drawn that are relative to origins: the points and the
    /// origins are subtracted apart, so that large origins cost no digits.
    pub(super) fn difference(&self, [a, b]: [DVec3; 2], [origin_a, origin_b]: [DVec3; 2]) -> Point {
        let between = self.vector(origin_a) - self.vector(origin_b);
        ((self.vector(a) - self.vector(b)) + between).to_array()
    }

    /// Where the point `p` is drawn that is relative to an origin.
    pub(super) fn point(&self, p: DVec3, origin: DVec3) -> Point {
        (self.vector(p) + (self.vector(origin) - self.vector(self.center))).to_array()
    }
}
