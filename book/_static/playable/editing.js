/** Buttons that flip, remove and add points, and a choice among sets of points: what a fold holds. */

import { button, choice, toolbar } from "./controls.js";
import { place } from "./panel.js";

const HINT = "Drag a point, or move it with the arrow keys (with Shift, five steps).";

/**
 * Return the controls, about the point that was selected last.
 *
 * `points()` are the points now, { x, y } each, and at most `most`. What the reader does calls onPreset(name), or
 * onPoints(points, how) with how "flip", "remove" or "add". `row` may take further controls.
 */
export function pointEditing(box, { points, most, presets, onPoints, onPreset }) {
  place(box, "hint", "p").textContent = HINT;
  const row = toolbar(box, "Points");
  let selected = 0;
  choice(row, "Points:", presets, onPreset);
  const flipping = button(row, "", flip);
  const removing = button(row, "", remove);
  const adding = button(row, "Add a point", add);
  const keys = { f: flip, Delete: remove };

  function flip() {
    onPoints(points().map(({ x, y }, i) => ({ x, y: i === selected ? -y : y })), "flip");
  }

  function remove() {
    if (points().length > 1) onPoints(points().filter((_, i) => i !== selected), "remove");
  }

  function add() {
    if (points().length < most) onPoints([...points(), { x: [1.2, -0.2 * points().length], y: 1 }], "add");
  }

  return {
    row,
    get selected() {
      return selected;
    },
    select: (i) => (selected = i),
    /** Do what a key at a point means; return whether it means something. */
    press(i, key) {
      selected = i;
      keys[key]?.();
      return key in keys;
    },
    /** Name the point on the buttons, and say which of them do something. */
    draw() {
      selected = Math.min(selected, points().length - 1);
      flipping.element.textContent = `Flip point ${selected + 1} (f)`;
      removing.element.textContent = `Remove point ${selected + 1} (Delete)`;
      adding.enable(points().length < most);
      removing.enable(points().length > 1);
    },
  };
}
