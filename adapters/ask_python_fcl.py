"""FCL through python-fcl: `fcl.collide` tests intersection, `fcl.distance` returns the distance.

    python3 -m venv target/adapters/python-fcl && target/adapters/python-fcl/bin/pip install python-fcl    # tried: 0.7.0.11

- Precision: f64.
- Settings: the defaults, plus nearest points. The solver is that of libccd (`GST_LIBCCD`), which ends within
  1e-6. Shapes that overlap have the distance -1, which counts as zero.
- Promised: nothing in numbers. The headers call the tolerance "the threshold used in GJK algorithm to stop distance
  iteration", and that of collisions: "right now it is not clear *at all* what turning this knob will do to the results".
- Capsules are rotated to their axis, and poses are matrices, both rounded to f64.
- Hulls keep their vertices and have no faces: FCL then scans all vertices, since it walks only along the edges of a
  watertight mesh.
- `unsupported`: points, segments and triangles (it has a `TriangleP`, but no query that takes one), ellipsoids with a
  half-axis of zero, `rounded` shapes and 2D.
"""

import fcl
import numpy as np

from protocol import Unsupported, is_rotation, pose, serve, told, upright, vertices


def built(shape):
    """The geometry of a shape, and the pose of its frame."""
    kind = shape["kind"]
    points = vertices(shape)
    if points is not None:
        if len(points) < 4:
            raise Unsupported
        return fcl.Convex(np.array(points, dtype=float), 0, np.array([], dtype=np.int32)), pose(shape)
    if kind == "box":
        return fcl.Box(*[2.0 * x for x in shape["half_extents"]]), pose(shape)
    if kind == "sphere":
        return fcl.Sphere(shape["radius"]), pose(shape)
    if kind == "ellipsoid" and min(shape["radii"]) > 0.0:
        return fcl.Ellipsoid(*shape["radii"]), pose(shape)
    kinds = {"capsule": fcl.Capsule, "cylinder": fcl.Cylinder, "cone": fcl.Cone}
    if kind not in kinds:
        raise Unsupported
    half, at = upright(shape)
    return kinds[kind](shape["radius"], 2.0 * half), at


def answer(case):
    if case["dim"] != 3:
        raise Unsupported
    objects = []
    for shape in case["a"], case["b"]:
        geometry, (rotation, position) = built(shape)
        if not is_rotation(rotation):
            raise Unsupported
        at = fcl.Transform(np.array(rotation, dtype=float), np.array(position, dtype=float))
        objects.append(fcl.CollisionObject(geometry, at))
    meets = fcl.collide(*objects, fcl.CollisionRequest(), fcl.CollisionResult()) > 0
    result = fcl.DistanceResult()
    distance = fcl.distance(*objects, fcl.DistanceRequest(enable_nearest_points=True), result)
    return told(meets, distance, *result.nearest_points)


serve("python-fcl", answer)
