/**
 * Labelled points that are moved with the mouse, a finger or the arrow keys: circles for +1, triangles for -1.
 *
 * A screen reader meets each as a slider whose value is read as its position, its class and what the figure says of it;
 * or, where points are chosen and not moved, as a button, which Tab reaches if the point is marked.
 */

import { setAll, svgElement } from "./frame.js";
import { shownVector } from "./panel.js";

const STEP = 0.1; // of an arrow key, and of what a dragged point snaps to
const LEAP = 5; // steps with Shift
const STILL = 5; // pixels: a press that moves less is a choice, not a drag
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const TRIANGLE = "M0,-10.5L10.5,8.5H-10.5Z";

const nothing = () => false;

let drags = 0; // so that each drag is undone by itself

/**
 * Return the points of a frame, empty until `set([{ x, y, marked, note, open, look }, ...], selected, moves)`.
 *
 * `moves` false leaves the points where they are, and a finger that begins on one scrolls the page. `marked` draws a
 * broken ring around a point; `note` is said of it; one that is `open` can be chosen, as a marked one can, and Tab
 * reaches it unless that is "by arrows"; `look` is a class of its own. What the reader does calls
 * onMove(i, x, merge), onChoose(i) for a press or Enter, onSelect(i) for the focus, and onKey(i, key) for other keys.
 */
export function pointLayer(frame, { onMove, onChoose = nothing, onSelect = nothing, onKey = nothing, name = "point" }) {
  const drawn = [];
  let [current, moving] = [[], true];
  const moved = (i, x, merge) => onMove(i, x.map((entry, j) => snapped(entry, j ? frame.y : frame.x)), merge);

  function make(i) {
    const group = svgElement(frame.layers.points, "g", { class: "playable-point" });
    svgElement(group, "circle", { r: 22, class: "playable-touch" });
    svgElement(group, "circle", { r: 18.5, class: "playable-ring" });
    svgElement(group, "circle", { r: 14, class: "playable-marked" });
    const shape = svgElement(group, "path");
    const number = svgElement(group, "text", { x: 15, y: -13 });
    number.textContent = i + 1;
    group.addEventListener("focus", () => onSelect(i));
    group.addEventListener("keydown", (event) => pressed(event, i));
    dragging(group, frame, {
      onMove: (x, merge) => moved(i, x, merge),
      onPress: () => onChoose(i),
      allowed: () => moving,
    });
    return { group, shape };
  }

  function pressed(event, i) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && moving) {
      const step = STEP * (event.shiftKey ? LEAP : 1);
      moved(i, current[i].x.map((entry, j) => entry + step * arrow[j]), `keys ${i}`);
    } else if (event.key === "Enter" || event.key === " ") {
      onChoose(i);
    } else if (!onKey(i, event.key)) {
      return;
    }
    event.preventDefault();
  }

  function set(points, selected = null, moves = true) {
    [current, moving] = [points, moves];
    while (drawn.length < points.length) drawn.push(make(drawn.length));
    while (drawn.length > points.length) removeLast();
    points.forEach(({ x, y, marked, note, open = marked, look = "" }, i) => {
      const { group, shape } = drawn[i];
      const state = `${marked ? " playable-is-marked" : ""}${i === selected ? " playable-is-selected" : ""}`;
      const at = frame.toView(x).map((entry) => entry.toFixed(2)).join(" ");
      setAll(group, { class: `playable-point ${look}${state}`, transform: `translate(${at})` });
      const words = [`at ${shownVector(x)}`, `class ${y > 0 ? "+1" : "−1"}`, ...(note ? [note] : [])].join(", ");
      if (moves) asSlider(group, `${name} ${i + 1}`, words, x[0]);
      else asButton(group, `${name} ${i + 1}, ${words}`, open);
      setAll(shape, { d: y > 0 ? circle(9.5) : TRIANGLE, class: y > 0 ? "playable-positive" : "playable-negative" });
    });
  }

  function asSlider(group, label, words, at) {
    setAll(group, { role: "slider", tabindex: 0, "aria-label": label, "aria-valuetext": words });
    setAll(group, { "aria-valuemin": frame.x[0], "aria-valuemax": frame.x[1], "aria-valuenow": at.toFixed(1) });
    group.removeAttribute("aria-disabled");
  }

  function asButton(group, label, open) {
    setAll(group, { role: "button", tabindex: open && open !== "by arrows" ? 0 : -1, "aria-label": label, "aria-disabled": !open });
    for (const name of ["valuetext", "valuemin", "valuemax", "valuenow"]) group.removeAttribute(`aria-${name}`);
  }

  function removeLast() {
    const { group } = drawn.pop();
    const focused = group === document.activeElement;
    group.remove();
    if (focused) drawn.at(-1)?.group.focus();
  }

  return { set, focus: (i) => drawn[i]?.group.focus() };
}

/**
 * Let an element be dragged, and tell a drag from a press; onMove gets coordinates of the frame.
 *
 * `scrolls`: a finger that moves up or down on it still scrolls the page, if its touch-action says so.
 */
export function dragging(element, frame, { onMove, onPress = () => {}, allowed = () => true, scrolls = false }) {
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    element.setPointerCapture(event.pointerId);
    element.focus();
    start = { x: event.clientX, y: event.clientY, merge: null };
    event.preventDefault();
  });
  element.addEventListener("pointermove", (event) => {
    if (!start) return;
    const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
    if (far > STILL && !allowed()) return (start = null);
    if (far > STILL) start.merge ??= `drag ${++drags}`;
    if (start.merge) onMove(frame.toPlane(event), start.merge);
  });
  element.addEventListener("pointerup", () => {
    if (start && !start.merge) onPress();
    start = null;
  });
  element.addEventListener("pointercancel", () => (start = null));
  // Browsers do not heed touch-action inside SVG: without this, the page would scroll and end the drag.
  element.addEventListener("touchstart", (event) => allowed() && !scrolls && event.preventDefault(), { passive: false });
}

/** Return the nearest multiple of the step inside the frame, as a short decimal. */
function snapped(entry, [low, high]) {
  const steps = Math.round(Math.min(Math.max(entry, low), high) / STEP);
  return Number((steps * STEP).toFixed(6));
}

const circle = (r) => `M${-r},0a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`;
