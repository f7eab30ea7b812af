use core::marker::PhantomData;

use crate::error::ShapeError;
use crate::stored::Stored;
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;

/// The convex hull of a list of points, in any order. Interior points, duplicates, and lists that
/// are collinear or coplanar are fine.
///
/// The list is borrowed (`&[V]`) or owned (`[V; N]`, `Vec<V>`): anything that is `AsRef<[V]>`.
///
/// A support evaluation scans all points one after the other. This is the fastest way for up to
/// about 8 points in 2D. `PackedHull` and [`Polytope`](crate::Polytope) are faster for more points
/// and in 3D: see [the comparison](crate#vertex-lists).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hull<V: Stored, S> {
    points: S,
    #[cfg_attr(feature = "serde", serde(skip))]
    center: V::Wide,
    #[cfg_attr(feature = "serde", serde(skip))]
    extent: f64,
    #[cfg_attr(feature = "serde", serde(skip))]
    stored: PhantomData<V>,
}

impl<V: Stored, S: AsRef<[V]>> Hull<V, S> {
    /// The hull of `points`, in the frame of the shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Hull, intersects};
    /// use glam::DVec2;
    ///
    /// let vertices = vec![DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(0.0, 4.0)];
    /// let borrowed = Hull::new(&vertices[..]).unwrap();
    /// let owned = Hull::new([DVec2::ONE, DVec2::new(9.0, 9.0)]).unwrap();
    /// assert!(intersects(&borrowed, &owned));
    /// ```
    pub fn new(points: S) -> Result<Self, ShapeError> {
        let list = points.as_ref();
        if list.is_empty() {
            return Err(ShapeError::NoVertices);
        }
        if !list.iter().all(|p| p.wide().is_finite()) {
            return Err(ShapeError::NotFinite);
        }
        let center = super::list::mean(list);
        let extent = super::list::extent(list, center);
        Ok(Self {
            points,
            center,
            extent,
            stored: PhantomData,
        })
    }

    /// The points, as given.
    ///
    /// ```
    /// use gjk_core::Hull;
    /// use glam::Vec2;
    ///
    /// let hull = Hull::new([Vec2::ZERO, Vec2::ZERO, Vec2::X]).unwrap();
    /// assert_eq!(hull.points(), [Vec2::ZERO, Vec2::ZERO, Vec2::X]);
    /// ```
    pub fn points(&self) -> &[V] {
        self.points.as_ref()
    }
}

impl<V: Stored, S: AsRef<[V]>> SupportMapping for Hull<V, S> {
    type Vector = V::Wide;

    super::list::support_by_vertices!(points);
}
