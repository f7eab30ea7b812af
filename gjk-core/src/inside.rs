//! The weights of a simplex that contains the origin: where the common points of two shapes lie.

use crate::bounds::length;
use crate::closest::SIMPLEX_MAX;
use crate::double_double::DoubleDouble;
use crate::gjk::{ROUNDOFF, Search};
use crate::nearest::{LARGEST_CROSS, LARGEST_TRIPLE, SIGN_ERROR};
use crate::observer::Observer;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// A correction of the weights is trusted where the simplex is this many times larger than what is to
/// be corrected.
///
/// Let `R` be the largest length, `u` a roundoff, `m` the mean to be corrected and `W` the volume of
/// the edges. A correction is a volume of `m` and two edges, each up to `2R`, over `W`; with some
/// eight roundings it errs by `8u · 4R²|m| / W`, and the three together move the mean by at most
/// `3 · 2R` times that: `192 u R³|m| / W`, which is `uR / 5` at most where `W ≥ 1024 R²|m|`. In the
/// plane there is one factor `2R` less, and two corrections: `W ≥ 1024 R|m|` is more than enough.
const TRUSTED: f64 = 1024.0;

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether polytopes, or round shapes over them, overlap whatever was rounded, where the search says
    /// that they do.
    ///
    /// Where their cores do not, it goes by the length of a mean. Otherwise the signs of volumes are
    /// certain but for the sums of terms that points are made of, where shapes stand elsewhere than at
    /// the origin: such a sum is up to four [spans](Difference::span) long.
    pub(crate) fn surely_overlap(&self, simplex: &Vertices<V>) -> bool {
        let fills = simplex.count() == if V::PLANAR { 3 } else { 4 };
        if !fills {
            let mean = simplex.near_mean(self.difference);
            return mean.length() + self.certain_gap() < self.difference.radius();
        }
        self.difference.is_at_origin()
            || simplex.surely_contains_origin(self.reach + 8.0 * self.span)
    }

    /// Computes the weights of a simplex that contains the origin again, to the last digit.
    pub(crate) fn refine_weights(&mut self, simplex: &mut Vertices<V>) {
        if simplex.spans_nothing() {
            return;
        }
        let mean = simplex.near_mean(self.difference);
        match simplex.corrected(mean, self.reach) {
            Some(weights) => simplex.keep(&weights),
            None => self.refine_precisely(simplex),
        }
    }

    /// The same in double-double. The sides of a flat simplex that `f64` knows for certain may still
    /// have volumes of few digits. Where it is so flat that double-double has few digits as well, the
    /// origin is as near to a side as rounding can tell, and the weights of the side are better.
    #[cold]
    fn refine_precisely(&mut self, simplex: &mut Vertices<V>) {
        let precise = Vertices::<V::Precise>::of(simplex, self.difference);
        let with = |weights| {
            let mut kept = precise;
            kept.keep(&weights);
            kept
        };
        let mut best = with(precise.nearest(self.reach).weights);
        let off = length(best.mean(self.difference));
        if off > ROUNDOFF * self.reach {
            let side = with(precise.nearest_on_sides().weights);
            if length(side.mean(self.difference)) < off {
                best = side;
            }
        }
        *simplex = Vertices::of(&best, self.difference);
    }
}

impl<V: Vector> Vertices<V> {
    /// Whether a simplex that fills the space contains the origin, where each vertex may be off by a
    /// roundoff of `size`, which none exceeds in length: whether all volumes have the sign of the
    /// whole, beyond all rounding.
    fn surely_contains_origin(&self, size: f64) -> bool {
        let [a, b, c, d] = *self.points();
        let (ab, ac, ad, bc, bd) = (b - a, c - a, d - a, c - b, d - b);
        if V::PLANAR {
            let whole = ab.cross(ac);
            let doubt = SIGN_ERROR * ROUNDOFF * LARGEST_CROSS * size * size;
            let is_certain =
                |area| V::cross_dot(area, area) > doubt * doubt && V::cross_dot(area, whole) > 0.0;
            [whole, b.cross(c), c.cross(a), a.cross(b)]
                .into_iter()
                .all(is_certain)
        } else {
            let volumes = [
                -b.height(bd.cross(bc)),
                -a.height(ac.cross(ad)),
                -a.height(ad.cross(ab)),
                -a.height(ab.cross(ac)),
                ad.height(ab.cross(ac)),
            ];
            let doubt = SIGN_ERROR * ROUNDOFF * LARGEST_TRIPLE * size * size * size;
            let whole = volumes[4];
            volumes
                .iter()
                .all(|volume| volume.abs() > doubt && (*volume > 0.0) == (whole > 0.0))
        }
    }

    /// The weights of a simplex that fills the space, corrected so that its mean, which is near the
    /// origin, becomes the origin: by one step of Newton's method. None where `f64` cannot tell.
    fn corrected(&self, mean: V, reach: f64) -> Option<[f64; SIMPLEX_MAX]> {
        let fills = self.count() == if V::PLANAR { 3 } else { 4 };
        let [a, b, c, d] = *self.points();
        let (ab, ac, ad, off) = (b - a, c - a, d - a, -mean);
        let least = TRUSTED * reach * mean.length();
        // Volumes, in the plane areas times the whole.
        let (whole, parts, trusted) = if V::PLANAR {
            let normal = ab.cross(ac);
            let area = |p: V, q: V| V::cross_dot(p.cross(q), normal);
            let whole = V::cross_dot(normal, normal);
            let parts = [area(off, ac), area(ab, off), 0.0];
            (whole, parts, whole >= least * least)
        } else {
            let volume = |p: V, q: V, r: V| p.height(q.cross(r));
            let whole = volume(ad, ab, ac);
            let parts = [
                volume(off, ac, ad),
                volume(off, ad, ab),
                volume(off, ab, ac),
            ];
            (whole, parts, whole.abs() >= least * reach)
        };
        let [to_b, to_c, to_d] = parts.map(|part| part / whole);
        let [_, b, c, d] = *self.weights();
        // The first weight is what the others leave of one, rounded once as they are.
        let bc = DoubleDouble::sum(b, c);
        let bcd = DoubleDouble::sum(bc.hi, d);
        let first = (1.0 - bcd.hi) - (bc.lo + bcd.lo + (to_b + to_c + to_d));
        let weights = [first, b + to_b, c + to_c, d + to_d];
        let spans = weights
            .iter()
            .take(self.count())
            .all(|weight| *weight > 0.0);
        (fills && trusted && spans).then_some(weights)
    }
}

#[cfg(test)]
mod tests {
    use crate::bounds::length;
    use crate::closest::SupportPair;
    use crate::difference::Difference;
    use crate::gjk::tests::with_search;
    use crate::gjk::{ROUNDOFF, Search};
    use crate::goal::{Goal, Limits};
    use crate::nearest::{LARGEST_CROSS, LARGEST_TRIPLE, SIGN_ERROR};
    use crate::pose::{Pose, Posed};
    use crate::shape::{Hull, Point, Rounded};
    use crate::support::Feature;
    use crate::vector::Vector;
    use crate::vertices::Vertices;
    use glam::{DVec2, DVec3};
    use std::vec::Vec;

    /// A simplex of these vertices and weights, and their mean, rounded.
    fn simplex<V: Vector>(vertices: &[(V, f64)]) -> (Vertices<V>, V) {
        let mut simplex = Vertices::EMPTY;
        let (base, _) = vertices[0];
        let mut mean = base;
        for (point, weight) in vertices {
            simplex.grow(
                &SupportPair {
                    a: *point,
                    weight: *weight,
                    ..SupportPair::EMPTY
                },
                *point,
            );
            simplex.admit();
            mean = mean + (*point - base) * *weight;
        }
        (simplex, mean)
    }

    // Claim: weights that are off are corrected, so that the mean of a tetrahedron around the origin,
    // and of a triangle in the plane, becomes the origin; the first, which the mean does not use,
    // makes their sum one.
    #[test]
    fn weights_are_corrected() {
        let off = 2f64.powi(-40);
        let corners = [
            (DVec3::new(1.0, 0.0, 0.0), 0.3),
            (DVec3::new(0.0, 1.0, 0.0), 2.0 / 9.0 + off),
            (DVec3::new(0.0, 0.0, 2.0), 1.0 / 9.0 - 3.0 * off),
            (DVec3::new(-2.0, -1.0, -1.0), 2.0 / 9.0 - off),
        ];
        let (tetrahedron, mean) = simplex(&corners);
        let weights = tetrahedron.corrected(mean, 3.0).unwrap();
        for (weight, share) in weights.into_iter().zip([4.0, 2.0, 1.0, 2.0]) {
            assert!((weight - share / 9.0).abs() <= f64::EPSILON, "{weight}");
        }
        let corners = [
            (DVec2::new(3.0, 0.0), 0.9),
            (DVec2::new(-1.0, 2.0), 0.375 + off),
            (DVec2::new(-1.0, -2.0), 0.375 - 2.0 * off),
        ];
        let (triangle, mean) = simplex(&corners);
        let [a, b, c, _] = triangle.corrected(mean, 3.0).unwrap();
        for (weight, share) in [(a, 0.25), (b, 0.375), (c, 0.375)] {
            assert!((weight - share).abs() <= f64::EPSILON, "{weight}");
        }
    }

    // Claim: there is no correction of a simplex that is too flat for what is to be corrected, that
    // does not fill the space, or that the origin would leave.
    #[test]
    fn corrections_that_are_not_to_be_trusted_are_none() {
        let around = |height: f64, weight: f64| {
            simplex(&[
                (DVec2::new(-1.0, -height), 0.25),
                (DVec2::new(1.0, -height), weight),
                (DVec2::new(0.0, height), 0.5),
            ])
        };
        let corrected = |(simplex, mean): (Vertices<DVec2>, DVec2)| simplex.corrected(mean, 1.5);
        assert!(corrected(around(1.0, 0.25 + 2f64.powi(-30))).is_some());
        assert!(corrected(around(2f64.powi(-24), 0.25 + 2f64.powi(-30))).is_none());
        assert!(corrected(around(1.0, 0.3)).is_none());
        let (segment, mean) = simplex(&[(DVec2::X, 0.5), (DVec2::NEG_X, 0.5)]);
        assert!(segment.corrected(mean, 1.5).is_none());
        let (beside, mean) = simplex(&[
            (DVec2::new(1.0, 0.0), 0.5),
            (DVec2::new(3.0, 1.0), 0.25),
            (DVec2::new(3.0, -1.0), 0.25),
        ]);
        assert!(beside.corrected(mean * 2f64.powi(-30), 4.0).is_some());
        assert!(beside.corrected(mean, 4.0).is_none());
    }

    // Claim: how flat a simplex may be to be trusted does not depend on its size: the height of this
    // triangle is 256 times what is to be corrected, the edges of this tetrahedron are in proportion.
    #[test]
    fn trust_does_not_depend_on_the_size() {
        for size in [1.0 / 16.0, 1.0, 16.0] {
            let (triangle, _) = simplex(&[
                (DVec2::new(-1.0, -1.0) * size, 0.25),
                (DVec2::new(1.0, -1.0) * size, 0.25),
                (DVec2::new(0.0, 1.0) * size, 0.5),
            ]);
            let corrected = |off: f64| triangle.corrected(DVec2::new(0.0, off * size), size);
            assert!(corrected(1.0 / 256.0).is_some(), "{size}");
            assert!(corrected(1.0 / 255.0).is_none(), "{size}");
            let (tetrahedron, _) = simplex(&[
                (DVec3::new(1.0, 1.0, 1.0) * size, 0.25),
                (DVec3::new(1.0, -1.0, -1.0) * size, 0.25),
                (DVec3::new(-1.0, 1.0, -1.0) * size, 0.25),
                (DVec3::new(-1.0, -1.0, 1.0) * size, 0.25),
            ]);
            let corrected =
                |off: f64| tetrahedron.corrected(DVec3::new(0.0, off * size, 0.0), size);
            assert!(corrected(1.0 / 64.0).is_some(), "{size}");
            assert!(corrected(1.0 / 63.0).is_none(), "{size}");
        }
    }

    // Claim: the first weight is what the others leave of one, rounded once: here both sums lose half
    // a unit, which together make a whole one.
    #[test]
    fn the_first_weight_is_rounded_once() {
        let half_unit = 2f64.powi(-54);
        let (tetrahedron, _) = simplex(&[
            (DVec3::new(1.0, 1.0, 1.0), 0.0),
            (DVec3::new(1.0, -1.0, -1.0), 0.25 + half_unit),
            (DVec3::new(-1.0, 1.0, -1.0), 0.25),
            (DVec3::new(-1.0, -1.0, 1.0), 0.125 + half_unit),
        ]);
        let [first, ..] = tetrahedron.corrected(DVec3::ZERO, 2.0).unwrap();
        assert_eq!(first, 0.375 - 2.0 * half_unit);
    }

    /// The weights of a triangle, as a search refines them, and how far from the origin the mean is then,
    /// in roundoffs of the largest length.
    fn refined(corners: [DVec2; 3], weights: [f64; 3]) -> (Vec<f64>, f64) {
        with_search(&corners, |search, simplex| {
            for (corner, weight) in (0..).zip(weights) {
                let features = [Feature::Vertex(corner), Feature::Vertex(0)];
                let pair = search.difference.pair(features);
                let point = search.difference.point(&pair);
                simplex.grow(&SupportPair { weight, ..pair }, point);
                simplex.admit();
            }
            search.reach = simplex.reach();
            search.refine_weights(simplex);
            let off: f64 = length(simplex.mean(search.difference));
            let weights = simplex.spanning().map(|vertex| vertex.weight);
            (weights.collect(), off / (ROUNDOFF * search.reach))
        })
    }

    /// Sums of multiples of two vectors of consecutive Fibonacci numbers, the `n`th and the one before:
    /// they are nearly in a line, and the area between them is one.
    fn nearly_in_line(n: u32, multiples: [[i64; 2]; 3]) -> [DVec2; 3] {
        let (x, y) = (0..n).fold((1, 0), |(x, y), _| (x + y, x));
        let rounded = |number: i64| number as f64;
        multiples.map(|[s, t]| DVec2::new(rounded(s * x + t * y), rounded(s * y + t * (x - y))))
    }

    // Claim: where `f64` cannot tell the weights double-double does, to the last digit.
    #[test]
    fn weights_of_flat_simplices_are_precise() {
        // Areas of 6, 4 and 36 between vectors as long as 2^45.
        let corners = nearly_in_line(60, [[10, -8], [12, -6], [-3, 2]]);
        let (weights, off) = refined(corners, [0.1, 0.1, 0.8]);
        assert_eq!(weights, [3.0, 2.0, 18.0].map(|share| share / 23.0));
        assert!(off <= 1.0, "{off}");
    }

    // Claim: where double-double has few digits left a side is taken, if its weights are better. Each of
    // these triangles is as flat as one unit in the 106 bits of double-double: of the first it has
    // weights that are wrong by eight roundoffs, of the second none that lie near the origin.
    #[test]
    fn sides_serve_where_simplices_are_too_flat() {
        for (n, multiples) in [
            (73, [[11, -6], [-11, -14], [-7, 12]]),
            (69, [[-4, -2], [6, 11], [1, -1]]),
        ] {
            let (weights, off) = refined(nearly_in_line(n, multiples), [0.3, 0.3, 0.4]);
            assert_eq!(weights.len(), 2, "{n}");
            assert!(off <= 1.0, "{n}: {off}");
        }
    }

    /// The part of the size of a simplex that its lowest side is below the origin for certain, as the
    /// sign of a product of this degree is.
    fn doubt(degree: f64) -> f64 {
        SIGN_ERROR * ROUNDOFF * degree
    }

    // Claim: a simplex contains the origin for certain where all of its sides are farther from it than
    // rounding may be wrong, whatever its size and the order of its vertices.
    #[test]
    fn the_origin_is_surely_inside() {
        for size in [2f64.powi(-20), 1.0, 2f64.powi(20)] {
            let contains = |height: f64, turn: usize, mirrored: bool| {
                let mut triangle = [[-1.0, -height], [1.0, -height], [0.0, 1.0]]
                    .map(|p| (DVec2::from(p) * size, 0.3));
                triangle.rotate_left(turn);
                if mirrored {
                    triangle.reverse();
                }
                simplex(&triangle).0.surely_contains_origin(2.0 * size)
            };
            // The side and the origin make an area of twice the height.
            let least = doubt(LARGEST_CROSS) * 4.0 / 2.0;
            for (turn, mirrored) in [(0, false), (1, false), (2, false), (0, true), (1, true)] {
                for (height, expected) in [
                    (0.5, true),
                    (least * 1.125, true),
                    (least * 0.875, false),
                    (0.0, false),
                    (-least * 2.0, false),
                    (-0.5, false),
                    (-1.0, false),
                ] {
                    let found = contains(height, turn, mirrored);
                    assert_eq!(found, expected, "{size} {height} {turn} {mirrored}");
                }
            }
            let contains = |height: f64, turn: usize, mirrored: bool| {
                let mut corners = [
                    [2.0, 0.0, -height],
                    [-1.0, 2.0, -height],
                    [-1.0, -2.0, -height],
                    [0.0, 0.0, 1.0],
                ]
                .map(|p| (DVec3::from(p) * size, 0.3));
                corners.rotate_left(turn);
                if mirrored {
                    corners.swap(1, 2);
                }
                simplex(&corners).0.surely_contains_origin(2.0 * size)
            };
            // The side and the origin make a volume of twelve times the height.
            let least = doubt(LARGEST_TRIPLE) * 8.0 / 12.0;
            for (turn, mirrored) in [(0, false), (1, true), (2, false), (3, true), (3, false)] {
                for (height, expected) in [
                    (0.5, true),
                    (least * 1.125, true),
                    (least * 0.875, false),
                    (0.0, false),
                    (-least * 2.0, false),
                    (-0.5, false),
                    (-1.0, false),
                ] {
                    let found = contains(height, turn, mirrored);
                    assert_eq!(found, expected, "{size} {height} {turn} {mirrored}");
                }
            }
        }
    }

    // Claim: the greatest slope of a weight is one over an edge, or at most that of a triangle by its
    // two edges; a simplex that fills the space has none.
    #[test]
    fn slopes_are_of_edges_and_areas() {
        let corner = |x: f64, y: f64| (DVec3::new(x, y, 5.0), 0.25);
        let (a, b, c) = (corner(1.0, 1.0), corner(3.0, 1.0), corner(1.0, 5.0));
        assert_eq!(simplex(&[a]).0.slope_squared(), Some(0.0));
        assert_eq!(simplex(&[a, c]).0.slope_squared(), Some(1.0 / 16.0));
        assert_eq!(
            simplex(&[a, b, c]).0.slope_squared(),
            Some(2.0 * 20.0 / 64.0)
        );
        assert_eq!(simplex(&[a, b, c, a]).0.slope_squared(), None);
        let [a, b, c] = [a, b, c].map(|(point, weight)| (point.truncate(), weight));
        assert_eq!(simplex(&[a, b, c]).0.slope_squared(), None);
    }

    // Claim: the certain gap of polytopes grows with the largest length and with the numbers that their
    // points are made of, and is no less than what subnormal numbers lose.
    #[test]
    fn gaps_are_in_proportion() {
        with_search(
            &[DVec2::new(5.0, 3.0), DVec2::new(1.0, 1.0)],
            |search, _| {
                let least = search.difference.least_number();
                let mut gap = |reach: f64, span: f64| {
                    (search.reach, search.span) = (reach, span);
                    search.certain_gap()
                };
                assert_eq!(gap(0.0, 0.0), least);
                assert_eq!(gap(1.0, 0.0), 96.0 * ROUNDOFF);
                assert_eq!(gap(2.0, 6.0), 96.0 * ROUNDOFF * 8.0);
                // The centre (3, 2), the extent 2, nothing of the point, and no sums of two terms.
                assert_eq!(search.difference.span(), 5.0 * search.difference.scale());
                // Of other shapes it is 24 roundoffs of the largest length that is known.
                search.polytopes = false;
                search.reach = 2.0;
                assert_eq!(search.certain_gap(), 24.0 * ROUNDOFF * 2.0);
                search.reach = 0.0;
                let half = search.difference.half_extent();
                assert_eq!(search.certain_gap(), 24.0 * ROUNDOFF * half);
            },
        );
        // Where shapes are tiny, and the scale is large, the least number counts.
        let tiny = 2f64.powi(-1000);
        with_search(&[DVec2::new(tiny, 0.0)], |search, _| {
            let least = search.difference.least_number();
            assert!(least > 0.0);
            assert_eq!(search.certain_gap(), least);
            search.polytopes = false;
            assert_eq!(search.certain_gap(), 24.0 * least);
        });
    }

    /// Whether a search is sure of an overlap that stands at these corners, of a hull that stands there.
    fn is_sure(corners: &[DVec2], place: DVec2, reach: f64, span: f64) -> bool {
        let hull = Hull::new(corners).unwrap();
        let posed = Posed::new(hull, Pose::from_translation(place).unwrap());
        let origin = Point::new(DVec2::ZERO).unwrap();
        let limits = Limits {
            goal: Goal::Verdict,
            tolerance: 0.0,
            max_iterations: 9,
            max_distance: f64::INFINITY,
        };
        let (mut difference, mut blind) = (Difference::new(&posed, &origin), ());
        let mut search = Search::new(&mut difference, limits, &mut blind);
        (search.reach, search.span) = (reach, span);
        let corners: Vec<(DVec2, f64)> = corners.iter().map(|corner| (*corner, 0.3)).collect();
        search.surely_overlap(&simplex(&corners).0)
    }

    // Claim: an overlap by volumes is certain at the origin of the world; elsewhere if the points may be
    // off by as much as the numbers that they are made of are rounded.
    #[test]
    fn shapes_that_stand_elsewhere_are_looked_at_twice() {
        // The side and the origin make an area of twice the height. The reach of 2 and eight spans
        // of 3/4 make a size of 8.
        let least = doubt(LARGEST_CROSS) * 64.0 / 2.0;
        let at = |place: DVec2, height: f64| {
            let triangle = [[-1.0, -height], [1.0, -height], [0.0, 1.0]].map(DVec2::from);
            is_sure(&triangle, place, 2.0, 0.75)
        };
        assert!(at(DVec2::X, least * 1.125));
        assert!(!at(DVec2::X, least * 0.875));
        assert!(at(DVec2::ZERO, least * 0.875));
    }

    // Claim: where only radii reach each other it is certain if the mean is shorter than they are by more
    // than rounding can make it.
    #[test]
    fn radii_surely_overlap_by_more_than_the_gap() {
        let edge = [[-1.0, 3.0], [1.0, 3.0]].map(DVec2::from);
        let origin = Point::new(DVec2::ZERO).unwrap();
        let limits = Limits {
            goal: Goal::Verdict,
            tolerance: 0.0,
            max_iterations: 9,
            max_distance: f64::INFINITY,
        };
        let is_sure = |gaps: f64| {
            // The gap does not depend on the radius, so that the search without one tells it.
            let sure_with = |radius: f64| {
                let rounded = Rounded::new(Hull::new(&edge[..]).unwrap(), radius).unwrap();
                let (mut difference, mut blind) = (Difference::new(&rounded, &origin), ());
                let mut search = Search::new(&mut difference, limits, &mut blind);
                search.reach = 4.0;
                let (segment, _) = simplex(&[(edge[0], 0.5), (edge[1], 0.5)]);
                (search.surely_overlap(&segment), search.certain_gap())
            };
            let (_, gap) = sure_with(0.0);
            sure_with(3.0 + gaps * gap).0
        };
        assert!(is_sure(2.0));
        for gaps in [1.0, 0.5, 0.0, -0.5, -2.0, -1e9] {
            assert!(!is_sure(gaps), "{gaps}");
        }
    }
}
