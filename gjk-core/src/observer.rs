//! The steps of a query that an observer sees: iterations, proofs and exact steps.

use glam::DVec3;

use crate::arithmetic::Arithmetic;
use crate::simplex::{Simplex, SupportPair};

/// The kind of an iteration: why its direction was chosen.
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
    /// A secant step, which converges faster on smooth shapes.
    Secant,
    /// A direction a little off the nearest point, tried once if rounding hides whether a step
    /// leads nearer.
    OffAxis,
    /// A vertex scan, which ended the search between polytopes: no vertex is nearer than the
    /// simplex.
    VertexScan,
}

/// What a proof states about its simplex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// The plane through the simplex supports the Minkowski difference: it bounds the distance of
    /// the cores from below. The weighted mean of the vertices bounds it from above.
    SupportingPlane,
    /// The simplex contains the origin, alone or together with support points around it: the cores
    /// intersect.
    ContainsOrigin,
    /// The simplex is nearer to the origin than the sum of the radii: the shapes intersect, whether
    /// their cores do or not.
    RadiiOverlap,
}

/// One iteration of the search, after its support evaluation and before the simplex grows.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Iteration {
    /// Its number, from 1.
    pub number: u32,
    /// The arithmetic of this phase.
    pub arithmetic: Arithmetic,
    /// Why this direction was chosen.
    pub kind: StepKind,
    /// The simplex that spans the nearest point; empty in the first iteration. Vertices of a
    /// [portal](StepKind::Portal) may have weight zero.
    pub simplex: Simplex<DVec3>,
    /// The point of the simplex nearest to the origin, for the cores without radii. In the first
    /// iteration, the direction.
    pub nearest: DVec3,
    /// The direction, of any length. The support point is the farthest point of the difference
    /// against it.
    pub direction: DVec3,
    /// The squared length of `nearest`, scaled by a power of two, as the sum of a number and its
    /// rounding error. Within a phase it decreases strictly after the portal steps, except that it
    /// may stay the same once after a secant step and once for an off-axis step. Infinite in the
    /// first iteration.
    pub length_squared: [f64; 2],
    /// The new support point of the first core, relative to its origin.
    pub support_a: DVec3,
    /// The new support point of the second core, relative to its origin.
    pub support_b: DVec3,
    /// The lower bound of the distance of the cores from this support point; negative if there is
    /// none.
    pub lower: f64,
    /// The length of `nearest`, an upper bound of the distance of the cores. Infinite in the first
    /// iteration.
    pub upper: f64,
}

/// A proof about the simplex that the search proposed. For shapes other than polytopes and
/// sphere-swept polytopes the bounds are those of the search, right but for rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Proof {
    /// The statement.
    pub claim: Claim,
    /// The arithmetic of the search that proposed the simplex.
    pub arithmetic: Arithmetic,
    /// The simplex: a vertex, an edge or a face of the Minkowski difference, or a simplex that
    /// contains the origin. Its vertices have [feature ids](SupportPair::feature_a).
    pub simplex: Simplex<DVec3>,
    /// The normal of the supporting plane, from the first shape to the second, of any length.
    pub normal: Option<DVec3>,
    /// A lower bound of the distance of the cores.
    pub lower: f64,
    /// An upper bound of the distance of the cores.
    pub upper: f64,
    /// Whether it answers the question. If not, the query continues in double-double or in exact
    /// arithmetic.
    pub settles: bool,
}

/// A step of the search in exact arithmetic, which answers what floating point leaves open about
/// polytopes and sphere-swept polytopes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExactStep {
    /// Its number, from 1.
    pub number: u32,
    /// The simplex that spans the nearest point; in the last step, the answer.
    pub simplex: Simplex<DVec3>,
    /// The unit vector from the origin to the nearest point; zero if that is the origin.
    pub direction: DVec3,
    /// The distance of the nearest point from the origin, rounded once; zero exactly if it is the
    /// origin.
    pub distance: f64,
    /// The support points against the direction, which join the simplex. `None` in the last step:
    /// no vertex is nearer.
    pub support: Option<SupportPair<DVec3>>,
}

/// Receives every step of a query, in 3D, with z = 0 for shapes in 2D. The empty observer `()`
/// costs nothing. A closure receives the iterations.
///
/// ```
/// use gjk_core::{Cuboid, Iteration, Observer, Point, Proof, Settings};
/// use glam::DVec3;
///
/// /// How often the search turned to another direction, and the vertices that prove the answer.
/// #[derive(Default)]
/// struct Seen { turns: u32, vertices: usize }
///
/// impl Observer for Seen {
///     fn observe(&mut self, iteration: &Iteration) {
///         self.turns += u32::from(iteration.number > 1);
///     }
///
///     fn observe_proof(&mut self, proof: &Proof) {
///         self.vertices = proof.simplex.pairs().len();
///     }
/// }
///
/// let (mut seen, unit) = (Seen::default(), Cuboid::new(DVec3::ONE).unwrap());
/// let point = Point::new(DVec3::new(3.0, 2.0, 0.5)).unwrap();
/// let answer = Settings::default().observed(&unit, &point, &mut seen);
/// assert_eq!(seen.turns, answer.iterations - 1);
/// assert_eq!(seen.vertices, 2);
/// ```
pub trait Observer {
    /// Called once for each iteration.
    fn observe(&mut self, iteration: &Iteration);

    /// Called for each proof, after the iterations that proposed its simplex.
    fn observe_proof(&mut self, _proof: &Proof) {}

    /// Called for each [exact](crate#exact-answers) step. Most queries have none.
    fn observe_exact(&mut self, _step: &ExactStep) {}

    /// Whether it wants any steps. If not, the solver does not prepare them.
    ///
    /// ```
    /// use gjk_core::Observer;
    ///
    /// assert!(!Observer::watches(&()));
    /// ```
    #[inline]
    fn watches(&self) -> bool {
        true
    }
}

impl Observer for () {
    #[inline(always)]
    fn observe(&mut self, _iteration: &Iteration) {}

    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }
}

impl<F: FnMut(&Iteration)> Observer for F {
    fn observe(&mut self, iteration: &Iteration) {
        self(iteration);
    }
}
