/**
 * Support vector machines, in the plane and in feature space, and how nearly multipliers fulfil the conditions of KKT.
 *
 *     primal      |w|^2 / 2 + C sum xi, the cost of a plane; C may be Infinity, the hard margin
 *     dual        sum alpha - |w|^2 / 2 with w = sum alpha_i y_i x_i: no plane costs less, if sum alpha_i y_i = 0
 *     alpha       multipliers, 0 <= alpha <= C; beta_i = alpha_i y_i
 *     xi          slack, max(0, 1 - y f(x)): the hinge loss
 *     free        0 < alpha < C, on the edge of the slab;  bounded  alpha = C
 *     K           Gram matrix; then |w|^2 = beta.K beta
 */

import { combination, dot, largestEntry, length, scale } from "./vectors.js";
import { gram } from "./kernels.js";
import { solveDual } from "./quadratic.js";

const ROUNDING = 1e-13; // of slack
const TRUSTED = 1e-3; // a hard margin known less well than this is taken for none

export const hinge = (z) => Math.max(0, 1 - z);

/** Return the slack of each point. */
export const slacks = ({ w, b }, X, y) => X.map((x, i) => hinge(y[i] * (dot(w, x) + b)));

/** Return the cost of a plane: infinite with C = Infinity where some slack is above 0, but for rounding. */
export function primalValue(plane, X, y, C) {
  const total = slacks(plane, X, y).reduce((sum, xi) => sum + xi, 0);
  return dot(plane.w, plane.w) / 2 + (C === Infinity ? (total > 1e-9 ? Infinity : 0) : C * total);
}

/** Return the dual value of any multipliers. */
export function dualValue(alpha, X, y) {
  const w = normalOf(alpha, X, y);
  return alpha.reduce((sum, entry) => sum + entry, 0) - dot(w, w) / 2;
}

/** Return sum of alpha_i y_i x_i. */
export const normalOf = (alpha, X, y) => combination(betaOf(alpha, y), X, X[0].length);

const betaOf = (alpha, y) => alpha.map((entry, i) => entry * y[i]);

/** Return the machine of points in the plane, as `machineOf` does, with w. */
export const softMargin = (X, y, C, bias = true) => machineOf(gram({ kind: "linear" }, X), y, C, bias, X);

export const hardMargin = (X, y, bias = true) => softMargin(X, y, Infinity, bias);

/** Return the machine in the feature space of a kernel, ready for `regionValues`. */
export function kernelMachine(kernel, X, y, C, bias = true) {
  const machine = machineOf(gram(kernel, X), y, C, bias);
  return machine && { ...machine, points: X, kernel };
}

/**
 * Return { alpha, beta, b, f, slack, free, bounded, support, margin, squared, primal, dual, gap } from a Gram matrix.
 *
 * `f` holds f(x_i), `margin` is 1 / |w|, and `gap` is (primal - dual) / primal. Null with C = Infinity where nothing
 * separates the points. X may be given where K holds the x_i.x_j: then so is w, and less is lost to rounding.
 */
export function machineOf(K, y, C, bias = true, X = null) {
  const fit = ({ alpha, b }) => machineAt(alpha, b, K, y, C, bias, X);
  if (bias && new Set(y).size === 1) return fit({ alpha: y.map(() => 0), b: null });
  const Q = K.map((row, i) => row.map((entry, j) => y[i] * y[j] * entry));
  const fits = solveDual(Q, y, C, bias).map(fit);
  const best = fits[0].gap <= Math.max(fits[1].gap, 1e-12) ? fits[0] : fits[1];
  return C === Infinity && !(best.gap <= TRUSTED) ? null : best;
}

/** Return the machine of these multipliers; with C = Infinity, scaled so that the closest point has y f = 1. */
function machineAt(alpha, known, K, y, C, bias, X) {
  const { w, outputs, squared } = seen(alpha, K, y, X);
  const b = bias ? (known ?? middleBias(alpha, outputs, y, C)) : 0;
  if (C < Infinity) return machine(alpha, { w, b, squared }, outputs, y, C);
  const closest = Math.min(...y.map((label, i) => label * (outputs[i] + b)));
  if (!(closest > 0)) return { gap: Infinity };
  const plane = { w: w && scale(1 / closest, w), b: b / closest, squared: squared / closest ** 2 };
  return machine(scale(1 / closest, alpha), plane, scale(1 / closest, outputs), y, C);
}

/** Return w if there are points, the w.x_i, and |w|^2. */
function seen(alpha, K, y, X) {
  const beta = betaOf(alpha, y);
  if (!X) {
    const outputs = K.map((row) => dot(row, beta));
    return { w: null, outputs, squared: Math.max(0, dot(beta, outputs)) };
  }
  const w = normalOf(alpha, X, y);
  return { w, outputs: X.map((x) => dot(w, x)), squared: dot(w, w) };
}

function machine(alpha, { w, b, squared }, outputs, y, C) {
  const hard = C === Infinity;
  const f = outputs.map((value) => value + b);
  const slack = f.map((value, i) => (hard || y[i] * value >= 1 - ROUNDING ? 0 : hinge(y[i] * value)));
  const primal = squared / 2 + (hard ? 0 : C * slack.reduce((sum, xi) => sum + xi, 0));
  const dual = alpha.reduce((sum, entry) => sum + entry, 0) - squared / 2;
  const where = (chosen) => alpha.map((_, i) => i).filter((i) => chosen(alpha[i]));
  return {
    alpha,
    beta: betaOf(alpha, y),
    w,
    b,
    f,
    slack,
    free: where((entry) => entry > 0 && entry < C),
    bounded: where((entry) => entry === C),
    support: where((entry) => entry > 0),
    margin: 1 / Math.sqrt(squared),
    squared,
    primal,
    dual,
    gap: primal > 0 ? Math.abs(primal - dual) / primal : 0,
  };
}

/** Return b: its mean over the free points, or the middle of the interval of optimal ones where none is free. */
export function middleBias(alpha, outputs, y, C) {
  const needed = outputs.map((value, i) => y[i] - value);
  const free = needed.filter((_, i) => alpha[i] > 0 && alpha[i] < C);
  if (free.length) return free.reduce((sum, value) => sum + value, 0) / free.length;
  const atLeast = needed.filter((_, i) => (alpha[i] === 0) === y[i] > 0);
  const atMost = needed.filter((_, i) => (alpha[i] === 0) !== y[i] > 0);
  if (!atLeast.length) return Math.min(...atMost);
  if (!atMost.length) return Math.max(...atLeast);
  return (Math.max(...atLeast) + Math.min(...atMost)) / 2;
}

/** Return the b halfway between the classes as seen along w: no other has a larger least y f(x). */
export function halfwayBias(w, X, y) {
  const along = (side) => X.filter((_, i) => y[i] === side).map((x) => dot(w, x));
  return -(Math.min(...along(1)) + Math.max(...along(-1))) / 2;
}

/** Return the cost of a plane once it is scaled so that the closest point has y f = 1; null if it doesn't separate. */
export function stretchedCost({ w, b }, X, y) {
  const closest = Math.min(...X.map((x, i) => y[i] * (dot(w, x) + b)));
  return closest > 0 ? dot(w, w) / (2 * closest ** 2) : null;
}

/** Return the b with the least sum of slack beside a given w: some point is then on the edge of the slab. */
export function cheapestBias(w, X, y) {
  const candidates = X.map((x, i) => y[i] - dot(w, x));
  const costs = candidates.map((b) => slacks({ w, b }, X, y).reduce((sum, xi) => sum + xi, 0));
  return candidates[costs.indexOf(Math.min(...costs))];
}

/**
 * Return by how much each condition of KKT is missed, relative to the terms in it, as margin_lib.kkt_residuals does.
 *
 * primal: y f >= 1 - xi, xi >= 0; dual: 0 <= alpha <= C, sum alpha y = 0; stationarity: w = sum alpha y x;
 * complementarity: alpha (y f - 1 + xi) = 0 and (C - alpha) xi = 0.
 */
export function kktResiduals({ w, b, alpha, slack }, X, y, C, bias = true) {
  const beyond = X.map((x, i) => y[i] * (dot(w, x) + b) - 1 + slack[i]);
  const lengths = X.map(length);
  const size = 1 + length(w) * Math.max(...lengths) + Math.abs(b);
  const largest = Math.max(...alpha) || 1;
  const total = alpha.reduce((sum, entry) => sum + entry, 0);
  const overstepped = Math.max(0, -Math.min(...alpha), ...alpha.map((entry) => entry - C)) / largest;
  const unbalanced = bias ? Math.abs(dot(alpha, y)) / (total || 1) : 0;
  const products = alpha.map((entry, i) => (entry / largest) * beyond[i]);
  const prices = C === Infinity ? [] : alpha.map((entry, i) => ((C - entry) / largest) * slack[i]);
  const missing = normalOf(alpha, X, y).map((entry, j) => w[j] - entry);
  return {
    primal: Math.max(0, -Math.min(...beyond), -Math.min(...slack)) / size,
    dual: Math.max(overstepped, unbalanced),
    stationarity: length(missing) / (dot(alpha, lengths) || 1),
    complementarity: largestEntry([...products, ...prices]) / size,
  };
}

/**
 * Return what multipliers set by hand are worth: { w, b, f, slack, primal, dual, gap, balance, points }.
 *
 * w is their combination, b the one given or the cheapest. `balance` is sum alpha y. Each of `points` says which of
 * its conditions holds: `feasible` 0 <= alpha <= C, `edge` alpha = 0 or y f = 1 - xi, `price` alpha = C or xi = 0.
 */
export function atMultipliers(alpha, X, y, C, b = null, tolerance = 1e-6) {
  const w = normalOf(alpha, X, y);
  b ??= cheapestBias(w, X, y);
  const f = X.map((x) => dot(w, x) + b);
  const slack = f.map((value, i) => hinge(y[i] * value));
  const primal = primalValue({ w, b }, X, y, C);
  const dual = dualValue(alpha, X, y);
  const points = alpha.map((entry, i) => ({
    feasible: entry >= -tolerance && entry <= C + tolerance,
    edge: Math.abs(entry) <= tolerance || Math.abs(y[i] * f[i] - 1 + slack[i]) <= tolerance,
    price: slack[i] <= tolerance || Math.abs(C - entry) <= tolerance,
  }));
  return { w, b, f, slack, primal, dual, gap: primal - dual, balance: dot(alpha, y), points };
}
