//! The start of a search: the first support points, or the simplex of an earlier search.

use glam::DVec3;

use super::candidate::Candidate;
use super::descend::Scan;
use super::search::{Ending, Search};
use crate::arithmetic::{Scalar, Space};
use crate::difference::is_usable;
use crate::direction::moderate;
use crate::question::Start;
use crate::simplex::Names;
use crate::step::StepKind;

impl Search<'_> {
    /// Searches from the start. The result is the candidate.
    #[inline(always)]
    pub(crate) fn propose(&mut self, start: &Start, candidate: &mut Candidate) -> Ending {
        let is_of_polytopes = self.difference.is_of_polytopes();
        let begun = self.start(start, candidate);
        // Without an evaluation the vertices are those of an earlier search, or were proposed.
        let scan = begun.and_then(|()| match (self.iterations, start) {
            (0, Start::Proposal(_)) if is_of_polytopes => Err(self.proposed(candidate)),
            (0, _) => Ok(Scan::AtOnce),
            _ => self.start_with_portals(candidate),
        });
        scan.map_or_else(|ending| ending, |scan| self.descend(candidate, scan))
    }

    /// Finds the first vertex, or those of an earlier search. An error is the ending that there is
    /// already.
    #[inline(always)]
    pub(super) fn start(&mut self, start: &Start, candidate: &mut Candidate) -> Result<(), Ending> {
        if let Start::Simplex(names) | Start::Proposal(names) = start
            && !self.difference.is_of_point_and_curve()
        {
            self.start_from(names, candidate);
            if candidate.count() > 0 {
                return Ok(());
            }
        }
        let direction = match start {
            Start::Direction(direction) => *direction,
            _ => moderate(self.difference.scaling.middle),
        };
        let w = self.evaluate_first(direction, candidate);
        if !is_usable(w) {
            return Err(Ending::NotFinite);
        }
        if !self.is_certainly_beyond::<DVec3>(self.lower) {
            return Ok(());
        }
        // The bounds are those of this vertex: the upper one takes its weight, the lower one the
        // last support point.
        candidate.weigh(&[1.0, 0.0, 0.0, 0.0]);
        *candidate.next_pair() = candidate.pairs()[0];
        Err(Ending::Beyond)
    }

    /// Starts from the direction between the centres, in place of the vertices of the candidate.
    #[cold]
    pub(crate) fn start_again<P: Space>(&mut self, candidate: &mut Candidate<P>) {
        candidate.clear();
        self.evaluate_first(moderate(self.difference.scaling.middle), candidate);
        candidate.weigh(&[1.0, 0.0, 0.0, 0.0].map(P::Scalar::from));
    }

    /// Takes the support point along a direction as the first vertex, with its lower bound.
    #[inline(always)]
    fn evaluate_first<P: Space>(&mut self, along: DVec3, candidate: &mut Candidate<P>) -> P {
        let w = self.evaluate(P::from(along), [0; 2], candidate);
        self.lower = P::from(along).dot(w).rounded() / along.length();
        self.show(StepKind::Start, candidate, P::from(along));
        candidate.push(w);
        w
    }

    /// The end of a search of polytopes before it begins, with a candidate that was proposed.
    #[cold]
    fn proposed(&mut self, candidate: &mut Candidate) -> Ending {
        let nearest = candidate.nearest();
        candidate.keep(&nearest.weights);
        (self.direction, self.upper) = (nearest.v, nearest.v.length());
        match self.difference.is_filled_by(candidate.count()) {
            true => Ending::Contact,
            false => Ending::Proposed,
        }
    }

    /// Stores the pairs of an earlier search whose feature ids still exist.
    pub(super) fn start_from(&mut self, names: &[Names], candidate: &mut Candidate) {
        for names in names.iter().flatten() {
            *candidate.next_pair() = self.difference.pair(*names);
            let pair = candidate.last_support();
            let point = self.difference.point(pair);
            if self.difference.has(pair) && is_usable(point) && !candidate.repeats_a_vertex() {
                self.include(point);
                candidate.push(point);
            }
        }
    }
}
