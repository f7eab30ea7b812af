// Jolt Physics: `GJKClosestPoint`, its `Intersects` and its `GetClosestPoints`.
//
//   sources as the crate joltc-sys bundles them: make jolt    tried: Jolt 5.0.0 of joltc-sys 0.3.1
//
// - Precision: f32; f64 cases are `unsupported`.
// - Settings: the tolerance 1e-4, which is `cDefaultCollisionTolerance`: closer shapes intersect. No limit of distance.
// - Promised: nothing in numbers; the tolerance is the "minimal distance between objects when the objects are considered
//   to be colliding".
// - Shapes are its own `PolygonConvexSupport` with unchanged vertices, `AddConvexRadius` and `TransformedConvexObject`, whose
//   matrix is rounded to f32.
// - `unsupported`: cylinders, cones and ellipsoids, also rounded ones, and 2D.
#include <Jolt/Jolt.h>

#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/PhysicsSettings.h>

#include "protocol.hpp"

using JPH::Vec3;
using Cloud = JPH::PolygonConvexSupport<std::vector<Vec3>>;
using Rounded = JPH::AddConvexRadius<Cloud>;
using Placed = JPH::TransformedConvexObject<Rounded>;

static Vec3 jolt(const protocol::Vector& v) { return {float(v[0]), float(v[1]), float(v[2])}; }

struct Shape {
    std::vector<Vec3> points;
    Cloud cloud{points};
    Rounded rounded;
    Placed placed;

    Shape(const protocol::Json& shape, protocol::Round given = {{}, 0})
        : rounded(cloud, float((given = protocol::round(shape)).radius)), placed(matrix(protocol::pose(shape)), rounded) {
        if (given.points.empty()) throw protocol::Unsupported();
        for (const protocol::Vector& p : given.points) points.push_back(jolt(p));
    }
    Shape(const Shape&) = delete;

    static JPH::Mat44 matrix(const protocol::Pose& pose) {
        JPH::Mat44 m = JPH::Mat44::sTranslation(jolt(pose.position));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) m(i, j) = float(pose.rotation[i][j]);
        return m;
    }
};

int main() {
    return protocol::serve("jolt", "f32", [](const protocol::Json& asked) {
        if (asked["dim"] != 3 || asked["scalar"] != "f32") throw protocol::Unsupported();
        Shape a(asked["a"]), b(asked["b"]);
        JPH::GJKClosestPoint gjk;
        Vec3 axis = Vec3::sAxisX(), on_a, on_b;
        bool intersects = gjk.Intersects(a.placed, b.placed, JPH::cDefaultCollisionTolerance, axis);
        axis = Vec3::sAxisX();
        float squared = gjk.GetClosestPoints(a.placed, b.placed, JPH::cDefaultCollisionTolerance, FLT_MAX, axis, on_a, on_b);
        if (squared == 0) return protocol::told(intersects, 0);
        return protocol::told(intersects, std::sqrt(squared), on_a, on_b);
    });
}
