"use strict";

/**
 * Draws on a canvas what a camera sees. Widths and sizes are in pixels at every zoom. Lines and
 * areas are cut at the border by our own arithmetic: a canvas draws nothing right beyond 1e7
 * pixels, and next to contact the corners of a shape lie farther away than that.
 */
class Pen {
  /** How far beyond the border lines are cut, in pixels, so that no cut end is seen. */
  static MARGIN = 20;
  /** Circles larger than this are drawn as the piece of a parabola that is seen of them. */
  static CIRCLE_MAX = 1e4;

  constructor(canvas, camera) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.camera = camera;
  }

  /** Tells the camera the size that the page gives the canvas. */
  measure() {
    const { canvas, camera } = this;
    [camera.width, camera.height] = [canvas.clientWidth || 1, canvas.clientHeight || 1];
  }

  /** An empty canvas of that size. */
  clear() {
    this.measure();
    const { canvas, context, camera } = this;
    const ratio = window.devicePixelRatio || 1;
    const size = [camera.width, camera.height].map((x) => Math.round(x * ratio));
    if (canvas.width !== size[0]) canvas.width = size[0];
    if (canvas.height !== size[1]) canvas.height = size[1];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, camera.width, camera.height);
    context.lineJoin = context.lineCap = "round";
    this.style = getComputedStyle(canvas);
  }

  /** A colour of the style sheet. */
  color(name) {
    return this.style.getPropertyValue(`--${name}`).trim();
  }

  /** Draws lines between pairs of points: `{color, width, dash, alpha}`. */
  lines(pairs, look) {
    this.#stroked(look, (context) => {
      for (const [p, q] of pairs) {
        const cut = this.#cut(this.camera.project(p), this.camera.project(q));
        if (!cut) continue;
        context.moveTo(...cut[0]);
        context.lineTo(...cut[1]);
      }
    });
  }

  /** Fills polygons as one area, without seams between them. */
  fill(polygons, { color, alpha = 1 }) {
    const { context } = this;
    context.beginPath();
    for (const polygon of polygons) {
      const cut = this.#cutArea(polygon.map((p) => this.camera.project(p)));
      cut.forEach((p, i) => (i === 0 ? context.moveTo(...p) : context.lineTo(...p)));
      if (cut.length > 0) context.closePath();
    }
    context.globalAlpha = alpha;
    context.fillStyle = this.color(color);
    context.fill();
    context.globalAlpha = 1;
  }

  /** A circle, or the outline of a ball. */
  circle(center, radius, look) {
    const [x, y] = this.camera.project(center);
    const size = radius * this.camera.scale;
    if (size <= Pen.CIRCLE_MAX) {
      this.#stroked(look, (context) => {
        if (Math.hypot(x, y) < 3 * Pen.CIRCLE_MAX) context.arc(x, y, size, 0, 2 * Math.PI);
      });
      return;
    }
    const [width, height] = [this.camera.width, this.camera.height];
    const [dx, dy] = [width / 2 - x, height / 2 - y];
    const far = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / far, dy / far];
    const reach = width + height;
    const point = (t) => {
      const sag = far - size + (t * t) / (2 * size);
      return [width / 2 - ux * sag - uy * t, height / 2 - uy * sag + ux * t];
    };
    const steps = 64;
    this.#stroked(look, (context) => {
      for (let k = 0; k < steps; k++) {
        const ends = [k, k + 1].map((i) => point(((2 * i) / steps - 1) * reach));
        const cut = this.#cut(...ends);
        if (!cut) continue;
        context.moveTo(...cut[0]);
        context.lineTo(...cut[1]);
      }
    });
  }

  /** Round marks; hollow ones show what lies below. */
  dots(points, { color, size = 4, hollow = false }) {
    for (const p of points) {
      const [x, y] = this.camera.project(p);
      if (!this.#isNear(x, y)) continue;
      const { context } = this;
      context.beginPath();
      context.arc(x, y, size, 0, 2 * Math.PI);
      context.lineWidth = hollow ? 2 : 1.5;
      context.fillStyle = this.color(color);
      context.strokeStyle = this.color(hollow ? color : "paper");
      if (!hollow) context.fill();
      context.stroke();
    }
  }

  /** The cross that marks the origin. */
  cross(p, { color, size = 8 }) {
    const [x, y] = this.camera.project(p);
    if (!this.#isNear(x, y)) return;
    this.#stroked({ color, width: 2 }, (context) => {
      context.moveTo(x - size, y);
      context.lineTo(x + size, y);
      context.moveTo(x, y - size);
      context.lineTo(x, y + size);
    });
  }

  /** An arrow of so many pixels from a point along a direction of length one. */
  arrow(from, direction, { color, length = 60, dash = [], width = 2 }) {
    const camera = this.camera;
    const [x, y] = camera.project(from);
    if (!this.#isNear(x, y)) return;
    const dx = vec.dot(direction, camera.right) * length;
    const dy = -vec.dot(direction, camera.up) * length;
    const [tx, ty] = [x + dx, y + dy];
    this.#stroked({ color, width, dash }, (context) => {
      context.moveTo(x, y);
      context.lineTo(tx, ty);
    });
    const size = Math.hypot(dx, dy);
    if (size < 4) return;
    const [ux, uy] = [dx / size, dy / size];
    const head = 8;
    this.#stroked({ color, width }, (context) => {
      context.moveTo(tx - head * (ux - uy / 2), ty - head * (uy + ux / 2));
      context.lineTo(tx, ty);
      context.lineTo(tx - head * (ux + uy / 2), ty - head * (uy - ux / 2));
    });
  }

  /** A word beside a point, with a rim of the colour of the paper. */
  label(p, text, { color, dx = 8, dy = -8 }) {
    const [x, y] = this.camera.project(p);
    if (this.#isNear(x, y)) this.#text(text, x + dx, y + dy, color);
  }

  /** A bar with its length in the world. */
  scaleBar(unit) {
    const { height, scale } = this.camera;
    const length = roundBelow((120 / scale) * unit);
    const size = (length / unit) * scale;
    if (!(size > 0 && Number.isFinite(size))) return;
    const [x, y] = [12, height - 14];
    this.#stroked({ color: "ink", width: 1.5 }, (context) => {
      context.moveTo(x, y - 4);
      context.lineTo(x, y);
      context.lineTo(x + size, y);
      context.lineTo(x + size, y - 4);
    });
    this.#text(String(length), x + 4, y - 5, "ink");
  }

  #text(text, x, y, color) {
    const { context } = this;
    context.font = "13px system-ui, sans-serif";
    context.lineWidth = 4;
    context.strokeStyle = this.color("paper");
    context.strokeText(text, x, y);
    context.fillStyle = this.color(color);
    context.fillText(text, x, y);
  }

  #stroked({ color, width = 1.5, dash = [], alpha = 1 }, path) {
    const { context } = this;
    context.beginPath();
    path(context);
    context.globalAlpha = alpha;
    context.strokeStyle = this.color(color);
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  #isNear(x, y) {
    const margin = Pen.MARGIN;
    const { width, height } = this.camera;
    return x > -margin && y > -margin && x < width + margin && y < height + margin;
  }

  /** The four sides of the canvas: a coordinate, and where it ends. */
  #sides() {
    const margin = Pen.MARGIN;
    const { width, height } = this.camera;
    return [[0, -1, margin], [0, 1, width + margin], [1, -1, margin], [1, 1, height + margin]];
  }

  /** The part of a line on the canvas (Y.-D. Liang, B. A. Barsky, 1984), or nothing. */
  #cut(...ends) {
    const [p, q] = nearFirst(ends);
    let [first, last] = [0, 1];
    const way = [q[0] - p[0], q[1] - p[1]];
    for (const [axis, sign, end] of this.#sides()) {
      const [rate, room] = [sign * way[axis], end - sign * p[axis]];
      if (!(rate !== 0 || room >= 0)) return null;
      if (rate > 0) last = Math.min(last, room / rate);
      if (rate < 0) first = Math.max(first, room / rate);
    }
    if (!(first <= last)) return null;
    return [first, last].map((t) => [p[0] + t * way[0], p[1] + t * way[1]]);
  }

  /** The part of an area on the canvas (I. E. Sutherland, G. W. Hodgman, 1974). */
  #cutArea(polygon) {
    for (const [axis, sign, end] of this.#sides()) {
      const room = (p) => end - sign * p[axis];
      const border = (...ends) => {
        const [p, q] = nearFirst(ends);
        const point = [sign * end, sign * end];
        const other = 1 - axis;
        point[other] = p[other] + (room(p) / (room(p) - room(q))) * (q[other] - p[other]);
        return point;
      };
      polygon = polygon.flatMap((q, i) => {
        const p = polygon.at(i - 1);
        const kept = room(q) >= 0 ? [q] : [];
        return room(p) >= 0 === room(q) >= 0 ? kept : [border(p, q), ...kept];
      });
    }
    return polygon;
  }
}

/** Two pixels, that nearer to the canvas first: what is measured from it keeps its digits. */
function nearFirst([p, q]) {
  return Math.hypot(...p) <= Math.hypot(...q) ? [p, q] : [q, p];
}

/** The largest of 1, 2 and 5 times a power of ten that is not larger. */
function roundBelow(x) {
  const exponent = Math.floor(Math.log10(x));
  const steps = [1, 2, 5, 10].map((k) => Number(`${k}e${exponent}`));
  return steps.findLast((step) => step <= x) ?? steps[0];
}
