/**
 * The dual of a support vector machine: minimise a.Qa / 2 - sum a  where  0 <= a <= C  and, if balanced, y.a = 0.
 *
 * An interior point (Mehrotra's predictor and corrector) comes near; `polish` then solves the equations of the points
 * that it finds strictly between 0 and C, so that the others are exactly 0 or C.
 *
 *     Q        y_i y_j k(x_i, x_j)
 *     b        multiplier of y.a = 0: the bias
 *     s, xi    multipliers of a >= 0 and of a <= C;  Qa - 1 + b y = s - xi
 *     t        C - a
 *     mu       mean of a s and t xi, 0 at the end
 *     free     points with 0 < a < C, where Qa + b y = 1
 *
 * C may be Infinity: then there are no t and xi, and where the problem has no end the answer is of no use.
 */

import { choleskyFactor, choleskySolve, innerProduct, solveConsistent } from "./equations.js";

const STEPS = 100;
const PRECISE = 1e-14;
const BOUNDARY = 0.995; // of the way to where some entry would be 0
const SHORT = 0.1; // a step that the corrector has spoiled
const ROUNDS = 40; // corrections of the guess who is free
const EDGE = 1e-10; // a point this far from the edge of the slab is not on it

/** Return two candidates { alpha, b }: one polished, whose b is left to its free points, and one as it was before. */
export function solveDual(Q, y, C, balanced) {
  const size = Q.reduce((sum, row, i) => sum + row[i], 0) / Q.length || 1;
  const unit = Q.map((row) => Float64Array.from(row, (entry) => entry / size));
  const rough = interiorPoint(unit, y, C * size, balanced);
  const exact = polish(unit, y, C * size, balanced, rough);
  const back = (a) => Array.from(a, (entry) => (entry >= C * size ? C : entry / size));
  return [{ alpha: back(exact), b: null }, { alpha: back(rough.a), b: rough.b }];
}

function interiorPoint(Q, y, C, balanced) {
  const n = y.length;
  const hard = C === Infinity;
  const at = start(Q, y, C, balanced);
  for (let step = 0; step < STEPS; step++) {
    const now = residuals(Q, y, at, hard, balanced);
    if (now.mu <= PRECISE * (1 + now.mean) && now.largest <= PRECISE * 100 * (1 + now.mean)) break;
    const M = newtonMatrix(Q, at, hard);
    if (!M) break;
    const My = balanced ? choleskySolve(M, y) : null;
    const guess = direction(M, My, y, at, now, hard, 0, null);
    const reach = stepLength(at, guess, hard, 1);
    const sigma = (muAfter(at, guess, reach, hard) / now.mu) ** 3;
    let way = direction(M, My, y, at, now, hard, sigma * now.mu, guess);
    let far = stepLength(at, way, hard, BOUNDARY);
    if (far < SHORT) {
      way = direction(M, My, y, at, now, hard, now.mu / 2, null); // toward the middle, from where steps are longer
      far = stepLength(at, way, hard, BOUNDARY);
    }
    if (!(far > 1e-9)) break;
    move(at, way, far, hard);
  }
  return at;
}

/** Return the factor of Q + s/a + xi/t; what rounding has made negative is lifted by as little as helps. */
function newtonMatrix(Q, { a, s, t, xi }, hard) {
  for (let ridge = 0; ridge < 1e-8; ridge = 10 * ridge || 1e-15) {
    const M = Q.map((row, i) => {
      const copy = row.slice();
      copy[i] += s[i] / a[i] + (hard ? 0 : xi[i] / t[i]) + ridge * row[i];
      return copy;
    });
    if (choleskyFactor(M)) return M;
  }
  return null;
}

/** Return a start that keeps y.a = 0 and, with a finite C, Qa - 1 + b y = s - xi; all a s and t xi are of one size. */
function start(Q, y, C, balanced) {
  const hard = C === Infinity;
  const positive = y.filter((label) => label > 0).length;
  const share = (label) => (balanced ? 1 / (label > 0 ? positive : y.length - positive) : 1);
  const most = Math.max(...y.map(share));
  const a = Float64Array.from(y, (label) => ((hard ? 1 : C / 2) * share(label)) / most);
  const rd = Q.map((row) => innerProduct(row, a, y.length) - 1);
  const room = hard ? 1 : Math.max(1, ...rd.map(Math.abs));
  return {
    a,
    s: Float64Array.from(rd, (entry) => Math.max(entry, 0) + room),
    t: a.map((entry) => C - entry),
    xi: Float64Array.from(rd, (entry) => (hard ? 0 : Math.max(-entry, 0) + room)),
    b: 0,
  };
}

function residuals(Q, y, { a, s, t, xi, b }, hard, balanced) {
  const n = y.length;
  const rd = new Float64Array(n);
  let [product, surplus, sum, largest] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    rd[i] = innerProduct(Q[i], a, n) - 1 + b * y[i] - s[i] + xi[i];
    product += a[i] * s[i] + (hard ? 0 : t[i] * xi[i]);
    surplus += a[i] * y[i];
    sum += a[i];
    largest = Math.max(largest, Math.abs(rd[i]));
  }
  return { rd, rp: balanced ? surplus : 0, mu: product / (hard ? n : 2 * n), mean: sum / n, largest };
}

/** Return Newton's step toward products of `goal`, with the second-order terms of an earlier guess if there is one. */
function direction(M, My, y, { a, s, t, xi }, { rd, rp }, hard, goal, guess) {
  const n = y.length;
  const [lower, upper, right] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    lower[i] = goal - a[i] * s[i] - (guess ? guess.da[i] * guess.ds[i] : 0);
    upper[i] = hard ? 0 : goal - t[i] * xi[i] + (guess ? guess.da[i] * guess.dxi[i] : 0);
    right[i] = -rd[i] + lower[i] / a[i] - (hard ? 0 : upper[i] / t[i]);
  }
  const da = choleskySolve(M, right);
  let db = 0;
  if (My) {
    let [along, whole] = [rp, 0];
    for (let i = 0; i < n; i++) {
      along += y[i] * da[i];
      whole += y[i] * My[i];
    }
    db = along / whole;
    for (let i = 0; i < n; i++) da[i] -= db * My[i];
  }
  const ds = da.map((d, i) => (lower[i] - s[i] * d) / a[i]);
  const dxi = da.map((d, i) => (hard ? 0 : (upper[i] + xi[i] * d) / t[i]));
  return { da, ds, dxi, db };
}

function stepLength({ a, s, t, xi }, { da, ds, dxi }, hard, boundary) {
  let far = 1 / boundary;
  for (let i = 0; i < a.length; i++) {
    if (da[i] < 0) far = Math.min(far, -a[i] / da[i]);
    if (ds[i] < 0) far = Math.min(far, -s[i] / ds[i]);
    if (!hard && da[i] > 0) far = Math.min(far, t[i] / da[i]);
    if (!hard && dxi[i] < 0) far = Math.min(far, -xi[i] / dxi[i]);
  }
  return far * boundary;
}

function muAfter({ a, s, t, xi }, { da, ds, dxi }, far, hard) {
  let product = 0;
  for (let i = 0; i < a.length; i++) {
    product += (a[i] + far * da[i]) * (s[i] + far * ds[i]);
    if (!hard) product += (t[i] - far * da[i]) * (xi[i] + far * dxi[i]);
  }
  return product / (hard ? a.length : 2 * a.length);
}

function move(at, { da, ds, dxi, db }, far, hard) {
  for (let i = 0; i < da.length; i++) {
    at.a[i] += far * da[i];
    at.s[i] += far * ds[i];
    if (hard) continue;
    at.t[i] -= far * da[i];
    at.xi[i] += far * dxi[i];
  }
  at.b += far * db;
}

/** Return a with all equations of the edge solved, changing the guess who is free where signs say so. */
function polish(Q, y, C, balanced, { a, s, t, xi, b }) {
  const largest = Math.max(...a) || 1;
  const guess = (entry, i) => (t[i] / largest < xi[i] ? 1 : entry / largest < s[i] ? -1 : 0); // at C, at 0, or free
  const place = Array.from(a, guess);
  let best = a;
  for (let round = 0, from = a; round < ROUNDS; round++) {
    const solved = onTheEdge(Q, y, C, balanced, place, from, b);
    const moved = corrected(Q, y, C, balanced, place, solved);
    best = solved.a;
    if (!moved) break;
    from = solved.a;
    b = solved.b;
  }
  return best.map((entry) => Math.min(Math.max(entry, 0), C));
}

/** Return { a, b } with Qa + b y = 1 on the free points, and a as before where the equations leave a choice. */
function onTheEdge(Q, y, C, balanced, place, from, b) {
  const a = from.map((entry, i) => (place[i] === 0 ? entry : place[i] === 1 ? C : 0));
  const free = place.map((_, i) => i).filter((i) => place[i] === 0);
  if (!free.length) return { a, b };
  const border = balanced ? 1 : 0;
  const A = free.map((i) => [...free.map((j) => Q[i][j]), ...(border ? [y[i]] : [])]);
  if (border) A.push([...free.map((j) => y[j]), 0]);
  const missing = () => {
    const edge = free.map((i) => 1 - b * y[i] - innerProduct(Q[i], a, a.length));
    return border ? [...edge, -innerProduct(a, y, a.length)] : edge;
  };
  const solve = solveConsistent(A);
  for (let pass = 0; pass < 3; pass++) {
    const change = solve(missing());
    free.forEach((i, k) => (a[i] += change[k]));
    if (border) b += change[free.length];
  }
  return { a, b };
}

/** Move points whose sign is wrong to where they belong; return whether there was one. */
function corrected(Q, y, C, balanced, place, { a, b }) {
  const outputs = Q.map((row, i) => y[i] * innerProduct(row, a, a.length));
  if (balanced && !place.includes(0)) return freedPair(y, place, outputs);
  let moved = false;
  place.forEach((where, i) => {
    const beyond = y[i] * (outputs[i] + b) - 1;
    if (where === 0 && a[i] <= 0) place[i] = -1;
    else if (where === 0 && a[i] >= C) place[i] = 1;
    else if (where === 1 ? beyond > EDGE : where === -1 && beyond < -EDGE) place[i] = 0;
    moved ||= place[i] !== where;
  });
  return moved;
}

/** Without a free point b is in an interval; where that is empty, free the two points that its ends come from. */
function freedPair(y, place, outputs) {
  let [low, high] = [-1, -1];
  const needed = outputs.map((output, i) => y[i] - output);
  y.forEach((label, i) => {
    if ((place[i] === -1) === label > 0) low = low < 0 || needed[i] > needed[low] ? i : low;
    else high = high < 0 || needed[i] < needed[high] ? i : high;
  });
  if (low < 0 || high < 0 || needed[low] <= needed[high] + EDGE) return false;
  place[low] = place[high] = 0;
  return true;
}
