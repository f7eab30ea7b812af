//! Pairs of the shapes of engines, in positions that are ordinary and in those that are not.
//!
//! A search of random pairs meets no parallel faces and no round numbers, and engines meet little
//! else: what lies on a floor, stands in a row or was put there by hand.

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

/// Pairs of a cell: too many for a branch predictor to learn by heart what each of them does.
pub const PAIRS: usize = 32;

/// The queries of a cell: nothing moves.
const QUERIES: [Query; 3] = [Query::Distance, Query::ClosestPoints, Query::Boolean];

/// Pairs of two kinds in one orientation, so far apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimitiveCell {
    /// The kinds of the two shapes.
    pub kinds: [Kind; 2],
    /// How they are turned.
    pub orientation: Orientation,
    /// How far apart they are.
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

    /// The first so many pairs of the cell, in one frame.
    ///
    /// The shapes are the same for all orientations and gaps, but that those of round numbers are
    /// rounded.
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

    /// The races of these contenders over its first so many pairs.
    pub fn races(&self, contenders: &[Contender<Scene>], pairs: usize) -> Vec<Race> {
        Race::all(&self.scene(pairs), contenders, &QUERIES)
    }
}

/// The size of a pair: twice as far as the larger shape reaches.
fn size(shapes: &[Primitive; 2]) -> f64 {
    let [a, b] = shapes.each_ref().map(Primitive::reach);
    2.0 * a.max(b)
}

#[cfg(test)]
mod tests {
    use gjk_core::distance;

    use super::*;
    use crate::speed::scene::posed;

    /// Pairs of each cell that are looked at.
    const LOOKED_AT: usize = 8;

    /// The most by which a gap may miss what is wanted, relative to it: a pose is rounded to `f32`.
    const OFF: f64 = 0.2;

    /// The most that touching shapes are apart or past contact, in sizes: what a pose is rounded by.
    const TOUCH: f64 = 3e-7;

    /// The gap of each pair that is looked at, in sizes.
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

    // Claim: the gap is what it is called; shapes that touch do so but for the rounding of their
    // poses; those that overlap do, and shallow overlap ends within two hundredths of a size.
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

    // Claim: bodies of a stack have one turned orientation, parallel and round ones none.
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

    // Claim: round numbers have few digits: shapes and places are multiples of a millionth.
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
