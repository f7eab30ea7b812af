"use strict";

/** Vectors of three numbers. */
const vec = {
  add: (p, q) => [p[0] + q[0], p[1] + q[1], p[2] + q[2]],
  sub: (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]],
  times: (p, k) => [p[0] * k, p[1] * k, p[2] * k],
  dot: (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2],
  cross: (p, q) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ],
  length: (p) => Math.hypot(p[0], p[1], p[2]),
  unit: (p) => (vec.length(p) > 0 ? vec.times(p, 1 / vec.length(p)) : [0, 0, 0]),
  middle: (points) =>
    vec.times(points.reduce(vec.add, [0, 0, 0]), 1 / Math.max(points.length, 1)),
};

/**
 * Where a point of a view is drawn. The projection is orthographic, so that a length is as long
 * wherever it lies; and points are taken relative to the centre before anything is multiplied, so
 * that what lies next to it keeps its digits however near the camera is.
 */
class Camera {
  /** How much of the smaller side of the canvas a fitted picture takes. */
  static FILLED = 0.72;
  /** Scales beyond this would soon be no finite numbers. */
  static SCALE_MAX = 2 ** 900;
  /** Radians of a turn for each pixel of a drag. */
  static TURN = 0.01;

  constructor(dim) {
    this.dim = dim;
    this.width = this.height = 1;
    this.center = [0, 0, 0];
    this.scale = 1;
    this.yaw = -1.1;
    this.pitch = 0.4;
    this.aim();
  }

  /** Sets the axes of the screen: right, up, and towards the eye. */
  aim() {
    if (this.dim === 2) {
      [this.right, this.up, this.towards] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
      return;
    }
    const [siny, cosy] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    const [sinp, cosp] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    this.right = [-siny, cosy, 0];
    this.up = [-sinp * cosy, -sinp * siny, cosp];
    this.towards = [cosp * cosy, cosp * siny, sinp];
  }

  /** The pixel of a point; none of one that is not finite, whose numbers are null in JSON. */
  project(p) {
    if (p.includes(null)) return [NaN, NaN];
    const q = vec.sub(p, this.center);
    return [
      this.width / 2 + vec.dot(q, this.right) * this.scale,
      this.height / 2 - vec.dot(q, this.up) * this.scale,
    ];
  }

  /** How near to the eye a point is. */
  depth(p) {
    return vec.dot(vec.sub(p, this.center), this.towards);
  }

  /** The vector in the plane of the screen that is seen as so many pixels to the right and down. */
  across(dx, dy) {
    return vec.add(
      vec.times(this.right, dx / this.scale),
      vec.times(this.up, -dy / this.scale),
    );
  }

  orbit(dx, dy) {
    this.yaw -= dx * Camera.TURN;
    const pitch = this.pitch + dy * Camera.TURN;
    this.pitch = Math.min(Math.max(pitch, -Math.PI / 2), Math.PI / 2);
    this.aim();
  }

  pan(dx, dy) {
    this.center = vec.sub(this.center, this.across(dx, dy));
  }

  /** Nearer by a factor; what is seen at a pixel stays there. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const [dx, dy] = [x - this.width / 2, y - this.height / 2];
    const before = this.across(dx, dy);
    this.setScale(this.scale * factor);
    this.center = vec.add(this.center, vec.sub(before, this.across(dx, dy)));
  }

  setScale(scale) {
    this.scale = Math.min(Math.max(scale, 1 / Camera.SCALE_MAX), Camera.SCALE_MAX);
  }

  /** A view of a point in which a length takes a part of the canvas. */
  lookAt(point, length, part) {
    this.center = point;
    this.setScale((part * Math.min(this.width, this.height)) / length);
  }

  /** A view of all these points. */
  fit(points) {
    this.center = [0, 0, 0];
    const range = (axis) => {
      const heights = points.map((p) => vec.dot(p, axis));
      return [Math.min(...heights), Math.max(...heights)];
    };
    const [left, right] = range(this.right);
    const [low, high] = range(this.up);
    const size = Math.max((right - left) / this.width, (high - low) / this.height);
    this.center = vec.add(
      vec.times(this.right, (left + right) / 2),
      vec.times(this.up, (low + high) / 2),
    );
    this.setScale(size > 0 ? Camera.FILLED / size : 1);
  }
}
