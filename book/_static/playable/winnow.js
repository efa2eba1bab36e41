/**
 * Figure 8: Winnow, the reader choosing the next update; beside it the race of the proof, below it the experts' shares.
 *
 *     points     [{ x, y }, ...]
 *     order      updates made
 *     epsilon    how bold a step is; a new choice of points begins with their gamma_W
 *     preset     the name of the points, or null when they have been changed
 *     own        whether every update was the reader's choice and none the adversary's
 */

import { button, playButton, sentence, slider, toolbar } from "./controls.js";
import { pointEditing } from "./editing.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { memory, panel, publish, shown } from "./panel.js";
import { pointLayer } from "./points.js";
import { winnowView } from "./winnow_view.js";

const [SMALLEST, LARGEST] = [0.01, 0.99]; // epsilon
const MOST_POINTS = 12;
const MOST_UPDATES = 300; // of the adversary, where no run has to end
const PACE = 1600; // milliseconds between two updates of the adversary
const PRESETS = {
  "five points": { rows: [[-0.5, -1, 1], [2, 2.5, 1], [-2, 1.5, -1], [-1.5, -1.5, -1], [-0.5, 0.5, 1]], target: 14 },
  "six points": { rows: [[2, 0.5, 1], [0.5, 1.5, 1], [1.5, 2.5, 1], [-1, 1.5, -1], [-0.5, -1, -1], [1, -2, -1]], target: 5 },
  "one feature decides": { rows: [[2, 2, 1], [2, -2, 1], [1.5, -2.5, 1], [-2, 2, -1], [-1.5, 2.5, -1], [-2, -2, -1]], always: 2 },
  "a narrow margin": { rows: [[2, 1, 1], [2.5, 1.5, -1], [-1, -0.5, -1], [-1, -1.5, 1]], target: 25 },
  "the numbers 2 and 3": { rows: [[2, 0, -1], [3, 0, 1]], always: 29 },
  "no line separates": { rows: [[1.5, 1.5, 1], [-1.5, 1.5, -1], [-1.5, -1.5, 1], [1.5, -1.5, -1]] },
};

const normalizedOf = (points) => maths.normalized(points.map(({ x }) => x), points.map(({ y }) => y));
const bestEpsilon = (points) => Math.min(Math.max(maths.bestWinnow(normalizedOf(points)).margin, SMALLEST), LARGEST);
const shownEpsilon = (epsilon) => shown(Number(epsilon.toPrecision(3)));
const lookahead = (points) => (points.length <= 6 ? 12 : 5); // less among many points, so that it answers at once

function begin(preset) {
  const points = PRESETS[preset].rows.map(([p, q, y]) => ({ x: [p, q], y }));
  return { points, preset, order: [], own: true, epsilon: bestEpsilon(points) };
}

export default function winnow(root, still) {
  const app = panel(root, still, "Winnow, and the race of its proof");
  app.classList.add("playable-winnow");
  const view = winnowView(app, zoom);
  const says = sentence(app);
  const state = memory(begin("five points"), draw);
  const records = record("winnow");
  let now = null; // the numbers of the state that is drawn
  let [history, A] = [null, null];
  let whole = true; // whether all of the race is in view

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
    onPoints: (points, how) => leave(() => edit({ points, preset: null, ...(how === "remove" ? { order: [] } : {}) })),
    onToggle: () => leave(drawPoints),
    onSelect: drawPoints,
    focus: (i) => layer.focus(i),
  });
  const tuning = toolbar(editing.box, "Epsilon");
  const look = { text: "ε", low: SMALLEST, high: LARGEST, value: state.now.epsilon, log: true, show: shownEpsilon };
  const step = slider(tuning, look, (epsilon) => leave(() => edit({ epsilon }, "epsilon")));
  const tuned = button(tuning, "ε = γ", () => leave(() => edit({ epsilon: bestEpsilon(state.now.points) })));
  draw(state.now);

  /** Do what the reader wants; the adversary pauses. */
  function leave(act) {
    play.stop();
    act();
  }

  function startAgain() {
    state.change({ order: [], own: true });
  }

  function choose(i) {
    play.stop();
    if (now.mistakes.includes(i)) return update(i, state.now.own);
    says.say(`Point ${i + 1} is classified correctly: w·a = ${shown(maths.dot(now.w, A[i]))}. Choose a ringed point.`);
  }

  function update(i, own) {
    whole = false;
    state.change({ order: [...state.now.order, i], own });
  }

  /** Make the adversary's next update; return whether another can follow. */
  function letAdversaryChoose() {
    if (!now.mistakes.length || now.k >= MOST_UPDATES) return false;
    const { points, epsilon } = state.now;
    update(maths.winnowAdversary(history.at(-1).logs, A, epsilon, lookahead(points)), false);
    return now.mistakes.length > 0;
  }

  function zoom() {
    if (now.bound === null) return;
    whole = !whole;
    drawRun();
  }

  /** Take new points or a new epsilon; updates that are no longer of misclassified points are taken back. */
  function edit(part, merge = null) {
    const { points, order, epsilon } = { ...state.now, ...part };
    state.change({ ...part, order: maths.playableWinnow(order, normalizedOf(points), epsilon) }, merge);
  }

  function movePoint(i, x, merge) {
    edit({ points: state.now.points.map((point, j) => (j === i ? { ...point, x } : point)), preset: null }, merge);
  }

  function draw({ points, order, epsilon, preset, own }) {
    A = normalizedOf(points);
    now = maths.winnowState(A, order, epsilon);
    history = maths.winnowHistory(order, A, epsilon, now.best ?? maths.zeros(3));
    if (!order.length) whole = true;
    const best = Math.abs(epsilon - bestEpsilon(points)) < 1e-9;
    if (own && preset && best) records.note(preset, order.length);
    drawPoints();
    drawRun();
    says.say(verdict(now));
    drawGoal(aim, best ? preset : null, records);
    step.set(epsilon);
    back.enable(state.canUndo);
    again.enable(order.length > 0);
    tuned.enable(now.best !== null && !best);
    publish(root, published(now, state.now));
  }

  function drawPoints() {
    const drawn = state.now.points.map(({ x, y }, i) => shownPoint(x, y, i, now, A));
    editing.draw();
    layer.set(drawn, editing.selected, editing.open);
  }

  function drawRun() {
    view.show({ ...state.now, A, history, now, whole, end: endOf(now) });
  }
}

function shownPoint(x, y, i, { w, mistakes }, A) {
  const marked = mistakes.includes(i);
  return { x, y, marked, note: `${marked ? "misclassified" : "classified correctly"}, w·a = ${shown(maths.dot(w, A[i]))}` };
}

const wholePart = (bound) => Math.floor(bound + 1e-9);

const endOf = ({ bound }) => (bound === null ? "nothing is promised" : `no room after ${wholePart(bound)} updates`);

function drawGoal(aim, preset, records) {
  if (!preset) return aim.set("Your own points or ε: no record.");
  const { target, always } = PRESETS[preset];
  if (always) return aim.set(`Every run takes ${always} updates.`);
  if (!target) return aim.set("No run on these points ever ends.");
  const best = records.best(preset);
  aim.set(`Make it take ${target} updates.`, best, best >= target);
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict(now) {
  const { k, best, logN, logPhi, least, promised, bound } = now;
  if (!k) return `At the start w = 0 and every point is misclassified. Choose one: ${promise(now)}`;
  const updates = `After ${k} update${k > 1 ? "s" : ""}`;
  if (!best) return `No line separates, so there is no [best mixture]{mixture} and nothing is promised. ${updates}, ${left(now)}`;
  if (bound === null) return `ε is above γ: nothing is promised, and the [best mixture]{mixture} may fall. ${updates}, ${left(now)}`;
  const sum = `the [sum of all weights]{sum} has ln Φ = ${logPhi.toFixed(2)} ≤ ${logN.toFixed(2)}`;
  const mixture = `the [best mixture]{mixture} ${least.toFixed(2)} ≥ ${promised.toFixed(2)}`;
  return `${updates}, ${sum}, ${mixture}; ${left(now)}`;
}

function promise({ best, bound }) {
  if (!best) return "no line separates them, so nothing is promised.";
  if (bound === null) return "ε is above γ, so nothing is promised.";
  return `you get at most ${wholePart(bound)} updates, whatever you do.`;
}

function left({ mistakes }) {
  if (!mistakes.length) return "no point is misclassified anymore.";
  if (mistakes.length > 1) return `${mistakes.length} points are misclassified.`;
  return `point ${mistakes[0] + 1} is misclassified.`;
}

function published({ k, epsilon, w, gamma, shares, logN, logPhi, least, promised, bound, mistakes, best }, state) {
  const counted = (indices) => indices.map((i) => i + 1);
  const points = state.points.map(({ x, y }) => [...x, y]);
  const sides = { logN, logPhi, least, promised, bound };
  const sets = { points, order: counted(state.order), mistakes: counted(mistakes), own: state.own };
  return { k, epsilon, w, gamma, shares, ...sides, ...sets, separable: best !== null, finished: mistakes.length === 0 };
}
