//! The primitives of engines: five kinds, each centred at the origin of its frame, with y as its
//! axis.

use glam::Vec3;
use serde::Serialize;

/// The kind of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A ball.
    Ball,
    /// A capsule.
    Capsule,
    /// A box.
    Cuboid,
    /// A cylinder.
    Cylinder,
    /// The hull of 16 points.
    Hull,
}

impl Kind {
    /// All kinds, in the order of the tables.
    pub const ALL: [Self; 5] = [
        Self::Ball,
        Self::Capsule,
        Self::Cuboid,
        Self::Cylinder,
        Self::Hull,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ball => "ball",
            Self::Capsule => "capsule",
            Self::Cuboid => "cuboid",
            Self::Cylinder => "cylinder",
            Self::Hull => "hull16",
        }
    }

    /// All unordered pairs.
    pub fn pairs() -> impl Iterator<Item = [Self; 2]> {
        let with = |(number, a): (usize, Self)| Self::ALL[number..].iter().map(move |b| [a, *b]);
        Self::ALL.into_iter().enumerate().flat_map(with)
    }
}

/// A shape, stored in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub enum Primitive {
    /// A ball.
    Ball {
        /// Its radius.
        radius: f32,
    },
    /// A capsule.
    Capsule {
        /// Half the length of its segment.
        half_height: f32,
        /// Its radius.
        radius: f32,
    },
    /// A box.
    Cuboid {
        /// Half its edges.
        half_extents: Vec3,
    },
    /// A cylinder.
    Cylinder {
        /// Half its height.
        half_height: f32,
        /// Its radius.
        radius: f32,
    },
    /// The hull of these points.
    Hull {
        /// Each of them is a vertex.
        points: Vec<Vec3>,
    },
}

impl Primitive {
    /// The shape of that kind with these lengths, as many as it has.
    ///
    /// The hull is a prism over an octagon: its axis, its faces and its numbers are as simple as
    /// those of the other kinds.
    pub fn new(kind: Kind, lengths: Vec3) -> Self {
        let [radius, half_height] = [lengths.x, lengths.y];
        match kind {
            Kind::Ball => Self::Ball { radius },
            Kind::Capsule => Self::Capsule {
                half_height,
                radius,
            },
            Kind::Cuboid => Self::Cuboid {
                half_extents: lengths,
            },
            Kind::Cylinder => Self::Cylinder {
                half_height,
                radius,
            },
            Kind::Hull => Self::Hull {
                points: prism(lengths),
            },
        }
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Ball { .. } => Kind::Ball,
            Self::Capsule { .. } => Kind::Capsule,
            Self::Cuboid { .. } => Kind::Cuboid,
            Self::Cylinder { .. } => Kind::Cylinder,
            Self::Hull { .. } => Kind::Hull,
        }
    }

    /// The distance of its farthest point from its origin.
    pub fn reach(&self) -> f64 {
        let reach = match self {
            Self::Ball { radius } => *radius,
            Self::Capsule {
                half_height,
                radius,
            } => half_height + radius,
            Self::Cuboid { half_extents } => half_extents.length(),
            Self::Cylinder {
                half_height,
                radius,
            } => half_height.hypot(*radius),
            Self::Hull { points } => points.iter().map(|p| p.length()).fold(0.0, f32::max),
        };
        f64::from(reach)
    }
}

/// A prism over an octagon with corners at (1, 1/2), (1/2, 1) and so on, stretched along each axis.
fn prism(half_extents: Vec3) -> Vec<Vec3> {
    let signs = [-1.0f32, 1.0];
    let octagon = [Vec3::new(1.0, 1.0, 0.5), Vec3::new(0.5, 1.0, 1.0)];
    let corners = octagon.into_iter().flat_map(|corner| {
        signs.into_iter().flat_map(move |x| {
            signs
                .into_iter()
                .flat_map(move |y| signs.map(|z| corner * Vec3::new(x, y, z)))
        })
    });
    corners.map(|corner| corner * half_extents).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: five kinds make fifteen pairs, none of them twice.
    #[test]
    fn pairs_are_unordered() {
        let mut pairs: Vec<_> = Kind::pairs().collect();
        assert_eq!(pairs.len(), 15);
        assert!(pairs.iter().all(|[a, b]| a <= b));
        pairs.dedup();
        assert_eq!(pairs.len(), 15);
    }

    // Claim: the hull has 16 points and the requested extent along each axis.
    #[test]
    fn the_hull_fills_its_extents() {
        let half_extents = Vec3::new(0.5, 0.75, 1.25);
        let points = prism(half_extents);
        assert_eq!(points.len(), 16);
        let highest = points.iter().copied().reduce(Vec3::max);
        assert_eq!(highest, Some(half_extents));
    }
}
