//! The second shape on a line along an axis: its position is one float.
//!
//! Floats can be bisected down to neighbours. Between a position where the shapes are apart and one
//! where they are not, they touch at one float, or they are apart at one and overlap at the next;
//! then no float of that axis makes them touch.

use gjk_reference::Contact;
use glam::DVec3;

use super::float::{of_rank, rank, ulp};
use crate::case::Case;
use crate::judge::Truth;

/// How often a step is doubled to find the other side of the contact: from an ulp to thousands of
/// times the size of a shape.
const DOUBLINGS: u32 = 64;

/// The contact of the shapes with the second one at a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Class {
    Apart,
    Touching,
    Overlapping,
    Unknown,
}

/// The result between two positions.
pub(super) enum Found {
    /// A position at which the shapes touch.
    Touching(f64),
    /// Neighbours: at the first the shapes are apart, at the other they are not, and do not touch.
    Between { apart: f64, other: f64 },
}

/// The second shape on a line along an axis.
pub(super) struct Line {
    case: Case,
    axis: usize,
    start: f64,
}

impl Line {
    pub(super) fn new(case: &Case, start: DVec3, axis: usize) -> Self {
        let mut case = case.clone();
        case.b.pose_mut().position = start;
        let start = start[axis];
        Self { case, axis, start }
    }

    /// The case with the second shape at a position.
    pub(super) fn at(&mut self, place: f64) -> &Case {
        self.case.b.pose_mut().position[self.axis] = place;
        &self.case
    }

    pub(super) fn class(&mut self, place: f64) -> Class {
        match Truth::of(self.at(place)).and_then(|truth| truth.contact) {
            Some(Contact::Separated) => Class::Apart,
            Some(Contact::Touching) => Class::Touching,
            Some(Contact::Overlapping) => Class::Overlapping,
            None => Class::Unknown,
        }
    }

    /// The contact nearest to the start. `out` is the component of the axis along the way out, and
    /// `gap` the distance of the shapes. `None` if there is none within reach.
    pub(super) fn contact(&mut self, out: f64, gap: f64) -> Option<Found> {
        let class = self.class(self.start);
        if class == Class::Touching {
            return Some(Found::Touching(self.start));
        }
        let is_apart = class == Class::Apart;
        let way = if is_apart {
            -out.signum()
        } else {
            out.signum()
        };
        let mut size = largest_coordinate(&self.case, self.axis);
        if !is_apart {
            // A ball around the origin has no coordinate, but a size.
            let cores = self.case.cores();
            size = cores.iter().map(|core| core.radius).fold(size, f64::max);
            let ends = cores.iter().flat_map(|core| core.extremes());
            size = ends.map(|end| end[self.axis].abs()).fold(size, f64::max);
        }
        let unit = ulp(size, self.case.scalar);
        // Beyond twice the gap another part would be hit than the intended one.
        let reach = if is_apart && gap > 0.0 {
            unit.max(2.0 * gap / out.abs())
        } else {
            f64::INFINITY
        };
        let (mut near, mut step) = (self.start, unit);
        for _ in 0..DOUBLINGS {
            let far = self.case.scalar.round(self.start + way * step.min(reach));
            if !far.is_finite() {
                return None;
            }
            match self.class(far) {
                Class::Touching => return Some(Found::Touching(far)),
                met if (met == Class::Apart) == is_apart => near = far,
                _ if is_apart => return Some(self.halved(near, far)),
                _ => return Some(self.halved(far, near)),
            }
            if step >= reach {
                return None;
            }
            step *= 2.0;
        }
        None
    }

    /// Bisects the floats between a position where the shapes are apart and one where they are not.
    fn halved(&mut self, apart: f64, other: f64) -> Found {
        let scalar = self.case.scalar;
        let (mut apart, mut other) = (rank(apart, scalar), rank(other, scalar));
        loop {
            let middle = apart.midpoint(other);
            let place = of_rank(middle, scalar);
            if middle == apart || middle == other {
                return Found::Between {
                    apart: of_rank(apart, scalar),
                    other: of_rank(other, scalar),
                };
            }
            match self.class(place) {
                Class::Touching => return Found::Touching(place),
                Class::Apart => apart = middle,
                Class::Overlapping | Class::Unknown => other = middle,
            }
        }
    }
}

/// The largest coordinate of the second shape along an axis, or of one of the terms it is the sum
/// of.
pub(super) fn largest_coordinate(case: &Case, axis: usize) -> f64 {
    let origin = case.origins()[1][axis];
    let ends = case.b.core(case.dim).extremes().map(|end| end[axis]);
    let sizes = ends.map(|end| end.abs().max((end + origin).abs()));
    origin.abs().max(sizes[0]).max(sizes[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    // Claim: between a gap and an overlap of curved shapes whose floats are closer than exact
    // arithmetic decides, the last position that is apart is found, and the next one is undecided.
    #[test]
    fn an_undecided_position_is_not_apart() {
        // The positions near contact are near zero, and the sizes are not.
        let text = r#"{"id":"x","dim":3,"scalar":"f64","expect":{},
            "a":{"kind":"ellipsoid","radii":[1,0.5,0.25],"pose":{"pos":[-1.479,0.25,0]}},
            "b":{"kind":"ellipsoid","radii":[0.5,1,0.75],"pose":{"pos":[0.2,0,0.125]}}}"#;
        let mut case = json::read(text).expect("a case");
        let start = case.b.pose_mut().position;
        let mut line = Line::new(&case, start, 0);
        let ends = [start.x, -0.1];
        assert_eq!(
            ends.map(|place| line.class(place)),
            [Class::Apart, Class::Overlapping]
        );
        let Found::Between { apart, other } = line.halved(ends[0], ends[1]) else {
            panic!("no float makes them touch");
        };
        assert_eq!(apart.next_down(), other);
        assert_eq!(
            [apart, other].map(|place| line.class(place)),
            [Class::Apart, Class::Unknown]
        );
    }
}
