"use strict";

/* The page of the explorer: it begins with the story that stands in the page. */
{
  const root = document.getElementById("page");
  const story = JSON.parse(document.getElementById("story").textContent);
  new StoryPage(root, story, new Viewer(root.querySelector('[data-part="pictures"]')));
}
