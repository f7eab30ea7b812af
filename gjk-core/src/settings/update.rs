//! Answers that are updated after the shapes have moved.

use super::Settings;
use crate::body::Shape;
use crate::closest::ClosestPoints;
use crate::question::{Names, Start};
use crate::vector::Vector;

impl<V: Vector> Settings<V> {
    /// Updates an answer about the same two shapes after they have moved. It becomes the answer of
    /// [`closest_points`](Self::closest_points) with a [`warm_start`](Self::warm_start) from its
    /// simplex; a start in these settings is ignored.
    ///
    /// Any answer may be updated, even one about other shapes: the start costs time only.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Settings};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let at = |x: f64| Posed::new(cuboid, Pose::from_translation(DVec3::new(x, 4.0, 4.0)).unwrap());
    /// let settings = Settings::default().max_distance(10.0);
    /// let mut answer = settings.closest_points(&cuboid, &at(3.0));
    /// settings.update(&mut answer, &cuboid, &at(4.0));
    /// assert_eq!(answer.distance, 12f64.sqrt());
    /// ```
    pub fn update<A, B>(&self, answer: &mut ClosestPoints<V>, a: &A, b: &B)
    where
        A: Shape<Vector = V> + ?Sized,
        B: Shape<Vector = V> + ?Sized,
    {
        let start = Start::Simplex(Names::of(&answer.simplex));
        let (a, b) = (a.body(), b.body());
        self.answer(&a, &b, &start, None, answer);
    }
}

impl<V: Vector> ClosestPoints<V> {
    /// Updates the answer after the shapes have moved: [`Settings::update`] with default settings.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, closest_points};
    /// use glam::{DQuat, DVec3};
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let at = |angle: f64| {
    ///     let place = DVec3::new(4.0 + angle, 1.0, 0.5);
    ///     Posed::new(cuboid, Pose::from_rotation(DQuat::from_rotation_z(angle), place).unwrap())
    /// };
    /// let mut answer = closest_points(&cuboid, &at(0.30));
    /// for frame in 1..100 {
    ///     answer.update(&cuboid, &at(0.30 + 0.01 * f64::from(frame)));
    /// }
    /// assert_eq!(answer.distance, closest_points(&cuboid, &at(1.29)).distance);
    /// ```
    pub fn update<A, B>(&mut self, a: &A, b: &B)
    where
        A: Shape<Vector = V> + ?Sized,
        B: Shape<Vector = V> + ?Sized,
    {
        Settings::default().update(self, a, b);
    }
}
