//! Converts the shapes of a case to those of `gjk-core`, in the storage of the case.

use gjk_core::Shape as _;
use gjk_core::{
    Aabb, Axis, Ball, Body, Capsule, Cone, Coordinate, Cuboid, Cylinder, Ellipsoid, Hull, Point,
    Polytope, Pose, Posed, Rounded, Segment, ShapeError, Stored, Stretched, Triangle, Vector,
};
use glam::{DMat2, DVec2, DVec3, Vec2, Vec3};

use crate::case::{self, Case, Dim, Kind, Rotation, Scalar, Shape};

/// A shape of `gjk-core` behind its trait.
pub type Dynamic<V> = Box<dyn gjk_core::Shape<Vector = V>>;

/// Both shapes of a 3D case, for experiments with other searches than that of `gjk-core`; `None`
/// for a 2D case, and for shapes that `gjk-core` does not have.
pub fn shapes_in_space(case: &Case) -> Option<[Dynamic<DVec3>; 2]> {
    match (case.dim, case.scalar) {
        (Dim::Two, _) => None,
        (Dim::Three, Scalar::F32) => shapes::<Vec3>(case),
        (Dim::Three, Scalar::F64) => shapes::<DVec3>(case),
    }
}

/// The same in 2D; `None` for a 3D case.
pub fn shapes_in_plane(case: &Case) -> Option<[Dynamic<DVec2>; 2]> {
    match (case.dim, case.scalar) {
        (Dim::Three, _) => None,
        (Dim::Two, Scalar::F32) => shapes::<Vec2>(case),
        (Dim::Two, Scalar::F64) => shapes::<DVec2>(case),
    }
}

/// Both shapes of a case in the storage of the case.
pub(super) fn shapes<S: Storage>(case: &Case) -> Option<[Dynamic<S::Wide>; 2]> {
    Some([support::<S>(&case.a)?.ok()?, support::<S>(&case.b)?.ok()?])
}

/// The first shape of a case that `gjk-core` has but refuses, and why.
pub(super) fn refusal<S: Storage>(case: &Case) -> Option<String> {
    [("a", &case.a), ("b", &case.b)]
        .into_iter()
        .find_map(|(name, shape)| {
            let error = support::<S>(shape)?.err()?;
            Some(format!("{name}, a {}: {error}", shape.kind.name()))
        })
}

/// The shape of a case in the storage of the case; `None` for kinds that `gjk-core` does not have
/// in its dimension.
fn support<S: Storage>(shape: &Shape) -> Option<Result<Dynamic<S::Wide>, ShapeError>> {
    Some(unposed::<S>(&shape.kind)?.and_then(|made| placed::<S>(made, shape)))
}

/// The shape in its own frame.
fn unposed<S: Storage>(kind: &Kind) -> Option<Result<Dynamic<S::Wide>, ShapeError>> {
    Some(match kind {
        Kind::Point { p } => boxed(Point::new(S::narrowed(*p))),
        Kind::Segment { p0, p1 } => boxed(Segment::new([S::narrowed(*p0), S::narrowed(*p1)])),
        Kind::Triangle { points } => {
            let [p, q, r] = points.map(S::narrowed);
            boxed(Triangle::new([p, q, r]))
        }
        Kind::Box { half_extents } => boxed(Cuboid::new(S::narrowed(*half_extents))),
        Kind::Aabb { min, max } => boxed(Aabb::new(S::narrowed(*min), S::narrowed(*max))),
        Kind::Sphere { radius } => {
            let radius = S::narrowed_scalar(*radius);
            boxed(Ball::new(S::narrowed(DVec3::ZERO), radius))
        }
        Kind::Capsule { p0, p1, radius } => {
            let radius = S::narrowed_scalar(*radius);
            boxed(Capsule::new(S::narrowed(*p0), S::narrowed(*p1), radius))
        }
        Kind::Hull { points } => boxed(Hull::new(narrowed::<S>(points))),
        Kind::Mesh { points, neighbours } => {
            let ends = neighbours.iter().scan(0, |end, list| {
                *end += list.len() as u32;
                Some(*end)
            });
            let starts: Vec<u32> = std::iter::once(0).chain(ends).collect();
            boxed(Polytope::new(
                narrowed::<S>(points),
                starts,
                neighbours.concat(),
            ))
        }
        Kind::Ellipsoid { radii } => boxed(Ellipsoid::new(S::narrowed(*radii))),
        Kind::Rounded { shape, radius, .. } => {
            let inner = unposed::<S>(shape)?;
            inner.and_then(|inner| boxed(Rounded::new(inner, *radius)))
        }
        Kind::Cylinder { .. } | Kind::Cone { .. } => return S::solid(kind),
    })
}

/// Points in the storage of the case.
fn narrowed<S: Storage>(points: &[DVec3]) -> Vec<S> {
    points.iter().map(|p| S::narrowed(*p)).collect()
}

fn boxed<V: Vector, T: gjk_core::Shape<Vector = V> + 'static>(
    made: Result<T, ShapeError>,
) -> Result<Dynamic<V>, ShapeError> {
    made.map(|made| Box::new(made) as Dynamic<V>)
}

/// A cylinder or a cone stored in `T`.
fn solid<T: Coordinate + 'static>(
    kind: &Kind,
    narrowed: fn(f64) -> T,
) -> Option<Result<Dynamic<DVec3>, ShapeError>> {
    const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
    Some(match kind {
        Kind::Cylinder {
            radius,
            half_height,
            axis,
        } => boxed(Cylinder::new(
            AXES[*axis],
            narrowed(*half_height),
            narrowed(*radius),
        )),
        Kind::Cone {
            radius,
            half_height,
            axis,
        } => boxed(Cone::new(
            AXES[*axis],
            narrowed(*half_height),
            narrowed(*radius),
        )),
        _ => return None,
    })
}

/// The shape in its pose.
fn placed<S: Storage>(
    made: Dynamic<S::Wide>,
    shape: &Shape,
) -> Result<Dynamic<S::Wide>, ShapeError> {
    Ok(match &shape.pose {
        None => made,
        Some(pose) => S::posed(made, pose)?,
    })
}

/// The four vectors that a case may be stored in.
pub(super) trait Storage: Stored + 'static
where
    Self::Wide: 'static,
{
    /// The point in this storage; exact, since a case holds only numbers that its storage holds.
    fn narrowed(point: DVec3) -> Self;

    /// The number in this storage.
    fn narrowed_scalar(number: f64) -> Self::Scalar;

    /// A cylinder or a cone; 2D has none.
    fn solid(kind: &Kind) -> Option<Result<Dynamic<Self::Wide>, ShapeError>>;

    /// A shape in a pose.
    fn posed(
        made: Dynamic<Self::Wide>,
        pose: &case::Pose,
    ) -> Result<Dynamic<Self::Wide>, ShapeError>;

    /// The point in 3D.
    fn spatial(point: Self::Wide) -> DVec3;
}

impl Storage for Vec2 {
    fn solid(_kind: &Kind) -> Option<Result<Dynamic<DVec2>, ShapeError>> {
        None
    }

    fn narrowed(point: DVec3) -> Self {
        point.truncate().as_vec2()
    }

    fn narrowed_scalar(number: f64) -> f32 {
        number as f32
    }

    fn posed(made: Dynamic<DVec2>, pose: &case::Pose) -> Result<Dynamic<DVec2>, ShapeError> {
        planar_posed(made, pose)
    }

    fn spatial(point: DVec2) -> DVec3 {
        point.extend(0.0)
    }
}

impl Storage for DVec2 {
    fn solid(_kind: &Kind) -> Option<Result<Dynamic<DVec2>, ShapeError>> {
        None
    }

    fn narrowed(point: DVec3) -> Self {
        point.truncate()
    }

    fn narrowed_scalar(number: f64) -> f64 {
        number
    }

    fn posed(made: Dynamic<DVec2>, pose: &case::Pose) -> Result<Dynamic<DVec2>, ShapeError> {
        planar_posed(made, pose)
    }

    fn spatial(point: DVec2) -> DVec3 {
        point.extend(0.0)
    }
}

impl Storage for Vec3 {
    fn solid(kind: &Kind) -> Option<Result<Dynamic<DVec3>, ShapeError>> {
        solid(kind, |number| number as f32)
    }

    fn narrowed(point: DVec3) -> Self {
        point.as_vec3()
    }

    fn narrowed_scalar(number: f64) -> f32 {
        number as f32
    }

    fn posed(made: Dynamic<DVec3>, pose: &case::Pose) -> Result<Dynamic<DVec3>, ShapeError> {
        spatial_posed(made, pose)
    }

    fn spatial(point: DVec3) -> DVec3 {
        point
    }
}

impl Storage for DVec3 {
    fn solid(kind: &Kind) -> Option<Result<Dynamic<DVec3>, ShapeError>> {
        solid(kind, |number| number)
    }

    fn narrowed(point: DVec3) -> Self {
        point
    }

    fn narrowed_scalar(number: f64) -> f64 {
        number
    }

    fn posed(made: Dynamic<DVec3>, pose: &case::Pose) -> Result<Dynamic<DVec3>, ShapeError> {
        spatial_posed(made, pose)
    }

    fn spatial(point: DVec3) -> DVec3 {
        point
    }
}

fn planar_posed(made: Dynamic<DVec2>, pose: &case::Pose) -> Result<Dynamic<DVec2>, ShapeError> {
    let place = pose.position.truncate();
    match &pose.rotation {
        // The matrix of the case, which is the same on every system.
        Rotation::Angle(_) | Rotation::Matrix { .. } => {
            mapped(made, DMat2::from_mat3(pose.matrix(Dim::Two)), place)
        }
        Rotation::Identity | Rotation::Quaternion(_) => {
            let pose = Pose::from_translation(place)?;
            Ok(Box::new(Posed::new(made, pose)))
        }
    }
}

fn spatial_posed(made: Dynamic<DVec3>, pose: &case::Pose) -> Result<Dynamic<DVec3>, ShapeError> {
    let place = pose.position;
    let pose = match &pose.rotation {
        Rotation::Quaternion(rotation) => Pose::from_rotation(*rotation, place)?,
        Rotation::Matrix { matrix, .. } => return mapped(made, *matrix, place),
        Rotation::Identity | Rotation::Angle(_) => Pose::from_translation(place)?,
    };
    Ok(Box::new(Posed::new(made, pose)))
}

/// The shape under a matrix, unchanged, which maps no radius. A pose would orthonormalise a matrix
/// that is nearly a rotation.
fn mapped<V: Vector>(
    made: Dynamic<V>,
    matrix: V::Matrix,
    place: V,
) -> Result<Dynamic<V>, ShapeError> {
    let pose = Pose::from_matrix(matrix, place);
    if let Some(pose) = pose.ok().filter(|pose| pose.matrix() == matrix) {
        return Ok(Box::new(Posed::new(made, pose)));
    }
    let radius = made.body().radius();
    let rounded = Rounded::new(Stretched::new(Bare(made), matrix)?, radius)?;
    Ok(Box::new(Posed::new(
        rounded,
        Pose::from_translation(place)?,
    )))
}

/// A shape without its radius.
struct Bare<V>(Dynamic<V>);

impl<V: Vector> gjk_core::Shape for Bare<V> {
    type Vector = V;

    fn body(&self) -> Body<'_, V> {
        let body = self.0.body();
        body.rounded(-body.radius())
    }
}
