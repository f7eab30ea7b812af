//! Portals in the plane: edges. The ray parts the plane, and a portal has a corner on either side.

use super::{View, is_beyond};
use crate::observer::Observer;
use crate::search::Search;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// The size of the way that leans forwards, beside corners: directions are handed out small.
const SMALL: f64 = 1.0 / 16.0;

/// How much corners are looked for forwards, for each binary digit of the number of vertices. By measurement, with regular
/// polygons and with points anywhere: half of it spares two thirds as many support points, and straight across portals
/// take up to a third more.
const FORWARDS: f64 = 0.35;

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Closes a portal of the first support point, and makes it smaller until it is a face or beyond the origin. An error
    /// where a support point is the last.
    #[inline(always)]
    pub(super) fn follow_ray_in_plane(
        &mut self,
        simplex: &mut Vertices<V>,
        first: V,
        middle: V,
        longest: &mut f64,
    ) -> Result<View, View> {
        let digits = self.digits_forwards(first, middle);
        let mut forwards = digits.map_or(0.0, |digits| FORWARDS * digits);
        let (mut p, mut q, mut is_closed) = (first, V::ZERO, false);
        let mut place = 0;
        loop {
            let outwards = if is_closed {
                -(middle - p).rejection(q - p)
            } else {
                leaning(p - middle, middle, forwards)
            };
            if is_closed && outwards.dot(p) >= 0.0 {
                // Beyond the origin. What is farthest the other way mostly surrounds it.
                let (pair, w) = self.look_against(outwards, simplex, 0, longest)?;
                simplex.grow(&pair, w);
                return Ok(View::Open);
            }
            let (pair, w) = self.look_against(-outwards, simplex, place, longest)?;
            if !is_beyond(w, p, outwards) {
                if is_closed {
                    return Ok(View::Nearest);
                }
                if forwards == 0.0 {
                    // The difference is flat.
                    return Ok(View::Open);
                }
                // The same corner once more.
                forwards = 0.0;
            }
            place = usize::from(V::cross_dot(w.cross(middle), p.cross(middle)) <= 0.0);
            if place == 0 {
                p = w;
                forwards *= 0.5;
            } else {
                (q, is_closed) = (w, true);
            }
            simplex.put(place, &pair, w);
        }
    }
}

/// Where to look for the second corner: across the way from the middle to the first one, on the side of the origin, and
/// forwards. Nowhere where the ray passes the first one, and neither side is that of the origin.
#[inline(always)]
fn leaning<V: Vector>(way: V, middle: V, forwards: f64) -> V {
    let [x, y, _] = way.coordinates();
    let across = V::of_coordinates([-y, x, 0.0]);
    let side = across.dot(middle);
    if side == 0.0 {
        return V::ZERO;
    }
    way * (SMALL * forwards) - across * f64::copysign(SMALL, side)
}
