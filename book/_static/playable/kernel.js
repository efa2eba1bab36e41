/**
 * Figure 7: a support vector machine in the feature space of a kernel, and the region it makes of the plane.
 *
 *     points    [{ x, y }, ...]
 *     kind      of kernel: "linear", "lift" for the features x1, x2, x1 x2, "polynomial" or "rbf"
 *     degree    of the polynomial kernel (x.x' + 1)^degree
 *     gamma     of the RBF kernel exp(-gamma |x - x'|^2)
 *     C         the price of slack
 *     w         normal of the plane in feature space, where the features are few enough to write it down
 */

import { button, choice, readout, sentence, slider, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish, shown, shownPoints } from "./panel.js";
import { pointLayer } from "./points.js";

const EDGE = 2; // of the frame: powers of larger coordinates leave too few digits to the multipliers
const GRID = maths.spaced(-EDGE, EDGE, 81);
const TINY = 1e-9;
const LISTED = 10; // points whose numbers are listed
const KINDS = { linear: "linear", "x₁, x₂, x₁x₂": "lift", polynomial: "polynomial", RBF: "rbf" };
const FEATURES = { linear: ["x₁", "x₂"], lift: ["x₁", "x₂", "x₁x₂"] };
const CIRCLES = [[0.6, 0.2, 1], [0.4, 0.8, 1], [-0.7, 0.5, 1], [-0.7, -0.2, 1], [-0.3, -0.7, 1], [0.5, -0.3, 1],
  [1.6, 0.1, -1], [1.1, 1.2, -1], [0.3, 1.7, -1], [-0.5, 1.4, -1], [-1.4, 0.9, -1], [-1.6, 0, -1], [-1.1, -1.2, -1],
  [-0.5, -1.6, -1], [0.6, -1.8, -1], [1.3, -0.9, -1]];
const MOONS = [[0.4, -0.2, 1], [0.6, 0.3, 1], [0.4, 0.4, 1], [-0.3, 0.8, 1], [-0.5, 1.1, 1], [-1.2, 0.7, 1],
  [-1.6, 0.5, 1], [-1.8, 0.1, 1], [-1.5, -0.4, 1], [-0.7, 0.4, -1], [-0.7, -0.2, -1], [-0.3, -0.4, -1],
  [-0.1, -0.6, -1], [0.6, -0.9, -1], [1.1, -0.7, -1], [1.4, -0.5, -1], [1.6, -0.1, -1], [1.5, 0.5, -1]];
const PRESETS = { XOR: [[1, -1, 1], [-1, 1, 1], [1, 1, -1], [-1, -1, -1]], circles: CIRCLES, moons: MOONS };

const pointsOf = (preset) => PRESETS[preset].map(([p, q, y]) => ({ x: [p, q], y }));

/** Return the machine of these points, with what the reader is told of it. */
function numbersOf({ points, kind, degree, gamma, C }) {
  const [X, y] = [points.map(({ x }) => x), points.map((point) => point.y)];
  const kernel = { kind, degree, gamma, r: 1 };
  const machine = maths.kernelMachine(kernel, X, y, C);
  return {
    ...machine,
    X,
    y,
    C,
    w: normalIn(kind, machine.beta, X),
    mistakes: points.map((_, i) => i).filter((i) => y[i] * machine.f[i] <= TINY),
    oneClass: new Set(y).size === 1,
    flat: machine.squared < TINY,
  };
}

/** Return the plane's normal in the features that are listed in FEATURES, and null for other kernels. */
function normalIn(kind, beta, X) {
  if (!FEATURES[kind]) return null;
  const features = kind === "lift" ? X.map(maths.liftXor) : X;
  return maths.combination(beta, features, features[0].length).map((entry) => (Math.abs(entry) < TINY ? 0 : entry));
}

export default function kernel(root, still) {
  const app = panel(root, still, "A kernel and its decision region");
  const label = "Labelled points, the region where f is above 0, and the lines where f is 0, 1 and −1";
  const axes = frame(place(app, "picture"), { label, x: [-EDGE, EDGE], y: [-EDGE, EDGE] });
  const marks = { side: axes.region("side"), edge: axes.segments("edge"), line: axes.segments("line") };
  const text = place(app, "text");
  const says = sentence(text);
  const list = readout(text);
  const state = memory({ points: pointsOf("XOR"), kind: "lift", degree: 2, gamma: 1, C: 10 }, draw);
  let selected = 0;

  const layer = pointLayer(axes, { onMove: (i, x, merge) => replace(i, { x }, merge), onSelect: select, onKey: press });
  const choosing = toolbar(app, "Kernel");
  const kinds = choice(choosing, "Kernel:", Object.keys(KINDS), (name) => state.change({ kind: KINDS[name] }));
  const degrees = scale({ text: "degree", low: 1, high: 10, steps: 9, value: 2 }, "degree");
  const gammas = scale({ text: "γ", low: 0.01, high: 100, log: true, value: 1 }, "gamma");
  const prices = scale({ text: "C", low: 0.1, high: 1000, log: true, value: 10 }, "C");
  const editing = toolbar(app, "Points");
  const back = button(editing, "Step back", () => state.undo());
  choice(editing, "Points:", Object.keys(PRESETS), (name) => state.reset({ ...state.now, points: pointsOf(name) }));
  const flipping = button(editing, "", flip);
  draw(state.now);

  function scale(look, name) {
    return slider(choosing, { ...look, show: shownSetting }, (value) => state.change({ [name]: value }, name));
  }

  function replace(i, part, merge = null) {
    state.change({ points: state.now.points.map((point, j) => (j === i ? { ...point, ...part } : point)) }, merge);
  }

  function flip() {
    replace(selected, { y: -state.now.points[selected].y });
  }

  function select(i) {
    selected = i;
    draw(state.now);
  }

  function press(i, key) {
    if (key === "f") flip();
    return key === "f";
  }

  function draw(setting) {
    const now = numbersOf(setting);
    selected = Math.min(selected, now.X.length - 1);
    drawRegion(marks, now);
    layer.set(now.X.map((x, i) => ({ x, y: now.y[i], marked: now.alpha[i] > 0, note: atPoint(now, i) })), selected);
    list.set(rows(now, setting));
    says.say(verdict(now, setting));
    kinds.set(Object.keys(KINDS).find((name) => KINDS[name] === setting.kind));
    offer(degrees, setting.degree, setting.kind === "polynomial");
    offer(gammas, setting.gamma, setting.kind === "rbf");
    prices.set(setting.C);
    back.enable(state.canUndo);
    flipping.element.textContent = `Flip point ${selected + 1} (f)`;
    publish(root, published(now, setting));
  }
}

const shownSetting = (value) => shown(Number(value.toPrecision(3)));

/** Return a number for the reader, without the last digits of rounding. */
const tidy = (value) => shown(Math.abs(value) < TINY ? 0 : value);

/** Set a slider, and show it only where its number matters. */
function offer(control, value, matters) {
  control.set(value);
  control.element.parentElement.hidden = !matters;
}

function drawRegion(marks, now) {
  const values = maths.regionValues(now, GRID, GRID);
  const line = (level) => maths.contour(values, GRID, GRID, level);
  marks.side.set(values, GRID, GRID);
  marks.line.set(now.flat ? null : line(0));
  marks.edge.set(now.flat ? null : [...line(1), ...line(-1)]);
}

function atPoint({ alpha, f, C }, i) {
  const weight = alpha[i] === C ? "α = C" : `α = ${tidy(alpha[i])}`;
  return `${alpha[i] > 0 ? `a support vector, ${weight}` : "no support vector"}, f = ${tidy(f[i])}`;
}

/** Return "1 x₁ − 2 x₂ + 0.5", without the terms that are 0. */
function shownPlane(w, b, names) {
  const terms = [...w.map((entry, j) => [entry, ` ${names[j]}`]), [b, ""]].filter(([entry]) => Math.abs(entry) >= TINY);
  const signed = ([entry, name], i) => (entry < 0 ? (i ? " − " : "−") : i ? " + " : "") + shown(Math.abs(entry)) + name;
  return terms.map(signed).join("");
}

function shownKernel({ kind, degree, gamma }) {
  if (kind === "linear") return "x·x′";
  if (kind === "lift") return "x₁x₁′ + x₂x₂′ + x₁x₂x₁′x₂′";
  return kind === "rbf" ? `exp(−${shownSetting(gamma)} |x − x′|²)` : `(x·x′ + 1)${raised(degree)}`;
}

const raised = (exponent) => [...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");

function featureCount({ kind, degree }) {
  if (kind === "rbf") return "infinitely many";
  return FEATURES[kind] ? FEATURES[kind].join(", ") : `${((degree + 1) * (degree + 2)) / 2} monomials, up to degree ${degree}`;
}

/** Return the row that says what f is: the plane, where it can be written down. */
function rowOfF({ w, b, flat, support }, { kind }) {
  if (!w) return ["f(x)", `Σ αᵢyᵢ k(xᵢ, x) over ${support.length} points, b = ${tidy(b)}`];
  return [`plane in (${FEATURES[kind].join(", ")})`, flat ? "none, w = 0" : `${shownPlane(w, b, FEATURES[kind])} = 0`];
}

function rows(now, setting) {
  const { X, mistakes, support, bounded, flat, margin, gap } = now;
  const some = (indices) => (indices.length && indices.length <= LISTED ? ` (${shownPoints(indices)})` : "");
  return [
    ["k(x, x′)", shownKernel(setting)],
    ["features", featureCount(setting)],
    rowOfF(now, setting),
    ["training mistakes", `${mistakes.length} of ${X.length}${some(mistakes)}`],
    ["support vectors", `${support.length} of ${X.length}${some(support)}`],
    ["of these at α = C", `${bounded.length}`],
    ["margin in feature space", flat ? "none, w = 0" : tidy(margin)],
    ["duality gap", `${gap < 1e-6 ? "< 0.000001" : shown(gap)} of the cost`],
  ];
}

function verdict(now, setting) {
  const { oneClass, flat, mistakes, support, bounded, margin, X, w } = now;
  const pair = contradiction(now);
  if (oneClass) return "All points are of one class: f is the same everywhere.";
  if (pair) return `${capital(shownPoints(pair))} are at one place with two labels. No kernel tells them apart.`;
  if (flat) return "w = 0 is cheapest with this kernel: f is the same everywhere. Choose other features.";
  if (mistakes.length) return `${capital(shownPoints(mistakes))} ${mistakes.length > 1 ? "are mistakes" : "is a mistake"}. ${advice(setting)}`;
  const space = w ? `the space of ${FEATURES[setting.kind].join(", ")}` : "feature space";
  const right = `No training mistake: a plane in ${space} has margin ${tidy(margin)}`;
  if (support.length === X.length && X.length > 4) return `${right}, but every point is a support vector: it remembers them all.`;
  return `${right}. ${bounded.length ? "Some points need slack" : "No point needs slack"}.`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Return two points of different labels at the same place, or null. */
function contradiction({ X, y }) {
  for (let i = 0; i < X.length; i++) {
    const j = X.findIndex(([p, q], l) => l < i && p === X[i][0] && q === X[i][1] && y[l] !== y[i]);
    if (j >= 0) return [j, i];
  }
  return null;
}

function advice({ kind }) {
  if (kind === "linear") return "The boundary is a line. Choose other features.";
  if (kind === "lift") return "The boundary is a hyperbola or a line. Is there a better kernel?";
  return kind === "rbf" ? "Try a larger γ, or a larger C." : "Try a higher degree, or a larger C.";
}

function published(now, { kind, degree, gamma }) {
  const { C, w, b, f, alpha, margin, flat, primal, dual, gap, X, y } = now;
  const counted = (indices) => indices.map((i) => i + 1);
  const sets = { mistakes: counted(now.mistakes), support: counted(now.support), bounded: counted(now.bounded) };
  const worth = { margin: flat ? null : margin, primal, dual, gap };
  return { kind, degree, gamma, C, w, b, f, alpha, ...worth, ...sets, points: X.map((x, i) => [...x, y[i]]) };
}
