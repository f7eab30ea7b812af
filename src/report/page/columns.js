"use strict";

/** Several subjects side by side: a picture of the difference for each, and what it does at the same step. */
class Columns {
  /** Fills a place; `onPick(number)` is called with the subject that is clicked. */
  constructor(place, onPick) {
    this.place = place;
    this.onPick = onPick;
    this.columns = [];
  }

  /** Shows the stories of one case; nothing of one alone. */
  show(stories) {
    const names = (list) => list.map(({ subject }) => subject).join();
    if (names(stories) !== names(this.columns.map(({ story }) => story))) this.#build(stories);
    this.place.hidden = stories.length < 2;
    stories.forEach((story, i) => {
      const column = this.columns[i];
      column.story = story;
      column.says.textContent = isWrong(story) ? `✗ ${fault(story)}` : right(story);
      column.says.className = isWrong(story) ? "wrong" : "right";
    });
  }

  /** Shows each story at its scene, which `at(story)` tells, and marks the one that is picked. */
  markAt(at, picked) {
    this.columns.forEach(({ box, viewer, story, step }, i) => {
      const index = at(story);
      if (this.columns.length > 1) viewer.show(story, index);
      step.textContent = titleOf(story, index);
      step.className = story.scenes[index - 1]?.fault ? "wrong" : "";
      box.setAttribute("aria-current", i === picked);
    });
  }

  #build(stories) {
    this.place.replaceChildren();
    this.columns = stories.map((story, i) => {
      const box = this.place.appendChild(element("div", "", "column"));
      const head = box.appendChild(element("button", story.subject, "pick"));
      head.type = "button";
      head.title = "show the steps of this one below";
      head.addEventListener("click", () => this.onPick(i));
      const says = box.appendChild(element("span"));
      const pictures = box.appendChild(element("div"));
      const options = { views: ["difference"], titles: { difference: "" } };
      const viewer = stories.length > 1 ? new Viewer(pictures, options) : null;
      const step = box.appendChild(element("p"));
      return { box, viewer, story, says, step };
    });
  }
}
