/**
 * The best plane, or a proof that there is none: the point of a convex hull that is nearest to the origin.
 *
 * Through the origin the hull is that of the signed points; with a bias, that of all differences of a positive and a
 * negative point. If the nearest point is not 0, it is the normal of the best plane; if it is, its weights prove that
 * no plane separates.
 *
 *     corral    rows whose combination is the nearest point so far (Wolfe, 1976)
 *     x         nearest point so far
 *     target    weights of the point nearest to 0 in the plane through the corral, of any sign
 *     witness   weights on the points, summing to 1, whose signed (with a bias: signed lifted) combination is 0
 */

import { combination, dot, length, scale, smallest, subtract, zeros } from "./vectors.js";
import { signed } from "./planes.js";

const ROUNDS = 1000;
const NOTHING = 1e-12; // of the longest row: a nearest point this short is 0
const CLOSE = 1e-14; // of the longest row: how much nearer a row must be to count
const WEIGHTLESS = 1e-14;

/**
 * Return what is known about separating the points: { separable, plane, margin, witness }.
 *
 * The plane has |w| = 1. Where any plane does, for want of a second class or of points, it is null and the margin
 * infinite. Points that touch count as not separable.
 */
export function separate(X, y, bias = true) {
  return bias ? separateWithBias(X, y) : separateThroughOrigin(X, y);
}

function separateThroughOrigin(X, y) {
  if (!X.length) return { separable: true, plane: null, margin: Infinity, witness: null };
  const Z = signed(X, y);
  const { x, corral, weights } = nearestToOrigin(Z);
  if (!length(x)) return notSeparable(X.length, corral, weights);
  const w = scale(1 / length(x), x);
  return { separable: true, plane: { w, b: 0 }, margin: Math.min(...Z.map((z) => dot(w, z))), witness: null };
}

function separateWithBias(X, y) {
  const positive = X.map((_, i) => i).filter((i) => y[i] > 0);
  const negative = X.map((_, i) => i).filter((i) => y[i] < 0);
  if (!positive.length || !negative.length) return { separable: true, plane: null, margin: Infinity, witness: null };
  const pairs = positive.flatMap((i) => negative.map((j) => [i, j]));
  const { x, corral, weights } = nearestToOrigin(pairs.map(([i, j]) => subtract(X[i], X[j])));
  if (!length(x)) {
    const points = corral.flatMap((pair) => pairs[pair]);
    return notSeparable(X.length, points, weights.flatMap((weight) => [weight / 2, weight / 2]));
  }
  const w = scale(1 / length(x), x);
  const above = Math.min(...positive.map((i) => dot(w, X[i])));
  const below = Math.max(...negative.map((j) => dot(w, X[j])));
  return { separable: true, plane: { w, b: -(above + below) / 2 }, margin: (above - below) / 2, witness: null };
}

function notSeparable(n, points, weights) {
  const witness = zeros(n);
  points.forEach((point, k) => (witness[point] += weights[k]));
  return { separable: false, plane: null, margin: 0, witness };
}

/** Return the point x of the rows' convex hull nearest to 0, exactly 0 where it is 0, with its corral and weights. */
export function nearestToOrigin(rows) {
  const lengths = rows.map(length);
  const longest = Math.max(...lengths);
  let at = { corral: [smallest(lengths)], weights: [1], x: rows[smallest(lengths)] };
  for (let round = 0; round < ROUNDS; round++) {
    const size = length(at.x);
    if (size <= NOTHING * longest) return { ...at, x: zeros(at.x.length) };
    const along = rows.map((row) => dot(row, at.x) / size);
    const next = smallest(along);
    if (along[next] >= size - CLOSE * longest || at.corral.includes(next)) break;
    const nearer = inner(rows, [...at.corral, next], [...at.weights, 0], longest);
    if (!nearer || length(nearer.x) >= size) break;
    at = nearer;
  }
  return at;
}

/** Return the nearest point of the corral's hull, dropping rows it does not need; null where floats cannot tell. */
function inner(rows, corral, weights, longest) {
  for (;;) {
    const found = nearestInPlane(corral.map((row) => rows[row]), longest);
    if (!found) return null;
    const { target, x } = found;
    if (target.every((weight) => weight > WEIGHTLESS)) return { corral, weights: target, x };
    const share = (weight, goal) => (goal > WEIGHTLESS ? Infinity : weight / Math.max(weight - goal, 1e-300));
    const ways = target.map((goal, k) => share(weights[k], goal));
    const leaving = smallest(ways);
    const way = Math.min(ways[leaving], 1);
    const moved = weights.map((weight, k) => (1 - way) * weight + way * target[k]);
    const stay = corral.map((_, k) => k).filter((k) => k !== leaving && moved[k] > WEIGHTLESS);
    const total = stay.reduce((sum, k) => sum + moved[k], 0);
    corral = stay.map((k) => corral[k]);
    weights = stay.map((k) => moved[k] / total);
  }
}

/** Return the point x nearest to 0 in the plane through the rows, and its weights; null if they are dependent. */
function nearestInPlane(rows, longest) {
  const [first, ...others] = rows;
  const basis = [];
  const columns = []; // the differences in the basis, an upper triangle
  for (const row of others) {
    const { rest, shares } = withoutBasis(subtract(row, first), basis);
    const size = length(rest);
    if (size <= CLOSE * longest) return null;
    basis.push(scale(1 / size, rest));
    columns.push([...shares, size]);
  }
  const { rest, shares } = withoutBasis(first, basis);
  const steps = shares.map((share) => -share);
  for (let k = steps.length - 1; k >= 0; k--) {
    steps[k] /= columns[k][k];
    for (let i = 0; i < k; i++) steps[i] -= columns[k][i] * steps[k];
  }
  const whole = basis.length === first.length; // then the plane is all of space, and holds 0
  return { target: [1 - steps.reduce((sum, step) => sum + step, 0), ...steps], x: whole ? zeros(first.length) : rest };
}

/** Return what is left of v at right angles to the basis, and its shares along it; twice, for rounding. */
function withoutBasis(v, basis) {
  const shares = zeros(basis.length);
  let rest = v;
  for (let pass = 0; pass < 2; pass++) {
    basis.forEach((direction, k) => {
      const share = dot(rest, direction);
      shares[k] += share;
      rest = subtract(rest, scale(share, direction));
    });
  }
  return { rest, shares };
}

/** Return the signed combination of a witness, with sum of weights y last where there is a bias: all 0 if it proves. */
export function provedByWitness(witness, X, y, bias = true) {
  const rows = signed(X, y).map((z, i) => (bias ? [...z, y[i]] : z));
  return combination(witness, rows, rows[0].length);
}
