//! `gjk-core` as a subject: converts cases to its shapes, and its answers to ours.

use gjk_core::Shape as _;
use gjk_core::{
    Aabb, AnyShape, Arithmetic, Axis, Ball, Body, Capsule, ClosestPoints, Cone, Coordinate, Cuboid,
    Cylinder, Ellipsoid, Feature, Hull, Iteration, Observer, Point, Polytope, Pose, Posed, Rounded,
    Segment, ShapeError, Simplex, Status, Stored, Stretched, Triangle, Vector,
};
use glam::{DMat2, DVec2, DVec3, Vec2, Vec3};

use super::proposer::Proposer;
use super::{
    Answer, Claim, Closest, End, Evidence, ExactStep, Frame, Measured, Proof, Proximity, Setting,
    Step, StepKind, Subject, Vertex,
};
use crate::case::{self, Case, Dim, Kind, Rotation, Scalar, Shape};

/// The crate under test, with its default settings.
pub struct GjkCore;

impl Subject for GjkCore {
    fn name(&self) -> &'static str {
        "gjk-core"
    }

    fn about(&self) -> &'static str {
        "the crate under test, with its default settings"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        Asked::of(case, Proposer::Search).answer()
    }

    fn distance(&self, case: &Case) -> Option<f64> {
        Asked::of(case, Proposer::Search).distance()
    }

    fn answer_with(&self, case: &Case, setting: Setting<'_>) -> Option<Closest> {
        Asked::of(case, Proposer::Search).answer_with(setting)
    }

    fn proximity(&self, case: &Case, margin: f64) -> Option<Proximity> {
        Asked::of(case, Proposer::Search).proximity(margin)
    }

    fn is_exact(&self) -> bool {
        true
    }
}

/// A case with the proposer of its simplices.
#[derive(Clone, Copy)]
pub(super) struct Asked<'c> {
    case: &'c Case,
    proposer: Proposer,
}

impl<'c> Asked<'c> {
    pub(super) fn of(case: &'c Case, proposer: Proposer) -> Self {
        Self { case, proposer }
    }

    pub(super) fn answer(self) -> Option<Answer> {
        match (self.case.dim, self.case.scalar) {
            (Dim::Two, Scalar::F32) => answer::<Vec2>(self),
            (Dim::Two, Scalar::F64) => answer::<DVec2>(self),
            (Dim::Three, Scalar::F32) => answer::<Vec3>(self),
            (Dim::Three, Scalar::F64) => answer::<DVec3>(self),
        }
    }

    pub(super) fn distance(self) -> Option<f64> {
        match (self.case.dim, self.case.scalar) {
            (Dim::Two, Scalar::F32) => lone_distance::<Vec2>(self),
            (Dim::Two, Scalar::F64) => lone_distance::<DVec2>(self),
            (Dim::Three, Scalar::F32) => lone_distance::<Vec3>(self),
            (Dim::Three, Scalar::F64) => lone_distance::<DVec3>(self),
        }
    }

    pub(super) fn answer_with(self, setting: Setting<'_>) -> Option<Closest> {
        match (self.case.dim, self.case.scalar) {
            (Dim::Two, Scalar::F32) => answer_with::<Vec2>(self, setting),
            (Dim::Two, Scalar::F64) => answer_with::<DVec2>(self, setting),
            (Dim::Three, Scalar::F32) => answer_with::<Vec3>(self, setting),
            (Dim::Three, Scalar::F64) => answer_with::<DVec3>(self, setting),
        }
    }

    pub(super) fn proximity(self, margin: f64) -> Option<Proximity> {
        match (self.case.dim, self.case.scalar) {
            (Dim::Two, Scalar::F32) => proximity::<Vec2>(self, margin),
            (Dim::Two, Scalar::F64) => proximity::<DVec2>(self, margin),
            (Dim::Three, Scalar::F32) => proximity::<Vec3>(self, margin),
            (Dim::Three, Scalar::F64) => proximity::<DVec3>(self, margin),
        }
    }
}

/// A shape of `gjk-core` behind its trait.
pub type Dynamic<V> = Box<dyn AnyShape<Vector = V>>;

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

fn answer<S: Storage>(asked: Asked<'_>) -> Option<Answer> {
    let [a, b] = shapes::<S>(asked.case)?;
    let settings = asked.proposer.settings(&a, &b);
    let mut record = Record::<S> {
        shapes: [a.as_ref(), b.as_ref()],
        steps: Vec::new(),
        evidence: Evidence::default(),
    };
    let closest = settings.observed(&a, &b, &mut record);
    let Record {
        steps, evidence, ..
    } = record;
    Some(Answer {
        intersects: settings.intersects(&a, &b),
        end: End::Converged,
        distance: Some(settings.distance(&a, &b)),
        closest: Some(convert::<S>(&closest)),
        steps,
        evidence,
    })
}

fn lone_distance<S: Storage>(asked: Asked<'_>) -> Option<f64> {
    let [a, b] = shapes::<S>(asked.case)?;
    Some(asked.proposer.settings(&a, &b).distance(&a, &b))
}

fn answer_with<S: Storage>(asked: Asked<'_>, setting: Setting<'_>) -> Option<Closest> {
    let [a, b] = shapes::<S>(asked.case)?;
    let settings = asked.proposer.settings(&a, &b);
    let answer = match setting {
        Setting::MaxDistance(distance) => settings.max_distance(distance).closest_points(&a, &b),
        Setting::WarmStart(before) => {
            let [a_before, b_before] = shapes::<S>(before)?;
            let mut answer = settings.closest_points(&a_before, &b_before);
            answer.update(&a, &b);
            answer
        }
    };
    Some(convert::<S>(&answer))
}

fn proximity<S: Storage>(asked: Asked<'_>, margin: f64) -> Option<Proximity> {
    let [a, b] = shapes::<S>(asked.case)?;
    let settings = asked.proposer.settings(&a, &b);
    Some(match settings.proximity(&a, &b, margin) {
        gjk_core::Proximity::Separated => Proximity::Separated,
        gjk_core::Proximity::Near => Proximity::Near,
        gjk_core::Proximity::Overlapping => Proximity::Overlapping,
    })
}

/// Both shapes of a case in the storage of the case.
fn shapes<S: Storage>(case: &Case) -> Option<[Dynamic<S::Wide>; 2]> {
    Some([support::<S>(&case.a)?.ok()?, support::<S>(&case.b)?.ok()?])
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
        Kind::Segment { p0, p1 } => boxed(Segment::new(S::narrowed(*p0), S::narrowed(*p1))),
        Kind::Triangle { points } => {
            let [p, q, r] = points.map(S::narrowed);
            boxed(Triangle::new(p, q, r))
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

fn convert<S: Storage>(answer: &ClosestPoints<S::Wide>) -> Closest {
    Closest {
        end: match answer.status {
            Status::Converged => End::Converged,
            Status::Stalled => End::Stalled,
            Status::IterationLimit => End::IterationLimit,
            Status::BeyondMaxDistance => End::BeyondMaxDistance,
            _ => End::NotFinite,
        },
        distance: answer.distance,
        bounds: Some([answer.lower, answer.upper]),
        points: Some([S::spatial(answer.point_a), S::spatial(answer.point_b)]),
        normal: answer.normal.map(S::spatial),
        simplex: vertices_of::<S>(&answer.simplex),
        iterations: answer.iterations,
    }
}

/// Records all steps of a query.
struct Record<'s, S: Storage>
where
    S::Wide: 'static,
{
    shapes: [&'s dyn AnyShape<Vector = S::Wide>; 2],
    steps: Vec<Step>,
    evidence: Evidence,
}

impl<S: Storage> Observer<S::Wide> for Record<'_, S> {
    fn observe(&mut self, iteration: &Iteration<S::Wide>) {
        self.steps.push(step::<S>(iteration));
    }

    fn observe_proof(&mut self, proof: &gjk_core::Proof<'_, S::Wide>) {
        let vertices = |shape: usize| {
            let point = |number: &u32| self.shapes[shape].body().point(Feature::Vertex(*number));
            let numbers = proof.coplanar[shape].iter();
            numbers.map(|number| S::spatial(point(number))).collect()
        };
        self.evidence.proofs.push(Proof {
            after: self.steps.len(),
            claim: match proof.claim {
                gjk_core::Claim::ContainsOrigin => Claim::ContainsOrigin,
                gjk_core::Claim::RadiiOverlap => Claim::RadiiOverlap,
                _ => Claim::SupportingPlane,
            },
            arithmetic: name_of(proof.arithmetic),
            simplex: vertices_of::<S>(&proof.simplex),
            normal: proof.normal.map(S::spatial),
            coplanar: [vertices(0), vertices(1)],
            bounds: [proof.lower, proof.upper],
            settles: proof.settles,
        });
    }

    fn observe_exact(&mut self, step: &gjk_core::ExactStep<S::Wide>) {
        let support = step.support;
        self.evidence.exact.push(ExactStep {
            simplex: vertices_of::<S>(&step.simplex),
            direction: -S::spatial(step.direction),
            distance: step.distance,
            support: support.map(|pair| [S::spatial(pair.a), S::spatial(pair.b)]),
        });
    }
}

fn name_of(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Double => "f64",
        _ => "double-double",
    }
}

fn step<S: Storage>(iteration: &Iteration<S::Wide>) -> Step {
    Step {
        phase: u32::from(iteration.arithmetic != Arithmetic::Double),
        kind: match iteration.kind {
            gjk_core::StepKind::Start => StepKind::Start,
            gjk_core::StepKind::Portal => StepKind::Portal,
            gjk_core::StepKind::Secant => StepKind::Secant,
            gjk_core::StepKind::OffAxis => StepKind::OffAxis,
            gjk_core::StepKind::VertexScan => StepKind::VertexScan,
            _ => StepKind::Nearest,
        },
        arithmetic: name_of(iteration.arithmetic),
        frame: Frame::Cores,
        simplex: vertices_of::<S>(&iteration.simplex),
        direction: -S::spatial(iteration.direction),
        support: [
            S::spatial(iteration.support_a),
            S::spatial(iteration.support_b),
        ],
        measured: Some(Measured {
            nearest: S::spatial(iteration.nearest),
            length_squared: iteration.length_squared,
            bounds: [iteration.lower, iteration.upper],
        }),
    }
}

fn vertices_of<S: Storage>(simplex: &Simplex<S::Wide>) -> Vec<Vertex> {
    let vertex = |pair: &gjk_core::SupportPair<S::Wide>| Vertex {
        a: S::spatial(pair.a),
        b: S::spatial(pair.b),
        weight: pair.weight,
    };
    simplex.pairs().iter().map(vertex).collect()
}

/// The four vectors that a case may be stored in.
trait Storage: Stored + 'static
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
    let pose = match &pose.rotation {
        Rotation::Angle(angle) => Pose::from_angle(*angle, place)?,
        Rotation::Matrix { matrix, .. } => return mapped(made, DMat2::from_mat3(*matrix), place),
        Rotation::Identity | Rotation::Quaternion(_) => Pose::from_translation(place)?,
    };
    Ok(Box::new(Posed::new(made, pose)))
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
    type Core = dyn AnyShape<Vector = V>;

    fn body(&self) -> Body<'_, Self::Core> {
        Body::new(self.0.body().core())
    }
}
