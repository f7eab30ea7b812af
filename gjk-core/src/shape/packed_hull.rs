use crate::difference::{normalized, power_of_two_over};
use crate::error::ShapeError;
use crate::lanes::{Lanes, Narrow};
use crate::shape::{Hull, scaled_to};
use crate::space::Space;
use crate::support::{Feature, Support};
use crate::vector::{Stored, Vector};

/// How far below the highest the farthest point can be by the heights in `f32`, relative to the
/// largest coordinate of a point times the sum of those of the direction, all of them positive.
///
/// Let `h` be that product, which the magnitudes of the products in a height add up to at most, and
/// `u` half of `f32::EPSILON`. A product is rounded thrice, the point, the direction and itself,
/// and the sum twice, so a height errs by at most `5uh` and terms in `u²`. Underflow adds less than
/// `uh / 64`, as the largest coordinates are near 1, and rounding in `f64` less than that. So the
/// farthest point by the heights in `f64` is within `11uh` of the highest in `f32`. That bound is
/// itself rounded four times and its difference from the highest once, by `uh`: `16uh` exceeds it. (A
/// machine that rounds a product and a sum at once errs by less.)
const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// The convex hull of a list of points, in any order, with a copy of their coordinates for looking
/// at several points at a time.
///
/// It answers what the [`Hull`] of the same list answers, bit for bit, and accepts what that
/// accepts: interior points, duplicates and flat lists are fine. The copy takes 12 bytes a point in
/// space and 8 in the plane, for the next multiple of eight points.
///
/// A support evaluation looks at every point: at four at a time, or at eight with the feature `simd` on a
/// processor that has AVX2. Queries are faster than with a [`Hull`] from some 20
/// points on; from some 100 on, or 1000 with `simd`, a [`Polytope`](crate::Polytope) is faster still, at
/// the price of a hull to be built first. The documentation of the crate has figures.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PackedHull<V: Stored, S> {
    hull: Hull<V, S>,
    /// The points as seen from the centre, brought near 1.
    #[cfg_attr(feature = "serde", serde(skip))]
    lanes: Lanes<V::Wide>,
    /// [`ROUNDING`] times the largest coordinate in `lanes`; infinite where those are of no use.
    #[cfg_attr(feature = "serde", serde(skip))]
    rounding: f32,
}

impl<V: Stored, S: AsRef<[V]>> PackedHull<V, S> {
    /// The hull of `points`, borrowed or owned.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Hull, PackedHull, Support};
    /// use glam::{DVec3, Vec3};
    ///
    /// let points: Vec<Vec3> = (0..99).map(|i| Vec3::new((i as f32).sin(), i as f32, 1.0)).collect();
    /// let packed = PackedHull::new(&points[..]).unwrap();
    /// let hull = Hull::new(&points[..]).unwrap();
    /// let direction = DVec3::new(0.2, 0.01, 0.1);
    /// assert_eq!(packed.feature(direction, None), hull.feature(direction, None));
    /// ```
    pub fn new(points: S) -> Result<Self, ShapeError> {
        let hull = Hull::new(points)?;
        let (center, factor) = (hull.center(), power_of_two_over(hull.extent()));
        let points = hull.points().iter();
        let lanes = Lanes::new(points.map(|point| narrow((point.wide() - center) * factor)));
        let rounding = if hull.points().len() <= Lanes::<V::Wide>::MOST {
            ROUNDING * (hull.extent() * factor) as f32
        } else {
            f32::INFINITY
        };
        Ok(Self {
            hull,
            lanes,
            rounding,
        })
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

    /// How much two heights in that direction may seem to differ, in the lanes, where they do not.
    fn slack(&self, [x, y, z]: Narrow) -> f32 {
        self.rounding * (x.abs() + y.abs() + z.abs())
    }

    /// The number of the point that is farthest in `direction`, the first of several; none where
    /// the copy is of no use: for a direction or an extent that is no number.
    fn farthest(&self, direction: V::Wide) -> Option<u32> {
        let narrow = narrow(normalized(direction));
        let slack = self.slack(narrow);
        if !slack.is_finite() {
            return None;
        }
        match self.lanes.highest(narrow, slack) {
            Ok(number) => Some(number),
            Err(least) => self.farthest_of(least, narrow, direction),
        }
    }

    /// The number of the point that is farthest in `direction` by the heights in `f64`, the first of
    /// several, among those whose heights in the direction `narrow` are `least` or more.
    #[cold]
    fn farthest_of(&self, least: f32, narrow: Narrow, direction: V::Wide) -> Option<u32> {
        let (direction, _) = scaled_to(self.extent(), direction);
        let (mut best, mut best_height) = (None, f64::NEG_INFINITY);
        self.lanes.at_least(narrow, least, |block, mut candidates| {
            while candidates != 0 {
                let number = block + candidates.trailing_zeros();
                candidates &= candidates - 1;
                let point = self.point(Feature::Vertex(number));
                let height = (point - self.center()).dot(direction);
                // What fills up the last block names the first point, and is no higher than that.
                if height > best_height {
                    (best, best_height) = (Some(number), height);
                }
            }
        });
        best
    }

    /// Whether the copy shows that all points but these are lower in `direction` than the first of these,
    /// by that part of the extent, as [`clear_margin`](crate::support::clear_margin) has it.
    fn others_are_much_lower(&self, direction: V::Wide, vertices: &[u32], margin: f64) -> bool {
        let points = self.points().len();
        let top = vertices.first().map(|top| *top as usize);
        let Some(top) = top.filter(|top| *top < points) else {
            return false;
        };
        let direction = normalized(direction);
        let (along, narrow) = (direction.largest_coordinate(), narrow(direction));
        // What the error of a height is counted with is that of two of them and to spare: the margin may
        // be rounded.
        let slack = self.slack(narrow);
        let margin = 3.0 * margin * along * self.extent() * power_of_two_over(self.extent());
        let least = self.lanes.height(top, narrow) - slack - margin as f32;
        let mut high = 0;
        self.lanes.at_least(narrow, least, |_, candidates| {
            high += candidates.count_ones() as usize;
        });
        // What fills up the last block counts as often as it is there.
        let counts_again = vertices.contains(&(points as u32 - 1));
        let filling = self.lanes.filling(points) * usize::from(counts_again);
        high == vertices.len() + filling
    }
}

/// The coordinates rounded to `f32`.
fn narrow<V: Vector>(vector: V) -> Narrow {
    vector.coordinates().map(|x| x as f32)
}

impl<V: Stored, S: AsRef<[V]>> Support for PackedHull<V, S> {
    type Vector = V::Wide;

    fn support(&self, direction: V::Wide) -> V::Wide {
        self.point(self.feature(direction, None))
    }

    fn feature(&self, direction: V::Wide, near: Option<Feature<V::Wide>>) -> Feature<V::Wide> {
        match self.farthest(direction) {
            Some(number) => Feature::Vertex(number),
            None => self.hull.feature(direction, near),
        }
    }

    fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
        self.hull.point(feature)
    }

    fn center(&self) -> V::Wide {
        self.hull.center()
    }

    fn extent(&self) -> f64 {
        self.hull.extent()
    }

    fn vertex_count(&self) -> Option<u32> {
        self.hull.vertex_count()
    }

    fn others_are_lower(&self, direction: V::Wide, vertices: &[u32], margin: f64) -> bool {
        self.others_are_much_lower(direction, vertices, margin)
            || self.hull.others_are_lower(direction, vertices, margin)
    }
}

#[cfg(test)]
mod tests {
    use super::PackedHull;
    use crate::support::others_are_lower;
    use glam::DVec3;
    use std::vec::Vec;

    // Claim: the copy answers without the list, also where several points are as high as each other: the
    // first of them.
    #[test]
    fn the_copy_answers_by_itself() {
        let corner = |number: u32| {
            let sign = |bit: u32| f64::from(number >> bit & 1) * 2.0 - 1.0;
            DVec3::new(sign(0), sign(1), sign(2))
        };
        let packed = PackedHull::new((0..8).map(corner).collect::<Vec<_>>()).unwrap();
        for number in 0..8 {
            assert_eq!(packed.farthest(corner(number)), Some(number));
        }
        for (direction, first) in [
            (DVec3::X, 1),
            (DVec3::Y, 2),
            (DVec3::Z, 4),
            (-DVec3::X, 0),
            (DVec3::new(1.0, 1.0, 0.0), 3),
        ] {
            assert_eq!(packed.farthest(direction), Some(first), "{direction}");
        }
        assert_eq!(packed.farthest(DVec3::NAN), None);
    }

    /// Numbers from -1 to 1 that fill a mantissa.
    fn numbers() -> impl FnMut() -> f64 {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        move || {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            (bits as i64) as f64 * 2f64.powi(-63)
        }
    }

    // Claim: the copy says of most points that stand out that they do, whatever their number, and of none that
    // does not: here of points that are lower by less and less, or higher.
    #[test]
    fn the_copy_knows_what_is_lower() {
        let mut number = numbers();
        let (mut known, mut open) = (0, 0);
        for round in 0..4000 {
            let count = 2 + round % 9;
            let length = 1.0 + 0.5 * number();
            let direction = DVec3::new(number(), number(), number()).normalize() * length;
            let across = DVec3::new(direction.y, -direction.x, 0.0) * number();
            let mut points: Vec<DVec3> = (0..count)
                .map(|_| DVec3::new(number(), number(), number()) * 0.5 - direction * 2.0)
                .collect();
            let [top, rival] = [round % count, (round + 1) % count];
            points[top] = direction + across;
            // By how much the rival is lower.
            let less = number() * 2f64.powi(-(round as i32 % 40));
            points[rival] = direction * (1.0 - less) - across;
            let packed = PackedHull::new(&points[..]).unwrap();
            for margin in [0.0, 2f64.powi(-24), 2f64.powi(-10)] {
                let vertices = [top as u32];
                let found = packed.others_are_much_lower(direction, &vertices, margin);
                if found {
                    assert!(
                        others_are_lower(&packed, direction, &vertices, margin),
                        "{less:e}"
                    );
                }
                let stands_out = less * direction.length_squared() > 1e-5 + 8.0 * margin;
                if stands_out {
                    assert!(found, "{count} {top} {less:e}");
                }
                *(if found { &mut known } else { &mut open }) += 1;
            }
            // Both stand out together.
            let both = [top as u32, rival as u32];
            let together = less.abs() < 2f64.powi(-26);
            if together {
                assert!(
                    packed.others_are_much_lower(direction, &both, 2f64.powi(-10)),
                    "{less:e}"
                );
            }
        }
        assert!(known > 1000 && open > 1000, "{known} {open}");
        let packed = PackedHull::new([DVec3::X, DVec3::NEG_X]).unwrap();
        assert!(!packed.others_are_much_lower(DVec3::X, &[], 0.0));
        assert!(!packed.others_are_much_lower(DVec3::X, &[2], 0.0));
        assert!(!packed.others_are_much_lower(DVec3::X, &[9], 0.0));
        assert!(!packed.others_are_much_lower(DVec3::NAN, &[0], 0.0));
        assert!(!packed.others_are_much_lower(DVec3::X, &[1], 0.0));
        assert!(packed.others_are_much_lower(DVec3::X * 2f64.powi(-90), &[0], 0.0));
        // What fills up the block is no vertex.
        let mut points = [DVec3::NEG_X; 7];
        points[6] = DVec3::X;
        let packed = PackedHull::new(points).unwrap();
        assert!(packed.others_are_much_lower(DVec3::X, &[6], 0.0));
        assert!(!packed.others_are_much_lower(DVec3::X, &[7, 0], 0.0));
    }
}
