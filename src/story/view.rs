//! The unit and the centre of a view: everything drawn has a size of about one, and points near the
//! centre keep their digits.

use glam::DVec3;

use super::Point;
use super::sample::Body;

/// Units are limited to this exponent, so that dividing by one is exact; larger and smaller shapes
/// are drawn at the size that results.
const EXPONENT_MAX: i32 = 1000;

/// Maps points of the world to the drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    center: DVec3,
    exponent: i32,
}

impl View {
    /// A view of both bodies, around the midpoint of two points of interest, or of the bodies.
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

    /// A view of everything within `reach` of the centre in any coordinate. If the coordinates of
    /// small shapes would overflow in a smaller unit, they are drawn small.
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

    /// The origin of all points of the view.
    pub(super) fn center(&self) -> Point {
        self.center.to_array()
    }

    /// The length that is drawn as one.
    pub(super) fn unit(&self) -> f64 {
        2f64.powi(self.exponent)
    }

    /// A length in the drawing.
    pub(super) fn length(&self, length: f64) -> f64 {
        length * 2f64.powi(-self.exponent)
    }

    /// A vector in the drawing.
    pub(super) fn vector(&self, vector: DVec3) -> DVec3 {
        vector * 2f64.powi(-self.exponent)
    }

    /// The drawn difference of two points relative to origins. Points and origins are subtracted
    /// separately, so that large origins cost no digits.
    pub(super) fn difference(&self, [a, b]: [DVec3; 2], [origin_a, origin_b]: [DVec3; 2]) -> Point {
        let between = self.vector(origin_a) - self.vector(origin_b);
        ((self.vector(a) - self.vector(b)) + between).to_array()
    }

    /// The drawn point `p`, relative to an origin.
    pub(super) fn point(&self, p: DVec3, origin: DVec3) -> Point {
        (self.vector(p) + (self.vector(origin) - self.vector(self.center))).to_array()
    }
}

/// The largest coordinate of a box at `offset` from the centre. It is not the sum of both sizes,
/// since a shape may be far from its origin and near to the other one. An overflow becomes the
/// largest number.
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
