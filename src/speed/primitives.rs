//! Pairs of primitives, in ordinary positions and in general ones.
//!
//! Random pairs have no parallel faces and no round numbers, while in engines most pairs do: bodies
//! on a floor, in a row, or placed by hand.

mod gap;
mod orientation;
mod place;

pub use gap::Gap;
pub use orientation::Orientation;

use super::contender::Contender;
use super::primitive::{Kind, Primitive};
use super::query::Query;
use super::race::Race;
use super::scene::{Candidate, Scene};
use place::Place;

/// Pairs of a cell: too many for a branch predictor to learn.
pub const PAIRS: usize = 32;

/// The queries of a cell, without motion.
const QUERIES: [Query; 3] = [Query::Distance, Query::ClosestPoints, Query::Boolean];

/// Pairs of two kinds in one orientation, with one gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimitiveCell {
    /// The kinds of the two shapes.
    pub kinds: [Kind; 2],
    /// Their orientation.
    pub orientation: Orientation,
    /// Their gap.
    pub gap: Gap,
}

impl PrimitiveCell {
    /// All cells, in the order of the tables.
    pub fn all() -> impl Iterator<Item = Self> {
        let oriented = |kinds: [Kind; 2]| Orientation::ALL.map(|orientation| (kinds, orientation));
        let cells = |(kinds, orientation)| {
            Gap::ALL.map(|gap| Self {
                kinds,
                orientation,
                gap,
            })
        };
        Kind::pairs().flat_map(oriented).flat_map(cells)
    }

    /// Its name in tables.
    pub fn name(&self) -> String {
        let [a, b] = self.kinds.map(Kind::name);
        let [orientation, gap] = [self.orientation.name(), self.gap.name()];
        format!("{a}-{b} {orientation} {gap}")
    }

    /// The first pairs of the cell, in one frame.
    ///
    /// The shapes are the same for all orientations and gaps, except that round ones are rounded.
    pub fn scene(&self, pairs: usize) -> Scene {
        let mut shapes = Vec::new();
        let mut frame = Vec::new();
        for place in (0..)
            .filter_map(|number| Place::new(self, number))
            .take(pairs)
        {
            shapes.extend(place.shapes);
            frame.extend(place.at);
        }
        let pair = |slot| Candidate {
            frame: 0,
            a: 2 * slot,
            b: 2 * slot + 1,
            slot,
        };
        Scene {
            shapes,
            frames: vec![frame],
            candidates: (0..pairs).map(pair).collect(),
            slots: pairs,
        }
    }

    /// The races of these contenders over its first pairs.
    pub fn races(&self, contenders: &[Contender<Scene>], pairs: usize) -> Vec<Race> {
        Race::all(&self.scene(pairs), contenders, &QUERIES)
    }
}

/// The size of a pair: twice the distance of the farthest point of the larger shape from its
/// origin.
fn size(shapes: &[Primitive; 2]) -> f64 {
    let [a, b] = shapes.each_ref().map(Primitive::reach);
    2.0 * a.max(b)
}

#[cfg(test)]
mod tests {
    use gjk_core::distance;

    use super::*;
    use crate::speed::scene::posed;

    /// Pairs of each cell that are checked.
    const LOOKED_AT: usize = 8;

    /// The relative tolerance of a gap, since a pose is rounded to `f32`.
    const OFF: f64 = 0.2;

    /// The largest gap or depth of touching shapes, in sizes: the rounding of a pose.
    const TOUCH: f64 = 3e-7;

    /// The gap of each checked pair, in sizes.
    fn gaps(cell: &PrimitiveCell, nearer: f64) -> Vec<f64> {
        let scene = cell.scene(LOOKED_AT);
        let gap = |pair: &Candidate| {
            let size = match cell.orientation {
                Orientation::Round => 1.0,
                _ => size(&[pair.a, pair.b].map(|body| scene.shapes[body].clone())),
            };
            let [at_a, mut at_b] = [pair.a, pair.b].map(|body| scene.frames[0][body]);
            let way = at_b.shift - at_a.shift;
            at_b.shift -= way.normalize_or_zero() * nearer * size;
            let a = posed(&scene.shapes[pair.a], &at_a).expect("finite numbers");
            let b = posed(&scene.shapes[pair.b], &at_b).expect("finite numbers");
            distance(&a, &b) / size
        };
        scene.candidates.iter().map(gap).collect()
    }

    // Claim: the gap is the stated one. Touching shapes touch up to the rounding of their poses;
    // overlapping ones overlap, and shallow overlap ends within two hundredths of a size.
    #[test]
    fn gaps_are_what_they_are_called() {
        for cell in PrimitiveCell::all() {
            for gap in gaps(&cell, 0.0) {
                let holds = match (cell.gap, cell.gap.sizes()) {
                    (Gap::Touching, _) => gap < TOUCH,
                    (Gap::Deep, _) | (Gap::Shallow, _) => gap == 0.0,
                    (_, Some(wanted)) => (gap / wanted - 1.0).abs() < OFF,
                    (_, None) => false,
                };
                assert!(holds, "{}: {gap:e}", cell.name());
            }
            match cell.gap {
                Gap::Touching => {
                    let nearer = gaps(&cell, 2.0 * TOUCH);
                    assert!(nearer.iter().all(|gap| *gap == 0.0), "{}", cell.name());
                }
                Gap::Shallow => {
                    let farther = gaps(&cell, -0.03);
                    assert!(farther.iter().all(|gap| *gap > 0.0), "{}", cell.name());
                }
                _ => {}
            }
        }
    }

    // Claim: bodies of a stack have one rotated orientation, parallel and round ones none.
    #[test]
    fn orientations_are_what_they_are_called() {
        for cell in PrimitiveCell::all() {
            let scene = cell.scene(LOOKED_AT);
            for pair in scene.candidates.iter() {
                let [a, b] = [pair.a, pair.b].map(|body| scene.frames[0][body].turn);
                let is_upright = a == glam::DQuat::IDENTITY;
                let (same, upright) = match cell.orientation {
                    Orientation::General => (false, false),
                    Orientation::Parallel | Orientation::Round => (true, true),
                    Orientation::Stacked => (true, false),
                };
                assert_eq!((a == b, is_upright), (same, upright), "{}", cell.name());
            }
        }
    }

    // Claim: round numbers have few digits: shapes and positions are multiples of a millionth.
    #[test]
    fn round_numbers_are_round() {
        let is_round = |number: f64| {
            let decimal = (number * 1e6).round() / 1e6;
            decimal as f32 == number as f32
        };
        let round = |cell: &PrimitiveCell| cell.orientation == Orientation::Round;
        for cell in PrimitiveCell::all().filter(round) {
            let scene = cell.scene(LOOKED_AT);
            for at in &scene.frames[0] {
                let numbers = at.shift.to_array();
                assert!(numbers.into_iter().all(is_round), "{}: {at:?}", cell.name());
            }
        }
    }

    // Claim: the cells differ, and are the same each time.
    #[test]
    fn cells_are_drawn_alike() {
        assert_eq!(PrimitiveCell::all().count(), 15 * 4 * 6);
        for cell in PrimitiveCell::all().step_by(7) {
            let [once, again] = [2, 2].map(|pairs| cell.scene(pairs));
            assert_eq!(once.shapes, again.shapes);
            assert_eq!(once.frames, again.frames);
        }
    }
}
