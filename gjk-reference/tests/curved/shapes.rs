//! Shapes of the tests: random ones of every kind, and their farthest points by plain floats.
//!
//! The farthest points are written down independently of the crate, so that pairs whose distance is
//! known can be built from them.

use gjk_reference::{Curved, Enclosure, Solid};

/// A fixed sequence of random numbers: SplitMix64, Steele, Lea and Flood (2014).
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// The sequence with this seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: u64) -> usize {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as usize
    }

    /// A float of 53 random bits from -1 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }

    /// A float from 0.1 to 1.1.
    pub(crate) fn size(&mut self) -> f64 {
        0.6 + 0.5 * self.unit()
    }

    /// A vector with coordinates from -1 to 1, not very short.
    pub(crate) fn vector(&mut self) -> [f64; 3] {
        loop {
            let vector = [self.unit(), self.unit(), self.unit()];
            if length(vector) > 0.1 {
                return vector;
            }
        }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e3779b97f4a7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d049bb133111eb);
        mixed ^ (mixed >> 31)
    }
}

/// How many kinds of solids there are: a point, a segment, a hull of 8 points, a cylinder, a cone
/// and an ellipsoid.
pub(crate) const KINDS: usize = 6;

/// A shape that owns its points.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    points: Vec<[f64; 3]>,
    kind: usize,
    sizes: [f64; 3],
    axis: usize,
    pub(crate) columns: [[f64; 3]; 3],
    pub(crate) origin: [f64; 3],
    pub(crate) radius: f64,
}

impl Shape {
    /// A random solid of this kind at the origin, with no radius, behind `columns`.
    pub(crate) fn random(kind: usize, columns: [[f64; 3]; 3], random: &mut Random) -> Shape {
        let mut points = Vec::new();
        for _ in 0..[1, 2, 8, 0, 0, 0][kind] {
            points.push(random.vector());
        }
        Shape {
            points,
            kind,
            sizes: [random.size(), random.size(), random.size()],
            axis: random.below(3),
            columns,
            origin: [0.0; 3],
            radius: 0.0,
        }
    }

    /// The shape as the crate takes it.
    pub(crate) fn curved(&self) -> Curved<'_> {
        let [p, q, _] = self.sizes;
        let solid = match self.kind {
            0..=2 => Solid::Points(&self.points),
            3 => Solid::Cylinder {
                radius: p,
                half_height: q,
                axis: self.axis,
            },
            4 => Solid::Cone {
                radius: p,
                half_height: q,
                axis: self.axis,
            },
            _ => Solid::Ellipsoid { radii: self.sizes },
        };
        Curved {
            solid,
            columns: self.columns,
            origin: self.origin,
            radius: self.radius,
        }
    }

    /// The point of the core that is farthest along `u`, by floats.
    pub(crate) fn farthest(&self, u: [f64; 3]) -> [f64; 3] {
        let w = [
            dot(self.columns[0], u),
            dot(self.columns[1], u),
            dot(self.columns[2], u),
        ];
        let s = self.farthest_of_solid(w);
        let mut point = self.origin;
        for (column, coordinate) in self.columns.iter().zip(s) {
            for axis in 0..3 {
                point[axis] += column[axis] * coordinate;
            }
        }
        point
    }

    fn farthest_of_solid(&self, w: [f64; 3]) -> [f64; 3] {
        let [p, q, r] = self.sizes;
        let (i, j, k) = (self.axis, (self.axis + 1) % 3, (self.axis + 2) % 3);
        let mut point = [0.0; 3];
        match self.kind {
            0..=2 => {
                point = self.points[0];
                for other in &self.points {
                    if dot(w, *other) > dot(w, point) {
                        point = *other;
                    }
                }
            }
            3 => {
                let across = w[j].hypot(w[k]);
                point[i] = q * w[i].signum();
                point[j] = p * w[j] / across;
                point[k] = p * w[k] / across;
            }
            4 => {
                let across = w[j].hypot(w[k]);
                if w[i] * q > -w[i] * q + p * across {
                    point[i] = q;
                } else {
                    point[i] = -q;
                    point[j] = p * w[j] / across;
                    point[k] = p * w[k] / across;
                }
            }
            _ => {
                let norm = length([p * w[0], q * w[1], r * w[2]]);
                point = [
                    p * p * w[0] / norm,
                    q * q * w[1] / norm,
                    r * r * w[2] / norm,
                ];
            }
        }
        point
    }
}

/// A matrix of random entries, as it comes: not orthogonal.
pub(crate) fn skew(random: &mut Random) -> [[f64; 3]; 3] {
    [random.vector(), random.vector(), random.vector()]
}

/// A rotation, rounded to floats.
pub(crate) fn rotation(random: &mut Random) -> [[f64; 3]; 3] {
    let x = scaled(random.vector(), 1.0);
    let mut z = cross(x, random.vector());
    while length(z) < 0.1 {
        z = cross(x, random.vector());
    }
    let (x, z) = (scaled(x, 1.0 / length(x)), scaled(z, 1.0 / length(z)));
    [x, cross(z, x), z]
}

/// The width of an enclosure, to about 14 digits.
pub(crate) fn width(enclosure: &Enclosure) -> f64 {
    let (near, _) = enclosure.lower.bounds();
    enclosure.lower.error_of(&[near]) - enclosure.upper.error_of(&[near])
}

pub(crate) fn dot(x: [f64; 3], y: [f64; 3]) -> f64 {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

pub(crate) fn length(x: [f64; 3]) -> f64 {
    dot(x, x).sqrt()
}

pub(crate) fn scaled(x: [f64; 3], factor: f64) -> [f64; 3] {
    [x[0] * factor, x[1] * factor, x[2] * factor]
}

pub(crate) fn add(x: [f64; 3], y: [f64; 3]) -> [f64; 3] {
    [x[0] + y[0], x[1] + y[1], x[2] + y[2]]
}

pub(crate) fn cross(x: [f64; 3], y: [f64; 3]) -> [f64; 3] {
    [
        x[1] * y[2] - x[2] * y[1],
        x[2] * y[0] - x[0] * y[2],
        x[0] * y[1] - x[1] * y[0],
    ]
}

/// A cylinder along z.
pub(crate) fn cylinder(radius: f64, half_height: f64, origin: [f64; 3]) -> Curved<'static> {
    let solid = Solid::Cylinder {
        radius,
        half_height,
        axis: 2,
    };
    Curved::at(solid, origin)
}

/// An ellipsoid along the axes.
pub(crate) fn ellipsoid(radii: [f64; 3], origin: [f64; 3]) -> Curved<'static> {
    Curved::at(Solid::Ellipsoid { radii }, origin)
}
