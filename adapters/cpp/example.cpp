// A first GJK in 2D, as an adapter: docs/judge-your-gjk.md finds its bug.
#include <algorithm>
#include <tuple>

#include "protocol.hpp"

using protocol::Json;
using Point = std::array<double, 2>;
using Points = std::vector<Point>;

static double dot(Point p, Point q) { return p[0] * q[0] + p[1] * q[1]; }
static Point minus(Point p, Point q) { return {p[0] - q[0], p[1] - q[1]}; }

static Point farthest(const Points& points, Point d) {
    return *std::max_element(points.begin(), points.end(), [&](Point p, Point q) { return dot(p, d) < dot(q, d); });
}

// The point of a segment nearest to the origin.
static Point nearest_on(Point p, Point q) {
    Point along = minus(q, p);
    double t = -dot(p, along) / dot(along, along);
    return {p[0] + t * along[0], p[1] + t * along[1]};
}

// Whether a triangle contains the origin.
static bool surrounds(const Points& s) {
    auto side = [&](int i, int j) { return s[i][0] * s[j][1] - s[i][1] * s[j][0]; };
    double a = side(0, 1), b = side(1, 2), c = side(2, 0);
    return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

// The point of a simplex of two or three points nearest to the origin, and the subsimplex that contains it.
static std::tuple<Point, Points> nearest(const Points& simplex) {
    if (simplex.size() == 3 && surrounds(simplex)) return {Point{0, 0}, simplex};
    std::tuple<Point, Points> best;
    for (size_t i = 1; i < simplex.size(); i++)
        for (size_t j = 0; j < i; j++) {
            Point found = nearest_on(simplex[i], simplex[j]), least = std::get<0>(best);
            if (std::get<1>(best).empty() || dot(found, found) < dot(least, least)) best = {found, {simplex[i], simplex[j]}};
        }
    return best;
}

static Json gjk(const Points& a, const Points& b) {
    Point v = minus(a[0], b[0]);
    Points simplex{v};
    Json trace = Json::array();
    for (int i = 0; i < 100; i++) {
        Point d{-v[0], -v[1]}, p = farthest(a, d), q = farthest(b, v), w = minus(p, q);
        trace.push_back({{"direction", d}, {"support_a", p}, {"support_b", q}});
        bool is_known = std::find(simplex.begin(), simplex.end(), w) != simplex.end();
        if (dot(v, v) - dot(v, w) > 1e-12 * dot(v, v) && !is_known) {
            simplex.push_back(w);
            std::tie(v, simplex) = nearest(simplex);
            if (v != Point{0, 0}) continue;
        }
        double distance = std::sqrt(dot(v, v));
        return {{"intersects", distance == 0}, {"distance", distance}, {"iterations", trace.size()}, {"trace", trace}};
    }
    return {{"gave_up", true}, {"trace", trace}};
}

static Points built(const Json& shape) {
    Points points;
    for (const protocol::Vector& p : protocol::vertices(shape, false)) points.push_back({p[0], p[1]});
    if (points.empty() || shape.contains("pose")) throw protocol::Unsupported();
    return points;
}

static Json answer(const Json& asked) {
    if (asked["dim"] != 2) throw protocol::Unsupported();
    return gjk(built(asked["a"]), built(asked["b"]));
}

int main() { return protocol::serve("example", "f64", answer); }
