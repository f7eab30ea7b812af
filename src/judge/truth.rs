//! The truth about a case: exact numbers, and the units that errors are measured in.

use std::cmp::Ordering;

use gjk_reference::{Contact, Distance, Hull, Nearest, Pair, Polytope};

use crate::case::{Case, Core, Dim, Rotation};

/// The exact answer to a case of polytopes and round shapes over polytope cores.
pub struct Truth {
    /// What the solver sees of the two shapes.
    pub cores: [Core; 2],
    /// The two cores in integers.
    pub pair: Pair,
    /// The distance of the cores.
    pub core_distance: Distance,
    /// How the closed shapes lie to each other.
    pub contact: Contact,
    /// One ulp of the largest length that the solver must handle: the largest length in the
    /// Minkowski difference of the shapes or, for shapes in a rotated pose, the largest coordinate
    /// that the rotation rounds, whichever is larger.
    pub unit: f64,
    /// One ulp of the largest coordinate of the two shapes in the world, or of the above.
    pub world_unit: f64,
    dim: Dim,
}

impl Truth {
    /// The truth about `case`; `None` if it has shapes that have no core, or lengths beyond the
    /// largest float.
    pub fn of(case: &Case) -> Option<Truth> {
        let cores = case.cores()?;
        let [a, b] = &cores;
        let length = largest_length(a, b).max(rotated_size(case, &cores));
        let coordinate = largest_coordinate(a).max(largest_coordinate(b));
        let (unit, world_unit) = (ulp(length), ulp(length.max(coordinate)));
        if !(unit.is_finite() && world_unit.is_finite()) {
            return None;
        }
        let pair = Pair::new(&polytope(a), &polytope(b)).ok()?;
        let nearest = Nearest::of(&pair);
        let contact = contact(&pair, &nearest, [a.radius, b.radius], case.dim);
        Some(Truth {
            contact,
            unit,
            world_unit,
            core_distance: nearest.distance,
            pair,
            dim: case.dim,
            cores,
        })
    }

    /// The two radii.
    pub fn radii(&self) -> [f64; 2] {
        [self.cores[0].radius, self.cores[1].radius]
    }

    /// `claim` minus the exact distance of the shapes, which is zero when they intersect.
    pub fn distance_error(&self, claim: f64) -> f64 {
        match self.contact {
            Contact::Separated => self.gap_error(claim),
            _ => claim,
        }
    }

    /// `claim` minus the exact distance of the cores less the radii: below zero where the radii
    /// overlap.
    fn gap_error(&self, claim: f64) -> f64 {
        let [a, b] = self.radii();
        self.core_distance.error_of(&[claim, a, b])
    }

    /// How the exact distance of the shapes compares with `claim`.
    pub fn cmp_distance(&self, claim: f64) -> Ordering {
        let [a, b] = self.radii();
        match self.contact {
            Contact::Separated => self.core_distance.cmp_sum(&[claim, a, b]),
            _ => 0.0f64.total_cmp(&claim),
        }
    }

    /// An enclosure of the exact distance of the shapes.
    pub fn distance(&self) -> [f64; 2] {
        if self.contact != Contact::Separated {
            return [0.0, 0.0];
        }
        let [a, b] = self.radii();
        if a == 0.0 && b == 0.0 {
            let (lower, upper) = self.core_distance.bounds();
            return [lower, upper];
        }
        // The error of the claim zero is minus the distance, to 14 digits.
        let distance = -self.gap_error(0.0);
        [distance, distance]
    }

    /// The exact penetration depth of the shapes, rounded; zero unless they overlap. Slow.
    pub fn depth(&self) -> f64 {
        if self.contact != Contact::Overlapping {
            return 0.0;
        }
        if !self.core_distance.is_zero() {
            return self.gap_error(0.0);
        }
        let hull = match self.dim {
            Dim::Two => Hull::of_planar(&self.pair),
            Dim::Three => Hull::of(&self.pair),
        };
        let [a, b] = self.radii();
        hull.depth().approx() + a + b
    }
}

fn contact(pair: &Pair, nearest: &Nearest, [a, b]: [f64; 2], dim: Dim) -> Contact {
    if a > 0.0 || b > 0.0 {
        return match nearest.distance.cmp_sum(&[a, b]) {
            Ordering::Greater => Contact::Separated,
            Ordering::Equal => Contact::Touching,
            Ordering::Less => Contact::Overlapping,
        };
    }
    match dim {
        Dim::Two => Contact::of_planar(pair, nearest),
        Dim::Three => Contact::of(pair, nearest),
    }
}

fn polytope(core: &Core) -> Polytope<'_> {
    Polytope {
        points: &core.vertices,
        origin: core.origin,
    }
}

/// The largest length of a difference of a point of A and a point of B.
fn largest_length(a: &Core, b: &Core) -> f64 {
    let mut largest = 0.0;
    for p in &a.vertices {
        for q in &b.vertices {
            let difference: [f64; 3] =
                std::array::from_fn(|i| (p[i] - q[i]) + (a.origin[i] - b.origin[i]));
            largest = f64::max(largest, hypot(difference));
        }
    }
    largest + a.radius + b.radius
}

/// The largest length of a vertex that a pose has rotated.
fn rotated_size(case: &Case, cores: &[Core; 2]) -> f64 {
    let mut largest = 0.0;
    for (shape, core) in [&case.a, &case.b].into_iter().zip(cores) {
        let rotated = shape
            .pose
            .as_ref()
            .is_some_and(|p| p.rotation != Rotation::Identity);
        if rotated {
            largest = core
                .vertices
                .iter()
                .fold(largest, |l, v| f64::max(l, hypot(*v)));
        }
    }
    largest
}

/// The largest coordinate of a vertex in the world, or of one of the two terms that it is the sum
/// of.
fn largest_coordinate(core: &Core) -> f64 {
    let size = |v: &[f64; 3], i: usize| {
        let (v, origin) = (v[i], core.origin[i]);
        (v + origin).abs().max(v.abs()).max(origin.abs())
    };
    core.vertices
        .iter()
        .flat_map(|v| (0..3).map(move |i| size(v, i)))
        .fold(0.0, |largest, coordinate| {
            f64::max(largest, coordinate + core.radius)
        })
}

fn hypot([x, y, z]: [f64; 3]) -> f64 {
    x.hypot(y).hypot(z)
}

/// The distance from `x` to the next larger number; the least positive number for zero.
pub(super) fn ulp(x: f64) -> f64 {
    x.abs().next_up() - x.abs()
}
