//! Where a search between polytopes starts. Small ones near contact: at the face of the difference by which a ray from
//! its middle to the origin leaves it, which is mostly the nearest one. Where they overlap: at support points that
//! surround the origin. Others: at the first support point, which far from each other is often the nearest point.
//!
//! A portal is a triangle of support points that the ray passes, in the plane an edge. The support point farthest
//! beyond it makes new ones with its sides, and the ray passes one of them. That takes two cross products a step,
//! where the nearest point of a simplex takes a dozen, and about one step more. The first portal that is beyond the
//! origin, and the support point farthest the other way, mostly surround it. Nothing is proved by it, nor is any
//! sign of it certain: the search goes on from the portal as from a warm start, and mostly sees that it is at its
//! end. So what a portal gets wrong costs time, and no answer.
//!
//! It ends after a number of steps. Points that are mirrored have mirrored portals: whatever is perpendicular to two
//! vectors, which has no side of its own, is turned away from the middle.
//!
//! Source: G. Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7 (2008), section 2.5,
//! where portals are found and refined so to tell whether shapes overlap.

use crate::closest::SupportPair;
use crate::difference::is_usable;
use crate::float::larger;
use crate::observer::Observer;
use crate::processor::{Task, run_on_the_best};
use crate::search::Search;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// The shapes are not far from contact where the height of the first support point is no more than this part of
/// the way from the origin to the middle of the difference: farther from each other one of few vertices is the nearest
/// point.
const NEAR: f64 = 0.25;

/// The first support point that is no farther from the origin than this part of the way to the middle is likely the
/// nearest one.
const ASIDE: f64 = 1.0 / 32.0;

/// The most vertices of both shapes. With more of them support points take longer than what is spared.
const MOST_VERTICES: u32 = 256;

/// The most support points that portals are made of. Few searches would need more.
const MOST_POINTS: u32 = 16;

/// A portal is a face where no point is beyond it by more than this part of the length of a corner. What is nearer
/// the search tells.
const FACE: f64 = 1.0 / (1u64 << 40) as f64;

/// What is seen at the start of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The simplex likely has the nearest point: it is the face by which the ray leaves, as far as `f64` shows, or a
    /// vertex.
    Nearest,
    /// A plane separates the shapes by more than the margin.
    Separated,
    /// No more than a simplex to search from, which may surround the origin.
    Open,
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Fills in the `simplex` to search from: with the last portal, or where there is none with the first support
    /// point. It stays empty for other shapes than polytopes, and where few iterations are allowed.
    #[inline(always)]
    pub(crate) fn look_through_portals(&mut self, simplex: &mut Vertices<V>) -> View {
        let first: V = self.difference.point(&self.support);
        if !self.polytopes || self.limits.max_iterations <= MOST_POINTS || !is_usable(first) {
            return View::Open;
        }
        if let Some(middle) = self.middle_of_portals(first) {
            return run_on_the_best(Refinement {
                search: self,
                simplex,
                first,
                middle,
            });
        }
        self.begin(simplex, first);
        if self.is_likely_nearest(first) {
            View::Nearest
        } else {
            View::Open
        }
    }

    /// Where the ray starts, if the shapes are small and not far from contact, and the first support point is not
    /// likely the nearest one.
    #[inline(always)]
    fn middle_of_portals(&self, first: V) -> Option<V> {
        let are_small = |[a, b]: [u32; 2]| a.saturating_add(b) <= MOST_VERTICES;
        let middle = self.difference.middle() * self.difference.scale();
        let [whole, length_squared] = [middle.dot(middle), first.dot(first)];
        let is_aside = length_squared > ASIDE * ASIDE * whole;
        let is_near = first.dot(middle) <= NEAR * whole;
        let fits = is_near && is_aside && is_usable(middle);
        (fits && self.difference.vertex_counts().is_some_and(are_small)).then_some(middle)
    }

    /// Whether the difference bulges so little before the first support point that it may be the nearest one.
    #[inline(always)]
    fn is_likely_nearest(&self, first: V) -> bool {
        let height = self.direction.dot(first) / self.direction.length();
        (first.length() - height) * self.roundness <= self.reach
    }

    /// Makes portals smaller until one is a face or beyond the origin; none where they have no width, or are too many.
    #[inline(always)]
    fn refine_portal(&mut self, simplex: &mut Vertices<V>, first: V, middle: V) -> Option<View> {
        let mut portal = Portal::of(first, middle);
        self.begin(simplex, first);
        let mut place = 0;
        loop {
            let outwards = portal.outwards();
            if portal.is_closed() && outwards.dot(portal.p) >= 0.0 {
                return self.surround(simplex, outwards);
            }
            let (pair, w) = self.support_against(-outwards, simplex.pair(place))?;
            if self.shows_separation(simplex, &pair, w) {
                return Some(View::Separated);
            }
            if !is_beyond(w, portal.p, outwards) {
                // Nor is there a face where the difference is flat.
                return portal.is_closed().then_some(View::Nearest);
            }
            place = portal.take(w);
            simplex.put(place, &pair, w);
        }
    }

    /// Takes the first support points over. Whether they separate the shapes has been seen before there was a search, where
    /// that was asked.
    #[inline(always)]
    fn begin(&mut self, simplex: &mut Vertices<V>, first: V) {
        self.count_evaluation(simplex, simplex.pair(0), first);
        simplex.put_point(0, first);
    }

    /// Adds what is farthest the other way to a portal beyond the origin.
    #[inline(always)]
    fn surround(&mut self, simplex: &mut Vertices<V>, outwards: V) -> Option<View> {
        let (pair, w) = self.support_against(outwards, simplex.pair(0))?;
        if self.shows_separation(simplex, &pair, w) {
            return Some(View::Separated);
        }
        simplex.grow(&pair, w);
        Some(View::Open)
    }

    /// The support points that are farthest against a direction, if that is one, and the point that they make. Where
    /// to look first is told by those of another direction.
    #[inline(always)]
    fn support_against(
        &mut self,
        direction: V,
        near: &SupportPair<V>,
    ) -> Option<(SupportPair<V>, V)> {
        if !(direction.dot(direction) > 0.0 && self.iterations < MOST_POINTS) {
            return None;
        }
        self.direction = direction;
        let pair = self.difference.support_at_once(direction, near);
        let w = self.difference.point(&pair);
        is_usable(w).then_some((pair, w))
    }

    /// Counts an evaluation, and tells whether it shows that the shapes are apart, if that is asked for.
    #[inline(always)]
    fn shows_separation(&mut self, simplex: &Vertices<V>, pair: &SupportPair<V>, w: V) -> bool {
        self.count_evaluation(simplex, pair, w);
        if !self.limits.asks_verdict() {
            return false;
        }
        self.lower = self.direction.dot(w) / self.direction.length();
        self.certainly_beyond_margin()
    }

    /// Counts an evaluation, and shows it to the observer.
    #[inline(always)]
    fn count_evaluation(&mut self, simplex: &Vertices<V>, pair: &SupportPair<V>, w: V) {
        self.iterations += 1;
        self.reach = larger(self.reach, w.length());
        if self.observer.watches() {
            self.support = *pair;
            self.lower = self.direction.dot(w) / self.direction.length();
            let is_beside = self.direction != self.nearest;
            self.observe(simplex, f64::INFINITY, is_beside, [self.lower, self.upper]);
        }
    }
}

/// The refinement of portals, from the first support point on: most of what a query of small shapes does.
struct Refinement<'r, 's, A: ?Sized, B: ?Sized, V: Vector, O> {
    search: &'r mut Search<'s, A, B, V, O>,
    simplex: &'r mut Vertices<V>,
    first: V,
    middle: V,
}

impl<V, A, B, O> Task for Refinement<'_, '_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    type Output = View;

    #[inline(always)]
    fn run(self) -> View {
        let Self {
            search,
            simplex,
            first,
            middle,
        } = self;
        search
            .refine_portal(simplex, first, middle)
            .unwrap_or(View::Open)
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
            1 if V::PLANAR => (-middle).rejection(p - middle),
            _ if V::PLANAR => -(middle - p).rejection(q - p),
            1 => -p.rejection(middle),
            2 => normal(p - middle, q - middle) * self.turn,
            _ => normal(q - p, r - p) * self.turn,
        }
    }

    /// Takes a new corner, so that the ray passes the portal, or one that is not closed comes nearer to that: the
    /// place that it takes.
    #[inline(always)]
    fn take(&mut self, w: V) -> usize {
        let Self {
            middle, p, q, r, ..
        } = *self;
        let place = if V::PLANAR {
            // The ray parts the plane.
            usize::from(V::cross_dot(w.cross(middle), p.cross(middle)) <= 0.0)
        } else {
            // The planes through the ray and a corner part space.
            let side = normal(w, middle) * self.turn;
            match self.count {
                1 => 1,
                2 if p.dot(side) < 0.0 => 1,
                2 if q.dot(side) > 0.0 => 0,
                2 => 2,
                _ => match [p, q, r].map(|corner| corner.dot(side) > 0.0) {
                    [true, true, _] | [false, _, false] => 0,
                    [true, false, _] => 2,
                    [false, _, true] => 1,
                },
            }
        };
        match place {
            0 => self.p = w,
            1 => self.q = w,
            _ => self.r = w,
        }
        if !V::PLANAR && self.count == 1 {
            // The origin is above the plane of the middle and two corners, or below; in it there is no way to turn.
            let above = -normal(self.p - middle, self.q - middle).dot(middle);
            self.turn = f64::from(i8::from(above > 0.0) - i8::from(above < 0.0));
        }
        self.count = self.count.max(place + 1);
        place
    }
}

/// Whether a point is beyond the plane through `p`, by more than rounding makes of a face.
#[inline(always)]
fn is_beyond<V: Vector>(w: V, p: V, outwards: V) -> bool {
    let rise = outwards.dot(w - p);
    rise > 0.0 && rise * rise > FACE * FACE * p.dot(p) * outwards.dot(outwards)
}

/// What is perpendicular to two vectors in space.
#[inline(always)]
fn normal<V: Vector>(p: V, q: V) -> V {
    V::along(p.cross(q), 1.0)
}

#[cfg(test)]
mod tests;
