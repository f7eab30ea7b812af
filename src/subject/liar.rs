//! `gjk-core` with a proposer that lies: its proofs and its steps without rounding must answer all the same.

use gjk_core::{Feature, Settings, Shape, Simplex, Vector};

use super::gjk_core::{Asked, Dynamic};
use super::{Answer, Closest, Proximity, Setting, Subject};
use crate::case::Case;

/// What proposes the simplex of an answer about polytopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proposer {
    /// The search of `gjk-core`.
    Search,
    /// Vertices drawn at random.
    Random,
    /// Those that are farthest from the nearest.
    Worst,
}

/// The crate under test, which proves what a liar proposes.
pub struct Liar {
    name: &'static str,
    proposer: Proposer,
}

impl Liar {
    /// Whether a liar keeps that property. The laws that compare two queries bit for bit, of which one asks about the shapes
    /// turned around, are of the search: a liar draws other lots for them.
    pub fn is_bound_by(property: &str) -> bool {
        !["law: swap", "law: flip"].contains(&property)
    }
}

/// All liars.
pub static LIARS: [Liar; 2] = [
    Liar {
        name: "gjk-core-random-proposal",
        proposer: Proposer::Random,
    },
    Liar {
        name: "gjk-core-worst-proposal",
        proposer: Proposer::Worst,
    },
];

impl Subject for Liar {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        "the crate under test, where a liar proposes the simplex that it proves"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        Asked::of(case, self.proposer).answer()
    }

    fn distance(&self, case: &Case) -> Option<f64> {
        Asked::of(case, self.proposer).distance()
    }

    fn answer_with(&self, case: &Case, setting: Setting<'_>) -> Option<Closest> {
        Asked::of(case, self.proposer).answer_with(setting)
    }

    fn proximity(&self, case: &Case, margin: f64) -> Option<Proximity> {
        Asked::of(case, self.proposer).proximity(margin)
    }
}

impl Proposer {
    /// The settings of a query about two shapes.
    pub(super) fn settings<V: Vector>(self, a: &Dynamic<V>, b: &Dynamic<V>) -> Settings<V> {
        let settings = Settings::default();
        let (a, b) = (a.body(), b.body());
        let Some(counts) = a.vertex_count().zip(b.vertex_count()) else {
            return settings;
        };
        // From the place of the shapes, so that a case has the same lie in every run and at every scale.
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
                    let aside = V::of_coordinates([(); 3].map(|()| lots.number()));
                    let way = between * (1.0 / between.largest_coordinate()) + aside * 0.25;
                    let way = if way.is_finite() { way } else { aside };
                    let number = |feature| match feature {
                        Feature::Vertex(number) => number,
                        _ => 0,
                    };
                    [
                        number(a.farthest(way, None).0),
                        number(b.farthest(-way, None).0),
                    ]
                }
            };
        }
        settings.proposal(Simplex::of_vertices(&numbers[..count]))
    }
}

/// Lots, drawn from a seed (xorshift, after G. Marsaglia, 2003).
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
