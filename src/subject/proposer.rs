//! Who proposes the simplex that `gjk-core` proves.

use gjk_core::{Feature, Settings, Shape, Simplex, Vector};

/// The proposer of the simplex of an answer about polytopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proposer {
    /// The search of `gjk-core`.
    Search,
    /// Vertices drawn at random.
    Random,
    /// The vertices farthest from the closest ones.
    Worst,
}

impl Proposer {
    /// The settings of a query about two shapes.
    pub(super) fn settings<V: Vector>(
        self,
        a: &impl Shape<Vector = V>,
        b: &impl Shape<Vector = V>,
    ) -> Settings<V> {
        let settings = Settings::default();
        let (a, b) = (a.body(), b.body());
        let Some(counts) = a.vertex_count().zip(b.vertex_count()) else {
            return settings;
        };
        // Seeded by the positions of the shapes, so that a case has the same lie in every run and
        // at every scale.
        let between = (a.center() - b.center()) + (a.origin() - b.origin());
        let mantissa = between.largest_coordinate().to_bits() << 12;
        let mut lots = Lots(mantissa ^ u64::from(counts.0));
        let count = 1 + lots.below(V::DIMENSION as u32 + 1) as usize;
        let mut numbers = [[0; 2]; 4];
        for pair in &mut numbers[..count] {
            *pair = match self {
                Self::Search => return settings,
                Self::Random => [lots.below(counts.0), lots.below(counts.1)],
                Self::Worst => {
                    let aside = V::of_space([(); 3].map(|()| lots.number()).into());
                    let way = between * (1.0 / between.largest_coordinate()) + aside * 0.25;
                    let way = if way.is_finite() { way } else { aside };
                    let number = |feature| match feature {
                        Feature::Vertex(number) => number,
                        _ => 0,
                    };
                    [number(a.farthest(way, 0).0), number(b.farthest(-way, 0).0)]
                }
            };
        }
        settings.proposal(Simplex::of_vertices(&numbers[..count]))
    }
}

/// Random numbers from a seed (xorshift, after G. Marsaglia, 2003).
struct Lots(u64);

impl Lots {
    fn next(&mut self) -> u64 {
        self.0 |= 1;
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: u32) -> u32 {
        (self.next() % u64::from(count.max(1))) as u32
    }

    /// A number from -1 to 1.
    fn number(&mut self) -> f64 {
        self.next() as f64 / 2f64.powi(63) - 1.0
    }
}
