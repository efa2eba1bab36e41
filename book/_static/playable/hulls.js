/**
 * Figure 6: two convex hulls and a segment between them, which bounds every margin from above; the line across it has a
 * margin, which bounds the best from below. The reader moves the ends until the two bounds meet.
 *
 *     preset    the name of the points
 *     p, q      the ends of the segment, in the hulls of +1 and -1
 *     above, below    the bounds that each move gave, and before them those of the start
 *     trail     the segments before
 *     last      what made the last move, so that one drag is one move
 *     own       whether every move was the reader's
 */

import { bills } from "./bills.js";
import { closing } from "./closing.js";
import { button, choice, playButton, sentence, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import { goal, record } from "./goal.js";
import { dot, knob } from "./knobs.js";
import * as maths from "./mathematics.js";
import { motion, phase, pointBetween } from "./motion.js";
import { memory, panel, place, publish } from "./panel.js";

const CLOSED = 0.01; // of the upper bound: what may be left between the two
const STEP = 1500; // milliseconds between two moves of the walk
const MOVING = 1100; // and in which one of them is shown
const BESIDE = 26; // units of the picture from an end to its knob
const MOST = 60; // moves of a walk
const SHOWN = 8; // segments before
const SIX = [[3, 1, 1], [1, 3, 1], [4, 4, 1], [0, 0, -1], [-2, 1, -1], [0, -2, -1]];
const CROWD = [[1.4, 2.6, 1], [3.9, 0.1, 1], [4.5, 2.2, 1], [3, 4.2, 1], [0.8, 4.4, 1], [3.2, 2.4, 1], [-1.9, -0.6, -1], [0.6, -1.2, -1], [0.2, 0.4, -1], [-0.8, 1.6, -1], [-2.4, 1.8, -1], [-0.9, -2.2, -1]];
const MEET = [[3, 1, 1], [0.2, 2.8, 1], [4, 4, 1], [-0.4, 0.2, 1], [1.2, 1.4, -1], [-2, 1, -1], [0, -2, -1]];
const SMALL = { reach: { x: [-3, 5], y: [-3, 5] }, unit: "", digits: 2, size: 8 };
const PRESETS = {
  "six points": { ...SMALL, rows: SIX, p: [4, 4], q: [-2, 1] },
  "twelve points": { ...SMALL, rows: CROWD, p: [3, 4.2], q: [-2.4, 1.8] },
  penguins: { reach: { x: [33, 54], y: [6.5, 27.5] }, unit: " mm", digits: 3, size: 3, rows: bills, p: null, q: null, names: ["bill length, mm", "bill depth, mm"] },
  "hulls that meet": { ...SMALL, rows: MEET, p: [4, 4], q: [0, -2] },
};

const meanOf = (X) => maths.scale(1 / X.length, maths.combination(X.map(() => 1), X, 2));

/** Return the points of a preset, their hulls, and where its segment starts. */
function scene(name) {
  const given = PRESETS[name];
  const [X, y] = [given.rows.map((row) => row.slice(0, 2)), given.rows.map((row) => row[2])];
  const hull = (side) => {
    const mine = X.filter((_, i) => y[i] === side);
    return maths.hullCorners(mine).map((i) => mine[i]);
  };
  const mean = (side) => meanOf(X.filter((_, i) => y[i] === side));
  return { ...given, name, X, y, hulls: { p: hull(1), q: hull(-1) }, p: given.p ?? mean(1), q: given.q ?? mean(-1) };
}

/** Return the bounds of a segment as a move gives them: a margin that is not positive is none. */
function boundsAt({ X, y }, p, q) {
  const { above, below } = maths.segmentBounds(p, q, X, y);
  return { above, below: below > 0 ? below : null };
}

function begin(shown) {
  const { above, below } = boundsAt(shown, shown.p, shown.q);
  return { preset: shown.name, p: shown.p, q: shown.q, above: [above], below: [below], trail: [], last: null, own: true };
}

export default function hulls(root, still) {
  const app = panel(root, still, "Two hulls, a segment between them, and two bounds on the best margin");
  const stage = place(app, "stage");
  const picture = place(stage, "picture");
  const contest = closing(stage, {
    label: "The two bounds on the best margin, move by move",
    names: { above: "half of the shortest segment", below: "best line so far", across: "moves" },
    write: (value, side) => `${side === "above" ? "≤" : "≥"} ${written(value, shown)}`,
  });
  const says = sentence(app);
  const moving = motion();
  const records = record("hulls");
  let shown = scene("six points");
  let view = viewOf(picture, shown, drag);
  const state = memory(begin(shown), draw);
  const playing = toolbar(app, "Moves");
  const play = playButton(playing, "Watch a walk", { pace: STEP, step: walk, prepare: () => stepOf(state.now) || state.change(begin(shown)) });
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const again = button(playing, "Start again", () => leave(() => state.change(begin(shown))));
  choice(playing, "Points:", Object.keys(PRESETS), (name) => leave(() => show(name)));
  const aim = goal(playing, "Your fewest");
  draw(state.now);

  /** Do what the reader wants; the walk pauses. */
  function leave(act) {
    play.stop();
    act();
  }

  function show(name) {
    shown = scene(name);
    view = viewOf(picture, shown, drag);
    state.reset(begin(shown));
  }

  function drag(end, at, merge) {
    leave(() => moveTo(end, maths.nearestInHull(shown.hulls[end], at), merge));
  }

  /** Put an end of the segment elsewhere: a new move, or more of the same one. */
  function moveTo(end, at, merge, own = state.now.own) {
    const now = state.now;
    const same = merge !== null && merge === now.last;
    const next = { p: now.p, q: now.q, [end]: at };
    const { above, below } = boundsAt(shown, next.p, next.q);
    const before = (list) => (same ? list.slice(0, -1) : list);
    const trail = same ? now.trail : [...now.trail, [now.p, now.q]];
    state.change({ ...next, above: [...before(now.above), above], below: [...before(now.below), below], trail, last: merge, own }, merge);
  }

  function stepOf({ p, q }) {
    return maths.walkStep(p, q, shown.X, shown.y);
  }

  /** Make the next move of the walk; return whether another can follow. */
  function walk() {
    const step = stepOf(state.now);
    if (!step) return false;
    const end = shown.y[step.toward] > 0 ? "p" : "q";
    const from = state.now[end];
    view.aim(from, shown.X[step.toward]);
    moveTo(end, step[end], null, false);
    const to = state.now;
    moving.play(MOVING, (t) => {
      if (state.now !== to) return;
      view.set({ ...to, [end]: pointBetween(from, step[end], phase(t, 0.35, 1)) });
      if (t === 1) view.aim(null);
    });
    return state.now.above.length <= MOST && Boolean(stepOf(state.now));
  }

  function draw(now) {
    const found = maths.segmentBounds(now.p, now.q, shown.X, shown.y);
    const left = maths.openShare(now);
    const moves = now.above.length - 1;
    const closed = left.share <= CLOSED;
    moving.play(0, () => {}); // what was under way is over
    view.aim(null);
    view.set(now);
    contest.show(now);
    says.say(verdict(shown, found, left, closed));
    if (closed && now.own && moves) records.note(now.preset, moves, true);
    drawGoal(aim, shown, { moves, closed, own: now.own, best: records.best(now.preset) });
    back.enable(state.canUndo);
    again.enable(moves > 0);
    publish(root, published(now, found, left, moves));
  }
}

const written = (value, { digits, unit }) => value.toFixed(digits) + unit;

/** Return the drawing of a preset: `set({ p, q, trail })`, and `aim(from, to)` for where an end is about to go. */
function viewOf(picture, shown, onMove) {
  picture.replaceChildren();
  const axes = frame(picture, { label: "Two convex hulls, and a segment between them", ...shown.reach, axes: ["", ""], numbers: false, rim: Boolean(shown.names), every: shown.names ? 5 : 1 });
  const marks = {
    slab: axes.band("slab", "below"),
    hulls: { p: axes.curve("hull-plus"), q: axes.curve("hull-minus") },
    line: axes.plane("across", "below"),
    edges: [axes.plane("across-edge"), axes.plane("across-edge")],
    ends: [axes.plane("beyond", "above"), axes.plane("beyond", "above")],
    former: axes.segments("former"),
    segment: axes.curve("between", "above"),
    aim: axes.arrow("aim"),
  };
  for (const end of ["p", "q"]) marks.hulls[end].set([...shown.hulls[end], shown.hulls[end][0]]);
  writeAxes(axes, shown);
  const points = shown.X.map((x, i) => dot(axes, x, shown.y[i], shown.size));
  const [from, to] = [axes.toView(shown.q), axes.toView(shown.p)];
  const way = maths.scale(BESIDE / maths.length(maths.subtract(to, from)), maths.subtract(to, from));
  const end = (name, beside) => knob(axes, { name, beside, label: `end ${name} of the segment` }, (at, merge) => onMove(name, at, merge));
  const ends = { p: end("p", way), q: end("q", maths.scale(-1, way)) };
  return {
    aim: (from, to) => marks.aim.set(from, to),
    set({ p, q, trail }) {
      const { plane, below, between } = maths.segmentBounds(p, q, shown.X, shown.y);
      const half = plane && below > 0 ? below : null;
      marks.slab.set(half && plane, -half, half);
      marks.line.set(plane);
      marks.edges.forEach((edge, i) => edge.set(half && plane, i ? -half : half));
      marks.ends.forEach((edge, i) => edge.set(plane && { w: plane.w, b: -maths.dot(plane.w, i ? q : p) }));
      marks.former.set(trail.slice(-SHOWN));
      marks.segment.set([p, q]);
      const inWay = new Set(between);
      points.forEach((group, i) => group.classList.toggle("playable-in-way", inWay.has(i)));
      ends.p.set(p, "in the hull of the circles");
      ends.q.set(q, "in the hull of the triangles");
    },
  };
}

function writeAxes(axes, { names, reach: { x, y } }) {
  if (!names) return;
  const write = (at, text, anchor) => {
    const mark = axes.words("note");
    mark.element.style.textAnchor = anchor;
    mark.set(at, text);
  };
  const [wide, tall] = [x[1] - x[0], y[1] - y[0]];
  write([x[1] - 0.02 * wide, y[0] + 0.08 * tall], names[0], "end");
  write([x[0] + 0.09 * wide, y[1] - 0.05 * tall], names[1], "start");
  write([x[1] - 0.02 * wide, y[0] + 0.22 * tall], "● Gentoo", "end");
  write([x[0] + 0.09 * wide, y[1] - 0.2 * tall], "▲ Adelie", "start");
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict(shown, { above, below, plane, between }, left, closed) {
  const say = (value) => written(value, shown);
  if (!plane) return "The two ends are the same point, which is in both hulls. No margin is above 0, then, and no line separates these points.";
  const high = `No line has a margin above [half of this segment, ${say(above)}]{above}.`;
  if (closed && left.share < 1e-6) return `${high} [The line across it]{below} has exactly this margin. It's the best line, and you've proved it.`;
  if (closed) return `${high} [The best line so far]{below} has ${say(left.below)}: no line is more than 1% better, and you've proved it.`;
  const some = `${between.length} ${between.length === 1 ? "point is" : "points are"} in the way`;
  if (!(below > 0)) return `${high} [The line across it]{below} doesn't even separate the points: ${some}, ringed.`;
  if (!between.length) return `${high} [The line across it]{below} has exactly this margin.`;
  return `${high} [The line across it]{below} has margin ${say(below)}, and not more, because ${some}, ringed.`;
}

function drawGoal(aim, shown, { moves, closed, own, best }) {
  if (shown.name === "hulls that meet") return aim.set("No line separates these points: what happens to the upper bound?");
  const task = "Close the gap to 1% in as few moves as you can.";
  if (!own) return aim.set(`${task} (A walk doesn't count.)`);
  const reached = closed && moves > 0;
  aim.set(task, best || "none yet", reached);
}

function published({ preset, p, q, above, below, own }, found, left, moves) {
  return { preset, p, q, moves, bounds: { above, below }, above: left.above, below: left.below, share: left.share, plane: found.plane, inWay: found.between.map((i) => i + 1), own };
}
