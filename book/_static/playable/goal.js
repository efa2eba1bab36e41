/** A goal with a record, which this browser keeps where it can. */

import { place } from "./panel.js";

/** Return the record of a figure: `best(what)`, 0 at first, and `note(what, value)`, which keeps the most, or the `fewest`. */
export function record(figure) {
  const key = `playable ${figure}`;
  let kept = read(key);
  return {
    best: (what) => kept[what] ?? 0,
    note(what, value, fewest = false) {
      if (fewest ? value >= (kept[what] ?? Infinity) : value <= (kept[what] ?? 0)) return;
      kept = { ...kept, [what]: value };
      write(key, kept);
    },
  };
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {}; // storage may be closed, or hold what is not ours
  }
}

function write(key, kept) {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // then the record lasts as long as the page
  }
}

/** Return a line for the goal: `set(text, best, reached)`; best is null where there is no record, `words` name it. */
export function goal(parent, words = "Your longest") {
  const line = place(parent, "goal", "p");
  const number = document.createElement("b");
  return {
    set(text, best = null, reached = false) {
      line.replaceChildren(text);
      if (best === null) return;
      number.textContent = best + (reached ? " ✓" : "");
      line.append(` ${words}: `, number);
      line.classList.toggle("playable-reached", reached);
    },
  };
}
