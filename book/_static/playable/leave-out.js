/**
 * Figure: take a point away, and see whether the best line moves and whether the point is still classified correctly.
 *
 *     points    [{ x, y }, ...]
 *     preset    their name, or null when they have been changed
 *     bills     whether they are penguins, in millimeters
 *     out       the point that is left out, or null
 *     tried     points that have been left out so far, in order
 *     own       whether each was the reader's choice
 */

import { bills as birds } from "./bills.js";
import { bar } from "./bars.js";
import { button, playButton, sentence, toolbar } from "./controls.js";
import { pointEditing } from "./editing.js";
import { goal, record } from "./goal.js";
import { leaveOutView } from "./leave_out_view.js";
import * as maths from "./mathematics.js";
import { memory, panel, publish, shown } from "./panel.js";

// The other penguins are too far away to matter to the best line, whichever bird is left out.
const NEAR = birds.filter(([long, deep]) => long >= 40 && long <= 47.7 && deep >= 14.5 && deep <= 20);
const MOST_POINTS = 12;
const [PACE, FAST] = [1500, 450]; // milliseconds between two points that are left out in turn, of few and of many
const FIRST = "six points";
const PENGUINS = "penguins";
const PRESETS = {
  [FIRST]: [[3, 1, 1], [1, 3, 1], [4, 4, 1], [0, 0, -1], [-2, 1, -1], [0, -2, -1]],
  "a close pair": [[0.9, 0.9, 1], [4, 3, 1], [3, 4, 1], [0.3, 0.3, -1], [-3, -1, -1], [-1, -2, -1]],
  "the square": [[2, 2, 1], [2, 0, 1], [0, 2, -1], [0, 0, -1]],
  "one touches": [[2, 2, 1], [4, 3, 1], [0, 0, -1], [-1, 1, -1], [-2, -1, -1]],
  [PENGUINS]: NEAR,
};

const pointsOf = (rows) => rows.map(([p, q, y]) => ({ x: [p, q], y }));
const fresh = { out: null, tried: [], own: true };
const begin = (preset) => ({ points: pointsOf(PRESETS[preset]), preset, bills: preset === PENGUINS, ...fresh });

export default function leaveOut(root, still) {
  const app = panel(root, still, "Take a point away");
  const chosen = { onChoose: choose, onMove: movePoint, onSelect: (i) => editing.select(i), onKey: press };
  const view = leaveOutView(app, chosen);
  const says = sentence(app);
  const exam = bar(app);
  const state = memory(begin(FIRST), draw);
  const records = record("leave-out");
  let solved = { points: null, now: null }; // so that the same points are solved for once

  const playing = toolbar(app, "Leave out");
  const play = playButton(playing, "Leave out each in turn", { pace: () => (state.now.bills ? FAST : PACE), step: leaveOutNext, prepare: rewind });
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const again = button(playing, "Start again", () => leave(() => state.change(fresh)));
  const other = button(playing, "", () => leave(() => state.reset(begin(state.now.bills ? FIRST : PENGUINS))));
  const aim = goal(playing, "Most in a row");
  const editing = pointEditing(app, {
    points: () => state.now.points,
    most: MOST_POINTS,
    presets: Object.keys(PRESETS),
    onPreset: (preset) => leave(() => state.reset(begin(preset))),
    onPoints: (points) => takePoints(points),
    onToggle: () => leave(drawPicture),
    onSelect: drawPicture,
    focus: (i) => view.focus(i),
  });
  draw(state.now);

  /** Do what the reader wants; the player pauses. */
  function leave(act) {
    play.stop();
    act();
  }

  function choose(i) {
    play.stop();
    if (!now()) return;
    if (state.now.out === i) return state.change({ out: null });
    take(i, state.now.own);
  }

  function take(i, own) {
    const { tried } = state.now;
    state.change({ out: i, tried: tried.includes(i) ? tried : [...tried, i], own });
  }

  function rewind() {
    if (state.now.tried.length === state.now.points.length) state.change(fresh);
  }

  /** Leave out the next point; return whether another can follow. */
  function leaveOutNext() {
    if (!now()) return false;
    const { points, tried } = state.now;
    const next = points.findIndex((_, i) => !tried.includes(i));
    if (next >= 0) take(next, false);
    return tried.length + 1 < points.length;
  }

  function movePoint(i, x, merge) {
    takePoints(state.now.points.map((point, j) => (j === i ? { ...point, x } : point)), merge);
  }

  function takePoints(points, merge = null) {
    leave(() => state.change({ points, preset: null, ...fresh }, merge));
  }

  function press(i, key) {
    return editing.open && !state.now.bills ? editing.press(i, key) : view.walk(i, key);
  }

  /** Return what `leaveOneOut` says of the points as they are. */
  function now() {
    const { points } = state.now;
    if (solved.points !== points) {
      solved = { points, now: maths.leaveOneOut(points.map(({ x }) => x), points.map(({ y }) => y)) };
    }
    return solved.now;
  }

  function draw({ preset, bills, tried, own }) {
    if (own && preset && now()) records.note(preset, inARow(now(), tried));
    drawPicture();
    says.say(verdict(now(), state.now));
    drawExam(exam, now(), tried);
    drawGoal(aim, now(), preset, records);
    other.element.textContent = bills ? "Six points" : "Penguins";
    back.enable(state.canUndo);
    again.enable(tried.length > 0);
    publish(root, published(now(), state.now));
  }

  function drawPicture() {
    editing.draw();
    const moves = editing.open && !state.now.bills;
    view.show(state.now, now(), { moves, selected: moves ? editing.selected : null });
  }
}

/** Return how many points the reader found that move the line before the first one that doesn't. */
function inARow({ movers }, tried) {
  const miss = tried.findIndex((i) => !movers.includes(i));
  return miss < 0 ? tried.length : miss;
}

const many = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function drawExam(exam, now, tried) {
  if (!now) return exam.set({ value: 0, most: 1, text: "Misclassified so far: none" });
  const [found, allowed] = [now.errors.filter((i) => tried.includes(i)).length, now.support.length];
  const text = `Misclassified so far: ${found} ≤ ${many(allowed, "support vector")}`;
  exam.set({ value: found, most: allowed, text });
}

function drawGoal(aim, now, preset, records) {
  if (!now) return aim.set("");
  if (!preset) return aim.set("Your own points: no record is kept.");
  const target = now.movers.length;
  if (!target) return aim.set("Does any of them move the line?");
  const best = records.best(preset);
  aim.set(`Find the ${target} that move the line, without a miss.`, best, best >= target);
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict(now, { points, bills, out }) {
  if (!now) return "No line separates these points, so there is no margin to measure.";
  if (out === null) return invitation(now, points.length, bills);
  const { plane, margin, moved, distance, correct } = now.without[out];
  const name = nameOf(points[out], out, bills);
  const one = name[0].toUpperCase() + name.slice(1);
  if (!plane) return `Without ${name} only one class is left, and there is no [line]{line}.`;
  const far = `${Math.abs(distance).toFixed(2)}${bills ? " mm" : ""}`;
  if (!moved) return `Without ${name} the [line]{line} stays where it is. ${standing(now, out)}`;
  const wider = `Without ${name} the [line]{line} moves: the margin grows from ${now.margin.toFixed(2)} to ${margin.toFixed(2)}.`;
  if (correct) return `${wider} ${one} is still classified correctly, ${far} from the line.`;
  return `${wider} ${one} is misclassified, ${far} on the wrong side.`;
}

function invitation({ support }, n, bills) {
  const among = bills ? `${birds.length} penguins, of which ${n} are in the picture` : `${n} points`;
  return `There are ${support.length} support vectors among ${among}. Which are they? Choose one to take it away.`;
}

/** Return why a point doesn't move the line. */
function standing({ alpha, without }, i) {
  if (alpha[i] > 0) return `Its α is ${shown(alpha[i])} here, but another solution of the dual does without it.`;
  const touches = without[i].distance < without[i].margin * (1 + 1e-6);
  return `Its α is 0${touches ? ", though it touches the [slab]{band}" : ""}, and it is classified correctly.`;
}

const nameOf = ({ y }, i, bills) => (bills ? `this ${y > 0 ? "Gentoo" : "Adelie"}` : `point ${i + 1}`);

function published(now, { points, preset, bills, out, tried, own }) {
  const counted = (indices) => indices.map((i) => i + 1);
  const given = { points: points.map(({ x, y }) => [...x, y]), preset, bills, own, tried: counted(tried) };
  if (!now) return { ...given, separable: false, out: out === null ? null : out + 1 };
  const { plane, margin, alpha, support, errors, movers, without } = now;
  const sets = { support: counted(support), errors: counted(errors), movers: counted(movers) };
  const left = out === null ? null : { point: out + 1, ...without[out], margin: without[out].plane && without[out].margin };
  return { ...given, separable: true, ...plane, margin, alpha, ...sets, out: left, row: inARow(now, tried) };
}
