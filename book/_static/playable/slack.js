/**
 * Figure 6: the price of slack. Points that need slack are joined to their edge of the slab; C is on a slider.
 *
 *     points    [{ x, y }, ...]
 *     C         the price of slack
 *     hard      whether the plane of the hard margin is shown
 *     xi        slack of a point; its segment is xi / |w| long, so the margin is the unit that measures it
 */

import { bar } from "./bars.js";
import { button, checkbox, choice, readout, sentence, slider, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish, shown, shownPoints, shownVector } from "./panel.js";
import { pointLayer } from "./points.js";

const [CHEAPEST, DEAREST, OPENING] = [0.01, 1000, 1];
const TINY = 1e-9;
const ROUND = 1e-6; // two numbers that a reader sees as equal
const CLASSES = [[1.2, 1, 1], [1.4, -0.6, 1], [2.3, 0.3, 1], [1.8, 2.1, 1], [-1.1, 0.6, -1], [-1.3, -1.2, -1], [-2.2, 0.2, -1]];
const PRESETS = {
  "one outlier": [...CLASSES, [0.9, 0.2, -1]],
  "an outlier out of reach": [...CLASSES, [1.7, 0.5, -1]],
  "classes that overlap": [[0.3, 1.4, 1], [-0.4, 0.2, 1], [1.5, -0.3, 1], [1.2, 1.9, 1], [0.4, 0.5, -1], [-1.4, 1, -1], [-0.9, -1.2, -1], [0.6, -1, -1]],
  "two moons": [[-2, 0, 1], [-1.4, 1.1, 1], [-0.3, 1.2, 1], [0.4, -0.6, 1], [2, 0, -1], [1.4, -1.1, -1], [0.3, -1.2, -1], [-0.4, 0.6, -1]],
};

const begin = (name) => ({ points: PRESETS[name].map(([p, q, y]) => ({ x: [p, q], y })), C: OPENING, hard: false });
const sum = (numbers) => numbers.reduce((total, entry) => total + entry, 0);

/** Return the soft margin of these points at this price, what it costs, and the hard margin, if there is one. */
function numbersOf({ points, C }) {
  const [X, y] = [points.map(({ x }) => x), points.map((point) => point.y)];
  const machine = maths.softMargin(X, y, C);
  const margins = machine.f.map((value, i) => y[i] * value);
  const where = (chosen) => margins.map((_, i) => i).filter((i) => chosen(machine.slack[i], machine.alpha[i]));
  const oneClass = new Set(y).size === 1;
  const hard = oneClass ? null : maths.hardMargin(X, y);
  return {
    ...machine,
    X,
    y,
    C,
    margins,
    oneClass,
    flat: machine.squared < TINY,
    total: sum(machine.slack),
    slackCost: C * sum(machine.slack),
    zero: where((_, alpha) => alpha === 0),
    needy: where((xi) => xi > TINY),
    wrong: where((xi) => xi >= 1),
    hard: hard && { w: hard.w, b: hard.b, margin: hard.margin, from: Math.max(...hard.alpha) },
  };
}

export default function slack(root, still) {
  const app = panel(root, still, "The price of slack");
  const axes = frame(place(app, "picture"), { label: "Labelled points, the slab, and slack as segments to its edges" });
  const marks = {
    slab: axes.band("slab"),
    edges: [axes.plane("edge"), axes.plane("edge")],
    best: axes.plane("best"),
    line: axes.plane("line"),
    slack: axes.segments("slack"),
  };
  const text = place(app, "text");
  const says = sentence(text);
  const bars = { width: bar(text), slack: bar(text) };
  const list = readout(text);
  const state = memory(begin("one outlier"), draw);
  let selected = 7; // the point that the button is about: at first the outlier

  const layer = pointLayer(axes, { onMove: (i, x, merge) => replace(i, { x }, merge), onSelect: select, onKey: press });
  const pricing = toolbar(app, "Price");
  const look = { text: "C", low: CHEAPEST, high: DEAREST, value: OPENING, log: true, show: shownPrice };
  const price = slider(pricing, look, (C) => state.change({ C }, "C"));
  const showing = checkbox(pricing, "show the hard margin", (hard) => state.change({ hard }));
  const editing = toolbar(app, "Points");
  const back = button(editing, "Step back", () => state.undo());
  choice(editing, "Points:", Object.keys(PRESETS), (name) => state.reset({ ...begin(name), C: state.now.C, hard: state.now.hard }));
  const flipping = button(editing, "", flip);
  draw(state.now);

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

  function draw({ points, C, hard }) {
    const now = numbersOf({ points, C });
    selected = Math.min(selected, points.length - 1);
    drawPlanes(marks, now, hard);
    layer.set(points.map(({ x, y }, i) => ({ x, y, marked: now.alpha[i] > 0, note: atPoint(now, i) })), selected);
    drawBars(bars, now);
    list.set(rows(now));
    says.say(verdict(now));
    price.set(C);
    showing.set(hard);
    back.enable(state.canUndo);
    flipping.element.textContent = `Flip point ${selected + 1} (f)`;
    publish(root, published(now, hard));
  }
}

const shownPrice = (C) => shown(Number(C.toPrecision(3)));

/** Return a number for the reader, without the last digits of rounding. */
const tidy = (value) => shown(Math.abs(value) < TINY ? 0 : value);

function drawPlanes(marks, now, showHard) {
  const plane = now.flat ? null : now;
  marks.slab.set(plane, -1, 1);
  marks.edges[0].set(plane, 1);
  marks.edges[1].set(plane, -1);
  marks.line.set(plane);
  marks.best.set(showHard ? now.hard : null);
  marks.slack.set(plane && now.needy.map((i) => [now.X[i], edgeBefore(now, i)]));
}

/** Return where a point would stop needing slack: straight across, on the edge of the slab on its own side. */
function edgeBefore({ X, y, w, slack, squared }, i) {
  return maths.add(X[i], maths.scale((y[i] * slack[i]) / squared, w));
}

/** The two parts of the cost on one scale. */
function drawBars(bars, { squared, slackCost, total, primal, C }) {
  bars.width.set({ value: squared / 2, most: primal, text: `½|w|² = ${tidy(squared / 2)}` });
  bars.slack.set({ value: slackCost, most: primal, text: `C Σξ = ${shownPrice(C)} · ${tidy(total)} = ${tidy(slackCost)}` });
}

function atPoint({ alpha, slack, C }, i) {
  const kind = alpha[i] === 0 ? "α = 0" : alpha[i] === C ? "α = C" : `free, α = ${tidy(alpha[i])}`;
  return `${kind}, slack ${tidy(slack[i])}: ${placeOf(slack[i], alpha[i])}`;
}

function placeOf(xi, alpha) {
  if (xi > 1 + ROUND) return "on the wrong side";
  if (xi >= 1 - ROUND) return "on the plane";
  if (xi > TINY) return "inside the slab, on its own side";
  return alpha > 0 ? "on the edge of the slab" : "on the edge of the slab or beyond";
}

function rows(now) {
  const { w, b, margin, flat, total, slack, needy, primal, zero, free, bounded, hard } = now;
  const each = needy.map((i) => `${i + 1}: ${tidy(slack[i])}`).join(", ");
  const some = (indices) => (indices.length ? shownPoints(indices) : "none");
  return [
    ["w, b", `${shownVector(w.map((entry) => (Math.abs(entry) < TINY ? 0 : entry)))}, ${tidy(b)}`],
    ["margin 1/|w|", flat ? "none, w = 0" : tidy(margin)],
    ["Σξ, the hinge loss", tidy(total) + (each ? ` (${each})` : "")],
    ["cost ½|w|² + C Σξ", tidy(primal)],
    ["α = 0", some(zero)],
    ["0 < α < C, free", some(free)],
    ["α = C", some(bounded)],
    ["hard margin", hard ? `${tidy(hard.margin)}, from C = ${tidy(hard.from)} on` : "none: no plane separates"],
  ];
}

function verdict(now) {
  const { oneClass, flat, needy, wrong, margin, total, hard } = now;
  if (oneClass) return "All points are of one class: w = 0 and no slack, at no cost.";
  if (flat) return "w = 0 is cheapest here: f is the same everywhere, and no slab is worth its price.";
  const slab = `The margin is ${tidy(margin)}`;
  if (!needy.length) return `${slab}, and nobody needs slack: this is the hard margin. A larger C changes nothing.`;
  const mistaken = wrong.length ? `, and ${shownPoints(wrong)} ${wrong.length > 1 ? "are mistakes" : "is a mistake"}` : "";
  const dearer = hard ? `The hard margin would be ${tidy(hard.margin)}.` : "No plane separates these points.";
  return `${slab} at a slack of ${tidy(total)}${mistaken}. ${dearer}`;
}

function published(now, shownHard) {
  const { C, w, b, alpha, slack, margins, margin, flat, total, squared, primal, dual, hard, y } = now;
  const counted = (indices) => indices.map((i) => i + 1);
  const kinds = { zero: counted(now.zero), free: counted(now.free), bounded: counted(now.bounded) };
  const places = { needy: counted(now.needy), wrong: counted(now.wrong) };
  const worth = { total, width: squared / 2, cost: primal, dual, margin: flat ? null : margin };
  const points = now.X.map((x, i) => [...x, y[i]]);
  const best = hard && { margin: hard.margin, from: hard.from };
  return { C, w, b, alpha, slack, margins, ...worth, ...kinds, ...places, hard: best, shownHard, points };
}
