// PhysX: `PxGjkQuery`, its `overlap` and its `proximityInfo`.
//
//   sources as the crate physx-sys bundles them: make physx    tried: PhysX 5.1.3 of physx-sys 0.11.5
//
// - Precision: f32; f64 cases are `unsupported`.
// - Settings: a contact distance of 1e12, so that no distance is too large, and a `toleranceLength` of 1: shapes of about a
//   metre. The user writes the support function: unchanged vertices, with the radius as margin.
// - Promised: nothing in numbers; "if the distance between two shapes' cores is equal to the sum of their margins, these
//   shapes are considered touching". Without proximity info, only the verdict is returned.
// - Poses are unit quaternions, rounded to f32; matrices as poses are `unsupported`. The search starts between the origins
//   of the frames.
// - `unsupported`: cylinders, cones and ellipsoids, also rounded ones, and 2D.
#include <PxPhysicsAPI.h>
#include <geometry/PxGjkQuery.h>

#include "protocol.hpp"

using namespace physx;

static PxVec3 px(const protocol::Vector& v) { return {float(v[0]), float(v[1]), float(v[2])}; }

struct Shape : PxGjkQuery::Support {
    std::vector<PxVec3> points;
    float radius;
    PxTransform at;

    explicit Shape(const protocol::Json& shape) {
        protocol::Round given = protocol::round(shape);
        if (given.points.empty()) throw protocol::Unsupported();
        if (shape.contains("pose") && shape["pose"].contains("mat")) throw protocol::Unsupported();
        for (const protocol::Vector& p : given.points) points.push_back(px(p));
        radius = float(given.radius);
        auto [x, y, z, w] = protocol::quaternion(shape);
        at = PxTransform(px(protocol::pose(shape).position), PxQuat(float(x), float(y), float(z), float(w)));
    }
    PxReal getMargin() const override { return radius; }
    PxVec3 supportLocal(const PxVec3& direction) const override {
        const PxVec3* best = &points[0];
        for (const PxVec3& p : points)
            if (p.dot(direction) > best->dot(direction)) best = &p;
        return *best;
    }
};

int main() {
    return protocol::serve("physx", "f32", [](const protocol::Json& asked) -> protocol::Json {
        if (asked["dim"] != 3 || asked["scalar"] != "f32") throw protocol::Unsupported();
        Shape a(asked["a"]), b(asked["b"]);
        bool intersects = PxGjkQuery::overlap(a, b, a.at, b.at);
        PxVec3 on_a, on_b, axis;
        PxReal distance;
        if (!PxGjkQuery::proximityInfo(a, b, a.at, b.at, 1e12f, 1.0f, on_a, on_b, axis, distance))
            return {{"intersects", intersects}};
        return protocol::told(intersects, distance, on_a, on_b);
    });
}
