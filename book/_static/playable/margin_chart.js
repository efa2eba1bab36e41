/**
 * A chart of margins: for each direction of a line the largest margin that it can have, strong where the reader has been,
 * and the reader's own margin as a dot that is never above the curve.
 */

import { chart } from "./chart.js";
import { setAll } from "./frame.js";
import { normalAt } from "./line_ends.js";
import * as maths from "./mathematics.js";

export const DIRECTIONS = 180;

const EDGE = { left: 8, right: 8, top: 22, bottom: 24 }; // pixels
const BELOW = 0.7; // of what is above zero
const LABEL = "The margin of the line, against its direction";

/** Return which of the chart's directions an angle from -180 to 180 degrees belongs to. */
export const directionOf = (degrees) => Math.floor((((degrees + 540) % 360) / 360) * DIRECTIONS) % DIRECTIONS;

const middleAngle = (i) => ((i + 0.5) / DIRECTIONS) * 360 - 180;

/** Return a chart: `set({ now, seen, target })`, then `show(angle, margin)`. */
export function marginChart(parent) {
  let [given, at, curve] = [null, null, { points: null }];
  const { make, redraw } = chart(parent, "heights", LABEL, (size) => given && at && drawChart(marks, given, curve.values, at, size));
  const marks = drawn(make);
  return {
    set(state) {
      given = state;
      if (curve.points !== state.now.points) curve = { points: state.now.points, values: heights(state.now) };
    },
    show(angle, margin) {
      at = { angle, margin };
      redraw();
    },
  };
}

const heights = ({ X, y }) =>
  Array.from({ length: DIRECTIONS }, (_, i) => maths.middleLine(normalAt(middleAngle(i)), X, y)?.margin ?? null);

function drawn(make) {
  return {
    below: make("path", "below"),
    zero: make("path", "zero"),
    goal: make("path", "goal"),
    whole: make("path", "whole"),
    curve: make("path", "curve"),
    gain: make("path", "gain"),
    stem: make("path", "stem", "margin"),
    dot: make("circle", "dot", "margin"),
    up: make("text", "scale", "", "margin ↑"),
    nothing: make("text", "scale", "", "0"),
    across: make("text", "scale", "", "direction of the line →"),
    aim: make("text", "scale", "", "goal"),
    shift: make("text", "scale", "", "shift"),
    wrong: make("text", "scale", "", "misclassified"),
  };
}

function drawChart(marks, { now, seen, target }, values, { angle, margin }, { wide, tall }) {
  const high = 1.2 * (now.known.best?.margin ?? 0.8);
  const low = -BELOW * high;
  const [left, right, top, bottom] = [EDGE.left, wide - EDGE.right, EDGE.top, tall - EDGE.bottom];
  const x = (degrees) => left + ((degrees + 180) / 360) * (right - left);
  const y = (value) => bottom - ((Math.min(Math.max(value, low), high) - low) / (high - low)) * (bottom - top);
  const [here, zero] = [x(angle), y(0)];
  setAll(marks.below, { d: `M${left},${zero}H${right}V${bottom}H${left}Z` });
  setAll(marks.zero, { d: `M${left},${zero}H${right}` });
  setAll(marks.goal, { d: target ? `M${left},${y(target)}H${right}` : "" });
  setAll(marks.whole, { d: outline(values, everywhere, low, x, y) });
  setAll(marks.curve, { d: outline(values, seen, low, x, y) });
  setAll(marks.stem, { d: `M${here},${zero}V${y(margin)}` });
  drawGain(marks, values[directionOf(angle)], margin, here, y);
  setAll(marks.wrong, { x: left + 3, y: bottom - 6 });
  setAll(marks.dot, { cx: here, cy: y(margin), r: 6 });
  setAll(marks.up, { x: left, y: top - 8 });
  setAll(marks.nothing, { x: left + 3, y: zero - 5 });
  setAll(marks.across, { x: right, y: tall - 7, "text-anchor": "end" });
  setAll(marks.aim, { x: right - 3, y: y(target ?? 0) - 5, "text-anchor": "end", visibility: target ? "visible" : "hidden" });
}

const everywhere = Array(DIRECTIONS).fill(true);

/** Draw the way up to the curve: what a line of this direction gains by shifting. */
function drawGain({ gain, shift }, most, margin, here, y) {
  const far = most === null || most === undefined ? 0 : y(margin) - y(most);
  setAll(gain, { d: far > 8 ? `M${here},${y(margin)}V${y(most)}` : "" });
  setAll(shift, { x: here + 9, y: y(margin) - far / 2 + 4, visibility: far > 26 ? "visible" : "hidden" });
}

/** Return the path along the directions where the reader has been, as far as it is in view. */
function outline(values, seen, low, x, y) {
  const half = 180 / DIRECTIONS;
  const steps = values.map((value, i) => {
    if (value === null || !seen[i] || value < low) return "";
    const joined = i && seen[i - 1] && values[i - 1] >= low;
    const at = (degrees) => `${x(degrees).toFixed(1)},${y(value).toFixed(1)}`;
    return joined ? `L${at(middleAngle(i))}` : `M${at(middleAngle(i) - half)}L${at(middleAngle(i) + half)}`;
  });
  return steps.join("");
}
