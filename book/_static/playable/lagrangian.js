/**
 * Figure 4: duality as a line under a curve. The line's slope is the multiplier; the two bounds close in on one number.
 *
 *     problem   the name of the problem
 *     u         the constraint of the reader's x, feasible where u <= 0; its cost is an upper bound
 *     lambda    minus the slope of the line, which touches the curve from below and crosses u = 0 at a lower bound
 *     moves     [{ u, lambda, merge }, ...], the last as it is now; one drag, or presses in a row of one handle, is one move
 *     own       whether all moves were the reader's
 *
 * The figure's own solution moves one handle after the other, as readers do; the first of the two is marked `passing`.
 */

import { closing } from "./closing.js";
import { button, choice, sentence, toolbar } from "./controls.js";
import { frame, setAll, svgElement } from "./frame.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { between, motion, phase } from "./motion.js";
import { memory, panel, place, publish, titled, withMove } from "./panel.js";
import { dragging } from "./points.js";

const [X, Y] = [[-8.5, 5], [-5.5, 8]]; // what is in view, of the constraint and of the cost
const PROBLEMS = {
  "x ≥ 5": { bound: 5, most: 2, grip: -4, start: { u: -2.5, lambda: 0.3 }, target: 2 },
  "x ≥ −3": { bound: -3, most: 0.6, grip: 1.5, start: { u: -2, lambda: 0.4 }, target: 2 },
  "not convex": { bound: null, most: 1.4, grip: -5, start: { u: -4.4, lambda: 1 }, target: null },
};
const STEPS = { u: 0.1, lambda: 0.05 };
const CLOSE = { u: 0.051, lambda: 0.026 }; // this near, a handle snaps to the best
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const SOLVING = 900; // milliseconds
const FORMER = 8; // lines of former moves at most
const MEET = 1e-9;
const CIRCLE = "M-9,0a9,9 0 1,0 18,0a9,9 0 1,0 -18,0Z";
const DIAMOND = "M0,-11L11,0L0,11L-11,0Z";

const clamp = (value, [low, high]) => Math.min(Math.max(value, low), high);
const grid = ([low, high], steps = 120) => Array.from({ length: steps + 1 }, (_, i) => low + ((high - low) * i) / steps);
const written = (value) => (Math.abs(value) < 0.005 ? 0 : value).toFixed(2).replace("-", "−");

function begin(problem) {
  return { problem, moves: [{ ...PROBLEMS[problem].start, merge: null }], own: true };
}

/** Return all numbers of a state. */
function played({ problem, moves }) {
  const { bound } = PROBLEMS[problem];
  const { u, lambda } = moves.at(-1);
  const best = maths.bestOfBoth(bound);
  const below = maths.crossing(lambda, bound);
  const above = u <= MEET ? maths.curveHeight(u, bound) : null;
  const gap = above === null ? null : above - below;
  const done = gap !== null && gap <= best.above - best.below + MEET;
  return { bound, u, lambda, best, below, above, gap, done, touch: maths.touchingPoint(lambda, bound) };
}

/** Return what closing.js draws: the two bounds of each move. */
function boundsOf({ problem, moves }) {
  const { bound } = PROBLEMS[problem];
  return {
    above: moves.map(({ u }) => (u <= MEET ? maths.curveHeight(u, bound) : null)),
    below: moves.map(({ lambda }) => maths.crossing(lambda, bound)),
  };
}

export default function lagrangian(root, still) {
  const app = panel(root, still, "A line under a curve, and the two bounds that it gives");
  const stage = place(app, "stage");
  const { axes, marks } = pictureOf(titled(stage, "picture", "Cost t against constraint u"));
  const contest = closing(titled(stage, "bounds", "The two bounds, move by move"), {
    label: "The upper and the lower bound after each move",
    names: { above: "cost of your x", below: "bound of your λ", across: "moves" },
    write: written,
  });
  const says = sentence(app);
  const state = memory(begin("x ≥ 5"), draw);
  const records = record("lagrangian");
  const moving = motion();

  const point = handle(axes, CIRCLE, "x", ([p], merge) => moveTo({ u: p }, merge), (by) => stepBy("u", by));
  const slope = handle(axes, DIAMOND, "λ", (at, merge) => turn(at, merge), (by) => stepBy("lambda", by));
  const playing = toolbar(app, "Moves");
  const solving = button(playing, "Close the gap for me", solve, "main");
  const back = button(playing, "Back", () => state.undo());
  const again = button(playing, "Start again", () => state.reset(begin(state.now.problem)));
  const picking = choice(playing, "Problem:", Object.keys(PROBLEMS), (problem) => state.reset(begin(problem)));
  const aim = goal(playing, "Your fewest");
  draw(state.now);

  /** Make a move, or go on with the last one if it is of the same drag or handle. */
  function moveTo(part, merge) {
    const { problem, moves } = state.now;
    const move = { ...moves.at(-1), ...settled(part, problem), merge, passing: false };
    state.change({ moves: withMove(moves, move) }, merge);
  }

  function turn([, t], merge) {
    const { bound, most, grip } = PROBLEMS[state.now.problem];
    moveTo({ lambda: maths.slopeThrough(grip, t, bound, most) }, merge);
  }

  function stepBy(name, by) {
    const now = state.now.moves.at(-1);
    const wanted = now[name] + by * STEPS[name];
    moveTo({ [name]: wanted }, `keys ${name}`);
  }

  function solve() {
    const { best } = played(state.now);
    const start = state.now.moves.at(-1);
    const wanted = ["u", "lambda"].filter((name) => start[name] !== best[name]);
    const made = wanted.map((name, n) => {
      const moved = Object.fromEntries(wanted.slice(0, n + 1).map((each) => [each, best[each]]));
      return { ...start, ...moved, merge: null, passing: n < wanted.length - 1 };
    });
    state.change({ moves: [...state.now.moves, ...made], own: false });
  }

  function draw(now) {
    const found = played(now);
    if (now.own && found.done && PROBLEMS[now.problem].target) records.note(now.problem, now.moves.length - 1, true);
    drawPicture(now, found);
    contest.show(boundsOf(now));
    says.say(verdict(now, found));
    drawGoal(aim, now, found, records);
    picking.set(now.problem);
    solving.enable(!found.done);
    back.enable(state.canUndo);
    again.enable(now.moves.length > 1);
    app.classList.toggle("playable-celebrates", found.done && found.gap < MEET);
    publish(root, published(now, found));
  }

  function drawPicture(now, found) {
    const { grip } = PROBLEMS[now.problem];
    const { bound, u, lambda } = found;
    marks.formula.set([X[0] + 0.2, -5.1], bound === null ? "t = 2.4 (u²/9 − 1)² − 0.4 u + 1" : `t = 0.2 x² − x + 1, u = ${written(bound).replace(".00", "")} − x`);
    marks.curve.set(grid(X).map((p) => [p, maths.curveHeight(p, bound)]));
    marks.former.set(now.moves.slice(0, -1).slice(-FORMER).map((move) => lineOf(move.lambda, bound)));
    const from = now.own ? null : now.moves.slice(0, -1).findLast(({ passing }) => !passing);
    moving.play(from ? SOLVING : 0, (t) => {
      const part = phase(t, 0, 1);
      const at = from ? { u: between(from.u, u, part), lambda: between(from.lambda, lambda, part) } : { u, lambda };
      drawBounds(marks, at, found);
      point.set([at.u, maths.curveHeight(at.u, bound)], wordsOfPoint(found), at.u, X);
      const crossed = maths.crossing(at.lambda, bound);
      slope.set([grip, crossed - at.lambda * grip], wordsOfSlope(found), at.lambda, [0, PROBLEMS[now.problem].most]);
    });
  }
}

/** Return the part of a move inside what is allowed, and at the best where it is close to it. */
function settled(part, problem) {
  const { bound, most } = PROBLEMS[problem];
  const best = maths.bestOfBoth(bound);
  const range = { u: [X[0], 4], lambda: [0, most] };
  const settle = ([name, value]) => {
    const inside = clamp(value, range[name]);
    return [name, Math.abs(inside - best[name]) < CLOSE[name] ? best[name] : Number(inside.toFixed(6))];
  };
  return Object.fromEntries(Object.entries(part).map(settle));
}

function pictureOf(box) {
  const axes = frame(box, { label: "The curve, the line under it and your x", x: X, y: Y, axes: ["", ""], numbers: false });
  const marks = {
    forbidden: axes.band("slab"),
    curve: axes.curve("line"),
    former: axes.segments("former-bound", "below"),
    gap: axes.segments("open-gap"),
    line: axes.segments("bound-line", "below"),
    level: axes.segments("level", "above"),
    forbiddenName: axes.words("note"),
    belowName: axes.words("note", "below"),
    aboveName: axes.words("note", "above"),
    gapName: axes.words("note"),
    uName: axes.words("note"),
    tName: axes.words("note"),
    formula: axes.words("note"),
  };
  for (const { element } of [marks.belowName, marks.tName]) element.style.textAnchor = "end";
  marks.uName.set([X[0] + 0.2, -0.75], "constraint u →");
  marks.tName.set([-0.3, Y[1] - 0.75], "cost t ↑");
  const dot = (name, term) => {
    const element = svgElement(axes.layers.lines, "circle", { class: `playable-${name} term-${term}`, r: 6 });
    return { set: (at) => setAll(element, { cx: axes.toView(at ?? [0, 99])[0], cy: axes.toView(at ?? [0, 99])[1] }) };
  };
  marks.touch = dot("touch-dot", "below");
  marks.below = dot("bound-dot", "below");
  marks.above = dot("bound-dot", "above");
  marks.burst = dot("burst", "above");
  marks.forbidden.set({ w: [1, 0], b: 0 }, 0, Infinity);
  marks.forbiddenName.set([0.7, -5.1], "not allowed");
  return { axes, marks };
}

/** Return the two ends of the touching line. */
function lineOf(lambda, bound) {
  const height = maths.crossing(lambda, bound);
  return X.map((p) => [p, height - lambda * p]);
}

function drawBounds(marks, { u, lambda }, { bound, best }) {
  const below = maths.crossing(lambda, bound);
  const above = u <= MEET ? maths.curveHeight(u, bound) : null;
  const touch = maths.touchingPoint(lambda, bound);
  marks.line.set([lineOf(lambda, bound)]);
  marks.touch.set([touch, maths.curveHeight(touch, bound)]);
  marks.below.set([0, clamp(below, Y)]);
  marks.above.set(above === null ? null : [0, clamp(above, Y)]);
  marks.level.set(above === null ? null : [[[u, above], [0, above]]]);
  marks.gap.set(above === null ? null : [[[0, clamp(below, Y)], [0, clamp(above, Y)]]]);
  const gap = above === null ? 0 : clamp(above, Y) - clamp(below, Y);
  marks.belowName.set([-0.35, clamp(below, Y) - (gap < 1 ? 1.3 : 0.8)], "lower bound");
  marks.aboveName.set(above === null ? null : [0.45, clamp(above, Y) + (gap < 1 ? 1.1 : -0.15)], "upper bound");
  marks.gapName.set(gap > 1.6 ? [0.35, clamp(below, Y) + gap / 2] : null, "gap");
  marks.burst.set([0, best.above]);
}

/** Return a handle: drag it, or use the arrow keys, Shift for five steps. */
function handle(axes, outline, name, onMove, onStep) {
  const group = svgElement(axes.layers.points, "g", { class: "playable-point playable-handle", tabindex: 0, role: "slider" });
  svgElement(group, "circle", { r: 24, class: "playable-touch" });
  svgElement(group, "circle", { r: 17, class: "playable-ring" });
  svgElement(group, "path", { d: outline });
  const beside = name === "x" ? { x: -13, y: 20, "text-anchor": "end" } : { x: 12, y: -10, "text-anchor": "start" }; // off curve and line
  svgElement(group, "text", beside).textContent = name;
  dragging(group, axes, { onMove });
  group.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onStep(way * (event.shiftKey ? 5 : 1));
  });
  return {
    set([p, q], words, value, [low, high]) {
      const at = axes.toView([clamp(p, axes.x), clamp(q, axes.y)]).map((entry) => entry.toFixed(2));
      group.setAttribute("transform", `translate(${at.join(" ")})`);
      setAll(group, { "aria-label": words.label, "aria-valuetext": words.text });
      setAll(group, { "aria-valuenow": value.toFixed(2), "aria-valuemin": low, "aria-valuemax": high });
    },
  };
}

const wordsOfPoint = ({ u, above }) => ({
  label: "point x on the curve",
  text: `constraint ${written(u)}, ${above === null ? "not allowed" : `cost ${written(above)}`}`,
});

const wordsOfSlope = ({ lambda, below }) => ({
  label: "slope of the line, multiplier λ",
  text: `λ = ${written(lambda)}, lower bound ${written(below)}`,
});

function drawGoal(aim, { problem, own, moves }, { done }, records) {
  const { target } = PROBLEMS[problem];
  if (!target) return aim.set(done ? "This is as close as they get. ✓" : "Bring the two bounds as close as they get.");
  const best = records.best(problem);
  aim.set(`Close the gap in ${target} moves.`, best || "–", best > 0 && best <= target);
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict({ problem }, { u, lambda, below, above, gap, done, best, bound }) {
  const number = bound === null ? "your point" : `x = ${written(bound - u)}`;
  if (done && bound === null) {
    return `The line rests on both valleys. No slope lifts the [lower bound]{below} above ${written(below)}, and no allowed point costs less than [${written(above)}]{above}: the gap stays open.`;
  }
  if (done) {
    const why = lambda > 0 ? "The line touches the curve right on the axis: the constraint is active." : "The line touches where x is allowed: the constraint is inactive.";
    return `Both bounds are ${written(best.above)}. So ${number} is optimal, and λ = ${written(lambda)} proves it. ${why}`;
  }
  const lower = `The line of slope −${written(lambda)} crosses the axis at [${written(below)}]{below}: nothing allowed costs less.`;
  if (above === null) return `${lower} But ${number} isn't allowed, and gives no upper bound.`;
  return `${lower} And ${number} costs [${written(above)}]{above}. The gap is ${written(gap)}.`;
}

function published({ problem, moves, own }, { bound, u, lambda, below, above, gap, done, best, touch }) {
  return { problem, bound, u, lambda, below, above, gap, done, best, touch, own, moves: moves.length - 1 };
}
