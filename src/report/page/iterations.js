"use strict";

/** Makes an element with a text. No text ever becomes markup, whatever a case is called. */
function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** The table of the steps, with the scene that is shown marked. */
class IterationTable {
  /** So many rows are in the page at a time: an endless search has a thousand. */
  static ROWS = 200;

  /** Fills the table in a frame that scrolls; `onPick(index)` is called with a scene that is clicked. */
  constructor(frame, onPick) {
    this.frame = frame;
    this.body = frame.querySelector("tbody");
    this.columns = frame.querySelectorAll("th").length;
    this.body.addEventListener("click", (event) => {
      const row = event.target.closest("tr[data-index]");
      if (row) onPick(Number(row.dataset.index));
    });
  }

  show(story) {
    this.scenes = story.scenes;
    this.from = this.to = 0;
  }

  /** Marks a scene, and brings it into view. */
  markAt(index) {
    if (index < this.from || index >= this.to) this.#build(index);
    this.body.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.body.querySelector(`[data-index="${index}"]`);
    current.setAttribute("aria-current", "step");
    this.frame.scrollTop = Math.max(current.offsetTop - this.frame.clientHeight / 2, 0);
  }

  /** The rows around a scene, and how many there are before and after. */
  #build(index) {
    const count = this.scenes.length + 2;
    this.from = Math.max(index - IterationTable.ROWS / 2, 0);
    this.to = Math.min(this.from + IterationTable.ROWS, count);
    this.body.replaceChildren();
    if (this.from > 0) this.#row([`${this.from} more before`], "more");
    for (let i = this.from; i < this.to; i++) {
      const isWrong = Boolean(this.scenes[i - 1]?.fault);
      this.#row(this.#cells(i), isWrong ? "wrong" : "").dataset.index = i;
    }
    if (this.to < count) this.#row([`${count - this.to} more after`], "more");
  }

  #cells(index) {
    if (index === 0) return ["the shapes"];
    if (index > this.scenes.length) return ["the answer"];
    const { title, iteration, kind, simplex, lengths, arithmetic } = this.scenes[index - 1];
    const short = (length) => (length === "–" ? length : digits(Number(length)));
    return [iteration ?? title, kind, simplex.length, ...lengths.map(short), arithmetic];
  }

  /** A row of cells; one alone is as wide as all columns. */
  #row(cells, className = "") {
    const row = this.body.appendChild(element("tr", "", className));
    row.append(...cells.map((cell) => element("td", cell)));
    if (cells.length === 1) row.firstChild.colSpan = this.columns;
    return row;
  }
}
