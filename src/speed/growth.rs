//! Time against the number of vertices: the distance of points on two spheres near each other.

use super::contender::Contender;
use super::corpus::Cell;
use super::family::{Family, Solid};
use super::placement::Placement;
use super::query::Query;
use super::timing::{Clock, Row};

/// The numbers of vertices of each shape.
pub const VERTICES: [usize; 9] = [8, 16, 64, 256, 1024, 4096, 16_384, 50_000, 100_000];

/// The total number of vertices of a cell, if the number of pairs is then among [`PAIRS`].
const VERTICES_OF_ALL: usize = 1 << 14;

/// The least and the largest number of pairs.
const PAIRS: [usize; 2] = [4, 128];

/// The times with this many vertices.
pub fn growth(vertices: usize, contenders: &[Contender], rounds: usize) -> Option<Row> {
    let family = Family::new(Solid::Sphere, vertices);
    let [least, most] = PAIRS;
    let pairs = (VERTICES_OF_ALL / vertices).clamp(least, most);
    let cell = Cell::with_pairs(family, Placement::Near, pairs);
    let mut clock = Clock::new(&cell, contenders, &[Query::Distance]);
    (0..rounds).for_each(|_| clock.round());
    clock.rows().pop()
}
