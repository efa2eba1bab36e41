/** A fold with what changes the points: buttons that flip, remove and add them, and a choice among sets of points. */

import { button, choice, fold, toolbar } from "./controls.js";
import { place } from "./panel.js";

const HINT = "Drag a point, or move it with the arrow keys (with Shift, five steps).";

/**
 * Return the fold, about the point that was selected last; `box` and its `row` of buttons may take further controls.
 *
 * `points()` are the points now, { x, y } each, and at most `most`, the `first` of them selected; focus(i) moves the
 * focus to one. What the reader does
 * calls onPreset(name), onPoints(points, how) with how "flip", "remove" or "add", onToggle() or onSelect().
 */
export function pointEditing(parent, { title = "Change the points", points, most, presets, first = 0, focus, onPoints, onPreset, onToggle, onSelect }) {
  const changing = fold(parent, title, onToggle);
  place(changing.box, "hint", "p").textContent = HINT;
  const row = toolbar(changing.box, "Points");
  let selected = first;
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
    if (points().length >= most) return;
    onPoints([...points(), { x: [1.2, -0.2 * points().length], y: 1 }], "add");
    focus(points().length - 1);
  }

  return {
    box: changing.box,
    row,
    get open() {
      return changing.open;
    },
    /** The point that is selected, or null while the fold is closed. */
    get selected() {
      return changing.open ? selected : null;
    },
    select(i) {
      selected = i;
      onSelect();
    },
    /** Do what a key at a point means; return whether it means something. */
    press(i, key) {
      if (!changing.open) return false;
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
