"""MuJoCo: `mj_geomDistance` of two geoms in the world body, in a model compiled for each case.

    python3 -m venv target/adapters/mujoco && target/adapters/mujoco/bin/pip install mujoco    # tried: 4.0.0

- Precision: f64, but vertices of meshes are stored in f32, relative to the centre and the axes of their mass, so compiling
  the model rounds them: hulls of f64 cases are `unsupported`, those of f32 cases have errors of ulps of f32.
- Settings: those of an empty model, `ccd_tolerance` 1e-6 and `ccd_iterations` 35. `distmax` is 1e100: this distance means
  that none was found, and counts as a limit that ended the query.
- Promised: nothing in numbers; the result is the "smallest signed distance between two geoms", so shapes intersect if it is
  not positive. There is no boolean test of two geoms.
- Capsules are rotated to their axis, and poses are quaternions, both rounded to f64.
- `unsupported`: shapes of which no model can be compiled, such as flat hulls and those too small for their mass; points,
  segments and triangles; cones, `rounded` shapes and 2D.
"""

import mujoco
import numpy as np

from protocol import Unsupported, is_rotation, pose, serve, told, upright, vertices

FAR = 1e100
GEOM = mujoco.mjtGeom


def add(spec, name, shape, scalar):
    """Adds the geom of a shape."""
    kind = shape["kind"]
    points = vertices(shape)
    geom = spec.worldbody.add_geom()
    if points is not None:
        if scalar != "f32" or len(points) < 4:
            raise Unsupported
        mesh = spec.add_mesh(name=name)
        mesh.uservert = np.array(points, dtype=float).ravel()
        mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX
        geom.type, geom.meshname, at = GEOM.mjGEOM_MESH, name, pose(shape)
    elif kind == "box":
        geom.type, geom.size, at = GEOM.mjGEOM_BOX, shape["half_extents"], pose(shape)
    elif kind == "sphere":
        geom.type, geom.size, at = GEOM.mjGEOM_SPHERE, [shape["radius"], 0, 0], pose(shape)
    elif kind == "ellipsoid":
        geom.type, geom.size, at = GEOM.mjGEOM_ELLIPSOID, shape["radii"], pose(shape)
    elif kind in ("capsule", "cylinder"):
        half, at = upright(shape)
        geom.type = GEOM.mjGEOM_CAPSULE if kind == "capsule" else GEOM.mjGEOM_CYLINDER
        geom.size = [shape["radius"], half, 0]
    else:
        raise Unsupported
    if not is_rotation(at[0]):
        raise Unsupported
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, np.array(at[0], dtype=float).ravel())
    geom.quat, geom.pos = quaternion, at[1]


def answer(case):
    if case["dim"] != 3:
        raise Unsupported
    spec = mujoco.MjSpec()
    for name in "a", "b":
        add(spec, name, case[name], case["scalar"])
    try:
        model = spec.compile()
    except ValueError as error:
        raise Unsupported from error
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    ends = np.zeros(6)
    distance = mujoco.mj_geomDistance(model, data, 0, 1, FAR, ends)
    if distance >= FAR:
        return {"gave_up": True}
    return told(distance <= 0.0, distance, ends[:3], ends[3:])


serve("mujoco", answer)
