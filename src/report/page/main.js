"use strict";

/* The page of one story, or of several of one case, which stand in the page as JSON. */
{
  const root = document.getElementById("page");
  const stories = JSON.parse(document.getElementById("stories").textContent);
  new StoryPage(root, stories, new Viewer(root.querySelector('[data-part="pictures"]')));
}
