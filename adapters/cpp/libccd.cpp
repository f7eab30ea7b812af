// libccd: `ccdGJKIntersect`, or with the argument `mpr` `ccdMPRIntersect`, tests intersection. It has no distance.
//
//   apt-get install libccd-dev nlohmann-json3-dev    tried: 2.1-2+b1
//
// - Precision: f64 as Debian builds it.
// - Settings: `CCD_INIT`, with a limit of 1000 steps; libccd has none by default (its README sets 100). The user writes
//   the support function; here it works in world space, on transformed vertices.
// - Promised: nothing in numbers; GJK "returns true if two given objects intersect".
// - `unsupported`: cylinders, cones and ellipsoids, also rounded ones, and 2D.
#include <ccd/ccd.h>

#include "protocol.hpp"

using namespace protocol;

struct Shape {
    std::vector<ccd_vec3_t> points;
    double radius;
};

static Shape built(const Json& shape) {
    Round given = round(shape);
    if (given.points.empty()) throw Unsupported();
    Pose at = pose(shape);
    Shape built{{}, given.radius};
    for (Vector point : given.points) {
        if (shape.contains("pose")) point = at(point);
        ccd_vec3_t p;
        ccdVec3Set(&p, point[0], point[1], point[2]);
        built.points.push_back(p);
    }
    return built;
}

static void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* found) {
    const Shape& shape = *static_cast<const Shape*>(object);
    const ccd_vec3_t* best = &shape.points[0];
    for (const ccd_vec3_t& p : shape.points)
        if (ccdVec3Dot(&p, direction) > ccdVec3Dot(best, direction)) best = &p;
    ccd_vec3_t outward = *direction;
    ccdVec3Normalize(&outward);
    ccdVec3Scale(&outward, shape.radius);
    *found = *best;
    if (shape.radius > 0) ccdVec3Add(found, &outward);
}

static void center(const void* object, ccd_vec3_t* found) {
    const Shape& shape = *static_cast<const Shape*>(object);
    ccdVec3Set(found, 0, 0, 0);
    for (const ccd_vec3_t& p : shape.points) ccdVec3Add(found, &p);
    ccdVec3Scale(found, 1.0 / shape.points.size());
}

int main(int count, char** arguments) {
    bool is_mpr = count > 1 && std::string(arguments[1]) == "mpr";
    return serve(is_mpr ? "libccd-mpr" : "libccd", "f64", [&](const Json& asked) -> Json {
        if (asked["dim"] != 3) throw Unsupported();
        Shape a = built(asked["a"]), b = built(asked["b"]);
        ccd_t settings;
        CCD_INIT(&settings);
        settings.support1 = settings.support2 = support;
        settings.center1 = settings.center2 = center;
        settings.max_iterations = 1000;
        return {{"intersects", (is_mpr ? ccdMPRIntersect : ccdGJKIntersect)(&a, &b, &settings) != 0}};
    });
}
