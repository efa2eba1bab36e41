/** A knob that is dragged, or moved with the arrow keys, beside the place that it moves; and points that stay where they are. */

import { setAll, svgElement } from "./frame.js";
import { dragging } from "./points.js";

const KEY = 1 / 80; // of the frame: a press of an arrow key
const LEAP = 5; // times as far with Shift
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const LARGE = 5; // units of the picture: a smaller point has a thinner ring

/**
 * Return a knob with a letter: `set(place, words)`; onMove(place, merge) hears where the reader wants it.
 *
 * It is drawn `beside` its place, in units of the picture, so that two of them can be told apart when they are close.
 */
export function knob(axes, { name, beside, label }, onMove) {
  const group = svgElement(axes.layers.points, "g", { class: "playable-point playable-knob", tabindex: 0, role: "slider" });
  const [x, y] = beside;
  svgElement(group, "line", { x1: 0, y1: 0, x2: x, y2: y });
  svgElement(group, "circle", { r: 4.5, class: "playable-knob-disk" });
  const head = svgElement(group, "g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  svgElement(head, "circle", { r: 24, class: "playable-touch" });
  svgElement(head, "circle", { r: 17, class: "playable-ring" });
  svgElement(head, "circle", { r: 12, class: "playable-knob-disk" });
  const word = svgElement(head, "text", { x: 0, y: 0.5, "text-anchor": "middle", "dominant-baseline": "central" });
  word.textContent = name;
  let place = [0, 0];
  const perUnit = (axes.x[1] - axes.x[0]) / axes.svg.viewBox.baseVal.width;
  dragging(group, axes, { onMove: ([p, q], merge) => onMove([p - x * perUnit, q + y * perUnit], merge) });
  group.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = (axes.x[1] - axes.x[0]) * KEY * (event.shiftKey ? LEAP : 1);
    onMove(place.map((entry, j) => entry + step * way[j]), `keys ${name}`);
    event.preventDefault();
  });
  return {
    set(at, words) {
      place = at;
      const [left, top] = axes.toView(at);
      group.setAttribute("transform", `translate(${left.toFixed(2)} ${top.toFixed(2)})`);
      const where = `at ${at.map((entry) => entry.toFixed(2).replace("-", "−")).join(", ")}, ${words}`;
      setAll(group, { "aria-label": label, "aria-valuetext": where, "aria-valuenow": at[0].toFixed(2) });
      setAll(group, { "aria-valuemin": axes.x[0], "aria-valuemax": axes.x[1] });
    },
  };
}

/** Draw a point that stays where it is, with a ring that the class playable-in-way shows. */
export function dot(axes, x, y, size) {
  const [left, top] = axes.toView(x);
  const group = svgElement(axes.layers.lines, "g", { class: "playable-dot", transform: `translate(${left.toFixed(1)} ${top.toFixed(1)})` });
  const large = size > LARGE;
  svgElement(group, "circle", { r: size + (large ? 5 : 2.2), class: `playable-dot-ring${large ? "" : " playable-small"}` });
  const circle = `M${-size},0a${size},${size} 0 1,0 ${2 * size},0a${size},${size} 0 1,0 ${-2 * size},0Z`;
  const triangle = `M0,${-1.15 * size}L${1.15 * size},${0.9 * size}H${-1.15 * size}Z`;
  svgElement(group, "path", { d: y > 0 ? circle : triangle, class: y > 0 ? "playable-positive" : "playable-negative" });
  return group;
}
