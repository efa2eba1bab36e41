/**
 * Gordan's theorem: labeled points with a line through the origin, and beside them the hull of the signed points. Either
 * the hull's point nearest to the origin is a normal, or the origin is in the hull, and weights prove that no line exists.
 *
 *     preset    the name of the points
 *     points    [{ x, y }, ...]
 */

import { button, choice, sentence, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import { goal, record } from "./goal.js";
import { dot } from "./knobs.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish, shown, titled } from "./panel.js";
import { pointLayer } from "./points.js";

const SIZE = 7; // of a signed point
const ASIDE = 0.32; // from a signed point, or from p, to what is written beside it
const FAR = 2.85; // no words are farther out
const PRESETS = {
  "four points": [[2, 1, 1], [-1, 1, -1], [-1, 2, 1], [0.5, -2.3, 1]],
  "six points": [[0.5, 2.2, 1], [2.3, 1.2, 1], [-2.2, 0.6, 1], [1.2, -1.6, -1], [-2, -1.4, -1], [1.8, 2.4, -1]],
  "the exclusive or": [[1.5, 1.5, 1], [-1.5, -1.5, 1], [1.5, -1.5, -1], [-1.5, 1.5, -1]],
};

const begin = (preset) => ({ preset, points: PRESETS[preset].map(([p, q, y]) => ({ x: [p, q], y })) });

/** Return what Gordan's theorem says of the points: p, the nearest point of the hull, or null and a witness. */
function knownOf(points) {
  const [X, y] = [points.map(({ x }) => x), points.map((point) => point.y)];
  const { plane, margin, witness } = maths.separate(X, y, false);
  return { Z: maths.signed(X, y), plane, margin, witness, p: plane && maths.scale(margin, plane.w) };
}

export default function gordan(root, still) {
  const app = panel(root, still, "Labeled points, and the hull of their signed points");
  const stage = place(app, "stage");
  app.classList.add("playable-gordan");
  const left = lineView(titled(stage, "picture", "The points: drag one"));
  const right = hullView(titled(stage, "picture", "The signed points, and their hull"));
  const says = sentence(app);
  const records = record("gordan");
  const state = memory(begin("four points"), draw);
  const layer = pointLayer(left.axes, { onMove: move });
  const row = toolbar(app, "Points");
  const back = button(row, "Back", () => state.undo());
  const again = button(row, "Start again", () => state.reset(begin(state.now.preset)));
  choice(row, "Points:", Object.keys(PRESETS), (preset) => state.reset(begin(preset)));
  const aim = goal(row, "Your least");
  draw(state.now);

  function move(i, x, merge) {
    state.change({ points: state.now.points.map((point, j) => (j === i ? { ...point, x } : point)) }, merge);
  }

  function draw({ preset, points }) {
    const known = knownOf(points);
    const way = wayFrom(begin(preset).points, points);
    layer.set(points.map((point, i) => ({ ...point, note: noteOf(known, i) })));
    left.set(known);
    right.set(known);
    says.say(verdict(known));
    if (known.plane) records.note(preset, way, true);
    const best = records.best(preset);
    aim.set("Make a line possible, and move points as little as you can.", best ? best.toFixed(1) : "none yet", Boolean(known.plane));
    back.enable(state.canUndo);
    again.enable(way > 0);
    publish(root, { preset, points: points.map(({ x, y }) => [...x, y]), separable: Boolean(known.plane), p: known.p, witness: known.witness, way });
  }
}

/** Return how far the points have been moved in all, to a tenth. */
function wayFrom(before, points) {
  const far = points.map(({ x }, i) => maths.length(maths.subtract(x, before[i].x)));
  return Math.round(10 * far.reduce((sum, one) => sum + one, 0)) / 10;
}

function noteOf({ witness, plane, Z }, i) {
  return witness ? `weight ${shown(witness[i])} in the witness` : `margin ${maths.dot(plane.w, Z[i]).toFixed(2)}`;
}

/** Return the picture of the line, if there is one. */
function lineView(parent) {
  const axes = frame(parent, { label: "Labeled points, and a line through the origin", axes: ["", ""], numbers: false });
  const [slab, line] = [axes.band("slab"), axes.plane("line", "line")];
  const w = axes.arrow("w", "w");
  return {
    axes,
    set({ plane, margin, p }) {
      slab.set(plane, -margin, margin);
      line.set(plane);
      w.set(plane && [0, 0], p);
    },
  };
}

/** Return the picture of the hull: the arrow to its nearest point, or the weights with which its corners meet. */
function hullView(parent) {
  const axes = frame(parent, { label: "The signed points, their hull, and the origin", axes: ["", ""], numbers: false });
  const marks = {
    hull: axes.curve("hull-signed"),
    used: axes.curve("hull-witness", "witness"),
    origin: axes.segments("hull-origin"),
    beyond: axes.plane("edge", "line"),
    p: axes.arrow("w", "w"),
    name: axes.words("name", "w"),
  };
  marks.origin.set([[[-0.12, -0.12], [0.12, 0.12]], [[-0.12, 0.12], [0.12, -0.12]]]);
  let words = [];
  return {
    set({ Z, plane, margin, p, witness }) {
      const corners = maths.hullCorners(Z).map((i) => Z[i]);
      const used = witness ? Z.filter((_, i) => witness[i] > 0) : [];
      marks.hull.set([...corners, corners[0]]);
      marks.used.set(witness && closed(used));
      marks.beyond.set(plane && { w: plane.w, b: -margin });
      marks.p.set(plane && [0, 0], p);
      marks.name.set(p && [p[0] / 2 - ASIDE * plane.w[1], p[1] / 2 + ASIDE * plane.w[0]], "p");
      words.forEach((mark) => mark.remove());
      words = Z.flatMap((z, i) => [dot(axes, z, 1, SIZE), label(axes, z, i, witness)]);
      words.forEach((mark, k) => mark.classList.add("playable-signed", ...(witness?.[k >> 1] > 0 ? ["term-witness"] : [])));
    },
  };
}

/** Return the polygon around these points, or the segment between two. */
function closed(points) {
  const corners = maths.hullCorners(points).map((i) => points[i]);
  return corners.length ? [...corners, corners[0]] : null;
}

/** Write a signed point's number beside it, or its weight in the witness. */
function label(axes, z, i, witness) {
  const out = maths.length(z) > ASIDE ? maths.scale(ASIDE / maths.length(z), z) : [ASIDE, 0];
  const mark = axes.words("note");
  mark.element.style.textAnchor = "middle";
  mark.set(maths.add(z, maths.scale(1.25, out)).map((entry) => Math.min(Math.max(entry, -FAR), FAR)), witness?.[i] > 0 ? hundredths(witness[i]) : `${i + 1}`);
  return mark.element;
}

const hundredths = (weight) => weight.toFixed(2);

/** Return the sentence. The words in brackets light up what they name. */
function verdict({ plane, margin, witness }) {
  if (plane) {
    return `[p]{w} is the point of the hull nearest to the origin. The [line]{line} at a right angle to it separates the points, with margin |p| = ${margin.toFixed(2)}.`;
  }
  const sum = witness.flatMap((weight, i) => (weight > 0 ? [`${hundredths(weight)} z${SUBSCRIPTS[i]}`] : [])).join(" + ");
  return `No line through the origin separates the points, and [these weights]{witness} prove it: ${sum} = 0.`;
}

const SUBSCRIPTS = "₁₂₃₄₅₆";
