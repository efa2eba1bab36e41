/**
 * The race of two bounds: a number that has to stay above a floor and another below a ceiling, until there is no room.
 *
 *     floor, ceiling    the bounds after k steps, as functions of k
 *     low, high         what the two numbers were after 0, 1, 2, ... steps; low <= high; an empty low is not drawn
 *     end               the k at which floor and ceiling meet, or null
 *     moment            if given, { level, k }: a height that is marked, and the step at which it was reached, or null
 *     gap               whether the room that is left between the two numbers is drawn
 *
 * Without a floor nothing keeps the lower number up; the scale then reaches as far below 0 as it fell.
 *
 *     k, n              what is shown: steps made, perhaps halfway through one; and k at the right edge
 */

import { chart } from "./chart.js";
import { setAll, setText } from "./frame.js";
import { between } from "./motion.js";
import { place } from "./panel.js";

const EDGE = { left: 10, right: 12, top: 38, bottom: 24 }; // pixels
const FINE = 80; // points of a curve
const FEWEST = 8; // steps that are in view at least
const LETTER = 6.9; // pixels that a letter of a name takes

/** Return how many steps to have in view after k of them; all there can be, if `whole`. */
export function inView(k, end, whole) {
  const beyond = end === null ? Infinity : 1.06 * end;
  return whole && end !== null ? beyond : Math.min(Math.max(FEWEST, 1.35 * k), Math.max(beyond, 2));
}

/** Return what has happened between two runs: "update" if one has been added, "zoom" if none, or "other". */
export function changeBetween(before, { points, order, epsilon }) {
  if (before?.points !== points || before.epsilon !== epsilon) return "other";
  const more = order.length - before.order.length;
  return before.order.every((i, step) => i === order[step]) ? (["zoom", "update"][more] ?? "other") : "other";
}

/** Return a race: `set({ floor, ceiling, low, high, end })`, then `show(k, n)`. `names` are { low, high, across, moment }. */
export function race(parent, { label, names, terms, onWhole }) {
  let [given, at] = [null, null];
  const { box, make, redraw } = chart(parent, "race", label, (size) => given && at && drawRace(marks, given, at, size));
  const marks = drawn(make, names, terms);
  const end = place(box, "end", "button");
  end.type = "button";
  end.addEventListener("click", onWhole);
  return {
    set: (numbers) => (given = numbers),
    show(k, n) {
      at = { k, n };
      redraw();
    },
    /** Say where the race ends, and whether all of it is in view. */
    say(text, whole, possible) {
      setText(end, text);
      end.classList.toggle("playable-whole", whole);
      setAll(end, { "aria-pressed": whole, "aria-disabled": !possible });
    },
  };
}

function drawn(make, names, terms) {
  return {
    room: make("path", "room"),
    axes: make("path", "axes"),
    end: make("path", "end"),
    moment: make("path", "moment", terms.moment),
    ceiling: make("path", "bound", terms.ceiling),
    floor: make("path", "bound", terms.floor),
    gap: make("path", "gap"),
    high: make("path", "value", terms.high),
    low: make("path", "value", terms.low),
    highDot: make("circle", "dot", terms.high),
    lowDot: make("circle", "dot", terms.low),
    highName: make("text", "name", terms.ceiling, names.high),
    lowName: make("text", "name", terms.floor, names.low),
    momentName: make("text", "name", terms.moment, names.moment),
    across: make("text", "scale", "", names.across),
    last: make("text", "scale"),
  };
}

function drawRace(marks, given, { k, n }, size) {
  const [high, low] = [runUpTo(given.high, k), runUpTo(given.low, k)];
  const lowest = Math.min(0, ...[...high, ...low].map(([, value]) => 1.1 * value));
  const top = Math.max(given.ceiling(n), given.high[Math.min(Math.floor(k), given.high.length - 1)]);
  const scales = scalesOf([lowest, top], n, size);
  drawBounds(marks, given, n, scales);
  if (given.moment) drawMoment(marks, given.moment, n, scales);
  setAll(marks.gap, { d: given.gap && low.length ? scales.line([high.at(-1), low.at(-1)]) : "" });
  drawRun(marks.high, marks.highDot, high, scales);
  drawRun(marks.low, marks.lowDot, low, scales);
  drawNames(marks, given, n, scales, low);
  drawScale(marks, n, scales.x, size.tall - 7);
}

function scalesOf([low, top], n, { wide, tall }) {
  const bottom = tall - EDGE.bottom;
  const x = (step) => EDGE.left + (step / n) * (wide - EDGE.left - EDGE.right);
  const y = (value) => bottom - ((value - low) / (1.03 * top - low || 1)) * (bottom - EDGE.top);
  const at = ([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`;
  const line = (points) => `M${points.map(at).join("L")}`;
  return { x, y, line, bottom, right: wide - EDGE.right };
}

function drawBounds({ room, axes, end: mark, ceiling, floor }, given, n, { x, line, bottom, right }) {
  const steps = Array.from({ length: FINE + 1 }, (_, i) => (i / FINE) ** 2); // close together where a root is steep
  const upTo = (last, f) => steps.map((part) => [last * part, f(last * part)]);
  const end = given.end ?? Infinity;
  const closing = () => [...upTo(Math.min(end, n), given.ceiling), ...upTo(Math.min(end, n), given.floor).reverse()];
  setAll(room, { d: given.floor ? `${line(closing())}Z` : "" });
  setAll(axes, { d: `M${EDGE.left},${EDGE.top}V${bottom}H${right}` });
  setAll(mark, { d: end <= n ? `M${x(end)},${EDGE.top - 8}V${bottom}` : "" });
  setAll(ceiling, { d: line(upTo(n, given.ceiling)) });
  setAll(floor, { d: given.floor ? line(upTo(n, given.floor)) : "" });
}

/** Draw the height that is marked, up to the step at which it was reached, and from there down. */
function drawMoment({ moment, momentName }, { level, k }, n, { x, y, bottom }) {
  const last = Math.min(k ?? n, n);
  setAll(moment, { d: `M${EDGE.left},${y(level)}H${x(last)}${k === null || k > n ? "" : `V${bottom}`}` });
  setAll(momentName, { x: EDGE.left + 5, y: y(level) + 15 });
}

function drawRun(path, dot, made, { x, y, line }) {
  const [step, value] = made.at(-1) ?? [0, 0];
  setAll(path, { d: made.length > 1 ? line(made) : "" });
  setAll(dot, { cx: x(step), cy: y(value), r: made.length > 1 ? 5 : 0 });
}

function drawNames({ highName, lowName }, { floor, ceiling, end }, n, { x, y, bottom }, low) {
  const left = 0.42 * n;
  const right = Math.min(0.98 * n, 0.97 * (end ?? n));
  const begins = right - (LETTER * lowName.textContent.length * n) / (x(n) - x(0));
  setAll(highName, { x: x(left) - 6, y: y(ceiling(left)) - 8, "text-anchor": "end" });
  const height = floor ? lowNameAt(floor, begins, n, y, bottom, low) : offTheRun(low, begins, y, bottom);
  setAll(lowName, { x: x(right), y: height, "text-anchor": "end" });
  lowName.style.display = floor || low.length ? "" : "none";
}

/** Return the height of the floor's name: below the line where there is room, or else above it and the run. */
function lowNameAt(floor, begins, n, y, bottom, run) {
  const below = y(floor(begins)) + 18;
  return below < bottom - 4 ? below : Math.min(y(floor(n)) - 8, ...heightsBeside(run, begins, y).map((height) => height - 12));
}

/** Return the heights of the part of a run that is beside its name. */
function heightsBeside(run, begins, y) {
  const beside = run.filter(([step], i) => step >= begins || (i === run.length - 1 ? step > 0 : run[i + 1][0] >= begins));
  return beside.map(([, value]) => y(value));
}

/** Return the height of a run's name: below the part of the run beside it where there is room, or else above it. */
function offTheRun(run, begins, y, bottom) {
  const heights = heightsBeside(run, begins, y);
  const below = Math.max(...heights) + 18;
  return heights.length && below < bottom - 4 ? below : Math.min(...heights, bottom + 6) - 12;
}

function drawScale({ across, last }, n, x, y) {
  const whole = n < 20 ? Math.floor(n) : 5 * Math.floor(n / 5);
  setAll(last, { x: x(whole), y, "text-anchor": whole > 0.95 * n ? "end" : "middle" });
  setText(last, whole);
  setAll(across, { x: x(n / 2), y, "text-anchor": "middle" });
}

/** Return [step, value] of each whole step up to k, and of k itself. */
function runUpTo(values, k) {
  const whole = Math.min(Math.floor(k), values.length - 1);
  const made = values.slice(0, whole + 1).map((value, step) => [step, value]);
  if (k > whole && whole + 1 < values.length) made.push([k, between(values[whole], values[whole + 1], k - whole)]);
  return made;
}
