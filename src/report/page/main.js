"use strict";

/* The page of one story, or of several of one case, which stand in the page as JSON. */
const page = new StoryPage(
  document.getElementById("page"),
  JSON.parse(document.getElementById("stories").textContent),
  new Viewer(document.querySelector('[data-part="pictures"]')),
);
