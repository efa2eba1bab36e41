/**
 * Figure 1: a line between two classes, its margin and its slab, beside the best line there is, or the proof of none.
 *
 *     points    [{ x, y }, ...]
 *     ends      the two handles of the reader's line; w is at a right angle to ends[1] - ends[0]
 *     best      whether the best line is shown
 */

import { bar } from "./bars.js";
import { button, checkbox, choice, readout, sentence, slider, toolbar } from "./controls.js";
import { frame, svgElement } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish, shown, shownPoints, shownVector } from "./panel.js";
import { dragging, pointLayer } from "./points.js";

const REACH = { x: [-2.5, 4.5], y: [-3, 4] };
const NEAREST = 0.5; // the two handles don't come closer than this
const FARTHEST = 4; // of the line from the origin
const SQUARE = 0.3; // half the side of the square around a point of both hulls
const EQUAL = 1e-9;
const ENDS = [[-1, 2], [3, -1]]; // 3 x1 + 4 x2 - 5 = 0
const PRESETS = {
  "four points": [[3, 1, 1], [1, 2, 1], [0, 0, -1], [-1, 1, -1]],
  "one close pair": [[3, 1, 1], [2, 3, 1], [1, 0.5, 1], [0.6, 0.2, -1], [-1, 1, -1], [0, -2, -1]],
  "one among three": [[0, 3, 1], [3, 1, 1], [0, -1.5, 1], [1, 1, -1], [-1.5, 0.5, -1]],
  "the exclusive or": [[0, 0, 1], [2, 2, 1], [0, 2, -1], [2, 0, -1]],
};

const begin = (name) => ({ points: PRESETS[name].map(([p, q, y]) => ({ x: [p, q], y })), ends: ENDS, best: false });

/** Return the line through the two ends: its positive side is on the left of the way from the first to the second. */
function lineThrough([p, q]) {
  const w = [p[1] - q[1], q[0] - p[0]];
  return { w, b: -maths.dot(w, p) };
}

const middleOf = ([p, q]) => maths.scale(0.5, maths.add(p, q));
const angleOf = ({ w }) => (Math.atan2(w[1], w[0]) * 180) / Math.PI;
const offsetOf = ({ w, b }) => -b / maths.length(w);

/** Return the ends turned around their middle until the normal has this angle. */
function turned(ends, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const half = maths.length(maths.subtract(ends[1], ends[0])) / 2;
  const along = maths.scale(half, [Math.sin(angle), -Math.cos(angle)]);
  return [maths.subtract(middleOf(ends), along), maths.add(middleOf(ends), along)];
}

/** Return the ends moved along the normal until the line has this distance from the origin, with a sign. */
function shifted(ends, offset) {
  const line = lineThrough(ends);
  const way = maths.scale((offset - offsetOf(line)) / maths.length(line.w), line.w);
  return ends.map((end) => maths.add(end, way));
}

/** Return all that is to be said of a line and these points. */
function numbersOf(points, line) {
  const [X, y] = [points.map((point) => point.x), points.map((point) => point.y)];
  const margins = maths.margins(line, X, y);
  const margin = Math.min(...margins);
  const which = (chosen) => margins.map((_, i) => i).filter((i) => chosen(margins[i]));
  const found = maths.separate(X, y);
  return {
    line,
    margins,
    margin,
    closest: which((value) => value <= margin + EQUAL),
    mistakes: which((value) => value <= 0),
    canonical: maths.canonical(line, X, y),
    best: found.plane && { ...found.plane, margin: found.margin },
    oneClass: found.separable && !found.plane,
    witness: found.witness,
    common: found.witness && commonPoint(points, found.witness),
  };
}

/** Return the point in the hulls of both classes that a witness names: its circles, with their weights doubled. */
function commonPoint(points, witness) {
  const weights = points.map(({ y }, i) => (y > 0 ? 2 * witness[i] : 0));
  return maths.combination(weights, points.map(({ x }) => x), 2);
}

export default function plane(root, still) {
  const app = panel(root, still, "A line between two classes");
  const axes = frame(place(app, "picture"), { label: "Labelled points and a line", ...REACH });
  const marks = {
    side: axes.band("side"),
    slab: axes.band("slab"),
    edges: [axes.plane("edge"), axes.plane("edge")],
    best: axes.plane("best"),
    line: axes.plane("line"),
    proof: axes.segments("slack"),
    common: axes.curve("common"),
  };
  const text = place(app, "text");
  const says = sentence(text);
  const compared = bar(text);
  const list = readout(text);
  const state = memory(begin("four points"), draw);
  let [now, selected] = [null, 0]; // the numbers of what is drawn, and the point that the buttons are about

  const handles = [0, 1].map((i) => handle(axes, (at, merge) => moveEnd(i, at, merge)));
  const layer = pointLayer(axes, { onMove: movePoint, onSelect: select, onKey: press });
  const turning = toolbar(app, "Your line");
  const degrees = (value) => `${shown(Math.round(value))}°`;
  const angle = slider(turning, { text: "Turn", low: -180, high: 180, steps: 360, value: 0, show: degrees }, (value) =>
    state.change({ ends: turned(state.now.ends, value) }, "angle"),
  );
  const places = (value) => value.toFixed(2).replace("-", "−");
  const shift = { text: "Shift", low: -FARTHEST, high: FARTHEST, steps: 160, value: 0, show: places };
  const offset = slider(turning, shift, (value) => state.change({ ends: shifted(state.now.ends, value) }, "offset"));
  const playing = toolbar(app, "Help");
  const showing = checkbox(playing, "show the best line", (best) => state.change({ best }));
  const back = button(playing, "Step back", () => state.undo());
  button(playing, "Swap the sides", () => state.change({ ends: [...state.now.ends].reverse() }));
  const editing = toolbar(app, "Points");
  choice(editing, "Points:", Object.keys(PRESETS), (name) => state.reset(begin(name)));
  const flipping = button(editing, "", flip);
  draw(state.now);

  function moveEnd(i, at, merge) {
    const end = at.map((entry, j) => clamped(Math.round(entry * 10) / 10, j ? REACH.y : REACH.x));
    const other = state.now.ends[1 - i];
    if (maths.length(maths.subtract(end, other)) < NEAREST) return;
    state.change({ ends: i ? [other, end] : [end, other] }, merge);
  }

  function replace(i, part, merge) {
    state.change({ points: state.now.points.map((point, j) => (j === i ? { ...point, ...part } : point)) }, merge);
  }

  function movePoint(i, x, merge) {
    replace(i, { x }, merge);
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

  function draw({ points, ends, best }) {
    now = numbersOf(points, lineThrough(ends));
    selected = Math.min(selected, points.length - 1);
    drawLine(marks, now, best);
    drawProof(marks, now, points);
    handles.forEach((mark, i) => mark.set(ends[i]));
    layer.set(points.map(({ x, y }, i) => shownPoint(x, y, i, now)), selected);
    drawBar(compared, now);
    list.set(rows(now, best));
    says.say(verdict(now));
    angle.set(angleOf(now.line));
    offset.set(offsetOf(now.line));
    showing.set(best);
    back.enable(state.canUndo);
    flipping.element.textContent = `Flip point ${selected + 1} (f)`;
    publish(root, published(now, best));
  }
}

const clamped = (entry, [low, high]) => Math.min(Math.max(entry, low), high);

/** Return a handle of the line, for mouse and finger; the sliders are what keys and screen readers have. */
function handle(axes, onMove) {
  const group = svgElement(axes.layers.points, "g", { class: "playable-handle", "aria-hidden": "true" });
  svgElement(group, "circle", { r: 20, class: "playable-touch" });
  svgElement(group, "path", { d: "M0,-9L9,0L0,9L-9,0Z" });
  dragging(group, axes, { onMove });
  const set = (at) => {
    const [left, top] = axes.toView(at);
    group.setAttribute("transform", `translate(${left.toFixed(2)} ${top.toFixed(2)})`);
  };
  return { set };
}

function shownPoint(x, y, i, { margins, mistakes, witness }) {
  const marked = mistakes.includes(i);
  const weight = witness && witness[i] > 0 ? `, weight ${shown(witness[i])} in the witness` : "";
  return { x, y, marked, note: `${marked ? "a mistake" : "right"}, margin ${shown(margins[i])}${weight}` };
}

function drawLine(marks, { line, margin, best }, showBest) {
  const slab = margin > 0 ? margin * maths.length(line.w) : null;
  marks.side.set(line, 0, Infinity);
  marks.line.set(line);
  marks.slab.set(slab && line, -slab, slab);
  marks.edges.forEach((edge, i) => edge.set(slab && line, i ? -slab : slab));
  marks.best.set(showBest ? best : null);
}

/** Draw the hulls of the witness' points, class by class, and a square around where they meet. */
function drawProof(marks, { witness, common }, points) {
  const used = witness ? points.filter((_, i) => witness[i] > 0) : [];
  const pairs = used.flatMap((p, i) => used.slice(i + 1).map((q) => [p, q]));
  marks.proof.set(pairs.filter(([p, q]) => p.y === q.y).map(([p, q]) => [p.x, q.x]));
  marks.common.set(common && squareAround(common));
}

const squareAround = (x) => [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map((corner) => maths.add(x, maths.scale(SQUARE, corner)));

function drawBar(compared, { margin, best }) {
  if (best) {
    const text = `your margin ${shown(margin)}, the best ${shown(best.margin)}`;
    compared.set({ value: Math.max(margin, 0), mark: best.margin, most: 1.15 * best.margin, text });
  } else {
    compared.set({ value: Math.max(margin, 0), most: 2, text: `your margin ${shown(margin)}; there is no best line` });
  }
}

/** Return "3 x₁ + 4 x₂ − 5 = 0". */
function equation({ w, b }) {
  const terms = [[w[0], " x₁"], [w[1], " x₂"], [b, ""]].filter(([value]) => Math.abs(value) > EQUAL);
  const text = terms.map(([value, name]) => `${value < 0 ? "−" : "+"} ${shown(Math.abs(value))}${name}`).join(" ");
  return `${text.replace(/^\+ /, "").replace(/^− /, "−")} = 0`;
}

function rows({ line, margins, canonical, best, witness, common }, showBest) {
  const form = canonical && `w = ${shownVector(canonical.w)}, b = ${shown(canonical.b)}`;
  const list = [
    ["your line", equation(line)],
    ["margins of points 1, 2, …", margins.map(shown).join(", ")],
    ["canonical form", form ?? "none: the line does not separate"],
    ["width of the slab", canonical ? `2/|w| = ${shown(maths.slabWidth(canonical))}` : "no slab"],
  ];
  if (showBest) list.push(["best line (dashed)", best ? `${equation(best)}, margin ${shown(best.margin)}` : "there is none"]);
  if (witness) list.push(["witness", weightsOf(witness)], ["in both hulls", `${shownVector(common)}, in the square`]);
  return list;
}

function weightsOf(witness) {
  const used = witness.map((_, i) => i).filter((i) => witness[i] > 0);
  return used.map((i) => `point ${i + 1}: ${shown(witness[i])}`).join(", ");
}

function verdict({ margin, closest, mistakes, best, oneClass, witness, margins }) {
  if (witness) return "No line separates these points: the hull of the circles and that of the triangles meet, in the small square.";
  if (oneClass) return "All points have the same label. Any line far enough away will do, and none is the best.";
  const wrong = mistakes.length === margins.length ? "all points" : shownPoints(mistakes);
  if (mistakes.length) return `Your line is wrong about ${wrong}. There is a line that separates.`;
  const share = Math.floor((100 * margin) / best.margin + 1e-6);
  const how = share >= 100 ? "and there is no better one" : `${share} % of the best`;
  return `Your line separates, with margin ${shown(margin)}, ${how}. Closest: ${shownPoints(closest)}.`;
}

function published({ line, margin, margins, closest, mistakes, canonical, best, witness, common }, showBest) {
  const slab = canonical && maths.slabWidth(canonical);
  const counted = (indices) => indices.map((i) => i + 1);
  const sets = { closest: counted(closest), mistakes: counted(mistakes) };
  return { ...line, margin, margins, slab, canonical, ...sets, best, showBest, separable: !witness, witness, common };
}
