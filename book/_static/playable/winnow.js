/**
 * Figure 8: Winnow round by round, the reader choosing the next mistake: six experts, and the two sides of the proof.
 *
 *     points     [{ x, y }, ...]
 *     order      corrections made
 *     epsilon    the size of a step; a new choice of points begins with their gamma_W
 */

import { bar } from "./bars.js";
import { button, choice, readout, sentence, slider, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish, shown, shownPoints, shownVector } from "./panel.js";
import { pointLayer } from "./points.js";

const EDGE = 3.5;
const [SMALLEST, LARGEST] = [0.01, 0.99]; // epsilon
const MANY = 10;
const EXPERTS = ["+x₁", "+x₂", "+1", "−x₁", "−x₂", "−1"];
const PRESETS = {
  "six points": [[2, 0.5, 1], [0.5, 1.5, 1], [1.5, 2.5, 1], [-1, 1.5, -1], [-0.5, -1, -1], [1, -2, -1]],
  "one feature decides": [[2, 2, 1], [2, -2, 1], [1.5, -2.5, 1], [-2, 2, -1], [-1.5, 2.5, -1], [-2, -2, -1]],
  "a narrow margin": [[2, 1, 1], [2.5, 1.5, -1], [-1, -0.5, -1], [-1, -1.5, 1]],
  "the numbers 2 and 3": [[2, 0, -1], [3, 0, 1]],
};

const normalizedOf = (points) => maths.normalized(points.map(({ x }) => x), points.map(({ y }) => y));
const within = (epsilon) => Math.min(Math.max(epsilon, SMALLEST), LARGEST);
const shownEpsilon = (epsilon) => shown(Number(epsilon.toPrecision(3)));

function begin(preset, order = []) {
  const points = PRESETS[preset].map(([p, q, y]) => ({ x: [p, q], y }));
  return { points, order, epsilon: within(maths.bestWinnow(normalizedOf(points)).margin) };
}

export default function winnow(root, still) {
  const app = panel(root, still, "Winnow, round by round");
  const range = [-EDGE, EDGE];
  const axes = frame(place(app, "picture"), { label: "Labelled points, and the line w·x + b = 0", x: range, y: range });
  const marks = { side: axes.band("side"), best: axes.plane("best"), line: axes.plane("line") };
  const text = place(app, "text");
  const says = sentence(text);
  const bars = { sum: bar(text), mixture: bar(text) };
  place(text, "legend", "p").textContent = "Shares of the six experts; the mark is the share in the best mixture.";
  const pairs = place(text, "pairs");
  bars.experts = [0, 3, 1, 4, 2, 5].map((expert) => ({ expert, ...bar(pairs) }));
  const list = readout(text);
  const state = memory(begin("six points", [0, 5]), draw);
  let [now, selected] = [null, 0]; // the numbers of the state that is drawn, and the point that has the focus

  const layer = pointLayer(axes, { onMove: movePoint, onChoose: correct, onSelect: select });
  const playing = toolbar(app, "Corrections");
  const choose = button(playing, "Choose for me", () => correctNext(1));
  const more = button(playing, `Choose ${MANY}`, () => correctNext(MANY));
  const back = button(playing, "Step back", () => state.undo());
  const again = button(playing, "Start again", () => state.change({ order: [] }));
  const setting = toolbar(app, "Points and epsilon");
  choice(setting, "Points:", Object.keys(PRESETS), (preset) => state.reset(begin(preset)));
  const look = { text: "ε", low: SMALLEST, high: LARGEST, value: state.now.epsilon, log: true, show: shownEpsilon };
  const step = slider(setting, look, (epsilon) => edit({ epsilon }, "epsilon"));
  draw(state.now);

  function correctNext(most) {
    const { points, epsilon } = state.now;
    const A = normalizedOf(points);
    let order = state.now.order;
    for (let made = 0; made < most; made++) {
      const { mistakes } = maths.winnowState(A, order, epsilon);
      const next = maths.nextInOrder(A.length, order.length ? order.at(-1) + 1 : 0, (i) => mistakes.includes(i));
      if (next === null) break;
      order = [...order, next];
    }
    if (order !== state.now.order) state.change({ order });
  }

  function correct(i) {
    if (now.mistakes.includes(i)) state.change({ order: [...state.now.order, i] });
    else says.say(`Point ${i + 1} is right: w·a = ${shown(now.products[i])} > 0. Choose one with a broken ring.`);
  }

  /** Take new points or a new epsilon; corrections that are no longer of mistakes are taken back. */
  function edit(part, merge) {
    const { points, order, epsilon } = { ...state.now, ...part };
    state.change({ ...part, order: maths.playableWinnow(order, normalizedOf(points), epsilon) }, merge);
  }

  function movePoint(i, x, merge) {
    edit({ points: state.now.points.map((point, j) => (j === i ? { ...point, x } : point)) }, merge);
  }

  function select(i) {
    selected = i;
    draw(state.now);
  }

  function draw({ points, order, epsilon }) {
    const A = normalizedOf(points);
    now = maths.winnowState(A, order, epsilon);
    now.products = A.map((a) => maths.dot(now.w, a));
    selected = Math.min(selected, points.length - 1);
    drawLines(marks, now);
    layer.set(points.map(({ x, y }, i) => shownPoint(x, y, i, now)), selected);
    drawBars(bars, now);
    list.set(rows(now, order));
    says.say(verdict(now));
    step.set(epsilon);
    choose.enable(now.mistakes.length > 0);
    more.enable(now.mistakes.length > 0);
    back.enable(state.canUndo);
    again.enable(order.length > 0);
    publish(root, published(now, order));
  }
}

function shownPoint(x, y, i, { products, mistakes }) {
  const marked = mistakes.includes(i);
  return { x, y, marked, note: `${marked ? "a mistake" : "right"}, w·a = ${shown(products[i])}` };
}

/** Return the plane of a vector of three entries, or null where it is no line in the picture. */
const planeOf = (w) => (w && Math.hypot(w[0], w[1]) > 1e-12 ? { w: w.slice(0, 2), b: w[2] } : null);

function drawLines(marks, { w, best }) {
  marks.side.set(planeOf(w), 0, Infinity);
  marks.line.set(planeOf(w));
  marks.best.set(planeOf(best));
}

/** The first two tracks end at ln N; the room between what is promised and there is gone at the bound. */
function drawBars({ sum, mixture: rising, experts }, { logN, logPhi, least, promised, shares, mixture, best }) {
  const shared = { most: logN, room: promised === null ? null : [promised, logN] };
  const top = `sum of all weights: ln Φ = ${shown(logPhi)} ≤ ln N = ${shown(logN)}`;
  sum.set({ ...shared, value: logPhi, mark: logN, text: top, holds: logPhi <= logN + 1e-9 });
  const floor = promised === null ? ", nothing promised" : ` ≥ Tε(γ − ε/2) = ${shown(promised)}`;
  const words = best ? `best mixture: Σ p ln v = ${shown(least)}${floor}` : "best mixture: there is none";
  rising.set({ ...shared, value: least, mark: promised, text: words, holds: promised === null ? null : least >= promised - 1e-9 });
  const most = Math.max(...shares, ...mixture);
  for (const { expert, set } of experts) {
    const text = `${EXPERTS[expert]}: ${shares[expert].toFixed(3)}`;
    set({ value: shares[expert], mark: best ? mixture[expert] : null, most, text });
  }
}

function rows({ k, w, best, gamma, epsilon, bound }, order) {
  const last = order.slice(-12);
  const vector = ([p, q, b]) => `${shownVector([p, q])}, b = ${shown(b)}`;
  const tidy = (v) => v.map((entry) => Number(entry.toFixed(4)));
  return [
    ["corrections", k ? `T = ${k}: ${k > last.length ? "… " : ""}${shownPoints(last).replace(/^points? /, "")}` : "T = 0"],
    ["w", vector(tidy(w))],
    ["best plane (dashed)", best ? `${vector(tidy(best))}, γ = γ_W = ${shown(gamma)}` : "none separates"],
    ["most corrections", bound === null ? "no promise" : `ln N/(ε(γ − ε/2)) = ${shown(bound)}`],
    ["step", `ε = ${shownEpsilon(epsilon)}, ${best && epsilon > gamma + 1e-9 ? "above" : "not above"} γ`],
  ];
}

function verdict({ k, mistakes, best, bound }) {
  if (!mistakes.length) {
    const promise = bound === null ? "for an ε above γ none were promised" : `the bound allows ${Math.floor(bound + 1e-9)}`;
    return `No mistake is left after ${k} corrections; ${promise}.`;
  }
  const one = mistakes.length === 1;
  const which = one ? `The only mistake is ${shownPoints(mistakes)}.` : `There are ${mistakes.length} mistakes, ${shownPoints(mistakes)}.`;
  const next = k ? `${which} Choose ${one ? "it" : "one"}.` : "All weights are equal, so w = 0 and every point is a mistake. Choose one.";
  return best ? next : `No plane separates these points: the sum cannot rise, but no mixture has to gain. ${next}`;
}

function published({ k, epsilon, w, gamma, shares, logN, logPhi, least, promised, bound, mistakes, best }, order) {
  const counted = (indices) => indices.map((i) => i + 1);
  const sides = { logN, logPhi, least, promised, bound };
  const sets = { order: counted(order), mistakes: counted(mistakes) };
  return { k, epsilon, w, gamma, shares, ...sides, ...sets, separable: best !== null, finished: mistakes.length === 0 };
}
