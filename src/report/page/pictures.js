"use strict";

/** How long the arrows of directions are, and how large the disc of a plane is, in pixels. */
const ARROW = 64;
const DISC = 70;

/** Which of its three kinds a scene is. */
const sceneAt = (story, index) => ({
  step: story.scenes[index - 1] ?? null,
  isAnswer: index > story.scenes.length,
});

/** What is drawn of the two shapes. */
const worldPicture = {
  extent: (story) => story.world.shapes.flatMap((mesh) => mesh.corners),

  label(story, index) {
    const { step, isAnswer } = sceneAt(story, index);
    const shapes = `${story.case.a.kind} a and ${story.case.b.kind} b`;
    if (step) return `The ${shapes} with the points of ${step.title}.`;
    return isAnswer && story.world.points ? `The ${shapes} with their closest points.` : `The ${shapes}.`;
  },

  draw(pen, story, index) {
    const { step, isAnswer } = sceneAt(story, index);
    const colors = ["shape-a", "shape-b"];
    const solids = story.world.shapes.map((mesh) => Solid.of(mesh));
    const order = [0, 1].sort(
      (i, j) => pen.camera.depth(solids[i].center) - pen.camera.depth(solids[j].center),
    );
    for (const i of order) solids[i].drawBack(pen, colors[i]);
    for (const i of order) {
      const core = story.world.cores[i];
      if (core) Solid.of(core).drawOutline(pen, colors[i]);
    }
    for (const i of order) solids[i].drawFront(pen, colors[i]);
    solids.forEach((solid, i) =>
      pen.label(solid.center, "ab"[i], { color: colors[i], dx: -4, dy: 4 }));
    if (step) worldPicture.drawStep(pen, step);
    if (isAnswer && story.depth) worldPicture.drawDepth(pen, story);
    if (isAnswer) worldPicture.drawAnswer(pen, story.world);
  },

  /** Where the second shape would only touch: the shortest way out. */
  drawDepth(pen, { depth, world }) {
    const [, mesh] = world.shapes;
    const moved = { ...mesh, corners: mesh.corners.map((p) => vec.add(p, depth.way)) };
    Solid.of(moved).drawOutline(pen, "shape-b");
    const from = Solid.of(mesh).center;
    const to = vec.add(from, depth.way);
    pen.lines([[from, to]], { color: "depth", width: 2.5 });
    pen.dots([to], { color: "depth", size: 4 });
  },

  drawStep(pen, { vertices, coplanar, supports, direction }) {
    coplanar.forEach((points) => pen.dots(points, { color: "simplex", size: 8, hollow: true }));
    vertices.forEach((points) => pen.lines(pairs(points), { color: "simplex", width: 1.5 }));
    vertices.forEach((points) => pen.dots(points, { color: "simplex", size: 5 }));
    if (!supports) return;
    supports.forEach((p, i) => {
      const way = vec.times(direction, i === 0 ? 1 : -1);
      pen.arrow(p, way, { color: "support", length: ARROW / 1.5, dash: [5, 4] });
    });
    pen.dots(supports, { color: "support", size: 7, hollow: true });
  },

  drawAnswer(pen, { points, normal }) {
    if (!points) return;
    pen.lines([points], { color: "witness", width: 2.5 });
    if (normal) pen.arrow(points[0], normal, { color: "witness", length: ARROW, dash: [5, 4] });
    pen.dots(points, { color: "witness", size: 5 });
  },
};

/** What is drawn of the Minkowski difference. */
const differencePicture = {
  extent(story) {
    const { shape, radius } = story.difference;
    const corners = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].slice(0, story.dim);
    const ball = corners.flatMap((p) => [vec.times(p, radius), vec.times(p, -radius)]);
    return [...shape.corners, [0, 0, 0], ...ball];
  },

  label(story, index) {
    const { step, isAnswer } = sceneAt(story, index);
    const what = "The Minkowski difference and the origin";
    if (step) return `${what}, with a simplex of ${step.simplex.length} points: ${step.title}.`;
    if (story.depth) return `${what}; the penetration depth is ${story.depth.length}.`;
    return isAnswer && story.difference.simplex.length > 0 ? `${what}, with the simplex of the answer.` : `${what}.`;
  },

  draw(pen, story, index) {
    const { step, isAnswer } = sceneAt(story, index);
    const { shape, radius, simplex, nearest } = story.difference;
    const solid = Solid.of(shape);
    solid.drawBack(pen, "difference");
    if (step) differencePicture.drawSimplex(pen, step.simplex);
    if (isAnswer) differencePicture.drawSimplex(pen, simplex);
    solid.drawFront(pen, "difference");
    if (radius > 0) {
      pen.circle([0, 0, 0], radius, { color: "ink", width: 1.5, dash: [2, 4] });
    }
    if (step) differencePicture.drawSearch(pen, step);
    if (isAnswer) differencePicture.drawCorners(pen, simplex);
    if (isAnswer && nearest) differencePicture.drawNearest(pen, nearest);
    if (!step && story.depth) differencePicture.drawDepth(pen, story.depth);
    pen.cross([0, 0, 0], { color: "ink" });
    pen.label([0, 0, 0], "0", { color: "ink", dx: -16, dy: 16 });
  },

  drawSimplex(pen, simplex) {
    for (const face of triples(simplex)) pen.fill([face], { color: "simplex", alpha: 0.13 });
  },

  drawCorners(pen, simplex) {
    pen.lines(pairs(simplex), { color: "simplex", width: 2 });
    pen.dots(simplex, { color: "simplex", size: 5 });
  },

  /** How far the boundary is from the origin. */
  drawDepth(pen, { ends, length }) {
    pen.lines([ends], { color: "depth", width: 3 });
    pen.dots([ends[1]], { color: "depth", size: 4 });
    pen.label(vec.middle(ends), `depth ${length}`, { color: "depth", dx: 10 });
  },

  drawSearch(pen, { simplex, nearest, direction, support }) {
    differencePicture.drawCorners(pen, simplex);
    const onPlane = support ?? simplex[0];
    if (onPlane) differencePicture.drawPlane(pen, direction, onPlane);
    if (nearest) differencePicture.drawNearest(pen, nearest);
    if (!support) return;
    pen.arrow(nearest ?? [0, 0, 0], direction, { color: "support", length: ARROW, dash: [6, 5] });
    pen.dots([support], { color: "support", size: 7, hollow: true });
    pen.label(support, "w", { color: "support", dx: 10 });
  },

  drawNearest(pen, nearest) {
    pen.lines([[[0, 0, 0], nearest]], { color: "witness", width: 2.5 });
    pen.dots([nearest], { color: "witness", size: 5 });
    pen.label(nearest, "v", { color: "witness", dx: 10, dy: 16 });
  },

  /** The line or plane through the support point beyond which nothing of the difference lies. */
  drawPlane(pen, direction, support) {
    if (vec.length(direction) === 0) return;
    const { camera } = pen;
    if (camera.dim === 2) {
      const far = vec.length(vec.sub(support, camera.center));
      const reach = far + (camera.width + camera.height) / camera.scale;
      const along = vec.times([-direction[1], direction[0], 0], reach);
      const ends = [vec.sub(support, along), vec.add(support, along)];
      pen.lines([ends], { color: "support", width: 1.5 });
      return;
    }
    const rim = disc(support, direction, DISC / camera.scale);
    pen.fill([rim], { color: "support", alpha: 0.18 });
    pen.lines(rim.map((p, i) => [p, rim.at(i - 1)]), { color: "support", width: 1, alpha: 0.6 });
  },
};

/** All lines between points. */
function pairs(points) {
  return points.flatMap((p, i) => points.slice(i + 1).map((q) => [p, q]));
}

/** All triangles between points. */
function triples(points) {
  return points.flatMap((p, i) => pairs(points.slice(i + 1)).map((pair) => [p, ...pair]));
}

/** Points around a disc across a direction of length one. */
function disc(center, direction, radius) {
  const helper = Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const right = vec.unit(vec.cross(direction, helper));
  const up = vec.cross(direction, right);
  const corners = 40;
  return Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners;
    const [across, along] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    return vec.add(center, vec.add(vec.times(right, across), vec.times(up, along)));
  });
}
