use crate::body::Shape;
use crate::pose::Pose;

/// A shape in a pose.
///
/// ```
/// use gjk_core::{Cuboid, Pose, Posed, distance};
/// use glam::{DQuat, DVec3};
///
/// let unit = Cuboid::new(DVec3::ONE).unwrap();
/// let pose = Pose::from_rotation(DQuat::IDENTITY, DVec3::new(5.0, 0.0, 0.0)).unwrap();
/// assert_eq!(distance(&unit, &Posed::new(unit, pose)), 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<S: Shape> {
    pub(crate) shape: S,
    pub(crate) pose: Pose<S::Vector>,
}

impl<S: Shape> Posed<S> {
    /// `shape` in `pose`. Pass a reference as the shape to share one shape among many poses, or to
    /// pose a moving one in each frame: nothing is copied but the pose. A posed shape may be posed
    /// again: the solver composes the poses.
    ///
    /// ```
    /// use gjk_core::{Hull, Pose2, Posed, intersects};
    /// use glam::DVec2;
    ///
    /// let hull = Hull::new(vec![DVec2::ZERO, DVec2::X, DVec2::Y]).unwrap();
    /// let here = Posed::new(&hull, Pose2::IDENTITY);
    /// let there = Posed::new(&hull, Pose2::from_translation(DVec2::ONE).unwrap());
    /// assert!(!intersects(&here, &there));
    /// ```
    pub fn new(shape: S, pose: Pose<S::Vector>) -> Self {
        Self { shape, pose }
    }

    /// The shape in its own frame.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose2, Posed};
    /// use glam::Vec2;
    ///
    /// let square = Cuboid::new(Vec2::ONE).unwrap();
    /// assert_eq!(Posed::new(square, Pose2::IDENTITY).shape(), &square);
    /// ```
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The pose.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose2, Posed};
    /// use glam::Vec2;
    ///
    /// let square = Cuboid::new(Vec2::ONE).unwrap();
    /// assert_eq!(Posed::new(square, Pose2::IDENTITY).pose(), Pose2::IDENTITY);
    /// ```
    pub fn pose(&self) -> Pose<S::Vector> {
        self.pose
    }
}
