//! A look at every iteration of a search.

use crate::arithmetic::Arithmetic;
use crate::closest::Simplex;

/// One iteration, after its support points are found and before its simplex grows: by an evaluation or, at
/// the end of a search between polytopes, by a look that shows the simplex to have them. [Exact](crate#exact-answers)
/// steps, which may follow the last iteration of polytopes, are not iterations: they are neither shown
/// nor counted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Iteration<V> {
    /// Its number, from 1.
    pub number: u32,
    /// The arithmetic of its phase.
    pub arithmetic: Arithmetic,
    /// The simplex that spans the current nearest point; empty in the first iteration, and as long as there are
    /// portals, by which a search between small polytopes starts that are near contact or overlap.
    pub simplex: Simplex<V>,
    /// The point of the Minkowski difference of the cores that is nearest to the origin so far; in
    /// the first iteration, and as long as there are portals, only a direction.
    pub nearest: V,
    /// The direction against which the support mappings were asked for the farthest point, of any
    /// length: that of `nearest`, unless `beside` says otherwise.
    pub direction: V,
    /// Whether the support mappings were asked beside the nearest point: by a secant step, which on
    /// curved shapes leads on faster, for a last look where rounding hides whether a step leads
    /// nearer, or against the normal of a portal, in at most 16 iterations before the others. The bound is
    /// that of the direction that was asked in.
    pub beside: bool,
    /// Its squared length in units of the search (a power of two times the shapes'), as a number
    /// and the rest that the number rounds away. Within a phase it decreases strictly, but may stay
    /// the same once after a secant step and once for a last look. Infinite at first, and as long as there are
    /// portals.
    pub length_squared: [f64; 2],
    /// The new support point of the first core, relative to its origin.
    pub support_a: V,
    /// The new support point of the second core, relative to its origin.
    pub support_b: V,
    /// The lower bound of the distance of the cores that the support points prove; negative if they
    /// prove none.
    pub lower: f64,
    /// The length of `nearest`, an upper bound of the distance of the cores. Infinite at first.
    pub upper: f64,
}

/// Sees every iteration of a search, but no [exact](crate#exact-answers) step after the last. The empty
/// observer `()` costs nothing, and a closure will do.
///
/// ```
/// use gjk_core::{Cuboid, Iteration, Observer, Point, Settings};
/// use glam::DVec3;
///
/// /// How often the search turned to another direction.
/// struct Turns(u32);
///
/// impl Observer<DVec3> for Turns {
///     fn observe(&mut self, iteration: &Iteration<DVec3>) {
///         self.0 += u32::from(iteration.number > 1);
///     }
/// }
///
/// let (mut turns, unit) = (Turns(0), Cuboid::new(DVec3::ONE).unwrap());
/// let point = Point::new(DVec3::new(3.0, 2.0, 0.5)).unwrap();
/// let answer = Settings::default().observed(&unit, &point, &mut turns);
/// assert_eq!(turns.0, answer.iterations - 1);
/// ```
pub trait Observer<V> {
    /// Called once for each iteration.
    fn observe(&mut self, iteration: &Iteration<V>);

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
