//! Numbers and points in `f64`.

use glam::{DVec2, DVec3, Vec3Swizzles};

use super::{Arithmetic, Scalar, Space};
use crate::double_double::DoubleDouble;

impl Scalar for f64 {
    const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;

    // Shorter points have fewer correct digits in `f64` than an `f32` holds.
    const DROWNED: f64 = f32::EPSILON as f64 / 8.0;

    fn rounded(self) -> f64 {
        self
    }

    fn precise(self) -> DoubleDouble<f64> {
        DoubleDouble::from(self)
    }
}

impl Space for DVec3 {
    type Rounded = DVec3;
    type Scalar = f64;
    type Cross = DVec3;

    const PLANAR: bool = false;
    const ARITHMETIC: Arithmetic = Arithmetic::Double;

    #[inline]
    fn lifted(point: DVec3) -> Self {
        point
    }

    #[inline(always)]
    fn sum(p: DVec3, q: DVec3) -> Self {
        p + q
    }

    #[inline]
    fn sum_of([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Self {
        (p + q) + (r + s)
    }

    #[inline]
    fn rounded(self) -> DVec3 {
        self
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        self * factor
    }

    #[inline]
    fn dot(self, other: Self) -> f64 {
        DVec3::dot(self, other)
    }

    #[inline]
    fn cross(self, other: Self) -> DVec3 {
        DVec3::cross(self, other)
    }

    #[inline]
    fn cross_dot(a: DVec3, b: DVec3) -> f64 {
        a.dot(b)
    }

    #[inline]
    fn rejection(self, edge: Self) -> Self {
        edge.cross(self.cross(edge))
    }

    #[inline]
    fn height(self, normal: DVec3) -> f64 {
        self.dot(normal)
    }

    #[inline]
    fn along(normal: DVec3, factor: f64) -> Self {
        normal * factor
    }

    #[inline]
    fn sizes(self) -> DVec3 {
        self.abs()
    }

    #[inline]
    fn cross_size(e: DVec3, f: DVec3) -> f64 {
        Self::height_size(DVec3::ONE, e, f)
    }

    #[inline]
    fn height_size(point: DVec3, e: DVec3, f: DVec3) -> f64 {
        point.dot(e.yzx() * f.zxy() + e.zxy() * f.yzx())
    }
}

impl Space for DVec2 {
    type Rounded = DVec2;
    type Scalar = f64;
    type Cross = f64;

    const PLANAR: bool = true;
    const ARITHMETIC: Arithmetic = Arithmetic::Double;

    #[inline]
    fn lifted(point: DVec2) -> Self {
        point
    }

    #[inline(always)]
    fn sum(p: DVec2, q: DVec2) -> Self {
        p + q
    }

    #[inline]
    fn sum_of([p, q]: [DVec2; 2], [r, s]: [DVec2; 2]) -> Self {
        (p + q) + (r + s)
    }

    #[inline]
    fn rounded(self) -> DVec2 {
        self
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        self * factor
    }

    #[inline]
    fn dot(self, other: Self) -> f64 {
        DVec2::dot(self, other)
    }

    #[inline]
    fn cross(self, other: Self) -> f64 {
        self.perp_dot(other)
    }

    #[inline]
    fn cross_dot(a: f64, b: f64) -> f64 {
        a * b
    }

    #[inline]
    fn rejection(self, edge: Self) -> Self {
        DVec2::new(edge.y, -edge.x) * self.perp_dot(edge)
    }

    #[inline]
    fn height(self, _normal: f64) -> f64 {
        0.0
    }

    #[inline]
    fn along(_normal: f64, _factor: f64) -> Self {
        DVec2::ZERO
    }

    #[inline]
    fn sizes(self) -> DVec2 {
        self.abs()
    }

    #[inline]
    fn cross_size(e: DVec2, f: DVec2) -> f64 {
        e.x * f.y + e.y * f.x
    }

    #[inline]
    fn height_size(_point: DVec2, _e: DVec2, _f: DVec2) -> f64 {
        0.0
    }
}
