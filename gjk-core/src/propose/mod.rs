//! Propose: the algorithm of Gilbert, Johnson and Keerthi, which moves a simplex of support points
//! towards the point of the Minkowski difference nearest to the origin. The result is a candidate,
//! on which no promise about polytopes depends. For these, `Beyond` and `RadiiOverlap` answer
//! without a proof, by lemma 2; so do the iteration limit and a met tolerance, with wider bounds.
//!
//! With `v` the nearest point of the simplex, `|v|` is an upper bound of the distance. The support
//! point `w` farthest against `v` gives the lower bound `v·w / |v|`: the plane through `w`
//! perpendicular to `v` has the whole difference on its far side. If the two meet, `v` is the
//! answer; if not, the simplex with `w` is strictly nearer.
//!
//! Sources: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the
//! distance between complex objects in three-dimensional space", IEEE Journal of Robotics and
//! Automation 4 (1988); the stop by the duality gap is that of G. van den Bergen, "A fast and
//! robust GJK implementation for collision detection of convex objects", Journal of Graphics Tools
//! 4 (1999), section 4.

mod candidate;
mod descend;
mod newton;
mod portal;
mod search;
mod shown;
mod simplex;
mod start;

pub(crate) use candidate::Candidate;
pub(crate) use descend::Scan;
pub(crate) use search::{Ending, Search};
pub(crate) use simplex::{FACES, at_corner};

#[cfg(test)]
mod tests;
