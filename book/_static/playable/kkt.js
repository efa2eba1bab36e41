/**
 * Figure 5: the line as a rod. Each point pushes it with the force alpha; the reader sets the pushes by dragging at the points.
 *
 *     points    [{ x, y, alpha }, ...]
 *     w         sum of alpha y x, so that stationarity in w always holds; b puts the line halfway between the classes
 *     balance   sum of alpha y, which must be 0, or the Lagrangian has no least value over b: the line drifts off
 *     below     worth of the pushes, a lower bound on the cost of every line; null where they do not balance
 *     above     cost of the line, once its band is as wide as the points allow; null where it does not separate or drifts
 *     moves     [{ above, below, merge }, ...], the last as it is now; one drag is one move
 *     own       whether all moves were the reader's
 */

import { closing } from "./closing.js";
import { button, choice, fold, sentence, toolbar } from "./controls.js";
import { frame, svgElement } from "./frame.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { between, motion, phase } from "./motion.js";
import { memory, panel, place, publish, shown, shownPoints, titled, withMove } from "./panel.js";
import { pointLayer } from "./points.js";

const STEP = 0.05; // of a push
const MOST = 2;
const REACH = 1.6; // length of a push of 1 in the picture
const NEAR = 1e-6;
const FAR = 7; // where a drifting line has left the picture
const SPEED = 1.2; // of a drifting line, a second
const SOLVING = 900; // milliseconds
const PRESETS = {
  "five points": { rows: [[1, 1, 1, 0.3], [-1, 1, -1, 0.3], [2.4, 0.4, 1, 0], [-2, -1.5, -1, 0], [1.5, -2, 1, 0]], target: 2 },
  "three hold it": { rows: [[-1, 1, 1, 0.1], [1.5, 1, 1, 0], [0, -1, -1, 0.1], [2, 2.4, 1, 0], [-1.8, -2, -1, 0]], target: 3 },
  "four on the edge": { rows: [[1, 1, 1, 0.3], [-1, 0, -1, 0.3], [1, -1, 1, 0], [1, 2.2, 1, 0], [-2, -2, -1, 0]], target: 3 },
};
const HINT = "While this is open, points move: drag one, or use the arrow keys (with Shift, five steps).";

function begin(preset) {
  const points = PRESETS[preset].rows.map(([p, q, y, alpha]) => ({ x: [p, q], y, alpha }));
  return { preset, points, moves: [moveOf(points, null)], own: true };
}

const split = (points) => [points.map(({ x }) => x), points.map(({ y }) => y), points.map(({ alpha }) => alpha)];

function moveOf(points, merge) {
  const { above, below } = judged(points);
  return { above, below, merge };
}

/** Return what the pushes are worth, and what each point does. */
function judged(points) {
  const [X, y, alpha] = split(points);
  const b = maths.halfwayBias(maths.normalOf(alpha, X, y), X, y);
  const found = maths.atMultipliers(alpha, X, y, Infinity, b, NEAR);
  const residuals = maths.kktResiduals({ ...found, alpha, slack: alpha.map(() => 0) }, X, y, Infinity);
  const balanced = Math.abs(found.balance) <= NEAR;
  const below = balanced ? found.dual : null;
  const above = balanced ? maths.stretchedCost(found, X, y) : null;
  const does = alpha.map((entry, i) => doing(entry, y[i] * found.f[i]));
  const optimal = balanced && !does.some((what) => what === "inside" || what === "too far");
  return { ...found, X, y, alpha, residuals, balanced, below, above, does, optimal };
}

/** Return what a point does with this push, at this y f. */
function doing(alpha, margin) {
  if (margin < 1 - NEAR) return "inside";
  if (alpha <= NEAR) return "idle";
  return margin > 1 + NEAR ? "too far" : "holds";
}

const shownAs = { inside: "inside the slab", "too far": "pushes from afar", holds: "holds the line", idle: "doesn't push" };

export default function kkt(root, still) {
  const app = panel(root, still, "Points that push a line, and the two bounds that they give");
  const stage = place(app, "stage");
  const { axes, marks } = pictureOf(titled(stage, "picture", "Drag a point to set how hard it pushes"));
  const contest = closing(titled(stage, "bounds", "The two bounds, move by move"), {
    label: "The upper and the lower bound after each move",
    names: { above: "cost of a line", below: "worth of the pushes", across: "moves" },
    write: (value) => value.toFixed(2),
  });
  const says = sentence(app);
  const state = memory(begin("five points"), draw);
  const records = record("kkt");
  const [moving, drifting] = [motion(), motion()];
  let offset = 0; // how far the line has drifted
  let seen = null; // the points as they are drawn, perhaps on their way
  let selected = 0;

  const layer = pointLayer(axes, { onMove: pull, onSelect: select, onKey: press });
  const playing = toolbar(app, "Pushes");
  const solving = button(playing, "Close the gap for me", solve, "main");
  const back = button(playing, "Back", () => state.undo());
  const again = button(playing, "Start again", () => state.reset(begin(state.now.preset)));
  const picking = choice(playing, "Points:", Object.keys(PRESETS), (preset) => state.reset(begin(preset)));
  const aim = goal(playing, "Your fewest");
  const changing = fold(app, "Move the points", () => draw(state.now));
  place(changing.box, "hint", "p").textContent = HINT;
  draw(state.now);

  /** Make a move, or go on with the last one if it is of the same drag. */
  function moveTo(points, merge) {
    state.change({ points, moves: withMove(state.now.moves, moveOf(points, merge)) }, merge);
  }

  function edit(i, part, merge) {
    moveTo(state.now.points.map((point, j) => (j === i ? { ...point, ...part } : point)), merge);
  }

  /** Set the push of a point to how far it is pulled; or move the point, while the fold is open. */
  function pull(i, at, merge) {
    const { x, alpha } = state.now.points[i];
    if (changing.open) return moveAll(i, at, merge);
    const way = at.map((entry, j) => entry - x[j]);
    const wanted = merge.startsWith("keys") ? alpha + (STEP / 0.1) * (way[0] + way[1]) : maths.length(way) / REACH;
    setPush(i, wanted, merge);
  }

  function setPush(i, wanted, merge) {
    const alpha = Math.min(Math.max(Math.round(wanted / STEP), 0) * STEP, MOST);
    edit(i, { alpha: Number(alpha.toFixed(6)) }, merge);
  }

  /** Move a point; then bounds of the moves before are of other points, and are forgotten. */
  function moveAll(i, x, merge) {
    const points = state.now.points.map((point, j) => (j === i ? { ...point, x } : point));
    state.change({ points, moves: [moveOf(points, null)], preset: null }, merge);
  }

  function press(i, key) {
    const step = { "+": STEP, "=": STEP, "-": -STEP }[key];
    if (step) setPush(i, state.now.points[i].alpha + step, `keys ${i}`);
    else if (key === "0") setPush(i, 0, `keys ${i}`);
    else return false;
    return true;
  }

  function solve() {
    const [X, y] = split(state.now.points);
    const machine = maths.hardMargin(X, y);
    if (!machine) return says.say("No line separates these points: pushes can be worth as much as you like, and nothing is optimal.");
    let { points, moves } = state.now;
    machine.alpha.forEach((alpha, i) => { // one point a move, as the reader's moves are counted
      if (Math.abs(points[i].alpha - alpha) < NEAR) return;
      points = points.map((point, j) => (j === i ? { ...point, alpha } : point));
      moves = withMove(moves, moveOf(points, null));
    });
    state.change({ points, moves, own: false });
  }

  function select(i) {
    selected = i;
    drawPoints(judged(state.now.points));
  }

  function draw(now) {
    const found = judged(now.points);
    const { target } = PRESETS[now.preset] ?? {};
    const closed = found.optimal;
    if (now.own && now.preset && closed) records.note(now.preset, now.moves.length - 1, true);
    drawMoving(now, found);
    drawPoints(found);
    contest.show({ above: now.moves.map(({ above }) => above), below: now.moves.map(({ below }) => below) });
    says.say(verdict(found, closed));
    drawGoal(aim, now.preset, target, records);
    picking.set(now.preset ?? "");
    solving.enable(!found.optimal);
    back.enable(state.canUndo);
    again.enable(now.moves.length > 1 || !now.preset);
    app.classList.toggle("playable-celebrates", closed);
    publish(root, published(now, found, closed));
  }

  /** Draw the line and the pushes; on their way, where the figure has found the solution. */
  function drawMoving(now, found) {
    const from = !now.own && seen?.length === now.points.length && now.moves.at(-1).merge === null ? seen : now.points;
    moving.play(from === now.points ? 0 : SOLVING, (t) => {
      const part = phase(t, 0, 1);
      seen = now.points.map((point, i) => ({ ...point, alpha: between(from[i].alpha, point.alpha, part) }));
      drawLine(marks, judged(seen), offset);
    });
    const target = found.balanced ? 0 : FAR * Math.sign(found.balance);
    const start = offset;
    drifting.play((1000 * Math.abs(target - start)) / (found.balanced ? 6 * SPEED : SPEED), (t) => {
      offset = between(start, target, found.balanced ? phase(t, 0, 1) : t);
      drawLine(marks, judged(seen), offset);
    });
  }

  function drawPoints(found) {
    const { points } = state.now;
    const fails = (i) => found.does[i] === "inside" || found.does[i] === "too far";
    const note = (i) => `push ${shown(points[i].alpha)}, ${shownAs[found.does[i]]}`;
    layer.set(points.map(({ x, y }, i) => ({ x, y, marked: fails(i), note: note(i) })), selected);
    points.forEach(({ x }, i) => {
      marks.status[i].set([Math.min(Math.max(x[0], -2.6), 2.6), x[1] + awayFromPush(found, i)], found.does[i]);
      marks.status[i].element.classList.toggle("playable-fails", fails(i));
    });
  }
}

/** Return how far above a point its word stands: below it, unless that is where the push goes. */
function awayFromPush({ w, y, alpha }, i) {
  const down = y[i] * w[1] > 0.7 * maths.length(w);
  return alpha[i] > NEAR && down ? 0.48 : -0.42;
}

function pictureOf(box) {
  const axes = frame(box, { label: "Points that push a line", axes: ["", ""], numbers: false });
  const each = PRESETS["five points"].rows;
  const marks = {
    slab: axes.band("slab"),
    up: axes.plane("edge"),
    down: axes.plane("edge"),
    rest: axes.plane("rest"),
    rod: axes.plane("rod", "above"),
    pushes: each.map(() => axes.arrow("push", "below")),
    status: each.map(() => axes.words("status")),
    drift: axes.words("drift"),
  };
  svgElement(axes.layers.lines, "rect", { class: "playable-halo", x: 2, y: 2, width: 396, height: 396, rx: 8 });
  return { axes, marks };
}

/** Draw the line where it has drifted to, its band, and the pushes, at right angles to it. */
function drawLine(marks, { w, b, X, y, alpha, balanced }, offset) {
  const size = maths.length(w);
  const plane = size > NEAR ? { w, b: b + offset * size } : null;
  const drifts = plane && Math.abs(offset) > 0.01;
  marks.slab.set(balanced ? plane : null, -1, 1);
  marks.up.set(balanced ? plane : null, 1);
  marks.down.set(balanced ? plane : null, -1);
  marks.rest.set(drifts ? { w, b } : null);
  marks.rod.set(plane);
  marks.drift.set(plane && !balanced ? [0, -2.75] : null, "the line drifts off");
  marks.pushes.forEach((push, i) => {
    if (!plane || !(alpha[i] > NEAR)) return push.set(null);
    const way = maths.scale((-y[i] * REACH * alpha[i]) / size, w);
    push.element.setAttribute("class", `playable-push term-below playable-of-${y[i] > 0 ? "plus" : "minus"}`);
    push.set(X[i], maths.add(X[i], way));
  });
}

function drawGoal(aim, preset, target, records) {
  if (!preset) return aim.set("Your own points: no record is kept.");
  const best = records.best(preset);
  aim.set(`Close the gap in ${target} moves.`, best || "–", best > 0 && best <= target);
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict({ balanced, does, above, below, alpha, y }, closed) {
  const where = (what) => does.map((_, i) => i).filter((i) => does[i] === what);
  const total = (side) => alpha.reduce((sum, entry, i) => sum + (y[i] === side ? entry : 0), 0).toFixed(2);
  if (!balanced) {
    return `The circles push with ${total(1)} and the triangles with ${total(-1)}. That doesn't balance: the line drifts off, and the pushes prove nothing.`;
  }
  if (closed) {
    const holding = alpha.map((_, i) => i).filter((i) => alpha[i] > NEAR);
    return `All conditions hold: this line costs [${above.toFixed(2)}]{above}, and no line costs less. It's held by ${shownPoints(holding)}; the other points can be removed.`;
  }
  const proven = `These pushes prove that no line costs less than [${below.toFixed(2)}]{below}.`;
  if (where("too far").length) return `${proven} But a point beyond the edge mustn't push: look at ${shownPoints(where("too far"))}.`;
  if (where("inside").length) return `${proven} The slab is too wide, with ${shownPoints(where("inside"))} inside: push harder.`;
  return proven;
}

function published({ points, moves, own, preset }, found, closed) {
  const { alpha, w, b, balance, balanced, above, below, does, residuals } = found;
  const counted = (what) => does.map((_, i) => i + 1).filter((i) => does[i - 1] === what);
  const sets = { inside: counted("inside"), afar: counted("too far"), holding: counted("holds"), idle: counted("idle") };
  const rows = points.map(({ x, y }) => [...x, y]);
  const gap = above === null || below === null ? null : above - below;
  return { points: rows, alpha, w, b, balance, balanced, above, below, gap, closed, residuals, own, preset, moves: moves.length - 1, ...sets };
}
