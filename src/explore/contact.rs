//! Exact contact: the second shape is moved until both touch, or by an ulp.
//!
//! Exact arithmetic decides. A shape is moved along one axis at a time: see [`Line`].

use gjk_reference::Contact;
use glam::DVec3;

use super::float::ulp;
use super::line::{Class, Found, Line, largest_coordinate};
use crate::case::{Case, Dim};
use crate::judge::Truth;
use crate::subject::{GjkCore, Subject};

/// The axes by name.
const AXES: [char; 3] = ['x', 'y', 'z'];

/// Axes at steeper angles to the way out are skipped: a step along them is mostly sideways.
const STEEPEST: f64 = 0.0625;

/// The sideways position is rounded to the gap over this: nobody sees it, and short numbers make
/// contact at a float more likely.
const SIDEWAYS: f64 = 1024.0;

/// Shapes that cannot be measured cannot be moved into contact.
const TOO_LARGE: &str = "lengths exceed the largest float";

/// Moves the second shape until both touch, and returns how exact that is.
pub(super) fn snap(case: &mut Case) -> Result<String, String> {
    let truth = Truth::of(case).ok_or(TOO_LARGE)?;
    match truth.contact {
        Some(Contact::Touching) => return Ok("the shapes touch exactly".to_owned()),
        None => {
            return Ok("too near to contact to decide; the second shape was not moved".to_owned());
        }
        Some(Contact::Separated | Contact::Overlapping) => {}
    }
    let gap = truth.distance()[1];
    let out = way_out(case, &truth);
    let present = case.b.pose_mut().position;
    let mut nearly = None;
    for start in starts(case, present, out, gap) {
        for axis in axes_along(out, case.dim) {
            let mut line = Line::new(case, start, axis);
            match line.contact(out[axis], gap) {
                Some(Found::Touching(at)) => {
                    *case = line.at(at).clone();
                    let axis = AXES[axis];
                    return Ok(format!("the shapes touch exactly, with {axis} = {at:?}"));
                }
                Some(Found::Between { apart, other }) => {
                    let note = between(axis, apart, other, line.class(other));
                    nearly = Some((line.at(apart).clone(), note));
                }
                None => {}
            }
        }
    }
    if let Some((nearest, note)) = nearly {
        *case = nearest;
        return Ok(note);
    }
    if gap == 0.0 {
        return Ok("no contact was found along an axis; the second shape was not moved".to_owned());
    }
    // Flat shapes touch edge to edge: along an axis they miss each other.
    case.b.pose_mut().position = present - out * gap;
    Ok("no contact was found along an axis; the second shape was moved by the gap".to_owned())
}

/// Moves the second shape by ulps of its largest coordinate, along the axis that leads out most
/// directly: away from the first shape, or towards it.
pub(super) fn nudge(case: &mut Case, ulps: i32) -> Result<String, String> {
    let truth = Truth::of(case).ok_or(TOO_LARGE)?;
    let out = way_out(case, &truth);
    let axis = axes_along(out, case.dim).next().unwrap_or(0);
    let way = (axis, out[axis].signum());
    let (axis, sign) = match truth.contact {
        Some(Contact::Touching) => out_of_contact(case, out).unwrap_or(way),
        _ => way,
    };
    let unit = ulp(largest_coordinate(case, axis), case.scalar);
    let step = f64::from(ulps) * unit * sign;
    case.b.pose_mut().position[axis] += step;
    Ok(format!("moved by {step:?} along {}", AXES[axis]))
}

/// The axis, and the way along it, by which an ulp ends the contact of touching shapes, the most
/// direct first; preferably one whose other way leads into an overlap.
fn out_of_contact(case: &Case, out: DVec3) -> Option<(usize, f64)> {
    let start = case
        .b
        .pose
        .as_ref()
        .map_or(DVec3::ZERO, |pose| pose.position);
    let class = |axis: usize, sign: f64| {
        let unit = ulp(largest_coordinate(case, axis), case.scalar);
        Line::new(case, start, axis).class(start[axis] + sign * unit)
    };
    let ways = all_axes_along(out, case.dim).into_iter().flat_map(|axis| {
        let sign = out[axis].signum();
        [(axis, sign), (axis, -sign)]
    });
    let leaving = ways.filter(|(axis, sign)| class(*axis, *sign) == Class::Apart);
    let leaving: Vec<_> = leaving.collect();
    let enters = |way: &&(usize, f64)| class(way.0, -way.1) == Class::Overlapping;
    leaving.iter().find(enters).or(leaving.first()).copied()
}

/// The text if no float makes the shapes touch.
fn between(axis: usize, apart: f64, other: f64, class: Class) -> String {
    let axis = AXES[axis];
    let next = match class {
        Class::Unknown => "are too near to contact to decide",
        _ => "overlap",
    };
    format!(
        "no float along {axis} makes them touch exactly: they are separated with {axis} = {apart:?} \
         and {next} at the next float, {other:?}"
    )
}

/// Positions of the second shape from which to search for contact along an axis: its own, a short
/// number next to the contact, and the contact.
fn starts(case: &Case, present: DVec3, out: DVec3, gap: f64) -> Vec<DVec3> {
    if gap == 0.0 {
        return vec![present];
    }
    let there = present - out * gap;
    let grid = (gap / SIDEWAYS).log2().ceil().exp2();
    let short = (there / grid).round() * grid;
    [present, short, there]
        .into_iter()
        .filter(|place| place.is_finite())
        .map(|place| DVec3::from_array(place.to_array().map(|x| case.scalar.round(x))))
        .collect()
}

/// The axes of a case by their component along a direction, the largest first.
fn all_axes_along(direction: DVec3, dim: Dim) -> Vec<usize> {
    let mut axes = vec![0, 1];
    if dim == Dim::Three {
        axes.push(2);
    }
    axes.sort_by(|i, j| direction[*j].abs().total_cmp(&direction[*i].abs()));
    axes
}

/// The same without those of the smallest components.
fn axes_along(direction: DVec3, dim: Dim) -> impl Iterator<Item = usize> {
    let axes = all_axes_along(direction, dim).into_iter();
    axes.enumerate()
        .filter(move |(place, axis)| *place == 0 || direction[*axis].abs() > STEEPEST)
        .map(|(_, axis)| axis)
}

/// The unit direction in which the second shape leaves the first: the normal if there is one,
/// otherwise the axis along which the bounding boxes separate soonest.
fn way_out(case: &Case, truth: &Truth) -> DVec3 {
    if truth.contact != Some(Contact::Overlapping) {
        let closest = GjkCore.answer(case).and_then(|answer| answer.closest);
        let normal = closest.and_then(|closest| closest.normal);
        if let Some(normal) = normal.filter(|normal| normal.is_finite()) {
            return normal;
        }
    }
    let [a, b] = [&case.a, &case.b].map(|shape| {
        let core = shape.core(case.dim);
        let [low, high] = core.extremes();
        [low - core.radius, high + core.radius]
    });
    let [origin_a, origin_b] = case.origins();
    let between = origin_b - origin_a;
    let axes = match case.dim {
        Dim::Two => &DVec3::AXES[..2],
        Dim::Three => &DVec3::AXES[..],
    };
    let ways = axes.iter().flat_map(|axis| {
        let up = (a[1] - b[0] - between).dot(*axis);
        let down = (b[1] - a[0] + between).dot(*axis);
        [(up, *axis), (down, -*axis)]
    });
    let soonest = ways.min_by(|(p, _), (q, _)| p.total_cmp(q));
    soonest.map_or(DVec3::X, |(_, way)| way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    fn case(dim: u8, scalar: &str, a: &str, b: &str) -> Case {
        let text = format!(
            r#"{{"id":"x","dim":{dim},"scalar":"{scalar}","a":{a},"b":{b},"expect":{{}}}}"#
        );
        json::read(&text).expect("a case")
    }

    fn contact(case: &Case) -> Option<Contact> {
        Truth::of(case).and_then(|truth| truth.contact)
    }

    const CUBE: &str = r#"{"kind":"box","half_extents":[0.5,0.5,0.5]}"#;

    fn cube_at(place: &str) -> String {
        CUBE.replace(
            ']',
            &format!("]{}", format_args!(r#","pose":{{"pos":[{place}]}}"#)),
        )
    }

    // Claim: separated and overlapping boxes are brought to exact contact, in both formats, also if
    // their numbers are not short; boxes that touch already stay.
    #[test]
    fn boxes_touch() {
        for scalar in ["f32", "f64"] {
            for place in [
                "2,0.25,0",
                "0.1,0.9,0.3",
                "-1.3,0.1,0.7",
                "3,3,3",
                "1,0,0",
                "1.0000000000000002,0.25,0",
                "0.1,0,0",
            ] {
                let mut case = case(3, scalar, CUBE, &cube_at(place));
                let note = snap(&mut case).expect(place);
                assert_eq!(contact(&case), Some(Contact::Touching), "{place}: {note}");
                assert!(note.starts_with("the shapes touch exactly"), "{note}");
                let there = case.clone();
                snap(&mut case).expect(place);
                assert_eq!(case, there, "{place}");
            }
        }
    }

    // Claim: shapes without an extent along the way out are brought apart to contact: balls around
    // one point, a capsule and a segment through it, in both formats.
    #[test]
    fn what_has_no_coordinates_touches() {
        let ball = r#"{"kind":"sphere","radius":0.75}"#;
        let capsule = r#"{"kind":"capsule","p0":[0,-1,0],"p1":[0,1,0],"radius":0.5}"#;
        let segment = r#"{"kind":"segment","p0":[-1,0,0],"p1":[1,0,0]}"#;
        for scalar in ["f32", "f64"] {
            for (a, b) in [(ball, ball), (capsule, segment)] {
                let mut case = case(3, scalar, a, b);
                let note = snap(&mut case).expect("contact");
                assert_eq!(contact(&case), Some(Contact::Touching), "{a}: {note}");
            }
        }
    }

    // Claim: polygons with short numbers touch exactly, in any orientation.
    #[test]
    fn polygons_touch() {
        let triangle = r#"{"kind":"triangle","points":[[4,11],[4,5],[9,9]]}"#;
        let polygon = r#"{"kind":"hull","points":[[8,6],[10,2],[13,1],[15,6]]}"#;
        let mut apart = case(2, "f64", triangle, polygon);
        let note = snap(&mut apart).expect("contact");
        assert_eq!(contact(&apart), Some(Contact::Touching), "{note}");
        assert_eq!(apart.b.pose_mut().position.z, 0.0);
    }

    // Claim: a ball touches the corner of a box if three, four and five make it exact, from apart
    // and from an overlap.
    #[test]
    fn a_ball_touches_a_corner() {
        let disc = |y: f64| format!(r#"{{"kind":"sphere","radius":5,"pose":{{"pos":[4,{y}]}}}}"#);
        let square = r#"{"kind":"box","half_extents":[1,1]}"#;
        for y in [6.5, 9.0, 4.5] {
            let mut corner = case(2, "f64", square, &disc(y));
            let note = snap(&mut corner).expect("contact");
            assert_eq!(contact(&corner), Some(Contact::Touching), "{y}: {note}");
        }
    }

    // Claim: if no float makes the shapes touch, the result says so with the two neighbours, and
    // the shapes are apart by less than their difference.
    #[test]
    fn contact_that_is_no_float_is_not_claimed() {
        // Perpendicular to a side along (42, 98, 154.6) no step along an axis has the right length.
        let side = r#"{"kind":"hull","points":[[7,-3,0],[-7,3,0],[0.1,11,-7],[0,-5,-9]]}"#;
        let point = r#"{"kind":"point","p":[1.3,6.6,2.3]}"#;
        let mut case = case(3, "f64", side, point);
        let note = snap(&mut case).expect("next to contact");
        assert!(note.starts_with("no float along"), "{note}");
        assert_eq!(contact(&case), Some(Contact::Separated));
        let gap = Truth::of(&case).expect("lengths").distance()[1];
        assert!(gap > 0.0 && gap < 1e-14, "{gap:e}");
    }

    // Claim: flat shapes that do not touch along any axis are moved by the gap.
    #[test]
    fn flat_shapes_come_near() {
        let a = r#"{"kind":"segment","p0":[0,0,0],"p1":[3,1,0]}"#;
        let b = r#"{"kind":"segment","p0":[1,3,1.1],"p1":[2,3,7]}"#;
        let mut flat = case(3, "f64", a, b);
        snap(&mut flat).expect("next to contact");
        let gap = Truth::of(&flat).expect("lengths").distance()[1];
        assert!(gap < 1e-14, "{gap:e}");
    }

    // Claim: curved shapes come as near as exact arithmetic can decide.
    #[test]
    fn curved_shapes_come_near() {
        let ball = r#"{"kind":"ellipsoid","radii":[1,0.5,0.25]}"#;
        let other =
            r#"{"kind":"cone","radius":1,"half_height":1,"axis":"y","pose":{"pos":[3,0.5,0]}}"#;
        let mut curved = case(3, "f64", ball, other);
        let note = snap(&mut curved).expect("next to contact");
        let gap = Truth::of(&curved).expect("lengths").distance()[1];
        assert!(gap < 1e-14, "{gap:e}: {note}");
    }

    // Claim: from contact an ulp leads apart, and one the other way into an overlap, in both
    // formats and on either side; a hundred are a hundred times as far.
    #[test]
    fn a_nudge_ends_contact() {
        let sides = [("f32", 1), ("f64", 1), ("f32", -1), ("f64", -1)];
        for (scalar, side) in sides {
            let touching = case(3, scalar, CUBE, &cube_at(&format!("{side},0.25,0")));
            assert_eq!(contact(&touching), Some(Contact::Touching));
            for (ulps, expected) in [
                (1, Contact::Separated),
                (100, Contact::Separated),
                (-1, Contact::Overlapping),
            ] {
                let mut case = touching.clone();
                nudge(&mut case, ulps).expect("a step");
                assert_eq!(contact(&case), Some(expected), "{scalar} {ulps}");
                let moved = case.b.pose_mut().position.x - f64::from(side);
                let unit = ulp(1.5, case.scalar);
                assert_eq!(moved, unit * f64::from(ulps * side), "{scalar} {ulps}");
            }
        }
    }

    // Claim: the same where the bounding boxes mislead: a point that touches a slope, whose nearest
    // way out of the box leads into the shape.
    #[test]
    fn a_nudge_leads_out_of_a_slope() {
        let slope = r#"{"kind":"hull","points":[[0,0,0],[4,0,0],[0,1,0],[0,0,1]]}"#;
        for place in ["2,0.5,0", "2,0,0.5", "0,0.25,0.75", "2,0.25,0.25"] {
            let point = format!(r#"{{"kind":"point","p":[{place}]}}"#);
            let touching = case(3, "f64", slope, &point);
            assert_eq!(contact(&touching), Some(Contact::Touching), "{place}");
            let mut out = touching.clone();
            nudge(&mut out, 1).expect("a step");
            assert_eq!(contact(&out), Some(Contact::Separated), "{place}");
        }
    }
}
