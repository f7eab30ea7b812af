"""Distances of points and balls: a program that the harness can judge, see docs/protocol.md."""

import json
import math
import sys


def ball(shape):
    """Centre and radius; None for what is no ball. A rotation does not matter to one at its centre."""
    pose = shape.get("pose", {})
    if shape["kind"] == "sphere":
        return pose.get("pos"), shape["radius"]
    if shape["kind"] == "point" and not pose:
        return shape["p"], 0.0
    return None


def answer(case):
    a, b = ball(case["a"]), ball(case["b"])
    if a is None or b is None:
        return {"unsupported": True}
    (p, r), (q, s) = a, b
    p, q = p or [0.0] * case["dim"], q or [0.0] * case["dim"]
    between = math.dist(p, q)
    distance = max(0.0, between - r - s)
    reply = {"intersects": distance == 0.0, "distance": distance}
    if distance > 0.0:
        normal = [(y - x) / between for x, y in zip(p, q)]
        reply["normal"] = normal
        reply["point_a"] = [x + r * n for x, n in zip(p, normal)]
        reply["point_b"] = [y - s * n for y, n in zip(q, normal)]
    return reply


hello = json.loads(sys.stdin.readline())
print(json.dumps({"version": 1, "name": "balls.py"}), flush=True)
for line in sys.stdin:
    if not line.strip():
        break
    case = json.loads(line)
    print(json.dumps({"id": case["id"], **answer(case)}), flush=True)
