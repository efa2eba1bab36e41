/**
 * Figure 5: multipliers set by hand, the plane that they make, and which condition of KKT fails at which point.
 *
 *     points    [{ x, y, alpha }, ...]
 *     w         sum of alpha y x, so stationarity in w always holds; b puts the plane halfway between the classes
 *     balance   sum of alpha y, which must be 0
 *     worth     dual value, a lower bound on the cost of every plane, if the multipliers balance
 */

import { button, choice, readout, sentence, slider, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish, shown, shownPoints, shownVector } from "./panel.js";
import { pointLayer } from "./points.js";

const STEP = 0.05; // of a multiplier, by slider or key
const MOST = 3;
const NEAR = 1e-6;
const OPENING = [0.3, 0.3, 0, 0, 0];
const PRESETS = {
  "five points": [[1, 1, 1], [-1, 1, -1], [2.5, 0.5, 1], [-2, -1.5, -1], [1.5, -2, 1]],
  "three hold the plane": [[-2, 2, 1], [0.5, -1, -1], [2, 1.5, 1], [-1.5, -2, -1], [2, -2.5, -1]],
  "four on the edge": [[1, 1, 1], [-1, 0, -1], [1, -1, 1], [1, 2, 1], [-2, -2, -1]],
};

const begin = (name) => ({ preset: name, points: PRESETS[name].map(([p, q, y], i) => ({ x: [p, q], y, alpha: OPENING[i] })) });
const split = (points) => [points.map(({ x }) => x), points.map(({ y }) => y), points.map(({ alpha }) => alpha)];

/** Return what the multipliers are worth, and at each point which conditions fail. */
function judged(points) {
  const [X, y, alpha] = split(points);
  const b = maths.halfwayBias(maths.normalOf(alpha, X, y), X, y);
  const found = maths.atMultipliers(alpha, X, y, Infinity, b, NEAR);
  const residuals = maths.kktResiduals({ ...found, alpha, slack: alpha.map(() => 0) }, X, y, Infinity);
  const balanced = Math.abs(found.balance) <= NEAR;
  const worth = balanced ? found.dual : -Infinity;
  const faults = found.points.map(({ edge, price }, i) => ({ inside: !price, slackness: !edge || (!price && alpha[i] > NEAR) }));
  return { ...found, alpha, residuals, balanced, worth, gap: found.primal - worth, faults, y };
}

export default function kkt(root, still) {
  const app = panel(root, still, "The conditions of Karush, Kuhn and Tucker, point by point");
  const axes = frame(place(app, "picture"), { label: "Labelled points, and the plane that their multipliers make" });
  const marks = { slab: axes.band("slab"), line: axes.plane("line"), up: axes.plane("edge"), down: axes.plane("edge") };
  const arrows = { terms: axes.curve("slack"), w: axes.arrow("arrow") };
  const text = place(app, "text");
  const says = sentence(text);
  const list = readout(text);
  const state = memory(begin("five points"), draw);
  let selected = 0;

  const layer = pointLayer(axes, {
    onMove: (i, x, merge) => edit(i, { x }, merge),
    onSelect: select,
    onKey: press,
  });
  const setting = toolbar(app, "Multipliers");
  const sliders = state.now.points.map((_, i) => multiplierSlider(setting, i));
  const playing = toolbar(app, "Steps");
  const balancing = button(playing, "Balance", balance);
  const solving = button(playing, "Solve", solve);
  const back = button(playing, "Step back", () => state.undo());
  choice(playing, "Points:", Object.keys(PRESETS), (name) => state.reset(begin(name)));
  draw(state.now);

  function multiplierSlider(parent, i) {
    const range = { low: 0, high: MOST, steps: MOST / STEP, value: 0, show: shown };
    return slider(parent, { text: `α of point ${i + 1}`, ...range }, (alpha) => edit(i, { alpha }, `alpha ${i}`));
  }

  function edit(i, part, merge = null) {
    state.change({ points: state.now.points.map((point, j) => (j === i ? { ...point, ...part } : point)) }, merge);
  }

  function setAll(alphas) {
    state.change({ points: state.now.points.map((point, i) => ({ ...point, alpha: alphas[i] })) });
  }

  /** Bring both classes to the mean of their sums. */
  function balance() {
    const [, y, alpha] = split(state.now.points);
    const total = (side) => alpha.reduce((sum, entry, i) => sum + (y[i] === side ? entry : 0), 0);
    const mean = (total(1) + total(-1)) / 2;
    setAll(alpha.map((entry, i) => (total(y[i]) > 0 ? (entry * mean) / total(y[i]) : 0)));
  }

  function solve() {
    const [X, y] = split(state.now.points);
    const machine = maths.hardMargin(X, y);
    if (machine) setAll(machine.alpha);
    else says.say("No plane separates these points: multipliers can be worth as much as you like, and nothing is optimal.");
  }

  function select(i) {
    selected = i;
    draw(state.now);
  }

  function press(i, key) {
    const step = { "+": STEP, "=": STEP, "-": -STEP }[key];
    if (step) edit(i, { alpha: Math.max(0, Number((state.now.points[i].alpha + step).toFixed(6))) }, `alpha ${i}`);
    else if (key === "0") edit(i, { alpha: 0 });
    else return false;
    return true;
  }

  function draw({ points }) {
    const found = judged(points);
    drawPlane(marks, found);
    drawSum(arrows, points, found);
    const words = points.map((_, i) => atPoint(found, i));
    layer.set(points.map(({ x, y }, i) => ({ x, y, marked: failsAt(found, i), note: words[i] })), selected);
    list.set([...points.map((_, i) => [`point ${i + 1}`, words[i]]), ...rows(found)]);
    says.say(verdict(found));
    sliders.forEach(({ set }, i) => set(points[i].alpha));
    balancing.enable(!found.balanced && [1, -1].every((side) => points.some(({ y, alpha }) => y === side && alpha > 0)));
    back.enable(state.canUndo);
    solving.enable(!optimal(found));
    publish(root, published(found));
  }
}

const failsAt = ({ faults }, i) => faults[i].inside || faults[i].slackness;

const optimal = (found) => found.balanced && !found.faults.some((_, i) => failsAt(found, i));

function drawPlane(marks, { w, b }) {
  const plane = maths.length(w) > NEAR ? { w, b } : null;
  marks.slab.set(plane, -1, 1);
  marks.line.set(plane);
  marks.up.set(plane, 1);
  marks.down.set(plane, -1);
}

/** Draw the terms of w one after the other, from the origin to the head of the arrow. */
function drawSum({ terms, w }, points, found) {
  const chain = [[0, 0]];
  for (const { x, y, alpha } of points) if (alpha > 0) chain.push(maths.add(chain.at(-1), maths.scale(alpha * y, x)));
  terms.set(chain.length > 2 ? chain : null);
  w.set(maths.length(found.w) > NEAR ? [0, 0] : null, found.w);
}

function atPoint({ alpha, f, y, faults }, i) {
  const margin = y[i] * f[i];
  const sides = `α = ${shown(alpha[i])}, y f = ${shown(tidy(margin))}`;
  if (faults[i].inside) return `${sides} ✗ below 1`;
  if (faults[i].slackness) return `${sides} ✗ slackness`;
  return `${sides} ✓ ${margin > 1 + NEAR ? "inactive" : "active"}`;
}

const tidy = (value) => (Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(9)));

function rows({ w, b, balance, balanced, primal, worth, gap, residuals }) {
  return [
    ["w = Σ α y x", `${shownVector(w.map(tidy))}, b = ${shown(tidy(b))}`],
    ["Σ α y", `${shown(tidy(balance))} ${balanced ? "✓" : "✗ not 0"}`],
    ["cost of the plane", primal === Infinity ? "∞, not feasible" : shown(primal)],
    ["worth of the α", balanced ? shown(tidy(worth)) : "−∞, not balanced"],
    ["gap", shown(tidy(gap))],
    ["residuals", Object.entries(residuals).map(([name, value]) => `${name} ${shown(tidy(value))}`).join(", ")],
  ];
}

function verdict(found) {
  const { balanced, faults, primal, worth, gap, alpha } = found;
  const where = (fault) => faults.map((_, i) => i).filter((i) => faults[i][fault]);
  if (optimal(found)) return `All conditions hold, and the gap is 0. The plane is held by ${shownPoints(alpha.map((_, i) => i).filter((i) => alpha[i] > NEAR))}.`;
  if (!balanced) return "Σ α y is not 0: the multipliers do not balance, and prove nothing about planes with a bias.";
  const proven = `No plane costs less than ${shown(worth)}.`;
  if (primal === Infinity) return `${proven} Primal feasibility fails at ${shownPoints(where("inside"))}.`;
  return `${proven} This one is feasible, and at most ${shown(gap)} too dear: slackness fails at ${shownPoints(where("slackness"))}.`;
}

function published({ alpha, w, b, f, primal, worth, gap, balance, balanced, faults, residuals, y }) {
  const counted = (wanted) => faults.map((_, i) => i + 1).filter((i) => wanted(i - 1));
  const finite = (value) => (Number.isFinite(value) ? value : null);
  const sets = {
    inside: counted((i) => faults[i].inside),
    slackness: counted((i) => faults[i].slackness),
    active: counted((i) => Math.abs(y[i] * f[i] - 1) <= NEAR),
  };
  return { alpha, w, b, balance, balanced, cost: finite(primal), worth: finite(worth), gap: finite(gap), residuals, ...sets };
}
