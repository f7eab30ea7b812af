//! The steps of a query that an observer sees: iterations, proofs and exact steps.

use glam::DVec3;

use crate::arithmetic::Arithmetic;
use crate::simplex::{Simplex, SupportPair};

/// What a step does. The first six kinds are iterations, by why their direction was chosen; the
/// next three are proofs, by what they state about the simplex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StepKind {
    /// The first support points. There is no simplex yet.
    Start,
    /// A portal step (MPR; G. Snethen, "XenoCollide", Game Programming Gems 7, 2008): against the
    /// normal of the simplex, through which a ray from an interior point of the difference to the
    /// origin passes. A search between shapes that are near contact or overlap starts with at most
    /// 15 of them.
    Portal,
    /// The step of Gilbert, Johnson and Keerthi: against the nearest point of the simplex.
    Nearest,
    /// A step of Newton's method, which converges faster on curved shapes.
    Newton,
    /// The step of GJK from a simplex that is no nearer, as far as rounding tells: a little off the
    /// axis of the nearest point. Up to four in a row are tried.
    OffAxis,
    /// A vertex scan, which ended the search between polytopes: no vertex is nearer than the
    /// simplex.
    VertexScan,
    /// The plane through the simplex supports the Minkowski difference: it bounds the distance of
    /// the cores from below. The weighted mean of the vertices bounds it from above. For shapes
    /// other than polytopes and sphere-swept polytopes the bounds are those of the search, right
    /// but for rounding.
    SupportingPlane,
    /// The simplex contains the origin, alone or together with support points around it: the cores
    /// intersect.
    ContainsOrigin,
    /// The simplex is nearer to the origin than the sum of the radii: the shapes intersect, whether
    /// their cores do or not.
    RadiiOverlap,
    /// A step of the search in exact arithmetic, which answers what floating point leaves open
    /// about polytopes and sphere-swept polytopes. Most queries have none.
    Exact,
}

impl StepKind {
    /// Whether it is an iteration. [`ClosestPoints::iterations`](crate::ClosestPoints::iterations)
    /// counts these.
    ///
    /// ```
    /// use gjk_core::StepKind;
    ///
    /// assert!(StepKind::Nearest.is_iteration());
    /// assert!(!StepKind::SupportingPlane.is_iteration());
    /// ```
    pub fn is_iteration(self) -> bool {
        !matches!(
            self,
            Self::SupportingPlane | Self::ContainsOrigin | Self::RadiiOverlap | Self::Exact
        )
    }
}

/// A step of a query, about the cores without radii, in 3D, with z = 0 for shapes in 2D: an
/// iteration, after its support evaluation and before the simplex grows; a proof, after the
/// iterations that proposed its simplex; or an [exact](crate#exact-answers) step. A proof is the
/// last step if it answers the question. Otherwise the query continues.
///
/// ```
/// use gjk_core::{Cuboid, Point, Settings, StepKind};
/// use glam::DVec3;
///
/// // How often the search turned to another direction, and the vertices that prove the answer.
/// let (mut turns, mut vertices) = (0, 0);
/// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
/// let point = Point::new(DVec3::new(3.0, 2.0, 0.5)).unwrap();
/// let answer = Settings::default().observed(&cuboid, &point, |step| match step.kind {
///     StepKind::Start => {}
///     StepKind::SupportingPlane => vertices = step.simplex.pairs().len(),
///     _ => turns += 1,
/// });
/// assert_eq!((turns, vertices), (answer.iterations - 1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// The number of iterations so far, zero for a proof of a
    /// [proposal](crate::Settings::proposal); of an exact step, its number among these, from 1.
    pub number: u32,
    /// The arithmetic of this phase; of a proof, that of the search that proposed its simplex.
    pub arithmetic: Arithmetic,
    /// The simplex that spans the nearest point, with [feature ids](SupportPair::feature_a); empty
    /// at the [start](StepKind::Start). Vertices of a [portal](StepKind::Portal) or of a proof may
    /// have weight zero.
    pub simplex: Simplex<DVec3>,
    /// The point of the simplex nearest to the origin; of a proof, the weighted mean of the
    /// vertices. At the start, the direction.
    pub nearest: DVec3,
    /// The direction, of any length, that leads away from the origin; a supporting plane is
    /// perpendicular to it. The support point is the farthest point of the difference against it.
    /// Zero if a proof has no plane, or the nearest point of an exact step is the origin.
    pub direction: DVec3,
    /// The new support points, relative to the origins of the cores; no weight is known yet. `None`
    /// for a proof, and for the last exact step: no vertex is nearer.
    pub support: Option<SupportPair<DVec3>>,
    /// The squared length of `nearest`, scaled by a power of two, as the sum of a number and its
    /// rounding error. In the iterations of a phase it decreases strictly after the portal steps.
    /// The exceptions are off-axis steps, steps of Newton, and the plain step that replaces one of
    /// Newton which came no nearer: `nearest` may stay, or be up to twice as long. Infinite at the
    /// start.
    pub length_squared: [f64; 2],
    /// A lower bound of the distance of the cores: of an iteration that from its support point, but
    /// for rounding, and negative if there is none. The bounds of a proof hold, but where they are
    /// below the least normal number: there both are rounded to nearest.
    pub lower: f64,
    /// An upper bound of the distance of the cores: the length of `nearest`, of an iteration but for
    /// rounding. Infinite at the start. Equal to `lower` in an exact step: the distance rounded
    /// once, zero only if the nearest point is the origin.
    pub upper: f64,
}
