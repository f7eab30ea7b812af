//! The solver's view of two shapes: one object-safe trait, so that the solver is compiled once,
//! with 3D vectors; 2D shapes have z = 0.

use glam::DVec3;

use crate::body::Body;
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;

/// Identifies a point of a core.
pub(crate) type Name = Feature<DVec3>;

/// A point of each core, relative to the origins of their shapes, and their names. Their difference
/// is a point of the Minkowski difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) a: DVec3,
    pub(crate) b: DVec3,
    pub(crate) names: [Name; 2],
}

impl Pair {
    /// The ids of its vertices; arbitrary for a point that is no vertex.
    #[inline(always)]
    pub(crate) fn numbers(&self) -> [u32; 2] {
        let number = |name: Name| match name {
            Feature::Vertex(number) => number,
            Feature::Piece(..) => 0,
        };
        [number(self.names[0]), number(self.names[1])]
    }

    /// An empty pair.
    pub(crate) const EMPTY: Self = Self {
        a: DVec3::ZERO,
        b: DVec3::ZERO,
        names: [Feature::Vertex(0), Feature::Vertex(0)],
    };

    /// The ids of its vertices, if both are vertices.
    #[inline]
    pub(crate) fn vertices(&self) -> Option<[u32; 2]> {
        match self.names {
            [Feature::Vertex(a), Feature::Vertex(b)] => Some([a, b]),
            _ => None,
        }
    }
}

/// The positions and sizes of two shapes, the first before the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The origins, which are added to the points of the cores.
    pub(crate) origins: [DVec3; 2],
    /// Points in or near the cores, relative to the origins.
    pub(crate) centers: [DVec3; 2],
    /// The extents of the cores from the centres along any axis.
    pub(crate) extents: [f64; 2],
    /// The radii around the cores.
    pub(crate) radii: [f64; 2],
    /// The numbers of vertices, if both cores are polytopes.
    pub(crate) counts: Option<[u32; 2]>,
    /// Whether the shapes are 2D.
    pub(crate) planar: bool,
}

/// Two shapes in 3D, with z = 0 for 2D shapes. The solver is compiled once, for this trait.
pub(crate) trait Shapes {
    /// Finds the points whose difference is least along a direction; `near` are the vertices of a
    /// similar direction. The coordinates are passed one by one, in registers: a step of the search
    /// would wait for a vector in memory.
    fn support(&self, x: f64, y: f64, z: f64, near: [u32; 2], pair: &mut Pair);

    /// Slides pairs to a direction, each point on its piece of the surface, the last pair first.
    /// Vertices stay.
    fn slide(&self, x: f64, y: f64, z: f64, pairs: &[Pair], slid: &mut [Pair]);

    /// The points that these names stand for.
    fn pair(&self, names: [Name; 2]) -> Pair;

    /// A vertex of the first shape (0) or of the second (1).
    fn vertex(&self, shape: usize, number: u32) -> DVec3;

    /// Whether all other vertices make the difference clearly higher along `direction`, by a
    /// fraction of the extents.
    fn others_are_beyond(&self, direction: DVec3, vertices: [&[u32]; 2], margin: f64) -> bool;
}

/// Two shapes with these cores.
pub(crate) struct Both<'s, A: SupportMapping + ?Sized, B: SupportMapping + ?Sized> {
    pub(crate) a: &'s Body<'s, A>,
    pub(crate) b: &'s Body<'s, B>,
}

impl<V, A, B> Both<'_, A, B>
where
    V: Vector,
    A: SupportMapping<Vector = V> + ?Sized,
    B: SupportMapping<Vector = V> + ?Sized,
{
    /// Their positions and sizes.
    #[inline(always)]
    pub(crate) fn frame(&self) -> Frame {
        let Self { a, b } = self;
        Frame {
            origins: [a.origin().in_space(), b.origin().in_space()],
            centers: [a.center().in_space(), b.center().in_space()],
            extents: [a.extent(), b.extent()],
            radii: [a.radius(), b.radius()],
            counts: a.vertex_count().zip(b.vertex_count()).map(|(a, b)| [a, b]),
            planar: V::DIMENSION < 3,
        }
    }
}

impl<V, A, B> Shapes for Both<'_, A, B>
where
    V: Vector,
    A: SupportMapping<Vector = V> + ?Sized,
    B: SupportMapping<Vector = V> + ?Sized,
{
    fn support(&self, x: f64, y: f64, z: f64, [near_a, near_b]: [u32; 2], pair: &mut Pair) {
        let direction = V::of_space(DVec3::new(x, y, z));
        let near = |number: u32| Some(Feature::Vertex(number));
        let (name, point) = self.a.farthest(-direction, near(near_a));
        (pair.names[0], pair.a) = (name.map(V::in_space), point.in_space());
        let (name, point) = self.b.farthest(direction, near(near_b));
        (pair.names[1], pair.b) = (name.map(V::in_space), point.in_space());
    }

    fn slide(&self, x: f64, y: f64, z: f64, pairs: &[Pair], slid: &mut [Pair]) {
        let direction = V::of_space(DVec3::new(x, y, z));
        let (mut a, mut b) = (
            Slide::new(self.a, -direction),
            Slide::new(self.b, direction),
        );
        for (pair, slid) in pairs.iter().rev().zip(slid) {
            (slid.names[0], slid.a) = a.slid(pair.names[0], pair.a);
            (slid.names[1], slid.b) = b.slid(pair.names[1], pair.b);
        }
    }

    fn pair(&self, names: [Name; 2]) -> Pair {
        let [a, b] = names.map(|name| name.map(V::of_space));
        Pair {
            a: self.a.point(a).in_space(),
            b: self.b.point(b).in_space(),
            names,
        }
    }

    fn vertex(&self, shape: usize, number: u32) -> DVec3 {
        let vertex = Feature::Vertex(number);
        if shape == 0 {
            self.a.point(vertex).in_space()
        } else {
            self.b.point(vertex).in_space()
        }
    }

    fn others_are_beyond(&self, direction: DVec3, [a, b]: [&[u32]; 2], margin: f64) -> bool {
        let direction = V::of_space(direction);
        self.a.others_are_lower(-direction, a, margin)
            && self.b.others_are_lower(direction, b, margin)
    }
}

/// Slides points of one shape to a direction. Those of one piece become the same point, which is
/// computed once.
struct Slide<'s, C: SupportMapping + ?Sized> {
    body: &'s Body<'s, C>,
    /// The direction in the frame of the core.
    direction: C::Vector,
    /// The last point, and its piece.
    last: Option<(u32, DVec3)>,
}

impl<'s, C: SupportMapping + ?Sized> Slide<'s, C> {
    #[inline(always)]
    fn new(body: &'s Body<'s, C>, direction: C::Vector) -> Self {
        Self {
            body,
            direction: body.unturned(direction),
            last: None,
        }
    }

    #[inline(always)]
    fn slid(&mut self, name: Name, point: DVec3) -> (Name, DVec3) {
        let Feature::Piece(piece, from) = name else {
            return (name, point);
        };
        let direction = self.direction.in_space();
        let point = match self.last {
            Some((last, point)) if last == piece => point,
            _ if from == direction => point,
            _ => {
                let feature = Feature::Piece(piece, self.direction);
                self.body.point(feature).in_space()
            }
        };
        self.last = Some((piece, point));
        (Feature::Piece(piece, direction), point)
    }
}
