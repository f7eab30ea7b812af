//! Bugs: the effect of each on the answers of `gjk-core`, and the properties that it must break.
//!
//! Bugs on lengths change them relatively, not absolutely, and bugs on points and directions are
//! symmetric under mirroring, scaling and swapping: so a law is broken only by a bug meant for it.

use gjk_harness::case::{Case, Core};
use gjk_harness::subject::{Answer, Closest, End, Proximity, Setting, Vertex};
use glam::DVec3;

use crate::bug::{Bug, Cases, SOUND};
use crate::changes::{
    PART, add_ulps, change_bounds, change_closest, change_normal, change_points, claim,
    claim_exactly, count_more, exact, far_if, farthest, hulls, make_too_far, plain, raise, reach,
    replaced, spread, start_later, stay_in_phase, world,
};

/// The simplest bug.
pub(crate) const TOO_FAR: Bug = Bug {
    about: "the distance is a billionth too large",
    breaks: &["distance"],
    cases: Cases::Of("uniform", 5),
    change: |_, answer| {
        answer.closest = None;
        make_too_far(answer);
    },
    ..SOUND
};

/// A vector of the same length in another direction; the origin stays.
fn exchanged(p: DVec3) -> DVec3 {
    DVec3::new(p.y.abs().copysign(p.x), p.x.abs().copysign(p.y), p.z)
}

/// A warm start that keeps a stale vertex if the second shape has another rotation.
fn stale_after_a_turn(case: &Case, setting: Setting<'_>, closest: &mut Closest) {
    let rotation = |case: &Case| case.b.pose.as_ref().map(|pose| pose.rotation.clone());
    if let Setting::WarmStart(before) = setting
        && before.a == case.a
        && rotation(before) != rotation(case)
    {
        claim(closest, closest.distance * (1.0 - PART));
    }
}

/// All bugs.
pub(crate) static BUGS: &[Bug] = &[
    TOO_FAR,
    Bug {
        about: "the boolean query says the contrary",
        breaks: &["verdict"],
        cases: Cases::Of("grid", 5),
        change: |_, answer| answer.intersects = !answer.intersects,
        ..SOUND
    },
    Bug {
        about: "the boolean query says the contrary, and there is no other",
        breaks: &["verdict"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            answer.intersects = !answer.intersects;
            answer.distance = None;
            answer.closest = None;
        },
        ..SOUND
    },
    Bug {
        about: "the boolean query calls shapes separated whose distance is zero",
        breaks: &["verdict"],
        cases: Cases::One(
            r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[1,2,3]},
            "b":{"kind":"point","p":[1,2,3]},"expect":{}}"#,
        ),
        change: |_, answer| answer.intersects = false,
        ..SOUND
    },
    Bug {
        about: "the distance is 4 ulps of the largest length too large",
        breaks: &["distance"],
        cases: Cases::Of("uniform", 5),
        change: |case, answer| {
            answer.closest = None;
            add_ulps(case, answer, 4.0);
        },
        ..SOUND
    },
    Bug {
        about: "a distance near zero is off by 1.2 ulps of the largest length",
        breaks: &["rounded"],
        cases: Cases::One(NEARLY_TOUCHING),
        change: |case, answer| {
            answer.closest = None;
            add_ulps(case, answer, 1.2);
        },
        ..SOUND
    },
    Bug {
        about: "a distance near zero is too small by 1.2 ulps of the largest length",
        breaks: &["rounded"],
        cases: Cases::One(
            r#"{"id":"x","dim":3,"scalar":"f32",
            "a":{"kind":"triangle","points":[[-1,-1,0],[1,-1,0],[0,1,0]]},
            "b":{"kind":"point","p":[0,0,8.881784197001252e-16]},"expect":{}}"#,
        ),
        change: |case, answer| {
            answer.closest = None;
            add_ulps(case, answer, -1.2);
        },
        ..SOUND
    },
    Bug {
        about: "the lower bound is above the distance",
        breaks: &["lower", "gap", "normal"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_bounds(answer, |[lower, upper]| [lower * (1.0 + PART), upper]),
        ..SOUND
    },
    Bug {
        about: "the upper bound is below the distance",
        breaks: &["upper", "gap"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_bounds(answer, |[lower, upper]| [lower, upper * (1.0 - PART)]),
        ..SOUND
    },
    Bug {
        about: "the lower bound of a converged answer is far below the distance",
        breaks: &["gap"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_bounds(answer, |[lower, upper]| [lower * (1.0 - PART), upper]),
        ..SOUND
    },
    Bug {
        about: "the upper bound of a converged answer is far above the distance",
        breaks: &["gap"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_bounds(answer, |[lower, upper]| [lower, upper * (1.0 + PART)]),
        ..SOUND
    },
    Bug {
        about: "the upper bound of shapes that touch is far above zero",
        breaks: &["gap"],
        cases: Cases::One(TOUCHING),
        change: |_, answer| change_bounds(answer, |[lower, upper]| [lower, upper + PART]),
        ..SOUND
    },
    Bug {
        about: "touching shapes are called apart, by the least number there is",
        breaks: &["exact verdict", "law: scale"],
        cases: Cases::One(TOUCHING),
        exact: true,
        change: |_, answer| {
            answer.intersects = false;
            claim_exactly(answer, |_| [0.0, 0f64.next_up(), 0f64.next_up()]);
        },
        ..SOUND
    },
    Bug {
        about: "shapes apart by less than an ulp of their size are called touching",
        breaks: &["exact verdict", "exact distance"],
        cases: Cases::One(NEARLY_TOUCHING),
        exact: true,
        change: |_, answer| {
            answer.intersects = true;
            claim_exactly(answer, |gap| [0.0, 0.0, gap]);
        },
        ..SOUND
    },
    Bug {
        about: "a small distance is two of its own ulps too large",
        breaks: &["exact distance"],
        cases: Cases::One(NEARLY_TOUCHING),
        exact: true,
        change: |_, answer| {
            claim_exactly(answer, |gap| {
                let above = gap.next_up().next_up();
                [gap, above, above]
            });
        },
        ..SOUND
    },
    Bug {
        about: "the lower bound is one float too high, with a distance that is near enough",
        breaks: &["exact bounds"],
        cases: Cases::One(NEARLY_TOUCHING),
        exact: true,
        change: |_, answer| claim_exactly(answer, |gap| [gap.next_up(); 3]),
        ..SOUND
    },
    Bug {
        about: "the upper bound is one float too low, with a distance that is near enough",
        breaks: &["exact bounds"],
        cases: Cases::One(NEARLY_TOUCHING),
        exact: true,
        change: |_, answer| claim_exactly(answer, |gap| [gap.next_down(); 3]),
        ..SOUND
    },
    Bug {
        about: "the witness points are swapped",
        breaks: &["witness"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_points(answer, |[a, b]| [b, a]),
        ..SOUND
    },
    Bug {
        about: "both witness points are off their shapes by the same step",
        breaks: &["witness"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            change_points(answer, |[a, b]| {
                let step = (a + b) * PART;
                [a + step, b + step]
            });
        },
        ..SOUND
    },
    Bug {
        about: "the vertices of the simplex and their means are off the shapes by the same step",
        breaks: &["witness", "simplex"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            change_closest(answer, |closest| {
                let Some([a, b]) = closest.points else { return };
                let step = (a + b) * PART;
                closest.points = Some([a + step, b + step]);
                for vertex in &mut closest.simplex {
                    vertex.a += step;
                    vertex.b += step;
                }
            });
        },
        ..SOUND
    },
    Bug {
        about: "only the second witness point is off its shape",
        breaks: &["witness"],
        cases: Cases::One(
            r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[0,0,0]},
            "b":{"kind":"point","p":[3,4,0]},"expect":{}}"#,
        ),
        change: |_, answer| change_points(answer, |points| points.map(exchanged)),
        ..SOUND
    },
    Bug {
        about: "the witness points are on their shapes, but not the closest",
        breaks: &["apart"],
        cases: Cases::Of("uniform", 5),
        change: |case, answer| {
            let [a, b] = case.cores();
            change_points(answer, |[p, q]| [farthest(&a, q), farthest(&b, p)]);
        },
        ..SOUND
    },
    Bug {
        about: "the normal is a billionth too long",
        breaks: &["normal length"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_normal(answer, |normal| normal * (1.0 + PART)),
        ..SOUND
    },
    Bug {
        about: "the normal is reversed",
        breaks: &["normal"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_normal(answer, |normal| -normal),
        ..SOUND
    },
    Bug {
        about: "the normal is tilted by a hundred thousandth",
        breaks: &["normal"],
        cases: Cases::Of("uniform", 20),
        change: |_, answer| {
            change_normal(answer, |normal| {
                (normal + normal * normal.abs() * 1e-5).normalize()
            });
        },
        ..SOUND
    },
    Bug {
        about: "the normal would separate the shapes without the second radius",
        breaks: &["normal"],
        cases: Cases::One(
            r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[0,0,0]},
            "b":{"kind":"sphere","radius":1,"pose":{"pos":[3,4,0]}},"expect":{}}"#,
        ),
        change: |_, answer| change_normal(answer, exchanged),
        ..SOUND
    },
    Bug {
        about: "the normal of shapes in contact is that of no plane between them",
        breaks: &["normal"],
        cases: Cases::One(
            r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"segment","p0":[-1,0,0],"p1":[1,0,0]},
            "b":{"kind":"segment","p0":[0,0,-1],"p1":[0,0,0]},"expect":{}}"#,
        ),
        change: |_, answer| {
            change_closest(answer, |closest| {
                closest.normal = Some(DVec3::new(0.8, 0.0, -0.6))
            });
        },
        ..SOUND
    },
    Bug {
        about: "the planes of a normal would touch without the second radius, but for rounding",
        breaks: &["normal"],
        cases: Cases::One(
            r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[0,0,0]},
            "b":{"kind":"sphere","radius":1,"pose":{"pos":[1,0,0]}},"expect":{}}"#,
        ),
        change: |_, answer| {
            change_closest(answer, |closest| {
                closest.normal = Some(DVec3::new(-1e-18, 1.0, 0.0))
            });
        },
        ..SOUND
    },
    Bug {
        about: "the normal of separated shapes is missing",
        breaks: &["normal"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            change_closest(answer, |closest| closest.normal = None);
        },
        ..SOUND
    },
    Bug {
        about: "the simplex holds a point that is no vertex",
        breaks: &["simplex"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            change_closest(answer, |closest| closest.simplex[0].a *= 1.0 + PART);
        },
        ..SOUND
    },
    Bug {
        about: "a weight is negative",
        breaks: &["simplex"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            change_closest(answer, |closest| closest.simplex[0].weight *= -1.0);
        },
        ..SOUND
    },
    Bug {
        about: "a weight is zero",
        breaks: &["simplex"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            change_closest(answer, |closest| {
                let first = closest.simplex[0];
                closest.simplex.push(Vertex {
                    weight: 0.0,
                    ..first
                });
            });
        },
        ..SOUND
    },
    Bug {
        about: "the weights add up to more than one",
        breaks: &["simplex"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            change_closest(answer, |closest| closest.simplex[0].weight *= 1.0 + PART);
        },
        ..SOUND
    },
    Bug {
        about: "the query ends at its iteration limit",
        breaks: &["termination"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_closest(answer, |closest| closest.end = End::IterationLimit),
        ..SOUND
    },
    Bug {
        about: "the boolean query ends at its iteration limit",
        breaks: &["termination"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| answer.end = End::IterationLimit,
        ..SOUND
    },
    Bug {
        about: "the query ends with what is not finite",
        breaks: &["termination"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| change_closest(answer, |closest| closest.end = End::NotFinite),
        ..SOUND
    },
    Bug {
        about: "the last step comes no nearer",
        breaks: &["termination"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| stay_in_phase(answer, 0),
        ..SOUND
    },
    Bug {
        about: "the last step of the second phase comes no nearer",
        breaks: &["termination"],
        cases: Cases::Of("curved", 200),
        change: |_, answer| stay_in_phase(answer, 1),
        ..SOUND
    },
    Bug {
        about: "the first nearest point is not there after sixteen steps",
        breaks: &["termination"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| start_later(answer, 16),
        ..SOUND
    },
    Bug {
        about: "an iteration is not shown",
        breaks: &["termination"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            answer.steps.remove(0);
        },
        ..SOUND
    },
    Bug {
        about: "the second phase comes first",
        breaks: &["termination"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| answer.steps[0].phase = 1,
        ..SOUND
    },
    Bug {
        about: "a step does not say how near it came",
        breaks: &["termination"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| answer.steps[0].measured = None,
        ..SOUND
    },
    Bug {
        about: "every normal leans to the same side, by less than shows",
        breaks: &["law: swap"],
        cases: Cases::One(
            r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[0,0,0]},
            "b":{"kind":"point","p":[3,4,0]},"expect":{}}"#,
        ),
        change: |_, answer| change_normal(answer, |normal| normal.with_z(1e-18)),
        ..SOUND
    },
    Bug {
        about: "an iteration more where the first shape reaches farther out",
        breaks: &["law: swap"],
        cases: Cases::Of("uniform", 5),
        change: |case, answer| {
            let [a, b] = case.cores();
            count_more(answer, reach(&a) > reach(&b));
        },
        ..SOUND
    },
    Bug {
        about: "distances below 1e-7 are taken for contact",
        breaks: &["law: scale"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            if answer.distance.is_some_and(|distance| distance < 1e-7) {
                answer.distance = Some(0.0);
                answer.intersects = true;
                answer.closest = None;
            }
        },
        ..SOUND
    },
    Bug {
        about: "an iteration more on one side of the origin",
        breaks: &["law: flip"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            let points = answer.closest.as_ref().and_then(|closest| closest.points);
            let left = points.is_some_and(|[a, b]| (a + b).x < 0.0);
            count_more(answer, left);
        },
        ..SOUND
    },
    Bug {
        about: "an iteration more on one side of the origin, along the second axis",
        breaks: &["law: flip"],
        cases: Cases::Of("uniform", 5),
        change: |_, answer| {
            let points = answer.closest.as_ref().and_then(|closest| closest.points);
            let below = points.is_some_and(|[a, b]| (a + b).y < 0.0);
            count_more(answer, below);
        },
        ..SOUND
    },
    Bug {
        about: "too far if the first vertex of a hull is above the last",
        breaks: &["law: order"],
        cases: Cases::One(RISING),
        change: |case, answer| {
            let falls = |points: &[DVec3]| points[0].z > points[points.len() - 1].z;
            far_if(answer, hulls(case).any(falls));
        },
        ..SOUND
    },
    Bug {
        about: "too far if a hull has a vertex twice",
        breaks: &["law: extra"],
        cases: Cases::Of("uniform", 5),
        change: |case, answer| {
            let twice =
                |points: &[DVec3]| (1..points.len()).any(|i| points[..i].contains(&points[i]));
            far_if(answer, hulls(case).any(twice));
        },
        ..SOUND
    },
    Bug {
        about: "too far if both shapes are far from the origin",
        breaks: &["law: move"],
        cases: Cases::One(RISING),
        change: |case, answer| {
            let [a, b] = case.cores();
            let far = |core: &Core| world(core).all(|p| p.length() > 2.0 * spread(core));
            far_if(answer, far(&a) && far(&b));
        },
        ..SOUND
    },
    Bug {
        about: "too far if both shapes are far from the origin of the plane",
        breaks: &["law: move"],
        cases: Cases::One(
            r#"{"id":"x","dim":2,"scalar":"f64",
            "a":{"kind":"hull","points":[[-3,-1],[-1,0.1],[-2,1]]},
            "b":{"kind":"hull","points":[[3,-1],[1,0.3],[2,1]]},"expect":{}}"#,
        ),
        change: |case, answer| {
            let [a, b] = case.cores();
            let far = |core: &Core| world(core).all(|p| p.length() > 2.0 * spread(core));
            far_if(answer, far(&a) && far(&b));
        },
        ..SOUND
    },
    Bug {
        about: "off by more than the source of a case allows, and than others found",
        breaks: &["expectation", "independent", "distance", "rounded"],
        cases: Cases::One(FROM_THE_FIELD),
        change: |_, answer| {
            answer.closest = None;
            answer.distance = answer.distance.map(|distance| distance * 1.01);
        },
        ..SOUND
    },
    Bug {
        about: "the verdict is not what the source of a case demands",
        breaks: &["expectation", "verdict"],
        cases: Cases::One(VERDICT_FROM_THE_FIELD),
        change: |_, answer| answer.intersects = !answer.intersects,
        ..SOUND
    },
    Bug {
        about: "a verdict alone, and not what the source of a case demands",
        breaks: &["expectation", "verdict"],
        cases: Cases::One(VERDICT_FROM_THE_FIELD),
        change: |_, answer| *answer = Answer::boolean(!answer.intersects),
        ..SOUND
    },
    Bug {
        about: "a verdict alone, and not that of the distance that the source demands",
        breaks: &["expectation", "verdict"],
        cases: Cases::One(FROM_THE_FIELD),
        change: |_, answer| *answer = Answer::boolean(!answer.intersects),
        ..SOUND
    },
    Bug {
        about: "gives up, which claims nothing that the source denies",
        breaks: &["termination"],
        cases: Cases::One(VERDICT_FROM_THE_FIELD),
        change: |_, answer| answer.end = End::IterationLimit,
        ..SOUND
    },
    Bug {
        about: "off within the tolerance of the source, but not what others found",
        breaks: &["independent", "distance"],
        cases: Cases::One(FROM_THE_FIELD),
        change: TOO_FAR.change,
        ..SOUND
    },
    Bug {
        about: "what touches is called apart for certain",
        breaks: &["proximity"],
        cases: Cases::Of("grid", 10),
        change_proximity: Some(|found| replaced(found, Proximity::Near, Proximity::Separated)),
        ..SOUND
    },
    Bug {
        about: "what is apart by less than an ulp is called overlapping for certain",
        breaks: &["proximity"],
        cases: Cases::One(NEARLY_TOUCHING),
        change_proximity: Some(|found| replaced(found, Proximity::Near, Proximity::Overlapping)),
        ..SOUND
    },
    Bug {
        about: "what is apart is called overlapping for certain",
        breaks: &["proximity"],
        change_proximity: Some(|found| {
            replaced(found, Proximity::Separated, Proximity::Overlapping)
        }),
        ..SOUND
    },
    Bug {
        about: "what overlaps is called apart for certain",
        breaks: &["proximity"],
        change_proximity: Some(|found| {
            replaced(found, Proximity::Overlapping, Proximity::Separated)
        }),
        ..SOUND
    },
    Bug {
        about: "what is farther apart than the margin is called near",
        breaks: &["proximity"],
        change_proximity: Some(|found| replaced(found, Proximity::Separated, Proximity::Near)),
        ..SOUND
    },
    Bug {
        about: "what overlaps deeply is called near",
        breaks: &["proximity"],
        change_proximity: Some(|found| replaced(found, Proximity::Overlapping, Proximity::Near)),
        ..SOUND
    },
    Bug {
        about: "the lower bound of an early stop is a billionth above the distance",
        breaks: &["cutoff"],
        change_setting: Some(|case, setting, closest| {
            if let (Setting::MaxDistance(_), End::BeyondMaxDistance) = (setting, closest.end) {
                claim(closest, exact(case) * (1.0 + PART));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the upper bound of an early stop is a billionth below the distance",
        breaks: &["cutoff"],
        change_setting: Some(|case, setting, closest| {
            if let (Setting::MaxDistance(_), End::BeyondMaxDistance) = (setting, closest.end) {
                claim(closest, exact(case) * (1.0 - PART));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "it stops early although the shapes are near enough, as its bounds say",
        breaks: &["cutoff"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::MaxDistance(_) = setting {
                closest.end = End::BeyondMaxDistance;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "it stops early although the shapes are near enough, with a bound that says otherwise",
        breaks: &["cutoff"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::MaxDistance(max_distance) = setting {
                claim(closest, max_distance);
                closest.end = End::BeyondMaxDistance;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the upper bound of an early stop is infinite",
        breaks: &["cutoff"],
        change_setting: Some(|_, setting, closest| {
            if let (Setting::MaxDistance(_), End::BeyondMaxDistance) = (setting, closest.end) {
                raise(closest, f64::INFINITY);
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the distance of an early stop is above its bounds",
        breaks: &["cutoff"],
        change_setting: Some(|_, setting, closest| {
            if let (Setting::MaxDistance(_), Some([_, upper])) = (setting, closest.bounds)
                && closest.end == End::BeyondMaxDistance
            {
                closest.distance = upper * (1.0 + PART);
            }
        }),
        ..SOUND
    },
    Bug {
        about: "it never stops early",
        breaks: &["cutoff"],
        change_setting: Some(|case, setting, closest| {
            if let Setting::MaxDistance(_) = setting {
                closest.clone_from(&plain(case));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "it does not stop early where the distance exceeds the maximum by less than an ulp",
        breaks: &["cutoff"],
        cases: Cases::Of("sliver", 5),
        exact: true,
        change_setting: Some(|case, setting, closest| {
            let plain = plain(case);
            if let (Setting::MaxDistance(most), Some([lower, _])) = (setting, plain.bounds)
                && most >= lower
            {
                *closest = plain;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "where it does not stop early the distance is another one",
        breaks: &["cutoff"],
        change_setting: Some(|_, setting, closest| {
            if let (Setting::MaxDistance(_), End::Converged) = (setting, closest.end) {
                closest.distance *= 1.0 + PART;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "where it does not stop early the normal alone is another one",
        breaks: &["cutoff"],
        change_setting: Some(|_, setting, closest| {
            if let (Setting::MaxDistance(_), End::Converged) = (setting, closest.end) {
                closest.normal = closest.normal.map(|normal| -normal);
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a tolerance makes contact of every gap",
        breaks: &["tolerance"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::Tolerance { .. } = setting {
                claim(closest, 0.0);
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a tolerance as long as the shapes makes contact of a gap, which its bounds allow",
        breaks: &["tolerance"],
        change_setting: Some(|_, setting, closest| {
            let upper = closest.distance;
            if let Setting::Tolerance { absolute, .. } = setting
                && absolute >= upper
            {
                claim(closest, 0.0);
                closest.bounds = Some([0.0, upper]);
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a tolerance calls touching shapes apart, by the least number there is",
        breaks: &["tolerance"],
        cases: Cases::One(TOUCHING),
        exact: true,
        change_setting: Some(|_, setting, closest| {
            if let Setting::Tolerance { .. } = setting {
                raise(closest, 0f64.next_up());
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the bounds with a tolerance are a twentieth of the distance apart",
        breaks: &["tolerance"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::Tolerance { .. } = setting {
                raise(closest, closest.distance * 1.05);
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the two limits of a tolerance are added",
        breaks: &["tolerance"],
        change_setting: Some(|_, setting, closest| {
            if let (Setting::Tolerance { relative, absolute }, Some([lower, _])) =
                (setting, closest.bounds)
                && absolute < lower
            {
                let sum = relative * lower + absolute;
                raise(closest, lower + 0.9 * sum);
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the bounds with a tolerance are a billionth above the distance",
        breaks: &["tolerance"],
        change_setting: Some(|case, setting, closest| {
            if let Setting::Tolerance { .. } = setting {
                claim(closest, exact(case) * (1.0 + PART));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the bounds with a tolerance are a billionth below the distance",
        breaks: &["tolerance"],
        change_setting: Some(|case, setting, closest| {
            if let Setting::Tolerance { .. } = setting {
                claim(closest, exact(case) * (1.0 - PART));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the bounds with a tolerance are two ulps above the distance of polytopes",
        breaks: &["tolerance"],
        cases: Cases::Of("sliver", 5),
        exact: true,
        change_setting: Some(|case, setting, closest| {
            if let Setting::Tolerance { .. } = setting {
                claim(closest, exact(case).next_up().next_up());
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the lower bound with a tolerance is one float too high for polytopes",
        breaks: &["tolerance"],
        cases: Cases::One(NEARLY_TOUCHING),
        exact: true,
        change_setting: Some(|case, setting, closest| {
            if let Setting::Tolerance { .. } = setting {
                claim(closest, exact(case).next_up());
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a tolerance leaves the bounds of polytopes apart where the search stalls",
        breaks: &["tolerance"],
        cases: Cases::Of("sliver", 5),
        exact: true,
        change_setting: Some(|_, setting, closest| {
            if let (Setting::Tolerance { .. }, Some(bounds)) = (setting, &mut closest.bounds) {
                closest.end = End::Stalled;
                bounds[0] *= 0.9;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the distance with a tolerance is above its bounds",
        breaks: &["tolerance"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::Tolerance { .. } = setting {
                closest.distance *= 1.0 + PART;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a warm start answers for the shapes of before",
        breaks: &["law: warm"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::WarmStart(before) = setting {
                closest.clone_from(&plain(before));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a warm start keeps a stale vertex: all it says is a billionth too short",
        breaks: &["law: warm"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::WarmStart(_) = setting {
                claim(closest, closest.distance * (1.0 - PART));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a warm start keeps a stale vertex if the shapes were in the other order",
        breaks: &["law: warm"],
        change_setting: Some(|case, setting, closest| {
            if let Setting::WarmStart(before) = setting
                && (&before.a, &before.b) == (&case.b, &case.a)
            {
                claim(closest, closest.distance * (1.0 - PART));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a warm start keeps a stale vertex if the second shape has turned in the plane",
        breaks: &["law: warm"],
        cases: Cases::One(
            r#"{"id":"x","dim":2,"scalar":"f64","a":{"kind":"box","half_extents":[1,1]},
            "b":{"kind":"box","half_extents":[1,1],"pose":{"pos":[4,1],"rot":0.5}},"expect":{}}"#,
        ),
        change_setting: Some(stale_after_a_turn),
        ..SOUND
    },
    Bug {
        about: "a warm start keeps a stale vertex if the second shape has turned in space",
        breaks: &["law: warm"],
        cases: Cases::One(
            r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"box","half_extents":[1,1,1]},
            "b":{"kind":"box","half_extents":[1,1,1],"pose":{"pos":[4,1,0],"rot":[0,0,0.6,0.8]}},
            "expect":{}}"#,
        ),
        change_setting: Some(stale_after_a_turn),
        ..SOUND
    },
    Bug {
        about: "the lower bound of a warm start is a billionth above the distance",
        breaks: &["law: warm"],
        change_setting: Some(|_, setting, closest| {
            if let (Setting::WarmStart(_), Some([lower, upper])) = (setting, &mut closest.bounds) {
                *lower = *upper * (1.0 + PART);
                *upper = *lower;
                closest.distance = *lower;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a warm start ends too early: the distance and its upper bound are too large",
        breaks: &["law: warm"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::WarmStart(_) = setting {
                raise(closest, closest.distance * (1.0 + PART));
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the lower bound of a warm start that stops early is that of an old point",
        breaks: &["law: warm"],
        change_setting: Some(|_, setting, closest| {
            if let (Setting::WarmStartWithin(..), Some([lower, upper])) =
                (setting, &mut closest.bounds)
            {
                *lower = *upper * (1.0 + PART);
                *upper = *lower;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "a warm start runs into the iteration limit",
        breaks: &["law: warm"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::WarmStart(_) = setting {
                closest.end = End::IterationLimit;
            }
        }),
        ..SOUND
    },
    Bug {
        about: "the distance of a warm start is not a number",
        breaks: &["law: warm"],
        change_setting: Some(|_, setting, closest| {
            if let Setting::WarmStart(_) = setting {
                claim(closest, f64::NAN);
            }
        }),
        ..SOUND
    },
];

/// A point 2^-60 above a triangle of the size 1: below an ulp of the largest length.
const NEARLY_TOUCHING: &str = r#"{"id":"nearly-touching","dim":3,"scalar":"f32",
    "a":{"kind":"triangle","points":[[-1,-1,0],[1,-1,0],[0,1,0]]},
    "b":{"kind":"point","p":[0,0,8.673617379884035e-19]},"expect":{}}"#;

/// Two boxes with a common face.
const TOUCHING: &str = r#"{"id":"touching","dim":3,"scalar":"f64",
    "a":{"kind":"box","half_extents":[1,1,1]},
    "b":{"kind":"box","half_extents":[1,1,1],"pose":{"pos":[2,0.5,0.25]}},"expect":{}}"#;

/// Two tetrahedra around the origin whose first vertices are below their last.
const RISING: &str = r#"{"id":"rising","dim":3,"scalar":"f64",
    "a":{"kind":"hull","points":[[-3,-1,-1],[-1,0.1,0],[-2,1,0.5],[-2.5,0,1]]},
    "b":{"kind":"hull","points":[[3,-1,-1],[1,0.3,0],[2,1,0.5],[2.5,0,1]]},"expect":{}}"#;

/// A ball and a point, in the form of a source.
const FROM_THE_FIELD: &str = r#"{"id":"from-the-field","dim":3,"scalar":"f32",
    "a":{"kind":"sphere","radius":1},"b":{"kind":"point","p":[3,0,0]},
    "expect":{"distance":2,"tol":1e-3},"ref":{"intersect":false,"signed_distance":2}}"#;

/// Two boxes, whose source states only that they intersect.
const VERDICT_FROM_THE_FIELD: &str = r#"{"id":"verdict-from-the-field","dim":2,"scalar":"f64",
    "a":{"kind":"box","half_extents":[1,1]},
    "b":{"kind":"box","half_extents":[1,1],"pose":{"pos":[1.5,1.5]}},"expect":{"intersect":true}}"#;
