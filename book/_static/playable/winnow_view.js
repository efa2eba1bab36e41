/** A run of Winnow as it is seen: line, race and experts' shares, which move together when an update is made. */

import { expertBars } from "./expert_bars.js";
import { frame, setAll, svgElement } from "./frame.js";
import * as maths from "./mathematics.js";
import { between, motion, phase, pointBetween } from "./motion.js";
import { place } from "./panel.js";
import { changeBetween, inView, race } from "./race.js";

const EDGE = 3.5; // of the picture
const UPDATE = 1200; // milliseconds in which an update is shown
const ZOOM = 500;
const FORMER = 5; // lines that stay in view, faint
const PICTURE = "The points, the line w·x + b = 0 and the best one";
const RACE = "The sum of all weights and the best mixture against the number of updates";
const NAMES = { high: "all weights: ln Φ", low: "best mixture: Σ p ln v", across: "updates T" };
const TERMS = { high: "sum", ceiling: "sum", low: "mixture", floor: "mixture" };

/**
 * Return the view of a run: its `axes`, and `show({ points, order, A, epsilon, history, now, whole, end })`.
 *
 * `now` is what `winnowState` returns, `history` what `winnowHistory` does. onWhole: the reader wants the other view.
 */
export function winnowView(parent, onWhole) {
  const stage = place(parent, "stage");
  const range = { x: [-EDGE, EDGE], y: [-EDGE, EDGE] };
  const axes = frame(place(stage, "picture"), { label: PICTURE, ...range, numbers: false });
  const marks = drawn(axes);
  const contest = race(stage, { label: RACE, names: NAMES, terms: TERMS, onWhole });
  const experts = expertBars(parent, ["x₁", "x₂", "1"]);
  const moving = motion();
  let seen = { k: 0, n: 1 };
  let shown = null;

  function show(run) {
    const { order, now, history, whole } = run;
    const [from, to] = [seen, { k: order.length, n: inView(now.k, now.bound, whole) }];
    const change = changeBetween(shown, run);
    shown = run;
    contest.set(contestOf(run));
    contest.say(run.end, whole, now.bound !== null);
    drawBest(marks, now.best);
    moving.play({ update: UPDATE, zoom: ZOOM, other: 0 }[change], (t) => {
      const part = change === "update" ? phase(t, 0.55, 1) : phase(t, 0, 1);
      seen = { k: change === "update" ? to.k - 1 + part : to.k, n: between(from.n, to.n, part) };
      contest.show(seen.k, seen.n);
      const shares = change === "update" ? sharesDuring(run, t) : history.at(-1).shares;
      drawLines(marks, shares, history);
      drawChosen(marks.chosen, axes, change === "update" && t < 1 ? run.points[order.at(-1)].x : null, t);
      experts.set(expertsOf(run, shares, change === "update" && t < 1));
    });
  }

  return { axes, show };
}

/** The row multiplies each share; then all are divided by their sum, which has not grown. */
function sharesDuring({ history, order, A, epsilon }, t) {
  const [before, after] = history.slice(-2).map(({ shares }) => shares);
  const weights = maths.multiplied(before, A[order.at(-1)], epsilon);
  return pointBetween(pointBetween(before, weights, phase(t, 0.25, 0.6)), after, phase(t, 0.7, 1));
}

function expertsOf({ history, order, A, epsilon, now }, shares, adding) {
  const row = order.length ? A[order.at(-1)] : null;
  const factors = adding ? maths.doubled(row).map((entry) => 1 + epsilon * entry) : null;
  const former = history.slice(0, -1).map((moment) => moment.shares);
  return { shares, mixture: now.best && now.mixture, former, row, factors };
}

function contestOf({ history, now: { logN, bound, best } }) {
  return {
    floor: bound === null ? null : (k) => (k * logN) / bound,
    ceiling: () => logN,
    low: best ? history.map(({ least }) => least) : [],
    high: history.map(({ logPhi }) => logPhi),
    end: bound,
    gap: true,
  };
}

function drawn(axes) {
  return {
    side: axes.band("side"),
    former: Array.from({ length: FORMER }, () => axes.plane("former-line")),
    best: axes.plane("best", "mixture"),
    bestName: axes.words("note", "mixture"),
    line: axes.plane("line"),
    chosen: svgElement(axes.layers.lines, "circle", { class: "playable-chosen" }),
  };
}

/** Return the plane of a vector of three entries, or null where it is no line in the picture. */
const planeOf = (w) => (w && Math.hypot(w[0], w[1]) > 1e-12 ? { w: w.slice(0, 2), b: w[2] } : null);

function drawLines({ side, line, former }, shares, history) {
  const plane = planeOf(maths.undoubled(shares));
  side.set(plane, 0, Infinity);
  line.set(plane);
  former.forEach((mark, age) => {
    const moment = history.at(-2 - age);
    mark.set(moment ? planeOf(maths.undoubled(moment.shares)) : null);
    mark.element.style.opacity = 0.3 - 0.05 * age;
  });
}

function drawBest({ best, bestName }, w) {
  const plane = planeOf(w);
  best.set(plane);
  bestName.set(plane && lowerEnd(plane), "best mixture");
}

/** Return where the line's name stands: beside its lower end in the picture. */
function lowerEnd({ w: [p, q], b }) {
  const square = p * p + q * q;
  const inside = EDGE - 0.3;
  const onLine = Array.from({ length: 141 }, (_, i) => (i - 70) / 10 / Math.sqrt(square));
  const places = onLine.map((t) => [(-b * p) / square - q * t, (-b * q) / square + p * t]);
  const seen = places.filter((place) => maths.largestEntry(place) < inside);
  if (!seen.length) return null;
  const [x, y] = seen.reduce((lowest, place) => (place[1] < lowest[1] ? place : lowest));
  return [Math.min(x + 0.15, EDGE - 2.1), y];
}

function drawChosen(mark, axes, at, t) {
  const [cx, cy] = at ? axes.toView(at) : [0, 0];
  setAll(mark, { cx, cy, r: at ? 14 + 22 * phase(t, 0, 0.5) : 0, opacity: 1 - phase(t, 0.2, 0.6) });
}
