//! What a simplex and the last support points prove about the distance of the cores, as exactly as
//! `f64` can write it.

use crate::gjk::Search;
use crate::observer::Observer;
use crate::space::{Scalar, Space};
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Computes the bounds that a simplex and the last support points prove. In double-double
    /// whatever the phase, so that they are as good as the support mappings' choice of points.
    pub(crate) fn bound<P: Space<Rounded = V>>(&mut self, simplex: &Vertices<P>) {
        let mean = simplex.mean(&self.difference);
        let direction = V::Precise::lifted(self.direction);
        let w = self.difference.point::<V::Precise>(&self.support);
        self.mean = mean.rounded();
        self.upper = length(mean);
        self.lower = direction.dot(w).rounded() / length(direction);
    }
}

/// The length of a point, with the rounding error of one operation.
pub(crate) fn length<V: Vector, P: Space<Rounded = V>>(point: P) -> f64 {
    let near = point.rounded().length();
    if near == 0.0 {
        return near;
    }
    // One step of Newton's method from the square root in `f64`.
    let near_squared = P::Scalar::from(near) * P::Scalar::from(near);
    near + (point.dot(point) - near_squared).rounded() / (2.0 * near)
}
