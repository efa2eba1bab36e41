/**
 * Figure 2: the perceptron, the reader choosing the next mistake, and the two bars of Novikoff's proof.
 *
 *     points    [{ x, y }, ...]
 *     order     corrections made, so that w is the sum of their signed points
 *     claim     { u, gamma } of the best plane through the origin; where there is none any more, of the last there was
 *     folded    whether the signed points are shown
 */

import { bar } from "./bars.js";
import { button, checkbox, choice, readout, sentence, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, numbered, panel, place, publish, shown, shownPoints, shownVector } from "./panel.js";
import { pointLayer } from "./points.js";

const MOST_POINTS = 12;
const LATEST = 12; // corrections that are listed
const REACH = 2.8; // a longer arrow is cut short here
const THREE = [[2, 1, 1], [-1, 1, -1], [-1, 2, 1]];
const PRESETS = {
  "three points": THREE,
  "six points": [[1.5, 0.5, 1], [0.5, 2, 1], [2, 2, 1], [-1, -0.5, -1], [-2, 1, -1], [0.5, -2, -1]],
  "a narrow margin": [[2, 0.5, 1], [2, 0.9, -1], [-1, -0.1, -1], [0.4, -0.6, 1]],
  "no plane separates": [...THREE, [1, -2.5, 1]],
};

const pointsOf = (rows) => rows.map(([p, q, y]) => ({ x: [p, q], y }));
const signedOf = (points) => maths.signed(points.map(({ x }) => x), points.map(({ y }) => y));

/** Return the best plane's { u, gamma }, or the claim made before where no plane separates the points. */
function claimOn(points, before = null) {
  const { plane, margin } = maths.separate(points.map(({ x }) => x), points.map(({ y }) => y), false);
  return plane ? { u: plane.w, gamma: margin } : before;
}

function begin(preset) {
  const points = pointsOf(PRESETS[preset]);
  return { points, order: [], claim: claimOn(points, claimOn(pointsOf(THREE))), folded: false };
}

export default function perceptron(root, still) {
  const app = panel(root, still, "The perceptron, step by step");
  const axes = frame(place(app, "picture"), { label: "Labelled points, and the line w·x = 0" });
  const marks = { side: axes.band("side"), best: axes.plane("best"), line: axes.plane("line"), w: axes.arrow("arrow") };
  const text = place(app, "text");
  const says = sentence(text);
  const bars = { along: bar(text), size: bar(text) };
  const list = readout(text);
  const state = memory(begin("three points"), draw);
  let [now, selected] = [null, 0]; // the numbers of the state that is drawn, and the point that the buttons are about

  const layer = pointLayer(axes, { onMove: movePoint, onChoose: correct, onSelect: select, onKey: press });
  const playing = toolbar(app, "Corrections");
  const choose = button(playing, "Choose for me", () => correct(nextMistake()));
  const back = button(playing, "Step back", () => state.undo());
  const again = button(playing, "Start again", () => state.change({ order: [] }));
  const folding = checkbox(playing, "signed points z = y x", (folded) => state.change({ folded }));
  const editing = toolbar(app, "Points");
  choice(editing, "Points:", Object.keys(PRESETS), (preset) => state.reset(begin(preset)));
  const flipping = button(editing, "", flip);
  const removing = button(editing, "", remove);
  const adding = button(editing, "Add a point", add);
  draw(state.now);

  function nextMistake() {
    const { order, points } = state.now;
    const start = order.length ? order.at(-1) + 1 : 0;
    return maths.nextInOrder(points.length, start, (i) => now.mistakes.includes(i));
  }

  function correct(i) {
    if (i === null) return;
    if (now.mistakes.includes(i)) state.change({ order: [...state.now.order, i] });
    else says.say(`Point ${i + 1} is right, w·z = ${shown(maths.dot(now.w, now.Z[i]))}. Choose one in a broken ring.`);
  }

  /** Take new points; corrections that are no longer of mistakes are taken back. */
  function edit(points, order, merge = null) {
    const claim = claimOn(points, state.now.claim);
    state.change({ points, claim, order: maths.playableOrder(order, signedOf(points)) }, merge);
  }

  function replace(i, part, merge) {
    edit(state.now.points.map((point, j) => (j === i ? { ...point, ...part } : point)), state.now.order, merge);
  }

  function movePoint(i, at, merge) {
    replace(i, { x: maths.scale(folded(i), at) }, merge);
  }

  function flip() {
    replace(selected, { y: -state.now.points[selected].y });
  }

  function remove() {
    if (state.now.points.length > 1) edit(state.now.points.filter((_, i) => i !== selected), []);
  }

  function add() {
    const { points, order } = state.now;
    if (points.length === MOST_POINTS) return;
    edit([...points, { x: [1.2, -0.2 * points.length], y: 1 }], order);
    layer.focus(points.length);
  }

  function select(i) {
    selected = i;
    draw(state.now);
  }

  function press(i, key) {
    if (key === "f") flip();
    else if (key === "Delete") remove();
    else return false;
    return true;
  }

  /** Return what a point is multiplied by in the picture: -1 for a folded point of class -1. */
  function folded(i) {
    return state.now.folded ? state.now.points[i].y : 1;
  }

  function draw({ points, order, claim, folded: fold }) {
    now = maths.novikoffState(signedOf(points), order, claim);
    selected = Math.min(selected, points.length - 1);
    drawLines(marks, now);
    layer.set(points.map(({ x, y }, i) => shownPoint(x, y, i, now, fold)), selected);
    drawBars(bars, now);
    list.set(rows(now, order));
    says.say(verdict(now));
    choose.enable(now.mistakes.length > 0);
    back.enable(state.canUndo);
    again.enable(order.length > 0);
    adding.enable(points.length < MOST_POINTS);
    removing.enable(points.length > 1);
    flipping.element.textContent = `Flip point ${selected + 1} (f)`;
    removing.element.textContent = `Remove point ${selected + 1} (Delete)`;
    folding.set(fold);
    publish(root, published(now, state.now));
  }
}

function shownPoint(x, y, i, { w, Z, mistakes }, folded) {
  const marked = mistakes.includes(i);
  const side = `w·z = ${shown(maths.dot(w, Z[i]))}`;
  return { x: folded ? Z[i] : x, y, marked, note: marked ? `a mistake, ${side}` : `right, ${side}` };
}

function drawLines(marks, { w, u, separable }) {
  const [size, largest] = [maths.length(w), maths.largestEntry(w)];
  const plane = size > 0 ? { w, b: 0 } : null;
  marks.side.set(plane, 0, Infinity);
  marks.line.set(plane);
  marks.best.set(separable ? { w: u, b: 0 } : null);
  marks.w.set(plane && [0, 0], maths.scale(Math.min(1, REACH / largest), w));
}

/** Both tracks end at sqrt(k) R; the room between k gamma and there narrows as k grows, and is gone at the bound. */
function drawBars(bars, { k, lower, along, size, upper, R }) {
  const shared = { most: upper || R, room: k ? [lower, upper] : null };
  const first = `w·u = ${shown(along)} ≥ kγ = ${shown(lower)}`;
  const second = `|w| = ${shown(size)} ≤ √k R = ${shown(upper)}`;
  bars.along.set({ ...shared, value: along, mark: lower, text: first, holds: k ? along >= lower - 1e-9 : null });
  bars.size.set({ ...shared, value: size, mark: upper || R, text: second, holds: k ? size <= upper + 1e-9 : null });
}

function rows({ k, w, R, u, gamma, separable, bound }, order) {
  const claimed = separable ? "best plane (dashed)" : "best plane before";
  return [
    ["corrections", `k = ${k}${k ? ":" : ""} ${k > LATEST ? "… " : ""}${numbered(order.slice(-LATEST))}`],
    ["w", shownVector(w) + (maths.largestEntry(w) > REACH ? " (arrow cut short)" : "")],
    [claimed, `u = ${shownVector(u)}, γ = ${shown(gamma)}`],
    ["longest point", `R = ${shown(R)}`],
    ["most corrections", separable ? `R²/γ² = ${shown(bound)}` : "no bound: no plane separates"],
  ];
}

function verdict({ k, mistakes, separable, along, lower, bound }) {
  const several = `There are ${mistakes.length} mistakes, ${shownPoints(mistakes)}. Choose one.`;
  const left = mistakes.length === 1 ? `The only mistake is ${shownPoints(mistakes)}. Choose it.` : several;
  const next = k ? left : "At w = 0 every point is a mistake. Choose one.";
  if (separable && mistakes.length) return next;
  if (separable) return `No mistake is left after ${k} corrections; the bound allows ${shown(Math.floor(bound + 1e-9))}.`;
  const broken = along < lower - 1e-9 ? "has stopped obeying" : "need not obey any more";
  return `No plane through the origin separates these points. The bar w·u ≥ kγ ${broken}; |w| ≤ √k R goes on. ${next}`;
}

function published({ k, w, R, u, gamma, bound, lower, along, size, upper, separable, mistakes }, state) {
  const counted = (indices) => indices.map((i) => i + 1);
  const points = state.points.map(({ x, y }) => [...x, y]);
  const sets = { points, order: counted(state.order), mistakes: counted(mistakes), finished: mistakes.length === 0 };
  const sides = { lower, along, size, upper, bound: separable ? bound : null };
  return { k, w, R, u, gamma, separable, ...sides, ...sets, folded: state.folded };
}
