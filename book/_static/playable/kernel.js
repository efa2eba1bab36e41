/**
 * Figure 7: the SVM of a kernel on noisy points, and its mistakes on these and on points held out, over the kernel's
 * own setting.
 *
 *     preset    name of the points, or null when they have been changed
 *     points    [{ x, y }, ...] to learn from; `heldOut` are the others
 *     kind      of kernel: "rbf", exp(-gamma |x - x'|^2), or "polynomial", (x.x' + 1)^degree
 *     at        place of the slider, from which gamma or the degree comes
 *     C         of the soft margin
 *     visited   of these points, this kernel and this C: what the mistakes were at each place; not taken back
 */

import { button, choice, playButton, sentence, slider, toolbar } from "./controls.js";
import { pointEditing } from "./editing.js";
import { frame, svgElement } from "./frame.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { mistakesPicture } from "./mistakes.js";
import { memory, panel, place, publish, shown } from "./panel.js";
import { pointLayer } from "./points.js";
import { SAMPLE_NAMES, sample } from "./samples.js";

const EDGE = 2.3; // of the frame
const GRID = maths.spaced(-EDGE, EDGE, 90); // even: no point of it is the middle
const MOST_POINTS = 60;
const TINY = 1e-9;
const PACE = 160; // milliseconds from one place to the next
const USUAL = 1; // C, with which records are kept
const KINDS = {
  RBF: { kind: "rbf", last: 45, at: 10, across: "γ, logarithmic", ticks: [[0, "0.01"], [10, "0.1"], [20, "1"], [30, "10"], [40, "100"]] },
  polynomial: { kind: "polynomial", last: 11, at: 0, across: "degree p", ticks: [[0, "1"], [2, "3"], [5, "6"], [8, "9"], [11, "12"]] },
};
const LEAST = { moons: { rbf: 26, polynomial: 26 }, circles: { rbf: 17, polynomial: 22 }, "exclusive or": { rbf: 0, polynomial: 0 } };

const lookOf = (kind) => Object.values(KINDS).find((look) => look.kind === kind);
const gammaAt = (at) => Number((10 ** (at / 10 - 2)).toPrecision(3));
const kernelOf = ({ kind, at }) => ({ kind, gamma: gammaAt(at), degree: at + 1, r: 1 });
const settingOf = ({ kind, at }) => (kind === "rbf" ? `γ = ${shown(gammaAt(at))}` : `p = ${at + 1}`);

function begin(preset, kind = "rbf") {
  const { training, heldOut } = sample(preset);
  return { preset, points: training, heldOut, kind, at: lookOf(kind).at, C: USUAL };
}

/** Return the machine of a state, and the places of the points it misclassifies in training and among those held out. */
function numbersOf({ points, heldOut, C, ...setting }) {
  const [X, y] = [points.map(({ x }) => x), points.map((point) => point.y)];
  const machine = maths.kernelMachine(kernelOf(setting), X, y, C);
  const lostAmong = (all, f) => all.map((_, i) => i).filter((i) => all[i].y * f[i] <= TINY);
  const outside = heldOut.map(({ x }) => maths.machineValue(machine, x));
  return { ...machine, training: lostAmong(points, machine.f), missed: lostAmong(heldOut, outside) };
}

export default function kernel(root, still) {
  const app = panel(root, still, "A kernel, its boundary, and its mistakes");
  app.classList.add("playable-kernel");
  const stage = place(app, "stage");
  const label = "Labelled points, the region where f is above 0, and the lines where f is 0, 1 and −1";
  const axes = frame(place(stage, "picture"), { label, x: [-EDGE, EDGE], y: [-EDGE, EDGE], axes: ["", ""], numbers: false });
  const chart = mistakesPicture(stage, "Share of mistakes at the places visited, in training and held out");
  const marks = pictureOf(axes);
  const says = sentence(app);
  const state = memory(begin("moons"), draw);
  const records = record("kernel");
  let seen = { of: null, visited: [] };

  const layer = pointLayer(axes, { onMove: movePoint, onSelect: (i) => editing.select(i), onKey: (i, key) => editing.press(i, key) });
  const setting = toolbar(app, "Setting of the kernel");
  const places = { rbf: placeSlider("γ", "rbf"), polynomial: placeSlider("degree p", "polynomial") };
  const playing = toolbar(app, "Playing");
  const play = playButton(playing, "Watch it grow", { pace: PACE, step: next, prepare: rewind });
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const aim = goal(playing, "Your fewest");
  const editing = pointEditing(app, {
    title: "Change the points, the kernel or C",
    points: () => state.now.points,
    most: MOST_POINTS,
    presets: SAMPLE_NAMES,
    onPreset: (preset) => leave(() => state.reset(begin(preset, state.now.kind))),
    onPoints: (points) => leave(() => state.change({ points, preset: null })),
    onToggle: () => leave(() => draw(state.now)),
    onSelect: () => draw(state.now),
    focus: (i) => layer.focus(i),
  });
  const kinds = choice(toolbar(editing.box, "Kernel"), "Kernel:", Object.keys(KINDS), chooseKind);
  const prices = slider(toolbar(editing.box, "C"), { text: "C", low: 0.1, high: 1000, steps: 40, log: true, value: USUAL, show: rounded }, (C) => leave(() => state.change({ C }, "C")));
  draw(state.now);

  function placeSlider(text, kind) {
    const { last } = lookOf(kind);
    const show = (at) => settingOf({ kind, at }).split(" = ")[1];
    return slider(setting, { text, low: 0, high: last, steps: last, value: 0, show }, (at) => leave(() => state.change({ at: Math.round(at) }, "at")));
  }

  /** Do what the reader wants; the player pauses. */
  function leave(act) {
    play.stop();
    act();
  }

  function chooseKind(name) {
    leave(() => state.change({ kind: KINDS[name].kind, at: KINDS[name].at }));
  }

  function movePoint(i, x, merge) {
    play.stop();
    state.change({ points: state.now.points.map((point, j) => (j === i ? { ...point, x } : point)), preset: null }, merge);
  }

  function rewind() {
    if (state.now.at === lookOf(state.now.kind).last) state.change({ at: 0 }, "at");
  }

  /** Go on to the next place; return whether there is one after it. */
  function next() {
    const { kind, at } = state.now;
    const { last } = lookOf(kind);
    if (at < last) state.change({ at: at + 1 }, "at");
    return at + 1 < last;
  }

  /** Note the mistakes at this place, among those at other places with the same points, kernel and C. */
  function visit({ points, kind, C, at, heldOut }, { training, missed }) {
    const same = seen.of && seen.of.points === points && seen.of.kind === kind && seen.of.C === C;
    const others = same ? seen.visited.filter((each) => each.at !== at) : [];
    const here = { at, training: training.length / points.length, heldOut: missed.length / heldOut.length, missed: missed.length };
    seen = { of: { points, kind, C }, visited: [...others, here].sort((one, other) => one.at - other.at) };
  }

  function draw(now) {
    const numbers = numbersOf(now);
    const { kind, at, C, preset, points, heldOut } = now;
    const look = lookOf(kind);
    visit(now, numbers);
    drawPicture(marks, now, numbers, editing.open);
    layer.set(editing.open ? points.map((point, i) => ({ ...point, marked: numbers.alpha[i] > 0, note: noteOf(numbers, i, C) })) : [], editing.selected);
    chart.draw({ ...look, visited: seen.visited, at });
    for (const [name, control] of Object.entries(places)) {
      control.element.parentElement.hidden = name !== kind;
      if (name === kind) control.set(at);
    }
    editing.draw();
    kinds.set(Object.keys(KINDS).find((name) => KINDS[name] === look));
    prices.set(C);
    back.enable(state.canUndo);
    says.say(verdict(now, numbers, seen.visited));
    const best = drawGoal(aim, now, numbers, records);
    publish(root, { kind, ...kernelOf(now), C, preset, best, f: numbers.f, support: plusOne(numbers.support), training: plusOne(numbers.training),
      missed: numbers.missed.length, visited: seen.visited.length, points: rowsOf(points), heldOut: rowsOf(heldOut) });
  }
}

const rowsOf = (points) => points.map(({ x, y }) => [...x, y]);
const plusOne = (indices) => indices.map((i) => i + 1);
const rounded = (value) => shown(Number(value.toPrecision(2)));

function noteOf({ alpha, f }, i, C) {
  const weight = alpha[i] === C ? "α = C" : `α = ${shown(Number(alpha[i].toPrecision(3)))}`;
  return `${alpha[i] > 0 ? `a support vector, ${weight}` : "not a support vector"}, f = ${shown(Number(f[i].toPrecision(3)))}`;
}

function pictureOf(axes) {
  const region = axes.region("side term-boundary");
  const path = (name) => svgElement(axes.layers.lines, "path", { class: `playable-${name}` });
  return { axes, region, heldPlus: path("held-plus"), heldMinus: path("held-minus"), missed: path("held-missed"),
    edge: axes.segments("edge"), line: axes.segments("line term-boundary"), plus: path("dot-plus"), minus: path("dot-minus"), rings: path("rings") };
}

function drawPicture(marks, { points, heldOut }, numbers, editing) {
  const values = maths.regionValues(numbers, GRID, GRID);
  const flat = numbers.squared < TINY;
  const level = (height) => (flat ? [] : maths.contour(values, GRID, GRID, height));
  marks.region.set(maths.regionPolygons(values, GRID, GRID));
  marks.line.set(level(0));
  marks.edge.set([...level(1), ...level(-1)]);
  const write = (mark, all, shape) => mark.setAttribute("d", all.map(({ x }) => shape(...marks.axes.toView(x))).join(""));
  const lost = new Set(numbers.missed);
  const found = heldOut.filter((_, i) => !lost.has(i));
  write(marks.heldPlus, found.filter(({ y }) => y > 0), (x, y) => circle(x, y, 1.9));
  write(marks.heldMinus, found.filter(({ y }) => y < 0), (x, y) => triangle(x, y, 2.2));
  write(marks.missed, heldOut.filter((_, i) => lost.has(i)), (x, y) => cross(x, y, 3));
  const drawn = editing ? [] : points; // the layer has them while they are being changed
  write(marks.plus, drawn.filter(({ y }) => y > 0), (x, y) => circle(x, y, 6));
  write(marks.minus, drawn.filter(({ y }) => y < 0), (x, y) => triangle(x, y, 6.6));
  write(marks.rings, editing ? [] : numbers.support.map((i) => points[i]), (x, y) => circle(x, y, 9.5));
}

const fixed = (value) => value.toFixed(1);
const circle = (x, y, r) => `M${fixed(x - r)},${fixed(y)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`;
const triangle = (x, y, r) => `M${fixed(x)},${fixed(y - r)}l${fixed(r)},${fixed(1.8 * r)}h${fixed(-2 * r)}Z`;
const cross = (x, y, r) => `M${fixed(x - r)},${fixed(y - r)}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`;

/** Show the goal, and return the fewest held-out mistakes so far; null where no record is kept. */
function drawGoal(aim, { preset, kind, C, heldOut }, { missed }, records) {
  const what = kind === "rbf" ? "γ" : "degree";
  if (!preset || C !== USUAL) {
    aim.set(preset ? `Records are kept at C = ${USUAL}.` : "Your own points: no record is kept.");
    return null;
  }
  const name = `${preset} ${kind}`;
  records.note(name, heldOut.length + 1 - missed.length);
  const best = heldOut.length + 1 - records.best(name);
  aim.set(`Find the ${what} with the fewest held-out mistakes.`, best, best <= LEAST[preset][kind]);
  return best;
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict(now, { training, missed, support, squared }, visited) {
  const { points, heldOut } = now;
  if (new Set(points.map(({ y }) => y)).size === 1) return "All points have one label: f is the same everywhere.";
  if (squared < TINY) return "w = 0 is the best here: f is the same everywhere. Choose another kernel.";
  const counts = `With ${settingOf(now)} there are ${training.length} [training]{training} mistakes in ${points.length}, and ${missed.length} [held-out]{heldout} ones in ${heldOut.length}.`;
  return `${counts} ${comment(now, { training, missed, support }, visited)}`;
}

function comment({ points, at, kind }, { training, missed, support }, visited) {
  const pair = sameBothWays(points);
  if (pair) return `Points ${pair[0] + 1} and ${pair[1] + 1} are at one place with two labels.`;
  if (support.length === points.length && points.length > 8) return `All ${points.length} points are support vectors${training.length ? "" : ": learned by heart"}.`;
  const best = visited.reduce((one, other) => (other.missed < one.missed ? other : one));
  if (best.missed < missed.length) return `You've seen better: ${settingOf({ kind, at: best.at })}.`;
  if (!training.length) return "No training mistake is left.";
  return visited.length > 1 && best.at === at ? "The fewest so far." : `${support.length} points are support vectors.`;
}

/** Return two points of different labels at the same place, or null. */
function sameBothWays(points) {
  for (let i = 0; i < points.length; i++) {
    const [p, q] = points[i].x;
    const j = points.findIndex(({ x, y }, l) => l < i && x[0] === p && x[1] === q && y !== points[i].y);
    if (j >= 0) return [j, i];
  }
  return null;
}
