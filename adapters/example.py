"""A first GJK in 2D, as an adapter: docs/judge-your-gjk.md finds its bug."""

import math

from protocol import Unsupported, serve, vertices


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1]


def minus(p, q):
    return [p[0] - q[0], p[1] - q[1]]


def farthest(points, d):
    return max(points, key=lambda p: dot(p, d))


def nearest_on(p, q):
    """The point of a segment nearest to the origin."""
    along = minus(q, p)
    t = -dot(p, along) / dot(along, along)
    return [p[0] + t * along[0], p[1] + t * along[1]]


def surrounds(a, b, c):
    """Whether a triangle contains the origin."""
    sides = [p[0] * q[1] - p[1] * q[0] for p, q in ((a, b), (b, c), (c, a))]
    return all(s > 0 for s in sides) or all(s < 0 for s in sides)


def nearest(simplex):
    """The point of a simplex nearest to the origin, and the subsimplex that contains it."""
    if len(simplex) == 1:
        return simplex[0], simplex
    if len(simplex) == 3 and surrounds(*simplex):
        return [0.0, 0.0], simplex
    edges = [[p, q] for i, p in enumerate(simplex) for q in simplex[:i]]
    found = [(nearest_on(*edge), edge) for edge in edges]
    return min(found, key=lambda pair: dot(pair[0], pair[0]))


def gjk(a, b):
    """The distance of two hulls and the iterations; no distance after too many."""
    v = minus(a[0], b[0])
    simplex, trace = [v], []
    for _ in range(100):
        p, q = farthest(a, [-v[0], -v[1]]), farthest(b, v)
        w = minus(p, q)
        trace.append({"direction": [-v[0], -v[1]], "support_a": p, "support_b": q})
        if dot(v, v) - dot(v, w) <= 1e-12 * dot(v, v) or w in simplex:
            return math.sqrt(dot(v, v)), trace
        v, simplex = nearest([*simplex, w])
        if v == [0.0, 0.0]:
            return 0.0, trace
    return None, trace


def answer(case):
    a, b = vertices(case["a"]), vertices(case["b"])
    if case["dim"] != 2 or a is None or b is None or "pose" in case["a"] or "pose" in case["b"]:
        raise Unsupported
    distance, trace = gjk(a, b)
    if distance is None:
        return {"gave_up": True, "trace": trace}
    return {"intersects": distance == 0.0, "distance": distance, "iterations": len(trace), "trace": trace}


serve("example", answer)
