/**
 * Planes, and points seen from planes, as in margin_lib.core.geometry.
 *
 *     plane     { w, b }, the plane w.x + b = 0
 *     margin    y f(x) / |w|, the distance to the plane, negative on the wrong side
 *     R         largest |x|
 */

import { dot, largestEntry, length, scale } from "./vectors.js";

export const decision = ({ w, b }, x) => dot(w, x) + b;

export const distance = (plane, x) => Math.abs(decision(plane, x)) / length(plane.w);

export const margins = (plane, X, y) => X.map((x, i) => (y[i] * decision(plane, x)) / length(plane.w));

/** Return the smallest margin: above 0 where the plane separates the points. */
export const margin = (plane, X, y) => Math.min(...margins(plane, X, y));

/** Return the same plane with y f(x) = 1 at the closest point, or null if it does not separate the points. */
export function canonical(plane, X, y) {
  const closest = Math.min(...X.map((x, i) => y[i] * decision(plane, x)));
  return closest > 0 ? { w: scale(1 / closest, plane.w), b: plane.b / closest } : null;
}

/** Return 2 / |w|, the distance between the planes f(x) = 1 and f(x) = -1. */
export const slabWidth = ({ w }) => 2 / length(w);

export const radius = (X) => Math.max(0, ...X.map(length));

export const signed = (X, y) => X.map((x, i) => scale(y[i], x));

/** Return the lifted signed points y (x, 1). */
export const lifted = (X, y) => X.map((x, i) => scale(y[i], [...x, 1]));

/** Return the lifted signed points, each divided by its largest entry. */
export const normalized = (X, y) => lifted(X, y).map((a) => scale(1 / largestEntry(a), a));
