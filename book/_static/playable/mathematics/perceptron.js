/**
 * The perceptron, one correction at a time, and the numbers of Novikoff's proof.
 *
 *     Z        signed points
 *     order    indices of the corrections made
 *     k        how many
 *     w_k      w after k corrections; w_0 = 0
 *     u, gamma unit normal of a plane through the origin that separates, and its margin
 *     R        largest |z|
 *     most     how many updates an adversary looks ahead
 */

import { radius } from "./planes.js";
import { separate } from "./separation.js";
import { add, dot, length, smallest, zeros } from "./vectors.js";

export const isMistake = (w, z) => dot(w, z) <= 0;

export const mistakes = (w, Z) => Z.map((_, i) => i).filter((i) => isMistake(w, Z[i]));

/** Return w after these corrections. */
export const wAfter = (order, Z, d = 2) => order.reduce((w, i) => add(w, Z[i]), zeros(d));

/** Return as many of the first corrections as are still corrections of mistakes on these points. */
export function playableOrder(order, Z, d = 2) {
  let w = zeros(d);
  for (let k = 0; k < order.length; k++) {
    const z = Z[order[k]];
    if (!z || !isMistake(w, z)) return order.slice(0, k);
    w = add(w, z);
  }
  return order;
}

/** Return the first index from `start` on, going round, for which `wrong` is true, or null. */
export function nextInOrder(n, start, wrong) {
  for (let step = 0; step < n; step++) if (wrong((start + step) % n)) return (start + step) % n;
  return null;
}

/** Return { order, w, finished }: corrections in the textbook's order until none is needed or the budget is spent. */
export function perceptron(Z, budget = 1000) {
  return corrected(Z, (w, z) => isMistake(w, z), budget);
}

/** Return the same for any rule of what is to be corrected. */
export function corrected(Z, violates, budget) {
  let w = zeros(Z.length ? Z[0].length : 0);
  const order = [];
  for (let start = 0; ; ) {
    const i = nextInOrder(Z.length, start, (j) => violates(w, Z[j]));
    if (i === null) return { order, w, finished: true };
    if (order.length === budget) return { order, w, finished: false };
    w = add(w, Z[i]);
    order.push(i);
    start = (i + 1) % Z.length;
  }
}

/** Return w_0, w_1, ... of these corrections. */
export function path(order, Z, d = 2) {
  const steps = [zeros(d)];
  for (const i of order) steps.push(add(steps.at(-1), Z[i]));
  return steps;
}

/** Return the two sides of both halves of the proof: { k, lower: k gamma, along: w.u, size: |w|, upper: sqrt(k) R }. */
export function novikoff(w, k, u, gamma, R) {
  return { k, lower: k * gamma, along: dot(w, u), size: length(w), upper: Math.sqrt(k) * R };
}

/**
 * Return the numbers of a run against a claimed u and gamma: the two sides, w, R, the mistakes, and the bound.
 *
 * The claim need not be true: where no plane through the origin separates the points, the bound is infinite.
 */
export function novikoffState(Z, order, { u, gamma }) {
  const w = wAfter(order, Z, u.length);
  const R = radius(Z);
  const { separable } = separate(Z, Z.map(() => 1), false);
  const bound = separable ? novikoffBound(R, gamma) : Infinity;
  return { ...novikoff(w, order.length, u, gamma, R), Z, w, R, u, gamma, separable, bound, mistakes: mistakes(w, Z) };
}

/** Return R^2 / gamma^2, the most corrections there can be. */
export const novikoffBound = (R, gamma) => (R / gamma) ** 2;

/** Return how many updates can still follow on w, counted up to `most`, whatever misclassified points are chosen. */
export function longestRun(w, Z, most, known = new Map()) {
  const wrong = most > 0 ? mistakes(w, Z) : [];
  if (!wrong.length) return 0;
  const key = `${most}:${w.map((entry) => entry.toFixed(9))}`;
  if (!known.has(key)) known.set(key, 1 + Math.max(...wrong.map((i) => longestRun(add(w, Z[i]), Z, most - 1, known))));
  return known.get(key);
}

/** Return the misclassified point after which the run can last longest, the first of several, or null. */
export function adversary(w, Z, most) {
  const known = new Map();
  const wrong = mistakes(w, Z);
  const left = wrong.map((i) => -longestRun(add(w, Z[i]), Z, most, known));
  return wrong[smallest(left)] ?? null;
}
