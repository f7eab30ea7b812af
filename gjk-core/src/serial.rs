//! Shapes, poses and simplices with serde: each is made by its constructor, which refuses bad
//! values with the same message.

#![allow(
    non_camel_case_types,
    reason = "type parameters are named like the fields"
)]

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::body::Shape;
use crate::pose::Pose;
use crate::shape::*;
use crate::simplex::{SIMPLEX_MAX, Simplex, SupportPair};
use crate::vector::{Coordinate, Stored, Vector};

/// Writes the named fields of a type, or what is in them, and reads them: they are passed to
/// `$make`, a constructor that may refuse them.
macro_rules! serial {
    (
        <$($parameter:ident: $bound:path),*>
        $type:ty as $name:literal { $($field:ident $(. $inner:ident)?: $of:ty),* } by $make:expr
    ) => {
        const _: () = {
            // One type parameter per field, so that no bound need be written.
            #[derive(serde::Serialize, serde::Deserialize)]
            #[serde(rename = $name, deny_unknown_fields)]
            struct Fields<$($field),*> {
                $($field: $field),*
            }

            impl<$($parameter: $bound),*> Serialize for $type
            where
                $($of: Serialize,)*
            {
                fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                    let fields = Fields { $($field: &self.$field$(.$inner)?),* };
                    fields.serialize(serializer)
                }
            }

            impl<'de, $($parameter: $bound),*> Deserialize<'de> for $type
            where
                $($of: Deserialize<'de>,)*
            {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let fields: Fields<$($of),*> = Deserialize::deserialize(deserializer)?;
                    $make($(fields.$field),*).map_err(D::Error::custom)
                }
            }
        };
    };
}

serial!(<V: Stored> Point<V> as "Point" { position: V } by Point::new);
serial!(<V: Stored> Ball<V> as "Ball" { center.position: V, radius: V::Scalar } by Ball::new);
serial!(<V: Stored> Capsule<V> as "Capsule" { core: Segment<V>, radius: V::Scalar }
    by |core: Segment<V>, radius| Capsule::new(core.points[0], core.points[1], radius));
serial!(<V: Stored> Cuboid<V> as "Cuboid" { half_extents: V } by Cuboid::new);
serial!(<V: Stored> Aabb<V> as "Aabb" { least: V, greatest: V } by Aabb::new);
serial!(<V: Stored> Ellipsoid<V> as "Ellipsoid" { radii: V } by Ellipsoid::new);
serial!(<T: Coordinate> Cylinder<T> as "Cylinder" { axis: Axis, half_height: T, radius: T }
    by Cylinder::new);
serial!(<T: Coordinate> Cone<T> as "Cone" { axis: Axis, half_height: T, radius: T } by Cone::new);
serial!(<V: Stored, S: AsRef<[V]>> Hull<V, S> as "Hull" { points: S } by Hull::new);
#[cfg(feature = "std")]
serial!(<V: Stored, S: AsRef<[V]>> PackedHull<V, S> as "PackedHull"
    { hull: Hull<V, S> } by |hull: Hull<V, S>| PackedHull::new(hull.points));
serial!(<V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>> Polytope<V, S, N> as "Polytope"
    { hull: Hull<V, S>, starts: N, neighbours: N }
    by |hull: Hull<V, S>, starts, neighbours| Polytope::new(hull.points, starts, neighbours));
serial!(<S: Shape> Rounded<S> as "Rounded" { core: S, radius: f64 } by Rounded::new);
serial!(<S: Shape> Scaled<S> as "Scaled" { shape: S, factor: f64 } by Scaled::new);
serial!(<S: Shape> Stretched<S> as "Stretched"
    { shape: S, matrix: <S::Vector as Vector>::Matrix } by Stretched::new);
serial!(<V: Vector> Pose<V> as "Pose" { rotation: Option<V::Matrix>, translation: V }
    by |rotation: Option<_>, place| Pose::from_matrix(rotation.unwrap_or(V::IDENTITY), place));
serial!(<S: Shape> Posed<S> as "Posed" { shape: S, pose: Pose<S::Vector> }
    by |shape, pose| Ok::<_, D::Error>(Posed::new(shape, pose)));

/// Written as the list of its pairs.
impl<V: Serialize> Serialize for Simplex<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pairs())
    }
}

/// Refuses more pairs than a simplex has, and weights that are negative or not finite.
impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Simplex<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Filled(Simplex::EMPTY))
    }
}

/// A simplex, to which it appends the pairs that it reads.
struct Filled<V>(Simplex<V>);

impl<'de, V: Vector + Deserialize<'de>> Visitor<'de> for Filled<V> {
    type Value = Simplex<V>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("at most four pairs of support points")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Simplex<V>, A::Error> {
        while let Some(pair) = list.next_element::<SupportPair<V>>()? {
            if self.0.pairs().len() == SIMPLEX_MAX {
                return Err(A::Error::invalid_length(SIMPLEX_MAX + 1, &self));
            }
            if !(pair.weight >= 0.0 && pair.weight.is_finite()) {
                return Err(A::Error::custom("a weight is negative or not finite"));
            }
            self.0.push(pair);
        }
        Ok(self.0)
    }
}
