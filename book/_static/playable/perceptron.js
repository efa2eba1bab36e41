/**
 * Figure 2: the perceptron, the reader choosing the next update, and beside it the race of Novikoff's two bounds.
 *
 *     points    [{ x, y }, ...]
 *     order     updates made, so that w is the sum of their signed points
 *     claim     { u, gamma } of the best plane through the origin; where there is none anymore, of the last there was
 *     preset    the name of the points, or null when they have been changed
 *     own       whether every update was the reader's choice and none the adversary's
 *     mine      how many updates the reader chose before the adversary went on
 *     folded    whether the signed points are shown
 */

import { button, checkbox, playButton, sentence, toolbar } from "./controls.js";
import { pointEditing } from "./editing.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { memory, numbered, panel, publish, shown } from "./panel.js";
import { pointLayer } from "./points.js";
import { runView } from "./run_view.js";

const MOST_POINTS = 12;
const NOTHING = 1e-9;
const MOST_UPDATES = 100; // of the adversary, where no run has to end
const PACE = 1400; // milliseconds between two updates of the adversary
const FIVE = [[2.5, 1.5, 1], [0, 2.5, 1], [-2.5, 0, -1], [-1, 2.5, -1], [-1, 1.5, -1]];
const THREE = [[2, 1, 1], [-1, 1, -1], [-1, 2, 1]];
const SIX = [[0.5, 1.5, 1], [2.5, -0.5, 1], [-2, 1.5, 1], [-2, -1.5, -1], [0, -2, -1], [1.5, -1.5, -1]];
const NARROW = [[2, 0.5, 1], [2, 0.9, -1], [-1, -0.1, -1], [0.4, -0.6, 1]];
const PRESETS = {
  "five points": { rows: FIVE, target: 15 },
  "three points": { rows: THREE, target: 13 },
  "six points": { rows: SIX, target: 10 },
  "a narrow margin": { rows: NARROW, target: 25 },
  "no line separates": { rows: [...THREE, [1, -2.5, 1]], target: null },
};

const pointsOf = (rows) => rows.map(([p, q, y]) => ({ x: [p, q], y }));
const signedOf = (points) => maths.signed(points.map(({ x }) => x), points.map(({ y }) => y));

/** Return how far the adversary looks ahead: less far among many points, so that it answers at once. */
const lookahead = (points) => (points.length <= 5 ? 16 : 5);

/** Return the best plane's { u, gamma }, or the claim made before where no plane separates the points. */
function claimOn(points, before = null) {
  const { plane, margin } = maths.separate(points.map(({ x }) => x), points.map(({ y }) => y), false);
  return plane ? { u: plane.w, gamma: margin } : before;
}

function begin(preset) {
  const points = pointsOf(PRESETS[preset].rows);
  return { points, preset, order: [], own: true, mine: 0, claim: claimOn(points, claimOn(pointsOf(THREE))), folded: false };
}

export default function perceptron(root, still) {
  const app = panel(root, still, "The perceptron, and the race of the two bounds");
  const view = runView(app, zoom);
  const says = sentence(app);
  const state = memory(begin("five points"), draw);
  const records = record("perceptron");
  let now = null; // the numbers of the state that is drawn
  let whole = true; // whether the crossing of the two bounds is in view

  const layer = pointLayer(view.axes, { onMove: movePoint, onChoose: choose, onSelect: (i) => editing.select(i), onKey: (i, key) => editing.press(i, key) });
  const playing = toolbar(app, "Updates");
  const play = playButton(playing, "Watch an adversary", { pace: PACE, step: letAdversaryChoose, prepare: () => now.mistakes.length || startAgain() });
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const again = button(playing, "Start again", () => leave(startAgain));
  const aim = goal(playing);
  const editing = pointEditing(app, {
    points: () => state.now.points,
    most: MOST_POINTS,
    presets: Object.keys(PRESETS),
    onPreset: (preset) => leave(() => state.reset(begin(preset))),
    onPoints: (points, how) => leave(() => takePoints(points, how === "remove" ? [] : state.now.order)),
    onToggle: () => leave(drawPoints),
    onSelect: drawPoints,
    focus: (i) => layer.focus(i),
  });
  const folding = checkbox(editing.row, "signed points z = y x", (folded) => state.change({ folded }));
  draw(state.now);

  /** Do what the reader wants; the adversary pauses. */
  function leave(act) {
    play.stop();
    act();
  }

  function startAgain() {
    state.change({ order: [], own: true, mine: 0 });
  }

  function choose(i) {
    play.stop();
    if (now.mistakes.includes(i)) return update(i, state.now.own);
    const side = shown(maths.dot(now.w, now.Z[i]));
    says.say(`Point ${i + 1} is classified correctly: w·z = ${side}. Choose a ringed point.`);
  }

  function update(i, own) {
    const order = [...state.now.order, i];
    state.change({ order, own, mine: own ? order.length : state.now.mine });
  }

  /** Make the adversary's next update; return whether another can follow. */
  function letAdversaryChoose() {
    if (!now.mistakes.length || now.k >= MOST_UPDATES) return false;
    update(maths.adversary(now.w, now.Z, lookahead(state.now.points)), false);
    return now.mistakes.length > 0;
  }

  function zoom() {
    if (!now.separable) return;
    whole = !whole;
    drawRun();
  }

  /** Take new points; updates that are no longer of misclassified points are taken back. */
  function takePoints(points, order, merge = null) {
    const kept = maths.playableOrder(order, signedOf(points));
    state.change({ points, claim: claimOn(points, state.now.claim), preset: null, order: kept }, merge);
  }

  function movePoint(i, at, merge) {
    const x = maths.scale(folded(i), at);
    takePoints(state.now.points.map((point, j) => (j === i ? { ...point, x } : point)), state.now.order, merge);
  }

  /** Return what a point is multiplied by in the picture: -1 for a folded point of class -1. */
  function folded(i) {
    return state.now.folded ? state.now.points[i].y : 1;
  }

  function draw({ points, order, claim, preset, own, mine, folded: fold }) {
    now = maths.novikoffState(signedOf(points), order, claim);
    if (own && preset) records.note(preset, order.length);
    drawPoints();
    drawRun();
    const yours = Math.min(mine, order.length);
    says.say(verdict(now, own ? 0 : yours));
    drawGoal(aim, preset, records);
    back.enable(state.canUndo);
    again.enable(order.length > 0);
    play.rename(yours && now.mistakes.length ? "Adversary from here" : "Watch an adversary");
    folding.set(fold);
    publish(root, published(now, state.now));
  }

  function drawPoints() {
    const { points, folded: fold } = state.now;
    const drawn = points.map(({ x, y }, i) => shownPoint(x, y, i, now, fold));
    editing.draw();
    layer.set(drawn, editing.selected, editing.open);
  }

  function drawRun() {
    const { points, order, folded: fold } = state.now;
    const claim = { ...state.now.claim, holds: now.separable };
    view.show({ points, order, claim, now, whole, closest: closestPoint(points, fold, now), end: endOf(now) });
  }
}

function shownPoint(x, y, i, { w, Z, mistakes }, folded) {
  const marked = mistakes.includes(i);
  const side = `w·z = ${shown(maths.dot(w, Z[i]))}`;
  return { x: folded ? Z[i] : x, y, marked, note: `${marked ? "misclassified" : "classified correctly"}, ${side}` };
}

/** Return the drawn point that is closest to the best line. */
function closestPoint(points, folded, { Z, u }) {
  const i = maths.smallest(Z.map((z) => maths.dot(z, u)));
  return folded ? Z[i] : points[i].x;
}

const wholePart = (bound) => Math.floor(bound + 1e-9);

function endOf({ separable, bound }) {
  return separable ? `no room after ${wholePart(bound)} updates` : "no line separates: no end";
}

function drawGoal(aim, preset, records) {
  if (!preset) return aim.set("Your own points: no record is kept.");
  const { target } = PRESETS[preset];
  if (!target) return aim.set("Which of the two bounds breaks?");
  const best = records.best(preset);
  aim.set(`Make it last ${target} updates.`, best, best >= target);
}

/** Return the sentence. The words in brackets light up what they name. The first `mine` updates were not the adversary's. */
function verdict({ k, mistakes, separable, along, lower, size, upper, bound }, mine) {
  if (!k) return `At [w]{w} = 0 every point is misclassified. Choose one: ${promise(separable, bound)}`;
  const updates = `After ${k} update${k > 1 ? "s" : ""}`;
  const length = `${size.toFixed(2)} ≤ √${k} R = ${upper.toFixed(2)}`;
  const shadow = `${written(along)} ${along < lower - NOTHING ? "<" : "≥"} ${k}[γ]{gamma} = ${lower.toFixed(2)}`;
  if (!separable) return `${updates} the [length]{w} is ${length}, and the [shadow]{u} on the old u is ${shadow}. No line separates.`;
  const yours = mine ? `, ${mine} of them yours` : "";
  if (!mistakes.length) return `Done after ${k} updates${yours}: no point is misclassified. The [shadow]{u} and the [length]{w} left room for ${wholePart(bound)}.`;
  return `${updates} the [shadow]{u} of w is ${shadow}, and its [length]{w} is ${length}. ${left(mistakes)}`;
}

const written = (value) => value.toFixed(2).replace("-", "−");

function promise(separable, bound) {
  if (!separable) return "no line separates them, so no run ends.";
  return `you get at most ${wholePart(bound)} updates, whatever you do.`;
}

function left(mistakes) {
  if (!mistakes.length) return "No point is misclassified anymore.";
  if (mistakes.length > 1) return `Points ${numbered(mistakes)} are misclassified: choose one.`;
  return `Only point ${mistakes[0] + 1} is misclassified.`;
}

function published({ k, w, R, u, gamma, bound, lower, along, size, upper, separable, mistakes }, state) {
  const counted = (indices) => indices.map((i) => i + 1);
  const points = state.points.map(({ x, y }) => [...x, y]);
  const sets = { points, order: counted(state.order), mistakes: counted(mistakes), finished: mistakes.length === 0 };
  const sides = { lower, along, size, upper, bound: separable ? bound : null };
  return { k, w, R, u, gamma, separable, ...sides, ...sets, folded: state.folded, own: state.own };
}
