//! Boxes: the methods of [`SupportMapping`](crate::SupportMapping) by their corners.

/// Feature ids of the corners of a box from `$least` to `$greatest`: one bit for each coordinate,
/// set for the least.
macro_rules! support_by_corners {
    ($least:expr, $greatest:expr) => {
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.farthest(direction, 0).1
        }

        #[inline(always)]
        fn farthest(&self, direction: V::Wide, _near: u32) -> (Feature<V::Wide>, V::Wide) {
            let corner = Feature::Vertex(direction.negative_bits());
            (corner, self.point(corner))
        }

        #[inline(always)]
        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            let bits = match feature {
                Feature::Vertex(bits) => bits,
                Feature::Piece(_, direction) => direction.negative_bits(),
            };
            V::Wide::corner(bits, $least(self), $greatest(self))
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(1 << V::Wide::DIMENSION)
        }
    };
}
pub(super) use support_by_corners;
