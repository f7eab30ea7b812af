//! Prove: what a candidate tells of the distance of two polytopes, whoever proposed it.
//!
//! No point of the difference is nearer than a plane that none of its vertices is below: that bounds the distance from
//! below, whatever direction the plane is across (lemma 4). The mean of the candidate is a point of the difference, and
//! bounds it from above (lemma 5). The plane is that through the vertices of the candidate. It leans against the direction
//! of the search by so little that the rises of vertices over that have all digits in `f64`; their heights are in
//! double-double. Each bound is a lemma of `docs/proofs.md`.

mod along;
mod basis;
mod contact;
mod level;

use core::array::from_fn;

use glam::{DVec2, DVec3};

use crate::arithmetic::float::{ROUNDOFF, larger};
use crate::arithmetic::{Arithmetic, DoubleDouble, Precise, Scalar, Space};
use crate::decide::Estimate;
use crate::difference::{Difference, Pair};
use crate::propose::{Candidate, SIMPLEX_MAX};
use crate::support::Feature;
pub(crate) use along::Along;
use basis::{Basis, Mean, Plane, Point};
pub(crate) use contact::{surely_overlaps, weigh};
use level::Table;

/// The error of a height along a unit vector, as a part of the size (lemma 3).
const OF_HEIGHT: f64 = 1.0 / (1u128 << 99) as f64;

/// The error of a rise after a plane is taken off it, as a part of the rise and of what is taken off (lemma 4).
const OF_RISE: f64 = 64.0 * ROUNDOFF;

/// What a mean in `f64` is off by across the direction, as a part of its vertices: four roundoffs each along either axis,
/// three for the sums, and five as the axes are not quite across (lemma 5).
const OF_PLACE: f64 = 16.0 * ROUNDOFF;

/// What the sum of its own terms rounds off (lemma 5).
const ROUNDED_UP: f64 = 1.0 + 16.0 * ROUNDOFF;

/// A plane may lean so much against the direction that others were seen to be beyond along (lemma 4).
const LEAN: f64 = 1.0 / (1u64 << 48) as f64;

/// How often the direction is corrected by the plane that was found.
const CORRECTIONS: usize = 3;

/// Heights below this, 2^-400, may have lost digits to underflow.
const LEAST_HEIGHT: f64 = 1.0 / (FOLD * FOLD * FOLD * (1u64 << 40) as f64);
const FOLD: f64 = (1u128 << 120) as f64;

/// What is proved of two cores that are apart.
pub(crate) struct Proof {
    /// Their distance and how far off that is at most, scaled.
    pub(crate) distance: Estimate<DoubleDouble<f64>>,
    /// A vector from the first to the second, across the plane that proves it.
    pub(crate) normal: DVec3,
}

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Only whether the candidate is the nearest face as it is.
    Look,
    /// Whichever vertices are level with it.
    Level,
}

/// The distance of the cores; none where nothing is proved. The candidate becomes the face that proves it.
pub(crate) fn core_distance<P: Space>(
    difference: &Difference<'_>,
    direction: DVec3,
    candidate: &mut Candidate<P>,
    effort: Effort,
) -> Option<Proof> {
    let mut corrected = direction;
    for _ in 0..CORRECTIONS {
        let along = Along::new(corrected);
        if !others_are_beyond(difference, &along, candidate) {
            break;
        }
        let face = match candidate.count() {
            1 => of_face::<P, 1>(difference, &along, candidate),
            2 => of_face::<P, 2>(difference, &along, candidate),
            3 => of_face::<P, 3>(difference, &along, candidate),
            _ => break,
        };
        match face {
            Face::Proved(proof) => return Some(proof),
            Face::Leans(tilt) => corrected += tilt,
            Face::Open => break,
        }
    }
    match effort {
        Effort::Look => None,
        Effort::Level => of_level_face(difference, direction, candidate),
    }
}

/// What a face that no other vertex is below tells.
enum Face {
    Proved(Proof),
    /// It leans against the direction, by what must be added to that.
    Leans(DVec3),
    Open,
}

/// What is proved where all vertices but those of the candidate are beyond it.
#[inline(always)]
fn of_face<P: Space, const N: usize>(
    difference: &Difference<'_>,
    along: &Along,
    candidate: &Candidate<P>,
) -> Face {
    let (Ok(pairs), Ok(weights)) = (
        <&[Pair; N]>::try_from(candidate.pairs()),
        <&[P::Scalar; N]>::try_from(candidate.weights()),
    ) else {
        return Face::Open;
    };
    let points = from_fn::<_, N, _>(|i| candidate.points()[i].rounded());
    let heights = from_fn::<_, N, _>(|i| along.height(difference.precise(&pairs[i])));
    let places = points.map(|point| along.across(point));
    let rises = heights.map(|next| (next.hi - heights[0].hi) + (next.lo - heights[0].lo));
    let Some(plane) = Plane::through(&places, &rises) else {
        return Face::Open;
    };
    let tilt = along.tilt(&plane);
    if !along.leans_little(tilt) {
        return Face::Leans(tilt);
    }
    let mut mean = Mean::EMPTY;
    let (mut reach, mut below) = (0.0, 0.0);
    for i in 0..N {
        mean.add(places[i], rises[i], weights[i].rounded());
        reach = larger(reach, points[i].abs().element_sum());
        below = larger(below, plane.over(places[i]) - rises[i]);
    }
    let view = Seen {
        height: heights[0],
        plane,
        tilt,
        below,
        mean,
        reach,
    };
    match view.proof(difference, along, candidate) {
        Some(proof) => Face::Proved(proof),
        None => Face::Open,
    }
}

/// What is proved where vertices are level with the candidate, after as many corrections of the direction as that takes.
#[cold]
fn of_level_face<P: Space>(
    difference: &Difference<'_>,
    mut direction: DVec3,
    candidate: &mut Candidate<P>,
) -> Option<Proof> {
    for _ in 0..CORRECTIONS {
        let along = Along::new(direction);
        let mut view = View::of(difference, &along, candidate)?;
        let mut plane = view.basis.plane()?;
        let mut tilt = along.tilt(&plane);
        if !along.leans_little(tilt) {
            direction += tilt;
            continue;
        }
        let mut below = view.below(&plane);
        if !others_are_beyond(difference, &along, candidate) {
            let table = Table::of(difference, &along, candidate.pairs().first()?)?;
            plane = table.level(&mut view.basis)?;
            tilt = along.tilt(&plane);
            view.hand_over(difference, candidate);
            if !along.leans_little(tilt) {
                direction += tilt;
                continue;
            }
            below = larger(0.0, table.lowest(&plane).0);
        }
        let seen = Seen {
            height: view.height,
            plane,
            tilt,
            below,
            mean: view.basis.mean(),
            reach: view.reach,
        };
        return seen.proof(difference, &along, candidate);
    }
    None
}

impl Along {
    /// Where a vector is across the direction.
    #[inline]
    fn across(&self, vector: DVec3) -> DVec2 {
        DVec2::new(self.axes[0].dot(vector), self.axes[1].dot(vector))
    }

    /// The square of the length that a vector has across the direction, by where that is.
    #[inline(always)]
    fn across_squared(&self, place: DVec2) -> f64 {
        let [x, y] = self.axes;
        place.x * place.x / x.dot(x) + place.y * place.y / y.dot(y)
    }

    /// Whether a vector is short beside the direction.
    #[inline(always)]
    fn leans_little(&self, tilt: DVec3) -> bool {
        tilt.dot(tilt) <= LEAN * LEAN * self.vector.dot(self.vector)
    }

    /// What must be added to the direction for it to be across a plane.
    #[inline]
    fn tilt(&self, plane: &Plane) -> DVec3 {
        self.axes[0] * -plane.slope.x + self.axes[1] * -plane.slope.y
    }
}

/// A candidate as it is seen along a direction.
struct View {
    /// How high its first vertex is.
    height: DoubleDouble<f64>,
    /// All of them, relative to that.
    basis: Basis,
    /// What none of its vertices is longer than.
    reach: f64,
}

impl View {
    #[inline(always)]
    fn of<P: Space>(
        difference: &Difference<'_>,
        along: &Along,
        candidate: &Candidate<P>,
    ) -> Option<Self> {
        let [first, others @ ..] = candidate.pairs() else {
            return None;
        };
        let height = along.height(difference.precise(first));
        let mut basis = Basis::EMPTY;
        let weight = |i: usize| candidate.weights()[i].rounded();
        let mut reach = 0.0;
        let mut point = |i: usize, pair: &Pair, rise: f64| {
            let point = candidate.points()[i].rounded();
            reach = larger(reach, point.abs().element_sum());
            Some(Point {
                vertices: pair.vertices()?,
                place: along.across(point),
                rise,
                weight: weight(i),
            })
        };
        basis.push(point(0, first, 0.0)?)?;
        for (i, pair) in (1..).zip(others) {
            let next = along.height(difference.precise(pair));
            let rise = (next.hi - height.hi) + (next.lo - height.lo);
            basis.push(point(i, pair, rise)?)?;
        }
        Some(Self {
            height,
            basis,
            reach,
        })
    }

    /// How far the lowest vertex of the candidate is below the plane through them, as that was calculated.
    fn below(&self, plane: &Plane) -> f64 {
        let over = |point: &Point| plane.over(point.place) - point.rise;
        self.basis.points().iter().map(over).fold(0.0, larger)
    }

    /// Makes the points of the basis the candidate.
    fn hand_over<P: Space>(&self, difference: &Difference<'_>, candidate: &mut Candidate<P>) {
        candidate.clear();
        for point in self.basis.points() {
            let pair = difference.pair(point.vertices.map(Feature::Vertex));
            candidate.put(pair, difference.point_in(&pair), point.weight.into());
        }
    }
}

/// A face as it is seen along a direction.
struct Seen {
    /// How high the vertex is that rises are relative to.
    height: DoubleDouble<f64>,
    plane: Plane,
    /// What must be added to the direction for it to be across the plane.
    tilt: DVec3,
    /// How far the lowest vertex of the difference is below the plane.
    below: f64,
    /// The mean of the vertices.
    mean: Mean,
    /// What none of them is longer than.
    reach: f64,
}

impl Seen {
    /// What the two bounds prove.
    #[inline(always)]
    fn proof<P: Space>(
        &self,
        difference: &Difference<'_>,
        along: &Along,
        candidate: &Candidate<P>,
    ) -> Option<Proof> {
        let Self {
            plane: Plane { rise, slope },
            tilt,
            below,
            mean,
            ..
        } = *self;
        let length = along.length_with(tilt);
        let shorten = 1.0 / length.hi;
        // The height of the plane at the origin, across it.
        let height = (self.height + DoubleDouble::from(rise - below)).over(length);
        if !(height.hi > LEAST_HEIGHT) {
            return None;
        }
        let size = difference.size();
        let spread = mean.spread;
        let aside_squared = match P::ARITHMETIC {
            Arithmetic::Double => {
                // The square of a sum of two is at most twice the sum of their squares, of which one half counts.
                let rounding = OF_PLACE * self.reach;
                ROUNDED_UP * (along.across_squared(mean.place) + 2.0 * rounding * rounding)
            }
            _ => {
                let mean = candidate.mean(difference);
                let mean_height = along.height(mean);
                let squared = along.height(Precise::from_vector(along.vector));
                let foot = Precise::from_vector(along.vector).scaled(mean_height / squared);
                let aside = (mean - foot).hi.length() + OF_HEIGHT * size;
                aside * aside
            }
        };
        // What the mean is higher than the plane, what lies beside the direction makes it longer by, and what a plane that
        // leans is nearer by.
        let over = (mean.rise - (rise - below)) * shorten;
        let lean_squared = tilt.dot(tilt) * shorten * shorten;
        let longer = aside_squared / height.hi + height.hi * lean_squared;
        let slopes = slope.x.abs() + slope.y.abs();
        let rounding =
            OF_RISE * (below.abs() + rise.abs() + slopes * (self.reach + spread)) * shorten;
        let error = larger(0.0, over) + longer + rounding + OF_HEIGHT * size;
        Some(Proof {
            distance: Estimate {
                value: height,
                error,
            },
            normal: -(along.vector + tilt),
        })
    }
}

/// No vertex has this number: it is as many as there can be.
const VACANT: u32 = u32::MAX;

/// Whether all vertices but those of a candidate are clearly higher, and those are level one by one, and not in pairs
/// only: pairs that join them without a circle are (lemma 4).
#[inline]
fn others_are_beyond<P: Space>(
    difference: &Difference<'_>,
    along: &Along,
    candidate: &Candidate<P>,
) -> bool {
    let mut list = [[VACANT; SIMPLEX_MAX]; 2];
    let mut counts = [0; 2];
    for pair in candidate.pairs() {
        let Some(vertices) = pair.vertices() else {
            return false;
        };
        for (shape, number) in vertices.into_iter().enumerate() {
            // Compared with each of them: nobody could predict which is the same.
            let same = list[shape].map(|known| u32::from(known == number));
            let is_new = same.iter().sum::<u32>() == 0;
            list[shape][counts[shape] % SIMPLEX_MAX] = number;
            counts[shape] += usize::from(is_new);
        }
    }
    let [a, b] = counts;
    a + b == candidate.count() + 1
        && difference.others_are_beyond(along.vector, [&list[0][..a], &list[1][..b]])
}
