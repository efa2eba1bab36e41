/** A line and its margin as they are seen: the picture and the chart, which move together when a step is explained. */

import { frame, svgElement } from "./frame.js";
import { angleOf, lineThrough, normalAt, offsetOf, onLine } from "./line_ends.js";
import { marginChart } from "./margin_chart.js";
import * as maths from "./mathematics.js";
import { between, motion, phase } from "./motion.js";
import { place } from "./panel.js";
import { dragging } from "./points.js";

export const NEAR = 0.01; // of the margin: points as close as this count as closest

const REACH = { x: [-2.5, 4.5], y: [-3, 4] };
const STEP = 1400; // milliseconds in which a step is shown
const RING = 0.42; // radius of the ring around a closest point
const CORNER = 0.16; // of the sign of a right angle
const BESIDE = 0.42; // from the perpendicular to its number
const BEYOND = 0.4; // from the line to a number beyond it
const ROOM = 0.7; // around the middle of the number, without a point, its number or a handle
const APART = 0.02; // in degrees and distance: closer than this, two lines are drawn as one
const SQUARE = 0.3; // half the side of the square around a point of both hulls
const PICTURE = "Labeled points, a line, and its margin";

/** Return the view: its `axes`, `show({ now, ends, seen, top, target })`, and `explain(how)`, of the next step shown. */
export function marginView(parent, onMoveEnd) {
  const stage = place(parent, "stage");
  const axes = frame(place(stage, "picture"), { label: PICTURE, axes: ["", ""], numbers: false, ...REACH });
  const marks = marksOf(axes);
  const handles = [0, 1].map((i) => handle(axes, (at, merge) => onMoveEnd(i, at, merge)));
  const chart = marginChart(stage);
  const moving = motion();
  let [shown, next] = [null, null];

  function show(state) {
    const [from, how] = [shown, next];
    [shown, next] = [state, null];
    chart.set(state);
    moving.play(how && from ? STEP : 0, (t) => {
      const ends = t < 1 ? onTheWay(from, state, how, phase(t, 0, 1)) : state.ends;
      drawAt(ends, state);
    });
  }

  function drawAt(ends, { now, top }) {
    const line = lineThrough(ends);
    const margins = maths.margins(line, now.X, now.y);
    drawLine(marks, line, margins, ends, now);
    drawTop(marks, top, line);
    drawProof(marks, now);
    handles.forEach((mark, i) => mark.set(ends[i]));
    chart.show(angleOf(line), Math.min(...margins));
  }

  return { axes, show, explain: (how) => (next = how) };
}

/** Return the ends on the way: straight across in a shift; in a turn the line stays in the middle of the gap. */
function onTheWay(from, { now, ends }, how, t) {
  if (how === "shift") return from.ends.map((end, i) => end.map((entry, j) => between(entry, ends[i][j], t)));
  const [start, stop] = [angleOf(from.now.line), angleOf(now.line)];
  const way = ((stop - start + 540) % 360) - 180; // the shorter one
  const line = maths.middleLine(normalAt(start + t * way), now.X, now.y);
  return onLine(line, from.ends);
}

function marksOf(axes) {
  return {
    side: axes.band("side"),
    slab: axes.band("slab", "slab"),
    top: axes.plane("top-line"),
    edges: [axes.plane("edge", "slab"), axes.plane("edge", "slab")],
    line: axes.plane("line", "line"),
    drops: axes.segments("drop"),
    corner: axes.curve("corner"),
    measure: axes.segments("measure", "margin"),
    rings: axes.segments("closest", "closest"),
    proof: axes.segments("slack"),
    common: axes.curve("common"),
    amount: axes.words("amount", "margin"),
  };
}

/** Return a handle of the line, for mouse and finger; the sliders are what keys and screen readers have. */
function handle(axes, onMove) {
  const group = svgElement(axes.layers.points, "g", { class: "playable-handle", "aria-hidden": "true" });
  svgElement(group, "circle", { r: 20, class: "playable-touch" });
  svgElement(group, "path", { d: "M0,-9L9,0L0,9L-9,0Z" });
  dragging(group, axes, { onMove: (at, merge) => onMove(at.map(snapped), merge) });
  const set = (at) => {
    const [left, top] = axes.toView(at);
    group.setAttribute("transform", `translate(${left.toFixed(2)} ${top.toFixed(2)})`);
  };
  return { set };
}

function snapped(entry, j) {
  const [low, high] = j ? REACH.y : REACH.x;
  return Math.min(Math.max(Math.round(entry * 10) / 10, low), high);
}

function drawLine(marks, line, margins, ends, { X }) {
  const margin = Math.min(...margins);
  const size = maths.length(line.w);
  const feet = X.map((x) => maths.subtract(x, maths.scale(maths.decision(line, x) / size ** 2, line.w)));
  const closest = X.map((_, i) => i).filter((i) => margins[i] <= margin + NEAR);
  const edge = margin > 0 ? margin * size : null;
  marks.side.set(line, 0, Infinity);
  marks.line.set(line);
  marks.slab.set(edge && line, -edge, edge);
  marks.edges.forEach((mark, i) => mark.set(edge && line, i ? edge : -edge));
  marks.drops.set(X.map((x, i) => [x, feet[i]]).filter((_, i) => !closest.includes(i)));
  marks.measure.set(closest.map((i) => [X[i], feet[i]]));
  marks.measure.element.classList.toggle("playable-broken", margin <= 0);
  marks.rings.set(edge && closest.flatMap((i) => circleAround(X[i])));
  drawAmount(marks, X[closest[0]], feet[closest[0]], margin, [...X, ...X.map(numberAt), ...ends]);
}

const numberAt = ([p, q]) => [p + 0.33, q + 0.3]; // of a point, as points.js writes it

/** Write the margin beside the first perpendicular or beyond the line, where there is room, and mark its right angle. */
function drawAmount(marks, x, foot, margin, taken) {
  const way = maths.subtract(x, foot);
  const far = maths.length(way);
  if (far < CORNER) {
    marks.corner.set(null);
    return marks.amount.set(far ? maths.add(x, [0.5, 0.5]) : null, written(margin));
  }
  const up = maths.scale(CORNER / far, way);
  const across = [up[1], -up[0]];
  marks.corner.set([maths.add(foot, up), maths.add(maths.add(foot, up), across), maths.add(foot, across)]);
  const beyond = -BEYOND / far; // on the other side of the line
  const places = [0.5, 0.8, 0.2, beyond].flatMap((part) => [-1, 1].map((side) => {
    const aside = maths.scale((side * BESIDE * Math.sign(across[0] || 1)) / CORNER, across);
    return maths.add(maths.add(foot, maths.scale(part, way)), aside).map(inside);
  }));
  const room = (at) => Math.min(...taken.map((other) => maths.length(maths.subtract(at, other))));
  const at = places.find((place) => room(place) > ROOM) ?? places[maths.smallest(places.map((place) => -room(place)))];
  marks.amount.set(at, written(margin));
}

/** Return an entry of a place that is far enough from the frame's edges for a number. */
function inside(entry, j) {
  const [low, high] = j ? REACH.y : REACH.x;
  return Math.min(Math.max(entry, low + BESIDE), high - BESIDE);
}

const written = (value) => value.toFixed(2).replace("-", "−");

/** Return the sides of a polygon that looks like a ring around a point. */
function circleAround([p, q]) {
  const corners = Array.from({ length: 25 }, (_, k) => normalAt(15 * k)).map(([c, s]) => [p + RING * c, q + RING * s]);
  return corners.slice(1).map((corner, k) => [corners[k], corner]);
}

/** Draw the best line so far, unless the reader is on it. */
function drawTop(marks, top, line) {
  const apart = top && Math.abs(angleOf(top.line) - angleOf(line)) + Math.abs(offsetOf(top.line) - offsetOf(line));
  marks.top.set(apart > APART ? top.line : null);
}

/** Draw the hulls of the witness' points, class by class, and a square around where they meet. */
function drawProof(marks, { points, known: { witness, common } }) {
  const used = witness ? points.filter((_, i) => witness[i] > 0) : [];
  const pairs = used.flatMap((p, i) => used.slice(i + 1).map((q) => [p, q]));
  marks.proof.set(pairs.filter(([p, q]) => p.y === q.y).map(([p, q]) => [p.x, q.x]));
  marks.common.set(common && squareAround(common));
}

const squareAround = (x) => [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map((corner) => maths.add(x, maths.scale(SQUARE, corner)));
