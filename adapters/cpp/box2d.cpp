// Box2D: `b2Distance` between two proxies; shapes intersect if the distance is below ten machine epsilons, as in
// `b2TestOverlap`.
//
//   apt-get install libbox2d-dev nlohmann-json3-dev    tried: 2.4.1-3
//
// - Precision: f32; f64 cases are `unsupported`.
// - Settings: `useRadii`, so that discs and capsules are round. A proxy of vertices has no skin. A `b2PolygonShape` has
//   one of 0.01, which `b2TestOverlap` uses, so that function is not called. GJK ends after 20 steps.
// - Promised: nothing in numbers; it is made for shapes between 0.1 and 10 metres.
// - `unsupported`: ellipses, matrices as poses, and 3D.
#include <box2d/b2_distance.h>
#include <box2d/b2_math.h>

#include "protocol.hpp"

using namespace protocol;

struct Shape {
    std::vector<b2Vec2> points;
    double radius;
    b2Transform at;
};

static Shape built(const Json& shape) {
    Round given = round(shape);
    if (given.points.empty()) throw Unsupported();
    Shape built{{}, given.radius, {}};
    for (const Vector& p : given.points) built.points.emplace_back(p[0], p[1]);
    Vector position{};
    double angle = 0;
    if (shape.contains("pose")) {
        const Json& pose = shape["pose"];
        if (pose.contains("mat")) throw Unsupported();
        if (pose.contains("pos")) position = vector(pose["pos"]);
        if (pose.contains("rot")) angle = pose["rot"];
    }
    built.at.Set(b2Vec2(position[0], position[1]), angle);
    return built;
}

int main() {
    return serve("box2d", "f32", [](const Json& asked) {
        if (asked["dim"] != 2 || asked["scalar"] != "f32") throw Unsupported();
        Shape a = built(asked["a"]), b = built(asked["b"]);
        b2DistanceInput input;
        input.proxyA.Set(a.points.data(), a.points.size(), a.radius);
        input.proxyB.Set(b.points.data(), b.points.size(), b.radius);
        input.transformA = a.at;
        input.transformB = b.at;
        input.useRadii = true;
        b2SimplexCache cache;
        cache.count = 0;
        b2DistanceOutput found;
        b2Distance(&found, &cache, &input);
        double on_a[] = {found.pointA.x, found.pointA.y}, on_b[] = {found.pointB.x, found.pointB.y};
        return told(found.distance < 10 * b2_epsilon, found.distance, on_a, on_b, 2);
    });
}
