//! The data of pictures: true to the query, and of a size that can be drawn.

mod page;

use std::path::PathBuf;

use gjk_harness::case::{Case, files, json};
use gjk_harness::family;
use gjk_harness::judge::Truth;
use gjk_harness::report::{style, trace};
use gjk_harness::story::{Contact, Outcome, Point, Story, words};
use gjk_harness::subject::{Answer, GjkCore, Measured, StepKind, Subject, TEXTBOOK};
use glam::DVec3;

fn named() -> Vec<Case> {
    let located = files::read_cases(&[PathBuf::from("tests/cases/named")]).expect("cases");
    located.into_iter().map(|located| located.case).collect()
}

/// All points of a story.
fn points(story: &Story) -> Vec<Point> {
    let mut points = story.difference.shape.corners.clone();
    for shape in &story.world.shapes {
        points.extend(&shape.corners);
    }
    for scene in &story.scenes {
        points.extend(&scene.simplex);
        points.extend(scene.vertices.iter().flatten());
        points.extend(scene.nearest);
        points.extend(scene.support);
        points.extend(scene.supports.iter().flatten());
        points.extend(scene.coplanar.iter().flatten());
    }
    points
}

/// The largest coordinate of some points.
fn largest(points: &[Point]) -> f64 {
    let sizes = points.iter().flatten().map(|x| x.abs());
    sizes.fold(0.0, f64::max)
}

/// Claim: for any size and position of the shapes, drawings have a size of about one: each view
/// extends no farther than its unit, and farther than a quarter of it. A unit is less than twice
/// the extent, and at least half of that is the core or the radius. The cases of all families, with
/// sizes from subnormal to 10^300.
#[test]
fn what_is_drawn_is_of_size_one() {
    const CASES: u64 = 4;
    /// Far more than the rounding of shapes at a thousand times their size.
    const ROUNDING: f64 = 1e-9;
    let mut seen = 0;
    for family in family::all() {
        for index in 0..CASES {
            let case = family::case_from_seed(family, 3, index);
            let story = Story::of(&case, family.name, &GjkCore);
            let all = points(&story);
            assert!(all.iter().flatten().all(|x| x.is_finite()), "{}", case.id);
            assert!(largest(&all) <= 1.0 + ROUNDING, "{}", case.id);
            let [a, b] = &story.world.shapes;
            let world = f64::max(largest(&a.corners), largest(&b.corners));
            let cores = largest(&story.difference.shape.corners);
            let difference = cores.max(story.difference.radius);
            for (unit, size) in [
                (story.world.unit, world),
                (story.difference.unit, difference),
            ] {
                // Coinciding points have no size, and shapes smaller than the smallest unit are
                // drawn small.
                if size > 0.0 && unit > 2f64.powi(-1000) {
                    assert!(size > 0.25, "{}: {size}", case.id);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Claim: shapes smaller than the floats at their position can resolve, and those whose terms nearly
/// overflow and cancel, are drawn nevertheless, if too small to be seen.
#[test]
fn small_and_far_away_is_drawn() {
    let far = r#"{"id": "far", "dim": 2, "scalar": "f64", "expect": {},
        "a": {"kind": "segment", "p0": [1e300, 0], "p1": [1e300, 1e-20]},
        "b": {"kind": "segment", "p0": [1e300, 2e-20], "p1": [1e300, 3e-20]}}"#;
    let cancelled = r#"{"id": "cancelled", "dim": 3, "scalar": "f64", "expect": {},
        "a": {"kind": "segment", "p0": [0, 0, -8e307], "p1": [1, 0, -8e307], "pose": {"pos": [0, 0, 8e307]}},
        "b": {"kind": "segment", "p0": [0, 1, 8e307], "p1": [1, 1, 8e307], "pose": {"pos": [0, 0, -8e307]}}}"#;
    for text in [far, cancelled] {
        let case = files::from_bytes(text.as_bytes())
            .expect("a case")
            .remove(0);
        let story = Story::of(&case, "", &GjkCore);
        let all = points(&story);
        assert!(all.len() > 6, "{}: {}", case.id, all.len());
        assert!(all.iter().flatten().all(|x| x.is_finite()), "{}", case.id);
        assert!(largest(&all) > 0.0, "{}", case.id);
    }
}

/// Claim: a story has a scene for each iteration, each proof and each exact step, and the distance
/// of the last nearest point from the origin is that of the cores. The named cases.
#[test]
fn scenes_lead_to_the_distance() {
    for case in named() {
        let answer = GjkCore.answer(&case).expect("known shapes");
        let story = Story::of(&case, "", &GjkCore);
        let evidence = &answer.evidence;
        let all = answer.steps.len() + evidence.proofs.len() + evidence.exact.len();
        assert_eq!(story.scenes.len(), all, "{}", case.id);
        let iterations = story.scenes.iter().filter_map(|scene| scene.iteration);
        assert!(iterations.eq(1..=answer.steps.len()), "{}", case.id);
        assert!(!story.is_wrong && story.wrong.is_none(), "{}", case.id);
        let closest = answer.closest.expect("closest points");
        let last = story.scenes.last().and_then(|scene| scene.nearest);
        match last {
            _ if story.contact != Contact::Separated => {}
            Some(nearest) => {
                let length = DVec3::from_array(nearest).length();
                let drawn = (length - story.difference.radius) * story.difference.unit;
                approx::assert_relative_eq!(drawn, closest.distance, max_relative = 1e-6);
            }
            None => panic!("{}: no nearest point", case.id),
        }
        assert!(
            story
                .rulings
                .iter()
                .all(|ruling| matches!(ruling.outcome, Outcome::Proved | Outcome::Within))
        );
    }
}

/// Claim: the steps of `gjk-core` and of the textbook searches are true: each support point is the
/// farthest point of the drawing, in the drawn direction, and each vertex of a simplex was found
/// before. To the 24 bits of the one that computes in `f32`.
#[test]
fn steps_are_true() {
    let subjects = TEXTBOOK.iter().map(|textbook| textbook as &dyn Subject);
    let subjects: Vec<&dyn Subject> = subjects.chain([&GjkCore as &dyn Subject]).collect();
    let families = [("uniform", 12), ("grid", 12), ("curved", 2)];
    let mut checked = 0;
    for (name, cases) in families {
        let family = family::find(name).expect("a family");
        for index in 0..cases {
            let case = family::case_from_seed(family, 1, index);
            for subject in &subjects {
                let story = Story::of(&case, family.name, *subject);
                let mut found = Vec::new();
                let iterations = story.scenes.iter();
                for scene in iterations.filter(|scene| scene.iteration.is_some()) {
                    let direction = DVec3::from_array(scene.direction);
                    let corners = story.difference.shape.corners.iter();
                    let heights = corners.map(|p| DVec3::from_array(*p).dot(direction));
                    let top = heights.fold(f64::NEG_INFINITY, f64::max);
                    let support = scene.support.expect("a support point");
                    let height = DVec3::from_array(support).dot(direction);
                    // Round shapes are drawn a little smaller than they are.
                    assert!(height >= top - 1e-6, "{} {}", subject.name(), case.id);
                    assert!(scene.simplex.iter().all(|p| found.contains(p)));
                    found.push(support);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 400, "{checked}");
}

/// Claim: the stated depth is that of the drawn way out: moved a little less the shapes still
/// overlap, a little more they are apart, by exact arithmetic. Curved shapes too, but that a depth
/// which is searched for may be too large. Cases of families that overlap, and of curved shapes.
#[test]
fn the_way_out_is_as_deep_as_told() {
    let mut checked = 0;
    for name in ["uniform", "grid", "nested", "identical", "curved"] {
        let family = family::find(name).expect("a family");
        for index in 0..40 {
            let case = family::case_from_seed(family, 5, index);
            let story = Story::of(&case, family.name, &GjkCore);
            let Some(depth) = story.depth else {
                assert!(
                    story.contact != Contact::Overlapping
                        || story.difference.shape.faces.is_empty()
                );
                continue;
            };
            let way = DVec3::from_array(depth.way) * story.world.unit;
            let is_exact = !depth.length.starts_with("about ");
            let told: f64 = depth
                .length
                .trim_start_matches("about ")
                .parse()
                .expect("a length");
            let drawn = way.length();
            assert!(
                (told - drawn).abs() <= if is_exact { 1e-9 } else { 1e-6 } * told,
                "{}: {told} {drawn}",
                case.id
            );
            let [from, to] = depth.ends.map(DVec3::from_array);
            let between = from.distance(to) * story.difference.unit;
            // With radii both ends are as far out as these, and round.
            let rounding = 2.0 * f64::EPSILON * story.difference.radius * story.difference.unit;
            assert!(
                (told - between).abs() <= 1e-6 * told + rounding,
                "{}: {told} {between}",
                case.id
            );
            if drawn < 1e-9 * story.world.unit {
                // The position rounds a thousandth of that away.
                continue;
            }
            let parts = [(1.001, Contact::Separated), (0.999, Contact::Overlapping)];
            for (part, contact) in parts.into_iter().take(if is_exact { 2 } else { 1 }) {
                let mut moved = case.clone();
                moved.b.pose.get_or_insert_default().position += way * part;
                let there = Story::unjudged(&moved, &GjkCore).contact;
                assert_eq!(there, contact, "{} {part}", case.id);
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

/// Claim: the depth of balls whose radii alone overlap has all its digits, although it is the small
/// difference of two lengths. Two discs, one around a point of the other's rim; then with the radii
/// exchanged.
#[test]
fn a_small_overlap_of_radii_is_told_exactly() {
    for [r, s] in [[1.0, 1e-20], [1e-20, 1.0]] {
        let text = format!(
            r#"{{"id":"x","dim":2,"scalar":"f64","a":{{"kind":"sphere","radius":{r}}},
            "b":{{"kind":"sphere","radius":{s},"pose":{{"pos":[1,0]}}}},"expect":{{}}}}"#
        );
        let case = json::read(&text).expect("a case");
        let depth = Story::of(&case, "", &GjkCore).depth.expect("a depth");
        assert_eq!(depth.length, "1e-20");
        assert!(depth.way[0].abs() > 0.0, "{:?}", depth.way);
    }
}

/// Claim: the depth of curved shapes is searched for, not measured on the drawing, whose faces cut
/// them off: 4.4e-16 for an ellipsoid around a point of its surface, not 0.013.
#[test]
fn the_depth_of_curved_shapes_is_searched_for() {
    let file = "tests/cases/kept/ellipsoid-around-a-point-of-its-surface.json";
    let text = std::fs::read_to_string(file).expect("a file");
    let case = json::read(&text).expect("a case");
    let depth = Story::of(&case, "", &GjkCore).depth.expect("a depth");
    let told = depth.length.trim_start_matches("about ").parse::<f64>();
    assert!(told.is_ok_and(|told| told < 1e-15), "{}", depth.length);
}

/// Claim: the depth of shapes of which only the radii overlap is their sum minus the distance of the
/// cores, along the line between them, whether they are judged or dragged: two discs and two balls
/// in several directions, and balls beside the apex of a cone and the end of an ellipsoid, which have
/// steep faces there.
#[test]
fn the_depth_of_radii_is_along_the_gap_of_the_cores() {
    let ball = r#"{"kind":"sphere","radius":1}"#;
    let cone = r#"{"kind":"cone","radius":0.125,"half_height":1,"axis":"y"}"#;
    let thin = r#"{"kind":"ellipsoid","radii":[0.01,1,0.01]}"#;
    for (dim, a, place, expected) in [
        (2, ball, "1.75,0", [1.0, 0.0, 0.0]),
        (2, ball, "0,1.75", [0.0, 1.0, 0.0]),
        (2, ball, "1.05,-1.4", [0.6, -0.8, 0.0]),
        (3, ball, "0,0,1.75", [0.0, 0.0, 1.0]),
        (3, ball, "0,1.05,-1.4", [0.0, 0.6, -0.8]),
        (3, cone, "0,1.75,0", [0.0, 1.0, 0.0]),
        (3, thin, "0,1.75,0", [0.0, 1.0, 0.0]),
    ] {
        let text = format!(
            r#"{{"id":"x","dim":{dim},"scalar":"f64","a":{a},"expect":{{}},
            "b":{{"kind":"sphere","radius":1,"pose":{{"pos":[{place}]}}}}}}"#
        );
        let case = json::read(&text).expect("a case");
        for story in [
            Story::of(&case, "", &GjkCore),
            Story::unjudged(&case, &GjkCore),
        ] {
            let depth = story.depth.expect("a depth");
            let told = depth.length.trim_start_matches("about ");
            let told: f64 = told.parse().expect("a length");
            assert!((told - 0.25).abs() < 1e-7, "{a} {place}: {}", depth.length);
            let way = DVec3::from_array(depth.way) * story.world.unit;
            let expected = DVec3::from_array(expected) * 0.25;
            assert!(way.distance(expected) < 1e-6, "{a} {place}: {way}");
        }
    }
}

/// Claim: the depth of round shapes is that of their difference as well, in which a textbook
/// searches: two discs that overlap by a quarter, measured on the drawing.
#[test]
fn the_difference_of_whole_shapes_has_the_radii_already() {
    let text = r#"{"id":"x","dim":2,"scalar":"f64","a":{"kind":"sphere","radius":1},
        "b":{"kind":"sphere","radius":1,"pose":{"pos":[1.75,0]}},"expect":{}}"#;
    let case = json::read(text).expect("a case");
    let whole = TEXTBOOK.iter().find(|s| s.name() == "newest-first");
    let story = Story::unjudged(&case, whole.expect("the subject"));
    assert_eq!(story.difference.radius, 0.0);
    let depth = story.depth.expect("a depth").length;
    let told: f64 = depth
        .trim_start_matches("about ")
        .parse()
        .expect("a length");
    assert!((told - 0.25).abs() < 0.01, "{depth}");
}

/// Claim: directions are drawn for shapes of any size: each that is not zero has length one, and so
/// leads along its line of numbers. A box over a triangle, from 1e-300 to 1e300.
#[test]
fn directions_are_drawn_at_any_size() {
    for unit in ["1e-300", "1", "1e300"] {
        let text = format!(
            r#"{{"id":"x","dim":3,"scalar":"f64","expect":{{}},
            "a":{{"kind":"box","half_extents":[{unit},{unit},{unit}]}},
            "b":{{"kind":"triangle","points":[[3e0,0,0],[4e0,1e0,0],[5e0,0,2e0]]}}}}"#
        );
        let exponent = unit.trim_start_matches("1");
        let case = json::read(&text.replace("e0", exponent)).expect("a case");
        let story = Story::of(&case, "", &GjkCore);
        assert_eq!(story.contact, Contact::Separated);
        for scene in &story.scenes {
            let told = scene.lines.iter().find(|line| line.name == "direction");
            let told = told.expect("a direction").at.iter();
            let told: Vec<f64> = told.map(|x| x.parse().expect("a number")).collect();
            let drawn = DVec3::from_array(scene.direction);
            let apart = drawn.distance(DVec3::from_slice(&told));
            assert!(apart < 1e-7, "{unit} {}: {drawn}", scene.title);
        }
    }
}

/// Claim: the exact distance is told as the floats around it, next to each other, or as itself if it
/// is a float, also with radii; for curved shapes it lies between those told. 40 cases of families.
#[test]
fn the_exact_distance_is_told_to_the_last_digit() {
    let mut seen = 0;
    for name in ["uniform", "sliver", "offset", "scale", "kissing", "curved"] {
        let family = family::find(name).expect("a family");
        for index in 0..40 {
            let case = family::case_from_seed(family, 7, index);
            let truth = Truth::of(&case).expect("lengths");
            let rows = words::exact_rows(Some(&truth));
            let told: Vec<f64> = (rows[1].value.split(" .. "))
                .map(|number| number.parse().expect("a number"))
                .collect();
            let (lower, upper) = (told[0], told[told.len() - 1]);
            let encloses = !truth.may_fall_below(lower) && !truth.may_exceed(upper);
            assert!(encloses, "{}: {}", case.id, rows[1].value);
            let is_near = truth.pair().is_none() || upper <= lower.next_up();
            assert!(is_near, "{}: {}", case.id, rows[1].value);
            seen += usize::from(truth.radii() != [0.0; 2] && lower > 0.0);
        }
    }
    assert!(seen > 40, "{seen}");
}

/// Claim: an answer with numbers that are not finite is told, and they are drawn nowhere: not at the
/// origin, and not at the centre.
#[test]
fn what_is_not_finite_is_not_drawn() {
    let case = named()
        .into_iter()
        .find(|case| case.id == "3d-vertex-above-face");
    let case = case.expect("the case");
    let mut answer = GjkCore.answer(&case).expect("an answer");
    let closest = answer.closest.as_mut().expect("closest points");
    closest.points = Some([DVec3::NAN, DVec3::X]);
    closest.normal = Some(DVec3::NAN);
    let step = &mut answer.steps[1];
    step.support[1].y = f64::INFINITY;
    step.direction = DVec3::NAN;
    step.measured.as_mut().expect("a point").nearest.x = f64::NAN;
    let story = Story::of_answer(&case, "", &GjkCore, answer);
    assert_eq!((story.world.points, story.world.normal), (None, None));
    assert_eq!(story.difference.nearest, None);
    assert!(story.lines[0].at.iter().all(|x| x == "NaN"));
    let scene = &story.scenes[1];
    assert_eq!((scene.nearest, scene.support), (None, None));
    assert!(scene.supports.is_none());
    assert!(scene.sentence.ends_with("The direction is not finite."));
}

/// Claim: a bound of the cores is not told as one of the shapes: two balls of radius 1 at a distance
/// of 3 are 1 apart.
#[test]
fn a_bound_of_the_cores_is_told_as_such() {
    let text = r#"{"id":"x","dim":2,"scalar":"f64","a":{"kind":"sphere","radius":1},
        "b":{"kind":"sphere","radius":1,"pose":{"pos":[3,0]}},"expect":{}}"#;
    let case = json::read(text).expect("a case");
    let story = Story::of(&case, "", &GjkCore);
    let words = "so the distance of the cores is at least 3.";
    assert!(story.scenes[0].sentence.ends_with(words));
    let textbook = TEXTBOOK.iter().find(|s| s.name() == "newest-first");
    let story = Story::of(&case, "", textbook.expect("the subject"));
    let words = "so the distance is at least 1.";
    assert!(story.scenes[0].sentence.ends_with(words));
}

/// Claim: an endless search shows its thousand steps, and has no verdict; its text shows the first
/// fifty and the last.
#[test]
fn an_endless_search_is_shown() {
    let case = named()
        .into_iter()
        .find(|case| case.id == "2d-squares-overlap");
    let endless = TEXTBOOK.iter().find(|s| s.name() == "two-points-endless");
    let story = Story::of(&case.expect("the case"), "", endless.expect("the subject"));
    assert_eq!((story.scenes.len(), story.intersects), (1002, None));
    assert_eq!(
        (story.answer[0].name, &*story.answer[0].value),
        ("verdict", "none")
    );
    let text = style::plain(&trace::text(&story));
    assert!(text.contains("\n… 902 more steps\n"), "{text}");
    assert!(
        story
            .answer
            .iter()
            .any(|row| row.value.contains("iteration limit"))
    );
}

/// The fault of the first wrong step of an answer, and its iteration.
fn first_wrong(case: &Case, subject: &dyn Subject, answer: Answer) -> (Option<usize>, String) {
    let story = Story::of_answer(case, "", subject, answer);
    let scene = &story.scenes[story.wrong.expect("a wrong step")];
    (scene.iteration, scene.fault.clone().expect("a fault"))
}

/// Claim: of a wrong answer the first step whose bounds miss the exact distance is called wrong,
/// whether they are above or below it. The steps of `gjk-core` on the cases of `uniform`.
#[test]
fn bounds_that_miss_the_distance_are_a_wrong_step() {
    let family = family::find("uniform").expect("a family");
    let mut checked = 0;
    for index in 0..20 {
        let case = family::case_from_seed(family, 1, index);
        let mut right = GjkCore.answer(&case).expect("an answer");
        let Some(distance) = right.distance.filter(|distance| *distance > 0.0) else {
            continue;
        };
        right.distance = Some(2.0 * distance);
        for (place, step) in right.steps.iter().enumerate() {
            let Some(known) = step.measured else {
                continue;
            };
            // Farther from the distance of the shapes than a radius.
            for bounds in [[1e3; 2], [0.0, 0.0]] {
                let mut wrong = right.clone();
                wrong.steps[place].measured = Some(Measured { bounds, ..known });
                let (iteration, fault) = first_wrong(&case, &GjkCore, wrong);
                assert_eq!(iteration, Some(place + 1), "{}: {fault}", case.id);
                assert!(fault.starts_with("The bounds are "), "{fault}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 20, "{checked}");
}

/// Claim: of a wrong answer the first step whose point is not the nearest one of its simplex is
/// called wrong. The steps of `gjk-core` on the cases of `uniform`, with a point that is a
/// thousandth too far.
#[test]
fn a_point_that_is_not_the_nearest_is_a_wrong_step() {
    let family = family::find("uniform").expect("a family");
    let mut checked = 0;
    for index in 0..40 {
        let case = family::case_from_seed(family, 1, index);
        let mut right = GjkCore.answer(&case).expect("an answer");
        let Some(distance) = right.distance.filter(|distance| *distance > 0.1) else {
            continue;
        };
        right.distance = Some(2.0 * distance);
        for (place, step) in right.steps.iter().enumerate() {
            let known = step.measured.filter(|_| step.kind == StepKind::Nearest);
            let Some(known) = known.filter(|_| !step.simplex.is_empty()) else {
                continue;
            };
            let mut wrong = right.clone();
            wrong.steps[place].measured = Some(Measured {
                nearest: known.nearest * 1.001,
                ..known
            });
            let (iteration, fault) = first_wrong(&case, &GjkCore, wrong);
            assert_eq!(iteration, Some(place + 1), "{}: {fault}", case.id);
            assert!(fault.starts_with("v is not the nearest point "), "{fault}");
            checked += 1;
        }
    }
    assert!(checked >= 10, "{checked}");
}

/// Claim: an iteration that repeats another names it by its number. The last step of `gjk-core` on
/// the cases of `uniform`, twice: the second time with a support point that it has already.
#[test]
fn a_repeated_iteration_is_named_by_its_number() {
    let family = family::find("uniform").expect("a family");
    let mut checked = 0;
    for index in 0..40 {
        let case = family::case_from_seed(family, 1, index);
        let mut wrong = GjkCore.answer(&case).expect("an answer");
        let Some(distance) = wrong.distance.filter(|distance| *distance > 0.0) else {
            continue;
        };
        wrong.distance = Some(2.0 * distance);
        let last = wrong.steps.len();
        let mut again = wrong.steps[last - 1].clone();
        let mut known = again.simplex.iter().map(|vertex| [vertex.a, vertex.b]);
        let Some(support) = known.find(|pair| *pair != again.support) else {
            continue;
        };
        again.support = support;
        wrong.steps.push(again);
        let (iteration, fault) = first_wrong(&case, &GjkCore, wrong);
        assert_eq!(iteration, Some(last + 1), "{}: {fault}", case.id);
        let named = format!("This is iteration {last} again: ");
        assert!(fault.starts_with(&named), "{}: {fault}", case.id);
        checked += 1;
    }
    assert!(checked >= 10, "{checked}");
}

/// A textbook search, and its answers of three steps or more to cases of `uniform`, with the verdict
/// turned over.
fn wrong_verdicts() -> (&'static dyn Subject, impl Iterator<Item = (Case, Answer)>) {
    let family = family::find("uniform").expect("a family");
    let subject = TEXTBOOK.iter().find(|s| s.name() == "newest-first");
    let subject: &dyn Subject = subject.expect("the subject");
    let answers = (0..40).filter_map(move |index| {
        let case = family::case_from_seed(family, 1, index);
        let mut answer = subject.answer(&case).filter(|a| a.steps.len() > 2)?;
        answer.intersects = !answer.intersects;
        Some((case, answer))
    });
    (subject, answers)
}

/// Claim: of a wrong answer the first step whose direction leads elsewhere than from the nearest
/// point of its simplex to the origin is called wrong. The third steps of a textbook search on
/// the cases of `uniform`, with the verdict and that direction turned over.
#[test]
fn a_direction_that_leads_elsewhere_is_a_wrong_step() {
    let (subject, answers) = wrong_verdicts();
    let mut checked = 0;
    for (case, mut answer) in answers {
        answer.steps[2].direction *= -1.0;
        let (iteration, fault) = first_wrong(&case, subject, answer);
        assert_eq!(iteration, Some(3), "{}: {fault}", case.id);
        assert!(fault.starts_with("The direction does not "), "{fault}");
        checked += 1;
    }
    assert!(checked >= 5, "{checked}");
}

/// Claim: a support point that is not the farthest, so that its plane excludes the exact distance, is
/// a wrong step, and so is a direction of zero; the origin is called on the simplex only if it is.
/// The second and third steps of a textbook search on the cases of `uniform`, changed so.
#[test]
fn a_wrong_support_point_is_a_wrong_step() {
    let (subject, answers) = wrong_verdicts();
    let mut checked = 0;
    for (case, mut answer) in answers {
        let mut zero = answer.clone();
        zero.steps[2].direction = DVec3::ZERO;
        let (iteration, fault) = first_wrong(&case, subject, zero);
        assert_eq!(iteration, Some(3), "{}: {fault}", case.id);
        let why = "The direction is zero, although the origin does not lie on the simplex; ";
        assert!(fault.starts_with(why), "{}: {fault}", case.id);

        let back = answer.steps[1].direction.normalize() * -10.0;
        answer.steps[1].support[0] += back;
        let (iteration, fault) = first_wrong(&case, subject, answer);
        assert_eq!(iteration, Some(2), "{}: {fault}", case.id);
        assert!(fault.starts_with("w is not the farthest "), "{fault}");
        checked += 1;
    }
    assert!(checked >= 5, "{checked}");
}

/// Claim: the wrong step of shapes of any size is the same: the worked example of a textbook article,
/// scaled by 2^-900 and 2^900, with the last step of a textbook search without a direction.
#[test]
fn a_wrong_step_does_not_depend_on_the_size() {
    let subject = TEXTBOOK.iter().find(|s| s.name() == "newest-first");
    let subject = subject.expect("the subject");
    let example = named()
        .into_iter()
        .find(|case| case.id == "2d-worked-example");
    let example = example.expect("the case");
    for scale in [1.0, 2f64.powi(900), 2f64.powi(-900)] {
        let mut case = example.clone();
        for shape in [&mut case.a, &mut case.b] {
            for point in shape.kind.points_mut() {
                *point *= scale;
            }
        }
        let mut wrong = subject.answer(&example).expect("an answer");
        wrong.intersects = true;
        for step in &mut wrong.steps {
            step.support = step.support.map(|p| p * scale);
            for vertex in &mut step.simplex {
                (vertex.a, vertex.b) = (vertex.a * scale, vertex.b * scale);
            }
        }
        let last = wrong.steps.len() - 1;
        wrong.steps[last].direction = DVec3::ZERO;
        let (iteration, fault) = first_wrong(&case, subject, wrong);
        assert_eq!(iteration, Some(last + 1), "{scale:e}: {fault}");
        let why = "The direction is zero, although ";
        assert!(fault.starts_with(why), "{scale:e}: {fault}");
    }
}

/// Panics.
struct Panics;

impl Subject for Panics {
    fn name(&self) -> &'static str {
        "panics"
    }

    fn about(&self) -> &'static str {
        "a bug"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, _case: &Case) -> Option<Answer> {
        panic!("on purpose")
    }
}

/// Claim: a subject that panics, or does not support a shape, has a story nevertheless: the shapes,
/// the exact answer, and why there is no other.
#[test]
fn without_an_answer_the_shapes_are_shown() {
    let case = named().remove(0);
    let story = Story::of(&case, "", &Panics);
    assert_eq!(story.answer[0].name, "panic");
    assert!(story.answer[0].value.contains("on purpose"));
    // Also while a shape is dragged, when nothing is judged.
    assert!(Story::unjudged(&case, &Panics).is_wrong);
    assert!(
        story
            .rulings
            .iter()
            .any(|ruling| ruling.outcome == Outcome::Broken)
    );
    let flat = case;
    let in_space = TEXTBOOK.iter().find(|s| s.name() == "voronoi-regions");
    let story = Story::of(&flat, "", in_space.expect("the subject"));
    assert_eq!(story.answer[0].name, "no answer");
    assert!(!story.world.shapes[0].corners.is_empty() && !story.exact.is_empty());
    assert!(!story.is_wrong);
}

/// Claim: shapes whose distance exceeds the largest float are not called near to contact: nothing
/// exact is known, and the text says why, next to the verdict of the subject. Two points.
#[test]
fn a_distance_beyond_the_largest_float_is_told() {
    let text = r#"{"id":"x","dim":2,"scalar":"f64","a":{"kind":"point","p":[-1.7e308,0]},
        "b":{"kind":"point","p":[1.7e308,0]},"expect":{}}"#;
    let case = json::read(text).expect("a case");
    let story = Story::of(&case, "", &GjkCore);
    assert_eq!(story.contact, Contact::TooLarge);
    assert!(story.exact.is_empty());
    let text = style::plain(&trace::text(&story));
    let verdict =
        "verdict         separated, exactly unknown: a length exceeds the largest float\n";
    assert!(text.contains(verdict), "{text}");
}

/// Claim: the units and the centre map back to the case: the closest points of a picture are those
/// of the answer, and the distance of the nearest point of the difference from the origin is theirs
/// plus both radii, which the exact distance of the cores confirms. The named cases.
#[test]
fn pictures_lead_back_to_the_case() {
    let mut apart = 0;
    for case in named() {
        let answer = GjkCore.answer(&case).expect("known shapes");
        let closest = answer.closest.as_ref().expect("closest points");
        let story = Story::of(&case, "", &GjkCore);
        assert_eq!(story.intersects, Some(answer.intersects), "{}", case.id);
        assert_eq!(story.difference.simplex.len(), closest.simplex.len());
        let world = &story.world;
        let drawn = world.points.expect("closest points").map(DVec3::from_array);
        for (drawn, point) in drawn.iter().zip(closest.points.expect("closest points")) {
            let back = DVec3::from_array(world.center) + *drawn * world.unit;
            approx::assert_relative_eq!(back.distance(point), 0.0, epsilon = 1e-12 * world.unit);
        }
        let Some(nearest) = story.difference.nearest else {
            continue;
        };
        apart += 1;
        let length = DVec3::from_array(nearest).length();
        let [lower, upper] = story.difference.distance.expect("an exact distance");
        assert!(lower <= upper);
        approx::assert_relative_eq!(length, lower, max_relative = 1e-12);
    }
    assert!(apart >= 10, "{apart}");
}
