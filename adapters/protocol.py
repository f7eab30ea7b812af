"""Shared by the adapters in Python: the protocol of docs/protocol.md, and poses as matrices.

An adapter passes `serve` a function that answers one case. It raises `Unsupported` for shapes that the library
does not have; any other exception is an error at that case, which the harness reports with its line.
"""

import itertools
import json
import math
import os
import sys
import traceback

EYE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

# For each axis, a rotation that maps z to it. Its entries are 0 and 1, so nothing is rounded.
TO_AXIS = {
    "x": ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
    "y": ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)),
    "z": EYE,
}


class Unsupported(Exception):
    """The library does not support these shapes."""


def times(a, b):
    """The product of two matrices."""
    return tuple(tuple(sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)) for i in range(3))


def moved(pose, p):
    """The point `R p + pos`."""
    rotation, position = pose
    return [sum(r * x for r, x in zip(row, p)) + t for row, t in zip(rotation, position)]


def pose(shape):
    """Rotation, as rows of a matrix, and position of a shape; in 2D the third coordinate is zero. Matrices that are no
    rotations are refused, as by most libraries."""
    given = shape.get("pose", {})
    position = given.get("pos", [0.0, 0.0, 0.0])
    if len(position) == 2:
        position = [*position, 0.0]
    if "mat" in given:
        if not is_rotation(given["mat"]):
            raise Unsupported
        return given["mat"], position
    if "rot" not in given:
        return EYE, position
    if not isinstance(given["rot"], list):
        cos, sin = math.cos(given["rot"]), math.sin(given["rot"])
        return ((cos, -sin, 0.0), (sin, cos, 0.0), (0.0, 0.0, 1.0)), position
    x, y, z, w = given["rot"]
    length = math.sqrt(x * x + y * y + z * z + w * w)
    x, y, z, w = x / length, y / length, z / length, w / length
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    ), position


def is_rotation(rotation):
    """Whether a matrix is a rotation up to rounding: most libraries take no other."""
    square = times(rotation, tuple(zip(*rotation)))
    near = all(abs(square[i][j] - EYE[i][j]) < 1e-5 for i in range(3) for j in range(3))
    a, b, c = rotation
    turn = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
    return near and sum(x * y for x, y in zip(a, turn)) > 0.0


def upright(shape):
    """A capsule, cylinder or cone with axis z, centred at the origin of its frame: half its height, and the pose of
    that frame."""
    rotation, position = pose(shape)
    if shape["kind"] != "capsule":
        return shape["half_height"], (times(rotation, TO_AXIS[shape["axis"]]), position)
    p, q = shape["p0"], shape["p1"]
    axis = [(y - x) / 2 for x, y in zip(p, q)]
    half = math.hypot(*axis)
    middle = moved((rotation, position), [(x + y) / 2 for x, y in zip(p, q)])
    if half == 0.0:
        return 0.0, (rotation, middle)
    z = [x / half for x in axis]
    # A perpendicular vector: from the axis of the frame farthest from z.
    least = min(range(3), key=lambda i: abs(z[i]))
    x = [EYE[least][i] - z[least] * z[i] for i in range(3)]
    length = math.hypot(*x)
    x = [v / length for v in x]
    y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
    return half, (times(rotation, tuple(zip(x, y, z))), middle)


def vertices(shape):
    """The points of a shape that is a hull of points, unchanged; None for any other."""
    kind = shape["kind"]
    if kind == "aabb":
        # Its corners: half of a side may not be representable.
        return [list(p) for p in itertools.product(*zip(shape["min"], shape["max"]))]
    if kind == "point":
        return [shape["p"]]
    if kind == "segment":
        return [shape["p0"], shape["p1"]]
    return shape["points"] if kind in ("triangle", "hull", "mesh") else None


def polytopes(case):
    """The vertices of both shapes in their poses, for polytopes. They are relative to the first vertex of the first
    shape, and rounded once: in the world they would lose digits far from the origin. In 2D the third coordinate is
    zero."""
    turned = []
    for shape in case["a"], case["b"]:
        points = vertices(shape)
        if shape["kind"] == "box":
            points = list(itertools.product(*((-half, half) for half in shape["half_extents"])))
        if points is None:
            raise Unsupported
        if case["dim"] == 2:
            points = [[*p, 0.0] for p in points]
        rotation, position = pose(shape)
        turned.append(([moved((rotation, (0.0, 0.0, 0.0)), p) for p in points], position))
    back = [[-x for x in p] for p in (turned[0][1], turned[0][0][0])]
    return [[[math.fsum(terms) for terms in zip(p, position, *back)] for p in points] for points, position in turned]


def serve(name, answer, scalar="f64"):
    """Speaks the protocol: `answer(case)` returns the keys of an answer without `id`."""
    # A library that prints would break the conversation: its output goes to standard error.
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        hello = json.loads(sys.stdin.readline())
    except ValueError:
        hello = {}
    if not isinstance(hello, dict) or hello.get("version") != 1:
        print(f"{name}: expected a hello of the harness, see docs/protocol.md", file=sys.stderr)
        sys.exit(2)
    print(json.dumps({"version": 1, "name": name, "scalar": scalar}), file=output, flush=True)
    for line in sys.stdin:
        if not line.strip():
            break
        case = json.loads(line)
        print(json.dumps({"id": case["id"], **attempt(answer, case)}), file=output, flush=True)


def attempt(answer, case):
    """The answer to a case, or `unsupported`, or the `error` of an exception and where it was raised."""
    try:
        return answer(case)
    except Unsupported:
        return {"unsupported": True}
    except Exception as error:
        traceback.print_exc()
        raised = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{os.path.basename(raised.filename)}, line {raised.lineno}"
        return {"error": f"{type(error).__name__}: {error} ({place})"}


def told(intersects, distance, point_a=None, point_b=None):
    """An answer. A negative distance is a depth, which is ignored. NaN stays, and is refused."""
    distance = float(distance)
    reply = {"intersects": bool(intersects), "distance": 0.0 if distance <= 0.0 else distance}
    if reply["distance"] > 0.0 and point_a is not None:
        reply["point_a"] = [float(x) for x in point_a]
        reply["point_b"] = [float(x) for x in point_b]
    return reply
