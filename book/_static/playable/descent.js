/**
 * Figure 9: stochastic subgradient descent. Left the plane of w, with contours of F, the path and its average; right the
 * points, the one that was drawn, and the line of w.
 *
 *     order     the points drawn, one for each step
 *     sizes     the step sizes eta_t made with them
 *     factor    where the slider is: the step size, or what the theorem's is multiplied by
 *     shrink    whether the steps shrink as in the theorem
 *     seed      of the draws: the same ones come again after "Start again"
 *     own       whether the reader has chosen a point; then no record is kept
 */

import { button, checkbox, choice, fold, playButton, sentence, slider, toolbar } from "./controls.js";
import { frame, setAll, svgElement } from "./frame.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { motion, phase, pointBetween } from "./motion.js";
import { memory, panel, place, publish, shown } from "./panel.js";
import { pointLayer } from "./points.js";

const MU = 0.5;
const MOST_STEPS = 300;
const CLOSE = 0.01; // of the least F: where the goal is reached
const PACE = 260; // milliseconds between two steps of a run
const [SINGLE, RUNNING] = [1100, 200]; // milliseconds in which a step is shown
const TRAIL = 60; // steps of the path that are drawn
const LEVELS = [0.02, 0.08, 0.2, 0.4, 0.7, 1.1, 1.7]; // of the contours, above the least F, in parts of it
const PRESETS = {
  "eight points": [[1.8, 0.3, 1], [0.9, 0.4, 1], [1.5, -0.2, 1], [-0.4, 0.4, 1], [-1.7, -0.1, -1], [-0.9, -0.4, -1], [-1.3, 0.3, -1], [0.4, -0.4, -1]],
  "classes apart": [[1.6, 0.9, 1], [0.7, 1.2, 1], [1.2, 0.2, 1], [0.3, 0.7, 1], [-1.5, -0.3, -1], [-0.4, -0.9, -1], [-1.1, -0.8, -1], [-0.9, 0.2, -1]],
  "classes that overlap": [[1.9, 0.3, 1], [1.4, -0.2, 1], [-0.6, 0.4, 1], [0.3, 0.3, 1], [-1.8, 0.1, -1], [-1.2, -0.3, -1], [0.7, -0.4, -1], [-0.3, -0.2, -1]],
};
const [W_PLANE, DATA] = [{ x: [-1.2, 3], y: [-1.4, 1.4] }, { x: [-2.4, 2.4], y: [-1.6, 1.6] }];
const STAR = "M0,-11L2.6,-3.6L10.5,-3.4L4.2,1.4L6.5,8.9L0,4.4L-6.5,8.9L-4.2,1.4L-10.5,-3.4L-2.6,-3.6Z";
const NEXT_TO = 0.2; // from a mark to its name

const begin = (preset, seed = 2) => ({ preset, seed, order: [], sizes: [], factor: 1, shrink: true, own: false });

/** Return what does not change while a set of points is shown: points, signed points, and where F is least. */
function landscape(preset) {
  const points = PRESETS[preset].map(([p, q, y]) => ({ x: [p, q], y }));
  const Z = maths.signed(points.map(({ x }) => x), points.map(({ y }) => y));
  const best = maths.leastMeanHinge(Z, MU);
  return { preset, points, Z, best, least: maths.meanHinge(best, Z, MU) };
}

/** Return the path of a run, its averages, and how far above the least F it is, in parts of that. */
function numbersOf({ Z, least }, { order, sizes }) {
  const path = maths.descentPath(Z, order, sizes, MU);
  const averages = maths.descentAverages(path);
  const above = (w) => maths.meanHinge(w, Z, MU) / least - 1;
  const [w, average] = [path.at(-1), averages.at(-1) ?? path[0]];
  const first = averages.findIndex((each) => above(each) <= CLOSE);
  return { path, averages, w, average, above: above(w), averageAbove: above(average), reached: first < 0 ? null : first + 1 };
}

export default function descent(root, still) {
  const app = panel(root, still, "Descent, one point at a time");
  const stage = place(app, "stage");
  const ground = groundOf(frame(place(stage, "picture"), { label: "The plane of w", axes: ["w₁", "w₂"], numbers: false, ...W_PLANE }));
  const axes = frame(place(stage, "picture"), { label: "The points and the line of w", axes: ["x₁", "x₂"], numbers: false, ...DATA });
  const data = dataOf(axes);
  const says = sentence(app);
  const state = memory(begin("eight points"), draw);
  const records = record("descent");
  const moving = motion();
  let land = landscape("eight points");
  let now = null; // the numbers of the state that is drawn
  let seen = 0; // steps of the state that was drawn before

  const layer = pointLayer(axes, { onMove: () => {}, onChoose: choose });
  const sizing = toolbar(app, "Step size");
  const look = { text: "step size", low: 0.05, high: 3, value: 1, log: true, show: (c) => shownSize(c, state.now.shrink) };
  const size = slider(sizing, look, (factor) => state.change({ factor }, "factor"));
  const shrinking = checkbox(sizing, "shrinking steps", (shrink) => state.change({ shrink }));
  const playing = toolbar(app, "Steps");
  const run = playButton(playing, "Run", { pace: PACE, step: drawOne, prepare: () => state.now.order.length >= MOST_STEPS && startAgain() });
  const one = button(playing, "Step", () => leave(drawOne));
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const again = button(playing, "Start again", () => leave(startAgain));
  const aim = goal(playing);
  const changing = fold(app, "Change the points or the draws", () => {});
  const row = toolbar(changing.box, "Points and draws");
  const points = choice(row, "Points:", Object.keys(PRESETS), (preset) => leave(() => state.reset({ ...begin(preset), ...kept() })));
  button(row, "Other draws", () => leave(() => state.change({ seed: state.now.seed + 1, order: [], sizes: [], own: false })));
  draw(state.now);

  /** Do what the reader wants; the run pauses. */
  function leave(act) {
    run.stop();
    act();
  }

  function kept() {
    const { factor, shrink } = state.now;
    return { factor, shrink };
  }

  function startAgain() {
    state.change({ order: [], sizes: [], own: false });
  }

  function choose(i) {
    leave(() => step(i, true));
  }

  /** Make a step with the point of the next draw; return whether another can follow. */
  function drawOne() {
    const { seed, order, own } = state.now;
    return step(maths.drawnPoint(seed, order.length + 1, land.points.length), own);
  }

  function step(i, own) {
    const { order, sizes, factor, shrink } = state.now;
    if (order.length >= MOST_STEPS) return false;
    const before = now.reached;
    const eta = shrink ? factor * maths.shrinkingStep(MU, order.length + 1) : factor;
    state.change({ order: [...order, i], sizes: [...sizes, eta], own });
    return state.now.order.length < MOST_STEPS && (before !== null || now.reached === null);
  }

  function draw(given) {
    if (given.preset !== land.preset) land = landscape(given.preset);
    now = numbersOf(land, given);
    const { order, sizes } = given;
    const forward = order.length === seen + 1;
    seen = order.length;
    if (!given.own && now.reached) records.note(placeOf(given), MOST_STEPS + 1 - now.reached);
    ground.land(land);
    moving.play(forward ? (run.running ? RUNNING : SINGLE) : 0, (t) => {
      const last = order.length ? lastStep(now.path, land.points[order.at(-1)], land.Z[order.at(-1)], sizes.at(-1), t) : null;
      const w = last ? last.w : now.w;
      ground.set(now, w, last);
      data.set(w, last);
    });
    layer.set(land.points.map(({ x, y }, i) => ({ x, y, ...markOf(land.Z[i], now.w) })), order.at(-1) ?? null, false);
    says.say(verdict(now, given, land));
    showGoal(aim, given, records);
    size.set(given.factor);
    shrinking.set(given.shrink);
    points.set(given.preset);
    one.enable(order.length < MOST_STEPS);
    back.enable(state.canUndo);
    again.enable(order.length > 0);
    publish(root, published(now, given, land));
  }
}

const placeOf = ({ preset, seed }) => `${preset}, draws ${seed}`;

const shownSize = (c, shrink) => (shrink ? (c === 1 ? "2/(μ(t+1))" : `${shown(Number(c.toPrecision(2)))} × 2/(μ(t+1))`) : `η = ${shown(Number(c.toPrecision(2)))}`);

const markOf = (z, w) => {
  const marked = maths.pulls(w, z);
  return { marked, note: `${marked ? "would pull" : "would not pull"}, y f = ${shown(maths.dot(w, z))}` };
};

/** Return the last step, shown up to time t: first w shrinks, then it moves along the signed point, if that pulls. */
function lastStep(path, { y }, z, eta, t) {
  const [from, to] = path.slice(-2);
  const shrunk = maths.scale(1 - eta * MU, from);
  const pulling = maths.pulls(from, z);
  const [first, second] = [phase(t, 0.2, pulling ? 0.55 : 1), phase(t, 0.6, 1)];
  const w = second ? pointBetween(shrunk, to, pulling ? second : 1) : pointBetween(from, shrunk, first);
  return { from, shrunk, to, z, y, pulling, w, drawn: pulling ? second : 0 };
}


/** Return the plane of w: `land(...)` draws contours and minimizer, `set(now, w, last)` path, average and last step. */
function groundOf(axes) {
  const contours = LEVELS.map(() => axes.curve("contour"));
  const marks = {
    trail: axes.curve("descent-trail", "w"),
    averages: axes.curve("descent-average", "average"),
    shrink: axes.curve("drop"),
    pull: axes.arrow("z"),
    leastName: axes.words("note", "least"),
    wName: axes.words("name", "w"),
    averageName: axes.words("note", "average"),
  };
  const spot = (shape, name, term) => {
    const element = svgElement(axes.layers.points, "path", { d: shape, class: `playable-${name} term-${term}` });
    return ([p, q]) => setAll(element, { transform: `translate(${axes.toView([p, q]).map((entry) => entry.toFixed(2)).join(" ")})` });
  };
  const least = spot(STAR, "descent-least", "least");
  const average = spot("M-6,-6H6V6H-6Z", "descent-square", "average");
  const tip = spot("M-6.5,0a6.5,6.5 0 1,0 13,0a6.5,6.5 0 1,0 -13,0Z", "descent-dot", "w");
  let drawn = null;
  return {
    land(given) {
      if (given === drawn) return;
      drawn = given;
      contours.forEach((mark, k) => mark.set(maths.hingeContour(given.Z, MU, given.best, (1 + LEVELS[k]) * given.least)));
      least(given.best);
      marks.leastName.set([given.best[0] + NEXT_TO, given.best[1] + NEXT_TO / 2], "least F");
    },
    set(now, w, last) {
      const made = now.path.slice(0, -1);
      marks.trail.set(made.length ? [...made.slice(-TRAIL), w] : null);
      marks.averages.set(now.averages.length > 1 ? now.averages : null);
      marks.shrink.set(last ? [last.from, last.shrunk] : null);
      marks.pull.element.setAttribute("class", `playable-z ${last?.y > 0 ? "playable-of-plus" : "playable-of-minus"}`);
      marks.pull.set(last?.drawn ? last.shrunk : null, last && pointBetween(last.shrunk, last.to, last.drawn));
      average(now.average);
      tip(w);
      marks.wName.set([w[0] - NEXT_TO, w[1] + NEXT_TO], "w");
      marks.averageName.set(now.averages.length > 1 ? [now.average[0] - NEXT_TO / 2, now.average[1] - 1.4 * NEXT_TO] : null, "average");
    },
  };
}

/** Return the picture of the points: `set(w, last)` draws the line of w, its slab, w, and the point that pulls. */
function dataOf(axes) {
  const marks = {
    band: axes.band("slab"),
    edges: [axes.plane("edge"), axes.plane("edge")],
    line: axes.plane("line", "w"),
    w: axes.arrow("w", "w"),
    z: axes.arrow("z"),
  };
  return {
    set(w, last) {
      const plane = maths.length(w) > 1e-9 ? { w, b: 0 } : null;
      marks.band.set(plane, -1, 1);
      marks.edges.forEach((edge, k) => edge.set(plane, 2 * k - 1));
      marks.line.set(plane);
      marks.w.set(plane ? [0, 0] : null, w);
      marks.z.element.setAttribute("class", `playable-z ${last?.y > 0 ? "playable-of-plus" : "playable-of-minus"}`);
      marks.z.set(last?.pulling ? [0, 0] : null, last?.z);
    },
  };
}

function showGoal(aim, given, records) {
  const best = records.best(placeOf(given));
  const kept = given.own ? "Your own draws: no record is kept." : `Fewest steps: ${best ? `${MOST_STEPS + 1 - best} ✓` : "none yet"}.`;
  aim.set(`Bring the average within 1 % of the least F. ${kept}`);
}

const percent = (part) => `${part < 0.0995 ? (100 * Math.max(0, part)).toFixed(1) : Math.round(100 * part)} %`;

/** Return the sentence. The words in brackets light up what they name. */
function verdict(now, { order }, { Z }) {
  const T = order.length;
  if (!T) return "At [w]{w} = 0 every point pulls. Each step draws one. Press Run, or choose a ringed point yourself.";
  const before = maths.dot(now.path[T - 1], Z[order[T - 1]]);
  const pull = before < 1 ? `y f = ${before.toFixed(2)} < 1, so it pulls` : `y f = ${before.toFixed(2)} ≥ 1, so w only shrinks`;
  const above = `F is ${percent(now.above)} above the [least]{least} at [w]{w}, and ${percent(now.averageAbove)} at the [average]{average}`;
  return `Step ${T} drew point ${order[T - 1] + 1}: ${pull}. ${above}.`;
}

function published(now, { preset, order, sizes, factor, shrink, seed, own }, { points, best, least }) {
  const rows = points.map(({ x, y }) => [...x, y]);
  const far = { above: now.above, averageAbove: now.averageAbove, reached: now.reached };
  return { preset, mu: MU, points: rows, order, sizes, factor, shrink, seed, own, w: now.w, average: now.average, best, least, ...far };
}
