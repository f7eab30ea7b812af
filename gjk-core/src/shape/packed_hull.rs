use core::array::from_fn;
use std::vec::Vec;

use glam::DVec3;

use super::hull::{Hull, vertices_of};
use crate::arithmetic::larger;
use crate::direction::scaled_to;
use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping};
use crate::vector::{Stored, Vector};

/// The number of lanes: of points that are scanned at a time.
///
/// The compiler vectorises code that is written lane by lane: two lanes at a time on every
/// processor, and all four with the feature `simd` on a processor that has AVX2. Both versions
/// compute the same bits, as the compiler does not fuse a product and a sum that are written
/// separately. Selections use bit masks, as a comparison would compile to a branch per lane.
const LANES: usize = 4;

/// One number per lane.
type Row = [f64; LANES];

/// From this number on, an ulp is 1: point indices are counted from here, so that the low bits of
/// the counter are the index.
const WHOLE: f64 = (1u64 << (f64::MANTISSA_DIGITS - 1)) as f64;

/// The convex hull of a list of points, in any order, with a copy of their coordinates that is
/// scanned several points at a time.
///
/// Its answers equal those of the [`Hull`] of the same list, bit for bit, and it accepts the same
/// lists. The copy takes 24 bytes a point.
///
/// A support evaluation scans all points: two at a time, or four with the feature `simd` on a
/// processor that has AVX2. It is faster than a [`Hull`] in 3D, and in 2D from about 8 points. From
/// about 100 points, or about 200 with `simd`, a [`Polytope`](crate::Polytope) is faster still, but
/// needs a hull to be built first. See [the comparison](crate#vertex-lists).
#[derive(Clone, Debug)]
pub struct PackedHull<V: Stored, S> {
    pub(crate) hull: Hull<V, S>,
    /// A copy of the points, relative to the centre, in blocks: a row each of x, y and z
    /// coordinates; z is zero in 2D. The last block is filled up with NaN, which never compares as
    /// highest.
    blocks: Vec<[Row; 3]>,
}

impl<V: Stored, S: AsRef<[V]>> PackedHull<V, S> {
    /// The hull of `points`, borrowed or owned, in the frame of the shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Hull, PackedHull, SupportMapping};
    /// use glam::{DVec3, Vec3};
    ///
    /// let points: Vec<Vec3> = (0..99).map(|i| Vec3::new((i as f32).sin(), i as f32, 1.0)).collect();
    /// let packed = PackedHull::new(&points[..]).unwrap();
    /// let hull = Hull::new(&points[..]).unwrap();
    /// let direction = DVec3::new(0.2, 0.01, 0.1);
    /// assert_eq!(packed.farthest(direction, 0), hull.farthest(direction, 0));
    /// ```
    pub fn new(points: S) -> Result<Self, ShapeError> {
        let hull = Hull::new(points)?;
        let at = |point: &V| (point.wide() - hull.center()).in_space();
        let block = |points: &[V]| {
            let points: [_; LANES] = from_fn(|lane| points.get(lane).map_or(DVec3::NAN, at));
            from_fn(|axis| points.map(|point| point[axis]))
        };
        let blocks = hull.points().chunks(LANES).map(block).collect();
        Ok(Self { hull, blocks })
    }

    /// The points, as given.
    ///
    /// ```
    /// use gjk_core::PackedHull;
    /// use glam::Vec2;
    ///
    /// let hull = PackedHull::new([Vec2::ZERO, Vec2::ZERO, Vec2::X]).unwrap();
    /// assert_eq!(hull.points(), [Vec2::ZERO, Vec2::ZERO, Vec2::X]);
    /// ```
    pub fn points(&self) -> &[V] {
        self.hull.points()
    }

    /// The projections onto `direction` of the points of each block, rounded like a dot product.
    #[inline(always)]
    fn heights(&self, direction: V::Wide) -> impl Iterator<Item = Row> {
        let [to_x, to_y, to_z] = direction.in_space().to_array();
        self.blocks.iter().map(move |[x, y, z]| {
            from_fn(|lane| {
                let height = x[lane] * to_x + y[lane] * to_y;
                if V::Wide::DIMENSION < 3 {
                    height
                } else {
                    height + z[lane] * to_z
                }
            })
        })
    }
}

impl<V: Stored + PartialEq, S: PartialEq> PartialEq for PackedHull<V, S> {
    fn eq(&self, other: &Self) -> bool {
        // The blocks are computed from the hull.
        self.hull == other.hull
    }
}

impl<V: Stored, S: AsRef<[V]>> SupportMapping for PackedHull<V, S> {
    type Vector = V::Wide;

    vertices_of!(hull);

    /// The first of several points.
    #[inline(always)]
    fn farthest(&self, direction: V::Wide, _near: u32) -> (Feature<V::Wide>, V::Wide) {
        let (direction, _) = scaled_to(self.extent(), direction);
        let number = fastest(
            #[inline(always)]
            || {
                // Per lane: the highest projection, its index, and the index of the next point.
                let mut highest = [f64::NEG_INFINITY; LANES];
                let mut next: Row = from_fn(|lane| WHOLE + lane as f64);
                let mut number = next;
                for heights in self.heights(direction) {
                    number = from_fn(|lane| {
                        chosen(heights[lane] > highest[lane], next[lane], number[lane])
                    });
                    highest = from_fn(|lane| larger(highest[lane], heights[lane]));
                    next = next.map(|number| number + LANES as f64);
                }
                let [p, q, r, s] = highest;
                let top = larger(larger(p, r), larger(q, s));
                let number =
                    from_fn(|lane| chosen(highest[lane] == top, number[lane], f64::INFINITY));
                // Positive numbers are in the order of their bits.
                let [p, q, r, s] = number.map(f64::to_bits);
                p.min(r).min(q.min(s)) as u32
            },
        );
        let vertex = Feature::Vertex(number);
        (vertex, self.point(vertex))
    }

    fn others_are_lower(&self, direction: V::Wide, vertices: &[u32]) -> bool {
        self.hull
            .only_these_reach(direction, vertices, |direction, least| {
                fastest(
                    #[inline(always)]
                    || {
                        // Counted in `f64`: with integers the compiler interleaves several blocks,
                        // which is slower.
                        let mut counts = [0.0; LANES];
                        for heights in self.heights(direction) {
                            counts = from_fn(|lane| {
                                counts[lane] + chosen(heights[lane] >= least, 1.0, 0.0)
                            });
                        }
                        let [p, q, r, s] = counts;
                        (p + r + (q + s)) as usize
                    },
                )
            })
    }
}

/// Computes it in code for AVX2, if this processor has that. All that it calls must be inlined:
/// other functions are compiled for the base processor only.
#[inline(always)]
fn fastest<R>(compute: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(processor) = pulp::x86::V3::try_new() {
        return pulp::Simd::vectorize(processor, compute);
    }
    compute()
}

/// `p` if `is_p`, otherwise `q`.
#[inline(always)]
fn chosen(is_p: bool, p: f64, q: f64) -> f64 {
    let mask = u64::from(is_p).wrapping_neg();
    f64::from_bits(p.to_bits() & mask | q.to_bits() & !mask)
}

#[cfg(test)]
mod tests;
