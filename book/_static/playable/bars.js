/** A bar with a mark: how far a number is from a bound on it. What it shows stands beside it as text. */

import { place } from "./panel.js";

/**
 * Return a bar: set({ value, mark, most, room, text, holds }).
 *
 * The bar is `value` long on a track that ends at `most`; `mark` is the bound, `room` the part [from, to] of the track
 * that is left to it. `holds` false marks what `text` says as broken; null says nothing about it.
 */
export function bar(parent) {
  const box = place(parent, "bar");
  const words = place(box, "bar-text");
  const track = place(box, "track");
  track.setAttribute("aria-hidden", "true");
  const [room, fill, mark] = [place(track, "room"), place(track, "fill"), place(track, "mark")];
  return {
    element: box,
    set({ value, mark: bound = null, most, room: free = null, text, holds = null }) {
      const part = (number) => `${(100 * Math.min(Math.max(number / (most || 1), 0), 1)).toFixed(2)}%`;
      words.textContent = text + (holds === null ? "" : holds ? " ✓" : " ✗ broken");
      box.classList.toggle("playable-broken", holds === false);
      fill.style.width = part(value);
      mark.hidden = bound === null;
      if (bound !== null) mark.style.left = part(bound);
      room.hidden = free === null;
      if (free) Object.assign(room.style, { left: part(free[0]), right: `${100 - parseFloat(part(free[1]))}%` });
    },
  };
}
