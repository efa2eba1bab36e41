/**
 * Starts the playable figures of a page: each <div class="playable" data-figure="NAME"> gets what NAME.js draws.
 *
 * A figure is fetched when it comes near the window. Until then, and if it fails, its still picture stays. When it has
 * started, playable.css hides the picture and leaves the sentence.
 */

import { followTerms } from "./terms.js";

const NEAR = "400px";

async function start(root) {
  try {
    const figure = await import(`./${encodeURIComponent(root.dataset.figure)}.js`);
    await figure.default(root, root.querySelector(".playable-still"));
    root.classList.add("playable-started");
  } catch (error) {
    root.querySelectorAll(":scope > .playable-app").forEach((half) => half.remove());
    console.error(`The figure ${root.dataset.figure} does not play; its picture stays.`, error);
  }
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      start(target);
    }
  },
  { rootMargin: NEAR },
);

document.querySelectorAll(".playable[data-figure]").forEach((root) => near.observe(root));
followTerms();
