//! The truth about a case: exact numbers, and the units of errors.

use std::cell::OnceCell;
use std::cmp::Ordering;

use gjk_reference::curved::{self, Curved, Enclosure};
use gjk_reference::{Contact, Distance, Gap, Hull, Nearest, Pair, Polytope, support_gap};
use glam::{DVec2, DVec3};

use super::unit::{largest_coordinate, largest_length, rotated_size, ulp};
use crate::case::{Case, Core, Dim, Solid};
use crate::subject::Vertex;

/// The exact answer to a case: a number if both shapes are polytopes or sphere-swept polytopes, an
/// interval if one is curved.
pub struct Truth {
    /// The two shapes as the solver sees them.
    pub cores: [Core; 2],
    /// The bounds of the distance of the cores; equal for polytopes.
    pub core_distance: [Distance; 2],
    /// Whether the closed shapes are apart, touch or overlap. `None` for curved shapes nearer to
    /// contact than the width of the interval, about 2^-58 of the largest length.
    pub contact: Option<Contact>,
    /// One ulp of the largest length that the solver must handle: the largest length in the
    /// Minkowski difference of the shapes or, for shapes in a rotated pose, the largest coordinate
    /// that the rotation rounds, whichever is larger.
    pub unit: f64,
    /// One ulp of the largest coordinate of the two shapes in the world, or of the above.
    pub world_unit: f64,
    dim: Dim,
    /// Both cores in integers, if they are polytopes.
    pair: Option<Pair>,
    /// A direction that separates or nearly separates curved cores, from the second to the first.
    pub(crate) direction: [f64; 3],
    /// Cached, as most properties report it.
    distance: OnceCell<[f64; 2]>,
}

impl Truth {
    /// The truth about `case`; `None` if lengths exceed the largest float.
    pub fn of(case: &Case) -> Option<Truth> {
        Truth::proposed(case, &[])
    }

    /// The same, faster if a subject's `simplex` spans the closest points of the cores. Exact
    /// numbers decide whether it does, so a wrong one costs time only.
    pub fn proposed(case: &Case, simplex: &[Vertex]) -> Option<Truth> {
        let cores = case.cores();
        let [a, b] = &cores;
        // Sums of radii may overflow, and no exact number represents infinity.
        let mut length = largest_length(a, b).max(rotated_size(case, &cores));
        let coordinate = largest_coordinate(a).max(largest_coordinate(b));
        if !(ulp(length).is_finite() && ulp(length.max(coordinate)).is_finite()) {
            return None;
        }
        let (pair, core_distance, contact, direction);
        if let (Some(vertices_a), Some(vertices_b)) = (a.vertices(), b.vertices()) {
            let exact = Pair::new(&polytope(vertices_a, a), &polytope(vertices_b, b)).ok()?;
            let proposal = indices([vertices_a, vertices_b], simplex);
            let nearest = Nearest::proposed(&exact, &proposal);
            contact = Some(contact_of(&exact, &nearest, [a.radius, b.radius], case.dim));
            // The length of a difference may round to zero if two posed points nearly coincide.
            length = length.max(nearest.distance.approx() + a.radius + b.radius);
            core_distance = [nearest.distance.clone(), nearest.distance];
            direction = [0.0; 3];
            pair = Some(exact);
        } else {
            let planar = case.dim == Dim::Two;
            let enclosure = Enclosure::of(&shape(a), &shape(b), planar).ok()?;
            contact = enclosure.contact();
            direction = enclosure.direction;
            core_distance = [enclosure.lower, enclosure.upper];
            pair = None;
        }
        Some(Truth {
            contact,
            unit: ulp(length),
            world_unit: ulp(length.max(coordinate)),
            core_distance,
            pair,
            direction,
            dim: case.dim,
            cores,
            distance: OnceCell::new(),
        })
    }

    /// Both cores in integers, if they are polytopes.
    pub fn pair(&self) -> Option<&Pair> {
        self.pair.as_ref()
    }

    /// The two radii.
    pub fn radii(&self) -> [f64; 2] {
        [self.cores[0].radius, self.cores[1].radius]
    }

    /// Bounds of `claim` minus the exact distance of the shapes, which is zero if they intersect.
    pub fn distance_error(&self, claim: f64) -> [f64; 2] {
        match self.contact {
            Some(Contact::Separated) => self.gap_error(claim),
            Some(_) => [claim, claim],
            None => [self.gap_error(claim)[0].min(claim), claim],
        }
    }

    /// By how much bounds do not enclose the exact distance; not positive if they do.
    pub fn bounds_error(&self, [lower, upper]: [f64; 2]) -> f64 {
        let [_, excess] = self.distance_error(lower);
        let [shortfall, _] = self.distance_error(upper);
        f64::max(excess, -shortfall)
    }

    /// Bounds of `claim` minus the distance of the cores without the radii: negative if the radii
    /// overlap.
    fn gap_error(&self, claim: f64) -> [f64; 2] {
        let [a, b] = self.radii();
        let [lower, upper] = &self.core_distance;
        let least = upper.error_of(&[claim, a, b]);
        // The distance of polytopes is one number.
        let greatest = match self.pair {
            Some(_) => least,
            None => lower.error_of(&[claim, a, b]),
        };
        [least, greatest]
    }

    /// How far the shapes are from the class that a verdict claims: their distance, or their depth
    /// as in [`Truth::depth`]; zero for touching shapes called separated. `None` if the verdict is
    /// right, or the exact numbers do not decide.
    pub fn verdict_error(&self, intersects: bool, along: Option<DVec3>) -> Option<f64> {
        match (self.contact?, intersects) {
            (Contact::Separated, true) => Some(self.distance()[1]),
            (Contact::Touching, false) => Some(0.0),
            (Contact::Overlapping, false) => Some(self.depth(along)),
            _ => None,
        }
    }

    /// Whether the exact distance of the shapes may be above `claim`.
    pub fn may_exceed(&self, claim: f64) -> bool {
        let [a, b] = self.radii();
        match self.contact {
            Some(Contact::Touching | Contact::Overlapping) => claim < 0.0,
            _ if claim == f64::INFINITY => false,
            _ => self.core_distance[1].cmp_sum(&[claim, a, b]) == Ordering::Greater,
        }
    }

    /// Whether the exact distance of the shapes may be below `claim`.
    pub fn may_fall_below(&self, claim: f64) -> bool {
        let [a, b] = self.radii();
        match self.contact {
            Some(Contact::Separated) => {
                self.core_distance[0].cmp_sum(&[claim, a, b]) == Ordering::Less
            }
            _ => claim > 0.0,
        }
    }

    /// The greatest float that is at most the exact distance of polytopes.
    pub fn distance_rounded_down(&self) -> f64 {
        let [mut lower, _] = self.distance();
        while self.may_fall_below(lower) {
            lower = lower.next_down();
        }
        while lower < f64::MAX && !self.may_fall_below(lower.next_up()) {
            lower = lower.next_up();
        }
        lower
    }

    /// Bounds of the exact distance of the shapes.
    pub fn distance(&self) -> [f64; 2] {
        *self.distance.get_or_init(|| self.enclosed_distance())
    }

    fn enclosed_distance(&self) -> [f64; 2] {
        let [a, b] = self.radii();
        match self.contact {
            Some(Contact::Touching | Contact::Overlapping) => [0.0, 0.0],
            Some(Contact::Separated) if a == 0.0 && b == 0.0 => {
                let [lower, upper] = &self.core_distance;
                [lower.bounds().0, upper.bounds().1]
            }
            // The error of the claim zero is minus the distance, to 14 digits.
            _ => {
                let [least, greatest] = self.gap_error(0.0);
                [f64::max(0.0, -greatest), f64::max(0.0, -least)]
            }
        }
    }

    /// An upper bound of the penetration depth; zero unless the shapes overlap. For polytopes of
    /// few vertices it is the depth, rounded, and slow. For others it is the least of several
    /// directions, including `along`: the direction of a claimed gap is good if the shapes nearly
    /// touch.
    pub fn depth(&self, along: Option<DVec3>) -> f64 {
        if self.contact != Some(Contact::Overlapping) {
            return 0.0;
        }
        let [a, b] = self.radii();
        if !self.core_distance[1].is_zero() {
            return self.gap_error(0.0)[1].max(0.0);
        }
        let Some(depth) = self.core_depth() else {
            return self
                .shallowest(along)
                .map_or(f64::INFINITY, |(depth, _)| depth)
                + a
                + b;
        };
        depth.approx() + a + b
    }

    /// The least depth of the cores along several directions, and along those to which they lead:
    /// the core is moved out along the best one, and the direction that separates it then is
    /// better, until it is not. With the direction, in which the first core moves out.
    pub fn shallowest(&self, along: Option<DVec3>) -> Option<(f64, DVec3)> {
        /// Nine in ten searches end after three.
        const STEPS_MAX: usize = 16;
        let depth = |u: DVec3| {
            let gap = self.support_gap(u.to_array())?;
            Some((gap.length().approx(), u))
        };
        let nearer = |best: &(f64, DVec3), other: &(f64, DVec3)| best.0.total_cmp(&other.0);
        let tried = self
            .directions()
            .into_iter()
            .chain(along.map(|normal| -normal));
        let mut best = tried.filter_map(depth).min_by(nearer)?;
        for _ in 0..STEPS_MAX {
            let out = best.1.normalize_or_zero() * f64::max(2.0 * best.0, self.unit);
            let Some(next) = self.separating(out).and_then(depth) else {
                break;
            };
            if next.0 >= best.0 {
                break;
            }
            best = next;
        }
        Some(best)
    }

    /// The direction that separates the cores, or nearly, after the first was moved. Only the
    /// difference of the origins matters, and far from the origin a small motion would be lost.
    fn separating(&self, motion: DVec3) -> Option<DVec3> {
        let [mut a, mut b] = [0, 1].map(|i| shape(&self.cores[i]));
        b.origin = (DVec3::from_array(b.origin) - DVec3::from_array(a.origin)).to_array();
        a.origin = motion.to_array();
        let enclosure = Enclosure::of(&a, &b, self.dim == Dim::Two);
        Some(DVec3::from_array(enclosure.ok()?.direction))
    }

    /// The exact penetration depth of the cores; `None` for curved ones, and for those with too
    /// many vertices to build the hull of their difference.
    pub fn core_depth(&self) -> Option<Distance> {
        Some(self.core_hull()?.depth())
    }

    /// The hull of the difference of the cores; `None` as for [`Truth::core_depth`].
    pub fn core_hull(&self) -> Option<Hull> {
        let small = |pair: &&Pair| pair.a().len().max(pair.b().len()) <= HULL_VERTICES;
        let pair = self.pair.as_ref().filter(small)?;
        Some(match self.dim {
            Dim::Two => Hull::of_planar(pair),
            Dim::Three => Hull::of(pair),
        })
    }

    /// Directions along which overlapping curved shapes are likely to be shallow: those that
    /// separate the cores after one of them was moved a little, and the axes of the solids.
    fn directions(&self) -> Vec<DVec3> {
        /// The motion, in ulps of the largest length.
        const MOVED: f64 = 64.0;
        let mut directions = vec![DVec3::from_array(self.direction)];
        let axes = match self.dim {
            Dim::Two => 2,
            Dim::Three => 3,
        };
        for axis in DVec3::AXES.into_iter().take(axes) {
            for way in [axis, -axis] {
                directions.push(way);
                directions.extend(self.separating(way * MOVED * self.unit));
            }
        }
        for core in &self.cores {
            if let Solid::Curved(_, matrix) = &core.solid {
                for axis in [matrix.x_axis, matrix.y_axis, matrix.z_axis] {
                    directions.extend([axis, -axis]);
                }
            }
        }
        if self.dim == Dim::Two {
            directions.retain(|u| u.truncate() != DVec2::ZERO);
        }
        directions
    }

    /// The gap that a direction from the second core to the first proves; negative for an overlap.
    pub fn support_gap(&self, direction: [f64; 3]) -> Option<Gap> {
        let [a, b] = &self.cores;
        match &self.pair {
            Some(pair) => support_gap(pair, direction),
            None => curved::support_gap(&shape(a), &shape(b), direction),
        }
    }
}

/// The most vertices of shapes for which the hull of the difference is built.
const HULL_VERTICES: usize = 32;

/// A core in the format of the reference.
pub(crate) fn shape(core: &Core) -> Curved<'_> {
    let (solid, columns) = match &core.solid {
        Solid::Polytope(vertices) => (curved::Solid::Points(vertices), Curved::IDENTITY),
        Solid::Curved(curve, matrix) => (*curve, matrix.to_cols_array_2d()),
    };
    Curved {
        solid,
        columns,
        origin: core.origin,
        radius: core.radius,
    }
}

/// The indices of the vertices of a simplex; empty if one is no vertex of its core.
fn indices([a, b]: [&[[f64; 3]]; 2], simplex: &[Vertex]) -> Vec<(usize, usize)> {
    let index = |vertices: &[[f64; 3]], v: DVec3| vertices.iter().position(|p| *p == v.to_array());
    let pairs = simplex
        .iter()
        .map(|vertex| Some((index(a, vertex.a)?, index(b, vertex.b)?)));
    pairs.collect::<Option<_>>().unwrap_or_default()
}

fn contact_of(pair: &Pair, nearest: &Nearest, [a, b]: [f64; 2], dim: Dim) -> Contact {
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

fn polytope<'v>(points: &'v [[f64; 3]], core: &Core) -> Polytope<'v> {
    Polytope {
        points,
        origin: core.origin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: rounded down, the distance of polytopes is at most the exact one, and the next float
    /// exceeds it: with radii, whose subtraction cancels, and without. 300 cases of two families.
    #[test]
    fn the_distance_is_rounded_down() {
        let mut rounded = 0;
        for name in ["uniform", "kissing"] {
            let family = crate::family::find(name).expect("a family");
            for index in 0..300 {
                let case = crate::family::case_from_seed(family, 1, index);
                let truth = Truth::of(&case).expect("a truth");
                let float = truth.distance_rounded_down();
                assert!(!truth.may_fall_below(float), "{}", case.id);
                assert!(truth.may_fall_below(float.next_up()), "{}", case.id);
                rounded += u64::from(truth.radii() != [0.0; 2] && float > 0.0);
            }
        }
        assert!(rounded > 100, "{rounded}");
    }

    /// Claim: the unit is at least an ulp of the distance, also if the length of the only difference
    /// rounds to zero: that of two posed points, of coordinates around 2^-106 and 2^-52, which cancel
    /// but for the last bit of the smaller ones.
    #[test]
    fn the_unit_is_not_that_of_a_rounded_zero() {
        let (small, large) = (2f64.powi(-106), 2f64.powi(-52).next_down());
        let point = |at: f64, position: f64| {
            format!(r#"{{"kind":"point","p":[{at:?},0,0],"pose":{{"pos":[{position:?},0,0]}}}}"#)
        };
        let (a, b) = (point(-small.next_down(), small), point(-large, large));
        let text =
            format!(r#"{{"id":"near","dim":3,"scalar":"f64","a":{a},"b":{b},"expect":{{}}}}"#);
        let case = crate::case::json::read(&text).expect("a case");
        let truth = Truth::of(&case).expect("a truth");
        let distance = truth.distance()[0];
        assert_eq!(distance, small - small.next_down());
        assert!(truth.unit >= ulp(distance), "{:e}", truth.unit);
    }
}
