//! One query on one page: propose a candidate, prove what it tells, and decide what is left open.
//!
//! The search in `f64` proposes. What it finds of polytopes is proved in double-double. Where the question that was asked
//! is still open the search goes on in double-double, is proved again, and at last is decided without rounding. Of other
//! shapes, whose points are rounded before the solver sees them, the bounds of the search are the answer.

use glam::DVec3;

use crate::arithmetic::float::larger;
use crate::arithmetic::{DoubleDouble, Precise, Scalar, Space};
use crate::bounds::Bounds;
use crate::decide::{Decision, Estimate};
use crate::difference::Difference;
use crate::propose::{Candidate, Ending, First, Look, Search, View};
use crate::prove::{self, Along, Effort, Length};
use crate::question::{Goal, Question, Start, Watch};

/// Shapes that are not polytopes touch if their cores are nearer than this part of an ulp of the longest point, where no
/// plane was found to separate them: the verdict is allowed to be wrong by one.
const TOUCH_BAND: f64 = 0.75;

/// A gap between bounds in double-double of so many roundoffs of the longest point is closed where the search in `f64`
/// ends: a distance is promised within two ulps of that, each at least a roundoff of it.
const CLOSED_PRECISELY: f64 = 2.0;

/// How two shapes lie to each other, as far as the question asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Finding {
    /// Farther apart than the question cares for.
    Beyond(Bounds),
    /// This far apart; the bounds of a verdict say no more than that.
    Apart(Bounds),
    /// They have a common point.
    Contact,
    /// Bounds are all that is known: the iteration limit is reached, or rounding stopped the search.
    Limit(Bounds),
    Stalled(Bounds),
    /// A point is not finite.
    NotFinite,
}

/// What a query found.
pub(crate) struct Solution {
    pub(crate) finding: Finding,
    /// A vector from the first core to the second, where they are known to be apart.
    pub(crate) normal: Option<DVec3>,
    pub(crate) iterations: u32,
}

/// Answers a question about two shapes. The candidate becomes the simplex of the answer.
pub(crate) fn solve(
    difference: &mut Difference<'_>,
    question: &Question,
    start: &Start<'_>,
    mut watch: Option<&mut dyn Watch>,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    let mut iterations = 0;
    let mut first = First::Unknown;
    let mut is_adapted = if difference.knows_size() {
        difference.is_adapted()
    } else {
        adapt_to_points(difference, start, candidate, &mut first)
    };
    while is_adapted {
        let scale = difference.scale();
        let watch = watch.as_mut().map(|watch| &mut **watch as &mut dyn Watch);
        let mut search = Search::new(difference, question, watch);
        search.iterations = iterations;
        let begun = search.start(start, first, candidate);
        let view = match (begun, start) {
            (Some(_), _) => View::Open,
            (None, Start::Simplex(_)) => View::Nearest,
            (None, _) => search.look_through_portals(candidate),
        };
        let mut ending = match (begun, view) {
            (Some(ending), _) => ending,
            (None, View::Separated) => Ending::Beyond,
            (None, View::Nearest) => search.descend(candidate, Look::AtOnce),
            (None, View::Open) => search.descend(candidate, Look::Likely),
        };
        if ending == Ending::Likely {
            if let Some(mut solution) = proved(&search, candidate, Effort::Look) {
                search.count_look(candidate);
                solution.iterations = search.iterations;
                return solution;
            }
            ending = search.descend(candidate, Look::Never);
        }
        if ending != Ending::NotFinite {
            let solution = if search.difference.vertex_counts().is_some() {
                of_polytopes(&mut search, ending, candidate)
            } else {
                of_others(&mut search, ending, candidate)
            };
            if solution.finding != Finding::NotFinite {
                return solution;
            }
        }
        // A shape that does not know how large it is may have outgrown the scale.
        iterations = search.iterations;
        first = First::Kept;
        is_adapted =
            difference.adapt_to(candidate.last_support()) && difference.scale() < scale * OUTGROWN;
        candidate.keep_shortest();
    }
    Solution {
        finding: Finding::NotFinite,
        normal: None,
        iterations,
    }
}

/// A point is too large for a scale if that must be so many times smaller, or less.
const OUTGROWN: f64 = 1.0 / (1u64 << 60) as f64;

/// Chooses the scale of shapes that do not know how large they are by a pair of points: that of an earlier search, or the
/// first support points, which are those of the search then. Whether that is possible.
#[cold]
fn adapt_to_points(
    difference: &mut Difference<'_>,
    start: &Start<'_>,
    candidate: &mut Candidate<DVec3>,
    first: &mut First,
) -> bool {
    if !difference.has_finite_radii() {
        return false;
    }
    if let Start::Simplex([names, ..]) = start {
        let pair = difference.pair(*names);
        if difference.adapt_to(&pair) {
            return true;
        }
    }
    *first = First::Evaluated;
    difference.support(start.direction(difference), [0; 2], candidate.next());
    difference.adapt_to(candidate.last_support())
}

/// The answer about polytopes, and round shapes over them.
fn of_polytopes(
    search: &mut Search<'_, '_>,
    ending: Ending,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    match ending {
        Ending::Beyond => {
            return proved_beyond(search, candidate)
                .unwrap_or_else(|| Solution::of(search, search.beyond(candidate)));
        }
        Ending::RadiiOverlap => return Solution::of(search, Finding::Contact),
        Ending::Limit => return Solution::of(search, Finding::Limit(search.bounds(candidate))),
        Ending::Contact => {
            if surely_meets(search, candidate) {
                return Solution::met(search);
            }
        }
        Ending::Converged | Ending::Stalled => {
            if let Some(finding) = search.meets_tolerance(candidate) {
                return Solution::of(search, finding);
            }
            if let Some(solution) = proved(search, candidate, Effort::Level) {
                return solution;
            }
        }
        _ => {}
    }
    if ending != Ending::Contact {
        let mut precise = Candidate::<Precise>::empty();
        precise.become_like(candidate, search.difference);
        let ending = search.descend(&mut precise, Look::Never);
        let solution = match ending {
            Ending::Beyond => Some(Solution::of(search, search.beyond(&precise))),
            Ending::RadiiOverlap => Some(Solution::of(search, Finding::Contact)),
            Ending::Limit => Some(Solution::of(
                search,
                Finding::Limit(search.bounds(&precise)),
            )),
            Ending::Converged | Ending::Stalled => proved(search, &mut precise, Effort::Level),
            _ => None,
        };
        candidate.become_like(&precise, search.difference);
        if let Some(solution) = solution {
            return solution;
        }
    }
    decided(search, candidate)
}

/// Whether a candidate surely holds the origin. It is weighed then, if anybody asks for points.
#[inline(always)]
fn surely_meets(search: &Search<'_, '_>, candidate: &mut Candidate<DVec3>) -> bool {
    let Some(parts) = prove::surely_overlaps(search.difference, candidate) else {
        return false;
    };
    if search.question.goal == Goal::ClosestPoints {
        parts.weigh(search.difference, candidate);
    }
    true
}

/// The answer about polytopes farther apart than the maximum distance whose bounds have met: they are to the last digit
/// then, if a proof has them.
#[inline]
fn proved_beyond(search: &Search<'_, '_>, candidate: &mut Candidate<DVec3>) -> Option<Solution> {
    let has_met = !search.question.asks_verdict()
        && candidate.mean_length() - search.lower <= search.certain();
    has_met
        .then(|| proved(search, candidate, Effort::Look))
        .flatten()
}

/// The answer that a proof gives, if it settles the question, or but for whether the maximum distance is exceeded by less
/// than rounding.
#[inline(always)]
fn proved<P: Space>(
    search: &Search<'_, '_>,
    candidate: &mut Candidate<P>,
    effort: Effort,
) -> Option<Solution> {
    let proof = prove::core_distance(search.difference, search.direction, candidate, effort)?;
    let finding = match settle(search, proof.distance)? {
        Finding::Apart(bounds) if bounds.exceed(search.question.max_distance) != Some(false) => {
            exceeds_or_not(search, candidate, bounds)?
        }
        finding => finding,
    };
    Some(Solution {
        normal: Some(proof.normal),
        ..Solution::of(search, finding)
    })
}

/// The finding about shapes whose maximum distance is exceeded, or lies between the bounds: that is decided.
#[cold]
fn exceeds_or_not<P: Space>(
    search: &Search<'_, '_>,
    candidate: &Candidate<P>,
    bounds: Bounds,
) -> Option<Finding> {
    let most = search.question.max_distance;
    let exceeds = match bounds.exceed(most) {
        Some(exceeds) => exceeds,
        None => !Decision::of(
            search.difference,
            candidate.pairs(),
            search.question.max_iterations,
        )?
        .reaches(most),
    };
    Some(if exceeds {
        let lower = larger(bounds.lower, most);
        Finding::Beyond(Bounds { lower, ..bounds })
    } else {
        Finding::Apart(bounds)
    })
}

/// What the distance of the cores says to the question, if that is settled then.
#[inline(always)]
fn settle(search: &Search<'_, '_>, cores: Estimate<DoubleDouble<f64>>) -> Option<Finding> {
    let (difference, question) = (search.difference, search.question);
    let scale = difference.scale();
    let [a, b] = difference.frame().radii;
    let (mut left, mut error) = (cores.value, cores.error);
    if a > 0.0 || b > 0.0 {
        left = left - DoubleDouble::sum(a * scale, b * scale);
        error += DoubleDouble::UNIT_ROUNDOFF * left.hi.abs() + f64::MIN_POSITIVE;
    }
    if left.hi < -2.0 * error {
        return Some(Finding::Contact);
    }
    let is_apart = left.hi > 2.0 * error;
    match question.goal {
        Goal::Verdict => is_apart.then_some(Finding::Beyond(Bounds::UNKNOWN)),
        Goal::Proximity { margin } => {
            let rest = left - DoubleDouble::from(margin * scale);
            let error =
                2.0 * error + DoubleDouble::UNIT_ROUNDOFF * rest.hi.abs() + f64::MIN_POSITIVE;
            if rest.hi > error {
                Some(Finding::Beyond(Bounds::UNKNOWN))
            } else if is_apart && rest.hi < -error {
                Some(Finding::Apart(Bounds::UNKNOWN))
            } else {
                None
            }
        }
        Goal::Distance | Goal::ClosestPoints => {
            Bounds::known(Estimate { value: left, error }, scale).map(Finding::Apart)
        }
    }
}

/// The answer without rounding.
#[cold]
fn decided(search: &Search<'_, '_>, candidate: &mut Candidate<DVec3>) -> Solution {
    let (difference, question) = (search.difference, search.question);
    let Some(decision) = Decision::of(difference, candidate.pairs(), question.max_iterations)
    else {
        return Solution::of(search, Finding::Stalled(search.bounds(candidate)));
    };
    let meets = decision.reaches(0.0);
    let finding = match question.goal {
        _ if meets => Finding::Contact,
        Goal::Proximity { margin } if decision.reaches(margin) => Finding::Apart(Bounds::UNKNOWN),
        Goal::Verdict | Goal::Proximity { .. } => Finding::Beyond(Bounds::UNKNOWN),
        Goal::Distance | Goal::ClosestPoints => {
            let (most, bounds) = (question.max_distance, decision.bounds());
            if most < f64::INFINITY && !decision.reaches(most) {
                let lower = larger(bounds.lower, most);
                Finding::Beyond(Bounds { lower, ..bounds })
            } else {
                Finding::Apart(bounds)
            }
        }
    };
    let mut solution = Solution {
        normal: None,
        ..Solution::of(search, finding)
    };
    if question.goal == Goal::ClosestPoints {
        decision.take_over(difference, candidate);
        if !decision.cores_meet() {
            solution.normal = Some(-decision.direction().0);
        }
    }
    solution
}

/// The answer about shapes of which not both are polytopes.
fn of_others(
    search: &mut Search<'_, '_>,
    mut ending: Ending,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    let is_clear = match ending {
        Ending::Stalled | Ending::Drowned => false,
        Ending::Contact => surely_meets(search, candidate),
        Ending::Converged => {
            search.bound_precisely(candidate);
            search.upper - search.lower <= search.allowed_gap(CLOSED_PRECISELY)
        }
        _ => true,
    };
    if !is_clear {
        let mut precise = Candidate::<Precise>::empty();
        precise.become_like(candidate, search.difference);
        ending = search.descend(&mut precise, Look::Never);
        candidate.become_like(&precise, search.difference);
    }
    if let Goal::Proximity { .. } = search.question.goal {
        return of_others_for_certain(search, ending, candidate);
    }
    let ulp = search.reach().next_up() - search.reach();
    match ending {
        Ending::Beyond if search.question.asks_verdict() => {
            return Solution::of(search, Finding::Beyond(Bounds::UNKNOWN));
        }
        Ending::Beyond => {
            search.bound_precisely(candidate);
            return Solution::of(search, Finding::Beyond(search.rounded_bounds()));
        }
        Ending::RadiiOverlap => return Solution::of(search, Finding::Contact),
        Ending::Contact | Ending::Drowned => return Solution::met(search),
        Ending::NotFinite => return Solution::of(search, Finding::NotFinite),
        _ => {}
    }
    if ending == Ending::Limit {
        // The simplex has stepped on from the last support points, which are no longer at hand.
        search.bound_precisely_from_above(candidate);
    } else {
        search.bound_precisely(candidate);
    }
    if search.lower <= 0.0 && search.upper <= TOUCH_BAND * ulp && ending != Ending::Limit {
        return Solution::met(search);
    }
    let bounds = search.rounded_bounds();
    let finding = if bounds.distance == 0.0 {
        Finding::Contact
    } else {
        match ending {
            Ending::Limit => Finding::Limit(bounds),
            _ if bounds.lower > search.question.max_distance => Finding::Beyond(bounds),
            Ending::Stalled => Finding::Stalled(bounds),
            _ => Finding::Apart(bounds),
        }
    };
    Solution::of(search, finding)
}

/// What is certain about shapes of which not both are polytopes.
fn of_others_for_certain(
    search: &mut Search<'_, '_>,
    ending: Ending,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    let certain = search.certain();
    let is_doubtful = match ending {
        Ending::Drowned => true,
        Ending::Contact => !search.difference.is_filled_by(candidate.count()),
        Ending::Converged | Ending::Stalled => {
            search.bound_precisely(candidate);
            search.upper <= certain
        }
        _ => false,
    };
    let finding = match ending {
        Ending::Beyond => Finding::Beyond(Bounds::UNKNOWN),
        Ending::NotFinite => Finding::NotFinite,
        Ending::RadiiOverlap => Finding::Contact,
        Ending::Contact if !is_doubtful => Finding::Contact,
        _ if is_doubtful && surrounds_origin(search, candidate) => Finding::Contact,
        _ if search.is_certainly_beyond() => Finding::Beyond(Bounds::UNKNOWN),
        _ if search.upper + certain < search.difference.radius() => Finding::Contact,
        _ => Finding::Apart(Bounds::UNKNOWN),
    };
    Solution::of(search, finding)
}

/// How far beside a corner of the simplex around the origin the next attempt is, in the size of the
/// simplex: so little that the corners surround the origin all the same.
const ASIDE: f64 = 0.125;

/// Whether the difference contains the origin for certain, where the search met it on a side of
/// its simplex: whether it contains the corners of a small simplex around the origin. If it does
/// not contain one of them, it does not reach farther beyond the origin than that is away.
fn surrounds_origin(search: &Search<'_, '_>, candidate: &Candidate<DVec3>) -> bool {
    let size = search.certain();
    let corners = if search.difference.frame().planar {
        &AROUND_ORIGIN_OF_PLANE[..]
    } else {
        &AROUND_ORIGIN[..]
    };
    // Each attempt goes on from the simplex of the last, which fills the space sooner.
    let mut near = *candidate;
    corners.iter().all(|corner| {
        // A corner may lie on a side of its simplex too, as with a solid of revolution, which
        // answers in the plane that it is asked in; or in a simplex so flat that its sides are
        // lost to rounding. The next attempt is a little beside it.
        let attempts = core::iter::once(&DVec3::ZERO).chain(corners);
        let mut contains = attempts.map(|aside| {
            let moved = search
                .difference
                .moved_by((*corner + *aside * ASIDE) * -size);
            let mut precise = Candidate::<Precise>::empty();
            precise.become_like(&near, &moved);
            let question = Question::of(Goal::ClosestPoints, search.question.max_iterations);
            let mut search = Search::new(&moved, &question, None);
            search.reach_squared = moved.size() * moved.size();
            let ending = search.descend(&mut precise, Look::Never);
            near.become_like(&precise, &moved);
            match ending {
                Ending::Contact => moved.is_filled_by(precise.count()).then_some(true),
                Ending::Drowned | Ending::Stalled => None,
                _ => Some(false),
            }
        });
        contains.find_map(|is_inside| is_inside) == Some(true)
    })
}

/// The corners of a triangle of the plane around the origin, at distances up to one, and those of a tetrahedron. Their
/// numbers have many digits so that no side of a shape of few digits lies along them.
const AROUND_ORIGIN_OF_PLANE: [DVec3; 3] = [
    DVec3::new(0.141_592_653_589, 0.878_479_323_846, 0.0),
    DVec3::new(0.718_281_828_459, -0.504_523_536_028, 0.0),
    DVec3::new(-0.861_803_398_874, -0.389_484_820_458, 0.0),
];
const AROUND_ORIGIN: [DVec3; 4] = [
    DVec3::new(0.141_592_653_589, 0.057_721_566_490, 0.878_479_323_846),
    DVec3::new(0.718_281_828_459, 0.191_596_559_417, -0.443_147_180_559),
    DVec3::new(-0.504_523_536_028, 0.618_033_988_749, -0.391_596_559_417),
    DVec3::new(-0.355_350_946_020, -0.867_352_114_656, -0.043_735_583_870),
];

impl Search<'_, '_> {
    /// Bounds of the distance that hold whatever was rounded.
    fn bounds(&self, candidate: &Candidate<impl Space>) -> Bounds {
        let (radius, certain) = (self.difference.radius(), self.difference.certain());
        let upper = candidate.mean_length() + certain;
        Bounds::unscaled(
            self.lower - certain - radius,
            upper - radius,
            self.difference.scale(),
        )
    }

    /// The finding about shapes that a plane separates by more than the question cares for.
    #[inline(always)]
    fn beyond(&self, candidate: &Candidate<impl Space>) -> Finding {
        Finding::Beyond(match self.question.asks_verdict() {
            true => Bounds::UNKNOWN,
            false => self.bounds(candidate),
        })
    }

    /// The finding, if the caller's tolerance is met by these.
    fn meets_tolerance(&self, candidate: &Candidate<impl Space>) -> Option<Finding> {
        let tolerance = self.question.tolerance;
        if !(tolerance > 0.0) || self.question.asks_verdict() {
            return None;
        }
        let bounds = self.bounds(candidate);
        let is_met = bounds.lower > 0.0
            && bounds.upper - bounds.lower <= tolerance * bounds.distance
            && bounds.upper <= self.question.max_distance;
        is_met.then_some(Finding::Apart(bounds))
    }

    /// Finds the bounds again, in double-double.
    fn bound_precisely(&mut self, candidate: &Candidate<DVec3>) {
        self.bound_precisely_from_above(candidate);
        // The first support points are a vertex at once.
        let support = if self.iterations == 1 {
            &candidate.pairs()[0]
        } else {
            candidate.last_support()
        };
        let along = Along::new(self.direction);
        let height = along.height(self.difference.precise(support));
        self.lower = Length::of(along.squared(), 0.0).divide(height, 0.0).hi;
    }

    /// Finds the upper bound again, in double-double.
    fn bound_precisely_from_above(&mut self, candidate: &Candidate<DVec3>) {
        let mean = candidate.mean(self.difference);
        // The product of the last digits with each other is below all others.
        let squared = Along::new(mean.hi).height(mean) + mean.hi.dot(mean.lo).into();
        self.upper = squared.root().hi;
    }

    /// The bounds as they are rounded.
    fn rounded_bounds(&self) -> Bounds {
        let radius = self.difference.radius();
        Bounds::unscaled(
            self.lower - radius,
            self.upper - radius,
            self.difference.scale(),
        )
    }
}

impl Solution {
    /// Whether the shapes have a common point, as far as is known.
    pub(crate) fn meets(&self) -> bool {
        match self.finding {
            Finding::Contact => true,
            Finding::Beyond(_) | Finding::NotFinite => false,
            _ => self.bounds().distance == 0.0,
        }
    }

    /// What bounds are known of the distance.
    pub(crate) fn bounds(&self) -> Bounds {
        match self.finding {
            Finding::Beyond(bounds)
            | Finding::Apart(bounds)
            | Finding::Limit(bounds)
            | Finding::Stalled(bounds) => bounds,
            Finding::Contact => Bounds::CONTACT,
            Finding::NotFinite => Bounds::UNKNOWN,
        }
    }

    #[inline(always)]
    fn of(search: &Search<'_, '_>, finding: Finding) -> Self {
        let is_apart = search.lower > 0.0;
        Self {
            finding,
            normal: is_apart.then(|| -search.direction),
            iterations: search.iterations,
        }
    }

    /// The cores have a common point.
    fn met(search: &Search<'_, '_>) -> Self {
        Self {
            normal: None,
            ..Self::of(search, Finding::Contact)
        }
    }
}

#[cfg(test)]
mod tests;
