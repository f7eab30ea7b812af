"use strict";

/** Makes an element with a text. No text ever becomes markup, whatever a case is called. */
function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** A number as one reads it: six digits. */
const digits = (x) => String(Number(x.toPrecision(6)));

/** The words for how shapes lie to each other. */
const CONTACTS = {
  separated: "separated",
  touching: "touching",
  overlapping: "overlapping",
  undecided: "too near to contact to tell",
};

/** The words for what became of a property. */
const OUTCOMES = { proved: "✓ holds", within: "✓ within budget", broken: "✗ broken" };

/** All of the page but the pictures: the iterations beside them, the answer, what the judge says. */
class StoryPage {
  /** So many rows of the table are in the page at a time: an endless search has a thousand. */
  static ROWS = 200;

  constructor(root, story, viewer) {
    this.root = root;
    this.viewer = viewer;
    this.index = 0;
    this.timer = null;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.plot = new BoundsPlot(this.part("plot"), (index) => this.go(index));
    this.#listen();
    this.show(story, this.#linked(story));
    if (this.#address().get("zoom") === "contact") viewer.zoomToContact();
  }

  /** Shows a story, at a scene or at that of the same number as before. */
  show(story, index = this.index) {
    this.story = story;
    this.last = Viewer.scenes(story) - 1;
    this.#head();
    this.#answers();
    this.#rulings();
    this.part("plot-figure").hidden = !this.plot.show(story);
    this.part("slider").max = this.last;
    this.part("case").textContent = JSON.stringify(story.case, null, 1);
    this.firstRow = null;
    this.go(index);
  }

  /** Shows the scene of that number, or the nearest there is. */
  go(index) {
    this.index = Math.min(Math.max(index, 0), this.last);
    this.viewer.show(this.story, this.index);
    this.part("slider").value = this.index;
    this.part("slider").setAttribute("aria-valuetext", this.#title());
    this.part("title").textContent = this.#title();
    this.part("count").textContent = `${this.index} / ${this.last}`;
    this.part("sentence").textContent = this.#sentence();
    this.#details();
    this.#rows();
    this.plot.markAt(this.index);
    if (!this.timer) this.#link();
  }

  /** Steps on by itself, from the start if it is at the end. */
  play() {
    if (this.timer) return this.stop();
    if (this.index === this.last) this.go(0);
    const step = () => {
      this.go(this.index + 1);
      if (this.index === this.last) return this.stop();
      this.timer = setTimeout(step, 1000 / Number(this.part("speed").value));
    };
    this.timer = setTimeout(step, 0);
    this.part("play").textContent = "⏸ pause";
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.part("play").textContent = "▶ play";
    this.#link();
  }

  #listen() {
    const on = (name, event, action) => this.part(name).addEventListener(event, action);
    on("slider", "input", (event) => this.go(Number(event.target.value)));
    on("first", "click", () => this.go(0));
    on("back", "click", () => this.go(this.index - 1));
    on("on", "click", () => this.go(this.index + 1));
    on("end", "click", () => this.go(this.last));
    on("play", "click", () => this.play());
    on("rows", "click", (event) => {
      const row = event.target.closest("tr[data-index]");
      if (row) this.go(Number(row.dataset.index));
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("hashchange", () => this.go(this.#linked(this.story) ?? this.index));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("select, textarea, input, [contenteditable]")) return;
    const isButton = event.target.closest("button, summary, a");
    const actions = {
      ArrowRight: () => this.go(this.index + 1),
      ArrowLeft: () => this.go(this.index - 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      " ": isButton ? null : () => this.play(),
      o: () => this.viewer.zoomToContact(),
      f: () => this.viewer.fit(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** What stands behind the `#` of the address: `step=5`, `step=last&zoom=contact`. */
  #address() {
    return new URLSearchParams(location.hash.slice(1));
  }

  /** The scene that the address names. */
  #linked(story) {
    const step = this.#address().get("step");
    if (step === "last") return Viewer.scenes(story) - 1;
    return /^\d+$/.test(step ?? "") ? Number(step) : undefined;
  }

  #link() {
    history.replaceState(null, "", `#step=${this.index}`);
  }

  #head() {
    const { story } = this;
    document.title = `${story.id}: ${story.subject}`;
    this.part("id").textContent = story.id;
    const kinds = `${story.case.a.kind} against ${story.case.b.kind}`;
    this.part("about").textContent = `${kinds}, ${story.dim}D, asked of ${story.subject}`;
    this.part("note").textContent = story.case.note ?? "";
    const status = this.part("status");
    status.textContent = CONTACTS[story.contact];
    status.className = `status ${story.contact}`;
  }

  #title() {
    if (this.index === 0) return "The shapes";
    return this.index === this.last ? "The answer" : `Iteration ${this.index} of ${this.last - 1}`;
  }

  #sentence() {
    const { story, index } = this;
    if (index === 0) return this.#opening();
    if (index === this.last) return this.#ending();
    const { simplex, nearest, direction, support, bounds } = story.scenes[index - 1];
    const { unit } = story.difference;
    const words = [];
    const count = simplex.length === 1 ? "one point" : `${simplex.length} points`;
    if (simplex.length === 0) words.push("The search starts.");
    else if (nearest && vec.length(nearest) === 0) words.push("The simplex contains the origin.");
    else if (nearest) {
      const length = digits(vec.length(nearest) * unit);
      words.push(`The simplex has ${count}; the nearest to the origin is v, at ${length}.`);
    } else words.push(`The simplex has ${count}.`);
    const height = -vec.dot(direction, support) * unit;
    const border = story.dim === 2 ? "line" : "disc";
    words.push("Along the dashed arrow the difference reaches as far as w.");
    if (height > 0) {
      words.push(`Nothing of it lies beyond the green ${border}: it is at least ${digits(height)} from the origin.`);
    } else if (vec.length(direction) > 0) {
      words.push("That is not short of the origin, so it bounds nothing from below.");
    }
    if (bounds?.[0] > 0 && bounds[1] !== null) {
      words.push(`The bounds are ${digits((bounds[1] - bounds[0]) * unit)} apart.`);
    }
    return words.join(" ");
  }

  #opening() {
    const { story } = this;
    const { radius, unit } = story.difference;
    const meet = radius > 0
      ? `The search moves in the difference of the cores, without the radii: the shapes meet where it reaches the dotted ${story.dim === 2 ? "circle" : "ball"} of radius ${digits(radius * unit)} around the origin.`
      : "The shapes meet where their difference contains the origin.";
    const steps = story.scenes.length;
    const count = steps === 0 ? "There are no iterations to show." : "";
    return `${meet} ${count}`;
  }

  #ending() {
    const { story } = this;
    const says = { true: "intersecting", false: "separated", null: "no verdict" }[story.intersects];
    const exact = CONTACTS[story.contact];
    const isInside = story.intersects && story.difference.radius === 0;
    const why = isInside ? " A simplex of the difference contains the origin." : "";
    return `${story.subject}: ${says}. Exactly: ${exact}.${why}`;
  }

  /** The numbers of the iteration, in full. */
  #details() {
    const list = this.part("details");
    list.replaceChildren();
    const step = this.story.scenes[this.index - 1];
    list.hidden = !step;
    if (!step) return;
    this.story.columns.forEach((heading, column) => {
      list.append(element("dt", heading), element("dd", step.cells[column]));
    });
  }

  /** The table of the iterations: those around the current one. */
  #rows() {
    const body = this.part("rows");
    const { scenes } = this.story;
    const half = StoryPage.ROWS / 2;
    const isInside = this.firstRow !== null
      && (this.index >= this.firstRow || this.firstRow === 0)
      && (this.index < this.firstRow + StoryPage.ROWS || this.firstRow + StoryPage.ROWS > this.last);
    if (!isInside) {
      this.firstRow = Math.max(this.index - half, 0);
      this.#buildRows(body, scenes, this.firstRow, this.firstRow + StoryPage.ROWS);
    }
    for (const row of body.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
    const current = body.querySelector(`[data-index="${this.index}"]`);
    if (!current) return;
    current.setAttribute("aria-current", "step");
    const frame = this.part("table");
    const top = current.offsetTop - frame.clientHeight / 2;
    frame.scrollTop = Math.max(top, 0);
  }

  #buildRows(body, scenes, from, to) {
    body.replaceChildren();
    const note = (count, where) => {
      if (count <= 0) return;
      const cell = body.appendChild(element("tr")).appendChild(element("td", `${count} more ${where}`, "more"));
      cell.colSpan = 5;
    };
    const row = (index, cells) => {
      const made = body.appendChild(element("tr"));
      made.dataset.index = index;
      cells.forEach((cell) => made.appendChild(element("td", cell)));
      return made;
    };
    const wide = (index, text) => {
      row(index, [text]).firstChild.colSpan = 5;
    };
    note(from - 1, "before");
    if (from === 0) wide(0, "the shapes");
    scenes.slice(Math.max(from - 1, 0), to).forEach((scene, i) => {
      const [count, arithmetic, points, , , lower, upper] = scene.cells;
      row(Math.max(from, 1) + i, [count, points, lower, upper, arithmetic]);
    });
    note(scenes.length - to, "after");
    if (to >= scenes.length) wide(this.last, "the answer");
  }

  #answers() {
    const { answer, exact } = this.story;
    const body = this.part("answers");
    body.replaceChildren();
    this.part("subject").textContent = this.story.subject;
    const told = new Map(exact.map(({ name, value }) => [name, value]));
    const line = (name, ours, truth) => {
      const row = body.appendChild(element("tr"));
      row.append(element("th", name), element("td", ours), element("td", truth));
    };
    for (const { name, value } of answer) {
      line(name, value, told.get(name) ?? "");
      told.delete(name);
    }
    for (const [name, value] of told) line(name, "", value);
    if (exact.length === 0) line("", "", "lengths beyond the largest float: no exact answer");
  }

  #rulings() {
    const body = this.part("rulings");
    body.replaceChildren();
    for (const { property, about, outcome, detail } of this.story.rulings) {
      const row = body.appendChild(element("tr", "", outcome));
      row.append(element("th", property), element("td", OUTCOMES[outcome], "outcome"));
      row.append(element("td", detail), element("td", about));
    }
    this.part("no-rulings").hidden = this.story.rulings.length > 0;
  }
}
