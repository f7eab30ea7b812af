use glam::{DVec3, Vec3Swizzles};

use crate::direction::unit;

/// A coordinate axis of the frame of a shape. There are three, so a `match` on them may be
/// exhaustive.
///
/// ```
/// use gjk_core::{Axis, Cylinder, SupportMapping};
/// use glam::DVec3;
///
/// let lying = Cylinder::new(Axis::X, 5.0, 1.0).unwrap();
/// assert_eq!(lying.support(DVec3::X), DVec3::new(5.0, 0.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// The vector in the frame whose third axis is this one.
    pub(super) fn upright(self, vector: DVec3) -> DVec3 {
        match self {
            Self::X => vector.yzx(),
            Self::Y => vector.zxy(),
            Self::Z => vector,
        }
    }

    /// The inverse of [`upright`](Self::upright).
    pub(super) fn turned(self, upright: DVec3) -> DVec3 {
        match self {
            Self::X => upright.zxy(),
            Self::Y => upright.yzx(),
            Self::Z => upright,
        }
    }

    /// The point farthest in `direction` on the circle of this radius around the axis at this
    /// height; the centre if `direction` is along the axis.
    #[inline(always)]
    pub(super) fn rim(self, direction: DVec3, radius: f64, height: f64) -> DVec3 {
        let outwards = unit(self.upright(direction).xy());
        self.turned((outwards * radius).extend(height))
    }
}
