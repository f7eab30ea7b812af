//! Deserialisation with serde: every shape and pose is made by its constructor, which refuses bad
//! values with the same message. Serialisation is derived at each type.

#![allow(
    non_camel_case_types,
    reason = "the type parameters of what is read are named like its fields"
)]

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::body::Shape;
use crate::pose::Pose;
#[cfg(feature = "std")]
use crate::shape::PackedHull;
use crate::shape::Posed;
use crate::shape::{
    Aabb, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Polytope, Rounded,
    Scaled, Segment, Stretched, Triangle,
};
use crate::simplex::{SIMPLEX_MAX, Simplex, SupportPair};
use crate::vector::{Coordinate, Stored, Vector};

/// Reads the named fields of a type and passes them to `$make`, a constructor that may refuse them.
macro_rules! read {
    (
        <$($parameter:ident: $bound:path),*>
        $type:ty as $name:literal { $($field:ident: $of:ty),* } by $make:expr
    ) => {
        impl<'de, $($parameter: $bound),*> Deserialize<'de> for $type
        where
            $($of: Deserialize<'de>,)*
        {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // One type parameter per field, so that no bound need be written.
                #[derive(serde::Deserialize)]
                #[serde(rename = $name, deny_unknown_fields)]
                struct Fields<$($field),*> {
                    $($field: $field),*
                }
                let fields: Fields<$($of),*> = Deserialize::deserialize(deserializer)?;
                $make($(fields.$field),*).map_err(D::Error::custom)
            }
        }
    };
}

read!(<V: Stored> Point<V> as "Point" { position: V } by Point::new);
read!(<V: Stored> Segment<V> as "Segment" { ends: [V; 2] } by |[p, q]: [V; 2]| Segment::new(p, q));
read!(<V: Stored> Triangle<V> as "Triangle" { corners: [V; 3] }
    by |[p, q, r]: [V; 3]| Triangle::new(p, q, r));
read!(<V: Stored> Ball<V> as "Ball" { center: V, radius: V::Scalar } by Ball::new);
read!(<V: Stored> Capsule<V> as "Capsule" { core: Segment<V>, radius: V::Scalar }
    by Capsule::around);
read!(<V: Stored> Cuboid<V> as "Cuboid" { half_extents: V } by Cuboid::new);
read!(<V: Stored> Aabb<V> as "Aabb" { least: V, greatest: V } by Aabb::new);
read!(<V: Stored> Ellipsoid<V> as "Ellipsoid" { radii: V } by Ellipsoid::new);
read!(<T: Coordinate> Cylinder<T> as "Cylinder" { axis: Axis, half_height: T, radius: T }
    by Cylinder::new);
read!(<T: Coordinate> Cone<T> as "Cone" { axis: Axis, half_height: T, radius: T } by Cone::new);
read!(<V: Stored, S: AsRef<[V]>> Hull<V, S> as "Hull" { points: S } by Hull::new);
#[cfg(feature = "std")]
read!(<V: Stored, S: AsRef<[V]>> PackedHull<V, S> as "PackedHull"
    { hull: Hull<V, S> } by |hull| Ok::<_, D::Error>(PackedHull::of(hull)));
read!(<V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>> Polytope<V, S, N> as "Polytope"
    { hull: Hull<V, S>, starts: N, neighbours: N } by Polytope::of);
read!(<S: Shape> Rounded<S> as "Rounded" { core: S, radius: f64 } by Rounded::new);
read!(<S: Shape> Scaled<S> as "Scaled" { shape: S, factor: f64 } by Scaled::new);
read!(<S: Shape> Stretched<S> as "Stretched"
    { shape: S, matrix: <S::Vector as Vector>::Matrix } by Stretched::new);
read!(<V: Vector> Pose<V> as "Pose" { rotation: Option<V::Matrix>, translation: V }
by |rotation: Option<V::Matrix>, translation| match rotation {
    Some(matrix) => Pose::from_matrix(matrix, translation),
    None => Pose::from_translation(translation),
});
read!(<S: Shape> Posed<S> as "Posed" { shape: S, pose: Pose<S::Vector> }
    by |shape, pose| Ok::<_, D::Error>(Posed::new(shape, pose)));

/// Writes a point as its position alone.
pub(crate) fn position<V: Stored + Serialize, S: Serializer>(
    point: &Point<V>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    point.position().serialize(serializer)
}

/// Writes a hull as its points alone.
pub(crate) fn points<V: Stored, P: Serialize, S: Serializer>(
    hull: &Hull<V, P>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    hull.points.serialize(serializer)
}

/// Written as the list of its pairs.
impl<V: Vector + Serialize> Serialize for Simplex<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pairs())
    }
}

/// Refuses more pairs than a simplex has, and weights that are negative or not finite.
impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Simplex<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Pairs(PhantomData))
    }
}

struct Pairs<V>(PhantomData<V>);

impl<'de, V: Vector + Deserialize<'de>> Visitor<'de> for Pairs<V> {
    type Value = Simplex<V>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("at most four pairs of support points")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Simplex<V>, A::Error> {
        let mut simplex = Simplex::EMPTY;
        while let Some(pair) = list.next_element::<SupportPair<V>>()? {
            if simplex.pairs().len() == SIMPLEX_MAX {
                return Err(A::Error::invalid_length(SIMPLEX_MAX + 1, &self));
            }
            if !(pair.weight >= 0.0 && pair.weight.is_finite()) {
                return Err(A::Error::custom("a weight is negative or not finite"));
            }
            simplex.push(pair);
        }
        Ok(simplex)
    }
}
