//! Numbers and points in double-double.

use glam::{DVec2, DVec3, Vec3Swizzles};

use super::{Arithmetic, Scalar, Space};
use crate::double_double::DoubleDouble;

impl Scalar for DoubleDouble<f64> {
    // The operators of `double_double` err by at most ten times 2^-106 (Joldes et al. 2017, table
    // 1); 2^-102 bounds them all.
    const UNIT_ROUNDOFF: f64 = f64::EPSILON * f64::EPSILON * 4.0;

    // Six bits more than the rounding error of one operation: no digit is correct.
    const DROWNED: f64 = 64.0 * Self::UNIT_ROUNDOFF;

    fn rounded(self) -> f64 {
        self.hi
    }

    fn precise(self) -> DoubleDouble<f64> {
        self
    }
}

impl Space for DoubleDouble<DVec3> {
    type Rounded = DVec3;
    type Scalar = DoubleDouble<f64>;
    type Cross = Self;

    const PLANAR: bool = false;
    const ARITHMETIC: Arithmetic = Arithmetic::DoubleDouble;

    #[inline]
    fn lifted(point: DVec3) -> Self {
        Self {
            hi: point,
            lo: DVec3::ZERO,
        }
    }

    #[inline(always)]
    fn sum(p: DVec3, q: DVec3) -> Self {
        DoubleDouble::<DVec3>::sum(p, q)
    }

    #[inline(always)]
    fn sum_of([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Self {
        DoubleDouble::<DVec3>::sum(p, q) + DoubleDouble::<DVec3>::sum(r, s)
    }

    #[inline]
    fn rounded(self) -> DVec3 {
        self.hi
    }

    #[inline]
    fn scaled(self, factor: DoubleDouble<f64>) -> Self {
        self * Self {
            hi: DVec3::splat(factor.hi),
            lo: DVec3::splat(factor.lo),
        }
    }

    #[inline]
    fn dot(self, other: Self) -> DoubleDouble<f64> {
        let p = self * other;
        let lane = |i: usize| DoubleDouble {
            hi: p.hi[i],
            lo: p.lo[i],
        };
        lane(0) + lane(1) + lane(2)
    }

    #[inline]
    fn cross(self, other: Self) -> Self {
        let yzx = |p: Self| Self {
            hi: p.hi.yzx(),
            lo: p.lo.yzx(),
        };
        let zxy = |p: Self| Self {
            hi: p.hi.zxy(),
            lo: p.lo.zxy(),
        };
        yzx(self) * zxy(other) - zxy(self) * yzx(other)
    }

    #[inline]
    fn cross_dot(a: Self, b: Self) -> DoubleDouble<f64> {
        a.dot(b)
    }

    #[inline]
    fn rejection(self, edge: Self) -> Self {
        edge.cross(self.cross(edge))
    }

    #[inline]
    fn height(self, normal: Self) -> DoubleDouble<f64> {
        self.dot(normal)
    }

    #[inline]
    fn along(normal: Self, factor: DoubleDouble<f64>) -> Self {
        normal.scaled(factor)
    }

    #[inline]
    fn sizes(self) -> DVec3 {
        self.hi.abs()
    }

    #[inline]
    fn cross_size(e: DVec3, f: DVec3) -> f64 {
        DVec3::cross_size(e, f)
    }

    #[inline]
    fn height_size(point: DVec3, e: DVec3, f: DVec3) -> f64 {
        DVec3::height_size(point, e, f)
    }
}

impl Space for DoubleDouble<DVec2> {
    type Rounded = DVec2;
    type Scalar = DoubleDouble<f64>;
    type Cross = DoubleDouble<f64>;

    const PLANAR: bool = true;
    const ARITHMETIC: Arithmetic = Arithmetic::DoubleDouble;

    #[inline]
    fn lifted(point: DVec2) -> Self {
        Self {
            hi: point,
            lo: DVec2::ZERO,
        }
    }

    #[inline(always)]
    fn sum(p: DVec2, q: DVec2) -> Self {
        DoubleDouble::<DVec2>::sum(p, q)
    }

    #[inline(always)]
    fn sum_of([p, q]: [DVec2; 2], [r, s]: [DVec2; 2]) -> Self {
        DoubleDouble::<DVec2>::sum(p, q) + DoubleDouble::<DVec2>::sum(r, s)
    }

    #[inline]
    fn rounded(self) -> DVec2 {
        self.hi
    }

    #[inline]
    fn scaled(self, factor: DoubleDouble<f64>) -> Self {
        self * Self {
            hi: DVec2::splat(factor.hi),
            lo: DVec2::splat(factor.lo),
        }
    }

    #[inline]
    fn dot(self, other: Self) -> DoubleDouble<f64> {
        let p = self * other;
        DoubleDouble {
            hi: p.hi.x,
            lo: p.lo.x,
        } + DoubleDouble {
            hi: p.hi.y,
            lo: p.lo.y,
        }
    }

    #[inline]
    fn cross(self, other: Self) -> DoubleDouble<f64> {
        let perp = |v: DVec2| DVec2::new(-v.y, v.x);
        Self {
            hi: perp(self.hi),
            lo: perp(self.lo),
        }
        .dot(other)
    }

    #[inline]
    fn cross_dot(a: DoubleDouble<f64>, b: DoubleDouble<f64>) -> DoubleDouble<f64> {
        a * b
    }

    #[inline]
    fn rejection(self, edge: Self) -> Self {
        let right = |v: DVec2| DVec2::new(v.y, -v.x);
        Self {
            hi: right(edge.hi),
            lo: right(edge.lo),
        }
        .scaled(self.cross(edge))
    }

    #[inline]
    fn height(self, _normal: DoubleDouble<f64>) -> DoubleDouble<f64> {
        DoubleDouble::from(0.0)
    }

    #[inline]
    fn along(_normal: DoubleDouble<f64>, _factor: DoubleDouble<f64>) -> Self {
        Self {
            hi: DVec2::ZERO,
            lo: DVec2::ZERO,
        }
    }

    #[inline]
    fn sizes(self) -> DVec2 {
        self.hi.abs()
    }

    #[inline]
    fn cross_size(e: DVec2, f: DVec2) -> f64 {
        DVec2::cross_size(e, f)
    }

    #[inline]
    fn height_size(point: DVec2, e: DVec2, f: DVec2) -> f64 {
        DVec2::height_size(point, e, f)
    }
}
