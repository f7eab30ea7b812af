//! Where a search between polytopes starts. Near contact: at the face of the difference by which a ray from
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
//! The first portal has the first support point for a corner. The others are looked for across the ray, where they close
//! it for sure, but leaning forwards, as the nearer to the ray they are the fewer steps are left. Where the origin is
//! deep inside nothing leans: a wide portal surrounds it rather.
//!
//! It ends after a number of steps. Points that are mirrored have mirrored portals: whatever is perpendicular to two
//! vectors, which has no side of its own, is turned away from the middle.
//!
//! Source: G. Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7 (2008), section 2.5,
//! where portals are found, straight across the ray, and refined so to tell whether shapes overlap.

mod plane;
mod space;

use crate::closest::SupportPair;
use crate::difference::is_usable;
use crate::float::{larger, root};
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

/// The origin is deep inside where the first support point is farther beyond it than this part of the way to the middle. A
/// portal of corners next to each other surrounds it seldom.
const DEEP: f64 = 0.5;

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

    /// Where the ray starts, if the shapes are not far from contact, and the first support point is not likely the
    /// nearest one.
    #[inline(always)]
    fn middle_of_portals(&self, first: V) -> Option<V> {
        let middle = self.difference.middle() * self.difference.scale();
        let [whole, length_squared] = [middle.dot(middle), first.dot(first)];
        let is_aside = length_squared > ASIDE * ASIDE * whole;
        let is_near = first.dot(middle) <= NEAR * whole;
        (is_near && is_aside && is_usable(middle)).then_some(middle)
    }

    /// Whether the difference bulges so little before the first support point that it may be the nearest one.
    #[inline(always)]
    fn is_likely_nearest(&self, first: V) -> bool {
        let height = self.direction.dot(first) / self.direction.length();
        (first.length() - height) * self.roundness <= self.reach
    }

    /// How many binary digits the number of vertices of each shape has, in the mean. None where corners are to be looked
    /// for straight across the ray, as the origin is deep inside.
    #[inline(always)]
    fn digits_forwards(&self, first: V, middle: V) -> Option<f64> {
        let is_deep = first.dot(middle) < -DEEP * middle.dot(middle);
        let [a, b] = self.difference.vertex_counts()?;
        let digits = 0.5 * f64::from(a.saturating_mul(b).max(1).ilog2());
        (!is_deep).then_some(digits)
    }

    /// Takes the first support points over. Whether they separate the shapes has been seen before there was a search, where
    /// that was asked.
    #[inline(always)]
    fn begin(&mut self, simplex: &mut Vertices<V>, first: V) {
        self.count_evaluation(simplex, simplex.pair(0), first);
        self.reach = first.length();
        simplex.put_point(0, first);
    }

    /// The support points that are farthest against a direction, and the point that they make; the square of the length
    /// of the `longest` grows with it. Where to look first is told by those of a corner. An error where that is no
    /// direction, where there were enough of them, or where they show that the shapes are apart, if that is asked for.
    #[inline(always)]
    fn look_against(
        &mut self,
        direction: V,
        simplex: &Vertices<V>,
        near: usize,
        longest: &mut f64,
    ) -> Result<(SupportPair<V>, V), View> {
        if !(direction.dot(direction) > 0.0 && self.iterations < MOST_POINTS) {
            return Err(View::Open);
        }
        self.direction = direction;
        let pair = self
            .difference
            .support_at_once(direction, simplex.pair(near));
        let w: V = self.difference.point(&pair);
        if !is_usable(w) {
            return Err(View::Open);
        }
        *longest = larger(*longest, w.dot(w));
        self.count_evaluation(simplex, &pair, w);
        if self.limits.asks_verdict() && self.shows_separation(w) {
            return Err(View::Separated);
        }
        Ok((pair, w))
    }

    /// Whether the plane through the last support point separates the shapes.
    #[inline(always)]
    fn shows_separation(&mut self, w: V) -> bool {
        let height = self.direction.dot(w);
        if height <= 0.0 {
            return false;
        }
        self.reach = larger(self.reach, w.length());
        self.lower = height / self.direction.length();
        self.certainly_beyond_margin()
    }

    /// Counts an evaluation, and shows it to the observer.
    #[inline(always)]
    fn count_evaluation(&mut self, simplex: &Vertices<V>, pair: &SupportPair<V>, w: V) {
        self.iterations += 1;
        if self.observer.watches() {
            self.support = *pair;
            self.lower = self.direction.dot(w) / self.direction.length();
            let is_beside = self.direction != self.nearest;
            self.observe(simplex, f64::INFINITY, is_beside, [self.lower, self.upper]);
        }
    }
}

/// The refinement of portals, from the first support point on: most of what a query near contact does. What is handed
/// over fits into registers.
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
        search.begin(simplex, first);
        let mut longest = 0.0;
        let (Ok(view) | Err(view)) = if V::PLANAR {
            search.follow_ray_in_plane(simplex, first, middle, &mut longest)
        } else {
            search.follow_ray_in_space(simplex, first, middle, &mut longest)
        };
        // One root for all.
        search.reach = larger(search.reach, root(longest));
        view
    }
}

/// Whether a point is beyond the plane through `p`, by more than rounding makes of a face.
#[inline(always)]
fn is_beyond<V: Vector>(w: V, p: V, outwards: V) -> bool {
    let rise = outwards.dot(w - p);
    rise > 0.0 && rise * rise > FACE * FACE * p.dot(p) * outwards.dot(outwards)
}

#[cfg(test)]
mod tests;
