// Shared by the adapters in C++: the protocol of docs/protocol.md, and poses as matrices.
//
// An adapter passes `serve` a function that answers one case. It throws `Unsupported` for shapes that the library does not
// have; any other exception is an error at that case, which the harness reports.
#pragma once

#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace protocol {

using Json = nlohmann::json;
using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Unsupported {};

// A point of the shape is at `rotation * p + position`.
struct Pose {
    Matrix rotation{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    Vector position{};

    Vector operator()(const Vector& p) const {
        Vector moved = position;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) moved[i] += rotation[i][j] * p[j];
        return moved;
    }
};

inline Matrix times(const Matrix& a, const Matrix& b) {
    Matrix product{};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) product[i][j] += a[i][k] * b[k][j];
    return product;
}

// Two numbers, in a 2D case, or three.
inline Vector vector(const Json& numbers) {
    return {numbers[0], numbers[1], numbers.size() > 2 ? double(numbers[2]) : 0.0};
}

// The unit quaternion x, y, z, w of a 3D shape that has one or no rotation.
inline std::array<double, 4> quaternion(const Json& shape) {
    if (!shape.contains("pose") || !shape["pose"].contains("rot")) return {0, 0, 0, 1};
    std::array<double, 4> q = shape["pose"]["rot"];
    double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (double& part : q) part /= length;
    return q;
}

// The pose of a 3D shape. Matrices that are not rotations are refused, as by most libraries.
inline Pose pose(const Json& shape) {
    Pose pose;
    if (!shape.contains("pose")) return pose;
    const Json& given = shape["pose"];
    if (given.contains("pos")) pose.position = vector(given["pos"]);
    Matrix& m = pose.rotation;
    if (given.contains("mat")) {
        for (int i = 0; i < 3; i++) m[i] = vector(given["mat"][i]);
        for (int i = 0; i < 3; i++) {
            // Row i is the cross product of the next two, with unit length.
            const Vector &u = m[(i + 1) % 3], &v = m[(i + 2) % 3];
            Vector cross{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
            for (int j = 0; j < 3; j++)
                if (!(std::abs(cross[j] - m[i][j]) < 1e-5)) throw Unsupported();
        }
    } else if (given.contains("rot")) {
        auto [x, y, z, w] = quaternion(shape);
        m = {{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
              {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
              {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
    }
    return pose;
}

// A capsule, cylinder or cone with axis z, centred at the origin of its frame.
struct Upright {
    double half;
    Pose pose;
};

inline Upright upright(const Json& shape) {
    Pose at = pose(shape);
    if (shape["kind"] != "capsule") {
        // Rotations with integer entries: nothing is rounded.
        const Matrix to_x{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}, to_y{{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
        if (shape["axis"] == "x") at.rotation = times(at.rotation, to_x);
        if (shape["axis"] == "y") at.rotation = times(at.rotation, to_y);
        return {shape["half_height"], at};
    }
    Vector p = vector(shape["p0"]), q = vector(shape["p1"]), z, middle;
    for (int i = 0; i < 3; i++) z[i] = (q[i] - p[i]) / 2, middle[i] = (p[i] + q[i]) / 2;
    double half = std::hypot(z[0], z[1], z[2]);
    at.position = at(middle);
    if (half == 0) return {half, at};
    int least = 0;
    for (int i = 0; i < 3; i++) z[i] /= half;
    for (int i = 1; i < 3; i++)
        if (std::abs(z[i]) < std::abs(z[least])) least = i;
    // A perpendicular vector: from the axis of the frame farthest from z.
    Vector x;
    for (int i = 0; i < 3; i++) x[i] = (i == least) - z[least] * z[i];
    double length = std::hypot(x[0], x[1], x[2]);
    for (double& part : x) part /= length;
    Vector y{z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]};
    at.rotation = times(at.rotation, {{{x[0], y[0], z[0]}, {x[1], y[1], z[1]}, {x[2], y[2], z[2]}}});
    return {half, at};
}

// The points of a shape that is a hull of points, unchanged; none for any other. With `boxes`, a box has its corners.
inline std::vector<Vector> vertices(const Json& shape, bool boxes) {
    const std::string kind = shape["kind"];
    std::vector<Vector> points;
    if (kind == "point") points = {vector(shape["p"])};
    if (kind == "segment") points = {vector(shape["p0"]), vector(shape["p1"])};
    if (kind == "triangle" || kind == "hull" || kind == "mesh")
        for (const Json& point : shape["points"]) points.push_back(vector(point));
    if (kind == "aabb" || (kind == "box" && boxes)) {
        Vector most = vector(shape[kind == "box" ? "half_extents" : "max"]), least{-most[0], -most[1], -most[2]};
        if (kind == "aabb") least = vector(shape["min"]);
        bool is_flat = shape[kind == "box" ? "half_extents" : "max"].size() == 2;
        // Counter-clockwise or clockwise: a 2D box is a polygon.
        for (int z = 0; z < (is_flat ? 1 : 2); z++)
            for (int corner : {0, 1, 3, 2})
                points.push_back({(corner & 1 ? most : least)[0], (corner & 2 ? most : least)[1], is_flat ? 0 : (z ? most : least)[2]});
    }
    return points;
}

// All points within a radius of the hull of points.
struct Round {
    std::vector<Vector> points;
    double radius;
};

// A shape of this kind; without points if it is not one.
inline Round round(const Json& shape) {
    const std::string kind = shape["kind"];
    if (kind == "sphere") return {{{0, 0, 0}}, shape["radius"]};
    if (kind == "capsule") return {{vector(shape["p0"]), vector(shape["p1"])}, shape["radius"]};
    if (kind != "rounded") return {vertices(shape, true), 0};
    Round inner = round(shape["shape"]);
    inner.radius += double(shape["radius"]);
    return inner;
}

// An answer. A negative distance is a depth, which is ignored.
inline Json told(bool intersects, double distance) {
    return {{"intersects", intersects}, {"distance", distance < 0 ? 0.0 : distance}};
}

template <class Point>
Json told(bool intersects, double distance, const Point& a, const Point& b, int dim = 3) {
    Json reply = told(intersects, distance);
    if (!(distance > 0)) return reply;
    for (int i = 0; i < dim; i++) reply["point_a"].push_back(double(a[i])), reply["point_b"].push_back(double(b[i]));
    return reply;
}

template <class Answer>
int serve(const std::string& name, const char* scalar, Answer answer) {
    // A library that prints would break the conversation: its output goes to standard error.
    FILE* output = fdopen(dup(1), "w");
    dup2(2, 1);
    std::string line;
    std::getline(std::cin, line);
    Json hello = Json::parse(line, nullptr, false);
    if (!hello.is_object() || hello.value("version", 0) != 1) {
        std::cerr << name << ": expected a hello of the harness, see docs/protocol.md\n";
        return 2;
    }
    // The text of an error may be in any encoding.
    auto text = [](const Json& said) { return said.dump(-1, ' ', false, Json::error_handler_t::replace); };
    auto say = [&](const Json& said) { std::fprintf(output, "%s\n", text(said).c_str()), std::fflush(output); };
    say({{"version", 1}, {"name", name}, {"scalar", scalar}});
    while (std::getline(std::cin, line) && line.find_first_not_of(" \r") != std::string::npos) {
        const Json asked = Json::parse(line);
        Json reply;
        try {
            reply = answer(asked);
        } catch (Unsupported) {
            reply = {{"unsupported", true}};
        } catch (const std::exception& error) {
            reply = {{"error", error.what()}};
        } catch (...) {
            // A library may throw anything, such as a string or a number.
            reply = {{"error", "an exception that is no std::exception"}};
        }
        reply["id"] = asked["id"];
        say(reply);
    }
    return 0;
}

}  // namespace protocol
