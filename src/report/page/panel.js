"use strict";

/** The names of the kinds of shape, and of those that only space has. */
const KINDS = [
  "point", "segment", "triangle", "box", "aabb", "sphere", "capsule", "hull", "ellipsoid",
  "rounded", "cylinder", "cone", "mesh",
];
const KINDS_3D_ONLY = ["cylinder", "cone", "mesh"];

/**
 * The controls of the explorer. It knows no server: what the user wants goes to `wishes`, an object
 * with a method for each.
 */
class Panel {
  /** More numbers than this are not listed: a case file is edited with an editor. */
  static NUMBERS_MAX = 240;

  constructor(place, wishes) {
    this.wishes = wishes;
    this.fields = new Map();
    place.className = "panel";
    this.#who(place);
    this.#shapes(place);
    this.#contact(place);
    this.#files(place);
    this.message = place.appendChild(element("p", "", "message"));
    this.message.setAttribute("role", "status");
    this.message.dataset.part = "message";
    const numbers = place.appendChild(element("details", "", "numbers"));
    numbers.appendChild(element("summary", "Numbers of the shapes"));
    this.numbers = numbers.appendChild(element("div", "", "shapes"));
  }

  #row(place, title) {
    const row = place.appendChild(element("fieldset"));
    row.appendChild(element("legend", title));
    return row;
  }

  #button(row, part, text, title, action) {
    const button = row.appendChild(element("button", text));
    Object.assign(button, { type: "button", title });
    button.dataset.part = part;
    button.addEventListener("click", action);
    return button;
  }

  #choice(row, part, title, options, action) {
    const label = row.appendChild(element("label", `${title} `));
    const select = label.appendChild(element("select"));
    select.dataset.part = part;
    for (const [value, text] of options) {
      select.appendChild(element("option", text)).value = value;
    }
    select.addEventListener("change", () => action(select.value));
    return select;
  }

  #who(place) {
    const row = this.#row(place, "Who answers");
    this.subject = this.#choice(row, "who", "", [], (name) => this.wishes.ask(name));
    this.subject.setAttribute("aria-label", "Who answers");
    const label = row.appendChild(element("label"));
    this.compares = label.appendChild(element("input"));
    this.compares.type = "checkbox";
    this.compares.dataset.part = "compares";
    this.compares.addEventListener("change", () => this.wishes.compare(this.compares.checked));
    label.append(" compare with textbooks");
  }

  #shapes(place) {
    const row = this.#row(place, "Shapes");
    const kinds = KINDS.map((kind) => [kind, kind]);
    const replace = (shape) => (kind) => this.wishes.edit({ edit: "kind", shape, kind });
    this.kinds = [0, 1].map((shape) =>
      this.#choice(row, `kind-${"ab"[shape]}`, "ab"[shape], kinds, replace(shape)));
    this.dim = this.#choice(row, "dim", "in", [["2", "2D"], ["3", "3D"]], (dim) =>
      this.wishes.edit({ edit: "dim", dim: Number(dim) }));
    this.scalar = this.#choice(row, "scalar", "as", [["f32", "f32"], ["f64", "f64"]], (scalar) =>
      this.wishes.edit({ edit: "scalar", scalar }));
    const label = row.appendChild(element("label"));
    this.turns = label.appendChild(element("input"));
    this.turns.type = "checkbox";
    this.turns.dataset.part = "turns";
    this.turns.addEventListener("change", () => this.wishes.turn(this.turns.checked));
    label.append(" drag turns (or hold Alt)");
  }

  #contact(place) {
    const row = this.#row(place, "Contact");
    const nudge = (ulps) => () => this.wishes.edit({ edit: "nudge", ulps });
    this.#button(row, "snap", "snap to contact", "move b until both touch exactly",
      () => this.wishes.edit({ edit: "snap" }));
    this.#button(row, "nudge-in", "nudge −1 ulp", "move b towards a by an ulp of its place", nudge(-1));
    this.#button(row, "nudge-out", "nudge +1 ulp", "move b away from a by an ulp of its place", nudge(1));
    this.#button(row, "undo", "undo", "the case before", () => this.wishes.undo());
    this.#button(row, "reset", "reset", "the case as it was loaded", () => this.wishes.reset());
  }

  #files(place) {
    const row = this.#row(place, "Cases");
    const load = row.appendChild(element("form"));
    this.load = load.appendChild(element("input"));
    this.load.dataset.part = "load";
    this.load.setAttribute("aria-label", "The case to load");
    this.load.setAttribute("list", "shelf");
    this.load.placeholder = "near_contact-1-4711";
    this.shelf = load.appendChild(element("datalist"));
    this.shelf.id = "shelf";
    load.appendChild(element("button", "load"));
    load.addEventListener("submit", (event) => {
      event.preventDefault();
      this.wishes.load(this.load.value.trim());
    });
    const save = row.appendChild(element("form"));
    this.name = save.appendChild(element("input"));
    this.name.dataset.part = "name";
    this.name.setAttribute("aria-label", "The name to save as");
    this.name.placeholder = "name";
    save.appendChild(element("button", "save case")).dataset.part = "save";
    save.addEventListener("submit", (event) => {
      event.preventDefault();
      this.wishes.save(this.name.value.trim());
    });
  }

  /** Lists who can be asked and what can be loaded. */
  list(subjects, shelves) {
    for (const [name, about] of subjects) {
      const option = this.subject.appendChild(element("option", name));
      Object.assign(option, { value: name, title: about });
    }
    for (const { name, ids } of shelves) {
      for (const id of ids) {
        const option = this.shelf.appendChild(element("option", name));
        option.value = id;
      }
    }
  }

  /** Shows an answer of the server. */
  show({ story, refused }) {
    this.subject.value = story.subject;
    this.dim.value = String(story.dim);
    this.scalar.value = story.case.scalar;
    [story.case.a, story.case.b].forEach((shape, i) => {
      for (const option of this.kinds[i].options) {
        option.disabled = story.dim === 2 && KINDS_3D_ONLY.includes(option.value);
      }
      this.kinds[i].value = shape.kind;
    });
    this.#list(story.case, refused.map(({ pointer }) => pointer));
  }

  /** A line about what was done, or why it could not be. */
  say(text, isWrong = false) {
    this.message.textContent = text;
    this.message.classList.toggle("wrong", isWrong);
  }

  /** The numbers of both shapes, each in a field of its own; that of a refused one is marked. */
  #list(shapes, refused) {
    const found = [...Panel.#found(shapes.a, "/a"), ...Panel.#found(shapes.b, "/b")];
    const shown = found.slice(0, Panel.NUMBERS_MAX);
    const isSame = shown.length === this.fields.size
      && shown.every(([pointer]) => this.fields.has(pointer));
    if (!isSame) this.#build(shown, found.length - shown.length);
    for (const [pointer, number] of shown) {
      const field = this.fields.get(pointer);
      if (refused.includes(pointer)) {
        field.setAttribute("aria-invalid", "true");
        continue;
      }
      // What is being written stays.
      const isWritten = field.getAttribute("aria-invalid") || field.value !== field.dataset.shown;
      if (field === document.activeElement && isWritten) continue;
      field.value = field.dataset.shown = written(number);
      field.removeAttribute("aria-invalid");
    }
  }

  #build(shown, left) {
    this.numbers.replaceChildren();
    this.fields.clear();
    const lists = ["a", "b"].map((name) => {
      const list = this.numbers.appendChild(element("div"));
      list.appendChild(element("h3", `shape ${name}`, `shape-${name}`));
      return list;
    });
    for (const [pointer] of shown) {
      const label = lists[pointer.startsWith("/a") ? 0 : 1].appendChild(element("label"));
      label.appendChild(element("span", pointer.slice(3).replaceAll("/", " ")));
      const field = label.appendChild(element("input"));
      field.inputMode = "decimal";
      field.dataset.pointer = pointer;
      field.addEventListener("change", () => this.#set(field, pointer));
      this.fields.set(pointer, field);
    }
    if (left > 0) this.numbers.appendChild(element("p", `and ${left} more`));
  }

  #set(field, pointer) {
    const text = field.value.trim();
    const value = Number(text);
    if (text === "" || !Number.isFinite(value)) {
      field.setAttribute("aria-invalid", "true");
      this.say(`${pointer}: not a number`, true);
      return;
    }
    field.removeAttribute("aria-invalid");
    field.dataset.shown = field.value;
    this.wishes.edit({ edit: "number", pointer, value });
  }

  /** The numbers below a value, with their JSON pointers; which points are neighbours is not one. */
  static *#found(value, pointer) {
    if (typeof value === "number") {
      yield [pointer, value];
    } else if (value !== null && typeof value === "object") {
      for (const [key, part] of Object.entries(value)) {
        if (key !== "neighbours") yield* Panel.#found(part, `${pointer}/${key}`);
      }
    }
  }
}
