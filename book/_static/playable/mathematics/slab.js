/**
 * The widest slab between two classes in the plane, found from the corners of their convex hulls.
 *
 *     holding   indices of the points on the slab's two edges
 *     feet      for each of them, the nearest point of the line in the middle
 */

import { dot, length, scale, subtract } from "./vectors.js";
import { decision, margins } from "./planes.js";
import { separate } from "./separation.js";

const EQUAL = 1e-9; // of the largest distance: closer than this to an edge is on it

/** Return { plane, width, holding, feet } with |w| = 1, or null where no line separates or there is one class only. */
export function widestSlab(X, y) {
  const corners = [1, -1].flatMap((side) => cornersAmong(X, (i) => y[i] === side));
  const { plane, margin } = separate(corners.map((i) => X[i]), corners.map((i) => y[i]));
  if (!plane) return null;
  const distances = margins(plane, X, y);
  const close = margin + EQUAL * Math.max(...distances);
  const holding = X.map((_, i) => i).filter((i) => distances[i] <= close);
  return { plane, width: 2 * margin, holding, feet: holding.map((i) => footOn(plane, X[i])) };
}

/**
 * Return { w, b, margin } of the line with the direction of w halfway between the classes, |w| = 1, or null where there
 * is one class only. No line of this direction has a larger margin; it is negative where none of them separates.
 */
export function middleLine(w, X, y) {
  const u = scale(1 / length(w), w);
  const of = (side) => X.filter((_, i) => y[i] === side).map((x) => dot(u, x));
  const [above, below] = [Math.min(...of(1)), Math.max(...of(-1))];
  if (!Number.isFinite(above - below)) return null;
  return { w: u, b: -(above + below) / 2, margin: (above - below) / 2 };
}

/** Return the point of the line nearest to x; |w| = 1. */
const footOn = (plane, x) => subtract(x, scale(decision(plane, x), plane.w));

/** Return the indices of the corners of the convex hull, counter-clockwise (Andrew's monotone chain). */
export const hullCorners = (X) => cornersAmong(X, () => true);

function cornersAmong(X, chosen) {
  const order = X.map((_, i) => i).filter(chosen);
  order.sort((i, j) => X[i][0] - X[j][0] || X[i][1] - X[j][1]);
  const distinct = order.filter((i, k) => !k || subtract(X[i], X[order[k - 1]]).some((entry) => entry));
  if (distinct.length < 3) return distinct;
  const [lower, upper] = [chain(X, distinct), chain(X, [...distinct].reverse())];
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** Return those of the points, sorted by x1, at which a walk along them turns left. */
function chain(X, order) {
  const kept = [];
  for (const i of order) {
    while (kept.length > 1 && turn(X[kept.at(-2)], X[kept.at(-1)], X[i]) <= 0) kept.pop();
    kept.push(i);
  }
  return kept;
}

/** Return the cross product of the two steps from p over q to r: positive for a turn to the left. */
const turn = (p, q, r) => (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]);
