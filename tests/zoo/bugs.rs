//! The list: the bug, where it happened, and the property that finds it.
//!
//! Statements about a project are those of its tracker or its source; the variant here is ours.

use std::borrow::Cow;

use gjk_harness::case::Case;

/// A bug, at one place of the search. `None` is the search without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    None,
    WorldDirection,
    OriginInside,
    StaleBest,
    WorldFrame,
    PoseIgnored,
    SinglePrecision,
    Unscaled,
    Inflated,
    ZeroStart,
    StaleWarmStart,
    NoClamp,
    NewestPoint,
    SkippedSide,
    ZeroAreaNormal,
    AbsoluteNormal,
    WrongWinding,
    FirstFace,
    UncertainSign,
    FourPoints,
    OriginOnSide,
    AbsoluteStop,
    RelativeStop,
    FreshmansDream,
    SquaredThreshold,
    EqualVertex,
    NoDecrease,
    NanStop,
    NanTouching,
    LimitIsSeparation,
    LimitIsStale,
    RejectedSupport,
    StaleSimplex,
    EmptySimplex,
    TouchingSeparated,
    ExitNeverTrue,
    CoarseVerdict,
    SwappedWitnesses,
    RadiusTwice,
    RadiusLost,
    SquaredDistance,
    UnaskedMargin,
    NormalByOrigins,
    NoNormal,
}

impl Bug {
    /// The case as a search with the bug sees it.
    pub(crate) fn seen(self, case: &Case) -> Cow<'_, Case> {
        let mut case = Cow::Borrowed(case);
        if self == Self::PoseIgnored {
            case.to_mut().b.pose = None;
        }
        case
    }
}

/// A bug, and what must find it.
pub(crate) struct Entry {
    pub(crate) bug: Bug,
    /// Where it happened.
    pub(crate) happened: &'static str,
    /// The effect of the variant.
    pub(crate) about: &'static str,
    /// The property that finds it,
    pub(crate) property: &'static str,
    /// in the cases of this family.
    pub(crate) family: &'static str,
}

const fn entry(
    bug: Bug,
    happened: &'static str,
    about: &'static str,
    [property, family]: [&'static str; 2],
) -> Entry {
    Entry {
        bug,
        happened,
        about,
        property,
        family,
    }
}

/// All of them.
#[rustfmt::skip] // a table
pub(crate) const ZOO: &[Entry] = &[
    // Support mappings and frames.
    entry(Bug::WorldDirection, "untoldengine#107", "the direction is not turned into the frame of the shape", ["distance", "offset"]),
    entry(Bug::OriginInside, "reactphysics3d#91, #171", "the farthest vertex is sought from a product of zero on: right only around the local origin", ["distance", "grid"]),
    entry(Bug::StaleBest, "mujoco_warp#1519", "the largest product of the last direction is not reset", ["distance", "uniform"]),
    entry(Bug::WorldFrame, "ncollide#157, mujoco_warp#1546", "points are subtracted in the world, far from its origin", ["distance", "offset"]),
    entry(Bug::PoseIgnored, "dart#29, godot-rapier-physics#535", "the pose of the second shape is not applied", ["distance", "offset"]),
    entry(Bug::SinglePrecision, "openGJK#52, bullet3#889", "the difference is computed in f32", ["distance", "uniform"]),
    entry(Bug::Unscaled, "distance3d, test_to_far", "squared lengths over- and underflow", ["distance", "range"]),
    entry(Bug::Inflated, "newton PR#2296", "support points are moved outwards by 1e-4, and stay there", ["distance", "uniform"]),
    entry(Bug::ZeroStart, "collision-rs#51, #52", "where the centres coincide the first direction is zero: no collision", ["distance", "near_contact"]),
    entry(Bug::StaleWarmStart, "mujoco_warp#1519", "a warm start keeps numbers of the last query: points where they were", ["law: warm", "uniform"]),
    // The nearest point of a simplex.
    entry(Bug::NoClamp, "Jolt#2065", "barycentric coordinates outside [0, 1] are accepted", ["distance", "uniform"]),
    entry(Bug::NewestPoint, "dyn4j 1cc8c0ba", "the newest point is used instead of the other end of the side", ["law: warm", "near_contact"]),
    entry(Bug::SkippedSide, "PhysX#490", "the loop over the sides of a triangle skips one", ["distance", "uniform"]),
    entry(Bug::ZeroAreaNormal, "fcl#293", "a triangle of collinear points has weights 0/0", ["law: warm", "uniform"]),
    entry(Bug::AbsoluteNormal, "Jolt#293, #499", "a normal whose square is below 1e-10 is none", ["gap", "offset"]),
    entry(Bug::WrongWinding, "Meshes.jl#1227", "a face of the tetrahedron has its points in the other order", ["distance", "uniform"]),
    entry(Bug::FirstFace, "R. Gaul's blog, 2014", "the first face that the origin is beyond is taken, not the nearest", ["distance", "uniform"]),
    entry(Bug::UncertainSign, "EnhancedGJK.jl#17, distance3d#27", "a volume of zero counts as inside: flat tetrahedra contain the origin", ["law: warm", "sliver"]),
    entry(Bug::FourPoints, "mujoco#3383", "four points are an overlap, without a proof", ["verdict", "uniform"]),
    entry(Bug::OriginOnSide, "raw-physics#6", "the origin on a side of the simplex is outside: >= where > was meant", ["verdict", "grid"]),
    // When to stop.
    entry(Bug::AbsoluteStop, "bullet3#2579", "stops at a gap of 1e-4, whatever the size", ["law: scale", "uniform"]),
    entry(Bug::RelativeStop, "coal#604", "stops at a gap of a part of the distance, and calls that the distance", ["gap", "scale"]),
    entry(Bug::FreshmansDream, "mujoco_warp#1514", "compares a difference of lengths, not the length of a difference: a tie stops it", ["distance", "grid"]),
    entry(Bug::SquaredThreshold, "box2d, short edges", "an epsilon is compared with a square: contact from 3e-4 on", ["law: scale", "uniform"]),
    entry(Bug::EqualVertex, "Bullet, btVoronoiSimplexSolver", "points within a fixed distance are the same", ["law: scale", "uniform"]),
    entry(Bug::NoDecrease, "mujoco_warp#1235, #1511", "the only stop asks for progress below one ulp; no step has to lead nearer", ["termination", "uniform"]),
    entry(Bug::NanStop, "PhysX#126, sch-core#28", "a length of zero makes a NaN, with which the stop is never true", ["termination", "grid"]),
    entry(Bug::NanTouching, "ncollide#182", "the lower bound of touching shapes is 0/0", ["lower", "grid"]),
    entry(Bug::LimitIsSeparation, "fcl#366, parry#176", "the iteration limit is the answer: no intersection", ["verdict", "uniform"]),
    entry(Bug::LimitIsStale, "mujoco_warp#1235, #1514", "at the iteration limit the distance is one iteration old", ["distance", "uniform"]),
    // What is read off the end.
    entry(Bug::RejectedSupport, "Jolt#2103", "the rejected support point stays in the simplex", ["simplex", "uniform"]),
    entry(Bug::StaleSimplex, "fcl#508", "the simplex before the last step is evaluated", ["distance", "uniform"]),
    entry(Bug::EmptySimplex, "box2d#625", "witness points are read from an empty simplex", ["witness", "uniform"]),
    entry(Bug::TouchingSeparated, "cute_headers#92", "touching is separated: a lower bound >= 0 where > was meant", ["verdict", "grid"]),
    entry(Bug::ExitNeverTrue, "gamedev.net, 2005", "the exit test of the boolean query is never true once the shapes are apart", ["verdict", "uniform"]),
    entry(Bug::CoarseVerdict, "jitterphysics2#302, fcl#495", "the boolean query and the distance disagree near contact", ["verdict", "uniform"]),
    entry(Bug::SwappedWitnesses, "oce#266", "the points of the two shapes are swapped", ["witness", "uniform"]),
    entry(Bug::RadiusTwice, "mujoco#1784", "the radius is subtracted twice", ["distance", "uniform"]),
    entry(Bug::RadiusLost, "mujoco_warp#1594", "the radius of the second shape is lost", ["distance", "uniform"]),
    entry(Bug::SquaredDistance, "RINGMesh#169, recastnavigation#788", "the square of the distance is returned as the distance", ["distance", "uniform"]),
    entry(Bug::UnaskedMargin, "jsk_roseus#616", "a margin of 0.04 that nobody asked for", ["distance", "uniform"]),
    entry(Bug::NormalByOrigins, "bullet3#195, PR#513", "a normal against the line of the origins is flipped", ["normal", "offset"]),
    entry(Bug::NoNormal, "box2d#917", "the normal of a short distance is zero", ["law: scale", "scale"]),
];
