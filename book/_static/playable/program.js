/**
 * Figure 6a: the quadratic program of the hard margin. On one side a line and its slab, on the other its w, which the
 * reader moves. A shorter w has a wider slab, and is feasible as long as no point is inside.
 *
 *     preset    the name of the points
 *     w         the normal; b is always the best one for it
 *     tried     the w's that moves ended with, the first the start
 *     last      what made the last move, so that one drag is one move
 *     shown     whether all feasible w's are shown
 *     own       whether the reader did without that, and without the solver
 */

import { button, checkbox, playButton, sentence, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import { goal, record } from "./goal.js";
import { dot, knob } from "./knobs.js";
import * as maths from "./mathematics.js";
import { motion, phase, pointBetween } from "./motion.js";
import { memory, panel, place, publish } from "./panel.js";

const NEAR = 0.01; // of the shortest length: what counts as found
const PACE = 2000; // milliseconds between two steps of the solver
const MOVING = 1400;
const ROUND = 60; // corners of a circle
const BESIDE = [18, -18]; // from the tip of w to its knob
const ROWS = [[3, 1, 1], [1, 3, 1], [4, 4, 1], [0, 0, -1], [-2, 1, -1], [0, -2, -1]];
const [X, y] = [ROWS.map((row) => row.slice(0, 2)), ROWS.map((row) => row[2])];
const REACH = { x: [-3, 5], y: [-3, 5] };
const WEIGHTS = { x: [-0.4, 1.8], y: [-0.4, 1.8] };
const START = [0.61, 1.6]; // from where arrow keys reach the best
const D = maths.differences(X, y);
const BEST = maths.separate(X, y).margin;
const FIRST = { w: START, tried: [START], last: null, shown: false, own: true };

export default function program(root, still) {
  const app = panel(root, still, "The quadratic program: a line with its slab, and its w");
  const stage = place(app, "stage");
  stage.classList.add("playable-program");
  const view = viewOf(stage, drag);
  const says = sentence(app);
  const moving = motion();
  const records = record("program");
  const state = memory(FIRST, draw);
  const playing = toolbar(app, "Moves");
  const play = playButton(playing, "Watch a solver", { pace: PACE, step: solve, prepare: rewind });
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const again = button(playing, "Start again", () => leave(() => state.change({ ...FIRST, shown: state.now.shown, own: !state.now.shown })));
  const showing = checkbox(playing, "show all feasible w", (shown) => leave(() => state.change({ shown, own: state.now.own && !shown })));
  const aim = goal(playing, "Your fewest");
  draw(state.now);

  /** Do what the reader wants; the solver pauses. */
  function leave(act) {
    play.stop();
    act();
  }

  function drag(at, merge) {
    const inside = (entry, [low, high]) => Math.min(Math.max(entry, low + 0.02), high - 0.02);
    const w = [inside(at[0], WEIGHTS.x), inside(at[1], WEIGHTS.y)];
    if (maths.length(w) < 0.02) return;
    leave(() => moveTo(w, merge));
  }

  function moveTo(w, merge, own = state.now.own) {
    const { tried, last } = state.now;
    const same = merge !== null && merge === last;
    state.change({ w, tried: [...(same ? tried.slice(0, -1) : tried), w], last: merge, own }, merge);
  }

  function rewind() {
    if (!maths.programStep(state.now.w, D.rows)) state.change({ ...FIRST, shown: state.now.shown, own: false });
  }

  /** Make the solver's next step; return whether another can follow. */
  function solve() {
    const from = state.now.w;
    const step = maths.programStep(from, D.rows);
    if (!step) return false;
    moveTo(step.w, null, false);
    const to = state.now;
    says.say(explained(step));
    const more = Boolean(maths.programStep(step.w, D.rows));
    moving.play(MOVING, (t) => {
      if (state.now !== to) return;
      view.set({ ...to, w: pointBetween(from, step.w, phase(t, 0, 1)) });
      if (t === 1 && !more) says.say(verdictAt(to));
    });
    return more;
  }

  function draw(now) {
    const found = maths.programAt(now.w, X, y);
    const moves = now.tried.length - 1;
    const size = maths.length(now.w);
    const reached = isShortest(now.w, found.feasible);
    moving.play(0, () => {}); // what was under way is over
    view.set(now);
    says.say(verdictAt(now));
    if (reached && now.own && moves) records.note("six points", moves, true);
    drawGoal(aim, { ...now, reached, best: records.best("six points") });
    back.enable(state.canUndo);
    again.enable(moves > 0);
    showing.set(now.shown);
    publish(root, { w: now.w, b: found.b, size, smallest: found.smallest, feasible: found.feasible, inWay: found.inWay.map((i) => i + 1), moves, reached, shown: now.shown, own: now.own });
  }
}

/** Return both pictures: `set({ w, tried, shown })`. */
function viewOf(stage, onMove) {
  const plain = { axes: ["", ""], numbers: false };
  const line = frame(place(stage, "picture"), { label: "The points, the line of w and its slab", ...REACH, ...plain });
  const space = frame(place(stage, "picture"), { label: "The plane of w", ...WEIGHTS, ...plain, every: 0.5 });
  const marks = {
    slab: line.band("slab", "slab"),
    edges: [line.plane("edge"), line.plane("edge")],
    line: line.plane("line"),
    possible: space.curve("possible"),
    circle: space.curve("circle"),
    tried: space.segments("tried"),
    missed: space.segments("missed"),
    w: space.arrow("w", "w"),
  };
  write(space, [1.76, 1.66], "the plane of w", "end");
  write(space, [-0.05, -0.13], "0", "end");
  const points = X.map((x, i) => dot(line, x, y[i], 8));
  X.forEach(([p, q], i) => write(line, [p + 0.28, q + 0.22], i + 1, "start"));
  const tip = knob(space, { name: "w", beside: BESIDE, label: "w" }, onMove);
  const region = maths.feasibleRegion(D.rows, WEIGHTS);
  return {
    set({ w, tried, shown }) {
      const { b, inWay, feasible, smallest } = maths.programAt(w, X, y);
      const plane = { w, b };
      marks.slab.set(plane, -1, 1);
      marks.edges.forEach((edge, i) => edge.set(plane, i ? -1 : 1));
      marks.line.set(plane);
      points.forEach((group, i) => group.classList.toggle("playable-in-way", inWay.includes(i)));
      marks.slab.element.classList.toggle("playable-too-wide", !feasible);
      marks.possible.set(shown || isShortest(w, feasible) ? [...region, region[0]] : null);
      marks.circle.set(circle(maths.length(w)));
      const before = tried.slice(0, -1);
      const [good, bad] = [true, false].map((kind) => before.filter((former) => maths.programAt(former, X, y).feasible === kind));
      marks.tried.set(good.map((at) => [at, [at[0] + 1e-4, at[1]]]));
      marks.missed.set(bad.flatMap(cross));
      marks.w.set([0, 0], w);
      tip.set(w, feasible ? "feasible" : smallest > 0 ? "too short" : "its line does not separate the points");
    },
  };
}

const isShortest = (w, feasible) => feasible && maths.length(w) * BEST <= 1 + NEAR;

function write(axes, at, text, anchor) {
  const mark = axes.words("note");
  mark.element.style.textAnchor = anchor;
  mark.set(at, text);
}

const circle = (radius) =>
  Array.from({ length: ROUND + 1 }, (_, k) => [radius * Math.cos((2 * Math.PI * k) / ROUND), radius * Math.sin((2 * Math.PI * k) / ROUND)]);

const cross = ([p, q]) => [[[p - 0.03, q - 0.03], [p + 0.03, q + 0.03]], [[p - 0.03, q + 0.03], [p + 0.03, q - 0.03]]];

function verdictAt({ w, tried }) {
  const found = maths.programAt(w, X, y);
  return verdict(found, maths.length(w), isShortest(w, found.feasible), tried.length === 1);
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict({ feasible, inWay, smallest }, size, reached, first) {
  const long = `[w]{w} is ${size.toFixed(2)} long`;
  const wide = `its [slab]{slab} is ${(2 / size).toFixed(2)} wide`;
  const some = `${inWay.length} ${inWay.length === 1 ? "point is" : "points are"} inside or beyond, ringed`;
  if (!feasible && smallest <= 0) return `No line across this [w]{w} separates the points, however long you make it: ${inWay.length} of them have y f < 1.`;
  if (!feasible) return `${long}, and ${wide}. That's too wide: ${some}. Not feasible.`;
  if (reached) return `${long}, and ${wide}: within 1% of the widest. The circle touches all feasible w, and a smaller one would miss them.`;
  if (first) return `Drag [w]{w} until it can't be shorter. It's feasible, ${size.toFixed(2)} long, and ${wide}; the same line could do with less.`;
  if (smallest > 2.01) return `${long}, and ${wide}. It's feasible, and there's room to spare: a shorter w would do for the same line.`;
  return `${long}, and ${wide}. It's feasible, and it can't be shorter in this direction: the slab touches points on both sides.`;
}

/** Return what the solver does in this step. */
function explained({ kind, touching }) {
  if (kind === "scale") return "Keep the direction, and shorten [w]{w} until the [slab]{slab} touches a point on each side: two copies of the line move apart.";
  const [i, j] = D.pairs[touching[0]];
  return `Turn the line, but keep points ${i + 1} and ${j + 1} on the edges of the [slab]{slab}, until another point is reached or [w]{w} can't get shorter.`;
}

function drawGoal(aim, { shown, own, reached, best }) {
  const task = "Find the shortest feasible w, to within 1%, in as few moves as you can.";
  if (shown) return aim.set("All feasible w are shaded. The shortest is where the circle touches them last as it shrinks.");
  if (!own) return aim.set(`${task} (Start again to be counted.)`);
  aim.set(task, best || "none yet", reached);
}
