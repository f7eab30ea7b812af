"""Coal, which was hpp-fcl: `coal.collide` tests intersection, `coal.distance` returns the distance.

    python3 -m venv target/adapters/coal && target/adapters/coal/bin/pip install coal scipy    # tried: 3.0.3 and 1.17.1

- Precision: f64.
- Settings: those of an empty `CollisionRequest` and `DistanceRequest`. GJK ends within 1e-6 (`gjk_tolerance`,
  relative) or after 128 iterations. For overlapping shapes EPA returns a depth, which counts as distance zero.
- Promised (its `collision_data.h`, `narrowphase_defaults.h`): the tolerance "determines the precision on the estimated
  distance between two geometries which are not in collision"; with shapes of a metre 1e-6 is "precise up to the micro-meter".
- Capsules are rotated to their axis, and poses are matrices, both rounded to f64. `rounded` shapes have a
  `SweptSphereRadius`.
- Hulls keep their vertices. With more than 32 vertices Coal walks along edges, so these hulls get the vertices and
  triangles of `scipy.spatial.ConvexHull`, which is qhull: Coal's own builder, also qhull, ends the process if a hull is
  flat. Corners closer to a face than qhull's tolerance are dropped.
- `unsupported`: hulls of more than 32 points that qhull refuses, such as flat ones, or with more than 255 edges at a
  corner, which Coal refuses; ellipsoids with a half-axis of zero; 2D.
"""

import coal
import numpy as np
from scipy.spatial import ConvexHull, QhullError

from protocol import Unsupported, is_rotation, pose, serve, told, upright, vertices

LINEAR_SEARCH = 32  # ConvexBase::num_vertices_large_convex_threshold


def hull(points):
    """The hull of points, with faces where there are many."""
    triangles = coal.StdVec_Triangle()
    if len(points) > LINEAR_SEARCH:
        try:
            found = ConvexHull(points)
        except QhullError as error:
            raise Unsupported from error
        number = {old: new for new, old in enumerate(found.vertices)}
        triangles.extend([coal.Triangle(*(number[i] for i in corners)) for corners in found.simplices])
        points = [points[i] for i in found.vertices]
    corners = coal.StdVec_Vec3s()
    corners.extend([np.array(p, dtype=float) for p in points])
    try:
        return coal.Convex(corners, triangles)
    except RuntimeError as error:  # "Too many neighbors"
        raise Unsupported from error


def built(shape):
    """The geometry of a shape, and the pose of its frame."""
    kind = shape["kind"]
    if kind == "rounded":
        geometry, at = built({**shape["shape"], "pose": shape.get("pose", {})})
        geometry.setSweptSphereRadius(geometry.getSweptSphereRadius() + shape["radius"])
        return geometry, at
    points = vertices(shape)
    if points is not None:
        return hull(points), pose(shape)
    if kind == "box":
        return coal.Box(*[2.0 * x for x in shape["half_extents"]]), pose(shape)
    if kind == "sphere":
        return coal.Sphere(shape["radius"]), pose(shape)
    if kind == "ellipsoid" and min(shape["radii"]) > 0.0:
        return coal.Ellipsoid(*shape["radii"]), pose(shape)
    kinds = {"capsule": coal.Capsule, "cylinder": coal.Cylinder, "cone": coal.Cone}
    if kind not in kinds:
        raise Unsupported
    half, at = upright(shape)
    return kinds[kind](shape["radius"], 2.0 * half), at


def answer(case):
    if case["dim"] != 3:
        raise Unsupported
    (a, at_a), (b, at_b) = built(case["a"]), built(case["b"])
    if not (is_rotation(at_a[0]) and is_rotation(at_b[0])):
        raise Unsupported
    at_a, at_b = (coal.Transform3s(np.array(r, dtype=float), np.array(p, dtype=float)) for r, p in (at_a, at_b))
    meets = coal.collide(a, at_a, b, at_b, coal.CollisionRequest(), coal.CollisionResult()) > 0
    result = coal.DistanceResult()
    distance = coal.distance(a, at_a, b, at_b, coal.DistanceRequest(), result)
    return told(meets, distance, result.getNearestPoint1(), result.getNearestPoint2())


serve("coal", answer)
