//! Where the cases of the tests come from: random numbers, the small scope, and families of pairs.

use gjk_reference::{Pair, Polytope};

/// A fixed sequence of random numbers: SplitMix64, Steele, Lea and Flood (2014).
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// The sequence with this seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u64
    }

    /// A float of 53 random bits from -1 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e3779b97f4a7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d049bb133111eb);
        mixed ^ (mixed >> 31)
    }
}

/// The pair of two sets of points, of which the first is moved to `origin`.
pub(crate) fn pair_of(a: &[[f64; 3]], origin: [f64; 3], b: &[[f64; 3]]) -> Pair {
    let a = Polytope { points: a, origin };
    let b = Polytope {
        points: b,
        origin: [0.0; 3],
    };
    Pair::new(&a, &b).expect("the points of a test are finite")
}

/// Eight or fewer corners of the unit cube, one for each bit of `subset`.
pub(crate) fn cube_subset(subset: usize) -> Vec<[f64; 3]> {
    let mut points = Vec::new();
    for corner in 0..8 {
        if subset & (1 << corner) != 0 {
            let (x, y, z) = (corner & 1, (corner >> 1) & 1, corner >> 2);
            points.push([x as f64, y as f64, z as f64]);
        }
    }
    points
}

/// How many cases the small scope has: each two subsets, at each of 27 offsets.
pub(crate) const SMALL_SCOPE: usize = 255 * 255 * 27;

/// Case `index` of the small scope.
pub(crate) fn small_scope(index: usize) -> Pair {
    let offset = index % 27;
    let axis = |power: usize| (offset / power % 3) as f64 - 1.0;
    let a = cube_subset(index / 27 % 255 + 1);
    let b = cube_subset(index / 27 / 255 + 1);
    pair_of(&a, [axis(1), axis(3), axis(9)], &b)
}

/// From four to eight points anywhere around each of two centres, at most 2.5 apart.
pub(crate) fn random_pair(random: &mut Random) -> Pair {
    let mut shapes = Vec::new();
    for _ in 0..2 {
        let mut points = Vec::new();
        for _ in 0..4 + random.below(5) {
            points.push([random.unit(), random.unit(), random.unit()]);
        }
        shapes.push(points);
    }
    let gap = 1.25 * (random.unit() + 1.0);
    let origin = [
        gap * random.unit(),
        gap * random.unit(),
        gap * random.unit(),
    ];
    pair_of(&shapes[0], origin, &shapes[1])
}

/// From one to five points each on a grid of whole numbers, of which the axes may be collapsed: so
/// points repeat, lie on a line or in a plane, and shapes touch.
pub(crate) fn degenerate_pair(random: &mut Random) -> Pair {
    let mut spans = [0; 3];
    for span in &mut spans {
        *span = 1 + random.below(3);
    }
    let mut shapes = Vec::new();
    for _ in 0..2 {
        let mut points = Vec::new();
        for _ in 0..1 + random.below(5) {
            let mut point = [0.0; 3];
            for (axis, span) in spans.iter().enumerate() {
                point[axis] = random.below(*span) as f64;
            }
            points.push(point);
        }
        shapes.push(points);
    }
    let mut origin = [0.0; 3];
    for coordinate in &mut origin {
        *coordinate = random.below(3) as f64 - 1.0;
    }
    pair_of(&shapes[0], origin, &shapes[1])
}

/// `count` points each near the unit sphere around two centres that are 1.5 apart in each axis.
pub(crate) fn ball_pair(random: &mut Random, count: usize) -> Pair {
    let mut shapes = Vec::new();
    for _ in 0..2 {
        let mut points = Vec::new();
        while points.len() < count {
            let point = [random.unit(), random.unit(), random.unit()];
            let square = point[0] * point[0] + point[1] * point[1] + point[2] * point[2];
            if (0.8..=1.0).contains(&square) {
                points.push(point);
            }
        }
        shapes.push(points);
    }
    pair_of(
        &shapes[0],
        [
            1.5 * random.unit(),
            1.5 * random.unit(),
            1.5 * random.unit(),
        ],
        &shapes[1],
    )
}

/// From one to five points each, whose coordinates have exponents from -100 to 100.
pub(crate) fn mixed_exponent_pair(random: &mut Random) -> Pair {
    let mut shapes = Vec::new();
    for _ in 0..2 {
        let mut points = Vec::new();
        for _ in 0..1 + random.below(5) {
            let mut point = [0.0; 3];
            for coordinate in &mut point {
                *coordinate = random.unit() * 2f64.powi(random.below(201) as i32 - 100);
            }
            points.push(point);
        }
        shapes.push(points);
    }
    pair_of(&shapes[0], [0.0; 3], &shapes[1])
}
