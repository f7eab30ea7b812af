//! The pairs that are timed: convex polytopes in world coordinates, all of them `f32`.
//!
//! The second shape approaches the first along a random line until the gap is right. (If it slid
//! along the direction in which they are closest, vertices would keep facing vertices, and near
//! shapes would look easier than they are.)

use gjk_core::{Hull, distance};
use glam::{DVec3, Vec3};

use super::draw::Draw;
use super::family::{Family, Solid};
use super::motion::{Frame, SLOW, frames};
use super::placement::Placement;
use crate::case::Dim;

/// Selects the corpus.
const SEED: u64 = 9;

/// The total number of vertices of a cell, if the number of pairs is then among [`PAIRS`].
const VERTICES: usize = 1 << 13;

/// The least and the largest number of pairs of a cell: too many for a branch predictor to learn.
const PAIRS: [usize; 2] = [16, 128];

/// How far the centre of the first shape is from the origin, along each axis.
const OFF_ORIGIN: f64 = 0.5;

/// How far the line of approach passes from the centre of the first shape, along each axis.
const OFF_CENTER: f64 = 0.1;

/// The initial distance of the approach, in sizes.
const APPROACH: f64 = 4.0;

/// Halvings of the line of approach: down to the rounding of `f32`.
const HALVINGS: u32 = 32;

/// The relative tolerance of a gap.
const GAP_TOLERANCE: f64 = 0.2;

/// How far past contact a shallow overlap is, in sizes.
const SHALLOW: f64 = 0.01;

/// What remains of the distance from contact to centre in a deep overlap.
const DEEP: f64 = 0.2;

/// Two shapes, and the motion of the second. In 2D all z are zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The vertices of the first shape.
    pub a: Vec<Vec3>,
    /// The vertices of the second shape.
    pub b: Vec<Vec3>,
    /// A slow motion of the second shape, forward and back: the first frame is one step from the
    /// last.
    pub frames: Vec<Frame>,
}

/// The pairs of one family in one placement.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The family of both shapes.
    pub family: Family,
    /// Their placement.
    pub placement: Placement,
    /// The pairs.
    pub pairs: Vec<Pair>,
}

impl Cell {
    /// The cell as it is timed.
    pub fn new(family: Family, placement: Placement) -> Self {
        let [least, most] = PAIRS;
        let pairs = (VERTICES / family.vertices).clamp(least, most);
        Self::with_pairs(family, placement, pairs)
    }

    /// The first pairs of the cell, which is endless.
    pub fn with_pairs(family: Family, placement: Placement, pairs: usize) -> Self {
        let mut draw = Draw::new(seed(family, placement));
        let all = std::iter::repeat_with(|| Pair::drawn(family, placement, &mut draw));
        Self {
            family,
            placement,
            pairs: all.flatten().take(pairs).collect(),
        }
    }

    /// 2D or 3D.
    pub fn dim(&self) -> Dim {
        self.family.dim()
    }
}

impl Pair {
    /// The size that placements refer to.
    pub fn size(&self) -> f64 {
        diagonal(&self.a).max(diagonal(&self.b))
    }

    /// `None` if the line of approach misses, or rounding to `f32` spoils the gap.
    fn drawn(family: Family, placement: Placement, draw: &mut Draw) -> Option<Self> {
        let dim = family.dim();
        let center = draw.vector(dim, OFF_ORIGIN);
        let a = rounded(&family.shape(draw), center);
        let shape = family.shape(draw);
        let base = center + draw.vector(dim, OFF_CENTER);
        let direction = draw.direction(dim);
        let size = diagonal(&a).max(diagonal(&rounded(&shape, DVec3::ZERO)));
        let hull = Hull::new(&a[..]).ok()?;

        let at = |way: f64| rounded(&shape, base + direction * way);
        let gap = |way: f64| {
            let there = Hull::new(at(way)).expect("finite vertices");
            distance(&hull, &there) / size
        };
        if gap(0.0) > 0.0 {
            return None;
        }
        let wanted = placement.gap().unwrap_or(0.0);
        let (mut within, mut beyond) = (0.0, APPROACH * size);
        for _ in 0..HALVINGS {
            let way = (within + beyond) / 2.0;
            if gap(way) <= wanted {
                within = way;
            } else {
                beyond = way;
            }
        }
        let way = match placement {
            Placement::Shallow => within - SHALLOW * size,
            Placement::Deep => within * DEEP,
            Placement::Far | Placement::Near | Placement::Touch => within,
        };
        let off = (gap(way) - wanted).abs();
        (off <= GAP_TOLERANCE * wanted).then(|| Self {
            a,
            b: at(way),
            frames: frames(dim, base + direction * way, size, SLOW, draw),
        })
    }
}

/// The vertices moved by `offset`, as `f32`.
fn rounded(shape: &[DVec3], offset: DVec3) -> Vec<Vec3> {
    shape.iter().map(|p| (p + offset).as_vec3()).collect()
}

/// The diagonal of the bounding box.
fn diagonal(points: &[Vec3]) -> f64 {
    let low = points.iter().copied().reduce(Vec3::min);
    let high = points.iter().copied().reduce(Vec3::max);
    low.zip(high).map_or(0.0, |(low, high)| {
        (high.as_dvec3() - low.as_dvec3()).length()
    })
}

fn seed(family: Family, placement: Placement) -> u64 {
    let solid = match family.solid {
        Solid::Sphere => 0,
        Solid::Box => 1,
        Solid::Tetra => 2,
        Solid::Prism => 3,
        Solid::Cone => 4,
        Solid::Polygon => 5,
    };
    let parts = [solid, family.vertices as u64, placement as u64];
    // Each part has its own bits.
    parts
        .into_iter()
        .fold(SEED, |seed, part| (seed << 20) + part)
}

#[cfg(test)]
mod tests {
    use gjk_reference::{Nearest, Pair as Exact, Polytope};

    use super::*;
    use crate::speed::FAMILIES;

    /// Pairs of each cell that are checked.
    const LOOKED_AT: usize = 2;

    /// The most vertices for which the exact distance is fast.
    const FEW: usize = 64;

    fn cells() -> impl Iterator<Item = Cell> {
        let few = FAMILIES.into_iter().filter(|family| family.vertices <= FEW);
        few.flat_map(|family| {
            Placement::ALL.map(|placement| Cell::with_pairs(family, placement, LOOKED_AT))
        })
    }

    /// The exact distance, rounded.
    fn exact(pair: &Pair) -> f64 {
        let wide = |points: &[Vec3]| -> Vec<[f64; 3]> {
            points.iter().map(|p| p.as_dvec3().to_array()).collect()
        };
        let (a, b) = (wide(&pair.a), wide(&pair.b));
        let polytope = |points| Polytope {
            points,
            origin: [0.0; 3],
        };
        let (a, b) = (polytope(&a), polytope(&b));
        let pair = Exact::new(&a, &b).expect("finite vertices");
        Nearest::of(&pair).distance.approx()
    }

    // Claim: the gap is that of the placement, by exact arithmetic; overlaps overlap. Coordinates
    // are `f32` by type, and finite.
    #[test]
    fn gaps_are_what_the_placement_says() {
        for cell in cells() {
            assert_eq!(cell.pairs.len(), LOOKED_AT);
            for pair in &cell.pairs {
                let name = format!("{} {}", cell.family, cell.placement.name());
                for shape in [&pair.a, &pair.b] {
                    assert_eq!(shape.len(), cell.family.vertices, "{name}");
                    assert!(shape.iter().all(|p| p.is_finite()), "{name}");
                }
                let gap = exact(pair) / pair.size();
                match cell.placement.gap() {
                    // The pair was placed by the size of the shape before rounding.
                    Some(wanted) => {
                        let off = (gap / wanted - 1.0).abs();
                        assert!(off < GAP_TOLERANCE + 1e-3, "{name}: {gap:e}");
                    }
                    None => assert_eq!(gap, 0.0, "{name}"),
                }
            }
        }
    }

    // Claim: the same pairs each time, and other pairs in each cell.
    #[test]
    fn cells_are_drawn_alike_and_apart() {
        let (once, again): (Vec<_>, Vec<_>) = (cells().collect(), cells().collect());
        assert_eq!(once, again);
        let mut firsts: Vec<_> = once
            .iter()
            .map(|cell| cell.pairs[0].a[0].to_array())
            .collect();
        firsts.sort_by(|p, q| p.partial_cmp(q).expect("numbers"));
        firsts.dedup();
        assert_eq!(firsts.len(), once.len());
    }
}
