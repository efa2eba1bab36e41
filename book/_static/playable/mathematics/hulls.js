/**
 * The segment from a point of one convex hull to a point of the other, and what it proves of all margins.
 *
 *     p, q       points of the hulls of the points labeled +1 and -1
 *     above      half the length of the segment: no line has a larger margin
 *     plane      the line across the segment, |w| = 1, halfway between the nearest points of the two classes
 *     below      the margin of this line; not positive where it does not separate
 *     front, back    those two nearest points: the positive one least far along p - q, the negative one farthest
 *     between    indices of the points in the way: past the end of the segment on their own side
 */

import { add, dot, length, scale, smallest, subtract } from "./vectors.js";

const NOTHING = 1e-9; // of the segment's length

/** Return { above, below, plane, front, back, between }; plane and below are null where p = q. */
export function segmentBounds(p, q, X, y) {
  const gap = subtract(p, q);
  const size = length(gap);
  if (size <= NOTHING * Math.max(1, length(p))) return { above: size / 2, below: null, plane: null, front: null, back: null, between: [] };
  const w = scale(1 / size, gap);
  const along = X.map((x) => dot(w, x));
  const front = smallest(along.map((value, i) => (y[i] > 0 ? value : Infinity)));
  const back = smallest(along.map((value, i) => (y[i] > 0 ? Infinity : -value)));
  const ends = { 1: dot(w, p), "-1": dot(w, q) };
  const between = X.map((_, i) => i).filter((i) => y[i] * (along[i] - ends[y[i]]) < -NOTHING * size);
  const plane = { w, b: -(along[front] + along[back]) / 2 };
  return { above: size / 2, below: (along[front] - along[back]) / 2, plane, front, back, between };
}

/** Return the point of a convex polygon nearest to x; its corners are given counter-clockwise, there may be one or two. */
export function nearestInHull(corners, x) {
  if (corners.length === 1) return corners[0];
  const sides = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]]);
  const left = ([a, b]) => (b[0] - a[0]) * (x[1] - a[1]) - (b[1] - a[1]) * (x[0] - a[0]) >= 0;
  if (corners.length > 2 && sides.every(left)) return x;
  const feet = sides.map(([a, b]) => nearestOnSegment(a, b, x));
  return feet[smallest(feet.map((foot) => length(subtract(foot, x))))];
}

/** Return the point of the segment from a to b nearest to x. */
export function nearestOnSegment(a, b, x) {
  const way = subtract(b, a);
  const part = dot(subtract(x, a), way) / (dot(way, way) || 1);
  return add(a, scale(Math.min(Math.max(part, 0), 1), way));
}

/**
 * Return one move of the walk to the nearest points: { p, q, toward }, `toward` the index of the point it goes to.
 *
 * The end whose nearest point is farther in the way goes straight toward it, as far as that makes the segment shorter;
 * null where no point is in the way (Gilbert, 1966; there both ends move at once).
 */
export function walkStep(p, q, X, y) {
  const { plane, front, back, between } = segmentBounds(p, q, X, y);
  if (!plane || !between.length) return null;
  const inWay = { front: dot(plane.w, subtract(p, X[front])), back: dot(plane.w, subtract(X[back], q)) };
  if (inWay.front >= inWay.back) return { p: nearestOnSegment(p, X[front], q), q, toward: front };
  return { p, q: nearestOnSegment(q, X[back], p), toward: back };
}
