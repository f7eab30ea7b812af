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
  /** The most edits of a request. */
  static EDITS_MAX = 100;

  constructor(root) {
    this.root = root;
    this.subject = "gjk-core";
    this.case = null;
    this.loaded = null;
    this.past = [];
    this.wanted = null;
    this.running = null;
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
    this.unjudged = this.page.part("no-rulings").textContent;
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
      reset: () => this.#want({ from: this.loaded, edits: [], gesture: {}, isAnew: true }),
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
    this.#want({ from: text, edits: [], opens: true, loads: text, isAnew: true });
  }

  /**
   * Asks for a story as soon as the last one is there: of the case that is shown or that `from` is,
   * after some edits. What waits already comes before it, unless `from` says where to begin anew.
   * Edits of one `gesture` are undone together. What is not asked for any more if it `isAnew` is not
   * shown either.
   */
  #want(wish) {
    clearTimeout(this.rest);
    if (!wish.rulings) this.root.dataset.judged = false;
    const waiting = this.wanted;
    if (wish.isAnew && this.running) this.running.isDropped = true;
    if (waiting && wish.from === undefined) {
      const edits = [...waiting.edits, ...wish.edits];
      this.wanted = { ...waiting, rulings: false, ...wish, edits };
    } else {
      this.wanted = wish.isAnew ? wish : { loads: waiting?.loads, ...wish };
    }
    if (!this.running) this.work = this.#next();
  }

  /** What will be shown if nothing else is asked for: a case, and the edits after it. */
  #last() {
    return this.#unshown().reduce(
      (last, { from, edits }) => (from === undefined ? { ...last, edits: [...last.edits, ...edits] } : { from, edits }),
      { from: this.case, edits: [] },
    );
  }

  /** What was asked for that changes the case, and is not shown yet. */
  #unshown() {
    return [this.running, this.wanted].filter(
      (wish) => wish && !wish.isDropped && (wish.from !== undefined || wish.edits.length > 0));
  }

  async #next() {
    const wish = this.wanted;
    const later = wish.edits.splice(Explorer.EDITS_MAX);
    this.wanted = later.length > 0 ? { ...wish, from: undefined, loads: undefined, edits: later } : null;
    this.running = wish;
    const request = {
      case: wish.from ?? this.case,
      subject: this.subject,
      edits: wish.edits,
      rulings: wish.rulings ?? false,
      beside: this.compares ? "textbook" : null,
    };
    const answer = await this.#post("story", request);
    this.running = null;
    if (answer && !wish.isDropped) this.#show(answer, wish);
    if (this.wanted) await this.#next();
    else if (!request.rulings && this.case !== null) this.#restThenJudge();
  }

  #show(answer, wish) {
    const { gesture } = wish;
    if (gesture && !gesture.isShown && this.case !== answer.case) {
      this.past.push(this.case);
      gesture.isShown = true;
    }
    if (wish.loads !== undefined) {
      this.loaded = wish.loads;
      this.past = [];
      this.viewer.keepsCamera = false;
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
    const refused = answer.refused.map(({ reason }) => reason);
    if (!wish.rulings) this.panel.say([...refused, ...answer.notes].join("; "), refused.length > 0);
    const paused = wish.rulings ? this.unjudged : "The properties are judged when you pause.";
    page.part("no-rulings").textContent = paused;
    this.root.dataset.answers = this.answers;
    this.root.dataset.judged = Boolean(wish.rulings);
  }

  #restThenJudge() {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.#want({ edits: [], rulings: true });
    }, Explorer.REST);
  }

  /** What is not shown yet is undone first. */
  #undo() {
    const unshown = this.#unshown();
    const isNew = unshown.length > 0 && unshown.every(({ gesture }) => gesture && !gesture.isShown);
    const before = isNew ? this.case : this.past.pop();
    if (before === undefined) this.panel.say("there is nothing to undo", true);
    else this.#want({ from: before, edits: [], isAnew: true });
  }

  /** Saves what was entered, also if it is not shown yet. */
  async #save(name) {
    if (this.#unshown().length > 0) await this.work;
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
      this.drag = { ...this.#last(), near, by: [0, 0, 0], gesture: {} };
    }
    const { from, edits, near, gesture } = this.drag;
    if (!turn) {
      this.drag.by = vec.add(this.drag.by, vec.times(delta, unit));
      const by = this.drag.by;
      gesture.isMoved ||= vec.length(by) > 0;
      const edit = near ? { edit: "vertex", shape, near, by } : { edit: "move", shape, by };
      if (gesture.isMoved) this.#want({ from, edits: [...edits, edit], gesture });
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

  async #post(path, body) {
    const headers = { "Content-Type": "application/json" };
    return this.#ask(fetch(`/${path}`, { method: "POST", headers, body: json(body) }));
  }

  /** The answer to a request; null if there is none, and then the panel says why. */
  async #ask(asked) {
    try {
      const response = await asked;
      if (response.ok) return await response.json();
      this.panel.say((await response.text()).trim(), true);
    } catch {
      this.panel.say("the explorer does not answer; it may have been stopped", true);
    }
    return null;
  }
}

const explorer = new Explorer(document.getElementById("page"));
explorer.start();
