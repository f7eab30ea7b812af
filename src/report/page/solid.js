"use strict";

/** How the mesh of a convex shape is drawn: what it takes to tell its front from its back. */
class Solid {
  /** Meshes with more corners are round: their corners are no dots, and their edges are faint. */
  static CORNERS_MAX = 40;
  /** Faces whose normals agree to so many decimals are drawn as one. */
  static DECIMALS = 6;
  /** A line is held by what is so many pixels from it: it has no area. */
  static GRIP = 8;
  static #known = new WeakMap();

  /** The solid of a mesh. Each mesh is looked at once, however often it is drawn. */
  static of(mesh) {
    if (!Solid.#known.has(mesh)) Solid.#known.set(mesh, new Solid(mesh));
    return Solid.#known.get(mesh);
  }

  constructor(mesh) {
    this.corners = mesh.corners;
    this.isRound = mesh.corners.length > Solid.CORNERS_MAX;
    /** Faces in one plane: `{normal, polygons}`. */
    this.sides = [];
    const sideOfNormal = new Map();
    const sideOfEdge = new Map();
    for (const face of mesh.faces) {
      const polygon = face.map((i) => mesh.corners[i]);
      const normal = vec.unit(Solid.#normal(polygon));
      const key = normal.map((x) => (x + 0).toFixed(Solid.DECIMALS)).join();
      if (!sideOfNormal.has(key)) {
        sideOfNormal.set(key, this.sides.length);
        this.sides.push({ normal, polygons: [] });
      }
      const side = this.sides[sideOfNormal.get(key)];
      side.polygons.push(polygon);
      face.forEach((from, i) => sideOfEdge.set(`${from},${face[(i + 1) % face.length]}`, side));
    }
    /** Each edge with the sides that meet at it. */
    this.edges = mesh.edges.map(([from, to]) => ({
      ends: [mesh.corners[from], mesh.corners[to]],
      sides: [sideOfEdge.get(`${from},${to}`), sideOfEdge.get(`${to},${from}`)].filter(Boolean),
    }));
  }

  static #normal(polygon) {
    const sides = polygon.map((p, i) => [p, polygon[(i + 1) % polygon.length]]);
    const local = (p) => vec.sub(p, polygon[0]);
    return sides.map(([p, q]) => vec.cross(local(p), local(q))).reduce(vec.add, [0, 0, 0]);
  }

  get center() {
    return vec.middle(this.corners);
  }

  /** Draws what is turned away from the eye; then, on top of what lies inside, the rest. */
  drawBack(pen, color) {
    if (pen.camera.dim === 2) return;
    const isBack = (side) => !this.#isFront(side, pen.camera);
    pen.fill(this.sides.filter(isBack).flatMap((side) => side.polygons), { color, alpha: 0.1 });
    const hidden = this.edges.filter((edge) => edge.sides.length > 0 && edge.sides.every(isBack));
    pen.lines(hidden.map((edge) => edge.ends), { color, width: 1, alpha: this.isRound ? 0.05 : 0.3 });
  }

  drawFront(pen, color) {
    const { camera } = pen;
    if (camera.dim === 2) {
      pen.fill(this.sides.flatMap((side) => side.polygons), { color, alpha: 0.22 });
      pen.lines(this.edges.map((edge) => edge.ends), { color, width: 2 });
    } else {
      const front = this.sides.filter((side) => this.#isFront(side, camera));
      for (const { normal, polygons } of front) {
        // What faces the eye is lighter, as under a lamp at the eye.
        pen.fill(polygons, { color, alpha: 0.42 - 0.26 * vec.dot(normal, camera.towards) });
      }
      const seen = this.edges.filter(
        (edge) => edge.sides.length === 0 || edge.sides.some((side) => front.includes(side)),
      );
      pen.lines(seen.map((edge) => edge.ends), { color, width: 1.5, alpha: this.isRound ? 0.15 : 0.95 });
    }
    if (!this.isRound) pen.dots(this.corners, { color, size: 2.5 });
  }

  /** The outline alone, of what lies inside something else. */
  drawOutline(pen, color) {
    const look = { color, width: 1.5, dash: [5, 4], alpha: this.isRound && pen.camera.dim === 3 ? 0.15 : 0.8 };
    pen.lines(this.edges.map((edge) => edge.ends), look);
    if (this.corners.length === 1) pen.dots(this.corners, { color, size: 2.5 });
  }

  #isFront(side, camera) {
    return vec.dot(side.normal, camera.towards) > 0;
  }

  /** How near to the eye the pixel shows this solid; nothing where it does not. */
  depthAt(x, y, camera) {
    const inside = (polygon) => isInside([x, y], polygon.map((p) => camera.project(p)));
    const beside = (line) => distanceTo([x, y], line.map((p) => camera.project(p))) < Solid.GRIP;
    const front = this.sides.filter((side) => this.#isFront(side, camera));
    const lines = this.edges.map((edge) => edge.ends);
    const points = this.corners.length === 1 ? [[this.corners[0], this.corners[0]]] : [];
    const hit =
      front.flatMap((side) => side.polygons).find(inside) ?? [...lines, ...points].find(beside);
    return hit ? camera.depth(vec.middle(hit)) : null;
  }
}

/** Whether a pixel lies inside of a polygon of pixels: a ray from it leaves through an odd number of sides. */
function isInside([x, y], polygon) {
  const crossed = polygon.filter(([px, py], i) => {
    const [qx, qy] = polygon.at(i - 1);
    return py > y !== qy > y && x < px + ((y - py) / (qy - py)) * (qx - px);
  });
  return crossed.length % 2 === 1;
}

/** How far a pixel is from a line between two others. */
function distanceTo([x, y], [[px, py], [qx, qy]]) {
  const [dx, dy] = [qx - px, qy - py];
  const along = ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(Math.max(along, 0), 1);
  return Math.hypot(x - px - t * dx, y - py - t * dy);
}
