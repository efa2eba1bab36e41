/**
 * The picture of mistakes over a setting: two numbers at each place that has been visited, and where one is now.
 *
 *     visited   [{ at, training, heldOut }, ...] by their places, shares of 1
 *     at        the place now, from 0 to `last`
 *     ticks     [[place, text], ...]
 */

import { chart } from "./chart.js";
import { setAll, svgElement } from "./frame.js";

const EDGE = { left: 46, right: 14, top: 30, bottom: 44 }; // pixels
const TOP = 0.55; // share of mistakes at the upper edge
const ROOM = 118; // pixels for the last of the two numbers

/** Return the picture: `draw({ visited, at, last, ticks, across })`. */
export function mistakesPicture(parent, label) {
  let given = null;
  const { make, redraw } = chart(parent, "mistakes", label, (size) => given && drawAll(marks, given, size));
  const marks = {
    scale: make("g", "scale"),
    axes: make("path", "axes"),
    now: make("path", "now"),
    training: make("path", "line", "training"),
    heldOut: make("path", "line", "heldout"),
    trainingDots: make("path", "dots", "training"),
    heldOutDots: make("path", "dots", "heldout"),
    trainingName: make("text", "name", "training"),
    heldOutName: make("text", "name", "heldout"),
  };
  return {
    draw(numbers) {
      given = numbers;
      redraw();
    },
  };
}

function drawAll(marks, { visited, at, last, ticks, across }, { wide, tall }) {
  const bottom = tall - EDGE.bottom;
  const x = (where) => EDGE.left + (where / last) * (wide - EDGE.left - EDGE.right);
  const y = (share) => bottom - (Math.min(share, TOP) / TOP) * (bottom - EDGE.top);
  const series = (name) => visited.map((each) => ({ at: each.at, x: x(each.at), y: y(each[name]) }));
  drawScale(marks.scale, { x, y, bottom, wide, tall, ticks, across });
  setAll(marks.axes, { d: `M${EDGE.left},${EDGE.top - 8}V${bottom}H${wide - EDGE.right}` });
  setAll(marks.now, { d: `M${x(at)},${EDGE.top - 8}V${bottom}` });
  for (const name of ["training", "heldOut"]) {
    setAll(marks[name], { d: connected(series(name)) });
    setAll(marks[`${name}Dots`], { d: series(name).map((dot) => shapeOf(name, dot)).join("") });
  }
  const here = visited.find((each) => each.at === at);
  if (here) drawNames(marks, here, wide);
}

/** Join the dots of places that are neighbours. */
const connected = (dots) => dots.map(({ at, x, y }, i) => `${i && dots[i - 1].at === at - 1 ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");

/** Return a dot: a square for training, a circle for what is held out. */
function shapeOf(name, { x, y }) {
  if (name === "training") return `M${x - 2.5},${y - 2.5}h5v5h-5Z`;
  return `M${x - 3},${y}a3,3 0 1,0 6,0a3,3 0 1,0 -6,0Z`;
}

/** Write the two numbers above the picture, where no line comes. */
function drawNames({ trainingName, heldOutName }, { training, heldOut }, wide) {
  trainingName.textContent = `training ${percent(training)}`;
  heldOutName.textContent = `held out ${percent(heldOut)}`;
  setAll(heldOutName, { x: wide - EDGE.right, y: EDGE.top - 16, "text-anchor": "end" });
  setAll(trainingName, { x: wide - EDGE.right - ROOM, y: EDGE.top - 16, "text-anchor": "end" });
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

function drawScale(group, { x, y, bottom, wide, tall, ticks, across }) {
  group.replaceChildren();
  const write = (text, at, anchor = "middle") => {
    svgElement(group, "text", { x: at[0], y: at[1], "text-anchor": anchor }).textContent = text;
  };
  for (const [where, text] of ticks) write(text, [x(where), bottom + 17]);
  for (const share of [0, 0.25, 0.5]) write(`${100 * share} %`, [EDGE.left - 6, y(share) + 4], "end");
  write(across, [(EDGE.left + wide - EDGE.right) / 2, tall - 8]);
  write("mistakes", [2, EDGE.top - 16], "start");
}
