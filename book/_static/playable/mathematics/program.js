/**
 * The quadratic program of the hard margin, seen in the plane of w: minimize |w| where w.d >= 2 for each difference d.
 *
 *     D          x_i - x_j for each positive x_i and negative x_j; with the best b, w is feasible where all w.d >= 2
 *     smallest   the least w.d: below 2, w is not feasible; not above 0, no line with this normal separates
 *     touching   rows of D with w.d at the smallest
 */

import { add, dot, length, scale, smallest, subtract } from "./vectors.js";

const CLOSE = 1e-9;

/** Return { rows, pairs }: the differences, and the indices [i, j] that they come from. */
export function differences(X, y) {
  const of = (side) => X.map((_, i) => i).filter((i) => y[i] === side);
  const pairs = of(1).flatMap((i) => of(-1).map((j) => [i, j]));
  return { rows: pairs.map(([i, j]) => subtract(X[i], X[j])), pairs };
}

/** Return what w does: { smallest, b, feasible, inWay }; b is in the middle, and inWay holds the points with y f < 1. */
export function programAt(w, X, y) {
  const along = X.map((x) => dot(w, x));
  const least = Math.min(...along.filter((_, i) => y[i] > 0));
  const most = Math.max(...along.filter((_, i) => y[i] < 0));
  const b = -(least + most) / 2;
  const inWay = X.map((_, i) => i).filter((i) => y[i] * (along[i] + b) < 1 - 1e-6);
  return { smallest: least - most, b, feasible: !inWay.length, inWay };
}

/**
 * Return the solver's next { w, kind, touching }: "scale" to where a constraint is met with equality, or "slide" along one
 * toward its shortest w, until another is in the way; null at the solution, and where no multiple of w is feasible.
 */
export function programStep(w, D) {
  const products = D.map((d) => dot(w, d));
  const least = Math.min(...products);
  if (least <= CLOSE) return null;
  const touching = D.map((_, k) => k).filter((k) => products[k] <= least * (1 + CLOSE));
  if (Math.abs(least - 2) > CLOSE) return { w: scale(2 / least, w), kind: "scale", touching };
  for (const k of touching) {
    const way = subtract(scale(2 / dot(D[k], D[k]), D[k]), w);
    if (length(way) <= CLOSE || touching.some((other) => dot(way, D[other]) < -CLOSE)) continue;
    const rates = D.map((d) => dot(way, d));
    const ways = D.map((_, other) => (rates[other] < -CLOSE ? (2 - products[other]) / rates[other] : Infinity));
    const far = Math.min(1, ways[smallest(ways)]);
    if (far > CLOSE) return { w: add(w, scale(far, way)), kind: "slide", touching: [k] };
  }
  return null;
}

/** Return the corners of the part of a box in which all w.d >= 2; the box is { x: [low, high], y: [low, high] }. */
export function feasibleRegion(D, { x, y }) {
  let corners = [[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]];
  for (const d of D) {
    const value = (corner) => dot(corner, d) - 2;
    corners = corners.flatMap((corner, i) => {
      const next = corners[(i + 1) % corners.length];
      const [here, there] = [value(corner), value(next)];
      const crossing = here < 0 !== there < 0 ? [add(corner, scale(here / (here - there), subtract(next, corner)))] : [];
      return here < 0 ? crossing : [corner, ...crossing];
    });
  }
  return corners;
}
