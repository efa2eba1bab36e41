/**
 * The picture of a perceptron's run: w, its shadow on u, the w's before, and the step that is being made.
 *
 *     path     w_0, w_1, ..., w_K of the run
 *     k        how far the run is shown, perhaps halfway through an update
 *     s        by what w is multiplied to fit into the picture, at most 1
 *     adding   { x, y, z, t } while z = y x is on its way to the tip of w, and t how far it has come
 */

import { dot, largestEntry, length, scale } from "./mathematics.js";
import { phase, pointBetween } from "./motion.js";

const REACH = 2.2; // no entry of w is drawn larger
const END = 2.85; // of the arrow u, and of words
const NEXT_TO = 0.3; // from a mark to its name
const SHOWN = 12; // former w's at most

/** Return the largest s with which every w of the path fits. */
export const fitting = (path) => Math.min(1, REACH / Math.max(...path.map(largestEntry)));

/** Return w after k updates; between two, on the way from one to the other. */
export function atStep(path, k) {
  const before = Math.min(Math.floor(k), path.length - 1);
  return pointBetween(path[before], path[Math.min(before + 1, path.length - 1)], k - before);
}

/** Return the picture in these axes: `set({ path, k, s, adding }, claim, closest)`; a claim { u, gamma, holds }. */
export function runPicture(axes) {
  const marks = {
    slab: axes.band("slab", "gamma"),
    axis: axes.arrow("axis-u", "u"),
    separator: axes.plane("separator", "u"),
    line: axes.plane("line"),
    former: axes.segments("former"),
    tips: axes.curve("tips"),
    shadow: axes.curve("shadow", "u"),
    drop: axes.curve("drop"),
    reach: axes.curve("reach", "w"),
    w: axes.arrow("w", "w"),
    gamma: axes.curve("gamma", "gamma"),
    z: axes.arrow("z"),
    uName: axes.words("name", "u"),
    separatorName: axes.words("note", "u"),
    wName: axes.words("name", "w"),
    gammaName: axes.words("name", "gamma"),
    note: axes.words("note"),
  };
  return {
    set(run, claim, closest) {
      const w = atStep(run.path, run.k);
      drawW(marks, w, run, claim.u);
      drawFormer(marks, run);
      drawClaim(marks, w, claim, closest);
      drawAdding(marks, run);
    },
  };
}

function drawW(marks, w, { s }, u) {
  const [tip, size] = [scale(s, w), length(w)];
  const there = size > 1e-9;
  const foot = there && scale(dot(tip, u), u);
  marks.line.set(there ? { w, b: 0 } : null);
  marks.reach.set(there ? [[0, 0], tip] : null);
  marks.w.set(there ? [0, 0] : null, tip);
  marks.shadow.set(foot ? [[0, 0], foot] : null);
  marks.drop.set(foot ? [tip, foot] : null);
  marks.wName.set(there ? besideTip(tip, sideOf(w, u)) : null, "w");
  marks.note.set(s < 1 ? [-END, -END] : null, "w is drawn smaller");
}

/** Return on which side of u the vector w is, 1 or -1. */
const sideOf = (w, u) => (u[0] * w[1] - u[1] * w[0] < 0 ? -1 : 1);

function besideTip(tip, side) {
  const [p, q] = scale(1 / length(tip), tip);
  const inside = (entry) => Math.min(Math.max(entry, -END), END);
  return [tip[0] + NEXT_TO * (0.5 * p - side * q), tip[1] + NEXT_TO * (0.5 * q + side * p)].map(inside);
}

function drawFormer(marks, { path, k, s }) {
  const made = path.slice(0, Math.floor(k) + 1).map((w) => scale(s, w));
  marks.tips.set(made.length > 1 ? [...made.slice(1), scale(s, atStep(path, k))] : null);
  marks.former.set(made.slice(1).slice(-SHOWN).map((tip) => [[0, 0], tip]));
}

function drawClaim(marks, w, claim, closest) {
  const { u, gamma, holds } = claim;
  const end = scale((0.95 * END) / largestEntry(u), u); // beyond the shadow, which would hide its head
  const side = -sideOf(w, u);
  marks.axis.set([0, 0], end);
  marks.uName.set([end[0] - side * NEXT_TO * u[1], end[1] + side * NEXT_TO * u[0]], "u");
  if (!holds) return ["separator", "separatorName", "slab", "gamma", "gammaName"].forEach((name) => marks[name].set(null));
  marks.separator.set({ w: u, b: 0 });
  const along = u[0] > 0 ? [u[1], -u[0]] : [-u[1], u[0]]; // the separator's lower end
  const low = scale((0.8 * END) / largestEntry(along), along);
  nameSeparator(marks.separatorName, low, w);
  marks.slab.set({ w: u, b: 0 }, -gamma, gamma);
  const foot = closest.map((entry, j) => entry - dot(closest, u) * u[j]);
  marks.gamma.set([foot, closest]);
  marks.gammaName.set(besideTip(pointBetween(foot, closest, 0.5), 1), "γ");
}

/** Name the separator at its lower end, on the side where the line of w is not. */
function nameSeparator(mark, [p, q], w) {
  const crossing = Math.abs(w[0]) > 1e-9 ? (-w[1] * q) / w[0] : -Infinity; // where the line of w is at this height
  const left = crossing > p && p > 1.4 - END;
  mark.element.style.textAnchor = left ? "end" : "start";
  mark.set(left ? [p - 0.15, q] : [Math.min(p + 0.15, END - 1.2), q], "separates");
}

/** First z turns out of its point, for class -1 through the origin; then it goes to the tip of w, and w follows it. */
function drawAdding(marks, { path, k, s, adding }) {
  if (!adding) return marks.z.set(null);
  const { x, y, z, t } = adding;
  const turned = y > 0 ? scale(phase(t, 0, 0.25), z) : scale(1 - 2 * phase(t, 0, 0.3), x);
  const carried = phase(t, 0.3, 0.6);
  const from = scale(s * carried, path[Math.min(Math.floor(k), path.length - 2)]);
  const vector = carried ? scale(1 + (s - 1) * carried, z) : turned;
  const to = from.map((entry, j) => entry + vector[j]);
  marks.z.element.setAttribute("class", `playable-z ${y > 0 ? "playable-of-plus" : "playable-of-minus"}`);
  marks.z.set(from, to);
}
