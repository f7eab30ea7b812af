//! Boxes, also those around bodies.

use glam::{BVec3, DVec3};

use crate::arithmetic::power_of_two;
use crate::body::Body;
use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping};
use crate::vector::{Stored, Vector};

/// The support mapping of a box by its least and its greatest corner. The id of a corner has one
/// bit for each coordinate, set for the least.
macro_rules! support_by_corners {
    (|$shape:ident| $corners:expr) => {
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.farthest(direction, 0).1
        }

        fn farthest(&self, direction: V::Wide, _near: u32) -> (Feature<V::Wide>, V::Wide) {
            let is_least = direction.in_space().cmplt(DVec3::ZERO);
            let corner = Feature::Vertex(is_least.bitmask());
            (corner, self.point(corner))
        }

        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            let bits = feature.number();
            let is_least = BVec3::from_array([1, 2, 4].map(|bit| bits & bit != 0));
            let $shape = self;
            let [least, greatest] = $corners.map(V::Wide::in_space);
            V::Wide::of_space(DVec3::select(is_least, least, greatest))
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(1 << V::Wide::DIMENSION)
        }
    };
}

/// An axis-aligned box between two corners; in 2D a rectangle. Its vertices have exactly the
/// coordinates of the corners.
///
/// ```
/// use gjk_core::{Aabb, distance};
/// use glam::Vec3;
///
/// let a = Aabb::new(Vec3::ZERO, Vec3::ONE).unwrap();
/// let b = Aabb::new(Vec3::new(4.0, 5.0, 0.0), Vec3::splat(9.0)).unwrap();
/// assert_eq!(distance(&a, &b), 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V> {
    pub(crate) least: V,
    pub(crate) greatest: V,
}

impl<V: Stored> Aabb<V> {
    /// The box from `least` to `greatest`, both in the frame of the shape. Equal coordinates make
    /// it flat.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`]; [`ShapeError::CornersReversed`] if a coordinate of `least`
    /// exceeds that of `greatest`.
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Aabb, ShapeError};
    /// use glam::DVec2;
    ///
    /// assert!(Aabb::new(DVec2::ZERO, DVec2::new(3.0, 0.0)).is_ok());
    /// let reversed = Aabb::new(DVec2::ONE, DVec2::ZERO);
    /// assert_eq!(reversed, Err(ShapeError::CornersReversed));
    /// ```
    pub fn new(least: V, greatest: V) -> Result<Self, ShapeError> {
        super::checks::finite(&[least, greatest])?;
        let [low, high] = [least, greatest].map(|corner| corner.wide().in_space());
        if !low.cmple(high).all() {
            return Err(ShapeError::CornersReversed);
        }
        Ok(Self { least, greatest })
    }

    /// The corner with the least coordinates.
    ///
    /// ```
    /// use gjk_core::Aabb;
    /// use glam::DVec2;
    ///
    /// assert_eq!(Aabb::new(DVec2::X, DVec2::ONE).unwrap().least(), DVec2::X);
    /// ```
    pub fn least(&self) -> V {
        self.least
    }

    /// The corner with the greatest coordinates.
    ///
    /// ```
    /// use gjk_core::Aabb;
    /// use glam::DVec2;
    ///
    /// assert_eq!(Aabb::new(DVec2::X, DVec2::ONE).unwrap().greatest(), DVec2::ONE);
    /// ```
    pub fn greatest(&self) -> V {
        self.greatest
    }
}

impl<V: Stored> SupportMapping for Aabb<V> {
    type Vector = V::Wide;

    support_by_corners! { |aabb| [aabb.least.wide(), aabb.greatest.wide()] }

    fn center(&self) -> V::Wide {
        self.least.wide() * 0.5 + self.greatest.wide() * 0.5
    }

    fn extent(&self) -> f64 {
        // The rounded centre may be a corner of a thin box.
        let center = self.center();
        let sides = [self.greatest.wide() - center, center - self.least.wide()];
        let [above, below] = sides.map(V::Wide::largest_coordinate);
        super::checks::known(f64::max(above, below))
    }
}

/// The relative rounding error of a side of the bounds: 2^-48.
const OFF: f64 = power_of_two(-48);

impl<V: Vector> Body<'_, V> {
    /// The axis-aligned bounding box of the shape in world coordinates, for a broad phase. It is
    /// rounded outwards: each side is too far out by at most 2^-46 of the sum of the largest
    /// coordinates of support point, centre and origin, the extent and the radius, and by the least
    /// normal number.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`] if a side or that sum is NaN or infinite;
    /// [`ShapeError::CornersReversed`] if a broken support mapping returns a point that is farther
    /// the other way.
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Capsule, Shape};
    /// use glam::DVec2;
    ///
    /// let capsule = Capsule::new(DVec2::ZERO, DVec2::X, 0.5).unwrap();
    /// let bounds = capsule.body().bounds().unwrap();
    /// assert!(bounds.least().abs_diff_eq(DVec2::splat(-0.5), 1e-12));
    /// assert!(bounds.greatest().abs_diff_eq(DVec2::new(1.5, 0.5), 1e-12));
    /// ```
    pub fn bounds(&self) -> Result<Aabb<V>, ShapeError> {
        let mut sides = [DVec3::ZERO; 2];
        for axis in 0..V::DIMENSION {
            for (side, sign) in sides.iter_mut().zip([-1.0, 1.0]) {
                let point = self.support(V::of_space(DVec3::AXES[axis] * sign));
                let (at, origin) = (point.in_space()[axis], self.placed.origin[axis]);
                // A support point is chosen and computed in rotated axes, so it may be off by a few
                // ulps of the whole shape.
                let [support, center] = [point, self.center()].map(V::largest_coordinate);
                let size = support + center + self.extent();
                let off = OFF * (size + self.radius() + origin.abs()) + f64::MIN_POSITIVE;
                side[axis] = (at + origin) + sign * (self.radius() + off);
            }
        }
        let [least, greatest] = sides.map(V::of_space);
        Aabb::new(least, greatest)
    }
}

/// A box centred at the origin of its frame, with its sides along the axes; in 2D a rectangle. Use
/// [`Posed`](crate::Posed) to move and rotate it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V> {
    pub(crate) half_extents: V,
}

impl<V: Stored> Cuboid<V> {
    /// The box from `-half_extents` to `half_extents`. Zeros make it flat.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeExtent`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Cuboid, Point, distance};
    /// use glam::Vec3;
    ///
    /// let cuboid = Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).unwrap();
    /// let point = Point::new(Vec3::new(0.0, 0.0, 7.0)).unwrap();
    /// assert_eq!(distance(&cuboid, &point), 4.0);
    /// ```
    pub fn new(half_extents: V) -> Result<Self, ShapeError> {
        super::checks::finite(&[half_extents])?;
        let least = half_extents.wide().in_space().min_element();
        super::checks::size(least, ShapeError::NegativeExtent)?;
        Ok(Self { half_extents })
    }

    /// Half of the length along each axis.
    ///
    /// ```
    /// use gjk_core::Cuboid;
    /// use glam::Vec2;
    ///
    /// assert_eq!(Cuboid::new(Vec2::ONE).unwrap().half_extents(), Vec2::ONE);
    /// ```
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
}

impl<V: Stored> SupportMapping for Cuboid<V> {
    type Vector = V::Wide;

    support_by_corners! { |cuboid| [-cuboid.half_extents.wide(), cuboid.half_extents.wide()] }

    fn extent(&self) -> f64 {
        self.half_extents.wide().largest_coordinate()
    }
}
