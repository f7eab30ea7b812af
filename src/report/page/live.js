"use strict";

/**
 * The page of the explorer. All numbers come from the server: the case is kept as the text that it
 * gave, and what the hand does is sent to it as edits. There is one request at a time; what the hand
 * does meanwhile is put together and goes next, so the page is never behind by more than an answer.
 */
class Explorer {
  /** How long the hand rests before the judge is asked, in milliseconds. */
  static REST = 250;
  /** How near to a vertex the mouse has to be to take it, in pixels. */
  static NEAR = 9;

  constructor(root) {
    this.root = root;
    this.subject = "gjk-core";
    this.case = null;
    this.loaded = null;
    this.past = [];
    this.wanted = null;
    this.isBusy = false;
    this.drag = null;
    this.refits = false;
    this.compares = false;
    this.answers = 0;
    const stories = JSON.parse(document.getElementById("stories").textContent);
    this.viewer = new Viewer(root.querySelector('[data-part="pictures"]'), {
      onDrag: (change) => this.#dragged(change),
      near: Explorer.NEAR,
    });
    this.page = new StoryPage(root, stories, this.viewer);
    this.panel = new Panel(root.querySelector('[data-part="live"]'), {
      ask: (subject) => {
        this.subject = subject;
        this.#want({ edits: [], opens: true });
      },
      compare: (compares) => {
        this.compares = compares;
        this.#want({ edits: [], opens: true });
      },
      edit: (edit) => this.#want({ edits: [edit], gesture: {} }),
      turn: (turns) => {
        this.viewer.turns = turns;
      },
      undo: () => this.#undo(),
      reset: () => this.#want({ from: this.loaded, edits: [], gesture: {} }),
      load: (id) => this.load(id),
      save: (name) => this.#save(name),
    });
  }

  /** Lists what there is, and shows the case that the server was started with. */
  async start() {
    const [subjects, shelves] = await Promise.all([this.#get("subjects"), this.#get("cases")]);
    if (!subjects || !shelves) return;
    this.panel.list(subjects, shelves);
    await this.load(shelves[0].ids[0]);
  }

  /** Shows a case of the shelf or of a campaign. */
  async load(id) {
    const text = await this.#get(`cases/${encodeURIComponent(id)}`);
    if (text === null) return;
    this.loaded = text;
    this.past = [];
    this.viewer.keepsCamera = false;
    this.#want({ from: text, edits: [], opens: true });
  }

  /**
   * Asks for a story as soon as the last one is there: of the case that is shown or that `from` is,
   * after some edits. What waits already comes before it, unless `from` says where to begin anew.
   * Edits of one `gesture` are undone together.
   */
  #want(wish) {
    clearTimeout(this.rest);
    if (!wish.rulings) this.root.dataset.judged = false;
    const waiting = this.wanted;
    this.wanted = waiting && wish.from === undefined
      ? { ...waiting, rulings: false, ...wish, edits: [...waiting.edits, ...wish.edits] }
      : wish;
    this.#next();
  }

  async #next() {
    if (this.isBusy || !this.wanted) return;
    const wish = this.wanted;
    this.wanted = null;
    this.isBusy = true;
    const request = {
      case: wish.from ?? this.case,
      subject: this.subject,
      edits: wish.edits,
      rulings: wish.rulings ?? false,
      beside: this.compares ? "textbook" : null,
    };
    const answer = await this.#post("story", request, wish.edits.at(-1)?.pointer);
    this.isBusy = false;
    if (answer) this.#show(answer, wish);
    if (this.wanted) this.#next();
    else if (answer && !request.rulings) this.#restThenJudge();
  }

  #show(answer, wish) {
    const { gesture } = wish;
    if (gesture && !gesture.isShown && this.case !== answer.case) {
      this.past.push(this.case);
      gesture.isShown = true;
    }
    this.case = answer.case;
    this.answers += 1;
    const { page } = this;
    const stories = [answer.story, ...answer.beside];
    page.show(stories, wish.opens ? StoryPage.first(stories) : undefined);
    this.viewer.keepsCamera = true;
    if (this.refits && !this.drag && !this.wanted) {
      this.viewer.fit("difference");
      this.refits = false;
    }
    this.panel.show(answer);
    if (!wish.rulings) {
      this.panel.say(answer.notes.join(" "));
      page.part("no-rulings").textContent = "The properties are judged when you pause.";
    }
    this.root.dataset.answers = this.answers;
    this.root.dataset.judged = Boolean(wish.rulings);
  }

  #restThenJudge() {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.#want({ edits: [], rulings: true });
    }, Explorer.REST);
  }

  #undo() {
    const before = this.past.pop();
    if (before === undefined) this.panel.say("there is nothing to undo", true);
    else this.#want({ from: before, edits: [] });
  }

  async #save(name) {
    const path = await this.#post("save", { case: this.case, name });
    if (path !== null) this.panel.say(`saved as ${path}`);
  }

  /**
   * A drag moves from where it began by the sum of its steps, so that what is too small for the
   * numbers of a case is not lost step by step. Turns do not add up; they follow one another.
   */
  #dragged({ shape, turn, delta, angle, axis, vertex, done }) {
    if (this.case === null) return;
    const { unit, center } = this.viewer.story.world;
    if (!this.drag) {
      const near = vertex && vec.add(vec.times(vertex, unit), center);
      this.drag = { from: this.case, near, by: [0, 0, 0], gesture: {} };
    }
    const { from, near, gesture } = this.drag;
    if (!turn) {
      this.drag.by = vec.add(this.drag.by, vec.times(delta, unit));
      const by = this.drag.by;
      gesture.isMoved ||= vec.length(by) > 0;
      const edit = near ? { edit: "vertex", shape, near, by } : { edit: "move", shape, by };
      if (gesture.isMoved) this.#want({ from, edits: [edit], gesture });
    } else if (angle !== 0) {
      this.#want({ edits: [{ edit: "turn", shape, axis, angle }], gesture });
    }
    if (!done) return;
    // The difference has moved and changed its size: all of it is to be seen once the hand lets go.
    this.refits = gesture.isMoved || turn;
    this.drag = null;
  }

  async #get(path) {
    return this.#ask(fetch(`/${path}`));
  }

  async #post(path, body, pointer) {
    const headers = { "Content-Type": "application/json" };
    return this.#ask(fetch(`/${path}`, { method: "POST", headers, body: JSON.stringify(body) }), pointer);
  }

  /** The answer to a request; null if there is none, and then the panel says why. */
  async #ask(asked, pointer) {
    try {
      const response = await asked;
      if (response.ok) return await response.json();
      this.panel.say((await response.text()).trim(), true);
      if (pointer) this.panel.refuse(pointer);
    } catch {
      this.panel.say("the explorer does not answer; it may have been stopped", true);
    }
    return null;
  }
}

const explorer = new Explorer(document.getElementById("page"));
explorer.start();
