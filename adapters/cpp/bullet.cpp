// Bullet: `btGjkPairDetector` with `btVoronoiSimplexSolver` and `btGjkEpaPenetrationDepthSolver`, as its worlds use it.
//
//   apt-get install libbullet-dev nlohmann-json3-dev    tried: 3.24+dfsg-2
//
// - Precision: f32 as Debian builds it; f64 cases are `unsupported`.
// - Settings: hulls, cylinders and cones have the margin 0, not the default of 0.04, by which a hull would be larger; a
//   `rounded` hull has its radius as margin. GJK itself ends within 1e-6 (relative, squared) or after 1000 steps.
// - Promised: nothing in numbers. There is no boolean test of two shapes: shapes intersect if the distance is not positive.
//   A missing result, as beyond a distance of 1e9, counts as a limit that ended the query.
// - Capsules are rotated to their axis, and poses are matrices, both rounded to f32.
// - `unsupported`: ellipsoids, other `rounded` shapes and 2D.
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <memory>

#include "protocol.hpp"

using namespace protocol;

struct Shape {
    std::unique_ptr<btConvexShape> shape;
    btTransform at;
};

static btVector3 bullet(const Vector& v) { return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])}; }

static btTransform bullet(const Pose& pose) {
    const Matrix& m = pose.rotation;
    btMatrix3x3 rotation(m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]);
    return btTransform(rotation, bullet(pose.position));
}

static Shape built(const Json& shape) {
    const std::string kind = shape["kind"];
    std::unique_ptr<btConvexShape> made;
    btScalar radius = shape.contains("radius") ? double(shape["radius"]) : 0.0;
    if (kind == "sphere") return {std::make_unique<btSphereShape>(radius), bullet(pose(shape))};
    if (kind == "capsule" || kind == "cylinder" || kind == "cone") {
        auto [half, at] = upright(shape);
        if (kind == "capsule") return {std::make_unique<btCapsuleShapeZ>(radius, 2 * half), bullet(at)};
        if (kind == "cylinder") made = std::make_unique<btCylinderShapeZ>(btVector3(radius, radius, half));
        if (kind == "cone") made = std::make_unique<btConeShapeZ>(radius, 2 * half);
        made->setMargin(0);
        return {std::move(made), bullet(at)};
    }
    if (kind == "box") {
        made = std::make_unique<btBoxShape>(bullet(vector(shape["half_extents"])));
        made->setMargin(0);
        return {std::move(made), bullet(pose(shape))};
    }
    Round given = round(shape);
    if (given.points.empty()) throw Unsupported();
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vector& point : given.points) hull->addPoint(bullet(point), false);
    hull->setMargin(given.radius);
    hull->recalcLocalAabb();
    return {std::move(hull), bullet(pose(shape))};
}

int main() {
    return serve("bullet", "f32", [](const Json& asked) -> Json {
        if (asked["dim"] != 3 || asked["scalar"] != "f32") throw Unsupported();
        Shape a = built(asked["a"]), b = built(asked["b"]);
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        btGjkPairDetector detector(a.shape.get(), b.shape.get(), &simplex, &depth);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA = a.at;
        input.m_transformB = b.at;
        btPointCollector found;
        detector.getClosestPoints(input, found, nullptr);
        if (!found.m_hasResult) return {{"gave_up", true}};
        btVector3 on_b = found.m_pointInWorld, on_a = on_b + found.m_normalOnBInWorld * found.m_distance;
        return told(found.m_distance <= 0, found.m_distance, on_a, on_b);
    });
}
