/**
 * Figure 1: a line between two classes, its margin drawn and written, and beside it the margins that are possible in
 * each direction, which show where the reader has been.
 *
 *     points    [{ x, y }, ...]
 *     ends      the two handles of the reader's line; w is at a right angle to ends[1] - ends[0]
 *     preset    the name of the points, or null when they have been changed
 *     own       whether the reader alone has moved the line
 *     seen      for each direction of the chart, whether the reader has been there
 *     top       { line, margin }, the best line so far
 */

import { button, playButton, sentence, slider, toolbar } from "./controls.js";
import { pointEditing } from "./editing.js";
import { goal, record } from "./goal.js";
import { angleOf, lineThrough, offsetOf, onLine, shifted, turned } from "./line_ends.js";
import { directionOf, DIRECTIONS } from "./margin_chart.js";
import { marginView, NEAR } from "./margin_view.js";
import * as maths from "./mathematics.js";
import { memory, numbered, panel, publish, shown, shownPoints } from "./panel.js";
import { pointLayer } from "./points.js";

const NEAREST = 0.5; // the two handles don't come closer than this
const FARTHEST = 4; // of the line from the origin
const MOST_POINTS = 12;
const PACE = 1900; // milliseconds between two steps to the widest line
const EQUAL = 1e-6;
const ENDS = [[-1.4, 2.3], [3.4, -1.3]]; // 3 x1 + 4 x2 - 5 = 0
const PRESETS = {
  "four points": { rows: [[3, 1, 1], [1, 2, 1], [0, 0, -1], [-1, 1, -1]], target: 1.05 },
  "one close pair": { rows: [[3, 1, 1], [2, 3, 1], [1, 0.5, 1], [0.6, 0.2, -1], [-1, 1, -1], [0, -2, -1]], target: 0.24 },
  "one among three": { rows: [[0, 3, 1], [3, 1, 1], [0, -1.5, 1], [1, 1, -1], [-1.5, 0.5, -1]], target: null },
  "the exclusive or": { rows: [[0, 0, 1], [2, 2, 1], [0, 2, -1], [2, 0, -1]], target: null },
};
const nowhere = Array(DIRECTIONS).fill(false);

function begin(preset) {
  const points = PRESETS[preset].rows.map(([p, q, y]) => ({ x: [p, q], y }));
  return { points, ends: ENDS, preset, own: true, seen: nowhere, top: null };
}

/** Return all that is to be said of a line and these points; what is known of the points is kept from before. */
function numbersOf(points, line, before) {
  const [X, y] = [points.map(({ x }) => x), points.map((point) => point.y)];
  const margins = maths.margins(line, X, y);
  const margin = Math.min(...margins);
  const which = (chosen) => margins.map((_, i) => i).filter((i) => chosen(margins[i]));
  const known = before?.points === points ? before.known : knownOf(X, y);
  const [closest, mistakes] = [which((value) => value <= margin + NEAR), which((value) => value <= 0)];
  return { points, X, y, line, margins, margin, closest, mistakes, known };
}

function knownOf(X, y) {
  const { separable, plane, margin, witness } = maths.separate(X, y);
  const weights = witness && witness.map((weight, i) => (y[i] > 0 ? 2 * weight : 0));
  const common = witness && maths.combination(weights, X, 2);
  return { best: plane && { ...plane, margin }, oneClass: separable && !plane, witness, common };
}

export default function plane(root, still) {
  const app = panel(root, still, "A line between two classes, and its margin");
  const view = marginView(app, moveEnd);
  const says = sentence(app);
  const state = memory(begin("four points"), draw);
  const records = record("plane");
  let now = null; // the numbers of the state that is drawn

  const layer = pointLayer(view.axes, { onMove: movePoint, onSelect: (i) => editing.select(i), onKey: (i, key) => editing.press(i, key) });
  const [turning, shifting] = sliders(toolbar(app, "Your line"), moveLine);
  const playing = toolbar(app, "Steps");
  const play = playButton(playing, "Show the widest", { pace: PACE, step: widen, prepare: () => now.known.best && isBest(now) && startAgain() });
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const again = button(playing, "Start again", () => leave(startAgain));
  const aim = goal(playing, "Your best");
  const editing = pointEditing(app, {
    points: () => state.now.points,
    most: MOST_POINTS,
    presets: Object.keys(PRESETS),
    onPreset: (preset) => leave(() => state.reset(begin(preset))),
    onPoints: (points) => takePoints(points),
    onToggle: () => leave(drawPoints),
    onSelect: drawPoints,
    focus: (i) => layer.focus(i),
  });
  button(editing.row, "Swap the sides", () => leave(() => take([...state.now.ends].reverse())));
  draw(state.now);

  /** Do what the reader wants; it stops playing. */
  function leave(act) {
    play.stop();
    act();
  }

  function startAgain() {
    state.change({ ends: ENDS, own: true, seen: nowhere, top: null });
  }

  /** Take new ends of the line. The best line so far, and where the reader has been, are kept. */
  function take(ends, merge = null, part = {}) {
    const line = lineThrough(ends);
    const { margin } = numbersOf(state.now.points, line, now);
    const top = margin > Math.max(0, state.now.top?.margin ?? 0) + EQUAL ? { line, margin } : state.now.top;
    state.change({ ends, top, seen: withDirection(state.now.seen, line), ...part }, merge);
  }

  function moveLine(change, merge) {
    leave(() => take(change(state.now.ends), merge));
  }

  function moveEnd(i, at, merge) {
    const other = state.now.ends[1 - i];
    if (maths.length(maths.subtract(at, other)) < NEAREST) return;
    leave(() => take(i ? [other, at] : [at, other], merge));
  }

  function movePoint(i, x, merge) {
    takePoints(state.now.points.map((point, j) => (j === i ? { ...point, x } : point)), merge);
  }

  function takePoints(points, merge = null) {
    leave(() => state.change({ points, preset: null, seen: nowhere, top: null }, merge));
  }

  /** Make the next step to the widest line, first to the middle, then around; return whether another can follow. */
  function widen() {
    const { best } = now.known;
    if (!best || isBest(now)) return false;
    const middle = maths.middleLine(now.line.w, now.X, now.y);
    const shift = middle.margin - now.margin > EQUAL && middle.margin > 0;
    const ends = onLine(shift ? middle : best, state.now.ends);
    view.explain(shift ? "shift" : "turn");
    take(ends, null, { own: false, ...(shift ? {} : { seen: nowhere.map(() => true) }) });
    return shift;
  }

  function draw({ points, ends, preset, own, seen, top }) {
    now = numbersOf(points, lineThrough(ends), now);
    const target = PRESETS[preset]?.target ?? null;
    if (own && target) records.note(preset, Math.max(now.margin, 0));
    drawPoints();
    view.show({ now, ends, seen: withDirection(seen, now.line), top, target });
    says.say(state.canUndo ? verdict(now) : invitation(now));
    drawGoal(aim, preset, records);
    turning.set(angleOf(now.line));
    shifting.set(offsetOf(now.line));
    play.enable(Boolean(now.known.best));
    back.enable(state.canUndo);
    again.enable(ends !== ENDS);
    publish(root, published(now, state.now));
  }

  function drawPoints() {
    editing.draw();
    layer.set(state.now.points.map(({ x, y }, i) => shownPoint(x, y, i, now)), editing.selected);
  }
}

/** Return the sliders that turn and shift the line. */
function sliders(row, onMove) {
  const degrees = (value) => `${shown(Math.round(value))}°`;
  const turn = { text: "Turn", low: -180, high: 180, steps: 360, value: 0, show: degrees };
  const shift = { text: "Shift", low: -FARTHEST, high: FARTHEST, steps: 160, value: 0, show: written };
  return [
    slider(row, turn, (value) => onMove((ends) => turned(ends, value), "angle")),
    slider(row, shift, (value) => onMove((ends) => shifted(ends, value), "offset")),
  ];
}

const written = (value) => value.toFixed(2).replace("-", "−");

function withDirection(seen, line) {
  const at = directionOf(angleOf(line));
  return seen[at] ? seen : seen.map((been, i) => been || i === at);
}

const isBest = ({ margin, known }) => margin > known.best.margin - EQUAL;

function shownPoint(x, y, i, { margins, mistakes, known }) {
  const marked = mistakes.includes(i);
  const weight = known.witness?.[i] > 0 ? `, weight ${shown(known.witness[i])} in the witness` : "";
  const verdict = marked ? "misclassified" : "classified correctly";
  return { x, y, marked, note: `${verdict}, margin ${shown(margins[i])}${weight}` };
}

/** Return the first sentence on some points, which says what to do. */
function invitation(now) {
  if (!now.known.best || now.mistakes.length) return verdict(now);
  return `Drag a diamond: how large can you make the [margin]{margin} of the [line]{line}, now ${written(now.margin)}?`;
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict(now) {
  const { margin, mistakes, known } = now;
  if (known.witness) return "No line separates these points: the hull of the circles and that of the triangles meet, in the small square.";
  if (known.oneClass) return "All points have the same label. Any line far enough away will do, and none is the widest.";
  const start = `The [margin]{margin} of your [line]{line} is ${written(margin)}.`;
  if (!mistakes.length) return `${start} ${advice(now)}`;
  const which = mistakes.length > 1 ? `Points ${numbered(mistakes)} are` : `Point ${mistakes[0] + 1} is`;
  return `${start} ${which} misclassified, and there the distance counts as negative.`;
}

function advice({ margin, closest, y, known }) {
  const who = shownPoints(closest).replace("p", "P");
  if (margin > known.best.margin - NEAR / 4) return `${who} [hold]{closest} the [slab]{slab} from both sides: no line has a wider one.`;
  if (new Set(closest.map((i) => y[i])).size > 1) return `${who} are equally [close]{closest}, on both sides. Shifting won't help anymore: turn the line.`;
  return `${who} ${closest.length > 1 ? "are" : "is"} [closest]{closest}, and nothing holds the line on the other side: move away.`;
}

function drawGoal(aim, preset, records) {
  if (!preset) return aim.set("Your own points: no record is kept.");
  const { target } = PRESETS[preset];
  if (!target) return aim.set("Drag a point until a line separates.");
  const best = records.best(preset);
  aim.set(`Reach margin ${target}.`, written(best), best > target - EQUAL);
}

function published({ line, margin, margins, closest, mistakes, known }, { points, own, top, seen }) {
  const counted = (indices) => indices.map((i) => i + 1);
  const sets = { closest: counted(closest), mistakes: counted(mistakes), points: points.map(({ x, y }) => [...x, y]) };
  const { best, witness, common } = known;
  const past = { own, top: top?.margin ?? null, seen: seen.filter(Boolean).length };
  return { ...line, margin, margins, ...sets, best, separable: !witness, witness, common, ...past };
}
