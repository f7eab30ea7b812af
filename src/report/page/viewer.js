"use strict";

/**
 * Draws a scene of a story: the shapes in the world, and beside them their Minkowski difference
 * around the origin. Scene 0 shows the shapes alone, then comes one for each iteration, and the
 * last shows the answer.
 *
 * Options:
 * - `onDrag({shape, turn, delta, angle, axis, done})` is called while a shape in the world is
 *   dragged, each time with what changed since the last call: `delta` in the unit of the world, or
 *   with Alt or while `viewer.turns` is set, an angle about an axis through the middle of the shape.
 *   Without it a drag moves the camera.
 * - `views` and `titles`: which of the two pictures, and what is written above each.
 * - `near`: in the plane, a drag that begins so many pixels from a corner of a shape that has its own
 *   points has it as `vertex`.
 */
class Viewer {
  /** The factor of a press of the buttons for the zoom. */
  static STEP = 2;
  /** How far the wheel has to turn for a factor of e. */
  static WHEEL = 500;
  /** What `zoomToContact` shows is drawn this long beside the canvas. */
  static PART = 0.3;
  /** The zoom of `zoomToContact` where there is no gap to show, and of each further press. */
  static NEARER = 16;

  constructor(element, options = {}) {
    this.options = options;
    this.turns = false;
    this.keepsCamera = false;
    this.story = null;
    this.index = 0;
    const titles = { world: "The shapes", difference: "The difference a − b", ...options.titles };
    const names = options.views ?? ["world", "difference"];
    this.views = Object.fromEntries(names.map((name) => [name, new View(element, name, titles[name], this)]));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  /** How many scenes a story has. */
  static scenes(story) {
    return story.scenes.length + 2;
  }

  /** Shows a scene. The camera stays if the case is the same, or if `keepsCamera` is set. */
  show(story, index) {
    const before = this.story;
    const isKnown = before && (this.keepsCamera || before.id === story.id);
    const isSame = isKnown && before.dim === story.dim;
    this.story = story;
    this.index = index;
    for (const view of Object.values(this.views)) {
      if (isSame) view.keep(before[view.name], story[view.name]);
      else view.reset();
    }
    this.redraw();
  }

  redraw() {
    for (const view of Object.values(this.views)) view.redraw();
  }

  /** Shows all of a view, `"world"` or `"difference"`; of both without a name. */
  fit(name) {
    for (const view of this.#named(name)) view.fit();
  }

  /** Looks at where the shapes meet or nearly meet, near enough to see the gap; then nearer. */
  zoomToContact(name) {
    for (const view of this.#named(name)) view.zoomToContact();
  }

  #named(name) {
    return name ? [this.views[name]].filter(Boolean) : Object.values(this.views);
  }
}

/** One of the two pictures: a canvas with its camera, its buttons, and what the mouse does. */
class View {
  constructor(element, name, title, viewer) {
    this.name = name;
    this.viewer = viewer;
    this.isFitted = false;
    this.isWaiting = false;
    this.pointers = new Map();
    this.drag = null;

    const figure = element.appendChild(document.createElement("figure"));
    figure.className = "view";
    const caption = figure.appendChild(document.createElement("figcaption"));
    caption.appendChild(document.createElement("span")).textContent = title;
    const button = (text, label, action) => {
      const made = caption.appendChild(document.createElement("button"));
      made.type = "button";
      made.textContent = text;
      made.title = label;
      made.setAttribute("aria-label", `${title}: ${label}`);
      made.addEventListener("click", action);
      return made;
    };
    button("−", "smaller", () => this.zoom(1 / Viewer.STEP));
    button("+", "larger", () => this.zoom(Viewer.STEP));
    button("fit", "show all (f)", () => this.fit());
    const target = name === "world" ? "closest points" : "origin";
    button(target, `zoom to the ${target} (o)`, () => this.zoomToContact());
    this.canvas = figure.appendChild(document.createElement("canvas"));
    this.canvas.setAttribute("role", "img");
    this.camera = new Camera(2);
    this.pen = new Pen(this.canvas, this.camera);
    this.#listen();
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
  }

  /** A new camera for a new case. */
  reset() {
    this.camera = new Camera(this.viewer.story.dim);
    this.pen.camera = this.camera;
    this.isFitted = false;
  }

  /** What is seen stays where it is, in the unit and around the centre that a new story chose. */
  keep(before, after) {
    const camera = this.camera;
    const ratio = after.unit / before.unit;
    if (ratio !== 1) {
      camera.setScale(camera.scale * ratio);
      camera.center = vec.times(camera.center, 1 / ratio);
    }
    if (before.center) {
      const moved = vec.sub(before.center, after.center);
      camera.center = vec.add(camera.center, vec.times(moved, 1 / after.unit));
    }
  }

  fit() {
    this.isFitted = false;
    this.redraw();
  }

  zoom(factor, x, y) {
    this.camera.zoom(factor, x, y);
    this.redraw();
  }

  zoomToContact() {
    const [point, length] = this.#contact();
    const camera = this.camera;
    this.pen.measure();
    this.isFitted = true;
    const isThere = vec.length(vec.sub(camera.center, point)) * camera.scale < 1;
    const before = camera.scale;
    camera.lookAt(point, length, Viewer.PART);
    if (isThere && before > camera.scale / 2) camera.setScale(before * Viewer.NEARER);
    this.redraw();
  }

  /** Where the shapes meet or nearly meet, and how far apart they are there. */
  #contact() {
    const { story, index } = this.viewer;
    const { nearest, radius } = story.difference;
    const all = 1 / Viewer.NEARER;
    if (this.name === "world") {
      const [p, q] = story.world.points ?? [[0, 0, 0], [0, 0, 0]];
      return [[0, 0, 0], vec.length(vec.sub(q, p)) || all];
    }
    const known = story.scenes[index - 1]?.nearest ?? nearest ?? [0, 0, 0];
    const length = vec.length(known);
    if (radius === 0 || length === 0) return [[0, 0, 0], length || all];
    const onBall = vec.times(known, radius / length);
    return [onBall, Math.abs(length - radius) || all];
  }

  redraw() {
    if (this.isWaiting || !this.viewer.story) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.#draw();
    });
  }

  #draw() {
    const { story, index } = this.viewer;
    const picture = this.name === "world" ? worldPicture : differencePicture;
    this.pen.clear();
    if (!this.isFitted) {
      this.camera.fit(picture.extent(story));
      this.isFitted = true;
    }
    picture.draw(this.pen, story, index);
    this.pen.scaleBar(story[this.name].unit);
    this.canvas.setAttribute("aria-label", picture.label(story, index));
  }

  #listen() {
    const { canvas } = this;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const [x, y] = this.#pixel(event);
      this.zoom(Math.exp(-event.deltaY / Viewer.WHEEL), x, y);
    }, { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (event) => this.#up(event));
    }
  }

  #pixel(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    const pixel = this.#pixel(event);
    // A second finger ends the drag of the first.
    if ((this.drag?.shape ?? null) !== null) this.#dragShape(pixel, pixel, true);
    this.pointers.set(event.pointerId, pixel);
    const isFree = event.button === 0 && !event.shiftKey && this.pointers.size === 1;
    const turn = event.altKey || this.viewer.turns;
    const [vertex, owner] = isFree && !turn ? this.#vertexAt(...pixel) : [null, null];
    const shape = owner ?? (isFree ? this.#shapeAt(...pixel) : null);
    const pans = this.camera.dim === 2 || event.shiftKey || event.button !== 0;
    this.drag = { shape, pans, turn, vertex };
  }

  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const after = this.#pixel(event);
    if (this.pointers.size === 2) {
      this.#pinch(event.pointerId, before, after);
    } else if (this.drag.shape !== null) {
      this.#dragShape(before, after, false);
    } else {
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
      if (this.drag.pans) this.camera.pan(dx, dy);
      else this.camera.orbit(dx, dy);
      this.redraw();
    }
    this.pointers.set(event.pointerId, after);
  }

  #up(event) {
    const before = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (before && this.drag.shape !== null) this.#dragShape(before, before, true);
    if (this.pointers.size === 0) this.drag = null;
  }

  /** Two fingers: their distance zooms, their middle pans. */
  #pinch(id, before, after) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, pixel]) => pixel);
    const apart = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    this.camera.pan((after[0] - before[0]) / 2, (after[1] - before[1]) / 2);
    this.zoom(apart(after) / apart(before), (after[0] + other[0]) / 2, (after[1] + other[1]) / 2);
  }

  /** The shape in front at a pixel, if the page lets shapes be dragged. */
  #shapeAt(x, y) {
    if (!this.viewer.options.onDrag || this.name !== "world") return null;
    const depths = this.viewer.story.world.shapes.map((mesh) =>
      Solid.of(mesh).depthAt(x, y, this.camera));
    const seen = [0, 1].filter((shape) => depths[shape] !== null);
    seen.sort((i, j) => depths[j] - depths[i] || j - i);
    return seen[0] ?? null;
  }

  /** The corner at a pixel and its shape, of shapes in the plane that have points of their own. */
  #vertexAt(x, y) {
    const { story, options } = this.viewer;
    if (story.dim !== 2 || !options.near || this.name !== "world") return [null, null];
    const innermost = (kind) => (kind.kind === "rounded" ? innermost(kind.shape) : kind);
    const kinds = [story.case.a, story.case.b].map(innermost);
    const corners = [0, 1].flatMap((shape) => {
      const mesh = story.world.cores[shape] ?? story.world.shapes[shape];
      return kinds[shape].points ? mesh.corners.map((corner) => [corner, shape]) : [];
    });
    const distance = ([corner]) => {
      const [cx, cy] = this.camera.project(corner);
      return Math.hypot(cx - x, cy - y);
    };
    const [nearest] = corners.sort((p, q) => distance(p) - distance(q));
    return nearest && distance(nearest) <= options.near ? nearest : [null, null];
  }

  #dragShape(before, after, done) {
    const { shape, turn, vertex } = this.drag;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const change = { shape, turn, delta: [0, 0, 0], angle: 0, axis: this.camera.towards, vertex, done };
    if (!turn) {
      change.delta = this.camera.across(dx, dy);
    } else if (this.camera.dim === 2) {
      const middle = this.camera.project(Solid.of(this.viewer.story.world.shapes[shape]).center);
      const angle = (p) => Math.atan2(middle[1] - p[1], p[0] - middle[0]);
      const turned = angle(after) - angle(before);
      change.angle = Math.atan2(Math.sin(turned), Math.cos(turned));
    } else {
      change.axis = vec.unit(vec.cross(this.camera.towards, this.camera.across(dx, dy)));
      change.angle = Math.hypot(dx, dy) * Camera.TURN;
    }
    this.viewer.options.onDrag(change);
  }
}
