// FCL: `fcl::collide` tests intersection, `fcl::distance` returns the distance. With the argument `indep` it uses its own
// solver (`GST_INDEP`), otherwise that of libccd, its default.
//
//   apt-get install libfcl-dev nlohmann-json3-dev    tried: 0.7.0-3+b1
//
// - Precision: f64.
// - Settings: the defaults, plus nearest points: GJK ends within 1e-6. Shapes that overlap have the
//   distance -1, which counts as zero.
// - Promised: nothing in numbers. Its headers call the tolerance "the threshold used in GJK algorithm to stop distance
//   iteration", and that of collisions: "right now it is not clear *at all* what turning this knob will do to the results".
// - Capsules are rotated to their axis, and poses are matrices, both rounded to f64.
// - Hulls keep their vertices and have no faces: FCL then scans all vertices, since it walks only along the edges of a
//   watertight mesh (`Convex::ValidateTopology`).
// - `unsupported`: points, segments and triangles (it has a `TriangleP`, but no query that takes one), ellipsoids with a
//   half-axis of zero, `rounded` shapes and 2D.
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "protocol.hpp"

using namespace protocol;

static fcl::CollisionObjectd built(const Json& shape) {
    const std::string kind = shape["kind"];
    std::vector<Vector> points = vertices(shape, false);
    std::shared_ptr<fcl::CollisionGeometryd> geometry;
    Pose at;
    if (!points.empty()) {
        if (points.size() < 4) throw Unsupported();
        auto corners = std::make_shared<std::vector<fcl::Vector3d>>();
        for (const Vector& p : points) corners->emplace_back(p[0], p[1], p[2]);
        geometry = std::make_shared<fcl::Convexd>(corners, 0, std::make_shared<std::vector<int>>());
        at = pose(shape);
    } else if (kind == "box" || kind == "ellipsoid") {
        Vector size = vector(shape[kind == "box" ? "half_extents" : "radii"]);
        if (kind == "ellipsoid" && !(size[0] > 0 && size[1] > 0 && size[2] > 0)) throw Unsupported();
        if (kind == "box")
            geometry = std::make_shared<fcl::Boxd>(2 * size[0], 2 * size[1], 2 * size[2]);
        else
            geometry = std::make_shared<fcl::Ellipsoidd>(size[0], size[1], size[2]);
        at = pose(shape);
    } else if (kind == "sphere") {
        geometry = std::make_shared<fcl::Sphered>(double(shape["radius"]));
        at = pose(shape);
    } else if (kind == "capsule" || kind == "cylinder" || kind == "cone") {
        Upright stands = upright(shape);
        double radius = shape["radius"], height = 2 * stands.half;
        if (kind == "capsule") geometry = std::make_shared<fcl::Capsuled>(radius, height);
        if (kind == "cylinder") geometry = std::make_shared<fcl::Cylinderd>(radius, height);
        if (kind == "cone") geometry = std::make_shared<fcl::Coned>(radius, height);
        at = stands.pose;
    } else {
        throw Unsupported();
    }
    fcl::Matrix3d rotation;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) rotation(i, j) = at.rotation[i][j];
    return {geometry, rotation, fcl::Vector3d(at.position[0], at.position[1], at.position[2])};
}

int main(int count, char** arguments) {
    bool is_own = count > 1 && std::string(arguments[1]) == "indep";
    auto solver = is_own ? fcl::GST_INDEP : fcl::GST_LIBCCD;
    return serve(is_own ? "fcl-indep" : "fcl", "f64", [&](const Json& asked) {
        if (asked["dim"] != 3) throw Unsupported();
        fcl::CollisionObjectd a = built(asked["a"]), b = built(asked["b"]);
        fcl::CollisionRequestd meets;
        meets.gjk_solver_type = solver;
        fcl::CollisionResultd contacts;
        bool intersects = fcl::collide(&a, &b, meets, contacts) > 0;
        fcl::DistanceRequestd request(true);
        request.gjk_solver_type = solver;
        fcl::DistanceResultd result;
        double distance = fcl::distance(&a, &b, request, result);
        return told(intersects, distance, result.nearest_points[0], result.nearest_points[1]);
    });
}
