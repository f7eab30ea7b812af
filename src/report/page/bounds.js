"use strict";

/** The bounds of the distance over the iterations, on a scale of powers of ten. */
class BoundsPlot {
  /** The size; the page may give it another width. */
  static WIDTH = 640;
  static HEIGHT = 150;
  static ROOM = { left: 52, right: 10, top: 8, bottom: 20 };
  static LINE_HEIGHT = 12;
  /** How many powers of ten are named beside the scale, at most. */
  static TICKS = 6;
  /** More dots than this are not joined: a line that goes up and down a thousand times is a blot. */
  static LINE_MAX = 150;

  /** Draws into an `<svg>` element; `onPick(index)` is called with the scene that is clicked. */
  constructor(svg, onPick) {
    this.svg = svg;
    svg.addEventListener("click", (event) => {
      if (!this.count) return;
      const x = event.clientX - svg.getBoundingClientRect().left;
      const index = Math.round(this.#indexAt(x));
      onPick(Math.min(Math.max(index, 1), this.count));
    });
  }

  /** Draws the plot of a story; false where there are no bounds to draw. */
  show(story) {
    this.svg.replaceChildren();
    this.width = this.svg.clientWidth || BoundsPlot.WIDTH;
    const { unit, distance } = story.difference;
    const scaled = (x) => (x === null ? null : x * unit);
    const bounds = story.scenes.map((scene) => scene.bounds?.map(scaled) ?? null);
    const uppers = bounds.map((known) => known?.[1] ?? null);
    const gaps = bounds.map((known) =>
      known && known[0] !== null && known[1] !== null ? Math.max(known[1] - known[0], 0) : null);
    const exact = distance ? scaled(distance[0] / 2 + distance[1] / 2) : 0;
    const positive = [...uppers, ...gaps, exact].filter((x) => x > 0);
    this.count = positive.length > 0 && uppers.some((x) => x !== null) ? bounds.length : 0;
    if (!this.count) return false;
    this.low = Math.floor(Math.log10(Math.min(...positive))) - 0.5;
    this.high = Math.ceil(Math.log10(Math.max(...positive))) + 0.2;
    this.#axes();
    if (exact > 0) {
      const y = this.#y(exact);
      const { left, right } = BoundsPlot.ROOM;
      this.#add("line", { class: "exact", x1: left, x2: this.width - right, y1: y, y2: y });
    }
    this.#curve(uppers, "upper");
    this.#curve(gaps, "gap");
    this.mark = this.#add("line", {
      class: "mark",
      y1: BoundsPlot.ROOM.top,
      y2: BoundsPlot.HEIGHT - BoundsPlot.ROOM.bottom,
    });
    return true;
  }

  /** Marks an iteration, counted from one. */
  markAt(index) {
    if (!this.count) return;
    const isIteration = index >= 1 && index <= this.count;
    this.mark.setAttribute("visibility", isIteration ? "visible" : "hidden");
    this.mark.setAttribute("x1", this.#x(index));
    this.mark.setAttribute("x2", this.#x(index));
  }

  #x(index) {
    const { left, right } = BoundsPlot.ROOM;
    const width = this.width - left - right;
    return left + (this.count > 1 ? (index - 1) / (this.count - 1) : 0.5) * width;
  }

  #indexAt(x) {
    const { left, right } = BoundsPlot.ROOM;
    return 1 + ((x - left) / (this.width - left - right)) * (this.count - 1);
  }

  /** Zero has no logarithm: it lies on the floor. */
  #y(value) {
    const { top, bottom } = BoundsPlot.ROOM;
    const height = value > 0 ? (Math.log10(value) - this.low) / (this.high - this.low) : 0;
    return BoundsPlot.HEIGHT - bottom - height * (BoundsPlot.HEIGHT - top - bottom);
  }

  #axes() {
    const { left, right, bottom } = BoundsPlot.ROOM;
    const floor = BoundsPlot.HEIGHT - bottom;
    const exponents = [];
    const every = Math.max(Math.ceil((this.high - this.low) / BoundsPlot.TICKS), 1);
    for (let k = Math.ceil(this.low); k <= this.high; k += every) exponents.push(k);
    for (const exponent of exponents) {
      const y = this.#y(10 ** exponent);
      this.#add("line", { class: "grid", x1: left, x2: this.width - right, y1: y, y2: y });
      const isClear = floor - y > BoundsPlot.LINE_HEIGHT;
      if (isClear) this.#word(`1e${exponent}`, left - 6, y + 4, "end");
    }
    this.#add("line", { class: "axis", x1: left, x2: this.width - right, y1: floor, y2: floor });
    this.#word("0", left - 6, floor + 4, "end");
    this.#word("1", this.#x(1), BoundsPlot.HEIGHT - 5, "middle");
    if (this.count > 1) this.#word(String(this.count), this.#x(this.count), BoundsPlot.HEIGHT - 5, "end");
  }

  #curve(values, name) {
    const points = values.flatMap((value, i) =>
      value === null ? [] : [`${this.#x(i + 1).toFixed(1)} ${this.#y(value).toFixed(1)}`]);
    const isFew = points.length <= BoundsPlot.LINE_MAX;
    if (isFew) this.#add("polyline", { class: name, points: points.join(" ") });
    // Round ends make a dot of a line without length.
    const dots = points.map((point) => `M${point}h0`).join("");
    this.#add("path", { class: isFew ? name : `${name} many`, d: dots });
  }

  #word(text, x, y, anchor) {
    this.#add("text", { x, y, "text-anchor": anchor }).textContent = text;
  }

  #add(name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return this.svg.appendChild(made);
  }
}
