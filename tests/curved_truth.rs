//! The truth about curved shapes, compared with closed forms of distance, contact and depth; and
//! the width of the intervals.

use gjk_harness::case::{Case, json};
use gjk_harness::family;
use gjk_harness::judge::{Truth, budget};
use gjk_harness::subject::{Closest, GjkCore, Subject};
use gjk_reference::Contact;

/// The widest interval, in ulps of the largest length, where the budget allows 2. The widest of the
/// sample is 0.0051 ulps wide.
const WIDTH_MAX: f64 = 0.05;
/// Cases of the family `curved` whose intervals are measured.
const SAMPLE: u64 = 400;
/// How many of them must be apart, to have a width.
const APART_MIN: usize = 200;

/// Claim: the interval of the distance of curved shapes is narrower than a twentieth of an ulp, the
/// contact of all is decided, and both bounds of gjk-core are within their budget even at the worse
/// end of the interval. 400 cases of the family.
#[test]
fn enclosures_are_narrow() {
    let family = family::find("curved").expect("a family");
    let (mut widest, mut apart, mut undecided) = (0.0, 0, 0);
    for index in 0..SAMPLE {
        let case = family::case_from_seed(family, 2, index);
        let truth = Truth::of(&case).expect("a truth");
        let closest = closest(&case);
        undecided += usize::from(truth.contact.is_none());
        apart += usize::from(truth.contact == Some(Contact::Separated));
        // The nearer a claim is to the distance, the more digits its error has.
        let [least, greatest] = truth.distance_error(closest.distance);
        widest = f64::max(widest, (greatest - least) / truth.unit);
        let [lower, upper] = closest.bounds.expect("bounds");
        let [_, excess] = truth.distance_error(lower);
        let [shortfall, _] = truth.distance_error(upper);
        let granted = |property| budget::line(property, "curved").ulps * truth.unit;
        assert!(excess <= granted("lower"), "{}: {excess:e}", case.id);
        assert!(-shortfall <= granted("upper"), "{}: {shortfall:e}", case.id);
    }
    println!("{apart} apart, {undecided} undecided, {widest:.4} ulps at most");
    assert!(apart >= APART_MIN, "{apart}");
    assert_eq!(undecided, 0);
    assert!(widest <= WIDTH_MAX, "{widest}");
}

fn closest(case: &Case) -> Closest {
    let answer = GjkCore.answer(case).expect("shapes that gjk-core knows");
    answer.closest.expect("closest points")
}

/// Claim: cylinders that are coaxial, side by side, or rim to rim have the distance of their sizes,
/// along each axis.
#[test]
fn cylinders_have_their_distance() {
    for axis in Axis::ALL {
        let a = axis.cylinder(2.0, 1.0, [0.0; 3]);
        let b = |middle| axis.cylinder(0.5, 3.0, middle);
        apart(&a, &b([0.0, 0.0, 10.0]), 6.0);
        apart(&a, &b([1.0, 1.0, 10.0]), 6.0);
        apart(&a, &b([5.0, 0.0, 1.0]), 2.5);
        apart(&a, &b([2.5 + 3.0, 0.0, 4.0 + 4.0]), 5.0);
        meet(&a, &b([1.0, 0.0, 4.0]), None);
        meet(&a, &b([2.5, 0.0, 1.0]), None);
        meet(&a, &b([2.5, 0.0, 4.0]), None);
        meet(&a, &b([0.0, 0.0, 3.25]), Some(0.75));
        meet(&a, &b([2.25, 0.0, 1.0]), Some(0.25));
    }
}

/// Claim: the distance of a ball from the cap, the side or the rim of a cylinder is that of its
/// centre minus its radius.
#[test]
fn balls_have_their_distance_from_a_cylinder() {
    for axis in Axis::ALL {
        let cylinder = axis.cylinder(5.0, 1.0, [0.0; 3]);
        let ball = |middle| axis.shape(r#""kind":"sphere","radius":0.5"#, middle);
        apart(&cylinder, &ball([1.0, 2.0, 4.0]), 2.5);
        apart(&cylinder, &ball([6.0, 8.0, 0.5]), 4.5);
        apart(&cylinder, &ball([6.0, 8.0, 13.0]), 12.5);
        meet(&cylinder, &ball([1.0, 2.0, 1.5]), None);
        meet(&cylinder, &ball([5.5, 0.0, 0.0]), None);
        meet(&cylinder, &ball([5.0 + 0.375, 0.0, 1.0]), Some(0.125));
        let touching = axis.shape(r#""kind":"sphere","radius":13"#, [6.0, 8.0, 13.0]);
        meet(&cylinder, &touching, None);
    }
}

/// Claim: points in front of the apex, the side, the disc and the rim of a cone have the distance
/// of a 2D figure, rounded or not.
#[test]
fn points_have_their_distance_from_a_cone() {
    for axis in Axis::ALL {
        let name = axis.name();
        let cone = format!(r#""kind":"cone","radius":3,"half_height":2,"axis":"{name}""#);
        let rounded = format!(r#""kind":"rounded","radius":0.25,"shape":{{{cone}}}"#);
        let point = |p| axis.shape(r#""kind":"point","p":[0,0,0]"#, p);
        for (cone, radius) in [(cone, 0.0), (rounded, 0.25)] {
            let cone = axis.shape(&cone, [0.0; 3]);
            apart(&cone, &point([0.0, 0.0, 5.0]), 3.0 - radius);
            // The side falls by 4 where it widens by 3.
            apart(&cone, &point([1.5 + 4.0, 0.0, 3.0]), 5.0 - radius);
            apart(&cone, &point([0.0, 1.0, -4.0]), 2.0 - radius);
            apart(&cone, &point([3.0 + 3.0, 0.0, -2.0 - 4.0]), 5.0 - radius);
            meet(&cone, &point([0.0, 0.0, 2.0 + radius]), None);
            meet(&cone, &point([1.0, 0.0, -2.0 - radius]), None);
            meet(&cone, &point([0.0, 1.0, -1.875]), Some(0.125 + radius));
        }
    }
}

/// Claim: an ellipsoid has the distance from the face of a box that follows from its half-width
/// along the normal: a semi-axis or, after a matrix tilts it, the root of two squares that sum to a
/// square.
#[test]
fn ellipsoids_have_their_distance_from_a_face() {
    let ellipsoid = r#""kind":"ellipsoid","radii":[1,2,3]"#;
    for (axis, radius) in Axis::ALL.into_iter().zip([1.0, 2.0, 3.0]) {
        let (ellipsoid, face) = (axis.shape(ellipsoid, [0.0; 3]), |p| axis.plate(p));
        apart(&ellipsoid, &face([1.0, 2.0, radius + 5.0]), 4.0);
        meet(&ellipsoid, &face([1.0, 2.0, radius + 1.0]), None);
        meet(&ellipsoid, &face([1.0, 2.0, radius + 0.75]), Some(0.25));
    }
    // Tilted, its half-width along x is that of (3 * 4, 4 * 1.25): 13.
    let leaning = |x: f64| {
        format!(
            r#"{{"kind":"ellipsoid","radii":[4,1.25,1],
            "pose":{{"pos":[{x},0,0],"mat":[[3,-4,0],[4,3,0],[0,0,5]]}}}}"#
        )
    };
    let wall = r#"{"kind":"box","half_extents":[1,64,64]}"#;
    apart(&leaning(16.0), wall, 2.0);
    meet(&leaning(13.5), wall, Some(0.5));
    // The point of contact has the denominator 13: no float, and so not always proved.
    let truth = Truth::of(&case(3, &leaning(14.0), wall)).expect("a truth");
    assert!(matches!(truth.contact, None | Some(Contact::Touching)));
}

/// Claim: 2D ellipses have their distance from a disc on an axis.
#[test]
fn ellipses_have_their_distance() {
    let ellipse = r#"{"kind":"ellipsoid","radii":[3,2]}"#;
    let disc =
        |x: f64, y: f64| format!(r#"{{"kind":"sphere","radius":1,"pose":{{"pos":[{x},{y}]}}}}"#);
    in_plane(ellipse, &disc(6.0, 0.0), Contact::Separated, 2.0);
    in_plane(ellipse, &disc(0.0, -5.5), Contact::Separated, 2.5);
    in_plane(ellipse, &disc(4.0, 0.0), Contact::Touching, 0.0);
    in_plane(ellipse, &disc(0.0, 2.5), Contact::Overlapping, 0.5);
}

/// Claim: the depth of thin shapes, which is an upper bound, follows directions to better ones. From
/// the tried directions alone it was 5e12 to 5e13 ulps for these three.
#[test]
fn thin_shapes_have_a_small_depth() {
    for (a, b, ulps) in [
        (
            r#"{"kind":"cylinder","axis":"z","radius":0.4,"half_height":0.8048386466192695,
            "pose":{"pos":[0,0,0],
            "rot":[1,-0.629208018354801,0.8841142892671822,-0.00022658187166822813]}}"#,
            r#"{"kind":"cylinder","axis":"z","radius":0.003525886242985534,
            "half_height":7.913724647226554e-15,
            "pose":{"pos":[-0.8414122246076601,0.06824426450410027,0.31243032562730955],
            "rot":[1.0833722478805734,0.26303674077042116,1.0968000042590034,0]}}"#,
            124.0,
        ),
        (
            r#"{"kind":"cylinder","axis":"y","radius":0.03194803208175168,
            "half_height":1.495005502978077e-07}"#,
            r#"{"kind":"cone","axis":"z","radius":0.06514900978445934,
            "half_height":8.205674900892383e-11,
            "pose":{"pos":[0.0027267189707825337,-0.009948040082550574,-0.07866091661385403],
            "rot":[0.07229819948632944,1.6161775808551193,-0.37417913144213116,1.1400650020484964]}}"#,
            213.0,
        ),
        (
            r#"{"kind":"cone","axis":"z","radius":0.014470150815680195,
            "half_height":2.112395461177501e-12,
            "pose":{"pos":[0,0,0],
            "rot":[-0.8123644320896053,0.4937903100040307,0,-0.42238904858169]}}"#,
            r#"{"kind":"cone","axis":"z","radius":0.00035126799650815865,
            "half_height":6.443009956809942e-20,
            "pose":{"pos":[-0.013261533011487277,0.0016085236865049492,0.00618931069996599]}}"#,
            108.0,
        ),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            let truth = Truth::of(&case(3, a, b)).expect("a truth");
            assert_eq!(truth.contact, Some(Contact::Overlapping), "{a} {b}");
            let depth = truth.depth(None) / truth.unit;
            assert!(depth > 0.0 && depth <= ulps, "{depth} {a} {b}");
        }
    }
}

/// The axis that is the third coordinate of the tests.
#[derive(Clone, Copy)]
struct Axis(usize);

impl Axis {
    const ALL: [Axis; 3] = [Axis(0), Axis(1), Axis(2)];

    fn name(self) -> &'static str {
        ["x", "y", "z"][self.0]
    }

    /// A shape that is moved by a vector whose third coordinate is along the axis.
    fn shape(self, kind: &str, middle: [f64; 3]) -> String {
        let [x, y, z] = self.turned(middle);
        format!(r#"{{{kind},"pose":{{"pos":[{x},{y},{z}]}}}}"#)
    }

    fn cylinder(self, radius: f64, half_height: f64, middle: [f64; 3]) -> String {
        let name = self.name();
        let kind = format!(
            r#""kind":"cylinder","radius":{radius},"half_height":{half_height},"axis":"{name}""#
        );
        self.shape(&kind, middle)
    }

    /// A wide box whose half extent along the axis is 1.
    fn plate(self, middle: [f64; 3]) -> String {
        let [x, y, z] = self.turned([64.0, 64.0, 1.0]);
        let kind = format!(r#""kind":"box","half_extents":[{x},{y},{z}]"#);
        self.shape(&kind, middle)
    }

    fn turned(self, mut vector: [f64; 3]) -> [f64; 3] {
        vector.rotate_left(2 - self.0);
        vector
    }
}

/// Asserts the distance of two shapes, in both orders.
fn apart(a: &str, b: &str, distance: f64) {
    for (a, b) in [(a, b), (b, a)] {
        assert_measures(&case(3, a, b), Contact::Separated, distance);
    }
}

/// Asserts that two shapes touch, or that they overlap by a depth.
fn meet(a: &str, b: &str, depth: Option<f64>) {
    let contact = match depth {
        Some(_) => Contact::Overlapping,
        None => Contact::Touching,
    };
    for (a, b) in [(a, b), (b, a)] {
        assert_measures(&case(3, a, b), contact, depth.unwrap_or(0.0));
    }
}

/// The same in 2D: `measure` is the distance or the depth.
fn in_plane(a: &str, b: &str, contact: Contact, measure: f64) {
    for (a, b) in [(a, b), (b, a)] {
        assert_measures(&case(2, a, b), contact, measure);
    }
}

fn case(dim: u8, a: &str, b: &str) -> Case {
    let text = format!(r#"{{"id":"x","dim":{dim},"scalar":"f64","a":{a},"b":{b},"expect":{{}}}}"#);
    json::read(&text).expect("a case")
}

/// `measure` is exact: the distance, or a depth that no other direction undercuts.
fn assert_measures(case: &Case, contact: Contact, measure: f64) {
    let text = json::write_line(case).expect("a case");
    let truth = Truth::of(case).expect("a truth");
    assert_eq!(truth.contact, Some(contact), "{text}");
    let depth = truth.depth(None);
    if contact != Contact::Separated {
        assert_eq!(truth.distance(), [0.0; 2], "{text}");
        assert!((depth - measure).abs() <= truth.unit, "{depth} {text}");
        return;
    }
    let [least, greatest] = truth.distance_error(measure);
    assert!(
        least <= 0.0 && greatest >= 0.0,
        "{least:e} {greatest:e} {text}"
    );
    assert!(greatest - least <= WIDTH_MAX * truth.unit, "{text}");
    assert_eq!(depth, 0.0, "{text}");
    assert!(truth.may_exceed(measure - truth.unit), "{text}");
    assert!(!truth.may_exceed(measure + truth.unit), "{text}");
    assert!(!truth.may_fall_below(measure - truth.unit), "{text}");
}
