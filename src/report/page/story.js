"use strict";

/** A number as one reads it: six digits. */
const digits = (x) => String(Number(x.toPrecision(6)));

/** The words for how shapes lie to each other. */
const CONTACTS = {
  separated: "separated",
  touching: "touching",
  overlapping: "overlapping",
  undecided: "too near to contact to tell",
};

/** The words for a verdict. */
const VERDICTS = { true: "intersecting", false: "separated", null: "no verdict" };

/** The words for what became of a property. */
const OUTCOMES = {
  proved: "✓ holds",
  within: "✓ within budget",
  new_worst: "! new worst",
  broken: "✗ broken",
  not_judged: "– not judged",
};

/** All of the page but the pictures: the iterations beside them, the answer, what the judge says. */
class StoryPage {
  constructor(root, story, viewer) {
    this.root = root;
    this.viewer = viewer;
    this.index = 0;
    this.last = null;
    this.timer = null;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.table = new IterationTable(this.part("table"), (index) => this.go(index));
    this.plot = new BoundsPlot(this.part("plot"), (index) => this.go(index));
    this.#listen();
    const isNear = this.#address().get("zoom") === "contact";
    this.show(story, this.#linked(story));
    if (isNear) viewer.zoomToContact();
  }

  /** Shows a story, at a scene or at that of the same number as before; the answer stays the answer. */
  show(story, index) {
    const last = Viewer.scenes(story) - 1;
    const same = this.index === this.last ? last : this.index;
    this.story = story;
    this.last = last;
    this.#head();
    this.#answers();
    this.#rulings();
    this.#plot();
    this.part("slider").max = this.last;
    this.part("case").textContent = JSON.stringify(story.case, null, 1);
    this.table.show(story);
    this.#set(index ?? same);
  }

  /** Shows the scene of that number, or the nearest there is, and names it in the address. */
  go(index) {
    this.#set(index);
    if (!this.timer) this.#link();
  }

  #set(index) {
    this.index = Math.min(Math.max(index, 0), this.last);
    this.viewer.show(this.story, this.index);
    this.part("slider").value = this.index;
    this.part("slider").setAttribute("aria-valuetext", this.#title());
    this.part("title").textContent = this.#title();
    this.part("count").textContent = `${this.index} / ${this.last}`;
    this.part("sentence").textContent = this.#sentence();
    this.#details();
    this.table.markAt(this.index);
    this.plot.markAt(this.index);
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
    document.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#plot()).observe(this.part("plot"));
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

  /** Puts the scene into the address, once it has not changed for a while: browsers mind haste. */
  #link() {
    clearTimeout(this.linking);
    const link = () => history.replaceState(null, "", `#step=${this.index}`);
    this.linking = setTimeout(link, 200);
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
    const says = this.part("says");
    says.textContent = `${this.#isWrong() ? "✗ " : ""}${story.subject}: ${VERDICTS[story.intersects]}`;
    says.className = this.#isWrong() ? "status broken" : "status";
  }

  #plot() {
    this.part("plot-figure").hidden = !this.plot.show(this.story);
    this.plot.markAt(this.index);
  }

  /** Whether the verdict is not the exact one. */
  #isWrong() {
    const { contact, intersects } = this.story;
    if (contact === "undecided" || intersects === null) return false;
    return intersects !== (contact !== "separated");
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
    const words = [];
    if (radius > 0) {
      const round = `dotted ${story.dim === 2 ? "circle" : "ball"} of radius ${digits(radius * unit)}`;
      words.push("The search moves in the difference of the cores, without the radii.");
      words.push(`The shapes meet where it reaches the ${round} around the origin.`);
    } else {
      words.push("The shapes meet where their difference contains the origin.");
    }
    if (story.scenes.length === 0) {
      const [first] = story.answer;
      const why = story.intersects === null && first ? ` ${story.subject}: ${first.value}.` : "";
      words.push(`There are no iterations to show.${why}`);
    }
    return words.join(" ");
  }

  #ending() {
    const { contact, difference, intersects, subject, rulings } = this.story;
    const words = [`${subject}: ${VERDICTS[intersects]}. Exactly: ${CONTACTS[contact]}.`];
    if (intersects && difference.simplex.length > 0 && difference.radius === 0) {
      words.push("The simplex contains the origin.");
    }
    const broken = rulings.filter((ruling) => ruling.outcome === "broken").length;
    if (broken > 0) words.push(broken === 1 ? "One property is broken." : `${broken} properties are broken.`);
    const worst = rulings.filter((ruling) => ruling.outcome === "new_worst").length;
    if (worst > 0) words.push("No error was measured as large for this family: a new worst.");
    return words.join(" ");
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
      const cell = element("td", OUTCOMES[outcome], "outcome");
      cell.append(element("div", detail, "detail"));
      row.append(element("th", property), cell, element("td", about));
    }
    this.part("no-rulings").hidden = this.story.rulings.length > 0;
  }
}
