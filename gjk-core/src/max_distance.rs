//! Whether shapes are farther apart than the [maximum distance](crate::Settings::max_distance) of interest.

use crate::exact::Proved;
use crate::observer::Observer;
use crate::search::Search;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether the last plane separates the shapes by more than the distance of interest: polytopes for
    /// certain, others as their lower bound says.
    pub(crate) fn is_beyond_interest(&self) -> bool {
        if self.polytopes {
            self.certainly_beyond(self.limits.max_distance)
        } else {
            self.seems_beyond_interest()
        }
    }

    /// Whether the lower bound exceeds the distance of interest, as it is computed.
    fn seems_beyond_interest(&self) -> bool {
        let most = self.limits.max_distance;
        let lower = f64::min(self.lower, self.upper);
        most < f64::INFINITY && lower - self.difference.radius() > most * self.difference.scale()
    }

    /// Whether the shapes are farther apart than the distance of interest, at the end of a search; it is a
    /// lower bound then. What nothing proves, as where a tolerance was enough, is said by the bounds.
    pub(crate) fn ends_beyond_interest(&mut self, simplex: &Vertices<V>) -> bool {
        let most = self.limits.max_distance;
        if most == f64::INFINITY {
            return false;
        }
        let Some(proved) = &self.proved else {
            return self.seems_beyond_interest();
        };
        let Proved { lower, upper, .. } = *proved;
        let is_open = lower < most && most < upper;
        if is_open && self.exceeds(simplex, most) == Some(true) {
            self.proved = self.proved.map(|proved| Proved {
                lower: most,
                ..proved
            });
            return true;
        }
        // Bounds that differ are none of them the distance.
        lower > most || (lower == most && upper > most)
    }
}

#[cfg(test)]
mod tests {
    use crate::exact::Proved;
    use crate::search::tests::with_search;
    use glam::DVec2;

    // Claim: polytopes are called farther apart than the distance of interest where a plane says so that is farther
    // away than rounding can make up, or a proof: by bounds of which the lower one exceeds it, or is it and is not
    // the distance, or without rounding where it is between them. Of other shapes, and where nothing was proved, no
    // more than the lower bound is asked, and nothing is beyond infinity.
    #[test]
    fn what_is_beyond_interest_is_certain() {
        with_search(&[DVec2::Y * 2.0], |search, simplex| {
            (search.reach, search.upper) = (1.0, 1.0);
            let scale = search.difference.scale();
            for most in [0.0, 0.25] {
                search.limits.max_distance = most / scale;
                let mut is_beyond = |polytopes: bool, lower: f64| {
                    (search.polytopes, search.lower) = (polytopes, most + lower);
                    let seems = search.ends_beyond_interest(simplex);
                    assert_eq!(seems, lower > 0.0);
                    search.is_beyond_interest()
                };
                assert!(is_beyond(true, 0.5) && is_beyond(false, 0.5));
                let tiny = 2f64.powi(-50);
                assert!(!is_beyond(true, tiny) && is_beyond(false, tiny));
                assert!(!is_beyond(true, 0.0) && !is_beyond(false, 0.0));
            }
            search.lower = f64::INFINITY;
            for polytopes in [true, false] {
                (search.polytopes, search.limits.max_distance) = (polytopes, f64::INFINITY);
                assert!(!search.ends_beyond_interest(simplex) && !search.is_beyond_interest());
            }
            let [less, more] = [2f64.next_down(), 2f64.next_up()];
            for (most, [lower, upper], expected) in [
                (2.0, [2.0, 2.0], false),
                (2.0, [2.0, more], true),
                (2.0, [less, 2.0], false),
                (2.0, [less, less], false),
                (2.0, [more, more], true),
                // The distance is two.
                (2.0, [less, more], false),
                (less, [less.next_down(), 2.0], true),
                (more, [2.0, more.next_up()], false),
            ] {
                search.limits.max_distance = most;
                search.proved = Some(Proved {
                    lower,
                    distance: lower,
                    upper,
                });
                let found = search.ends_beyond_interest(simplex);
                assert_eq!(found, expected, "{most} {lower} {upper}");
                let bound = search.proved.map(|proved| proved.lower);
                assert_eq!(bound, Some(if found { lower.max(most) } else { lower }));
            }
        });
    }
}
