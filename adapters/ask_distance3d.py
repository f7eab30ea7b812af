"""distance3d: `gjk.gjk_intersection` tests intersection, `gjk.gjk` returns the distance.

    python3 -m venv target/adapters/distance3d && target/adapters/distance3d/bin/pip install distance3d    # tried: 0.9.1

- Precision: f64.
- Settings: the default `tolerance` of 1e-10: closer shapes intersect. `max_distance_squared` and `sanity_check`, absolute
  limits of 1e5 and 1e-8 for scenes of a metre, are off.
- Promised: nothing in numbers; the tolerance is the "minimal distance between objects when the objects are considered
  to be colliding". A failed assertion is an error at that case.
- Capsules are rotated to their axis, and poses are matrices, both rounded to f64. Hulls scan all vertices and have no
  pose: their vertices are transformed in advance. `rounded` shapes have a `Margin`.
- `unsupported`: ellipsoids with a half-axis of zero, and 2D. The first start compiles for some seconds: `--time-limit 60`.
"""

import warnings

warnings.simplefilter("ignore")

import numpy as np
from distance3d import colliders, gjk

from protocol import Unsupported, is_rotation, moved, pose, serve, told, upright, vertices


def built(shape):
    """The collider of a shape, in world space."""
    kind = shape["kind"]
    if kind == "rounded":
        return colliders.Margin(built({**shape["shape"], "pose": shape.get("pose", {})}), shape["radius"])
    points = vertices(shape)
    at = pose(shape) if points is not None or kind in ("box", "sphere", "ellipsoid") else upright(shape)[1]
    if not is_rotation(at[0]):
        raise Unsupported
    if points is not None:
        points = [moved(at, p) for p in points] if "pose" in shape else points
        return colliders.ConvexHullVertices(np.array(points, dtype=float))
    if kind == "cone":
        # Its origin is the centre of the base, not of the cone.
        at = at[0], moved(at, [0.0, 0.0, -shape["half_height"]])
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = at
    if kind == "box":
        return colliders.Box(frame, 2.0 * np.array(shape["half_extents"], dtype=float))
    if kind == "sphere":
        return colliders.Sphere(frame[:3, 3].copy(), float(shape["radius"]))
    if kind == "ellipsoid":
        if min(shape["radii"]) <= 0.0:
            raise Unsupported
        return colliders.Ellipsoid(frame, np.array(shape["radii"], dtype=float))
    kinds = {"capsule": colliders.Capsule, "cylinder": colliders.Cylinder, "cone": colliders.Cone}
    return kinds[kind](frame, float(shape["radius"]), 2.0 * upright(shape)[0])


def answer(case):
    if case["dim"] != 3:
        raise Unsupported
    a, b = built(case["a"]), built(case["b"])
    meets = gjk.gjk_intersection(a, b)
    distance, point_a, point_b, _ = gjk.gjk(a, b, max_distance_squared=np.inf, sanity_check=np.inf)
    return told(meets, distance, point_a, point_b)


serve("distance3d", answer)
