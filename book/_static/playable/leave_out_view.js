/**
 * The picture of points with their best line: one of them left out, the line on its way, and the lines before, faint.
 *
 * Few points are drawn with their numbers; penguins, which are many, smaller and in a frame of their own.
 */

import { frame } from "./frame.js";
import * as maths from "./mathematics.js";
import { between, motion, phase, pointBetween } from "./motion.js";
import { place } from "./panel.js";
import { pointLayer } from "./points.js";

const SWING = 700; // milliseconds in which the line moves
const FEW = { label: "The points, the best line and its slab", x: [-4.4, 5.68], y: [-2.6, 4.6], axes: ["", ""], numbers: false };
const MANY = {
  label: "Penguins, the best line and its slab",
  x: [39.04, 48.35],
  y: [13.95, 20.6],
  axes: ["", ""],
  rim: true,
  names: [["bill length (mm) →", 0.965], ["bill depth (mm) ↑", 0.905]], // and how high they are in the picture
  crowded: true,
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ASIDE = 0.5; // of a point's distance across the way that it may be off it, to be next with an arrow key

/** Return the view: `show(state, now, { moves, selected })`, `walk(i, key)`, which moves the focus with the arrows, and `focus(i)`. */
export function leaveOutView(parent, { onChoose, onMove, onSelect, onKey }) {
  const handlers = { onChoose, onMove, onSelect, onKey };
  const [few, many] = [pictureIn(parent, FEW, handlers, "point"), pictureIn(parent, MANY, handlers, "bird")];
  many.box.classList.add("playable-crowd");
  const moving = motion();
  let [seen, before, layer, points] = [null, null, few.layer, []];

  function show(state, now, { moves, selected }) {
    const picture = state.bills ? many : few;
    const same = before?.points === state.points;
    [few.box.hidden, many.box.hidden] = [state.bills, !state.bills];
    [layer, points] = [picture.layer, state.points];
    layer.set(shownPoints(state, now), selected, moves);
    picture.drawTrail(now, state.tried);
    if (same && before.out === state.out) return picture.drawLine(seen, now, state); // the points only look different
    const [from, to] = [seen, target(now, state.out)];
    before = state;
    moving.play(same && from && to && differ(from, to) ? SWING : 0, (t) => {
      seen = t < 1 ? lineBetween(from, to, phase(t, 0, 1)) : to;
      picture.drawLine(seen, now, state, t);
    });
  }

  /** Move the focus to the next point in the direction of an arrow key. */
  function walk(i, key) {
    const way = ARROWS[key];
    if (!way) return false;
    const ahead = points.map(({ x }, j) => ({ j, along: maths.dot(maths.subtract(x, points[i].x), way), x }));
    const off = ({ x, along }) => maths.length(maths.subtract(maths.subtract(x, points[i].x), maths.scale(along, way)));
    const cost = (one) => one.along + off(one) / ASIDE;
    const next = ahead.filter(({ along }) => along > 1e-9).sort((one, two) => cost(one) - cost(two))[0];
    if (next) layer.focus(next.j);
    return true;
  }

  return { show, walk, focus: (i) => layer.focus(i) };
}

function pictureIn(parent, look, handlers, name) {
  const box = place(parent, "picture");
  const axes = frame(box, look);
  const marks = {
    slab: axes.band("slab", "band"),
    trail: axes.segments("trail"),
    edges: [axes.plane("edge"), axes.plane("edge")],
    old: axes.plane("old"),
    line: axes.plane("line", "line"),
    drop: axes.segments("drop"),
    word: axes.words("verdict"),
  };
  const layer = pointLayer(axes, { ...handlers, name });
  for (const [text, up] of look.names ?? []) {
    axes.words("axis-name").set([between(...look.x, 0.985), between(...look.y, up)], text);
  }

  function drawLine(line, now, state, t = 1) {
    const left = now && state.out !== null ? now.without[state.out] : null;
    marks.slab.set(line, -line?.margin, line?.margin);
    marks.edges[0].set(line, line?.margin);
    marks.edges[1].set(line, -line?.margin);
    marks.line.set(line);
    marks.old.set(left?.moved && left.plane ? now.plane : null);
    const settled = left?.plane && t === 1;
    marks.drop.set(settled ? [[state.points[state.out].x, footOn(left.plane, state.points[state.out].x)]] : null);
    if (!settled) return marks.word.set(null);
    writeVerdict(marks.word, state.points[state.out].x, left.correct ? "correct" : "misclassified", look);
  }

  /** Draw the lines that moved, of all points tried so far. */
  function drawTrail(now, tried) {
    const moved = now ? tried.map((i) => now.without[i]).filter((left) => left.moved && left.plane) : [];
    marks.trail.set(moved.map(({ plane }) => endsOf(plane, look)));
  }

  return { box, layer, drawLine, drawTrail };
}

function shownPoints({ points, out, tried, bills }, now) {
  const first = out ?? 0;
  return points.map(({ x, y }, i) => {
    const looks = [i === out && "out", tried.includes(i) && (now?.movers.includes(i) ? "held" : "idle")];
    const look = looks.filter(Boolean).map((name) => `playable-is-${name}`).join(" ");
    return { x, y, look, note: noteOn(now, i, out, tried), open: !bills || i === first ? true : "by arrows" };
  });
}

function noteOn(now, i, out, tried) {
  const state = i === out ? "taken away" : null;
  const known = now && tried.includes(i) ? (now.movers.includes(i) ? "moves the line" : "doesn't move the line") : null;
  return [state, known].filter(Boolean).join(", ") || "not tried yet";
}

/** Return where the line has to be, { w, b, margin }, or null. */
function target(now, out) {
  if (!now) return null;
  const { plane, margin } = out === null ? now : now.without[out];
  return plane && { ...plane, margin };
}

const differ = (one, other) => maths.length(maths.subtract([...one.w, one.b], [...other.w, other.b])) > 1e-9;

function lineBetween(from, to, t) {
  const w = pointBetween(from.w, to.w, t);
  const size = maths.length(w) || 1;
  return { w: maths.scale(1 / size, w), b: between(from.b, to.b, t) / size, margin: between(from.margin, to.margin, t) };
}

const footOn = ({ w, b }, x) => maths.subtract(x, maths.scale(maths.dot(w, x) + b, w));

/** Return two points of a line, outside of the picture. */
function endsOf(plane, { x, y }) {
  const foot = footOn(plane, [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2]);
  const along = maths.scale(x[1] - x[0] + y[1] - y[0], [-plane.w[1], plane.w[0]]);
  return [maths.subtract(foot, along), maths.add(foot, along)];
}

/** Write the verdict beside its point: below it, or in a crowd on its right, and inside the picture. */
function writeVerdict(word, at, text, { x, y, crowded }) {
  const [wide, high] = [x[1] - x[0], y[1] - y[0]];
  const left = crowded && at[0] > between(...x, 0.66);
  const anchor = crowded ? (left ? "end" : "start") : "middle";
  const across = Math.min(Math.max(at[0], between(...x, 0.16)), between(...x, 0.84));
  const below = at[1] + (at[1] < between(...y, 0.2) ? 0.16 : -0.12) * high; // the point's number is above it
  word.set(crowded ? [at[0] + (left ? -0.035 : 0.035) * wide, at[1]] : [across, below], text);
  word.element.setAttribute("text-anchor", anchor);
}
