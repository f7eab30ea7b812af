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
        let reach = bodies
            .each_ref()
            .map(|body| reach(body.extremes(), body.origin - center) + body.radius);
        Self::new(center, f64::max(reach[0], reach[1]), bodies)
    }

    /// A view of the difference of both bodies, around the origin.
    pub(super) fn of_difference(bodies: &[Body; 2]) -> Self {
        let [a, b] = bodies;
        let ([low_a, high_a], [low_b, high_b]) = (a.extremes(), b.extremes());
        let core = [low_a - high_b, high_a - low_b];
        let core = reach(core, a.origin - b.origin);
        Self::new(DVec3::ZERO, core + a.radius + b.radius, bodies)
    }

    /// A view of what is within `reach` of the centre in any coordinate. Shapes that are small for
    /// where they stand are drawn as small as they come out, if in a smaller unit their own
    /// coordinates would overflow.
    fn new(center: DVec3, reach: f64, bodies: &[Body; 2]) -> Self {
        let exponent = if reach > 0.0 {
            let [a, b] = bodies.each_ref().map(Body::largest_coordinate);
            let least = f64::max(a, b).log2() - f64::from(EXPONENT_MAX);
            reach.min(f64::MAX).log2().max(least).ceil() as i32
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

/// How far a box reaches in any coordinate from what its origin is at `offset` from: not the sum of
/// both sizes, since a shape may stand far from its origin and near to the other one. What overflows
/// reaches as far as can be.
fn reach(corners: [DVec3; 2], offset: DVec3) -> f64 {
    let sizes = corners.map(|corner| {
        let corner = corner + offset;
        if corner.is_finite() {
            corner.abs().max_element()
        } else {
            f64::MAX
        }
    });
    f64::max(sizes[0], sizes[1])
}
