//! What an observer sees of a query: the iterations of the search, the proofs, and the steps without rounding.

use crate::arithmetic::Arithmetic;
use crate::closest::{Simplex, SupportPair};
use crate::question::{Claim, StepKind};

/// One iteration of the search, after its support points are found and before the simplex grows.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Iteration<V> {
    /// Its number, from 1.
    pub number: u32,
    /// The arithmetic of its phase.
    pub arithmetic: Arithmetic,
    /// Why the support mappings were asked in this direction.
    pub kind: StepKind,
    /// The simplex that spans the current nearest point, empty in the first iteration. Vertices of a
    /// [portal](StepKind::Portal) may have no weight.
    pub simplex: Simplex<V>,
    /// The point of the simplex that is nearest to the origin, relative to the cores. In the first iteration, which has no
    /// simplex, the direction.
    pub nearest: V,
    /// The direction against which the support mappings were asked for the farthest point, of any length.
    pub direction: V,
    /// The squared length of `nearest` in units of the search (a power of two times the shapes'), as a number
    /// and the rest that the number rounds away. Within a phase it decreases strictly after the portals, but may stay
    /// the same once after a secant step and once for an off-axis step. Infinite in the first iteration.
    pub length_squared: [f64; 2],
    /// The new support point of the first core, relative to its origin.
    pub support_a: V,
    /// The new support point of the second core, relative to its origin.
    pub support_b: V,
    /// The lower bound of the distance of the cores that the support points prove; negative if they
    /// prove none.
    pub lower: f64,
    /// The length of `nearest`, an upper bound of the distance of the cores. Infinite in the first iteration.
    pub upper: f64,
}

/// What the query proved of the simplex that the search proposed: of polytopes and sphere-swept polytopes, and for other
/// shapes that they meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Proof<'p, V> {
    /// What it claims.
    pub claim: Claim,
    /// The arithmetic of the search that proposed the simplex.
    pub arithmetic: Arithmetic,
    /// The simplex: a vertex, an edge or a face of the Minkowski difference, or one that contains the origin. Its vertices
    /// have [names](SupportPair::feature_a).
    pub simplex: Simplex<V>,
    /// The normal of the supporting plane, from the first shape to the second, of any length.
    pub normal: Option<V>,
    /// The numbers of the vertices of either shape that lie in the supporting plane, up to rounding; 24 of each at most.
    pub coplanar: [&'p [u32]; 2],
    /// The distance of the cores is no less.
    pub lower: f64,
    /// The distance of the cores is no more.
    pub upper: f64,
    /// Whether it answered the question. If not, the query goes on in double-double, or without rounding.
    pub settles: bool,
}

/// A step of the search without rounding, which decides what floating point leaves open about polytopes and
/// sphere-swept polytopes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExactStep<V> {
    /// Its number, from 1.
    pub number: u32,
    /// The simplex that spans the nearest point. In the last step it is the answer.
    pub simplex: Simplex<V>,
    /// The unit vector from the origin to the nearest point; zero if that is the origin.
    pub direction: V,
    /// How far the nearest point is from the origin, rounded once; zero exactly if it is the origin.
    pub distance: f64,
    /// The support points against the direction, which join the simplex. None in the last step: no vertex is nearer.
    pub support: Option<SupportPair<V>>,
}

/// Sees every step of a query. The empty observer `()` costs nothing, and a closure sees the iterations.
///
/// ```
/// use gjk_core::{Cuboid, Iteration, Observer, Point, Proof, Settings};
/// use glam::DVec3;
///
/// /// How often the search turned to another direction, and the vertices that prove the answer.
/// #[derive(Default)]
/// struct Seen { turns: u32, vertices: usize }
///
/// impl Observer<DVec3> for Seen {
///     fn observe(&mut self, iteration: &Iteration<DVec3>) {
///         self.turns += u32::from(iteration.number > 1);
///     }
///
///     fn observe_proof(&mut self, proof: &Proof<'_, DVec3>) {
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
pub trait Observer<V> {
    /// Called once for each iteration.
    fn observe(&mut self, iteration: &Iteration<V>);

    /// Called for each proof, after the iterations that proposed its simplex.
    fn observe_proof(&mut self, _proof: &Proof<'_, V>) {}

    /// Called for each [exact](crate#exact-answers) step. Most queries have none.
    fn observe_exact(&mut self, _step: &ExactStep<V>) {}

    /// Whether it wants to see any. One that does not spares the search the telling.
    ///
    /// ```
    /// use gjk_core::Observer;
    /// use glam::DVec3;
    ///
    /// assert!(!Observer::<DVec3>::watches(&()));
    /// ```
    #[inline]
    fn watches(&self) -> bool {
        true
    }
}

impl<V> Observer<V> for () {
    #[inline(always)]
    fn observe(&mut self, _iteration: &Iteration<V>) {}

    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }
}

impl<V, F: FnMut(&Iteration<V>)> Observer<V> for F {
    fn observe(&mut self, iteration: &Iteration<V>) {
        self(iteration);
    }
}
