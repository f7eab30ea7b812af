"use strict";

/** A number as one reads it: six digits. */
const digits = (x) => String(Number(x.toPrecision(6)));

/** A number as one writes it: JavaScript forgets the sign of a zero. */
const written = (x) => (Object.is(x, -0) ? "-0.0" : String(x));

/** A value as JSON, with the signs of its zeros. */
function json(value, indent) {
  const zero = "\u22120";
  const marked = JSON.stringify(value, (_, x) => (Object.is(x, -0) ? zero : x), indent);
  return marked.replaceAll(`"${zero}"`, "-0.0");
}

/** The words for how shapes lie to each other. */
const CONTACTS = {
  separated: "separated",
  touching: "touching",
  overlapping: "overlapping",
  undecided: "too near to contact to decide",
  too_large: "no exact answer: a length exceeds the largest float",
};

/** The words for a verdict. */
const SAYS = { true: "says intersecting", false: "says separated", null: "gives no verdict" };

/** Whether the exact contact is known. */
const isKnown = (contact) => !["undecided", "too_large"].includes(contact);

/** Whether an answer is wrong: its verdict, or what the judge was asked about. */
const isWrong = (story) => story.is_wrong;

/** What is wrong with an answer. */
function fault({ contact, intersects, rulings }) {
  const isOther = intersects === null || (isKnown(contact) && intersects !== (contact !== "separated"));
  if (isOther) return SAYS[intersects];
  const broken = rulings.filter(({ outcome }) => outcome === "broken").length;
  return broken === 1 ? "breaks a property" : `breaks ${broken} properties`;
}

/** What is right about an answer, as far as it is known: all of it, or the verdict if nothing else was judged. */
function right({ contact, intersects, rulings }) {
  if (intersects === null) return "";
  if (!isKnown(contact)) return SAYS[intersects];
  return rulings.length > 0 ? "✓ right" : "✓ right verdict";
}

/** What a scene of a story is called. */
function titleOf(story, index) {
  if (index === 0) return "the shapes";
  if (index > story.scenes.length) return "the answer";
  const { title, kind } = story.scenes[index - 1];
  const count = story.scenes.filter(({ iteration }) => iteration !== null).length;
  return `${title.startsWith("iteration") ? `${title} of ${count}` : title}: ${kind}`;
}

/** The words for what became of a property. */
const OUTCOMES = {
  proved: "✓ holds",
  within: "✓ within budget",
  new_worst: "! new worst",
  broken: "✗ broken",
  not_judged: "– not judged",
};

/** All of the page but the pictures: the steps beside them, the answer, what the judge says. */
class StoryPage {
  constructor(root, stories, viewer) {
    this.root = root;
    this.viewer = viewer;
    this.index = 0;
    this.last = null;
    this.picked = 0;
    this.timer = null;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.table = new IterationTable(this.part("table"), (index) => this.go(index));
    this.plot = new BoundsPlot(this.part("plot"), (index) => this.go(index));
    this.columns = new Columns(this.part("columns"), (number) => this.#pick(number));
    this.#listen();
    const isNear = this.#address().get("zoom") === "contact";
    this.show(stories, StoryPage.first(stories));
    const linked = this.#linked();
    if (linked !== undefined) this.#set(linked);
    if (isNear) viewer.zoomToContact();
  }

  /** Where to begin: at the first step that is wrong, of the first subject that has one; else at the answer. */
  static first(stories) {
    const picked = Math.max(stories.findIndex(isWrong), 0);
    const { wrong } = stories[picked];
    return { picked, index: wrong === null ? Infinity : wrong + 1 };
  }

  /** Shows stories, where they begin or at the scene of the same number as before; the answer stays the answer. */
  show(stories, first) {
    const wasLast = this.index === this.last;
    this.stories = stories;
    this.last = Math.max(...stories.map(Viewer.scenes)) - 1;
    this.columns.show(stories);
    this.picked = Math.min(first?.picked ?? this.picked, stories.length - 1);
    this.#story();
    this.#set(first?.index ?? (wasLast ? this.last : this.index));
  }

  /** Shows the scene of that number, or the nearest there is, and names it in the address. */
  go(index) {
    this.#set(index);
    if (!this.timer) this.#link();
  }

  /** The scene of a story at the step that is shown: where others go on longer, its answer. */
  at(story) {
    return Math.min(this.index, Viewer.scenes(story) - 1);
  }

  #pick(number) {
    this.picked = number;
    this.#story();
    this.#set(this.index);
  }

  /** All that does not change from step to step. */
  #story() {
    this.story = this.stories[this.picked];
    this.slots = Math.max(...[this.story, ...this.story.scenes].map(({ lines }) => lines.length));
    this.#head();
    this.#axes();
    this.#answers();
    this.#rulings();
    this.#plot();
    this.part("slider").max = this.last;
    this.part("depth-key").hidden = !this.story.depth;
    this.part("case").textContent = json(this.story.case, 1);
    this.table.show(this.story);
  }

  #set(index) {
    this.index = Math.min(Math.max(index, 0), this.last);
    const { story } = this;
    const at = this.at(story);
    this.viewer.show(story, at);
    this.columns.markAt((other) => this.at(other), this.picked);
    this.part("slider").value = this.index;
    this.part("slider").setAttribute("aria-valuetext", titleOf(story, at));
    this.part("title").textContent = titleOf(story, at);
    this.part("count").textContent = `${this.index} / ${this.last}`;
    this.part("fault").textContent = story.scenes[at - 1]?.fault ?? "";
    this.part("sentence").textContent = this.#sentence(at);
    this.#points(at);
    this.table.markAt(at);
    this.plot.markAt(at);
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
    window.addEventListener("hashchange", () => this.go(this.#linked() ?? this.index));
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
      w: () => this.go(StoryPage.first([this.story]).index),
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
  #linked() {
    const step = this.#address().get("step");
    if (step === "last") return this.last;
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
    this.part("about").textContent = `${kinds}, ${story.dim}D, answered by ${story.subject}`;
    this.part("note").textContent = story.case.note ?? "";
    this.#verdict();
  }

  /**
   * The verdict, which stands here and nowhere else: the exact one, and that of the subject only where it is another,
   * or the exact one is unknown.
   */
  #verdict() {
    const { contact, exact, depth, subject, intersects } = this.story;
    const place = this.part("verdict");
    const distance = exact.find(({ name }) => name === "distance")?.value;
    const apart = contact === "separated" ? `, ${distance} apart` : "";
    place.className = `verdict ${contact}`;
    place.replaceChildren(element("strong", CONTACTS[contact]), apart + (depth ? `, depth ${depth.length}` : ""));
    if (isWrong(this.story)) place.append(element("span", `✗ ${subject} ${fault(this.story)}`, "wrong"));
    else if (!isKnown(contact) && intersects !== null) place.append(`; ${subject} ${SAYS[intersects]}`);
  }

  #plot() {
    this.part("plot-figure").hidden = !this.plot.show(this.story);
    this.plot.markAt(this.at(this.story));
  }

  #sentence(index) {
    const { story } = this;
    if (index === 0) return this.#opening();
    if (index > story.scenes.length) return this.#ending();
    return story.scenes[index - 1].sentence;
  }

  #opening() {
    const { story } = this;
    const { radius, unit } = story.difference;
    const words = [];
    if (radius > 0) {
      const round = `dotted ${story.dim === 2 ? "circle" : "ball"} of radius ${digits(radius * unit)}`;
      words.push("The search moves in the difference of the cores, without the radii.");
      words.push(`The shapes intersect if it reaches the ${round} around the origin.`);
    } else {
      words.push("The shapes meet where their difference contains the origin.");
    }
    if (story.scenes.length === 0) words.push(this.#silence());
    return words.join(" ");
  }

  /** Why there is nothing to step through. */
  #silence() {
    const { intersects, answer, subject } = this.story;
    const [first] = answer;
    const why = intersects === null && first ? ` ${subject}: ${first.value}.` : "";
    return `There are no steps to show.${why}`;
  }

  #ending() {
    const { scenes, depth, world, difference } = this.story;
    const words = [];
    const proof = scenes.findLast(({ iteration }) => iteration === null);
    if (proof) words.push(proof.sentence);
    else if (scenes.length === 0) words.push(this.#silence());
    else if (world.points) {
      const simplex = difference.simplex.length > 0 ? ", and the simplex that has them" : "";
      words.push(`The closest points${simplex}.`);
    }
    if (depth) words.push(`The penetration depth is ${depth.length}: b touches a at the dashed position.`);
    return words.join(" ");
  }

  /** The points of a scene in numbers. There are as many rows for each, so that nothing below moves. */
  #points(index) {
    const scene = this.story.scenes[index - 1] ?? (index === 0 ? { lines: [] } : this.story);
    const body = this.part("points");
    body.replaceChildren();
    for (let i = 0; i < this.slots; i++) {
      const { name, at, weight } = scene.lines[i] ?? { name: "\u00a0", at: [], weight: "" };
      const row = body.appendChild(element("tr"));
      row.append(element("th", name));
      for (let axis = 0; axis < this.story.dim; axis++) row.append(element("td", at[axis] ?? ""));
      row.append(element("td", weight));
    }
    const [lower, upper] = scene.lengths ?? ["–", "–"];
    this.part("lengths").textContent = scene.lengths ? `${scene.upper} ${upper}, lower bound ${lower}` : "\u00a0";
  }

  #axes() {
    const names = ["", ..."xyz".slice(0, this.story.dim), "weight"];
    this.part("axes").replaceChildren(...names.map((name) => element("th", name)));
  }

  #answers() {
    const { answer, exact } = this.story;
    const body = this.part("answers");
    body.replaceChildren();
    this.part("subject").textContent = this.story.subject;
    const told = new Map(exact.map(({ name, value }) => [name, value]));
    // It stands above.
    told.delete("verdict");
    const line = (name, ours, truth) => {
      const row = body.appendChild(element("tr"));
      row.append(element("th", name), element("td", ours), element("td", truth));
    };
    for (const { name, value } of answer) {
      if (name !== "verdict") line(name, value, told.get(name) ?? "");
      told.delete(name);
    }
    for (const [name, value] of told) line(name, "", value);
    if (this.story.depth) line("depth", "", this.story.depth.length);
    if (exact.length === 0) line("", "", "lengths beyond the largest float: no exact answer");
  }

  /** What the judge says: what is broken first, what holds folded away. */
  #rulings() {
    const { rulings } = this.story;
    const ranks = ["broken", "new_worst", "not_judged"];
    const open = rulings.filter(({ outcome }) => ranks.includes(outcome));
    open.sort((one, other) => ranks.indexOf(one.outcome) - ranks.indexOf(other.outcome));
    const held = rulings.filter(({ outcome }) => !ranks.includes(outcome));
    this.#list("rulings", open);
    this.#list("held", held);
    this.part("holding").textContent = `${held.length} hold`;
    this.part("holding").parentElement.hidden = held.length === 0;
    this.part("no-rulings").hidden = rulings.length > 0;
  }

  #list(part, rulings) {
    const body = this.part(part);
    body.replaceChildren();
    for (const { property, about, outcome, detail } of rulings) {
      const row = body.appendChild(element("tr", "", outcome));
      const cell = element("td", OUTCOMES[outcome], "outcome");
      cell.append(element("div", detail, "detail"));
      row.append(element("th", property), cell, element("td", about));
    }
  }
}
