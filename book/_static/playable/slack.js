/**
 * Figure 6: the price of slack. Left the points, the slab and each point's slack; right the trade-off at every price.
 *
 *     points    [{ x, y }, ...]
 *     C         the price of slack
 *     preset    the name of the points, or null when they have been changed
 *     tried     [lowest, highest] price tried on these points
 *     xi        slack of a point; its segment is xi / |w| long, so the margin is the unit that measures it
 */

import { button, playButton, sentence, slider, toolbar } from "./controls.js";
import { pointEditing } from "./editing.js";
import { frame } from "./frame.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { between, motion, phase } from "./motion.js";
import { memory, panel, place, publish, shown, shownPoints } from "./panel.js";
import { pointLayer } from "./points.js";
import { tradeOffView } from "./tradeoff_view.js";

const [CHEAPEST, DEAREST, OPENING] = [0.01, 1000, 0.1];
const STEP = (DEAREST / CHEAPEST) ** (1 / 100); // of the slider
const PACE = 110; // milliseconds between two prices
const JUMP = 700; // milliseconds to another place of the curve
const [COARSE, FINE, QUIET] = [13, 41, 250]; // prices of the curve while points move, and after so many milliseconds
const MOST_POINTS = 12;
const TINY = 1e-9;
const ROUND = 1e-6; // two numbers that a reader sees as equal
const LABELED = 0.05; // slack that is written at its segment
const [CLEAR, BELOW] = [0.5, 0.22]; // of the middle of such a number, from the point and from the segment
const WAYS = [0.5, 0.3, 0.7, 0.9]; // along the segment
const clamped = (entry) => Math.min(Math.max(entry, -2.8), 2.8);
const CLASSES = [[1.2, 1, 1], [1.4, -0.6, 1], [2.3, 0.3, 1], [1.8, 2.1, 1], [-1.1, 0.6, -1], [-1.3, -1.2, -1], [-2.2, 0.2, -1]];
const OVERLAP = [[0.3, 1.4, 1], [-0.4, 0.2, 1], [1.5, -0.3, 1], [1.2, 1.9, 1], [0.4, 0.5, -1], [-1.4, 1, -1], [-0.9, -1.2, -1], [0.6, -1, -1]];
const MOONS = [[-2, 0, 1], [-1.4, 1.1, 1], [-0.3, 1.2, 1], [0.4, -0.6, 1], [2, 0, -1], [1.4, -1.1, -1], [0.3, -1.2, -1], [-0.4, 0.6, -1]];
const PRESETS = {
  "one outlier": { rows: [...CLASSES, [0.9, 0.2, -1]], paying: 1, target: 1.16 },
  "an outlier out of reach": { rows: [...CLASSES, [1.7, 0.5, -1]], paying: 2, target: 1.3 },
  "classes that overlap": { rows: OVERLAP, paying: 3, target: 0.8 },
  "two moons": { rows: MOONS, paying: 4, target: 1.75 },
};

const pointsOf = (rows) => rows.map(([p, q, y]) => ({ x: [p, q], y }));
const begin = (preset, C) => ({ points: pointsOf(PRESETS[preset].rows), C, preset, tried: [C, C] });
const sum = (numbers) => numbers.reduce((total, entry) => total + entry, 0);
const labelsOf = (points) => points.map(({ y }) => y);
const placesOf = (points) => points.map(({ x }) => x);

/** Return the soft margin of these points at this price, what it costs, and the hard margin, if there is one. */
function numbersOf({ points, C }) {
  const [X, y] = [placesOf(points), labelsOf(points)];
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
    zero: where((_, alpha) => alpha === 0),
    needy: where((xi) => xi > TINY),
    wrong: where((xi) => xi >= 1 - ROUND),
    hard: hard && { w: hard.w, b: hard.b, margin: hard.margin, from: Math.max(...hard.alpha) },
  };
}

export default function slack(root, still) {
  const app = panel(root, still, "The price of slack, and what it buys");
  const stage = place(app, "stage");
  const axes = frame(place(stage, "picture"), { label: "The points, the slab, and slack as segments to its edges", axes: ["", ""], numbers: false });
  const view = tradeOffView(stage, jump);
  const marks = marksIn(axes);
  const says = sentence(app);
  const state = memory(begin("one outlier", OPENING), draw);
  const records = record("slack");
  const curve = curves(() => drawTrade());
  const moving = motion();
  let now = null; // the numbers of the state that is drawn
  let jumps = 0; // so that each is undone by itself

  const layer = pointLayer(axes, { onMove: movePoint, onSelect: (i) => editing.select(i), onKey: (i, key) => editing.press(i, key) });
  const playing = toolbar(app, "Price");
  const play = playButton(playing, "Raise the price", { pace: PACE, step: raise, prepare: rewind });
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const look = { text: "C", low: CHEAPEST, high: DEAREST, value: OPENING, log: true, show: shownPrice };
  const price = slider(playing, look, (C) => leave(() => setPrice(C, "C")));
  const aim = goal(playing, "Your widest");
  const editing = pointEditing(app, {
    points: () => state.now.points,
    most: MOST_POINTS,
    first: 7, // the outlier
    presets: Object.keys(PRESETS),
    onPreset: (preset) => leave(() => state.reset(begin(preset, state.now.C))),
    onPoints: (points) => leave(() => takePoints(points)),
    onToggle: () => leave(drawPoints),
    onSelect: drawPoints,
    focus: (i) => layer.focus(i),
  });
  draw(state.now);

  /** Do what the reader wants; what was moving stops. */
  function leave(act) {
    play.stop();
    moving.play(0, () => {});
    act();
  }

  function setPrice(C, merge) {
    const [low, high] = state.now.tried;
    state.change({ C, tried: [Math.min(low, C), Math.max(high, C)] }, merge);
  }

  /** Go to another price through all those between. */
  function jump(C) {
    leave(() => {});
    const from = Math.log(state.now.C);
    const merge = `jump ${++jumps}`;
    moving.play(JUMP, (t) => setPrice(tidyPrice(Math.exp(between(from, Math.log(C), phase(t, 0, 1)))), merge));
  }

  function rewind() {
    moving.play(0, () => {});
    if (!canRaise()) setPrice(CHEAPEST, null);
  }

  /** Return whether a higher price can change something. */
  function canRaise() {
    return state.now.C < DEAREST && now.needy.length > 0;
  }

  /** Raise the price by a step; return whether there is another. */
  function raise() {
    setPrice(tidyPrice(Math.min(DEAREST, state.now.C * STEP)), "play");
    return canRaise();
  }

  function takePoints(points, merge = null) {
    state.change({ points, preset: null, tried: [state.now.C, state.now.C] }, merge);
  }

  function movePoint(i, x, merge) {
    play.stop();
    takePoints(state.now.points.map((point, j) => (j === i ? { ...point, x } : point)), merge);
  }

  function draw({ points, C, preset }) {
    now = numbersOf({ points, C });
    drawBand(marks, now);
    drawPoints();
    drawTrade();
    noteRecord(preset, now, play.running, records);
    drawGoal(aim, preset, records);
    says.say(verdict(now));
    price.set(C);
    back.enable(state.canUndo);
    publish(root, published(now, state.now));
  }

  function drawPoints() {
    editing.draw();
    const drawn = state.now.points.map(({ x, y }, i) => ({ x, y, marked: now.alpha[i] > 0, note: atPoint(now, i) }));
    layer.set(drawn, editing.selected);
  }

  function drawTrade() {
    const { C, total, margin, primal, hard, oneClass } = now;
    const at = { C, total, margin: oneClass ? Infinity : margin, cost: primal };
    view.set({ curve: curve(state.now.points), at, tried: state.now.tried, hard: hard && hard.margin });
  }
}

const tidyPrice = (C) => Number(C.toPrecision(10));

const shownPrice = (C) => shown(Number(C.toPrecision(3)));

/** Return a number for the reader, without the last digits of rounding. */
const tidy = (value) => shown(Math.abs(value) < TINY ? 0 : value);

/** Return what gives the curve of some points: a coarse one at once, and a fine one when they have come to rest. */
function curves(onFine) {
  let [of, known, waiting] = [null, [], null];
  const compute = (count) => {
    const prices = Array.from({ length: count }, (_, i) => CHEAPEST * (DEAREST / CHEAPEST) ** (i / (count - 1)));
    const y = labelsOf(of);
    known = new Set(y).size === 1 ? [] : maths.tradeOff(placesOf(of), y, prices);
  };
  return (points) => {
    if (points === of) return known;
    clearTimeout(waiting);
    of = points;
    compute(COARSE);
    waiting = setTimeout(() => {
      compute(FINE);
      onFine();
    }, QUIET);
    return known;
  };
}

function marksIn(axes) {
  return {
    slab: axes.band("slab", "band"),
    edges: [axes.plane("edge"), axes.plane("edge")],
    line: axes.plane("line"),
    slack: axes.segments("slack", "xi"),
    margin: axes.segments("margin", "band"),
    marginName: axes.words("note", "band"),
    words: Array.from({ length: MOST_POINTS }, () => axes.words("amount", "xi")),
  };
}

function drawBand(marks, now) {
  const plane = now.flat ? null : now;
  marks.slab.set(plane, -1, 1);
  marks.edges[0].set(plane, 1);
  marks.edges[1].set(plane, -1);
  marks.line.set(plane);
  marks.slack.set(plane && now.needy.map((i) => [now.X[i], edgeBefore(now, i)]));
  marks.margin.set(plane && [marginOf(now)]);
  marks.marginName.set(plane && besideMargin(marginOf(now)), "margin");
  const taken = [...now.X];
  marks.words.forEach((words, i) => {
    if (!plane || !(now.slack[i] > LABELED)) return words.set(null);
    const at = amountPlace(now, i, taken);
    taken.push(at);
    words.set(at, now.slack[i].toFixed(now.slack[i] < 9.95 ? 1 : 0));
  });
}

/** Return where a point would stop needing slack: straight across, on its edge of the slab. */
function edgeBefore({ X, y, w, slack, squared }, i) {
  return maths.add(X[i], maths.scale((y[i] * slack[i]) / squared, w));
}

/** Return a segment across half the slab, low in the picture where there are few points. */
function marginOf({ w, b, squared }) {
  const foot = Math.abs(w[0]) > Math.abs(w[1]) ? [(-b + 2.75 * w[1]) / w[0], -2.75] : [-2.75, (-b + 2.75 * w[0]) / w[1]];
  return [foot, maths.add(foot, maths.scale(1 / squared, w))];
}

/** Return where the margin's name begins: beyond its segment, or above it where there isn't room. */
function besideMargin([foot, end]) {
  const [left, right] = [Math.min(foot[0], end[0]), Math.max(foot[0], end[0])];
  return right < 1.7 ? [right + 0.15, end[1] - 0.05] : [Math.min(left + 0.2, 1.7), Math.max(foot[1], end[1]) + 0.2];
}

/** Return where a slack is written: at its segment, clear of what is there already. */
function amountPlace(now, i, taken) {
  const [from, to] = [now.X[i], edgeBefore(now, i)];
  const along = maths.subtract(to, from);
  const size = maths.length(along);
  const across = along[0] > 0 ? [along[1], -along[0]] : [-along[1], along[0]]; // downward: the point's number is above
  const places = WAYS.flatMap((way) => [BELOW, -BELOW].map((down) => {
    const far = Math.max(way * size, CLEAR);
    return from.map((entry, j) => clamped(entry + (far * along[j] + down * across[j]) / size));
  }));
  const room = (at) => Math.min(...taken.map((other) => maths.length(maths.subtract(at, other))));
  return places.find((at) => room(at) > CLEAR - 0.1) ?? places[maths.smallest(places.map((at) => -room(at)))];
}

function noteRecord(preset, { needy, margin, flat }, playing, records) {
  if (!preset || playing || flat || needy.length > PRESETS[preset].paying) return;
  records.note(preset, Number(margin.toFixed(2)));
}

function drawGoal(aim, preset, records) {
  if (!preset) return aim.set("Your own points: no record is kept.");
  const { paying, target } = PRESETS[preset];
  const best = records.best(preset);
  const payers = paying === 1 ? "one point" : `${paying} points`;
  aim.set(`At most ${payers} may pay. How wide can the slab be?`, best, best >= target);
}

function atPoint({ alpha, slack, C }, i) {
  const kind = alpha[i] === 0 ? "α = 0" : alpha[i] === C ? "α = C" : `free, α = ${tidy(alpha[i])}`;
  return `${kind}, slack ${tidy(slack[i])}: ${placeOf(slack[i], alpha[i])}`;
}

function placeOf(xi, alpha) {
  if (xi > 1 + ROUND) return "misclassified";
  if (xi >= 1 - ROUND) return "on the line";
  if (xi > TINY) return "inside the slab, classified correctly";
  return alpha > 0 ? "at its edge of the slab" : "at its edge of the slab or beyond";
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict({ C, oneClass, flat, needy, wrong, margin, total, hard }) {
  if (oneClass) return "All points have one label: w = 0 needs no slack at all, and costs nothing.";
  if (flat) return "At this price w = 0 is cheapest: f is the same everywhere, and no slab is worth its width.";
  const band = `At C = ${shownPrice(C)} the [margin]{band} is ${margin.toFixed(2)}`;
  if (!needy.length) return `${band}, and no point pays: it's the hard margin. A higher price changes nothing.`;
  const mistaken = wrong.length ? `; ${shownPoints(wrong)} ${wrong.length > 1 ? "are" : "is"} misclassified` : "";
  const pay = needy.length > 1 ? `${needy.length} points pay a total` : `${shownPoints(needy)} pays a`;
  return `${band}, and ${pay} [slack]{xi} of ${total.toFixed(2)}${mistaken}. ${end(hard)}`;
}

function end(hard) {
  return hard ? `From C = ${hard.from.toFixed(1)} on, no point would pay.` : "No line separates the points, so some slack stays at any price.";
}

function published(now, { preset }) {
  const { C, w, b, alpha, slack, margins, margin, flat, total, squared, primal, dual, hard, y } = now;
  const counted = (indices) => indices.map((i) => i + 1);
  const kinds = { zero: counted(now.zero), free: counted(now.free), bounded: counted(now.bounded) };
  const places = { needy: counted(now.needy), wrong: counted(now.wrong) };
  const worth = { total, width: squared / 2, cost: primal, dual, margin: flat ? null : margin };
  const points = now.X.map((x, i) => [...x, y[i]]);
  const best = hard && { margin: hard.margin, from: hard.from };
  return { C, w, b, alpha, slack, margins, ...worth, ...kinds, ...places, hard: best, preset, points };
}
