//! Portals in space: triangles. The planes through the ray and a corner part space.

use super::{View, is_beyond};
use crate::observer::Observer;
use crate::search::Search;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// How much the second corner is looked for forwards: a part of it for any shapes, and one for each binary digit of the number
/// of vertices. By measurement, with boxes, tetrahedra, prisms, cones, and points on spheres or anywhere: half of it
/// spares two thirds as many support points, and straight across portals take up to a third more. The third corner is
/// looked for half as far forwards.
const FORWARDS: [f64; 2] = [0.75, 0.25];

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
    pub(super) fn follow_ray_in_space(
        &mut self,
        simplex: &mut Vertices<V>,
        first: V,
        middle: V,
        longest: &mut f64,
    ) -> Result<View, View> {
        let mut portal = Portal::of(first, middle);
        let digits = self.digits_forwards(first, middle);
        let [any, each] = FORWARDS;
        let mut forwards = digits.map_or(0.0, |digits| {
            (any + each * digits) / middle.largest_coordinate()
        });
        let mut place = 0;
        while forwards > 0.0 && !portal.is_closed() {
            let outwards = portal.leaning(forwards);
            let (pair, w) = self.look_against(-outwards, simplex, place, longest)?;
            if !portal.is_below(w, outwards) {
                break;
            }
            place = portal.take(w);
            simplex.put(place, &pair, w);
            forwards *= 0.5;
        }
        loop {
            let outwards = portal.outwards();
            if portal.is_closed() && outwards.dot(portal.p) >= 0.0 {
                // Beyond the origin. What is farthest the other way mostly surrounds it.
                let (pair, w) = self.look_against(outwards, simplex, 0, longest)?;
                simplex.grow(&pair, w);
                return Ok(View::Open);
            }
            let (pair, w) = self.look_against(-outwards, simplex, place, longest)?;
            if !is_beyond(w, portal.p, outwards) {
                // Nor is there a face where the difference is flat.
                let is_face = portal.is_closed();
                return Ok(if is_face { View::Nearest } else { View::Open });
            }
            place = portal.take(w);
            simplex.put(place, &pair, w);
        }
    }
}

/// A portal, and before it is closed the corners that it has so far.
struct Portal<V> {
    /// The middle of the difference, from which the ray goes to the origin.
    middle: V,
    /// The corners, of which the first `count` are known.
    p: V,
    q: V,
    r: V,
    count: usize,
    /// Which way round the corners go: one, minus one, or zero for no way.
    turn: f64,
}

impl<V: Vector> Portal<V> {
    /// The portal of one corner.
    fn of(p: V, middle: V) -> Self {
        Self {
            middle,
            p,
            q: V::ZERO,
            r: V::ZERO,
            count: 1,
            turn: 1.0,
        }
    }

    /// Whether it has as many corners as a face.
    #[inline(always)]
    fn is_closed(&self) -> bool {
        self.count == V::DIMENSION
    }

    /// Where to look for the next corner. Perpendicular to a portal that is closed, away from the middle; before
    /// that to the middle and the corners, on the side of the origin.
    #[inline(always)]
    fn outwards(&self) -> V {
        let Self {
            middle, p, q, r, ..
        } = *self;
        match self.count {
            1 => -p.rejection(middle),
            2 => normal(p - middle, q - middle) * self.turn,
            _ => normal(q - p, r - p) * self.turn,
        }
    }

    /// Where to look for the next corner of a portal that is not closed: there, and forwards by that part of it over the
    /// size of the middle.
    #[inline(always)]
    fn leaning(&self, forwards: f64) -> V {
        let across = self.outwards();
        across - self.middle * (forwards * across.largest_coordinate())
    }

    /// Whether a point is beyond all corners of a portal that is not closed, by more than rounding makes of a face.
    #[inline(always)]
    fn is_below(&self, w: V, outwards: V) -> bool {
        is_beyond(w, self.p, outwards) && (self.count == 1 || is_beyond(w, self.q, outwards))
    }

    /// Takes a new corner, so that the ray passes the portal, or one that is not closed comes nearer to that: the
    /// place that it takes.
    #[inline(always)]
    fn take(&mut self, w: V) -> usize {
        let Self {
            middle, p, q, r, ..
        } = *self;
        let side = normal(w, middle) * self.turn;
        let place = match self.count {
            1 => 1,
            2 if p.dot(side) < 0.0 => 1,
            2 if q.dot(side) > 0.0 => 0,
            2 => 2,
            _ => match [p, q, r].map(|corner| corner.dot(side) > 0.0) {
                [true, true, _] | [false, _, false] => 0,
                [true, false, _] => 2,
                [false, _, true] => 1,
            },
        };
        match place {
            0 => self.p = w,
            1 => self.q = w,
            _ => self.r = w,
        }
        if self.count == 1 {
            // The origin is above the plane of the middle and two corners, or below; in it there is no way to turn.
            let above = -normal(self.p - middle, self.q - middle).dot(middle);
            self.turn = f64::from(i8::from(above > 0.0) - i8::from(above < 0.0));
        }
        self.count = self.count.max(place + 1);
        place
    }
}

/// What is perpendicular to two vectors.
#[inline(always)]
fn normal<V: Vector>(p: V, q: V) -> V {
    V::along(p.cross(q), 1.0)
}
