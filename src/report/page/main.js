"use strict";

/* The page of one story, which stands in the page as JSON. */
{
  const root = document.getElementById("page");
  const story = JSON.parse(document.getElementById("story").textContent);
  new StoryPage(root, story, new Viewer(root.querySelector('[data-part="pictures"]')));
}
